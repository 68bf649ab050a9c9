#include "game/quality.h"

#include "base/assert.h"
#include "base/text.h"
#include "ui/palette.h"

#include <string.h>

#define MORE 1.1f // by so much a load must be larger to be another one

float quality_load(int width, int height, int views) {
    return 1e-6f * (float)width * (float)height * (float)views;
}

static bool is_known(const SettingsDisplay *display, const Renderer *renderer) {
    return strcmp(display->renderer, renderer->name) == 0;
}

/// Whether the card, which is known, was never seen to hold so much.
static bool is_more(const SettingsDisplay *display, const Renderer *renderer) {
    return renderer->load > MORE * display->renderer_holds;
}

bool quality_is_low(const Settings *settings, const Renderer *renderer) {
    ASSERT(settings != NULL && renderer != NULL);
    const SettingsDisplay *display = &settings->display;
    if (display->quality != SETTING_QUALITY_AUTO) {
        return display->quality == SETTING_QUALITY_LOW;
    }
    return renderer->software ||
           (display->renderer_slow && is_known(display, renderer) && is_more(display, renderer));
}

bool quality_is_open(const Game *game, const Renderer *renderer) {
    ASSERT(game != NULL && renderer != NULL);
    const SettingsDisplay *display = &game->settings.display;
    return game_screen(game) == GAME_DRIVE && display->quality == SETTING_QUALITY_AUTO &&
           !renderer->software && renderer->name[0] != '\0' &&
           (!is_known(display, renderer) ||
            (!display->renderer_slow && is_more(display, renderer)));
}

void quality_frame(QualityJudge *judge, Game *game, const Renderer *renderer, float period_s,
                   float work_s, float since_s) {
    ASSERT(judge != NULL && game != NULL && renderer != NULL);
    SettingsDisplay *display = &game->settings.display;
    if (!quality_is_open(game, renderer)) {
        *judge = (QualityJudge){0};
        return;
    }
    if (judge->load != renderer->load) {
        *judge = (QualityJudge){.load = renderer->load};
    }
    FrameVerdict verdict = frame_judge_note(&judge->frames, period_s, work_s, since_s);
    if (verdict == FRAMES_UNDECIDED) {
        return;
    }
    bool known = is_known(display, renderer);
    text_copy(renderer->name, display->renderer, sizeof display->renderer);
    display->renderer_slow = verdict == FRAMES_TOO_SLOW;
    display->renderer_holds = !display->renderer_slow ? renderer->load
                              : known                 ? display->renderer_holds
                                                      : 0.0f;
    if (display->renderer_slow) {
        game_say(game, PALETTE_TEXT,
                 "Quality is low from now on: this graphics card is too slow for %s",
                 display->renderer_holds > 0.0f ? "so many pixels and players" : "more");
    }
}

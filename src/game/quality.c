#include "game/quality.h"

#include "base/assert.h"
#include "base/text.h"
#include "ui/palette.h"

#include <string.h>

bool quality_is_low(const Settings *settings, const Renderer *renderer) {
    ASSERT(settings != NULL && renderer != NULL);
    const SettingsDisplay *display = &settings->display;
    if (display->quality != SETTING_QUALITY_AUTO) {
        return display->quality == SETTING_QUALITY_LOW;
    }
    return renderer->software ||
           (display->renderer_slow && strcmp(display->renderer, renderer->name) == 0);
}

bool quality_is_open(const Game *game, const Renderer *renderer) {
    ASSERT(game != NULL && renderer != NULL);
    const SettingsDisplay *display = &game->settings.display;
    return game_screen(game) == GAME_DRIVE && display->quality == SETTING_QUALITY_AUTO &&
           !renderer->software && renderer->name[0] != '\0' &&
           strcmp(display->renderer, renderer->name) != 0;
}

void quality_frame(FrameJudge *judge, Game *game, const Renderer *renderer, float period_s,
                   float work_s, float since_s) {
    ASSERT(judge != NULL && game != NULL && renderer != NULL);
    SettingsDisplay *display = &game->settings.display;
    if (!quality_is_open(game, renderer)) {
        *judge = (FrameJudge){0};
        return;
    }
    FrameVerdict verdict = frame_judge_note(judge, period_s, work_s, since_s);
    if (verdict == FRAMES_UNDECIDED) {
        return;
    }
    text_copy(renderer->name, display->renderer, sizeof display->renderer);
    display->renderer_slow = verdict == FRAMES_TOO_SLOW;
    if (display->renderer_slow) {
        game_say(game, PALETTE_TEXT,
                 "Quality is low from now on: this graphics card is too slow for more");
    }
}

#include "game_state/game_settings.h"

#include "base/directories.h"
#include "base/text.h"
#include "game_state/laps.h"
#include "game_state/season.h"
#include "session/load.h"
#include "ui/canvas.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static CameraLayout layout_of(SettingChoice choice) {
    switch (choice) {
    case SETTING_LAYOUT_COLUMNS:
        return CAMERA_LAYOUT_COLUMNS;
    case SETTING_LAYOUT_ROWS:
        return CAMERA_LAYOUT_ROWS;
    default:
        return CAMERA_LAYOUT_AUTO;
    }
}

/// Keys go by their place on the keyboard, the rest by who sits at the gamepad.
static void follow_controls(Game *game) {
    game->controls = controls_of(&game->settings);
    for (int i = 0; i < game->seat_count; i++) {
        const Seat *seat = &game->seats[i];
        if (seat->device >= DEVICE_PAD) {
            bindings_set(&game->controls.pads[seat->device - DEVICE_PAD],
                         &game->settings.seats[seat->number], true);
        }
    }
}

static void apply(Game *game) {
    const SettingsDisplay *display = &game->settings.display;
    game->layout = layout_of(display->layout);
    game->camera_style = (CameraStyle){.heading_up = display->camera == SETTING_CAMERA_HEADING_UP,
                                       .steady = display->reduced_motion};
    follow_controls(game);
    if (game->speed != game->settings.game.speed) {
        game->speed = game->settings.game.speed;
        laps_spoil(game); // they were begun at another speed
    }
}

void game_settings_def(const GameSettings *settings, GameDef *def) {
    const SettingsRace *race = &settings->settings.race;
    def->settings = settings;
    def->mode = (DriveMode)((int)race->mode - (int)SETTING_RACE_RACE);
    def->people = race->people;
    bool turns = def->mode == DRIVE_HOT_SEAT;
    def->turn_laps = turns && def->laps > 0 ? def->laps : race->turn_laps;
    if (turns && def->players > 0) {
        def->people = def->players > 1 ? def->players : def->people;
        def->players = 1; // at a time
    }
    def->my_pace = race->level == SETTING_LEVEL_MY_PACE;
    def->skill =
        def->my_pace ? SKILL_MEDIUM : (RaceSkill)((int)race->level - (int)SETTING_LEVEL_BEGINNER);
    def->reverse = race->direction == SETTING_DIRECTION_REVERSE;
    def->laps = race->laps;
    def->ai_cars = def->ai_cars >= 0 || game_mode_is_race(def->mode) ? race->ai : 0;
    def->track = def->track ? def->track : race->track;
    def->car = def->car ? def->car : race->car;
}

void game_settings_begin(Game *game) {
    const GameSettings *given = game->def.settings;
    game->settings = given ? given->settings : settings_default();
    game->settings_keep = given ? given->keep : (SettingsKeep){0};
    game->speed = game->settings.game.speed;
    game->ui_scale = game->settings.display.ui_scale;
    apply(game);
    if (given && given->notice[0]) {
        game_say(game, PALETTE_BAD, "%s", given->notice);
    }
}

/// By how much the desktop wants texts larger than the window's size makes them: on a dense screen
/// a pixel is small, and what is as small as may be is so in its pixels.
static float desktop_scale(const InputFrame *devices) {
    float least = canvas_unit(0.0f, 0.0f) * devices->density;
    float usual = canvas_unit((float)devices->width_px, (float)devices->height_px);
    return fmaxf(least / usual, 1.0f);
}

void game_settings_frame(Game *game, const InputFrame *devices, float dt) {
    MessageList messages = {0};
    apply(game);
    if (!devices->mouse_down[0]) { // else the bar would move away under the mouse that moves it
        float wish = game->settings.display.ui_scale,
              most = setting_find(SETTING_GROUP_DISPLAY, "ui_scale")->max;
        game->ui_scale = fmaxf(fminf(wish * desktop_scale(devices), most), wish);
    }
    bool saved = settings_keep_frame(&game->settings_keep, &game->settings, dt, &messages);
    if (messages.count > 0) {
        game_say(game, PALETTE_BAD, saved ? "Settings: %s" : "Settings not saved: %s",
                 messages.items[messages.count - 1].text);
    }
}

/// A name that is not installed, or too long to be kept, is left as it was.
static void remember_name(const char *name, const char *suffix, char out[SETTING_TEXT_MAX]) {
    if (!directories_is_path(name, suffix) && strlen(name) < SETTING_TEXT_MAX) {
        text_copy(name, out, SETTING_TEXT_MAX);
    }
}

void game_settings_remember(Game *game) {
    const RaceChoice *choice = &game->choice;
    SettingsRace *race = &game->settings.race;
    remember_name(choice->track, LOAD_TRACK_SUFFIX, race->track);
    remember_name(choice->car, LOAD_CAR_SUFFIX, race->car);
    race->mode = (SettingChoice)((int)SETTING_RACE_RACE + (int)choice->mode);
    race->level = choice->my_pace
                      ? SETTING_LEVEL_MY_PACE
                      : (SettingChoice)((int)SETTING_LEVEL_BEGINNER + (int)choice->skill);
    race->direction = choice->reverse ? SETTING_DIRECTION_REVERSE : SETTING_DIRECTION_FORWARD;
    race->laps = choice->laps;
    race->ai = choice->rivals;
    race->grid = (SettingChoice)((int)SETTING_GRID_MIXED + (int)choice->grid);
    season_remember_tracks(game);
    race->people = choice->people;
    race->turn_laps = choice->turn_laps;
}

void game_settings_end(Game *game) {
    MessageList messages = {0};
    settings_keep_save(&game->settings_keep, &game->settings, &messages);
    messages_print(&messages, stderr, NULL);
}

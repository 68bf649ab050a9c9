/// `axle play`: the game in its window.
#include "base/text.h"
#include "command_line/layer_option.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "commands/pace_option.h"
#include "commands/rule_options.h"
#include "commands/sets.h"
#include "game_state/game_settings.h"
#include "game_window/game_window.h"

#include <stdlib.h>

typedef struct PlayOptions {
    GameWindowDef run;
    int skill, mode, battle;
    PaceReport pace;
    const char *window;
    RuleOptions rules;
    OptionTexts screenshots, sets, ghosts;
    // As read from the texts:
    Shot shots[OPTION_TEXTS_MAX];
} PlayOptions;

static const char *const modes[] = {"race",         "elimination", "battle", // by DriveMode
                                    "championship", "practice",    "trial",  "hot-seat", NULL};

static int parse(int argument_count, char **arguments, PlayOptions *out) {
    const Option options[] = {
        {"players", "N", OPTION_INTEGER, &out->run.game.players, 1, SEATS_MAX, NULL,
         "skip the title, N players"},
        {"ai", "N", OPTION_INTEGER, &out->run.game.ai_cars, 0, RACE_MAX_CARS - SEATS_MAX, NULL,
         "AI cars (as last time, first 5; practice and trial 0)"},
        {"skill", "LEVEL", OPTION_CHOICE, &out->skill, 0, 0, pace_option_levels,
         "how well they drive (as last time); my-pace: about as you do"},
        PACE_OPTION(&out->pace),
        {"laps", "N", OPTION_INTEGER, &out->run.game.laps, 1, RACE_LAPS_MAX, NULL,
         "laps (as last time, first the track's own)"},
        {"car", "CAR", OPTION_TEXT, &out->run.game.car, 0, 0, NULL,
         "path or name of the car (as last time, first hatch)"},
        {"set", "PARAM=VALUE", OPTION_TEXTS, &out->sets, 0, 0, NULL,
         "change a number of that car, for all who drive it; VALUE may be +5%"},
        {"seed", "N", OPTION_SEED, &out->run.game.seed, 0, 0, NULL, "random seed (1)"},
        {"mode", "MODE", OPTION_CHOICE, &out->mode, 0, 0, modes,
         "elimination: the last drops out; battle: cars fire at each other; championship: for "
         "points on several tracks; practice: no "
         "countdown, no end; trial: alone, against the clock; hot-seat: N players by turns"},
        {"battle", "HOW", OPTION_CHOICE, &out->battle, 0, 0, battle_mode_names + BATTLE_LAPS,
         "which battle (as last time, first laps): first over the laps, or the last car running"},
        {"reverse", NULL, OPTION_FLAG, &out->run.game.reverse, 0, 0, NULL,
         "drive in reverse direction"},
        {"window", "WxH", OPTION_TEXT, &out->window, 0, 0, NULL,
         "size of the window (as last time, first 1280x720)"},
        {"ghost", "FILE.replay", OPTION_TEXTS, &out->ghosts, 0, 0, NULL,
         "drive time trials against the best lap of this replay"},
        {"fullscreen", NULL, OPTION_FLAG, &out->run.fullscreen, 0, 0, NULL, "fill the screen"},
        {"screenshot", "SECONDS:FILE.png", OPTION_TEXTS, &out->screenshots, 0, 0, NULL,
         "take a picture at this time"},
        {"quit-after", "SECONDS", OPTION_NUMBER, &out->run.quit_after, 0, 1e6, NULL,
         "end after this time"},
        {"fixed-dt", NULL, OPTION_FLAG, &out->run.fixed_dt, 0, 0, NULL,
         "1/60 s of game time a frame"},
        {"draw-every", "N", OPTION_INTEGER, &out->run.draw_every, 1, 60, NULL,
         "draw one frame of N, for tests without a GPU (1)"},
        {"trace", NULL, OPTION_FLAG, &out->run.trace, 0, 0, NULL,
         "print what happens, a line each, for scripts"},
        {"no-sound", NULL, OPTION_FLAG, &out->run.no_sound, 0, 0, NULL, "play silently"},
        {"timings", NULL, OPTION_FLAG, &out->run.timings, 0, 0, NULL,
         "print frame times at the end, processor time, and what was played"},
        LAYER_OPTION,
    };
    const Command command = COMMAND("play", "[TRACK]", 0, 1, "Plays in a window.", options);
    return LAYER_OPTION_TAKE(rule_options_parse(&command, &out->rules, true, argument_count,
                                                arguments, &out->run.game.track, NULL));
}

/// What the command line leaves open is as it was in the last run. What it says holds for this run:
/// the file does not get to know of it.
static void join_settings(PlayOptions *options) {
    GameDef *def = &options->run.game;
    Settings *settings = &options->run.settings.settings;
    SettingsRace *race = &settings->race;
    options->run.track_named = def->track != NULL;
    options->run.car_named = def->car != NULL;
    if (options->mode >= 0) {
        race->mode = (SettingChoice)((int)SETTING_RACE_RACE + options->mode);
    } else if ((race->mode == SETTING_RACE_TRIAL || race->mode == SETTING_RACE_HOT_SEAT) &&
               (def->players > 1 || def->ai_cars > 0)) {
        race->mode = SETTING_RACE_RACE; // those are for one person at a time
    }
    if (options->battle >= 0) {
        race->battle = (SettingChoice)((int)SETTING_BATTLE_LAPS + options->battle);
        race->mode = options->mode < 0 ? SETTING_RACE_BATTLE : race->mode;
    }
    bool drops = rule_options_rules(&options->rules, (RaceRules){0}).elimination != ELIMINATION_OFF;
    bool paced = options->pace.wanted_s > 0.0f;
    if (options->mode < 0 && drops) { // that says which kind of race it is
        race->mode = SETTING_RACE_ELIMINATION;
    } else if (options->mode < 0 && def->track && race->mode == SETTING_RACE_CHAMPIONSHIP) {
        race->mode = SETTING_RACE_RACE; // one track is none
    } else if (paced && race->mode != SETTING_RACE_ELIMINATION &&
               race->mode != SETTING_RACE_BATTLE) {
        race->mode = SETTING_RACE_RACE; // the time is one of a single track
    }
    if (paced) {
        race->level = SETTING_LEVEL_MY_PACE;
    } else if (options->skill >= 0) {
        race->level = (SettingChoice)((int)SETTING_LEVEL_BEGINNER + options->skill);
    }
    if (def->track || def->reverse) { // a track that is named is driven its own way round
        race->direction = def->reverse ? SETTING_DIRECTION_REVERSE : SETTING_DIRECTION_FORWARD;
    }
    rule_options_join(&options->rules, settings);
    race->laps = def->laps > 0 ? def->laps : race->laps;
    race->ai = def->ai_cars >= 0 ? def->ai_cars : race->ai;
    def->pace_s = options->pace.wanted_s;
    game_window_join(&options->run);
}

int command_play(int argument_count, char **arguments) {
    PlayOptions options = {.run = game_window_def(), .skill = -1, .mode = -1, .battle = -1};
    int code = parse(argument_count, arguments, &options);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    code = game_window_parse(&options.run, options.window, &options.screenshots, options.shots);
    bool one_race = options.mode <= DRIVE_BATTLE; // or nothing is said of it
    const char *mode = one_race ? NULL : modes[options.mode];
    code = code == EXIT_FINE ? pace_option_check(&options.pace, options.skill, mode) : code;
    if (code != EXIT_FINE) {
        return code;
    }
    GameDef *def = &options.run.game;
    if (def->track && text_ends_with(def->track, ".replay")) {
        return options_usage_error(
            "%s is a replay: the window shows none yet\n"
            "    help: `axle replay` tells what it holds; --ghost=FILE.replay drives against it",
            def->track);
    }
    if (options.mode == DRIVE_TRIAL && (def->players > 1 || def->ai_cars > 0)) {
        return options_usage_error("--mode=trial is for one person alone");
    }
    if (options.mode == DRIVE_CHAMPIONSHIP && def->track) {
        return options_usage_error("--mode=championship has tracks of its own\n"
                                   "    help: leave TRACK out; the menus choose them");
    }
    if (options.mode == DRIVE_HOT_SEAT && def->ai_cars > 0) {
        return options_usage_error("--mode=hot-seat has no AI cars");
    }
    game_window_settings(&options.run.settings);
    join_settings(&options);
    char *numbers = NULL;
    code = sets_numbers(def->car, &options.sets, &numbers);
    if (code != EXIT_FINE) {
        return code;
    }
    def->data = options_data_folder;
    def->numbers = numbers;
    def->ghost_files = options.ghosts.items;
    def->ghost_file_count = options.ghosts.count;
    def->keeps_records = true;
    code = game_window_run(&options.run);
    free(numbers);
    return code;
}

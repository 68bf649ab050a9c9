/// `axle play`: the game in its window.
#include "base/number.h"
#include "base/print.h"
#include "base/text.h"
#include "command_line/layer_option.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "commands/pace_option.h"
#include "commands/rule_options.h"
#include "commands/sets.h"
#include "commands/shots.h"
#include "game/frame_times.h"
#include "game/game.h"
#include "game/keep_at_exit.h"
#include "game/sound.h"
#include "game/trace.h"
#include "game/tuning.h"
#include "game/view.h"
#include "game_state/game_settings.h"
#include "game_state/recordings.h"
#include "game_state/trial.h"
#include "input/hotkeys.h"
#include "input/pad_files.h"
#include "platform/interrupt.h"
#include "session/load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAME_SECONDS (1.0 / 60.0)

typedef struct PlayOptions {
    GameDef game;
    int skill, mode, battle, draw_every;
    double quit_after;
    PaceReport pace;
    const char *window;
    RuleOptions rules;
    OptionTexts screenshots, sets, ghosts;
    bool fixed_dt, fullscreen, timings, trace, no_sound;
    GameSettings settings;       ///< With what the command line says otherwise.
    Settings first;              ///< What one drives at first.
    bool track_named, car_named; ///< By the command line, not by the last run.
    // As read from the texts:
    WindowPlace place; ///< Of the window; the zero value: as it was left.
    Shot shots[OPTION_TEXTS_MAX];
} PlayOptions;

static const char *const modes[] = {"race",         "elimination", "battle", // by DriveMode
                                    "championship", "practice",    "trial",  "hot-seat", NULL};

static int parse(int argument_count, char **arguments, PlayOptions *out) {
    const Option options[] = {
        {"players", "N", OPTION_INTEGER, &out->game.players, 1, SEATS_MAX, NULL,
         "skip the title, N players"},
        {"ai", "N", OPTION_INTEGER, &out->game.ai_cars, 0, RACE_MAX_CARS - SEATS_MAX, NULL,
         "AI cars (as last time, first 5; practice and trial 0)"},
        {"skill", "LEVEL", OPTION_CHOICE, &out->skill, 0, 0, pace_option_levels,
         "how well they drive (as last time); my-pace: about as you do"},
        PACE_OPTION(&out->pace),
        {"laps", "N", OPTION_INTEGER, &out->game.laps, 1, RACE_LAPS_MAX, NULL,
         "laps (as last time, first the track's own)"},
        {"car", "CAR", OPTION_TEXT, &out->game.car, 0, 0, NULL,
         "path or name of the car (as last time, first hatch)"},
        {"set", "PARAM=VALUE", OPTION_TEXTS, &out->sets, 0, 0, NULL,
         "change a number of that car, for all who drive it; VALUE may be +5%"},
        {"seed", "N", OPTION_SEED, &out->game.seed, 0, 0, NULL, "random seed (1)"},
        {"mode", "MODE", OPTION_CHOICE, &out->mode, 0, 0, modes,
         "elimination: the last drops out; battle: cars fire at each other; championship: for "
         "points on several tracks; practice: no "
         "countdown, no end; trial: alone, against the clock; hot-seat: N players by turns"},
        {"battle", "HOW", OPTION_CHOICE, &out->battle, 0, 0, battle_mode_names + BATTLE_LAPS,
         "which battle (as last time, first laps): first over the laps, or the last car running"},
        {"reverse", NULL, OPTION_FLAG, &out->game.reverse, 0, 0, NULL,
         "drive in reverse direction"},
        {"window", "WxH", OPTION_TEXT, &out->window, 0, 0, NULL,
         "size of the window (as last time, first 1280x720)"},
        {"ghost", "FILE.replay", OPTION_TEXTS, &out->ghosts, 0, 0, NULL,
         "drive time trials against the best lap of this replay"},
        {"fullscreen", NULL, OPTION_FLAG, &out->fullscreen, 0, 0, NULL, "fill the screen"},
        {"screenshot", "SECONDS:FILE.png", OPTION_TEXTS, &out->screenshots, 0, 0, NULL,
         "take a picture at this time"},
        {"quit-after", "SECONDS", OPTION_NUMBER, &out->quit_after, 0, 1e6, NULL,
         "end after this time"},
        {"fixed-dt", NULL, OPTION_FLAG, &out->fixed_dt, 0, 0, NULL, "1/60 s of game time a frame"},
        {"draw-every", "N", OPTION_INTEGER, &out->draw_every, 1, 60, NULL,
         "draw one frame of N, for tests without a GPU (1)"},
        {"trace", NULL, OPTION_FLAG, &out->trace, 0, 0, NULL,
         "print what happens, a line each, for scripts"},
        {"no-sound", NULL, OPTION_FLAG, &out->no_sound, 0, 0, NULL, "play silently"},
        {"timings", NULL, OPTION_FLAG, &out->timings, 0, 0, NULL,
         "print frame times at the end, processor time, and what was played"},
        LAYER_OPTION,
    };
    const Command command = COMMAND("play", "[TRACK]", 0, 1, "Plays in a window.", options);
    return LAYER_OPTION_TAKE(rule_options_parse(&command, &out->rules, true, argument_count,
                                                arguments, &out->game.track, NULL));
}

static bool parse_window(PlayOptions *options) {
    char text[32];
    WindowPlace *place = &options->place;
    if (!options->window) {
        return true;
    }
    place->exact = true;
    snprintf(text, sizeof text, "%s", options->window);
    char *cross = strchr(text, 'x');
    if (cross) {
        *cross = '\0';
    }
    if (!cross || !number_parse_integer(text, &place->width) ||
        !number_parse_integer(cross + 1, &place->height) || place->width < WINDOW_MIN_WIDTH ||
        place->height < WINDOW_MIN_HEIGHT || place->width > 7680 || place->height > 4320) {
        options_usage_error("--window must be WxH from 480x320 to 7680x4320, found \"%s\"",
                            options->window);
        return false;
    }
    return true;
}

/// Whether this frame is one to take a picture of: it is drawn whatever is skipped.
static bool is_pictured(const PlayOptions *options, const Game *game, const InputFrame *input) {
    bool due = hotkey_pressed(HOTKEY_PICTURE, input);
    for (int i = 0; i < options->screenshots.count; i++) {
        due |= !options->shots[i].taken && game->time >= options->shots[i].at;
    }
    return due;
}

/// The window as the settings want it.
static void follow_settings(Window *window, const Settings *settings) {
    window_set_fullscreen(window, settings->display.mode == SETTING_MODE_FULLSCREEN);
    window_set_vsync(window, settings->display.vsync);
}

/// Replays that were dropped on the window become ghosts.
static void take_drops(Window *window, Game *game) {
    char path[WINDOW_DROP_MAX];
    while (window_take_drop(window, path)) {
        trial_add_ghost(game, path);
    }
}

/// What keeps frames in step with the display.
typedef struct Pacing {
    FramePacer pacer;
    QualityJudge judge;
    double shown; ///< When the display got the last frame.
} Pacing;

/// With low latency, frames begin no faster than this share of the display's time for one.
#define EARLIEST 0.9

/// The display has just got the frame that began at `begun` and was drawn `work_s` later, or
/// nothing was `shown`, as the window is iconified. Sleeps until the next one is due.
static void end_frame(Pacing *pacing, Window *window, const View *view, Game *game, bool shown,
                      double begun, double work_s) {
    double now = window_time(window), period = window_frame_time(window);
    float since_s = (float)(now - pacing->shown);
    pacing->shown = now;
    if (shown) {
        quality_frame(&pacing->judge, game, &view->renderer, (float)period, (float)work_s, since_s);
    }
    if (game->settings.display.low_latency) {
        frame_pacer_note(&pacing->pacer, (float)period, (float)work_s, since_s);
        double sleep = (double)frame_pacer_sleep(&pacing->pacer, (float)period);
        window_wait_until(window, fmax(now + sleep, begun + EARLIEST * period));
    } else {
        window_wait_until(window, begun + (double)frame_least_time((float)period));
    }
}

static void run(Window *window, View *view, Game *game, PlayOptions *options, FrameTimes *times) {
    InputFrame input = {0};
    Tuning tuning = {0};
    Sound sound = {0};
    double last = window_time(window);
    bool show_timings = false;
    Trace trace = {.screen = -1, .phase = -1};
    char text[FRAME_TIMES_TEXT] = "";
    Pacing pacing = {.shown = last};
    bool in_step = !options->fixed_dt && options->draw_every == 1; // with what people see
    interrupt_hold();
    keep_at_exit(game, &tuning);
    if (!options->no_sound) {
        sound_begin(&sound);
    }
    for (int frame = 0; !game->quit && !interrupt_noted(); frame++) {
        window_poll(window, &input);
        take_drops(window, game);
        if (options->trace) {
            trace_input(&trace, game, &input); // before the panel takes what is meant for it
        }
        double now = window_time(window), polled = last;
        float dt = options->fixed_dt ? (float)FRAME_SECONDS : (float)(now - last);
        last = now;
        if (hotkey_pressed(HOTKEY_FULLSCREEN, &input) ||
            (input.alt && window_pressed(&input, KEY_ENTER))) {
            setting_move(setting_find(SETTING_GROUP_DISPLAY, "mode"), &game->settings, 0, 1);
        }
        show_timings ^= hotkey_pressed(HOTKEY_TIMINGS, &input);
        tuning_frame(&tuning, game, &input, view->font_path, dt);
        double begun = window_time(window);
        game_frame(game, &input, dt, input.width_px, input.height_px);
        double ticks_s = window_time(window) - begun;
        follow_settings(window, &game->settings);
        tuning_sample(&tuning, game);
        sound_frame(&sound, game, input.width_px, input.height_px, dt);
        if (options->trace) {
            trace_game(&trace, game);
            trace_contacts(&trace, game, input.width_px, input.height_px);
            tuning_trace(&tuning, game);
        }
        bool drawn = frame % options->draw_every == 0 || is_pictured(options, game, &input);
        bool shown = drawn && input.width_px > 0 && input.height_px > 0;
        if (shown) {
            view_draw(view, game, input.width_px, input.height_px, show_timings ? text : NULL);
            tuning_draw(&tuning, game);
            for (int i = 0; i < options->screenshots.count; i++) {
                Shot *shot = &options->shots[i];
                if (!shot->taken && game->time >= shot->at) {
                    shot->taken = true;
                    shot_take(shot, view, &input);
                }
            }
            if (hotkey_pressed(HOTKEY_PICTURE, &input)) {
                shot_take_own(view, game, options->trace, input.width_px, input.height_px);
            }
        }
        bool measured =
            game->settings.display.low_latency || quality_is_open(game, &view->renderer);
        if (shown && in_step && measured) {
            gl_wait_drawn();
        }
        double work_s = window_time(window) - now;
        if (drawn) {
            window_swap(window);
            gl_limit_queue(view->gl);
        }
        double done = window_time(window), took = done - now;
        frame_times_text(took, ticks_s, done - polled, text);
        if (options->timings) {
            frame_times_add(times, took);
        }
        if (options->quit_after > 0.0 && game->time >= options->quit_after) {
            break;
        }
        if (in_step) {
            end_frame(&pacing, window, view, game, shown, now, work_s);
        } else {
            window_wait_until(
                window, now + (options->fixed_dt ? FRAME_SECONDS : window_frame_time(window)));
        }
    }
    recordings_save_last(game); // before anything asks a display that may be gone
    keep_at_exit(NULL, NULL);
    if (options->timings) {
        frame_times_print(times);
        sound_print(&sound);
    }
    sound_end(&sound);
    tuning_destroy(&tuning, game);
}

/// The window and what draws into it; opened when there is something to show.
typedef struct Stage {
    const PlayOptions *options;
    const Game *game; ///< That is being made, or plays.
    Window *window;
    View view;
    bool tried, open;
    MessageList messages; ///< Why it is not open.
    InputFrame input;     ///< While there is nothing but waiting.
} Stage;

/// Whether it is open now.
static bool stage_open(Stage *stage) {
    if (!stage->tried) {
        const PlayOptions *options = stage->options;
        stage->tried = true;
        pad_files_load();
        WindowPlace place = options->window ? options->place : window_place_load();
        stage->window = window_open(&place, options->fullscreen, &stage->messages);
        stage->open = stage->window != NULL && view_make(&stage->view, options_data_folder,
                                                         window_gl_proc, &stage->messages);
    }
    return stage->open;
}

/// Where people leave the window it opens next time; what the command line says is for one run.
static void remember_window(const Stage *stage) {
    WindowPlace place = window_place(stage->window);
    MessageList messages = {0};
    if (!stage->options->window && !window_place_save(&place, &messages)) {
        messages_print(&messages, stderr, NULL);
    }
}

static void stage_close(Stage *stage) {
    if (stage->open) {
        remember_window(stage);
    }
    if (stage->open) {
        view_destroy(&stage->view);
    }
    if (stage->window) {
        window_close(stage->window);
    }
}

/// Waiting.show: the window stays alive. Presses meanwhile are for nobody.
static void show_waiting(void *context, float part) {
    Stage *stage = context;
    if (!stage_open(stage)) {
        return;
    }
    InputFrame *input = &stage->input;
    window_poll(stage->window, input);
    if (input->width_px > 0 && input->height_px > 0) {
        view_draw_waiting(&stage->view, input->width_px, input->height_px, part,
                          stage->game->ui_scale);
        window_swap(stage->window);
    }
}

static int play_on(Stage *stage, Game *game, PlayOptions *options) {
    if (!stage_open(stage)) {
        messages_print(&stage->messages, stderr, NULL);
        return EXIT_NO_DISPLAY;
    }
    FrameTimes times = {0};
    game->live.reload.font = &stage->view.font;
    run(stage->window, &stage->view, game, options, &times);
    reload_drop(&game->live.reload); // which may be writing with the font
    int code = EXIT_FINE;
    for (int i = 0; i < options->screenshots.count; i++) {
        code = options->shots[i].failed ? EXIT_UNREADABLE : code;
    }
    return code;
}

/// Says on the title, behind what else is said there, what of the last run cannot be loaded.
static void tell_gone(PlayOptions *options, const char *name) {
    char *notice = options->settings.notice;
    size_t length = strlen(notice);
    snprintf(notice + length, sizeof options->settings.notice - length, "%sCannot load %.60s again",
             length > 0 ? ". " : "", name);
}

/// Makes the game. Where the track or the car of the last run is gone or broken, which was printed,
/// with that which one drives at first; the settings go on remembering the other. What the command
/// line names must be there.
static int make_game(Game *game, PlayOptions *options) {
    GameDef *def = &options->game;
    CarFile car;
    int code = load_car(def->data, def->car, &car);
    if (code != EXIT_FINE) {
        if (options->car_named) {
            return code;
        }
        tell_gone(options, def->car);
        def->car = options->first.race.car;
    }
    code = game_create(game, def);
    if (code == EXIT_FINE || options->track_named) {
        return code;
    }
    game_destroy(game);
    tell_gone(options, def->track);
    def->track = options->first.race.track;
    return game_create(game, def);
}

static int play(PlayOptions *options) {
    Game game = {0};
    Stage stage = {.options = options, .game = &game};
    options->game.waiting = (Waiting){show_waiting, &stage};
    int code = make_game(&game, options);
    if (code == EXIT_FINE) {
        code = play_on(&stage, &game, options);
        code = interrupt_noted() ? EXIT_INTERRUPTED : code;
    }
    game_destroy(&game);
    stage_close(&stage);
    return code;
}

/// Loads the settings. What is wrong with their file is printed, and shown once.
static void load_settings(GameSettings *out) {
    MessageList messages = {0};
    out->settings = settings_keep_load(&out->keep, &messages);
    messages_print(&messages, stderr, NULL);
    if (messages.count > 0) {
        const Message *last = &messages.items[messages.count - 1]; // what became of the file
        char line[32] = "";
        if (last->place.line > 0) {
            snprintf(line, sizeof line, ", line %d", last->place.line);
        }
        snprintf(out->notice, sizeof out->notice, "Settings%s: %.200s", line, last->text);
    }
}

/// What the command line leaves open is as it was in the last run. What it says holds for this run:
/// the file does not get to know of it.
static void join_settings(PlayOptions *options) {
    GameDef *def = &options->game;
    Settings *settings = &options->settings.settings;
    SettingsRace *race = &settings->race;
    options->first = settings_default();
    options->track_named = def->track != NULL;
    options->car_named = def->car != NULL;
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
    if (options->fullscreen || options->window) {
        settings->display.mode =
            options->fullscreen ? SETTING_MODE_FULLSCREEN : SETTING_MODE_WINDOWED;
    }
    def->pace_s = options->pace.wanted_s;
    game_settings_def(&options->settings, def);
    if (options->screenshots.count > 0) { // there is time for smooth edges
        settings->display.quality = SETTING_QUALITY_HIGH;
    }
    options->fullscreen = settings->display.mode == SETTING_MODE_FULLSCREEN;
    settings_keep_accept(&options->settings.keep, settings);
}

int command_play(int argument_count, char **arguments) {
    PlayOptions options = {
        .game = {.ai_cars = -1, .seed = 1}, .skill = -1, .mode = -1, .battle = -1, .draw_every = 1};
    int code = parse(argument_count, arguments, &options);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    code = parse_window(&options) ? shots_parse(&options.screenshots, options.shots) : EXIT_USAGE;
    bool one_race = options.mode <= DRIVE_BATTLE; // or nothing is said of it
    const char *mode = one_race ? NULL : modes[options.mode];
    code = code == EXIT_FINE ? pace_option_check(&options.pace, options.skill, mode) : code;
    if (code != EXIT_FINE) {
        return code;
    }
    GameDef *def = &options.game;
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
    load_settings(&options.settings);
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
    code = play(&options);
    free(numbers);
    return code;
}

#include "game_window/game_window.h"

#include "base/exit_code.h"
#include "base/number.h"
#include "game/frame_times.h"
#include "game/keep_at_exit.h"
#include "game/sound.h"
#include "game/trace.h"
#include "game/tuning.h"
#include "game_state/game_settings.h"
#include "game_state/recordings.h"
#include "game_state/trial.h"
#include "input/hotkeys.h"
#include "input/pad_files.h"
#include "platform/interrupt.h"
#include "session/load.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FRAME_SECONDS (1.0 / 60.0)

GameWindowDef game_window_def(void) {
    return (GameWindowDef){.game = {.ai_cars = -1, .seed = 1}, .draw_every = 1};
}

static bool parse_place(const char *window, WindowPlace *out) {
    char text[32];
    WindowPlace place = {.exact = true};
    snprintf(text, sizeof text, "%s", window);
    char *cross = strchr(text, 'x');
    if (cross) {
        *cross = '\0';
    }
    if (!cross || !number_parse_integer(text, &place.width) ||
        !number_parse_integer(cross + 1, &place.height) || place.width < WINDOW_MIN_WIDTH ||
        place.height < WINDOW_MIN_HEIGHT || place.width > 7680 || place.height > 4320) {
        options_usage_error("--window must be WxH from 480x320 to 7680x4320, found \"%s\"", window);
        return false;
    }
    *out = place;
    return true;
}

int game_window_parse(GameWindowDef *def, const char *window, const OptionTexts *screenshots,
                      Shot *shots) {
    def->placed = window != NULL;
    def->shots = shots;
    def->shot_count = screenshots->count;
    return !window || parse_place(window, &def->place) ? shots_parse(screenshots, shots)
                                                       : EXIT_USAGE;
}

void game_window_settings(GameSettings *out) {
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

void game_window_join(GameWindowDef *def) {
    Settings *settings = &def->settings.settings;
    if (def->fullscreen || def->placed) {
        settings->display.mode = def->fullscreen ? SETTING_MODE_FULLSCREEN : SETTING_MODE_WINDOWED;
    }
    game_settings_def(&def->settings, &def->game);
    if (def->shot_count > 0) { // there is time for smooth edges
        settings->display.quality = SETTING_QUALITY_HIGH;
    }
    def->fullscreen = settings->display.mode == SETTING_MODE_FULLSCREEN;
    settings_keep_accept(&def->settings.keep, settings);
}

/// Whether this frame is one to take a picture of: it is drawn whatever is skipped.
static bool is_pictured(const GameWindowDef *def, const Game *game, const InputFrame *input) {
    bool due = hotkey_pressed(HOTKEY_PICTURE, input);
    for (int i = 0; i < def->shot_count; i++) {
        due |= !def->shots[i].taken && game->time >= def->shots[i].at;
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

/// Whether Alt+Enter went down, which many know for the full screen.
static bool alt_enter(const InputFrame *input) {
    bool found = false;
    for (int i = 0; i < input->press_count; i++) {
        found |= input->presses[i].key == KEY_ENTER && input->presses[i].alt;
    }
    return found;
}

static void run(Window *window, View *view, Game *game, GameWindowDef *def, FrameTimes *times) {
    InputFrame input = {0};
    Tuning tuning = {0};
    Sound sound = {0};
    double last = window_time(window);
    bool show_timings = false;
    Trace trace = {.screen = -1, .phase = -1};
    char text[FRAME_TIMES_TEXT] = "";
    Pacing pacing = {.shown = last};
    bool in_step = !def->fixed_dt && def->draw_every == 1; // with what people see
    interrupt_hold();
    keep_at_exit(game, &tuning);
    if (!def->no_sound) {
        sound_begin(&sound);
    }
    for (int frame = 0; !game->quit && !interrupt_noted(); frame++) {
        window_poll(window, &input);
        take_drops(window, game);
        if (def->trace) {
            trace_input(&trace, game, &input); // before the panel takes what is meant for it
        }
        double now = window_time(window), polled = last;
        float dt = def->fixed_dt ? (float)FRAME_SECONDS : (float)(now - last);
        last = now;
        if (hotkey_pressed(HOTKEY_FULLSCREEN, &input) || alt_enter(&input)) {
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
        if (def->trace) {
            trace_game(&trace, game);
            trace_contacts(&trace, game, input.width_px, input.height_px);
            tuning_trace(&tuning, game);
        }
        bool drawn = frame % def->draw_every == 0 || is_pictured(def, game, &input);
        bool shown = drawn && input.width_px > 0 && input.height_px > 0;
        if (shown) {
            view_draw(view, game, input.width_px, input.height_px, show_timings ? text : NULL);
            tuning_draw(&tuning, game);
            for (int i = 0; i < def->shot_count; i++) {
                Shot *shot = &def->shots[i];
                if (!shot->taken && game->time >= shot->at) {
                    shot->taken = true;
                    shot_take(shot, view, &input);
                }
            }
            if (hotkey_pressed(HOTKEY_PICTURE, &input)) {
                shot_take_own(view, game, def->trace, input.width_px, input.height_px);
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
        if (def->timings) {
            frame_times_add(times, took);
        }
        if (def->quit_after > 0.0 && game->time >= def->quit_after) {
            break;
        }
        if (in_step) {
            end_frame(&pacing, window, view, game, shown, now, work_s);
        } else {
            window_wait_until(window,
                              now + (def->fixed_dt ? FRAME_SECONDS : window_frame_time(window)));
        }
    }
    recordings_save_last(game); // before anything asks a display that may be gone
    keep_at_exit(NULL, NULL);
    if (def->timings) {
        frame_times_print(times);
        sound_print(&sound);
    }
    sound_end(&sound);
    tuning_destroy(&tuning, game);
}

/// The window and what draws into it; opened when there is something to show.
typedef struct Stage {
    const GameWindowDef *def;
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
        const GameWindowDef *def = stage->def;
        stage->tried = true;
        pad_files_load();
        WindowPlace place = def->placed ? def->place : window_place_load();
        stage->window = window_open(&place, def->fullscreen, &stage->messages);
        stage->open = stage->window != NULL && view_make(&stage->view, options_data_folder,
                                                         window_gl_proc, &stage->messages);
    }
    return stage->open;
}

/// Where people leave the window it opens next time; what the command line says is for one run.
static void remember_window(const Stage *stage) {
    WindowPlace place = window_place(stage->window);
    MessageList messages = {0};
    if (!stage->def->placed && !window_place_save(&place, &messages)) {
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

static int play_on(Stage *stage, Game *game, GameWindowDef *def) {
    if (!stage_open(stage)) {
        messages_print(&stage->messages, stderr, NULL);
        return EXIT_NO_DISPLAY;
    }
    FrameTimes times = {0};
    game->live.reload.font = &stage->view.font;
    run(stage->window, &stage->view, game, def, &times);
    reload_drop(&game->live.reload); // which may be writing with the font
    int code = EXIT_FINE;
    for (int i = 0; i < def->shot_count; i++) {
        code = def->shots[i].failed ? EXIT_UNREADABLE : code;
    }
    return code;
}

/// Says on the title, behind what else is said there, what of the last run cannot be loaded.
static void tell_gone(GameWindowDef *def, const char *name) {
    char *notice = def->settings.notice;
    size_t length = strlen(notice);
    snprintf(notice + length, sizeof def->settings.notice - length, "%sCannot load %.60s again",
             length > 0 ? ". " : "", name);
}

/// Makes the game. Where the track or the car of the last run is gone or broken, which was printed,
/// with that which one drives at first; the settings go on remembering the other. What the command
/// line names must be there.
static int make_game(Game *game, GameWindowDef *def) {
    GameDef *of_game = &def->game;
    CarFile car;
    int code = load_car(of_game->data, of_game->car, &car);
    if (code != EXIT_FINE) {
        if (def->car_named) {
            return code;
        }
        tell_gone(def, of_game->car);
        of_game->car = def->first.race.car;
    }
    code = game_create(game, of_game);
    if (code == EXIT_FINE || def->track_named) {
        return code;
    }
    game_destroy(game);
    tell_gone(def, of_game->track);
    of_game->track = def->first.race.track;
    return game_create(game, of_game);
}

int game_window_run(GameWindowDef *def) {
    def->first = settings_default();
    Game game = {0};
    Stage stage = {.def = def, .game = &game};
    def->game.waiting = (Waiting){show_waiting, &stage};
    int code = make_game(&game, def);
    if (code == EXIT_FINE) {
        code = play_on(&stage, &game, def);
        code = interrupt_noted() ? EXIT_INTERRUPTED : code;
    }
    game_destroy(&game);
    stage_close(&stage);
    return code;
}

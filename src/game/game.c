#include "game/game.h"

#include "base/assert.h"
#include "base/directories.h"
#include "base/exit_code.h"
#include "base/print.h"
#include "game/kept_replays.h"
#include "game/laps.h"
#include "game/menus.h"
#include "race/classification.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_AI_CARS = 5,
    ATTRACT_LAPS = 99,
    ATTRACT_TICKS = 9 * 240
};

const char *const game_color_names[SEATS_MAX] = {"red", "yellow", "mint", "violet"};

#define TOAST_TIME    3.0f  // s
#define TOAST_READING 0.05f // s more a character beyond the first 40
#define RESULTS_AFTER 2.0   // s after the last player is home

void game_say(Game *game, uint32_t color, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(game->toast, sizeof game->toast, format, arguments);
    va_end(arguments);
    game->toast_color = color;
    game->toast_left = TOAST_TIME + TOAST_READING * fmaxf((float)strlen(game->toast) - 40.0f, 0.0f);
    game->toast_count++;
    game->toast_wrong = game->toast_setup = false;
}

static void paint_cars(Game *game) {
    int cars[SEATS_MAX];
    for (int i = 0; i < game->seat_count; i++) {
        cars[i] = game->seats[i].car;
    }
    race_picture_looks(game->looks, cars, game->seat_count);
}

// The race as it was a tick ago, to draw what lies between: as large as the race.
static void make_before(Game *game) {
    const Race *race = game->session.race;
    free(game->before);
    game->before = malloc(race->size);
    ASSERT(game->before != NULL);
    memcpy(game->before, race, race->size);
}

static void settle(Game *game) {
    memcpy(game->before, game->session.race, game->session.race->size);
    memset(&game->effects, 0, sizeof game->effects);
    game->clock = (RaceClock){0};
    game->finished_s = -1.0;
    game->focus = 0;
    game->asked = -1;
    game->lost_seat = -1;
    game->title_camera.started = false;
    for (int i = 0; i < SEATS_MAX; i++) {
        game->seats[i].camera.started = false;
    }
    paint_cars(game);
}

static int first_car(const Game *game) { return game->seat_count ? game->seats[0].car : -1; }

static RaceDef race_def(const Game *game, bool title) {
    RaceDef def = race_def_default();
    def.car_count = game->session.def.race.car_count;
    def.seed = game->def.seed;
    def.mode = title ? RACE_MODE_RACE : game->def.mode;
    def.laps = title ? ATTRACT_LAPS : game->def.laps;
    for (int i = 0; i < def.car_count; i++) {
        def.skill[i] = title ? SKILL_HARD : game->def.skill;
    }
    for (int i = 0; i < game->seat_count && !title; i++) {
        def.ai_cars &= ~(1u << game->seats[i].car);
    }
    return def;
}

void game_start_title(Game *game) {
    kept_replays_last(game);
    game->screen = GAME_TITLE;
    game->seat_count = 0;
    RaceDef def = race_def(game, true);
    session_restart(&game->session, &def);
    static const CarInput idle[RACE_MAX_CARS];
    for (int i = 0; i < ATTRACT_TICKS; i++) { // past the countdown, into the first fights
        race_step(game->session.race, idle);
    }
    live_start(&game->live, &game->session, -1);
    settle(game);
}

void game_start_race(Game *game) {
    kept_replays_last(game);
    game->screen = GAME_DRIVE;
    RaceDef def = race_def(game, false);
    session_restart(&game->session, &def);
    for (int i = 0; i < game->seat_count; i++) {
        game->seats[i].used_gas = false;
        game->seats[i].hints = key_hints_time_start();
        game->seats[i].laps_seen = 0;
        game->seats[i].lap_spoiled = game->seats[i].lap_dropped = false;
    }
    live_start(&game->live, &game->session, first_car(game));
    settle(game);
}

// The field stays as large as it was at the start, however many of its cars people take.
static int cars_wanted(const Game *game) {
    int players = game->def.players > 0 ? game->def.players : 1;
    return game->def.ai_cars + players;
}

// Sets up a session on the chosen track with the chosen car, with fewer AI cars where the grid is
// short.
static int load_session(Game *game) {
    SessionDef def = {.data = game->def.data,
                      .track = game->track_name,
                      .race = race_def_default(),
                      .reverse = game->reverse,
                      .lines = game->lines,
                      .waiting = &game->def.waiting};
    char path[PATH_LIMIT];
    Track track;
    int code = load_track(game->def.data, game->track_name, &track, path);
    if (code != EXIT_FINE) {
        return code;
    }
    if (game->reverse && load_reverse(&track) != EXIT_FINE) {
        track_destroy(&track);
        return EXIT_NO;
    }
    int wanted = cars_wanted(game);
    def.race.car_count = wanted < track.slot_count ? wanted : track.slot_count;
    def.race.seed = game->def.seed;
    for (int i = 0; i < def.race.car_count; i++) {
        def.cars[i] = game->car_name;
        def.numbers[i] = strcmp(game->car_name, game->def.car) == 0 ? game->def.numbers : NULL;
    }
    if (def.race.car_count < game->seat_count) {
        track_destroy(&track);
        return EXIT_NO;
    }
    Session session = {0};
    code = session_make_on(&session, &def, &track, path);
    if (code != EXIT_FINE) {
        return code;
    }
    kept_replays_last(game);
    reload_drop(&game->live.reload); // it may be reading for the old one
    session_destroy(&game->session);
    game->session = session;
    // What the race points at moved with the struct.
    game->session.data.track = &game->session.track;
    race_set_data(game->session.race, &game->session.data);
    make_before(game);
    game->track_changed = true;
    game->record_s = 0.0;
    live_session(&game->live, &game->session);
    return EXIT_FINE;
}

void game_list_cars(Game *game) {
    for (int i = 0; i < game->car_count; i++) {
        free(game->cars[i]);
    }
    game->car_count = load_list(game->def.data, "cars", LOAD_CAR_SUFFIX, game->cars, GAME_CARS_MAX);
}

int game_create(Game *game, const GameDef *def) {
    game->def = *def;
    game->lines = lines_make();
    live_make(&game->live);
    game->track_count =
        load_list(game->def.data, "tracks", LOAD_TRACK_SUFFIX, game->tracks, GAME_TRACKS_MAX);
    game_list_cars(game);
    if (!def->track && game->track_count == 0) {
        print_to(stderr, "axle: there is no track installed\n");
        return EXIT_UNREADABLE;
    }
    snprintf(game->track_name, sizeof game->track_name, "%s",
             def->track ? def->track : game->tracks[0]);
    snprintf(game->car_name, sizeof game->car_name, "%s", def->car);
    game->reverse = def->reverse;
    int code = load_session(game);
    if (code != EXIT_FINE) {
        return code;
    }
    if (def->players == 0) {
        game_start_title(game);
        return EXIT_FINE;
    }
    game->seat_count = def->players;
    for (int i = 0; i < def->players; i++) {
        game->seats[i] = (Seat){.device = def->players == 1 ? DEVICE_ANY_KEYS : i,
                                .car = game->session.race->car_count - def->players + i};
    }
    if (def->players == 2) { // the natural halves: P1 left, P2 right
        game->seats[0].device = 0;
        game->seats[1].device = 1;
    }
    game_start_race(game);
    return EXIT_FINE;
}

void game_destroy(Game *game) {
    kept_replays_last(game);
    live_destroy(&game->live);
    session_destroy(&game->session);
    lines_destroy(game->lines);
    free(game->before);
    for (int i = 0; i < game->track_count; i++) {
        free(game->tracks[i]);
    }
    for (int i = 0; i < game->car_count; i++) {
        free(game->cars[i]);
    }
    *game = (Game){0};
}

static void take_seat(Game *game, int device, int car) {
    game->seats[game->seat_count++] =
        (Seat){.device = device, .car = car, .hints = key_hints_time_start()};
}

static void wake_from_title(Game *game, const InputFrame *input) {
    int device = device_waking(input);
    if (device == DEVICE_NONE) {
        return;
    }
    take_seat(game, device, game->session.race->car_count - 1);
    game_start_race(game);
}

// Gives the seat at `device` the AI car that stands best for a newcomer: the last one that is still
// racing.
static void join(Game *game, int device) {
    Race *race = game->session.race;
    int order[RACE_MAX_CARS];
    race_order(race, order);
    for (int i = race->car_count - 1; i >= 0; i--) {
        int car = order[i];
        const Racer *racer = &race_racers(race)[car];
        if ((race->ai_cars >> car & 1u) == 0 || classification_stands(racer)) {
            continue;
        }
        race_set_ai(race, car, false, game->def.skill);
        take_seat(game, device, car);
        game->seats[game->seat_count - 1].laps_seen = racer->lap;
        game->seats[game->seat_count - 1].lap_spoiled = true; // the AI began it
        paint_cars(game);
        return;
    }
    game_say(game, 0xF2F4F8FF, "No free car in this race");
}

static void check_joining(Game *game, const InputFrame *input) {
    bool taken[DEVICE_COUNT] = {false};
    for (int i = 0; i < game->seat_count; i++) {
        if (game->seats[i].device == DEVICE_ANY_KEYS) {
            game->seats[i].device = device_claim(input);
        }
        taken[game->seats[i].device] = true;
        if (game->seats[i].device == DEVICE_ANY_KEYS) {
            taken[0] = taken[1] = taken[2] = taken[3] = true;
        }
    }
    int device = device_joining(input, taken);
    if (device != DEVICE_NONE && game->seat_count < SEATS_MAX) {
        join(game, device);
    }
}

static void collect_inputs(Game *game, const InputFrame *input, CarInput inputs[RACE_MAX_CARS]) {
    for (int i = 0; i < game->seat_count; i++) {
        Seat *seat = &game->seats[i];
        inputs[seat->car] = device_input(seat->device, input);
        seat->used_gas |= inputs[seat->car].throttle > 0;
    }
}

static bool is_practice(const Game *game) {
    return game->session.race->mode == RACE_MODE_PRACTICE && game->screen == GAME_DRIVE &&
           game->seat_count > 0;
}

// The race goes on from an earlier moment, with the cars as they are now: that is what one wants to
// try.
static void go_on_rewound(Game *game) {
    recorder_rewound(&game->live.recorder, game->session.race);
    live_restore(&game->live, &game->session, first_car(game));
    game->finished_s = -1.0;
}

void game_end_rewind(Game *game) {
    PaceInput let_go = {0};
    if (game->live.pace.rewinding) {
        pace_frame(&game->live.pace, &let_go, &game->clock, 0.0, game->session.race, game->before);
        go_on_rewound(game);
    }
}

// How many ticks to step. In practice time may run slower or backwards.
static int pass_time(Game *game, const InputFrame *input, float dt) {
    if (!is_practice(game)) {
        return race_clock_advance(&game->clock, (double)dt);
    }
    PaceInput wishes = pace_input(input);
    PaceFrame frame = pace_frame(&game->live.pace, &wishes, &game->clock, (double)dt,
                                 game->session.race, game->before);
    if (frame.rewinding || frame.rewound || game->live.pace.level != PACE_WHOLE) {
        laps_spoil(game);
    }
    if (frame.rewound) {
        go_on_rewound(game);
    }
    return frame.ticks;
}

static void step_race(Game *game, const CarInput *inputs, int ticks, float dt) {
    Race *race = game->session.race;
    for (int i = 0; i < ticks; i++) {
        if (i == ticks - 1) {
            memcpy(game->before, race, race->size);
        }
        race_step(race, inputs);
        recorder_step(&game->live.recorder, race, inputs);
        effects_tick(&game->effects, race);
        force_marks_tick(&game->live.marks, race);
        rematch_follow(&game->live.rematch, race);
        if (is_practice(game)) {
            pace_record(&game->live.pace, race);
        }
    }
    if (ticks > 0 || game->live.pace.level == PACE_WHOLE) {
        effects_frame(&game->effects, dt);
        force_marks_frame(&game->live.marks, dt);
    }
}

float game_alpha(const Game *game) {
    return game->session.race->mode == RACE_MODE_PRACTICE
               ? pace_alpha(&game->live.pace, &game->clock)
               : race_clock_alpha(&game->clock);
}

static void move_cameras(Game *game, float dt, int width, int height) {
    if (width <= 0 || height <= 0) { // minimised: the zoom would collapse
        return;
    }
    ViewRect views[SEATS_MAX];
    int count = game_views(game, width, height, views);
    const Race *race = game->session.race;
    for (int i = 0; i < count; i++) {
        int car = game->seat_count ? game->seats[i].car : 0;
        if (!game->seat_count) {
            int order[RACE_MAX_CARS];
            race_order(race, order);
            car = order[race->car_count / 2]; // the middle of the field: most to see
        }
        Camera *camera = game->seat_count ? &game->seats[i].camera : &game->title_camera;
        CarPose pose = race_picture_pose(game->before, race, car, game_alpha(game));
        float smaller =
            (float)(views[i].width < views[i].height ? views[i].width : views[i].height);
        float aspect = (float)views[i].width / (float)views[i].height;
        camera_step(camera, pose.position, pose.velocity,
                    race_racers_const(race)[car].model.params.length, smaller, aspect, dt);
    }
}

bool game_everyone_home(const Game *game) {
    for (int i = 0; i < game->seat_count; i++) {
        const Racer *racer = &race_racers_const(game->session.race)[game->seats[i].car];
        if (!classification_stands(racer)) {
            return false;
        }
    }
    return game->seat_count > 0;
}

static void watch_finish(Game *game, float dt) {
    laps_watch(game);
    if (game_everyone_home(game)) {
        game->finished_s = game->finished_s < 0.0 ? 0.0 : game->finished_s + (double)dt;
        if (game->finished_s >= RESULTS_AFTER && game->screen == GAME_DRIVE) {
            game->screen = GAME_RESULTS;
            kept_replays_last(game);
            session_medals(&game->session, game->seats[0].car, game->medals);
            game->focus = 0;
            game->asked = -1;
        }
    }
}

bool game_change_session(Game *game, const char *track, const char *car) {
    bool old_reverse = game->reverse;
    game->reverse = game->reverse && !track; // another track: its own way round first
    char old_track[sizeof game->track_name], old_car[sizeof game->car_name];
    memcpy(old_track, game->track_name, sizeof old_track);
    memcpy(old_car, game->car_name, sizeof old_car);
    snprintf(game->track_name, sizeof game->track_name, "%s", track ? track : old_track);
    snprintf(game->car_name, sizeof game->car_name, "%s", car ? car : old_car);
    if (load_session(game) != EXIT_FINE) {
        game_say(game, 0xFF5A4DFF, "%.40s with %.20s cannot be driven here", game->track_name,
                 game->car_name);
        memcpy(game->track_name, old_track, sizeof old_track);
        memcpy(game->car_name, old_car, sizeof old_car);
        game->reverse = old_reverse;
        return false;
    }
    for (int i = 0; i < game->seat_count; i++) {
        game->seats[i].car = game->session.race->car_count - game->seat_count + i;
    }
    game_start_race(game);
    return true;
}

bool game_change_direction(Game *game) {
    game->reverse = !game->reverse;
    if (!game_change_session(game, NULL, NULL)) {
        game->reverse = !game->reverse;
        return false;
    }
    return true;
}

static void pause_if_wanted(Game *game, const InputFrame *input) {
    game->lost_seat = -1;
    bool anybody_drives = false; // else there is nothing to save from a window that lost the focus
    for (int i = 0; i < game->seat_count; i++) {
        anybody_drives |= game->seats[i].used_gas;
        if (!device_present(game->seats[i].device, input)) {
            game->lost_seat = i;
        }
    }
    if (menu_input(input).pause || (input->lost_focus && anybody_drives) || game->lost_seat >= 0) {
        game->screen = GAME_PAUSE;
        kept_replays_last(game);
        game->focus = 0;
        game->asked = -1;
    }
}

static void fade_helps(Game *game, float dt) {
    game->toast_left = fmaxf(game->toast_left - dt, 0.0f);
    const Race *race = game->session.race;
    for (int i = 0; i < game->seat_count && game->screen == GAME_DRIVE; i++) {
        int car = game->seats[i].car;
        const Racer *racer = &race_racers_const(race)[car];
        if (race->phase != RACE_COUNTDOWN && !racer->finished && !racer->retired) {
            key_hints_time_step(&game->seats[i].hints,
                                glms_vec2_norm(race_bodies_const(race)[car].velocity), dt);
        }
    }
}

int game_views(const Game *game, int width, int height, ViewRect views[SEATS_MAX]) {
    int count = game->seat_count ? game->seat_count : 1;
    return camera_layout(count, width - game->reserved_px, height, views);
}

int game_tuned_car(const Game *game) {
    bool drives = game->screen == GAME_DRIVE || game->screen == GAME_PAUSE;
    return drives && game->seat_count == 1 ? game->seats[0].car : -1;
}

void game_setup_edited(Game *game) {
    ASSERT(game_tuned_car(game) >= 0);
    game->live.changed = true;
    game->live.setups.best_s[game->live.setups.live] = game->record_s = 0.0;
    laps_spoil(game);
    live_apply(&game->live, &game->session, game_tuned_car(game));
}

void game_setup_swap(Game *game) {
    ASSERT(game_tuned_car(game) >= 0);
    const Setups *setups = &game->live.setups;
    char text[RELOAD_TEXT_MAX - 20];
    setups_differences(&setups->params[setups->live], &setups->params[1 - setups->live], 1, text,
                       sizeof text);
    live_swap(&game->live, &game->session, game_tuned_car(game));
    laps_spoil(game);
    game->record_s = setups->best_s[setups->live];
    game_say(game, screen_setup_colors[setups->live], "Set-up %c: %s", 'A' + setups->live,
             text[0] ? text : "the same as the other one so far");
    game->toast_setup = true;
}

void game_setup_copy(Game *game) {
    setups_copy(&game->live.setups);
    int live = game->live.setups.live;
    game_say(game, screen_setup_colors[live], "Set-up %c copied over %c", 'A' + live, 'B' - live);
    game->toast_setup = true;
}

static bool was_pressed(const InputFrame *input, int key) {
    for (int i = 0; i < input->press_count; i++) {
        if (input->presses[i] == key) {
            return true;
        }
    }
    return false;
}

static void tune(Game *game, const InputFrame *input) {
    game->live.forces ^= was_pressed(input, KEY_F4);
    if (game_tuned_car(game) < 0) {
        game->live.panel = false;
        return;
    }
    game->live.panel ^= was_pressed(input, KEY_F3);
    if (was_pressed(input, KEY_F6)) {
        if (input->down[KEY_LEFT_CONTROL] || input->down[KEY_RIGHT_CONTROL]) {
            game_setup_copy(game);
        } else {
            game_setup_swap(game);
        }
    }
}

static void reload_files(Game *game) {
    ReloadResult result = live_reload(&game->live, &game->session, first_car(game), game->time);
    if (result.kind == RELOAD_NOTHING) {
        return;
    }
    game_say(game, result.kind == RELOAD_FAILED ? GAME_WRONG_COLOR : 0x7CF0C5FF, "%s", result.text);
    game->toast_wrong = result.kind == RELOAD_FAILED;
    if (result.kind != RELOAD_FAILED) {
        game->record_s = 0.0;
        laps_spoil(game);
    }
    if (result.kind == RELOAD_TRACK) {
        make_before(game); // other props: another size
        game->track_changed = true;
    }
}

// Nobody asks for the results, nor for the pause that saves a race from a window without focus.
static bool was_asked_for(const Game *game, const InputFrame *input) {
    bool paused = game->screen == GAME_PAUSE && !menu_input(input).pause;
    return game->screen != GAME_RESULTS && !paused;
}

void game_frame(Game *game, const InputFrame *devices, float dt, int width, int height) {
    GameScreen before = game->screen;
    InputFrame meant, *input = &meant;
    input_guard_frame(&game->guard, devices, dt, input);
    game->time += (double)dt;
    game->quit |= input->close;
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    reload_files(game);
    tune(game, input);
    designer_input(game, input, width, height);
    switch (game->screen) {
    case GAME_TITLE:
        if (menu_input(input).pause) {
            game->quit = true;
        }
        wake_from_title(game, input);
        break;
    case GAME_DRIVE:
        check_joining(game, input);
        pause_if_wanted(game, input);
        break;
    case GAME_PAUSE:
    case GAME_RESULTS:
        menus_run(game, input, width, height);
        break;
    }
    if (game->screen != GAME_PAUSE) {
        collect_inputs(game, input, inputs);
        step_race(game, inputs, pass_time(game, input, dt), dt);
        watch_finish(game, dt);
    }
    if (game->screen != before) {
        input_guard_screen(&game->guard, devices, was_asked_for(game, input));
    }
    fade_helps(game, dt);
    move_cameras(game, dt, width, height);
    designer_look(game, width, height);
}

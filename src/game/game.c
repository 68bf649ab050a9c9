#include "game/game.h"

#include "base/assert.h"
#include "base/directories.h"
#include "base/exit_code.h"
#include "base/text.h"
#include "game_state/designer.h"
#include "game_state/game_settings.h"
#include "game_state/laps.h"
#include "game_state/pads.h"
#include "game_state/recordings.h"
#include "game_state/ticks.h"
#include "game_state/trial.h"
#include "input/hotkeys.h"
#include "race/classification.h"
#include "screens/screen.h"
#include "ui/palette.h"
#include "ui/signs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_AI_CARS = 5,
    ATTRACT_LAPS = 99,
    ATTRACT_TICKS = 9 * 240
};

#define RESULTS_AFTER 2.0 // s after the last player has finished

/// The race as it was a tick ago, to draw what lies between: as large as the race.
static void make_before(Game *game) {
    const Race *race = game->session.race;
    free(game->before);
    game->before = malloc(race->cache);
    ASSERT(game->before != NULL);
    memcpy(game->before, race, race_state_size(race));
}

static void settle(Game *game) {
    memcpy(game->before, game->session.race, race_state_size(game->session.race));
    memset(&game->effects, 0, sizeof game->effects);
    place_history_start(&game->history, game->session.race);
    game->clock = (RaceClock){0};
    game->finished_s = -1.0;
    game->title_camera.started = false;
    for (int i = 0; i < SEATS_MAX; i++) {
        game->seats[i].camera.started = false;
    }
    game_paint_cars(game);
}

static RaceDef race_def(const Game *game, bool title) {
    RaceDef def = race_def_default();
    def.car_count = game->session.def.race.car_count;
    def.seed = game->def.seed;
    bool race = title || game->def.mode == DRIVE_RACE;
    def.mode = race ? RACE_MODE_RACE : RACE_MODE_PRACTICE;
    def.laps = title ? ATTRACT_LAPS : game->def.laps;
    for (int i = 0; i < def.car_count; i++) {
        def.skill[i] = title ? SKILL_HARD : game->def.skill;
    }
    for (int i = 0; i < game->seat_count && !title; i++) {
        def.ai_cars &= ~(1u << game->seats[i].car);
    }
    return def;
}

/// From here on this is the only screen.
static void show(Game *game, GameScreen screen) {
    game->depth = 0;
    game->stack[0] = (StackedScreen){screen, .asked = -1};
}

static void start_title(Game *game) {
    recordings_save_last(game);
    show(game, GAME_TITLE);
    game->seat_count = 0;
    RaceDef def = race_def(game, true);
    session_restart(&game->session, &def);
    static const CarInput idle[RACE_MAX_CARS];
    for (int i = 0; i < ATTRACT_TICKS; i++) { // past the countdown, into the first fights
        race_step(game->session.race, idle);
    }
    live_start(&game->live, &game->session, -1);
    settle(game);
    trial_begin(game);
}

static void start_race(Game *game) {
    recordings_save_last(game);
    show(game, GAME_DRIVE);
    RaceDef def = race_def(game, false);
    session_restart(&game->session, &def);
    for (int i = 0; i < game->seat_count; i++) {
        game->seats[i].used_gas = game->seats[i].moves = false;
        game->seats[i].hints = key_hints_time_start();
        game->seats[i].help = (HelpState){0};
        game->seats[i].rescue_s = 0.0f;
    }
    laps_begin(game);
    live_start(&game->live, &game->session, game_first_car(game));
    settle(game);
    trial_begin(game);
}

/// The car in which seat `seat_index` starts: people stand on the last places of the grid.
static int seat_start(const Game *game, int car_count, int seat_index) {
    return car_count - game->seat_count + seat_index;
}

/// The car of person `number`, or that of the race where his cannot be loaded: what he once chose
/// may be gone.
static const char *loadable_car(const Game *game, int number) {
    const char *car = game_person_car(game, number);
    CarFile file;
    bool fine =
        strcmp(car, game->car_name) == 0 || load_car(game->def.data, car, &file) == EXIT_FINE;
    return fine ? car : game->car_name;
}

/// Sets up a session on the chosen track with the chosen car, with fewer AI cars where the grid is
/// short.
static int load_session(Game *game) {
    SessionDef def = {.data = game->def.data,
                      .track = game->track_name,
                      .race = race_def_default(),
                      .reverse = game->reverse,
                      .lines = game->lines,
                      .waiting = &game->def.waiting};
    char path[PATH_LIMIT];
    Track track;
    int code = load_track(game->def.data, game->track_name, game->reverse, &track, path);
    if (code != EXIT_FINE) {
        return code;
    }
    // A time trial is for one. Else the field stays as large as it was at the start, however many
    // of its cars people take.
    int people = game->def.players > 0 ? game->def.players : 1;
    int wanted = game->def.mode == DRIVE_TRIAL ? 1 : game->def.ai_cars + people;
    def.race.car_count = wanted < track.slot_count ? wanted : track.slot_count;
    def.race.seed = game->def.seed;
    for (int i = 0; i < def.race.car_count; i++) {
        def.cars[i] = game->car_name;
    }
    if (def.race.car_count < game->seat_count) {
        track_destroy(&track);
        return EXIT_NO;
    }
    for (int i = 0; i < game->seat_count; i++) {
        int car = seat_start(game, def.race.car_count, i);
        def.cars[car] = loadable_car(game, game->seats[i].number);
    }
    for (int i = 0; i < def.race.car_count; i++) {
        def.numbers[i] = strcmp(def.cars[i], game->def.car) == 0 ? game->def.numbers : NULL;
    }
    Session session = {0};
    code = session_make_on(&session, &def, &track, path);
    if (code != EXIT_FINE) {
        return code;
    }
    recordings_save_last(game);
    reload_drop(&game->live.reload); // it may be reading for the old one
    session_destroy(&game->session);
    game->session = session;
    // The race points at data that moved with the struct.
    game->session.data.track = &game->session.track;
    race_set_data(game->session.race, &game->session.data);
    make_before(game);
    game->track_changed = true;
    for (int i = 0; i < game->seat_count; i++) {
        game->seats[i].record_s = 0.0;
        const char **car = &game->session.def.cars[seat_start(game, def.race.car_count, i)];
        if (*car != game->car_name) { // what is chosen in the settings may change in the race
            char *kept = game->person_cars[game->seats[i].number];
            snprintf(kept, SETTING_TEXT_MAX, "%s", *car);
            *car = kept;
        }
    }
    live_session(&game->live, &game->session);
    return EXIT_FINE;
}

void game_list_cars(Game *game) {
    for (int i = 0; i < game->car_count; i++) {
        free(game->cars[i]);
    }
    game->car_count = load_list(game->def.data, &load_car_kind, game->cars, GAME_CARS_MAX);
}

int game_create(Game *game, const GameDef *def) {
    game->def = *def;
    game_settings_begin(game);
    game->lines = lines_make();
    live_make(&game->live);
    for (int i = 0; i < def->ghost_file_count; i++) {
        trial_remember_ghost(game, def->ghost_files[i]);
    }
    if (def->keeps_records) {
        record_keeper_make(&game->records, def->data);
    }
    game->track_count = load_list(game->def.data, &load_track_kind, game->tracks, GAME_TRACKS_MAX);
    game_list_cars(game);
    snprintf(game->track_name, sizeof game->track_name, "%s", def->track);
    snprintf(game->car_name, sizeof game->car_name, "%s", def->car);
    game->reverse = def->reverse;
    int code = load_session(game);
    if (code != EXIT_FINE) {
        return code;
    }
    if (def->players == 0) {
        start_title(game);
        return EXIT_FINE;
    }
    int first_car = game->session.race->car_count - def->players;
    for (int i = 0; i < def->players; i++) { // of two, the natural halves: P1 left, P2 right
        game_take_seat(game, def->players == 1 ? DEVICE_ANY_KEYS : i, first_car + i);
    }
    start_race(game);
    return EXIT_FINE;
}

void game_destroy(Game *game) {
    recordings_save_last(game);
    ghosts_destroy(&game->ghosts);
    record_keeper_destroy(&game->records);
    game_settings_end(game);
    live_destroy(&game->live);
    catalogue_destroy(&game->catalogue);
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
        BodyPose pose = race_picture_pose(game->before, race, car, game_alpha(game));
        int width_px = views[i].width, height_px = views[i].height;
        CameraAim aim = {
            .position = pose.position,
            .velocity = pose.velocity,
            .heading = pose.angle,
            .car_length = race_racers_const(race)[car].model.params.length,
            .smaller_side_px = (float)(width_px < height_px ? width_px : height_px),
            .aspect = (float)width_px / (float)height_px,
            .style = game->camera_style,
        };
        aim.style.heading_up &= game->seat_count > 0;
        camera_step(camera, &aim, dt);
    }
}

static void fade_helps(Game *game, float dt) {
    game->toast_left = fmaxf(game->toast_left - dt, 0.0f);
    const Race *race = game->session.race;
    for (int i = 0; i < game->seat_count && game_screen(game) == GAME_DRIVE; i++) {
        game->seats[i].notice.left_s = fmaxf(game->seats[i].notice.left_s - dt, 0.0f);
        int car = game->seats[i].car;
        const Racer *racer = &race_racers_const(race)[car];
        if (race->phase != RACE_COUNTDOWN && !racer->finished && !racer->retired) {
            key_hints_time_step(&game->seats[i].hints,
                                glms_vec2_norm(race_bodies_const(race)[car].velocity), dt);
        }
    }
}

void game_setup_edited(Game *game) {
    ASSERT(game_tuned_car(game) >= 0);
    game->live.changed = true;
    game->live.setups.best_s[game->live.setups.live] = game->seats[0].record_s = 0.0;
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
    game->seats[0].record_s = setups->best_s[setups->live];
    game_say(game, sign_setup_colors[setups->live], "Set-up %c: %s", 'A' + setups->live,
             text[0] ? text : "the same as the other one so far");
    game->toast_setup = true;
}

void game_setup_copy(Game *game) {
    setups_copy(&game->live.setups);
    int live = game->live.setups.live;
    game_say(game, sign_setup_colors[live], "Set-up %c copied over %c", 'A' + live, 'B' - live);
    game->toast_setup = true;
}

static void tune(Game *game, const InputFrame *input) {
    game->live.forces ^= hotkey_pressed(HOTKEY_FORCES, input);
    if (game_tuned_car(game) < 0) {
        game->live.panel = false;
        return;
    }
    game->live.panel ^= hotkey_pressed(HOTKEY_PANEL, input);
    if (hotkey_pressed(HOTKEY_COPY_SETUP, input)) {
        game_setup_copy(game);
    } else if (hotkey_pressed(HOTKEY_SETUP, input)) {
        game_setup_swap(game);
    }
}

static void reload_files(Game *game) {
    ReloadResult result =
        live_reload(&game->live, &game->session, game_first_car(game), game->time);
    if (result.kind == RELOAD_NOTHING) {
        return;
    }
    game_say(game, result.kind == RELOAD_FAILED ? PALETTE_BAD : PALETTE_GOOD, "%s", result.text);
    game->toast_wrong = result.kind == RELOAD_FAILED;
    if (result.kind != RELOAD_FAILED) {
        laps_forget_records(game);
        laps_spoil(game);
        trial_begin(game);
    }
    if (result.kind == RELOAD_TRACK) {
        make_before(game);                                       // other props: another size
        place_history_start(&game->history, game->session.race); // and other gates
        game->track_changed = true;
    }
}

/// Another track or car (NULL: the same), driven in this direction. False, said and with everything
/// as it was, where that cannot be.
static bool change_session(Game *game, const char *track, const char *car, bool reverse) {
    bool old_reverse = game->reverse;
    game->reverse = reverse;
    char old_track[sizeof game->track_name], old_car[sizeof game->car_name];
    memcpy(old_track, game->track_name, sizeof old_track);
    memcpy(old_car, game->car_name, sizeof old_car);
    snprintf(game->track_name, sizeof game->track_name, "%s", track ? track : old_track);
    snprintf(game->car_name, sizeof game->car_name, "%s", car ? car : old_car);
    if (load_session(game) != EXIT_FINE) {
        game_say(game, PALETTE_BAD, "%.40s with %.20s cannot be driven here", game->track_name,
                 game->car_name);
        memcpy(game->track_name, old_track, sizeof old_track);
        memcpy(game->car_name, old_car, sizeof old_car);
        game->reverse = old_reverse;
        return false;
    }
    for (int i = 0; i < game->seat_count; i++) {
        game->seats[i].car = seat_start(game, game->session.race->car_count, i);
    }
    start_race(game);
    return true;
}

/// Drives what was chosen in the menus; where nobody sits yet, whoever drives by `device` does.
static void start_chosen(Game *game, const InputFrame *input, int device) {
    const RaceChoice choice = game->choice; // as it was, should anything change it
    GameDef before = game->def;
    bool nobody = game->seat_count == 0;
    if (nobody) {
        pads_take_seat(game, input, device, 0);
    }
    game->def.mode = choice.mode;
    game->def.skill = choice.skill;
    game->def.laps = choice.laps;
    game->def.ai_cars = choice.mode == DRIVE_RACE ? choice.rivals : 0;
    game->def.players = game->seat_count;
    if (!change_session(game, choice.track, choice.car, choice.reverse)) {
        game->def = before;
        game->seat_count = nobody ? 0 : game->seat_count;
        game_paint_cars(game);
        return;
    }
    game_settings_remember(game);
}

/// Whether each person sits in a car of the model that he has chosen.
static bool all_have_their_cars(const Game *game) {
    for (int i = 0; i < game->seat_count; i++) {
        const Seat *seat = &game->seats[i];
        if (strcmp(game->session.def.cars[seat->car], game_person_car(game, seat->number)) != 0) {
            return false;
        }
    }
    return true;
}

/// A race on the same track, with everybody in his own car.
static void start_next(Game *game) {
    if (all_have_their_cars(game) || !change_session(game, NULL, NULL, game->reverse)) {
        start_race(game);
    }
}

static void push(Game *game, GameScreen screen) {
    ASSERT(game->depth + 1 < GAME_STACK_MAX);
    recordings_save_last(game);
    if (screen != GAME_PAUSE) {
        game->pause.key = CONTROL_NONE; // a press that was held under another screen is over
    }
    game->stack[game->depth].asked = -1;
    game->stack[++game->depth] = (StackedScreen){screen, .asked = -1};
    if (screen_shown(game)->enter) {
        screen_shown(game)->enter(game);
    }
}

static const char *next_track(const Game *game) {
    int at = text_find(game->track_name, (const char *const *)game->tracks, game->track_count);
    return game->track_count > 0 ? game->tracks[(at + 1) % game->track_count] : game->track_name;
}

static void carry_out(Game *game, const InputFrame *input, const Wish *wish) {
    const Session *session = &game->session;
    switch (wish->kind) {
    case WISH_NOTHING:
        break;
    case WISH_PUSH:
        push(game, wish->screen);
        break;
    case WISH_POP:
        ASSERT(game->depth > 0);
        game->depth--;
        break;
    case WISH_TITLE:
        start_title(game);
        break;
    case WISH_SIT:
        pads_take_seat(game, input, wish->device, session->race->car_count - 1);
        start_next(game);
        break;
    case WISH_START:
        start_chosen(game, input, wish->device);
        break;
    case WISH_RACE:
        start_next(game);
        break;
    case WISH_RESTART:
        trial_forget_attempt(game);
        start_race(game);
        break;
    case WISH_TRACK:
        // its own way round first
        if (change_session(game, next_track(game), NULL, false)) {
            game_say(game, PALETTE_TEXT, "%s", session->track.name);
        }
        break;
    case WISH_SAVE:
        recordings_save(game);
        break;
    case WISH_PAD_MAPPING:
        pads_add_mapping(game, game->pad_setup.line);
        game->depth--;
        break;
    case WISH_QUIT:
        game->quit = true;
        break;
    }
}

/// Whether there are players and all of them have finished or retired.
static bool is_over(const Game *game) {
    for (int i = 0; i < game->seat_count; i++) {
        const Racer *racer = &race_racers_const(game->session.race)[game->seats[i].car];
        if (!classification_stands(racer)) {
            return false;
        }
    }
    return game->seat_count > 0;
}

/// The wish of a race itself: its results, some time after its end.
static Wish wish_results(Game *game, float dt) {
    if (!is_over(game)) {
        game->finished_s = -1.0; // or no longer, for somebody has joined
        return (Wish){0};
    }
    game->finished_s = game->finished_s < 0.0 ? 0.0 : game->finished_s + (double)dt;
    bool due = game->finished_s >= RESULTS_AFTER && game_screen(game) == GAME_DRIVE;
    return due ? (Wish){.kind = WISH_PUSH, .screen = GAME_RESULTS, .unasked = true} : (Wish){0};
}

void game_frame(Game *game, const InputFrame *devices, float dt, int width, int height) {
    GameScreen before = game_screen(game);
    InputFrame meant, *input = &meant;
    game_settings_frame(game, devices, dt);
    input_guard_frame(&game->guard, &game->controls, devices, dt, input);
    game->time += (double)dt;
    game->quit |= input->close;
    pads_watch(game, devices);
    reload_files(game);
    tune(game, input);
    designer_input(game, input, width, height);
    game->device = menu_device(devices, game->device);
    float beside = (float)(width - game->reserved_px); // the tuning panel
    CanvasSize size = {beside, (float)height, game_unit(game, beside, (float)height)};
    ScreenInput of_screen = {input, size, dt};
    bool takes_key = game_screen(game) == GAME_CONTROLS && // whichever it is
                     game->seat_menu.action != SETTING_ACTION_COUNT;
    Wish wish = screen_shown(game)->frame(game, &of_screen), results = {0};
    if (wish.kind == WISH_NOTHING && !takes_key && hotkey_pressed(HOTKEY_SHEET, input) &&
        game_screen(game) != GAME_KEYS) {
        wish = (Wish){.kind = WISH_PUSH, .screen = GAME_KEYS};
    }
    carry_out(game, input, &wish);
    if (screen_race_runs(game)) {
        ticks_run(game, input, dt * game->speed);
        laps_watch(game);
        results = wish_results(game, dt);
        carry_out(game, input, &results);
    }
    if (game_screen(game) != before) {
        input_guard_screen(&game->guard, devices, !wish.unasked && !results.unasked);
        game->repeat = (MenuRepeat){0};
    }
    laps_news(game);
    trial_frame(game, input);
    fade_helps(game, dt);
    move_cameras(game, dt * game->speed, width, height);
    designer_look(game, width, height);
}

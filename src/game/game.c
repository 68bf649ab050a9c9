#include "game/game.h"

#include "base/assert.h"
#include "base/exit_code.h"
#include "game/start.h"
#include "game_state/contacts_stand.h"
#include "game_state/designer.h"
#include "game_state/game_settings.h"
#include "game_state/hot_seat.h"
#include "game_state/laps.h"
#include "game_state/pace_field.h"
#include "game_state/pads.h"
#include "game_state/race_notes.h"
#include "game_state/recordings.h"
#include "game_state/season.h"
#include "game_state/ticks.h"
#include "game_state/trial.h"
#include "game_state/watching.h"
#include "input/hotkeys.h"
#include "lab_window/laboratory.h"
#include "screens/menu.h"
#include "screens/strip.h"
#include "ui/palette.h"
#include "ui/signs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RESULTS_AFTER 2.0 // s after the end of the race

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

static void pop(Game *game) {
    ASSERT(game->depth > 0);
    game->depth--;
    if (screen_shown(game)->resume) {
        screen_shown(game)->resume(game);
    }
}

void game_list_cars(Game *game) {
    for (int i = 0; i < game->car_count; i++) {
        free(game->cars[i]);
    }
    MessageList messages = {0};
    roster_load(game->def.data, &game->roster, &messages);
    messages_print(&messages, stderr, NULL);
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
    for (int i = 0; i < def->players; i++) { // of two, the natural halves: P1 left, P2 right
        game_take_seat(game, def->players == 1 ? DEVICE_ANY_KEYS : i, i);
    }
    if (def->players > 0 && season_begin_if_due(game)) {
        snprintf(game->track_name, sizeof game->track_name, "%s", season_track(game));
        game->reverse = false;
    }
    int code = start_session(game);
    if (code != EXIT_FINE) {
        return code;
    }
    if (def->players == 0) {
        start_title(game);
        if (def->lab_alone) {
            push(game, GAME_LAB);
        }
    } else {
        start_on_grid(game);
    }
    return EXIT_FINE;
}

void game_destroy(Game *game) {
    recordings_save_last(game);
    ghosts_destroy(&game->ghosts);
    record_keeper_destroy(&game->records);
    game_settings_end(game);
    live_destroy(&game->live);
    for (int i = 0; i < 2; i++) {
        record_board_destroy(&game->records_menus[i].board);
        free(game->records_menus[i].files);
    }
    laboratory_close(game->lab);
    draw_list_destroy(&game->results_picture);
    pace_field_destroy(game);
    champions_destroy(&game->champions);
    replay_shelf_destroy(&game->shelf);
    roster_destroy(&game->roster);
    catalogue_destroy(&game->catalogue);
    session_destroy(&game->session);
    lines_destroy(game->lines);
    free(game->before);
    free(game->events);
    for (int i = 0; i < game->track_count; i++) {
        free(game->tracks[i]);
    }
    for (int i = 0; i < game->car_count; i++) {
        free(game->cars[i]);
    }
    *game = (Game){0};
}

/// m, of the cars that people drive: one length for all, so that every view may show as much.
static float seated_length(const Game *game) {
    const Racer *racers = race_racers_const(game->session.race);
    float sum = 0.0f;
    for (int i = 0; i < game->seat_count; i++) {
        sum += racers[game->seats[i].car].model.params.length;
    }
    return sum / (float)game->seat_count;
}

static void move_cameras(Game *game, float dt, int width, int height) {
    if (width <= 0 || height <= 0) { // minimised: the zoom would collapse
        return;
    }
    ViewRect views[SEATS_MAX];
    int count = game_views(game, width, height, views);
    const Race *race = game->session.race;
    const float length = game->seat_count ? seated_length(game) : 0.0f;
    for (int i = 0; i < count; i++) {
        int car = game->seat_count ? watching_car(game, i) : 0;
        if (game->seat_count && car != game->seats[i].watched) {
            game->seats[i].watched = car;
            game->seats[i].camera.started = false; // it cuts
        }
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
            .car_length =
                game->seat_count ? length : race_racers_const(race)[car].model.params.length,
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
    race_notes_frame(game);
    const Race *race = game->session.race;
    for (int i = 0; i < game->seat_count && game_screen(game) == GAME_DRIVE; i++) {
        game->seats[i].notice.left_s = fmaxf(game->seats[i].notice.left_s - dt, 0.0f);
        int car = game->seats[i].car;
        const Racer *racer = &race_racers_const(race)[car];
        if (race->phase != RACE_COUNTDOWN && !racer->finished && !racer->retired) {
            key_hints_time_step(&game->seats[i].hints, racer->input,
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
    ReloadResult result = live_reload(&game->live, &game->session, game->time);
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
        start_before(game);                                      // other props: another size
        place_history_start(&game->history, game->session.race); // and other gates
        race_notes_begin(game);
        game->track_changed = true;
    }
}

static void carry_out(Game *game, const InputFrame *input, const Wish *wish) {
    switch (wish->kind) {
    case WISH_NOTHING:
        break;
    case WISH_PUSH:
        push(game, wish->screen);
        break;
    case WISH_POP:
        pop(game);
        break;
    case WISH_TITLE:
        start_title(game);
        break;
    case WISH_SIT:
        start_from_title(game, input, wish->device);
        break;
    case WISH_JOIN:
        start_join(game, input, wish->device);
        break;
    case WISH_START:
        start_chosen(game, input, wish->device);
        break;
    case WISH_TURN:
        start_turn(game, input, wish->device);
        break;
    case WISH_RACE:
        hot_seat_give_up(game);
        start_next(game, input);
        break;
    case WISH_RESTART:
        hot_seat_give_up(game);
        trial_forget_attempt(game);
        start_race(game);
        break;
    case WISH_SEASON_RACE:
        start_season_race(game, input);
        break;
    case WISH_TRACK:
        start_next_track(game, input);
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

/// Whether there are players and their race is over, or the turn's laps are.
static bool is_over(const Game *game) {
    if (hot_seat_is_on(game)) {
        return game->hot_seat.drives && hot_seat_laps_left(game) == 0;
    }
    return game->seat_count > 0 && game->session.race->phase == RACE_OVER;
}

/// The wish of a race itself: its results, or the next turn, some time after its end.
static Wish wish_results(Game *game, float dt) {
    if (!is_over(game)) {
        game->finished_s = -1.0; // or no longer, for somebody has joined
        return (Wish){0};
    }
    game->finished_s = game->finished_s < 0.0 ? 0.0 : game->finished_s + (double)dt;
    double after = game->session.race->called_off ? 0.0 : RESULTS_AFTER; // somebody waits for them
    if (game->finished_s < after || game_screen(game) != GAME_DRIVE) {
        return (Wish){0};
    }
    if (hot_seat_is_on(game)) {
        hot_seat_end_turn(game);
        return (Wish){0};
    }
    return (Wish){.kind = WISH_PUSH, .screen = GAME_RESULTS, .unasked = true};
}

/// Where people take turns and nobody's is under way, the screen of turns.
static Wish wish_turns(const Game *game) {
    bool waits = hot_seat_is_on(game) && !game->hot_seat.drives && game_screen(game) == GAME_DRIVE;
    return waits ? (Wish){.kind = WISH_PUSH, .screen = GAME_TURN, .unasked = true} : (Wish){0};
}

/// Whether the mouse is over the panel of the menu that is shown.
static bool is_over_menu(const Game *game, const ScreenInput *input) {
    MenuPanel shown;
    if (!screen_shown(game)->menu) {
        return false;
    }
    menu_shown(game, &shown);
    Area panel = menu_panel_layout(&shown, &input->size).panel;
    return canvas_holds(panel, input->frame->mouse_x, input->frame->mouse_y);
}

void game_frame(Game *game, const InputFrame *devices, float dt, int width, int height) {
    GameScreen before = game_screen(game);
    InputFrame meant, *input = &meant;
    float speed = game_time_speed(game);
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
    Wish wish = strip_frame(game, input), results = {0};
    ScreenInput of_screen = {input, strip_rest(game, size), dt};
    bool takes_key = game_screen(game) == GAME_CONTROLS && // whichever it is
                     game->seat_menu.action != SETTING_ACTION_COUNT;
    bool of_menu = input->mouse_pressed && is_over_menu(game, &of_screen);
    GameScreen opens = contacts_open(game, input, width, height, of_menu);
    if (wish.kind == WISH_NOTHING && opens != game_screen(game)) {
        wish = (Wish){.kind = WISH_PUSH, .screen = opens};
    }
    wish = wish.kind == WISH_NOTHING ? screen_shown(game)->frame(game, &of_screen) : wish;
    if (wish.kind == WISH_NOTHING && !takes_key && hotkey_pressed(HOTKEY_SHEET, input) &&
        game_screen(game) != GAME_KEYS) {
        wish = (Wish){.kind = WISH_PUSH, .screen = GAME_KEYS};
    }
    carry_out(game, input, &wish);
    if (screen_race_runs(game)) {
        // A press that has changed the screen is no gas.
        static const InputFrame nothing;
        ticks_run(game, game_screen(game) == before ? input : &nothing, dt * speed);
        laps_watch(game);
        pace_field_watch(game);
        results = wish_results(game, dt);
        carry_out(game, input, &results);
    }
    game->slow_s = fmaxf(game->slow_s - dt, 0.0f);
    Wish turns = wish_turns(game);
    carry_out(game, input, &turns);
    if (game_screen(game) != before) {
        input_guard_screen(&game->guard, devices,
                           !wish.unasked && !results.unasked && !turns.unasked);
        game->repeat = (MenuRepeat){0};
        memset(game->menu_holds, 0, sizeof game->menu_holds);
    }
    laps_news(game);
    pace_field_frame(game);
    trial_frame(game, input);
    fade_helps(game, dt);
    move_cameras(game, dt * speed, width, height);
    designer_look(game, width, height);
}

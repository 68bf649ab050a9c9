/// Cars and tracks edited while they are driven, two set-ups, and time that is turned back: the
/// game's parts without its window. The clock is ours, so no test waits.
#define _XOPEN_SOURCE 700 // for mkdtemp
#include "base/exit_code.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/number.h"
#include "game_state/live.h"
#include "race/teleport.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"
#include "user_folder.h"

static const char track_text[] = "format: track/1\n"
                                 "name: Ring\n"
                                 "ribbons:\n"
                                 "  - curve: round\n"
                                 "    radius: 40\n"
                                 "    width: 14\n"
                                 "    points: [[-150, -60], [150, -60], [150, 60], [-150, 60]]\n";

static const char car_text[] = "format: car/1\n"
                               "name: Mine\n"
                               "base: middle\n"
                               "tyres: {mu_y_rear: 1.06}\n";

static const char base_text[] = "format: car/1\n"
                                "name: Middle\n"
                                "base: hatch\n"
                                "body: {mass: 1300}\n";

enum {
    CAR = 2 ///< The player's.
};

/// A race of three cars from files of our own, driven for five seconds.
typedef struct Desk {
    char track[128], car[128], base[128];
    Session session;
    Live live;
    double now;
} Desk;

static void put(const char *path, const char *text) {
    MessageList messages = {0};
    assert_true(folder_make(path, &messages) &&
                file_write(path, text, strlen(text), &messages)); // by rename
}

static void put_in_place(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void drive(Desk *desk, int ticks) {
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    inputs[CAR] = (CarInput){.throttle = 255, .flags = CAR_INPUT_AUTOPILOT};
    for (int i = 0; i < ticks; i++) {
        race_step(desk->session.race, inputs);
        if (desk->session.race->mode == RACE_MODE_PRACTICE) {
            pace_record(&desk->live.pace, desk->session.race);
        }
    }
}

/// Begins to drive what stands in the files.
static void begin(Desk *desk) {
    SessionDef def = {.track = desk->track, .race = race_def_default()};
    def.race.car_count = 3;
    def.race.mode = RACE_MODE_PRACTICE;
    def.race.ai_cars = 3u;
    for (int i = 0; i < 3; i++) {
        def.cars[i] = desk->car;
    }
    assert_int_equal(session_make(&desk->session, &def), EXIT_FINE);
    live_make(&desk->live);
    live_session(&desk->live, &desk->session);
    live_start(&desk->live, &desk->session, CAR);
    drive(desk, 5 * RACE_TICKS_PER_SECOND);
}

static int set_up(void **state) {
    Desk *desk = calloc(1, sizeof *desk);
    assert_int_equal(user_folder_make(state), 0);
    snprintf(desk->track, sizeof desk->track, "%s/ring.track.yaml", user_folder);
    snprintf(desk->car, sizeof desk->car, "%s/mine.car.yaml", user_folder);
    snprintf(desk->base, sizeof desk->base, "%s/axle/cars/middle.car.yaml", user_folder);
    assert_int_equal(setenv("AXLE_DATA", TEST_DATA, 1), 0);
    put(desk->track, track_text);
    put(desk->car, car_text);
    put(desk->base, base_text);
    begin(desk);
    *state = desk;
    return 0;
}

static int clear_up(void **state) {
    Desk *desk = *state;
    live_destroy(&desk->live);
    session_destroy(&desk->session);
    assert_int_equal(user_folder_remove(state), 0);
    free(desk);
    return 0;
}

// The first thing that comes of a change, within 0.3 s.
static ReloadResult wait_for_reload(Desk *desk) {
    for (double end = desk->now + 0.3; desk->now < end; desk->now += 1.0 / 60.0) {
        ReloadResult result = live_reload(&desk->live, &desk->session, desk->now);
        reload_wait(&desk->live.reload);
        if (result.kind != RELOAD_NOTHING) {
            return result;
        }
    }
    return (ReloadResult){.kind = RELOAD_NOTHING};
}

static const CarParams *params_of(const Desk *desk, int car) {
    return &race_racers_const(desk->session.race)[car].model.params;
}

static void assert_contains(const char *text, const char *part) {
    if (!strstr(text, part)) {
        fail_msg("\"%s\" does not hold \"%s\"", text, part);
    }
}

static void an_edited_car_drives_on_with_its_new_numbers(void **state) {
    Desk *desk = *state;
    const Body *body = &race_bodies_const(desk->session.race)[CAR];
    Body was = *body;
    put(desk->car, "format: car/1\nname: Mine\nbase: middle\n"
                   "tyres: {mu_y_rear: 1.2}\nbody: {mass: 1500}\n");
    ReloadResult result = wait_for_reload(desk);
    assert_int_equal(result.kind, RELOAD_CAR);
    assert_string_equal(result.text, "mine.car.yaml reloaded: body.mass 1300 \u2192 1500, "
                                     "tyres.mu_y_rear 1.06 \u2192 1.2");
    for (int i = 0; i < 3; i++) { // the AI's cars are of the same file
        assert_near(params_of(desk, i)->mu_y_rear, 1.2f, 1e-6);
        assert_near(1.0f / race_bodies_const(desk->session.race)[i].inverse_mass, 1500.0f, 1e-2);
    }
    assert_memory_equal(&was.position, &body->position, sizeof was.position);
    assert_memory_equal(&was.velocity, &body->velocity, sizeof was.velocity);
    assert_true(desk->live.changed);
    drive(desk, 480);
}

static void a_mistake_changes_nothing_and_names_its_place(void **state) {
    Desk *desk = *state;
    uint64_t hash = race_hash(desk->session.race);
    put_in_place(desk->car, "format: car/1\nname: Mine\nbase: middle\ntyres: {mu_y_rear: 99}\n");
    ReloadResult result = wait_for_reload(desk);
    assert_int_equal(result.kind, RELOAD_FAILED);
    assert_contains(result.text, "mine.car.yaml:4:20: ");
    assert_contains(result.text, "nothing changed");
    assert_true(race_hash(desk->session.race) == hash);
    assert_false(desk->live.changed);
    put_in_place(desk->car, car_text); // mended
    result = wait_for_reload(desk);
    assert_int_equal(result.kind, RELOAD_CAR);
    assert_contains(result.text, "no value has changed");
}

static void a_mistake_is_told_with_its_help_until_it_is_mended(void **state) {
    Desk *desk = *state;
    const Reload *reload = &desk->live.reload;
    assert_null(reload_wrong(reload));
    put(desk->track,
        "format: track/1\nname: Ring\nribbons:\n  - curve: round\n    radius: 40\n"
        "    widht: 14\n    points: [[-150, -60], [150, -60], [150, 60], [-150, x]]\n");
    ReloadResult result = wait_for_reload(desk);
    assert_int_equal(result.kind, RELOAD_FAILED);
    assert_contains(result.text, "ring.track.yaml:6:5: unknown key \"widht\"");
    assert_contains(result.text, "(did you mean \"width\"?)");
    assert_non_null(reload_wrong(reload));
    assert_contains(reload_wrong(reload), "ring.track.yaml has ");
    assert_contains(reload_wrong(reload), " mistakes: driving the last good version\nline 6:5: ");
    assert_contains(reload_wrong(reload), "\nhelp: did you mean \"width\"?");
    put(desk->car, "format: car/1\nname: Mine\nbase: middle\ntyres: {mu_y_rear: 99}\n");
    assert_int_equal(wait_for_reload(desk).kind, RELOAD_FAILED);
    put(desk->track, track_text);
    assert_int_equal(wait_for_reload(desk).kind, RELOAD_TRACK);
    assert_contains(reload_wrong(reload), "mine.car.yaml has a mistake: "); // the other one
    live_session(&desk->live, &desk->session);
    assert_null(reload_wrong(reload)); // of a session that is over
    put(desk->car, "format: car/1\nname: Mine\nbase: middle\ntyres: {mu_y_rear: 98}\n");
    assert_int_equal(wait_for_reload(desk).kind, RELOAD_FAILED);
    put(desk->car, car_text);
    assert_int_equal(wait_for_reload(desk).kind, RELOAD_CAR);
    assert_null(reload_wrong(reload));
}

static void what_a_car_builds_on_is_watched_too(void **state) {
    Desk *desk = *state;
    put(desk->base, "format: car/1\nname: Middle\nbase: hatch\nbody: {mass: 1111}\n");
    ReloadResult result = wait_for_reload(desk);
    assert_int_equal(result.kind, RELOAD_CAR);
    assert_string_equal(result.text, "middle.car.yaml reloaded: body.mass 1300 \u2192 1111");
    assert_near(params_of(desk, CAR)->mass, 1111.0f, 1e-3);
    put(desk->base, "format: car/1\nname: Middle\nbase: hatch\nbody: {mass: x}\n");
    result = wait_for_reload(desk);
    assert_int_equal(result.kind, RELOAD_FAILED);
    assert_contains(result.text, "middle.car.yaml:4:14: "); // in the file that was edited
    assert_near(params_of(desk, CAR)->mass, 1111.0f, 1e-3);
}

static void an_edited_track_is_driven_on_at_once(void **state) {
    Desk *desk = *state;
    char text[sizeof track_text];
    memcpy(text, track_text, sizeof text);
    memcpy(strstr(text, "14"), "18", 2);
    put(desk->track, text);
    ReloadResult result = wait_for_reload(desk);
    assert_int_equal(result.kind, RELOAD_TRACK);
    assert_string_equal(result.text, "ring.track.yaml reloaded");
    assert_ptr_equal(desk->session.race->data->track, &desk->session.track);
    assert_near(desk->session.track.ribbons[0].samples[0].left, 9.0f, 1e-3);
    drive(desk, 30 * RACE_TICKS_PER_SECOND);
    int laps = 0;
    for (int i = 0; i < 3; i++) {
        laps += race_racers_const(desk->session.race)[i].lap;
    }
    assert_true(laps >= 3); // all still find their way
}

static void a_broken_track_changes_nothing(void **state) {
    Desk *desk = *state;
    uint64_t hash = race_hash(desk->session.race);
    put(desk->track, "format: track/1\nname: Ring\nribbons:\n  - width: 14\n    points: [[0, 0]\n");
    ReloadResult result = wait_for_reload(desk);
    assert_int_equal(result.kind, RELOAD_FAILED);
    assert_contains(result.text, "ring.track.yaml:");
    assert_true(race_hash(desk->session.race) == hash);
}

/// As "Save as Plain SVG" makes of a drawing while it is driven.
static void a_drawing_that_loses_its_layers_changes_nothing(void **state) {
    static const char labelled[] = "inkscape:groupmode='layer' inkscape:label='road'";
    static const char *const groups[] = {labelled, "id='layer1'", "id='road'"};
    Desk *desk = *state;
    char text[3][600];
    for (int i = 0; i < 3; i++) {
        snprintf(text[i], sizeof text[i],
                 "<svg xmlns='http://www.w3.org/2000/svg' xmlns:inkscape="
                 "'http://www.inkscape.org/namespaces/inkscape' viewBox='0 0 400 300'><g %s>"
                 "<rect x='60' y='60' width='280' height='160' rx='40' fill='none' stroke='#000' "
                 "stroke-width='9'/></g></svg>",
                 groups[i]);
    }
    live_destroy(&desk->live);
    session_destroy(&desk->session);
    desk->session = (Session){0};
    snprintf(desk->track, sizeof desk->track, "%s/lane.svg", user_folder);
    put(desk->track, text[0]);
    begin(desk);
    uint64_t hash = race_hash(desk->session.race);
    put(desk->track, text[1]);
    ReloadResult result = wait_for_reload(desk);
    assert_int_equal(result.kind, RELOAD_FAILED);
    assert_contains(result.text, "lane.svg: it has lost its layers: none is called road");
    assert_contains(result.text, "nothing changed");
    assert_contains(reload_wrong(&desk->live.reload), "Plain SVG drops their names");
    assert_contains(reload_wrong(&desk->live.reload), "driving the last good version");
    assert_true(race_hash(desk->session.race) == hash);
    assert_near(desk->session.track.ribbons[0].samples[0].left, 4.5, 1e-3);
    put(desk->track, text[2]); // its group says what it is: no layer is lost
    assert_int_equal(wait_for_reload(desk).kind, RELOAD_TRACK);
    assert_null(reload_wrong(&desk->live.reload));
    assert_near(desk->session.track.ribbons[0].samples[0].left, 4.5, 1e-3);
}

/// A drawing that never had layers is the map of a circuit from the start, and stays one.
static void the_map_of_a_circuit_is_reloaded_as_one(void **state) {
    static const char map[] = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 300'>"
                              "<rect x='60' y='60' width='%d' height='160' rx='40' fill='none' "
                              "stroke='#000'/></svg>";
    Desk *desk = *state;
    char text[400];
    live_destroy(&desk->live);
    session_destroy(&desk->session);
    desk->session = (Session){0};
    snprintf(desk->track, sizeof desk->track, "%s/lane.svg", user_folder);
    snprintf(text, sizeof text, map, 280);
    put(desk->track, text);
    begin(desk);
    snprintf(text, sizeof text, map, 300);
    put(desk->track, text);
    assert_int_equal(wait_for_reload(desk).kind, RELOAD_TRACK);
}

static void a_file_is_read_beside_the_race(void **state) {
    Desk *desk = *state;
    put(desk->track,
        "format: track/1\nname: Other\nribbons:\n  - curve: round\n    radius: 40\n"
        "    width: 14\n    points: [[-150, -60], [150, -60], [150, 60], [-150, 60]]\n");
    Reload *reload = &desk->live.reload;
    for (int i = 0; i < 60 && !reload->work; i++, desk->now += 1.0 / 60.0) {
        assert_int_equal(live_reload(&desk->live, &desk->session, desk->now).kind,
                         RELOAD_NOTHING); // what begins to read puts nothing in place
    }
    assert_non_null(reload->work);
    assert_string_equal(desk->session.track.name, "Ring");
    drive(desk, 24); // on the old one, while the new one is made
    reload_wait(reload);
    uint64_t hash = race_hash(desk->session.race);
    assert_string_equal(desk->session.track.name, "Ring");
    assert_int_equal(live_reload(&desk->live, &desk->session, desk->now).kind, RELOAD_TRACK);
    assert_string_equal(desk->session.track.name, "Other");
    assert_true(reload->picture.made && reload->picture.mesh.ground.index_count > 0);
    assert_true(reload->picture.minimap.index_count > 0);
    assert_true(race_hash(desk->session.race) != hash); // drivers look for their places anew
    reload_forget_picture(reload);
    assert_false(reload->picture.made);
    drive(desk, 240);
}

static void what_is_read_for_a_session_that_ends_is_dropped(void **state) {
    Desk *desk = *state;
    put(desk->track,
        "format: track/1\nname: Other\nribbons:\n  - curve: round\n    radius: 40\n"
        "    width: 14\n    points: [[-150, -60], [150, -60], [150, 60], [-150, 60]]\n");
    for (int i = 0; i < 60 && !desk->live.reload.work; i++, desk->now += 1.0 / 60.0) {
        live_reload(&desk->live, &desk->session, desk->now);
    }
    assert_non_null(desk->live.reload.work);
    live_session(&desk->live, &desk->session);
    assert_null(desk->live.reload.work);
    assert_int_equal(wait_for_reload(desk).kind, RELOAD_NOTHING);
    assert_string_equal(desk->session.track.name, "Ring");
}

static void a_car_in_a_new_wall_is_put_on_the_road_and_the_others_stay(void **state) {
    Desk *desk = *state;
    const Body *bodies = race_bodies_const(desk->session.race);
    Body before[3];
    memcpy(before, bodies, sizeof before);
    vec2s in = before[0].position;
    char text[1000], x[NUMBER_TEXT_MAX], y[NUMBER_TEXT_MAX];
    snprintf(text, sizeof text, "%swalls:\n  - {circle: {center: [%s, %s], radius: 1}}\n",
             track_text, number_text((double)in.x, 2, x), number_text((double)in.y, 2, y));
    put(desk->track, text);
    ReloadResult result = wait_for_reload(desk);
    assert_string_equal(result.text, "ring.track.yaml reloaded");
    bodies = race_bodies_const(desk->session.race);
    float moved = glms_vec2_distance(bodies[0].position, in);
    assert_true(moved > 1.0f && moved < 12.0f);
    assert_int_equal(teleport_wall(desk->session.race, 0, bodies[0].position, bodies[0].angle), -1);
    assert_true(glms_vec2_norm(bodies[0].velocity) <= 0.0f);
    RibbonPlace place = ribbon_locate(&desk->session.track.ribbons[0], bodies[0].position, -1);
    vec2s along = ribbon_tangent(&desk->session.track.ribbons[0], place);
    assert_near(bodies[0].rotation.c, along.x, 1e-3);
    assert_near(bodies[0].rotation.s, along.y, 1e-3);
    for (int i = 1; i < 3; i++) {
        assert_memory_equal(&bodies[i].position, &before[i].position, sizeof before[i].position);
        assert_memory_equal(&bodies[i].velocity, &before[i].velocity, sizeof before[i].velocity);
    }
    drive(desk, 60 * RACE_TICKS_PER_SECOND);
    for (int i = 0; i < 3; i++) { // the race goes on
        assert_true(race_racers_const(desk->session.race)[i].lap >= 1);
    }
}

/// What --set said stays said when the file is saved anew.
static void numbers_of_the_command_line_outlive_a_reload(void **state) {
    Desk *desk = *state;
    static const char numbers[] = "format: car/1\nname: x\ntyres: {mu_y_rear: 0.9}\n";
    for (int i = 0; i < 3; i++) {
        desk->session.def.numbers[i] = numbers;
    }
    put(desk->car, "format: car/1\nname: Mine\nbase: middle\n"
                   "tyres: {mu_y_rear: 1.2}\nbody: {mass: 1500}\n");
    assert_int_equal(wait_for_reload(desk).kind, RELOAD_CAR);
    for (int i = 0; i < 3; i++) {
        assert_near(params_of(desk, i)->mu_y_rear, 0.9f, 0.0);
        assert_near(params_of(desk, i)->mass, 1500.0f, 0.0);
    }
    assert_near(desk->session.cars[0].params.mu_y_rear, 1.2f, 0.0); // what is saved builds on it
}

static void another_outline_is_another_hull(void **state) {
    Desk *desk = *state;
    put(desk->car, "format: car/1\nname: Mine\nbase: middle\n"
                   "outline: [[2.5, -1], [2.5, 1], [-2.5, 1], [-2.5, -1]]\n");
    ReloadResult result = wait_for_reload(desk);
    assert_int_equal(result.kind, RELOAD_CAR);
    assert_contains(result.text, "outline");
    Box box = hull_bounds(&desk->session.race->data->hulls[CAR], transform_identity());
    assert_near(box.high.x, 2.5f, 1e-4);
    drive(desk, 1000);
}

static void the_file_goes_into_the_set_up_that_is_driven(void **state) {
    Desk *desk = *state;
    Setups *setups = &desk->live.setups;
    assert_false(setups_in_use(setups));
    live_swap(&desk->live, &desk->session, CAR);
    setups->params[1].brake_torque = 1234.0f; // by hand, on the panel
    put(desk->car, "format: car/1\nname: Mine\nbase: middle\ntyres: {mu_y_rear: 0.9}\n");
    assert_int_equal(wait_for_reload(desk).kind, RELOAD_CAR);
    assert_near(setups->params[1].mu_y_rear, 0.9f, 1e-6);
    assert_near(setups->params[1].brake_torque, 1234.0f, 1e-3); // not pulled away
    assert_near(setups->params[0].mu_y_rear, 1.06f, 1e-6);
    assert_near(params_of(desk, CAR)->mu_y_rear, 0.9f, 1e-6);
    live_swap(&desk->live, &desk->session, CAR);
    assert_near(params_of(desk, CAR)->mu_y_rear, 1.06f, 1e-6);
    assert_near(params_of(desk, 0)->mu_y_rear, 0.9f, 1e-6); // the AI drives the file's
    setups_copy(setups);
    assert_int_equal(car_params_differences(&setups->params[0], &setups->params[1]), 0);
}

static void differences_are_named_up_to_three(void **state) {
    (void)state;
    CarParams from = car_params_default(), to = from;
    char text[200], small[30];
    setups_differences(&from, &to, SETUP_NAMES, text, sizeof text);
    assert_string_equal(text, "");
    to.mass += 20.0f;
    to.mu_y_rear = 1.2f;
    to.gears[1] += 0.1f;
    to.torque_curve[0].torque += 1.0f;
    to.cg_height = 0.5f;
    assert_int_equal(car_params_differences(&from, &to), 5);
    setups_differences(&from, &to, SETUP_NAMES, text, sizeof text);
    assert_string_equal(text, "body.mass 1280 \u2192 1300, body.cg_height 0.52 \u2192 0.5, "
                              "tyres.mu_y_rear 1.06 \u2192 1.2 and 2 more");
    setups_differences(&from, &to, SETUP_NAMES, small, sizeof small);
    assert_true(strlen(small) < sizeof small);
    setups_differences(&from, &to, 1, text, sizeof text);
    assert_string_equal(text, "body.mass 1280 \u2192 1300 and 4 more");
    // One entry of a list by itself, more of them by the list.
    to = from;
    to.gears[1] = 2.5f;
    setups_differences(&from, &to, SETUP_NAMES, text, sizeof text);
    assert_string_equal(text, "gearbox.gears[2] 2.09 \u2192 2.5");
    to.torque_curve[3].torque += 10.0f;
    to.gears[2] = 1.5f;
    setups_differences(&from, &to, SETUP_NAMES, text, sizeof text);
    assert_string_equal(text, "engine.torque_curve[4] 290 \u2192 300, gearbox.gears");
    to.torque_curve[3].rpm += 100.0f;
    setups_differences(&from, &to, SETUP_NAMES, text, sizeof text);
    assert_string_equal(text, "engine.torque_curve, gearbox.gears");
}

static void held_back_time_goes_back_and_let_go_it_goes_on(void **state) {
    Desk *desk = *state;
    Race *race = desk->session.race;
    Race *before = aligned_alloc(64, (race->size + 63u) / 64u * 64u);
    RaceClock clock = {0};
    uint32_t start = race->tick;
    PaceInput back = {.back = true}, none = {0};
    for (int i = 0; i < 60; i++) {
        PaceFrame frame = pace_frame(&desk->live.pace, &back, &clock, 1.0 / 60.0, race, before);
        assert_true(frame.rewinding && frame.ticks == 0);
    }
    char text[64];
    pace_text(&desk->live.pace, text, sizeof text);
    assert_string_equal(text, "rewind 1.8 s");
    Pace still = {.level = PACE_STILL};
    pace_text(&still, text, sizeof text);
    assert_string_equal(text, "Time stands still    [F10] single tick    [ . ] go on");
    PaceFrame frame = pace_frame(&desk->live.pace, &none, &clock, 1.0 / 60.0, race, before);
    assert_true(frame.rewound && frame.ticks == 4);
    assert_true(race->tick < start - 300 && race->tick % REWIND_EVERY == 0);
    assert_true(race_hash(race) == race_hash(before));
    drive(desk, 480);
    free(before);
}

static void slow_motion_and_single_ticks_count_right(void **state) {
    Desk *desk = *state;
    Race *race = desk->session.race;
    Race *before = aligned_alloc(64, (race->size + 63u) / 64u * 64u);
    RaceClock clock = {0};
    PaceInput slower = {.slower = true}, faster = {.faster = true}, tick = {.tick = true};
    PaceInput none = {0};
    static const int wanted[] = {120, 60, 0, 60, 120, 240};
    for (int k = 0; k < 6; k++) {
        int ticks = 0;
        for (int i = 0; i < 60; i++) {
            const PaceInput *input = i > 0 ? &none : k < 3 ? &slower : &faster;
            ticks += pace_frame(&desk->live.pace, input, &clock, 1.0 / 60.0, race, before).ticks;
        }
        assert_true(abs(ticks - wanted[k]) <= 1);
    }
    assert_int_equal(pace_frame(&desk->live.pace, &tick, &clock, 0.02, race, before).ticks, 0);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(pace_frame(&desk->live.pace, &tick, &clock, 0.02, race, before).ticks, 1);
        assert_int_equal(pace_frame(&desk->live.pace, &none, &clock, 0.02, race, before).ticks, 0);
    }
    free(before);
}

static void the_last_lap_is_driven_again_by_both_set_ups(void **state) {
    Desk *desk = *state;
    Rematch *rematch = &desk->live.rematch;
    assert_false(rematch_ready(rematch));
    for (int i = 0; i < 90 * RACE_TICKS_PER_SECOND && !rematch_ready(rematch); i++) {
        drive(desk, 1);
        rematch_follow(rematch, desk->session.race);
    }
    assert_true(rematch_ready(rematch));
    char text[RELOAD_TEXT_MAX];
    rematch_run(rematch, desk->session.race, &desk->live.setups, text, sizeof text);
    assert_contains(text, "A and B still have the same numbers: A ");
    assert_null(strstr(text, "; B"));
    desk->live.setups.params[1].mu_y_front = 0.4f; // pushes straight on
    uint64_t hash = race_hash(desk->session.race);
    rematch_run(rematch, desk->session.race, &desk->live.setups, text, sizeof text);
    print_message("%s\n", text);
    assert_true(race_hash(desk->session.race) == hash);
    assert_contains(text, "The same inputs: A ");
    assert_contains(text, "; B does not complete the lap, off the road after ");
    assert_true(rematch->comparison.count > 0);
    live_start(&desk->live, &desk->session, CAR); // a new race knows no lap
    assert_false(rematch_ready(rematch));
    assert_int_equal(rematch->comparison.count, 0);
}

#define ON_DESK(test) cmocka_unit_test_setup_teardown(test, set_up, clear_up)

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        ON_DESK(an_edited_car_drives_on_with_its_new_numbers),
        ON_DESK(a_mistake_changes_nothing_and_names_its_place),
        ON_DESK(a_mistake_is_told_with_its_help_until_it_is_mended),
        ON_DESK(what_a_car_builds_on_is_watched_too),
        ON_DESK(numbers_of_the_command_line_outlive_a_reload),
        ON_DESK(an_edited_track_is_driven_on_at_once),
        ON_DESK(a_broken_track_changes_nothing),
        ON_DESK(a_drawing_that_loses_its_layers_changes_nothing),
        ON_DESK(the_map_of_a_circuit_is_reloaded_as_one),
        ON_DESK(a_file_is_read_beside_the_race),
        ON_DESK(what_is_read_for_a_session_that_ends_is_dropped),
        ON_DESK(a_car_in_a_new_wall_is_put_on_the_road_and_the_others_stay),
        ON_DESK(another_outline_is_another_hull),
        ON_DESK(the_file_goes_into_the_set_up_that_is_driven),
        ON_DESK(held_back_time_goes_back_and_let_go_it_goes_on),
        ON_DESK(slow_motion_and_single_ticks_count_right),
        ON_DESK(the_last_lap_is_driven_again_by_both_set_ups),
        cmocka_unit_test(differences_are_named_up_to_three),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

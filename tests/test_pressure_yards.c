// Cars at full throttle in yards that press hard: 12 cars and 20 props in real races, among walls
// that are not quite flush, wedges, reflex corners, slivers and movers that close gaps. A few yards
// in every run, 100 in `ctest --preset long`. PRESSURE_ONLY="yard 017" runs that one alone, with
// PRESSURE_WRITE=<file> it becomes a track file to look at.
#include "collision/wall_grid.h"
#include "geometry/trig.h"
#include "race/teleport.h"
#include "race_state/props.h"

#include <string.h>

#include "approach.h"
#include "fixture.h"
#include "long_test.h"
#include "overlap.h"
#include "pressure_yard.h"
#include "test.h"

enum {
    CARS = 12,
    MODELS = 5,
    BODIES_MAX = CARS + PRESSURE_PROPS + PRESSURE_MOVERS,
    SECONDS = SANITIZED ? 5 : 60,
    ATTEMPTS_MAX = 200,
    WALLS_NEAR_MAX = 256,
};

#define DEEP         0.020 ///< m of overlap that may last ...
#define DEEP_SECONDS 0.3   ///< ... so long.
#define JUMP         5.0   ///< m/s in a tick that want an approach of half as much.
#define TOUCHING     0.010 ///< m: twice the slop that the solver keeps.
#define STUCK_AFTER  11.9f ///< s of Racer.stuck_s; at 12 the race itself puts a car back.

static const char *const models[MODELS] = {"hatch", "gt", "kart", "formula", "drift"};
static TestCount count;
static const char *only;

/// What went wrong in a yard, and its worst figures.
typedef struct Findings {
    double deepest;      ///< m, but for what a closing mover presses.
    double longest;      ///< s over DEEP at a stretch, of a pair.
    double worst_jump;   ///< m/s, of those that nothing explains.
    int long_overlaps;   ///< Pairs and stretches that were too long.
    int jumps, outside;  ///< Body and tick.
    int put_back;        ///< Cars that had stood for long.
    long pressed, ticks; ///< Body and tick: pressed by a closing mover; all.
    char where[256];     ///< Of the first thing that is wrong.
} Findings;

/// A race in a yard, and what the test remembers.
typedef struct YardRace {
    PressureYard yard;
    Track track;
    CarModel models[RACE_MAX_CARS];
    RaceData data;
    Race *race;
    int body_count;
    Random random;
    CarInput inputs[RACE_MAX_CARS];
    Standing walls[TRACK_PIECES_MAX];
    Body before[BODIES_MAX];
    bool was_ghost[BODIES_MAX];
    Standing at[BODIES_MAX];
    bool moved[BODIES_MAX];                                         ///< By this test, in this tick.
    double in_walls[BODIES_MAX], in_bodies[BODIES_MAX][BODIES_MAX]; ///< m, depth now; 0: none.
    int over_walls[BODIES_MAX], over_bodies[BODIES_MAX][BODIES_MAX]; ///< Ticks over DEEP.
    bool pressed[BODIES_MAX];                                        ///< By a closing mover.
    RefPoint ways[PRESSURE_MOVERS]; ///< Unit, where each mover went last.
    Findings found;
} YardRace;

static bool is_mover(const YardRace *run, int i) { return i >= movers_body(run->race, 0); }

static const Hull *hull_of(const YardRace *run, int i) {
    const WorldState *world = race_world_const(run->race);
    return &run->data.hulls[((const uint8_t *)world + world->hull_of)[i]];
}

static bool is_ghost(const YardRace *run, int i) {
    const WorldState *world = race_world_const(run->race);
    return (((const uint8_t *)world + world->flags)[i] & BODY_GHOST) != 0;
}

// ---------------------------------------------------------------- making a yard

static bool read_yard(YardRace *run) {
    MessageList *messages = calloc(1, sizeof *messages);
    bool good =
        track_read(run->yard.text, (size_t)run->yard.size, "yard", false, &run->track, messages);
    if (!good && only) {
        messages_print(messages, stderr, run->yard.text);
    }
    free(messages);
    return good;
}

/// Adds props at places that are free of walls, for which the walls must be built already.
static void add_props(YardRace *run) {
    Arena arena = {0};
    WallGrid walls = wall_grid_make(run->track.wall_pieces, run->track.wall_piece_count, &arena);
    int added = 0;
    while (added < PRESSURE_PROPS) {
        double x = pressure_draw(&run->yard, -PRESSURE_HALF_X, PRESSURE_HALF_X);
        double y = pressure_draw(&run->yard, -PRESSURE_HALF_Y, PRESSURE_HALF_Y);
        if (wall_grid_clearance(&walls, vec2_make((float)x, (float)y), 2.0f) > 1.1f) {
            pressure_prop(&run->yard, added == 0, added % 7, x, y);
            added++;
        }
    }
    arena_destroy(&arena);
}

static bool try_yard(YardRace *run, uint64_t seed, uint64_t attempt) {
    pressure_yard_make(&run->yard, seed, attempt);
    if (!read_yard(run)) {
        return false;
    }
    add_props(run);
    track_destroy(&run->track);
    if (!read_yard(run)) {
        return false;
    }
    for (int i = 0; i < CARS; i++) {
        CarFile file = fixture_car(models[i % MODELS]);
        run->models[i] = car_model_make(&file.params);
    }
    bool whole = run->track.prop_count == PRESSURE_PROPS &&
                 run->track.mover_count == PRESSURE_MOVERS &&
                 race_data_make(&run->data, &run->track, run->models, CARS);
    if (!whole) {
        track_destroy(&run->track);
    }
    return whole;
}

/// Puts car `i` at a random place that is free of walls.
static void put_anywhere(YardRace *run, int i) {
    vec2s place;
    float angle;
    do {
        place.x = random_range(&run->random, -(float)PRESSURE_HALF_X, (float)PRESSURE_HALF_X);
        place.y = random_range(&run->random, -(float)PRESSURE_HALF_Y, (float)PRESSURE_HALF_Y);
        angle = random_range(&run->random, -TRIG_PI, TRIG_PI);
    } while (teleport_wall(run->race, i, place, angle) >= 0);
    teleport_put(run->race, i, place, angle);
    run->moved[i] = true;
}

static void write_yard(const YardRace *run) {
    const char *path = getenv("PRESSURE_WRITE");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fwrite(run->yard.text, 1, (size_t)run->yard.size, file);
        fclose(file);
    }
}

static YardRace *yard_race_make(uint64_t seed) {
    YardRace *run = calloc(1, sizeof *run);
    uint64_t attempt = 0;
    while (attempt < ATTEMPTS_MAX && !try_yard(run, seed, attempt)) {
        attempt++;
    }
    assert_true(attempt < ATTEMPTS_MAX);
    write_yard(run);
    RaceDef def = fixture_field(CARS, SKILL_HARD, 0);
    def.mode = RACE_MODE_PRACTICE;
    def.ai_cars = 0;
    run->race =
        race_make(fixture_block(race_size(&run->track, CARS)), &def, &run->data, run->models);
    run->body_count = movers_body(run->race, run->race->mover_count);
    run->random = random_make(seed, 5);
    for (int i = 0; i < run->track.wall_piece_count; i++) {
        run->walls[i] = standing_wall(&run->track.wall_pieces[i]);
    }
    for (int i = 0; i < CARS; i++) {
        put_anywhere(run, i);
    }
    return run;
}

static void yard_race_destroy(YardRace *run) {
    free(run->race);
    race_data_destroy(&run->data);
    track_destroy(&run->track);
    free(run);
}

// ---------------------------------------------------------------- what is wrong

static void name_body(const YardRace *run, int i, char out[32]) {
    if (i < 0) {
        snprintf(out, 32, "a wall");
    } else if (i < CARS) {
        snprintf(out, 32, "car %d (%s)", i, models[i % MODELS]);
    } else if (is_mover(run, i)) {
        snprintf(out, 32, "mover %d", i - movers_body(run->race, 0));
    } else {
        int prop = i - CARS;
        snprintf(out, 32, "prop %d (%s)", prop,
                 prop_kind_names[run->track.forms[run->track.props[prop].form].kind]);
    }
}

/// Keeps the first of what is wrong with body `i`; prints all where one yard was asked for.
__attribute__((format(printf, 3, 4))) static void note_wrong(YardRace *run, int i,
                                                             const char *format, ...) {
    char text[256];
    char name[32];
    name_body(run, i, name);
    const Body *body = &race_bodies_const(run->race)[i];
    int size = snprintf(text, sizeof text,
                        "%.3f s, %s at (%.2f, %.2f): ", (double)run->race->tick * (double)RACE_DT,
                        name, (double)body->position.x, (double)body->position.y);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + size, sizeof text - (size_t)size, format, arguments);
    va_end(arguments);
    if (run->found.where[0] == '\0') {
        memcpy(run->found.where, text, sizeof text);
    }
    if (only) {
        print_error("  %s\n", text);
    }
}

static Standing body_standing(const YardRace *run, int i, const Body *body) {
    return standing_hull(hull_of(run, i), ref_transform(body_at(body)));
}

/// Fills the depths of all pairs as they stand now.
static void measure_depths(YardRace *run) {
    const Body *bodies = race_bodies_const(run->race);
    for (int i = 0; i < run->body_count; i++) {
        run->at[i] = body_standing(run, i, &bodies[i]);
    }
    for (int i = 0; i < run->body_count; i++) {
        run->in_walls[i] = 0.0;
        Box box = hull_bounds(hull_of(run, i), body_at(&bodies[i]));
        for (int k = 0; k < run->track.wall_piece_count && !is_mover(run, i); k++) {
            if (box_overlap(box, run->track.wall_pieces[k].bounds)) {
                double apart = standing_separation(&run->at[i], &run->walls[k], 0.0);
                run->in_walls[i] = fmax(run->in_walls[i], -apart);
            }
        }
        for (int k = 0; k < i; k++) {
            bool apart =
                is_ghost(run, i) || is_ghost(run, k) || (is_mover(run, i) && is_mover(run, k));
            double depth = apart ? 0.0 : -standing_separation(&run->at[i], &run->at[k], 0.0);
            run->in_bodies[i][k] = run->in_bodies[k][i] = fmax(depth, 0.0);
        }
    }
}

/// Whether a piece of `b` stands at one of `a` in direction `way`.
static bool is_behind(const Standing *a, const Standing *b, RefPoint way) {
    if (standing_separation(a, b, TOUCHING) >= TOUCHING) {
        return false;
    }
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            OverlapAxis axis = overlap_axis(&a->pieces[i], &b->pieces[k], TOUCHING);
            if (axis.distance < TOUCHING && ref_dot(axis.normal, way) > 0.3) {
                return true;
            }
        }
    }
    return false;
}

static bool wall_is_behind(const YardRace *run, int i, RefPoint way) {
    for (int k = 0; k < run->track.wall_piece_count; k++) {
        if (is_behind(&run->at[i], &run->walls[k], way)) {
            return true;
        }
    }
    return false;
}

/// Marks what a mover that touches body `first` presses in direction `way`: that and all that
/// stand one behind the other there, if there is a wall or another mover behind one of them.
static void mark_pressed(YardRace *run, int mover, int first, RefPoint way) {
    int row[BODIES_MAX] = {first};
    bool in_row[BODIES_MAX] = {[0] = false};
    in_row[first] = in_row[mover] = true;
    bool closed = false;
    int size = 1;
    for (int at = 0; at < size; at++) {
        closed = closed || wall_is_behind(run, row[at], way);
        for (int k = 0; k < run->body_count; k++) {
            if (!in_row[k] && is_behind(&run->at[row[at]], &run->at[k], way)) {
                in_row[k] = true;
                closed = closed || is_mover(run, k);
                if (!is_mover(run, k)) {
                    row[size++] = k;
                }
            }
        }
    }
    for (int at = 0; closed && at < size; at++) {
        run->pressed[row[at]] = true;
    }
}

/// A mover presses what it touches along the shortest way out, and where it goes.
static void find_pressed(YardRace *run) {
    memset(run->pressed, 0, sizeof run->pressed);
    int movers = movers_body(run->race, 0);
    for (int mover = movers; mover < run->body_count; mover++) {
        vec2s velocity = race_bodies_const(run->race)[mover].velocity;
        RefPoint *way = &run->ways[mover - movers];
        if (glms_vec2_norm(velocity) > 0.0f) {
            *way = ref_of(glms_vec2_normalize(velocity));
        }
        for (int i = 0; i < movers; i++) {
            OverlapAxis axis = standing_axis(&run->at[mover], &run->at[i], TOUCHING);
            if (!is_ghost(run, i) && axis.distance < TOUCHING) {
                mark_pressed(run, mover, i, axis.normal);
                // It does not leave it behind, or has it inside, where the way out says little.
                if (ref_dot(axis.normal, *way) > -0.3 || axis.distance < -DEEP) {
                    mark_pressed(run, mover, i, *way);
                }
            }
        }
    }
}

/// Takes in the depth of a pair (b -1: walls), which has been over DEEP for `ticks`.
static void judge_depth(YardRace *run, int a, int b, double depth, int *ticks) {
    if (run->pressed[a] || (b >= 0 && run->pressed[b])) {
        *ticks = 0;
        return;
    }
    *ticks = depth > DEEP ? *ticks + 1 : 0;
    double seconds = (double)*ticks * (double)RACE_DT;
    run->found.deepest = fmax(run->found.deepest, depth);
    run->found.longest = fmax(run->found.longest, seconds);
    if (seconds > DEEP_SECONDS && seconds - (double)RACE_DT <= DEEP_SECONDS) {
        run->found.long_overlaps++;
        char name[32];
        name_body(run, b, name);
        note_wrong(run, a, "%.1f mm in %s", 1e3 * depth, name);
    }
}

static void judge_depths(YardRace *run) {
    measure_depths(run);
    find_pressed(run);
    for (int i = 0; i < movers_body(run->race, 0); i++) {
        run->found.pressed += run->pressed[i];
        run->found.ticks++;
        judge_depth(run, i, -1, run->in_walls[i], &run->over_walls[i]);
    }
    for (int i = 0; i < run->body_count; i++) {
        for (int k = 0; k < i; k++) {
            judge_depth(run, k, i, run->in_bodies[i][k], &run->over_bodies[i][k]);
        }
    }
}

/// Body `i` in this tick. Nothing meets movers, and they have their velocities from the tick
/// itself.
static ApproachThing thing_of_body(const YardRace *run, int i) {
    const Body *now = &race_bodies_const(run->race)[i];
    const Body *body = &run->before[i];
    vec2s velocity = is_mover(run, i) ? now->velocity : body->velocity;
    double angle = (double)body->angle + (double)body->spin * (double)RACE_DT;
    RefTransform to = {ref_moved(ref_of(body->position), ref_of(velocity), (double)RACE_DT),
                       cos(angle), sin(angle)};
    return (ApproachThing){.from = body_standing(run, i, body),
                           .to = standing_hull(hull_of(run, i), to),
                           .velocity = ref_of(velocity),
                           .spin = (double)body->spin,
                           .inverse_mass = (double)body->inverse_mass,
                           .inverse_inertia = (double)body->inverse_inertia,
                           .restitution = (double)body->restitution};
}

static ApproachThing thing_of_wall(const YardRace *run, int k) {
    return (ApproachThing){.from = run->walls[k],
                           .to = run->walls[k],
                           .restitution = (double)run->track.wall_pieces[k].restitution};
}

/// Adds the walls that thing `at` of the set may touch.
static void add_walls(const YardRace *run, ApproachSet *set, int at) {
    int first = set->thing_count;
    for (int k = 0; k < run->track.wall_piece_count; k++) {
        ApproachThing wall = thing_of_wall(run, k);
        if (set->thing_count < APPROACH_THINGS_MAX && approach_touch(&set->things[at], &wall)) {
            set->things[set->thing_count++] = wall;
        }
    }
    for (int i = first; i < set->thing_count; i++) {
        bool is_step = false;
        for (int k = first; k < set->thing_count && !is_step; k++) {
            is_step = k != i && approach_add_step(set, at, i, &set->things[k].from);
        }
        if (!is_step) {
            approach_add(set, at, i);
        }
    }
}

/// m/s, the largest approach among all that may touch each other and body `first` in this tick.
/// `*between`: things stand on both sides of it.
static double approach_around(const YardRace *run, int first, bool *between) {
    static ApproachSet set;
    set = (ApproachSet){.thing_count = 1};
    set.things[0] = thing_of_body(run, first);
    int body_of[APPROACH_THINGS_MAX];
    bool known[BODIES_MAX] = {[0] = false};
    body_of[0] = first;
    known[first] = true;
    for (int at = 0; at < set.thing_count; at++) {
        if (!(set.things[at].inverse_mass > 0.0)) {
            continue;
        }
        for (int k = 0; k < run->body_count; k++) {
            ApproachThing thing = thing_of_body(run, k);
            bool full = set.thing_count == APPROACH_THINGS_MAX;
            bool passes = run->was_ghost[k] || run->was_ghost[body_of[at]];
            if (!known[k] && !full && !passes && approach_touch(&set.things[at], &thing)) {
                known[k] = true;
                body_of[set.thing_count] = k;
                set.things[set.thing_count++] = thing;
            }
        }
        for (int k = at + 1; k < set.thing_count; k++) {
            if (body_of[k] >= 0 && approach_touch(&set.things[at], &set.things[k])) {
                approach_add(&set, at, k);
            }
        }
        int walls_from = set.thing_count;
        add_walls(run, &set, at);
        for (int k = walls_from; k < set.thing_count; k++) {
            body_of[k] = -1;
        }
    }
    *between = approach_is_between(&set, 0);
    return approach_most(&set);
}

static void judge_speeds(YardRace *run) {
    const Body *bodies = race_bodies_const(run->race);
    for (int i = 0; i < movers_body(run->race, 0); i++) {
        double jump = hypot((double)bodies[i].velocity.x - (double)run->before[i].velocity.x,
                            (double)bodies[i].velocity.y - (double)run->before[i].velocity.y);
        bool between = false;
        double approach = jump <= JUMP ? 0.0 : approach_around(run, i, &between);
        // What gets stuck between two walls that close slowly may stop at once.
        bool jammed =
            between && glms_vec2_norm(bodies[i].velocity) < glms_vec2_norm(run->before[i].velocity);
        if (!(jump <= JUMP) && !(approach >= 0.5 * jump) && !jammed) {
            run->found.jumps++;
            run->found.worst_jump = fmax(run->found.worst_jump, jump);
            note_wrong(run, i,
                       "jumps by %.1f m/s, from (%.1f, %.1f) to (%.1f, %.1f); approach %.1f", jump,
                       (double)run->before[i].velocity.x, (double)run->before[i].velocity.y,
                       (double)bodies[i].velocity.x, (double)bodies[i].velocity.y, approach);
        }
        bool inside = fabs((double)bodies[i].position.x) < PRESSURE_HALF_X + 0.1 &&
                      fabs((double)bodies[i].position.y) < PRESSURE_HALF_Y + 0.1;
        if (!inside) {
            run->found.outside++;
            note_wrong(run, i, "outside");
        }
    }
}

/// Full throttle and a steering wheel that is turned at random four times a second.
static void drive(YardRace *run) {
    for (int i = 0; i < CARS; i++) {
        run->moved[i] = false;
        if (race_racers_const(run->race)[i].stuck_s > STUCK_AFTER) {
            put_anywhere(run, i);
            run->found.put_back++;
        }
        if (random_u32(&run->random) % 60 == 0) {
            run->inputs[i].steer = (int8_t)((int)(random_u32(&run->random) % 255) - 127);
        }
        run->inputs[i].throttle = 255;
    }
}

static Findings run_yard(uint64_t seed) {
    YardRace *run = yard_race_make(seed);
    for (int tick = 0; tick < SECONDS * RACE_TICKS_PER_SECOND; tick++) {
        drive(run);
        memcpy(run->before, race_bodies_const(run->race),
               (size_t)run->body_count * sizeof *run->before);
        for (int i = 0; i < run->body_count; i++) {
            run->was_ghost[i] = is_ghost(run, i); // who is put back in this step still touched
        }
        race_step(run->race, run->inputs);
        judge_depths(run);
        judge_speeds(run);
    }
    Findings found = run->found;
    yard_race_destroy(run);
    return found;
}

static void yards_at_full_throttle_leave_nothing_pressed_in_thrown_or_outside(void **state) {
    (void)state;
    int failed = 0;
    Findings all = {0};
    for (long i = 1; i <= count.cases; i++) {
        char name[32];
        snprintf(name, sizeof name, "yard %03ld", i);
        if (only && !strstr(name, only)) {
            continue;
        }
        Findings found = run_yard((uint64_t)i);
        bool fails = found.long_overlaps + found.jumps + found.outside > 0;
        failed += fails;
        if (fails || only || count.is_long) {
            print_error("%s: deepest %5.1f mm, longest over 20 mm %5.2f s (%d too long), %d jumps "
                        "(worst %.1f m/s), %d outside, %d put back, pressed %.2f %%; %s\n",
                        name, 1e3 * found.deepest, found.longest, found.long_overlaps, found.jumps,
                        found.worst_jump, found.outside, found.put_back,
                        100.0 * (double)found.pressed / (double)found.ticks, found.where);
        }
        all.deepest = fmax(all.deepest, found.deepest);
        all.longest = fmax(all.longest, found.longest);
        all.worst_jump = fmax(all.worst_jump, found.worst_jump);
    }
    if (failed > 0 || count.is_long) {
        print_error("%d of %ld yards fail; deepest %.1f mm, longest over 20 mm %.2f s, worst jump "
                    "%.1f m/s\n",
                    failed, count.cases, 1e3 * all.deepest, all.longest, all.worst_jump);
    }
    assert_int_equal(failed, 0);
}

int main(int argc, char **argv) {
    leave_locale();
    only = getenv("PRESSURE_ONLY");
    count = test_count(argc, argv, SANITIZED ? 1 : 4);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(yards_at_full_throttle_leave_nothing_pressed_in_thrown_or_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

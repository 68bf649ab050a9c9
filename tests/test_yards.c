// Whatever can be driven through the gates in order has a racing line: random yards against a flood
// that knows nothing of how lines are searched for.
#include "line/corridor_gates.h"
#include "line/route_grid.h"
#include "track/validate.h"
#include "track_check/routes.h"
#include "track_check/track_check.h"

#include <string.h>

#include "fixture.h"
#include "long_test.h"
#include "random_yard.h"
#include "test.h"
#include "track_text.h"

enum {
    ORDINARY_COUNT = SANITIZED ? 30 : 200,
    CELLS_ACROSS_MAX = 128,
    CELLS_MAX = CELLS_ACROSS_MAX * CELLS_ACROSS_MAX,
    CARS = 5,
};

/// m: cells of the flood. No simple share of a metre, so that they fall otherwise than a search's.
#define FLOOD_CELL 0.83f

static long yards_wanted = ORDINARY_COUNT;
static const char *const cars[CARS] = {"hatch", "gt", "kart", "formula", "drift"};

/// The free cells of a yard, and where a flood has come.
typedef struct Flood {
    const Track *track;
    int columns, rows;
    bool free[CELLS_MAX];
    bool reached[CELLS_MAX];
    int open[CELLS_MAX];
    int open_count;
} Flood;

static vec2s cell_at(const Flood *flood, int cell) {
    return vec2_make(FLOOD_CELL * ((float)(cell % flood->columns) + 0.31f),
                     FLOOD_CELL * ((float)(cell / flood->columns) + 0.27f));
}

/// Inside the fence, which reaches from the origin to `size`.
static void flood_make(Flood *flood, const Track *track, vec2s size, const WallGrid *walls,
                       float room) {
    flood->track = track;
    flood->columns = (int)(size.x / FLOOD_CELL);
    flood->rows = (int)(size.y / FLOOD_CELL);
    assert_true(flood->columns <= CELLS_ACROSS_MAX && flood->rows <= CELLS_ACROSS_MAX);
    for (int i = 0; i < flood->columns * flood->rows; i++) {
        flood->free[i] = wall_grid_clearance(walls, cell_at(flood, i), room) >= room;
    }
}

/// The free neighbour of `cell` on `side` 0 to 3; -1 where there is none.
static int neighbour(const Flood *flood, int cell, int side) {
    static const int step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};
    int x = cell % flood->columns + step_x[side], y = cell / flood->columns + step_y[side];
    if (x < 0 || y < 0 || x >= flood->columns || y >= flood->rows) {
        return -1;
    }
    int next = y * flood->columns + x;
    return flood->free[next] ? next : -1;
}

static void flood_begin(Flood *flood, const bool *from) {
    flood->open_count = 0;
    memset(flood->reached, 0, sizeof flood->reached);
    for (int i = 0; i < flood->columns * flood->rows; i++) {
        if (from[i]) {
            flood->reached[i] = true;
            flood->open[flood->open_count++] = i;
        }
    }
}

/// Floods from the cells `ends` over neither of the two gates; `ends` become the cells behind `to`.
static bool flood_leg(Flood *flood, const TrackGate *from, const TrackGate *to, bool *ends) {
    bool any = false;
    flood_begin(flood, ends);
    memset(ends, 0, CELLS_MAX * sizeof *ends);
    for (int i = 0; i < flood->open_count; i++) {
        int cell = flood->open[i];
        for (int side = 0; side < 4; side++) {
            int next = neighbour(flood, cell, side);
            if (next < 0) {
                continue;
            }
            vec2s a = cell_at(flood, cell), b = cell_at(flood, next);
            int over = track_gate_crossing(to, a, b).direction;
            if (over > 0) {
                ends[next] = any = true;
            } else if (over == 0 && track_gate_crossing(from, a, b).direction == 0 &&
                       !flood->reached[next]) {
                flood->reached[next] = true;
                flood->open[flood->open_count++] = next;
            }
        }
    }
    return any;
}

/// Whether a lap that begins at `first`, a cell just behind the finish, leads back to it.
static bool gets_round_from(Flood *flood, int first) {
    static bool ends[CELLS_MAX];
    const Track *track = flood->track;
    memset(ends, 0, sizeof ends);
    ends[first] = true;
    for (int to = 0; to < track->gate_count; to++) {
        const TrackGate *from = &track->gates[(to + track->gate_count - 1) % track->gate_count];
        if (!flood_leg(flood, from, &track->gates[to], ends)) {
            return false;
        }
    }
    return ends[first];
}

/// Whether any lap leads round.
static bool gets_round(Flood *flood) {
    const TrackGate *finish = &flood->track->gates[flood->track->gate_count - 1];
    for (int cell = 0; cell < flood->columns * flood->rows; cell++) {
        for (int side = 0; side < 4 && flood->free[cell]; side++) {
            int next = neighbour(flood, cell, side);
            if (next >= 0 &&
                track_gate_crossing(finish, cell_at(flood, cell), cell_at(flood, next)).direction >
                    0 &&
                gets_round_from(flood, next)) {
                return true;
            }
        }
    }
    return false;
}

/// m from the middle of a car to its farthest point.
static float circumscribed(const CarModel *model) {
    Hull hull = car_model_hull(model);
    Box box = hull_bounds(&hull, transform_identity());
    return 0.5f * glms_vec2_norm(glms_vec2_sub(box.high, box.low));
}

static bool is_named_by_w709(const Track *track, const CarModel *model) {
    Hull hull = car_model_hull(model);
    Box box = hull_bounds(&hull, transform_identity());
    MessageList messages = {0};
    routes_check_width(track, box.high.y - box.low.y, &messages);
    return messages.count > 0;
}

static void whatever_can_be_driven_has_a_racing_line(void **state) {
    (void)state;
    static Flood flood;
    static MessageList messages;
    CarModel models[CARS];
    for (int i = 0; i < CARS; i++) {
        CarFile file = fixture_car(cars[i]);
        models[i] = car_model_make(&file.params);
    }
    Random random = random_make(11, 4);
    long round = 0, found = 0, missed = 0, tracks = 0;
    for (long i = 0; i < yards_wanted; i++) {
        char text[YARD_TEXT_MAX];
        Yard yard = random_yard(&random);
        yard_text(&yard, text);
        Track track;
        messages = (MessageList){0};
        if (!track_read(text, strlen(text), "yard.track.yaml", false, &track, &messages) ||
            !track_check(&track, &messages)) {
            track_destroy(&track);
            continue;
        }
        tracks++;
        Arena arena = {0};
        const CarModel *model = &models[i % CARS];
        WallGrid walls = wall_grid_make(track.wall_pieces, track.wall_piece_count, &arena);
        Ground ground = ground_make(&track, &arena);
        RacingLine line;
        bool has_line = racing_line_make(&track, &walls, &ground, model, (ProgressPart){0}, &arena,
                                         &line, NULL);
        found += has_line;
        flood_make(&flood, &track, yard.walls[0].points[2], &walls, circumscribed(model));
        if (gets_round(&flood) && !is_named_by_w709(&track, model)) {
            round++;
            if (!has_line) {
                fprintf(stderr, "yard %ld has no racing line for %s:\n%s", i, cars[i % CARS], text);
                missed++;
            }
        }
        arena_destroy(&arena);
        track_destroy(&track);
    }
    fprintf(stderr, "%ld yards, %ld tracks, %ld with a way round for a circle, %ld with a line\n",
            yards_wanted, tracks, round, found);
    assert_int_equal(missed, 0);
    assert_true(10 * round > yards_wanted); // the yards are not all shut
}

/// Whether a lone rival drives `laps` laps of the track `text` in `seconds`. The track must be
/// good.
static bool finishes(const char *text, const char *car, int laps, int seconds) {
    RaceDef def = fixture_field(1, SKILL_HARD, laps);
    Fixture *fixture = fixture_make_on(track_of(text), car, &def);
    for (int i = 0; i < seconds && fixture->race->phase != RACE_OVER; i++) {
        fixture_run(fixture->race, RACE_TICKS_PER_SECOND);
    }
    bool finished = race_racers(fixture->race)[0].finished;
    fixture_destroy(fixture);
    return finished;
}

#define FENCED(inside)                                                                      \
    "format: track/1\nname: Yard\nground: asphalt\nwalls:\n"                                \
    "  - {closed: true, thickness: 0.5, polyline: [[-70, -50], [70, -50], [70, 50], [-70, " \
    "50]]}\n" inside

// Two gates across an open yard, one driven the other way: a lap turns round twice.
static void where_gates_end_does_not_decide_whether_a_yard_can_be_raced(void **state) {
    (void)state;
    for (int i = 0; i <= 20; i++) {
        double end = 2.0 + 0.5 * i;
        char text[1024];
        snprintf(text, sizeof text,
                 FENCED("finish: {left: [0, 22], right: [0, %g]}\n"
                        "gates:\n  - {left: [0, -22], right: [0, %g]}\n"
                        "grid: {slots: [[-10.5, -3, -32]]}\n"),
                 end, -end);
        assert_true(finishes(text, cars[i % CARS], 2, 90));
    }
}

static void a_finish_alone_is_driven_round_in_either_direction(void **state) {
    (void)state;
    static const char *const yards[] = {
        FENCED("finish: {left: [0, 10], right: [0, -10]}\ngrid: {slots: [[-10, 0, 0]]}\n"),
        FENCED("finish: {left: [0, -10], right: [0, 10]}\ngrid: {slots: [[-10, 0, 0]]}\n"),
        FENCED("finish: {left: [0, -10], right: [0, 10]}\ngrid: {slots: [[10, 0, 180]]}\n"),
        FENCED("finish: {left: [0, -49.7], right: [0, 10]}\ngrid: {slots: [[10, 0, 180]]}\n"),
    };
    for (int i = 0; i < 4; i++) {
        for (int car = 0; car < CARS; car++) {
            assert_true(finishes(yards[i], cars[car], 2, 90));
        }
    }
}

// Too close for a cell between them: a way leads straight from one to the next.
static void gates_a_hand_apart_are_crossed_one_after_the_other(void **state) {
    (void)state;
    assert_true(finishes(FENCED("finish: {left: [0, 10], right: [0, -10]}\n"
                                "gates:\n  - {left: [0.3, 10], right: [0.3, -10]}\n"
                                "  - {left: [0.6, 10], right: [0.6, -10]}\n"
                                "grid: {slots: [[-10, 0, 0]]}\n"),
                         "hatch", 2, 90));
}

// A line that crosses gates out of turn, as it may, is no miss of those that it has yet to take.
static void gates_on_the_way_to_another_are_not_called_missed(void **state) {
    (void)state;
    RaceDef def = fixture_field(1, SKILL_HARD, 1);
    Fixture *fixture =
        fixture_make_on(track_of(FENCED("finish: {left: [-50, 10], right: [-50, -10]}\n"
                                        "gates:\n  - {left: [55, 10], right: [55, -10]}\n"
                                        "  - {left: [-10, 30], right: [-10, -30]}\n"
                                        "  - {left: [-30, 30], right: [-30, -30]}\n"
                                        "grid: {slots: [[-60, 0, 0]]}\n")),
                        "kart", &def);
    const Racer *racer = race_racers(fixture->race);
    for (int i = 0; i < 60 * RACE_TICKS_PER_SECOND && racer->gates_passed == 0; i++) {
        fixture_run(fixture->race, 1);
        assert_int_equal(racer->missed_gate, -1);
    }
    assert_int_equal(racer->gates_passed, 1);
    fixture_destroy(fixture);
}

// Of a track so large that its cells measure 5 m, or half a metre.
static void no_step_of_a_route_crosses_the_gates_of_its_leg_in_cells_of_any_size(void **state) {
    (void)state;
    Random random = random_make(3, 8);
    for (int i = 0; i < 12; i++) {
        float reach = i % 2 == 0 ? 5000.0f : 60.0f, far = i % 2 == 0 ? 60.0f : 10.0f;
        char text[1024];
        float turn = random_range(&random, -TRIG_PI, TRIG_PI);
        vec2s half = yard_along(turn, 2.0f * far), ahead = vec2_left(yard_along(turn, far));
        snprintf(text, sizeof text,
                 TRACK_HEAD "ground: asphalt\nbounds: [%g, %g, %g, %g]\n"
                            "finish: {left: [%.3f, %.3f], right: [%.3f, %.3f]}\n"
                            "grid: {slots: [[%.3f, %.3f, %.3f]]}\n",
                 (double)-reach, (double)-reach, (double)reach, (double)reach, (double)-half.x,
                 (double)-half.y, (double)half.x, (double)half.y, (double)-ahead.x,
                 (double)-ahead.y, (double)turn * 180.0 / (double)TRIG_PI + 90.0);
        Track track = track_of(text);
        Arena arena = {0};
        WallGrid walls = wall_grid_make(track.wall_pieces, track.wall_piece_count, &arena);
        Ground ground = ground_make(&track, &arena);
        WaypointScan scan = {&track, &walls, &ground, 1.0f};
        RouteGrid grid =
            route_grid_make(&scan, (RouteRoom){1.5f, 1.5f, ROUTE_POSTS_LEAST}, 0.5f, &arena);
        const TrackGate *gate = &track.gates[0];
        RouteEnd start = {.cell = route_grid_at(&grid, ahead)};
        RouteEnd goal = {.cell = route_grid_at(&grid, glms_vec2_negate(ahead))};
        route_grid_begin(&grid, gate, gate);
        assert_true(route_grid_search(&grid, &start, 1, &goal, 1, 0.0f));
        size_t cells = (size_t)grid.columns * (size_t)grid.rows;
        int *route = arena_array(&arena, cells, sizeof *route);
        int port, count = route_grid_trace(&grid, goal.cell, route, &port);
        for (int k = 0; k + 1 < count; k++) {
            assert_false(route_is_barred(gate, ROUTE_POSTS_LEAST,
                                         route_grid_middle(&grid, route[k]),
                                         route_grid_middle(&grid, route[k + 1])));
        }
        arena_destroy(&arena);
        track_destroy(&track);
    }
}

static void gates_crossed_in_their_turn_are_not_early_however_close(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.car_count = 1;
    Fixture *fixture =
        fixture_make_on(track_of(FENCED("finish: {left: [0, 10], right: [0, -10]}\n"
                                        "gates:\n  - {left: [0.3, 10], right: [0.3, -10]}\n"
                                        "  - {left: [0.6, 10], right: [0.6, -10]}\n"
                                        "  - {left: [30, -20], right: [30, -40]}\n"
                                        "  - {left: [-30, 20], right: [-30, 40]}\n"
                                        "grid: {slots: [[-10, 0, 0]]}\n")),
                        "hatch", &def);
    for (int i = 0; i < fixture->track.gate_count; i++) {
        assert_int_equal(fixture->data.early[0][i], 0);
    }
    fixture_destroy(fixture);
}

static void a_corridor_of_few_points_is_searched_once_round(void **state) {
    (void)state;
    enum {
        COUNT = 16
    };
    Track track = track_of(
        FENCED("finish: {left: [40, 10], right: [40, -10]}\ngrid: {slots: [[0, 0, 0]]}\n"));
    vec2s points[COUNT];
    int gate_at[1] = {0};
    Corridor *corridor = calloc(1, sizeof *corridor);
    corridor->points = calloc(COUNT, sizeof *corridor->points); // a read beside it is seen
    corridor->count = COUNT;
    corridor->step = 1.0f;
    for (int i = 0; i < COUNT; i++) {
        float angle = 2.0f * TRIG_PI * (float)i / (float)COUNT;
        points[i] = glms_vec2_scale(vec2_make(trig_cos(angle), trig_sin(angle)), 2.5f);
        corridor->points[i].center = points[i];
    }
    CorridorLine line = {points, NULL, gate_at, COUNT, false};
    corridor_find_gates(&track, &line, corridor);
    assert_int_equal(corridor->gate_at[0], 0); // it is not crossed
    free(corridor->points);
    free(corridor);
    track_destroy(&track);
}

int main(int argc, char **argv) {
    leave_locale();
    yards_wanted = test_count(argc, argv, ORDINARY_COUNT).cases;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_can_be_driven_has_a_racing_line),
        cmocka_unit_test(where_gates_end_does_not_decide_whether_a_yard_can_be_raced),
        cmocka_unit_test(a_finish_alone_is_driven_round_in_either_direction),
        cmocka_unit_test(gates_a_hand_apart_are_crossed_one_after_the_other),
        cmocka_unit_test(gates_on_the_way_to_another_are_not_called_missed),
        cmocka_unit_test(gates_crossed_in_their_turn_are_not_early_however_close),
        cmocka_unit_test(a_corridor_of_few_points_is_searched_once_round),
        cmocka_unit_test(no_step_of_a_route_crosses_the_gates_of_its_leg_in_cells_of_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// The panel of the broad phase: its pairs are those of sorting, of the wall grid and of brute
// force, no pair that touches is left out, and the wasteful and the wrong ways are as bad as it
// says.
#include "base/arena.h"
#include "collision/sat.h"
#include "collision/tolerances.h"
#include "collision/wall_grid.h"
#include "lab_world/broad.h"

#include <math.h>

#include "solids.h"
#include "test.h"

enum {
    SCENES = 300
};

/// A scene of two random shapes that move in a crowd.
static Scene random_scene(Random *random, Solid solids[SCENE_SHAPES]) {
    random_solids(random, solids);
    Scene scene = plain_scene(SCENE_BROAD);
    scene.options.crowd = (int)(random_u32(random) % (BROAD_CROWD_MAX + 1));
    scene.options.seed = (int)(random_u32(random) % 1000);
    scene.options.spread = random_range(random, 5.0f, 100.0f);
    scene.options.layout = (int)(random_u32(random) % 3);
    scene.options.broad_step = 0.05f;
    scene.options.broad_age = random_range(random, 0.05f, 1.0f);
    for (int i = 0; i < SCENE_SHAPES; i++) {
        scene.shapes[i].at = solids[i].at.position;
        scene.shapes[i].velocity =
            vec2_make(random_range(random, -100, 100), random_range(random, -100, 100));
    }
    return scene;
}

static const Broad *broad_of(const Scene *scene, const Solid *solids) {
    static Broad broad; // large
    broad = broad_make(scene, solids);
    return &broad;
}

static WallGrid grid_of(const Broad *broad, Arena *arena) {
    WallPiece *pieces = arena_array(arena, (size_t)broad->count, sizeof *pieces);
    for (int i = 0; i < broad->count; i++) {
        Box box = broad->things[i].box;
        pieces[i] = wall_piece_of_circle(glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f),
                                         0.01f, 0.0f, 0.0f, i);
        pieces[i].bounds = box;
    }
    return wall_grid_make(pieces, broad->count, arena);
}

static bool overlap_along(float low_a, float high_a, float low_b, float high_b) {
    return low_a <= high_b && low_b <= high_a;
}

/// How many cells two ranges share.
static int shared_cells(CellRange a, CellRange b) {
    int columns = (a.column_to < b.column_to ? a.column_to : b.column_to) -
                  (a.column_from > b.column_from ? a.column_from : b.column_from) + 1;
    int rows = (a.row_to < b.row_to ? a.row_to : b.row_to) -
               (a.row_from > b.row_from ? a.row_from : b.row_from) + 1;
    return columns > 0 && rows > 0 ? columns * rows : 0;
}

static void pairs_and_counts_are_those_of_brute_force(void **state) {
    (void)state;
    Random random = random_make(71, 1);
    int pairs = 0;
    for (int n = 0; n < SCENES; n++) {
        Solid solids[SCENE_SHAPES];
        Scene scene = random_scene(&random, solids);
        const Broad *broad = broad_of(&scene, solids);
        Arena arena = {0};
        WallGrid grid = grid_of(broad, &arena);
        int found = 0, along_x = 0, along_y = 0, shared = 0, missed = 0, lost = 0, centred = 0;
        for (int i = 0; i < broad->count; i++) {
            const BroadThing *a = &broad->things[i];
            for (int k = i + 1; k < broad->count; k++) {
                const BroadThing *b = &broad->things[k];
                bool x = overlap_along(a->box.low.x, a->box.high.x, b->box.low.x, b->box.high.x);
                bool y = overlap_along(a->box.low.y, a->box.high.y, b->box.low.y, b->box.high.y);
                along_x += x;
                along_y += y;
                shared += shared_cells(grid.ranges[i], grid.ranges[k]);
                bool same = a->column == b->column && a->row == b->row;
                centred += same;
                if (x && y) {
                    const BroadPair *pair = &broad->pairs[found++];
                    assert_int_equal(pair->first, i);
                    assert_int_equal(pair->second, k);
                    assert_int_equal(pair->same_cell, same);
                    missed += !same;
                    lost += !same && pair->touches;
                }
            }
        }
        static Working working;
        working.count = 0;
        broad_working(&scene, solids, &working);
        assert_true(working.count < WORKING_LINES_MAX);
        assert_near(value_of(&working, "shapes"), 2 + scene.options.crowd, 0.0);
        assert_near(value_of(&working, "each with each: compared"),
                    broad->count * (broad->count - 1) / 2, 0.0);
        assert_near(value_of(&working, "boxes that overlap"), found, 0.0);
        assert_near(value_of(&working, "sorted along x: compared"), along_x, 0.0);
        assert_near(value_of(&working, "sorted along y: compared"), along_y, 0.0);
        assert_near(value_of(&working, "side of a cell"), (double)grid.cell, 0.0);
        assert_near(value_of(&working, "grid: compared"), shared, 0.0);
        assert_near(value_of(&working, "cell of the middle: compared"), centred, 0.0);
        assert_near(value_of(&working, "cell of the middle: missed"), missed, 0.0);
        assert_near(value_of(&working, "cell of the middle: lost contacts"), lost, 0.0);
        pairs += found;
        arena_destroy(&arena);
    }
    assert_true(pairs > 10 * SCENES);
}

static void the_wall_grid_finds_the_same_pairs(void **state) {
    (void)state;
    Random random = random_make(72, 1);
    for (int n = 0; n < SCENES; n++) {
        Solid solids[SCENE_SHAPES];
        Scene scene = random_scene(&random, solids);
        const Broad *broad = broad_of(&scene, solids);
        Arena arena = {0};
        WallGrid grid = grid_of(broad, &arena);
        int next = 0;
        for (int i = 0; i < broad->count; i++) {
            int found[BROAD_MAX];
            int count = wall_grid_query(&grid, broad->things[i].box, found, BROAD_MAX);
            for (int k = 0; k < count; k++) {
                if (found[k] > i) {
                    assert_int_equal(broad->pairs[next].first, i);
                    assert_int_equal(broad->pairs[next].second, found[k]);
                    next++;
                }
            }
        }
        assert_int_equal(next, broad->pair_count);
        arena_destroy(&arena);
    }
}

/// Thing `i` at `time` of the tick, as a shape of one piece.
static Shape shape_at(const Broad *broad, const Solid *solids, int i, float time, Transform *at) {
    const BroadThing *thing = &broad->things[i];
    *at = thing->at;
    at->position = glms_vec2_sub(at->position, glms_vec2_scale(thing->move, 1.0f - time));
    return i < SCENE_SHAPES ? solids[i].pieces[0] : thing->crowd;
}

/// By many static tests, which find no more than there is.
static bool seen_to_touch(const Broad *broad, const Solid *solids, int i, int k) {
    for (int step = 0; step <= 16; step++) {
        Transform a_at, b_at;
        Shape a = shape_at(broad, solids, i, (float)step / 16.0f, &a_at);
        Shape b = shape_at(broad, solids, k, (float)step / 16.0f, &b_at);
        Overlap overlap = sat_overlap(&a, &b, transform_relative(a_at, b_at));
        if (overlap.hit && overlap.depth > 1e-4f) {
            return true;
        }
    }
    return false;
}

static void no_pair_that_touches_is_left_out(void **state) {
    (void)state;
    Random random = random_make(73, 1);
    int touching = 0, moving = 0;
    for (int n = 0; n < SCENES / 3; n++) {
        Solid solids[SCENE_SHAPES];
        Scene scene = random_scene(&random, solids);
        const Broad *broad = broad_of(&scene, solids);
        static bool touches[BROAD_MAX][BROAD_MAX];
        memset(touches, 0, sizeof touches);
        for (int i = 0; i < broad->pair_count; i++) {
            touches[broad->pairs[i].first][broad->pairs[i].second] = broad->pairs[i].touches;
            touching += broad->pairs[i].touches;
        }
        for (int i = 0; i < broad->count; i++) {
            for (int k = i + 1; k < broad->count; k++) {
                if (seen_to_touch(broad, solids, i, k)) {
                    assert_true(touches[i][k]);
                    moving += i < SCENE_SHAPES;
                } else if (touches[i][k] && k >= SCENE_SHAPES && i >= SCENE_SHAPES) {
                    Transform a_at, b_at; // nothing moves: they touch at the rim
                    Shape a = shape_at(broad, solids, i, 1.0f, &a_at);
                    Shape b = shape_at(broad, solids, k, 1.0f, &b_at);
                    Transform b_in_a = transform_relative(a_at, b_at);
                    assert_true(sat_signed_distance(&a, &b, b_in_a).distance < 1e-3f);
                }
            }
        }
    }
    assert_true(touching > 500 && moving > 100);
}

/// Whether a circle at `at`, which has come there with `velocity`, touches a wall with a bay.
static bool touches_bay(vec2s at, vec2s velocity) {
    SceneShape bay = {.kind = SCENE_WALL, .count = 8};
    const vec2s points[] = {{{-3, -2}}, {{3, -2}},  {{3, 2}},  {{2, 2}},
                            {{2, -1}},  {{-2, -1}}, {{-2, 2}}, {{-3, 2}}};
    memcpy(bay.points, points, sizeof points);
    Scene scene = plain_scene(SCENE_BROAD);
    scene.options.crowd = 0;
    scene.options.broad_step = 0.05f;
    scene.shapes[0] = bay;
    scene.shapes[1] = (SceneShape){.kind = SCENE_CIRCLE, .radius = 0.5f, .at = at};
    scene.shapes[1].velocity = velocity;
    Solid solids[SCENE_SHAPES];
    for (int i = 0; i < SCENE_SHAPES; i++) {
        assert_int_equal(solid_make(&scene.shapes[i], NULL, &solids[i]).fault, SOLID_FINE);
    }
    assert_true(solids[0].piece_count >= 3);
    const Broad *broad = broad_of(&scene, solids);
    assert_int_equal(broad->count, 2);
    assert_int_equal(broad->pair_count, 1); // its box lies in that of the wall
    assert_int_equal(broad->tick.hits, broad->pairs[0].touches);
    return broad->pairs[0].touches;
}

static void what_lies_in_a_bay_is_left_and_does_not_touch(void **state) {
    (void)state;
    assert_false(touches_bay(vec2_make(0.0f, 1.0f), vec2_make(0.0f, 0.0f)));
    assert_false(touches_bay(vec2_make(0.0f, 1.0f), vec2_make(0.0f, -100.0f)));
    assert_true(touches_bay(vec2_make(2.5f, 1.0f), vec2_make(0.0f, 0.0f)));
    assert_true(touches_bay(vec2_make(0.0f, 1.0f), vec2_make(-100.0f, 0.0f))); // through an arm
}

static void sorting_along_a_column_saves_nothing(void **state) {
    (void)state;
    for (int seed = 0; seed < 50; seed++) {
        Random random = random_make(74, 1);
        Solid solids[SCENE_SHAPES];
        random_solids(&random, solids);
        Scene scene = plain_scene(SCENE_BROAD);
        scene.options.seed = seed;
        scene.options.spread = 100.0f;
        const Broad *broad = broad_of(&scene, solids);
        assert_true(4 * broad->sorted[0] < broad->all && 4 * broad->sorted[1] < broad->all);
        scene.options.layout = 1;
        broad = broad_of(&scene, solids);
        assert_true(2 * broad->sorted[0] > broad->all && 4 * broad->sorted[1] < broad->all);
        assert_true(2 * broad->shared < broad->sorted[0]);
        scene.options.layout = 2;
        broad = broad_of(&scene, solids);
        assert_true(2 * broad->sorted[1] > broad->all && 4 * broad->sorted[0] < broad->all);
    }
}

static void the_cell_of_the_middle_loses_contacts(void **state) {
    (void)state;
    int touching = 0, lost = 0;
    for (int seed = 0; seed < 500; seed++) {
        Shape shape = shape_circle(vec2_make(0.0f, 0.0f), 1.0f);
        Solid solids[] = {solid_of(&shape, transform_identity()),
                          solid_of(&shape, transform_identity())};
        Scene scene = plain_scene(SCENE_BROAD);
        scene.options.seed = seed;
        const Broad *broad = broad_of(&scene, solids);
        touching += broad->touch_count;
        lost += broad->lost;
    }
    print_message("the cell of the middle alone loses %d of %d contacts\n", lost, touching);
    assert_true(20 * lost > touching);
}

/// What a box gathers, by brute force: those of its own way that `way` says.
static void check_way(const Broad *broad, const Solid *solids, const BroadWay *way) {
    int gathered = 0;
    for (int i = 0; i < broad->count; i++) {
        bool has = i != 1 && box_overlap(way->box, broad->things[i].box);
        assert_int_equal(way->has[i], has);
        gathered += has;
    }
    assert_int_equal(way->gathered, gathered);
    assert_true(way->hits <= gathered && way->compared >= gathered);
    for (int step = 0; step <= 8; step++) { // the way lies in its box
        Transform at = broad->things[1].at;
        vec2s along = glms_vec2_sub(at.position, way->from);
        at.position = glms_vec2_add(way->from, glms_vec2_scale(along, (float)step / 8.0f));
        Box box = shape_bounds(&solids[1].pieces[0], at);
        Box grown = box_grow(way->box, 1e-4f);
        assert_true(box_contains(grown, box.low) && box_contains(grown, box.high));
    }
}

/// Walks the line from the muzzle in small steps: each is in a cell that counts as crossed, and in
/// no box that it could have met, before it ends in one.
static void check_line(const Broad *broad) {
    enum {
        STEPS = 400
    };
    vec2s from = broad->muzzle.from, to = broad->line.end;
    for (int step = 0; step <= STEPS; step++) {
        vec2s point = glms_vec2_lerp(from, to, (float)step / (float)STEPS);
        int column = (int)floorf((point.x - broad->low.x) / broad->cell);
        int row = (int)floorf((point.y - broad->low.y) / broad->cell);
        bool inside = column >= 0 && row >= 0 && column < broad->columns && row < broad->rows;
        assert_true(!inside || broad_line_crosses(broad, column, row));
        for (int i = 0; i < broad->count; i++) {
            Box smaller = box_grow(broad->things[i].box, -1e-3f);
            assert_true(i == 1 || !box_contains(smaller, point) ||
                        box_contains(broad->things[i].box, from));
        }
    }
    bool at_box = false;
    for (int i = 0; i < broad->count; i++) {
        at_box |= i != 1 && box_contains(box_grow(broad->things[i].box, 1e-3f), to);
    }
    assert_true(at_box || !broad->line.hit);
    assert_true(broad->line.cells <= broad->columns + broad->rows);
    assert_true(broad->line.cells <= broad->muzzle.cells + 2); // it lies in the box around it
}

static void the_boxes_around_a_way_gather_what_brute_force_does(void **state) {
    (void)state;
    Random random = random_make(76, 1);
    int met = 0, lines = 0;
    for (int n = 0; n < SCENES; n++) {
        Solid solids[SCENE_SHAPES];
        Scene scene = random_scene(&random, solids);
        const Broad *broad = broad_of(&scene, solids);
        check_way(broad, solids, &broad->tick);
        check_way(broad, solids, &broad->muzzle);
        check_line(broad);
        lines += broad->line.hit;
        int touched = 0;
        for (int i = 0; i < broad->pair_count; i++) {
            const BroadPair *pair = &broad->pairs[i];
            touched += pair->touches && (pair->first == 1 || pair->second == 1);
        }
        assert_int_equal(broad->tick.hits, touched); // the pairs of b are the same, by another way
        met += broad->tick.hits;
        scene.options.broad_age = 0.0f;
        assert_false(broad_of(&scene, solids)->has_muzzle);
    }
    assert_true(met > 1000 && lines > SCENES / 10 && lines < SCENES);
}

/// A shell that flies across the crowd, at 60 ticks a second.
static void the_box_from_the_muzzle_gathers_many_times_as_many(void **state) {
    (void)state;
    int from_muzzle = 0, in_tick = 0;
    for (int seed = 0; seed < 50; seed++) {
        Shape shell = shape_circle(vec2_make(0.0f, 0.0f), 0.12f);
        Solid solids[] = {solid_of(&shell, transform_identity()),
                          solid_of(&shell, transform_identity())};
        solids[0].at.position = vec2_make(-20.0f, -20.0f);
        solids[1].at.position = vec2_make(20.0f, 20.0f);
        Scene scene = plain_scene(SCENE_BROAD);
        scene.shapes[1].velocity = vec2_make(250.0f, 250.0f);
        scene.options.seed = seed;
        scene.options.broad_age = 0.16f;
        const Broad *broad = broad_of(&scene, solids);
        from_muzzle += broad->muzzle.gathered;
        in_tick += broad->tick.gathered;
    }
    assert_true(in_tick > 20 && from_muzzle > 15 * in_tick);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_and_counts_are_those_of_brute_force),
        cmocka_unit_test(the_wall_grid_finds_the_same_pairs),
        cmocka_unit_test(no_pair_that_touches_is_left_out),
        cmocka_unit_test(what_lies_in_a_bay_is_left_and_does_not_touch),
        cmocka_unit_test(sorting_along_a_column_saves_nothing),
        cmocka_unit_test(the_cell_of_the_middle_loses_contacts),
        cmocka_unit_test(the_boxes_around_a_way_gather_what_brute_force_does),
        cmocka_unit_test(the_box_from_the_muzzle_gathers_many_times_as_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

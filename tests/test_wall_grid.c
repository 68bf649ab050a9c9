#include "base/random.h"
#include "collision/wall_grid.h"
#include "geometry/trig.h"

#include <float.h>
#include <math.h>

#include "test.h"

enum {
    WALLS = 400
};

static vec2s at(float x, float y) { return vec2_make(x, y); }

/// Random boxes, rounded boxes, capsules and circles; some are long.
static void make_walls(Random *random, WallPiece *pieces, int count, float size) {
    for (int i = 0; i < count; i++) {
        vec2s origin = at(random_range(random, -size, size), random_range(random, -size, size));
        float length = random_range(random, 0.5f, i % 10 == 0 ? 60.0f : 6.0f);
        float width = random_range(random, 0.2f, 3.0f);
        if (i % 4 == 3) {
            pieces[i] = wall_piece_of_circle(origin, width, 0.6f, 0.1f, i);
            continue;
        }
        Rotation turn = rotation_make(random_range(random, -3, 3));
        vec2s points[4] = {at(-length, -width), at(length, -width), at(length, width),
                           at(-length, width)};
        for (int k = 0; k < 4; k++) {
            points[k] = rotation_apply(turn, glms_vec2_scale(points[k], 0.5f));
        }
        int corners = i % 4 == 1 ? 2 : 4;
        float radius = i % 4 == 0 ? 0.0f : 0.3f;
        pieces[i] = (WallPiece){.origin = origin, .wall = i};
        assert_true(shape_make(points, corners, radius, &pieces[i].shape));
        pieces[i].bounds = shape_bounds(&pieces[i].shape, wall_piece_at(&pieces[i]));
    }
}

// ---- rays against one shape -----------------------------------------------------------------

static void rays_meet_known_shapes_where_they_should(void **state) {
    (void)state;
    Shape box = shape_box(at(0, 0), 4.0f, 2.0f);
    RayHit hit = ray_shape(&box, at(-6, 0.5f), at(8, 0));
    assert_true(hit.hit);
    assert_near(hit.fraction, 0.5, 1e-6);
    assert_near(hit.normal.x, -1.0, 1e-6);
    assert_false(ray_shape(&box, at(-6, 0.5f), at(3, 0)).hit);  // too short
    assert_false(ray_shape(&box, at(-6, 0.5f), at(-8, 0)).hit); // away
    assert_false(ray_shape(&box, at(-6, 1.5f), at(12, 0)).hit); // beside
    assert_false(ray_shape(&box, at(1, 0), at(9, 0)).hit);      // from inside
    assert_true(ray_shape(&box, at(-6, 0), at(4, 0)).hit);      // just reaches
    Shape circle = shape_circle(at(1, 1), 2.0f);
    hit = ray_shape(&circle, at(1, 9), at(0, -12));
    assert_near(hit.fraction, 0.5, 1e-6);
    assert_near(hit.normal.y, 1.0, 1e-6);
    assert_false(ray_shape(&circle, at(1, 1), at(0, -12)).hit);
    assert_false(ray_shape(&circle, at(4, 9), at(0, -12)).hit);
    assert_false(ray_shape(&circle, at(1, 9), at(0, 0)).hit);
    Shape capsule;
    vec2s ends[] = {{{-3, 0}}, {{3, 0}}};
    assert_true(shape_make(ends, 2, 1.0f, &capsule));
    hit = ray_shape(&capsule, at(1, 5), at(0, -8));
    assert_near(hit.fraction, 0.5, 1e-6);
    assert_near(hit.normal.y, 1.0, 1e-6);
    hit = ray_shape(&capsule, at(10, 0), at(-12, 0));
    assert_near(hit.fraction, 0.5, 1e-6);
    assert_near(hit.normal.x, 1.0, 1e-6);
    // Far away the radius must not drown in squares of the distance.
    Shape post = shape_circle(at(0, 0), 0.1f);
    assert_true(ray_shape(&post, at(-3000, 0.09f), at(6000, 0)).hit);
    assert_false(ray_shape(&post, at(-3000, 0.11f), at(6000, 0)).hit);
}

/// Clips the ray by one edge after the other, a float at a time.
static RayHit plain_ray(const Shape *shape, vec2s from, vec2s along) {
    RayHit hit = {.fraction = 1.0f};
    float enter = 0.0f;
    float leave = 1.0f;
    for (int i = 0; i < shape->count; i++) {
        vec2s normal = shape_normal(shape, i);
        float above = normal.x * from.x + normal.y * from.y - shape->offset[i];
        float speed = normal.x * along.x + normal.y * along.y;
        float at_edge = -above / speed;
        if (speed < 0.0f && above > 0.0f && at_edge > enter) {
            enter = at_edge;
            hit.normal = normal;
        } else if (speed > 0.0f && at_edge < leave) {
            leave = at_edge;
        } else if (!(speed < 0.0f || speed > 0.0f) && above > 0.0f) {
            return (RayHit){.fraction = 1.0f};
        }
    }
    hit.hit = enter > 0.0f && enter <= leave;
    hit.fraction = hit.hit ? enter : 1.0f;
    hit.normal = hit.hit ? hit.normal : at(0, 0);
    return hit;
}

static void lanes_give_the_bits_of_single_floats(void **state) {
    (void)state;
    Random random = random_make(5, 8);
    int hits = 0;
    for (int k = 0; k < 100000; k++) {
        vec2s points[SHAPE_POINTS_MAX];
        int count = 3 + k % 6;
        float turn = random_range(&random, 0, 1);
        for (int i = 0; i < count; i++) {
            TrigPair to = trig_sincos(2.0f * TRIG_PI * ((float)i + turn) / (float)count);
            points[i] = at(5.0f * to.cos, random_range(&random, 3.0f, 3.1f) * to.sin);
        }
        Shape shape;
        if (!shape_make(points, count, 0.0f, &shape)) {
            continue;
        }
        vec2s from = at(random_range(&random, -9, 9), random_range(&random, -9, 9));
        vec2s along = at(random_range(&random, -15, 15), random_range(&random, -15, 15));
        if (k % 5 == 0) { // through a corner, so that two edges are entered at once
            along =
                at(1.5f * (points[k % count].x - from.x), 1.5f * (points[k % count].y - from.y));
        }
        if (k % 7 == 0) { // along an edge
            along = glms_vec2_scale(glms_vec2_sub(points[1], points[0]), 4.0f);
        }
        RayHit expected = plain_ray(&shape, from, along);
        RayHit hit = ray_shape(&shape, from, along);
        assert_int_equal(hit.hit, expected.hit);
        assert_memory_equal(&hit.fraction, &expected.fraction, sizeof hit.fraction);
        assert_memory_equal(&hit.normal, &expected.normal, sizeof hit.normal);
        hits += hit.hit ? 1 : 0;
    }
    assert_true(hits > 20000);
}

static double true_distance(const Shape *shape, vec2s point) {
    double best = 1e9;
    bool inside = shape->count > 2;
    for (int i = 0; i < shape->count; i++) {
        vec2s a = shape_point(shape, i);
        vec2s b = shape_point(shape, (i + 1) % shape->count);
        inside = inside && points_turn(a, b, point) >= 0;
        best = fmin(best, sqrt((double)segment_distance2(a, b, point, NULL)));
    }
    return inside ? 0.0 : fmax(0.0, best - (double)shape->radius);
}

static void a_ray_is_free_up_to_its_hit_and_touches_there(void **state) {
    (void)state;
    Random random = random_make(1, 8);
    static WallPiece pieces[WALLS];
    make_walls(&random, pieces, WALLS, 100.0f);
    int hits = 0;
    for (int k = 0; k < 20000; k++) {
        const Shape *shape = &pieces[k % WALLS].shape;
        float size = 2.0f * shape->bounding_radius;
        vec2s from = at(random_range(&random, -size, size), random_range(&random, -size, size));
        vec2s to = at(random_range(&random, -size, size), random_range(&random, -size, size));
        vec2s along = glms_vec2_sub(to, from);
        RayHit hit = ray_shape(shape, from, along);
        if (true_distance(shape, from) <= 0.0) {
            assert_false(hit.hit);
            continue;
        }
        float end = hit.hit ? hit.fraction : 1.0f;
        for (int i = 0; i <= 20; i++) {
            float t = end * 0.05f * (float)i;
            double distance = true_distance(shape, at(from.x + t * along.x, from.y + t * along.y));
            assert_true(distance > 0.0 || t > end - 1e-3f);
        }
        if (hit.hit) {
            hits++;
            vec2s point = at(from.x + end * along.x, from.y + end * along.y);
            assert_near(true_distance(shape, point), 0.0, 2e-4);
            assert_near(glms_vec2_norm(hit.normal), 1.0, 1e-5);
            assert_true(glms_vec2_dot(hit.normal, along) <= 1e-5f);
            vec2s out = at(point.x + 1e-2f * hit.normal.x, point.y + 1e-2f * hit.normal.y);
            assert_near(true_distance(shape, out), 1e-2, 5e-4);
        }
    }
    assert_true(hits > 5000);
}

// ---- the grid -------------------------------------------------------------------------------

static int slow_query(const WallPiece *pieces, int count, Box box, int *out) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (box_overlap(pieces[i].bounds, box)) {
            out[found++] = i;
        }
    }
    return found;
}

static void queries_give_what_trying_all_gives(void **state) {
    (void)state;
    Random random = random_make(2, 8);
    Arena arena = {0};
    static WallPiece pieces[WALLS];
    make_walls(&random, pieces, WALLS, 200.0f);
    WallGrid grid = wall_grid_make(pieces, WALLS, &arena);
    assert_true(grid.cell >= 16.0f && grid.cell <= 24.0f);
    for (int k = 0; k < 5000; k++) {
        vec2s low = at(random_range(&random, -260, 260), random_range(&random, -260, 260));
        float size = random_range(&random, 0.0f, k % 50 == 0 ? 600.0f : 20.0f);
        Box box = {low, at(low.x + size, low.y + size)};
        int expected[WALLS];
        int found[WALLS];
        int count = slow_query(pieces, WALLS, box, expected);
        assert_int_equal(wall_grid_query(&grid, box, found, WALLS), count);
        assert_memory_equal(found, expected, (size_t)count * sizeof *found);
        // With less room: the lowest, and still the count of all.
        int few[5] = {-1, -1, -1, -1, -1};
        assert_int_equal(wall_grid_query(&grid, box, few, 4), count);
        assert_memory_equal(few, expected, (size_t)(count < 4 ? count : 4) * sizeof *few);
        assert_int_equal(few[4], -1);
    }
    arena_destroy(&arena);
}

/// Rays around `center`, short and long, against what trying all walls in their order meets.
static int check_rays(Random *random, const WallGrid *grid, vec2s center, int count) {
    int hits = 0;
    for (int k = 0; k < count; k++) {
        vec2s from = at(center.x + random_range(random, -300, 300),
                        center.y + random_range(random, -300, 300));
        float reach = k % 3 == 0 ? 40.0f : 400.0f;
        vec2s along = at(random_range(random, -reach, reach), random_range(random, -reach, reach));
        if (k % 10 == 0) {
            along.x = 0.0f;
        }
        if (k % 10 == 1) {
            along.y = k % 20 == 1 ? 1e-36f : 0.0f;
        }
        if (k % 10 == 2) { // through the cells' corners
            from = grid->low;
            along = at(30.0f * grid->cell, 30.0f * grid->cell);
        }
        RayHit expected = {.fraction = 1.0f};
        int expected_piece = -1;
        for (int i = 0; i < grid->piece_count; i++) {
            const WallPiece *piece = &grid->pieces[i];
            RayHit hit = ray_shape(&piece->shape, glms_vec2_sub(from, piece->origin), along);
            if (hit.hit && (!expected.hit || hit.fraction < expected.fraction)) {
                expected = hit;
                expected_piece = i;
            }
        }
        WallHit hit = wall_grid_ray(grid, from, along);
        assert_int_equal(hit.hit, expected.hit);
        assert_int_equal(hit.piece, expected_piece);
        assert_memory_equal(&hit.fraction, &expected.fraction, sizeof hit.fraction);
        assert_memory_equal(&hit.normal, &expected.normal, sizeof hit.normal);
        hits += hit.hit ? 1 : 0;
    }
    return hits;
}

static void rays_meet_what_trying_all_meets(void **state) {
    (void)state;
    static WallPiece pieces[WALLS];
    for (int round = 0; round < 3; round++) {
        Random random = random_make(3, 8);
        Arena arena = {0};
        vec2s center = at(round == 0 ? 0.0f : 10000.0f, round == 2 ? -10000.0f : 0.0f);
        make_walls(&random, pieces, WALLS, 200.0f);
        for (int i = 0; i < WALLS; i++) {
            pieces[i].origin = glms_vec2_add(pieces[i].origin, center);
            pieces[i].bounds = shape_bounds(&pieces[i].shape, wall_piece_at(&pieces[i]));
        }
        if (round == 1) { // one wall twice: the first wins
            pieces[WALLS - 1] = pieces[0];
        }
        WallGrid grid = wall_grid_make(pieces, WALLS, &arena);
        assert_true(check_rays(&random, &grid, center, 12000) > 5000);
        assert_false(wall_grid_ray(&grid, center, at(0, 0)).hit);
        arena_destroy(&arena);
    }
}

static void clearance_is_the_true_distance(void **state) {
    (void)state;
    Random random = random_make(4, 8);
    Arena arena = {0};
    static WallPiece pieces[WALLS];
    make_walls(&random, pieces, 100, 200.0f);
    WallGrid grid = wall_grid_make(pieces, 100, &arena);
    int bounded = 0;
    for (int k = 0; k < 5000; k++) {
        vec2s point = at(random_range(&random, -300, 300), random_range(&random, -300, 300));
        float reach = random_range(&random, 0.0f, 60.0f);
        double expected = (double)reach;
        for (int i = 0; i < 100; i++) {
            expected = fmin(
                expected, true_distance(&pieces[i].shape, glms_vec2_sub(point, pieces[i].origin)));
        }
        bounded += expected < (double)reach ? 1 : 0;
        assert_near(wall_grid_clearance(&grid, point, reach), expected, 1e-4);
    }
    assert_true(bounded > 1000 && bounded < 4500);
    arena_destroy(&arena);
}

static void an_empty_grid_answers_everything(void **state) {
    (void)state;
    Arena arena = {0};
    WallGrid grid = wall_grid_make(NULL, 0, &arena);
    int out[1];
    assert_int_equal(wall_grid_query(&grid, (Box){at(-9, -9), at(9, 9)}, out, 1), 0);
    assert_false(wall_grid_ray(&grid, at(0, 0), at(9, 9)).hit);
    assert_int_equal(wall_grid_ray(&grid, at(0, 0), at(9, 9)).piece, -1);
    assert_near(wall_grid_clearance(&grid, at(0, 0), 7.0f), 7.0, 0.0);
    arena_destroy(&arena);
}

static void a_huge_track_gets_larger_cells(void **state) {
    (void)state;
    Arena arena = {0};
    static WallPiece pieces[WALLS];
    for (int i = 0; i < WALLS; i++) {
        pieces[i] = wall_piece_of_circle(at((float)i * 1000.0f, (float)(i % 20) * 20000.0f),
                                         i % 7 == 0 ? 3000.0f : 1.0f, 0.6f, 0.1f, 0);
    }
    WallGrid grid = wall_grid_make(pieces, WALLS, &arena);
    double cells = (double)grid.columns * (double)grid.rows;
    assert_true(cells <= 2.5e5 && cells > 2e4);
    assert_true(grid.cell_start[grid.columns * grid.rows] <= 1000000);
    Box box = {at(21000, 20000), at(21000, 20000)};
    int out[1];
    assert_int_equal(wall_grid_query(&grid, box, out, 1), 1);
    assert_int_equal(out[0], 21);
    // Boxes and points far outside, infinite ones too.
    Box all = {at(-FLT_MAX, -FLT_MAX), at(INFINITY, INFINITY)};
    assert_int_equal(wall_grid_query(&grid, all, out, 1), WALLS);
    assert_int_equal(out[0], 0);
    all.low = at(-INFINITY, -INFINITY);
    assert_int_equal(wall_grid_query(&grid, all, out, 1), WALLS);
    assert_near(wall_grid_clearance(&grid, at(-1e9f, 0), 10.0f), 10.0, 0.0);
    arena_destroy(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_meet_known_shapes_where_they_should),
        cmocka_unit_test(lanes_give_the_bits_of_single_floats),
        cmocka_unit_test(a_ray_is_free_up_to_its_hit_and_touches_there),
        cmocka_unit_test(queries_give_what_trying_all_gives),
        cmocka_unit_test(rays_meet_what_trying_all_meets),
        cmocka_unit_test(clearance_is_the_true_distance),
        cmocka_unit_test(an_empty_grid_answers_everything),
        cmocka_unit_test(a_huge_track_gets_larger_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

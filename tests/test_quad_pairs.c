#include "collision/outline.h"
#include "collision/quad_pairs.h"
#include "collision/wall_piece.h"

#include "kernels.h"
#include "test.h"

enum {
    WALLS_MAX = 200,
    PAIRS = 4099, // not a multiple of any number of lanes
    SEEDS = 12,
};

void quad_pairs_manifold_of_scalar(const QuadPair *pairs, int count, bool avx2, Manifold *out);

/// Random bodies against pieces of winding walls, of rings of quads and of random polygons.
typedef struct Set {
    WallPiece walls[WALLS_MAX];
    int wall_count;
    Shape bodies[PAIRS];
    Outline outlines[PAIRS]; ///< Of the bodies, as if some of their edges were seams.
    QuadPair pairs[PAIRS];
    Manifold one[PAIRS], many[PAIRS];
} Set;

static Set set;

static void add_winding_wall(Random *random) {
    vec2s points[24];
    vec2s at = vec2_make(random_range(random, -50.0f, 50.0f), random_range(random, -50.0f, 50.0f));
    float angle = random_range(random, -3.0f, 3.0f);
    float bend = random_chance(random, 3) ? 0.0f : random_range(random, 0.0f, 1.2f);
    for (int i = 0; i < 24; i++) {
        points[i] = at;
        Rotation way = rotation_make(angle);
        float length = random_range(random, 0.5f, 8.0f);
        at = vec2_make(at.x + length * way.c, at.y + length * way.s);
        angle += random_range(random, -bend, bend);
    }
    int count = wall_pieces_of_line(points, 24, false, random_range(random, 0.2f, 1.0f),
                                    random_below(random, 3) - 1, 0.5f, 0.1f, 0,
                                    set.walls + set.wall_count, WALLS_MAX - set.wall_count);
    assert_true(count >= 0);
    set.wall_count += count;
}

/// A quad, or something else now and then.
static Shape random_body(Random *random) {
    float length = random_range(random, 0.5f, 5.0f);
    float width = random_range(random, 0.3f, 2.0f);
    switch (random_below(random, 8)) {
    case 0:
        return shape_circle(vec2_make(0.0f, 0.0f), width);
    case 1:
    case 2:
    case 3: {
        vec2s points[] = {vec2_make(-length, -width * random_range(random, 0.3f, 1.0f)),
                          vec2_make(length * random_range(random, 0.3f, 1.0f), -width),
                          vec2_make(length, width * random_range(random, 0.3f, 1.0f)),
                          vec2_make(-length * random_range(random, 0.3f, 1.0f), width)};
        Shape shape;
        assert_true(shape_make(points, 4, random_chance(random, 5) ? 0.1f : 0.0f, &shape));
        return shape;
    }
    default:
        return shape_box(vec2_make(random_range(random, -0.3f, 0.3f), 0.0f), length, width);
    }
}

/// `body` in front of a corner of `wall`, one in four along its edge.
static QuadPair pair_at_wall(Random *random, const Shape *body, const WallPiece *wall) {
    int corner = random_below(random, wall->shape.count);
    vec2s normal = shape_normal(&wall->shape, corner);
    Rotation turn = rotation_make(random_range(random, -TRIG_PI, TRIG_PI));
    if (random_chance(random, 4)) {
        float off = random_chance(random, 2) ? 0.0f : random_range(random, -0.02f, 0.02f);
        turn = rotation_make(trig_atan2(normal.y, normal.x) + off);
    }
    vec2s at = glms_vec2_add(shape_point(&wall->shape, corner), wall->origin);
    at = glms_vec2_add(
        at, glms_vec2_scale(normal, random_range(random, 0.0f, 1.2f) * body->bounding_radius));
    at = glms_vec2_add(at, glms_vec2_scale(vec2_left(normal), random_range(random, -3.0f, 6.0f)));
    return (QuadPair){.b_in_a = transform_relative((Transform){at, turn}, wall_piece_at(wall)),
                      .a = body,
                      .b = &wall->shape,
                      .outline_b = random_chance(random, 20) ? NULL : &wall->outline,
                      .margin = random_chance(random, 3) ? 0.0f : random_range(random, 0.0f, 0.4f)};
}

static void make_set(uint64_t seed) {
    Random random = random_make(seed, 5);
    set.wall_count = 0;
    while (set.wall_count < WALLS_MAX - 60) {
        add_winding_wall(&random);
    }
    set.walls[set.wall_count++] = wall_piece_of_circle(vec2_make(1.0f, 2.0f), 1.5f, 0.5f, 0.1f, 0);
    for (int i = 0; i < PAIRS; i++) {
        set.bodies[i] = random_body(&random);
        const WallPiece *wall = &set.walls[random_below(&random, set.wall_count)];
        set.pairs[i] = pair_at_wall(&random, &set.bodies[i], wall);
        if (random_chance(&random, 10)) {
            set.outlines[i] = outline_of_shape(&set.bodies[i]);
            set.outlines[i].exposed = (uint8_t)random_below(&random, 16);
            set.pairs[i].outline_a = &set.outlines[i];
        }
    }
}

static void find_one_at_a_time(void) {
    for (int i = 0; i < PAIRS; i++) {
        const QuadPair *pair = &set.pairs[i];
        set.one[i] = manifold_of_pieces(pair->a, pair->outline_a, pair->b, pair->outline_b,
                                        pair->b_in_a, pair->margin);
    }
}

static void assert_as_one_at_a_time(void) {
    for (int i = 0; i < PAIRS; i++) {
        if (!manifolds_equal(&set.one[i], &set.many[i])) {
            fail_msg("pair %d", i);
        }
    }
}

static void many_at_once_have_the_bits_of_one_at_a_time(void **state) {
    (void)state;
    int points[3] = {0};
    int of_body = 0;
    int of_corners = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        make_set(seed);
        find_one_at_a_time();
        quad_pairs_manifold(set.pairs, PAIRS, false, set.many);
        assert_as_one_at_a_time();
        quad_pairs_manifold_of_scalar(set.pairs, PAIRS, false, set.many);
        assert_as_one_at_a_time();
        if (simd_has_avx2()) {
            quad_pairs_manifold(set.pairs, PAIRS, true, set.many);
            assert_as_one_at_a_time();
        }
        for (int i = 0; i < PAIRS; i++) {
            points[set.one[i].count]++;
            of_corners += set.one[i].count > 0 && set.one[i].points[0].id >= 1 << 12;
            of_body += set.one[i].count > 0 && fabsf(set.one[i].normal.x) >= 1.0f;
        }
    }
    // All that a manifold may be has been seen: two corners and the body's own edges too.
    assert_true(points[0] > PAIRS && points[1] > PAIRS / 4 && points[2] > PAIRS);
    assert_true(of_body > PAIRS / 20);
    assert_true(of_corners > PAIRS / 100);
}

static void a_pair_does_not_depend_on_its_neighbours(void **state) {
    (void)state;
    make_set(99);
    quad_pairs_manifold(set.pairs, PAIRS, simd_has_avx2(), set.many);
    for (int i = 0; i < PAIRS; i++) {
        quad_pairs_manifold(&set.pairs[i], 1, simd_has_avx2(), &set.one[i]);
    }
    assert_as_one_at_a_time();
}

static void no_pairs_are_no_work(void **state) {
    (void)state;
    quad_pairs_manifold(NULL, 0, false, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_at_once_have_the_bits_of_one_at_a_time),
        cmocka_unit_test(a_pair_does_not_depend_on_its_neighbours),
        cmocka_unit_test(no_pairs_are_no_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

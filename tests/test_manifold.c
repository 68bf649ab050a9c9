#include "base/random.h"
#include "collision/hull.h"
#include "collision/wall_grid.h"
#include "geometry/trig.h"

#include <math.h>

#include "random_shapes.h"
#include "test.h"

static Transform place(float x, float y, float angle) {
    return (Transform){vec2_make(x, y), rotation_make(angle)};
}

static void assert_point(ManifoldPoint point, float x, float y, float separation) {
    assert_near(point.point.x, x, 1e-4f);
    assert_near(point.point.y, y, 1e-4f);
    assert_near(point.separation, separation, 1e-4f);
}

// ---------------------------------------------------------------- known answers

static void flat_faces_touch_at_both_ends_of_what_they_share(void **state) {
    (void)state;
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.0f, 2.0f);
    Manifold manifold = manifold_make(&car, &car, place(3.9f, 0.5f, 0.0f), 0.0f, NULL);
    assert_int_equal(manifold.count, 2);
    assert_near(manifold.normal.x, 1.0f, 1e-6f);
    assert_point(manifold.points[0], 1.95f, -0.5f, -0.1f);
    assert_point(manifold.points[1], 1.95f, 1.0f, -0.1f);
    assert_int_not_equal(manifold.points[0].id, manifold.points[1].id);
}

static void a_corner_in_a_face_is_one_point(void **state) {
    (void)state;
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.0f, 2.0f);
    Shape post = shape_box(vec2_make(0.0f, 0.0f), 1.0f, 1.0f);
    float reach = 0.70710678f;
    Manifold manifold =
        manifold_make(&car, &post, place(0.3f, 1.0f + reach - 0.05f, TRIG_PI / 4.0f), 0.0f, NULL);
    assert_int_equal(manifold.count, 1);
    assert_near(manifold.normal.y, 1.0f, 1e-6f);
    assert_point(manifold.points[0], 0.3f, 0.975f, -0.05f);
}

static void the_margin_finds_what_is_near_and_no_more(void **state) {
    (void)state;
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.0f, 2.0f);
    Manifold manifold = manifold_make(&car, &car, place(4.05f, 0.0f, 0.0f), 0.06f, NULL);
    assert_int_equal(manifold.count, 2);
    assert_point(manifold.points[0], 2.025f, -1.0f, 0.05f);
    assert_int_equal(manifold_make(&car, &car, place(4.05f, 0.0f, 0.0f), 0.04f, NULL).count, 0);
    // Corner to corner, 5 cm apart along (0.6, 0.8).
    manifold = manifold_make(&car, &car, place(4.03f, 2.04f, 0.0f), 0.06f, NULL);
    assert_int_equal(manifold.count, 1);
    assert_near(manifold.normal.x, 0.6f, 1e-3f);
    assert_near(manifold.normal.y, 0.8f, 1e-3f);
    assert_point(manifold.points[0], 2.015f, 1.02f, 0.05f);
    assert_int_equal(manifold_make(&car, &car, place(4.03f, 2.04f, 0.0f), 0.045f, NULL).count, 0);
}

static void circles_and_capsules_touch_at_their_surface(void **state) {
    (void)state;
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.0f, 2.0f);
    Shape circle = shape_circle(vec2_make(0.0f, 0.0f), 0.5f);
    Manifold manifold = manifold_make(&car, &circle, place(0.7f, 1.4f, 1.0f), 0.0f, NULL);
    assert_int_equal(manifold.count, 1);
    assert_point(manifold.points[0], 0.7f, 0.95f, -0.1f);
    manifold = manifold_make(&car, &circle, place(2.24f, 1.32f, 1.0f), 0.0f, NULL); // at a corner
    assert_int_equal(manifold.count, 1);
    assert_near(manifold.normal.x, 0.6f, 1e-4f);
    assert_near(manifold.points[0].separation, -0.1f, 1e-4f);
    manifold = manifold_make(&circle, &circle, place(0.6f, 0.0f, 0.0f), 0.0f, NULL);
    assert_int_equal(manifold.count, 1);
    assert_point(manifold.points[0], 0.3f, 0.0f, -0.4f);
    vec2s ends[] = {vec2_make(-1.0f, 0.0f), vec2_make(1.0f, 0.0f)};
    Shape capsule;
    assert_true(shape_make(ends, 2, 0.5f, &capsule));
    manifold = manifold_make(&car, &capsule, place(0.0f, 1.45f, 0.0f), 0.0f, NULL);
    assert_int_equal(manifold.count, 2);
    assert_near(fabsf(manifold.points[0].point.x), 1.0f, 1e-4f);
    assert_near(manifold.points[0].point.y, 0.975f, 1e-4f);
    assert_near(manifold.points[1].separation, -0.05f, 1e-4f);
}

static void names_live_on_when_the_car_turns_a_little(void **state) {
    (void)state;
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.0f, 2.0f);
    Manifold left = manifold_make(&car, &car, place(3.99f, 0.5f, 0.004f), 0.05f, NULL);
    Manifold right = manifold_make(&car, &car, place(3.99f, 0.5f, -0.004f), 0.05f, NULL);
    assert_int_equal(left.count, 2);
    assert_int_equal(right.count, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(left.points[i].id, right.points[i].id);
        assert_near(left.points[i].point.y, right.points[i].point.y, 0.05f);
    }
}

// ---------------------------------------------------------------- properties

static void manifolds_agree_with_overlaps_and_lie_between_both_surfaces(void **state) {
    (void)state;
    Random random = random_make(21, 1);
    for (int i = 0; i < 100000; i++) {
        Shape a = i % 7 == 0 ? shape_circle(vec2_make(0.0f, 0.0f), 0.7f)
                             : shape_box(vec2_make(0.2f, 0.0f), 4.5f, 1.8f);
        Shape b = i % 5 == 0 ? shape_circle(vec2_make(0.0f, 0.0f), 0.3f)
                             : shape_box(vec2_make(0.0f, 0.0f), random_range(&random, 0.3f, 6.0f),
                                         random_range(&random, 0.2f, 2.0f));
        Transform at = place(random_range(&random, -5.0f, 5.0f), random_range(&random, -4.0f, 4.0f),
                             random_range(&random, -3.1f, 3.1f));
        float margin = i % 2 == 0 ? 0.0f : 0.3f;
        Manifold manifold = manifold_make(&a, &b, at, margin, NULL);
        Separation separation = sat_separation(&a, &b, at);
        float distance = sat_distance(&a, &b, at, NULL);
        if (separation.distance < -1e-3f) {
            if (manifold.count == 0)
                print_message("i %d a %d b %d at %g %g c %g s %g sep %g edge %d margin %g\n", i,
                              a.count, b.count, (double)at.position.x, (double)at.position.y,
                              (double)at.rotation.c, (double)at.rotation.s,
                              (double)separation.distance, separation.edge, (double)margin);
            assert_true(manifold.count > 0); // nothing is missed
            float deepest = 1e9f;
            for (int k = 0; k < manifold.count; k++) {
                deepest = fminf(deepest, manifold.points[k].separation);
            }
            assert_near(deepest, separation.distance, 3e-4f);
        }
        if (distance > margin + 1e-3f) {
            assert_true(manifold.count == 0 || manifold.points[0].separation >= distance - 0.3f);
        }
        for (int k = 0; k < manifold.count; k++) {
            ManifoldPoint point = manifold.points[k];
            assert_near(sqrtf(glms_vec2_norm2(manifold.normal)), 1.0f, 1e-5f);
            assert_true(point.separation <= margin + 1e-5f);
            // Half the separation from both shapes: to within what two flat faces differ by.
            Shape probe = shape_circle(vec2_make(0.0f, 0.0f), 0.0f);
            Transform there = {point.point, {1.0f, 0.0f}};
            float half = 0.5f * fabsf(point.separation) + 1e-3f;
            assert_true(fabsf(sat_signed_distance(&a, &probe, there).distance) <= half + 0.02f ||
                        point.separation < 0.0f);
        }
        if (manifold.count == 2) {
            assert_int_not_equal(manifold.points[0].id, manifold.points[1].id);
        }
    }
}

static void shapes_in_the_mirror_touch_at_the_same_places(void **state) {
    (void)state;
    Random random = random_make(22, 1);
    for (int i = 0; i < 20000; i++) {
        Shape a = shape_box(vec2_make(0.0f, 0.0f), 4.5f, 1.8f);
        Shape b = shape_box(vec2_make(0.0f, 0.0f), 3.0f, 2.5f);
        Transform b_in_a =
            place(random_range(&random, -4.0f, 4.0f), random_range(&random, -3.0f, 3.0f),
                  random_range(&random, -3.1f, 3.1f));
        Transform a_in_b = transform_relative(b_in_a, transform_identity());
        Manifold there = manifold_make(&a, &b, b_in_a, 0.0f, NULL);
        Manifold back = manifold_make(&b, &a, a_in_b, 0.0f, NULL);
        vec2s seen = rotation_apply(b_in_a.rotation, back.normal);
        float turn = seen.x * there.normal.y - seen.y * there.normal.x;
        bool same_axis = glms_vec2_dot(seen, there.normal) < 0.0f && fabsf(turn) < 1e-5f;
        if (there.count == 0 || back.count == 0 || !same_axis) {
            continue; // two axes tie
        }
        assert_int_equal(there.count, back.count);
        for (int k = 0; k < there.count; k++) {
            // Both count along left(normal), and the normal turned round: so from the other end.
            ManifoldPoint other = back.points[there.count - 1 - k];
            vec2s point = transform_apply(b_in_a, other.point);
            assert_near(there.points[k].point.x, point.x, 0.002f);
            assert_near(there.points[k].point.y, point.y, 0.002f);
        }
    }
}

// ---------------------------------------------------------------- walls of several pieces

/// Pushes with what normal the car at (x, y) gets from each of the pieces; fails where one is more
/// than `slack` off `expected`.
static int assert_normals(const WallPiece *pieces, int count, const Shape *car, Transform at,
                          vec2s expected, float slack) {
    int points = 0;
    for (int i = 0; i < count; i++) {
        Transform wall_in_car = transform_relative(at, wall_piece_at(&pieces[i]));
        Manifold manifold =
            manifold_make(car, &pieces[i].shape, wall_in_car, 0.05f, &pieces[i].outline);
        vec2s normal = rotation_apply(at.rotation, manifold.normal);
        for (int k = 0; k < manifold.count; k++) {
            assert_near(normal.x, expected.x, slack);
            assert_near(normal.y, expected.y, slack);
            points++;
        }
    }
    return points;
}

static void a_straight_wall_of_pieces_has_no_seams(void **state) {
    (void)state;
    vec2s line[41];
    for (int i = 0; i < 41; i++) {
        line[i] = vec2_make(-20.0f + (float)i + (i % 2 == 0 ? 0.0f : 0.3f), 0.0f);
    }
    WallPiece pieces[40];
    int count = wall_pieces_of_line(line, 41, false, 0.5f, -1, 0.5f, 0.1f, 0, pieces, 40);
    assert_true(count > 0);
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.5f, 1.8f);
    Random random = random_make(31, 1);
    for (int i = 0; i < 20000; i++) {
        float angle = random_range(&random, -0.3f, 0.3f);
        Box bounds = shape_bounds(&car, place(0.0f, 0.0f, angle));
        float y = -bounds.low.y - random_range(&random, -0.02f, 0.08f);
        Transform at = place(random_range(&random, -15.0f, 15.0f), y, angle);
        int points = assert_normals(pieces, count, &car, at, vec2_make(0.0f, -1.0f), 0.02f);
        assert_true(points > 0);
    }
}

/// A wall that winds along x with bends of up to `bend` rad; returns how many pieces it has.
static int winding_wall(Random *random, float bend, WallPiece *pieces, int max) {
    vec2s line[13];
    vec2s at = vec2_make(-24.0f, 0.0f);
    for (int i = 0; i < 13; i++) {
        line[i] = at;
        Rotation way = rotation_make(random_range(random, -bend, bend));
        float length = random_range(random, 2.0f, 8.0f);
        at = glms_vec2_add(at, vec2_make(length * way.c, length * way.s));
    }
    int side = random_chance(random, 2) ? -1 : 1;
    int count = wall_pieces_of_line(line, 13, false, 0.5f, side, 0.5f, 0.1f, 0, pieces, max);
    assert_true(count > 0);
    return count;
}

static float distance_to_walls(const Shape *car, Transform at, const WallPiece *pieces, int count) {
    float nearest = INFINITY;
    for (int i = 0; i < count; i++) {
        Transform wall_in_car = transform_relative(at, wall_piece_at(&pieces[i]));
        nearest = fminf(nearest, sat_signed_distance(car, &pieces[i].shape, wall_in_car).distance);
    }
    return nearest;
}

static void no_piece_pushes_what_is_apart_from_all(void **state) {
    (void)state;
    Shape car = shape_box(vec2_make(0.1f, 0.0f), 4.5f, 1.8f);
    Random random = random_make(33, 1);
    int points = 0;
    for (int wall = 0; wall < 400; wall++) {
        WallPiece pieces[40];
        int count = winding_wall(&random, random_range(&random, 0.01f, 0.6f), pieces, 40);
        for (int i = 0; i < 500; i++) {
            const WallPiece *near = &pieces[random_below(&random, count)];
            vec2s corner = glms_vec2_add(near->origin, shape_point(&near->shape, 0));
            Transform at = place(corner.x + random_range(&random, -3.0f, 3.0f),
                                 corner.y + random_range(&random, -2.5f, 2.5f),
                                 random_range(&random, -TRIG_PI, TRIG_PI));
            float apart = distance_to_walls(&car, at, pieces, count);
            if (apart < 0.0f || apart > 0.2f) {
                continue;
            }
            for (int k = 0; k < count; k++) {
                Transform wall_in_car = transform_relative(at, wall_piece_at(&pieces[k]));
                Manifold manifold =
                    manifold_make(&car, &pieces[k].shape, wall_in_car, 0.2f, &pieces[k].outline);
                for (int n = 0; n < manifold.count; n++) {
                    points++;
                    if (manifold.points[n].separation < apart - 1e-3f) {
                        fail_msg("%g m apart, but pushed out of %g m (id %x)", (double)apart,
                                 (double)-manifold.points[n].separation, manifold.points[n].id);
                    }
                }
            }
        }
    }
    assert_true(points > 10000);
}

/// A car with chamfers and a notch in its tail: three pieces.
static Hull notched_hull(void) {
    const vec2s outline[] = {
        vec2_make(2.30f, -0.62f),  vec2_make(2.30f, 0.62f),   vec2_make(1.70f, 1.01f),
        vec2_make(-1.80f, 1.01f),  vec2_make(-2.30f, 0.88f),  vec2_make(-2.30f, 0.48f),
        vec2_make(-1.95f, 0.40f),  vec2_make(-1.95f, -0.40f), vec2_make(-2.30f, -0.48f),
        vec2_make(-2.30f, -0.88f), vec2_make(-1.80f, -1.01f), vec2_make(1.70f, -1.01f)};
    Hull hull;
    assert_true(hull_make(outline, 12, &hull));
    assert_true(hull.count > 1);
    return hull;
}

/// What hull against hull is: the least distance of any two pieces, and the least separation of any
/// point of their manifolds.
typedef struct Meeting {
    float distance, separation;
    int points;
} Meeting;

static Meeting meet(const Hull *hull, Transform other, float margin) {
    Meeting meeting = {.distance = INFINITY, .separation = INFINITY};
    for (int i = 0; i < hull->count; i++) {
        for (int k = 0; k < hull->count; k++) {
            const Shape *a = &hull->pieces[i];
            const Shape *b = &hull->pieces[k];
            meeting.distance = fminf(meeting.distance, sat_signed_distance(a, b, other).distance);
            Manifold manifold =
                manifold_of_pieces(a, &hull->outlines[i], b, &hull->outlines[k], other, margin);
            for (int n = 0; n < manifold.count; n++) {
                meeting.separation = fminf(meeting.separation, manifold.points[n].separation);
                meeting.points++;
            }
        }
    }
    return meeting;
}

static void hulls_of_pieces_are_pushed_no_farther_than_they_overlap(void **state) {
    (void)state;
    Hull hull = notched_hull();
    Random random = random_make(34, 1);
    int apart = 0;
    int overlapping = 0;
    for (int i = 0; i < 300000; i++) {
        // Every third stands about square to the other: side by side, nose to tail.
        float turn = random_range(&random, -TRIG_PI, TRIG_PI);
        if (random_chance(&random, 3)) {
            turn = 0.5f * TRIG_PI * (float)random_below(&random, 4) +
                   random_range(&random, -0.02f, 0.02f);
        }
        Rotation way = rotation_make(random_range(&random, -TRIG_PI, TRIG_PI));
        float far = random_range(&random, 1.5f, 5.2f);
        float margin = random_range(&random, 0.02f, 0.3f);
        Meeting meeting = meet(&hull, place(far * way.c, far * way.s, turn), margin);
        if (meeting.distance > 0.0f && meeting.distance < margin) {
            assert_true(meeting.points > 0);
            assert_true(meeting.separation >= meeting.distance - 1e-3f);
            apart++;
        } else if (meeting.distance <= 0.0f && meeting.distance > -0.02f) {
            assert_true(meeting.points > 0);
            assert_true(meeting.separation >= -0.05f);
            overlapping++;
        }
    }
    assert_true(apart > 5000 && overlapping > 500);
}

/// m: the deepest manifold of the pieces of both, and how many points there are.
static float deepest_separation(const Hull *a, const Hull *b, Transform b_in_a, int *points) {
    float deepest = INFINITY;
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            Manifold manifold = manifold_of_pieces(&a->pieces[i], &a->outlines[i], &b->pieces[k],
                                                   &b->outlines[k], b_in_a, 0.02f);
            for (int n = 0; n < manifold.count; n++) {
                deepest = fminf(deepest, manifold.points[n].separation);
                *points += 1;
            }
        }
    }
    return deepest;
}

static void no_piece_is_pushed_out_at_the_far_end_of_what_it_touches(void **state) {
    (void)state;
    // A piece whose corner is in the other by a direction that only its neighbour has: what is left
    // to it is the other's far side.
    Hull hull = notched_hull();
    Hull wall = hull_box(vec2_make(0.0f, -0.25f), 80.0f, 0.5f);
    Random random = random_make(35, 1);
    for (int i = 0; i < 30000; i++) {
        float depth = random_range(&random, 0.0f, 0.05f);
        Transform at = place(0.0f, 0.0f, random_range(&random, -TRIG_PI, TRIG_PI));
        at.position.y = -hull_bounds(&hull, at).low.y - depth;
        int points = 0;
        Transform wall_in_hull = transform_relative(at, transform_identity());
        assert_true(deepest_separation(&hull, &wall, wall_in_hull, &points) > -depth - 1e-3f);
        assert_true(points > 0);
    }
    // The middle of a racing car, both of whose sides lead to its ends along seams.
    const vec2s formula[] = {
        vec2_make(2.25f, -0.56f),  vec2_make(2.25f, 0.56f),   vec2_make(2.06f, 0.90f),
        vec2_make(1.45f, 0.90f),   vec2_make(1.30f, 0.30f),   vec2_make(0.30f, 0.64f),
        vec2_make(-0.95f, 0.64f),  vec2_make(-1.22f, 0.90f),  vec2_make(-1.98f, 0.90f),
        vec2_make(-2.45f, 0.52f),  vec2_make(-2.45f, -0.52f), vec2_make(-1.98f, -0.90f),
        vec2_make(-1.22f, -0.90f), vec2_make(-0.95f, -0.64f), vec2_make(0.30f, -0.64f),
        vec2_make(1.30f, -0.30f),  vec2_make(1.45f, -0.90f),  vec2_make(2.06f, -0.90f)};
    Hull other;
    assert_true(hull_make(formula, 18, &other));
    const Transform places[] = {
        place(1.32939f, 2.17398f, 0.32659f), place(1.38755f, -2.12016f, -0.30257f),
        place(1.76123f, 2.11366f, 0.29930f), place(-0.17554f, -2.39141f, -2.50227f)};
    for (int i = 0; i < 4; i++) {
        int points = 0;
        Transform in_hull = transform_relative(places[i], transform_identity());
        assert_true(deepest_separation(&hull, &other, in_hull, &points) > -0.05f);
        assert_true(points > 0);
    }
}

static void hulls_that_are_far_inside_each_other_are_pushed_apart(void **state) {
    (void)state;
    Hull hull = notched_hull();
    Random random = random_make(36, 1);
    int deep = 0;
    for (int i = 0; i < 30000; i++) {
        Transform at = place(random_range(&random, -4.6f, 4.6f), random_range(&random, -3.0f, 3.0f),
                             random_range(&random, -TRIG_PI, TRIG_PI));
        Meeting meeting = meet(&hull, at, 0.02f);
        assert_true(meeting.distance >= -0.1f || meeting.points > 0);
        deep += meeting.distance < -0.1f;
    }
    assert_true(deep > 5000);
}

static void a_reflex_corner_pushes_along_its_two_edges_alone(void **state) {
    (void)state;
    // An L whose inner corner is at the origin; the car stands in it.
    const vec2s wall[] = {vec2_make(-2.0f, -2.0f), vec2_make(10.0f, -2.0f),
                          vec2_make(10.0f, 0.0f),  vec2_make(0.0f, 0.0f),
                          vec2_make(0.0f, 10.0f),  vec2_make(-2.0f, 10.0f)};
    WallPiece pieces[4];
    int count = wall_pieces_of_polygon(wall, 6, 0.5f, 0.1f, 0, pieces, 4);
    assert_true(count >= 2);
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.5f, 1.8f);
    Random random = random_make(32, 1);
    for (int i = 0; i < 20000; i++) {
        Transform at = place(2.25f + random_range(&random, -0.03f, 0.03f),
                             0.9f + random_range(&random, -0.03f, 0.03f),
                             random_range(&random, -0.005f, 0.005f));
        int from_left = 0;
        int from_below = 0;
        for (int k = 0; k < count; k++) {
            Transform wall_in_car = transform_relative(at, wall_piece_at(&pieces[k]));
            Manifold manifold =
                manifold_make(&car, &pieces[k].shape, wall_in_car, 0.08f, &pieces[k].outline);
            vec2s normal = rotation_apply(at.rotation, manifold.normal);
            for (int n = 0; n < manifold.count; n++) {
                bool left = normal.x < -0.999f;
                bool below = normal.y < -0.999f;
                assert_true(left || below);
                from_left += left;
                from_below += below;
            }
        }
        assert_true(from_left > 0 && from_below > 0);
    }
}

static void the_corner_of_a_wall_pushes_anywhere_between_its_edges(void **state) {
    (void)state;
    const vec2s box[] = {vec2_make(0.0f, 0.0f), vec2_make(4.0f, 0.0f), vec2_make(4.0f, 4.0f),
                         vec2_make(0.0f, 4.0f)};
    WallPiece piece;
    assert_int_equal(wall_pieces_of_polygon(box, 4, 0.5f, 0.1f, 0, &piece, 1), 1);
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.5f, 1.8f);
    // Its side, turned by 45 degrees, 1 cm deep over the corner (0, 0).
    float away = 0.89f * 0.70710678f;
    Transform at = place(-away, -away, -TRIG_PI / 4.0f);
    Manifold manifold = manifold_make(
        &car, &piece.shape, transform_relative(at, wall_piece_at(&piece)), 0.0f, &piece.outline);
    assert_int_equal(manifold.count, 1);
    vec2s normal = rotation_apply(at.rotation, manifold.normal);
    assert_near(normal.x, 0.70710678f, 1e-3f);
    assert_near(normal.y, 0.70710678f, 1e-3f);
    assert_near(manifold.points[0].separation, -0.01f, 1e-3f);
}

static void a_post_in_the_notch_of_a_hull_touches_nothing_but_its_floor(void **state) {
    (void)state;
    const vec2s fork[] = {vec2_make(-2.2f, -0.9f), vec2_make(2.2f, -0.9f), vec2_make(2.2f, -0.2f),
                          vec2_make(1.4f, -0.2f),  vec2_make(1.4f, 0.2f),  vec2_make(2.2f, 0.2f),
                          vec2_make(2.2f, 0.9f),   vec2_make(-2.2f, 0.9f)};
    Hull hull;
    assert_true(hull_make(fork, 8, &hull));
    const Shape posts[] = {shape_box(vec2_make(0.0f, 0.0f), 0.2f, 0.2f),
                           shape_circle(vec2_make(0.0f, 0.0f), 0.1f)};
    for (int i = 0; i < 2; i++) {
        int floor_points = 0;
        for (int k = 0; k < hull.count; k++) {
            Transform inside = place(1.6f, 0.0f, 0.0f);
            assert_false(sat_overlap(&hull.pieces[k], &posts[i], inside).hit);
            assert_int_equal(manifold_make(&hull.pieces[k], &posts[i], inside, 0.05f, NULL).count,
                             0);
            Manifold at_floor =
                manifold_make(&hull.pieces[k], &posts[i], place(1.499f, 0.0f, 0.0f), 0.0f, NULL);
            for (int n = 0; n < at_floor.count; n++) {
                assert_near(at_floor.normal.x, 1.0f, 1e-3f);
                assert_near(at_floor.points[n].separation, -0.001f, 1e-4f);
                floor_points++;
            }
        }
        assert_true(floor_points > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_faces_touch_at_both_ends_of_what_they_share),
        cmocka_unit_test(a_corner_in_a_face_is_one_point),
        cmocka_unit_test(the_margin_finds_what_is_near_and_no_more),
        cmocka_unit_test(circles_and_capsules_touch_at_their_surface),
        cmocka_unit_test(names_live_on_when_the_car_turns_a_little),
        cmocka_unit_test(manifolds_agree_with_overlaps_and_lie_between_both_surfaces),
        cmocka_unit_test(shapes_in_the_mirror_touch_at_the_same_places),
        cmocka_unit_test(a_straight_wall_of_pieces_has_no_seams),
        cmocka_unit_test(no_piece_pushes_what_is_apart_from_all),
        cmocka_unit_test(hulls_of_pieces_are_pushed_no_farther_than_they_overlap),
        cmocka_unit_test(no_piece_is_pushed_out_at_the_far_end_of_what_it_touches),
        cmocka_unit_test(hulls_that_are_far_inside_each_other_are_pushed_apart),
        cmocka_unit_test(a_reflex_corner_pushes_along_its_two_edges_alone),
        cmocka_unit_test(the_corner_of_a_wall_pushes_anywhere_between_its_edges),
        cmocka_unit_test(a_post_in_the_notch_of_a_hull_touches_nothing_but_its_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

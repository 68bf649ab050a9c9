// What the tests of contacts under pressure measure with: overlap.h and approach.h.
#include "approach.h"
#include "overlap.h"
#include "random_shapes.h"
#include "test.h"

enum {
    PAIRS = SANITIZED ? 5000 : 20000
};

static void overlaps_are_those_of_the_reference(void **state) {
    (void)state;
    int overlapping = 0;
    for (long i = 0; i < PAIRS; i++) {
        RandomPair pair = random_pair(77, i);
        RefShape a = ref_shape_here(&pair.a);
        RefShape b = ref_shape(&pair.b, ref_transform(pair.b_in_a));
        RefDifference difference = ref_difference(&a, &b);
        RefGap gap = ref_gap(&difference, (RefPoint){0.0, 0.0});
        OverlapAxis axis = overlap_axis(&a, &b, (double)INFINITY);
        if (gap.distance < 0.0) {
            overlapping++;
            assert_near(axis.distance, gap.distance, 1e-9);
        } else {
            assert_true(axis.distance <= gap.distance + 1e-9);
            assert_true(axis.distance >= -1e-9);
        }
        assert_true((overlap_axis(&a, &b, 0.0).distance > 0.0) == (axis.distance > 0.0));
    }
    assert_true(overlapping > PAIRS / 10);
}

/// A box of 4 x 2 m and 1000 kg.
static ApproachThing thing_box(double x, double y, double vx) {
    Hull hull = hull_box(vec2_make(0.0f, 0.0f), 4.0f, 2.0f);
    RefTransform from = {{x, y}, 1.0, 0.0};
    RefTransform to = {{x + vx / 240.0, y}, 1.0, 0.0};
    return (ApproachThing){.from = standing_hull(&hull, from),
                           .to = standing_hull(&hull, to),
                           .velocity = {vx, 0.0},
                           .inverse_mass = 1.0 / 1000.0,
                           .inverse_inertia = 1.0 / 1700.0};
}

/// A wall from x0, y0 to x1, y1.
static ApproachThing thing_wall(float x0, float y0, float x1, float y1) {
    Hull hull = hull_box(vec2_make(0.0f, 0.0f), x1 - x0, y1 - y0);
    RefTransform at = {
        {0.5 * ((double)x0 + (double)x1), 0.5 * ((double)y0 + (double)y1)}, 1.0, 0.0};
    Standing standing = standing_hull(&hull, at);
    return (ApproachThing){.from = standing, .to = standing};
}

static double approach_to_wall(ApproachThing body, ApproachThing wall) {
    ApproachSet set = {.things = {body, wall}, .thing_count = 2};
    if (approach_touch(&body, &wall)) {
        approach_add(&set, 0, 1);
    }
    return approach_most(&set);
}

static void what_runs_into_a_wall_approaches_it_with_its_speed(void **state) {
    (void)state;
    ApproachThing wall = thing_wall(0.0f, -5.0f, 2.0f, 5.0f);
    assert_near(approach_to_wall(thing_box(-2.02, 0.0, 10.0), wall), 10.0, 1e-9);
    assert_near(approach_to_wall(thing_box(-2.02, 0.0, -10.0), wall), 0.0, 1e-9);
    assert_near(approach_to_wall(thing_box(-2.2, 0.0, 10.0), wall), 0.0, 1e-9); // not yet there
}

/// Slides along a wall whose face lies at y = 1 to one behind it, whose face stands out by `step`.
static double approach_to_step(float step) {
    ApproachThing body = thing_box(-2.02, -0.005, 10.0);
    ApproachThing along = thing_wall(-9.0f, 1.0f, 0.0f, 3.0f);
    ApproachSet set = {.things = {body, along, thing_wall(0.0f, 1.0f - step, 9.0f, 3.0f)},
                       .thing_count = 3};
    if (!approach_add_step(&set, 0, 2, &along.from)) {
        approach_add(&set, 0, 2);
    }
    approach_add(&set, 0, 1);
    return approach_most(&set);
}

static void what_slides_past_a_step_does_not_approach_it(void **state) {
    (void)state;
    assert_near(approach_to_step(0.0f), 0.0, 1e-9);
    assert_near(approach_to_step(0.005f), 0.0, 1e-9);
    assert_near(approach_to_step(-0.005f), 0.0, 1e-9);
    assert_near(approach_to_step(0.05f), 10.0, 1e-9);
}

static void an_impact_goes_on_through_what_stands_between(void **state) {
    (void)state;
    ApproachSet set = {.things = {thing_box(-2.0, 0.0, 20.0), thing_box(2.01, 0.0, 0.0),
                                  thing_box(6.02, 0.0, 0.0)},
                       .thing_count = 3};
    approach_add(&set, 0, 1);
    approach_add(&set, 1, 2);
    assert_near(approach_most(&set), 20.0, 1e-9);
    assert_true(set.things[2].velocity.x > 5.0);
    double momentum = 0.0;
    for (int i = 0; i < 3; i++) {
        momentum += set.things[i].velocity.x;
    }
    assert_near(momentum, 20.0, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlaps_are_those_of_the_reference),
        cmocka_unit_test(what_runs_into_a_wall_approaches_it_with_its_speed),
        cmocka_unit_test(what_slides_past_a_step_does_not_approach_it),
        cmocka_unit_test(an_impact_goes_on_through_what_stands_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

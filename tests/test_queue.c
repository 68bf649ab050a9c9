// The panel of a queue: the world keeps momentum, the impact runs from contact to contact, and one
// body alone bounces as its restitution says.
#include "lab_world/queue.h"

#include <math.h>

#include "solids.h"
#include "test.h"

static Solid wall_at(float x) {
    SceneShape shape = {
        .kind = SCENE_WALL,
        .at = vec2_make(x, 0.0f),
        .points = {{{0.0f, -3.0f}}, {{4.0f, -3.0f}}, {{4.0f, 3.0f}}, {{0.0f, 3.0f}}},
        .count = 4};
    Solid solid;
    memset(&solid, 0, sizeof solid);
    assert_int_equal(solid_make(&shape, NULL, &solid).fault, SOLID_FINE);
    return solid;
}

/// A box of 4.5 m at (0, 0) that runs into a wall at x = 6.
static Scene running_scene(Solid solids[SCENE_SHAPES], int count, float gap, float restitution) {
    Shape box = shape_box(vec2_make(0.0f, 0.0f), 4.5f, 1.8f);
    solids[0] = solid_of(&box, transform_identity());
    solids[1] = wall_at(6.0f);
    Scene scene = plain_scene(SCENE_QUEUE);
    scene.shapes[0].velocity = vec2_make(30.0f, 0.0f);
    scene.options.queue_count = count;
    scene.options.queue_gap = gap;
    scene.options.queue_restitution = restitution;
    return scene;
}

/// A contact that opens within a tick is not known at its begin: the second body drives on for a
/// whole tick while the first is thrown back. Bodies that touch from the start, or that come when
/// the one ahead stands, do not overlap.
static void gaps_that_close_within_a_tick_become_overlap(void **state) {
    (void)state;
    Solid solids[SCENE_SHAPES];
    Scene scene = running_scene(solids, 2, 0.05f, 0.1f);
    Queue queue = queue_make(&scene, solids);
    assert_near(queue.ticks[queue.deepest].depth, (30.0 + 3.0) / 240.0 - 0.05, 1e-4);
    const float gaps[] = {0.0f, 1.0f};
    for (int i = 0; i < 2; i++) {
        scene = running_scene(solids, 8, gaps[i], 0.1f);
        queue = queue_make(&scene, solids);
        assert_true(queue.ticks[queue.deepest].depth < 1e-3f);
    }
}

static void one_body_bounces_as_its_restitution_says(void **state) {
    (void)state;
    for (int i = 0; i <= 4; i++) {
        float restitution = 0.25f * (float)i;
        Solid solids[SCENE_SHAPES];
        Scene scene = running_scene(solids, 1, 0.0f, restitution);
        Queue queue = queue_make(&scene, solids);
        assert_in_range(queue.touch, 29, 31); // 3.75 m at 30 m/s: 30 ticks
        assert_near(queue.speeds[0], -30.0 * (double)restitution, 1e-3);
        assert_near(queue.wall_impulse, 1200.0 * 30.0 * (1.0 + (double)restitution), 5.0);
        assert_near(queue.energy[1] / queue.energy[0], (double)(restitution * restitution), 1e-4);
    }
}

static void momentum_is_what_the_wall_takes(void **state) {
    (void)state;
    for (int count = 1; count <= QUEUE_MAX; count++) {
        Solid solids[SCENE_SHAPES];
        Scene scene = running_scene(solids, count, 0.05f * (float)(count % 4), 0.1f);
        Queue queue = queue_make(&scene, solids);
        double left = 0.0;
        for (int i = 0; i < count; i++) {
            left += (double)queue.mass * (double)queue.speeds[i];
        }
        double came = (double)queue.mass * 30.0 * count;
        assert_near(queue.wall_impulse, came - left, 1e-3 * came);
        assert_true(queue.energy[1] < 0.05 * queue.energy[0]);
        assert_true(queue.ticks[queue.deepest].depth < 0.25f);
    }
}

/// Each gap closes at the full speed after the one before it has closed.
static void the_impact_runs_from_contact_to_contact(void **state) {
    (void)state;
    Solid solids[SCENE_SHAPES];
    Scene scene = running_scene(solids, 8, 1.0f, 0.0f); // 8 ticks for each gap
    Queue queue = queue_make(&scene, solids);
    for (int i = 1; i < 8; i++) {
        assert_in_range(queue.pushed[i] - queue.pushed[i - 1], 7, 9);
    }
    scene.options.queue_gap = 0.0f; // without gaps the row is one body
    queue = queue_make(&scene, solids);
    assert_in_range(queue.pushed[7] - queue.touch, 0, 8);
}

static void who_does_not_move_or_goes_past_touches_nothing(void **state) {
    (void)state;
    Solid solids[SCENE_SHAPES];
    Scene scene = running_scene(solids, 1, 0.1f, 0.1f); // of more the others would stand in b
    scene.shapes[0].velocity = vec2_make(-30.0f, 0.0f);
    Queue queue = queue_make(&scene, solids);
    assert_int_equal(queue.touch, -1);
    assert_int_equal(queue.last, QUEUE_SEARCH);
    assert_near(queue.wall_impulse, 0.0, 0.0);
    scene.shapes[0].velocity = vec2_make(0.0f, 0.0f);
    assert_int_equal(queue_make(&scene, solids).touch, -1);
}

/// The same queue in another direction, far from the origin, comes out the same.
static void the_direction_does_not_matter(void **state) {
    (void)state;
    Solid solids[SCENE_SHAPES];
    Scene scene = running_scene(solids, 6, 0.05f, 0.1f);
    Queue straight = queue_make(&scene, solids);
    Rotation turn = rotation_make(2.0f);
    Transform away = {vec2_make(31.0f, -17.0f), turn};
    scene.shapes[0].velocity = rotation_apply(turn, scene.shapes[0].velocity);
    scene.shapes[0].angle_deg = 2.0f * 180.0f / TRIG_PI;
    solids[0].at = away;
    solids[1].at = (Transform){transform_apply(away, solids[1].at.position), turn};
    Queue turned = queue_make(&scene, solids);
    assert_near(turned.wall_impulse, straight.wall_impulse, 2e-3 * straight.wall_impulse);
    for (int i = 0; i < 6; i++) {
        assert_in_range(turned.pushed[i] - straight.pushed[i] + 1, 0, 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_body_bounces_as_its_restitution_says),
        cmocka_unit_test(gaps_that_close_within_a_tick_become_overlap),
        cmocka_unit_test(momentum_is_what_the_wall_takes),
        cmocka_unit_test(the_impact_runs_from_contact_to_contact),
        cmocka_unit_test(who_does_not_move_or_goes_past_touches_nothing),
        cmocka_unit_test(the_direction_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

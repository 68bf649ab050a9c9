#include "bench/field.h"
#include "bench/pressure.h"
#include "bench/runner.h"

#include <math.h>
#include <string.h>

#include "test.h"

static const BenchScenario *scenario_named(const char *name) {
    for (int i = 0; i < BENCH_SCENARIO_COUNT; i++) {
        if (strcmp(bench_scenarios[i].name, name) == 0) {
            return &bench_scenarios[i];
        }
    }
    fail();
    return NULL;
}

/// Axle's results of one scenario, three rounds.
static int run(const char *name, BenchResult out[BENCH_ENGINES_MAX]) {
    const BenchScenario *scenario = scenario_named(name);
    BenchWays engine = bench_ways_axle();
    BenchWork work = bench_work_make(scenario, TEST_DATA);
    int count = bench_run(scenario, &work, &engine, 1, true, out);
    bench_work_destroy(&work);
    return count;
}

static void distances_of_pairs_are_the_known_ones(void **state) {
    (void)state;
    PairSet set = pair_set_make(1, 1, 1.0, true);
    // Car boxes are 4.5 m long and 1.9 m wide.
    PairItem item = {.a_kind = PAIR_CAR_BOX, .b_kind = PAIR_CAR_BOX};
    double normal[2];
    item.a = pair_pose(10.0, 20.0, 0.0);
    item.b = pair_pose(14.0, 20.0, 0.0);
    assert_near(pair_set_distance(&set, &item), -0.5, 1e-6);
    assert_near(pair_set_separation(&set, &item, normal), -0.5, 1e-6);
    assert_near(normal[0], 1.0, 1e-9);
    item.b = pair_pose(10.0 + 4.5 + 3.0, 20.0 - 1.9 - 4.0, 0.0);
    assert_near(pair_set_distance(&set, &item), 5.0, 1e-5);
    assert_near(pair_set_separation(&set, &item, normal), 4.0, 1e-5);
    assert_near(normal[1], -1.0, 1e-9);
    pair_set_destroy(&set);
}

static void a_set_overlaps_as_much_as_asked(void **state) {
    (void)state;
    PairSet set = pair_set_make(3, 400, 0.25, false);
    int hits = 0;
    for (int i = 0; i < set.count; i++) {
        double distance = pair_set_distance(&set, &set.items[i]);
        assert_true(fabs(distance) > 0.002);
        assert_true((distance < 0.0) == (set.depths[i].high >= 0.0f));
        hits += distance < 0.0;
    }
    assert_int_equal(hits, 100);
    pair_set_destroy(&set);
}

static void a_sweep_stops_at_its_target(void **state) {
    (void)state;
    SweepSet set = sweep_set_make(9, 200, true);
    int hits = 0;
    for (int i = 0; i < set.count; i++) {
        const SweepItem *sweep = &set.items[i];
        if (set.times[i].high > 1.0f) {
            continue;
        }
        PairItem moved = set.pairs.items[i];
        double time = (double)set.times[i].high;
        moved.a = pair_pose((double)moved.a.x + time * (double)sweep->move_x,
                            (double)moved.a.y + time * (double)sweep->move_y,
                            (double)sweep->angle + time * (double)sweep->turn);
        assert_near(pair_set_distance(&set.pairs, &moved), SWEEP_TARGET, 0.0035);
        assert_true(set.times[i].low <= set.times[i].high);
        hits++;
    }
    assert_true(hits > 100);
    sweep_set_destroy(&set);
}

static void the_course_is_closed_and_its_cars_start_on_the_road(void **state) {
    (void)state;
    Course course = course_make();
    assert_true(course.length > 1900.0 && course.length < 2300.0);
    for (int i = 0; i < COURSE_WALLS; i++) {
        PairShape wall = course_wall(&course, i);
        PairShape next = course_wall(&course, (i + 2) % COURSE_WALLS);
        int inner = i & 1 ? 3 : 0; // point of a wall where it starts, in driving direction
        int end = i & 1 ? 2 : 1;
        assert_near(wall.x[end], next.x[inner], 0.0);
        assert_near(wall.y[end], next.y[inner], 0.0);
    }
    Field field = field_make(&course, 1000);
    Figures figures = {.hash = 0};
    field_measure(&field, &figures);
    assert_near(figures.values[FIGURE_DEEPEST], 0.0, 0.0);
    assert_near(figures.values[FIGURE_LOST], 0.0, 0.0);
    field_destroy(&field);
}

static void a_car_in_a_wall_is_as_deep_as_it_stands_there(void **state) {
    (void)state;
    Course course = course_make();
    PairShape wall = course_wall(&course, 1); // on the right: its inner edge goes from 3 to 2
    double along_x = (double)wall.x[2] - (double)wall.x[3];
    double along_y = (double)wall.y[2] - (double)wall.y[3];
    double length = hypot(along_x, along_y);
    double c = along_x / length;
    double s = along_y / length;
    double inside = 0.95 - 0.2; // m from the edge to the centre of a car that is 0.2 m deep
    double x = 0.5 * ((double)wall.x[2] + (double)wall.x[3]) - inside * s;
    double y = 0.5 * ((double)wall.y[2] + (double)wall.y[3]) + inside * c;
    CarState car = {.at = {(float)x, (float)y, (float)c, (float)s}};
    assert_near(course_depth(&course, &car), 0.2, 1e-4);
}

static void all_answers_are_right(void **state) {
    (void)state;
    static const char *const names[] = {
        "mtv-50",         "manifold-50", "manifold-frames", "boxes-50", "sweep-translation",
        "sweep-rotation", "ray-40",      "ray-150"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        BenchResult results[BENCH_ENGINES_MAX];
        int count = run(names[i], results);
        assert_true(count >= 1);
        for (int k = 0; k < count; k++) {
            double wrong = results[k].figures.values[FIGURE_WRONG];
            if (!(wrong <= 0.0)) {
                print_error("%s, %s: %.0f answers are wrong\n", names[i], results[k].engine, wrong);
            }
            assert_true(wrong <= 0.0);
            assert_true(results[k].nanoseconds.median > 0.0);
        }
    }
}

static void a_world_runs_the_same_twice_and_loses_no_car(void **state) {
    (void)state;
    BenchResult first[BENCH_ENGINES_MAX];
    BenchResult second[BENCH_ENGINES_MAX];
    assert_int_equal(run("world-20", first), 1);
    assert_int_equal(run("world-20", second), 1);
    assert_true(first[0].figures.hash != 0);
    assert_true(first[0].figures.hash == second[0].figures.hash);
    assert_near(first[0].figures.values[FIGURE_LOST], 0.0, 0.0);
}

static void a_race_can_be_timed(void **state) {
    (void)state;
    BenchResult results[BENCH_ENGINES_MAX];
    assert_int_equal(run("race-20", results), 1);
    assert_true(results[0].figures.values[FIGURE_SPEED] > 1.0);
    assert_true(results[0].figures.hash != 0);
}

static void the_sound_of_a_race_can_be_timed_and_is_the_same_twice(void **state) {
    (void)state;
    BenchResult first[BENCH_ENGINES_MAX], second[BENCH_ENGINES_MAX];
    assert_int_equal(run("mix-12", first), 1);
    assert_int_equal(run("mix-12", second), 1);
    assert_true(first[0].figures.hash != 0);
    assert_true(first[0].figures.hash == second[0].figures.hash);
}

static void engines_can_be_baked_again_and_sound_the_same(void **state) {
    (void)state;
    BenchResult first[BENCH_ENGINES_MAX], second[BENCH_ENGINES_MAX];
    assert_int_equal(run("bake-5", first), 1);
    assert_true(first[0].figures.hash != 0);
    if (!SANITIZED) { // they take five seconds there, and the samples have golden hashes
        assert_int_equal(run("bake-5", second), 1);
        assert_true(first[0].figures.hash == second[0].figures.hash);
    }
}

static void overlap_and_energy_under_pressure_are_those_of_the_states(void **state) {
    (void)state;
    Pressure run = {.kind = PRESSURE_CONE_REST};
    assert_true(pressure_prepare(&run));
    Figures figures;
    // The car's nose goes from x = -1.75 to 0.1 m behind the near side of the cone at -0.6, and the
    // car, of 1200 kg, goes from rest to 2 m/s, while 8000 N have had 1/240 s: enough for 1/36 m/s
    // and 25/54 J.
    run.states[0].at.x = -2.75f;
    run.states[0].velocity_x = 2.0f;
    pressure_measure(&run, &figures);
    assert_near(figures.values[FIGURE_DEEPEST], 0.1, 1e-6);
    assert_near(figures.values[FIGURE_PRESSED], PRESSURE_DT, 1e-9);
    assert_near(figures.values[FIGURE_GAIN], 2400.0 - 25.0 / 54.0, 1e-3);
    assert_near(figures.values[FIGURE_GAIN_SHARE], 100.0 * (2400.0 * 54.0 / 25.0 - 1.0), 0.1);
    assert_true(isnan(figures.values[FIGURE_KICK]) != 0);
    // The cone 0.05 m inside the wall at x = 0, and away from the car.
    run.states[0].at.x = -4.0f;
    run.states[1].at.x = -0.15f;
    pressure_prepare(&run);
    pressure_measure(&run, &figures);
    assert_near(figures.values[FIGURE_DEEPEST], 0.1, 1e-6); // still the worst
}

static void every_variant_under_pressure_begins_at_its_own_start(void **state) {
    (void)state;
    for (int kind = PRESSURE_QUEUE_30; kind <= PRESSURE_YARD; kind++) {
        Pressure run = {.kind = (PressureKind)kind};
        int steps = pressure_steps((PressureKind)kind);
        int begun = 0;
        for (int i = 0; i < steps; i++) {
            if (pressure_prepare(&run)) {
                begun++;
                assert_true(run.scene.body_count > 0 && run.scene.wall_count > 0);
                for (int k = 0; k < run.scene.body_count; k++) {
                    assert_memory_equal(&run.states[k], &run.scene.bodies[k].start,
                                        sizeof run.states[k]);
                }
            }
        }
        assert_int_equal(begun * run.scene.steps, steps);
        Figures figures; // nothing has moved since the start, where nothing overlaps
        pressure_measure(&run, &figures);
        assert_near(figures.values[FIGURE_PRESSED], 0.0, 0.0);
        assert_near(figures.values[FIGURE_DEEPEST], 0.0, 0.0);
    }
}

static void a_yard_under_pressure_is_driven_by_the_engine(void **state) {
    (void)state;
    BenchResult results[BENCH_ENGINES_MAX];
    assert_int_equal(run("yard", results), 1);
    const Figures *figures = &results[0].figures;
    assert_true(figures->values[FIGURE_DEEPEST] >= 0.0 && figures->values[FIGURE_DEEPEST] < 0.1);
    assert_true(figures->values[FIGURE_GAIN] < 1000.0); // J; NaN is not less either
}

static void quantiles_are_those_of_the_sorted_values(void **state) {
    (void)state;
    double values[] = {5.0, 1.0, 9.0, 3.0, 7.0, 2.0, 8.0, 4.0, 6.0, 0.0, 10.0};
    Quantiles quantiles = quantiles_of(values, 11);
    assert_near(quantiles.low, 1.0, 0.0);
    assert_near(quantiles.median, 5.0, 0.0);
    assert_near(quantiles.high, 9.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_of_pairs_are_the_known_ones),
        cmocka_unit_test(a_set_overlaps_as_much_as_asked),
        cmocka_unit_test(a_sweep_stops_at_its_target),
        cmocka_unit_test(the_course_is_closed_and_its_cars_start_on_the_road),
        cmocka_unit_test(a_car_in_a_wall_is_as_deep_as_it_stands_there),
        cmocka_unit_test(all_answers_are_right),
        cmocka_unit_test(a_world_runs_the_same_twice_and_loses_no_car),
        cmocka_unit_test(a_race_can_be_timed),
        cmocka_unit_test(the_sound_of_a_race_can_be_timed_and_is_the_same_twice),
        cmocka_unit_test(engines_can_be_baked_again_and_sound_the_same),
        cmocka_unit_test(overlap_and_energy_under_pressure_are_those_of_the_states),
        cmocka_unit_test(every_variant_under_pressure_begins_at_its_own_start),
        cmocka_unit_test(a_yard_under_pressure_is_driven_by_the_engine),
        cmocka_unit_test(quantiles_are_those_of_the_sorted_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

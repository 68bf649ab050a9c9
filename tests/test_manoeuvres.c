/// Manoeuvres on any ground, and slides with and without the help that players have.
#include "tune/manoeuvre.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

static const char *const car_names[] = {"hatch", "drift", "gt", "formula", "kart"};

static const Manoeuvre turns[] = {MANOEUVRE_STEADY, MANOEUVRE_STEP, MANOEUVRE_SKIDPAD,
                                  MANOEUVRE_BRAKE_TURN, MANOEUVRE_LIFT_TURN};

static CarModel shipped(const char *name) {
    CarFile file = fixture_car(name);
    return car_model_make(&file.params);
}

static MetricValues measure(Manoeuvre manoeuvre, const CarModel *model, const Surface *ground) {
    MetricValues values = {0};
    manoeuvre_run(manoeuvre, model, ground, NULL, &values);
    return values;
}

static const Surface *on(SurfaceIndex index) { return &surface_built_in[index]; }

static void no_ground_is_asphalt(void **state) {
    (void)state;
    CarModel model = shipped("kart");
    for (int i = 0; i < MANOEUVRE_COUNT; i++) {
        if (i != MANOEUVRE_WALL && i != MANOEUVRE_LANES) { // which take long
            MetricValues named = measure((Manoeuvre)i, &model, on(SURFACE_ASPHALT));
            MetricValues unnamed = measure((Manoeuvre)i, &model, NULL);
            assert_memory_equal(&named, &unnamed, sizeof named);
        }
    }
}

static void less_grip_is_slower_everywhere(void **state) {
    (void)state;
    static const SurfaceIndex grounds[] = {SURFACE_ASPHALT, SURFACE_WET, SURFACE_OIL, SURFACE_ICE};
    for (int car = 0; car < 5; car++) {
        CarModel model = shipped(car_names[car]);
        double stop = 0.0, round = 1e9;
        for (int i = 0; i < 4; i++) {
            MetricValues brake = measure(MANOEUVRE_BRAKE, &model, on(grounds[i]));
            MetricValues skidpad = measure(MANOEUVRE_SKIDPAD, &model, on(grounds[i]));
            assert_true(brake.has[METRIC_brake_brake100_m]);
            assert_true(brake.value[METRIC_brake_brake100_m] > stop);
            assert_true(skidpad.has[METRIC_skidpad_skidpad_kmh]);
            assert_true(skidpad.value[METRIC_skidpad_skidpad_kmh] < round);
            stop = brake.value[METRIC_brake_brake100_m];
            round = skidpad.value[METRIC_skidpad_skidpad_kmh];
        }
    }
}

/// Figures that name their own ground do not change with it.
static void grass_is_grass_on_any_ground(void **state) {
    (void)state;
    CarModel model = shipped("gt");
    MetricValues here = measure(MANOEUVRE_BRAKE, &model, on(SURFACE_ASPHALT));
    MetricValues there = measure(MANOEUVRE_BRAKE, &model, on(SURFACE_SNOW));
    assert_near(there.value[METRIC_brake_brake60_grass_m], here.value[METRIC_brake_brake60_grass_m],
                0.0);
    assert_near(there.value[METRIC_brake_brake60_ice_m], here.value[METRIC_brake_brake60_ice_m],
                0.0);
}

/// A step to 0.4 g on ice, a turn at 80 km/h through gravel: no figure, rather than that of a spin.
static void what_a_ground_does_not_allow_has_no_figure(void **state) {
    (void)state;
    for (int car = 0; car < 5; car++) {
        CarModel model = shipped(car_names[car]);
        MetricValues step = measure(MANOEUVRE_STEP, &model, on(SURFACE_ICE));
        MetricValues gravel = measure(MANOEUVRE_STEADY, &model, on(SURFACE_GRAVEL));
        MetricValues ice = measure(MANOEUVRE_STEADY, &model, on(SURFACE_ICE));
        MetricValues turn = measure(MANOEUVRE_BRAKE_TURN, &model, on(SURFACE_ICE));
        assert_false(step.has[METRIC_step_yaw_gain] || step.has[METRIC_step_step_deg]);
        assert_true(gravel.has[METRIC_steady_circle_kmh]);
        assert_false(gravel.has[METRIC_steady_K_deg_g] || gravel.has[METRIC_steady_spin_at_limit]);
        assert_true(ice.has[METRIC_steady_ay_max_g] && !ice.has[METRIC_steady_K_deg_g]);
        assert_false(turn.has[METRIC_brake_turn_bit_yaw_ratio_1s]);
    }
}

static void every_ground_gives_numbers(void **state) {
    (void)state;
    for (int i = 0; i < SURFACE_BUILT_IN_COUNT; i++) {
        CarModel model = shipped(car_names[i % 5]);
        for (size_t k = 0; k < sizeof turns / sizeof turns[0]; k++) {
            MetricValues values = measure(turns[k], &model, on((SurfaceIndex)i));
            for (int metric = 0; metric < METRIC_COUNT; metric++) {
                assert_true(fabs(values.value[metric]) < 1e6); // false for NaN, too
                assert_true(!values.has[metric] || metric_rows[metric].manoeuvre == turns[k]);
            }
        }
    }
}

/// What people do: handbrake, gas and a key. Their help holds it; one figure is with it, one
/// without.
static void a_slide_by_keys_is_held_by_the_help(void **state) {
    (void)state;
    CarFile file = fixture_car("drift");
    CarModel model = car_model_make(&file.params);
    MetricValues helped = measure(MANOEUVRE_DRIFT, &model, NULL);
    file.params.yaw_assist = 0.0f;
    model = car_model_make(&file.params);
    MetricValues alone = measure(MANOEUVRE_DRIFT, &model, NULL);
    print_message("held %.1f s at %.1f degrees with help, %.1f s with the car's help at 0\n",
                  helped.value[METRIC_drift_drift_s], helped.value[METRIC_drift_drift_deg],
                  alone.value[METRIC_drift_drift_s]);
    assert_true(helped.value[METRIC_drift_drift_s] > 9.0);
    assert_true(alone.value[METRIC_drift_drift_s] < helped.value[METRIC_drift_drift_s] - 1.0);
    assert_near(alone.value[METRIC_drift_drift_nohelp_s], helped.value[METRIC_drift_drift_nohelp_s],
                0.0);
    assert_near(alone.value[METRIC_drift_drift_nohelp_deg],
                helped.value[METRIC_drift_drift_nohelp_deg], 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_ground_is_asphalt),
        cmocka_unit_test(less_grip_is_slower_everywhere),
        cmocka_unit_test(grass_is_grass_on_any_ground),
        cmocka_unit_test(what_a_ground_does_not_allow_has_no_figure),
        cmocka_unit_test(every_ground_gives_numbers),
        cmocka_unit_test(a_slide_by_keys_is_held_by_the_help),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

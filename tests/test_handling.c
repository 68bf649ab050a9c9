#include <stddef.h>
#include <stdint.h>

#include "car_rig.h"
#include "test.h"

// What the whole car does, against closed forms and an independent simulation of the same cars. The
// ids (B1, S1, ...) are those of the table of checks in docs/physics.md.

enum {
    CARS = 5
};

static float coast(float speed, const CarParams *params, float *distance) {
    Rig rig = rig_make(params, speed);
    for (int i = 0; i < 2400; i++) {
        rig_control(&rig, rig_pedals(0.0f, 0.0f));
    }
    *distance = rig.body.position.x;
    return rig_along(&rig);
}

/// B1, in closed form: v = sqrt(F/k) tan(atan(v0 sqrt(k/F)) - t sqrt(kF)/me).
static void coasting_down_agrees_with_the_closed_form(void **state) {
    (void)state;
    static const struct {
        const char *name;
        float from;
        double speed, distance;
    } cases[] = {{"hatch", 40.0f, 34.5155, 371.53},
                 {"drift", 40.0f, 34.5209, 371.56},
                 {"gt", 40.0f, 32.4534, 360.07},
                 {"formula", 40.0f, 26.4041, 323.31},
                 {"kart", 25.0f, 14.5009, 189.73}};
    for (int i = 0; i < CARS; i++) {
        CarParams params = rig_shipped(cases[i].name);
        rig_free_engine(&params);
        float distance = 0.0f;
        float speed = coast(cases[i].from, &params, &distance);
        assert_near(speed, cases[i].speed, 0.002 * cases[i].speed);
        assert_near(distance, cases[i].distance, 0.002 * cases[i].distance);
        print_message("%s: B1 %.4f m/s of %.4f, %.2f m of %.2f\n", cases[i].name, (double)speed,
                      cases[i].speed, (double)distance, cases[i].distance);
    }
}

/// Constant torque in one gear without losses: a = T i eta / (R (m + sum Iw / R^2 + Ie i^2 / R^2)).
static void engine_torque_becomes_acceleration(void **state) {
    (void)state;
    for (int split = 0; split < 5; split++) {
        CarParams params = car_params_default();
        params.torque_curve[0] = (CarTorquePoint){0.0f, 200.0f};
        params.torque_curve[1] = (CarTorquePoint){9000.0f, 200.0f};
        params.torque_count = 2;
        params.gears[0] = 1.0f;
        params.gear_count = 1;
        params.launch_rpm = params.idle_rpm;
        params.drag_area = params.roll_resist = 0.0f;
        params.drive_split_front = 0.25f * (float)split;
        Rig rig = rig_make(&params, 20.0f);
        for (int i = 0; i < 5 * 240; i++) {
            rig_control(&rig, rig_pedals(1.0f, 0.0f));
        }
        double radius = (double)params.wheel_radius_front;
        double ratio = (double)params.final_drive;
        double inertia = 4.0 * 1.1 + (double)params.engine_inertia * ratio * ratio;
        double pull = 200.0 * ratio * (double)params.efficiency / radius;
        double speed = 20.0 + 5.0 * pull / (1280.0 + inertia / (radius * radius));
        assert_near(rig_along(&rig) - 20.0f, speed - 20.0, 0.003 * (speed - 20.0));
        print_message("gains %.4f m/s of %.4f\n", (double)rig_along(&rig) - 20.0, speed - 20.0);
    }
}

/// B3: v^2 / (2 mu g) with locked wheels, sliding grip = peak grip, no air, flat on the ground.
static void locked_wheels_slide_as_far_as_friction_says(void **state) {
    (void)state;
    static const struct {
        double kmh, mu, distance;
    } cases[] = {
        {100.0, 1.0, 39.33}, {100.0, 0.7, 56.18}, {50.0, 0.12, 81.93}, {200.0, 1.0, 157.31}};
    for (int i = 0; i < 4; i++) {
        CarParams params = car_params_default();
        float mu = (float)cases[i].mu;
        params.mu_x_front = params.mu_x_rear = params.mu_y_front = params.mu_y_rear = mu;
        params.slide_grip_front = params.slide_grip_rear = 1.0f;
        params.load_sens_front = params.load_sens_rear = 0.0f;
        params.cg_height = params.drag_area = params.roll_resist = 0.0f;
        params.brake_torque = 30000.0f;
        Rig rig = rig_make(&params, (float)(cases[i].kmh * RIG_KMH));
        for (int k = 0; k < 40 * 240 && rig_along(&rig) > 0.01f; k++) {
            CarControl control = rig_pedals(0.0f, 1.0f);
            control.abs = false;
            rig_control(&rig, control);
        }
        double ratio = (double)rig.body.position.x / cases[i].distance;
        assert_true(ratio < 1.01 && ratio > 0.998);
        print_message("B3: %.2f m of %.2f\n", (double)rig.body.position.x, cases[i].distance);
    }
}

static double time_to(const CarParams *params, double kmh, int hz) {
    Rig rig = rig_make(params, 0.0f);
    rig.dt = 1.0f / (float)hz;
    int tick = 0;
    int gear = 1;
    while ((double)rig_along(&rig) < kmh * RIG_KMH && tick < 60 * hz) {
        rig_control(&rig, rig_pedals(1.0f, 0.0f));
        assert_true(rig.car.gear >= gear); // No hunting.
        gear = rig.car.gear;
        tick++;
    }
    return (double)tick / hz;
}

static double stop_from(const CarParams *params, double kmh, int hz, const Surface *surface) {
    Rig rig = rig_make(params, (float)(kmh * RIG_KMH));
    rig.dt = 1.0f / (float)hz;
    if (surface) {
        rig.surface = *surface;
    }
    for (int i = 0; i < 60 * hz && rig_along(&rig) > 0.02f; i++) {
        rig_control(&rig, rig_pedals(0.0f, 1.0f));
    }
    assert_near(rig.body.angle, 0.0f, 1e-4);
    return (double)rig.body.position.x;
}

/// T1 (part): the reference simulation of the same cars, within 10 %. B2: the stop over the ideal
/// one. N4: the answer does not hang on the step.
static void launches_and_stops_agree_with_the_reference(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double to_60, to_100, to_200, stop_100, stop_200, ideal_100;
    } cases[] = {{"hatch", 3.552, 6.800, 26.09, 40.94, 151.7, 37.28},
                 {"drift", 3.421, 5.611, 15.54, 39.76, 147.8, 36.78},
                 {"gt", 1.805, 3.043, 8.921, 25.14, 87.36, 23.83},
                 {"formula", 1.632, 2.627, 4.825, 20.67, 59.95, 19.05},
                 {"kart", 4.390, 8.361, 0.0, 55.45, 0.0, 53.86}};
    for (int i = 0; i < CARS; i++) {
        CarParams params = rig_shipped(cases[i].name);
        double to_60 = time_to(&params, 60.0, 240);
        double to_100 = time_to(&params, 100.0, 240);
        bool fast = cases[i].to_200 > 0.0; // The kart does not get there.
        double to_200 = fast ? time_to(&params, 200.0, 240) : 0.0;
        double stop_100 = stop_from(&params, 100.0, 240, NULL);
        double stop_200 = fast ? stop_from(&params, 200.0, 240, NULL) : 0.0;
        print_message("%s: 0-60 %.3f s, 0-100 %.3f s, 0-200 %.2f s, 100-0 %.2f m, 200-0 %.1f m\n",
                      cases[i].name, to_60, to_100, to_200, stop_100, stop_200);
        assert_near(to_60, cases[i].to_60, 0.1 * cases[i].to_60);
        assert_near(to_100, cases[i].to_100, 0.1 * cases[i].to_100);
        assert_near(to_200, cases[i].to_200, 0.1 * cases[i].to_200);
        assert_near(stop_100, cases[i].stop_100, 0.1 * cases[i].stop_100);
        assert_near(stop_200, cases[i].stop_200, 0.1 * cases[i].stop_200);
        assert_true(stop_100 / cases[i].ideal_100 > 0.995 && stop_100 / cases[i].ideal_100 < 1.12);
        for (int hz = 480; hz <= 1000; hz += 520) {
            assert_near(time_to(&params, 100.0, hz), to_100, 0.015 * to_100);
            assert_near(stop_from(&params, 100.0, hz, NULL), stop_100, 0.005 * stop_100);
        }
    }
}

/// ISO 4138: 80 km/h, steering ramped by 0.01 rad/s. K is the understeer gradient between 0.1 and
/// 0.3 g. Reference: the independent simulation of the same cars.
static void steady_cornering_agrees_with_the_reference(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double kmh, gradient, most;
    } cases[] = {{"hatch", 80.0, 0.8483, 1.011},
                 {"drift", 80.0, 0.2299, 1.020},
                 {"gt", 80.0, 0.1943, 1.450},
                 {"formula", 80.0, -0.0124, 1.947},
                 {"kart", 50.0, 2.233, 1.122}};
    for (int c = 0; c < CARS; c++) {
        CarParams params = rig_shipped(cases[c].name);
        float speed = (float)(cases[c].kmh * RIG_KMH);
        Rig rig = rig_make(&params, speed);
        float sum = 0.0f;
        float smooth = 0.0f;
        double most = 0.0;
        double at[2] = {0.0, 0.0};
        double steer[2] = {0.0, 0.0};
        for (int i = 0; fabsf(rig_sideslip(&rig)) < 0.2f && rig_along(&rig) > 0.9f * speed; i++) {
            CarControl control = rig_hold_speed(&rig, speed, &sum);
            control.steer = 0.01f * (float)i * rig.dt;
            if (control.steer > params.steer_lock) {
                break;
            }
            rig_control(&rig, control);
            smooth += (rig.ay / 9.81f - smooth) * rig.dt / 0.2f;
            most = fmax(most, (double)smooth);
            for (int k = 0; k < 2; k++) {
                if (at[k] <= 0.0 && smooth >= (k == 0 ? 0.1f : 0.3f)) {
                    at[k] = (double)smooth;
                    steer[k] = (double)(control.steer -
                                        params.wheelbase * rig.body.spin / rig_along(&rig));
                }
            }
        }
        double gradient = (steer[1] - steer[0]) / (at[1] - at[0]) * (double)RIG_DEGREES;
        print_message("%s: K %.3f deg/g of %.3f, %.3f g of %.3f\n", cases[c].name, gradient,
                      cases[c].gradient, most, cases[c].most);
        assert_near(gradient, cases[c].gradient, 0.15);
        assert_near(most, cases[c].most, 0.06 * cases[c].most);
    }
}

/// Yaw rate over steering 3 s after a step of 0.2 degrees at 500 deg/s, the time to 90 % of it (s)
/// and how far it overshoots (%).
typedef struct StepAnswer {
    double gain, t90, overshoot;
} StepAnswer;

static StepAnswer answer_to_step(const CarParams *params, float speed, int hz) {
    enum {
        TICKS_MAX = 3000
    };
    float angle = 0.2f / RIG_DEGREES;
    Rig rig = rig_make(params, speed);
    rig.dt = 1.0f / (float)hz;
    float sum = 0.0f;
    float spins[TICKS_MAX];
    float peak = 0.0f;
    assert_true(3 * hz <= TICKS_MAX);
    for (int i = 0; i < 3 * hz; i++) {
        CarControl control = rig_hold_speed(&rig, speed, &sum);
        control.steer = angle;
        rig_control(&rig, control);
        spins[i] = rig.body.spin;
        peak = fmaxf(peak, spins[i]);
    }
    float end = spins[3 * hz - 1];
    int tick = 1;
    while (spins[tick] < 0.9f * end) {
        tick++;
    }
    float within = (0.9f * end - spins[tick - 1]) / (spins[tick] - spins[tick - 1]);
    return (StepAnswer){
        .gain = (double)(end / angle),
        .t90 = ((double)tick + (double)within) / hz,
        .overshoot = 100.0 * ((double)(peak / end) - 1.0),
    };
}

/// S1 to S3 at 80 km/h with open differentials, against the single-track model with relaxation:
/// gain V / (L + K V^2). That model rolls freely, so drag, rolling resistance and engine are off;
/// at 1 kHz, for the answer of the formula car takes six ticks of 240 Hz. How the car answers with
/// everything on at 240 Hz, its speed held, is printed beside.
static void a_small_step_of_steering_answers_as_the_single_track_model(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double gain, t90, overshoot;
    } cases[] = {{"hatch", 7.1853, 0.149, 1.1},
                 {"drift", 8.8452, 0.172, 0.0},
                 {"gt", 7.9908, 0.099, 0.1},
                 {"formula", 6.5565, 0.025, 10.2},
                 {"kart", 25.5189, 0.086, 0.0}};
    for (int c = 0; c < CARS; c++) {
        CarParams params = rig_shipped(cases[c].name);
        params.diff_preload = params.diff_lock_power = params.diff_lock_coast = 0.0f;
        params.ackermann = 0.0f;
        params.steer_rate = 8.7f;
        float speed = (float)(80.0 * RIG_KMH);
        StepAnswer game = answer_to_step(&params, speed, 240);
        rig_free_engine(&params);
        params.drag_area = params.roll_resist = 0.0f;
        StepAnswer fine = answer_to_step(&params, speed, 1000);
        print_message("%s: S1 %.4f 1/s (driven, 240 Hz: %.4f) of %.4f, S2 %.3f s (%.3f) of %.3f, "
                      "S3 %.1f %% (%.1f) of %.1f\n",
                      cases[c].name, fine.gain, game.gain, cases[c].gain, fine.t90, game.t90,
                      cases[c].t90, fine.overshoot, game.overshoot, cases[c].overshoot);
        assert_near(fine.gain, cases[c].gain, 0.02 * cases[c].gain);
        assert_near(fine.t90, cases[c].t90, 0.015);
        assert_near(fine.overshoot, cases[c].overshoot, 5.0);
    }
}

/// G1: with ABS and without added rolling resistance a stop is as much longer as grip is less. Not
/// the kart's: it brakes at the rear alone, whose load falls less the softer it brakes, and its
/// rolling resistance is a fifth of what ice gives. With an ABS like that of the reference
/// simulation it is held to that, within 1 %.
static void stops_lengthen_as_grip_falls(void **state) {
    (void)state;
    const char *names[] = {"hatch", "drift", "gt", "formula", "kart"};
    for (int i = 0; i < CARS; i++) {
        CarParams params = rig_shipped(names[i]);
        params.abs_slip = params.abs_slip > 0.0f ? params.abs_slip : 0.1f;
        double asphalt = stop_from(&params, 60.0, 240, NULL);
        Surface grass = {.grip = 0.45f, .peak_scale = 1.6f};
        Surface ice = {.grip = 0.12f, .peak_scale = 1.3f};
        double on_grass = stop_from(&params, 60.0, 240, &grass) * 0.45 / asphalt;
        double on_ice = stop_from(&params, 60.0, 240, &ice) * 0.12 / asphalt;
        print_message("%s: G1 asphalt %.2f m, grass %.3f, ice %.3f\n", names[i], asphalt, on_grass,
                      on_ice);
        if (params.brake_bias_front > 0.0f) {
            assert_true(on_grass > 0.85 && on_grass < 1.02);
            assert_true(on_ice > 0.85 && on_ice < 1.02);
        } else {
            assert_near(on_grass * asphalt / 0.45, 38.36, 0.38);
            assert_near(on_ice * asphalt / 0.12, 103.4, 1.03);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coasting_down_agrees_with_the_closed_form),
        cmocka_unit_test(engine_torque_becomes_acceleration),
        cmocka_unit_test(locked_wheels_slide_as_far_as_friction_says),
        cmocka_unit_test(launches_and_stops_agree_with_the_reference),
        cmocka_unit_test(steady_cornering_agrees_with_the_reference),
        cmocka_unit_test(a_small_step_of_steering_answers_as_the_single_track_model),
        cmocka_unit_test(stops_lengthen_as_grip_falls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

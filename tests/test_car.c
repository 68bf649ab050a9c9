#include "base/file.h"
#include "dynamics/car_file.h"
#include "dynamics/drivetrain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "car_rig.h"
#include "test.h"

// The ids (Z1, N2, ...) are those of the table of checks in docs/physics.md.

#define KMH     (1.0 / 3.6)
#define DEGREES 57.29578f

static CarParams shipped(const char *name) {
    char path[512];
    snprintf(path, sizeof path, TEST_DATA "/cars/%s.car.yaml", name);
    MessageList messages = {.count = 0};
    FileBytes bytes = {0};
    CarFile file;
    memset(&file, 0, sizeof file);
    assert_true(file_read(path, FILE_LIMIT, &bytes, &messages));
    bool fine = car_file_read(bytes.data, bytes.size, path, NULL, &file, &messages);
    file_bytes_free(&bytes);
    if (!fine) {
        messages_print(&messages, stderr, NULL);
    }
    assert_true(fine);
    return file.params;
}

static CarControl pedals(float throttle, float brake) {
    return (CarControl){
        .throttle = throttle, .brake = brake, .abs = true, .traction = true, .automatic = true};
}

static CarInput keys(int steer, int throttle, int brake) {
    return (CarInput){.steer = (int8_t)steer,
                      .throttle = (uint8_t)throttle,
                      .brake = (uint8_t)brake,
                      .flags = CAR_INPUT_KEYS};
}

static void assert_finite(const Rig *rig) {
    assert_true(fabsf(rig->body.velocity.x) < 200.0f && fabsf(rig->body.velocity.y) < 200.0f);
    assert_true(fabsf(rig->body.spin) < 10.0f);
    for (int i = 0; i < CAR_WHEELS; i++) {
        assert_true(fabsf(rig->car.wheels[i].spin) < 1e4f);
        assert_true(fabsf(rig->car.wheels[i].tread.x) < 10.0f);
        assert_true(fabsf(rig->car.wheels[i].tread.y) < 10.0f);
    }
}

/// Z1.
static void loads_sum_to_weight_and_downforce(void **state) {
    (void)state;
    Random random = random_make(3, 1);
    CarParams params = shipped("gt");
    for (int i = 0; i < 2000; i++) {
        Rig rig = rig_make(&params, random_range(&random, 0.0f, 90.0f));
        rig.car.ax = random_range(&random, -40.0f, 40.0f);
        rig.car.ay = random_range(&random, -40.0f, 40.0f);
        float speed = rig.body.velocity.x;
        rig_control(&rig, pedals(0.0f, 0.0f));
        float sum = 0.0f;
        for (int k = 0; k < CAR_WHEELS; k++) {
            assert_true(rig.car.wheels[k].load >= 0.0f);
            sum += rig.car.wheels[k].load;
        }
        float wanted = params.mass * 9.81f + 0.6f * speed * speed * (1.08f + 1.52f);
        assert_near(sum, wanted, 1e-4f * wanted);
    }
}

static void loads_at(const CarParams *params, float ax, float ay, float out[CAR_WHEELS]) {
    Rig rig = rig_make(params, 0.0f);
    rig.car.ax = ax;
    rig.car.ay = ay;
    rig_control(&rig, pedals(0.0f, 0.0f));
    for (int i = 0; i < CAR_WHEELS; i++) {
        out[i] = rig.car.wheels[i].load;
    }
}

/// Z2: m a h / L. Z3: m a h split / track.
static void braking_and_turning_shift_the_load(void **state) {
    (void)state;
    CarParams params = shipped("gt");
    float rest[CAR_WHEELS];
    float moved[CAR_WHEELS];
    loads_at(&params, 0.0f, 0.0f, rest);
    loads_at(&params, -9.81f, 0.0f, moved);
    float pitch = moved[0] + moved[1] - rest[0] - rest[1];
    assert_near(pitch, 2091.0, 0.005 * 2091.0);
    loads_at(&params, 0.0f, 9.81f, moved);
    float roll = moved[CAR_FRONT_RIGHT] - rest[CAR_FRONT_RIGHT];
    assert_near(roll, 1809.0, 0.005 * 1809.0);
    assert_near(moved[CAR_FRONT_LEFT] - rest[CAR_FRONT_LEFT], -roll, 0.1);
    print_message("Z2: %.1f N of 2091, Z3: %.1f N of 1809\n", (double)pitch, (double)roll);
}

/// Stops from 60 km/h, then stands for 60 s with the brake held (N1) and for 60 s without it while
/// the steering sweeps from lock to lock (N2).
static void check_standing(const char *name, CarParams params) {
    Rig rig = rig_make(&params, (float)(60.0 * KMH));
    for (int i = 0; i < 10 * 240; i++) {
        rig_control(&rig, pedals(0.0f, 1.0f));
    }
    vec2s at = rig.body.position;
    float fastest = 0.0f;
    for (int i = 0; i < 60 * 240; i++) {
        rig_control(&rig, pedals(0.0f, 1.0f));
        fastest = fmaxf(fastest, glms_vec2_norm(rig.body.velocity) + fabsf(rig.body.spin));
    }
    float drift = glms_vec2_distance(at, rig.body.position);
    assert_true(drift < 1e-4f);
    assert_true(fastest < 1e-4f);
    at = rig.body.position;
    float angle = rig.body.angle;
    for (int i = 0; i < 60 * 240; i++) {
        CarControl control = pedals(0.0f, 0.0f);
        control.steer = params.steer_lock * trig_sin(trig_wrap((float)i / 120.0f));
        rig_control(&rig, control);
    }
    float swept = glms_vec2_distance(at, rig.body.position);
    float turned = fabsf(rig.body.angle - angle) * DEGREES;
    assert_true(swept < 5e-3f);
    assert_true(turned < 0.2f);
    print_message("%s: N1 drift %.5f mm, speed %.1e; N2 drift %.4f mm, yaw %.5f deg\n", name,
                  (double)drift * 1e3, (double)fastest, (double)swept * 1e3, (double)turned);
}

/// A racing kart (Lot & Dal Bianco 2016): light, solid rear axle, no front brakes. Its yaw inertia
/// is so small that too much contact damping makes it swing up at rest.
static CarParams kart(void) {
    CarParams params = shipped("hatch");
    params.mass = 165.0f;
    params.yaw_inertia = 25.0f;
    params.wheelbase = 1.045f;
    params.weight_front = 0.3828f;
    params.cg_height = 0.25f;
    params.track_front = 1.055f;
    params.track_rear = 1.2f;
    params.steer_lock = 0.55f;
    params.steer_rate = 4.0f;
    params.ackermann = 1.0f;
    params.mu_x_front = params.mu_x_rear = 1.4f;
    params.mu_y_front = params.mu_y_rear = 1.5f;
    params.slip_ratio_peak_front = params.slip_ratio_peak_rear = 0.1f;
    params.slip_angle_peak_front_deg = params.slip_angle_peak_rear_deg = 6.0f;
    params.load_ref = 500.0f;
    params.relax_x = 0.08f;
    params.relax_y = 0.12f;
    params.roll_resist = 0.02f;
    params.wheel_radius_front = 0.128f;
    params.wheel_radius_rear = 0.139f;
    params.wheel_inertia_front = 0.025f;
    params.wheel_inertia_rear = 0.1f;
    params.drive_split_front = 0.0f;
    params.diff_preload = 1000.0f;
    params.brake_torque = 260.0f;
    params.brake_bias_front = 0.0f;
    params.engine_inertia = 0.002f;
    return params;
}

static void a_parked_car_stays(void **state) {
    (void)state;
    check_standing("hatch", shipped("hatch"));
    check_standing("gt", shipped("gt"));
    check_standing("kart", kart());
}

/// N3: launch with traction control off and a 20 s donut, for any steering and any step up to 1/60
/// s.
static void nothing_ever_leaves_the_finite(void **state) {
    (void)state;
    const char *names[] = {"hatch", "gt"};
    for (int c = 0; c < 2; c++) {
        CarParams params = shipped(names[c]);
        for (int hz = 60; hz <= 960; hz *= 4) {
            Rig rig = rig_make(&params, 0.0f);
            rig.dt = 1.0f / (float)hz;
            float fastest = 0.0f;
            for (int i = 0; i < 20 * hz; i++) {
                CarControl control = pedals(1.0f, 0.0f);
                control.traction = false;
                control.steer = 0.6f * params.steer_lock;
                rig_control(&rig, control);
                assert_finite(&rig);
                fastest = fmaxf(fastest, fabsf(rig.body.spin));
            }
            print_message("%s at %d Hz: N3 largest yaw rate %.2f rad/s\n", names[c], hz,
                          (double)fastest);
        }
    }
}

/// Every number of a file at an end of its range, at random, senseless cars included (3 t with the
/// yaw inertia of a kart): nothing may blow up.
static void any_parameters_within_their_ranges_stay_finite(void **state) {
    (void)state;
    Random random = random_make(11, 1);
    for (int car = 0; car < 150; car++) {
        CarParams params = car_params_default();
        for (int i = 0; i < car_param_table.count; i++) {
            const ParamRow *row = &car_param_table.rows[i];
            uint32_t pick = random_u32(&random) % 3;
            float values[] = {row->min, row->max, row->initial};
            *param_value(row, &params) = values[pick];
        }
        Rig rig = rig_make(&params, 30.0f);
        for (int i = 0; i < 5 * 240; i++) {
            rig_input(&rig, keys((int)(random_u32(&random) % 3) * 127 - 127, 255,
                                 random_u32(&random) % 4 == 0 ? 255 : 0));
            assert_true(fabsf(rig.body.velocity.x) < 1e3f && fabsf(rig.body.spin) < 1e3f);
        }
    }
}

static float coast(float speed, const CarParams *params, float *distance) {
    Rig rig = rig_make(params, speed);
    for (int i = 0; i < 2400; i++) {
        rig_control(&rig, pedals(0.0f, 0.0f));
    }
    *distance = rig.body.position.x;
    return rig_along(&rig);
}

/// B1, in closed form: v = sqrt(F/k) tan(atan(v0 sqrt(k/F)) - t sqrt(kF)/me).
static void coasting_down_agrees_with_the_closed_form(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double speed, distance;
    } cases[] = {{"hatch", 34.5155, 371.53}, {"gt", 32.4534, 360.07}};
    for (int i = 0; i < 2; i++) {
        CarParams params = shipped(cases[i].name);
        rig_free_engine(&params);
        float distance = 0.0f;
        float speed = coast(40.0f, &params, &distance);
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
            rig_control(&rig, pedals(1.0f, 0.0f));
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
        Rig rig = rig_make(&params, (float)(cases[i].kmh * KMH));
        for (int k = 0; k < 40 * 240 && rig_along(&rig) > 0.01f; k++) {
            CarControl control = pedals(0.0f, 1.0f);
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
    while ((double)rig_along(&rig) < kmh * KMH && tick < 60 * hz) {
        rig_control(&rig, pedals(1.0f, 0.0f));
        assert_true(rig.car.gear >= gear); // No hunting.
        gear = rig.car.gear;
        tick++;
    }
    return (double)tick / hz;
}

static double stop_from(const CarParams *params, double kmh, int hz, const Surface *surface) {
    Rig rig = rig_make(params, (float)(kmh * KMH));
    rig.dt = 1.0f / (float)hz;
    if (surface) {
        rig.surface = *surface;
    }
    for (int i = 0; i < 60 * hz && rig_along(&rig) > 0.02f; i++) {
        rig_control(&rig, pedals(0.0f, 1.0f));
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
                 {"gt", 1.805, 3.043, 8.921, 25.14, 87.36, 23.83}};
    for (int i = 0; i < 2; i++) {
        CarParams params = shipped(cases[i].name);
        double to_60 = time_to(&params, 60.0, 240);
        double to_100 = time_to(&params, 100.0, 240);
        double to_200 = time_to(&params, 200.0, 240);
        double stop_100 = stop_from(&params, 100.0, 240, NULL);
        double stop_200 = stop_from(&params, 200.0, 240, NULL);
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

/// G1: with ABS and without added rolling resistance a stop is as much longer as grip is less.
static void stops_lengthen_as_grip_falls(void **state) {
    (void)state;
    const char *names[] = {"hatch", "gt"};
    for (int i = 0; i < 2; i++) {
        CarParams params = shipped(names[i]);
        double asphalt = stop_from(&params, 60.0, 240, NULL);
        Surface grass = {.grip = 0.45f, .peak_scale = 1.6f};
        Surface ice = {.grip = 0.12f, .peak_scale = 1.3f};
        double on_grass = stop_from(&params, 60.0, 240, &grass) * 0.45 / asphalt;
        double on_ice = stop_from(&params, 60.0, 240, &ice) * 0.12 / asphalt;
        print_message("%s: G1 asphalt %.2f m, grass %.3f, ice %.3f\n", names[i], asphalt, on_grass,
                      on_ice);
        assert_true(on_grass > 0.85 && on_grass < 1.02);
        assert_true(on_ice > 0.85 && on_ice < 1.02);
    }
}

/// The spinning, sliding car of I2: nothing drives it, so it may never gain energy.
static void a_spinning_car_never_gains_energy(void **state) {
    (void)state;
    const char *names[] = {"hatch", "gt"};
    for (int c = 0; c < 2; c++) {
        CarParams params = shipped(names[c]);
        rig_free_engine(&params);
        for (int braked = 0; braked < 2; braked++) {
            Rig rig = rig_make(&params, 30.0f);
            rig.body.spin = 3.0f;
            double start = rig_energy(&rig);
            double before = start;
            double rises = 0.0;
            for (int i = 0; i < 12 * 240; i++) {
                CarControl control = pedals(0.0f, (float)braked);
                control.abs = false;
                rig_control(&rig, control);
                double energy = rig_energy(&rig);
                if (glms_vec2_norm(rig.body.velocity) > 2.0f) {
                    assert_true(energy <= before);
                }
                rises += energy > before ? energy - before : 0.0;
                before = energy;
            }
            // Braked to rest, the treads give back what they hold.
            assert_true(rises <= (braked ? 0.02 : 0.0) * start);
            print_message("%s: energy given back %.1e of the start\n", names[c], rises / start);
        }
    }
}

static void a_mirrored_drive_mirrors_bit_for_bit(void **state) {
    (void)state;
    const char *names[] = {"hatch", "gt"};
    for (int c = 0; c < 2; c++) {
        CarParams params = shipped(names[c]);
        Random random = random_make(5, (uint64_t)c);
        Rig left = rig_make(&params, 20.0f);
        Rig right = left;
        CarInput input = keys(0, 0, 0);
        for (int i = 0; i < 30 * 240; i++) {
            if (i % 60 == 0) {
                input = (CarInput){
                    .steer = (int8_t)((int)(random_u32(&random) % 255) - 127),
                    .throttle = (uint8_t)random_u32(&random),
                    .brake = random_u32(&random) % 5 == 0 ? 200 : 0,
                    .flags =
                        (uint8_t)(random_u32(&random) & (CAR_INPUT_KEYS | CAR_INPUT_HANDBRAKE)),
                };
            }
            CarInput mirrored = input;
            mirrored.steer = (int8_t)-input.steer;
            rig_input(&left, input);
            rig_input(&right, mirrored);
            assert_true(left.body.position.x == right.body.position.x);
            assert_true(left.body.position.y == -right.body.position.y);
            assert_true(left.car.wheels[0].spin == right.car.wheels[1].spin);
        }
    }
}

static uint64_t hash_of(const Car *car) {
    Hash hash = hash_begin();
    car_hash(car, &hash);
    return hash_end64(&hash);
}

static void the_hash_sees_every_field(void **state) {
    (void)state;
    CarParams params = car_params_default();
    CarModel model = car_model_make(&params);
    Car car = car_make(&model, 10.0f);
    uint64_t before = hash_of(&car);
    Car other = car;
    assert_true(hash_of(&other) == before);
    other.wheels[3].tread.y += 1e-6f;
    assert_true(hash_of(&other) != before);
    other = car;
    other.gear = 2;
    assert_true(hash_of(&other) != before);
    other = car;
    other.last_flags = 1;
    assert_true(hash_of(&other) != before);
    CarModel heavier = model;
    heavier.params.mass += 1.0f;
    assert_true(car_model_hash(&heavier).low != car_model_hash(&model).low);
}

static int count_spins(const CarParams *params, double *worst) {
    int spins = 0;
    *worst = 0.0;
    for (int seed = 0; seed < 10; seed++) {
        Rig rig = rig_make(params, 0.0f);
        Random random = random_make((uint64_t)seed, 1);
        int held = 0;
        int steer = 0;
        bool spun = false;
        for (int i = 0; i < 30 * 240; i++) {
            if (held-- <= 0) {
                steer = 127 * ((int)(random_u32(&random) % 3) - 1);
                held = (int)random_range(&random, 10.0f, 400.0f);
            }
            rig_input(&rig, keys(steer, 255, 0));
            double slip = (double)fabsf(rig_sideslip(&rig) * DEGREES);
            *worst = fmax(*worst, slip);
            spun |= slip > 90.0;
        }
        spins += spun ? 1 : 0;
    }
    return spins;
}

/// A newcomer: full gas, and any steering key for any time.
static void the_help_keeps_a_newcomer_from_spinning(void **state) {
    (void)state;
    const char *names[] = {"hatch", "gt"};
    for (int i = 0; i < 2; i++) {
        CarParams params = shipped(names[i]);
        double helped = 0.0;
        double bare = 0.0;
        assert_int_equal(count_spins(&params, &helped), 0);
        assert_true(helped < 45.0);
        params.yaw_assist = 0.0f;
        int spins = count_spins(&params, &bare);
        print_message("%s: sideslip at most %.1f deg with help; %d of 10 spin without\n", names[i],
                      helped, spins);
        assert_true(spins > 0); // Else the test tells nothing about the help.
    }
}

/// Keys never push the front far past its peak, and a held key turns the car one way.
static void a_held_key_turns_the_car_one_way(void **state) {
    (void)state;
    CarParams params = shipped("hatch");
    for (float speed = 5.0f; speed < 60.0f; speed += 5.0f) {
        Rig rig = rig_make(&params, speed);
        for (int i = 0; i < 3 * 240; i++) {
            rig_input(&rig, keys(127, 150, 0));
            if (i > 60) {
                assert_true(rig.body.spin > 0.0f);
            }
            if (speed > 10.0f && i > 120 && rig_along(&rig) > 8.0f) {
                assert_true(rig.car.wheels[CAR_FRONT_RIGHT].slip_y <
                            1.5f * rig.model.tyre[0].slip_y);
            }
        }
    }
}

static void a_wanted_angle_comes_back_from_the_input(void **state) {
    (void)state;
    CarParams params = shipped("gt");
    CarModel model = car_model_make(&params);
    CarMotion slow = {.along = 0.1f, .speed = 0.1f};
    for (int i = -20; i <= 20; i++) {
        float angle = params.steer_lock * (float)i / 21.0f;
        CarInput input = {.steer = steering_input(&model, slow.speed, angle)};
        assert_near(steering_wanted(&model, slow, input), angle, 0.01f * params.steer_lock);
    }
}

static void held_brake_engages_reverse_and_gas_ends_it(void **state) {
    (void)state;
    CarParams params = shipped("hatch");
    Rig rig = rig_make(&params, 3.0f);
    int tick = 0;
    while (rig_along(&rig) > 0.4f && tick < 2400) {
        rig_input(&rig, keys(0, 0, 255));
        assert_true(rig.car.gear > 0);
        tick++;
    }
    for (int i = 0; i < 40; i++) { // 0.17 s: not yet.
        rig_input(&rig, keys(0, 0, 255));
        assert_true(rig.car.gear > 0);
    }
    for (int i = 0; i < 240; i++) {
        rig_input(&rig, keys(0, 0, 255));
    }
    assert_int_equal(rig.car.gear, -1);
    assert_true(rig_along(&rig) < -1.0f);
    while (rig_along(&rig) < -0.6f) { // The gas now brakes...
        float before = rig_along(&rig);
        rig_input(&rig, keys(0, 255, 0));
        assert_true(rig_along(&rig) >= before - 0.05f);
    }
    for (int i = 0; i < 240; i++) { // ... and then drives on.
        rig_input(&rig, keys(0, 255, 0));
    }
    assert_int_equal(rig.car.gear, 1);
    assert_true(rig_along(&rig) > 1.0f);
}

static void brake_beats_gas(void **state) {
    (void)state;
    CarParams params = shipped("hatch");
    Rig rig = rig_make(&params, 20.0f);
    Rig braked = rig;
    for (int i = 0; i < 240; i++) {
        rig_input(&rig, keys(0, 255, 255));
        rig_input(&braked, keys(0, 0, 255));
    }
    assert_true(rig.body.velocity.x == braked.body.velocity.x);
}

static void a_brake_never_turns_a_wheel_backwards(void **state) {
    (void)state;
    CarParams params = shipped("gt");
    Rig rig = rig_make(&params, 30.0f);
    for (int i = 0; i < 4 * 240; i++) {
        CarControl control = pedals(0.0f, 1.0f);
        control.abs = false;
        rig_control(&rig, control);
        for (int k = 0; k < CAR_WHEELS; k++) {
            assert_true(rig.car.wheels[k].spin >= 0.0f);
        }
    }
    assert_near(rig_along(&rig), 0.0f, 1e-3);
}

static void the_handbrake_locks_the_rear_alone(void **state) {
    (void)state;
    CarParams params = shipped("hatch");
    Rig rig = rig_make(&params, 20.0f);
    CarInput input = keys(0, 0, 0);
    input.flags |= CAR_INPUT_HANDBRAKE;
    for (int i = 0; i < 120; i++) {
        rig_input(&rig, input);
    }
    assert_near(rig.car.wheels[CAR_REAR_LEFT].spin, 0.0f, 0.0);
    assert_true(rig.car.wheels[CAR_FRONT_LEFT].spin > 20.0f);
}

static void gears_by_hand_stay_as_they_are_set(void **state) {
    (void)state;
    CarParams params = shipped("gt");
    Rig rig = rig_make(&params, 15.0f);
    CarInput up = keys(0, 255, 0);
    up.flags |= CAR_INPUT_GEAR_UP;
    int gear = rig.car.gear;
    rig_input(&rig, up);
    rig_input(&rig, up); // Held: one press.
    assert_int_equal(rig.car.gear, gear + 1);
    assert_true(rig.car.manual);
    for (int i = 0; i < 1200; i++) {
        rig_input(&rig, keys(0, 255, 0));
    }
    assert_int_equal(rig.car.gear, gear + 1);
    float redline = params.redline_rpm * 1.02f / (gear_ratio(&params, gear + 1) * 9.5493f);
    assert_true(rig.car.wheels[CAR_REAR_LEFT].spin < redline);
    CarInput down = keys(0, 0, 0);
    down.flags |= CAR_INPUT_GEAR_DOWN;
    rig_input(&rig, down); // Would over-rev: refused.
    assert_int_equal(rig.car.gear, gear + 1);
}

static void drive_on_both_axles_pulls_harder_on_ice(void **state) {
    (void)state;
    CarParams params = shipped("gt");
    CarParams both = params;
    both.drive_split_front = 0.5f;
    Rig rear = rig_make(&params, 0.0f);
    Rig all = rig_make(&both, 0.0f);
    rear.surface.grip = all.surface.grip = 0.12f;
    for (int i = 0; i < 5 * 240; i++) {
        rig_control(&rear, pedals(1.0f, 0.0f));
        rig_control(&all, pedals(1.0f, 0.0f));
    }
    assert_true(rig_along(&all) > 1.5f * rig_along(&rear));
    assert_true(all.car.wheels[CAR_FRONT_LEFT].spin > 0.0f);
}

static void loose_ground_slows_a_rolling_car(void **state) {
    (void)state;
    CarParams params = shipped("hatch");
    Rig road = rig_make(&params, 20.0f);
    Rig sand = road;
    sand.surface = surface_built_in[SURFACE_SAND];
    for (int i = 0; i < 480; i++) {
        rig_control(&road, pedals(0.0f, 0.0f));
        rig_control(&sand, pedals(0.0f, 0.0f));
    }
    // 0.2 g of rolling and 0.45 / s of drag: v' = -g 0.213 - 0.45 v, after 2 s about 5.4 m/s.
    assert_near(rig_along(&sand), 5.4, 1.0);
    assert_true(rig_along(&road) > 18.0f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_sum_to_weight_and_downforce),
        cmocka_unit_test(braking_and_turning_shift_the_load),
        cmocka_unit_test(a_parked_car_stays),
        cmocka_unit_test(nothing_ever_leaves_the_finite),
        cmocka_unit_test(any_parameters_within_their_ranges_stay_finite),
        cmocka_unit_test(coasting_down_agrees_with_the_closed_form),
        cmocka_unit_test(engine_torque_becomes_acceleration),
        cmocka_unit_test(locked_wheels_slide_as_far_as_friction_says),
        cmocka_unit_test(launches_and_stops_agree_with_the_reference),
        cmocka_unit_test(stops_lengthen_as_grip_falls),
        cmocka_unit_test(a_spinning_car_never_gains_energy),
        cmocka_unit_test(a_mirrored_drive_mirrors_bit_for_bit),
        cmocka_unit_test(the_hash_sees_every_field),
        cmocka_unit_test(the_help_keeps_a_newcomer_from_spinning),
        cmocka_unit_test(a_held_key_turns_the_car_one_way),
        cmocka_unit_test(a_wanted_angle_comes_back_from_the_input),
        cmocka_unit_test(held_brake_engages_reverse_and_gas_ends_it),
        cmocka_unit_test(brake_beats_gas),
        cmocka_unit_test(a_brake_never_turns_a_wheel_backwards),
        cmocka_unit_test(the_handbrake_locks_the_rear_alone),
        cmocka_unit_test(gears_by_hand_stay_as_they_are_set),
        cmocka_unit_test(drive_on_both_axles_pulls_harder_on_ice),
        cmocka_unit_test(loose_ground_slows_a_rolling_car),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "vehicle/drivetrain.h"

#include <stddef.h>
#include <stdint.h>

#include "car_rig.h"
#include "test.h"

// The ids (Z1, N2, ...) are those of the table of checks in docs/physics.md.

static CarInput keys(int steer, int throttle, int brake) {
    return (CarInput){.steer = (int8_t)steer,
                      .throttle = (uint8_t)throttle,
                      .brake = (uint8_t)brake,
                      .flags = CAR_INPUT_KEYS};
}

enum {
    CARS = 5
};

static const char *const names[CARS] = {"hatch", "drift", "gt", "formula", "kart"};

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
    CarParams params = rig_shipped("gt");
    for (int i = 0; i < 2000; i++) {
        Rig rig = rig_make(&params, random_range(&random, 0.0f, 90.0f));
        rig.car.ax = random_range(&random, -40.0f, 40.0f);
        rig.car.ay = random_range(&random, -40.0f, 40.0f);
        float speed = rig.body.velocity.x;
        rig_control(&rig, rig_pedals(0.0f, 0.0f));
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
    rig_control(&rig, rig_pedals(0.0f, 0.0f));
    for (int i = 0; i < CAR_WHEELS; i++) {
        out[i] = rig.car.wheels[i].load;
    }
}

/// Z2: m a h / L. Z3: m a h split / track.
static void braking_and_turning_shift_the_load(void **state) {
    (void)state;
    CarParams params = rig_shipped("gt");
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
    Rig rig = rig_make(&params, (float)(60.0 * RIG_KMH));
    for (int i = 0; i < 10 * 240; i++) {
        rig_control(&rig, rig_pedals(0.0f, 1.0f));
    }
    vec2s at = rig.body.position;
    float fastest = 0.0f;
    for (int i = 0; i < 60 * 240; i++) {
        rig_control(&rig, rig_pedals(0.0f, 1.0f));
        fastest = fmaxf(fastest, glms_vec2_norm(rig.body.velocity) + fabsf(rig.body.spin));
    }
    float drift = glms_vec2_distance(at, rig.body.position);
    assert_true(drift < 1e-4f);
    assert_true(fastest < 1e-4f);
    at = rig.body.position;
    float angle = rig.body.angle;
    for (int i = 0; i < 60 * 240; i++) {
        CarControl control = rig_pedals(0.0f, 0.0f);
        control.steer = params.steer_lock * trig_sin(trig_wrap((float)i / 120.0f));
        rig_control(&rig, control);
    }
    float swept = glms_vec2_distance(at, rig.body.position);
    float turned = fabsf(rig.body.angle - angle) * RIG_DEGREES;
    assert_true(swept < 5e-3f);
    assert_true(turned < 0.2f);
    print_message("%s: N1 drift %.5f mm, speed %.1e; N2 drift %.4f mm, yaw %.5f deg\n", name,
                  (double)drift * 1e3, (double)fastest, (double)swept * 1e3, (double)turned);
}

static void a_parked_car_stays(void **state) {
    (void)state;
    for (int i = 0; i < CARS; i++) {
        check_standing(names[i], rig_shipped(names[i]));
    }
}

/// N3: launch with traction control off and a 20 s donut, for any steering and any step up to 1/60
/// s.
static void nothing_ever_leaves_the_finite(void **state) {
    (void)state;
    for (int c = 0; c < CARS; c++) {
        CarParams params = rig_shipped(names[c]);
        for (int hz = 60; hz <= 960; hz *= 4) {
            Rig rig = rig_make(&params, 0.0f);
            rig.dt = 1.0f / (float)hz;
            float fastest = 0.0f;
            for (int i = 0; i < 20 * hz; i++) {
                CarControl control = rig_pedals(1.0f, 0.0f);
                control.traction = false;
                control.steer = 0.6f * params.steer_lock;
                rig_control(&rig, control);
                assert_finite(&rig);
                fastest = fmaxf(fastest, fabsf(rig.body.spin));
            }
            assert_true(fastest < 10.0f);
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

/// The spinning, sliding car of I2: nothing drives it, so it may never gain energy.
static void a_spinning_car_never_gains_energy(void **state) {
    (void)state;
    for (int c = 0; c < CARS; c++) {
        CarParams params = rig_shipped(names[c]);
        rig_free_engine(&params);
        for (int braked = 0; braked < 2; braked++) {
            Rig rig = rig_make(&params, 30.0f);
            rig.body.spin = 3.0f;
            double start = rig_energy(&rig);
            double before = start;
            double rises = 0.0;
            for (int i = 0; i < 12 * 240; i++) {
                CarControl control = rig_pedals(0.0f, (float)braked);
                control.abs = false;
                rig_control(&rig, control);
                double energy = rig_energy(&rig);
                if (glms_vec2_norm(rig.body.velocity) > 2.5f) {
                    assert_true(energy <= before);
                }
                assert_true(energy - before < 5e-4 * start);
                rises += energy > before ? energy - before : 0.0;
                before = energy;
            }
            // At the end the treads give back what they hold.
            assert_true(rises <= 0.02 * start);
            print_message("%s: energy given back %.1e of the start\n", names[c], rises / start);
        }
    }
}

static void a_mirrored_drive_mirrors_bit_for_bit(void **state) {
    (void)state;
    for (int c = 0; c < CARS; c++) {
        CarParams params = rig_shipped(names[c]);
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
            double slip = (double)fabsf(rig_sideslip(&rig) * RIG_DEGREES);
            *worst = fmax(*worst, slip);
            spun |= slip > 90.0;
        }
        spins += spun ? 1 : 0;
    }
    return spins;
}

/// A newcomer: full gas, and any steering key for any time. Without traction control, too, as far
/// as a car has it, the help alone keeps all five from turning round.
static void the_help_keeps_a_newcomer_from_spinning(void **state) {
    (void)state;
    for (int i = 0; i < CARS; i++) {
        CarParams params = rig_shipped(names[i]);
        double helped = 0.0;
        double steered = 0.0;
        double bare = 0.0;
        int with_help = count_spins(&params, &helped);
        float traction = params.tc_slip;
        params.tc_slip = 0.0f;
        int with_steering = count_spins(&params, &steered);
        params.tc_slip = traction;
        params.yaw_assist = 0.0f;
        int spins = count_spins(&params, &bare);
        print_message("%s: sideslip at most %.1f deg with help, %.1f without traction control; %d "
                      "and %d of 10 spin, %d without the help\n",
                      names[i], helped, steered, with_help, with_steering, spins);
        assert_int_equal(with_help + with_steering, 0);
        assert_true(helped < 45.0 && steered < 60.0);
        assert_true(spins > with_help); // Else the test tells nothing about the help.
    }
}

/// Keys never push the front far past its peak, and a held key turns the car one way.
static void a_held_key_turns_the_car_one_way(void **state) {
    (void)state;
    CarParams params = rig_shipped("hatch");
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
    CarParams params = rig_shipped("gt");
    CarModel model = car_model_make(&params);
    CarMotion slow = {.along = 0.1f, .speed = 0.1f};
    for (int i = -20; i <= 20; i++) {
        float angle = params.steer_lock * (float)i / 21.0f;
        CarInput input = {.steer = steering_input(&model, slow.speed, angle)};
        assert_near(steering_wanted(&model, slow, input, false), angle, 0.01f * params.steer_lock);
    }
}

static void held_brake_engages_reverse_and_gas_ends_it(void **state) {
    (void)state;
    CarParams params = rig_shipped("hatch");
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
    CarParams params = rig_shipped("hatch");
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
    CarParams params = rig_shipped("gt");
    Rig rig = rig_make(&params, 30.0f);
    for (int i = 0; i < 4 * 240; i++) {
        CarControl control = rig_pedals(0.0f, 1.0f);
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
    CarParams params = rig_shipped("hatch");
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
    CarParams params = rig_shipped("gt");
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
    CarParams params = rig_shipped("gt");
    CarParams both = params;
    both.drive_split_front = 0.5f;
    Rig rear = rig_make(&params, 0.0f);
    Rig all = rig_make(&both, 0.0f);
    rear.surface.grip = all.surface.grip = 0.12f;
    for (int i = 0; i < 5 * 240; i++) {
        rig_control(&rear, rig_pedals(1.0f, 0.0f));
        rig_control(&all, rig_pedals(1.0f, 0.0f));
    }
    assert_true(rig_along(&all) > 1.5f * rig_along(&rear));
    assert_true(all.car.wheels[CAR_FRONT_LEFT].spin > 0.0f);
}

static void loose_ground_slows_a_rolling_car(void **state) {
    (void)state;
    CarParams params = rig_shipped("hatch");
    Rig road = rig_make(&params, 20.0f);
    Rig sand = road;
    sand.surface = surface_built_in[SURFACE_SAND];
    for (int i = 0; i < 480; i++) {
        rig_control(&road, rig_pedals(0.0f, 0.0f));
        rig_control(&sand, rig_pedals(0.0f, 0.0f));
    }
    // 0.2 g of rolling and 0.45 / s of drag: v' = -g 0.213 - 0.45 v, after 2 s about 5.4 m/s.
    assert_near(rig_along(&sand), 5.4, 1.0);
    assert_true(rig_along(&road) > 18.0f);
}

/// Whether `a` and `b` are the same to the bit.
static bool same_cars(const Rig *a, const Rig *b) {
    Hash hash_a = hash_begin(), hash_b = hash_begin();
    car_hash(&a->car, &hash_a);
    car_hash(&b->car, &hash_b);
    return hash_end64(&hash_a) == hash_end64(&hash_b) && a->car.assist == b->car.assist &&
           a->body.velocity.x == b->body.velocity.x && a->body.velocity.y == b->body.velocity.y &&
           a->body.spin == b->body.spin;
}

static void a_field_of_cars_steps_as_each_would_alone(void **state) {
    (void)state;
    enum {
        FIELD = 19 // neither whole nor one group
    };
    static const SurfaceIndex grounds[] = {SURFACE_ASPHALT, SURFACE_ICE, SURFACE_SAND};
    static Rig field[FIELD], alone[FIELD];
    Random random = random_make(5, 1);
    for (int i = 0; i < FIELD; i++) {
        CarParams params = rig_shipped(names[i % CARS]);
        field[i] = rig_make(&params, random_range(&random, 0.0f, 40.0f));
        field[i].surface = surface_built_in[grounds[i % 3]];
        alone[i] = field[i];
    }
    for (int step = 0; step < 240; step++) {
        CarTask tasks[FIELD];
        for (int i = 0; i < FIELD; i++) {
            CarInput input = {.steer = (int8_t)random_range(&random, -127.0f, 127.0f),
                              .throttle = step / 60 % 2 == i % 2 ? 255 : 0,
                              .brake = step / 60 % 2 == i % 2 ? 0 : 200,
                              .flags = i % 4 == 0 ? CAR_INPUT_HANDBRAKE : 0};
            tasks[i] = (CarTask){&field[i].car, &field[i].model, &field[i].body, .input = input};
            for (int k = 0; k < CAR_WHEELS; k++) {
                tasks[i].surfaces[k] = &field[i].surface;
            }
            rig_input(&alone[i], input);
        }
        car_step_all(tasks, FIELD, field[0].dt);
        for (int i = 0; i < FIELD; i++) {
            rig_integrate(&field[i], tasks[i].out.force, tasks[i].out.torque);
            assert_true(same_cars(&field[i], &alone[i]));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_sum_to_weight_and_downforce),
        cmocka_unit_test(braking_and_turning_shift_the_load),
        cmocka_unit_test(a_parked_car_stays),
        cmocka_unit_test(nothing_ever_leaves_the_finite),
        cmocka_unit_test(any_parameters_within_their_ranges_stay_finite),
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
        cmocka_unit_test(a_field_of_cars_steps_as_each_would_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

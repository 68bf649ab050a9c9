// The panel of one wheel: its velocities and forces are those of vehicle/, no way but rails leaves
// the grip limit, and the wrong ways go wrong.
#include "collision/surface.h"
#include "geometry/trig.h"
#include "lab_world/wheel.h"
#include "vehicle/car.h"
#include "vehicle/wheels.h"

#include <math.h>

#include "solids.h"
#include "test.h"

enum {
    CASES = 400,
    SETTLE_TICKS = 2400, ///< Ten seconds.
};

static const float degree = TRIG_PI / 180.0f;
static const float tick = 1.0f / 240.0f;

/// A solid of a car whose front wheels stand alike (no Ackermann).
static Solid car_solid(const CarParams *params, vec2s at, float angle) {
    Shape box = shape_box(vec2_make(0.0f, 0.0f), params->length, params->width);
    Solid solid = solid_of(&box, (Transform){at, rotation_make(angle)});
    solid.car = *params;
    return solid;
}

static CarParams random_car(Random *random) {
    CarParams car = car_params_default();
    car.mass = random_range(random, 400.0f, 2000.0f);
    car.yaw_inertia = car.mass * random_range(random, 0.8f, 2.0f);
    car.weight_front = random_range(random, 0.35f, 0.65f);
    car.mu_y_front = random_range(random, 0.8f, 1.8f);
    car.mu_y_rear = random_range(random, 0.8f, 1.8f);
    car.mu_x_rear = random_range(random, 0.8f, 1.8f);
    car.slide_grip_front = random_range(random, 0.5f, 0.95f);
    car.slip_angle_peak_front_deg = random_range(random, 4.0f, 14.0f);
    car.ackermann = 0.0f;
    return car;
}

/// A car that goes mostly ahead, on a patch that lies under all of it.
static Scene random_scene(Random *random, Solid solids[SCENE_SHAPES]) {
    Scene scene = plain_scene(SCENE_WHEEL);
    CarParams params = random_car(random);
    vec2s at = vec2_make(0.0f, 0.0f);
    at.x = random_range(random, -20.0f, 20.0f);
    at.y = random_range(random, -20.0f, 20.0f);
    float angle = random_range(random, -3.0f, 3.0f);
    solids[0] = car_solid(&params, at, angle);
    Shape patch = shape_circle(vec2_make(0.0f, 0.0f), 5.0f);
    solids[1] = solid_of(&patch, (Transform){at, {1.0f, 0.0f}});
    vec2s local = vec2_make(0.0f, 0.0f);
    local.x = random_range(random, 3.0f, 40.0f);
    local.y = random_range(random, -8.0f, 8.0f);
    scene.shapes[0].at = at;
    scene.shapes[0].velocity = rotation_apply(solids[0].at.rotation, local);
    scene.shapes[0].turn_rate_deg = random_range(random, -60.0f, 60.0f);
    scene.options.wheel = (int)(random_u32(random) % CAR_WHEELS);
    scene.options.wheel_surface = (int)(random_u32(random) % SURFACE_BUILT_IN_COUNT);
    scene.options.wheel_steer =
        scene.options.wheel < CAR_REAR_LEFT ? random_range(random, -25.0f, 25.0f) : 0.0f;
    scene.options.wheel_slip = random_u32(random) % 2 ? random_range(random, -1.0f, 0.6f) : 0.0f;
    scene.options.wheel_load = random_range(random, 500.0f, 9000.0f);
    return scene;
}

/// The same wheel by the phases of car_step: from rolling straight on, `ticks` of them.
static WheelLanes roll(const Scene *scene, const WheelStudy *study, Transform at, int ticks,
                       float dt) {
    Body body = {.position = at.position,
                 .rotation = at.rotation,
                 .velocity = scene->shapes[0].velocity,
                 .spin = scene->shapes[0].turn_rate_deg * degree};
    Car car = car_make(&study->model, 0.0f);
    car.steer = scene->options.wheel_steer * degree;
    float slip = scene->options.wheel_slip, along = study->along;
    float rim = slip < 0.0f ? along * (1.0f + slip) : along / (1.0f - slip);
    car.wheels[study->wheel].spin = rim / study->model.wheels.radius[study->wheel];
    const Surface *surfaces[CAR_WHEELS];
    for (int i = 0; i < CAR_WHEELS; i++) {
        surfaces[i] = &surface_built_in[scene->options.wheel_surface];
    }
    WheelLanes wheels;
    WheelLanes *list[] = {&wheels};
    float load = scene->options.wheel_load;
    wheels_begin(&car, &study->model, car_motion(&body), lanes_all(load), surfaces, &wheels);
    for (int i = 0; i < ticks; i++) {
        wheels_roll(list, 1, dt);
    }
    return wheels;
}

static void the_wheel_moves_and_pushes_as_in_a_race(void **state) {
    (void)state;
    Random random = random_make(81, 1);
    int sliding = 0, braked = 0;
    for (int i = 0; i < CASES; i++) {
        Solid solids[SCENE_SHAPES];
        Scene scene = random_scene(&random, solids);
        WheelStudy study = wheel_make(&scene, solids);
        WheelLanes wheels = roll(&scene, &study, solids[0].at, SETTLE_TICKS, tick);
        int k = study.wheel;
        static Working working;
        working.count = 0;
        wheel_working(&scene, solids, &working);
        assert_near(value_of(&working, "along the wheel"), wheels.motion.vx[k], 1e-4);
        assert_near(value_of(&working, "sideways"), wheels.motion.vy[k], 1e-4);
        double slack = 2e-4 * (double)(study.limit_side + study.limit_along);
        assert_near(value_of(&working, "tyre: side force"), wheels.tyre.y[k], slack);
        assert_near(study.answers[WHEEL_TYRE].along, wheels.tyre.x[k], slack);
        assert_near(value_of(&working, "share of the peak slip"), wheels.tyre.use[k],
                    1e-3 + 1e-3 * (double)study.use);
        double limit =
            (double)(wheels.tyre.mu_y[k] * wheels.motion.load[k] * wheels.motion.grip[k]);
        assert_near(value_of(&working, "grip limit sideways"), limit, 1e-5 * limit);
        WheelLanes first = roll(&scene, &study, solids[0].at, 1, scene.options.wheel_step);
        assert_near(value_of(&working, "side force in the first tick"), first.tyre.y[k], slack);
        sliding += study.use > 1.0f;
        braked += study.slip_ratio < 0.0f;
    }
    assert_true(sliding > 50 && sliding < CASES - 50 && braked > 50);
}

static void its_load_is_that_of_a_car_that_stands(void **state) {
    (void)state;
    Random random = random_make(82, 1);
    for (int i = 0; i < 40; i++) {
        Solid solids[SCENE_SHAPES];
        Scene scene = random_scene(&random, solids);
        scene.options.wheel_load = 0.0f;
        WheelStudy study = wheel_make(&scene, solids);
        Car car = car_make(&study.model, 0.0f);
        Body body = {.rotation = {1.0f, 0.0f}};
        const Surface *surfaces[CAR_WHEELS];
        for (int k = 0; k < CAR_WHEELS; k++) {
            surfaces[k] = &surface_built_in[SURFACE_ASPHALT];
        }
        const uint8_t indices[CAR_WHEELS] = {0};
        CarControl control = {.throttle = 0.0f};
        vec2s force = {{0.0f, 0.0f}};
        float torque = 0.0f;
        car_step_control(&car, &study.model, &body, &control, surfaces, indices, tick, &force,
                         &torque);
        assert_near(study.load, car.wheels[study.wheel].load, 1e-2);
        assert_near(study.own_load, car.wheels[study.wheel].load, 1e-2);
    }
}

/// m/s: the sideways velocity of the wheel after the car has gained what the answer says.
static double side_after(const Scene *scene, const WheelStudy *study, const WheelAnswer *answer) {
    vec2s velocity = glms_vec2_add(scene->shapes[0].velocity, answer->velocity_gain);
    float spin = scene->shapes[0].turn_rate_deg * degree + answer->turn_gain;
    vec2s of_wheel = glms_vec2_add(velocity, glms_vec2_scale(vec2_left(study->arm), spin));
    return (double)glms_vec2_dot(vec2_left(study->ahead), of_wheel);
}

static void only_rails_leave_the_grip_limit(void **state) {
    (void)state;
    Random random = random_make(83, 1);
    int beyond = 0, stopped = 0;
    for (int i = 0; i < CASES; i++) {
        Solid solids[SCENE_SHAPES];
        Scene scene = random_scene(&random, solids);
        if (i % 4 == 0) { // so little sideways that grip may stop it
            vec2s ahead = vec2_make(solids[0].at.rotation.c, solids[0].at.rotation.s);
            vec2s aside = glms_vec2_scale(vec2_left(ahead), random_range(&random, -0.01f, 0.01f));
            scene.shapes[0].velocity = glms_vec2_add(glms_vec2_scale(ahead, 10.0f), aside);
            scene.shapes[0].turn_rate_deg = scene.options.wheel_steer = 0.0f;
        }
        WheelStudy study = wheel_make(&scene, solids);
        const WheelAnswer *tyre = &study.answers[WHEEL_TYRE];
        const WheelAnswer *limited = &study.answers[WHEEL_LIMITED];
        const WheelAnswer *rails = &study.answers[WHEEL_RAILS];
        double x = (double)(tyre->along / study.limit_along);
        double y = (double)(tyre->side / study.limit_side);
        assert_true(x * x + y * y < 1.0 + 1e-4);
        assert_true(fabsf(limited->side) <= study.limit_side);
        assert_near(side_after(&scene, &study, rails), 0.0, 2e-5 * fabs((double)study.side) + 2e-5);
        assert_near(rails->side_left, 0.0, 2e-5 * fabs((double)study.side) + 2e-5);
        assert_near(limited->side_left, side_after(&scene, &study, limited), 1e-4);
        assert_near(tyre->side_left, side_after(&scene, &study, tyre), 1e-4);
        if (fabsf(rails->side) > study.limit_side) {
            assert_near(fabsf(limited->side), study.limit_side, 1e-3);
            beyond += fabsf(rails->side) > 10.0f * study.limit_side;
        } else {
            assert_near(limited->side, rails->side, 0.0);
            stopped++;
        }
    }
    assert_true(beyond > CASES / 2 && stopped > CASES / 10);
}

/// Kinetic energy (J) of a car.
static double energy(const CarParams *car, vec2s velocity, float spin) {
    return 0.5 * ((double)car->mass * (double)glms_vec2_norm2(velocity) +
                  (double)car->yaw_inertia * (double)spin * (double)spin);
}

static void a_force_at_the_wheel_turns_the_car_and_takes_energy(void **state) {
    (void)state;
    Random random = random_make(84, 1);
    for (int i = 0; i < CASES; i++) {
        Solid solids[SCENE_SHAPES];
        Scene scene = random_scene(&random, solids);
        scene.options.wheel_slip = 0.0f;
        WheelStudy study = wheel_make(&scene, solids);
        const CarParams *car = &study.model.params;
        for (int k = 0; k < WHEEL_WAYS; k++) {
            const WheelAnswer *answer = &study.answers[k];
            double torque =
                k == WHEEL_CENTRE
                    ? 0.0
                    : (double)(study.arm.x * answer->force.y - study.arm.y * answer->force.x);
            double slack = 1e-5 * (1.0 + fabs(torque));
            assert_near(answer->torque, torque, slack);
            double dt = (double)scene.options.wheel_step;
            assert_near(answer->turn_gain, torque * dt / (double)car->yaw_inertia,
                        1e-5 * (1.0 + fabs((double)answer->turn_gain)));
            float spin = scene.shapes[0].turn_rate_deg * degree;
            double before = energy(car, scene.shapes[0].velocity, spin);
            double after =
                energy(car, glms_vec2_add(scene.shapes[0].velocity, answer->velocity_gain),
                       spin + answer->turn_gain);
            assert_near(answer->energy_gain, after - before, 1e-5 * before + 1.0);
        }
        assert_true(study.answers[WHEEL_TYRE].energy_gain <= 1e-3f);
        assert_true(study.answers[WHEEL_RAILS].energy_gain <= 1e-3f);
        double lever = (double)wheel_lever(&study);
        double force = sqrt((double)glms_vec2_norm2(study.answers[WHEEL_TYRE].force));
        assert_near(lever * force, study.answers[WHEEL_TYRE].torque, 1e-2);
    }
}

/// Standing cars that spin: the force of a wheel drives them off where it acts at the centre.
static void a_force_at_the_centre_makes_energy(void **state) {
    (void)state;
    CarParams car = car_params_default();
    Solid solids[] = {car_solid(&car, vec2_make(0.0f, 0.0f), 0.0f),
                      car_solid(&car, vec2_make(30.0f, 0.0f), 0.0f)};
    for (int wheel = 0; wheel < CAR_WHEELS; wheel++) {
        Scene scene = plain_scene(SCENE_WHEEL);
        scene.options.wheel = wheel;
        scene.shapes[0].turn_rate_deg = 180.0f;
        WheelStudy study = wheel_make(&scene, solids);
        assert_false(study.on_patch);
        assert_int_equal(study.surface, SURFACE_ASPHALT);
        assert_true(study.answers[WHEEL_TYRE].energy_gain < -10.0f);
        assert_true(study.answers[WHEEL_TYRE].turn_gain < 0.0f); // it slows the spin
        assert_true(study.answers[WHEEL_CENTRE].energy_gain > 0.01f);
        assert_near(study.answers[WHEEL_CENTRE].turn_gain, 0.0, 0.0);
    }
}

static void the_curve_peaks_at_the_cars_own_angle(void **state) {
    (void)state;
    Random random = random_make(85, 1);
    for (int i = 0; i < 50; i++) {
        Solid solids[SCENE_SHAPES];
        Scene scene = random_scene(&random, solids);
        scene.options.wheel_slip = 0.0f;
        WheelStudy study = wheel_make(&scene, solids);
        const Tyre *tyre = &study.model.tyre[study.wheel / 2];
        float peak = trig_atan(tyre->slip_y * surface_built_in[study.surface].peak_scale);
        float limit = study.limit_side, before = 0.0f;
        for (int k = 1; k <= 8; k++) {
            float force = wheel_side_force(&study, peak * (float)k / 8.0f);
            assert_true(force > before);
            before = force;
        }
        assert_near(before, limit, 1e-3 * (double)limit);
        assert_true(wheel_side_force(&study, 2.0f * peak) < limit);
        float sliding = wheel_side_force(&study, 85.0f * degree);
        assert_true(sliding < limit && sliding > 0.98f * tyre->def.slide * limit);
    }
}

static void a_car_at_rest_has_no_slip(void **state) {
    (void)state;
    CarParams car = car_params_default();
    Solid solids[] = {car_solid(&car, vec2_make(0.0f, 0.0f), 0.0f),
                      car_solid(&car, vec2_make(0.0f, 0.0f), 0.0f)};
    Scene scene = plain_scene(SCENE_WHEEL);
    WheelStudy study = wheel_make(&scene, solids);
    assert_true(study.on_patch);
    assert_near(study.answers[WHEEL_TYRE].side, 0.0, 0.0);
    assert_near(wheel_lever(&study), 0.0, 0.0);
    scene.shapes[0].velocity = vec2_make(0.0f, 0.05f); // slower than a formula is good for
    study = wheel_make(&scene, solids);
    assert_true(study.answers[WHEEL_TYRE].side < -0.9f * study.limit_side);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_wheel_moves_and_pushes_as_in_a_race),
        cmocka_unit_test(its_load_is_that_of_a_car_that_stands),
        cmocka_unit_test(only_rails_leave_the_grip_limit),
        cmocka_unit_test(a_force_at_the_wheel_turns_the_car_and_takes_energy),
        cmocka_unit_test(a_force_at_the_centre_makes_energy),
        cmocka_unit_test(the_curve_peaks_at_the_cars_own_angle),
        cmocka_unit_test(a_car_at_rest_has_no_slip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

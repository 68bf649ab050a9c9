#include "car_rig.h"
#include "test.h"

// The car model against what others have published. The ids are those of docs/physics.md.
//
// CommonRoad: M. Althoff, M. Koschi, S. Manzinger, CommonRoad: Composable benchmarks for motion
// planning on roads, IV 2017; vehicle models 2020a, vehicle 2 (a BMW 320i), its unit tests.
// Limebeer: D. Limebeer, G. Perantoni, Optimal control of a formula one car on a three-dimensional
// track, 2014, as in the tests of github.com/juanmanzanero/fastest-lap.

/// CommonRoad's vehicle 2: SI units, in double precision.
static const struct {
    double mass, inertia, to_front, to_rear, height, mu, stiffness;
    double switch_speed, most_acceleration;
} bmw = {
    .mass = 1093.2952334674046,
    .inertia = 1791.5995300122856,
    .to_front = 1.1561957064,
    .to_rear = 1.4227170936,
    .height = 0.61373004, // 2.01355 ft, of the sprung mass.
    .mu = 1.0489,
    .stiffness = 21.92 / 1.0489, // 1/rad, of the load, front and rear.
    .switch_speed = 7.319,
    .most_acceleration = 11.5,
};

/// Power limits what the engine gives above switch_speed.
static double limited(double acceleration, double speed) {
    double most = bmw.most_acceleration;
    most = speed > bmw.switch_speed ? most * bmw.switch_speed / speed : most;
    return fmin(acceleration, most);
}

/// Kinematic single track: x, y, steering, speed, heading.
static void kinematic(const double s[5], const double u[2], double out[5]) {
    out[0] = s[3] * cos(s[4]);
    out[1] = s[3] * sin(s[4]);
    out[2] = u[0];
    out[3] = limited(u[1], s[3]);
    out[4] = s[3] / (bmw.to_front + bmw.to_rear) * tan(s[2]);
}

/// Dynamic single track: x, y, steering, speed, heading, yaw rate, slip angle.
static void single_track(const double s[7], const double u[2], double out[7]) {
    double v = s[3], a = limited(u[1], v), wheelbase = bmw.to_front + bmw.to_rear;
    double front = bmw.stiffness * (9.81 * bmw.to_rear - a * bmw.height);
    double rear = bmw.stiffness * (9.81 * bmw.to_front + a * bmw.height);
    double lf = bmw.to_front, lr = bmw.to_rear;
    double turn = bmw.mu * bmw.mass / (bmw.inertia * wheelbase);
    double slide = bmw.mu / (v * wheelbase);
    out[0] = v * cos(s[6] + s[4]);
    out[1] = v * sin(s[6] + s[4]);
    out[2] = u[0];
    out[3] = a;
    out[4] = s[5];
    out[5] = -turn / v * (lf * lf * front + lr * lr * rear) * s[5] +
             turn * (lr * rear - lf * front) * s[6] + turn * lf * front * s[2];
    out[6] = (slide / v * (rear * lr - front * lf) - 1.0) * s[5] - slide * (rear + front) * s[6] +
             slide * front * s[2];
}

/// V1: what the next test compares with is the published model, to the last digits.
static void the_single_track_model_is_the_published_one(void **state) {
    (void)state;
    const double u[2] = {0.15, 0.63 * 9.81};
    const double plain[5] = {3.9579422297936526, 0.0391650102771405, 0.0378491427211811,
                             16.3546957860883566, 0.0294717351052816};
    const double plain_rates[5] = {16.3475935934250209, 0.4819314886013121, 0.15,
                                   5.1464424102339752, 0.2401426578627629};
    const double full[7] = {2.0233348142065677,  0.0041907137716636, 0.0197545248559617,
                            15.7216236334290116, 0.0025857914776859, 0.0529001056654038,
                            0.0033012170610298};
    const double full_rates[7] = {15.7213512030862397, 0.0925527979719355, 0.15,
                                  5.3536773276413925,  0.0529001056654038, 0.6435589397748606,
                                  0.0313297971641291};
    double out[7];
    double worst = 0.0;
    kinematic(plain, u, out);
    for (int i = 0; i < 5; i++) {
        worst = fmax(worst, fabs(out[i] - plain_rates[i]));
    }
    single_track(full, u, out);
    for (int i = 0; i < 7; i++) {
        worst = fmax(worst, fabs(out[i] - full_rates[i]));
    }
    print_message("V1: %.1e off CR-KS-1 and CR-ST-1\n", worst);
    assert_true(worst < 1e-12);
}

/// The same car in our parameters: slip angle of the peak from the stiffness, no load transfer.
static CarParams bmw_params(void) {
    CarParams p = car_params_default();
    p.mass = (float)bmw.mass;
    p.yaw_inertia = (float)bmw.inertia;
    p.wheelbase = 2.5789128f;
    p.weight_front = 0.55167344f;
    p.cg_height = p.drag_area = p.roll_resist = 0.0f;
    p.track_front = 1.38684f;
    p.track_rear = 1.36398f;
    p.steer_lock = 1.066f;
    p.ackermann = p.yaw_assist = 0.0f;
    p.mu_x_front = p.mu_x_rear = 1.1739f;
    p.mu_y_front = p.mu_y_rear = 1.0489f;
    p.slip_angle_peak_front_deg = p.slip_angle_peak_rear_deg = 8.494f;
    p.load_sens_front = p.load_sens_rear = 0.0f;
    p.relax_x = p.relax_y = 0.02f;
    p.wheel_radius_front = p.wheel_radius_rear = 0.344f;
    p.wheel_inertia_front = p.wheel_inertia_rear = 1.7f;
    p.drive_split_front = 0.0f;
    p.diff_preload = p.diff_lock_power = p.diff_lock_coast = 0.0f;
    rig_free_engine(&p);
    return p;
}

/// Yaw rate of the published model 2 s after the steering was set, by Runge and Kutta's method.
static double published_yaw_rate(double speed, double steer) {
    double s[7] = {0.0, 0.0, steer, speed, 0.0, 0.0, 0.0};
    const double u[2] = {0.0, 0.0};
    const double dt = 0.001;
    for (int i = 0; i < 2000; i++) {
        double k[4][7], at[7];
        single_track(s, u, k[0]);
        for (int n = 1; n < 4; n++) {
            for (int j = 0; j < 7; j++) {
                at[j] = s[j] + (n < 3 ? 0.5 : 1.0) * dt * k[n - 1][j];
            }
            single_track(at, u, k[n]);
        }
        for (int j = 0; j < 7; j++) {
            s[j] += dt / 6.0 * (k[0][j] + 2.0 * k[1][j] + 2.0 * k[2][j] + k[3][j]);
        }
    }
    return s[5];
}

/// V2: four wheels, tyres and steering of the game against the published two-wheel model.
static void four_wheels_turn_as_the_published_model(void **state) {
    (void)state;
    static const float speeds[] = {8.0f, 15.0f, 25.0f, 35.0f};
    static const float steers[] = {0.005f, 0.01f, 0.02f, -0.02f};
    CarParams params = bmw_params();
    double worst[2] = {0.0, 0.0};
    for (int i = 0; i < 16; i++) {
        float speed = speeds[i / 4];
        float steer = steers[i % 4];
        double reference = published_yaw_rate((double)speed, (double)steer);
        double across = fabs((double)speed * reference);
        if (across >= 5.0) {
            continue; // Beyond the linear range.
        }
        Rig rig = rig_make(&params, speed);
        rig.car.steer = steer;
        for (int k = 0; k < 480; k++) {
            CarControl control = rig_pedals(0.0f, 0.0f);
            control.steer = steer;
            rig_control(&rig, control);
        }
        double off = fabs((double)rig.body.spin / reference - 1.0);
        double *most = &worst[across < 2.5 ? 0 : 1];
        *most = fmax(*most, off);
    }
    print_message("V2: yaw rate %.2f %% off below 2.5 m/s2, %.2f %% below 5 m/s2\n",
                  100.0 * worst[0], 100.0 * worst[1]);
    assert_true(worst[0] < 0.005 && worst[1] < 0.015);
}

/// Most lateral acceleration (m/s2) at a held speed, steered in by 0.01 rad/s.
static double most_across(const CarParams *params, float speed, int hz) {
    Rig rig = rig_make(params, speed);
    rig.dt = 1.0f / (float)hz;
    float sum = 0.0f;
    float smooth = 0.0f;
    double most = 0.0;
    for (int i = 0; fabsf(rig_sideslip(&rig)) < 0.2f && rig_along(&rig) > 0.9f * speed; i++) {
        CarControl control = rig_hold_speed(&rig, speed, &sum);
        control.steer = 0.01f * (float)i * rig.dt;
        if (control.steer > params->steer_lock) {
            break;
        }
        rig_control(&rig, control);
        smooth += (rig.ay - smooth) * rig.dt / 0.2f;
        most = fmax(most, (double)smooth);
    }
    return most;
}

/// V3: the formula car against Limebeer's, whose chassis, tyres and wings it has.
static void the_formula_car_corners_as_the_published_one(void **state) {
    (void)state;
    static const struct {
        double kmh, most;
    } rows[] = {{100.0, 21.69}, {150.0, 27.11}, {200.0, 33.79}, {250.0, 41.04}, {300.0, 47.70}};
    CarParams params = rig_shipped("formula");
    for (int r = 0; r < 5; r++) {
        double most = most_across(&params, (float)(rows[r].kmh * RIG_KMH), 240);
        print_message("V3: %.0f km/h %.2f m/s2 of %.2f (%+.1f %%)\n", rows[r].kmh, most,
                      rows[r].most, 100.0 * (most / rows[r].most - 1.0));
        assert_true(most > 0.94 * rows[r].most && most < 1.02 * rows[r].most);
    }
}

/// N4: the grip in a corner does not hang on the step.
static void cornering_is_the_same_at_any_step(void **state) {
    (void)state;
    static const char *const names[] = {"hatch", "drift", "gt", "formula", "kart"};
    for (int c = 0; c < 5; c++) {
        CarParams params = rig_shipped(names[c]);
        float speed = (float)((c < 4 ? 80.0 : 50.0) * RIG_KMH);
        double game = most_across(&params, speed, 240);
        double finer = most_across(&params, speed, 480);
        double finest = most_across(&params, speed, 1000);
        print_message("%s: N4 %.3f m/s2, %+.2f %% at 480 Hz, %+.2f %% at 1000 Hz\n", names[c], game,
                      100.0 * (finer / game - 1.0), 100.0 * (finest / game - 1.0));
        assert_near(finer, game, 0.005 * game);
        assert_near(finest, game, 0.005 * game);
    }
}

/// B1: a constant 100 kW on 1000 kg from 10 m/s.
static void constant_power_gives_the_closed_form(void **state) {
    (void)state;
    CarParams params = bmw_params();
    params.mass = 1000.0f;
    params.mu_x_front = params.mu_x_rear = 3.0f;
    params.drive_split_front = 0.5f;
    params.wheel_inertia_front = params.wheel_inertia_rear = 1e-3f;
    params.efficiency = 1.0f;
    params.gears[0] = 1.0f;
    params.gear_count = 1;
    params.final_drive = 4.0f;
    params.throttle_tau = 0.0f;
    params.redline_rpm = 20000.0f;
    params.torque_count = CAR_TORQUE_POINTS_MAX;
    for (int i = 0; i < CAR_TORQUE_POINTS_MAX; i++) {
        float speed = 9.0f * (1.0f + 0.1f * (float)i) * (1.0f + 0.1f * (float)i);
        float spin = speed / params.wheel_radius_rear * params.final_drive;
        params.torque_curve[i] = (CarTorquePoint){spin * 9.5492966f, 1e5f / spin};
    }
    params.idle_rpm = params.launch_rpm = 500.0f;
    Rig rig = rig_make(&params, 10.0f);
    static const double speeds[] = {33.166, 45.826};
    for (int half = 0; half < 2; half++) {
        for (int i = 0; i < 5 * 240; i++) {
            CarControl control = rig_pedals(1.0f, 0.0f);
            control.traction = false;
            rig_control(&rig, control);
        }
        print_message("B1: %.3f m/s of %.3f after %d s of 100 kW\n", (double)rig_along(&rig),
                      speeds[half], 5 * (half + 1));
        assert_near(rig_along(&rig), speeds[half], 0.005 * speeds[half]);
    }
}

/// B1: top speed, within 1 % of where power meets drag and rolling resistance, or of the gearing.
/// The drift car's 282.0 km/h is where its top gear meets the limiter with wheels that do not slip;
/// the slip of driven ones takes 1.4 % of it, here and in the reference simulation, whose 277.7
/// km/h stands here.
static void top_speeds_are_where_power_meets_drag(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double kmh;
    } cases[] = {
        {"hatch", 242.3}, {"drift", 277.7}, {"gt", 291.7}, {"formula", 343.2}, {"kart", 117.2}};
    for (int c = 0; c < 5; c++) {
        CarParams params = rig_shipped(cases[c].name);
        Rig rig = rig_make(&params, 25.0f);
        for (int i = 0; i < 120 * 240; i++) {
            rig_control(&rig, rig_pedals(1.0f, 0.0f));
        }
        double kmh = (double)rig_along(&rig) / RIG_KMH;
        print_message("%s: B1 top speed %.1f km/h of %.1f (%+.2f %%)\n", cases[c].name, kmh,
                      cases[c].kmh, 100.0 * (kmh / cases[c].kmh - 1.0));
        assert_near(kmh, cases[c].kmh, 0.01 * cases[c].kmh);
    }
}

/// B4: the fastest circle, speed raised by 0.2 m/s2 and steered to the radius, over the bound
/// v^2 = mu g R / (1 - mu rho ClA R / (2 m)).
static void the_skidpad_stays_below_its_bound(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double radius, bound;
    } cases[] = {{"hatch", 50.0, 82.1},
                 {"drift", 50.0, 80.7},
                 {"gt", 50.0, 104.4},
                 {"formula", 50.0, 134.6},
                 {"kart", 15.0, 53.5}};
    for (int c = 0; c < 5; c++) {
        CarParams params = rig_shipped(cases[c].name);
        double radius = cases[c].radius;
        float speed = (float)(0.6 * cases[c].bound * RIG_KMH);
        Rig rig = rig_make(&params, speed);
        float sum = 0.0f;
        float steer = params.wheelbase / (float)radius;
        double best = 0.0;
        double held = 0.0; // s on the radius
        for (int i = 0; i < 120 * 240 && fabsf(rig_sideslip(&rig)) < 0.25f; i++) {
            float along = rig_along(&rig);
            double turned = (double)rig.body.spin / (double)along;
            steer += (float)(1.0 / radius - turned) * 4.0f * rig.dt;
            steer = fminf(fmaxf(steer, 0.0f), params.steer_lock);
            CarControl control = rig_hold_speed(&rig, speed, &sum);
            control.steer = steer + 2.0f * (float)(1.0 / radius - turned);
            rig_control(&rig, control);
            held = fabs(turned * radius - 1.0) < 0.02 ? held + (double)rig.dt : 0.0;
            best = held > 0.5 ? fmax(best, (double)along) : best;
            speed += i > 480 ? 0.2f * rig.dt : 0.0f;
        }
        double share = best / RIG_KMH / cases[c].bound;
        print_message("%s: B4 %.1f km/h, %.3f of the bound\n", cases[c].name, best / RIG_KMH,
                      share);
        // The kart's solid axle pushes it wide: 1.122 g in the reference simulation.
        bool solid = params.diff_lock_power >= 1.0f;
        double least = solid ? 0.94 * sqrt(1.122 * 9.81 * radius) / RIG_KMH / cases[c].bound : 0.90;
        assert_true(share > least && share < 1.00);
    }
}

/// I1: velocity first, then position: x = 250 + 25 dt after 10 s of 5 m/s2. At 1 kHz the rounding
/// of floats adds up to 4 mm; races run at 240 Hz.
static void the_integrator_moves_velocity_first(void **state) {
    (void)state;
    static const int rates[] = {240, 480};
    CarParams params = car_params_default();
    for (int r = 0; r < 2; r++) {
        Rig rig = rig_make(&params, 0.0f);
        rig.dt = 1.0f / (float)rates[r];
        for (int i = 0; i < 10 * rates[r]; i++) {
            rig_integrate(&rig, vec2_make(5.0f * params.mass, 0.0f), 0.0f);
        }
        print_message("I1: %d Hz %.5f m\n", rates[r], (double)rig.body.position.x);
        assert_near(rig.body.position.x, 250.0 + 25.0 / rates[r], 1e-3);
    }
}

/// 6 s of a smooth manoeuvre.
static Rig weave(int hz, float heading, vec2s from) {
    CarParams params = rig_shipped("gt");
    Rig rig = rig_make(&params, 25.0f);
    rig.dt = 1.0f / (float)hz;
    rig.body.position = from;
    rig_turn_to(&rig, heading);
    rig.body.velocity = rotation_apply(rig.body.rotation, rig.body.velocity);
    for (int i = 0; i < 6 * hz; i++) {
        CarControl control = rig_pedals(0.3f, 0.0f);
        control.automatic = false;
        control.steer = 0.02f * trig_sin((float)i * rig.dt * 1.5f);
        rig_control(&rig, control);
    }
    return rig;
}

/// I1: half the step, half the error.
static void errors_halve_with_the_step(void **state) {
    (void)state;
    static const int rates[] = {125, 250, 500, 1000};
    double ends[4];
    for (int r = 0; r < 4; r++) {
        ends[r] = (double)weave(rates[r], 0.0f, vec2_make(0.0f, 0.0f)).body.position.y;
    }
    double coarse = (ends[0] - ends[1]) / (ends[1] - ends[2]);
    double fine = (ends[1] - ends[2]) / (ends[2] - ends[3]);
    print_message("I1: halving ratios %.2f, %.2f\n", coarse, fine);
    assert_near(coarse, 2.0, 0.25);
    assert_near(fine, 2.0, 0.25);
}

/// I3: it is the same drive in another place and another direction.
static void no_place_or_direction_is_special(void **state) {
    (void)state;
    vec2s away = vec2_make(1000.0f, -600.0f);
    Rig home = weave(240, 0.0f, vec2_make(0.0f, 0.0f));
    Rig other = weave(240, 37.0f / RIG_DEGREES, away);
    vec2s end =
        rotation_undo(rotation_make(37.0f / RIG_DEGREES), glms_vec2_sub(other.body.position, away));
    double off = (double)glms_vec2_distance(end, home.body.position);
    print_message("I3: %.1e m off after %.0f m\n", off, home.distance);
    assert_true(off < 2e-3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_single_track_model_is_the_published_one),
        cmocka_unit_test(four_wheels_turn_as_the_published_model),
        cmocka_unit_test(the_formula_car_corners_as_the_published_one),
        cmocka_unit_test(cornering_is_the_same_at_any_step),
        cmocka_unit_test(constant_power_gives_the_closed_form),
        cmocka_unit_test(top_speeds_are_where_power_meets_drag),
        cmocka_unit_test(the_skidpad_stays_below_its_bound),
        cmocka_unit_test(the_integrator_moves_velocity_first),
        cmocka_unit_test(errors_halve_with_the_step),
        cmocka_unit_test(no_place_or_direction_is_special),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

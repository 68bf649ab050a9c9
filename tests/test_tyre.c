#include "base/random.h"
#include "geometry/trig.h"
#include "vehicle/tyre.h"

#include <cglm/struct/vec2.h>

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "test.h"
#include "tyre_vectors.h"

#define DEG (TRIG_PI / 180.0f)

enum {
    VECTOR_COUNT = sizeof tyre_vectors / sizeof tyre_vectors[0],
    SET_COUNT = sizeof tyre_vector_sets / sizeof tyre_vector_sets[0],
};

static Tyre make_set(int index) {
    const TyreVectorSet *set = &tyre_vector_sets[index];
    TyreDef def = {.mu_x = set->mu_x,
                   .mu_y = set->mu_y,
                   .slip_ratio = set->slip_x,
                   .slip_angle = set->slip_angle_deg * DEG,
                   .slide = set->slide,
                   .load_sens = 0.1f,
                   .load_ref = set->load,
                   .relax_x = 0.15f,
                   .relax_y = 0.35f,
                   .damp = 0.03f,
                   .damp_speed = 2.0f};
    return tyre_make(&def);
}

/// Tread and motion of a tyre alone: the first of four.
static TyreMotion motion_of(Tread tread, float load, float grip, float peak_scale) {
    TyreMotion motion = {.tread_x = {tread.x}, .tread_y = {tread.y}};
    for (int i = 0; i < TYRE_SET; i++) {
        motion.load[i] = load;
        motion.grip[i] = grip;
        motion.peak_scale[i] = peak_scale;
    }
    return motion;
}

static TyreForces step(const Tyre *tyre, Tread *tread, float vx, float vy, float rim, float load,
                       float grip, float peak_scale, float dt) {
    TyreSet set = tyre_set_make(tyre, tyre);
    TyreMotion motion = motion_of(*tread, load, grip, peak_scale);
    motion.vx[0] = vx;
    motion.vy[0] = vy;
    motion.rim[0] = rim;
    TyreForces forces;
    tyre_sets_step(&(TyreTask){&set, &motion, &forces}, 1, dt);
    *tread = (Tread){motion.tread_x[0], motion.tread_y[0]};
    return forces;
}

static void follow(const Tyre *tyre, Tread *tread, TyreForces *forces, float rim_gain, float load) {
    TyreSet set = tyre_set_make(tyre, tyre);
    TyreMotion motion = motion_of(*tread, load, 1.0f, 1.0f);
    motion.rim_gain[0] = rim_gain;
    tyre_sets_follow(&(TyreTask){&set, &motion, forces}, 1);
    tread->x = motion.tread_x[0];
}

/// Steady force (N) at slip ratio `kappa` and tangent `tan_alpha` of the slip angle: that of a
/// tread so deflected which rolls on, far too fast to wind up, for no time.
static vec2s steady(const Tyre *tyre, float kappa, float tan_alpha, float load, float grip,
                    float peak_scale) {
    Tread tread = {kappa * tyre->def.relax_x, tan_alpha * tyre->def.relax_y};
    TyreForces forces = step(tyre, &tread, 1e7f, 0.0f, 1e7f, load, grip, peak_scale, 0.0f);
    return (vec2s){{forces.x[0], forces.y[0]}};
}

/// F2 of docs/physics.md. 1e-4 of the tyre's peak: the vectors give tan(slip angle) in six digits.
static void forces_agree_with_the_vectors(void **state) {
    (void)state;
    assert_int_equal(VECTOR_COUNT, 90);
    double worst = 0.0;
    for (int i = 0; i < VECTOR_COUNT; i++) {
        const TyreVector *v = &tyre_vectors[i];
        Tyre tyre = make_set(v->set);
        float load = tyre_vector_sets[v->set].load;
        vec2s force = steady(&tyre, v->kappa, v->tan_alpha, load, 1.0f, 1.0f);
        double size = sqrt((double)(v->x * v->x + v->y * v->y));
        assert_near(force.x, v->x, 1e-4 * size);
        assert_near(force.y, v->y, 1e-4 * size);
        worst = fmax(worst, fabs((double)(force.x - v->x)) / size);
        worst = fmax(worst, fabs((double)(force.y - v->y)) / size);
    }
    print_message("F2: worst of 90 vectors %.1e\n", worst);
}

/// F1.
static void no_force_leaves_the_friction_ellipse(void **state) {
    (void)state;
    Random random = random_make(1, 1);
    double worst = 0.0;
    for (int i = 0; i < 100000; i++) {
        Tyre tyre = make_set((int)(random_u32(&random) % SET_COUNT));
        float load = random_range(&random, 1.0f, 4.0f) * tyre.def.load_ref * 0.5f;
        float kappa = random_range(&random, -1.5f, 1.5f);
        float tan_alpha = trig_tan(random_range(&random, -1.5f, 1.5f));
        vec2s force = steady(&tyre, kappa, tan_alpha, load, 1.0f, 1.0f);
        double share_x = (double)(force.x / (tyre_mu_x(&tyre, load) * load));
        double share_y = (double)(force.y / (tyre_mu_y(&tyre, load) * load));
        double use = share_x * share_x + share_y * share_y;
        assert_true(use <= 1.0 + 1e-4);
        assert_true(force.x * kappa >= 0.0f && force.y * tan_alpha >= 0.0f);
        worst = fmax(worst, use);
    }
    print_message("F1: largest use of the ellipse 1 + %.1e\n", worst - 1.0);
}

/// F3.
static void force_rises_to_the_peak_and_falls_to_the_sliding_value(void **state) {
    (void)state;
    double worst = 0.0;
    for (int set = 0; set < SET_COUNT; set++) {
        Tyre tyre = make_set(set);
        const TyreVectorSet *numbers = &tyre_vector_sets[set];
        float before = 0.0f;
        for (int i = 1; i <= 1000; i++) {
            float kappa = tyre.slip_x * (float)i / 1000.0f;
            float force = steady(&tyre, kappa, 0.0f, numbers->load, 1.0f, 1.0f).x;
            assert_true(force >= before * (1.0f - 1e-6f));
            before = force;
        }
        float peak = numbers->mu_x * numbers->load;
        assert_near(before, peak, 1e-4f * peak);
        // The formula comes down to `slide` like 1 / rho: at rho = 100 what is left to go is
        // sqrt(1 - slide^2) C / (100 B), 0.3 % of slide 0.85, 0.5 % of 0.80, 0.8 % of 0.72.
        float slide = numbers->slide;
        float left = sqrtf(1.0f - slide * slide) * tyre.shape_c / (100.0f * tyre.shape_b);
        float at_100 =
            steady(&tyre, 100.0f * tyre.slip_x, 0.0f, numbers->load, 1.0f, 1.0f).x / peak;
        float at_1000 =
            steady(&tyre, 1000.0f * tyre.slip_x, 0.0f, numbers->load, 1.0f, 1.0f).x / peak;
        assert_near(at_100, slide + left, 1e-4);
        assert_near(at_1000, slide, 0.001f * slide);
        if (slide >= 0.85f) {
            assert_near(at_100, slide, 0.005f * slide);
        }
        worst = fmax(worst, fabs((double)(at_100 / slide) - 1.0));
    }
    print_message("F3: sliding value at rho = 100 off by %.2f %% at most\n", worst * 100.0);
}

static void friction_falls_with_the_load(void **state) {
    (void)state;
    TyreDef def = {.mu_x = 1.0f,
                   .mu_y = 1.2f,
                   .slip_ratio = 0.1f,
                   .slip_angle = 0.1f,
                   .slide = 0.8f,
                   .load_sens = 0.1f,
                   .load_ref = 3000.0f,
                   .relax_x = 0.1f,
                   .relax_y = 0.3f,
                   .damp_speed = 2.0f};
    Tyre tyre = tyre_make(&def);
    assert_near(tyre_mu_x(&tyre, 3000.0f), 1.0f, 1e-6);
    assert_near(tyre_mu_x(&tyre, 6000.0f), 0.9f, 1e-6);
    assert_near(tyre_mu_y(&tyre, 0.0f), 1.32f, 1e-6);
    assert_near(tyre_mu_x(&tyre, 1e6f), 0.1f, 1e-6); // Never below a tenth.
}

static void a_loose_surface_gives_less_and_later(void **state) {
    (void)state;
    Tyre tyre = make_set(0);
    vec2s road = steady(&tyre, 0.05f, 0.02f, 3500.0f, 1.0f, 1.0f);
    vec2s gravel = steady(&tyre, 0.10f, 0.04f, 3500.0f, 0.5f, 2.0f);
    assert_near(gravel.x, 0.5f * road.x, 0.1);
    assert_near(gravel.y, 0.5f * road.y, 0.1);
}

static void full_sliding_grip_is_finite(void **state) {
    (void)state;
    TyreDef def = {.mu_x = 1.0f,
                   .mu_y = 1.0f,
                   .slip_ratio = 0.1f,
                   .slip_angle = 0.1f,
                   .slide = 1.0f,
                   .load_sens = 0.0f,
                   .load_ref = 3000.0f,
                   .relax_x = 0.1f,
                   .relax_y = 0.3f,
                   .damp_speed = 2.0f};
    Tyre tyre = tyre_make(&def);
    assert_near(steady(&tyre, 0.1f, 0.0f, 1000.0f, 1.0f, 1.0f).x, 1000.0f, 0.5);
    assert_near(steady(&tyre, 10.0f, 0.0f, 1000.0f, 1.0f, 1.0f).x, 999.5f, 1.0);
}

static void the_slip_for_a_share_gives_that_share(void **state) {
    (void)state;
    for (int set = 0; set < SET_COUNT; set++) {
        Tyre tyre = make_set(set);
        float load = tyre_vector_sets[set].load;
        for (float share = 0.0f; share < 0.99f; share += 0.07f) {
            float tan_alpha = tyre_slip_for(&tyre, share, 1.5f);
            float force = steady(&tyre, 0.0f, tan_alpha, load, 1.0f, 1.5f).y;
            assert_near(force / (tyre_mu_y(&tyre, load) * load), share, 1e-5);
        }
    }
}

/// A tyre rolled at constant slip reaches the steady force, 63 % of the slip within one relaxation
/// length.
static void the_tread_follows_over_its_relaxation_length(void **state) {
    (void)state;
    Tyre tyre = make_set(0);
    Tread tread = {0};
    float speed = 20.0f;
    float tan_alpha = 0.02f;
    float dt = 1e-4f;
    TyreForces force = {0};
    int steps = (int)(0.35f / speed / dt + 0.5f);
    for (int i = 0; i < steps; i++) {
        force = step(&tyre, &tread, speed, -speed * tan_alpha, speed, 3500.0f, 1.0f, 1.0f, dt);
    }
    assert_near(force.slip_y[0], tan_alpha * 0.632f, tan_alpha * 0.01f);
    for (int i = 0; i < 20 * steps; i++) {
        force = step(&tyre, &tread, speed, -speed * tan_alpha, speed, 3500.0f, 1.0f, 1.0f, dt);
    }
    float there = steady(&tyre, 0.0f, tan_alpha, 3500.0f, 1.0f, 1.0f).y;
    assert_near(force.y[0], there, 1e-3f * there);
}

/// tyre_set_follow for a small change agrees with a step that knew the rim speed at once.
static void following_the_rim_agrees_with_knowing_it(void **state) {
    (void)state;
    Tyre tyre = make_set(4);
    Random random = random_make(7, 1);
    for (int i = 0; i < 1000; i++) {
        float speed = random_range(&random, 3.0f, 60.0f);
        float gain = random_range(&random, -0.5f, 0.5f);
        float across = random_range(&random, -2.0f, 2.0f);
        Tread late = {random_range(&random, -0.01f, 0.01f), random_range(&random, -0.02f, 0.02f)};
        Tread early = late;
        float dt = 1.0f / 240.0f;
        TyreForces known =
            step(&tyre, &early, speed, across, speed + gain, 3500.0f, 1.0f, 1.0f, dt);
        TyreForces force = step(&tyre, &late, speed, across, speed, 3500.0f, 1.0f, 1.0f, dt);
        follow(&tyre, &late, &force, gain, 3500.0f);
        assert_near(late.x, early.x, 1.5e-4);
        assert_near(force.x[0], known.x[0], 60.0); // Of 5530 N at the peak.
        assert_near(force.y[0], known.y[0], 60.0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_agree_with_the_vectors),
        cmocka_unit_test(no_force_leaves_the_friction_ellipse),
        cmocka_unit_test(force_rises_to_the_peak_and_falls_to_the_sliding_value),
        cmocka_unit_test(friction_falls_with_the_load),
        cmocka_unit_test(a_loose_surface_gives_less_and_later),
        cmocka_unit_test(full_sliding_grip_is_finite),
        cmocka_unit_test(the_slip_for_a_share_gives_that_share),
        cmocka_unit_test(the_tread_follows_over_its_relaxation_length),
        cmocka_unit_test(following_the_rim_agrees_with_knowing_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "dynamics/tyre.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/trig.h"

#include <math.h>

Tyre tyre_make(float mu_x, float mu_y, float slip_x, float slip_angle, float slide, float load_sens,
               float load_ref, float relax_x, float relax_y, float damp, float damp_speed) {
    ASSERT(slip_x > 0.0f && slip_angle > 0.0f && load_ref > 0.0f);
    ASSERT(relax_x > 0.0f && relax_y > 0.0f && slide > 0.0f && slide <= 1.0f);
    float shape_c = float_max(1.02f, 2.0f - 2.0f / TRIG_PI * trig_asin(slide));
    return (Tyre){
        .mu_x = mu_x,
        .mu_y = mu_y,
        .slip_x = slip_x,
        .slip_y = trig_tan(slip_angle),
        .load_sens = load_sens,
        .load_ref = load_ref,
        .shape_c = shape_c,
        .shape_b = trig_tan(TRIG_PI / (2.0f * shape_c)),
        .relax_x = relax_x,
        .relax_y = relax_y,
        .damp = damp,
        .damp_speed = damp_speed,
    };
}

static float mu_at(const Tyre *tyre, float mu, float load) {
    float change = tyre->load_sens * (load / tyre->load_ref - 1.0f);
    return mu * float_max(0.1f, 1.0f - change);
}

float tyre_mu_x(const Tyre *tyre, float load) { return mu_at(tyre, tyre->mu_x, load); }
float tyre_mu_y(const Tyre *tyre, float load) { return mu_at(tyre, tyre->mu_y, load); }

/// The curve of docs/physics.md, sine (C arctan (B rho)), at one rho.
typedef struct Curve {
    float secant; ///< Its value over rho: a slope that needs no care at rho = 0.
    float slope;  ///< Its derivative.
} Curve;

static Curve curve_at(const Tyre *tyre, float rho) {
    float initial = tyre->shape_c * tyre->shape_b;
    if (rho < 1e-4f) {
        return (Curve){.secant = initial, .slope = initial};
    }
    float steep = tyre->shape_b * rho;
    TrigPair pair = trig_sincos(tyre->shape_c * trig_atan(steep));
    return (Curve){.secant = pair.sin / rho, .slope = pair.cos * initial / (1.0f + steep * steep)};
}

/// The force, with N of it along the wheel per unit of slip ratio in `stiff`.
static TyreForce evaluate(const Tyre *tyre, float kappa, float tan_alpha, float load, float grip,
                          float peak_scale) {
    float share_x = kappa / (tyre->slip_x * peak_scale);
    float share_y = tan_alpha / (tyre->slip_y * peak_scale);
    float rho2 = share_x * share_x + share_y * share_y;
    float rho = sqrtf(rho2);
    Curve curve = curve_at(tyre, rho);
    float most_x = tyre_mu_x(tyre, load) * load * grip;
    float most_y = tyre_mu_y(tyre, load) * load * grip;
    // Along the slip the force grows with the slope of the curve, across it with the secant.
    float along = rho2 > 0.0f ? share_x * share_x / rho2 : 1.0f;
    float growth = curve.slope * along + curve.secant * (1.0f - along);
    return (TyreForce){
        .x = most_x * curve.secant * share_x,
        .y = most_y * curve.secant * share_y,
        .slip_x = kappa,
        .slip_y = tan_alpha,
        .use = rho,
        .stiff = float_max(0.0f, growth) * most_x / (tyre->slip_x * peak_scale),
    };
}

TyreForce tyre_force(const Tyre *tyre, float kappa, float tan_alpha, float load, float grip,
                     float peak_scale) {
    TyreForce force = evaluate(tyre, kappa, tan_alpha, load, grip, peak_scale);
    force.stiff = 0.0f;
    return force;
}

/// Keeps the tread from winding up where a tyre slides without rolling: bristles hold to the peak
/// at rest (rho = 1) and ever further beyond it the faster the tyre rolls. Without this a car that
/// stops from a sideways slide is thrown back by the spring it had stretched.
static void limit_tread(const Tyre *tyre, Tread *tread, float rolling, float peak_scale) {
    float limit = 1.0f + 3.0f * rolling;
    float share_x = tread->x / (tyre->relax_x * tyre->slip_x * peak_scale);
    float share_y = tread->y / (tyre->relax_y * tyre->slip_y * peak_scale);
    float rho2 = share_x * share_x + share_y * share_y;
    if (rho2 > limit * limit) {
        float scale = limit / sqrtf(rho2);
        tread->x *= scale;
        tread->y *= scale;
    }
}

/// Contact damping (s) in one direction: `damp` at rest, 0 from `damp_speed` on. The step applies
/// it explicitly, so it is bounded: a car on four such wheels would swing up once dt c / m passes
/// 2, and turning weighs wheels up to five times as much as moving does (a kart: lever^2 m / Iz
/// = 4.7). 0.12 / dt of the mass that the load stands for leaves a margin of three.
static float damping(const Tyre *tyre, float rolling, float slip_peak, float relax, float mu,
                     float dt) {
    float fade = 1.0f - rolling / tyre->damp_speed;
    if (fade <= 0.0f) {
        return 0.0f;
    }
    float stiffness = mu * tyre->shape_c * tyre->shape_b / (slip_peak * relax);
    return float_min(tyre->damp * fade, 0.12f / (stiffness * GRAVITY * dt));
}

TyreForce tyre_step(const Tyre *tyre, Tread *tread, float vx, float vy, float rim, float load,
                    float grip, float peak_scale, float dt) {
    float rolling = float_max(fabsf(vx), fabsf(rim));
    float slide_x = vx - rim;
    float yield_x = 1.0f / (1.0f + dt * rolling / tyre->relax_x);
    float yield_y = 1.0f / (1.0f + dt * rolling / tyre->relax_y);
    tread->x = (tread->x - dt * slide_x) * yield_x;
    tread->y = (tread->y - dt * vy) * yield_y;
    limit_tread(tyre, tread, rolling, peak_scale);

    float slip_x_peak = tyre->slip_x * peak_scale;
    float slip_y_peak = tyre->slip_y * peak_scale;
    float damp_x = damping(tyre, rolling, slip_x_peak, tyre->relax_x, tyre->mu_x * grip, dt);
    float damp_y = damping(tyre, rolling, slip_y_peak, tyre->relax_y, tyre->mu_y * grip, dt);
    float kappa = (tread->x - damp_x * slide_x) / tyre->relax_x;
    float tan_alpha = (tread->y - damp_y * vy) / tyre->relax_y;
    TyreForce force = evaluate(tyre, kappa, tan_alpha, load, grip, peak_scale);
    force.yield = dt * yield_x;
    force.give = (force.yield + damp_x) / tyre->relax_x;
    force.stiff *= force.give;
    return force;
}

void tyre_follow(const Tyre *tyre, Tread *tread, TyreForce *force, float rim_gain, float load,
                 float grip, float peak_scale) {
    tread->x += force->yield * rim_gain;
    float change = force->give * rim_gain;
    // Rolling wheels stay within 2 % of the peak slip of a tick: along the tangent that is good to
    // 1 % of the peak. One that locks or spins up moves further and gets the curve itself, so that
    // no force leaves the friction ellipse.
    if (fabsf(change) > 0.02f * tyre->slip_x * peak_scale) {
        TyreForce exact =
            tyre_force(tyre, force->slip_x + change, force->slip_y, load, grip, peak_scale);
        force->x = exact.x;
        force->y = exact.y;
        force->use = exact.use;
    } else {
        force->x += force->stiff * rim_gain;
    }
    force->slip_x += change;
}

#include "vehicle/tyre.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/simd.h"
#include "geometry/trig_lanes.h"

#include <math.h>

// ---- the curve and its peak -----------------------------------------------------------------
//
// F / (mu load) = sine(C arctan(B rho)), with rho = slip / slip at the peak. Three numbers shape
// it: slip_x and slip_y say at which slip the peak lies (rho = 1), mu_x and mu_y how high it is,
// and C how far the force falls beyond it. B follows from C. Source: Pacejka, Tire and Vehicle
// Dynamics (2012), section 4.3, with E = 0; docs/physics.md.

Tyre tyre_make(const TyreDef *def) {
    ASSERT(def->slip_ratio > 0.0f && def->slip_angle > 0.0f && def->load_ref > 0.0f);
    ASSERT(def->relax_x > 0.0f && def->relax_y > 0.0f && def->slide > 0.0f && def->slide <= 1.0f);
    // The curve ends at sine(C pi / 2) = slide. At C = 1 (slide 1) the stiffness would be infinite,
    // so C is 1.02 at least (slide 0.9995).
    float shape_c = float_max(1.02f, 2.0f - 2.0f / TRIG_PI * trig_asin(def->slide));
    return (Tyre){
        .def = *def,
        .slip_x = def->slip_ratio,
        .slip_y = trig_tan(def->slip_angle),
        .shape_c = shape_c,
        .shape_b = trig_tan(TRIG_PI / (2.0f * shape_c)), // 1 at rho = 1: C arctan(B) = pi / 2
    };
}

float tyre_slip_for(const Tyre *tyre, float share, float peak_scale) {
    ASSERT(share >= 0.0f && share < 1.0f);
    float peak = peak_scale * tyre->slip_y;
    return peak * trig_tan(trig_asin(share) / tyre->shape_c) / tyre->shape_b;
}

/// The curve at one rho for each tyre.
typedef struct Curve {
    Lanes secant; ///< Its value over rho: a slope that needs no care at rho = 0.
    Lanes slope;  ///< Its derivative.
} Curve;

static Curve curve_at(const TyreSet *set, Lanes rho) {
    Lanes shape_b = lanes_load(set->shape_b);
    Lanes shape_c = lanes_load(set->shape_c);
    Lanes initial = lanes_mul(shape_c, shape_b);
    Lanes steep = lanes_mul(shape_b, rho);
    TrigLanes pair = trig_lanes_sincos(lanes_mul(shape_c, trig_lanes_atan(steep)));
    Lanes fall = lanes_add(lanes_all(1.0f), lanes_mul(steep, steep));
    LaneMask flat = lanes_less(rho, lanes_all(1e-4f));
    return (Curve){
        .secant = lanes_select(flat, initial, lanes_div(pair.sin, rho)),
        .slope = lanes_select(flat, initial, lanes_div(lanes_mul(pair.cos, initial), fall)),
    };
}

/// The slips at which the tyres of a set peak on their surfaces.
typedef struct Peak {
    Lanes x, y;
} Peak;

static Peak peak_of(const TyreSet *set, const TyreMotion *motion) {
    Lanes scale = lanes_load(motion->peak_scale);
    return (Peak){.x = lanes_mul(lanes_load(set->slip_x), scale),
                  .y = lanes_mul(lanes_load(set->slip_y), scale)};
}

// ---- friction, tread and damping ------------------------------------------------------------

_Static_assert((int)SIMD_LANES == TYRE_SET, "one lane a tyre");

TyreSet tyre_set_make(const Tyre *front, const Tyre *rear) {
    TyreSet set;
    for (int i = 0; i < TYRE_SET; i++) {
        const Tyre *tyre = i < TYRE_SET / 2 ? front : rear;
        set.mu_x[i] = tyre->def.mu_x;
        set.mu_y[i] = tyre->def.mu_y;
        set.slip_x[i] = tyre->slip_x;
        set.slip_y[i] = tyre->slip_y;
        set.load_sens[i] = tyre->def.load_sens;
        set.load_ref[i] = tyre->def.load_ref;
        set.shape_c[i] = tyre->shape_c;
        set.shape_b[i] = tyre->shape_b;
        set.relax_x[i] = tyre->def.relax_x;
        set.relax_y[i] = tyre->def.relax_y;
        set.damp[i] = tyre->def.damp;
        set.damp_speed[i] = tyre->def.damp_speed;
    }
    return set;
}

static float mu_at(const Tyre *tyre, float mu, float load) {
    float change = tyre->def.load_sens * (load / tyre->def.load_ref - 1.0f);
    return mu * float_max(0.1f, 1.0f - change);
}

float tyre_mu_x(const Tyre *tyre, float load) { return mu_at(tyre, tyre->def.mu_x, load); }
float tyre_mu_y(const Tyre *tyre, float load) { return mu_at(tyre, tyre->def.mu_y, load); }

/// Shares of the peak slip, and the hypotenuse of both squared.
typedef struct Share {
    Lanes x, y, rho2;
} Share;

static Share share_of(Lanes x, Lanes y, Lanes peak_x, Lanes peak_y) {
    Share share = {.x = lanes_div(x, peak_x), .y = lanes_div(y, peak_y)};
    share.rho2 = lanes_dot(share.x, share.y, share.x, share.y);
    return share;
}

/// Forces at slip ratios `kappa` and tangents of slip angles `tan_alpha`, with `mu_x` and `mu_y` in
/// `out`. Writes x, y and use; returns the N along the wheel per unit of slip ratio.
static Lanes evaluate(const TyreSet *set, const TyreMotion *motion, Lanes kappa, Lanes tan_alpha,
                      TyreForces *out) {
    Peak peak = peak_of(set, motion);
    Share share = share_of(kappa, tan_alpha, peak.x, peak.y);
    Lanes rho = lanes_sqrt(share.rho2);
    ASSERT(mask_bits(lanes_equal(rho, rho)) == (1u << TYRE_SET) - 1u); // False for NaN.
    Curve curve = curve_at(set, rho);
    Lanes load = lanes_load(motion->load);
    Lanes grip = lanes_load(motion->grip);
    Lanes most_x = lanes_mul(lanes_mul(lanes_load(out->mu_x), load), grip);
    Lanes most_y = lanes_mul(lanes_mul(lanes_load(out->mu_y), load), grip);
    lanes_store(lanes_mul(lanes_mul(most_x, curve.secant), share.x), out->x);
    lanes_store(lanes_mul(lanes_mul(most_y, curve.secant), share.y), out->y);
    lanes_store(rho, out->use);
    // Along the slip the force grows with the slope of the curve, across it with the secant.
    Lanes one = lanes_all(1.0f);
    Lanes zero = lanes_all(0.0f);
    Lanes along = lanes_select(lanes_less(zero, share.rho2),
                               lanes_div(lanes_mul(share.x, share.x), share.rho2), one);
    Lanes growth =
        lanes_add(lanes_mul(curve.slope, along), lanes_mul(curve.secant, lanes_sub(one, along)));
    return lanes_div(lanes_mul(lanes_max(zero, growth), most_x), peak.x);
}

/// Peak friction under the loads: as tyre_mu_x and tyre_mu_y.
static void set_mu(const TyreSet *set, const TyreMotion *motion, TyreForces *out) {
    Lanes one = lanes_all(1.0f);
    Lanes over = lanes_div(lanes_load(motion->load), lanes_load(set->load_ref));
    Lanes change = lanes_mul(lanes_load(set->load_sens), lanes_sub(over, one));
    Lanes left = lanes_max(lanes_all(0.1f), lanes_sub(one, change));
    lanes_store(lanes_mul(lanes_load(set->mu_x), left), out->mu_x);
    lanes_store(lanes_mul(lanes_load(set->mu_y), left), out->mu_y);
}

/// Tread deflections, m.
typedef struct Deflection {
    Lanes x, y;
} Deflection;

/// Keeps the tread from winding up where a tyre slides without rolling: bristles hold to the peak
/// at rest (rho = 1) and ever further beyond it the faster the tyre rolls. Without this a car that
/// stops from a sideways slide is thrown back by the spring it had stretched.
static Deflection limit_tread(const TyreSet *set, Deflection tread, Lanes rolling, Lanes scale) {
    Lanes limit = lanes_add(lanes_all(1.0f), lanes_mul(lanes_all(3.0f), rolling));
    Lanes full_x = lanes_mul(lanes_mul(lanes_load(set->relax_x), lanes_load(set->slip_x)), scale);
    Lanes full_y = lanes_mul(lanes_mul(lanes_load(set->relax_y), lanes_load(set->slip_y)), scale);
    Share share = share_of(tread.x, tread.y, full_x, full_y);
    LaneMask over = lanes_less(lanes_mul(limit, limit), share.rho2);
    if (mask_bits(over)) {
        Lanes shrink = lanes_div(limit, lanes_sqrt(share.rho2));
        tread.x = lanes_select(over, lanes_mul(tread.x, shrink), tread.x);
        tread.y = lanes_select(over, lanes_mul(tread.y, shrink), tread.y);
    }
    return tread;
}

/// Contact damping (s) in one direction: `damp` at rest, 0 from `damp_speed` on. The step applies
/// it explicitly, so it is bounded: a car on four such wheels would swing up once dt c / m passes
/// 2, and turning weighs wheels up to five times as much as moving does (a kart: lever^2 m / Iz
/// = 4.7). 0.12 / dt of the mass that the load stands for leaves a margin of three.
static Lanes damping(const TyreSet *set, Lanes fade, Lanes slip_peak, Lanes relax, Lanes mu,
                     float dt) {
    Lanes stiffness =
        lanes_div(lanes_mul(lanes_mul(mu, lanes_load(set->shape_c)), lanes_load(set->shape_b)),
                  lanes_mul(slip_peak, relax));
    Lanes most = lanes_div(lanes_all(0.12f),
                           lanes_mul(lanes_mul(stiffness, lanes_all(GRAVITY)), lanes_all(dt)));
    Lanes bounded = lanes_min(lanes_mul(lanes_load(set->damp), fade), most);
    return lanes_select(lanes_at_most(fade, lanes_all(0.0f)), lanes_all(0.0f), bounded);
}

void tyre_set_step(const TyreSet *set, TyreMotion *motion, float dt, TyreForces *out) {
    Lanes one = lanes_all(1.0f);
    Lanes step = lanes_all(dt);
    Lanes vx = lanes_load(motion->vx);
    Lanes vy = lanes_load(motion->vy);
    Lanes rim = lanes_load(motion->rim);
    Lanes relax_x = lanes_load(set->relax_x);
    Lanes relax_y = lanes_load(set->relax_y);
    Lanes rolling = lanes_max(lanes_abs(vx), lanes_abs(rim));
    Lanes slide = lanes_sub(vx, rim);
    Lanes moved = lanes_mul(step, rolling);
    Lanes yield_x = lanes_div(one, lanes_add(one, lanes_div(moved, relax_x)));
    Lanes yield_y = lanes_div(one, lanes_add(one, lanes_div(moved, relax_y)));
    Deflection tread = {
        .x = lanes_mul(lanes_sub(lanes_load(motion->tread_x), lanes_mul(step, slide)), yield_x),
        .y = lanes_mul(lanes_sub(lanes_load(motion->tread_y), lanes_mul(step, vy)), yield_y),
    };
    Peak peak = peak_of(set, motion);
    tread = limit_tread(set, tread, rolling, lanes_load(motion->peak_scale));
    lanes_store(tread.x, motion->tread_x);
    lanes_store(tread.y, motion->tread_y);

    Lanes damp_x = lanes_all(0.0f);
    Lanes damp_y = damp_x;
    Lanes fade = lanes_sub(one, lanes_div(rolling, lanes_load(set->damp_speed)));
    if (mask_bits(lanes_less(lanes_all(0.0f), fade))) {
        Lanes grip = lanes_load(motion->grip);
        Lanes mu_x = lanes_mul(lanes_load(set->mu_x), grip);
        Lanes mu_y = lanes_mul(lanes_load(set->mu_y), grip);
        damp_x = damping(set, fade, peak.x, relax_x, mu_x, dt);
        damp_y = damping(set, fade, peak.y, relax_y, mu_y, dt);
    }
    Lanes kappa = lanes_div(lanes_sub(tread.x, lanes_mul(damp_x, slide)), relax_x);
    Lanes tan_alpha = lanes_div(lanes_sub(tread.y, lanes_mul(damp_y, vy)), relax_y);
    set_mu(set, motion, out);
    Lanes stiff = evaluate(set, motion, kappa, tan_alpha, out);
    Lanes yield = lanes_mul(step, yield_x);
    Lanes give = lanes_div(lanes_add(yield, damp_x), relax_x);
    lanes_store(kappa, out->slip_x);
    lanes_store(tan_alpha, out->slip_y);
    lanes_store(yield, out->yield);
    lanes_store(give, out->give);
    lanes_store(lanes_mul(stiff, give), out->stiff);
}

void tyre_set_follow(const TyreSet *set, TyreMotion *motion, const float rim_gain[TYRE_SET],
                     TyreForces *forces) {
    Lanes gain = lanes_load(rim_gain);
    Lanes tread =
        lanes_add(lanes_load(motion->tread_x), lanes_mul(lanes_load(forces->yield), gain));
    Lanes change = lanes_mul(lanes_load(forces->give), gain);
    Lanes slip = lanes_add(lanes_load(forces->slip_x), change);
    lanes_store(tread, motion->tread_x);
    lanes_store(slip, forces->slip_x);
    Lanes tangent = lanes_add(lanes_load(forces->x), lanes_mul(lanes_load(forces->stiff), gain));
    // Rolling wheels stay within 2 % of the peak slip of a tick: along the tangent that is good to
    // 1 % of the peak. One that locks or spins up moves further and gets the curve itself, so that
    // no force leaves the friction ellipse.
    Lanes near = lanes_mul(lanes_mul(lanes_all(0.02f), lanes_load(set->slip_x)),
                           lanes_load(motion->peak_scale));
    LaneMask far = lanes_less(near, lanes_abs(change));
    if (mask_bits(far)) {
        Lanes y = lanes_load(forces->y);
        Lanes use = lanes_load(forces->use);
        evaluate(set, motion, slip, lanes_load(forces->slip_y), forces);
        tangent = lanes_select(far, lanes_load(forces->x), tangent);
        lanes_store(lanes_select(far, lanes_load(forces->y), y), forces->y);
        lanes_store(lanes_select(far, lanes_load(forces->use), use), forces->use);
    }
    lanes_store(tangent, forces->x);
}

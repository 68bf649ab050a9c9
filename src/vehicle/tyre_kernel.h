/// A step of the tyres of tyre.h, compiled once for each kind of lanes: those of two cars side by
/// side under AVX2, else those of one.
#pragma once

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/trig_lanes.h"
#include "vehicle/tyre.h"

enum {
    TYRE_CARS = SIMD_LANES / TYRE_SET, ///< Cars whose tyres the lanes hold.
};

/// What tyre_sets_step and tyre_sets_follow do, for an even `count` of cars with the lanes of AVX2.
/// To be called only where simd_has_avx2.
void tyre_step_avx2(const TyreTask *tasks, int count, float dt);
void tyre_follow_avx2(const TyreTask *tasks, int count);

/// Field `name` of the `part` (set, motion or forces) of each task that the lanes hold.
#if defined(SIMD_AVX2)
#define LOAD(part, name)         lanes_load_halves(task[0].part->name, task[1].part->name)
#define STORE(lanes, part, name) lanes_store_halves((lanes), task[0].part->name, task[1].part->name)
#else
#define LOAD(part, name)         lanes_load(task->part->name)
#define STORE(lanes, part, name) lanes_store((lanes), task->part->name)
#endif

/// The curve at one rho for each tyre.
typedef struct Curve {
    Lanes secant; ///< Its value over rho: a slope that needs no care at rho = 0.
    Lanes slope;  ///< Its derivative.
} Curve;

KERNEL Curve curve_at(const TyreTask *task, Lanes rho) {
    Lanes shape_b = LOAD(set, shape_b);
    Lanes shape_c = LOAD(set, shape_c);
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

KERNEL Peak peak_of(const TyreTask *task) {
    Lanes scale = LOAD(motion, peak_scale);
    return (Peak){.x = lanes_mul(LOAD(set, slip_x), scale),
                  .y = lanes_mul(LOAD(set, slip_y), scale)};
}

// ---- friction, tread and damping ------------------------------------------------------------

/// Shares of the peak slip, and the hypotenuse of both squared.
typedef struct Share {
    Lanes x, y, rho2;
} Share;

KERNEL Share share_of(Lanes x, Lanes y, Lanes peak_x, Lanes peak_y) {
    Share share = {.x = lanes_div(x, peak_x), .y = lanes_div(y, peak_y)};
    share.rho2 = lanes_dot(share.x, share.y, share.x, share.y);
    return share;
}

/// Forces at slip ratios `kappa` and tangents of slip angles `tan_alpha`, with mu_x and mu_y in
/// the forces. Writes x, y and use; returns the N along the wheel per unit of slip ratio.
KERNEL Lanes evaluate(const TyreTask *task, Lanes kappa, Lanes tan_alpha) {
    Peak peak = peak_of(task);
    Share share = share_of(kappa, tan_alpha, peak.x, peak.y);
    Lanes rho = lanes_sqrt(share.rho2);
    ASSERT(mask_bits(lanes_equal(rho, rho)) == (1u << SIMD_LANES) - 1u); // False for NaN.
    Curve curve = curve_at(task, rho);
    Lanes load = LOAD(motion, load);
    Lanes grip = LOAD(motion, grip);
    Lanes most_x = lanes_mul(lanes_mul(LOAD(forces, mu_x), load), grip);
    Lanes most_y = lanes_mul(lanes_mul(LOAD(forces, mu_y), load), grip);
    STORE(lanes_mul(lanes_mul(most_x, curve.secant), share.x), forces, x);
    STORE(lanes_mul(lanes_mul(most_y, curve.secant), share.y), forces, y);
    STORE(rho, forces, use);
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
KERNEL void set_mu(const TyreTask *task) {
    Lanes one = lanes_all(1.0f);
    Lanes over = lanes_div(LOAD(motion, load), LOAD(set, load_ref));
    Lanes change = lanes_mul(LOAD(set, load_sens), lanes_sub(over, one));
    Lanes left = lanes_max(lanes_all(0.1f), lanes_sub(one, change));
    STORE(lanes_mul(LOAD(set, mu_x), left), forces, mu_x);
    STORE(lanes_mul(LOAD(set, mu_y), left), forces, mu_y);
}

/// Tread deflections, m.
typedef struct Deflection {
    Lanes x, y;
} Deflection;

/// Keeps the tread from winding up where a tyre slides without rolling: bristles hold to the peak
/// at rest (rho = 1) and ever further beyond it the faster the tyre rolls. Without this a car that
/// stops from a sideways slide is thrown back by the spring it had stretched.
KERNEL Deflection limit_tread(const TyreTask *task, Deflection tread, Lanes rolling, Lanes scale) {
    Lanes limit = lanes_add(lanes_all(1.0f), lanes_mul(lanes_all(3.0f), rolling));
    Lanes full_x = lanes_mul(lanes_mul(LOAD(set, relax_x), LOAD(set, slip_x)), scale);
    Lanes full_y = lanes_mul(lanes_mul(LOAD(set, relax_y), LOAD(set, slip_y)), scale);
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
KERNEL Lanes damping(const TyreTask *task, Lanes fade, Lanes slip_peak, Lanes relax, Lanes mu,
                     float dt) {
    Lanes stiffness = lanes_div(lanes_mul(lanes_mul(mu, LOAD(set, shape_c)), LOAD(set, shape_b)),
                                lanes_mul(slip_peak, relax));
    Lanes most = lanes_div(lanes_all(0.12f),
                           lanes_mul(lanes_mul(stiffness, lanes_all(GRAVITY)), lanes_all(dt)));
    Lanes bounded = lanes_min(lanes_mul(LOAD(set, damp), fade), most);
    return lanes_select(lanes_at_most(fade, lanes_all(0.0f)), lanes_all(0.0f), bounded);
}

/// tyre_sets_step for TYRE_CARS cars.
KERNEL void step_run(const TyreTask *task, float dt) {
    Lanes one = lanes_all(1.0f);
    Lanes step = lanes_all(dt);
    Lanes vx = LOAD(motion, vx);
    Lanes vy = LOAD(motion, vy);
    Lanes rim = LOAD(motion, rim);
    Lanes relax_x = LOAD(set, relax_x);
    Lanes relax_y = LOAD(set, relax_y);
    Lanes rolling = lanes_max(lanes_abs(vx), lanes_abs(rim));
    Lanes slide = lanes_sub(vx, rim);
    Lanes moved = lanes_mul(step, rolling);
    Lanes yield_x = lanes_div(one, lanes_add(one, lanes_div(moved, relax_x)));
    Lanes yield_y = lanes_div(one, lanes_add(one, lanes_div(moved, relax_y)));
    Deflection tread = {
        .x = lanes_mul(lanes_sub(LOAD(motion, tread_x), lanes_mul(step, slide)), yield_x),
        .y = lanes_mul(lanes_sub(LOAD(motion, tread_y), lanes_mul(step, vy)), yield_y),
    };
    Peak peak = peak_of(task);
    tread = limit_tread(task, tread, rolling, LOAD(motion, peak_scale));
    STORE(tread.x, motion, tread_x);
    STORE(tread.y, motion, tread_y);

    Lanes damp_x = lanes_all(0.0f);
    Lanes damp_y = damp_x;
    Lanes fade = lanes_sub(one, lanes_div(rolling, LOAD(set, damp_speed)));
    if (mask_bits(lanes_less(lanes_all(0.0f), fade))) {
        Lanes grip = LOAD(motion, grip);
        Lanes mu_x = lanes_mul(LOAD(set, mu_x), grip);
        Lanes mu_y = lanes_mul(LOAD(set, mu_y), grip);
        damp_x = damping(task, fade, peak.x, relax_x, mu_x, dt);
        damp_y = damping(task, fade, peak.y, relax_y, mu_y, dt);
    }
    Lanes kappa = lanes_div(lanes_sub(tread.x, lanes_mul(damp_x, slide)), relax_x);
    Lanes tan_alpha = lanes_div(lanes_sub(tread.y, lanes_mul(damp_y, vy)), relax_y);
    set_mu(task);
    Lanes stiff = evaluate(task, kappa, tan_alpha);
    Lanes yield = lanes_mul(step, yield_x);
    Lanes give = lanes_div(lanes_add(yield, damp_x), relax_x);
    STORE(kappa, forces, slip_x);
    STORE(tan_alpha, forces, slip_y);
    STORE(yield, forces, yield);
    STORE(give, forces, give);
    STORE(lanes_mul(stiff, give), forces, stiff);
}

/// tyre_sets_follow for TYRE_CARS cars.
KERNEL void follow_run(const TyreTask *task) {
    Lanes gain = LOAD(motion, rim_gain);
    Lanes tread = lanes_add(LOAD(motion, tread_x), lanes_mul(LOAD(forces, yield), gain));
    Lanes change = lanes_mul(LOAD(forces, give), gain);
    Lanes slip = lanes_add(LOAD(forces, slip_x), change);
    STORE(tread, motion, tread_x);
    STORE(slip, forces, slip_x);
    Lanes tangent = lanes_add(LOAD(forces, x), lanes_mul(LOAD(forces, stiff), gain));
    // Rolling wheels stay within 2 % of the peak slip of a tick: along the tangent that is good to
    // 1 % of the peak. One that locks or spins up moves further and gets the curve itself, so that
    // no force leaves the friction ellipse.
    Lanes near =
        lanes_mul(lanes_mul(lanes_all(0.02f), LOAD(set, slip_x)), LOAD(motion, peak_scale));
    LaneMask far = lanes_less(near, lanes_abs(change));
    if (mask_bits(far)) {
        Lanes y = LOAD(forces, y);
        Lanes use = LOAD(forces, use);
        evaluate(task, slip, LOAD(forces, slip_y));
        tangent = lanes_select(far, LOAD(forces, x), tangent);
        STORE(lanes_select(far, LOAD(forces, y), y), forces, y);
        STORE(lanes_select(far, LOAD(forces, use), use), forces, use);
    }
    STORE(tangent, forces, x);
}

#undef LOAD
#undef STORE

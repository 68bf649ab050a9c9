/// The tyre: normalised combined slip with a peak of exactly 1, relaxation lengths and an implicit
/// slip update.
///
/// Wheel frame: x along the wheel, y to its left. docs/physics.md derives the formulas.
#pragma once

#include <stdbool.h>

enum {
    TYRE_SET = 4, ///< Tyres of one car: front left, front right, rear left, rear right.
};

/// The numbers of one axle's tyres, as a car file gives them.
typedef struct TyreDef {
    float mu_x, mu_y;       ///< Peak friction along and across, at `load_ref`.
    float slip_ratio;       ///< At the peak along.
    float slip_angle;       ///< rad, at the peak across.
    float slide;            ///< 0 to 1: sliding grip over peak grip.
    float load_sens;        ///< Friction lost when the load rises by `load_ref`.
    float load_ref;         ///< N
    float relax_x, relax_y; ///< m, relaxation lengths.
    float damp, damp_speed; ///< s, and the speed (m/s) below which contact damping fades in.
} TyreDef;

/// A TyreDef with what derives from it.
typedef struct Tyre {
    TyreDef def;
    float slip_x, slip_y;   ///< Slip ratio and tangent of the slip angle at the peak.
    float shape_c, shape_b; ///< Shape and stiffness factor of the curve (Pacejka's C and B).
} Tyre;

/// Shapes the curve: the peak, and how far the force falls beyond it (top of tyre.c).
Tyre tyre_make(const TyreDef *def);

/// Tangent of the slip angle (0 or more) at which a tyre makes `share` (0 to 1, not 1 itself) of
/// its peak side force on a surface of `peak_scale`: the rising side of the curve, undone.
float tyre_slip_for(const Tyre *tyre, float share, float peak_scale);

/// Tread deflection of one wheel (m), the tyre's only state.
typedef struct Tread {
    float x, y;
} Tread;

/// Peak friction along (x) and across (y) under `load` N: mu (1 - load_sens (load/load_ref - 1)),
/// never below a tenth of mu.
float tyre_mu_x(const Tyre *tyre, float load);
float tyre_mu_y(const Tyre *tyre, float load);

/// The tyres of one car side by side: a step of four costs little more than one of one.
typedef struct TyreSet {
    _Alignas(16) float mu_x[TYRE_SET], mu_y[TYRE_SET];
    float slip_x[TYRE_SET], slip_y[TYRE_SET];
    float load_sens[TYRE_SET], load_ref[TYRE_SET];
    float shape_c[TYRE_SET], shape_b[TYRE_SET];
    float relax_x[TYRE_SET], relax_y[TYRE_SET];
    float damp[TYRE_SET], damp_speed[TYRE_SET];
} TyreSet;

TyreSet tyre_set_make(const Tyre *front, const Tyre *rear);

/// The input of a step: how each tyre of a set moves, in the frame of its wheel.
typedef struct TyreMotion {
    _Alignas(16) float vx[TYRE_SET], vy[TYRE_SET]; ///< m/s, of the wheel's centre.
    float rim[TYRE_SET];                           ///< m/s, spin times radius.
    float load[TYRE_SET];                          ///< N
    float grip[TYRE_SET], peak_scale[TYRE_SET];    ///< Of the surface (collision/surface.h).
    float tread_x[TYRE_SET], tread_y[TYRE_SET];    ///< m; moved by the step.
    float rim_gain[TYRE_SET]; ///< m/s that the rim gains in the step: for tyre_sets_follow.
} TyreMotion;

/// The result of a step.
typedef struct TyreForces {
    _Alignas(16) float x[TYRE_SET], y[TYRE_SET]; ///< N, in the wheel's frame.
    float slip_x[TYRE_SET];                      ///< Slip ratio in use (after relaxation).
    float slip_y[TYRE_SET]; ///< Tangent of the slip angle in use; positive: force to the left.
    float use[TYRE_SET];    ///< rho: 1 = the peak, above = sliding.
    // The changes for each m/s that the rim gains within this step.
    float yield[TYRE_SET];                ///< m of tread.
    float give[TYRE_SET];                 ///< Of slip ratio.
    float stiff[TYRE_SET];                ///< N of `x` (tangent, 0 or more).
    float mu_x[TYRE_SET], mu_y[TYRE_SET]; ///< Peak friction under the load.
} TyreForces;

/// The tyres of one car in a step of several cars'.
typedef struct TyreTask {
    const TyreSet *set;
    TyreMotion *motion;
    TyreForces *forces;
} TyreTask;

/// One step of the tyres of `count` cars: moves the tread deflections implicitly,
/// d = (d - dt Vs) / (1 + dt |Vt| / sigma) with Vt = max(|Vx|, |omega R|), and gives the forces.
/// Source: Bernard & Clover, SAE 950311; docs/physics.md. Each car gets the bits that it gets
/// alone.
void tyre_sets_step(const TyreTask *tasks, int count, float dt);

/// Completes a step once it is known what the rims gain in it (motion->rim_gain): the implicit half
/// of the wheels' spin. Moves treads and forces along, by `stiff` for a small change of slip and by
/// the full curve for a large one.
void tyre_sets_follow(const TyreTask *tasks, int count);

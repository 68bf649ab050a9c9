/// The tyre: normalised combined slip with a peak of exactly 1, relaxation lengths and an implicit
/// slip update.
///
/// Wheel frame: x along the wheel, y to its left. docs/physics.md derives the formulas.
#pragma once

#include <stdbool.h>

enum {
    TYRE_SET = 4, ///< Tyres of one car: front left, front right, rear left, rear right.
};

#define GRAVITY     9.81f ///< m/s2
#define AIR_DENSITY 1.2f  ///< kg/m3, at sea level and 20 degrees.

/// What one axle's tyres are like, derived once from CarParams by tyre_make.
typedef struct Tyre {
    float mu_x, mu_y;       ///< Peak friction along and across, at `load_ref`.
    float slip_x, slip_y;   ///< Slip ratio and tangent of the slip angle at the peak.
    float load_sens;        ///< Friction lost when the load rises by `load_ref`.
    float load_ref;         ///< N
    float shape_c, shape_b; ///< C and B of the curve: 1 at rho = 1, `slide` at infinity.
    float relax_x, relax_y; ///< m
    float damp, damp_speed; ///< s, and the speed (m/s) below which contact damping fades in.
} Tyre;

/// `slip_angle` is in rad; `slide` (0 to 1) is the sliding grip over the peak grip. C = 2 - 2/pi
/// asin(slide), kept at 1.02 or more (slide 0.9995): at 1 the stiffness would be infinite.
Tyre tyre_make(float mu_x, float mu_y, float slip_x, float slip_angle, float slide, float load_sens,
               float load_ref, float relax_x, float relax_y, float damp, float damp_speed);

/// Tread deflection of one wheel (m), the tyre's only state.
typedef struct Tread {
    float x, y;
} Tread;

typedef struct TyreForce {
    float x, y;   ///< N, in the wheel's frame.
    float slip_x; ///< Slip ratio in use (after relaxation).
    float slip_y; ///< Tangent of the slip angle in use.
    float use;    ///< rho: 1 = the peak, above = sliding.
    // What one m/s that the rim gains within this step adds; 0 of a steady force.
    float yield; ///< m of tread.
    float give;  ///< Of slip ratio.
    float stiff; ///< N of `x` (tangent, 0 or more).
} TyreForce;

/// Steady force at slip ratio `kappa` and tangent of the slip angle `tan_alpha` (positive: force to
/// the left) under `load` N on a surface of `grip` and `peak_scale`. No state; used by tests and by
/// the manoeuvres.
TyreForce tyre_force(const Tyre *tyre, float kappa, float tan_alpha, float load, float grip,
                     float peak_scale);

/// One step: moves the tread deflection implicitly, d = (d - dt Vs) / (1 + dt |Vt| / sigma) with
/// Vt = max(|Vx|, |omega R|), and returns the force. `vx`, `vy` (m/s) are the wheel centre's
/// velocity in the wheel's frame, `rim` = omega R. Source: Bernard & Clover, SAE 950311;
/// docs/physics.md.
TyreForce tyre_step(const Tyre *tyre, Tread *tread, float vx, float vy, float rim, float load,
                    float grip, float peak_scale, float dt);

/// Completes a tyre_step once the rim is known to gain `rim_gain` m/s in it: the implicit half of
/// the wheel's spin. Moves the tread and `force` along, by `stiff` for a small change of slip and
/// by the full curve for a large one.
void tyre_follow(const Tyre *tyre, Tread *tread, TyreForce *force, float rim_gain, float load,
                 float grip, float peak_scale);

/// Peak friction along (x) and across (y) under `load` N: mu (1 - load_sens (load/load_ref - 1)),
/// never below a tenth of mu.
float tyre_mu_x(const Tyre *tyre, float load);
float tyre_mu_y(const Tyre *tyre, float load);

/// The tyres of one car side by side, as its step works on them: four cost little more than one.
typedef struct TyreSet {
    _Alignas(16) float mu_x[TYRE_SET], mu_y[TYRE_SET];
    float slip_x[TYRE_SET], slip_y[TYRE_SET];
    float load_sens[TYRE_SET], load_ref[TYRE_SET];
    float shape_c[TYRE_SET], shape_b[TYRE_SET];
    float relax_x[TYRE_SET], relax_y[TYRE_SET];
    float damp[TYRE_SET], damp_speed[TYRE_SET];
} TyreSet;

TyreSet tyre_set_make(const Tyre *front, const Tyre *rear);

/// What each tyre of a set does in one step; the units are those of tyre_step.
typedef struct TyreMotion {
    _Alignas(16) float vx[TYRE_SET], vy[TYRE_SET], rim[TYRE_SET];
    float load[TYRE_SET], grip[TYRE_SET], peak_scale[TYRE_SET];
    float tread_x[TYRE_SET], tread_y[TYRE_SET]; ///< m; moved by the step.
} TyreMotion;

/// As TyreForce, and the peak friction under each load.
typedef struct TyreForces {
    _Alignas(16) float x[TYRE_SET], y[TYRE_SET];
    float slip_x[TYRE_SET], slip_y[TYRE_SET], use[TYRE_SET];
    float yield[TYRE_SET], give[TYRE_SET], stiff[TYRE_SET];
    float mu_x[TYRE_SET], mu_y[TYRE_SET];
} TyreForces;

/// tyre_step and tyre_follow for the four tyres of a car, to the same bits. `rim_gain` is aligned
/// to 16 bytes.
void tyre_set_step(const TyreSet *set, TyreMotion *motion, float dt, TyreForces *out);
void tyre_set_follow(const TyreSet *set, TyreMotion *motion, const float rim_gain[TYRE_SET],
                     TyreForces *forces);

/// Engine, gearbox, clutch and differentials: from throttle and wheel speeds to torque at the
/// wheels, and from torque to wheel speeds.
#pragma once

#include "geometry/simd.h"
#include "vehicle/car_model.h"

/// Full-throttle torque (N m) at `rpm`, linear between the points of the curve, held beyond its
/// ends.
float engine_torque(const CarParams *params, float rpm);

/// Drag torque of the engine (N m, 0 or more) at `rpm`: linear from idle to redline.
float engine_friction(const CarParams *params, float rpm);

/// Ratio from engine to axle of `gear` (negative in reverse, 0 in neutral), final drive included.
float gear_ratio(const CarParams *params, int gear);

/// Engine torque on its way to the wheels in one step.
typedef struct Drive {
    _Alignas(16) float share[CAR_WHEELS]; ///< Of torque and of engine speed; sum 1, left = right.
    float torque;                         ///< N m of all driven wheels together, forward positive.
    float inertia; ///< kg m2 of the engine as the wheels feel it; 0 with an open clutch.
    float lock;    ///< N m that a differential carries across.
} Drive;

/// Runs the automatic gearbox (where `automatic`) at `along` m/s and counts down the shift.
void drivetrain_shift(Car *car, const CarModel *model, float along, bool automatic, float dt);

/// The drive of the engine at `throttle` (0 to 1); `open` opens the clutch. Sets car->rpm.
void drivetrain_drive(Car *car, const CarModel *model, float throttle, bool open, float dt,
                      Drive *out);

/// The torques on the wheels in one step, side by side.
typedef struct WheelTasks {
    _Alignas(16) float torque[CAR_WHEELS]; ///< N m, of engine and tyre.
    float brake[CAR_WHEELS];   ///< N m, 0 or more: dry friction, that stops a wheel and holds it.
    float inertia[CAR_WHEELS]; ///< kg m2, of the wheel and of what its tyre adds within the step.
} WheelTasks;

/// Advances the `spins` (rad/s, aligned to 16 bytes) of the wheels, coupled through engine and
/// differentials.
///
/// With engine speed = sum(share_i spin_i) the mass matrix is diag(I_i) + J share share^T, inverted
/// in closed form (Sherman and Morrison 1950). Differential locks and the dry friction of the
/// brakes are solved together, as impulses at the end of the step (Moreau, Unilateral Contact and
/// Dry Friction, 1988), accumulated and clamped (Catto, Iterative Dynamics with Temporal Coherence,
/// 2005). A wheel that would turn the other way stands still for a step.
void drivetrain_spin(const Drive *drive, const WheelTasks *tasks, float spins[CAR_WHEELS],
                     float dt);

_Static_assert((int)SIMD_LANES == CAR_WHEELS, "one lane a wheel");

/// Sum over the wheels, one in each lane. Left and right are added first, so that a mirrored car
/// gives the same bits.
static inline float wheels_sum(Lanes lanes) { return lanes_sum(lanes); }

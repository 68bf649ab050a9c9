/// A car alone in a world for measuring: stepped as a race steps it, on ground of one surface.
#pragma once

#include "dynamics/world_step.h"
#include "track/track.h"
#include "vehicle/car.h"
#include "vehicle/steering.h"

#define RIG_DT      (1.0f / 240.0f) ///< s, the step of a race.
#define RIG_KMH     (1.0f / 3.6f)   ///< m/s
#define RIG_DEGREES 57.29578f       ///< Of a radian.

enum {
    RIG_HZ = 240,
    RIG_BODIES_MAX = 2,
};

/// What is driven, and where.
typedef struct Trial {
    const CarModel *model;
    const Surface *ground; ///< Of an endless plane.
    const Track *track;    ///< For laps; NULL: none.
} Trial;

/// What else there is on the plane. The zero value is nothing.
typedef struct RigDef {
    const Surface *left;    ///< Under the wheels of the left side; NULL: that of the plane.
    const WallPiece *walls; ///< `wall_count` of them, which outlive the rig.
    int wall_count;
    const Hull *other;   ///< A second body, or NULL.
    vec2s other_at;      ///< m
    float other_mass;    ///< kg
    float other_inertia; ///< kg m2
} RigDef;

/// An owner; ended by rig_destroy.
typedef struct Rig {
    CarModel model;
    Car car;
    const Surface *surfaces[CAR_WHEELS]; ///< Under the wheels.
    Hull hulls[RIG_BODIES_MAX];
    WallGrid walls;
    WorldState *world;
    WorldCache *cache;
    Arena arena;
    float ay;        ///< m/s2, to the left, of the last step, without lag.
    float hold;      ///< Memory of rig_hold_speed.
    double distance; ///< m driven.
    int tick;
} Rig;

/// The car of `trial` at the origin, heading along x, rolling at `speed` m/s. `def` may be NULL.
/// The surfaces outlive the rig.
Rig rig_make(const Trial *trial, float speed, const RigDef *def);
void rig_destroy(Rig *rig);

/// The car's body; that of RigDef.other is the one behind it.
static inline Body *rig_body(Rig *rig) { return world_bodies(rig->world); }

/// Advances by RIG_DT. Forces on the other body are the caller's, added before.
void rig_step(Rig *rig, CarControl control);

/// The same with keys or sticks, as a player has them: with delays, ABS, traction control and
/// assist.
void rig_step_input(Rig *rig, CarInput input);

/// Speed along the car's axis, m/s.
float rig_along(Rig *rig);

/// Angle (rad) from where the car points to where it goes, left positive.
float rig_sideslip(Rig *rig);

/// Pedals with ABS, traction control and automatic gears, straight ahead, no yaw assist.
CarControl rig_pedals(float throttle, float brake);

/// Pedals that hold `speed` m/s: a PI controller, its memory in rig->hold.
CarControl rig_hold_speed(Rig *rig, float speed);

/// rig_step with pedals that hold `speed` m/s and a road-wheel angle of `steer` rad.
void rig_cruise(Rig *rig, float speed, float steer);

/// The road-wheel angle nearest to `wanted` (rad) at which the front tyres are not past their peak
/// slip: what a driver who feels the wheel asks for at most.
float rig_within_peak(Rig *rig, float wanted);

/// The four wheels of a car within a step, side by side: tyres, engine and brakes on them, and what
/// they do to the body. Wheels and frames are those of vehicle/car.h.
#pragma once

#include "collision/surface.h"
#include "vehicle/drivetrain.h"
#include "vehicle/steering.h"

/// The wheels under way through a step: one in each lane.
typedef struct WheelLanes {
    Lanes c, s;   ///< Directions.
    Lanes vx, vy; ///< m/s, of the centres, body frame.
    Lanes radius;
    Lanes spin;    ///< rad/s, as the step began; wheels_spin moves it on.
    Lanes rolling; ///< N m with which tyres and ground resist rolling.
    Lanes viscous; ///< Of the ground.
    Lanes most_x;  ///< N along that ABS and traction control leave.
    TyreMotion motion;
    TyreForces tyre;
    Drive drive;
    WheelTasks tasks;
} WheelLanes;

// A step in its order: between two of these the wheels of other cars may have theirs.

/// Takes in wheels and loads of `car`, the angle of its front ones and the ground.
void wheels_begin(const Car *car, const CarModel *model, CarMotion motion,
                  const Surface *const surfaces[CAR_WHEELS], WheelLanes *wheels);

/// The forces of the tyres while the wheels turn as they did.
void wheels_roll(const CarModel *model, float dt, WheelLanes *wheels);

/// The torques of engine and brakes. `left` is what the help leaves of the pedals. Notes in
/// car->help what ABS and traction control did.
void wheels_drive(Car *car, const CarModel *model, const CarControl *control, HelpPedals left,
                  float dt, WheelLanes *wheels);

/// Spins the wheels by these and by their tyres, which follow: the implicit half of the step.
void wheels_spin(const CarModel *model, float dt, WheelLanes *wheels);

/// Force (N, body frame) and torque (N m) on the body.
typedef struct BodyForce {
    vec2s force;
    float torque;
} BodyForce;

/// Hands the wheels back to `car`. Returns what tyres, ground and air do to the body.
BodyForce wheels_end(const WheelLanes *wheels, const CarModel *model, CarMotion motion, Car *car);

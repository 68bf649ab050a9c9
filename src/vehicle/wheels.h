/// The four wheels of a car within a step, one in each lane: tyres, engine and brakes on them, and
/// their force on the body. Wheels and frames are those of vehicle/car_model.h.
#pragma once

#include "collision/surface.h"
#include "vehicle/drivetrain.h"
#include "vehicle/steering.h"

enum {
    WHEELS_CARS_MAX = 8, ///< Whose wheels a call takes.
};

/// The state of a step.
typedef struct WheelLanes {
    const CarModel *model;
    CarMotion body;
    float steer;  ///< rad, of the front wheels before Ackermann.
    float spread; ///< What Ackermann adds to 1 for each unit of their slope.
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

// The phases of a step, in order. Other cars' phases may run between two of them.

/// Takes in the wheels of `car`, their angles, their loads (N) in this step and the ground under
/// them.
void wheels_begin(const Car *car, const CarModel *model, CarMotion motion, Lanes loads,
                  const Surface *const surfaces[CAR_WHEELS], WheelLanes *wheels);

/// Tyre forces of `count` cars, at the spins that the wheels had.
void wheels_roll(WheelLanes *const wheels[], int count, float dt);

/// Torques of engine and brakes, with the pedals that the assist left (`left`). Adds what ABS and
/// traction control did to car->assist.
void wheels_drive(Car *car, const CarModel *model, const CarControl *control, AssistPedals left,
                  float dt, WheelLanes *wheels);

/// Spins the wheels of `count` cars by these torques and by their tyres, whose forces follow: the
/// implicit half of the step.
void wheels_spin(WheelLanes *const wheels[], int count, float dt);

/// Stores the wheels in `car`. Returns the force of tyres, ground and air on the body, in its
/// frame.
Force wheels_end(const WheelLanes *wheels, const CarModel *model, CarMotion motion, Car *car);

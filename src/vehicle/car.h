/// The car: four wheels on a rigid body. Inputs and ground in, force and torque on the body out.
#pragma once

#include "collision/surface.h"
#include "dynamics/body.h"
#include "vehicle/car_model.h"

/// A car at rest in first gear; or rolling at `speed` m/s with spinning wheels and a fitting gear.
Car car_make(const CarModel *model, float speed);

/// Adds every field of `car` that decides how it goes on to `hash`, one by one.
void car_hash(const Car *car, Hash *hash);

/// One step of `dt` s: steering and pedals, load transfer, engine, gearbox, differential, brakes,
/// tyres, aerodynamics. Reads the body, adds to `force` (N, world) and `torque` (N m) what acts on
/// it, changes `car`. `surfaces[i]` is what wheel i stands on, `surface_index[i]` its index (kept
/// for pictures). Works at any dt up to 1/60 s. No allocation.
///
/// The body is only read: adding dt * force / mass to its velocity, and then dt * velocity to its
/// position, belongs to the world. Brake and throttle together: the brake wins. The brake held for
/// 0.2 s at a standstill engages reverse, where the pedals swap; the throttle then brakes and goes
/// back to first. CAR_INPUT_GEAR_UP or _DOWN takes the gears over for good (car->manual); then
/// reverse is below neutral, and the pedals do not swap.
void car_step(Car *car, const CarModel *model, const Body *body, CarInput input,
              const Surface *const surfaces[CAR_WHEELS], const uint8_t surface_index[CAR_WHEELS],
              float dt, vec2s *force, float *torque);

/// The part of one car in a step of many.
typedef struct CarTask {
    Car *car;
    const CarModel *model;
    const Body *body;
    CarInput input;
    uint8_t surface_index[CAR_WHEELS];
    const Surface *surfaces[CAR_WHEELS];
    Force out; ///< On the body; set by the step.
} CarTask;

/// car_step for `count` cars, to the same bits and quicker: their wheels go through each phase one
/// after the other, and a processor is on the long sums of several at a time.
void car_step_all(CarTask *tasks, int count, float dt);

/// car_step with a CarControl instead of an input.
void car_step_control(Car *car, const CarModel *model, const Body *body, const CarControl *control,
                      const Surface *const surfaces[CAR_WHEELS],
                      const uint8_t surface_index[CAR_WHEELS], float dt, vec2s *force,
                      float *torque);

/// The car: four wheels on a rigid body. Inputs and ground in, force and torque on the body out.
#pragma once

#include "collision/surface.h"
#include "dynamics/body.h"
#include "vehicle/car_model.h"

/// A car that rolls at `speed` m/s, its wheels turning and a gear that fits; at 0 it rests in
/// first.
Car car_make(const CarModel *model, float speed);

/// Adds to `hash`, one by one, every field of `car` that decides how it goes on.
void car_hash(const Car *car, Hash *hash);

/// One step of `dt` s: steering and pedals, load transfer, engine, gearbox, differential, brakes,
/// tyres, aerodynamics. Changes `car`, and adds the force (N, world frame) and torque (N m) on the
/// body to `force` and `torque`. Wheel i stands on `surfaces[i]`, whose index is `surface_index[i]`
/// (kept for pictures). Works at any dt up to 1/60 s. No allocation.
///
/// The body is only read: the world integrates it. Brake and throttle together: the brake wins. The
/// brake held for 0.2 s at a standstill engages reverse, where the pedals swap; the throttle then
/// brakes and goes back to first. CAR_INPUT_GEAR_UP or _DOWN takes the gears over for good
/// (car->manual); then reverse is below neutral, and the pedals do not swap.
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

/// car_step for `count` cars, to the same bits and quicker: each phase runs for all cars before the
/// next begins, so a processor works on the long sums of several cars at a time.
void car_step_all(CarTask *tasks, int count, float dt);

/// car_step with a CarControl instead of an input.
void car_step_control(Car *car, const CarModel *model, const Body *body, const CarControl *control,
                      const Surface *const surfaces[CAR_WHEELS],
                      const uint8_t surface_index[CAR_WHEELS], float dt, vec2s *force,
                      float *torque);

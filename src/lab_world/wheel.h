/// The panel of one wheel: how much of its sideways velocity its grip may take in a tick, and what
/// the force does to the car, by the tyre of vehicle/tyre.h and by three ways that the field takes.
///
/// Wheel frame: x along the wheel, y to its left.
#pragma once

#include "sheet/sheet.h"
#include "sheet/working.h"
#include "vehicle/car_model.h"

/// Ways to answer a sideways velocity.
typedef enum WheelWay {
    WHEEL_RAILS,   ///< All of it is gone after the tick, whatever the grip.
    WHEEL_LIMITED, ///< The same, up to the grip limit.
    WHEEL_TYRE,    ///< By slip angle, as the game does.
    WHEEL_CENTRE,  ///< The tyre's force, but at the centre of gravity.
    WHEEL_WAYS
} WheelWay;

/// What one way does to the car in a tick.
typedef struct WheelAnswer {
    float along, side;   ///< N, in the frame of the wheel.
    vec2s force;         ///< N, in the scene.
    float torque;        ///< N m around the centre of gravity.
    vec2s velocity_gain; ///< m/s, of the centre of gravity.
    float turn_gain;     ///< rad/s
    float side_left;     ///< m/s: the wheel's sideways velocity after the tick.
    float energy_gain;   ///< J, of the car's motion: below 0 the ground takes it.
} WheelAnswer;

typedef struct WheelStudy {
    CarModel model;
    int wheel;
    bool on_patch;        ///< It stands on the second shape.
    int surface;          ///< Under it: index into surface_built_in.
    vec2s at, arm;        ///< m: of its contact patch in the scene, and from the centre of gravity.
    vec2s ahead;          ///< Unit, where it points.
    vec2s car_velocity;   ///< m/s, of the centre of gravity.
    float spin;           ///< rad/s, of the car.
    vec2s velocity;       ///< m/s, of the patch, in the scene.
    float along, side;    ///< m/s, the same in its frame.
    float slip_angle;     ///< rad, 0 or more: between where it points and where it goes.
    float slip_ratio;     ///< Of its turning.
    float load, own_load; ///< N: in use, and its share of the standing car's weight.
    float limit_along, limit_side; ///< N: the ends of the friction ellipse.
    float mass_there;              ///< kg: that a sideways push at the wheel has to move.
    float impulse;                 ///< N s: of such a push that takes all of the sideways velocity.
    float tan_slip;                ///< Tangent of the slip angle that the tyre uses.
    float use;                     ///< Share of the peak slip, along and across together.
    float first_side; ///< N: the tyre's force in the first tick after rolling straight.
    WheelAnswer answers[WHEEL_WAYS];
} WheelStudy;

/// The first shape is a car.
WheelStudy wheel_make(const Scene *scene, const Solid solids[SCENE_SHAPES]);

/// The tyre's side force (N, 0 or more) once it has settled at `angle` rad (0 to pi / 2), at the
/// same speed, slip ratio and load.
float wheel_side_force(const WheelStudy *study, float angle);

/// Signed distance (m) of the line on which the tyre's force acts from the centre of gravity:
/// positive turns the car to the left. 0 without a force.
float wheel_lever(const WheelStudy *study);

void wheel_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working);
void wheel_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet);

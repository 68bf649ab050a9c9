/// The cars of a course as every engine drives them: where they start, the rule that pushes them
/// round, and what is measured of them.
#pragma once

#include "bench/course.h"
#include "bench/figures.h"

#define FIELD_DT          (1.0f / 240.0f) ///< s, of a step.
#define FIELD_LENGTH      4.5f            ///< m, of a car.
#define FIELD_WIDTH       1.9f            ///< m
#define FIELD_MASS        1200.0f         ///< kg
#define FIELD_FRICTION    0.3f            ///< Of cars and walls.
#define FIELD_RESTITUTION 0.1f

enum {
    FIELD_STEPS = 4, ///< Of a frame of 1/60 s.
};

/// Moment of inertia of a car about its centre, kg m2.
#define FIELD_INERTIA \
    (FIELD_MASS * (FIELD_LENGTH * FIELD_LENGTH + FIELD_WIDTH * FIELD_WIDTH) / 12.0f)

/// N and N m at the centre of a car.
typedef struct CarForce {
    float x, y, torque;
} CarForce;

/// What the rule remembers of a car.
typedef struct CarPlan {
    int at;      ///< Nearest point of the centre line.
    float phase; ///< rad, of its weaving.
    float speed; ///< m/s that it holds.
    float lane;  ///< m left of the centre line.
} CarPlan;

/// An owner; ended by field_destroy.
typedef struct Field {
    const Course *course; ///< Must outlive it.
    CarPlan *plans;
    CarState *states; ///< Filled by the engine before field_drive.
    CarForce *forces; ///< For each step of the frame; by field_drive.
    int count, frame;
} Field;

/// `count` cars at rest in rows behind each other; `states` says where.
Field field_make(const Course *course, int count);
void field_destroy(Field *field);

/// Bytes that a field of `count` cars holds: to be taken off what an engine is said to need.
double field_bytes(int count);

/// The forces of the next frame: hold a speed, damp what slides aside, steer along the course while
/// weaving across it.
void field_drive(Field *field);

/// Fills in the deepest overlap with a wall, how many cars are outside the walls, the mean speed
/// and a hash of all states, which the engine has filled in.
void field_measure(const Field *field, Figures *figures);

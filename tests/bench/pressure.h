/// Scenes that press bodies hard: queues into a wall, a cone between a car and a wall, crowds in a
/// corner, wedges, walls that are almost flush, a yard. Boxes slide freely, without tyres, and a
/// steady force acts on each. What is measured is how much they overlap, for how long, and energy
/// that comes from nowhere.
#pragma once

#include "bench/course.h"
#include "bench/figures.h"

#include <stdbool.h>

#define PRESSURE_DT (1.0 / 240.0) ///< s, of a step.

enum {
    PRESSURE_WALLS_MAX = 4,
    PRESSURE_BODIES_MAX = 12,
};

/// What a scenario's `size` names.
typedef enum PressureKind {
    PRESSURE_QUEUE_30, ///< Eight cars 5 cm apart drive into a wall at 30 m/s.
    PRESSURE_QUEUE_60,
    PRESSURE_QUEUE_GAPS, ///< At 60 m/s, half a metre apart, out of line by turns.
    PRESSURE_CONE_REST,  ///< A car pushes a cone into a wall, from rest ...
    PRESSURE_CONE_10,    ///< ... and at 10 m/s ...
    PRESSURE_CONE_30,    ///< ... and at 30.
    PRESSURE_CROWD_SLOW, ///< Twelve cars drift into a corner.
    PRESSURE_CROWD_PUSH, ///< They are pushed into it.
    PRESSURE_CROWD_FAST,
    PRESSURE_WEDGE, ///< A car drives between walls that close by two degrees.
    PRESSURE_STEP,  ///< A car slides along two walls, one of which stands out by 4 mm.
    PRESSURE_YARD,  ///< Twelve cars fly about between four walls.
} PressureKind;

typedef struct PressureBody {
    CarState start;
    float half_length, half_width; ///< m
    float mass;                    ///< kg
    float friction, restitution;
    float force_x, force_y; ///< N, at its centre, in every step.
} PressureBody;

/// kg m2 about the centre.
double pressure_inertia(const PressureBody *body);

typedef struct PressureScene {
    PairShape walls[PRESSURE_WALLS_MAX];
    PressureBody bodies[PRESSURE_BODIES_MAX];
    int wall_count, body_count;
    float wall_friction, wall_restitution;
    int steps;
} PressureScene;

/// A run of all variants of a kind, one after the other: starting places, speeds or seeds. The zero
/// value with its `kind` is about to begin the first.
typedef struct Pressure {
    PressureKind kind;
    PressureScene scene;                  ///< Of the variant under way.
    CarState states[PRESSURE_BODIES_MAX]; ///< Of its bodies; filled by the engine.
    int variant, step;
    CarState before[PRESSURE_BODIES_MAX]; ///< The last step.
    double given; ///< J: kinetic energy at the start and the work of the forces since then.
    int first_over, last_over; ///< Steps in which something overlaps by more than 1 cm.
    Figures figures;           ///< The worst of all variants.
} Pressure;

/// Steps of all variants together.
int pressure_steps(PressureKind kind);

/// Looks at what the last step did, and must be called before each step. Where it returns true the
/// next variant begins: the engine makes a world of `scene`.
bool pressure_prepare(Pressure *run);

/// The same after the last step of all, and the figures.
void pressure_measure(Pressure *run, Figures *figures);

/// A shape of a scene, ready for collision: its outline and the convex pieces that it is cut into.
#pragma once

#include "collision/outline.h"
#include "scene/scene.h"
#include "vehicle/car_params.h"

enum {
    SOLID_PIECES_MAX = SCENE_POINTS_MAX - 2,
};

typedef struct Solid {
    vec2s
        outline[CAR_OUTLINE_MAX]; ///< In its own frame, counter-clockwise; of a circle the centre,
    int outline_count;            ///< of a capsule the centres of its caps.
    Shape pieces[SOLID_PIECES_MAX];
    Outline outlines[SOLID_PIECES_MAX]; ///< Of each piece: what of it the whole outline has.
    int piece_count;
    Transform at;  ///< Where it stands in the scene.
    vec2s middle;  ///< m, its centre of gravity.
    float spread;  ///< m2: mean square distance of its area from there. Of a car 0: ...
    CarParams car; ///< ... its numbers say its inertia. Of others all are 0.
} Solid;

/// What may be wrong with the points of a wall or polygon.
typedef enum SolidFault {
    SOLID_FINE,
    SOLID_NOT_SIMPLE, ///< `check` says why.
    SOLID_TOO_THIN,   ///< All of it is thinner than 1 mm, or a convex piece than 0.1 mm.
} SolidFault;

typedef struct SolidCheck {
    SolidFault fault;
    PolygonCheck check;
} SolidCheck;

/// Makes the solid of `shape`. `car` are the numbers of the car that it names; NULL for others.
/// `out` is as it was where anything is wrong.
SolidCheck solid_make(const SceneShape *shape, const CarParams *car, Solid *out);

/// The box around `solid` as it would stand at `at`, radius included.
Box solid_bounds(const Solid *solid, Transform at);

/// The same in its own frame.
Box solid_box(const Solid *solid);

/// Whether `point` (in the scene) lies in it, edge included.
bool solid_contains(const Solid *solid, vec2s point);

/// The two pieces of `a` and `b` that are deepest in each other, or nearest, where both stand.
typedef struct SolidPair {
    int a, b; ///< Of the pieces.
} SolidPair;

SolidPair solid_pair(const Solid *a, const Solid *b);

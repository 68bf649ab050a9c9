/// Seeded sets of pairs of convex polygons, as a broad phase would pass them on: the boxes around
/// both, grown by 0.1 m each, overlap. Plain numbers, so that every engine can be given the same.
#pragma once

#include "bench/draws.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PAIR_POINTS_MAX = 8
};

typedef enum PairKind {
    PAIR_CAR_BOX,
    PAIR_CAR_HULL, ///< 8 points.
    PAIR_WALL,     ///< 10 m x 0.5 m.
    PAIR_TRIANGLE,
    PAIR_OCTAGON = PAIR_TRIANGLE + 4,
    PAIR_KIND_COUNT = PAIR_OCTAGON + 2,
} PairKind;

/// m, counter-clockwise.
typedef struct PairShape {
    int count;
    float x[PAIR_POINTS_MAX], y[PAIR_POINTS_MAX];
} PairShape;

/// Where a shape stands: position (m) and the cosine and sine of its angle.
typedef struct PairPose {
    float x, y, c, s;
} PairPose;

typedef struct PairItem {
    PairPose a, b;
    uint8_t a_kind, b_kind; ///< PairKind
} PairItem;

/// Between which numbers an answer must lie to be right.
typedef struct AnswerBounds {
    float low, high;
} AnswerBounds;

/// An owner; ended by pair_set_destroy.
typedef struct PairSet {
    PairShape shapes[PAIR_KIND_COUNT];
    PairItem *items;
    AnswerBounds *depths; ///< m, of the shortest push that parts each pair; -1: apart.
    int count;
} PairSet;

/// `count` pairs of which the share `overlap` overlaps: 70 % of those by 5 mm to 25 cm, the others
/// as they fall. None is nearer than 3 mm to touching. `boxes` asks for cars and walls alone.
PairSet pair_set_make(uint64_t seed, int count, double overlap, bool boxes);

/// `slots` pairs that move through `frames` frames of 1/60 s, frame by frame; about a quarter
/// overlap at the start.
PairSet pair_set_make_coherent(uint64_t seed, int slots, int frames);
void pair_set_destroy(PairSet *set);

/// A random pair, see above.
PairItem pair_set_draw(const PairSet *set, Draws *draws, bool boxes);

/// A pair's largest distance along any edge normal, in double, and that normal (unit, a to b):
/// negative where they overlap.
double pair_set_separation(const PairSet *set, const PairItem *item, double normal[2]);

/// A pair's true distance in double, m; negative where it overlaps: how deep.
double pair_set_distance(const PairSet *set, const PairItem *item);

/// Where something stands that starts at `x`, `y`, `angle` (m, rad).
PairPose pair_pose(double x, double y, double angle);

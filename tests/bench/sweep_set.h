/// Pairs of which the first moves toward the second, and when they meet.
#pragma once

#include "bench/pair_set.h"

/// How far from the other shape a moving one is to stop, m: the slop of Box2D, so that all engines
/// look for the same moment.
#define SWEEP_TARGET 0.005f

/// Motion of shape a of the pair of the same index, over one step.
typedef struct SweepItem {
    float move_x, move_y; ///< m
    float angle, turn;    ///< rad, at the start and over the step.
    float b_angle;        ///< rad, of shape b, which stands.
} SweepItem;

/// An owner; ended by sweep_set_destroy.
typedef struct SweepSet {
    PairSet pairs; ///< At the start of the step.
    SweepItem *items;
    AnswerBounds *times; ///< 0 to 1 of the step; 2: they do not meet.
    int count;
} SweepSet;

/// `count` pairs 5 cm to 8 m apart that come nearer: moves of up to 4 m and, with `turning`, turns
/// of up to 0.3 rad. The bounds of the times are those at which the shapes are 2 mm farther from
/// and nearer than SWEEP_TARGET; without turning, where they are 2 mm farther than that or touch.
SweepSet sweep_set_make(uint64_t seed, int count, bool turning);
void sweep_set_destroy(SweepSet *set);

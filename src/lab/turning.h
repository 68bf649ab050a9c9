/// The panel of a turning shape: conservative advancement, step by step, beside what takes no turn
/// into account.
#pragma once

#include "collision/sweep.h"
#include "sheet/sheet.h"
#include "sheet/working.h"

enum {
    TURNING_ADVANCES_MAX = 24,
};

/// One advance by the plain bound.
typedef struct TurningAdvance {
    float time;     ///< Share of the motion at which it measures.
    float distance; ///< m, then.
    float closing;  ///< m a motion: no point comes nearer along the axis of the gap faster.
    float next;     ///< Share of the motion that it may go on: distance / closing.
} TurningAdvance;

typedef struct Turning {
    Motion motion; ///< Of a as b sees it, which stands where it is at the begin.
    int piece_a,
        piece_b; ///< The pieces that meet first; of those that do not, the nearest at the begin.
    Shape a, b;
    Transform b_at;
    TurningAdvance advances[TURNING_ADVANCES_MAX];
    int count;
    bool advances_hit; ///< Whether the last advance ended at the other shape.
    SweepHit hit;      ///< The library's answer for these two.
    SweepHit capsule;  ///< That of the circle around a, on a straight line.
    SweepHit straight; ///< That of a without its turn.
} Turning;

Turning turning_make(const Scene *scene, const Solid solids[SCENE_SHAPES]);

/// Where a is at `time` of the motion.
Transform turning_place(const Turning *turning, float time);

/// Their distance (m) then; below 0 they overlap.
float turning_distance(const Turning *turning, float time);

void turning_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working);
void turning_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet);

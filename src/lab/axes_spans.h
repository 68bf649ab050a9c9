/// The separating axis test of a shape that moves straight: along every axis the gap is linear in
/// time, so each has one span of times in which it does not separate.
#pragma once

#include "collision/sweep.h"
#include "lab/axes.h"

/// Shares of the motion, which may lie before or beyond it.
typedef struct AxesSpan {
    float enter, leave; ///< -INFINITY and INFINITY: always; the other way round: never.
} AxesSpan;

typedef struct AxesSpans {
    vec2s move;              ///< m: of a less that of b over the motion, in the frame of a.
    AxesSpan rows[AXES_MAX]; ///< Of each row of the panel.
    AxesSpan all;            ///< What they have in common. Exact for sharp shapes.
    int last, first;         ///< The rows that enter last and leave first.
    SweepHit hit;            ///< The library's answer.
} AxesSpans;

/// `step` (s): the time of the motion. Turns are not looked at. Source: Ericson, Real-Time
/// Collision Detection (2005), section 5.5.
AxesSpans axes_spans_make(const Axes *axes, const Scene *scene, const Solid solids[SCENE_SHAPES],
                          float step);

void axes_spans_work(const Axes *axes, const AxesSpans *spans, Working *working);

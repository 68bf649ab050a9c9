/// When a moving shape first meets one that stands: no step is too long and no wall too thin.
#pragma once

#include "collision/shape.h"

/// A body's motion over one step: its origin moves on a straight line while it turns evenly.
typedef struct Motion {
    vec2s from, to;             ///< m, of the origin of the shape's frame.
    float angle_from, angle_to; ///< rad
} Motion;

typedef struct SweepHit {
    bool hit;
    float time;   ///< 0 to 1 of the motion.
    vec2s normal; ///< Unit, from the moving shape toward the standing one, in the world.
} SweepHit;

/// Exact swept separating axis test under translation alone: `a` moves by `move`, `b` stands at
/// `b_in_a`, and all, the normal of the answer too, is in the frame of `a`. Every face separation
/// is linear in time; sharp shapes meet in the time that all axes overlap, round ones also meet
/// where two corners pass within their radii (a quadratic in time). Shapes that overlap or touch at
/// the start hit at time 0. Two moving shapes: give `move` as the motion of the first less that of
/// the second. O(edges * points). Source: Ericson (2005), section 5.5.
SweepHit sweep_translate(const Shape *a, vec2s move, const Shape *b, Transform b_in_a);

/// The same for what may start inside, such as a shell in the hull of the car that fires it: what
/// overlaps at the start is no hit, whichever way it moves, until a step that begins outside.
/// Convex shapes that part on a straight line do not meet again in the same step, so nothing has to
/// be remembered. Shapes that start within 0.1 mm of touching hit, at time 0, where the motion
/// leads in: what stands at a wall does not slip through as one that was "inside".
SweepHit sweep_enter(const Shape *a, vec2s move, const Shape *b, Transform b_in_a);

/// Conservative advancement along the axis of the gap: `a` moves and turns, `b` stands at `b_at` in
/// the world. Reports the first time at which the distance is at most `target` (m), or within 0.1
/// mm of it. A negative target allows that much overlap, so that a body which scrapes along a wall
/// is not held up by it. Shapes nearer than that at the start hit at time 0. A motion too long for
/// the bounded number of advances counts as a hit at the time reached: never does a hit go
/// unreported. Typical passages take 1 to 3 advances. Source: Mirtich (1996), section 2.3.2;
/// Ericson (2005), section 5.5; the bound of second order on how fast turning closes the gap is
/// derived in the source.
SweepHit sweep_motion(const Shape *a, Motion motion, const Shape *b, Transform b_at, float target);

/// Time of impact of a moving shape with one that stands: no step is too long, no wall too thin.
#pragma once

#include "collision/shape.h"

/// A body's motion over one step: its origin moves on a straight line while it turns evenly.
typedef struct Motion {
    vec2s from, to;             ///< m, of the origin of the shape's frame.
    float angle_from, angle_to; ///< rad
} Motion;

typedef struct SweepHit {
    bool hit;
    float time;   ///< Time of impact, 0 to 1 of the motion.
    vec2s normal; ///< Unit, from the moving shape toward the standing one, in the world.
} SweepHit;

/// Exact swept separating axis test under translation alone. `a` moves by `move`, `b` stands at
/// `b_in_a`. All is in the frame of `a`, the normal of the answer too.
///
/// Along every edge normal the gap is linear in time. Sharp shapes touch when the last of these
/// gaps closes. Round ones also touch where two corners pass within their radii (a quadratic in
/// time). Shapes that overlap or touch at the start hit at time 0. Where both move, give `move` as
/// the motion of the first less that of the second. O(edges * points). Source: Ericson (2005),
/// section 5.5.
SweepHit sweep_translate(const Shape *a, vec2s move, const Shape *b, Transform b_in_a);

/// The same for a shape that may start inside, such as a shell in the hull of the car that fires
/// it. Shapes that overlap at the start do not hit, whichever way they move, until a step begins
/// outside. Nothing has to be remembered, because convex shapes that part on a straight line do not
/// touch again in the same step.
///
/// Shapes that start within SWEEP_TOUCH of each other hit at time 0 where the motion leads in. So a
/// shape that stands at a wall does not slip through as one that was "inside".
SweepHit sweep_enter(const Shape *a, vec2s move, const Shape *b, Transform b_in_a);

/// Conservative advancement along the axis of the gap: `a` moves and turns, `b` stands at `b_at` in
/// the world. Finds the first time at which the distance is at most `target` (m), within
/// SWEEP_TOUCH. A negative target allows that much overlap, so that a wall does not hold up a body
/// that scrapes along it. Shapes nearer than that at the start hit at time 0.
///
/// No hit goes unreported: a motion too long for the bounded number of advances counts as a hit at
/// the time reached. Typical passages take 1 to 3 advances. Source: Mirtich (1996), section 2.3.2;
/// Ericson (2005), section 5.5. The bound of second order on how fast turning closes the gap is
/// derived in motion_kernel.h.
SweepHit sweep_motion(const Shape *a, Motion motion, const Shape *b, Transform b_at, float target);

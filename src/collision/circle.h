/// Circles against circles, segments and polygons: standing, and moving over a step.
///
/// All is in one frame, the world's if need be: differences are taken in double, so that 10 km from
/// the origin costs no digits beyond those of the coordinates themselves. Radii are 0 or more.
#pragma once

#include "collision/sat.h"
#include "collision/sweep.h"

typedef struct Circle {
    vec2s center; ///< m
    float radius; ///< m
} Circle;

// ---------------------------------------------------------------- standing

/// Overlap of two circles: they touch or overlap where the distance of the centres is at most the
/// sum of the radii. Two around one point part along +x.
Overlap circle_overlap_circle(Circle a, Circle b);

/// Overlap of a circle with the segment from `from` to `to`, which may have no length. The normal
/// points from the centre to the segment's nearest point; where the centre lies on the segment, to
/// its left.
///
/// Measured by that nearest point, not by putting the line y = m x + b into the equation of the
/// circle: a vertical line has no m, and (m x + b)^2 = m^2 x^2 + 2 m b x + b^2 is easily got wrong.
Overlap circle_overlap_segment(Circle circle, vec2s from, vec2s to);

/// Overlap of a circle with a simple polygon (3 points at least, either winding), inside and all.
/// Moving the polygon by normal * depth, or the circle the other way, parts them if the polygon is
/// convex; a concave one it parts from its nearest edge. O(count).
Overlap circle_overlap_polygon(Circle circle, const vec2s *points, int count);

// ---------------------------------------------------------------- moving

/// Time of impact of two circles that move evenly by `a_move` and `b_move`.
///
/// With the gap g from a to b at the start, v the motion of a less that of b, and r the sum of the
/// radii, they touch where |g - v t| = r:
///
///     v.v t^2 - 2 g.v t + g.g - r^2 = 0
///
/// and first at the smaller root. Note r^2 = (ra + rb)^2, not ra^2 + rb^2, and that the root is
/// (g.v - sqrt(..)) / v.v with g.v > 0. Cases: circles that touch or overlap at the start hit at
/// time 0, whatever they do; circles that stand still to each other (v = 0) or move apart (g.v <=
/// 0) do not hit otherwise, nor those whose root lies beyond 1. Computed from the least distance of
/// the passage, |g - v g.v / v.v|, because the discriminant of the plain quadratic subtracts large
/// squares where the step is long against the radii. Source: Ericson, Real-Time Collision Detection
/// (2005), section 5.5.5.
SweepHit circle_sweep_circle(Circle a, vec2s a_move, Circle b, vec2s b_move);

/// Time of impact of a circle that moves by `move`, and so sweeps a capsule, with a segment. A
/// circle that touches it at the start hits at time 0.
SweepHit circle_sweep_segment(Circle circle, vec2s move, vec2s from, vec2s to);

/// The same for a simple polygon, inside and all: the hit nearest the start. Source: Ericson
/// (2005), section 5.5.7, in the plane. O(count).
SweepHit circle_sweep_polygon(Circle circle, vec2s move, const vec2s *points, int count);

// ---------------------------------------------------------------- without a radius

/// Where a segment crosses a polygon's outline.
typedef struct SegmentHit {
    bool hit;           ///< Whether it crosses or touches the outline.
    bool starts_inside; ///< Whether `from` lies in the polygon. Then a hit is the way out.
    float time;         ///< 0 to 1 from `from` to `to`.
    vec2s point;        ///< m, where it first crosses the outline.
    int edge;           ///< From point `edge` to the next; of equal times the first.
} SegmentHit;

/// Where the segment from `from` to `to` first crosses or touches the outline of a simple polygon
/// (3 points at least, either winding). A segment that lies inside does not hit the outline; it has
/// starts_inside. Segments along an edge, through a corner or without length are included: whether
/// they hit is exact (segments_cross). O(count).
SegmentHit segment_cross_polygon(vec2s from, vec2s to, const vec2s *points, int count);

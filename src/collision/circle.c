#include "collision/circle.h"

#include "base/assert.h"
#include "geometry/point.h"

#include <math.h>

/// a + b * scale.
static Point plus(Point a, Point b, double scale) {
    return (Point){a.x + b.x * scale, a.y + b.y * scale};
}

static vec2s unit(Point v, double length) {
    return vec2_make((float)(v.x / length), (float)(v.y / length));
}

static vec2s opposite(vec2s v) { return vec2_make(-v.x, -v.y); }

// ---------------------------------------------------------------- standing

/// Overlap of a circle of `radius` with a point that is `gap` away. `otherwise` is the normal where
/// the gap has no direction.
static Overlap overlap_across(Point gap, double radius, vec2s otherwise) {
    double distance2 = point_dot(gap, gap);
    if (distance2 > radius * radius) {
        return (Overlap){.hit = false};
    }
    double distance = sqrt(distance2);
    return (Overlap){.hit = true,
                     .normal = distance > 0.0 ? unit(gap, distance) : otherwise,
                     .depth = (float)(radius - distance)};
}

/// From the origin to the nearest point of the segment that starts at `from`.
static Point nearest_on_segment(Point from, Point along) {
    double length2 = point_dot(along, along);
    double t = length2 > 0.0 ? -point_dot(from, along) / length2 : 0.0;
    return plus(from, along, t < 0.0 ? 0.0 : (t > 1.0 ? 1.0 : t));
}

/// To the left of the segment; of one without length, along +x.
static vec2s left_of_segment(vec2s from, vec2s to) {
    Point along = point_between(from, to);
    double length2 = point_dot(along, along);
    return length2 > 0.0 ? unit((Point){-along.y, along.x}, sqrt(length2)) : vec2_make(1.0f, 0.0f);
}

Overlap circle_overlap_circle(Circle a, Circle b) {
    ASSERT(a.radius >= 0.0f && b.radius >= 0.0f);
    return overlap_across(point_between(a.center, b.center), (double)a.radius + (double)b.radius,
                          vec2_make(1.0f, 0.0f));
}

Overlap circle_overlap_segment(Circle circle, vec2s from, vec2s to) {
    ASSERT(circle.radius >= 0.0f);
    Point gap = nearest_on_segment(point_between(circle.center, from), point_between(from, to));
    return overlap_across(gap, (double)circle.radius, left_of_segment(from, to));
}

Overlap circle_overlap_polygon(Circle circle, const vec2s *points, int count) {
    ASSERT(points && count >= 3 && circle.radius >= 0.0f);
    Point nearest = {(double)INFINITY, 0.0};
    int edge = 0;
    for (int i = 0; i < count; i++) {
        vec2s from = points[i];
        vec2s to = points[(i + 1) % count];
        Point gap = nearest_on_segment(point_between(circle.center, from), point_between(from, to));
        if (point_dot(gap, gap) < point_dot(nearest, nearest)) {
            nearest = gap;
            edge = i;
        }
    }
    // The polygon moves to its inside to be rid of a circle at its edge.
    vec2s inward = left_of_segment(points[edge], points[(edge + 1) % count]);
    inward = polygon_area(points, count) < 0.0f ? opposite(inward) : inward;
    if (!polygon_contains(points, count, circle.center)) {
        return overlap_across(nearest, (double)circle.radius, inward);
    }
    double distance = point_length(nearest);
    return (Overlap){.hit = true,
                     .normal = distance > 0.0 ? opposite(unit(nearest, distance)) : inward,
                     .depth = (float)((double)circle.radius + distance)};
}

// ---------------------------------------------------------------- moving

/// A hit in double. None: `time` is infinite.
typedef struct Impact {
    double time;
    Point normal; ///< Not 0, of any length, from the moving shape to the other.
} Impact;

static const Impact no_impact = {.time = (double)INFINITY};

/// When the point that moves from the origin by `move` comes within `radius` of `gap`; see
/// circle_sweep_circle. Only for a start outside.
static Impact sweep_point(Point gap, Point move, double radius) {
    double closing = point_dot(gap, move);
    double move2 = point_dot(move, move);
    if (!(closing > 0.0) || !(move2 > 0.0)) {
        return no_impact;
    }
    double nearest = closing / move2;
    Point miss = plus(gap, move, -nearest);
    double inside2 = radius * radius - point_dot(miss, miss);
    if (inside2 < 0.0) {
        return no_impact;
    }
    double time = nearest - sqrt(inside2 / move2);
    time = time < 0.0 ? 0.0 : time; // rounding of a start that all but touches
    Point normal = plus(gap, move, -time);
    return (Impact){time, point_dot(normal, normal) > 0.0 ? normal : move};
}

/// The same for the segment from `from` by `along`: its two sides, each `radius` out, and the
/// circles around its ends.
static Impact sweep_segment(Point from, Point along, Point move, double radius) {
    Impact best = sweep_point(from, move, radius);
    double length2 = point_dot(along, along);
    if (!(length2 > 0.0)) {
        return best;
    }
    Impact at_end = sweep_point(plus(from, along, 1.0), move, radius);
    best = at_end.time < best.time ? at_end : best;
    // Across the line, from the point to it: the side that it starts on.
    double length = sqrt(length2);
    Point across = {-along.y / length, along.x / length};
    double distance = point_dot(across, from);
    across = distance < 0.0 ? (Point){-across.x, -across.y} : across;
    double gap = fabs(distance) - radius;
    double speed = point_dot(across, move);
    if (gap >= 0.0 && speed > 0.0 && gap / speed < best.time) {
        double here = -point_dot(plus(from, move, -gap / speed), along);
        if (here >= 0.0 && here <= length2) {
            best = (Impact){gap / speed, across};
        }
    }
    return best;
}

/// The hit of shapes that stand as `start` says before they move: at time 0 where they touch then.
static SweepHit hit_of(Overlap start, Impact impact) {
    if (start.hit) {
        return (SweepHit){.hit = true, .time = 0.0f, .normal = start.normal};
    }
    if (impact.time > 1.0) {
        return (SweepHit){.hit = false};
    }
    return (SweepHit){.hit = true,
                      .time = (float)impact.time,
                      .normal = unit(impact.normal, sqrt(point_dot(impact.normal, impact.normal)))};
}

SweepHit circle_sweep_circle(Circle a, vec2s a_move, Circle b, vec2s b_move) {
    return hit_of(circle_overlap_circle(a, b),
                  sweep_point(point_between(a.center, b.center), point_between(b_move, a_move),
                              (double)a.radius + (double)b.radius));
}

SweepHit circle_sweep_segment(Circle circle, vec2s move, vec2s from, vec2s to) {
    return hit_of(circle_overlap_segment(circle, from, to),
                  sweep_segment(point_between(circle.center, from), point_between(from, to),
                                point_of(move), (double)circle.radius));
}

SweepHit circle_sweep_polygon(Circle circle, vec2s move, const vec2s *points, int count) {
    Overlap start = circle_overlap_polygon(circle, points, count);
    Impact best = no_impact;
    for (int i = 0; i < count; i++) {
        vec2s from = points[i];
        Impact impact = sweep_segment(point_between(circle.center, from),
                                      point_between(from, points[(i + 1) % count]), point_of(move),
                                      (double)circle.radius);
        best = impact.time < best.time ? impact : best;
    }
    return hit_of(start, best);
}

// ---------------------------------------------------------------- without a radius

SegmentHit segment_cross_polygon(vec2s from, vec2s to, const vec2s *points, int count) {
    ASSERT(points && count >= 3);
    SegmentHit best = {.starts_inside = polygon_contains(points, count, from)};
    Point along = point_between(from, to);
    double length2 = point_dot(along, along);
    double first = (double)INFINITY;
    for (int i = 0; i < count; i++) {
        vec2s at;
        if (!segments_cross(from, to, points[i], points[(i + 1) % count], &at)) {
            continue;
        }
        double time = length2 > 0.0 ? point_dot(point_between(from, at), along) / length2 : 0.0;
        time = time < 0.0 ? 0.0 : (time > 1.0 ? 1.0 : time);
        if (time < first) {
            first = time;
            best.hit = true;
            best.time = (float)time;
            best.point = at;
            best.edge = i;
        }
    }
    return best;
}

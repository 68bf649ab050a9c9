#include "geometry/polygon.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/polygon_parts.h"

#include <float.h>
#include <math.h>

// ---- boxes ----------------------------------------------------------------------------------

Box box_of(const vec2s *points, int count) {
    Box box = {.low = {{FLT_MAX, FLT_MAX}}, .high = {{-FLT_MAX, -FLT_MAX}}};
    for (int i = 0; i < count; i++) {
        box = box_add(box, points[i]);
    }
    return box;
}

Box box_add(Box box, vec2s point) { return box_union(box, (Box){point, point}); }

Box box_union(Box a, Box b) {
    return (Box){glms_vec2_minv(a.low, b.low), glms_vec2_maxv(a.high, b.high)};
}

Box box_grow(Box box, float margin) {
    return (Box){glms_vec2_subs(box.low, margin), glms_vec2_adds(box.high, margin)};
}

bool box_overlap(Box a, Box b) {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y;
}

bool box_contains(Box box, vec2s point) {
    return point.x >= box.low.x && point.x <= box.high.x && point.y >= box.low.y &&
           point.y <= box.high.y;
}

// ---- measures -------------------------------------------------------------------------------

/// Sign of the exact sum of six doubles: each is added to an expansion whose parts do not overlap,
/// so that the largest part that is not zero has the sign of the whole (Shewchuk 1997, figure 10).
static int sum_sign(const double terms[6]) {
    double parts[6] = {0.0};
    for (int k = 0; k < 6; k++) {
        double sum = terms[k];
        for (int i = 0; i < k; i++) {
            double total = sum + parts[i];
            double virtual_part = total - sum;
            parts[i] = (sum - (total - virtual_part)) + (parts[i] - virtual_part);
            sum = total;
        }
        parts[k] = sum;
    }
    for (int k = 5; k >= 0; k--) {
        if (parts[k] > 0.0 || parts[k] < 0.0) {
            return parts[k] > 0.0 ? 1 : -1;
        }
    }
    return 0;
}

int points_turn(vec2s a, vec2s b, vec2s c) {
    double ax = (double)a.x, ay = (double)a.y;
    double bx = (double)b.x, by = (double)b.y;
    double cx = (double)c.x, cy = (double)c.y;
    double left = (ax - cx) * (by - cy);
    double right = (ay - cy) * (bx - cx);
    double turn = left - right;
    // (3 + 16 e) e with e = 2^-53: what rounding can do at most (Shewchuk 1997, section 4.3).
    double bound = 3.3306690738754716e-16 * (fabs(left) + fabs(right));
    if (turn > bound || turn < -bound) {
        return turn > 0.0 ? 1 : -1;
    }
    // A product of two floats is exact in double; their sum is made exact by sum_sign.
    return sum_sign((double[6]){ax * by, -ay * bx, bx * cy, -by * cx, cx * ay, -cy * ax});
}

float polygon_area(const vec2s *points, int count) { return (float)points_area(points, count); }

static vec2s mean_of(const vec2s *points, int count) {
    double x = 0.0;
    double y = 0.0;
    for (int i = 0; i < count; i++) {
        x += (double)points[i].x;
        y += (double)points[i].y;
    }
    return (vec2s){{(float)(x / (double)count), (float)(y / (double)count)}};
}

vec2s polygon_centroid(const vec2s *points, int count) {
    ASSERT(count >= 1);
    // Relative to the first point, so that distance from the origin costs no digits.
    double area = 0.0;
    double x = 0.0;
    double y = 0.0;
    for (int i = 1; i + 1 < count; i++) {
        Point u = point_between(points[0], points[i]);
        Point v = point_between(points[0], points[i + 1]);
        double cross = point_cross(u, v);
        area += cross;
        x += (u.x + v.x) * cross;
        y += (u.y + v.y) * cross;
    }
    if (!(fabs(area) > 0.0)) {
        return mean_of(points, count);
    }
    return (vec2s){{(float)((double)points[0].x + x / (3.0 * area)),
                    (float)((double)points[0].y + y / (3.0 * area))}};
}

float polygon_mean_square(const vec2s *points, int count) {
    double area = 0.0;
    double sum = 0.0;
    for (int i = 0; i < count; i++) { // over the triangles to each edge
        vec2s a = points[i];
        vec2s b = points[(i + 1) % count];
        double cross = (double)a.x * (double)b.y - (double)a.y * (double)b.x;
        double squares =
            (double)glms_vec2_dot(a, a) + (double)glms_vec2_dot(a, b) + (double)glms_vec2_dot(b, b);
        area += 0.5 * cross;
        sum += cross * squares / 12.0;
    }
    return (float)(sum / area);
}

/// Whether the direction from `a` to `b` is "up" in the order by y, then x: a convex polygon
/// changes it twice in a round.
static bool goes_up(vec2s a, vec2s b) { return b.y > a.y || (!(b.y < a.y) && b.x > a.x); }

bool polygon_is_convex(const vec2s *points, int count) {
    if (count < 3) {
        return false;
    }
    int changes = 0;
    vec2s a = points[count - 2];
    vec2s b = points[count - 1];
    for (int i = 0; i < count; i++) {
        vec2s c = points[i];
        Point u = point_between(a, b);
        Point v = point_between(b, c);
        double cross = point_cross(u, v);
        double slack = 1e-6 * sqrt(point_dot(u, u) * point_dot(v, v));
        if (cross < -slack || (cross <= slack && point_dot(u, v) < 0.0)) {
            return false;
        }
        changes += goes_up(a, b) != goes_up(b, c) ? 1 : 0;
        a = b;
        b = c;
    }
    return changes <= 2;
}

bool polygon_contains(const vec2s *points, int count, vec2s point) {
    bool inside = false;
    for (int i = 0, j = count - 1; i < count; j = i++) {
        bool i_above = points[i].y > point.y;
        bool j_above = points[j].y > point.y;
        // The edge crosses the level of the point: does it do so to the right of it?
        if (i_above != j_above && (points_turn(points[j], points[i], point) > 0) == i_above) {
            inside = !inside;
        }
    }
    return inside;
}

// ---- segments -------------------------------------------------------------------------------

/// Segments on one line, or points: the place of overlap that is nearest to a.
static bool collinear_cross(vec2s a, vec2s b, vec2s c, vec2s d, vec2s *at) {
    if (segment_holds(c, d, a)) {
        *at = a;
        return true;
    }
    bool c_on = segment_holds(a, b, c);
    bool d_on = segment_holds(a, b, d);
    if (c_on && d_on) {
        *at = points_distance2(a, d) < points_distance2(a, c) ? d : c;
    } else if (c_on || d_on) {
        *at = c_on ? c : d;
    }
    return c_on || d_on;
}

/// Where ab crosses the line cd; the two are not parallel.
static vec2s crossing_of(vec2s a, vec2s b, vec2s c, vec2s d) {
    Point u = point_between(a, b);
    Point v = point_between(c, d);
    double t = point_cross(point_between(a, c), v) / point_cross(u, v);
    t = t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
    return (vec2s){{(float)((double)a.x + t * u.x), (float)((double)a.y + t * u.y)}};
}

bool segments_cross(vec2s a, vec2s b, vec2s c, vec2s d, vec2s *at) {
    vec2s unused;
    vec2s *place = at != NULL ? at : &unused;
    int a_side = points_turn(c, d, a);
    int b_side = points_turn(c, d, b);
    int c_side = points_turn(a, b, c);
    int d_side = points_turn(a, b, d);
    if (a_side == 0 && b_side == 0 && c_side == 0 && d_side == 0) {
        return collinear_cross(a, b, c, d, place);
    }
    if (a_side * b_side > 0 || c_side * d_side > 0) {
        return false;
    }
    if (a_side == 0 || b_side == 0) {
        *place = a_side == 0 ? a : b;
    } else if (c_side == 0 || d_side == 0) {
        *place = c_side == 0 ? c : d;
    } else {
        *place = crossing_of(a, b, c, d);
    }
    return true;
}

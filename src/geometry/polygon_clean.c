/// The second half of polygon.h: drops points that add nothing, and checks that a polygon is
/// simple.
#include "base/arena.h"
#include "base/assert.h"
#include "geometry/polygon.h"
#include "geometry/polygon_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Points closer than this are one point, and points less off a line lie on it (m). Below what an
/// editor shows and above what floats lose 10 km from the origin.
#define POLYGON_TOLERANCE 1e-3

/// Parts of an outline nearer than this touch (m): no convex piece may have a shorter edge
/// (SHAPE_EDGE_MIN in collision/tolerances.h), and a piece that leads through such a neck would be
/// missing as a whole.
#define POLYGON_NECK_MIN 1e-4

/// Below this area (m2) a polygon has none.
#define POLYGON_AREA_MIN 1e-6

// ---- clean-up -------------------------------------------------------------------------------

static bool all_finite(const vec2s *points, int count) {
    for (int i = 0; i < count; i++) {
        if (!isfinite(points[i].x) || !isfinite(points[i].y)) {
            return false;
        }
    }
    return true;
}

static bool same_point(vec2s a, vec2s b) {
    return points_distance2(a, b) < POLYGON_TOLERANCE * POLYGON_TOLERANCE;
}

/// Writes the indices of the points that stay when neighbours closer than the tolerance become
/// one, the last and the first included. Returns how many.
static int merge_neighbours(const vec2s *points, int count, int *kept) {
    int left = 0;
    for (int i = 0; i < count; i++) {
        if (left == 0 || !same_point(points[kept[left - 1]], points[i])) {
            kept[left++] = i;
        }
    }
    while (left > 1 && same_point(points[kept[left - 1]], points[kept[0]])) {
        left--;
    }
    return left;
}

/// The entry of `kept` whose point is farthest from that of entry 0: surely a corner of the hull.
static int farthest_entry(const vec2s *points, const int *kept, int count) {
    int best = 0;
    for (int i = 1; i < count; i++) {
        if (points_distance2(points[kept[0]], points[kept[i]]) >
            points_distance2(points[kept[0]], points[kept[best]])) {
            best = i;
        }
    }
    return best;
}

/// Whether all points lie within the tolerance of the line from the first to the farthest.
static bool on_one_line(const vec2s *points, const int *kept, int count) {
    vec2s a = points[kept[0]];
    vec2s b = points[kept[farthest_entry(points, kept, count)]];
    Point along = point_between(a, b);
    double limit = POLYGON_TOLERANCE * point_length(along);
    for (int i = 0; i < count; i++) {
        if (fabs(point_cross(along, point_between(a, points[kept[i]]))) > limit) {
            return false;
        }
    }
    return true;
}

/// The directions in which a straight line may leave `start` so that it passes all points since
/// within the tolerance: between `right` and `left`, less than half a turn. Source: Zhao &
/// Saalfeld, Linear-time sleeve-fitting polyline simplification algorithms (1997).
typedef struct Sleeve {
    vec2s start;
    Point right, left;
    bool open; ///< No point yet: all directions.
} Sleeve;

static bool sleeve_admits(const Sleeve *sleeve, vec2s point) {
    Point to = point_between(sleeve->start, point);
    return sleeve->open ||
           (point_cross(sleeve->right, to) >= 0.0 && point_cross(sleeve->left, to) <= 0.0);
}

/// Narrows the sleeve by the tangents from its start to the circle of tolerance around `point`.
static void sleeve_narrow(Sleeve *sleeve, vec2s point) {
    Point to = point_between(sleeve->start, point);
    double sine = POLYGON_TOLERANCE / point_length(to);
    if (!(sine < 1.0)) {
        return;
    }
    double cosine = sqrt(1.0 - sine * sine);
    Point right = {cosine * to.x + sine * to.y, cosine * to.y - sine * to.x};
    Point left = {cosine * to.x - sine * to.y, cosine * to.y + sine * to.x};
    if (sleeve->open || point_cross(sleeve->right, right) > 0.0) {
        sleeve->right = right;
    }
    if (sleeve->open || point_cross(sleeve->left, left) < 0.0) {
        sleeve->left = left;
    }
    sleeve->open = false;
}

/// Whether the path a, b, c goes on at b rather than back.
static bool goes_on(vec2s a, vec2s b, vec2s c) {
    return point_dot(point_between(a, b), point_between(b, c)) > 0.0;
}

/// Drops the entries whose points lie on the straight line between their neighbours that stay.
/// Starts at a corner of the hull; a dropped point is within the tolerance of what replaces it,
/// however long the run (a circle of many points keeps its shape). Returns how many stay.
static int drop_straight(const vec2s *points, int *kept, int count, bool *stays) {
    int first = farthest_entry(points, kept, count);
    Sleeve sleeve = {.start = points[kept[first]], .open = true};
    for (int k = 0; k < count; k++) {
        stays[k] = true;
    }
    for (int k = 1; k < count; k++) {
        int here = (first + k) % count;
        vec2s point = points[kept[here]];
        vec2s next = points[kept[(here + 1) % count]];
        sleeve_narrow(&sleeve, point);
        if (sleeve_admits(&sleeve, next) && goes_on(sleeve.start, point, next)) {
            stays[here] = false;
        } else {
            sleeve = (Sleeve){.start = point, .open = true};
        }
    }
    int left = 0;
    for (int k = 0; k < count; k++) {
        if (stays[k]) {
            kept[left++] = kept[k];
        }
    }
    return left;
}

// ---- check ----------------------------------------------------------------------------------

/// An edge of the merged polygon, for the sweep.
typedef struct SweepEdge {
    Box box;
    int edge;
} SweepEdge;

static int compare_edges(const void *left, const void *right) {
    const SweepEdge *a = left;
    const SweepEdge *b = right;
    if (a->box.low.x < b->box.low.x || a->box.low.x > b->box.low.x) {
        return a->box.low.x < b->box.low.x ? -1 : 1;
    }
    return a->edge - b->edge; // decides ties, so that the order is the same everywhere
}

/// Merged polygon: point k is points[kept[k]], edge k goes from there to the next.
typedef struct MergedPolygon {
    const vec2s *points;
    const int *kept;
    int count;
} MergedPolygon;

static vec2s merged_point(const MergedPolygon *polygon, int k) {
    return polygon->points[polygon->kept[k % polygon->count]];
}

static PolygonCheck touch_at(const MergedPolygon *polygon, int point, int edge) {
    return (PolygonCheck){.fault = POLYGON_TOUCHES,
                          .a = polygon->kept[point % polygon->count],
                          .b = polygon->kept[edge],
                          .at = merged_point(polygon, point)};
}

/// Edges `i` and `i + 1` (round the end): they may share their corner and nothing else.
static PolygonCheck check_neighbours(const MergedPolygon *polygon, int i, int next) {
    vec2s a = merged_point(polygon, i);
    vec2s b = merged_point(polygon, next);
    vec2s c = merged_point(polygon, next + 1);
    if (points_turn(a, b, c) != 0 || goes_on(a, b, c)) {
        return (PolygonCheck){.fault = POLYGON_FINE};
    }
    return points_distance2(b, c) <= points_distance2(b, a) ? touch_at(polygon, next + 1, i)
                                                            : touch_at(polygon, i, next);
}

/// Whether `point` is nearer to the segment ab than a neck may be.
static bool is_neck(vec2s a, vec2s b, vec2s point) {
    Point along = point_between(a, b);
    Point to = point_between(a, point);
    double t = point_dot(to, along) / point_dot(along, along);
    t = t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
    Point off = {to.x - t * along.x, to.y - t * along.y};
    return point_dot(off, off) < POLYGON_NECK_MIN * POLYGON_NECK_MIN;
}

/// Whether `point` lies on the segment ab.
static bool is_on(vec2s a, vec2s b, vec2s point) {
    return points_turn(a, b, point) == 0 && segment_holds(a, b, point);
}

/// Edges `i` and `j` that do not follow each other: whether an end of one `touches` the other.
static PolygonCheck check_ends(const MergedPolygon *polygon, int i, int j,
                               bool (*touches)(vec2s a, vec2s b, vec2s point)) {
    const int pairs[4][2] = {{j, i}, {j + 1, i}, {i, j}, {i + 1, j}}; // point, edge
    for (int k = 0; k < 4; k++) {
        int edge = pairs[k][1];
        if (touches(merged_point(polygon, edge), merged_point(polygon, edge + 1),
                    merged_point(polygon, pairs[k][0]))) {
            return touch_at(polygon, pairs[k][0], edge);
        }
    }
    return (PolygonCheck){.fault = POLYGON_FINE};
}

static PolygonCheck check_edges(const MergedPolygon *polygon, int i, int j) {
    if (j == i + 1) {
        return check_neighbours(polygon, i, j);
    }
    if (i == 0 && j == polygon->count - 1) {
        return check_neighbours(polygon, j, i);
    }
    vec2s a = merged_point(polygon, i);
    vec2s b = merged_point(polygon, i + 1);
    vec2s c = merged_point(polygon, j);
    vec2s d = merged_point(polygon, j + 1);
    vec2s at;
    if (!segments_cross(a, b, c, d, &at)) {
        return check_ends(polygon, i, j, is_neck);
    }
    PolygonCheck touch = check_ends(polygon, i, j, is_on);
    if (touch.fault != POLYGON_FINE) {
        return touch;
    }
    return (PolygonCheck){
        .fault = POLYGON_CROSSES, .a = polygon->kept[i], .b = polygon->kept[j], .at = at};
}

/// Of all pairs of edges that meet, reports the one of the lowest numbers.
static PolygonCheck check_all_edges(const MergedPolygon *polygon, Arena *scratch) {
    int count = polygon->count;
    SweepEdge *edges = arena_array(scratch, (size_t)count, sizeof *edges);
    for (int k = 0; k < count; k++) {
        vec2s ends[2] = {merged_point(polygon, k), merged_point(polygon, k + 1)};
        edges[k] =
            (SweepEdge){.box = box_grow(box_of(ends, 2), (float)POLYGON_NECK_MIN), .edge = k};
    }
    qsort(edges, (size_t)count, sizeof *edges, compare_edges);
    PolygonCheck best = {.fault = POLYGON_FINE};
    int best_low = count;
    int best_high = count;
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count && edges[j].box.low.x <= edges[i].box.high.x; j++) {
            int low = edges[i].edge < edges[j].edge ? edges[i].edge : edges[j].edge;
            int high = edges[i].edge + edges[j].edge - low;
            bool better = low < best_low || (low == best_low && high < best_high);
            if (!better || !box_overlap(edges[i].box, edges[j].box)) {
                continue;
            }
            PolygonCheck check = check_edges(polygon, low, high);
            if (check.fault != POLYGON_FINE) {
                best = check;
                best_low = low;
                best_high = high;
            }
        }
    }
    return best;
}

/// Whether three of the points are farther apart than the tolerance.
static bool three_differ(const vec2s *points, const int *kept, int count) {
    int second = 0;
    for (int k = 1; k < count; k++) {
        if (!same_point(points[kept[0]], points[kept[k]])) {
            if (second == 0) {
                second = k;
            } else if (!same_point(points[kept[second]], points[kept[k]])) {
                return true;
            }
        }
    }
    return false;
}

PolygonCheck polygon_check(const vec2s *points, int count) {
    ASSERT(count >= 0 && all_finite(points, count));
    Arena scratch = {0};
    int *kept = arena_array(&scratch, (size_t)count + 1, sizeof *kept);
    int left = merge_neighbours(points, count, kept);
    MergedPolygon polygon = {.points = points, .kept = kept, .count = left};
    PolygonCheck check = {.fault = POLYGON_FINE};
    if (!three_differ(points, kept, left)) {
        check.fault = POLYGON_TOO_FEW;
    } else if (on_one_line(points, kept, left)) {
        check = (PolygonCheck){.fault = POLYGON_NO_AREA, .at = points[kept[0]]};
    } else {
        check = check_all_edges(&polygon, &scratch);
    }
    arena_destroy(&scratch);
    return check;
}

// ---- the whole clean-up -----------------------------------------------------------------------

/// Merges and drops points; `kept` gets the indices of those that stay, `stays` is room for
/// `count`. Straight points are kept after all where the outline without them, a millimetre aside,
/// would cross a part of itself that is nearer than that: what was simple stays simple.
static int clean_entries(const vec2s *points, int count, int *kept, bool *stays, Arena *scratch) {
    int merged = merge_neighbours(points, count, kept);
    if (merged < 3 || on_one_line(points, kept, merged)) {
        return 0;
    }
    int *all = arena_array(scratch, (size_t)merged, sizeof *all);
    memcpy(all, kept, (size_t)merged * sizeof *all);
    int left = drop_straight(points, kept, merged, stays);
    MergedPolygon polygon = {points, kept, left};
    if (left < 3 || left == merged || check_all_edges(&polygon, scratch).fault == POLYGON_FINE) {
        return left;
    }
    memcpy(kept, all, (size_t)merged * sizeof *all);
    return merged;
}

int polygon_normalise(vec2s *points, int count, int *kept) {
    ASSERT(count >= 0 && all_finite(points, count));
    Arena scratch = {0};
    int *index = arena_array(&scratch, (size_t)count + 1, sizeof *index);
    bool *stays = arena_array(&scratch, (size_t)count + 1, sizeof *stays);
    vec2s *result = arena_array(&scratch, (size_t)count + 1, sizeof *result);
    int left = clean_entries(points, count, index, stays, &scratch);
    for (int i = 0; i < left; i++) {
        result[i] = points[index[i]];
    }
    double area = points_area(result, left);
    if (left < 3 || fabs(area) < POLYGON_AREA_MIN) {
        left = 0;
    }
    for (int i = 0; i < left; i++) {
        int from = area > 0.0 ? i : left - 1 - i;
        points[i] = result[from];
        if (kept != NULL) {
            kept[i] = index[from];
        }
    }
    arena_destroy(&scratch);
    return left;
}

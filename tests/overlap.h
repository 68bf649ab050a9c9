/// How deep things overlap, in double, by another way than the library's: it knows no outlines,
/// seams, biases or caches, and never asks the world what touches. By pieces: what it says is at
/// most the true depth of the whole.
#pragma once

#include "collision/hull.h"
#include "collision/wall_piece.h"

#include "reference.h"

/// A hull or a wall as it stands somewhere, in world axes.
typedef struct Standing {
    RefShape pieces[HULL_PIECES_MAX];
    int count;
    RefPoint centre;
    double radius; ///< m, of a circle around `centre` that holds all of it.
} Standing;

static inline Standing standing_hull(const Hull *hull, RefTransform at) {
    Standing out = {.count = hull->count,
                    .centre = at.position,
                    .radius = (double)hull->bounding_radius + 1e-3};
    for (int i = 0; i < hull->count; i++) {
        out.pieces[i] = ref_shape(&hull->pieces[i], at);
    }
    return out;
}

static inline Standing standing_wall(const WallPiece *piece) {
    Standing out = {.count = 1, .centre = ref_of(piece->origin)};
    out.pieces[0] = ref_shape(&piece->shape, (RefTransform){out.centre, 1.0, 0.0});
    out.radius = (double)piece->shape.bounding_radius + 1e-3;
    return out;
}

/// Along which direction two things are farthest apart, or overlap least.
typedef struct OverlapAxis {
    double distance; ///< m; negative: the depth of the overlap. Apart, at most the true distance.
    RefPoint normal; ///< Unit, first to second.
} OverlapAxis;

/// ref_distance_along in comparisons, which compilers make faster than calls of fmin and fmax.
static inline double overlap_along(const RefShape *a, const RefShape *b, RefPoint normal) {
    double top = ref_dot(normal, a->points[0]);
    double bottom = ref_dot(normal, b->points[0]);
    for (int i = 1; i < a->count; i++) {
        double at = ref_dot(normal, a->points[i]);
        top = at > top ? at : top;
    }
    for (int i = 1; i < b->count; i++) {
        double at = ref_dot(normal, b->points[i]);
        bottom = at < bottom ? at : bottom;
    }
    return bottom - top - a->radius - b->radius;
}

/// Tries the direction x, y of any length, if it has one.
static inline void overlap_try(const RefShape *a, const RefShape *b, double x, double y,
                               OverlapAxis *best) {
    double length = sqrt(x * x + y * y);
    if (length > 0.0) {
        RefPoint normal = {x / length, y / length};
        double distance = overlap_along(a, b, normal);
        if (distance > best->distance) {
            *best = (OverlapAxis){distance, normal};
        }
    }
}

/// The separating axis test of two convex shapes: all edge normals and, where one is round, all
/// directions between two points. Ends with any axis that says more than `limit`.
static inline OverlapAxis overlap_axis(const RefShape *a, const RefShape *b, double limit) {
    OverlapAxis best = {.distance = -(double)INFINITY};
    for (int i = 0; a->count > 1 && i < a->count && best.distance <= limit; i++) {
        RefPoint along = ref_sub(a->points[(i + 1) % a->count], a->points[i]);
        overlap_try(a, b, along.y, -along.x, &best);
    }
    for (int i = 0; b->count > 1 && i < b->count && best.distance <= limit; i++) {
        RefPoint along = ref_sub(b->points[(i + 1) % b->count], b->points[i]);
        overlap_try(a, b, -along.y, along.x, &best);
    }
    bool round = a->radius + b->radius > 0.0 || a->count + b->count == 2;
    for (int i = 0; round && i < a->count; i++) {
        for (int k = 0; k < b->count && best.distance <= limit; k++) {
            RefPoint along = ref_sub(b->points[k], a->points[i]);
            overlap_try(a, b, along.x, along.y, &best);
        }
    }
    if (a->count == 1 && b->count == 1) { // circles about one point: any direction will do
        overlap_try(a, b, 1.0, 0.0, &best);
    }
    return best;
}

/// The pair of pieces that overlaps most. Above `limit` the answer may be any distance above it.
static inline OverlapAxis standing_axis(const Standing *a, const Standing *b, double limit) {
    RefPoint apart = ref_sub(b->centre, a->centre);
    double reach = a->radius + b->radius + fmax(limit, 0.0);
    double centres2 = ref_dot(apart, apart);
    if (centres2 > reach * reach) {
        double centres = sqrt(centres2);
        return (OverlapAxis){centres - a->radius - b->radius,
                             {apart.x / centres, apart.y / centres}};
    }
    OverlapAxis least = {.distance = (double)INFINITY};
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            OverlapAxis axis = overlap_axis(&a->pieces[i], &b->pieces[k], limit);
            least = axis.distance < least.distance ? axis : least;
        }
    }
    return least;
}

/// Its distance alone, m.
static inline double standing_separation(const Standing *a, const Standing *b, double limit) {
    return standing_axis(a, b, limit).distance;
}

/// The mesh of a polygon's partition: what partition.c builds and partition_improve.c makes small.
#pragma once

#include "base/arena.h"
#include "geometry/point.h"
#include "geometry/polygon.h"

#include <math.h>
#include <stdbool.h>

/// The polygon's corners that do turn, and the half-edges of its partition. Half-edge h goes from
/// corner[h] to corner[next[h]] with its face on the left; twin is -1 on the polygon's own edges,
/// next is -1 on what was removed.
typedef struct Mesh {
    const vec2s *points; ///< As given.
    int *used;           ///< Corner k is points[used[k]].
    int count;           ///< Corners.
    Point *places;       ///< Of the corners, for the fast half of mesh_turn.
    bool *reflex;        ///< Of the corners: whether the polygon turns right there.
    int reflex_count;
    int *corner, *next, *previous, *twin;
    int half_count;
    int piece_count; ///< Faces.
} Mesh;

/// points_turn of three corners. Most calls end at the error bound here, inlined; any bound above
/// 3.4e-16 will do (see there).
static inline int mesh_turn(const Mesh *mesh, int a, int b, int c) {
    Point at = mesh->places[a];
    Point via = mesh->places[b];
    Point to = mesh->places[c];
    double left = (at.x - to.x) * (via.y - to.y);
    double right = (at.y - to.y) * (via.x - to.x);
    double turn = left - right;
    double bound = 1e-15 * (fabs(left) + fabs(right));
    if (turn > bound || turn < -bound) {
        return turn > 0.0 ? 1 : -1;
    }
    return points_turn(mesh->points[mesh->used[a]], mesh->points[mesh->used[b]],
                       mesh->points[mesh->used[c]]);
}

/// Squared length (m2) between two corners.
static inline double mesh_distance2(const Mesh *mesh, int a, int b) {
    double x = mesh->places[b].x - mesh->places[a].x;
    double y = mesh->places[b].y - mesh->places[a].y;
    return x * x + y * y;
}

/// Takes diagonal `h` out of its two faces, which become one. It keeps its corners.
static inline void mesh_take_out(Mesh *mesh, int h) {
    int t = mesh->twin[h];
    int before_h = mesh->previous[h], after_h = mesh->next[h];
    int before_t = mesh->previous[t], after_t = mesh->next[t];
    mesh->next[before_h] = after_t;
    mesh->previous[after_t] = before_h;
    mesh->next[before_t] = after_h;
    mesh->previous[after_h] = before_t;
}

/// Makes few convex pieces of a triangulation: flips diagonals, removes those that no corner needs,
/// and swings the rest.
void mesh_improve(Mesh *mesh, Arena *scratch);

/// Swings diagonals of a partition from which none can be removed, until no way to fewer pieces is
/// found or enough was tried; partition_swing.c.
void mesh_swing(Mesh *mesh, Arena *scratch);

#include "collision/hull.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/partition.h"
#include "geometry/simd.h"

#include <math.h>
#include <string.h>

/// Makes a shape of each piece of `partition`.
static bool make_pieces(const vec2s *points, int count, const Partition *partition, Hull *out) {
    Hull hull = {0};
    if (partition->piece_count > HULL_PIECES_MAX) {
        return false;
    }
    for (int i = 0; i < partition->piece_count; i++) {
        PartitionPiece piece = partition->pieces[i];
        vec2s corners[SHAPE_POINTS_MAX];
        partition_corners(partition, points, i, corners);
        if (!shape_make(corners, piece.count, 0.0f, &hull.pieces[i])) {
            return false;
        }
        hull.outlines[i] =
            outline_of_piece(points, count, partition->indices + piece.first, piece.count);
        hull.bounding_radius = float_max(hull.pieces[i].bounding_radius, hull.bounding_radius);
    }
    hull.count = partition->piece_count;
    *out = hull;
    return true;
}

bool hull_make(const vec2s *points, int count, Hull *out) {
    ASSERT(count >= 0 && out != NULL);
    if (count < 3 || polygon_check(points, count).fault != POLYGON_FINE) {
        return false;
    }
    Arena scratch = {0};
    vec2s *clean = arena_array(&scratch, (size_t)count, sizeof *clean);
    memcpy(clean, points, (size_t)count * sizeof *clean);
    int left = polygon_normalise(clean, count, NULL);
    Partition partition;
    bool made = left >= 3 &&
                partition_convex(clean, left, SHAPE_POINTS_MAX, &scratch, &partition) &&
                make_pieces(clean, left, &partition, out);
    arena_destroy(&scratch);
    return made;
}

Hull hull_box(vec2s center, float length, float width) {
    Hull hull = {.pieces = {shape_box(center, length, width)}, .count = 1};
    hull.outlines[0] = outline_of_shape(&hull.pieces[0]);
    hull.bounding_radius = hull.pieces[0].bounding_radius;
    return hull;
}

/// The smallest and largest coordinates so far, lane by lane.
typedef struct Bounds {
    Lanes low_x, low_y, high_x, high_y;
} Bounds;

/// Takes in whole lanes of a piece's points: those beyond its last repeat its first.
static void bounds_add(Bounds *bounds, const Shape *shape, Transform at) {
    Lanes c = lanes_all(at.rotation.c), s = lanes_all(at.rotation.s);
    Lanes radius = lanes_all(shape->radius);
    for (int k = 0; k < shape->count; k += SIMD_LANES) {
        Lanes x = lanes_load(shape->x + k), y = lanes_load(shape->y + k);
        Lanes turned_x = lanes_sub(lanes_mul(c, x), lanes_mul(s, y));
        Lanes turned_y = lanes_add(lanes_mul(s, x), lanes_mul(c, y));
        bounds->low_x = lanes_min(bounds->low_x, lanes_sub(turned_x, radius));
        bounds->low_y = lanes_min(bounds->low_y, lanes_sub(turned_y, radius));
        bounds->high_x = lanes_max(bounds->high_x, lanes_add(turned_x, radius));
        bounds->high_y = lanes_max(bounds->high_y, lanes_add(turned_y, radius));
    }
}

Box hull_bounds(const Hull *hull, Transform at) {
    Bounds bounds = {.low_x = lanes_all(INFINITY),
                     .low_y = lanes_all(INFINITY),
                     .high_x = lanes_all(-INFINITY),
                     .high_y = lanes_all(-INFINITY)};
    for (int i = 0; i < hull->count; i++) {
        bounds_add(&bounds, &hull->pieces[i], at);
    }
    return (Box){.low = {{at.position.x - lanes_largest(lanes_negate(bounds.low_x)),
                          at.position.y - lanes_largest(lanes_negate(bounds.low_y))}},
                 .high = {{at.position.x + lanes_largest(bounds.high_x),
                           at.position.y + lanes_largest(bounds.high_y)}}};
}

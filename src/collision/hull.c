#include "collision/hull.h"

#include "base/assert.h"
#include "geometry/partition.h"

#include <string.h>

static float reach_of(const Hull *hull) {
    float reach = 0.0f;
    for (int i = 0; i < hull->count; i++) {
        reach = hull->pieces[i].reach > reach ? hull->pieces[i].reach : reach;
    }
    return reach;
}

/// Makes a shape of each piece of `partition`.
static bool make_pieces(const vec2s *points, const Partition *partition, Hull *out) {
    Hull hull = {0};
    if (partition->piece_count > HULL_PIECES_MAX) {
        return false;
    }
    for (int i = 0; i < partition->piece_count; i++) {
        PartitionPiece piece = partition->pieces[i];
        vec2s corners[SHAPE_POINTS_MAX];
        for (int k = 0; k < piece.count; k++) {
            corners[k] = points[partition->indices[piece.first + k]];
        }
        if (!shape_make(corners, piece.count, 0.0f, &hull.pieces[hull.count])) {
            return false;
        }
        hull.count++;
    }
    hull.reach = reach_of(&hull);
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
                make_pieces(clean, &partition, out);
    arena_destroy(&scratch);
    return made;
}

Hull hull_box(vec2s center, float length, float width) {
    Hull hull = {.pieces = {shape_box(center, length, width)}, .count = 1};
    hull.reach = reach_of(&hull);
    return hull;
}

Box hull_bounds(const Hull *hull, Transform at) {
    Box box = shape_bounds(&hull->pieces[0], at);
    for (int i = 1; i < hull->count; i++) {
        box = box_union(box, shape_bounds(&hull->pieces[i], at));
    }
    return box;
}

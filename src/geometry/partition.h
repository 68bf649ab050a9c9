/// Convex partition of simple polygons without added points.
#pragma once

#include "base/arena.h"

#include <cglm/struct/vec2.h>

#include <stdbool.h>

/// One convex piece: indices into the polygon's points, counter-clockwise.
typedef struct PartitionPiece {
    int first; ///< Of its `count` entries in Partition.indices.
    int count;
} PartitionPiece;

typedef struct Partition {
    const PartitionPiece *pieces;
    const int *indices;
    int piece_count;
    int uncut_count; ///< How many pieces there were before those of too many points were cut.
} Partition;

/// Writes the corners of piece `i` of a partition of `points`, counter-clockwise. Returns how many
/// there are.
static inline int partition_corners(const Partition *partition, const vec2s *points, int i,
                                    vec2s *out) {
    PartitionPiece piece = partition->pieces[i];
    for (int k = 0; k < piece.count; k++) {
        out[k] = points[partition->indices[piece.first + k]];
    }
    return piece.count;
}

/// Cuts the simple counter-clockwise polygon `points` into convex pieces. They cover it exactly,
/// use its points alone and have at most `points_max` (3 or more) points each. The result lives in
/// `arena`. False where no partition is found, because the polygon is not simple. Points that
/// repeat, lie straight between their neighbours or are the tip of a spike without width are not
/// used.
///
/// It clips ears in exact arithmetic. It flips diagonals until as many as possible straighten a
/// reflex corner at both ends, and removes all that no corner needs (Hertel & Mehlhorn 1983). Then
/// it swings those that only one end needs, in chains that save a piece each, as augmenting paths
/// do in a matching.
///
/// That is not always the minimum: 0.1 % over it on random outlines and walls, 1 to 3 % on combs,
/// waves and stars, of which 1 in 160 is over by more than 15 % (docs/collision.md, section 2). The
/// same polygon always gives the same pieces. O(n log n) typical, O(n^2) at worst.
bool partition_convex(const vec2s *points, int count, int points_max, Arena *arena, Partition *out);

/// The first step of partition_convex alone, for whoever wants to show how it comes to its pieces:
/// the triangles of clipping ears.
bool partition_triangles(const vec2s *points, int count, Arena *arena, Partition *out);

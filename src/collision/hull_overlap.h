/// How two hulls overlap as wholes. Each pair of pieces has a shortest way out of its own, and for
/// deep overlaps these ways may lead apart or into other pieces.
#pragma once

#include "collision/hull.h"

/// The zero value means that they do not overlap.
typedef struct HullOverlap {
    Manifold manifold; ///< Two points, both as deep as the way is long; in the frame of the first.
    int piece_a, piece_b; ///< The last two pieces that part on that way.
} HullOverlap;

/// The shortest straight way (the minimum translation) that parts `b`, which stands at `b_in_a` in
/// the frame of `a`, from all pieces of `a` at once. The ways tried are the normals of the exposed
/// edges of both, so the shortest may be missed where it ends in a reflex corner. One of the hulls
/// has edges. Of ways that are equal up to MANIFOLD_TIE_BIAS the first wins, edges of `a` before
/// those of `b`, so that a way holds still from step to step.
///
/// Along each way every pair of pieces overlaps for one interval of distances, which the separating
/// axes give: Ericson, Real-Time Collision Detection (2005), section 5.5.8. Distances are followed
/// from interval to interval until one is in none. A round corner counts as a square one. O(edges *
/// pairs of pieces * edges).
HullOverlap hull_overlap(const Hull *a, const Hull *b, Transform b_in_a);

/// The parts of a step that work on several elements side by side, compiled once for narrow lanes
/// and once for AVX2 (geometry/simd.h). Both give the same bits.
#pragma once

#include "dynamics/schedule.h"
#include "dynamics/step.h"

typedef struct Kernels {
    /// Predicts the bodies from `first` up to `end`.
    void (*predict)(Step *step, int first, int end);

    /// Writes those of `count` pairs whose boxes can touch to `out` (room for `count`), in their
    /// order, each with the margin that a contact of the two needs; returns how many. Lets a pair
    /// pass that is up to CULL_SLACK too far apart.
    int (*cull_pairs)(const PlacedBox *boxes, const PredictedMotion *motions, const CarPair *pairs,
                      int count, BoxPair *out);

    /// Writes the indices of those of the first `count` listed walls that their bodies can touch in
    /// this step to `out` (room for `count`), in their order; returns how many. The edges in the
    /// list tell most that cannot. What is left is judged from all of a wall's edges, because
    /// nothing may depend on when a list was made. Keeps the gaps, and takes from the clearance of
    /// each body what is beyond its nearest wall.
    int (*cull_walls)(const Step *step, int count, uint32_t *out);

    /// Speculative contacts: what is apart as the step begins, and touches in it. Corrects the
    /// manifolds of candidates that are apart and approach, and leaves out those without a point:
    /// cache->candidate_order has the others.
    ///
    /// A manifold tells how things stand as the step begins, and a fast body looks a quarter of a
    /// metre ahead. The normal of what is ahead and beside slants, and to keep a body from
    /// approaching along it is to stop it at what it passes by. So where the solver would stop what
    /// is apart, and slow it down by more than 0.48 m/s, both paths are swept. The manifold becomes
    /// that of their time of impact, written as if from where they stand. Where they do not touch,
    /// its points are as far apart as both paths take away: so they pass, unless others push them.
    /// Between two bodies the turning of the second counts as approaching by as much.
    ///
    /// A wall without a manifold point is swept as well. A car may leave the edge that it is
    /// before, and the wall goes on round a bend: the piece that it leaves lets it pass, and the
    /// next one does not see it yet.
    ///
    /// Source: Catto, Continuous Collision (GDC 2013), on speculative contacts and their ghosts.
    void (*speculative)(Step *step);

    /// Makes the world's contacts of the candidates, each with the impulses that its points ended
    /// the last step with: not those of impacts. Those beyond contact_max are counted as dropped.
    void (*pack)(const Step *step);

    /// See contacts_solve.
    void (*solve)(const ContactSet *set, const ContactSchedule *schedule, float dt);

    /// Moves the bodies from `first` up to `end`.
    void (*integrate)(const Step *step, const Correction *corrections, int first, int end);
} Kernels;

const Kernels *kernels_narrow(void);

/// Those of AVX2; the narrow ones where the machine has none.
const Kernels *kernels_wide(void);

/// Those worth it for `count` elements.
const Kernels *kernels_for(int count);

/// How many of `count` bodies the wide lanes take: not the last few, which would leave them half
/// empty.
int kernels_wide_part(int count);

/// The part that is compiled for AVX2.
extern const Kernels kernels_avx2;

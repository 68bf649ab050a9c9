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
    /// this step, by the edges in the list, to `out` (room for `count`), in their order; returns
    /// how many. Keeps the gaps, and takes from the clearance of each body what is beyond its
    /// nearest wall.
    int (*cull_walls)(const Step *step, int count, uint32_t *out);

    /// Makes the world's contacts of the candidates, each with the impulses that its points ended
    /// the last step with: not those of impacts. Where the solver would stop what is apart, and
    /// slow it down by more than 0.48 m/s, the candidate is corrected first (speculative_correct).
    void (*speculative)(const Step *step);

    /// See contacts_solve.
    void (*solve)(const ContactSet *set, const ContactSchedule *schedule, float dt);

    /// Moves the bodies from `first` up to `end`.
    void (*integrate)(const Step *step, const Correction *corrections, int first, int end);
} Kernels;

const Kernels *kernels_narrow(void);

/// Those of AVX2; the narrow ones where the machine has none.
const Kernels *kernels_wide(void);

/// The kernels for `count` elements: the wide ones where narrow lanes cannot hold all.
const Kernels *kernels_for(int count);

/// How many of `count` bodies the wide lanes take. The last few would leave them half empty.
int kernels_wide_part(int count);

/// The part that is compiled for AVX2.
extern const Kernels kernels_avx2;

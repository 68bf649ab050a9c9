/// Branches of the first road: open ribbons that leave it and come back, a pit lane for one.
#pragma once

#include "track/track.h"

/// The stretch of the road, in driving direction, that a branch leads past.
typedef struct BranchStretch {
    int ribbon;     ///< The branch, in Track.ribbons.
    float from, to; ///< m along the road; `to` may lie beyond the length of a closed one.
    bool against;   ///< The branch is written against the way it is driven.
} BranchStretch;

/// Fills `out` with the branches of the first ribbon, in their order; returns how many. Searches
/// the whole road twice for each ribbon.
int branch_stretches_find(const Track *track, BranchStretch out[TRACK_RIBBONS_MAX]);

/// Metres along `road` of the place `s`, so that it compares with the stretch: a lap more where it
/// lies before its beginning.
float branch_stretch_s(const Ribbon *road, const BranchStretch *stretch, float s);

/// Whether the place `s` of `road` lies beside the branch, more than a metre from where that leaves
/// and comes back.
bool branch_stretch_holds(const Ribbon *road, const BranchStretch *stretch, float s);

/// Where the line that an author suggests to rivals crosses the gates.
#pragma once

#include "track/track.h"

typedef struct LineGates {
    int finish; ///< The piece of the curve, from this sample to the next, that crosses the finish
                ///< forward; -1 for none.
    int met;    ///< How many gates it crosses forward and in order from there on.
    int way[TRACK_GATES_MAX]; ///< Of each gate met: which of its lines, for track_gate_way.
    int at[TRACK_GATES_MAX];  ///< And on which piece, counted from the one after `finish`.
} LineGates;

/// The line that rivals follow: the first closed one of three points or more; NULL for none.
const TrackLine *line_for_rivals(const TrackLine *lines, int count);

/// The line as a closed smooth curve. Lives in `arena`.
Curve line_curve(const TrackLine *line, Arena *arena);

/// Whether the curve can be driven as a lap: it crosses all gates forward and in order. Fills `out`
/// as far as it does. O(samples * gates).
bool line_gates_find(const Track *track, const Curve *curve, LineGates *out);

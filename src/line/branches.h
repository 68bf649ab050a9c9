/// Chooses the branch that a racing line takes where gates stand on several.
#pragma once

#include "line/gate_path.h"

/// Whether any gate of `track` has more than one line.
bool branches_any(const Track *track);

/// `gate` with its line `way` (0: its first) as the only one.
TrackGate branches_gate(const TrackGate *gate, int way);

/// A copy of the track of `scan`, which it must not outlive and which is not to be destroyed, whose
/// gates have the one line each that the quickest path through all of them takes (gate_path_find,
/// weighed by surfaces). All first lines are tried, all second ones and so on, then each gate by
/// itself against the best so far: with many branches that is a good way, not for certain the best.
/// False where no path is found. The gates live in `arena`.
bool branches_choose(const WaypointScan *scan, bool sprint, ProgressPart progress, Arena *arena,
                     Track *out);

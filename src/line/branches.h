/// Chooses the branch that a racing line takes where gates stand on several.
#pragma once

#include "line/gate_path.h"

/// Whether any gate of `track` has more than one line.
bool branches_any(const Track *track);

/// `gate` with its line `way` (0: its first) as the only one.
TrackGate branches_gate(const TrackGate *gate, int way);

/// Copies the track of `scan` to `out` and leaves each gate one line: that of the quickest path
/// through all gates (gate_path_find, weighed by surfaces). The copy must not outlive the track and
/// is not to be destroyed; its gates live in `arena`. False where no path is found.
///
/// All first lines are tried, then all second ones and so on, then each gate by itself against the
/// best so far. With many branches the result is good, but perhaps not the best.
bool branches_choose(const WaypointScan *scan, bool sprint, ProgressPart progress, Arena *arena,
                     Track *out);

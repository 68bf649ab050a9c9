/// Gates and finish: as the file has them, or laid out along the first ribbon.
#pragma once

#include "track/road_clear.h"
#include "track/track_def.h"

/// Fills gates and finish (the last of Track.gates) from `def` and the ribbons of `track`. A gate
/// on a ribbon that was left out for a mistake is left out too. False where there is no finish: the
/// file has none and no ribbon to place one on. `clear` is of the track; NULL where its first
/// ribbon is not built.
///
/// An automatic finish lies in the middle of the longest straight. Where it or the grid behind it
/// would meet a crossing, a branch or a wall, it lies as near to the middle of a straight as that
/// leaves room, of the longest straight on which there is room. An automatic gate that lies beside
/// a branch has a line across that too.
bool gates_make(const TrackDef *def, const RoadClear *clear, Track *track);

/// Forward of a gate, unit.
vec2s gate_forward(const TrackGate *gate);
vec2s gate_middle(const TrackGate *gate);

/// Turns the line of a gate round, for cars from the other side. Leaves TrackGate.s as it is.
void gate_turn(TrackGate *gate);

/// m that `point` lies in front of the gate's line, however far beside it.
float gate_side(const TrackGate *gate, vec2s point);

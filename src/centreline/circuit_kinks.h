/// Eases kinks of a circuit: bends so tight that no car gets round on a wide road.
#pragma once

#include "centreline/circuit.h"

/// Pulls the points of bends tighter than 3.5 m toward their neighbours, a little at a time. Where
/// the line would lose more than 1.5 % of its length, or stray by more than the road is wide, as
/// one that has few points at many sharp corners, rounds them instead, to 3.5 m or, where that
/// still costs too much length, to as little as 2 m, on whose outside a car gets round. That gives
/// it many more points. A note names the point that moved most. Changes `circuit->points`.
void circuit_kinks_ease(Circuit *circuit, const CircuitOptions *options, MessageList *messages);

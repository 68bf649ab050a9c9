/// Moves a circuit's line where its road has no room: stretches that lie on each other move apart,
/// and bends tighter than the road is wide are rounded.
#pragma once

#include "centreline/circuit.h"

/// Moves stretches that run side by side nearer than 3 m of road each needs apart, each by half;
/// lines that cross at a small angle cross at a larger one then. The circuit gets many more points.
/// Says by how much. False, and nothing changed, where there is room.
bool circuit_spread(Circuit *circuit, const CircuitOptions *options, MessageList *messages);

/// Rounds bends tighter than half of the usual width. The circuit gets many more points. Says what
/// it did. False, and nothing changed, where no bend is.
bool circuit_round(Circuit *circuit, const CircuitOptions *options, MessageList *messages);

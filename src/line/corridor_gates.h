/// A corridor and the gates that it leads through.
#pragma once

#include "line/corridor.h"

/// Metres that the side of a car keeps from the edge of the usable road, and from posts.
#define EDGE_MARGIN 0.15f

/// Narrows the corridor of a road, whose gate_at is set, to the space between the posts of each
/// gate. False where the car does not fit between them, or the corridor lies beside the gate.
bool corridor_narrow_to_gates(const WaypointScan *scan, Corridor *corridor);

/// Fills gate_at: where the centres of a corridor along `line` cross each gate, near the place that
/// the line says.
void corridor_find_gates(const Track *track, const CorridorLine *line, Corridor *corridor);

/// Narrows a corridor whose centres cross the gates in order, so that a line inside it does so too.
/// At a gate it stays between the posts. Between two gates it stays on that side of both on which
/// its centres are. It looks at cross-sections alone.
void corridor_keep_order(const WaypointScan *scan, Corridor *corridor);

/// Narrows the corridor around point `at` to the neighbourhood of its centres, where a line in it
/// went astray. Each `level` from 0 on leaves less room.
void corridor_pin(Corridor *corridor, int at, int level);

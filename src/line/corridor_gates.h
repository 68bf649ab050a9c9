/// A corridor and the gates that it leads through.
#pragma once

#include "line/corridor.h"

/// Metres that the side of a car keeps from the edge of the usable road, and from posts.
#define EDGE_MARGIN 0.15f

/// Keeps the corridor of a road, whose gates are known (gate_at), between the posts of each gate
/// where it crosses it. False where the car does not fit between them, or the corridor lies beside
/// it.
bool corridor_narrow_to_gates(const WaypointScan *scan, Corridor *corridor);

/// Fills gate_at: where the centres of a corridor along `line` cross each gate, near the place that
/// the line says.
void corridor_find_gates(const Track *track, const CorridorLine *line, Corridor *corridor);

/// Narrows a corridor whose centres cross the gates in order until a line inside it does so too. At
/// a gate it stays between the posts; between two gates it stays on the side of both on which the
/// centres are. Only cross-sections are looked at.
void corridor_keep_order(const WaypointScan *scan, Corridor *corridor);

/// Narrows the corridor around point `at` to its centres, and to less with each `level` from 0 on:
/// for where a line in it went astray.
void corridor_pin(Corridor *corridor, int at, int level);

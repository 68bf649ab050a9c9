/// Makes the corridor along a road or a line.
#pragma once

#include "line/corridor.h"

/// How many points a corridor of `length` m takes with no more than 2 m between them.
int corridor_points_wanted(float length);

/// The corridor along ribbon 0 for the car of `scan`, of at most `points_max` points. It is as wide
/// as road and kerbs, less what walls, zones and posts of gates take. It keeps CAR_MARGIN from
/// walls, down to CAR_MARGIN_LEAST where there is no other way. It is open along an open ribbon.
/// False where there is no ribbon, or walls or gates leave no way along it. Lives in `arena`.
bool corridor_of_ribbon(const WaypointScan *scan, int points_max, Arena *arena, Corridor *out);

float corridor_line_length(const CorridorLine *line);

/// The corridor along a line, `reach` m to either side where that is free.
bool corridor_of_line(const CorridorLine *line, float reach, const WaypointScan *scan,
                      int points_max, Arena *arena, Corridor *out);

/// The line itself with all its corners and no room beside it: a way through where no other is
/// known. Its points are not evenly spaced, and gate_at is not set.
void corridor_on_line(const CorridorLine *line, Arena *arena, Corridor *out);

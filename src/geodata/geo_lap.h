/// Cuts one lap out of a recording that goes round several times.
#pragma once

#include "geodata/geo_join.h"

/// Where the line, which was recorded, comes by the same place in the same direction again, keeps
/// one lap of it, which is then a ring, and says so (N636). Of several laps it is one near the
/// middle of the recording whose ends lie side by side: the first and the last often lead to the
/// pits. `metres`: positions are metres, not degrees. At most some 200 steps a point.
void geo_lap_cut(GeoLine *line, bool metres, Arena *arena, MessageList *messages);

/// Keeps the curve of a circuit near the straight pieces that were drawn.
#pragma once

#include "centreline/circuit.h"

/// Adds points on the straight pieces between points that are far apart, where the smooth curve
/// through the points would leave them by more than `most` m. Maps have few points on long
/// straights, and the bends at their ends would pull them out. Where the curve is then still more
/// than 1.8 % longer than the pieces, as on a short circuit of few points, less than `most` is
/// allowed. Changes `circuit->points` and `count`; what is added lives in `arena`.
void circuit_chords_keep(Circuit *circuit, float most, Arena *arena);

/// The first phase of a step: where each body goes if nothing stops it.
#pragma once

#include "dynamics/step.h"

/// Changes the velocities by the forces, which are cleared, predicts the motions and places the
/// boxes. Sees whether the neighbour lists hold and whether all bodies collide, and gives each the
/// clearance that it has if no wall is near.
void predict(Step *step);

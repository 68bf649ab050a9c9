/// Continuous collision of one body with walls.
#pragma once

#include "dynamics/step.h"

/// Time of impact of body `i` with the walls, as a share of its path in this step: 1 where nothing
/// stops it. On its path it moves as `path` says and turns by `angle` (rad).
///
/// Contacts see most walls coming. What they miss is swept: bodies that another threw, that turn
/// fast, or that are squeezed. Such a body is left a little inside the wall, where the next step's
/// contact takes over, and keeps its velocity.
float wall_sweep_time(const Step *step, int i, const PredictedMotion *path, float angle);

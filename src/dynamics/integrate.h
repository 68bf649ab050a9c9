/// The last phase of a step: bodies move.
#pragma once

#include "dynamics/step.h"

/// Moves each body by its velocity and its position correction, up to its time of impact with a
/// wall (dynamics/wall_sweep.h). `corrections` may be NULL.
void integrate(const Step *step, const Correction *corrections);

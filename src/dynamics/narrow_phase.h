/// The narrow phase of a step: manifolds of what the broad phase left.
#pragma once

#include "dynamics/step.h"

/// Fills cache->candidates in the order of their keys: walls first, by body; then pairs of bodies.
/// Each has a manifold with one point or two, or is a wall that its body's path may reach.
void narrow_phase(Step *step);

/// The broad phase of a step: which walls and bodies each body can touch in it.
///
/// Neighbour lists (Verlet lists) hold, for each body, the walls and bodies around a fat box that
/// it stays in for some steps. They are made anew when some body leaves its box. Each step culls
/// them. Too long a list costs time and changes nothing, so no result depends on when one was made.
#pragma once

#include "dynamics/step.h"

/// Fills cache->near_walls and cache->near_pairs, in the order of the contacts' keys.
void broad_phase(Step *step);

/// Takes the local boxes and bounding radii of hulls that bodies have not had before. Comes before
/// bodies are predicted.
void broad_phase_learn_hulls(const Step *step);

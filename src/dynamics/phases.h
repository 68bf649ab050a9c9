/// The phases of a step, in order. Three more come between the narrow phase and integrate:
/// speculative contacts and packing (dynamics/kernels.h), and the solve (dynamics/solve.h).
#pragma once

#include "dynamics/step.h"

/// Where each body goes if nothing stops it. Changes the velocities by the forces, which are
/// cleared, predicts the motions and places the boxes. Sees whether the neighbour lists hold and
/// whether all bodies collide, and gives each the clearance that it has if no wall is near.
void predict(Step *step);

/// The broad phase: which walls and bodies each body can touch in this step. Fills
/// cache->near_walls and cache->near_pairs, in the order of the contacts' keys.
///
/// Neighbour lists (Verlet lists) hold, for each body, the walls and bodies around a fat box that
/// it stays in for some steps. They are made anew when some body leaves its box. Each step culls
/// them. Too long a list costs time and changes nothing, so no result depends on when one was made.
void broad_phase(Step *step);

/// The narrow phase: manifolds of what the broad phase left. Fills cache->candidates in the order
/// of their keys: walls first, by body; then pairs of bodies. Each has a manifold with one point or
/// two, or is a wall that its body's path may reach.
void narrow_phase(Step *step);

/// Moves each body by its velocity and its position correction, up to its time of impact with a
/// wall (dynamics/wall_sweep.h). `corrections` may be NULL.
void integrate(const Step *step, const Correction *corrections);

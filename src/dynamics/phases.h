/// The phases of a step, in order. Two more come between the narrow phase and integrate:
/// speculative contacts (dynamics/kernels.h) and the solve (dynamics/solve.h).
#pragma once

#include "dynamics/step.h"

/// Predicts where each body goes if nothing stops it. Changes the velocities by the forces, clears
/// these, predicts the motions and places the boxes. Finds out whether the neighbour lists hold and
/// whether all bodies collide. Gives each body the clearance that it has if no wall is near.
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
/// two. Those beyond contact_max are counted as dropped.
void narrow_phase(Step *step);

/// Corrects the manifold of a candidate by the paths that its two bodies take in this step, or its
/// body and the wall.
///
/// A manifold tells how things stand as the step begins, and a fast body looks a quarter of a metre
/// ahead. The normal towards what lies ahead and to the side is slanted. A contact along it would
/// stop a body that only passes. So both paths are swept first. The manifold becomes that of
/// their time of impact, written as if from where they stand. Where they do not touch, its points
/// are as far apart as both paths take away: so they pass, unless others push them. Between two
/// bodies the turning of the second counts as approaching by as much.
///
/// Source: Catto, Continuous Collision (GDC 2013), on speculative contacts and their ghosts.
void speculative_correct(const Step *step, ContactCandidate *candidate);

/// Moves each body by its velocity and its position correction, up to its time of impact with a
/// wall (dynamics/wall_sweep.h). `corrections` may be NULL.
void integrate(const Step *step, const Correction *corrections);

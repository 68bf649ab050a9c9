/// The phases of a step, in order.
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

/// Speculative contacts: what is apart as the step begins, and touches in it. Corrects the
/// manifolds of candidates that are apart and approach, and leaves out those without a point:
/// cache->candidate_order has the others.
///
/// A manifold tells how things stand as the step begins, and a fast body looks a quarter of a metre
/// ahead. The normal of what is ahead and beside slants, and to keep a body from approaching along
/// it is to stop it at what it passes by. So where the solver would stop what is apart, and slow it
/// down by more than 0.48 m/s, both paths are swept. The manifold becomes that of their time of
/// impact, written as if from where they stand. Where they do not touch, its points are as far
/// apart as both paths take away: so they pass, unless others push them. Between two bodies the
/// turning of the second counts as approaching by as much.
///
/// A wall without a manifold point is swept as well. A car may leave the edge that it is before,
/// and the wall goes on round a bend: the piece that it leaves lets it pass, and the next one does
/// not see it yet.
///
/// Source: Catto, Continuous Collision (GDC 2013), on speculative contacts and their ghosts.
void speculative_contacts(Step *step);

/// Moves each body by its velocity and its position correction, up to its time of impact with a
/// wall (dynamics/wall_sweep.h). `corrections` may be NULL.
void integrate(const Step *step, const Correction *corrections);

/// Speculative contacts: what is apart as a step begins, and touches in it.
#pragma once

#include "dynamics/step.h"

/// Corrects the manifolds of candidates that are apart and approach, and removes candidates that
/// have no point.
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

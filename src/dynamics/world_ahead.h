/// What a body that comes nearer to something meets on its course in this step.
#pragma once

#include "dynamics/world_meeting.h"

/// m: what is apart and comes nearer by less in a step (0.48 m/s) is not gone into: it could not
/// lose more.
#define WORLD_SLOW 2e-3f

/// m: what comes this near on its course touches. Less than the skin that the solver keeps: a car
/// that scrapes rides that skin off its wall, and where another wall begins flush with it the next
/// corner is as far off. With that skin the corner would be a bump: at 60 m/s a kick of 10 m/s.
#define WORLD_TOUCH 1e-3f

/// For what is apart as the step begins and comes nearer along the normal of its manifold than it
/// may, so that the solver would stop it, and by more than WORLD_SLOW: makes of the manifold that
/// of where both first touch in this step, said as if it were from where they stand. Where they do
/// not touch, its points are as far apart as the course of both takes away: so they pass, unless
/// others push them.
///
/// A manifold is about where things stand, and a fast body looks a quarter of a metre ahead. What
/// is ahead and beside has a normal that slants, and to keep a body from coming nearer along that
/// is to stop it at what it passes by. Between two bodies the turning of the second counts as
/// coming nearer by as much.
void world_look_ahead(const Step *step, const Meeting *meeting);

/// Of a wall that is near and has no contact: makes its manifold that of where the body first
/// touches it in this step, and says whether there is one. So it is where a car leaves the edge
/// that it is before, and the wall goes on round a bend: the piece that it leaves lets it pass, and
/// the next one does not see it yet.
bool world_look_beside(const Step *step, const Meeting *meeting);

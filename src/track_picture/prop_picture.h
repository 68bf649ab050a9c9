/// Props and movers as shapes: cones, tyres, barrels, bales and what else stands about.
#pragma once

#include "race/race.h"
#include "render/draw_list.h"

/// Appends the props and movers of a race that lie in `area` (m), between the ticks `before` and
/// `now` as race_picture_cars does; shadows first. 20 to 70 vertices each. They belong below the
/// cars. No allocation once the list has its size.
void prop_picture(DrawList *list, const Race *before, const Race *now, float alpha, Box area);

/// The same for a track that nobody races on: all on their places at the start.
void prop_picture_track(DrawList *list, const Track *track);

/// A whole track as a small picture: what a menu shows of it. Much less than its mesh, so that a
/// screen full of them is drawn in no time.
#pragma once

#include "render/draw_list.h"
#include "track/track.h"

#define TRACK_CARD_ASPECT 1.6f ///< Width over height.

/// The picture, in pixels of a card 1 wide and 1 / TRACK_CARD_ASPECT high, y down, origin top left:
/// appended scaled it fills any card. Ground, zones, walls, roads, finish, in the theme's colours;
/// nothing reaches out of the card. `out` is emptied first. 1 to 10 ms; a few thousand vertices.
void track_card_make(const Track *track, DrawList *out);

/// What lies on the road in a battle: crates, mines and oil.
#pragma once

#include "render/battle_picture.h"

/// Appends them to a list in metres, below the cars; nothing where the race is no battle. A crate
/// shows the sign of what it holds. A mine that is not armed yet is pale; it wears a ring in the
/// colour of its owner's car.
void battle_road_draw(DrawList *list, const BattlePicture *picture);

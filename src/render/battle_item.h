/// The signs of what crates hold: a mine, oil, a repair. They look the same from all sides, so they
/// serve lists in metres and in pixels.
#pragma once

#include "battle/battle_state.h"
#include "render/draw_list.h"

/// Draws the sign of `item` around `at`, `size` wide; nothing for ITEM_NONE. `strength`: 0 to 1.
void battle_item_draw(DrawList *list, vec2s at, float size, BattleItem item, float strength);

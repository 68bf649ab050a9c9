/// When the game keeps what people drive: by itself whenever a drive is paused, over or left, and
/// where they ask for it.
#pragma once

#include "game/game.h"

/// Keeps the drive under way as `last`, where somebody has driven in it since it was kept. What is
/// wrong is said once.
void kept_replays_last(Game *game);

/// Keeps it under a name of its own, and says where.
void kept_replays_own(Game *game);

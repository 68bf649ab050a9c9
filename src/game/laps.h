/// Which laps of people count: whole ones in which nothing was changed, rewound or slowed down.
#pragma once

#include "game/game.h"

/// The laps that people are on make no record: something was changed.
void laps_spoil(Game *game);

/// A frame, after its steps: laps that came to their end make records, or are taken back.
void laps_watch(Game *game);

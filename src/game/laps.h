/// Which laps of people count: whole ones in which nothing was changed, rewound or slowed down.
#pragma once

#include "game/game_state.h"

/// Something was changed: the laps that people are on make no record.
void laps_spoil(Game *game);

/// The lap that seat `seat` is on will not count, not even in the race's own tables: its car was
/// put elsewhere.
void laps_forget(Game *game, int seat);

/// To be called after the steps of a frame: laps that have ended make records, or are taken back.
void laps_watch(Game *game);

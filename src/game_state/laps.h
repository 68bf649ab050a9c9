/// Which laps and races of people count, and the records that they make: whole ones in which
/// nothing was changed, rewound or slowed down.
#pragma once

#include "game_state/game_state.h"

/// A race begins.
void laps_begin(Game *game);

/// Something was changed: the laps that people are on make no record.
void laps_spoil(Game *game);

/// Track or cars are others now: no record is known of them.
void laps_forget_records(Game *game);

/// The lap that seat `seat` is on will not count, not even in the race's own tables: its car was
/// put elsewhere.
void laps_forget(Game *game, int seat);

/// To be called after the steps of a frame: laps that have ended make records, or are taken back.
void laps_watch(Game *game);

/// To be called in each frame: says what has come of records.
void laps_news(Game *game);

/// The name by which the records of seat `seat` are kept.
void laps_player(const Game *game, int seat, char out[RECORDS_TEXT_MAX]);

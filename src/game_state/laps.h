/// Which laps and races of people count, and the records that they make: whole ones in which
/// nothing was changed, rewound or slowed down.
#pragma once

#include "game_state/game_state.h"

/// What the best lap or the whole of a race is among the records of its track.
typedef enum LapStanding {
    LAP_STANDING_NONE,
    LAP_STANDING_CHECKED, ///< It was kept as the best one so far, and is still to be verified.
    LAP_STANDING_BEST,    ///< The driver's best.
    LAP_STANDING_RECORD,  ///< The best of anybody.
} LapStanding;

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

/// What the best lap of seat `seat` in this race is, or the race as a whole (`race`): a record only
/// from when it has been verified, and all others are known.
LapStanding laps_standing(const Game *game, int seat, bool race);

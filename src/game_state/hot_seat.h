/// Hot seat: people take turns at one machine, each for some laps of a time trial, against the
/// ghosts of everybody's best laps.
///
/// One person sits at a time. How all stand is in Game.hot_seat; a new turn is begun by
/// WISH_TURN, and while none is under way the screen of turns is shown.
#pragma once

#include "game_state/game_state.h"

/// Whether people take turns.
bool hot_seat_is_on(const Game *game);

/// Nobody has driven, as many take part as GameDef says, and the first turn is next.
void hot_seat_begin(Game *game);

/// The same people drive once more, with the laps that they have.
void hot_seat_go_on(Game *game);

/// How many laps of the turn are left, with the one that is driven; 0 where none is under way.
int hot_seat_laps_left(const Game *game);

/// A lap has ended, which is the last one of Game.ghosts; `fair`: nothing was changed in it. A
/// best one is a ghost from then on.
void hot_seat_lap(Game *game, bool fair);

/// The attempt is given up, once it has begun: that costs the lap under way, and may end the turn.
void hot_seat_give_up(Game *game);

/// The turn is over: the next person's follows.
void hot_seat_end_turn(Game *game);

/// Whether everybody has had his turn.
bool hot_seat_is_over(const Game *game);

/// Who stands where: numbers of persons, the best lap first, then who has none; of equals the lower
/// number. Returns how many.
int hot_seat_order(const Game *game, int numbers[SEATS_MAX]);

/// How drives begin: what is loaded for them, who starts where, and the first tick.
#pragma once

#include "game_state/game_state.h"

/// Sets up a session on the chosen track with the chosen cars, with fewer AI cars where the grid is
/// short. Returns the exit code, and prints what is wrong; the game is then as it was.
int start_session(Game *game);

/// Makes room for the race as it was a tick ago, to draw what lies between: as large as the race.
void start_before(Game *game);

/// The title, with its race of AI cars.
void start_title(Game *game);

/// The race of the session from its start, with those who sit.
void start_race(Game *game);

/// The first race of a session, with those who sit: each gets his place on the grid. Tells who
/// drives another car than his own.
void start_on_grid(Game *game);

/// The same for whoever drives by `device`, from the title, with those who have joined in its
/// menus.
void start_from_title(Game *game, const InputFrame *input, int device);

/// A race on the same track, or the first one of a championship where none is under way, with
/// everybody in his own car, and with whoever waits for it.
void start_next(Game *game, const InputFrame *input);

/// The next race of the championship under way; where it is over, the first of another one on the
/// same tracks. Says where that cannot be.
void start_season_race(Game *game, const InputFrame *input);

/// Lets whoever drives by `device` join the practice that runs, with a car of his own on the next
/// free place of the grid. Nobody else notices. Says where that cannot be.
void start_join(Game *game, const InputFrame *input, int device);

/// The next turn of the hot seat, for whoever drives by `device`.
void start_turn(Game *game, const InputFrame *input, int device);

/// A race on the next installed track, likewise.
void start_next_track(Game *game, const InputFrame *input);

/// Drives what was chosen in the menus; where nobody sits yet, whoever drives by `device` does.
void start_chosen(Game *game, const InputFrame *input, int device);

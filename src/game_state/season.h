/// The season: the championship that people drive in. Its tracks, who is in it, how far it is.
///
/// It lasts until another drive is begun, and no longer than the program runs.
#pragma once

#include "game_state/game_state.h"

/// The entries of a season's standings: those of AI cars by their index, then people by number.
#define SEASON_PERSON(number) (RACE_MAX_CARS - SEATS_MAX + (number))

/// The tracks that the settings name, and where they name none that is installed a usual selection.
/// Returns how many: at least one where any track is installed.
int season_tracks(const Game *game, char out[SEASON_TRACKS_MAX][SETTING_TEXT_MAX]);

/// Begins the choice with these, where nobody has chosen yet.
void season_open_choice(Game *game);

/// Keeps the chosen tracks in the settings.
void season_remember_tracks(Game *game);

/// Chooses the usual selection.
void season_choose_usual(Game *game);

/// Chooses how many tracks there are; further ones are those that are not in it yet, by turns.
void season_choose_count(Game *game, int count);

/// Begins one on `count` tracks: its first race is next.
void season_begin(Game *game, const char (*tracks)[SETTING_TEXT_MAX], int count, FieldGrid grid);

/// Begins one on the tracks of the settings, where the mode is a championship and none is under
/// way. Whether it has.
bool season_begin_if_due(Game *game);

/// Whether one is under way, or at its end.
bool season_is_on(const Game *game);

/// Whether it is, and its last race is in the standings.
bool season_is_over(const Game *game);

/// Whether leaving would lose it: it is not over.
bool season_is_to_lose(const Game *game);

/// The track of the race that is driven or comes next.
const char *season_track(const Game *game);

/// The race after this one is next, which must be in the standings. Where that was the last one,
/// another championship begins on the same tracks.
void season_go_on(Game *game);

/// The field of the next race: the drivers who are in already, and the grid by what was chosen.
/// `cars` is what `field->last` will point to.
void season_set_up_field(const Game *game, const RaceDef *def, FieldDef *field,
                         int cars[RACE_MAX_CARS]);

/// Takes down who drives what in the race that begins.
void season_race_begins(Game *game);

/// Adds the race to the standings, once. Where it still goes on, it is driven to its end at once;
/// people who joined on the way score for themselves.
void season_count(Game *game);

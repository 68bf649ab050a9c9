/// A championship: points over several races, and the standings after each.
///
/// A race brings the points of its places (classification.h) and CLASSIFICATION_FASTEST_POINTS for
/// its fastest lap. Whoever has more points is ahead; of equals whoever has more wins, then more
/// second places and so on, then the better place in the last race.
#pragma once

#include "race/field.h"

enum {
    CHAMPIONSHIP_RACES_MAX = 100
};

/// How somebody stands. Who does is an index that the caller chooses, the same in every race.
typedef struct ChampionshipEntry {
    bool entered;                  ///< Has started in one of the races.
    int total, points;             ///< Of all races; of the last one alone.
    int place;                     ///< In the last race; 0: was not in it.
    bool fastest;                  ///< Had its fastest lap.
    int rank, rank_before;         ///< In the standings, from 1; before the last race. 0: not yet.
    uint8_t places[RACE_MAX_CARS]; ///< How often each place was reached, from the first.
} ChampionshipEntry;

/// A value; the zero value has not begun.
typedef struct Championship {
    int race_count; ///< Races that are in the standings.
    ChampionshipEntry entries[RACE_MAX_CARS];
} Championship;

/// Adds the race that has just ended. `entry_of`: the entry of each of its cars, no two alike; -1:
/// the car scores for nobody.
/// Whoever has no place for good counts with the place that he has now.
void championship_add(Championship *championship, const Race *race,
                      const int entry_of[RACE_MAX_CARS]);

/// The entries that have entered, by rank. Returns how many.
int championship_order(const Championship *championship, int order[RACE_MAX_CARS]);

/// The grid of the next race, for field_line_up with FIELD_RESULTS: `cars` by place on it, of a
/// race of `car_count` cars. FIELD_RESULTS: as the last race ended, newcomers behind.
/// FIELD_REVERSE: the standings in reverse, newcomers in front. There must have been a race.
void championship_line_up(const Championship *championship, FieldGrid grid,
                          const int entry_of[RACE_MAX_CARS], int car_count,
                          int cars[RACE_MAX_CARS]);

/// Medals: the lap times of the AI, alone on the road, to beat.
///
/// Each medal stands for a skill: bronze for an easy rival, silver for a medium one, gold for a
/// hard one, the author's for an expert. Its time is that driver's best of MEDAL_LAPS laps from a
/// standing start, rounded up to a tenth of a second.
#pragma once

#include "race/race.h"

typedef enum Medal {
    MEDAL_AUTHOR,
    MEDAL_GOLD,
    MEDAL_SILVER,
    MEDAL_BRONZE,
    MEDAL_COUNT, ///< None, too.
} Medal;

enum {
    MEDAL_LAPS = 3,
};

#define MEDAL_CAR "gt" ///< Name of the car whose times track files have.

/// "author", "gold", "silver", "bronze", as they are called in track files.
extern const char *const medal_names[MEDAL_COUNT];

/// The race of one car in which the driver of `medal` sets its time.
RaceDef medal_race(Medal medal);

/// The time (s) for `medal` with a car of `model`; 0 where that driver does not complete the lap.
/// `data` is of the track and this one model. Drives MEDAL_LAPS laps, about 1 ms for each 2 s of
/// them.
float medal_drive(const RaceData *data, const CarModel *model, Medal medal);

/// s of the ideal lap with a car of `model` on the track of `data`, whichever cars that is of; 0:
/// there is none. Makes a racing line: some 20 ms, up to 100 on long tracks.
float medals_ideal_lap(const RaceData *data, const CarModel *model);

/// The times (s) of the track's medals for a car whose ideal lap takes `own_s`. The file has those
/// of a car that takes `standard_s`. Another car's are in proportion to the ideal laps of both,
/// rounded up to a tenth; where there is no ideal lap (0), they are those of the file.
void medals_for(const Track *track, float own_s, float standard_s, float out[MEDAL_COUNT]);

/// s that the champion's medal asks for, where the best lap of others takes `lap_s` (0 none): that
/// lap, where it beats every medal there is; else 0, as there is no such medal. A medal that
/// stands above the others is never easier than they are.
double medal_champion(const float medals[MEDAL_COUNT], double lap_s);

/// The best medal of a lap of `lap_s` s, MEDAL_COUNT where it earns none. `medals` are a track's
/// times in s, by Medal, 0 = none.
Medal medal_of(const float medals[MEDAL_COUNT], double lap_s);

/// How fast a person races, out of what is known of his drives: what a field at "my pace" is built
/// around. It learns between races: each leaves a RacePace.
#pragma once

#include "session/field_aim.h"
#include "store/race_paces.h"

enum {
    MY_PACE_TEXT_MAX = 200,
    MY_PACE_RIVALS_MAX = 48,
};

/// Where a pace comes from; the first that there is.
typedef enum MyPaceSource {
    MY_PACE_NOTHING, ///< Nobody has driven: the field is medium.
    MY_PACE_GIVEN,   ///< As somebody wants it.
    MY_PACE_RACES,   ///< His last races here, with this car.
    MY_PACE_LAP,     ///< His best lap here, with this car.
    MY_PACE_TRACKS,  ///< Other drives with this car: on other tracks, or with other helps.
    MY_PACE_CARS,    ///< Drives with other cars.
} MyPaceSource;

typedef struct MyPace {
    MyPaceSource source;
    int count;       ///< Races or other tracks that it comes from.
    double lap_s;    ///< Of his laps: the mean in races, his best one, or an estimate.
    double wanted_s; ///< Of the rivals' laps in the mean; 0: there is nothing to go by.
} MyPace;

/// What he is about to drive.
typedef struct MyPaceDrive {
    Hash128 track, car;
    uint32_t helps;
    double ideal_s; ///< RacingLine.lap_s
    const char *player;
} MyPaceDrive;

/// The ideal lap of a track with a car.
typedef struct MyPaceIdeal {
    Hash128 track, car;
    double ideal_s;
} MyPaceIdeal;

/// Rivals are slower than he is, for the fastest of several is faster than their mean: by
/// MY_PACE_MARGIN of a lap, and by more or less where he beat fewer or more of them in his last
/// races here than MY_PACE_BEATEN.
#define MY_PACE_MARGIN 0.018
#define MY_PACE_BEATEN 0.75
#define MY_PACE_GAIN   0.05

/// x his best lap that he is taken to need for a lap in a race.
#define MY_PACE_LAP_SHARE 1.03

/// How fast he will drive. `paces` are newest first; of `records`, which may be of anybody and in
/// any order, single laps count that were not refused. `ideals` are of other drives in them, where
/// they are known.
MyPace my_pace_of(const MyPaceDrive *drive, const RacePaceList *paces, const RecordList *records,
                  const MyPaceIdeal *ideals, int ideal_count);

/// Whether a record tells of the player's pace on a track that is not `drive`'s, or with another
/// car, and no race does: then its ideal lap is needed.
bool my_pace_needs(const MyPaceDrive *drive, const RacePaceList *paces, const Record *record);

/// What a race leaves of a person, `car` of it: false where there is no lap to go by. The first lap
/// begins at a standstill and does not count where there are others; one that went wrong counts
/// as MY_PACE_WORST x the best one at most.
#define MY_PACE_WORST 1.15
bool my_pace_race(const Race *race, int car, RacePace *out);

/// Says what it comes from, of `who` (NULL: the person who reads it).
void my_pace_tell(const MyPace *pace, const FieldAim *aim, const char *who,
                  char out[MY_PACE_TEXT_MAX]);

/// Says in a few words which rivals that gives: "rivals at 24.63 s a lap", or "medium rivals".
void my_pace_tell_rivals(const MyPace *pace, const FieldAim *aim, char out[MY_PACE_RIVALS_MAX]);

/// Which records have the champion's medal. The medal counts only where it beats every other one,
/// and medals of other cars than MEDAL_CAR need racing lines: those are made in the background.
#pragma once

#include "session/catalogue.h"
#include "store/record_board.h"

/// The medals of a car on a track.
typedef struct ChampionCar {
    Hash128 car;
    bool known; ///< False: there are none, as the track cannot be driven with it any more.
    float medals[MEDAL_COUNT]; ///< s, 0 = none.
} ChampionCar;

/// An owner; ended by champions_destroy. The zero value knows nothing.
typedef struct Champions {
    Hash128 track; ///< That `cars` are of.
    ChampionCar cars[RECORD_BOARD_CARS_MAX];
    int count;
    struct ChampionsWork *work; ///< What a thread works out; NULL: nothing.
} Champions;

/// Takes over what was worked out, and begins with what the champions of `board`, the records of
/// `track` (NULL: it is not installed), need and is not known yet. Call once a frame while they are
/// seen; never waits. Whether nothing is under way.
bool champions_poll(Champions *champions, const Catalogue *catalogue, const CatalogueTrack *track,
                    const RecordBoard *board);

/// Whether `row` has the champion's medal: it is its car's best lap on `track` (NULL: it is not
/// installed) as that is now, and beats all other medals. False until that is known.
bool champions_has(const Champions *champions, const Catalogue *catalogue,
                   const CatalogueTrack *track, const RecordBoardRow *row);

/// Waits for what is under way.
void champions_destroy(Champions *champions);

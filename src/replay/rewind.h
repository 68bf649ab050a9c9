/// The last minute of a race, so that a corner can be driven again.
///
/// A snapshot is the race's state without its WorldCache, which changes no result: what goes on
/// from it with the same inputs is the same to the bit. Cars' parameters are part of it.
#pragma once

#include "race/race.h"

enum {
    REWIND_EVERY = RACE_TICKS_PER_SECOND / 10,                       ///< Ticks between snapshots.
    REWIND_SNAPSHOTS = 60 * RACE_TICKS_PER_SECOND / REWIND_EVERY + 1 ///< 60 s.
};

/// A ring of snapshots. An owner; made by rewind_make, ended by rewind_destroy; the zero value owns
/// nothing.
typedef struct Rewind {
    unsigned char *blocks; ///< REWIND_SNAPSHOTS of `stride` bytes.
    size_t size, stride;   ///< Bytes of a race, and from one snapshot to the next.
    int oldest, count;
} Rewind;

/// Makes room for races as large as `race`: 5 MB for one car, 51 MB for 20, 145 MB with a thousand
/// props. Room for contacts that do not happen takes no memory.
void rewind_make(Rewind *rewind, const Race *race);
void rewind_destroy(Rewind *rewind);

/// Forgets all snapshots: what came before has nothing to do with what follows.
void rewind_clear(Rewind *rewind);

/// The same. Makes new room where `race` has another size, because its track has got more props or
/// fewer. Does nothing to a Rewind that owns nothing.
void rewind_fit(Rewind *rewind, const Race *race);

/// To be called after each step. Keeps a snapshot every REWIND_EVERY ticks, in place of the oldest
/// where there is no room. O(bytes of the race) then.
void rewind_record(Rewind *rewind, const Race *race);

/// Tick of the oldest snapshot; UINT32_MAX where there is none.
uint32_t rewind_oldest(const Rewind *rewind);

/// Sets `race` to how it stood at `tick` (a fraction is fine), for a picture: the bodies are
/// blended between two snapshots. A tick before or after all snapshots gives the nearest. False
/// where there is none. The race keeps its data.
bool rewind_show(const Rewind *rewind, double tick, Race *race);

/// Sets `race` to the last snapshot at or before `tick`, or else to the oldest, exactly as it was,
/// and forgets the later ones. False where there is none. The race keeps its data, whose hulls and
/// walls may have changed meanwhile.
bool rewind_to(Rewind *rewind, uint32_t tick, Race *race);

/// A race as its inputs: a few kilobytes that play back to the same bit anywhere.
///
/// It records the seats' inputs where they change, which cars the AI drives, changes made to cars
/// between two steps (other numbers, another place), and a state hash a second. The file: magic,
/// version, checksum, then zlib over little-endian fields; docs/replay.md lists them.
#pragma once

#include "base/messages.h"
#include "race/race.h"

enum {
    REPLAY_LIMIT = 64 * 1024 * 1024,    ///< Bytes of a file, and of what it unpacks to.
    REPLAY_TICKS_MAX = 240 * 3600 * 30, ///< 30 hours: more than the longest race (RACE_TIME_MAX).
    REPLAY_NAME_MAX = 256, ///< Bytes of a track's or car's name or path, the 0 included.
};

/// What a replay was recorded with, as in its header.
typedef struct ReplayInfo {
    uint32_t race_version;
    char axle_version[16];
    char track[REPLAY_NAME_MAX]; ///< Path or name of the track, as it was given.
    Hash128 track_hash;
    char cars[RACE_MAX_CARS][REPLAY_NAME_MAX]; ///< Path or name of each car, as it was given.
    Hash128 car_hashes[RACE_MAX_CARS];
    /// With all cars, also those that joined on the way (replay_cars_before). Its laps are those of
    /// the race (Race.laps), never the track's own.
    RaceDef def;
    uint32_t ticks;      ///< Steps recorded.
    uint64_t final_hash; ///< State hash after the last one.
} ReplayInfo;

typedef struct ReplayEvent {
    uint32_t tick; ///< From this step on ...
    uint8_t car;
    bool ai;        ///< ... whether the AI drives `car` ...
    CarInput input; ///< ... and else this input.
} ReplayEvent;

typedef enum ReplayChangeKind {
    REPLAY_NUMBERS, ///< A car got other numbers.
    REPLAY_PLACE,   ///< A car was put elsewhere (teleport_put).
    REPLAY_BEST,    ///< A lap did not count: the car's best lap is what it was before.
    REPLAY_CAR,     ///< The race was set up with other numbers than the car's file has; tick 0.
    REPLAY_JOIN,    ///< One car more was in the race from here on (race_join), the last but for
                    ///< those that join later.
    REPLAY_CHANGE_KINDS,
} ReplayChangeKind;

/// A change made to a car between two steps.
typedef struct ReplayChange {
    uint32_t tick; ///< After this many steps.
    uint8_t car;
    uint8_t kind;  ///< ReplayChangeKind
    uint8_t setup; ///< Of numbers: 0 = set-up A, 1 = B.
    /// Of numbers: a car file over those that the car had, of a car: over its file; else NULL.
    const char *text;
    vec2s position;    ///< Of a place: m ...
    float angle;       ///< ... and rad, finite.
    double best_lap_s; ///< Of a best lap: s, 0 none.
} ReplayChange;

/// A replay in memory, an owner. The zero value is empty; ended by replay_destroy.
typedef struct Replay {
    ReplayInfo info;
    ReplayEvent *events; ///< By tick, then car.
    int event_count, event_capacity;
    uint64_t *hashes; ///< After tick 240, 480, ...
    int hash_count, hash_capacity;
    ReplayChange *changes; ///< In the order in which they were made; their texts are its own.
    int change_count, change_capacity;
    size_t text_bytes;               ///< Of all those texts.
    ReplayEvent last[RACE_MAX_CARS]; ///< What holds at the end of the recording.
} Replay;

/// Starts a recording. `info`: all but ticks and final_hash.
void replay_begin(Replay *replay, const ReplayInfo *info);

/// Takes down the step just made: call right after race_step with the inputs it got.
void replay_record(Replay *replay, const Race *race, const CarInput *inputs);

/// Takes down what was just done to a car between two steps; `change->tick` is that of the race.
/// Its text is copied.
void replay_add_change(Replay *replay, const ReplayChange *change);

/// Takes down that one car more has joined the race, called `name` and of this hash; `numbers`: of
/// REPLAY_CAR, NULL none.
void replay_add_car(Replay *replay, const char *name, Hash128 hash, const char *numbers);

/// How many cars were in the race after `tick` steps, before what was changed then. O(changes)
int replay_cars_before(const Replay *replay, uint32_t tick);

/// A copy of what was recorded so far, which ends there: `race` is as it stands after its last
/// step.
Replay replay_copy(const Replay *replay, const Race *race);

/// Forgets all steps and changes after the first `tick` steps: the race has gone back to where it
/// stood right after them. REPLAY_CAR stays, and so do those who joined: a race never goes back to
/// before that. O(events).
void replay_cut(Replay *replay, uint32_t tick);

/// Whether the replay is as long, or its file as large, as is allowed.
bool replay_is_full(const Replay *replay);

/// Ends the recording with the state hash of `race` as it is.
void replay_end(Replay *replay, const Race *race);

/// Where a playback stands. The zero value is the start.
typedef struct ReplayCursor {
    uint32_t tick;
    int event, change;
    CarInput inputs[RACE_MAX_CARS];
} ReplayCursor;

/// The next change that was made where the playback stands, to be made before the next step; NULL
/// where there is no more. Also to be asked for after the last step.
const ReplayChange *replay_next_change(const Replay *replay, ReplayCursor *cursor);

/// Sets who drives in `race` and the inputs of the next step; false past the end.
bool replay_next(const Replay *replay, ReplayCursor *cursor, Race *race,
                 CarInput inputs[RACE_MAX_CARS]);

/// The hash recorded after `tick` steps; false where none was.
bool replay_hash_at(const Replay *replay, uint32_t tick, uint64_t *hash);

/// Packs the replay into bytes that the caller frees with free().
void replay_pack(const Replay *replay, uint8_t **data, size_t *size);

/// Unpacks what replay_pack made. False with E911 (no replay), E912 (damaged) or E913 (of another
/// version), and `out` is then as it was.
bool replay_unpack(const uint8_t *data, size_t size, const char *file, Replay *out,
                   MessageList *messages);
void replay_destroy(Replay *replay);

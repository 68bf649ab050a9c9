/// A race as its inputs: a few kilobytes that play back to the same bit anywhere.
#pragma once

#include "base/messages.h"
#include "race/race.h"

enum {
    REPLAY_LIMIT = 64 * 1024 * 1024
};

/// What a replay was recorded with, as in its header.
typedef struct ReplayInfo {
    uint32_t race_version;
    char axle_version[16];
    char track_name[TRACK_NAME_MAX], track_path[256]; ///< As named when it was recorded.
    Hash128 track_hash;
    char cars[RACE_MAX_CARS][33]; ///< Car file names without folder and suffix.
    Hash128 car_hashes[RACE_MAX_CARS];
    RaceDef def;
    uint32_t ticks;
    uint64_t final_hash;
} ReplayInfo;

/// A replay in memory. The zero value is empty; made by replay_begin or replay_read, ended by
/// replay_destroy.
typedef struct Replay {
    ReplayInfo info;
    struct ReplayData *data;
} Replay;

void replay_begin(Replay *replay, const ReplayInfo *info);

/// Appends the inputs given to a step and, once a second, the state hash after it. Call right after
/// race_step.
void replay_record(Replay *replay, const Race *race, const CarInput *inputs);

/// The inputs of tick `tick` (from 0) into `inputs`. False past the end.
bool replay_inputs(const Replay *replay, uint32_t tick, CarInput inputs[RACE_MAX_CARS]);

/// The hash recorded after `tick`; false where none was.
bool replay_hash(const Replay *replay, uint32_t tick, uint64_t *hash);

/// Encodes with zlib and a checksum; `*data` is freed by the caller.
void replay_write(const Replay *replay, uint64_t final_hash, uint8_t **data, size_t *size);

/// Decodes. False with E91x messages for what is no replay, damaged, or of another RACE_VERSION.
bool replay_read(const uint8_t *data, size_t size, const char *file, Replay *out,
                 MessageList *messages);
void replay_destroy(Replay *replay);

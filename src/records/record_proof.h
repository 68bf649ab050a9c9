/// Drives the replay of a record again: whether the record counts, and the lap as a ghost.
#pragma once

#include "session/driven_lap.h"
#include "store/records.h"

enum {
    RECORD_PROOF_TEXT_MAX = 200
};

/// Steps of a replay however long: of the longest race with the most cars.
#define RECORD_PROOF_ANY_LENGTH UINT64_MAX

/// What has come of it.
typedef struct RecordProof {
    DrivenLapResult result;          ///< DRIVEN_LAP_FOUND: it counts. Never DRIVEN_LAP_NONE.
    RecordRefusal refusal;           ///< Of DRIVEN_LAP_DIFFERS.
    char why[RECORD_PROOF_TEXT_MAX]; ///< What is wrong; "" nothing.
} RecordProof;

/// Drives `replay` (`size` bytes, as records_replay gives them; `path`: of the records) and
/// compares it with what `record` says. Where it counts, `out` is ended by driven_lap_destroy; else
/// nothing is to end. `steps_max`: as in DrivenLapWish. See driven_lap_find.
RecordProof record_proof(const char *data, const char *path, const Record *record,
                         const uint8_t *replay, size_t size, uint64_t steps_max,
                         const atomic_bool *stop, DrivenLap *out);

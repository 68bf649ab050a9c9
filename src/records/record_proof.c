#include "records/record_proof.h"

#include "base/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What in the lap is not as the record says; RECORD_REFUSALS where all is.
static RecordRefusal difference(const Record *record, const DrivenLap *lap) {
    const RecordKey *key = &record->key;
    bool race = key->laps > 0;
    double time_s = race ? lap->race_s : lap->ghost.lap_s;
    return !(race ? lap->fair_race : lap->fair)          ? RECORD_REFUSAL_DRIVER
           : (race ? lap->marked_race : lap->marked)     ? RECORD_REFUSAL_RULES
           : time_s != record->time_s                    ? RECORD_REFUSAL_TIME
           : race && lap->laps != key->laps              ? RECORD_REFUSAL_LAPS
           : !hash_equal128(lap->car_hash, key->car)     ? RECORD_REFUSAL_CAR
           : !hash_equal128(lap->track_hash, key->track) ? RECORD_REFUSAL_TRACK
           : lap->reverse != record->reverse             ? RECORD_REFUSAL_DIRECTION
                                                         : RECORD_REFUSALS;
}

static RecordProof refused(RecordRefusal refusal) {
    RecordProof proof = {.result = DRIVEN_LAP_DIFFERS, .refusal = refusal};
    snprintf(proof.why, sizeof proof.why, "%s", record_refusal_texts[refusal]);
    return proof;
}

static RecordProof prove(const char *data, const char *path, const Record *record,
                         const Replay *replay, uint64_t steps_max, const atomic_bool *stop,
                         DrivenLap *out) {
    if (record->replay_car >= replay->info.def.car_count) {
        return refused(RECORD_REFUSAL_NO_CAR);
    }
    char *text = NULL;
    size_t size = 0;
    FILE *said = open_memstream(&text, &size);
    ASSERT(said != NULL);
    int index = record->key.laps > 0 ? record->key.laps - 1 : record->replay_lap;
    DrivenLapWish wish = {record->replay_car, index, steps_max};
    RecordProof proof = {.result = driven_lap_find(data, path, replay, wish, stop, out, said)};
    fclose(said);
    text[strcspn(text, "\n")] = '\0';
    snprintf(proof.why, sizeof proof.why, "%s", text);
    free(text);
    if (proof.result == DRIVEN_LAP_DIFFERS) {
        proof.refusal = RECORD_REFUSAL_PLAYS_OTHERWISE;
    } else if (proof.result == DRIVEN_LAP_NONE) {
        return refused(RECORD_REFUSAL_NO_LAP);
    } else if (proof.result == DRIVEN_LAP_FOUND && difference(record, out) != RECORD_REFUSALS) {
        proof = refused(difference(record, out));
        driven_lap_destroy(out);
    }
    return proof;
}

RecordProof record_proof(const char *data, const char *path, const Record *record,
                         const uint8_t *bytes, size_t size, uint64_t steps_max,
                         const atomic_bool *stop, DrivenLap *out) {
    MessageList *messages = calloc(1, sizeof *messages);
    ASSERT(messages != NULL);
    Replay replay;
    RecordProof proof;
    if (replay_unpack(bytes, size, path, &replay, messages)) {
        proof = prove(data, path, record, &replay, steps_max, stop, out);
        replay_destroy(&replay);
    } else {
        proof = refused(RECORD_REFUSAL_UNREADABLE);
        bool other_version = messages->items[0].code == MESSAGE_E913;
        proof.result = other_version ? DRIVEN_LAP_UNOPENED : DRIVEN_LAP_DIFFERS;
        snprintf(proof.why, sizeof proof.why, "%.190s", messages->items[0].text);
    }
    free(messages);
    return proof;
}

#include "records/record_proof.h"

#include "base/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What in the lap is not as the record says; NULL where all is.
static const char *difference(const Record *record, const DrivenLap *lap) {
    const RecordKey *key = &record->key;
    bool race = key->laps > 0;
    double time_s = race ? lap->race_s : lap->ghost.lap_s;
    return !(race ? lap->fair_race : lap->fair)          ? "a person did not drive all of it"
           : time_s != record->time_s                    ? "its time is another one"
           : race && lap->laps != key->laps              ? "its race has other laps"
           : !hash_equal128(lap->car_hash, key->car)     ? "its car is another one"
           : !hash_equal128(lap->track_hash, key->track) ? "its track is another one"
           : lap->reverse != record->reverse             ? "its direction is the other one"
                                                         : NULL;
}

static DrivenLapResult prove(const char *data, const char *path, const Record *record,
                             const Replay *replay, const atomic_bool *stop, DrivenLap *out,
                             char why[RECORD_PROOF_TEXT_MAX]) {
    if (record->replay_car >= replay->info.def.car_count) {
        snprintf(why, RECORD_PROOF_TEXT_MAX, "its replay has no such car");
        return DRIVEN_LAP_DIFFERS;
    }
    char *text = NULL;
    size_t size = 0;
    FILE *said = open_memstream(&text, &size);
    ASSERT(said != NULL);
    int index = record->key.laps > 0 ? record->key.laps - 1 : record->replay_lap;
    DrivenLapResult result = driven_lap_find(
        data, path, replay, (DrivenLapWish){record->replay_car, index}, stop, out, said);
    fclose(said);
    const char *wrong = result == DRIVEN_LAP_FOUND ? difference(record, out) : NULL;
    if (wrong) {
        driven_lap_destroy(out);
        result = DRIVEN_LAP_DIFFERS;
    }
    text[strcspn(text, "\n")] = '\0';
    snprintf(why, RECORD_PROOF_TEXT_MAX, "%s", wrong ? wrong : text);
    free(text);
    return result;
}

DrivenLapResult record_proof(const char *data, const char *path, const Record *record,
                             const uint8_t *bytes, size_t size, const atomic_bool *stop,
                             DrivenLap *out, char why[RECORD_PROOF_TEXT_MAX]) {
    MessageList *messages = calloc(1, sizeof *messages);
    ASSERT(messages != NULL);
    Replay replay;
    DrivenLapResult result = DRIVEN_LAP_DIFFERS;
    why[0] = '\0';
    if (replay_unpack(bytes, size, path, &replay, messages)) {
        result = prove(data, path, record, &replay, stop, out, why);
        replay_destroy(&replay);
        result = result == DRIVEN_LAP_NONE ? DRIVEN_LAP_DIFFERS : result;
    } else {
        bool other_version = messages->items[0].code == MESSAGE_E913;
        result = other_version ? DRIVEN_LAP_UNOPENED : DRIVEN_LAP_DIFFERS;
        snprintf(why, RECORD_PROOF_TEXT_MAX, "%.190s", messages->items[0].text);
    }
    free(messages);
    return result;
}

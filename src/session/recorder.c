#include "session/recorder.h"

#include "base/assert.h"
#include "vehicle/car_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void recorder_destroy(Recorder *recorder) {
    replay_destroy(&recorder->replay);
    *recorder = (Recorder){0};
}

static void say_too_long(char why[RECORDER_WHY_MAX]) {
    snprintf(why, RECORDER_WHY_MAX, "a replay holds no path of more than %d bytes",
             REPLAY_NAME_MAX - 1);
}

void recorder_start(Recorder *recorder, const Session *session) {
    recorder_destroy(recorder);
    if (!session_begin_replay(session, &recorder->replay)) {
        say_too_long(recorder->why);
        return;
    }
    recorder->begun = recorder->on = true;
}

void recorder_step(Recorder *recorder, const Race *race, const CarInput *inputs) {
    if (!recorder->on) {
        return;
    }
    replay_record(&recorder->replay, race, inputs);
    if (replay_is_full(&recorder->replay)) {
        recorder_end(recorder, race_hash(race), "it was as long as a replay can be");
    }
}

/// Takes `change` down, which car `car` has now.
static void add(Recorder *recorder, const Race *race, int car, ReplayChange change) {
    change.tick = race->tick;
    change.car = (uint8_t)car;
    if (recorder->on) {
        replay_add_change(&recorder->replay, &change);
    }
}

/// To the bit, in all that the state of a race is hashed from.
static bool is_same(const CarParams *a, const CarParams *b) {
    CarModel model_a = {.params = *a}, model_b = {.params = *b};
    return hash_equal128(car_model_hash(&model_a), car_model_hash(&model_b));
}

/// Writes `to` as a car file over `from`. Numbers that are each within their range may still not
/// fit together, and a box over an outline cannot be said: false, where it would not be read back
/// the same.
static bool write_numbers(const CarParams *from, const CarParams *to, char text[CAR_WRITE_MAX]) {
    CarFile car = {.name = "numbers", .params = *to}, back;
    MessageList messages = {0};
    size_t size = car_write(&car, NULL, from, text);
    return car_file_read(text, size, "", from, &back, &messages) && is_same(&back.params, to);
}

void recorder_numbers(Recorder *recorder, const Race *race, int car, const CarParams *to,
                      int setup) {
    const CarParams *from = &race_racers_const(race)[car].model.params;
    if (!recorder->on || is_same(from, to)) {
        return;
    }
    char *text = malloc(CAR_WRITE_MAX);
    ASSERT(text != NULL);
    if (write_numbers(from, to, text)) {
        add(recorder, race, car,
            (ReplayChange){.kind = REPLAY_NUMBERS, .setup = (uint8_t)setup, .text = text});
    } else {
        recorder_end(recorder, race_hash(race), "its car got numbers that no car file can hold");
    }
    free(text);
}

void recorder_join(Recorder *recorder, const Session *session) {
    if (recorder->on && !session_join_replay(session, &recorder->replay)) {
        char why[RECORDER_WHY_MAX];
        say_too_long(why);
        recorder_end(recorder, race_hash(session->race), why);
    }
}

void recorder_put(Recorder *recorder, const Race *race, int car, vec2s position, float angle) {
    add(recorder, race, car,
        (ReplayChange){.kind = REPLAY_PLACE, .position = position, .angle = angle});
}

void recorder_best(Recorder *recorder, const Race *race, int car) {
    add(recorder, race, car,
        (ReplayChange){.kind = REPLAY_BEST, .best_lap_s = race_racers_const(race)[car].best_lap_s});
}

void recorder_rewound(Recorder *recorder, const Race *race) {
    if (recorder->on) {
        replay_cut(&recorder->replay, race->tick);
    }
}

void recorder_end(Recorder *recorder, uint64_t hash, const char *why) {
    if (recorder->on) {
        recorder->on = false;
        recorder->replay.info.final_hash = hash;
        snprintf(recorder->why, sizeof recorder->why, "%s", why);
    }
}

void recorder_close(Recorder *recorder, const Race *race) {
    if (recorder->on) {
        replay_end(&recorder->replay, race);
    }
}

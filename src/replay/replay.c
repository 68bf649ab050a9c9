#include "replay/replay.h"

#include "base/array.h"
#include "base/assert.h"

#include <stdlib.h>
#include <string.h>

enum {
    // Of a body: a bound for what an event, a change without its text and the rest take.
    EVENT_BYTES = 10,
    HASH_BYTES = 8,
    CHANGE_BYTES = 24,
    HEAD_BYTES = 64 * 1024,
};

static void start_last(Replay *replay) {
    const RaceDef *def = &replay->info.def;
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        replay->last[i] = (ReplayEvent){.car = (uint8_t)i, .ai = (def->ai_cars >> i & 1u) != 0};
    }
}

void replay_begin(Replay *replay, const ReplayInfo *info) {
    ASSERT(info->def.laps > 0);
    *replay = (Replay){.info = *info};
    replay->info.race_version = RACE_VERSION;
    replay->info.ticks = 0;
    replay->info.final_hash = 0;
    start_last(replay);
}

void replay_record(Replay *replay, const Race *race, const CarInput *inputs) {
    ASSERT(race->tick == replay->info.ticks + 1);
    for (int i = 0; i < race->car_count; i++) {
        ReplayEvent now = {.tick = replay->info.ticks,
                           .car = (uint8_t)i,
                           .ai = (race->ai_cars >> i & 1u) != 0,
                           .input = inputs[i]};
        ReplayEvent *last = &replay->last[i];
        bool same_input = memcmp(&now.input, &last->input, sizeof now.input) == 0;
        if (now.ai != last->ai || !same_input) {
            replay->events = array_reserve(replay->events, replay->event_count + 1,
                                           &replay->event_capacity, sizeof *replay->events);
            replay->events[replay->event_count++] = *last = now;
        }
    }
    replay->info.ticks++;
    if (race->tick % RACE_TICKS_PER_SECOND == 0) {
        replay->hashes = array_reserve(replay->hashes, replay->hash_count + 1,
                                       &replay->hash_capacity, sizeof *replay->hashes);
        replay->hashes[replay->hash_count++] = race_hash(race);
    }
}

void replay_add_change(Replay *replay, const ReplayChange *change) {
    ASSERT(change->tick == replay->info.ticks && change->kind < REPLAY_CHANGE_KINDS);
    ASSERT((change->kind == REPLAY_NUMBERS || change->kind == REPLAY_CAR) ==
           (change->text != NULL));
    ASSERT(change->kind != REPLAY_CAR || change->tick == 0);
    replay->changes = array_reserve(replay->changes, replay->change_count + 1,
                                    &replay->change_capacity, sizeof *replay->changes);
    ReplayChange *kept = &replay->changes[replay->change_count++];
    *kept = *change;
    if (change->text) {
        size_t size = strlen(change->text);
        ASSERT(size <= UINT16_MAX);
        char *text = malloc(size + 1);
        ASSERT(text != NULL);
        memcpy(text, change->text, size + 1);
        kept->text = text;
        replay->text_bytes += size;
    }
}

void replay_add_car(Replay *replay, const char *name, Hash128 hash, const char *numbers) {
    ReplayInfo *info = &replay->info;
    const int car = info->def.car_count;
    ASSERT(car < RACE_MAX_CARS && strlen(name) < REPLAY_NAME_MAX);
    info->def.car_count++;
    strcpy(info->cars[car], name);
    info->car_hashes[car] = hash;
    uint32_t ticks = info->ticks;
    if (numbers) { // to the front, with those that the race began with
        info->ticks = 0;
        ReplayChange set_up = {.car = (uint8_t)car, .kind = REPLAY_CAR, .text = numbers};
        replay_add_change(replay, &set_up);
        ReplayChange kept = replay->changes[replay->change_count - 1];
        memmove(replay->changes + 1, replay->changes,
                (size_t)(replay->change_count - 1) * sizeof kept);
        replay->changes[0] = kept;
        info->ticks = ticks;
    }
    ReplayChange join = {.tick = ticks, .car = (uint8_t)car, .kind = REPLAY_JOIN};
    replay_add_change(replay, &join);
}

int replay_cars_before(const Replay *replay, uint32_t tick) {
    int cars = replay->info.def.car_count;
    for (int i = 0; i < replay->change_count; i++) {
        const ReplayChange *change = &replay->changes[i];
        cars -= change->kind == REPLAY_JOIN && change->tick >= tick ? 1 : 0;
    }
    return cars;
}

static void drop_last_change(Replay *replay) {
    ReplayChange *change = &replay->changes[--replay->change_count];
    if (change->text) {
        replay->text_bytes -= strlen(change->text);
        free((char *)change->text);
    }
}

/// Whether the last change was made after the first `tick` steps.
static bool is_cut(const Replay *replay, uint32_t tick) {
    const ReplayChange *last =
        replay->change_count > 0 ? &replay->changes[replay->change_count - 1] : NULL;
    return last && last->tick >= tick && last->kind != REPLAY_CAR && last->kind != REPLAY_JOIN;
}

void replay_cut(Replay *replay, uint32_t tick) {
    if (tick >= replay->info.ticks && !is_cut(replay, tick)) {
        return;
    }
    while (replay->event_count > 0 && replay->events[replay->event_count - 1].tick >= tick) {
        replay->event_count--;
    }
    while (is_cut(replay, tick)) {
        drop_last_change(replay);
    }
    start_last(replay);
    for (int i = 0; i < replay->event_count; i++) {
        replay->last[replay->events[i].car] = replay->events[i];
    }
    replay->info.ticks = tick;
    replay->hash_count = (int)(tick / RACE_TICKS_PER_SECOND);
}

static void *copy_array(const void *items, int count, size_t size) {
    int capacity = 0;
    void *copy = array_reserve(NULL, count, &capacity, size);
    if (count > 0) {
        memcpy(copy, items, (size_t)count * size);
    }
    return copy;
}

Replay replay_copy(const Replay *replay, const Race *race) {
    ASSERT(race->tick == replay->info.ticks);
    Replay copy = {.info = replay->info};
    copy.events = copy_array(replay->events, replay->event_count, sizeof *copy.events);
    copy.event_count = copy.event_capacity = replay->event_count;
    copy.hashes = copy_array(replay->hashes, replay->hash_count, sizeof *copy.hashes);
    copy.hash_count = copy.hash_capacity = replay->hash_count;
    uint32_t ticks = copy.info.ticks;
    for (int i = 0; i < replay->change_count; i++) {
        copy.info.ticks = replay->changes[i].tick; // as it was then
        replay_add_change(&copy, &replay->changes[i]);
    }
    copy.info.ticks = ticks;
    replay_end(&copy, race);
    return copy;
}

bool replay_is_full(const Replay *replay) {
    size_t size = (size_t)replay->event_count * EVENT_BYTES +
                  (size_t)replay->hash_count * HASH_BYTES +
                  (size_t)replay->change_count * CHANGE_BYTES + replay->text_bytes + HEAD_BYTES;
    return replay->info.ticks >= REPLAY_TICKS_MAX || size > REPLAY_LIMIT;
}

void replay_end(Replay *replay, const Race *race) { replay->info.final_hash = race_hash(race); }

bool replay_next(const Replay *replay, ReplayCursor *cursor, Race *race,
                 CarInput inputs[RACE_MAX_CARS]) {
    if (cursor->tick >= replay->info.ticks) {
        return false;
    }
    while (cursor->event < replay->event_count &&
           replay->events[cursor->event].tick == cursor->tick) {
        const ReplayEvent *event = &replay->events[cursor->event++];
        bool was_ai = (race->ai_cars >> event->car & 1u) != 0;
        if (event->ai != was_ai) {
            race_set_ai(race, event->car, event->ai);
        }
        cursor->inputs[event->car] = event->input;
    }
    memcpy(inputs, cursor->inputs, sizeof cursor->inputs);
    cursor->tick++;
    return true;
}

const ReplayChange *replay_next_change(const Replay *replay, ReplayCursor *cursor) {
    if (cursor->change < replay->change_count &&
        replay->changes[cursor->change].tick == cursor->tick) {
        return &replay->changes[cursor->change++];
    }
    return NULL;
}

bool replay_hash_at(const Replay *replay, uint32_t tick, uint64_t *hash) {
    uint32_t index = tick / RACE_TICKS_PER_SECOND;
    if (tick == 0 || tick % RACE_TICKS_PER_SECOND != 0 || index > (uint32_t)replay->hash_count) {
        return false;
    }
    *hash = replay->hashes[index - 1];
    return true;
}

void replay_destroy(Replay *replay) {
    while (replay->change_count > 0) {
        drop_last_change(replay);
    }
    free(replay->changes);
    free(replay->events);
    free(replay->hashes);
    *replay = (Replay){0};
}

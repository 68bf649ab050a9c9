/// A replay as bytes, there and back.
#include "base/assert.h"
#include "base/bits.h"
#include "base/text.h"
#include "race/replay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/// The last letter tells what the body holds: replays without changes stay readable for programs
/// that know of none.
static const char magic[7] = {'A', 'X', 'L', 'E', 'R', 'P', 'L'};

enum {
    HEADER_SIZE = 8 + 4 + 8 + 4, // magic, race version, checksum, unpacked size
    WITHOUT_CHANGES = '1',
    WITH_CHANGES = '2',
    CHANGE_BYTES_LEAST = 4 + 1 + 1 + 3, // numbers without a text
};

/// Little-endian, `count` bytes of it.
static void put(TextBuffer *bytes, uint64_t value, int count) {
    for (int i = 0; i < count; i++) {
        char byte = (char)(unsigned char)(value >> (8 * i));
        text_add(bytes, &byte, 1);
    }
}

static void put_text(TextBuffer *bytes, const char *text) {
    put(bytes, strlen(text), 2);
    text_add(bytes, text, strlen(text));
}

typedef struct Source {
    const uint8_t *data;
    size_t size, at;
    bool bad; ///< Something was missing or out of range.
} Source;

static uint64_t take(Source *source, int count) {
    if (source->size - source->at < (size_t)count) {
        source->bad = true;
        return 0;
    }
    uint64_t value = 0;
    for (int i = 0; i < count; i++) {
        value |= (uint64_t)source->data[source->at++] << (8 * i);
    }
    return value;
}

static uint64_t take_below(Source *source, int count, uint64_t bound) {
    uint64_t value = take(source, count);
    if (value >= bound) {
        source->bad = true;
        return 0;
    }
    return value;
}

static void take_text(Source *source, char *out, size_t size) {
    size_t length = (size_t)take_below(source, 2, size);
    for (size_t i = 0; i < length; i++) {
        out[i] = (char)take(source, 1);
    }
    out[length] = '\0';
}

static uint64_t checksum(const uint8_t *data, size_t size) {
    Hash hash = hash_begin();
    hash_bytes(&hash, data, size);
    return hash_end64(&hash);
}

static void put_info(TextBuffer *bytes, const ReplayInfo *info) {
    const RaceDef *def = &info->def;
    put_text(bytes, info->axle_version);
    put_text(bytes, info->track);
    put(bytes, info->track_hash.high, 8);
    put(bytes, info->track_hash.low, 8);
    put(bytes, (uint64_t)def->car_count, 1);
    put(bytes, (uint64_t)def->laps, 1);
    put(bytes, (uint64_t)def->mode, 1);
    put(bytes, def->seed, 8);
    put(bytes, def->ai_cars, 4);
    put(bytes, bits_of_float(def->time_limit), 4);
    for (int i = 0; i < def->car_count; i++) {
        put_text(bytes, info->cars[i]);
        put(bytes, info->car_hashes[i].high, 8);
        put(bytes, info->car_hashes[i].low, 8);
        put(bytes, (uint64_t)def->skill[i], 1);
    }
    put(bytes, info->ticks, 4);
    put(bytes, info->final_hash, 8);
}

static void take_info(Source *source, ReplayInfo *info) {
    RaceDef *def = &info->def;
    take_text(source, info->axle_version, sizeof info->axle_version);
    take_text(source, info->track, sizeof info->track);
    info->track_hash.high = take(source, 8);
    info->track_hash.low = take(source, 8);
    def->car_count = (int)take_below(source, 1, RACE_MAX_CARS + 1);
    def->laps = (int)take_below(source, 1, RACE_LAPS_MAX + 1);
    def->mode = (RaceMode)take_below(source, 1, RACE_MODE_PRACTICE + 1);
    def->seed = take(source, 8);
    def->ai_cars = (uint32_t)take(source, 4);
    def->time_limit = bits_to_float((uint32_t)take(source, 4));
    for (int i = 0; i < def->car_count; i++) {
        take_text(source, info->cars[i], sizeof info->cars[i]);
        info->car_hashes[i].high = take(source, 8);
        info->car_hashes[i].low = take(source, 8);
        def->skill[i] = (RaceSkill)take_below(source, 1, SKILL_COUNT);
    }
    info->ticks = (uint32_t)take_below(source, 4, REPLAY_TICKS_MAX + 1);
    info->final_hash = take(source, 8);
    // Also refuses NaN.
    source->bad |= def->car_count == 0 || def->laps == 0 ||
                   !(def->time_limit >= 0.0f && def->time_limit <= RACE_TIME_MAX);
}

static void put_change(TextBuffer *bytes, const ReplayChange *change) {
    put(bytes, change->tick, 4);
    put(bytes, change->car, 1);
    put(bytes, change->kind, 1);
    switch (change->kind) {
    case REPLAY_NUMBERS:
        put(bytes, change->setup, 1);
        put_text(bytes, change->text);
        break;
    case REPLAY_CAR:
        put_text(bytes, change->text);
        break;
    case REPLAY_PLACE:
        put(bytes, bits_of_float(change->position.x), 4);
        put(bytes, bits_of_float(change->position.y), 4);
        put(bytes, bits_of_float(change->angle), 4);
        break;
    default:
        put(bytes, bits_of_double(change->best_lap_s), 8);
        break;
    }
}

void replay_pack(const Replay *replay, uint8_t **data, size_t *size) {
    TextBuffer body = {0};
    put_info(&body, &replay->info);
    put(&body, (uint64_t)replay->event_count, 4);
    for (int i = 0; i < replay->event_count; i++) {
        const ReplayEvent *event = &replay->events[i];
        put(&body, event->tick, 4);
        put(&body, event->car, 1);
        put(&body, (uint64_t)event->ai, 1);
        put(&body, event->skill, 1);
        put(&body, (uint8_t)event->input.steer, 1);
        put(&body, event->input.throttle, 1);
        put(&body, event->input.brake, 1);
        put(&body, event->input.flags, 1);
    }
    put(&body, (uint64_t)replay->hash_count, 4);
    for (int i = 0; i < replay->hash_count; i++) {
        put(&body, replay->hashes[i], 8);
    }
    if (replay->change_count > 0) {
        put(&body, (uint64_t)replay->change_count, 4);
        for (int i = 0; i < replay->change_count; i++) {
            put_change(&body, &replay->changes[i]);
        }
    }
    uLongf packed_size = compressBound((uLong)body.size);
    uint8_t *packed = malloc(packed_size);
    ASSERT(packed != NULL);
    int result = compress2(packed, &packed_size, (const Bytef *)body.text, (uLong)body.size, 9);
    ASSERT(result == Z_OK);
    TextBuffer file = {0};
    text_add(&file, magic, sizeof magic);
    put(&file, replay->change_count > 0 ? WITH_CHANGES : WITHOUT_CHANGES, 1);
    put(&file, replay->info.race_version, 4);
    put(&file, checksum(packed, packed_size), 8);
    put(&file, body.size, 4);
    text_add(&file, (const char *)packed, packed_size);
    *data = (uint8_t *)file.text;
    *size = file.size;
    free(packed);
    free(body.text);
}

static void *room_for(int count, size_t size) {
    void *items = malloc((size_t)count * size + 1);
    ASSERT(items != NULL);
    return items;
}

static void take_events(Source *source, Replay *replay) {
    int count = (int)take_below(source, 4, (source->size - source->at) / 11 + 1);
    uint32_t tick = 0;
    replay->events = room_for(count, sizeof *replay->events);
    replay->event_capacity = count;
    for (int i = 0; i < count && !source->bad; i++) {
        ReplayEvent event = {.tick = (uint32_t)take_below(source, 4, replay->info.ticks)};
        event.car = (uint8_t)take_below(source, 1, (uint64_t)replay->info.def.car_count);
        event.ai = take_below(source, 1, 2) != 0;
        event.skill = (uint8_t)take_below(source, 1, SKILL_COUNT);
        event.input.steer = (int8_t)take(source, 1);
        event.input.throttle = (uint8_t)take(source, 1);
        event.input.brake = (uint8_t)take(source, 1);
        event.input.flags = (uint8_t)take(source, 1);
        source->bad |= event.tick < tick;
        tick = event.tick;
        replay->events[replay->event_count++] = event;
    }
}

static void take_hashes(Source *source, Replay *replay) {
    int count = (int)take_below(source, 4, (source->size - source->at) / 8 + 1);
    // One a second, neither more nor fewer: a recording without hashes would prove nothing.
    source->bad |= (uint32_t)count != replay->info.ticks / RACE_TICKS_PER_SECOND;
    replay->hashes = room_for(count, sizeof *replay->hashes);
    replay->hash_capacity = count;
    for (int i = 0; i < count && !source->bad; i++) {
        replay->hashes[replay->hash_count++] = take(source, 8);
    }
}

static void take_change(Source *source, ReplayChange *change, char *text, size_t size) {
    switch (change->kind) {
    case REPLAY_NUMBERS:
        change->setup = (uint8_t)take_below(source, 1, 2);
        take_text(source, text, size);
        change->text = text;
        break;
    case REPLAY_CAR:
        take_text(source, text, size);
        change->text = text;
        source->bad |= change->tick != 0;
        break;
    case REPLAY_PLACE:
        change->position.x = bits_to_float((uint32_t)take(source, 4));
        change->position.y = bits_to_float((uint32_t)take(source, 4));
        change->angle = bits_to_float((uint32_t)take(source, 4));
        source->bad |= !isfinite(change->position.x) || !isfinite(change->position.y) ||
                       !isfinite(change->angle);
        break;
    default:
        change->best_lap_s = bits_to_double(take(source, 8));
        source->bad |= !(change->best_lap_s >= 0.0 && isfinite(change->best_lap_s));
        break;
    }
}

static void take_changes(Source *source, Replay *replay) {
    enum {
        TEXT_MAX = UINT16_MAX + 1
    };
    char *text = malloc(TEXT_MAX);
    ASSERT(text != NULL);
    uint64_t most = (source->size - source->at) / CHANGE_BYTES_LEAST;
    int count = (int)take_below(source, 4, most + 1);
    uint32_t ticks = replay->info.ticks, tick = 0;
    for (int i = 0; i < count && !source->bad; i++) {
        ReplayChange change = {.tick = (uint32_t)take_below(source, 4, (uint64_t)ticks + 1)};
        change.car = (uint8_t)take_below(source, 1, (uint64_t)replay->info.def.car_count);
        change.kind = (uint8_t)take_below(source, 1, REPLAY_CHANGE_KINDS);
        take_change(source, &change, text, TEXT_MAX);
        source->bad |= change.tick < tick;
        tick = change.tick;
        if (!source->bad) {
            replay->info.ticks = change.tick; // as it was then
            replay_add_change(replay, &change);
        }
    }
    replay->info.ticks = ticks;
    free(text);
}

static bool unpack_body(const uint8_t *packed, size_t packed_size, size_t size, int form,
                        Replay *out) {
    uint8_t *body = malloc(size ? size : 1);
    ASSERT(body != NULL);
    uLongf unpacked = (uLongf)size;
    bool fine = uncompress(body, &unpacked, packed, (uLong)packed_size) == Z_OK && unpacked == size;
    if (fine) {
        Source source = {body, size, 0, false};
        take_info(&source, &out->info);
        if (!source.bad) {
            take_events(&source, out);
            take_hashes(&source, out);
        }
        if (!source.bad && form == WITH_CHANGES) {
            take_changes(&source, out);
        }
        fine = !source.bad && source.at == size;
    }
    free(body);
    return fine;
}

bool replay_unpack(const uint8_t *data, size_t size, const char *file, Replay *out,
                   MessageList *messages) {
    Place place = {.file = file};
    int form = size >= HEADER_SIZE ? data[sizeof magic] : 0;
    if (size < HEADER_SIZE || memcmp(data, magic, sizeof magic) != 0 ||
        (form != WITHOUT_CHANGES && form != WITH_CHANGES)) {
        message_add(messages, MESSAGE_E911, place);
        return false;
    }
    Source header = {data, HEADER_SIZE, sizeof magic + 1, false};
    uint32_t version = (uint32_t)take(&header, 4);
    uint64_t sum = take(&header, 8);
    size_t body_size = (size_t)take(&header, 4);
    if (version != RACE_VERSION) {
        message_add(messages, MESSAGE_E913, place, (int)version, (int)RACE_VERSION);
        return false;
    }
    const uint8_t *packed = data + HEADER_SIZE;
    Replay replay = {0};
    replay.info.race_version = version;
    if (size > REPLAY_LIMIT || body_size > REPLAY_LIMIT ||
        checksum(packed, size - HEADER_SIZE) != sum ||
        !unpack_body(packed, size - HEADER_SIZE, body_size, form, &replay)) {
        replay_destroy(&replay);
        message_add(messages, MESSAGE_E912, place);
        return false;
    }
    *out = replay;
    return true;
}

/// A replay as bytes, there and back.
#include "base/array.h"
#include "base/bits.h"
#include "base/text.h"
#include "replay/replay.h"

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
    EVENT_BYTES = 10,
    CHANGE_BYTES_LEAST = 4 + 1 + 1, // a car that joins
    CHANGE_TEXT_MAX = UINT16_MAX + 1,
};

/// The bytes of a body or a head. One walk over the fields writes them or reads them.
typedef struct Stream {
    bool writes;
    TextBuffer written;  ///< Of a stream that writes; its owner frees the text.
    const uint8_t *data; ///< Of one that reads, as are the rest.
    size_t size, at;
    bool bad; ///< Something was missing or out of range.
} Stream;

/// An integer of `count` bytes, little-endian. Writes `value` and returns it, or returns what it
/// reads.
static uint64_t pass(Stream *stream, uint64_t value, int count) {
    if (stream->writes) {
        for (int i = 0; i < count; i++) {
            char byte = (char)(unsigned char)(value >> (8 * i));
            text_add(&stream->written, &byte, 1);
        }
        return value;
    }
    if (stream->size - stream->at < (size_t)count) {
        stream->bad = true;
        return 0;
    }
    value = 0;
    for (int i = 0; i < count; i++) {
        value |= (uint64_t)stream->data[stream->at++] << (8 * i);
    }
    return value;
}

/// The same, where what is read has to be below `bound`.
static uint64_t pass_below(Stream *stream, uint64_t value, int count, uint64_t bound) {
    value = pass(stream, value, count);
    if (!stream->writes && value >= bound) {
        stream->bad = true;
        return 0;
    }
    return value;
}

static float pass_float(Stream *stream, float value) {
    return bits_to_float((uint32_t)pass(stream, bits_of_float(value), 4));
}

static void pass_hash(Stream *stream, Hash128 *hash) {
    hash->high = pass(stream, hash->high, 8);
    hash->low = pass(stream, hash->low, 8);
}

/// Writes `text`, or reads it: at most `size` bytes with its terminator.
static void pass_text(Stream *stream, char *text, size_t size) {
    size_t length = (size_t)pass_below(stream, stream->writes ? strlen(text) : 0, 2, size);
    if (stream->writes) {
        text_add(&stream->written, text, length);
        return;
    }
    for (size_t i = 0; i < length; i++) {
        text[i] = (char)pass(stream, 0, 1);
    }
    text[length] = '\0';
}

static uint64_t checksum(const uint8_t *data, size_t size) {
    Hash hash = hash_begin();
    hash_bytes(&hash, data, size);
    return hash_end64(&hash);
}

static void pass_driver(Stream *stream, DriverParams *params) {
    for (int i = 0; i < driver_param_table.count; i++) {
        float *value = param_value(&driver_param_table.rows[i], params);
        *value = pass_float(stream, *value);
    }
    stream->bad |= !driver_params_are_valid(params);
}

static void pass_rules(Stream *stream, RaceRules *rules) {
    for (int i = 0; i < race_rule_count; i++) {
        const RaceRuleRow *row = &race_rule_rows[i];
        uint8_t *value = race_rule_value(row, rules);
        *value = (uint8_t)pass_below(stream, *value, 1, (uint64_t)race_rule_choices(row));
    }
}

/// Race, practice, then the kinds of battle, which are races: files without battles are as before.
static void pass_mode(Stream *stream, RaceDef *def) {
    uint64_t mode = def->battle != BATTLE_OFF ? RACE_MODE_PRACTICE + (uint64_t)def->battle
                                              : (uint64_t)def->mode;
    mode = pass_below(stream, mode, 1, RACE_MODE_PRACTICE + BATTLE_MODE_COUNT);
    bool battle = mode > RACE_MODE_PRACTICE;
    def->mode = battle ? RACE_MODE_RACE : (RaceMode)mode;
    def->battle = battle ? (BattleMode)(mode - RACE_MODE_PRACTICE) : BATTLE_OFF;
}

static void pass_info(Stream *stream, ReplayInfo *info) {
    RaceDef *def = &info->def;
    uint32_t taken = 0; // places on the grid
    pass_text(stream, info->axle_version, sizeof info->axle_version);
    pass_text(stream, info->track, sizeof info->track);
    pass_hash(stream, &info->track_hash);
    def->car_count = (int)pass_below(stream, (uint64_t)def->car_count, 1, RACE_MAX_CARS + 1);
    def->laps = (int)pass_below(stream, (uint64_t)def->laps, 1, RACE_LAPS_MAX + 1);
    pass_mode(stream, def);
    def->seed = pass(stream, def->seed, 8);
    def->ai_cars = (uint32_t)pass(stream, def->ai_cars, 4);
    def->time_limit = pass_float(stream, def->time_limit);
    pass_rules(stream, &def->rules);
    for (int i = 0; i < def->car_count; i++) {
        pass_text(stream, info->cars[i], sizeof info->cars[i]);
        pass_hash(stream, &info->car_hashes[i]);
        pass_driver(stream, &def->drivers[i]);
        def->slots[i] = (uint8_t)pass_below(stream, def->slots[i], 1, (uint64_t)def->car_count);
        taken |= 1u << (def->slots[i] & 31u);
        def->handicaps[i] =
            (uint8_t)pass_below(stream, def->handicaps[i], 1, RACE_HANDICAP_MAX + 1);
    }
    info->ticks = (uint32_t)pass_below(stream, info->ticks, 4, REPLAY_TICKS_MAX + 1);
    info->final_hash = pass(stream, info->final_hash, 8);
    // Also refuses NaN.
    stream->bad |= taken != (uint32_t)((uint64_t)1 << def->car_count) - 1;
    stream->bad |= def->car_count == 0 || def->laps == 0 ||
                   !(def->time_limit >= 0.0f && def->time_limit <= RACE_TIME_MAX);
}

static void pass_event(Stream *stream, const ReplayInfo *info, ReplayEvent *event) {
    CarInput *input = &event->input;
    event->tick = (uint32_t)pass_below(stream, event->tick, 4, info->ticks);
    event->car = (uint8_t)pass_below(stream, event->car, 1, (uint64_t)info->def.car_count);
    event->ai = pass_below(stream, event->ai, 1, 2) != 0;
    input->steer = (int8_t)pass(stream, (uint8_t)input->steer, 1);
    input->throttle = (uint8_t)pass(stream, input->throttle, 1);
    input->brake = (uint8_t)pass(stream, input->brake, 1);
    input->flags = (uint8_t)pass(stream, input->flags, 1);
}

/// `text`, of CHANGE_TEXT_MAX bytes, gets the text of a change that is read.
static void pass_change(Stream *stream, const ReplayInfo *info, ReplayChange *change, char *text) {
    change->tick = (uint32_t)pass_below(stream, change->tick, 4, (uint64_t)info->ticks + 1);
    change->car = (uint8_t)pass_below(stream, change->car, 1, (uint64_t)info->def.car_count);
    change->kind = (uint8_t)pass_below(stream, change->kind, 1, REPLAY_CHANGE_KINDS);
    switch (change->kind) {
    case REPLAY_NUMBERS:
        change->setup = (uint8_t)pass_below(stream, change->setup, 1, 2);
        pass_text(stream, text, CHANGE_TEXT_MAX);
        change->text = text;
        break;
    case REPLAY_CAR:
        pass_text(stream, text, CHANGE_TEXT_MAX);
        change->text = text;
        stream->bad |= change->tick != 0;
        break;
    case REPLAY_PLACE:
        change->position.x = pass_float(stream, change->position.x);
        change->position.y = pass_float(stream, change->position.y);
        change->angle = pass_float(stream, change->angle);
        stream->bad |= !isfinite(change->position.x) || !isfinite(change->position.y) ||
                       !isfinite(change->angle);
        break;
    case REPLAY_JOIN:
        break;
    default:
        change->best_lap_s = bits_to_double(pass(stream, bits_of_double(change->best_lap_s), 8));
        stream->bad |= !(change->best_lap_s >= 0.0 && isfinite(change->best_lap_s));
        break;
    }
}

void replay_pack(const Replay *replay, uint8_t **data, size_t *size) {
    Stream body = {.writes = true}, file = {.writes = true};
    ReplayInfo info = replay->info;
    pass_info(&body, &info);
    pass(&body, (uint64_t)replay->event_count, 4);
    for (int i = 0; i < replay->event_count; i++) {
        ReplayEvent event = replay->events[i];
        pass_event(&body, &info, &event);
    }
    pass(&body, (uint64_t)replay->hash_count, 4);
    for (int i = 0; i < replay->hash_count; i++) {
        pass(&body, replay->hashes[i], 8);
    }
    if (replay->change_count > 0) {
        pass(&body, (uint64_t)replay->change_count, 4);
    }
    for (int i = 0; i < replay->change_count; i++) {
        ReplayChange change = replay->changes[i];
        pass_change(&body, &info, &change, (char *)change.text);
    }
    size_t body_size = body.written.size;
    uLongf packed_size = compressBound((uLong)body_size);
    uint8_t *packed = malloc(packed_size);
    ASSERT(packed != NULL);
    const Bytef *unpacked = (const Bytef *)body.written.text;
    int result = compress2(packed, &packed_size, unpacked, (uLong)body_size, 9);
    ASSERT(result == Z_OK);
    text_add(&file.written, magic, sizeof magic);
    pass(&file, replay->change_count > 0 ? WITH_CHANGES : WITHOUT_CHANGES, 1);
    pass(&file, replay->info.race_version, 4);
    pass(&file, checksum(packed, packed_size), 8);
    pass(&file, body_size, 4);
    text_add(&file.written, (const char *)packed, packed_size);
    *data = (uint8_t *)file.written.text;
    *size = file.written.size;
    free(packed);
    free(body.written.text);
}

/// How many things of `bytes` bytes or more follow.
static int take_count(Stream *stream, size_t bytes) {
    return (int)pass_below(stream, 0, 4, (stream->size - stream->at) / bytes + 1);
}

static void take_events(Stream *stream, Replay *replay) {
    int count = take_count(stream, EVENT_BYTES);
    uint32_t tick = 0;
    replay->events = array_reserve(NULL, count, &replay->event_capacity, sizeof *replay->events);
    for (int i = 0; i < count && !stream->bad; i++) {
        ReplayEvent *event = &replay->events[replay->event_count++];
        *event = (ReplayEvent){0};
        pass_event(stream, &replay->info, event);
        stream->bad |= event->tick < tick;
        tick = event->tick;
    }
}

static void take_hashes(Stream *stream, Replay *replay) {
    int count = take_count(stream, 8);
    // One a second, neither more nor fewer: a recording without hashes would prove nothing.
    stream->bad |= (uint32_t)count != replay->info.ticks / RACE_TICKS_PER_SECOND;
    replay->hashes = array_reserve(NULL, count, &replay->hash_capacity, sizeof *replay->hashes);
    for (int i = 0; i < count && !stream->bad; i++) {
        replay->hashes[replay->hash_count++] = pass(stream, 0, 8);
    }
}

static void take_changes(Stream *stream, Replay *replay) {
    char *text = malloc(CHANGE_TEXT_MAX);
    ASSERT(text != NULL);
    int count = take_count(stream, CHANGE_BYTES_LEAST);
    uint32_t ticks = replay->info.ticks, tick = 0;
    for (int i = 0; i < count && !stream->bad; i++) {
        ReplayChange change = {0};
        pass_change(stream, &replay->info, &change, text);
        stream->bad |= change.tick < tick;
        tick = change.tick;
        if (!stream->bad) {
            replay->info.ticks = change.tick; // as it was then
            replay_add_change(replay, &change);
            replay->info.ticks = ticks;
        }
    }
    free(text);
}

/// Whether cars join one by one, in their order, and nothing is told of one that is not there yet.
static bool cars_are_there(const Replay *replay) {
    int event = 0, cars = replay_cars_before(replay, 0);
    bool fine = cars > 0;
    for (int i = 0; i <= replay->change_count && fine; i++) {
        const ReplayChange *change = i < replay->change_count ? &replay->changes[i] : NULL;
        for (;
             event < replay->event_count && (!change || replay->events[event].tick < change->tick);
             event++) {
            fine &= replay->events[event].car < cars;
        }
        if (change && change->kind == REPLAY_JOIN) {
            fine &= change->car == cars && replay->info.def.slots[cars] == cars;
            cars++;
        } else if (change && change->kind != REPLAY_CAR) {
            fine &= change->car < cars;
        }
    }
    return fine;
}

static bool unpack_body(const uint8_t *packed, size_t packed_size, size_t size, int form,
                        Replay *out) {
    uint8_t *body = malloc(size ? size : 1);
    ASSERT(body != NULL);
    uLongf unpacked = (uLongf)size;
    bool fine = uncompress(body, &unpacked, packed, (uLong)packed_size) == Z_OK && unpacked == size;
    if (fine) {
        Stream stream = {.data = body, .size = size};
        pass_info(&stream, &out->info);
        if (!stream.bad) {
            take_events(&stream, out);
            take_hashes(&stream, out);
        }
        if (!stream.bad && form == WITH_CHANGES) {
            take_changes(&stream, out);
        }
        fine = !stream.bad && stream.at == size && cars_are_there(out);
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
    Stream head = {.data = data, .size = HEADER_SIZE, .at = sizeof magic + 1};
    uint32_t version = (uint32_t)pass(&head, 0, 4);
    uint64_t sum = pass(&head, 0, 8);
    size_t body_size = (size_t)pass(&head, 0, 4);
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

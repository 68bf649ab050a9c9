// The door of replays. Bytes that are no replay are taken as what one holds when it is unpacked, as
// its checksum would keep a fuzzer out; what is good is packed and unpacked again, and played.
#include "replay/replay.h"

#include "base/hash.h"
#include "track_file/track_file.h"

#include <zlib.h>

#include "fuzz.h"

enum {
    HEADER_SIZE = 24, ///< docs/replay.md
    TICKS = 8,
};

static const char oval[] =
    "format: track/1\nname: Oval\nribbons:\n  - curve: round\n    radius: 28\n"
    "    width: 14\n    points: [[-70, -35], [70, -35], [70, 35], [-70, 35]]\n";

typedef struct Stage {
    Track track;
    RaceData data;
    CarModel models[RACE_MAX_CARS];
    void *block;
} Stage;

static Stage *stage_make(void) {
    static Stage stage;
    static MessageList messages;
    if (!stage.block) {
        bool good =
            track_read(oval, sizeof oval - 1, "oval.track.yaml", false, &stage.track, &messages);
        CarParams params = car_params_default();
        for (int i = 0; i < RACE_MAX_CARS; i++) {
            stage.models[i] = car_model_make(&params);
        }
        good = good && race_data_make(&stage.data, &stage.track, stage.models, RACE_MAX_CARS);
        ASSERT(good);
        stage.block = aligned_alloc(32, (race_size(&stage.track, RACE_MAX_CARS) + 31) / 32 * 32);
        ASSERT(stage.block != NULL);
    }
    return &stage;
}

static void play(const Replay *replay) {
    Stage *stage = stage_make();
    Race *race = race_make(stage->block, &replay->info.def, &stage->data, stage->models);
    ReplayCursor cursor = {0};
    CarInput inputs[RACE_MAX_CARS];
    uint64_t hash;
    for (int i = 0; i < TICKS && replay_next(replay, &cursor, race, inputs); i++) {
        race_step(race, inputs);
        replay_hash_at(replay, race->tick, &hash);
    }
}

static void put(uint8_t *out, uint64_t value, int count) {
    for (int i = 0; i < count; i++) {
        out[i] = (uint8_t)(value >> (8 * i));
    }
}

/// A whole file around `size` bytes of what it holds, of either form; freed by the caller.
static uint8_t *wrap(const uint8_t *body, size_t size, bool with_changes, size_t *file_size) {
    uLongf packed = compressBound((uLong)size);
    uint8_t *file = malloc(HEADER_SIZE + packed);
    ASSERT(file != NULL);
    int result = compress2(file + HEADER_SIZE, &packed, body, (uLong)size, 1);
    ASSERT(result == Z_OK);
    Hash hash = hash_begin();
    hash_bytes(&hash, file + HEADER_SIZE, packed);
    memcpy(file, with_changes ? "AXLERPL2" : "AXLERPL1", 8);
    put(file + 8, RACE_VERSION, 4);
    put(file + 12, hash_end64(&hash), 8);
    put(file + 20, size, 4);
    *file_size = HEADER_SIZE + packed;
    return file;
}

static void try_file(uint8_t *file, size_t file_size) {
    static MessageList messages;
    messages = (MessageList){0};
    Replay replay = {0};
    bool good = replay_unpack(file, file_size, "fuzz.replay", &replay, &messages);
    ASSERT(good == (messages.error_count == 0));
    free(file);
    if (good) {
        size_t again_size;
        Replay again = {0};
        replay_pack(&replay, &file, &again_size);
        good = replay_unpack(file, again_size, "again.replay", &again, &messages);
        ASSERT(good && again.event_count == replay.event_count);
        ASSERT(again.change_count == replay.change_count);
        play(&again);
        replay_cut(&again, again.info.ticks / 2);
        replay_destroy(&again);
        free(file);
    }
    replay_destroy(&replay);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 0 && data[0] == 'A') {
        try_file((uint8_t *)fuzz_copy(data, size, false), size);
        return 0;
    }
    for (int with_changes = 0; with_changes < 2; with_changes++) {
        size_t file_size;
        uint8_t *file = wrap(data, size, with_changes == 1, &file_size);
        try_file(file, file_size);
    }
    return 0;
}

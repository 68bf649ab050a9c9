// The door of tracks: read, checked, built, turned round, laid out and raced on for a moment, as
// when a person drives it. FUZZ_FILE, a name whose suffix picks the format, comes from CMake.
#include "formats/yaml_build.h"
#include "formats/yaml_write.h"
#include "import/import.h"
#include "race/race.h"
#include "track/reverse.h"
#include "track_check/track_check.h"
#include "track_file/track_file.h"
#include "track_file/track_write.h"

#include "fuzz.h"

enum {
    CARS = 3,
    TICKS = 16,
};

static void race_on(const Track *track) {
    CarParams params = car_params_default();
    CarModel models[CARS];
    for (int i = 0; i < CARS; i++) {
        models[i] = car_model_make(&params);
    }
    int cars = track->slot_count < CARS ? track->slot_count : CARS;
    RaceData race_data;
    if (!race_data_make(&race_data, track, models, cars)) {
        return;
    }
    RaceDef def = race_def_default();
    def.car_count = cars;
    def.mode = RACE_MODE_PRACTICE;
    def.ai_cars = 3;
    size_t size = race_size(track, cars);
    void *block = aligned_alloc(32, (size + 31) / 32 * 32);
    ASSERT(block != NULL);
    Race *race = race_make(block, &def, &race_data, models);
    CarInput inputs[RACE_MAX_CARS] = {0};
    for (int i = 0; i < TICKS; i++) {
        race_step(race, inputs);
    }
    free(block);
    race_data_destroy(&race_data);
}

/// A number that the bytes pick.
static unsigned wish_of(const char *text, size_t size) {
    unsigned wish = 0;
    for (size_t i = 0; i < size; i++) {
        wish = wish * 31u + (unsigned char)text[i];
    }
    return wish ^ wish >> 16;
}

/// `axle import`: with the wishes of the bits of `wish`, written in the one form and read back.
static void import_text(ImportFormat format, const char *text, size_t size, unsigned wish) {
    static MessageList messages;
    messages = (MessageList){0};
    const ImportOptions options = {
        .pick = wish & 4096 ? "a" : NULL,
        .line.scale = wish & 1 ? 0.25f : 0.0f,
        .line.length = wish & 2 ? 1500.0f : 0.0f,
        .line.fit_length = wish & 4 ? 900.0f : 0.0f,
        .line.keep_width = (wish & 8) != 0,
        .line.width = wish & 16 ? 9.0f : 0.0f,
        .line.simplify = wish & 32 ? 1.0f : 0.0f,
        .line.verbose = (wish & 64) != 0,
    };
    Arena arena = {0};
    YamlNode *root = import_read(format, text, size, FUZZ_FILE, &options, &arena, &messages);
    ASSERT(root != NULL || messages.error_count > 0);
    if (root && messages.error_count == 0) {
        YamlNode *wanted = track_canonical(root, NULL, &arena);
        TextBuffer out = {0};
        yaml_write(wanted, &out);
        messages = (MessageList){0};
        YamlNode *read = yaml_read(out.text, out.size, "written", &arena, &messages);
        ASSERT(read != NULL && yaml_build_equal(read, wanted));
        free(out.text);
    }
    arena_destroy(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static MessageList messages;
    static Track track;
    messages = (MessageList){0};
    char *text = fuzz_copy(data, size, true);
    unsigned wish = wish_of(text, size);
    ImportFormat format = import_format(FUZZ_FILE, text);
    if (format != IMPORT_NATIVE) {
        import_text(format, text, size, wish);
    }
    bool good = track_read(text, size, FUZZ_FILE, true, &track, &messages);
    ASSERT(good == (messages.error_count == 0));
    free(text); // a track stands alone
    good = good && track_check(&track, &messages);
    if (!good) {
        track_destroy(&track);
        return 0;
    }
    bool race = (wish >> 7) % 4 == 0; // a race takes longer than all the rest
    if (race) {
        race_on(&track);
    }
    Hash128 hash = track.hash;
    if (track.reversible && track_reverse(&track)) {
        if (race) {
            race_on(&track);
        }
    } else {
        ASSERT(hash.low == track.hash.low && hash.high == track.hash.high);
    }
    track_destroy(&track);
    return 0;
}

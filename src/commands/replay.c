/// `axle replay`: what a replay holds, and what the cars in it did as CSV.
#include "base/file.h"
#include "base/print.h"
#include "command_line/layer_option.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "platform/interrupt.h"
#include "race/field.h"
#include "replay/telemetry.h"
#include "reports/race_sound.h"
#include "reports/replay_changes.h"
#include "reports/results.h"
#include "session/recording.h"

#include <stdlib.h>
#include <string.h>

typedef struct ReplayOptions {
    const char *file, *csv, *sound;
    int rate, car; ///< `car` from 1, 0 = all.
    bool info, units_row;
    int format; ///< 0 text, 1 JSON
} ReplayOptions;

// ---- what it holds

static const char *duration_text(double seconds, char out[32]) {
    int minutes = (int)(seconds / 60.0);
    snprintf(out, 32, "%d:%06.3f", minutes, seconds - 60.0 * minutes);
    return out;
}

/// Whether the AI drives car `car` at its start. Those who join later are people.
static bool is_ai(const Replay *replay, int car) {
    return (replay->info.def.ai_cars >> car & 1u) != 0 && car < replay_cars_before(replay, 0);
}

/// Who drives car `car` at its start.
static const char *driver_text(const Replay *replay, int car, char out[32]) {
    double pace = (double)field_pace(&replay->info.def.drivers[car]);
    snprintf(out, 32, is_ai(replay, car) ? "AI, pace %.3f" : "seat", pace);
    return out;
}

/// Those that are not off.
static void print_rules(const RaceRules *rules) {
    RaceRules copy = *rules;
    for (int i = 0; i < race_rule_count; i++) {
        const RaceRuleRow *row = &race_rule_rows[i];
        uint8_t value = *race_rule_value(row, &copy);
        if (value > 0) {
            print("rule         %s: %s\n", row->label, row->choices[value]);
        }
    }
}

static void print_info(const ReplayOptions *options, const Replay *replay, size_t size,
                       const Session *session) {
    const ReplayInfo *info = &replay->info;
    char text[HASH_TEXT_MAX], time[32], driver[32];
    print("%s: %zu bytes, %d input events, %d hashes\n", options->file, size, replay->event_count,
          replay->hash_count);
    print("recorded by  axle %s, physics version %u\n", info->axle_version, info->race_version);
    print("track        %s, %s\n", info->track, hash_text128(info->track_hash, text));
    if (info->def.mode == RACE_MODE_RACE) {
        print("mode         race, %d lap%s", info->def.laps, info->def.laps == 1 ? "" : "s");
    } else {
        print("mode         practice");
    }
    print(", seed %llu\n", (unsigned long long)info->def.seed);
    print_rules(&info->def.rules);
    print("duration     %s, %u ticks\n",
          duration_text((double)info->ticks / RACE_TICKS_PER_SECOND, time), info->ticks);
    print("final state  %s\n", hash_text64(info->final_hash, text));
    for (int i = 0; i < info->def.car_count; i++) {
        print("car %-8d %s, %s, grid %d, %s", i + 1, info->cars[i], driver_text(replay, i, driver),
              info->def.slots[i] + 1, hash_text128(info->car_hashes[i], text));
        if (info->def.handicaps[i] > 0) {
            print(", %d %% less power", info->def.handicaps[i]);
        }
        print("\n");
    }
    if (session) {
        replay_changes_print(replay, session);
        print("\n");
        results_print(session);
    }
}

static void json_cars(Json *json, const Replay *replay) {
    const ReplayInfo *info = &replay->info;
    char text[HASH_TEXT_MAX];
    json_array(json, "cars");
    for (int i = 0; i < info->def.car_count; i++) {
        bool ai = is_ai(replay, i);
        json_object(json, NULL);
        json_text(json, "car", info->cars[i]);
        json_text(json, "hash", hash_text128(info->car_hashes[i], text));
        json_text(json, "driver", ai ? "ai" : "seat");
        if (ai) {
            json_number(json, "pace", (double)field_pace(&info->def.drivers[i]), 4);
        } else {
            json_null(json, "pace");
        }
        json_integer(json, "grid", info->def.slots[i] + 1);
        json_integer(json, "handicap", info->def.handicaps[i]);
        json_end_object(json);
    }
    json_end_array(json);
}

static void print_json(const ReplayOptions *options, const Replay *replay, size_t size,
                       const Session *session) {
    const ReplayInfo *info = &replay->info;
    char text[HASH_TEXT_MAX];
    Json json = {0};
    json_object(&json, NULL);
    json_integer(&json, "schema", 1);
    json_text(&json, "file", options->file);
    json_integer(&json, "bytes", (int64_t)size);
    json_integer(&json, "events", replay->event_count);
    json_integer(&json, "hashes", replay->hash_count);
    json_text(&json, "axle_version", info->axle_version);
    json_integer(&json, "race_version", info->race_version);
    json_text(&json, "track", info->track);
    json_text(&json, "track_hash", hash_text128(info->track_hash, text));
    json_text(&json, "mode", info->def.mode == RACE_MODE_RACE ? "race" : "practice");
    json_integer(&json, "laps", session ? session->race->laps : info->def.laps);
    snprintf(text, sizeof text, "%llu", (unsigned long long)info->def.seed);
    json_text(&json, "seed", text); // as text: a JSON number holds 53 bits of its 64
    json_integer(&json, "ticks", info->ticks);
    json_number(&json, "sim_seconds", (double)info->ticks / RACE_TICKS_PER_SECOND, 4);
    json_text(&json, "state_hash", hash_text64(info->final_hash, text));
    results_rules_json(&json, &info->def.rules);
    json_cars(&json, replay);
    if (session) {
        replay_changes_json(&json, replay, session);
        results_json(&json, session);
    } else {
        json_null(&json, "changes");
        json_null(&json, "results");
    }
    json_end_object(&json);
    json_print(&json);
}

// ---- what the cars did

/// A CSV under way: to a file that appears when it is whole, or to standard output.
typedef struct Csv {
    const ReplayOptions *options;
    const Replay *replay;
    int change; ///< The next of the replay's that has not been seen.
    FileSave save;
    bool to_file;
    Telemetry cars[RACE_MAX_CARS];  ///< Those that are written.
    Telemetry whole[RACE_MAX_CARS]; ///< The same at the end of the recording: their best laps.
    int first, last;                ///< Cars that are written.
} Csv;

static void put_line(Csv *csv, const char *lead, const char *line) {
    char text[TELEMETRY_TEXT_MAX + 32];
    int size = snprintf(text, sizeof text, "%s%s\n", csv->options->car == 0 ? lead : "", line);
    if (csv->to_file) {
        file_save_put(&csv->save, text, (size_t)size);
    } else {
        print_as_is(stdout, text, (size_t)size);
    }
}

static void put_rows(Csv *csv, const Race *race) {
    int cars = replay_cars_before(csv->replay, race->tick); // others join later
    for (int i = csv->first; i <= csv->last && i < cars; i++) {
        TelemetrySample sample = telemetry_sample(&csv->cars[i], race);
        char lead[16], line[TELEMETRY_TEXT_MAX];
        snprintf(lead, sizeof lead, "%d,", i + 1);
        put_line(csv, lead, telemetry_row(&sample, race->data->track, line));
    }
}

/// Which set-up drove the step just made.
static void follow_setups(Csv *csv, const Race *race) {
    const Replay *replay = csv->replay;
    for (; csv->change < replay->change_count; csv->change++) {
        const ReplayChange *change = &replay->changes[csv->change];
        if (change->tick >= race->tick) {
            return;
        }
        if (change->kind == REPLAY_NUMBERS) {
            csv->cars[change->car].variant = change->setup;
        }
    }
}

static bool watch_laps(void *context, const Race *race) {
    Csv *csv = context;
    for (int i = csv->first; i <= csv->last && i < race->car_count; i++) {
        telemetry_follow(&csv->cars[i], race);
    }
    return true;
}

static bool watch_rows(void *context, const Race *race) {
    Csv *csv = context;
    follow_setups(csv, race);
    watch_laps(csv, race);
    uint64_t rate = (uint64_t)csv->options->rate, tick = race->tick;
    if (tick * rate / RACE_TICKS_PER_SECOND != (tick - 1) * rate / RACE_TICKS_PER_SECOND) {
        put_rows(csv, race);
    }
    return true;
}

/// Finds the best lap of each car, which all others are compared with.
static int find_best_laps(Csv *csv, Session *session) {
    session_restart(session, &csv->replay->info.def);
    for (int i = csv->first; i <= csv->last; i++) {
        csv->cars[i] = telemetry_begin(session->race, i);
    }
    int code = recording_play(csv->options->file, csv->replay, session, watch_laps, csv, stderr);
    memcpy(csv->whole, csv->cars, sizeof csv->whole);
    return code;
}

static int write_rows(Csv *csv, Session *session) {
    session_restart(session, &csv->replay->info.def);
    char line[TELEMETRY_TEXT_MAX];
    put_line(csv, "car,", telemetry_names(line));
    if (csv->options->units_row) {
        put_line(csv, "1,", telemetry_units(line));
    }
    for (int i = csv->first; i <= csv->last; i++) {
        csv->cars[i] = telemetry_begin(session->race, i);
        csv->cars[i].reference = &csv->whole[i].best;
        csv->cars[i].reference_lap = csv->whole[i].best_lap;
    }
    put_rows(csv, session->race);
    int code = recording_play(csv->options->file, csv->replay, session, watch_rows, csv, stderr);
    for (int i = csv->first; i <= csv->last; i++) {
        telemetry_destroy(&csv->cars[i]);
    }
    return code;
}

/// Leaves `session` at the end of the recording.
static int write_csv(const ReplayOptions *options, const Replay *replay, Session *session) {
    Csv csv = {.options = options,
               .replay = replay,
               .to_file = strcmp(options->csv, "-") != 0,
               .first = options->car > 0 ? options->car - 1 : 0,
               .last = options->car > 0 ? options->car - 1 : replay->info.def.car_count - 1};
    if (csv.to_file) {
        interrupt_hold(); // half a file is taken away
    }
    MessageList messages = {0};
    int code = find_best_laps(&csv, session);
    if (code == EXIT_FINE && csv.to_file && !file_save_begin(&csv.save, options->csv, &messages)) {
        code = EXIT_UNREADABLE;
    } else if (code == EXIT_FINE) {
        code = write_rows(&csv, session);
        if (csv.to_file && !file_save_end(&csv.save, code == EXIT_FINE, &messages)) {
            code = EXIT_UNREADABLE;
        }
    }
    messages_print(&messages, stderr, NULL);
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        telemetry_destroy(&csv.whole[i]);
    }
    return code;
}

// ---- the command

static int parse(int argument_count, char **arguments, ReplayOptions *out) {
    const Option options[] = {
        {"info", NULL, OPTION_FLAG, &out->info, 0, 0, NULL,
         "what it holds and how it ended (the default)"},
        {"csv", "FILE", OPTION_STREAM, &out->csv, 0, 0, NULL,
         "write what the cars did; - is standard output"},
        {"sound", "FILE.wav", OPTION_STREAM, &out->sound, 0, 0, NULL,
         "write what its people heard, or --car did; - is standard output"},
        {"rate", "HZ", OPTION_INTEGER, &out->rate, 1, RACE_TICKS_PER_SECOND, NULL,
         "rows a second (60)"},
        {"car", "N", OPTION_INTEGER, &out->car, 1, RACE_MAX_CARS, NULL, "one car only (all)"},
        {"units-row", NULL, OPTION_FLAG, &out->units_row, 0, 0, NULL,
         "a second line with the units"},
        {"format", "FORM", OPTION_CHOICE, &out->format, 0, 0, options_formats, "--info as"},
        LAYER_OPTION,
    };
    const Command command =
        COMMAND("replay", "FILE", 1, 1,
                "Says what a replay holds, and writes its telemetry or its sound.", options);
    return LAYER_OPTION_TAKE(options_parse(&command, argument_count, arguments, &out->file, NULL));
}

/// Drives the race again for what was asked; what the file alone says is printed in any case.
static int replay_again(const ReplayOptions *options, const Replay *replay, size_t size) {
    Session session = {0};
    int code = recording_open(options_data_folder, options->file, replay, NULL, &session, stderr);
    if (code == EXIT_FINE) {
        code = options->csv ? write_csv(options, replay, &session)
               : options->sound
                   ? race_sound_write(options->sound, options->file, replay, &session,
                                      options->car - 1)
                   : recording_play(options->file, replay, &session, NULL, NULL, stderr);
    }
    if (options->info) {
        (options->format == 1 ? print_json : print_info)(options, replay, size,
                                                         code == EXIT_FINE ? &session : NULL);
    }
    session_destroy(&session);
    return code;
}

int command_replay(int argument_count, char **arguments) {
    ReplayOptions options = {.rate = 60};
    int code = parse(argument_count, arguments, &options);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    options.info = options.info || (!options.csv && !options.sound);
    const char *out = options.csv ? options.csv : options.sound;
    if (options.csv && options.sound) {
        return options_usage_error("--csv and --sound take one run each");
    }
    if (options.info && out && strcmp(out, "-") == 0) {
        return options_usage_error("--info and --%s=- would both write to standard output",
                                   options.csv ? "csv" : "sound");
    }
    Replay replay;
    size_t size;
    code = recording_read(options.file, &replay, &size);
    if (code != EXIT_FINE) {
        return code;
    }
    if (options.car > replay.info.def.car_count) {
        code =
            options_usage_error("--car: the replay has %d car%s, not %d", replay.info.def.car_count,
                                replay.info.def.car_count == 1 ? "" : "s", options.car);
    } else {
        code = replay_again(&options, &replay, size);
    }
    replay_destroy(&replay);
    return code;
}

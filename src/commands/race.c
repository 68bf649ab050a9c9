/// `axle race`: a race of AI cars without a window, faster than real time.
#include "base/print.h"
#include "commands/commands.h"
#include "commands/files.h"
#include "commands/options.h"
#include "commands/picture.h"
#include "commands/results.h"
#include "commands/sets.h"
#include "formats/json.h"
#include "session/session.h"
#include "session/waiting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct RaceOptions {
    SessionDef def;
    int skill, format;
    const char *car, *out, *picture;
    OptionTexts sets;
} RaceOptions;

static int parse(int argument_count, char **arguments, RaceOptions *out) {
    RaceDef *race = &out->def.race;
    const Option options[] = {
        {"cars", "N", OPTION_INTEGER, &race->car_count, 1, RACE_MAX_CARS, NULL,
         "cars in the race (6)"},
        {"laps", "N", OPTION_INTEGER, &race->laps, 1, RACE_LAPS_MAX, NULL,
         "laps (the track's own)"},
        {"seed", "N", OPTION_SEED, &race->seed, 0, 0, NULL, "random seed (1)"},
        {"car", "CAR", OPTION_TEXT, &out->car, 0, 0, NULL, "path or name of the car (hatch)"},
        {"set", "PARAM=VALUE", OPTION_TEXTS, &out->sets, 0, 0, NULL,
         "change a number of that car, for all; VALUE may be +5%"},
        {"skill", "LEVEL", OPTION_CHOICE, &out->skill, 0, 0, race_skill_names,
         "how well they drive"},
        {"reverse", NULL, OPTION_FLAG, &out->def.reverse, 0, 0, NULL, "drive in reverse direction"},
        {"out", "FILE.replay", OPTION_OUTPUT, &out->out, 0, 0, NULL, "write a replay"},
        {"picture", "FILE", OPTION_OUTPUT, &out->picture, 0, 0, NULL,
         "draw the race as .png or .svg"},
        {"format", "FORM", OPTION_CHOICE, &out->format, 0, 0, options_formats, "result as"},
        {"time-limit", "SECONDS", OPTION_FLOAT, &race->time_limit, 1, 100000, NULL,
         "end the race after this time"},
    };
    const Command command = COMMAND(
        "race", "TRACK", 1, 1, "Races AI cars without a window and prints the result.", options);
    return options_parse(&command, argument_count, arguments, &out->def.track, NULL);
}

static void print_text(const Session *session, double wall_seconds) {
    const Race *race = session->race;
    double sim_seconds = (double)race->tick / RACE_TICKS_PER_SECOND;
    print("%s, %d lap%s\n\n", session->track.name, race->laps, race->laps == 1 ? "" : "s");
    results_print(session);
    char hash[HASH_TEXT_MAX];
    print("\n%.1f s raced in %.2f s (%.0f x real time), state %s\n", sim_seconds, wall_seconds,
          sim_seconds / wall_seconds, hash_text64(race_hash(race), hash));
}

static void print_json(const Session *session, double wall_seconds) {
    const Race *race = session->race;
    char text[HASH_TEXT_MAX];
    Json json = {0};
    json_object(&json, NULL);
    json_integer(&json, "schema", 1);
    json_text(&json, "track", session->track.name);
    json_text(&json, "track_hash", hash_text128(session->track.hash, text));
    json_integer(&json, "laps", race->laps);
    json_integer(&json, "ticks", race->tick);
    json_number(&json, "sim_seconds", (double)race->tick / RACE_TICKS_PER_SECOND, 4);
    json_number(&json, "wall_seconds", wall_seconds, 6);
    json_text(&json, "state_hash", hash_text64(race_hash(race), text));
    results_json(&json, session);
    json_end_object(&json);
    json_print(&json);
}

static int write_replay(const Replay *replay, const char *path) {
    uint8_t *data;
    size_t size;
    replay_pack(replay, &data, &size);
    int code = files_write(path, data, size);
    free(data);
    return code;
}

/// Steps the race to its end. Returns the seconds that the steps alone took.
static double run(Session *session, Replay *replay, PicturePaths *paths) {
    static const CarInput idle[RACE_MAX_CARS];
    Race *race = session->race;
    double wall_seconds = 0.0;
    while (race->phase != RACE_OVER) {
        double start = waiting_now();
        for (int i = 0; i < RACE_TICKS_PER_SECOND / 10 && race->phase != RACE_OVER; i++) {
            race_step(race, idle);
            if (replay) {
                wall_seconds += waiting_now() - start;
                replay_record(replay, race, idle);
                start = waiting_now();
            }
        }
        wall_seconds += waiting_now() - start;
        if (paths) {
            picture_paths_add(paths, race);
        }
    }
    return wall_seconds;
}

static int race(const RaceOptions *options, const char *numbers) {
    SessionDef def = options->def;
    def.data = options_data_folder;
    for (int i = 0; i < def.race.car_count; i++) {
        def.cars[i] = options->car;
        def.numbers[i] = numbers;
        def.race.skill[i] = (RaceSkill)options->skill;
    }
    Session session = {0};
    int code = session_make(&session, &def);
    if (code != EXIT_FINE) {
        return code;
    }
    Replay replay = {0};
    if (!session_begin_replay(&session, &replay) && options->out) {
        session_destroy(&session);
        return options_usage_error("--out: a replay holds no path of more than %d bytes",
                                   REPLAY_NAME_MAX - 1);
    }
    PicturePaths paths = {0};
    double wall_seconds =
        run(&session, options->out ? &replay : NULL, options->picture ? &paths : NULL);
    replay_end(&replay, session.race);
    // Files first: who reads what is printed may go away.
    if (options->out) {
        code = write_replay(&replay, options->out);
    }
    if (options->picture && code == EXIT_FINE) {
        PictureDef picture = {.session = &session, .paths = &paths};
        code = picture_write(options->picture, &session.track, &picture);
    }
    (options->format == 1 ? print_json : print_text)(&session, wall_seconds);
    picture_paths_destroy(&paths);
    replay_destroy(&replay);
    session_destroy(&session);
    return code;
}

int command_race(int argument_count, char **arguments) {
    RaceOptions options = {.def.race = race_def_default(), .car = "hatch", .skill = SKILL_HARD};
    int code = parse(argument_count, arguments, &options);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    if (options.picture && !picture_can_write(options.picture)) {
        return EXIT_USAGE;
    }
    char *numbers = NULL;
    code = sets_numbers(options.car, &options.sets, &numbers);
    if (code == EXIT_FINE) {
        code = race(&options, numbers);
    }
    free(numbers);
    return code;
}

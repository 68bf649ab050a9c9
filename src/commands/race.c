/// `axle race`: a race of AI cars without a window, faster than real time.
#include "base/assert.h"
#include "base/print.h"
#include "command_line/files.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "commands/events.h"
#include "commands/pace_option.h"
#include "commands/picture.h"
#include "commands/race_figures.h"
#include "commands/results.h"
#include "commands/sets.h"
#include "events/race_events.h"
#include "formats/json.h"
#include "race/field.h"
#include "session/race_series.h"
#include "session/roster.h"
#include "session/session.h"
#include "session/waiting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct RaceOptions {
    SessionDef def;
    int skill, grid, format, races, jobs;
    bool events;
    const char *car, *out, *picture;
    OptionTexts sets;
    PaceOption pace;
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
         "how well they drive (hard)"},
        PACE_OPTION(&out->pace),
        {"grid", "ORDER", OPTION_CHOICE, &out->grid, 0, 0, field_grid_names,
         "who starts where (mixed: drawn by the seed; reverse: the fastest last)"},
        {"reverse", NULL, OPTION_FLAG, &out->def.reverse, 0, 0, NULL, "drive in reverse direction"},
        {"out", "FILE.replay", OPTION_OUTPUT, &out->out, 0, 0, NULL, "write a replay"},
        {"picture", "FILE", OPTION_OUTPUT, &out->picture, 0, 0, NULL,
         "draw the race as .png or .svg"},
        {"events", NULL, OPTION_FLAG, &out->events, 0, 0, NULL,
         "print what happened, too: passes, contacts, spins, ... (JSON always has it)"},
        {"races", "N", OPTION_INTEGER, &out->races, 1, RACE_SERIES_MAX, NULL,
         "race that often, each time with the next seed, and print figures"},
        {"jobs", "N", OPTION_INTEGER, &out->jobs, 1, JOBS_MAX, NULL,
         "threads for --races (all processors)"},
        {"format", "FORM", OPTION_CHOICE, &out->format, 0, 0, options_formats, "result as"},
        {"time-limit", "SECONDS", OPTION_FLOAT, &race->time_limit, 1, 100000, NULL,
         "end the race after this time"},
    };
    const Command command = COMMAND(
        "race", "TRACK", 1, 1, "Races AI cars without a window and prints the result.", options);
    return options_parse(&command, argument_count, arguments, &out->def.track, NULL);
}

static void print_text(const Session *session, const PaceOption *pace, double wall_seconds,
                       const EventList *events) {
    const Race *race = session->race;
    double sim_seconds = (double)race->tick / RACE_TICKS_PER_SECOND;
    print("%s, %d lap%s\n", session->track.name, race->laps, race->laps == 1 ? "" : "s");
    pace_option_print(pace);
    print("\n");
    results_print(session);
    if (events) {
        events_print(events, session);
    }
    char hash[HASH_TEXT_MAX];
    print("\n%.1f s raced in %.2f s (%.0f x real time), state %s\n", sim_seconds, wall_seconds,
          sim_seconds / wall_seconds, hash_text64(race_hash(race), hash));
}

static void print_json(const Session *session, const PaceOption *pace, double wall_seconds,
                       const EventList *events) {
    const Race *race = session->race;
    char text[HASH_TEXT_MAX];
    Json json = {0};
    json_object(&json, NULL);
    json_integer(&json, "schema", 1);
    json_text(&json, "track", session->track.name);
    json_text(&json, "track_hash", hash_text128(session->track.hash, text));
    json_integer(&json, "laps", race->laps);
    pace_option_json(pace, &json);
    json_integer(&json, "ticks", race->tick);
    json_number(&json, "sim_seconds", (double)race->tick / RACE_TICKS_PER_SECOND, 4);
    json_number(&json, "wall_seconds", wall_seconds, 6);
    json_text(&json, "state_hash", hash_text64(race_hash(race), text));
    results_json(&json, session);
    events_json(&json, events, session);
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

/// Who looks on while a race is driven; each may be NULL.
typedef struct Watchers {
    Replay *replay;
    PicturePaths *paths;
    RaceEvents *events;
} Watchers;

static void watch_step(const Watchers *watchers, const Race *race, const CarInput *inputs) {
    if (watchers->replay) {
        replay_record(watchers->replay, race, inputs);
    }
    if (watchers->events) {
        race_events_follow(watchers->events, race);
    }
}

/// Steps the race to its end. Returns the seconds that the steps alone took.
static double run(Session *session, const Watchers *watchers) {
    static const CarInput idle[RACE_MAX_CARS];
    Race *race = session->race;
    double wall_seconds = 0.0;
    while (race->phase != RACE_OVER) {
        double start = waiting_now();
        for (int i = 0; i < RACE_TICKS_PER_SECOND / 10 && race->phase != RACE_OVER; i++) {
            race_step(race, idle);
            if (watchers->replay || watchers->events) {
                wall_seconds += waiting_now() - start;
                watch_step(watchers, race, idle);
                start = waiting_now();
            }
        }
        wall_seconds += waiting_now() - start;
        if (watchers->paths) {
            picture_paths_add(watchers->paths, race);
        }
    }
    return wall_seconds;
}

static SessionDef session_def(const RaceOptions *options, const FieldDef *field,
                              const Roster *roster, const char *numbers) {
    SessionDef def = options->def;
    def.data = options_data_folder;
    for (int i = 0; i < def.race.car_count; i++) {
        def.cars[i] = options->car;
        def.numbers[i] = numbers;
    }
    int who[RACE_MAX_CARS];
    field_set_up(field, &def.race, who);
    for (int i = 0; i < def.race.car_count; i++) {
        const DriverFile *driver = roster_driver(roster, who[i]);
        def.drivers[i] = driver ? driver->name : NULL;
    }
    return def;
}

/// What is known of events where somebody wants to read of them, else NULL.
static RaceEvents *begin_events(const RaceOptions *options, const Race *race) {
    if (!options->events && options->format == 0) {
        return NULL;
    }
    RaceEvents *events = malloc(sizeof *events);
    ASSERT(events != NULL);
    race_events_begin(events, race);
    return events;
}

static int race_once(const RaceOptions *options, const SessionDef *def) {
    Session session = {0};
    int code = session_make(&session, def);
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
    RaceEvents *events = begin_events(options, session.race);
    const Watchers watchers = {options->out ? &replay : NULL, options->picture ? &paths : NULL,
                               events};
    double wall_seconds = run(&session, &watchers);
    if (events) {
        event_list_sort(&events->list);
    }
    replay_end(&replay, session.race);
    // Files first: who reads what is printed may go away.
    if (options->out) {
        code = write_replay(&replay, options->out);
    }
    if (options->picture && code == EXIT_FINE) {
        PictureDef picture = {.session = &session, .paths = &paths};
        code = picture_write(options->picture, &session.track, &picture);
    }
    (options->format == 1 ? print_json : print_text)(&session, &options->pace, wall_seconds,
                                                     events ? &events->list : NULL);
    free(events);
    picture_paths_destroy(&paths);
    replay_destroy(&replay);
    session_destroy(&session);
    return code;
}

/// Whether the options of one race and those of several are kept apart.
static int check_series(const RaceOptions *options) {
    if (options->races == 0) {
        return options->jobs > 0 ? options_usage_error("--jobs is for several races\n"
                                                       "    help: --races=20 --jobs=%d",
                                                       options->jobs)
                                 : EXIT_FINE;
    }
    const char *lone = options->out       ? "out"
                       : options->picture ? "picture"
                       : options->events  ? "events"
                                          : NULL;
    return lone ? options_usage_error("--%s is of one race, and --races gives figures of many\n"
                                      "    help: leave one of them out",
                                      lone)
                : EXIT_FINE;
}

int command_race(int argument_count, char **arguments) {
    RaceOptions options = {.def.race = race_def_default(), .car = "hatch", .skill = -1};
    int code = parse(argument_count, arguments, &options);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    if (options.grid == FIELD_RESULTS) {
        return options_usage_error("--grid=results goes by the race before, and there is none");
    }
    code = pace_option_check(&options.pace, options.skill, NULL);
    if (code != EXIT_FINE) {
        return code;
    }
    if (options.picture && !picture_can_write(options.picture)) {
        return EXIT_USAGE;
    }
    code = check_series(&options);
    if (code != EXIT_FINE) {
        return code;
    }
    char *numbers = NULL;
    code = sets_numbers(options.car, &options.sets, &numbers);
    if (code == EXIT_FINE) {
        Roster roster;
        MessageList messages = {0};
        roster_load(options_data_folder, &roster, &messages);
        messages_print(&messages, stderr, NULL);
        FieldDef field = {.level = options.skill < 0 ? SKILL_HARD : (RaceSkill)options.skill,
                          .roster = roster.params,
                          .roster_count = roster.count,
                          .grid = (FieldGrid)options.grid};
        options.def.lines = lines_make();
        SessionDef def = session_def(&options, &field, &roster, numbers);
        code = pace_option_find(&options.pace, &def, &field);
        if (code == EXIT_FINE) {
            def = session_def(&options, &field, &roster, numbers);
            int jobs = options.jobs > 0 ? options.jobs : jobs_default();
            code = options.races > 0 ? race_figures_print(&def, &field, &roster, &options.pace,
                                                          options.races, jobs, options.format == 1)
                                     : race_once(&options, &def);
        }
        lines_destroy(options.def.lines);
        roster_destroy(&roster);
    }
    free(numbers);
    return code;
}

/// `axle race`: a race of AI cars without a window, faster than real time.
#include "base/assert.h"
#include "base/print.h"
#include "command_line/files.h"
#include "command_line/layer_option.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "commands/pace_option.h"
#include "commands/picture.h"
#include "commands/race_figures.h"
#include "commands/rule_options.h"
#include "commands/sets.h"
#include "events/race_events.h"
#include "formats/json.h"
#include "race/field.h"
#include "reports/events.h"
#include "reports/race_points.h"
#include "reports/race_report.h"
#include "reports/results.h"
#include "session/championship.h"
#include "session/race_series.h"
#include "session/roster.h"
#include "session/session.h"
#include "session/waiting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct RaceOptions {
    SessionDef def;
    int skill, grid, mode, battle, format, races, jobs;
    bool events, points;
    const char *car, *out, *picture;
    const char *tracks[CHAMPIONSHIP_RACES_MAX];
    int track_count;
    OptionTexts sets;
    PaceReport pace;
    RuleOptions rules;
} RaceOptions;

enum {
    MODE_ELIMINATION = 1,
    MODE_BATTLE
};

static const char *const modes[] = {"race", "elimination", "battle", NULL};

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
        {"mode", "MODE", OPTION_CHOICE, &out->mode, 0, 0, modes,
         "elimination: the last drops out, again and again, until one is left; battle: cars shoot "
         "(race)"},
        {"battle", "HOW", OPTION_CHOICE, &out->battle, 0, 0, battle_mode_names + BATTLE_LAPS,
         "of a battle: laps, who is shot out comes back; last, the last car running wins (laps)"},
        {"reverse", NULL, OPTION_FLAG, &out->def.reverse, 0, 0, NULL, "drive in reverse direction"},
        {"out", "FILE.replay", OPTION_OUTPUT, &out->out, 0, 0, NULL, "write a replay"},
        {"picture", "FILE", OPTION_OUTPUT, &out->picture, 0, 0, NULL,
         "draw the race as .png or .svg"},
        {"events", NULL, OPTION_FLAG, &out->events, 0, 0, NULL,
         "print what happened, too: passes, contacts, mistakes, ... (JSON always has it)"},
        {"races", "N", OPTION_INTEGER, &out->races, 1, RACE_SERIES_MAX, NULL,
         "race that often, each time with the next seed, and print figures"},
        {"points", NULL, OPTION_FLAG, &out->points, 0, 0, NULL,
         "a championship: points for places and the fastest lap, and the standings; --races=N "
         "drives all tracks N times"},
        {"jobs", "N", OPTION_INTEGER, &out->jobs, 1, JOBS_MAX, NULL,
         "threads for --races (all processors)"},
        {"format", "FORM", OPTION_CHOICE, &out->format, 0, 0, options_formats, "result as"},
        {"time-limit", "SECONDS", OPTION_FLOAT, &race->time_limit, 1, 100000, NULL,
         "end the race after this time"},
        LAYER_OPTION,
    };
    const Command command =
        COMMAND("race", "TRACK...", 1, CHAMPIONSHIP_RACES_MAX,
                "Races AI cars without a window and prints the result.", options);
    int code = LAYER_OPTION_TAKE(rule_options_parse(&command, &out->rules, false, argument_count,
                                                    arguments, out->tracks, &out->track_count));
    out->def.track = out->tracks[0];
    return code;
}

static void print_json(const Session *session, const PaceReport *pace, double wall_seconds,
                       const EventList *events) {
    Json json = {0};
    json_object(&json, NULL);
    json_integer(&json, "schema", 1);
    race_report_json(&json, session, pace, wall_seconds, events);
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
    def.race.rules = rule_options_rules(&options->rules, race_rules_usual(field->level));
    if (options->mode == MODE_ELIMINATION && def.race.rules.elimination == ELIMINATION_OFF) {
        def.race.rules.elimination = ELIMINATION_LAP;
    }
    if (options->mode == MODE_BATTLE) {
        def.race.battle = (BattleMode)(BATTLE_LAPS + options->battle);
    }
    for (int i = 0; i < def.race.car_count; i++) {
        def.cars[i] = options->car;
        def.numbers[i] = numbers;
    }
    int who[RACE_MAX_CARS];
    field_set_up(field, &def.race, who);
    for (int i = 0; i < def.race.car_count; i++) {
        def.drivers[i] = roster_driver(roster, who[i]);
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
    (options->format == 1 ? print_json : race_report_print)(&session, &options->pace, wall_seconds,
                                                            events ? &events->list : NULL);
    free(events);
    picture_paths_destroy(&paths);
    replay_destroy(&replay);
    session_destroy(&session);
    return code;
}

/// Whether what is asked of a championship goes together.
static int check_points(const RaceOptions *options) {
    int rounds = options->races > 0 ? options->races : 1;
    const char *lone = options->out        ? "out"
                       : options->picture  ? "picture"
                       : options->jobs > 0 ? "jobs"
                                           : NULL;
    if (lone) {
        return options_usage_error("--%s does not go with --points", lone);
    }
    return options->track_count * rounds > CHAMPIONSHIP_RACES_MAX
               ? options_usage_error("--points is for %d races at most, not for %d",
                                     CHAMPIONSHIP_RACES_MAX, options->track_count * rounds)
               : EXIT_FINE;
}

/// Whether the options of one race and those of several are kept apart.
static int check_series(const RaceOptions *options) {
    if (options->points) {
        return check_points(options);
    }
    if (options->track_count > 1) {
        return options_usage_error("several tracks make a championship\n"
                                   "    help: add --points, or name one track");
    }
    if (options->grid == FIELD_RESULTS) {
        return options_usage_error("--grid=results goes by the race before, and there is none");
    }
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

/// What is asked for: one race, figures of several, or a championship.
static int drive(RaceOptions *options, const Roster *roster, const char *numbers) {
    FieldDef field = {.level = options->skill < 0 ? SKILL_HARD : (RaceSkill)options->skill,
                      .roster = roster->params,
                      .roster_count = roster->count,
                      .grid = (FieldGrid)options->grid};
    FieldDef first = field;
    first.grid = field.grid == FIELD_RESULTS ? FIELD_MIXED : field.grid; // no race before it
    SessionDef def = session_def(options, &first, roster, numbers);
    bool json = options->format == 1;
    if (options->points) {
        const RacePointsDef championship = {&def,
                                            &field,
                                            roster,
                                            options->tracks,
                                            options->track_count,
                                            options->races > 0 ? options->races : 1,
                                            json,
                                            options->events,
                                            options->pace.wanted_s};
        return race_points(&championship);
    }
    int code = pace_report_find(&options->pace, &def, &field);
    if (code != EXIT_FINE) {
        return code;
    }
    def = session_def(options, &field, roster, numbers);
    int jobs = options->jobs > 0 ? options->jobs : jobs_default();
    return options->races > 0 ? race_figures_print(&def, &field, roster, &options->pace,
                                                   options->races, jobs, json)
                              : race_once(options, &def);
}

int command_race(int argument_count, char **arguments) {
    RaceOptions options = {.def.race = race_def_default(), .car = "hatch", .skill = -1};
    int code = parse(argument_count, arguments, &options);
    if (code != OPTIONS_GO_ON) {
        return code;
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
        options.def.lines = lines_make();
        code = drive(&options, &roster, numbers);
        lines_destroy(options.def.lines);
        roster_destroy(&roster);
    }
    free(numbers);
    return code;
}

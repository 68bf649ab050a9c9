/// Many races of AI cars over all tracks, levels and seeds: whether they are races, in a table a
/// track and with limits. docs/racing.md says what it found.
///
///     race_table [RACES] [--cars=N] [--car=NAME] [--skill=LEVEL] [--track=NAME] [--seed=N]
///                [--jobs=N] [--without=slipstream|spread|mistakes|racecraft]
///
/// RACES (1000) are all of them, spread evenly over tracks and levels. It ends with 1 where a limit
/// is not kept; of few races less is asked. --without leaves one thing out to see what it does,
/// more with commas between them.
#include "events/race_figures.h"
#include "race/field.h"
#include "session/jobs.h"
#include "session/roster.h"

#include <string.h>

#include "fixture.h"
#include "table.h"

enum {
    ENOUGH =
        500, ///< Races from which on single tracks and pole are judged; fewer are too much luck.
};

/// What can be left out.
typedef enum Without {
    WITHOUT_SLIPSTREAM = 1, ///< Who follows has all of its drag.
    WITHOUT_SPREAD = 2,     ///< All are equally fast, today as ever.
    WITHOUT_MISTAKES = 4,   ///< Nobody errs.
    WITHOUT_RACECRAFT = 8,  ///< Nobody attacks early, brakes late or defends.
} Without;

static const char *const without_names[] = {"slipstream", "spread", "mistakes", "racecraft"};

typedef struct Options {
    int races, cars, jobs, skill, track; ///< The last two: -1 all.
    uint64_t seed;
    unsigned without;
    const char *car;
} Options;

/// One race of the table.
typedef struct Entry {
    int track, level;
    uint64_t seed;
    bool pole_won;
    RaceFigures figures;
} Entry;

typedef struct Table {
    Options options;
    Roster roster;
    CarModel model;
    CarModel models[RACE_MAX_CARS];
    Track tracks[TRACKS];
    RaceData data[TRACKS];
    Entry *entries;
    int count;
} Table;

static void leave_out(unsigned without, RaceDef *def) {
    DriverParams mean = {0};
    for (int i = 0; i < def->car_count; i++) {
        mean.corners += def->drivers[i].corners / (float)def->car_count;
        mean.braking += def->drivers[i].braking / (float)def->car_count;
        mean.throttle += def->drivers[i].throttle / (float)def->car_count;
    }
    for (int i = 0; i < def->car_count; i++) {
        DriverParams *driver = &def->drivers[i];
        if ((without & WITHOUT_SPREAD) != 0) {
            driver->corners = mean.corners;
            driver->braking = mean.braking;
            driver->throttle = mean.throttle;
            driver->wet = driver->loose = driver->night = driver->consistency = 1.0f;
        }
        if ((without & WITHOUT_MISTAKES) != 0) {
            driver->rate = 0.0f;
        }
        if ((without & WITHOUT_RACECRAFT) != 0) {
            driver->late_braking = driver->aggression = driver->defence = 0.0f;
            driver->patience = 1.0f;
        }
    }
}

static void run(void *context, int index) {
    static const CarInput idle[RACE_MAX_CARS];
    Table *table = context;
    Entry *entry = &table->entries[index];
    const RaceData *data = &table->data[entry->track];
    RaceDef def = fixture_field(table->options.cars, (RaceSkill)entry->level, 0);
    const FieldDef field = {.level = (RaceSkill)entry->level,
                            .roster = table->roster.params,
                            .roster_count = table->roster.count,
                            .grid = FIELD_MIXED};
    if (def.car_count > data->track->slot_count) {
        def.car_count = data->track->slot_count;
    }
    def.seed = entry->seed;
    field_set_up(&field, &def, NULL);
    leave_out(table->options.without, &def);
    Race *race =
        race_make(fixture_block(race_size(data->track, def.car_count)), &def, data, table->models);
    RaceEvents *events = malloc(sizeof *events);
    race_events_begin(events, race);
    while (race->phase != RACE_OVER) {
        race_step(race, idle);
        race_events_follow(events, race);
    }
    entry->figures = race_figures(events, race);
    int winner = race_winner(race);
    entry->pole_won = winner >= 0 && race_racers_const(race)[winner].slot == 0;
    free(events);
    free(race);
}

/// What a row of the table is of: races of one track or level, -1 of all.
typedef struct Chosen {
    int track, level;
} Chosen;

/// Figures of the races of a row.
typedef struct Row {
    RaceFigures sum;
    double leads, later; ///< Medians of a race.
    double leads_mean, pole;
    double later_least;
    int races;
} Row;

static Row row_of(const Table *table, Chosen chosen) {
    Row row = {0};
    double *leads = calloc((size_t)table->count, sizeof *leads);
    double *later = calloc((size_t)table->count, sizeof *later);
    for (int i = 0; i < table->count; i++) {
        const Entry *entry = &table->entries[i];
        if ((chosen.track >= 0 && chosen.track != entry->track) ||
            (chosen.level >= 0 && chosen.level != entry->level)) {
            continue;
        }
        leads[row.races] = entry->figures.sums[FIGURE_lead_changes];
        later[row.races] = entry->figures.sums[FIGURE_later_passes];
        row.leads_mean += leads[row.races];
        row.races++;
        row.pole += entry->pole_won ? 1.0 : 0.0;
        race_figures_add(&row.sum, &entry->figures);
    }
    row.pole /= row.races;
    row.leads_mean /= row.races;
    row.leads = table_median(leads, row.races);
    row.later = table_median(later, row.races);
    free(leads);
    free(later);
    return row;
}

static void print_head(const char *of) {
    printf("%-14s races leads  mean later contacts  hard fault rescues stops finished  pole "
           "spread walls spins   lap\n",
           of);
}

static void print_row(const char *name, const Row *row) {
    const RaceFigures *sum = &row->sum;
    printf("%-14s %5d %5.1f %5.1f %5.1f %8.3f %5.3f %5.3f %7.4f %5.0f %7.2f%% %4.0f%% %6.2f "
           "%5.3f %5.3f %6.2f\n",
           name, row->races, row->leads, row->leads_mean, row->later,
           race_figures_ratio(sum, RATIO_contacts_per_car_lap),
           race_figures_ratio(sum, RATIO_hard_contacts_per_car_lap),
           race_figures_ratio(sum, RATIO_fault_contacts_per_car_lap),
           race_figures_ratio(sum, RATIO_rescues_per_car_lap), sum->sums[FIGURE_stops],
           100.0 * race_figures_ratio(sum, RATIO_finished_share), 100.0 * row->pole,
           race_figures_ratio(sum, RATIO_spread_s_per_min),
           race_figures_ratio(sum, RATIO_wall_hits_per_car_lap),
           race_figures_ratio(sum, RATIO_spins_per_car_lap), race_figures_lap_mean(sum));
}

static void judge(const Table *table) {
    Row all = row_of(table, (Chosen){-1, -1});
    const RaceFigures *sum = &all.sum;
    bool many = table->options.cars >= 12, enough = table->count >= ENOUGH;
    printf("\n");
    table_ask("share that took the flag", race_figures_ratio(sum, RATIO_finished_share), 0.995,
              1.0);
    table_ask("cars that stood for more than 5 s", sum->sums[FIGURE_stops], -HUGE_VAL, 0.0);
    table_ask("rescues in a car-lap", race_figures_ratio(sum, RATIO_rescues_per_car_lap), -HUGE_VAL,
              0.02);
    table_ask("contacts in a car-lap", race_figures_ratio(sum, RATIO_contacts_per_car_lap),
              -HUGE_VAL, 1.0);
    table_ask("hard contacts in a car-lap",
              race_figures_ratio(sum, RATIO_hard_contacts_per_car_lap), -HUGE_VAL, 0.1);
    table_ask("changes of lead in a race, median", all.leads, many && enough ? 3.0 : 2.0, HUGE_VAL);
    double least = HUGE_VAL, least_later = HUGE_VAL;
    for (int i = 0; i < TRACKS; i++) {
        Row row = row_of(table, (Chosen){i, -1});
        least = row.races > 0 ? fmin(least, row.leads) : least;
        least_later = row.races > 0 ? fmin(least_later, row.later) : least_later;
    }
    table_ask("changes of lead on the track with the fewest, median", least,
              many && enough ? 1.0 : 0.0, HUGE_VAL);
    if (many) {
        table_ask("passes after lap 1, median", all.later, 8.0, HUGE_VAL);
        table_ask("the same on the track with the fewest", least_later, enough ? 8.0 : 4.0,
                  HUGE_VAL);
    }
    if (many && enough) {
        table_ask("races that pole won", all.pole, 0.08, 0.35);
    }
    Row hard = row_of(table, (Chosen){-1, SKILL_HARD});
    if (hard.races > 0) {
        table_ask("s from first to last a minute, at hard",
                  race_figures_ratio(&hard.sum, RATIO_spread_s_per_min), -HUGE_VAL, 6.0);
        table_ask("contacts in a car-lap at fault, at hard",
                  race_figures_ratio(&hard.sum, RATIO_fault_contacts_per_car_lap), -HUGE_VAL, 0.2);
    }
}

/// Names the races in which a car stood, was rescued or missed the flag, for they want to be looked
/// at one by one.
static void print_troubled(const Table *table) {
    for (int i = 0; i < table->count; i++) {
        const Entry *entry = &table->entries[i];
        const double *sums = entry->figures.sums;
        double late = sums[FIGURE_cars] - sums[FIGURE_finished];
        if (sums[FIGURE_stops] + sums[FIGURE_rescues] + late > 0.0) {
            printf("%s, %s, seed %llu: %g stood, %g rescued, %g missed the flag\n",
                   table_tracks[entry->track], race_skill_names[entry->level],
                   (unsigned long long)entry->seed, sums[FIGURE_stops], sums[FIGURE_rescues], late);
        }
    }
}

static const char *value_of(const char *argument, const char *name) {
    size_t length = strlen(name);
    return strncmp(argument, name, length) == 0 ? argument + length : NULL;
}

static int index_of(const char *value, const char *const *names, int count) {
    for (int i = 0; i < count; i++) {
        if (strcmp(value, names[i]) == 0) {
            return i;
        }
    }
    fprintf(stderr, "race_table: nothing is called \"%s\"\n", value);
    exit(2);
}

static void read_option(const char *argument, Options *options) {
    const char *value;
    if ((value = value_of(argument, "--cars=")) != NULL) {
        options->cars = atoi(value);
    } else if ((value = value_of(argument, "--car=")) != NULL) {
        options->car = value;
    } else if ((value = value_of(argument, "--jobs=")) != NULL) {
        options->jobs = atoi(value);
    } else if ((value = value_of(argument, "--seed=")) != NULL) {
        options->seed = strtoull(value, NULL, 10);
    } else if ((value = value_of(argument, "--skill=")) != NULL) {
        options->skill = index_of(value, race_skill_names, SKILL_COUNT);
    } else if ((value = value_of(argument, "--track=")) != NULL) {
        options->track = index_of(value, table_tracks, TRACKS);
    } else if ((value = value_of(argument, "--without=")) != NULL) {
        for (int i = 0; i < (int)(sizeof without_names / sizeof without_names[0]); i++) {
            options->without |= strstr(value, without_names[i]) ? 1u << i : 0u;
        }
    } else {
        options->races = atoi(argument);
    }
    if (options->races < 1 || options->cars < 2 || options->cars > RACE_MAX_CARS ||
        options->jobs < 1 || options->jobs > JOBS_MAX) {
        fprintf(stderr, "race_table: %s makes no sense\n", argument);
        exit(2);
    }
}

static void load(Table *table) {
    MessageList messages = {0};
    roster_load(TEST_DATA, &table->roster, &messages);
    CarFile car = fixture_car(table->options.car);
    if ((table->options.without & WITHOUT_SLIPSTREAM) != 0) {
        car.params.tow = 0.0f;
    }
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        table->models[i] = car_model_make(&car.params);
    }
    for (int i = 0; i < TRACKS; i++) {
        table->tracks[i] = fixture_track(table_tracks[i]);
        int slots = table->tracks[i].slot_count;
        int cars = table->options.cars < slots ? table->options.cars : slots;
        if (!race_data_make(&table->data[i], &table->tracks[i], table->models, cars)) {
            fprintf(stderr, "no way round %s\n", table_tracks[i]);
            abort();
        }
    }
}

/// Lists the races: every track and level in turn.
static void list_races(Table *table) {
    const Options *options = &table->options;
    table->entries = calloc((size_t)options->races, sizeof *table->entries);
    uint64_t seed = options->seed;
    for (; table->count < options->races; seed++) {
        for (int level = 0; level < SKILL_COUNT; level++) {
            for (int i = 0; i < TRACKS && table->count < options->races; i++) {
                if ((options->track < 0 || options->track == i) &&
                    (options->skill < 0 || options->skill == level)) {
                    Entry *entry = &table->entries[table->count++];
                    *entry = (Entry){.track = i, .level = level, .seed = seed};
                }
            }
        }
    }
}

int main(int argc, char **argv) {
    Table table = {.options = {.races = 1000,
                               .cars = 12,
                               .jobs = jobs_default(),
                               .skill = -1,
                               .track = -1,
                               .seed = 1,
                               .car = "hatch"}};
    for (int i = 1; i < argc; i++) {
        read_option(argv[i], &table.options);
    }
    load(&table);
    list_races(&table);
    jobs_run(table.options.jobs, table.count, run, NULL, &table);
    print_head("track");
    for (int i = 0; i < TRACKS; i++) {
        Row row = row_of(&table, (Chosen){i, -1});
        if (row.races > 0) {
            print_row(table_tracks[i], &row);
        }
    }
    print_head("level");
    for (int level = 0; level < SKILL_COUNT; level++) {
        Row row = row_of(&table, (Chosen){-1, level});
        if (row.races > 0) {
            print_row(race_skill_names[level], &row);
        }
    }
    Row all = row_of(&table, (Chosen){-1, -1});
    print_row("all", &all);
    judge(&table);
    print_troubled(&table);
    free(table.entries);
    for (int i = 0; i < TRACKS; i++) {
        race_data_destroy(&table.data[i]);
        track_destroy(&table.tracks[i]);
    }
    roster_destroy(&table.roster);
    return table_failures > 0 ? 1 : 0;
}

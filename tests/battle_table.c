/// Many battles of twelve equal AI cars over all tracks and levels: whether they are fair, in a
/// table a track and with limits.
///
///     battle_table [BATTLES] [--last] [--track=NAME] [--seed=N]
///
/// BATTLES (1000) are spread evenly over tracks and levels; each is of three laps, or with --last
/// until one car runs. All drivers have the numbers of their level, and the grid is drawn by the
/// seed. It ends with 1 where a limit is not kept; of few battles less is asked.
#include "base/random.h"
#include "events/race_events.h"
#include "session/jobs.h"

#include <string.h>

#include "fixture.h"
#include "table.h"

enum {
    CARS = 12,
    LAPS = 3,
    ENOUGH = 500,    ///< Battles from which on shares are judged; fewer are too much luck.
    ENOUGH_HERE = 5, ///< Battles on a track from which on it is judged by itself.
};

#define STOOD_S     10.0f ///< s
#define HIT_LEAST_S 15.0  ///< s from hit to hit of a car at least,
#define HIT_MOST_S  40.0  ///< and at most.

/// One battle. `at` is by place, the others by what their names say.
typedef struct Battle {
    int track, level;
    uint64_t seed;
    int winner, winner_slot; ///< -1: nobody has taken the flag.
    int winner_start;        ///< Place along the circuit at GO, 0 ahead of all.
    int unclassified, stood;
    double hits_at[CARS], seconds_at[CARS];
    double seconds; ///< Of all cars together, while they raced and were in.
    double shots, hits, outs;
    double shot; ///< Hits by shells; the others are of mines.
} Battle;

typedef struct Table {
    bool last;
    int only; ///< Track; -1 all.
    uint64_t seed;
    CarModel models[CARS];
    Track tracks[TRACKS];
    RaceData data[TRACKS];
    Battle *battles;
    int count;
} Table;

static RaceDef def_of(const Table *table, const Battle *battle) {
    RaceDef def = fixture_field(CARS, (RaceSkill)battle->level, table->last ? 0 : LAPS);
    def.seed = battle->seed;
    def.battle = table->last ? BATTLE_LAST : BATTLE_LAPS;
    int slots = table->tracks[battle->track].slot_count;
    def.car_count = slots < CARS ? slots : CARS;
    Random random = random_make(battle->seed, 77);
    for (int i = def.car_count - 1; i > 0; i--) { // Fisher and Yates
        int k = (int)(random_u32(&random) % (uint32_t)(i + 1));
        uint8_t slot = def.slots[i];
        def.slots[i] = def.slots[k];
        def.slots[k] = slot;
    }
    return def;
}

static bool is_in(const Racer *racer) { return !racer->finished && racer->eliminated == 0; }

/// Counts who is where, and who was hit there since the tick before.
static void count_tick(Battle *battle, const Race *race, uint16_t hits_before[CARS]) {
    for (int i = 0; i < race->car_count; i++) {
        const Racer *racer = &race_racers_const(race)[i];
        const BattleCar *car = &race->battle.cars[i];
        if (is_in(racer) && car->out == 0) {
            battle->seconds += (double)RACE_DT;
            battle->seconds_at[racer->place - 1] += (double)RACE_DT;
        }
        battle->hits_at[racer->place - 1] += car->hits_taken - hits_before[i];
        hits_before[i] = car->hits_taken;
    }
}

/// Notes the places that cars start at, once they are known.
static void note_start(const Race *race, uint8_t out[CARS]) {
    for (int i = 0; i < race->car_count && race->tick <= race->start_tick + 1; i++) {
        out[i] = (uint8_t)race_racers_const(race)[i].place;
    }
}

/// Car that has won; -1 none.
static int winner_of(const Race *race) {
    for (int i = 0; i < race->car_count; i++) {
        const Racer *racer = &race_racers_const(race)[i];
        if (racer->place == 1 && racer->finished) {
            return i;
        }
    }
    return -1;
}

static void drive(Battle *battle, Race *race) {
    static const CarInput idle[RACE_MAX_CARS];
    uint16_t hits_before[CARS] = {0};
    uint8_t start_places[CARS] = {0};
    RaceEvents *events = malloc(sizeof *events);
    race_events_begin(events, race);
    while (race->phase != RACE_OVER) {
        race_step(race, idle);
        race_events_follow(events, race);
        if (race->phase == RACE_RUNNING) {
            note_start(race, start_places);
            count_tick(battle, race, hits_before);
        }
    }
    for (int i = 0; i < events->list.count; i++) {
        const RaceEvent *event = &events->list.items[i];
        battle->stood += event->kind == EVENT_STOP && event->value > STOOD_S;
    }
    battle->winner_start = winner_of(race) < 0 ? -1 : start_places[winner_of(race)] - 1;
    free(events);
}

static void run(void *context, int index) {
    Table *table = context;
    Battle *battle = &table->battles[index];
    RaceDef def = def_of(table, battle);
    const RaceData *data = &table->data[battle->track];
    Race *race =
        race_make(fixture_block(race_size(data->track, def.car_count)), &def, data, table->models);
    drive(battle, race);
    battle->winner = winner_of(race);
    battle->winner_slot = battle->winner < 0 ? -1 : race_racers_const(race)[battle->winner].slot;
    for (int i = 0; i < race->car_count; i++) {
        const Racer *racer = &race_racers_const(race)[i];
        const BattleCar *car = &race->battle.cars[i];
        battle->unclassified += is_in(racer);
        battle->shots += car->shots;
        battle->hits += car->hits_taken;
        battle->outs += car->outs;
        battle->shot += car->hits;
    }
    free(race);
}

/// The sum of the battles on a track, -1 of all.
typedef struct Row {
    int battles, unclassified, stood, winners;
    double seconds, shots, hits, outs, shot;
    double slots[CARS], starts[CARS], cars[CARS]; ///< Won, by place on the grid, at GO, by car.
    double hits_at[CARS], seconds_at[CARS];
} Row;

static Row row_of(const Table *table, int track) {
    Row row = {0};
    for (int i = 0; i < table->count; i++) {
        const Battle *battle = &table->battles[i];
        if (track >= 0 && battle->track != track) {
            continue;
        }
        row.battles++;
        row.unclassified += battle->unclassified;
        row.stood += battle->stood;
        row.seconds += battle->seconds;
        row.shots += battle->shots;
        row.hits += battle->hits;
        row.outs += battle->outs;
        row.shot += battle->shot;
        if (battle->winner >= 0) {
            row.winners++;
            row.cars[battle->winner]++;
            row.slots[battle->winner_slot]++;
            row.starts[battle->winner_start]++;
        }
        for (int k = 0; k < CARS; k++) {
            row.hits_at[k] += battle->hits_at[k];
            row.seconds_at[k] += battle->seconds_at[k];
        }
    }
    return row;
}

static double largest_share(const double *won, int battles) {
    double most = 0.0;
    for (int i = 0; i < CARS; i++) {
        most = fmax(most, won[i]);
    }
    return most / battles;
}

/// How often the leader is hit, x how often the median of all places is.
static double leader_of(const Row *row) {
    double rates[CARS];
    int count = 0;
    for (int i = 0; i < CARS; i++) {
        if (row->seconds_at[i] > 0.0) {
            rates[count++] = row->hits_at[i] / row->seconds_at[i];
        }
    }
    double leader = rates[0];
    return leader / table_median(rates, count);
}

static void print_row(const char *name, const Row *row) {
    printf("%-14s %7d %6.1f %6.2f %5.1f%% %5.0f%% %6.2f %7.2f %5.0f%% %5.0f%% %5d %5d\n", name,
           row->battles, row->seconds / row->hits, row->shots / row->battles / CARS,
           100.0 * row->shot / row->shots, 100.0 - 100.0 * row->shot / row->hits,
           row->outs / row->battles / CARS, leader_of(row),
           100.0 * largest_share(row->slots, row->battles),
           100.0 * largest_share(row->cars, row->battles), row->stood, row->unclassified);
}

static void print_places(const char *what, const double *values, double whole) {
    printf("%s:", what);
    for (int i = 0; i < CARS; i++) {
        printf(whole > 1000.0 ? " %.2f" : " %.1f", 100.0 * values[i] / whole);
    }
    printf("\n");
}

/// Asks how often a car is hit on each track, for the mean of all hides the ends.
static void judge_tracks(const Table *table) {
    for (int i = 0; i < TRACKS; i++) {
        Row row = row_of(table, i);
        if (row.battles >= ENOUGH_HERE) {
            char what[64];
            snprintf(what, sizeof what, "s from hit to hit on %s", table_tracks[i]);
            table_ask(what, row.seconds / row.hits, HIT_LEAST_S, HIT_MOST_S);
        }
    }
}

static void judge(const Table *table) {
    Row all = row_of(table, -1);
    printf("\n");
    table_ask("cars that are not classified", all.unclassified, 0.0, 0.0);
    table_ask("cars that stood for 10 s", all.stood, 0.0, 0.0);
    table_ask("s from hit to hit of a car", all.seconds / all.hits, HIT_LEAST_S, HIT_MOST_S);
    judge_tracks(table);
    if (table->count >= ENOUGH) {
        table_ask("x the median, hits of the leader", leader_of(&all), 0.0, 2.0);
        table_ask("share of one grid slot", largest_share(all.slots, all.battles), 0.0, 2.0 / CARS);
        table_ask("share of one place at GO", largest_share(all.starts, all.battles), 0.0,
                  2.0 / CARS);
        table_ask("share of one car", largest_share(all.cars, all.battles), 0.0, 2.0 / CARS);
    }
    for (int i = 0; i < table->count; i++) {
        const Battle *battle = &table->battles[i];
        if (battle->stood + battle->unclassified > 0) {
            printf("%s, %s, seed %llu: %d stood, %d not classified\n", table_tracks[battle->track],
                   race_skill_names[battle->level], (unsigned long long)battle->seed, battle->stood,
                   battle->unclassified);
        }
    }
}

static void read_option(const char *argument, Table *table) {
    if (strcmp(argument, "--last") == 0) {
        table->last = true;
    } else if (strncmp(argument, "--track=", 8) == 0) {
        for (int i = 0; i < TRACKS; i++) {
            table->only = strcmp(argument + 8, table_tracks[i]) == 0 ? i : table->only;
        }
    } else if (strncmp(argument, "--seed=", 7) == 0) {
        table->seed = strtoull(argument + 7, NULL, 10);
    } else {
        table->count = atoi(argument);
    }
    if (table->count < 1) {
        fprintf(stderr, "battle_table: %s makes no sense\n", argument);
        exit(2);
    }
}

int main(int argc, char **argv) {
    Table table = {.only = -1, .seed = 1, .count = 1000};
    for (int i = 1; i < argc; i++) {
        read_option(argv[i], &table);
    }
    CarFile car = fixture_car("hatch");
    for (int i = 0; i < CARS; i++) {
        table.models[i] = car_model_make(&car.params);
    }
    for (int i = 0; i < TRACKS; i++) {
        table.tracks[i] = fixture_track(table_tracks[i]);
        if (!race_data_make(&table.data[i], &table.tracks[i], table.models, CARS)) {
            abort();
        }
    }
    table.battles = calloc((size_t)table.count, sizeof *table.battles);
    for (int i = 0; i < table.count; i++) {
        int turn = table.only < 0 ? i / TRACKS : i;
        table.battles[i] = (Battle){.track = table.only < 0 ? i % TRACKS : table.only,
                                    .level = turn % SKILL_COUNT,
                                    .seed = table.seed + (uint64_t)i};
    }
    jobs_run(jobs_default(), table.count, run, NULL, &table);
    printf(
        "track          battles  hit_s  shots   hits  mines   outs  leader  slot   car stood  open\n");
    for (int i = 0; i < TRACKS; i++) {
        Row row = row_of(&table, i);
        if (row.battles > 0) {
            print_row(table_tracks[i], &row);
        }
    }
    Row all = row_of(&table, -1);
    print_row("all", &all);
    print_places("won from each place of the grid, %", all.slots, all.battles);
    print_places("won from each place at GO, %", all.starts, all.battles);
    print_places("hits in each place, x their mean", all.hits_at, all.hits / CARS * 100.0);
    judge(&table);
    free(table.battles);
    for (int i = 0; i < TRACKS; i++) {
        race_data_destroy(&table.data[i]);
        track_destroy(&table.tracks[i]);
    }
    return table_failures > 0 ? 1 : 0;
}

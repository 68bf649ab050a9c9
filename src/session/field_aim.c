#include "session/field_aim.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "race/race.h"

#include <math.h>

enum {
    ALONE_LAPS = 2,      ///< The second is timed.
    RACE_LAPS_LEAST = 3, ///< Of a trial race: two are timed.
    RACE_LAPS_MOST = 4,
    ROUNDS_LEAST = 2, ///< Of trial races, each at the level that those before have found.
    ROUNDS_MOST = 12,
    ROUND_CAR_LAPS = 24, ///< Timed in a round at least.
    ROUND_RACES_MOST = 8,
    TRIAL_SEED = 7001, ///< And those after it.
    POINTS = SKILL_COUNT + 1,
};

/// Rounds end once the standard error of what races cost is no larger. A few races that happen to
/// be alike prove little, so as many with a usual spread are counted in.
#define CERTAIN      0.004
#define USUAL_SPREAD 0.012
#define USUAL_RACES  4.0

/// x the pace of beginners that one level further down takes away: as much as there is between
/// beginner and easy.
#define PACE_STEP 0.08f

/// x the lap of one car alone that a lap in a race is taken to be before one was driven.
#define RACE_SHARE 1.015

/// Speeds (laps/s) of one car alone at some levels, slowest first.
typedef struct Alone {
    float numbers[POINTS];
    double speeds[POINTS];
    int count;
} Alone;

FieldDef field_at(FieldDef field, float number) {
    float low = float_clamp(floorf(number), 0.0f, FIELD_NUMBER_MOST);
    field.level = (RaceSkill)low;
    field.toward = float_clamp(number - low, 0.0f, 1.0f);
    field.pace = number < 0.0f ? 1.0f + PACE_STEP * number : 1.0f;
    field.balanced = true;
    return field;
}

/// Sum and count of the timed laps of a race that is driven to its end.
typedef struct Laps {
    double sum_s;
    int count;
} Laps;

static Laps drive(const RaceData *data, const CarModel *models, const RaceDef *def) {
    static const CarInput idle[RACE_MAX_CARS];
    Arena arena = {0};
    Laps laps = {0};
    Race *race =
        race_make(arena_alloc(&arena, race_size(data->track, def->car_count)), def, data, models);
    while (race->phase != RACE_OVER) {
        race_step(race, idle);
    }
    for (int i = 0; i < race->car_count; i++) {
        const Racer *racer = &race_racers_const(race)[i];
        for (int lap = race->laps > 1 ? 1 : 0; lap < racer->lap; lap++) {
            laps.sum_s += racer->lap_times[lap];
            laps.count++;
        }
    }
    arena_destroy(&arena);
    return laps;
}

/// s of a lap of car 0 alone at `number`, without mistakes; 0: it does not get round.
static double drive_alone(const RaceData *data, const CarModel *models, float number) {
    RaceDef def = race_def_default();
    FieldDef at = field_at((FieldDef){0}, number);
    FieldRule rule = {.level = at.level, .toward = at.toward, .pace = at.pace, .balanced = true};
    int who[RACE_MAX_CARS];
    def.car_count = 1;
    def.laps = ALONE_LAPS;
    field_draw(&rule, NULL, 0, 1, def.drivers, who); // balanced: without the form of the day
    def.drivers[0].rate = 0.0f;
    def.drivers[0].consistency = 1.0f;
    Laps laps = drive(data, models, &def);
    return laps.count > 0 ? laps.sum_s / laps.count : 0.0;
}

/// Measures the levels from the slowest on, as long as each is faster than the one before: where a
/// car slides off at full speed, an expert is slower than a hard rival.
static Alone measure_alone(const RaceData *data, const CarModel *models) {
    Alone alone = {0};
    for (int i = 0; i < POINTS; i++) {
        float number = i == 0 ? FIELD_NUMBER_LEAST : (float)(i - 1);
        double lap_s = drive_alone(data, models, number);
        double speed = lap_s > 0.0 ? 1.0 / lap_s : 0.0;
        if (speed <= (alone.count > 0 ? alone.speeds[alone.count - 1] : 0.0)) {
            break;
        }
        alone.numbers[alone.count] = number;
        alone.speeds[alone.count++] = speed;
    }
    return alone;
}

/// s of a lap at a level between those that were measured.
static double lap_at(const Alone *alone, float number) {
    int i = 1;
    while (i < alone->count - 1 && number > alone->numbers[i]) {
        i++;
    }
    float part = (number - alone->numbers[i - 1]) / (alone->numbers[i] - alone->numbers[i - 1]);
    double from = alone->speeds[i - 1], to = alone->speeds[i];
    return 1.0 / (from + (to - from) * (double)part);
}

/// The level of a lap that takes `lap_s`, and whether there is one.
static float number_of(const Alone *alone, double lap_s, FieldReach *reach) {
    double speed = 1.0 / lap_s;
    int last = alone->count - 1, i = 1;
    *reach = speed < alone->speeds[0]      ? FIELD_NOT_SO_SLOW
             : speed > alone->speeds[last] ? FIELD_NOT_SO_FAST
                                           : FIELD_REACHED;
    if (*reach != FIELD_REACHED) {
        return alone->numbers[*reach == FIELD_NOT_SO_SLOW ? 0 : last];
    }
    while (i < last && speed > alone->speeds[i]) {
        i++;
    }
    double part = (speed - alone->speeds[i - 1]) / (alone->speeds[i] - alone->speeds[i - 1]);
    return alone->numbers[i - 1] + (float)part * (alone->numbers[i] - alone->numbers[i - 1]);
}

/// What laps in trial races take, x those of one car alone: one share for each race.
typedef struct Shares {
    double sum, sum2;
    int count;
} Shares;

static double mean_share(const Shares *shares) {
    return shares->count > 0 ? shares->sum / shares->count : RACE_SHARE;
}

static bool is_certain(const Shares *shares) {
    double mean = mean_share(shares), count = shares->count;
    double squares = fmax(shares->sum2 - count * mean * mean, 0.0);
    double variance =
        (squares + USUAL_RACES * USUAL_SPREAD * USUAL_SPREAD) / (count - 1.0 + USUAL_RACES);
    return sqrt(variance / count) <= CERTAIN;
}

/// Races the field until enough laps are timed. `alone_s`: of a lap of one car alone.
static void race_trials(const RaceData *data, const CarModel *models, int cars, int laps,
                        const FieldDef *field, int round, double alone_s, Shares *shares) {
    for (int i = 0, timed = 0; i < ROUND_RACES_MOST && timed < ROUND_CAR_LAPS; i++) {
        RaceDef def = race_def_default();
        def.car_count = cars;
        def.laps = laps;
        def.seed = TRIAL_SEED + (uint64_t)(round * ROUND_RACES_MOST + i);
        field_set_up(field, &def, NULL);
        Laps driven = drive(data, models, &def);
        timed += driven.count;
        if (driven.count > 0) {
            double share = driven.sum_s / driven.count / alone_s;
            shares->sum += share;
            shares->sum2 += share * share;
            shares->count++;
        }
    }
}

FieldAim field_aim(const RaceData *data, const CarModel *models, int cars, int laps,
                   const FieldDef *field, double wanted_s) {
    ASSERT(cars >= 1 && cars <= RACE_MAX_CARS && wanted_s > 0.0 && isfinite(wanted_s));
    Alone alone = measure_alone(data, models);
    if (alone.count < 2) { // it hardly gets round: nothing can be said
        return (FieldAim){.number = 0.0f, .reach = FIELD_NOT_SO_FAST};
    }
    laps = laps > 0 ? laps : data->track->laps;
    laps = laps < RACE_LAPS_LEAST ? RACE_LAPS_LEAST : laps > RACE_LAPS_MOST ? RACE_LAPS_MOST : laps;
    Shares shares = {0};
    FieldAim aim = {0};
    for (int i = 0; i < ROUNDS_MOST && (i < ROUNDS_LEAST || !is_certain(&shares)); i++) {
        float number = number_of(&alone, wanted_s / mean_share(&shares), &aim.reach);
        FieldDef at = field_at(*field, number);
        at.grid = at.grid == FIELD_RESULTS ? FIELD_MIXED : at.grid; // there are none
        race_trials(data, models, cars, laps, &at, i, lap_at(&alone, number), &shares);
    }
    aim.number = number_of(&alone, wanted_s / mean_share(&shares), &aim.reach);
    aim.lap_s = mean_share(&shares) * lap_at(&alone, aim.number);
    return aim;
}

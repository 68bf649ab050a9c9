/// One race as one value: everything that changes while driving, and the step that changes it.
#pragma once

#include "dynamics/car.h"
#include "dynamics/world.h"
#include "race/racing_line.h"
#include "track/ground.h"
#include "track/road_grid.h"

#include <stdint.h>

#define RACE_DT       (1.0f / 240.0f) ///< s, never changes.
#define RACE_TIME_MAX 1e5f            ///< s, more than a day: no race is called off later.

enum {
    RACE_VERSION = 3, ///< Raised whenever the golden hash changes: older replays are refused.
    RACE_TICKS_PER_SECOND = 240,
    RACE_MAX_CARS = 32,
    RACE_AI_TICKS = 4, ///< The AI thinks every this many ticks.
    RACE_LAPS_MAX = 99,
    RACE_COUNTDOWN_TICKS = 3 * 240,
    RACE_HULLS_MAX = RACE_MAX_CARS + TRACK_FORMS_MAX,
};

typedef enum RaceSkill {
    SKILL_EASY,
    SKILL_MEDIUM,
    SKILL_HARD,
    SKILL_EXPERT,
    SKILL_COUNT,
} RaceSkill;

/// By RaceSkill, ended by NULL: "easy", ...
extern const char *const race_skill_names[SKILL_COUNT + 1];

/// All that a race needs and never changes. One per track and set of cars, outside the Race; made
/// by app.
typedef struct RaceData {
    const Track *track;
    WallGrid walls;
    Ground ground;
    RoadGrid roads;                               ///< Made where there is more than one ribbon.
    Hull hulls[RACE_HULLS_MAX];                   ///< By car, then by form of the track's things.
    RacingLine lines[RACE_MAX_CARS];              ///< By car; cars of one model share points.
    float gate_s[RACE_MAX_CARS][TRACK_GATES_MAX]; ///< m along its line where a car meets each gate.
    Arena arena;                                  ///< Owns the above.
} RaceData;

/// Builds the data for `car_count` cars of `models`. False (and nothing owned) where no racing line
/// is found.
bool race_data_make(RaceData *data, const Track *track, const CarModel *models, int car_count);

/// The same where some racing lines are known already: `known[i]`, NULL for none, is what
/// racing_line_make gave for this track and models[i], and is copied. `known` may be NULL.
bool race_data_make_with(RaceData *data, const Track *track, const CarModel *models, int car_count,
                         const RacingLine *const *known, ProgressPart progress);
void race_data_destroy(RaceData *data);

typedef enum RaceMode {
    RACE_MODE_RACE,
    RACE_MODE_PRACTICE, ///< No countdown, no end.
} RaceMode;

typedef struct RaceDef {
    int car_count;
    int laps; ///< 0: the track's own. A sprint is driven once, whatever this says.
    uint64_t seed;
    RaceMode mode;
    uint32_t ai_cars; ///< Bit i: the AI drives car i.
    RaceSkill skill[RACE_MAX_CARS];
    float time_limit; ///< s of race after which it ends; 0: 10 x the line's lap per lap + 60 s.
                      ///< At most RACE_TIME_MAX.
} RaceDef;

RaceDef race_def_default(void); ///< 6 cars, all AI, hard, seed 1.

typedef enum RacePhase {
    RACE_COUNTDOWN,
    RACE_RUNNING,
    RACE_OVER, ///< All have finished, or the time is up.
} RacePhase;

/// The AI's memory of one car.
typedef struct Driver {
    int line_point;  ///< Where on its line.
    float lane;      ///< m left of the line that it aims for.
    float pace;      ///< x the line's speed.
    float stuck_s;   ///< s without getting on.
    float reverse_s; ///< s of backing out left.
    float wander;    ///< Slow error of easier skills, m.
    CarInput input;  ///< Held until it thinks again.
    uint32_t random;
} Driver;

/// One racer: car, progress and results.
typedef struct Racer {
    CarModel model;
    Car car;
    CarInput input; ///< That the car got in the last tick.
    Driver driver;
    uint32_t lap_started_tick;
    float lap_started_part; ///< 0 to 1 of that tick: crossing times are interpolated inside it.
    int lap;                ///< Laps completed; none more once finished.
    int next_gate;          ///< Index into track->gates; last = finish.
    int last_way;           ///< Branch on which the last gate was taken, 0 mostly.
    int gates_passed;       ///< In this lap.
    float to_next_gate;     ///< m, for the ranking.
    int missed_gate;        ///< Gate that was left out, until the next is passed; -1 none.
    float missed_s;         ///< s for which it is still called.
    float wrong_way_s;
    bool wrong_way;
    int place; ///< 1 = first.
    bool finished;
    bool retired;   ///< Ran out of time.
    double total_s; ///< Once finished.
    double lap_times[RACE_LAPS_MAX];
    double best_lap_s;                    ///< 0: none yet.
    float sector_s[TRACK_GATES_MAX];      ///< Time in this lap at each gate, 0 = not yet.
    float best_sector_s[TRACK_GATES_MAX]; ///< The same of the best lap so far.
    int line_point; ///< Nearest point of its racing line: a hint for the next search.
    int hits;       ///< Contacts with walls or cars of more than a brush.
    float hit_quiet_s;
    float off_track_s; ///< s with no wheel on road or kerb.
    int respawns;
    float stuck_s;
    float ghost_s;        ///< s left without contact to other cars.
    int ribbon_sample;    ///< Hint for ribbon_locate.
    vec2s last_position;  ///< At the end of the previous tick.
    vec2s no_gate_at;     ///< Middle and radius (m) of a circle into which no gate reaches, as the
    float no_gate_radius; ///< car last found: it saves time and changes no result.
    float impact; ///< N s, largest contact impulse of the last tick: for sparks, shake and sound.
    vec2s impact_at, impact_normal;
} Racer;

/// One relocatable block of race_size bytes: Race, racers, World. Copying it is memcpy.
typedef struct Race {
    uint32_t size;
    uint32_t version;
    const RaceData *data;
    uint32_t tick;       ///< Since the start of the countdown.
    uint32_t start_tick; ///< Of GO.
    RacePhase phase;
    RaceMode mode;
    uint64_t seed;
    int car_count, laps;
    int prop_count, mover_count; ///< Bodies behind the cars' (race/props.h).
    uint64_t loose_hash;         ///< Of the track's props and movers.
    int finished_count;
    uint32_t ai_cars;
    uint32_t end_tick; ///< When the race is called off; 0 = not set yet.
    uint8_t skill[RACE_MAX_CARS];
    uint32_t racers, world; ///< Offsets in bytes.
} Race;

/// Bytes of a race of `car_count` cars on `track`.
size_t race_size(const Track *track, int car_count);

/// Makes a race in `block` of race_size bytes, aligned to 32. `models` holds def->car_count models.
/// Cars stand on the grid.
Race *race_make(void *block, const RaceDef *def, const RaceData *data, const CarModel *models);

static inline Racer *race_racers(Race *race) {
    return (Racer *)(void *)((char *)race + race->racers);
}
static inline const Racer *race_racers_const(const Race *race) {
    return (const Racer *)(const void *)((const char *)race + race->racers);
}
static inline World *race_world(Race *race) {
    return (World *)(void *)((char *)race + race->world);
}
static inline const World *race_world_const(const Race *race) {
    return (const World *)(const void *)((const char *)race + race->world);
}
static inline const Body *race_bodies_const(const Race *race) {
    const World *world = race_world_const(race);
    return (const Body *)(const void *)((const char *)world + world->bodies);
}

/// Advances the race by RACE_DT. `inputs` holds an input per car; those of AI cars (and of seats
/// with CAR_INPUT_AUTOPILOT) are made inside. A pure function of (race, inputs) and the RaceData.
/// Allocates nothing.
void race_step(Race *race, const CarInput *inputs);

/// Points the race at other data (hot reload): same cars, perhaps another track with as many props
/// and movers, or other hulls. Props stay where they are, unless the track says them otherwise than
/// before: then they stand on their places.
void race_set_data(Race *race, const RaceData *data);

/// The same for a track with other numbers of props or movers: makes in `block`, of race_size
/// bytes, a race that goes on from `race`.
Race *race_move(void *block, const Race *race, const RaceData *data);

/// Whether `race` has room for what stands on `track`; else it takes a race_move to go on there.
bool race_fits(const Race *race, const Track *track);

/// Gives car `car` other parameters between two steps. Where it is, how it moves and what its
/// engine and tyres are doing stay as they are to the bit; mass, inertia and skin of its body are
/// those of `model`, and a gear that it has no more becomes the highest. The hull belongs to
/// the data.
void race_set_model(Race *race, int car, const CarModel *model);

/// Lets the next step find out anew who is near whom. Changes no result; needed where hulls or
/// walls have changed.
void race_forget_near(Race *race);

/// XXH3-64 of all that decides how the race goes on and what its results are, field by field. Takes
/// a little memory for the time of the call.
uint64_t race_hash(const Race *race);

/// s since GO (negative during the countdown).
double race_time(const Race *race);

/// Car indices by place, first to last.
void race_order(const Race *race, int order[RACE_MAX_CARS]);

/// Hands car `car` to the AI or takes it from it.
void race_set_ai(Race *race, int car, bool ai, RaceSkill skill);

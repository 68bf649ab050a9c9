/// One race as one value: everything that changes while driving. Who steps it is race/race.h; who
/// takes part in a step (drivers, things, rules) knows no more than this.
#pragma once

#include "battle/battle_state.h"
#include "driver_file/driver_params.h"
#include "dynamics/world.h"
#include "race_state/race_data.h"
#include "race_state/race_rules.h"
#include "vehicle/car.h"

#include <stdint.h>

#define RACE_DT       (1.0f / 240.0f) ///< s, never changes.
#define RACE_TIME_MAX 1e5f            ///< s, more than a day: no race is called off later.

enum {
    RACE_VERSION = 16, ///< Raised whenever the golden hash changes: older replays are refused.
    RACE_TICKS_PER_SECOND = 240,
    RACE_AI_TICKS = 8, ///< The AI thinks every this many ticks: 30 times a second.
    RACE_LAPS_MAX = 99,
    RACE_COUNTDOWN_TICKS = 3 * 240,
};

typedef enum RaceMode {
    RACE_MODE_RACE,
    RACE_MODE_PRACTICE, ///< No countdown, no end.
} RaceMode;

typedef struct RaceDef {
    int car_count;
    int laps; ///< 0: the track's own. A sprint is driven once, whatever this says.
    uint64_t seed;
    RaceMode mode;
    uint32_t ai_cars;                    ///< Bit i: the AI drives car i.
    DriverParams drivers[RACE_MAX_CARS]; ///< Also of people's cars, for when the AI takes over.
    uint8_t slots[RACE_MAX_CARS];     ///< Place on the grid of each car, from 0; no two are alike.
    uint8_t handicaps[RACE_MAX_CARS]; ///< % of its power that each car lacks; RACE_HANDICAP_MAX.
    RaceRules rules;
    BattleMode battle; ///< Of a race; practice has none.
    float time_limit;  ///< s of race after which it ends; 0: 10 x the line's lap per lap + 60 s,
                       ///< of one lap in BATTLE_LAST. At most RACE_TIME_MAX.
} RaceDef;

RaceDef race_def_default(void); ///< 6 cars, all AI, hard, in the order of the grid, seed 1.

typedef enum RacePhase {
    RACE_COUNTDOWN,
    RACE_RUNNING,
    RACE_OVER, ///< All have finished, or the time is up.
} RacePhase;

/// What goes wrong in a corner.
typedef enum DriverMistake {
    DRIVER_MISTAKE_NONE,
    DRIVER_MISTAKE_LATE, ///< Brakes too late and runs wide.
    DRIVER_MISTAKE_WIDE, ///< Misses the apex.
    DRIVER_MISTAKE_LOCK, ///< Locks its wheels.
    DRIVER_MISTAKE_LIFT, ///< Comes off the gas.
    DRIVER_MISTAKES,
} DriverMistake;

/// The AI's memory of one car.
typedef struct Driver {
    int line_point;  ///< Where on its line.
    float lane;      ///< m left of the line that it aims for.
    float pace;      ///< x the speeds that its numbers allow.
    float stood_s;   ///< s for which it has stood.
    float reverse_s; ///< s of backing out left.
    float shut_s; ///< s for which it leaves a way past parked cars alone that proved too narrow ...
    float shut_lane; ///< ... m left of the line.
    float wander;    ///< m beside its lane that it strays.
    float form;      ///< Slow change of its pace, as a share of it.
    float effort;    ///< 0 drives at ease, 1 uses its reserve.
    float behind_s;  ///< s for which it has followed the car in front.
    float mistake_s; ///< s left of the mistake.
    uint8_t mistake; ///< DriverMistake
    int8_t defence;  ///< Side that it closes before this corner: 1 left, -1 right, 0 not decided.
    uint8_t braking; ///< Whether it is in a braking zone.
    CarInput input;  ///< Held until it thinks again.
    uint32_t random;
} Driver;

/// What else than its time is to be known of a lap: bits.
enum {
    LAP_CUT = 1,     ///< Time was gained beside the road (race/cutting.h): it is nobody's best lap.
    LAP_BOOSTED = 2, ///< The car had more power than its own: it is no record.
    LAP_PART = 4,    ///< It began beyond the line (race/battle_rules.h): it is nobody's best lap.
};

/// Of one car beside the road, and of the time that it has to give back. The zero value is on the
/// road and owes nothing.
typedef struct Cutting {
    bool busy;          ///< Some of what follows goes on.
    bool off;           ///< All its wheels are off the road ...
    int from_point;     ///< ... since it left it at this point of its line, and so far ...
    float from_ahead;   ///< ... (m) along from there ...
    uint32_t from_tick; ///< ... after this tick.
    int from_respawns;  ///< Racer.respawns of then.
    int count;          ///< Cuts so far.
    float gained_s;     ///< s that the last cut gained.
    float at_stake_s;   ///< s that were gained and are not settled yet.
    float owed_s;       ///< s for which the gas has to be off, still.
    float left_s;       ///< s in which that can be done, still.
    float told_s;       ///< s for which the driver is told what came of it.
    bool paid;          ///< It cost time in the end.
} Cutting;

/// One racer: car, progress and results.
typedef struct Racer {
    CarModel model;
    Car car;
    CarInput input;      ///< That the car got in the last tick.
    DriverParams params; ///< Of who drives it when the AI does.
    Driver driver;
    uint8_t slot;     ///< Its place on the grid, from 0.
    uint8_t handicap; ///< RaceDef.handicaps
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
    int place;                ///< 1 = first.
    bool finished;            ///< Has taken the flag, perhaps with fewer laps than the winner.
    bool retired;             ///< Was driving when the time was up: its place and laps stand.
    uint8_t eliminated;       ///< The place with which it has dropped out (elimination.h), 0 none.
    uint32_t eliminated_tick; ///< When that was.
    bool false_start;
    uint8_t lap_marks; ///< LAP_... of the lap under way.
    Cutting cutting;
    float penalty_s; ///< s of penalties so far.
    double total_s;  ///< Once finished, with those.
    int line_point;  ///< Nearest point of its racing line: a hint for the next search.
    int hits;        ///< Contacts with walls or cars of more than a brush.
    float hit_quiet_s;
    float off_track_s; ///< s with no wheel on road or kerb.
    int respawns;
    vec2s stuck_at;       ///< Where it last got on.
    float stuck_s;        ///< s since then; three times that for a person who pushes and stands.
    float stood_s;        ///< s for which it has stood still.
    float crushed_s;      ///< s for which it has been deep inside a mover.
    float ghost_s;        ///< s left without contact to other cars.
    int ribbon_sample;    ///< Hint for ribbon_locate.
    vec2s last_position;  ///< At the end of the previous tick.
    vec2s no_gate_at;     ///< Middle and radius (m) of a circle into which no gate reaches, as the
    float no_gate_radius; ///< car last found: it saves time and changes no result.
    float impact; ///< N s, largest contact impulse of the last tick: for sparks, shake and sound.
    vec2s impact_at;     ///< m, world: the first point of that contact.
    vec2s impact_normal; ///< World axes: into a wall; of two cars both have the same one, from the
                         ///< car of the lower index to the other.
    // Last what a lap changes, so that what a tick goes through lies close together.
    double lap_times[RACE_LAPS_MAX];
    uint8_t marks[RACE_LAPS_MAX];         ///< LAP_... of each lap.
    double best_lap_s;                    ///< 0: none yet. Of laps without LAP_CUT and LAP_PART.
    float sector_s[TRACK_GATES_MAX];      ///< Time in this lap at each gate, 0 = not yet.
    float best_sector_s[TRACK_GATES_MAX]; ///< The same of the best lap so far.
} Racer;

/// Gates that a racer has passed in the race so far; none more once it has finished.
static inline int racer_gates(const Racer *racer, int gate_count) {
    return racer->lap * gate_count + (racer->finished ? 0 : racer->gates_passed);
}

/// Whether lap `index` of a racer, the one under way or one that is completed, has a mark.
static inline bool lap_is_marked(const Racer *racer, int index) {
    bool past = index < racer->lap && index < RACE_LAPS_MAX;
    return (past ? racer->marks[index] : racer->lap_marks) != 0;
}

/// One relocatable block of race_size bytes: Race, racers, WorldState, and behind that a
/// WorldCache, which is no part of the state. Copying the block, or only the state, is memcpy.
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
    RaceRules rules;
    int prop_count, mover_count; ///< Bodies behind the cars' (race_state/props.h).
    uint64_t loose_hash;         ///< Of the track's props and movers.
    int finished_count;
    int eliminated_count; ///< Have dropped out.
    uint32_t ai_cars;
    uint32_t end_tick;             ///< When the race is called off; 0 = not set yet.
    uint32_t home_tick;            ///< Since when all people are home; 0: they are not.
    uint32_t gas_held;             ///< Bits of the cars whose people held the gas since then.
    bool called_off;               ///< One of them has ended the race.
    bool shares_power;             ///< Some car may have other power than its own (race/power.h).
    uint32_t racers, world, cache; ///< Offsets in bytes.
    BattleMode battle_mode;
    BattleState battle; ///< At its start where it is off.
} Race;

static inline Racer *race_racers(Race *race) {
    return (Racer *)(void *)((char *)race + race->racers);
}
static inline const Racer *race_racers_const(const Race *race) {
    return (const Racer *)(const void *)((const char *)race + race->racers);
}
static inline WorldState *race_world(Race *race) {
    return (WorldState *)(void *)((char *)race + race->world);
}
static inline const WorldState *race_world_const(const Race *race) {
    return (const WorldState *)(const void *)((const char *)race + race->world);
}
/// Bytes of the state: what a snapshot copies.
static inline size_t race_state_size(const Race *race) {
    return race->world + world_used(race_world_const(race));
}
static inline const Body *race_bodies_const(const Race *race) {
    const WorldState *world = race_world_const(race);
    return (const Body *)(const void *)((const char *)world + world->bodies);
}

/// XXH3-64 of all that decides how the race goes on and what its results are, field by field. Takes
/// a little memory for the time of the call.
uint64_t race_hash(const Race *race);

/// Whether cars fire at each other.
static inline bool race_is_battle(const Race *race) { return race->battle_mode != BATTLE_OFF; }

/// s since GO (negative during the countdown).
double race_time(const Race *race);

/// Whether the time of a whole race can be a record: an elimination is as long as its field is
/// large, and a battle as rough. Single laps count in any race, but those in which a shell hit the
/// car.
bool race_counts_for_records(const Race *race);

/// Car indices by place, first to last: by laps and distance; who has taken the flag with as many
/// laps as another goes by time; whoever has dropped out is behind all who have not. Nothing
/// changes it once the race is over.
void race_order(const Race *race, int order[RACE_MAX_CARS]);

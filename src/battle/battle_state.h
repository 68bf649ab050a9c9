/// What a battle adds to a race: shells, crates, mines and oil, and what they have done to each
/// car. Plain data; shells.h, crates.h and hazards.h move it on, race/battle_rules.h says what
/// follows.
#pragma once

#include "base/hash.h"
#include "geometry/transform.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum BattleMode {
    BATTLE_OFF,
    BATTLE_LAPS, ///< Who is shot out of the race is back after BATTLE_OUT_TICKS.
    BATTLE_LAST, ///< Who is shot out stays out; the last car running wins.
    BATTLE_MODE_COUNT,
} BattleMode;

/// "off", "laps", "last"; ended by NULL.
extern const char *const battle_mode_names[BATTLE_MODE_COUNT + 1];

#define SHELL_SPEED 90.0f ///< m/s faster than the car that fires it.
#define SHELL_RANGE 60.0f ///< m ahead of a car that keeps its speed.

/// All times are in ticks of 1/240 s.
enum {
    BATTLE_CARS_MAX = 32,
    BATTLE_NOTES_MAX = 32,
    BATTLE_CRATES_MAX = 64,
    BATTLE_HAZARDS_MAX = 64,
    SHELL_TICKS = 160,          ///< SHELL_RANGE at SHELL_SPEED: that long a shell flies.
    BATTLE_RELOAD_TICKS = 360,  ///< From one shot to the next. A shell is gone by then.
    BATTLE_SHAKEN_TICKS = 480,  ///< For which a hit costs grip.
    BATTLE_SPARED_TICKS = 720,  ///< For which AI drivers leave who was hit alone.
    BATTLE_HITS_OUT = 3,        ///< Hits that spin a car out.
    BATTLE_OUT_TICKS = 720,     ///< Until it is back on the road.
    BATTLE_IDLE_TICKS = 9600,   ///< Without a hit of its own that count as one taken (BATTLE_LAST).
    BATTLE_LATE_TICKS = 28800,  ///< After GO, from which on they count double, and again double ...
    BATTLE_LATER_TICKS = 14400, ///< ... after each of these, ...
    BATTLE_WEAR_MOST = 8,       ///< ... but not more than that often.
    BATTLE_WEARS_TICKS = 2400,  ///< Before that, its driver is warned.
    CRATE_AWAY_TICKS = 1920,    ///< From when a crate is taken until it is back.
    DROP_RELOAD_TICKS = 120,    ///< From one drop to the next.
    DROP_BRAKE = 64,            ///< CarInput.brake above which fire drops instead of shooting.
    MINE_ARM_TICKS = 120,       ///< For which a mine does nothing yet.
    MINE_TICKS = 10800,         ///< Then it is gone: a lap must not fill up with mines.
    OIL_TICKS = 4800,           ///< For which oil lies on the road.
};

#define CRATE_RADIUS 0.6f  ///< m
#define MINE_RADIUS  0.35f ///< m
#define OIL_RADIUS   1.6f  ///< m
#define OIL_GRIP     0.35f ///< x the grip of a wheel that stands in oil.

/// What crates hold and cars carry.
typedef enum BattleItem {
    ITEM_NONE,
    ITEM_MINE,
    ITEM_OIL,
    ITEM_REPAIR, ///< Takes one hit away at once; no car carries it.
    ITEM_COUNT,
} BattleItem;

/// "none", "mine", "oil", "repair".
extern const char *const battle_item_names[ITEM_COUNT];

/// A crate. Where it stands is in RaceData, what it holds tells crate_item (crates.h).
typedef struct BattleCrate {
    uint16_t away;  ///< Ticks until it is back; 0: it is there.
    uint16_t taken; ///< Times so far.
} BattleCrate;

/// A mine or a patch of oil on the road. The zero value is none.
typedef struct Hazard {
    uint8_t item;   ///< ITEM_MINE or ITEM_OIL; ITEM_NONE: it is gone.
    int8_t owner;   ///< Car that dropped it.
    uint16_t age;   ///< Ticks since.
    vec2s position; ///< m, of its middle.
} Hazard;

#define BATTLE_SHAKEN_GRIP 0.75f ///< x the grip of a car that was hit.

/// A shell of one car: a circle of SHELL_RADIUS (shell_sweep.h) that flies straight on.
typedef struct Shell {
    bool flies;
    bool fresh;     ///< It has not left the hull of its firer yet.
    uint16_t age;   ///< Ticks since the shot.
    vec2s position; ///< m
    vec2s velocity; ///< m/s
    vec2s ahead;    ///< Unit: where the muzzle pointed.
} Shell;

/// One car in a battle.
typedef struct BattleCar {
    Shell shell;          ///< At most one is in the air, for SHELL_TICKS < BATTLE_RELOAD_TICKS.
    uint16_t reload;      ///< Ticks until it can fire again.
    uint16_t shaken;      ///< Ticks for which it lacks grip still.
    uint16_t spared;      ///< Ticks for which AI drivers do not fire at it, since it was hit.
    uint16_t out;         ///< Ticks until a car that was spun out is back.
    uint8_t damage;       ///< Hits since it was last spun out.
    uint16_t idle;        ///< Ticks since it last hit somebody (BATTLE_LAST).
    int8_t hit_by;        ///< Car that hit it last; -1 none.
    uint8_t carries;      ///< BattleItem that it can drop: ITEM_NONE, ITEM_MINE or ITEM_OIL ...
    uint8_t left;         ///< ... and how many.
    uint16_t drop_reload; ///< Ticks until it can drop again.
    bool fire_held;       ///< CAR_INPUT_FIRE was set in the tick before.
    uint16_t shots;       ///< So far, as the rest.
    uint16_t hits;        ///< Of other cars by its shells.
    uint16_t hits_taken;  ///< From shells and mines, its own mines too.
    uint16_t crates;      ///< That it took.
    uint16_t mines, oils; ///< That it dropped.
    uint16_t mine_hits;   ///< Of other cars by its mines.
    uint16_t knockouts;   ///< Cars that it has spun out.
    uint16_t outs;        ///< Times that it was spun out.
    uint32_t out_ticks;   ///< Ticks for which it was.
} BattleCar;

typedef enum BattleNoteKind {
    BATTLE_SHOT,       ///< `car` fires.
    BATTLE_HIT,        ///< Its shell hits car `other`.
    BATTLE_KNOCKOUT,   ///< ... and spins it out.
    BATTLE_BURST,      ///< It hits something else: a wall, a thing, another shell.
    BATTLE_WORN,       ///< Car `other` has hit nobody for too long, which counts as a hit; the
                       ///< third one puts it out.
    BATTLE_SPENT,      ///< It has flown its range.
    BATTLE_CRATE,      ///< `car` takes crate `index`, which holds `item`.
    BATTLE_DROP,       ///< It drops `item` as hazard `index`, at `at`.
    BATTLE_MINE_HIT,   ///< The mine of `car` goes up at car `other`, its own or another.
    BATTLE_MINE_BURST, ///< The shell of `car` bursts the mine of `other`.
} BattleNoteKind;

/// Something that happened, for pictures, sounds and lists. It decides nothing.
typedef struct BattleNote {
    uint32_t tick;
    uint8_t kind; ///< BattleNoteKind
    int8_t car, other;
    uint8_t damage; ///< Of the car that was hit, with this hit.
    uint8_t item;   ///< BattleItem
    uint8_t index;  ///< Of the crate, or in BattleState.hazards.
    vec2s at;       ///< m: the muzzle, or where the shell burst.
    vec2s normal;   ///< Unit, out of what was hit; zero where nothing was.
} BattleNote;

/// Of all cars. The zero value, with hit_by -1, is the start of a battle.
typedef struct BattleState {
    BattleCar cars[BATTLE_CARS_MAX];
    BattleCrate crates[BATTLE_CRATES_MAX];
    int crate_count;
    uint32_t hazard_count; ///< Of the whole battle; the i-th lies in hazards[i % ...MAX].
    Hazard hazards[BATTLE_HAZARDS_MAX];
    uint32_t note_count; ///< Of the whole battle (battle_note_at).
    BattleNote notes[BATTLE_NOTES_MAX];
} BattleState;

/// The start of a battle.
void battle_state_make(BattleState *state);

/// Adds to `hash` all that decides how a battle of `car_count` cars goes on, and its figures.
void battle_hash(const BattleState *state, int car_count, Hash *hash);

/// Whether car `car` is spun out just now.
static inline bool battle_is_out(const BattleState *state, int car) {
    return state->cars[car].out > 0;
}

/// Notes down that car `by` has hit car `car` with a shell or a mine, its own perhaps. The figures
/// of `by` are the caller's. Returns the damage of `car` with this hit.
uint8_t battle_hit(BattleState *state, int by, int car);

/// Notes what happened.
void battle_note(BattleState *state, BattleNote note);

/// The first note that is kept still, of those that are numbered from 0 to note_count.
static inline uint32_t battle_first_note(const BattleState *state) {
    return state->note_count > BATTLE_NOTES_MAX ? state->note_count - BATTLE_NOTES_MAX : 0;
}

/// Note `number`, from battle_first_note on.
static inline const BattleNote *battle_note_at(const BattleState *state, uint32_t number) {
    return &state->notes[number % BATTLE_NOTES_MAX];
}

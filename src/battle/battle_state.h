/// What a battle adds to a race: shells, and what they have done to each car. Plain data; shells.h
/// moves it on, race/battle_rules.h says what follows.
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
    SHELL_TICKS = 160,         ///< SHELL_RANGE at SHELL_SPEED: that long a shell flies.
    BATTLE_RELOAD_TICKS = 360, ///< From one shot to the next. A shell is gone by then.
    BATTLE_SHAKEN_TICKS = 480, ///< For which a hit costs grip.
    BATTLE_HITS_OUT = 3,       ///< Hits that spin a car out.
    BATTLE_OUT_TICKS = 720,    ///< Until it is back on the road.
    BATTLE_IDLE_TICKS = 9600,  ///< Without a hit of its own that count as one taken (BATTLE_LAST).
};

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
    Shell shell;     ///< At most one is in the air, for SHELL_TICKS < BATTLE_RELOAD_TICKS.
    uint16_t reload; ///< Ticks until it can fire again.
    uint16_t shaken; ///< Ticks for which it lacks grip still.
    uint16_t out;    ///< Ticks until a car that was spun out is back.
    uint8_t damage;  ///< Hits since it was last spun out.
    uint16_t idle;   ///< Ticks since it last hit somebody (BATTLE_LAST).
    int8_t hit_by;   ///< Car that hit it last; -1 none.
    uint16_t shots;  ///< So far, as the rest.
    uint16_t hits;   ///< Of other cars by its shells.
    uint16_t hits_taken;
    uint16_t knockouts; ///< Cars that it has spun out.
    uint16_t outs;      ///< Times that it was spun out.
    uint32_t out_ticks; ///< Ticks for which it was.
} BattleCar;

typedef enum BattleNoteKind {
    BATTLE_SHOT,     ///< `car` fires.
    BATTLE_HIT,      ///< Its shell hits car `other`.
    BATTLE_KNOCKOUT, ///< ... and spins it out.
    BATTLE_BURST,    ///< It hits something else: a wall, a thing, another shell.
    BATTLE_WORN,     ///< Car `other` has hit nobody for too long, which counts as a hit.
    BATTLE_SPENT,    ///< It has flown its range.
} BattleNoteKind;

/// Something that happened, for pictures, sounds and lists. It decides nothing.
typedef struct BattleNote {
    uint32_t tick;
    uint8_t kind; ///< BattleNoteKind
    int8_t car, other;
    uint8_t damage; ///< Of the car that was hit, with this hit.
    vec2s at;       ///< m: the muzzle, or where the shell burst.
    vec2s normal;   ///< Unit, out of what was hit; zero where nothing was.
} BattleNote;

/// Of all cars. The zero value, with hit_by -1, is the start of a battle.
typedef struct BattleState {
    BattleCar cars[BATTLE_CARS_MAX];
    uint32_t note_count; ///< Of the whole battle; notes[i % BATTLE_NOTES_MAX] is the i-th.
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

/// Notes what happened.
void battle_note(BattleState *state, BattleNote note);

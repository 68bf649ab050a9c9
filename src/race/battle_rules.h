/// What shells, crates, mines and oil do in a race: who may fire, what a hit costs, who is out and
/// comes back.
#pragma once

#include "battle/hazards.h"
#include "battle/shells.h"
#include "race_state/race_state.h"

/// Spreads the field evenly round a circuit, in an order that the seed draws, where the last car
/// running wins, at most 34 m apart: on the grid nobody is behind the last one, which won 62
/// battles of 100. On a long circuit nobody is behind the last one still, so the grid must not say
/// who that is. To be called once all cars are made.
void battle_rules_spread(Race *race);

/// What the driver of a car that is spun out can do: nothing, with locked wheels.
CarInput battle_rules_input(const CarInput *input);

/// Where less grips than the road gives, under car `car`: puts copies of the surfaces of `task`
/// into `out`, and the wheels on these. A car that was hit lacks grip on all wheels, `oil` takes it
/// from those that stand in it.
void battle_rules_loosen(const Race *race, int car, const OilPatches *oil, CarTask *task,
                         Surface out[CAR_WHEELS]);

/// Whether a wheel of car `car` stands in `oil`.
bool battle_rules_is_oily(const Race *race, int car, const OilPatches *oil);

/// Where things stand before the step of the world.
typedef struct BattlePoses {
    ShellPoses shells; ///< What shells may meet.
    Body cars[RACE_MAX_CARS];
} BattlePoses;

/// Notes them.
void battle_rules_watch(const Race *race, BattlePoses *out);

/// After the step of the world: shells fly and hit, mines go up, crates are taken, cars that ask
/// for it fire or drop. A hit costs grip for BATTLE_SHAKEN_TICKS. The third one spins the car out.
/// On laps it is put back on the road after BATTLE_OUT_TICKS, whole and as a ghost for 2 s. Where
/// the last car running wins it drops out, and the race is over with one left; there
/// BATTLE_IDLE_TICKS without a hit of its own, fewer late in a battle, count as a hit that it took.
/// Shells come before mines, and mines before crates.
void battle_rules_step(Race *race, const BattlePoses *poses);

/// Ticks until car `car` wears out, which it does where it hits nobody until then; -1: it does not.
int battle_rules_wears_in(const Race *race, int car);

/// Whether its driver is to be warned: it is about to.
bool battle_rules_wears(const Race *race, int car);

/// Puts the crates of the race's data on the road. Where there are as many as before they stay as
/// they are.
void battle_rules_set_crates(Race *race);

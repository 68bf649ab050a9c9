/// Mines and oil that lie on the road: how they get there, and what they do to cars.
#pragma once

#include "battle/battle_state.h"
#include "battle/car_sweep.h"
#include "collision/wall_grid.h"

/// Drops what car `car` carries: its middle lies behind the tail, clear of the hull. Whether it
/// did: it carries something, is loaded, in control and no ghost, and there is room. That is where
/// the car itself could back over it, straight, without a wall: its middle is MINE_RADIUS clear of
/// walls. The oldest of BATTLE_HAZARDS_MAX gives way. O(pieces of walls near)
bool hazards_drop(BattleState *state, const CarSweep *sweep, const WallGrid *walls, int car);

/// Mines and oil grow older by a tick. A mine that is armed goes up at the first car that touches
/// it, whoever dropped it: a blow as of a shell, from the middle of the mine outward. As with
/// shells_fly bit i of the answer is set where car i was hit, and BattleCar.hit_by names the owner.
uint32_t hazards_step(BattleState *state, const CarSweep *sweep);

/// Patches of oil on the road.
typedef struct OilPatches {
    int count;
    vec2s at[BATTLE_HAZARDS_MAX]; ///< m
} OilPatches;

void hazards_find_oil(const BattleState *state, OilPatches *out);

/// Those patches that a point may lie in which is `reach` m from `at` or nearer.
void hazards_oil_near(const OilPatches *oil, vec2s at, float reach, OilPatches *out);

/// Whether `point` lies in oil. O(patches)
bool hazards_is_oily(const OilPatches *oil, vec2s point);

/// Crates on the road: what each holds, who takes it, and what that car has then.
#pragma once

#include "battle/battle_state.h"
#include "battle/car_sweep.h"

/// What crate `index` holds after it was taken `taken` times: the same for all who ask. Of twenty
/// crates about 9 hold mines, 6 oil and 5 a repair.
BattleItem crate_item(uint64_t seed, int index, int taken);

/// Mines or patches of oil that a crate gives to the car in `place` (from 1) of `count`: 1 to the
/// first, 3 to the last, evenly in between.
int crate_amount(int place, int count);

/// The crates of a race, and who may take them.
typedef struct CrateField {
    const vec2s *positions; ///< m, BattleState.crate_count of them.
    uint64_t seed;
    const uint8_t *amounts; ///< Of each car: crate_amount.
    uint32_t takers;        ///< Bit i: car i may take crates.
} CrateField;

/// Crates that are away come nearer to being back by a tick; those on the road are taken by the
/// car that touches them first in it. A repair takes one hit away; a car without damage has
/// nothing of it. Mines or oil are what the car carries from now on: they take the place of what
/// it carried, but of the same kind it never has fewer than before.
void crates_step(BattleState *state, const CrateField *field, const CarSweep *sweep);

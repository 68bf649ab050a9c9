#include "battle/crates.h"

#include "base/assert.h"
#include "base/random.h"

/// Shares of what crates hold, of 20.
enum {
    SHARE_MINES = 9,
    SHARE_OIL = 6,
    SHARES = 20,
};

BattleItem crate_item(uint64_t seed, int index, int taken) {
    Random random = random_make(seed, (uint64_t)index << 32 | (uint64_t)taken << 8 | 0xC7u);
    uint32_t drawn = random_u32(&random) % SHARES;
    return drawn < SHARE_MINES               ? ITEM_MINE
           : drawn < SHARE_MINES + SHARE_OIL ? ITEM_OIL
                                             : ITEM_REPAIR;
}

int crate_amount(int place, int count) {
    ASSERT(place >= 1 && place <= count);
    return count == 1 ? 1 : 1 + (2 * (place - 1) + (count - 1) / 2) / (count - 1);
}

/// Gives car `car` what crate `index` holds.
static void give(BattleState *state, const CrateField *field, int index, int car) {
    BattleCar *taker = &state->cars[car];
    BattleItem item = crate_item(field->seed, index, state->crates[index].taken);
    taker->crates++;
    if (item == ITEM_REPAIR) {
        taker->damage = (uint8_t)(taker->damage - (taker->damage > 0));
        return;
    }
    uint8_t amount = field->amounts[car];
    bool has_more = taker->carries == item && taker->left > amount;
    taker->left = has_more ? taker->left : amount;
    taker->carries = (uint8_t)item;
}

static void take(BattleState *state, const CrateField *field, uint32_t tick, int index, int car) {
    BattleCrate *crate = &state->crates[index];
    give(state, field, index, car);
    battle_note(state, (BattleNote){.tick = tick,
                                    .kind = BATTLE_CRATE,
                                    .car = (int8_t)car,
                                    .other = -1,
                                    .damage = state->cars[car].damage,
                                    .item = (uint8_t)crate_item(field->seed, index, crate->taken),
                                    .index = (uint8_t)index,
                                    .at = field->positions[index]});
    crate->taken++;
    crate->away = CRATE_AWAY_TICKS;
}

void crates_step(BattleState *state, const CrateField *field, const CarSweep *sweep) {
    for (int i = 0; i < state->crate_count; i++) {
        if (state->crates[i].away > 0) {
            state->crates[i].away--;
            continue;
        }
        SweepHit hit;
        int car = car_sweep_first(sweep, field->takers, field->positions[i], CRATE_RADIUS, &hit);
        if (car >= 0) {
            take(state, field, sweep->tick, i, car);
        }
    }
}

#include "battle/battle_state.h"

#include <string.h>

const char *const battle_mode_names[BATTLE_MODE_COUNT + 1] = {
    [BATTLE_OFF] = "off", [BATTLE_LAPS] = "laps", [BATTLE_LAST] = "last"};

const char *const battle_item_names[ITEM_COUNT] = {
    [ITEM_NONE] = "none", [ITEM_MINE] = "mine", [ITEM_OIL] = "oil", [ITEM_REPAIR] = "repair"};

void battle_state_make(BattleState *state) {
    memset(state, 0, sizeof *state);
    for (int i = 0; i < BATTLE_CARS_MAX; i++) {
        state->cars[i].hit_by = -1;
    }
}

static void hash_shell(Hash *hash, const Shell *shell) {
    hash_u32(hash,
             (uint32_t)shell->flies | (uint32_t)shell->fresh << 1 | (uint32_t)shell->age << 8);
    if (shell->flies) {
        hash_f32(hash, shell->position.x);
        hash_f32(hash, shell->position.y);
        hash_f32(hash, shell->velocity.x);
        hash_f32(hash, shell->velocity.y);
        hash_f32(hash, shell->ahead.x);
        hash_f32(hash, shell->ahead.y);
    }
}

static void hash_items(const BattleCar *car, Hash *hash) {
    hash_u32(hash,
             (uint32_t)car->carries | (uint32_t)car->left << 8 | (uint32_t)car->fire_held << 16);
    hash_u32(hash, (uint32_t)car->drop_reload | (uint32_t)car->crates << 16);
    hash_u32(hash, (uint32_t)car->mines | (uint32_t)car->oils << 16);
    hash_u32(hash, car->mine_hits);
}

static void hash_road(const BattleState *state, Hash *hash) {
    hash_u32(hash, (uint32_t)state->crate_count);
    for (int i = 0; i < state->crate_count; i++) {
        hash_u32(hash, (uint32_t)state->crates[i].away | (uint32_t)state->crates[i].taken << 16);
    }
    hash_u32(hash, state->hazard_count);
    for (int i = 0; i < BATTLE_HAZARDS_MAX; i++) {
        const Hazard *hazard = &state->hazards[i];
        if (hazard->item == ITEM_NONE) {
            continue;
        }
        hash_u32(hash, (uint32_t)i | (uint32_t)hazard->item << 8 |
                           (uint32_t)(uint8_t)hazard->owner << 16);
        hash_u32(hash, hazard->age);
        hash_f32(hash, hazard->position.x);
        hash_f32(hash, hazard->position.y);
    }
}

void battle_hash(const BattleState *state, int car_count, Hash *hash) {
    for (int i = 0; i < car_count; i++) {
        const BattleCar *car = &state->cars[i];
        hash_shell(hash, &car->shell);
        hash_u32(hash, (uint32_t)car->reload | (uint32_t)car->shaken << 16);
        hash_u32(hash, (uint32_t)car->out | (uint32_t)car->damage << 16 |
                           (uint32_t)(uint8_t)car->hit_by << 24);
        hash_u32(hash, car->spared);
        hash_u32(hash, (uint32_t)car->shots | (uint32_t)car->hits << 16);
        hash_u32(hash, (uint32_t)car->hits_taken | (uint32_t)car->knockouts << 16);
        hash_u32(hash, (uint32_t)car->outs | (uint32_t)car->idle << 16);
        hash_u32(hash, car->out_ticks);
        hash_items(car, hash);
    }
    hash_road(state, hash);
}

uint8_t battle_hit(BattleState *state, int by, int car) {
    BattleCar *hit = &state->cars[car];
    hit->hit_by = (int8_t)by;
    hit->hits_taken++;
    hit->spared = BATTLE_SPARED_TICKS;
    hit->damage = (uint8_t)(hit->damage + (hit->out == 0));
    if (by != car) {
        state->cars[by].idle = 0;
    }
    return hit->damage;
}

void battle_note(BattleState *state, BattleNote note) {
    state->notes[state->note_count++ % BATTLE_NOTES_MAX] = note;
}

#include "battle/battle_state.h"

#include <string.h>

const char *const battle_mode_names[BATTLE_MODE_COUNT + 1] = {
    [BATTLE_OFF] = "off", [BATTLE_LAPS] = "laps", [BATTLE_LAST] = "last"};

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

void battle_hash(const BattleState *state, int car_count, Hash *hash) {
    for (int i = 0; i < car_count; i++) {
        const BattleCar *car = &state->cars[i];
        hash_shell(hash, &car->shell);
        hash_u32(hash, (uint32_t)car->reload | (uint32_t)car->shaken << 16);
        hash_u32(hash, (uint32_t)car->out | (uint32_t)car->damage << 16 |
                           (uint32_t)(uint8_t)car->hit_by << 24);
        hash_u32(hash, (uint32_t)car->shots | (uint32_t)car->hits << 16);
        hash_u32(hash, (uint32_t)car->hits_taken | (uint32_t)car->knockouts << 16);
        hash_u32(hash, (uint32_t)car->outs | (uint32_t)car->idle << 16);
        hash_u32(hash, car->out_ticks);
    }
}

void battle_note(BattleState *state, BattleNote note) {
    state->notes[state->note_count++ % BATTLE_NOTES_MAX] = note;
}

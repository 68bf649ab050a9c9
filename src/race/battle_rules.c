#include "race/battle_rules.h"

#include "race/elimination.h"
#include "race/rescue.h"
#include "race_state/classification.h"
#include "race_state/props.h"

#define OUT_SPIN 7.0f ///< rad/s that a car turns with when it is spun out.

CarInput battle_rules_input(const CarInput *input) {
    return (CarInput){.flags = (uint8_t)(CAR_INPUT_HANDBRAKE |
                                         (input->flags & (CAR_INPUT_AUTOPILOT | CAR_INPUT_KEYS)))};
}

void battle_rules_loosen(CarTask *task, Surface out[CAR_WHEELS]) {
    for (int i = 0; i < CAR_WHEELS; i++) {
        out[i] = *task->surfaces[i];
        out[i].grip *= BATTLE_SHAKEN_GRIP;
        task->surfaces[i] = &out[i];
    }
}

static ShellField field_of(const Race *race) {
    WorldState *world = race_world((Race *)race);
    ShellField field = {.bodies = world_bodies(world),
                        .hull_of = world_hull_of(world),
                        .hulls = race->data->hulls,
                        .body_count = world->body_count,
                        .car_count = race->car_count,
                        .walls = &race->data->walls,
                        .bounds = race->data->track->bounds,
                        .tick = race->tick,
                        .dt = RACE_DT};
    for (int i = 0; i < race->car_count; i++) {
        field.ghosts |= (world_flags(world)[i] & BODY_GHOST) != 0 ? 1u << i : 0u;
    }
    return field;
}

void battle_rules_watch(const Race *race, ShellPoses *out) {
    ShellField field = field_of(race);
    shells_watch(&race->battle, &field, out);
}

/// Spins car `car` out, by the shell of BattleCar.hit_by. It turns the way that the blow turns it.
static void knock_out(Race *race, int car) {
    BattleCar *hit = &race->battle.cars[car];
    Body *body = &world_bodies(race_world(race))[car];
    race->battle.cars[hit->hit_by].knockouts++;
    hit->damage = 0;
    hit->outs++;
    battle_note(&race->battle, (BattleNote){.tick = race->tick,
                                            .kind = BATTLE_KNOCKOUT,
                                            .car = hit->hit_by,
                                            .other = (int8_t)car,
                                            .at = body->position});
    if (race->battle_mode == BATTLE_LAPS) {
        hit->out = BATTLE_OUT_TICKS;
        body->spin += body->spin < 0.0f ? -OUT_SPIN : OUT_SPIN;
        return;
    }
    if (elimination_left(race) > 1) {
        elimination_drop(race, car);
    }
    if (elimination_left(race) == 1) {
        elimination_finish_last(race);
    }
}

static void take_hit(Race *race, int car) {
    BattleCar *hit = &race->battle.cars[car];
    Racer *racer = &race_racers(race)[car];
    racer->lap_marks |= LAP_BOOSTED;
    hit->shaken = BATTLE_SHAKEN_TICKS;
    if (hit->out > 0 || classification_stands(racer)) {
        return; // whose race is over or paused has nothing to lose
    }
    if (hit->damage >= BATTLE_HITS_OUT) {
        knock_out(race, car);
    }
}

static void count_down(Race *race, int car) {
    BattleCar *battle = &race->battle.cars[car];
    battle->reload = (uint16_t)(battle->reload - (battle->reload > 0));
    battle->shaken = (uint16_t)(battle->shaken - (battle->shaken > 0));
    if (battle->out > 0) {
        battle->out--;
        battle->out_ticks++;
        if (battle->out == 0) {
            rescue_respawn(race, car);
        }
    }
}

void battle_rules_step(Race *race, const ShellPoses *poses) {
    ShellField field = field_of(race);
    uint32_t hit = shells_fly(&race->battle, &field, poses);
    for (int i = 0; i < race->car_count; i++) {
        count_down(race, i);
        if ((hit >> i & 1u) != 0) {
            take_hit(race, i);
        }
    }
    for (int i = 0; i < race->car_count; i++) {
        const Racer *racer = &race_racers_const(race)[i];
        if ((racer->input.flags & CAR_INPUT_FIRE) != 0 && !classification_stands(racer)) {
            shells_fire(&race->battle, &field, i);
        }
    }
}

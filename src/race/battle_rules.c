#include "race/battle_rules.h"

#include "base/random.h"
#include "base/scalar.h"
#include "geometry/trig.h"
#include "race/elimination.h"
#include "race/laps.h"
#include "race/rescue.h"
#include "race_state/classification.h"
#include "race_state/props.h"

#define SPREAD_MOST 34.0f ///< m from car to car that are spread round a circuit at most.
#define OUT_SPIN    7.0f  ///< rad/s that a car turns with when it is spun out.

void battle_rules_spread(Race *race) {
    if (race->battle_mode != BATTLE_LAST || race->data->lines[0].open) {
        return;
    }
    for (int i = 0; i < race->car_count; i++) {
        const RacingLine *line = &race->data->lines[i];
        int ahead = 0; // on the grid
        for (int k = 0; k < race->car_count; k++) {
            ahead += race_racers(race)[k].slot < race_racers(race)[i].slot;
        }
        float part = float_min(1.0f / (float)race->car_count, SPREAD_MOST / line->length);
        part = 1.0f - (float)ahead * part;
        const LinePoint *at =
            &line->points[racing_line_index(line, (int)(part * (float)line->count))];
        rescue_put(race, i, at->point, trig_atan2(at->tangent.y, at->tangent.x));
        Random random = random_make(race->seed, 90u + (uint64_t)i);
        race->battle.cars[i].idle = (uint16_t)(random_u32(&random) % (BATTLE_IDLE_TICKS / 3));
        race_racers(race)[i].ghost_s = RACE_DT; // no longer than it stands in somebody
        laps_expect_gate(race, i);
    }
}

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

/// Car `car` has no more hits to take. On laps it spins, the way that the blow turns it.
static void lose_car(Race *race, int car) {
    BattleCar *lost = &race->battle.cars[car];
    lost->damage = 0;
    lost->outs++;
    if (race->battle_mode == BATTLE_LAPS) {
        Body *body = &world_bodies(race_world(race))[car];
        lost->out = BATTLE_OUT_TICKS;
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

/// Spins car `car` out by the shell of BattleCar.hit_by.
static void knock_out(Race *race, int car) {
    BattleCar *hit = &race->battle.cars[car];
    race->battle.cars[hit->hit_by].knockouts++;
    battle_note(&race->battle, (BattleNote){.tick = race->tick,
                                            .kind = BATTLE_KNOCKOUT,
                                            .car = hit->hit_by,
                                            .other = (int8_t)car,
                                            .at = race_bodies_const(race)[car].position});
    lose_car(race, car);
}

/// Where the last car running wins, who hits nobody for long wears out: nobody can hide, and those
/// who never meet come to an end. The seed spreads the moments, so that it does not take all at
/// once.
static void wear(Race *race, int car) {
    BattleCar *idle = &race->battle.cars[car];
    if (race->battle_mode != BATTLE_LAST || race->phase == RACE_OVER ||
        classification_stands(&race_racers_const(race)[car])) {
        return;
    }
    idle->idle++;
    if (idle->idle < BATTLE_IDLE_TICKS) {
        return;
    }
    idle->idle = 0;
    idle->damage++;
    battle_note(&race->battle, (BattleNote){.tick = race->tick,
                                            .kind = BATTLE_WORN,
                                            .car = -1,
                                            .other = (int8_t)car,
                                            .damage = idle->damage,
                                            .at = race_bodies_const(race)[car].position});
    if (idle->damage >= BATTLE_HITS_OUT) {
        lose_car(race, car);
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
        wear(race, i);
    }
    for (int i = 0; i < race->car_count; i++) {
        const Racer *racer = &race_racers_const(race)[i];
        if ((racer->input.flags & CAR_INPUT_FIRE) != 0 && !classification_stands(racer)) {
            shells_fire(&race->battle, &field, i);
        }
    }
}

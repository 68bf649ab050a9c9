#include "race/battle_rules.h"

#include "base/random.h"
#include "base/scalar.h"
#include "battle/crates.h"
#include "geometry/trig.h"
#include "race/elimination.h"
#include "race/laps.h"
#include "race/rescue.h"
#include "race_state/classification.h"
#include "race_state/props.h"

#include <string.h>

#define SPREAD_MOST 34.0f ///< m from car to car that are spread round a circuit at most.
#define OUT_SPIN    7.0f  ///< rad/s that a car turns with when it is spun out.

/// Draws an order of the cars: how many are ahead of each.
static void draw_lots(const Race *race, uint8_t out[RACE_MAX_CARS]) {
    Random random = random_make(race->seed, 89);
    for (int i = 0; i < race->car_count; i++) { // Fisher and Yates, inside out
        int k = (int)(random_u32(&random) % (uint32_t)(i + 1));
        out[i] = out[k];
        out[k] = (uint8_t)i;
    }
}

void battle_rules_spread(Race *race) {
    if (race->battle_mode != BATTLE_LAST || race->data->lines[0].open) {
        return;
    }
    uint8_t order[RACE_MAX_CARS];
    draw_lots(race, order);
    for (int i = 0; i < race->car_count; i++) {
        const RacingLine *line = &race->data->lines[i];
        float part = float_min(1.0f / (float)race->car_count, SPREAD_MOST / line->length);
        part = 1.0f - (float)order[i] * part;
        const LinePoint *at =
            &line->points[racing_line_index(line, (int)(part * (float)line->count))];
        rescue_put(race, i, at->point, trig_atan2(at->tangent.y, at->tangent.x));
        Random random = random_make(race->seed, 90u + (uint64_t)i);
        race->battle.cars[i].idle = (uint16_t)(random_u32(&random) % (BATTLE_IDLE_TICKS / 3));
        race_racers(race)[i].ghost_s = RACE_DT; // no longer than it stands in somebody
        race_racers(race)[i].lap_marks = LAP_PART;
        laps_expect_gate(race, i);
    }
}

_Static_assert((int)BATTLE_CARS_MAX >= (int)RACE_MAX_CARS, "all cars of a race");
_Static_assert((int)CAR_SWEEP_MAX >= (int)RACE_MAX_CARS, "all cars of a race");
_Static_assert((int)BATTLE_CRATES_MAX >= (int)TRACK_CRATES_MAX, "all crates of a track");
_Static_assert((int)SHELL_BODIES_MAX >=
                   (int)RACE_MAX_CARS + (int)TRACK_PROPS_MAX + (int)TRACK_MOVERS_MAX,
               "all bodies of a race");

CarInput battle_rules_input(const CarInput *input) {
    return (CarInput){.flags = (uint8_t)(CAR_INPUT_HANDBRAKE |
                                         (input->flags & (CAR_INPUT_AUTOPILOT | CAR_INPUT_KEYS)))};
}

/// The patches of oil that a wheel of the car may stand in.
static void find_oil_near(const Body *body, const CarModel *model, const OilPatches *oil,
                          OilPatches *out) {
    // No wheel is farther from the middle than that, along and aside.
    const CarParams *params = &model->params;
    float reach = params->wheelbase + 0.5f * (params->track_front + params->track_rear);
    hazards_oil_near(oil, body->position, reach, out);
}

/// Whether wheel `wheel` of a car stands in oil.
static bool is_in_oil(const Body *body, const CarModel *model, int wheel, const OilPatches *oil) {
    vec2s off = rotation_apply(body->rotation, model->wheel_at[wheel]);
    return hazards_is_oily(oil, glms_vec2_add(body->position, off));
}

bool battle_rules_is_oily(const Race *race, int car, const OilPatches *oil) {
    const Body *body = &race_bodies_const(race)[car];
    const CarModel *model = &race_racers_const(race)[car].model;
    OilPatches near;
    find_oil_near(body, model, oil, &near);
    bool oily = false;
    for (int i = 0; i < CAR_WHEELS && near.count > 0; i++) {
        oily |= is_in_oil(body, model, i, &near);
    }
    return oily;
}

void battle_rules_loosen(const Race *race, int car, const OilPatches *oil, CarTask *task,
                         Surface out[CAR_WHEELS]) {
    bool shaken = race->battle.cars[car].shaken > 0;
    OilPatches near;
    find_oil_near(task->body, task->model, oil, &near);
    if (!shaken && near.count == 0) {
        return;
    }
    for (int i = 0; i < CAR_WHEELS; i++) {
        float grip = (shaken ? BATTLE_SHAKEN_GRIP : 1.0f) *
                     (is_in_oil(task->body, task->model, i, &near) ? OIL_GRIP : 1.0f);
        if (grip < 1.0f) {
            out[i] = *task->surfaces[i];
            out[i].grip *= grip;
            task->surfaces[i] = &out[i];
        }
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

static CarSweep sweep_of(const ShellField *field, const BattlePoses *poses) {
    CarSweep sweep = {.cars = field->bodies,
                      .before = poses->cars,
                      .hull_of = field->hull_of,
                      .hulls = field->hulls,
                      .car_count = field->car_count,
                      .ghosts = field->ghosts,
                      .tick = field->tick};
    car_sweep_begin(&sweep);
    return sweep;
}

void battle_rules_watch(const Race *race, BattlePoses *out) {
    ShellField field = field_of(race);
    shells_watch(&race->battle, &field, &out->shells);
    memcpy(out->cars, field.bodies, (size_t)race->car_count * sizeof *out->cars);
}

void battle_rules_set_crates(Race *race) {
    BattleState *battle = &race->battle;
    if (battle->crate_count != race->data->crate_count) {
        memset(battle->crates, 0, sizeof battle->crates);
        battle->crate_count = race->data->crate_count;
    }
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

/// Spins car `car` out, by the shell or mine of BattleCar.hit_by, which may be its own.
static void knock_out(Race *race, int car) {
    BattleCar *hit = &race->battle.cars[car];
    if (hit->hit_by != car) {
        race->battle.cars[hit->hit_by].knockouts++;
    }
    battle_note(&race->battle, (BattleNote){.tick = race->tick,
                                            .kind = BATTLE_KNOCKOUT,
                                            .car = hit->hit_by,
                                            .other = (int8_t)car,
                                            .at = race_bodies_const(race)[car].position});
    lose_car(race, car);
}

/// How many times a tick without a hit of its own counts. Late in a battle it counts more: two cars
/// with repairs in reach went on until time was up.
static int wear_of_tick(const Race *race) {
    int times = 1;
    uint32_t since_go = race->tick > race->start_tick ? race->tick - race->start_tick : 0;
    for (uint32_t at = BATTLE_LATE_TICKS; since_go >= at && times < BATTLE_WEAR_MOST;
         at += BATTLE_LATER_TICKS) {
        times *= 2;
    }
    return times;
}

int battle_rules_wears_in(const Race *race, int car) {
    if (race->battle_mode != BATTLE_LAST || race->phase == RACE_OVER ||
        classification_stands(&race_racers_const(race)[car])) {
        return -1;
    }
    int left = BATTLE_IDLE_TICKS - race->battle.cars[car].idle;
    return left > 0 ? left / wear_of_tick(race) : 0;
}

bool battle_rules_wears(const Race *race, int car) {
    int left = battle_rules_wears_in(race, car);
    return left >= 0 && left <= BATTLE_WEARS_TICKS;
}

/// Where the last car running wins, who hits nobody for long wears out: nobody can hide, and those
/// who never meet come to an end. The seed spreads the moments, so that it does not take all at
/// once.
static void wear(Race *race, int car) {
    BattleCar *idle = &race->battle.cars[car];
    if (battle_rules_wears_in(race, car) < 0) {
        return;
    }
    idle->idle = (uint16_t)(idle->idle + wear_of_tick(race));
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
    battle->drop_reload = (uint16_t)(battle->drop_reload - (battle->drop_reload > 0));
    battle->shaken = (uint16_t)(battle->shaken - (battle->shaken > 0));
    battle->spared = (uint16_t)(battle->spared - (battle->spared > 0));
    if (battle->out > 0) {
        battle->out--;
        battle->out_ticks++;
        if (battle->out == 0) {
            rescue_respawn(race, car);
        }
    }
}

static void step_crates(Race *race, const CarSweep *sweep) {
    uint8_t amounts[RACE_MAX_CARS];
    CrateField field = {.positions = race->data->crates, .seed = race->seed, .amounts = amounts};
    for (int i = 0; i < race->car_count; i++) {
        const Racer *racer = &race_racers_const(race)[i];
        int place = racer->place < race->car_count ? racer->place : race->car_count;
        amounts[i] = (uint8_t)crate_amount(place, race->car_count);
        bool takes = !classification_stands(racer) && race->battle.cars[i].out == 0;
        field.takers |= takes ? 1u << i : 0u;
    }
    crates_step(&race->battle, &field, sweep);
}

/// What the driver of car `car` asks for. With the brake held, fire drops what the car carries, one
/// a press; a car that carries nothing shoots then too.
static void use_weapons(Race *race, const ShellField *field, const CarSweep *sweep, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    BattleCar *battle = &race->battle.cars[car];
    bool fire = (racer->input.flags & CAR_INPUT_FIRE) != 0 && !classification_stands(racer);
    if (fire && racer->input.brake > DROP_BRAKE && battle->left > 0) {
        if (!battle->fire_held) {
            hazards_drop(&race->battle, sweep, field->walls, car);
        }
    } else if (fire && !(battle->fire_held && battle->drop_reload > 0)) {
        shells_fire(&race->battle, field, car);
    }
    battle->fire_held = fire;
}

void battle_rules_step(Race *race, const BattlePoses *poses) {
    ShellField field = field_of(race);
    CarSweep sweep = sweep_of(&field, poses);
    uint32_t hit = shells_fly(&race->battle, &field, &poses->shells);
    hit |= hazards_step(&race->battle, &sweep);
    for (int i = 0; i < race->car_count; i++) {
        count_down(race, i);
        if ((hit >> i & 1u) != 0) {
            take_hit(race, i);
        }
        wear(race, i);
    }
    step_crates(race, &sweep);
    for (int i = 0; i < race->car_count; i++) {
        use_weapons(race, &field, &sweep, i);
    }
}

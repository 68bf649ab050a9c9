#include "race/race.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "drivers/driver.h"
#include "drivers/gunner.h"
#include "dynamics/world_step.h"
#include "race/battle_rules.h"
#include "race/cutting.h"
#include "race/elimination.h"
#include "race/ending.h"
#include "race/false_start.h"
#include "race/laps.h"
#include "race/power.h"
#include "race/rescue.h"
#include "race/rules.h"
#include "race_state/classification.h"
#include "race_state/props.h"
#include "race_state/slipstream.h"

#include <string.h>

enum {
    BLOCK_ALIGNMENT = 32
};

static size_t aligned(size_t size) {
    return (size + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT * BLOCK_ALIGNMENT;
}

/// Where things lie in the block of a race, and how many there are; nothing else is set.
static Race layout(const Track *track, int car_count) {
    int bodies = car_count + track->prop_count + track->mover_count;
    Race race = {.car_count = car_count,
                 .prop_count = track->prop_count,
                 .mover_count = track->mover_count,
                 .racers = (uint32_t)aligned(sizeof(Race))};
    race.world = race.racers + (uint32_t)aligned((size_t)car_count * sizeof(Racer));
    race.cache = race.world + (uint32_t)aligned(world_size(bodies));
    race.size = race.cache + (uint32_t)aligned(world_cache_size(bodies));
    return race;
}

size_t race_size(const Track *track, int car_count) { return layout(track, car_count).size; }

bool race_fits(const Race *race, const Track *track) {
    return race->prop_count == track->prop_count && race->mover_count == track->mover_count;
}

static WorldCache *race_cache(Race *race) {
    return (WorldCache *)(void *)((char *)race + race->cache);
}

/// Puts car `car` on its place of the grid, at rest.
static void place_car(Race *race, int car, int slot_index, const DriverParams *params,
                      const CarModel *model) {
    const TrackSlot *slot = &race->data->track->slots[slot_index];
    race_racers(race)[car] = (Racer){
        .car = car_make(model, 0.0f),
        .params = *params,
        .slot = (uint8_t)slot_index,
        .lap_started_tick = race->tick > race->start_tick ? race->tick : race->start_tick,
        .missed_gate = -1,
        .place = slot_index + 1,
        .line_point = -1,
        .stuck_at = slot->position,
        .ribbon_sample = -1,
        .last_position = slot->position,
    };
    Body *body = &world_bodies(race_world(race))[car];
    body->position = slot->position;
    body_set_angle(body, slot->angle);
    race_set_model(race, car, model);
    world_hull_of(race_world(race))[car] = (uint8_t)car;
    driver_reset(race, car);
}

/// s after which a battle for the last car running is called off. All are worn out long before.
#define LAST_TIME 600.0f

Race *race_make(void *block, const RaceDef *def, const RaceData *data, const CarModel *models) {
    ASSERT(def->car_count >= 1 && def->car_count <= RACE_MAX_CARS);
    ASSERT(def->car_count <= data->track->slot_count);
    ASSERT(def->laps >= 0 && def->laps <= RACE_LAPS_MAX);
    ASSERT(race_rules_are_valid(&def->rules));
    ASSERT(def->battle >= BATTLE_OFF && def->battle < BATTLE_MODE_COUNT);
    const Track *track = data->track;
    Race *race = block;
    Race laid_out = layout(track, def->car_count);
    memset(block, 0, laid_out.size);
    *race = laid_out;
    race->version = RACE_VERSION;
    race->data = data;
    race->mode = def->mode;
    race->seed = def->seed;
    race->ai_cars = def->ai_cars;
    race->rules = def->rules;
    race->battle_mode = def->mode == RACE_MODE_RACE ? def->battle : BATTLE_OFF;
    battle_state_make(&race->battle);
    battle_rules_set_crates(race);
    race->loose_hash = track_loose_hash(track);
    race->laps = data->lines[0].open ? 1 : def->laps ? def->laps : track->laps;
    if (elimination_is_on(race)) {
        race->laps = elimination_laps(race);
    }
    if (race->battle_mode == BATTLE_LAST && !data->lines[0].open) {
        race->laps = RACE_LAPS_MAX;
    }
    race->phase = def->mode == RACE_MODE_RACE ? RACE_COUNTDOWN : RACE_RUNNING;
    if (def->mode == RACE_MODE_RACE) {
        float most = race->battle_mode == BATTLE_LAST
                         ? LAST_TIME
                         : 60.0f + 10.0f * data->lines[0].lap_s * (float)race->laps;
        float limit = float_min(def->time_limit > 0.0f ? def->time_limit : most, RACE_TIME_MAX);
        race->start_tick = RACE_COUNTDOWN_TICKS;
        race->end_tick = race->start_tick + (uint32_t)(limit * (float)RACE_TICKS_PER_SECOND);
    }
    world_make(race_world(race), movers_body(race, race->mover_count));
    props_place(race);
    for (int i = 0; i < def->car_count; i++) {
        ASSERT(def->slots[i] < track->slot_count);
        ASSERT(driver_params_are_valid(&def->drivers[i]));
        ASSERT(def->handicaps[i] <= RACE_HANDICAP_MAX);
        place_car(race, i, def->slots[i], &def->drivers[i], &models[i]);
        race_racers(race)[i].handicap = def->handicaps[i];
    }
    battle_rules_spread(race);
    rules_start(race);
    race->shares_power = power_is_shared(race);
    power_find(race);
    return race;
}

/// Decides what each car's driver does in this tick. Each AI car thinks every RACE_AI_TICKS ticks,
/// not all in the same one.
static void choose_inputs(Race *race, const CarInput *inputs) {
    Racer *racers = race_racers(race);
    Pack pack; // Of this tick, once somebody thinks.
    bool seen = false;
    for (int i = 0; i < race->car_count; i++) {
        CarInput input = inputs[i];
        if ((race->ai_cars >> i & 1u) != 0 || classification_stands(&racers[i]) ||
            (input.flags & CAR_INPUT_AUTOPILOT) != 0) {
            if ((race->tick + (uint32_t)i) % RACE_AI_TICKS == 0) {
                if (!seen) {
                    pack_make(&pack, race);
                    seen = true;
                }
                racers[i].driver.input = driver_think(race, i, &pack);
                if (race_is_battle(race)) {
                    gunner_act(race, i, &racers[i].driver.input);
                }
            }
            uint8_t autopilot = input.flags & CAR_INPUT_AUTOPILOT;
            input = racers[i].driver.input;
            input.flags |= autopilot;
            input.throttle = cutting_owes(&racers[i]) ? 0 : input.throttle;
        }
        bool rescue = (input.flags & ~racers[i].input.flags & CAR_INPUT_RESCUE) != 0;
        bool out = battle_is_out(&race->battle, i);
        racers[i].input = out ? battle_rules_input(&input) : input;
        if (rescue && !out && race->phase != RACE_COUNTDOWN) {
            rescue_respawn(race, i);
            seen = false;
        }
    }
}

/// What lies under each wheel.
static void find_ground(const Ground *ground, CarTask *task) {
    Lanes c = lanes_all(task->body->rotation.c), s = lanes_all(task->body->rotation.s);
    Lanes x = lanes_load(task->model->wheels.x), y = lanes_load(task->model->wheels.y);
    Lanes turned_x = lanes_sub(lanes_mul(c, x), lanes_mul(s, y));
    Lanes turned_y = lanes_add(lanes_mul(s, x), lanes_mul(c, y));
    ground_surfaces(ground, lanes_add(turned_x, lanes_all(task->body->position.x)),
                    lanes_add(turned_y, lanes_all(task->body->position.y)), task->surface_index);
}

static void drive_cars(Race *race) {
    const RaceData *data = race->data;
    const Body *bodies = world_bodies(race_world(race));
    CarTask tasks[RACE_MAX_CARS];
    Surface slippery[RACE_MAX_CARS][CAR_WHEELS]; // under cars that lack grip
    OilPatches oil;
    if (race_is_battle(race)) {
        hazards_find_oil(&race->battle, &oil);
    }
    for (int car = 0; car < race->car_count; car++) {
        Racer *racer = &race_racers(race)[car];
        CarTask *task = &tasks[car];
        task->car = &racer->car;
        task->model = &racer->model;
        task->body = &bodies[car];
        task->input = racer->input;
        find_ground(&data->ground, task);
        for (int i = 0; i < CAR_WHEELS; i++) {
            task->surfaces[i] = &data->track->surfaces[task->surface_index[i]];
        }
        if (race_is_battle(race)) {
            battle_rules_loosen(race, car, &oil, task, slippery[car]);
        }
    }
    car_step_all(tasks, race->car_count, RACE_DT);
    for (int car = 0; car < race->car_count; car++) {
        world_forces(race_world(race))[car] = tasks[car].out;
    }
}

/// Before GO the cars are held; gas only revs the engine, which the dial and the ear want to know.
static void rev_engine(Racer *racer) {
    const CarParams *params = &racer->model.params;
    float gas = (float)racer->input.throttle / 255.0f;
    float wanted = params->idle_rpm + gas * (params->launch_rpm - params->idle_rpm);
    racer->car.rpm += (wanted - racer->car.rpm) * 0.03f;
}

static void step_world(Race *race) {
    world_step(race_world(race), race_cache(race), &race->data->walls, race->data->hulls, RACE_DT);
    props_hold(race);
}

/// Shells, mines and crates are swept between where bodies stood before the step of the world and
/// where they are now.
static void step_battle(Race *race) {
    BattlePoses poses;
    battle_rules_watch(race, &poses);
    step_world(race);
    battle_rules_step(race, &poses);
}

void race_step(Race *race, const CarInput *inputs) {
    ending_watch(race, inputs);
    choose_inputs(race, inputs);
    if (race->phase == RACE_COUNTDOWN) {
        for (int i = 0; i < race->car_count; i++) {
            rev_engine(&race_racers(race)[i]);
        }
        false_start_watch(race);
        race->tick++;
        if (race->tick >= race->start_tick) {
            race->phase = RACE_RUNNING;
        }
        return;
    }
    if (race->tick % RACE_AI_TICKS == 0) {
        slipstream_find(race);
        if (race->shares_power) {
            power_find(race);
        }
    }
    drive_cars(race);
    props_slide(race);
    if (race_is_battle(race)) {
        step_battle(race);
    } else {
        step_world(race);
    }
    rules_step(race);
    race->tick++;
}

void race_set_model(Race *race, int car, const CarModel *model) {
    ASSERT(car >= 0 && car < race->car_count);
    Racer *racer = &race_racers(race)[car];
    Body *body = &world_bodies(race_world(race))[car];
    racer->model = *model;
    body->inverse_mass = 1.0f / model->params.mass;
    body->inverse_inertia = 1.0f / model->params.yaw_inertia;
    body->friction = model->params.body_friction;
    body->restitution = model->params.body_restitution;
    world_cache_clear(race_cache(race));
    if (racer->car.gear > model->params.gear_count) {
        racer->car.gear = (int8_t)model->params.gear_count;
    }
}

void race_set_data(Race *race, const RaceData *data) {
    ASSERT(race_fits(race, data->track));
    race->data = data;
    battle_rules_set_crates(race);
    world_cache_clear(race_cache(race));
    uint64_t loose_hash = track_loose_hash(data->track);
    if (loose_hash != race->loose_hash) {
        race->loose_hash = loose_hash;
        props_place(race);
    }
    for (int i = 0; i < race->car_count; i++) {
        Racer *racer = &race_racers(race)[i];
        racer->line_point = -1;
        racer->ribbon_sample = -1;
        racer->no_gate_radius = 0.0f;
        racer->missed_gate = -1;
        if (racer->next_gate >= data->track->gate_count) { // of a track with more gates
            racer->next_gate = 0;
            racer->gates_passed = 0;
        }
        driver_reset(race, i);
    }
}

Race *race_move(void *block, const Race *race, const RaceData *data) {
    Race *moved = block;
    Race to = layout(data->track, race->car_count);
    memset(block, 0, to.size);
    memcpy(block, race, race->world); // with the racers
    moved->size = to.size;
    moved->cache = to.cache;
    moved->prop_count = to.prop_count;
    moved->mover_count = to.mover_count;
    moved->loose_hash = track_loose_hash(data->track);
    moved->data = data;
    WorldState *world = world_make(race_world(moved), movers_body(moved, moved->mover_count));
    const WorldState *from = race_world_const(race);
    for (int i = 0; i < race->car_count; i++) {
        world_bodies(world)[i] = race_bodies_const(race)[i];
        world_hull_of(world)[i] = (uint8_t)i;
        world_flags(world)[i] = ((const uint8_t *)from + from->flags)[i];
    }
    props_place(moved);
    race_set_data(moved, data);
    return moved;
}

Race *race_join(void *block, const Race *race, const CarModel *model, const DriverParams *driver) {
    const int car = race->car_count;
    ASSERT(car < RACE_MAX_CARS && car < race->data->track->slot_count);
    Race *joined = block;
    Race to = layout(race->data->track, car + 1);
    memset(block, 0, to.size);
    *joined = *race;
    joined->size = to.size;
    joined->world = to.world;
    joined->cache = to.cache;
    joined->car_count = car + 1;
    joined->ai_cars &= ~(1u << car);
    memcpy(race_racers(joined), race_racers_const(race), (size_t)car * sizeof(Racer));
    WorldState *world = world_make(race_world(joined), movers_body(joined, joined->mover_count));
    const WorldState *from = race_world_const(race);
    world->dropped = from->dropped;
    // Contacts are not kept, for they name bodies: the next step makes them, without a warm start.
    for (int i = 0; i < from->body_count; i++) {
        int at = i < car ? i : i + 1;
        world_bodies(world)[at] = race_bodies_const(race)[i];
        world_hull_of(world)[at] = ((const uint8_t *)from + from->hull_of)[i];
        world_flags(world)[at] = ((const uint8_t *)from + from->flags)[i];
    }
    place_car(joined, car, car, driver, model);
    race_racers(joined)[car].ghost_s = RACE_DT; // no longer than it stands in somebody
    world_flags(world)[car] |= BODY_GHOST;
    laps_locate(joined, car);
    return joined;
}

void race_set_ai(Race *race, int car, bool ai) {
    ASSERT(car >= 0 && car < race->car_count);
    if (ai) {
        race->ai_cars |= 1u << car;
        driver_reset(race, car);
    } else {
        race->ai_cars &= ~(1u << car);
    }
}

#include "race/race.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "dynamics/world_step.h"
#include "race/classification.h"
#include "race/driver.h"
#include "race/props.h"
#include "race/rescue.h"
#include "race/rules.h"

#include <string.h>

enum {
    BLOCK_ALIGNMENT = 32
};

static size_t aligned(size_t size) {
    return (size + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT * BLOCK_ALIGNMENT;
}

static int body_count(const Track *track, int car_count) {
    return car_count + track->prop_count + track->mover_count;
}

size_t race_size(const Track *track, int car_count) {
    int bodies = body_count(track, car_count);
    return aligned(sizeof(Race)) + aligned((size_t)car_count * sizeof(Racer)) +
           aligned(world_size(bodies)) + aligned(world_cache_size(bodies));
}

bool race_fits(const Race *race, const Track *track) {
    return race->prop_count == track->prop_count && race->mover_count == track->mover_count;
}

static WorldCache *race_cache(Race *race) {
    return (WorldCache *)(void *)((char *)race + race->cache);
}

// Puts the body of car `car` at rest on its place of the grid.
static void place_on_grid(Race *race, int car) {
    const Track *track = race->data->track;
    Racer *racer = &race_racers(race)[car];
    Body *body = &world_bodies(race_world(race))[car];
    const TrackSlot *slot = &track->slots[car];
    const CarParams *params = &racer->model.params;
    *body = (Body){
        .position = slot->position,
        .inverse_mass = 1.0f / params->mass,
        .inverse_inertia = 1.0f / params->yaw_inertia,
        .friction = params->body_friction,
        .restitution = params->body_restitution,
    };
    body_set_angle(body, slot->angle);
    racer->last_position = slot->position;
    racer->stuck_at = slot->position;
    racer->car = car_make(&racer->model, 0.0f);
}

Race *race_make(void *block, const RaceDef *def, const RaceData *data, const CarModel *models) {
    ASSERT(def->car_count >= 1 && def->car_count <= RACE_MAX_CARS);
    ASSERT(def->car_count <= data->track->slot_count);
    ASSERT(def->laps >= 0 && def->laps <= RACE_LAPS_MAX);
    const Track *track = data->track;
    size_t size = race_size(track, def->car_count);
    memset(block, 0, size);
    Race *race = block;
    *race = (Race){
        .size = (uint32_t)size,
        .version = RACE_VERSION,
        .data = data,
        .start_tick = def->mode == RACE_MODE_RACE ? RACE_COUNTDOWN_TICKS : 0,
        .phase = def->mode == RACE_MODE_RACE ? RACE_COUNTDOWN : RACE_RUNNING,
        .mode = def->mode,
        .seed = def->seed,
        .car_count = def->car_count,
        .prop_count = track->prop_count,
        .mover_count = track->mover_count,
        .loose_hash = track_loose_hash(track),
        .laps = data->lines[0].open ? 1
                : def->laps         ? def->laps
                                    : data->track->laps,
        .ai_cars = def->ai_cars,
        .racers = (uint32_t)aligned(sizeof(Race)),
    };
    race->world = race->racers + (uint32_t)aligned((size_t)def->car_count * sizeof(Racer));
    float limit = def->time_limit > 0.0f ? def->time_limit
                                         : 60.0f + 10.0f * data->lines[0].lap_s * (float)race->laps;
    limit = float_min(limit, RACE_TIME_MAX);
    if (def->mode == RACE_MODE_RACE) {
        race->end_tick = race->start_tick + (uint32_t)(limit * (float)RACE_TICKS_PER_SECOND);
    }
    int bodies = body_count(track, def->car_count);
    race->cache = race->world + (uint32_t)aligned(world_size(bodies));
    world_make((char *)block + race->world, bodies);
    props_place(race);
    for (int i = 0; i < def->car_count; i++) {
        Racer *racer = &race_racers(race)[i];
        *racer = (Racer){.model = models[i], .missed_gate = -1, .place = i + 1};
        racer->lap_started_tick = race->start_tick;
        racer->line_point = -1;
        racer->ribbon_sample = -1;
        race->skill[i] = (uint8_t)def->skill[i];
        world_hull_of(race_world(race))[i] = (uint8_t)i;
        place_on_grid(race, i);
        driver_reset(race, i);
    }
    rules_start(race);
    return race;
}

static bool is_ai_driven(const Race *race, int car, CarInput input) {
    const Racer *racer = &race_racers_const(race)[car];
    return (race->ai_cars >> car & 1u) != 0 || classification_stands(racer) ||
           (input.flags & CAR_INPUT_AUTOPILOT) != 0;
}

// Decides what each car's driver does in this tick. Each AI car thinks every RACE_AI_TICKS ticks,
// not all in the same one.
static void choose_inputs(Race *race, const CarInput *inputs) {
    Racer *racers = race_racers(race);
    for (int i = 0; i < race->car_count; i++) {
        CarInput input = inputs[i];
        if (is_ai_driven(race, i, input)) {
            if ((race->tick + (uint32_t)i) % RACE_AI_TICKS == 0) {
                racers[i].driver.input = driver_think(race, i);
            }
            uint8_t autopilot = input.flags & CAR_INPUT_AUTOPILOT;
            input = racers[i].driver.input;
            input.flags |= autopilot;
        }
        bool rescue = (input.flags & ~racers[i].input.flags & CAR_INPUT_RESCUE) != 0;
        racers[i].input = input;
        if (rescue && race->phase != RACE_COUNTDOWN) {
            rescue_respawn(race, i);
        }
    }
}

static void drive_cars(Race *race) {
    const RaceData *data = race->data;
    const Body *bodies = world_bodies(race_world(race));
    CarTask tasks[RACE_MAX_CARS];
    for (int car = 0; car < race->car_count; car++) {
        Racer *racer = &race_racers(race)[car];
        CarTask *task = &tasks[car];
        task->car = &racer->car;
        task->model = &racer->model;
        task->body = &bodies[car];
        task->input = racer->input;
        for (int i = 0; i < CAR_WHEELS; i++) {
            vec2s at = transform_apply(body_at(task->body), racer->model.wheel_at[i]);
            task->surface_index[i] = ground_surface(&data->ground, at);
            task->surfaces[i] = &data->track->surfaces[task->surface_index[i]];
        }
    }
    car_step_all(tasks, race->car_count, RACE_DT);
    for (int car = 0; car < race->car_count; car++) {
        world_forces(race_world(race))[car] = tasks[car].out;
    }
}

// Before GO the cars are held; gas only revs the engine, which the dial and the ear want to know.
static void rev_engine(Racer *racer) {
    const CarParams *params = &racer->model.params;
    float gas = (float)racer->input.throttle / 255.0f;
    float wanted = params->idle_rpm + gas * (params->launch_rpm - params->idle_rpm);
    racer->car.rpm += (wanted - racer->car.rpm) * 0.03f;
}

void race_step(Race *race, const CarInput *inputs) {
    choose_inputs(race, inputs);
    if (race->phase == RACE_COUNTDOWN) {
        for (int i = 0; i < race->car_count; i++) {
            rev_engine(&race_racers(race)[i]);
        }
        race->tick++;
        if (race->tick >= race->start_tick) {
            race->phase = RACE_RUNNING;
        }
        return;
    }
    drive_cars(race);
    props_slide(race);
    world_step(race_world(race), race_cache(race), &race->data->walls, race->data->hulls, RACE_DT);
    props_hold(race);
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
    const Track *track = data->track;
    size_t size = race_size(track, race->car_count);
    memset(block, 0, size);
    Race *moved = block;
    memcpy(block, race, race->world); // with the racers
    moved->size = (uint32_t)size;
    moved->prop_count = track->prop_count;
    moved->mover_count = track->mover_count;
    moved->loose_hash = track_loose_hash(track);
    moved->data = data;
    int bodies = body_count(track, race->car_count);
    moved->cache = moved->world + (uint32_t)aligned(world_size(bodies));
    WorldState *world = world_make((char *)block + moved->world, bodies);
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

void race_set_ai(Race *race, int car, bool ai, RaceSkill skill) {
    ASSERT(car >= 0 && car < race->car_count);
    race->skill[car] = (uint8_t)skill;
    if (ai) {
        race->ai_cars |= 1u << car;
        driver_reset(race, car);
    } else {
        race->ai_cars &= ~(1u << car);
    }
}

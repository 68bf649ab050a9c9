#include "race/race.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "race/driver.h"
#include "race/props.h"
#include "race/rules.h"

#include <math.h>
#include <string.h>

const char *const race_skill_names[SKILL_COUNT + 1] = {"easy", "medium", "hard", "expert", NULL};

enum {
    BLOCK_ALIGNMENT = 32
};

static size_t aligned(size_t size) {
    return (size + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT * BLOCK_ALIGNMENT;
}

// Where along `line` a car meets `gate`: at the point of the line nearest to where it crosses the
// gate.
static float gate_on_line(const RacingLine *line, const TrackGate *gate) {
    vec2s middle = glms_vec2_scale(glms_vec2_add(gate->left, gate->right), 0.5f);
    float best = -1.0f;
    for (int i = 0; i < line->count - line->open; i++) {
        const LinePoint *point = &line->points[i];
        bool forward = false;
        vec2s next = line->points[(i + 1) % line->count].point;
        float part = track_gate_crossing(gate, point->point, next, &forward);
        if (part >= 0.0f && forward) {
            best = point->s + part * glms_vec2_distance(point->point, next);
            break;
        }
    }
    return best >= 0.0f ? best : line->points[racing_line_locate(line, middle, -1)].s;
}

static bool same_model(const CarModel *a, const CarModel *b) {
    Hash128 hash_a = car_model_hash(a), hash_b = car_model_hash(b);
    return hash_a.high == hash_b.high && hash_a.low == hash_b.low;
}

// The first of the cars that is of the model of car `i`.
static int first_of_model(const CarModel *models, int i) {
    int same = 0;
    while (same < i && !same_model(&models[same], &models[i])) {
        same++;
    }
    return same;
}

static RacingLine copied_line(const RacingLine *line, Arena *arena) {
    RacingLine copy = *line;
    copy.points = arena_array(arena, (size_t)line->count, sizeof *copy.points);
    memcpy(copy.points, line->points, (size_t)line->count * sizeof *copy.points);
    return copy;
}

// Copies or makes the line of car `i`. False where there is none.
static bool set_line(RaceData *data, const CarModel *model, int i, const RacingLine *known,
                     ProgressPart progress) {
    const Track *track = data->track;
    RacingLine *line = &data->lines[i];
    if (known) {
        *line = copied_line(known, &data->arena);
    } else if (!racing_line_make(track, &data->walls, &data->ground, model, progress, &data->arena,
                                 line)) {
        return false;
    }
    for (int gate = 0; gate < track->gate_count; gate++) {
        data->gate_s[i][gate] = gate_on_line(line, &track->gates[gate]);
    }
    return true;
}

bool race_data_make_with(RaceData *data, const Track *track, const CarModel *models, int car_count,
                         const RacingLine *const *known, ProgressPart progress) {
    ASSERT(car_count >= 1 && car_count <= RACE_MAX_CARS);
    *data = (RaceData){.track = track};
    data->walls = wall_grid_make(track->wall_pieces, track->wall_piece_count, &data->arena);
    data->ground = ground_make(track, &data->arena);
    if (track->ribbon_count > 1) {
        data->roads = road_grid_make(track->ribbons, track->ribbon_count, &data->arena);
    }
    for (int i = 0; i < track->form_count; i++) {
        data->hulls[RACE_MAX_CARS + i] = track->forms[i].hull;
    }
    int first[RACE_MAX_CARS], to_make = 0, made = 0;
    for (int i = 0; i < car_count; i++) {
        first[i] = first_of_model(models, i);
        to_make += first[i] == i;
    }
    for (int i = 0; i < car_count; i++) {
        data->hulls[i] = car_model_hull(&models[i]);
        if (first[i] < i) {
            data->lines[i] = data->lines[first[i]];
            memcpy(data->gate_s[i], data->gate_s[first[i]], sizeof data->gate_s[i]);
            continue;
        }
        ProgressPart part = progress_part(progress, (float)made / (float)to_make,
                                          (float)(made + 1) / (float)to_make);
        made++;
        if (!set_line(data, &models[i], i, known ? known[i] : NULL, part)) {
            race_data_destroy(data);
            return false;
        }
    }
    return true;
}

bool race_data_make(RaceData *data, const Track *track, const CarModel *models, int car_count) {
    return race_data_make_with(data, track, models, car_count, NULL, (ProgressPart){0});
}

void race_data_destroy(RaceData *data) {
    arena_destroy(&data->arena);
    *data = (RaceData){0};
}

RaceDef race_def_default(void) {
    RaceDef def = {.car_count = 6, .seed = 1, .mode = RACE_MODE_RACE, .ai_cars = 0xFFFFFFFFu};
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        def.skill[i] = SKILL_HARD;
    }
    return def;
}

static int body_count(const Track *track, int car_count) {
    return car_count + track->prop_count + track->mover_count;
}

size_t race_size(const Track *track, int car_count) {
    return aligned(sizeof(Race)) + aligned((size_t)car_count * sizeof(Racer)) +
           aligned(world_size(body_count(track, car_count)));
}

bool race_fits(const Race *race, const Track *track) {
    return race->prop_count == track->prop_count && race->mover_count == track->mover_count;
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
    world_make((char *)block + race->world, body_count(track, def->car_count));
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
    return (race->ai_cars >> car & 1u) != 0 || racer->finished || racer->retired ||
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
            rules_respawn(race, i);
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
    world_step(race_world(race), &race->data->walls, race->data->hulls, RACE_DT);
    props_hold(race);
    rules_step(race);
    race->tick++;
}

void race_forget_near(Race *race) { race_world(race)->near_walls = -1; }

void race_set_model(Race *race, int car, const CarModel *model) {
    ASSERT(car >= 0 && car < race->car_count);
    Racer *racer = &race_racers(race)[car];
    Body *body = &world_bodies(race_world(race))[car];
    racer->model = *model;
    body->inverse_mass = 1.0f / model->params.mass;
    body->inverse_inertia = 1.0f / model->params.yaw_inertia;
    body->friction = model->params.body_friction;
    body->restitution = model->params.body_restitution;
    if (racer->car.gear > model->params.gear_count) {
        racer->car.gear = (int8_t)model->params.gear_count;
    }
}

void race_set_data(Race *race, const RaceData *data) {
    ASSERT(race_fits(race, data->track));
    race->data = data;
    race_forget_near(race);
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
    World *world = world_make((char *)block + moved->world, body_count(track, race->car_count));
    const World *from = race_world_const(race);
    for (int i = 0; i < race->car_count; i++) {
        world_bodies(world)[i] = race_bodies_const(race)[i];
        world_hull_of(world)[i] = (uint8_t)i;
        world_flags(world)[i] = ((const uint8_t *)from + from->flags)[i];
    }
    props_place(moved);
    race_set_data(moved, data);
    return moved;
}

double race_time(const Race *race) {
    return ((double)race->tick - (double)race->start_tick) / RACE_TICKS_PER_SECOND;
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

static void hash_input(Hash *hash, CarInput input) {
    hash_u32(hash, (uint32_t)(uint8_t)input.steer | (uint32_t)input.throttle << 8 |
                       (uint32_t)input.brake << 16 | (uint32_t)input.flags << 24);
}

static void hash_driver(Hash *hash, const Driver *driver) {
    hash_u32(hash, (uint32_t)driver->line_point);
    hash_f32(hash, driver->lane);
    hash_f32(hash, driver->pace);
    hash_f32(hash, driver->stuck_s);
    hash_f32(hash, driver->reverse_s);
    hash_f32(hash, driver->wander);
    hash_u32(hash, driver->random);
    hash_input(hash, driver->input);
}

// Left out are sector times and impacts, which only pictures and sounds read, and distances that
// each step finds before it reads them.
static void hash_racer(Hash *hash, const Racer *racer) {
    Hash128 model = car_model_hash(&racer->model);
    hash_u64(hash, model.high);
    hash_u64(hash, model.low);
    car_hash(&racer->car, hash);
    hash_driver(hash, &racer->driver);
    hash_input(hash, racer->input);
    hash_u32(hash, racer->lap_started_tick);
    hash_f32(hash, racer->lap_started_part);
    hash_u32(hash, (uint32_t)racer->lap);
    hash_u32(hash, (uint32_t)racer->next_gate);
    hash_u32(hash, (uint32_t)racer->gates_passed);
    hash_u32(hash, (uint32_t)racer->place);
    hash_u32(hash, (uint32_t)racer->finished | (uint32_t)racer->retired << 1 |
                       (uint32_t)racer->wrong_way << 2);
    hash_u32(hash, (uint32_t)racer->hits);
    hash_u32(hash, (uint32_t)racer->respawns);
    hash_u32(hash, (uint32_t)racer->line_point);
    hash_u32(hash, (uint32_t)racer->ribbon_sample);
    hash_u32(hash, (uint32_t)racer->missed_gate);
    hash_f32(hash, racer->last_position.x);
    hash_f32(hash, racer->last_position.y);
    hash_f32(hash, racer->to_next_gate);
    hash_f32(hash, racer->off_track_s);
    hash_f32(hash, racer->hit_quiet_s);
    hash_f32(hash, racer->missed_s);
    hash_f32(hash, racer->wrong_way_s);
    hash_f32(hash, racer->stuck_s);
    hash_f32(hash, racer->ghost_s);
    if (racer->last_way > 0) {
        hash_u32(hash, (uint32_t)racer->last_way);
    }
    hash_f64(hash, racer->total_s);
    hash_f64(hash, racer->best_lap_s);
    for (int i = 0; i < racer->lap && i < RACE_LAPS_MAX; i++) {
        hash_f64(hash, racer->lap_times[i]);
    }
}

uint64_t race_hash(const Race *race) {
    Hash hash = hash_begin();
    hash_u32(&hash, race->version);
    hash_u32(&hash, race->tick);
    hash_u32(&hash, race->start_tick);
    hash_u32(&hash, race->end_tick);
    hash_u32(&hash, (uint32_t)race->phase);
    hash_u32(&hash, (uint32_t)race->mode);
    hash_u32(&hash, (uint32_t)race->car_count);
    hash_u32(&hash, (uint32_t)race->laps);
    hash_u32(&hash, (uint32_t)race->finished_count);
    hash_u32(&hash, race->ai_cars);
    hash_u64(&hash, race->seed);
    hash_bytes(&hash, race->skill, (size_t)race->car_count);
    for (int i = 0; i < race->car_count; i++) {
        hash_racer(&hash, &race_racers_const(race)[i]);
    }
    world_hash(race_world_const(race), &hash);
    return hash_end64(&hash);
}

// Whether `a` is ahead of `b`: finished ones by time, the others by laps, gates and metres to the
// next gate.
static bool is_ahead(const Racer *a, const Racer *b) {
    if (a->finished != b->finished) {
        return a->finished;
    }
    if (a->finished) {
        return a->total_s < b->total_s;
    }
    if (a->lap != b->lap) {
        return a->lap > b->lap;
    }
    if (a->gates_passed != b->gates_passed) {
        return a->gates_passed > b->gates_passed;
    }
    return a->to_next_gate < b->to_next_gate;
}

void race_order(const Race *race, int order[RACE_MAX_CARS]) {
    const Racer *racers = race_racers_const(race);
    for (int i = 0; i < race->car_count; i++) {
        int at = i;
        while (at > 0 && is_ahead(&racers[i], &racers[order[at - 1]])) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
}

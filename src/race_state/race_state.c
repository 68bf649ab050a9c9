#include "race_state/race_state.h"

#include <stddef.h>

RaceDef race_def_default(void) {
    RaceDef def = {.car_count = 6, .seed = 1, .mode = RACE_MODE_RACE, .ai_cars = 0xFFFFFFFFu};
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        def.drivers[i] = driver_params_of(SKILL_HARD);
        def.slots[i] = (uint8_t)i;
    }
    return def;
}

double race_time(const Race *race) {
    return ((double)race->tick - (double)race->start_tick) / RACE_TICKS_PER_SECOND;
}

bool race_counts_for_records(const Race *race) {
    return race->rules.elimination == ELIMINATION_OFF && !race_is_battle(race);
}

static void hash_input(Hash *hash, CarInput input) {
    hash_u32(hash, (uint32_t)(uint8_t)input.steer | (uint32_t)input.throttle << 8 |
                       (uint32_t)input.brake << 16 | (uint32_t)input.flags << 24);
}

static void hash_driver(Hash *hash, const Driver *driver) {
    hash_u32(hash, (uint32_t)driver->line_point);
    hash_f32(hash, driver->lane);
    hash_f32(hash, driver->pace);
    hash_f32(hash, driver->stood_s);
    hash_f32(hash, driver->reverse_s);
    hash_f32(hash, driver->shut_s);
    hash_f32(hash, driver->shut_lane);
    hash_f32(hash, driver->wander);
    hash_f32(hash, driver->form);
    hash_f32(hash, driver->effort);
    hash_f32(hash, driver->behind_s);
    hash_f32(hash, driver->mistake_s);
    hash_u32(hash, (uint32_t)driver->mistake | (uint32_t)driver->braking << 8 |
                       (uint32_t)(uint8_t)driver->defence << 16);
    hash_u32(hash, driver->random);
    hash_input(hash, driver->input);
}

static void hash_cutting(Hash *hash, const Cutting *cutting) {
    hash_u32(hash, (uint32_t)cutting->off | (uint32_t)cutting->paid << 1);
    if (cutting->off) {
        hash_u32(hash, (uint32_t)cutting->from_point);
        hash_f32(hash, cutting->from_ahead);
        hash_u32(hash, cutting->from_tick);
        hash_u32(hash, (uint32_t)cutting->from_respawns);
    }
    hash_u32(hash, (uint32_t)cutting->count);
    hash_f32(hash, cutting->gained_s);
    hash_f32(hash, cutting->at_stake_s);
    hash_f32(hash, cutting->owed_s);
    hash_f32(hash, cutting->left_s);
}

/// What most racers have nothing of.
static void hash_rules(Hash *hash, const Racer *racer) {
    if (racer->false_start || racer->lap_marks != 0 || racer->penalty_s > 0.0f) {
        hash_u32(hash, (uint32_t)racer->false_start | (uint32_t)racer->lap_marks << 1);
        hash_f32(hash, racer->penalty_s);
    }
    if (racer->cutting.off || racer->cutting.count > 0) {
        hash_cutting(hash, &racer->cutting);
    }
    for (int i = 0; i < racer->lap && i < RACE_LAPS_MAX; i++) {
        if (racer->marks[i] != 0) {
            hash_u32(hash, (uint32_t)i << 8 | racer->marks[i]);
        }
    }
}

/// Left out are sector times and impacts, which only pictures and sounds read, and distances that
/// each step finds before it reads them.
static void hash_racer(Hash *hash, const Racer *racer) {
    Hash128 model = car_model_hash(&racer->model);
    hash_u64(hash, model.high);
    hash_u64(hash, model.low);
    car_hash(&racer->car, hash);
    for (int i = 0; i < driver_param_table.count; i++) {
        hash_f32(hash, param_get(&driver_param_table.rows[i], &racer->params));
    }
    hash_u32(hash, (uint32_t)racer->slot | (uint32_t)racer->handicap << 8);
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
    hash_f32(hash, racer->stuck_at.x);
    hash_f32(hash, racer->stuck_at.y);
    hash_f32(hash, racer->stuck_s);
    hash_f32(hash, racer->stood_s);
    hash_f32(hash, racer->crushed_s);
    hash_f32(hash, racer->ghost_s);
    if (racer->last_way > 0) {
        hash_u32(hash, (uint32_t)racer->last_way);
    }
    if (racer->eliminated > 0 || racer->eliminated_tick > 0) {
        hash_u32(hash, racer->eliminated);
        hash_u32(hash, racer->eliminated_tick);
    }
    hash_rules(hash, racer);
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
    if (race->eliminated_count > 0) {
        hash_u32(&hash, (uint32_t)race->eliminated_count);
    }
    hash_u32(&hash, race->ai_cars);
    hash_u64(&hash, race->seed);
    RaceRules rules = race->rules;
    for (int i = 0; i < race_rule_count; i++) {
        hash_u32(&hash, *race_rule_value(&race_rule_rows[i], &rules));
    }
    if (race->home_tick > 0) {
        hash_u32(&hash, race->home_tick);
        hash_u32(&hash, race->gas_held);
        hash_u32(&hash, race->called_off);
    }
    for (int i = 0; i < race->car_count; i++) {
        hash_racer(&hash, &race_racers_const(race)[i]);
    }
    if (race_is_battle(race)) {
        hash_u32(&hash, (uint32_t)race->battle_mode);
        battle_hash(&race->battle, race->car_count, &hash);
    }
    world_hash(race_world_const(race), &hash);
    return hash_end64(&hash);
}

/// Whether `a` is ahead of `b`: who is in before who is out, then by laps, gates and metres to the
/// next gate. Of cars that have taken the flag with as many laps the faster one. Who has taken it
/// with fewer laps than the winner is behind who had as many when it was shown, and drives on: that
/// one crossed the line earlier. Once the race is `over` the places stand, though the cars drive
/// on.
static bool is_ahead(bool over, const Racer *a, const Racer *b) {
    if (over) {
        return a->place < b->place;
    }
    if (a->eliminated != b->eliminated) {
        return a->eliminated < b->eliminated; // a place; 0 is still in
    }
    if (a->lap != b->lap) {
        return a->lap > b->lap;
    }
    if (a->finished != b->finished) {
        return b->finished;
    }
    if (a->finished) {
        return a->total_s < b->total_s;
    }
    if (a->gates_passed != b->gates_passed) {
        return a->gates_passed > b->gates_passed;
    }
    return a->to_next_gate < b->to_next_gate;
}

/// Whether car `i` comes before car `k`: of equals the one with the lower number.
static bool comes_before(const Race *race, int i, int k) {
    const Racer *a = &race_racers_const(race)[i], *b = &race_racers_const(race)[k];
    bool over = race->phase == RACE_OVER;
    return is_ahead(over, a, b) || (i < k && !is_ahead(over, b, a));
}

/// Cars by the places that they had, which is nearly their order; by number where the places are
/// none.
static void order_by_place(const Race *race, int order[RACE_MAX_CARS]) {
    uint32_t taken = 0;
    for (int i = 0; i < race->car_count; i++) {
        uint32_t at = (uint32_t)race_racers_const(race)[i].place - 1u;
        if (at < (uint32_t)race->car_count) {
            order[at] = i;
            taken |= 1u << at;
        }
    }
    if (taken != (uint32_t)(((uint64_t)1 << race->car_count) - 1)) {
        for (int i = 0; i < race->car_count; i++) {
            order[i] = i;
        }
    }
}

void race_order(const Race *race, int order[RACE_MAX_CARS]) {
    order_by_place(race, order);
    for (int i = 1; i < race->car_count; i++) {
        int car = order[i], at = i;
        for (; at > 0 && comes_before(race, car, order[at - 1]); at--) {
            order[at] = order[at - 1];
        }
        order[at] = car;
    }
}

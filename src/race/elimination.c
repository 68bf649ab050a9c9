#include "race/elimination.h"

#include "base/scalar.h"
#include "drivers/driver.h"
#include "race/cutting.h"

bool elimination_is_on(const Race *race) {
    return race->rules.elimination != ELIMINATION_OFF && race->mode == RACE_MODE_RACE &&
           race->car_count > 1;
}

bool elimination_by_laps(const Race *race) {
    return race->rules.elimination == ELIMINATION_LAP && !race->data->lines[0].open;
}

int elimination_laps(const Race *race) {
    return race->data->lines[0].open   ? 1
           : elimination_by_laps(race) ? race->car_count - 1
                                       : RACE_LAPS_MAX;
}

int elimination_left(const Race *race) { return race->car_count - race->eliminated_count; }

int elimination_next(const Race *race) {
    if (!elimination_is_on(race) || race->phase == RACE_OVER || race->finished_count > 0) {
        return -1;
    }
    int last = elimination_left(race);
    for (int i = 0; i < race->car_count && last > 1; i++) {
        if (race_racers_const(race)[i].place == last) {
            return i;
        }
    }
    return -1;
}

/// The tick at which the next car drops out by time.
static uint32_t next_tick(const Race *race) {
    float since_go = ELIMINATION_FIRST + ELIMINATION_EVERY * (float)race->eliminated_count;
    return race->start_tick + (uint32_t)(since_go * (float)RACE_TICKS_PER_SECOND);
}

float elimination_seconds(const Race *race) {
    uint32_t next = next_tick(race);
    return next > race->tick ? (float)(next - race->tick) * RACE_DT : 0.0f;
}

/// Whether all but one of those who are in have completed the lap that costs the next car, or the
/// leader one more.
static bool lap_is_over(const Race *race) {
    const Racer *racers = race_racers_const(race);
    int lap = race->eliminated_count + 1, there = 0;
    for (int i = 0; i < race->car_count; i++) {
        if (racers[i].eliminated == 0) {
            if (racers[i].lap > lap) {
                return true;
            }
            there += racers[i].lap == lap ? 1 : 0;
        }
    }
    return there >= elimination_left(race) - 1;
}

static bool is_due(const Race *race) {
    if (elimination_left(race) < 2) {
        return false;
    }
    if (elimination_by_laps(race)) {
        return lap_is_over(race);
    }
    return race->finished_count == 0 && race->tick >= next_tick(race);
}

void elimination_drop(Race *race, int car) {
    Racer *racer = &race_racers(race)[car];
    racer->eliminated = (uint8_t)elimination_left(race);
    racer->eliminated_tick = race->tick;
    race->eliminated_count++;
    if (elimination_is_ghost(race, racer)) {
        racer->ghost_s = RACE_DT; // it stays one (rescue_step)
        world_flags(race_world(race))[car] |= BODY_GHOST;
    }
    if ((race->ai_cars >> car & 1u) == 0) {
        driver_reset(race, car);
    }
}

static void drop_last(Race *race) {
    int place = elimination_left(race);
    for (int i = 0; i < race->car_count; i++) {
        if (race_racers(race)[i].place == place) {
            elimination_drop(race, i);
            return;
        }
    }
}

void elimination_finish_last(Race *race) {
    for (int i = 0; i < race->car_count; i++) {
        Racer *racer = &race_racers(race)[i];
        if (racer->eliminated == 0 && !racer->finished) {
            racer->finished = true;
            cutting_settle(racer);
            racer->total_s = race_time(race) + (double)racer->penalty_s;
            race->finished_count++;
        }
    }
}

bool elimination_step(Race *race) {
    if (race->phase == RACE_OVER || !elimination_is_on(race)) {
        return false;
    }
    int before = race->eliminated_count;
    while (is_due(race)) {
        drop_last(race);
    }
    if (race->eliminated_count > before && elimination_left(race) == 1) {
        elimination_finish_last(race);
    }
    return race->eliminated_count > before;
}

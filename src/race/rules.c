#include "race/rules.h"

#include "base/scalar.h"
#include "race/cutting.h"
#include "race/elimination.h"
#include "race/footing.h"
#include "race/laps.h"
#include "race/rescue.h"
#include "race_state/classification.h"

static void count_impacts(Race *race) {
    WorldState *world = race_world(race);
    Racer *racers = race_racers(race);
    for (int i = 0; i < race->car_count; i++) {
        racers[i].impact = 0.0f;
        racers[i].hit_quiet_s = float_max(racers[i].hit_quiet_s - RACE_DT, 0.0f);
    }
    const Contact *contacts = world_contacts(world);
    for (int i = 0; i < world->contact_count; i++) {
        const Contact *contact = &contacts[i];
        for (int side = 0; side < 2; side++) {
            int car = side == 0 ? contact->a : contact->b;
            // Only cars note what hit them.
            if (car >= race->car_count || contact->impulse <= racers[car].impact) {
                continue;
            }
            const Body *first = &world_bodies(world)[contact->a];
            racers[car].impact = contact->impulse;
            racers[car].impact_at = glms_vec2_add(first->position, contact->points[0].anchor_a);
            racers[car].impact_normal = contact->normal;
        }
    }
    for (int i = 0; i < race->car_count; i++) {
        if (racers[i].impact > RULES_HIT_SPEED * racers[i].model.params.mass) {
            racers[i].hits += racers[i].hit_quiet_s <= 0.0f;
            racers[i].hit_quiet_s = RULES_HIT_QUIET;
        }
    }
}

static void rank(Race *race) {
    int order[RACE_MAX_CARS];
    race_order(race, order);
    for (int i = 0; i < race->car_count; i++) {
        race_racers(race)[order[i]].place = i + 1;
    }
}

static void end_if_over(Race *race) {
    if (race->mode != RACE_MODE_RACE || race->phase == RACE_OVER) {
        return;
    }
    bool time_is_up = (race->end_tick && race->tick >= race->end_tick) || race->called_off;
    if (race->finished_count + race->eliminated_count < race->car_count && !time_is_up) {
        return;
    }
    race->phase = RACE_OVER;
    for (int i = 0; i < race->car_count; i++) {
        Racer *racer = &race_racers(race)[i];
        racer->retired = !classification_stands(racer);
    }
}

void rules_start(Race *race) {
    for (int i = 0; i < race->car_count; i++) {
        laps_locate(race, i);
    }
    rank(race);
}

void rules_step(Race *race) {
    count_impacts(race);
    rescue_watch_movers(race);
    for (int i = 0; i < race->car_count; i++) {
        Racer *racer = &race_racers(race)[i];
        laps_step(race, i);
        if (!classification_stands(racer)) {
            // Who was on the road is looked at every eighth tick: 1 m on at 30 m/s.
            bool looks = racer->cutting.busy || (race->tick + (uint32_t)i) % RACE_AI_TICKS == 0;
            bool off = looks && footing_is_off(race, i, &racer->ribbon_sample);
            racer->off_track_s += off ? RACE_DT : 0.0f;
            if (off || racer->cutting.busy) {
                cutting_step(race, i, off);
            }
        }
        racer->last_position = world_bodies(race_world(race))[i].position;
        rescue_step(race, i);
    }
    rank(race);
    if (race->rules.elimination != ELIMINATION_OFF && elimination_step(race)) {
        rank(race);
    }
    end_if_over(race);
}

#include "drivers/gunner.h"

#include "base/scalar.h"
#include "battle/shell_sweep.h"
#include "drivers/driver_form.h"
#include "race_state/classification.h"

#include <math.h>

#define NEAR        4.0f ///< m: a nearer car is before the muzzle already.
#define RANGE_USED  0.9f ///< Share of the range within which they fire.
#define TARGET_HALF 0.7f ///< m beside its middle at which a car is hit for sure.
#define MISJUDGED   1.6f ///< m by which a driver of no consistency misjudges.
#define SEEN_PER_S  3.0f ///< Times a second that a driver of full aggression looks for a target.
#define SEEN_LEAST  0.6f ///< The same of one without any.
#define HOLD_START  4.0f ///< s after GO in which nobody fires: all stand in a row.

/// m beside the middle of `target` at which a shell of `car` would pass it; more than any car is
/// wide where it is out of reach. `distance`: m to it, along the shot.
static float miss_of(const Race *race, int car, int target, float *distance) {
    const Body *own = &race_bodies_const(race)[car], *other = &race_bodies_const(race)[target];
    vec2s ahead = vec2_make(own->rotation.c, own->rotation.s), left = vec2_left(ahead);
    vec2s apart = glms_vec2_sub(other->position, own->position);
    vec2s moves = glms_vec2_sub(other->velocity, own->velocity);
    *distance = glms_vec2_dot(apart, ahead);
    float closing = SHELL_SPEED - glms_vec2_dot(moves, ahead);
    if (*distance < NEAR || closing < 0.5f * SHELL_SPEED) {
        return 1e3f;
    }
    float time = *distance / closing;
    if (time * SHELL_SPEED > RANGE_USED * SHELL_RANGE) {
        return 1e3f;
    }
    return glms_vec2_dot(apart, left) + time * glms_vec2_dot(moves, left);
}

static bool is_target(const Race *race, int car, int other) {
    const Racer *racer = &race_racers_const(race)[other];
    return other != car && racer->ghost_s <= 0.0f && !classification_stands(racer) &&
           !battle_is_out(&race->battle, other);
}

static bool wall_between(const Race *race, const Body *own, float distance) {
    vec2s ahead = vec2_make(own->rotation.c, own->rotation.s);
    return wall_grid_ray(&race->data->walls, own->position, glms_vec2_scale(ahead, distance)).hit;
}

bool gunner_has_target(const Race *race, int car) {
    const BattleCar *battle = &race->battle.cars[car];
    uint32_t held = (uint32_t)(HOLD_START * (float)RACE_TICKS_PER_SECOND);
    if (!race_is_battle(race) || race->phase != RACE_RUNNING || battle->reload > 0 ||
        race->tick < race->start_tick + held || !is_target(race, -1, car)) {
        return false;
    }
    for (int i = 0; i < race->car_count; i++) {
        float distance;
        if (is_target(race, car, i) && fabsf(miss_of(race, car, i, &distance)) < TARGET_HALF &&
            !wall_between(race, &race_bodies_const(race)[car], distance)) {
            return true;
        }
    }
    return false;
}

bool gunner_fires(const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    const BattleCar *battle = &race->battle.cars[car];
    if (race->phase != RACE_RUNNING || battle->reload > 0 || battle->out > 0 ||
        racer->ghost_s > 0.0f || classification_stands(racer) ||
        race->tick < race->start_tick + (uint32_t)(HOLD_START * (float)RACE_TICKS_PER_SECOND)) {
        return false;
    }
    const DriverParams *params = &racer->params;
    float looks = SEEN_LEAST + (SEEN_PER_S - SEEN_LEAST) * params->aggression;
    if (driver_form_dice(&racer->driver, race->tick, 11u) >
        looks * RACE_DT * (float)RACE_AI_TICKS) {
        return false;
    }
    float guess = 2.0f * driver_form_dice(&racer->driver, race->tick, 12u) - 1.0f;
    float error = guess * MISJUDGED * (1.0f - params->consistency);
    for (int i = 0; i < race->car_count; i++) {
        float distance;
        if (is_target(race, car, i) &&
            fabsf(miss_of(race, car, i, &distance) + error) < TARGET_HALF &&
            !wall_between(race, &race_bodies_const(race)[car], distance)) {
            return true;
        }
    }
    return false;
}

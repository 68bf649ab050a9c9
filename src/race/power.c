#include "race/power.h"

#include "base/scalar.h"
#include "race/false_start.h"
#include "race_state/classification.h"
#include "race_state/progress.h"

#include <math.h>

static float most_of(const Race *race) {
    switch (race->rules.catch_up) {
    case CATCH_UP_LIGHT:
        return POWER_LIGHT;
    case CATCH_UP_STRONG:
        return POWER_STRONG;
    default:
        return 0.0f;
    }
}

/// How far the middle of those who still race is, m; false where nobody has another to catch up
/// with.
static bool find_middle(const Race *race, float *middle) {
    float sorted[RACE_MAX_CARS];
    int count = 0;
    for (int i = 0; i < race->car_count; i++) {
        if (classification_stands(&race_racers_const(race)[i])) {
            continue;
        }
        float own = progress_of(race, i);
        int at = count++;
        for (; at > 0 && sorted[at - 1] > own; at--) {
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = own;
    }
    if (count < 2) {
        return false;
    }
    *middle = 0.5f * (sorted[(count - 1) / 2] + sorted[count / 2]);
    return true;
}

/// Of a car so many s behind the middle, at most `most`.
static float share_of(float behind_s, float most) {
    float over = float_max(fabsf(behind_s) - POWER_SHARED_FROM, 0.0f);
    float share = most * float_min(over / (POWER_SHARED_WHOLE - POWER_SHARED_FROM), 1.0f);
    return behind_s > 0.0f ? share : -share;
}

static bool catches_up(const Race *race) {
    return race->rules.catch_up != CATCH_UP_OFF && race->mode == RACE_MODE_RACE &&
           race->phase == RACE_RUNNING;
}

static float catch_up_to(const Race *race, int car, float middle) {
    if (classification_stands(&race_racers_const(race)[car])) {
        return 0.0f;
    }
    float behind_s = progress_time(race, car, middle - progress_of(race, car));
    return share_of(behind_s, most_of(race));
}

float power_catch_up(const Race *race, int car) {
    float middle;
    return catches_up(race) && find_middle(race, &middle) ? catch_up_to(race, car, middle) : 0.0f;
}

bool power_is_shared(const Race *race) {
    bool shared = race->rules.catch_up != CATCH_UP_OFF || race->rules.false_start;
    for (int i = 0; i < race->car_count; i++) {
        shared |= race_racers_const(race)[i].handicap > 0;
    }
    return shared;
}

void power_find(Race *race) {
    float middle = 0.0f;
    bool shared = catches_up(race) && find_middle(race, &middle);
    for (int i = 0; i < race->car_count; i++) {
        Racer *racer = &race_racers(race)[i];
        float boost = -0.01f * (float)racer->handicap;
        if (shared) {
            boost += catch_up_to(race, i, middle);
        }
        racer->car.boost = false_start_holds(race, i) ? -1.0f : boost;
        if (boost > 0.0f) {
            racer->lap_marks |= LAP_BOOSTED;
        }
    }
}

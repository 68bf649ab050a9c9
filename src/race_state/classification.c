#include "race_state/classification.h"

#include "base/assert.h"

#include <stdio.h>

bool classification_stands(const Racer *racer) {
    return racer->finished || racer->retired || racer->eliminated > 0;
}

int classification_place_points(int place) {
    static const int points[8] = {10, 8, 6, 5, 4, 3, 2, 1};
    return place >= 1 && place <= 8 ? points[place - 1] : 0;
}

bool classification_has_time(const Race *race, const Racer *racer) {
    bool eliminates = race->rules.elimination != ELIMINATION_OFF; // it may end within a lap
    return racer->finished && (racer->lap >= race->laps || eliminates);
}

int classification_points(const Racer *racer) {
    return classification_stands(racer) ? classification_place_points(racer->place) : 0;
}

int classification_fastest(const Race *race) {
    const Racer *racers = race_racers_const(race);
    int order[RACE_MAX_CARS], fastest = -1;
    race_order(race, order);
    for (int i = 0; i < race->car_count; i++) {
        double lap_s = racers[order[i]].best_lap_s;
        if (lap_s > 0.0 && (fastest < 0 || lap_s < racers[fastest].best_lap_s)) {
            fastest = order[i];
        }
    }
    return fastest;
}

char *classification_text(const Race *race, int car, char out[CLASSIFICATION_TEXT_MAX]) {
    ASSERT(car >= 0 && car < race->car_count);
    const Racer *racer = &race_racers_const(race)[car];
    int lacking = race->laps - racer->lap;
    const char *text = "";
    if (race->mode == RACE_MODE_PRACTICE) {
        text = "-";
    } else if (!classification_stands(racer)) {
        text = "racing";
    } else if (racer->eliminated > 0) {
        snprintf(out, CLASSIFICATION_TEXT_MAX, "out in lap %d", racer->lap + 1);
        return out;
    } else if (race->finished_count == 0 && race->rules.elimination != ELIMINATION_OFF) {
        text = "still in";
    } else if (!racer->finished && (racer->lap == 0 || race->finished_count == 0)) {
        text = "did not finish";
    } else if (lacking > 0 && !classification_has_time(race, racer)) {
        snprintf(out, CLASSIFICATION_TEXT_MAX, "+%d lap%s", lacking, lacking == 1 ? "" : "s");
        return out;
    }
    snprintf(out, CLASSIFICATION_TEXT_MAX, "%s", text);
    return out;
}

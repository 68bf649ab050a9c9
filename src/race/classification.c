#include "race/classification.h"

#include "base/assert.h"

#include <stdio.h>

bool classification_stands(const Racer *racer) { return racer->finished || racer->retired; }

bool classification_has_time(const Race *race, const Racer *racer) {
    return racer->finished && racer->lap >= race->laps;
}

int classification_points(const Racer *racer) {
    static const int points[8] = {10, 8, 6, 5, 4, 3, 2, 1};
    bool scores = classification_stands(racer) && racer->place >= 1 && racer->place <= 8;
    return scores ? points[racer->place - 1] : 0;
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
    } else if (!racer->finished && (racer->lap == 0 || race->finished_count == 0)) {
        text = "did not finish";
    } else if (lacking > 0) {
        snprintf(out, CLASSIFICATION_TEXT_MAX, "+%d lap%s", lacking, lacking == 1 ? "" : "s");
        return out;
    }
    snprintf(out, CLASSIFICATION_TEXT_MAX, "%s", text);
    return out;
}

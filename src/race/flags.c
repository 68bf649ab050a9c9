#include "race/flags.h"

#include "race_state/classification.h"
#include "race_state/progress.h"

#include <math.h>

int flags_blue(const Race *race, int car) {
    const RacingLine *line = &race->data->lines[car];
    const Racer *racers = race_racers_const(race);
    bool runs = race->mode == RACE_MODE_RACE && race->phase == RACE_RUNNING;
    if (!runs || line->open || classification_stands(&racers[car])) {
        return -1;
    }
    float own = progress_of(race, car), nearest_s = FLAGS_BLUE_REACH;
    int found = -1;
    for (int i = 0; i < race->car_count; i++) {
        // How much farther it is, in laps: a little less than a whole number where it is behind.
        float length = race->data->lines[i].length;
        float laps = progress_of(race, i) / length - own / line->length;
        float behind_s = progress_time(race, i, (ceilf(laps) - laps) * length);
        bool laps_it = i != car && laps > 0.5f && !classification_stands(&racers[i]);
        if (laps_it && behind_s < nearest_s) {
            nearest_s = behind_s;
            found = i;
        }
    }
    return found;
}

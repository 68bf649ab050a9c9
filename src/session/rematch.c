#include "session/rematch.h"

#include "base/assert.h"

#include <stdio.h>
#include <string.h>

void rematch_destroy(Rematch *rematch) {
    if (rematch->follows) {
        lap_recorder_destroy(&rematch->recorder);
    }
    compare_destroy(&rematch->comparison);
    *rematch = (Rematch){0};
}

void rematch_start(Rematch *rematch, const Race *race, int car) {
    rematch_destroy(rematch);
    if (car >= 0) {
        rematch->recorder = lap_recorder_begin(race, car);
        rematch->follows = true;
    }
}

void rematch_follow(Rematch *rematch, const Race *race) {
    if (!rematch->follows) {
        return;
    }
    lap_recorder_follow(&rematch->recorder, race);
    if (rematch->comparison.count > 0) {
        rematch->s = lap_distance(race, rematch->recorder.car, &rematch->hint);
        rematch->t = lap_time(race, rematch->recorder.car);
    }
}

bool rematch_ready(const Rematch *rematch) {
    return rematch->follows && rematch->recorder.last.whole;
}

static size_t add(char *text, size_t size, size_t used, const char *more) {
    size_t length = strlen(more);
    if (used + length < size) {
        memcpy(text + used, more, length + 1);
        return used + length;
    }
    return used;
}

// "B: 31.42 s, off the road after 231 m"
static size_t tell_run(char *text, size_t size, size_t used, const CompareRun *run, char letter) {
    char part[120], more[60] = "";
    if (run->off.happened) {
        snprintf(more, sizeof more, ", off the road after %.0f m", (double)run->off.s);
    } else if (run->hit.happened) {
        snprintf(more, sizeof more, ", into a wall after %.0f m", (double)run->hit.s);
    }
    if (run->lap_s > 0.0) {
        snprintf(part, sizeof part, "%c %.2f s%s", letter, run->lap_s, more);
    } else {
        snprintf(part, sizeof part, "%c does not complete the lap%s", letter, more);
    }
    return add(text, size, used, part);
}

void rematch_run(Rematch *rematch, const Race *race, const Setups *setups, char *text,
                 size_t size) {
    ASSERT(rematch_ready(rematch) && size > 0);
    CarModel models[2] = {car_model_make(&setups->params[0]), car_model_make(&setups->params[1])};
    compare_destroy(&rematch->comparison);
    rematch->comparison =
        compare_make(&rematch->recorder.last, race->data, rematch->recorder.car, models);
    rematch->hint = -1;
    text[0] = '\0';
    bool same = car_params_differences(&setups->params[0], &setups->params[1]) == 0;
    size_t used =
        add(text, size, 0, same ? "A and B still have the same numbers: " : "The same inputs: ");
    used = tell_run(text, size, used, &rematch->comparison.runs[0], 'A');
    if (same) {
        return;
    }
    used = add(text, size, used, "; ");
    tell_run(text, size, used, &rematch->comparison.runs[1], 'B');
}

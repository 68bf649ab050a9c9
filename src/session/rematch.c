#include "session/rematch.h"

#include "base/assert.h"

#include <stdio.h>

enum {
    RUN_TEXT_MAX = 120
};

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

/// "B 31.42 s, off the road after 231 m"
static void tell_run(const CompareRun *run, char letter, char out[RUN_TEXT_MAX]) {
    char more[60] = "";
    if (run->off.happened) {
        snprintf(more, sizeof more, ", off the road after %.0f m", (double)run->off.s);
    } else if (run->hit.happened) {
        snprintf(more, sizeof more, ", into a wall after %.0f m", (double)run->hit.s);
    }
    if (run->lap_s > 0.0) {
        snprintf(out, RUN_TEXT_MAX, "%c %.2f s%s", letter, run->lap_s, more);
    } else {
        snprintf(out, RUN_TEXT_MAX, "%c does not complete the lap%s", letter, more);
    }
}

void rematch_run(Rematch *rematch, const Race *race, const Setups *setups, char *text,
                 size_t size) {
    ASSERT(rematch_ready(rematch) && size > 0);
    CarModel models[2] = {car_model_make(&setups->params[0]), car_model_make(&setups->params[1])};
    compare_destroy(&rematch->comparison);
    rematch->comparison =
        compare_make(&rematch->recorder.last, race->data, rematch->recorder.car, models);
    rematch->hint = -1;
    char a[RUN_TEXT_MAX], b[RUN_TEXT_MAX];
    tell_run(&rematch->comparison.runs[0], 'A', a);
    tell_run(&rematch->comparison.runs[1], 'B', b);
    if (car_params_differences(&setups->params[0], &setups->params[1]) == 0) {
        snprintf(text, size, "A and B still have the same numbers: %s", a);
    } else {
        snprintf(text, size, "The same inputs: %s; %s", a, b);
    }
}

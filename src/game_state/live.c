#include "game_state/live.h"

#include "base/assert.h"

#include <stdio.h>
#include <string.h>

void live_make(Live *live) {
    *live = (Live){.car = -1};
    reload_make(&live->reload);
}

void live_destroy(Live *live) {
    pace_destroy(&live->pace);
    rematch_destroy(&live->rematch);
    recorder_destroy(&live->recorder);
    reload_destroy(&live->reload);
    contact_view_destroy(&live->contacts);
    *live = (Live){0};
}

void live_session(Live *live, const Session *session) {
    live->setups = setups_make(&session->models[0].params);
    reload_watch(&live->reload, session);
}

/// Takes down that car `car` gets the numbers of `model`, and gives them.
static void give(Live *live, Session *session, int car, const CarModel *model) {
    if (!live->pace.rewinding) { // else what is changed is forgotten with the moment shown
        recorder_numbers(&live->recorder, session->race, car, &model->params, live->setups.live);
    }
    session_set_car(session, car, model);
}

void live_apply(Live *live, Session *session, int car) {
    CarModel model = car_model_make(&live->setups.params[live->setups.live]);
    live->car = car;
    give(live, session, car, &model);
}

/// Gives the car of the set-ups the one that is driven, if it is of the model that they are of.
static void apply_own(Live *live, Session *session) {
    if (live->car >= 0 && session_same_car(session, live->car, 0)) {
        live_apply(live, session, live->car);
    }
}

void live_start(Live *live, Session *session, int car) {
    live->changed = false;
    live->car = car;
    live->marks = (ForceMarks){0};
    contact_view_clear(&live->contacts);
    if (session->race->mode == RACE_MODE_PRACTICE) {
        pace_start(&live->pace, session->race);
    } else {
        pace_destroy(&live->pace);
    }
    recorder_destroy(&live->recorder);
    if (car >= 0) {
        recorder_start(&live->recorder, session);
    }
    apply_own(live, session);
    rematch_start(&live->rematch, session->race, car);
}

void live_join(Live *live, Session *session) {
    recorder_join(&live->recorder, session);
    session_join(session);
    if (session->race->mode == RACE_MODE_PRACTICE) {
        rewind_fit(&live->pace.rewind, session->race); // nobody goes back to before he joined
    }
}

void live_restore(Live *live, Session *session) {
    for (int i = 0; i < session->race->car_count; i++) {
        if (i != live->car) {
            give(live, session, i, &session->models[i]);
        }
    }
    apply_own(live, session);
}

/// A file that is read again may bring another road or other rivals: no replay holds that.
static void end_recording(Live *live, uint64_t hash, const ReloadResult *result) {
    const char *end = strstr(result->text, " reloaded");
    char why[RECORDER_WHY_MAX];
    snprintf(why, sizeof why, "%.*s was read again",
             end ? (int)(end - result->text) : (int)strlen(result->text), result->text);
    recorder_end(&live->recorder, hash, why);
}

ReloadResult live_reload(Live *live, Session *session, double now) {
    if (live->pace.rewinding) { // the race shows another moment: when it is over
        return (ReloadResult){.kind = RELOAD_NOTHING};
    }
    uint64_t before = live->reload.work && live->recorder.on ? race_hash(session->race) : 0;
    ReloadResult result = reload_poll(&live->reload, session, now);
    if (result.kind == RELOAD_CAR) {
        setups_reload(&live->setups, &session->models[0].params);
    }
    if (result.kind == RELOAD_CAR || result.kind == RELOAD_TRACK) {
        live->changed = true;
        end_recording(live, before, &result);
        live_restore(live, session);
    }
    if (result.kind == RELOAD_TRACK) {
        contact_view_clear(&live->contacts);
        live->setups.best_s[0] = live->setups.best_s[1] = 0.0;
        rewind_fit(&live->pace.rewind, session->race); // of a track that is no more
        rematch_start(&live->rematch, session->race, live->car);
    }
    return result;
}

void live_swap(Live *live, Session *session, int car) {
    ASSERT(car >= 0);
    live->setups.live = 1 - live->setups.live;
    live->changed = true;
    live_apply(live, session, car);
}

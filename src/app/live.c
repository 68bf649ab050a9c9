#include "app/live.h"

#include "base/assert.h"

void live_make(Live *live) {
    *live = (Live){0};
    reload_make(&live->reload);
}

void live_destroy(Live *live) {
    pace_destroy(&live->pace);
    rematch_destroy(&live->rematch);
    reload_destroy(&live->reload);
    *live = (Live){0};
}

void live_session(Live *live, const Session *session) {
    live->setups = setups_make(&session->cars[0].params);
    reload_watch(&live->reload, session);
}

void live_start(Live *live, Session *session, int car) {
    live->changed = false;
    live->marks = (ForceMarks){0};
    if (session->race->mode == RACE_MODE_PRACTICE) {
        pace_start(&live->pace, session->race);
    } else {
        pace_destroy(&live->pace);
    }
    if (car >= 0) {
        live_apply(live, session, car);
    }
    rematch_start(&live->rematch, session->race, car);
}

void live_apply(const Live *live, Session *session, int car) {
    CarModel model = car_model_make(&live->setups.params[live->setups.live]);
    race_set_model(session->race, car, &model);
    session->data.hulls[car] = car_model_hull(&model);
    race_forget_near(session->race);
}

void live_restore(const Live *live, Session *session, int car) {
    for (int i = 0; i < session->race->car_count; i++) {
        race_set_model(session->race, i, &session->models[i]);
    }
    if (car >= 0) {
        live_apply(live, session, car);
    }
}

ReloadResult live_reload(Live *live, Session *session, int car, double now) {
    if (live->pace.rewinding) { // the race shows another moment: when it is over
        return (ReloadResult){.kind = RELOAD_NOTHING};
    }
    ReloadResult result = reload_poll(&live->reload, session, now);
    if (result.kind == RELOAD_CAR) {
        setups_reload(&live->setups, &session->cars[0].params);
    }
    if (result.kind == RELOAD_CAR || result.kind == RELOAD_TRACK) {
        live->changed = true;
        live_restore(live, session, car);
    }
    if (result.kind == RELOAD_TRACK) {
        live->setups.best_s[0] = live->setups.best_s[1] = 0.0;
        rewind_fit(&live->pace.rewind, session->race); // of a track that is no more
        rematch_start(&live->rematch, session->race, car);
    }
    return result;
}

void live_swap(Live *live, Session *session, int car) {
    ASSERT(car >= 0);
    live->setups.live = 1 - live->setups.live;
    live->changed = true;
    live_apply(live, session, car);
}

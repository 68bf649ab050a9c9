#include "app/reload.h"

#include "app/commands.h"
#include "app/setup.h"
#include "base/file.h"
#include "track/reverse.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void reload_make(Reload *reload) { *reload = (Reload){.watch = watch_open(WATCH_EVENTS)}; }

void reload_destroy(Reload *reload) {
    watch_close(reload->watch);
    *reload = (Reload){0};
}

// What the car builds on may be other than before.
static void watch_files(Reload *reload, const Session *session) {
    watch_clear(reload->watch);
    for (int i = 0; i < reload->chain.count; i++) {
        watch_add(reload->watch, reload->chain.paths[i]);
    }
    reload->track = watch_add(reload->watch, session->track_path);
}

void reload_watch(Reload *reload, const Session *session) {
    char path[PATH_LIMIT];
    CarFile car;
    MessageList messages = {0};
    reload->chain.count = 0;
    if (load_car_path(session->def.cars[0], path) == EXIT_FINE) {
        load_car_file(path, &car, &reload->chain, &messages);
    }
    watch_files(reload, session);
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// All mistakes on the terminal; the first one is to be shown.
static ReloadResult failed(const char *path, const MessageList *messages) {
    ReloadResult result = {.kind = RELOAD_FAILED};
    FileBytes bytes = {0};
    MessageList ignored = {0};
    bool with_source = isatty(STDERR_FILENO) && file_read(path, FILE_LIMIT, &bytes, &ignored);
    messages_print(messages, stderr, with_source ? bytes.data : NULL);
    if (with_source) {
        file_bytes_free(&bytes);
    }
    int at = 0;
    while (at + 1 < messages->count && messages->items[at].severity != SEVERITY_ERROR) {
        at++;
    }
    const Message *first = &messages->items[at];
    char more[48] = "";
    if (messages->error_count > 1) {
        snprintf(more, sizeof more, " (and %d more)", messages->error_count - 1);
    }
    if (messages->count > 0 && first->place.line > 0) {
        snprintf(result.text, sizeof result.text, "%.60s:%d:%d: %s%s: nothing changed",
                 name_of(path), first->place.line, first->place.column, first->text, more);
    } else {
        snprintf(result.text, sizeof result.text, "%.60s: %s%s: nothing changed", name_of(path),
                 messages->count > 0 ? first->text : "cannot be read", more);
    }
    return result;
}

// Puts the race on `track` (its own where that is the session's) and `models`. False where no way
// round is found; everything is then as it was.
static bool change_data(Session *session, const Track *track, const CarModel *models) {
    RaceData data;
    if (!race_data_make(&data, track, models, session->race->car_count)) {
        return false;
    }
    session_set_data(session, &data);
    return true;
}

static ReloadResult reload_car(Reload *reload, Session *session, int number) {
    CarFile car;
    MessageList messages = {0};
    LoadChain chain = {.count = 0};
    const char *edited = reload->chain.paths[number];
    // The file that was edited by itself first: its mistakes have a line there.
    if (!load_car_file(edited, &car, &chain, &messages)) {
        return failed(edited, &messages);
    }
    if (!load_car_file(reload->chain.paths[0], &car, &chain, &messages)) {
        return failed(reload->chain.paths[0], &messages);
    }
    CarModel models[RACE_MAX_CARS];
    CarModel model = car_model_make(&car.params);
    for (int i = 0; i < session->race->car_count; i++) {
        models[i] = model;
    }
    ReloadResult result = {.kind = RELOAD_CAR};
    if (!change_data(session, &session->track, models)) {
        result.kind = RELOAD_FAILED;
        snprintf(result.text, sizeof result.text,
                 "%.60s: no way round this track for this car: nothing changed", name_of(edited));
        fprintf(stderr, "axle: %s\n", result.text);
        return result;
    }
    char changes[RELOAD_TEXT_MAX - 100];
    setups_differences(&session->cars[0].params, &car.params, changes, sizeof changes);
    snprintf(result.text, sizeof result.text, "%.60s reloaded: %s", name_of(edited),
             changes[0] ? changes : "no value is other than before");
    for (int i = 0; i < session->race->car_count; i++) {
        session->cars[i] = car;
        session->models[i] = model;
    }
    reload->chain = chain;
    watch_files(reload, session);
    return result;
}

static ReloadResult reload_track(Session *session) {
    ReloadResult result = {.kind = RELOAD_TRACK};
    MessageList messages = {0};
    const char *path = session->track_path;
    Track track;
    if (!load_track_file(path, &track, &messages)) {
        return failed(path, &messages);
    }
    const char *trouble = NULL;
    if (session->track.reversed && (!track.reversible || !track_reverse(&track))) {
        trouble = "it cannot be driven the other way round";
    } else if (track.slot_count < session->race->car_count) {
        trouble = "its grid is too short for all that drive here";
    } else if (!change_data(session, &track, session->models)) {
        trouble = "no way round it for this car";
    }
    if (trouble) {
        track_destroy(&track);
        result.kind = RELOAD_FAILED;
        snprintf(result.text, sizeof result.text, "%.60s: %s: nothing changed", name_of(path),
                 trouble);
        fprintf(stderr, "axle: %s\n", result.text);
        return result;
    }
    track_destroy(&session->track);
    session->track = track;
    session->data.track = &session->track; // what the data points at moved with the struct
    snprintf(result.text, sizeof result.text, "%.60s reloaded", name_of(path));
    return result;
}

ReloadResult reload_poll(Reload *reload, Session *session, double now) {
    int number = -1;
    if (watch_poll(reload->watch, now, &number, 1) == 0) {
        return (ReloadResult){.kind = RELOAD_NOTHING};
    }
    return number == reload->track ? reload_track(session) : reload_car(reload, session, number);
}

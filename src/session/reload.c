#include "session/reload.h"

#include "base/assert.h"
#include "base/exit_code.h"
#include "base/print.h"
#include "base/text.h"
#include "race/teleport.h"
#include "session/jobs.h"
#include "session/setup.h"
#include "track/reverse.h"
#include "track_check/track_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Everything that the thread reads and writes. Of the session it reads what stays as it is until
/// the work is put in place: the def but for its race, and the track.
struct ReloadWork {
    Job *job;
    // Given:
    bool is_track;
    char path[PATH_LIMIT]; ///< The file that has changed.
    char car_path[PATH_LIMIT];
    const Session *session;
    int car_count;
    CarModel models[RACE_MAX_CARS]; ///< Of a car: made.
    const Font *font;
    // Made:
    bool fine;
    char wrong_path[PATH_LIMIT]; ///< The file that `messages` speak of.
    char trouble[120];           ///< What is wrong with a file without mistakes; else empty.
    MessageList messages;
    CarFile car;
    LoadChain chain;
    Track track;
    RaceData data;
    ReloadPicture picture;
};

void reload_make(Reload *reload) { *reload = (Reload){.watch = watch_open(WATCH_EVENTS)}; }

void reload_destroy(Reload *reload) {
    reload_drop(reload);
    reload_forget_picture(reload);
    watch_close(reload->watch);
    *reload = (Reload){0};
}

static void free_picture(ReloadPicture *picture) {
    track_mesh_destroy(&picture->mesh);
    draw_list_destroy(&picture->minimap);
    *picture = (ReloadPicture){0};
}

void reload_forget_picture(Reload *reload) { free_picture(&reload->picture); }

const char *reload_wrong(const Reload *reload) {
    const char *wrong = reload->wrong_track[0] ? reload->wrong_track : reload->wrong_car;
    return wrong[0] ? wrong : NULL;
}

/// Data that was put in place is no longer the work's.
static void end_work(ReloadWork *work) {
    race_data_destroy(&work->data);
    track_destroy(&work->track);
    free_picture(&work->picture);
    free(work);
}

void reload_wait(const Reload *reload) {
    if (reload->work) {
        job_end(reload->work->job);
        reload->work->job = NULL;
    }
}

void reload_drop(Reload *reload) {
    if (reload->work) {
        reload_wait(reload);
        end_work(reload->work);
        reload->work = NULL;
    }
}

/// The car may build on other files than before.
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
    reload_drop(reload);
    reload_forget_picture(reload);
    reload->chain.count = 0;
    reload->wrong_car[0] = reload->wrong_track[0] = '\0';
    if (load_car_path(session->def.data, session->def.cars[0], path) == EXIT_FINE) {
        load_car_file(session->def.data, path, &car, &reload->chain, &messages);
    }
    watch_files(reload, session);
}

// ---- in the thread ----------------------------------------------------------------------------

static void read_car(ReloadWork *work) {
    // The file that was edited by itself first: its mistakes have a line there.
    const char *paths[] = {work->path, work->car_path};
    for (int i = 0; i < 2; i++) {
        if (load_car_file(work->session->def.data, paths[i], &work->car, &work->chain,
                          &work->messages) != EXIT_FINE) {
            snprintf(work->wrong_path, sizeof work->wrong_path, "%s", paths[i]);
            return;
        }
    }
    if (!session_car_model(&work->car, work->session->def.numbers[0], &work->models[0],
                           &work->messages)) {
        snprintf(work->trouble, sizeof work->trouble, "its numbers do not go with those of --set");
        return;
    }
    for (int i = 1; i < work->car_count; i++) {
        if (session_same_car(work->session, i, 0)) {
            work->models[i] = work->models[0];
        }
    }
    work->fine = lines_race_data(work->session->def.lines, &work->data, &work->session->track,
                                 work->models, work->car_count, (Waiting){0});
    if (!work->fine) {
        snprintf(work->trouble, sizeof work->trouble, "no way round this track for this car");
    }
}

static const char *track_trouble(ReloadWork *work) {
    if (work->track.is_circuit_map && !work->session->track.is_circuit_map) {
        return "it has lost its layers: none is called road (Plain SVG drops their names)";
    }
    if (work->session->track.reversed &&
        (!work->track.reversible || !track_reverse(&work->track))) {
        return "it cannot be driven in reverse direction";
    }
    if (work->track.slot_count < work->car_count) {
        return "its grid is too short for all that drive here";
    }
    if (!lines_race_data(work->session->def.lines, &work->data, &work->track, work->models,
                         work->car_count, (Waiting){0})) {
        return "no way round it for this car";
    }
    return NULL;
}

static void read_track(ReloadWork *work) {
    if (load_track_file(work->path, &work->track, &work->messages) != EXIT_FINE ||
        !track_check(&work->track, &work->messages)) {
        snprintf(work->wrong_path, sizeof work->wrong_path, "%s", work->path);
        return;
    }
    const char *trouble = track_trouble(work);
    if (trouble) {
        snprintf(work->trouble, sizeof work->trouble, "%s", trouble);
        return;
    }
    track_mesh_make(&work->track, work->font, &work->picture.mesh);
    track_mesh_minimap(&work->track, &work->picture.minimap);
    work->picture.made = true;
    work->fine = true;
}

static void read_files(void *context) {
    ReloadWork *work = context;
    if (work->is_track) {
        read_track(work);
    } else {
        read_car(work);
    }
}

// ---- between two steps ------------------------------------------------------------------------

static ReloadWork *begin(const Reload *reload, const Session *session, int number) {
    ReloadWork *work = calloc(1, sizeof *work);
    ASSERT(work != NULL);
    work->is_track = number == reload->track;
    snprintf(work->path, sizeof work->path, "%s",
             work->is_track ? session->track_path : reload->chain.paths[number]);
    snprintf(work->car_path, sizeof work->car_path, "%s", reload->chain.paths[0]);
    work->car_count = session->race->car_count;
    memcpy(work->models, session->models, sizeof work->models);
    work->session = session;
    work->font = reload->font;
    work->job = job_begin(read_files, work);
    return work;
}

static const Message *first_error(const MessageList *messages) {
    int at = 0;
    while (at + 1 < messages->count && messages->items[at].severity != SEVERITY_ERROR) {
        at++;
    }
    return &messages->items[at];
}

/// The text that is said once, and the one that stays on the screen until the file is mended.
static ReloadResult mistaken(const char *path, const MessageList *messages,
                             char wrong[RELOAD_WRONG_MAX]) {
    ReloadResult result = {.kind = RELOAD_FAILED};
    const Message *first = first_error(messages);
    const char *text = messages->count > 0 ? first->text : "cannot be read";
    const char *help = messages->count > 0 ? first->help : "";
    int others = messages->error_count - 1;
    char place[40] = "", many[24] = "a mistake", more[48] = "";
    if (messages->count > 0 && first->place.line > 0) {
        snprintf(place, sizeof place, "%d:%d: ", first->place.line, first->place.column);
    }
    if (others > 0) {
        snprintf(many, sizeof many, "%d mistakes", others + 1);
        snprintf(more, sizeof more, " (and %d more)", others);
    }
    snprintf(result.text, sizeof result.text, "%.60s:%s%s%s%s%s%s%s: nothing changed",
             text_file_name(path), place[0] ? "" : " ", place, text, help[0] ? " (" : "", help,
             help[0] ? ")" : "", more);
    snprintf(wrong, RELOAD_WRONG_MAX, "%.60s has %s: driving the last good version\n%s%s%s%s%s",
             text_file_name(path), many, place[0] ? "line " : "", place, text,
             help[0] ? "\nhelp: " : "", help);
    return result;
}

static ReloadResult failed(Reload *reload, const ReloadWork *work) {
    char *wrong = work->is_track ? reload->wrong_track : reload->wrong_car;
    if (!work->trouble[0]) {
        load_print_messages(work->wrong_path, &work->messages);
        return mistaken(work->wrong_path, &work->messages, wrong);
    }
    ReloadResult result = {.kind = RELOAD_FAILED};
    snprintf(result.text, sizeof result.text, "%.60s: %s: nothing changed",
             text_file_name(work->path), work->trouble);
    snprintf(wrong, RELOAD_WRONG_MAX, "%.60s: %s\ndriving the last good version",
             text_file_name(work->path), work->trouble);
    print_to(stderr, "axle: %s\n", result.text);
    return result;
}

static ReloadResult take_car(Reload *reload, Session *session, ReloadWork *work) {
    ReloadResult result = {.kind = RELOAD_CAR};
    session_set_data(session, &work->data);
    work->data = (RaceData){0};
    char changes[RELOAD_TEXT_MAX - 100];
    bool looks_same = bodywork_same(&session->cars[0].look, &work->car.look);
    CarSound sound = car_file_sound(&session->cars[0]), wanted = car_file_sound(&work->car);
    bool sounds_same = car_sound_same(&sound, &wanted);
    setups_differences(&session->cars[0].params, &work->car.params, SETUP_NAMES, changes,
                       sizeof changes);
    snprintf(result.text, sizeof result.text, "%.60s reloaded: %s", text_file_name(work->path),
             changes[0]     ? changes
             : !looks_same  ? "its look"
             : !sounds_same ? "its sound"
                            : "no value has changed");
    for (int i = 0; i < session->race->car_count; i++) {
        if (session_same_car(session, i, 0)) {
            session->cars[i] = work->car;
            session->models[i] = work->models[i];
        }
    }
    reload->chain = work->chain;
    reload->wrong_car[0] = '\0';
    watch_files(reload, session);
    return result;
}

static ReloadResult take_track(Reload *reload, Session *session, ReloadWork *work) {
    ReloadResult result = {.kind = RELOAD_TRACK};
    session_set_data(session, &work->data);
    work->data = (RaceData){0};
    track_destroy(&session->track);
    session->track = work->track;
    work->track = (Track){0};
    session->data.track = &session->track; // what the data points at moved with the struct
    reload->wrong_track[0] = '\0';
    reload_forget_picture(reload);
    reload->picture = work->picture;
    work->picture = (ReloadPicture){0};
    for (int i = 0; i < session->race->car_count; i++) {
        const Body *body = &race_bodies_const(session->race)[i];
        if (teleport_wall(session->race, i, body->position, body->angle) >= 0) {
            teleport_put_on_road(session->race, i);
        }
    }
    snprintf(result.text, sizeof result.text, "%.60s reloaded",
             text_file_name(session->track_path));
    return result;
}

ReloadResult reload_poll(Reload *reload, Session *session, double now) {
    ReloadResult result = {.kind = RELOAD_NOTHING};
    int number = -1;
    if (!reload->work) {
        if (watch_poll(reload->watch, now, &number, 1) > 0) {
            reload->work = begin(reload, session, number);
        }
        return result;
    }
    ReloadWork *work = reload->work;
    if (work->job && !job_is_done(work->job)) {
        return result;
    }
    reload_wait(reload);
    reload->work = NULL;
    if (!work->fine) {
        result = failed(reload, work);
    } else if (work->is_track) {
        result = take_track(reload, session, work);
    } else {
        result = take_car(reload, session, work);
    }
    end_work(work);
    return result;
}

#include "session/catalogue.h"

#include "base/assert.h"
#include "base/exit_code.h"
#include "base/file.h"
#include "base/text.h"
#include "session/jobs.h"
#include "track/reverse.h"
#include "track_picture/track_card.h"
#include "tune/manoeuvre.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What a thread of its own reads: one track or one car.
typedef struct CatalogueReading {
    Job *job;
    const char *data;
    int index; ///< As Catalogue.next counts.
    bool is_car, is_records;
    bool fine; ///< The records were read.
    RecordList records;
    CatalogueTrack track;
    CatalogueCar car;
} CatalogueReading;

/// Says of the first mistake what it is, and of how many.
static void tell_wrong(const MessageList *messages, char out[CATALOGUE_WRONG_MAX]) {
    const char *first = messages->count > 0 ? messages->items[0].text : "It cannot be read.";
    int more = messages->error_count - 1;
    if (more > 0) {
        snprintf(out, CATALOGUE_WRONG_MAX, "%.150s (and %d more mistake%s)", first, more,
                 more == 1 ? "" : "s");
    } else {
        snprintf(out, CATALOGUE_WRONG_MAX, "%.190s", first);
    }
}

/// The file behind a name; false, told in `wrong`, where there is none.
static bool find_file(const char *data, const LoadKind *kind, const char *name,
                      char found[PATH_LIMIT], char wrong[CATALOGUE_WRONG_MAX]) {
    char folder[PATH_LIMIT];
    const char *shipped = directories_data(data, folder, sizeof folder) ? folder : NULL;
    if (directories_is_path(name, kind->suffix)) {
        snprintf(found, PATH_LIMIT, "%s", name);
        return true;
    }
    if (directories_find(shipped, kind->folder, name, kind->suffix, found, PATH_LIMIT)) {
        return true;
    }
    snprintf(wrong, CATALOGUE_WRONG_MAX, "There is no such %s any more.", kind->noun);
    return false;
}

static void read_track(const char *data, CatalogueTrack *entry) {
    char found[PATH_LIMIT];
    entry->read = true;
    entry->wrong[0] = '\0';
    if (!find_file(data, &load_track_kind, entry->path, found, entry->wrong)) {
        return;
    }
    MessageList messages = {0};
    Track track = {0};
    if (load_track_file(found, &track, &messages) != EXIT_FINE) {
        tell_wrong(&messages, entry->wrong);
        return;
    }
    snprintf(entry->title, sizeof entry->title, "%s", track.name);
    snprintf(entry->about, sizeof entry->about, "%s", track.description);
    entry->sprint = track.ribbon_count > 0 && !track.ribbons[0].closed;
    entry->length = track.ribbon_count > 0 ? track.ribbons[0].length : 0.0f;
    entry->laps = track.laps;
    entry->slots = track.slot_count;
    entry->reversible = track.reversible && !entry->sprint;
    memcpy(entry->medals, track.medals, sizeof entry->medals);
    entry->hash = track.hash;
    track_card_make(&track, &entry->picture);
    entry->reverse_hash = entry->reversible && track_reverse(&track) ? track.hash : (Hash128){0};
    track_destroy(&track);
}

/// What the tuner's manoeuvres measure on asphalt.
static CarFigures figures_of(const CarFile *file) {
    CarModel model = car_model_make(&file->params);
    MetricValues values = {0};
    manoeuvre_run(MANOEUVRE_LAUNCH, &model, NULL, NULL, &values);
    manoeuvre_run(MANOEUVRE_SKIDPAD, &model, NULL, NULL, &values);
    return (CarFigures){
        .top_kmh = (float)values.value[METRIC_launch_vmax],
        .to_100_s = (float)values.value[METRIC_launch_t0_100],
        .grip_g = (float)values.value[METRIC_skidpad_skidpad_g],
        .mass_kg = file->params.mass,
    };
}

static void read_car(const char *data, CatalogueCar *entry) {
    char found[PATH_LIMIT];
    CarParams before = entry->file.params;
    bool known = entry->read && !entry->wrong[0];
    entry->read = true;
    entry->wrong[0] = '\0';
    if (!find_file(data, &load_car_kind, entry->path, found, entry->wrong)) {
        return;
    }
    MessageList messages = {0};
    if (load_car_file(data, found, &entry->file, NULL, &messages) != EXIT_FINE) {
        tell_wrong(&messages, entry->wrong);
        return;
    }
    CarModel model = car_model_make(&entry->file.params);
    entry->hash = car_model_hash(&model);
    // Measuring takes longer than all the rest, so it is not done twice for the same car.
    if (!known || memcmp(&before, &entry->file.params, sizeof before) != 0) {
        entry->figures = figures_of(&entry->file);
    }
}

/// Leaves the list empty where there are no records. False where they cannot be read now: the game
/// says why where it keeps them.
static bool read_records(RecordList *out) {
    char path[PATH_LIMIT];
    MessageList messages = {0};
    if (!records_path(path, &messages)) {
        return false;
    }
    if (!file_exists(path)) {
        return true;
    }
    Records *records = records_open(path, &messages);
    bool fine = records && records_list(records, NULL, out, &messages);
    records_close(records);
    return fine;
}

static void read_entry(void *context) {
    CatalogueReading *reading = context;
    if (reading->is_records) {
        reading->fine = read_records(&reading->records);
    } else if (reading->is_car) {
        read_car(reading->data, &reading->car);
    } else {
        read_track(reading->data, &reading->track);
    }
}

/// The installed names and `extra`, where it is not among them. Returns how many.
static int list_names(const char *data, const LoadKind *kind, const char *extra, char **names,
                      int max) {
    int count = load_list(data, kind, names, max - 1);
    if (extra[0] != '\0' && text_find(extra, (const char *const *)names, count) < 0) {
        names[count] = strdup(extra);
        ASSERT(names[count] != NULL);
        count++;
    }
    return count;
}

/// The lists of what there is now; entries of the same path are moved over from `old`.
static void list_tracks(Catalogue *catalogue, Catalogue *old, const char *extra) {
    char *names[CATALOGUE_TRACKS_MAX];
    catalogue->track_count =
        list_names(catalogue->data, &load_track_kind, extra, names, CATALOGUE_TRACKS_MAX);
    catalogue->tracks = calloc((size_t)catalogue->track_count + 1, sizeof *catalogue->tracks);
    ASSERT(catalogue->tracks != NULL);
    for (int i = 0; i < catalogue->track_count; i++) {
        CatalogueTrack *entry = &catalogue->tracks[i];
        int before = catalogue_track(old, names[i]);
        if (before >= 0) {
            *entry = old->tracks[before];
            old->tracks[before].picture = (DrawList){0};
        }
        snprintf(entry->path, sizeof entry->path, "%s", names[i]);
        free(names[i]);
    }
}

static void list_cars(Catalogue *catalogue, Catalogue *old, const char *extra) {
    char *names[CATALOGUE_CARS_MAX];
    catalogue->car_count =
        list_names(catalogue->data, &load_car_kind, extra, names, CATALOGUE_CARS_MAX);
    catalogue->cars = calloc((size_t)catalogue->car_count + 1, sizeof *catalogue->cars);
    ASSERT(catalogue->cars != NULL);
    for (int i = 0; i < catalogue->car_count; i++) {
        CatalogueCar *entry = &catalogue->cars[i];
        int before = catalogue_car(old, names[i]);
        if (before >= 0) {
            *entry = old->cars[before];
        }
        snprintf(entry->path, sizeof entry->path, "%s", names[i]);
        free(names[i]);
    }
}

void catalogue_make(Catalogue *catalogue, const char *data, const char *track, const char *car) {
    Catalogue none = {0};
    *catalogue = (Catalogue){.data = data,
                             .keeps_records = catalogue->keeps_records,
                             .records_due = catalogue->keeps_records};
    list_tracks(catalogue, &none, track);
    list_cars(catalogue, &none, car);
}

static void destroy_reading(void *context) {
    CatalogueReading *reading = context;
    draw_list_destroy(&reading->track.picture);
    records_list_destroy(&reading->records);
    free(reading);
}

/// Forgets what is being read, without waiting for it.
static void drop_reading(Catalogue *catalogue) {
    if (catalogue->reading) {
        jobs_leave(&catalogue->left, catalogue->reading->job, destroy_reading);
        catalogue->reading = NULL;
    }
}

static void free_entries(Catalogue *catalogue) {
    for (int i = 0; i < catalogue->track_count; i++) {
        draw_list_destroy(&catalogue->tracks[i].picture);
    }
    free(catalogue->tracks);
    free(catalogue->cars);
}

void catalogue_destroy(Catalogue *catalogue) {
    drop_reading(catalogue);
    jobs_left_end(&catalogue->left);
    free_entries(catalogue);
    records_list_destroy(&catalogue->records);
    *catalogue = (Catalogue){0};
}

void catalogue_refresh(Catalogue *catalogue) {
    drop_reading(catalogue);
    Catalogue old = *catalogue;
    *catalogue = (Catalogue){.data = old.data,
                             .keeps_records = old.keeps_records,
                             .records_due = old.keeps_records,
                             .records = old.records,
                             .records_read = old.records_read,
                             .records_wrong = old.records_wrong,
                             .left = old.left};
    // what was given as a path is not installed and stays
    const char *track = "", *car = "";
    for (int i = 0; i < old.track_count; i++) {
        track =
            directories_is_path(old.tracks[i].path, LOAD_TRACK_SUFFIX) ? old.tracks[i].path : track;
    }
    for (int i = 0; i < old.car_count; i++) {
        car = directories_is_path(old.cars[i].path, LOAD_CAR_SUFFIX) ? old.cars[i].path : car;
    }
    list_tracks(catalogue, &old, track);
    list_cars(catalogue, &old, car);
    free_entries(&old);
}

static void take_over(Catalogue *catalogue) {
    CatalogueReading *reading = catalogue->reading;
    if (reading->is_records) {
        catalogue->records_wrong = !reading->fine;
        if (reading->fine) { // else those of before are better than none
            records_list_destroy(&catalogue->records);
            catalogue->records = reading->records;
            reading->records = (RecordList){0};
            catalogue->records_read++;
        }
    } else if (reading->is_car) {
        catalogue->cars[reading->index - catalogue->track_count] = reading->car;
    } else {
        draw_list_destroy(&catalogue->tracks[reading->index].picture);
        catalogue->tracks[reading->index] = reading->track;
        reading->track.picture = (DrawList){0};
    }
    drop_reading(catalogue);
}

static void begin_reading(Catalogue *catalogue) {
    CatalogueReading *reading = calloc(1, sizeof *reading);
    ASSERT(reading != NULL);
    reading->data = catalogue->data;
    reading->is_records = catalogue->records_due;
    catalogue->records_due = false;
    if (!reading->is_records) {
        reading->index = catalogue->next++;
        reading->is_car = reading->index >= catalogue->track_count;
    }
    if (reading->is_car) {
        reading->car = catalogue->cars[reading->index - catalogue->track_count];
    } else if (!reading->is_records) {
        reading->track = catalogue->tracks[reading->index];
        reading->track.picture = (DrawList){0};
    }
    catalogue->reading = reading;
    reading->job = job_begin(read_entry, reading);
}

bool catalogue_poll(Catalogue *catalogue) {
    if (catalogue->reading && job_is_done(catalogue->reading->job)) {
        take_over(catalogue);
    }
    int all = catalogue->track_count + catalogue->car_count;
    if (!catalogue->reading && (catalogue->records_due || catalogue->next < all)) {
        begin_reading(catalogue);
    }
    return !catalogue->reading;
}

void catalogue_reread_records(Catalogue *catalogue) {
    catalogue->records_due = catalogue->keeps_records;
}

bool catalogue_record_is_of(const Record *record, const CatalogueTrack *track) {
    return hash_equal128(record->key.track, record->reverse ? track->reverse_hash : track->hash);
}

const Record *catalogue_best(const Catalogue *catalogue, int index, const char *car) {
    const CatalogueTrack *track = &catalogue->tracks[index];
    int at = car ? catalogue_car(catalogue, car) : -1;
    const Record *best = NULL;
    for (int i = 0; i < catalogue->records.count && (!car || at >= 0); i++) {
        const Record *record = &catalogue->records.items[i];
        bool counts = record->state != RECORD_REFUSED && record->key.laps == 0 &&
                      record->key.helps == 0 && record->key.race_version == RACE_VERSION &&
                      hash_equal128(record->key.track, track->hash) &&
                      (at < 0 || hash_equal128(record->key.car, catalogue->cars[at].hash));
        best = counts && (!best || record->time_s < best->time_s) ? record : best;
    }
    return best;
}

int catalogue_track(const Catalogue *catalogue, const char *path) {
    for (int i = 0; i < catalogue->track_count; i++) {
        if (strcmp(catalogue->tracks[i].path, path) == 0) {
            return i;
        }
    }
    return -1;
}

int catalogue_car(const Catalogue *catalogue, const char *path) {
    for (int i = 0; i < catalogue->car_count; i++) {
        if (strcmp(catalogue->cars[i].path, path) == 0) {
            return i;
        }
    }
    return -1;
}

void catalogue_call_car(const Catalogue *catalogue, char *name, size_t size) {
    for (int i = 0; i < catalogue->car_count; i++) {
        char file[RECORDS_TEXT_MAX];
        load_short_name(catalogue->cars[i].path, LOAD_CAR_SUFFIX, file, sizeof file);
        if (catalogue->cars[i].file.name[0] && strcmp(file, name) == 0) {
            text_copy(catalogue->cars[i].file.name, name, size);
            return;
        }
    }
}

#include "session/my_pace_find.h"

#include "base/assert.h"
#include "base/exit_code.h"
#include "base/file.h"
#include "track/reverse.h"

#include <stdlib.h>
#include <string.h>

/// A track and the cars on it, read without a word.
typedef struct Venue {
    Track track;
    RaceData data;
    CarModel models[RACE_MAX_CARS];
    int cars;
} Venue;

/// The file that `name`, a path or an installed name, means.
static bool find_file(const char *data, const LoadKind *kind, const char *name,
                      char found[PATH_LIMIT]) {
    char folder[PATH_LIMIT];
    if (directories_is_path(name, kind->suffix)) {
        snprintf(found, PATH_LIMIT, "%s", name);
        return true;
    }
    const char *shipped = directories_data(data, folder, sizeof folder) ? folder : NULL;
    return directories_find(shipped, kind->folder, name, kind->suffix, found, PATH_LIMIT);
}

static bool read_track(const char *data, const char *name, bool reverse, Track *out) {
    char path[PATH_LIMIT];
    MessageList *messages = calloc(1, sizeof *messages); // large
    ASSERT(messages != NULL);
    bool fine = find_file(data, &load_track_kind, name, path) &&
                load_track_file(path, out, messages) == EXIT_FINE;
    free(messages);
    if (fine && reverse && !track_reverse(out)) {
        track_destroy(out);
        fine = false;
    }
    return fine;
}

static bool read_car(const char *data, const char *name, const char *numbers, CarModel *out) {
    char path[PATH_LIMIT];
    MessageList *messages = calloc(1, sizeof *messages);
    CarFile *car = calloc(1, sizeof *car);
    ASSERT(messages != NULL && car != NULL);
    bool fine = find_file(data, &load_car_kind, name, path) &&
                load_car_file(data, path, car, NULL, messages) == EXIT_FINE &&
                session_car_model(car, numbers, out, messages);
    free(car);
    free(messages);
    return fine;
}

/// Makes the racing lines of cars of one model on a track that is taken over.
static bool make_venue(const MyPaceDef *def, Venue *venue, const CarModel *model, int cars) {
    for (int i = 0; i < cars; i++) {
        venue->models[i] = *model;
    }
    venue->cars = cars;
    bool made =
        lines_race_data(def->lines, &venue->data, &venue->track, venue->models, cars, (Waiting){0});
    if (!made) {
        track_destroy(&venue->track);
    }
    return made;
}

static void end_venue(Venue *venue) {
    race_data_destroy(&venue->data);
    track_destroy(&venue->track);
}

/// s of the ideal lap of the drive that `record` is of; 0: it is not installed as it was.
static double ideal_of(const MyPaceDef *def, const Record *record) {
    CarModel *model = calloc(1, sizeof *model);
    Venue *venue = calloc(1, sizeof *venue);
    double ideal_s = 0.0;
    ASSERT(model != NULL && venue != NULL);
    if (read_car(def->data, record->car_name, NULL, model) &&
        hash_equal128(car_model_hash(model), record->key.car) &&
        read_track(def->data, record->track, record->reverse, &venue->track)) {
        if (!hash_equal128(venue->track.hash, record->key.track)) {
            track_destroy(&venue->track);
        } else if (make_venue(def, venue, model, 1)) {
            ideal_s = (double)venue->data.lines[0].lap_s;
            end_venue(venue);
        }
    }
    free(venue);
    free(model);
    return ideal_s;
}

/// The ideal laps of some of the player's drives elsewhere; returns how many.
static int find_ideals(const MyPaceDef *def, const MyPaceDrive *drive, const RacePaceList *paces,
                       const RecordList *records, MyPaceIdeal out[MY_PACE_ELSEWHERE]) {
    int count = 0;
    bool same_car = true; // those first
    for (int pass = 0; pass < 2; pass++, same_car = false) {
        for (int i = 0; i < records->count && count < MY_PACE_ELSEWHERE; i++) {
            const Record *record = &records->items[i];
            bool known = hash_equal128(record->key.car, drive->car) != same_car;
            for (int k = 0; k < count && !known; k++) {
                known = hash_equal128(out[k].track, record->key.track) &&
                        hash_equal128(out[k].car, record->key.car);
            }
            if (!known && my_pace_needs(drive, paces, record)) {
                double ideal_s = ideal_of(def, record);
                out[count] = (MyPaceIdeal){record->key.track, record->key.car, ideal_s};
                count += ideal_s > 0.0;
            }
        }
        if (count > 0) {
            break;
        }
    }
    return count;
}

static bool is_same(const RacePace *a, const RacePace *b) {
    return a->date == b->date && a->lap_s == b->lap_s && hash_equal128(a->track, b->track) &&
           hash_equal128(a->car, b->car) && strcmp(a->player, b->player) == 0;
}

/// The races of the file with those that it does not have yet, newest first.
static void join(const MyPaceDef *def, const RacePaceList *stored, RacePaceList *out) {
    out->items = calloc((size_t)(stored->count + def->recent_count) + 1, sizeof *out->items);
    ASSERT(out->items != NULL);
    for (int i = def->recent_count - 1; i >= 0; i--) {
        bool known = false;
        for (int k = 0; k < stored->count; k++) {
            known |= is_same(&def->recent[i], &stored->items[k]);
        }
        if (!known) {
            out->items[out->count++] = def->recent[i];
        }
    }
    if (stored->count > 0) {
        memcpy(out->items + out->count, stored->items,
               (size_t)stored->count * sizeof *stored->items);
    }
    out->count += stored->count;
}

/// Reads what is known of the player. What cannot be read now is not known.
static void read_drives(const MyPaceDef *def, RacePaceList *paces, RecordList *records) {
    RacePaceList stored = {0};
    MessageList *messages = calloc(1, sizeof *messages);
    ASSERT(messages != NULL);
    if (def->records[0] && file_exists(def->records)) {
        Records *file = records_open(def->records, messages);
        if (file) {
            race_paces_list(file, def->player, &stored, messages);
            records_list(file, NULL, records, messages);
            records_close(file);
        }
    }
    join(def, &stored, paces);
    race_paces_list_destroy(&stored);
    free(messages);
}

static MyPace find_pace(const MyPaceDef *def, const Venue *venue) {
    if (def->given_s > 0.0) {
        return (MyPace){MY_PACE_GIVEN, 1, def->given_s, def->given_s};
    }
    CarModel *own = calloc(1, sizeof *own);
    ASSERT(own != NULL);
    *own = venue->models[0];
    if (strcmp(def->own_car, def->car) != 0 || def->own_numbers != def->numbers) {
        if (!read_car(def->data, def->own_car, def->own_numbers, own)) {
            *own = venue->models[0];
        }
    }
    RacePaceList paces = {0};
    RecordList records = {0};
    MyPaceIdeal ideals[MY_PACE_ELSEWHERE];
    read_drives(def, &paces, &records);
    MyPaceDrive drive = {.track = venue->track.hash,
                         .car = car_model_hash(own),
                         .helps = def->helps,
                         .ideal_s = (double)venue->data.lines[0].lap_s,
                         .player = def->player};
    MyPace pace = my_pace_of(&drive, &paces, &records, NULL, 0);
    if (pace.source != MY_PACE_RACES && pace.source != MY_PACE_LAP) {
        int count = find_ideals(def, &drive, &paces, &records, ideals);
        pace = my_pace_of(&drive, &paces, &records, ideals, count);
    }
    race_paces_list_destroy(&paces);
    records_list_destroy(&records);
    free(own);
    return pace;
}

static void find_on(const MyPaceDef *def, const Venue *venue, MyPaceFound *found) {
    found->pace = find_pace(def, venue);
    if (found->pace.source != MY_PACE_NOTHING && def->rivals > 0) {
        found->aim = field_aim(&venue->data, venue->models, venue->cars, def->laps, &def->field,
                               found->pace.wanted_s);
        found->field = field_at(def->field, found->aim.number);
    }
}

MyPaceFound my_pace_find(const MyPaceDef *def) {
    MyPaceFound found = {.field = def->field};
    found.field.level = SKILL_MEDIUM;
    CarModel *model = calloc(1, sizeof *model);
    Venue *venue = calloc(1, sizeof *venue);
    ASSERT(model != NULL && venue != NULL);
    if (read_car(def->data, def->car, def->numbers, model) &&
        read_track(def->data, def->track, def->reverse, &venue->track)) {
        int places = venue->track.slot_count - def->people;
        int cars = def->rivals < places ? def->rivals : places;
        if (make_venue(def, venue, model, cars > 0 ? cars : 1)) {
            find_on(def, venue, &found);
            end_venue(venue);
        }
    }
    free(venue);
    free(model);
    return found;
}

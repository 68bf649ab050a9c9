#include "session/champions.h"

#include "base/assert.h"
#include "base/exit_code.h"

#include <stdlib.h>
#include <string.h>

/// What a thread works out: the medals of some cars on a track.
typedef struct ChampionsWork {
    Job *job;
    const char *data;
    char path[PATH_LIMIT]; ///< Of the track.
    Champions found;
    CarModel models[1 + RECORD_BOARD_CARS_MAX]; ///< The standard car, then as in `found`.
} ChampionsWork;

static void work_out(void *context) {
    ChampionsWork *work = context;
    Champions *found = &work->found;
    Track track = {0};
    if (load_track(work->data, work->path, false, &track, NULL) != EXIT_FINE) {
        return;
    }
    RaceData *data = calloc(1, sizeof *data); // large
    ASSERT(data != NULL);
    bool is_same = hash_equal128(track.hash, found->track);
    if (is_same && race_data_make(data, &track, &work->models[0], 1)) {
        for (int i = 0; i < found->count; i++) {
            float own_s = medals_ideal_lap(data, &work->models[1 + i]);
            medals_for(&track, own_s, data->lines[0].lap_s, found->cars[i].medals);
            found->cars[i].known = true;
        }
        race_data_destroy(data);
    }
    free(data);
    track_destroy(&track);
}

/// The entry of the car with that hash; NULL where none is installed, or it is not read yet.
static const CatalogueCar *installed_car(const Catalogue *catalogue, Hash128 hash) {
    for (int i = 0; i < catalogue->car_count; i++) {
        const CatalogueCar *car = &catalogue->cars[i];
        if (car->read && !car->wrong[0] && hash_equal128(car->hash, hash)) {
            return car;
        }
    }
    return NULL;
}

/// The car that the medals of track files are of; NULL where it is not installed.
static const CatalogueCar *standard_car(const Catalogue *catalogue) {
    int at = catalogue_car(catalogue, MEDAL_CAR);
    return at >= 0 ? &catalogue->cars[at] : NULL;
}

/// Whether a car has the medals of track files: the standard one, or any where that cannot be read.
static bool is_standard(const CatalogueCar *standard, Hash128 car) {
    return !standard || standard->wrong[0] || hash_equal128(standard->hash, car);
}

/// Whether one knows of the standard car what there is to know.
static bool is_known(const CatalogueCar *standard) { return !standard || standard->read; }

static bool has_medals(const CatalogueTrack *track) {
    bool any = false;
    for (int i = 0; i < MEDAL_COUNT; i++) {
        any = any || track->medals[i] > 0.0f;
    }
    return any;
}

static const ChampionCar *find(const Champions *champions, Hash128 car) {
    for (int i = 0; i < champions->count; i++) {
        if (hash_equal128(champions->cars[i].car, car)) {
            return &champions->cars[i];
        }
    }
    return NULL;
}

/// Whether the medals of the car of `row` must be worked out before one knows.
static bool needs_work(const Champions *champions, const CatalogueTrack *track,
                       const CatalogueCar *standard, const RecordBoardRow *row) {
    const RecordKey *key = &row->record.key;
    return row->champion && !row->record.reverse && hash_equal128(key->track, track->hash) &&
           !is_standard(standard, key->car) && !find(champions, key->car);
}

/// Notes the cars of `board` that work is needed for.
static void list_cars(Champions *champions, const Catalogue *catalogue, const CatalogueTrack *track,
                      const RecordBoard *board, ChampionsWork *work) {
    const CatalogueCar *standard = standard_car(catalogue);
    Champions *found = &work->found;
    for (int i = 0; i < board->count; i++) {
        const RecordBoardRow *row = &board->rows[i];
        const CatalogueCar *car = installed_car(catalogue, row->record.key.car);
        bool has_room = champions->count + found->count < RECORD_BOARD_CARS_MAX;
        if (car && has_room && needs_work(champions, track, standard, row) &&
            !find(found, row->record.key.car)) {
            found->cars[found->count++].car = car->hash;
            work->models[found->count] = car_model_make(&car->file.params);
            work->models[0] = car_model_make(&standard->file.params);
        }
    }
}

static void begin(Champions *champions, const Catalogue *catalogue, const CatalogueTrack *track,
                  const RecordBoard *board) {
    ChampionsWork *work = calloc(1, sizeof *work);
    ASSERT(work != NULL);
    work->data = catalogue->data;
    work->found.track = track->hash;
    memcpy(work->path, track->path, sizeof work->path);
    list_cars(champions, catalogue, track, board, work);
    if (work->found.count == 0) {
        free(work);
        return;
    }
    champions->work = work;
    work->job = job_begin(work_out, work);
}

static void take_over(Champions *champions) {
    const Champions *found = &champions->work->found;
    for (int i = 0; i < found->count && hash_equal128(found->track, champions->track); i++) {
        champions->cars[champions->count++] = found->cars[i];
    }
    job_end(champions->work->job);
    free(champions->work);
    champions->work = NULL;
}

bool champions_poll(Champions *champions, const Catalogue *catalogue, const CatalogueTrack *track,
                    const RecordBoard *board) {
    ASSERT(champions != NULL && catalogue != NULL && board != NULL);
    if (champions->work && job_is_done(champions->work->job)) {
        take_over(champions);
    }
    if (!champions->work && track && track->read && !track->wrong[0] && has_medals(track) &&
        is_known(standard_car(catalogue))) {
        if (!hash_equal128(champions->track, track->hash)) {
            champions->track = track->hash;
            champions->count = 0;
        }
        begin(champions, catalogue, track, board);
    }
    return !champions->work;
}

bool champions_has(const Champions *champions, const Catalogue *catalogue,
                   const CatalogueTrack *track, const RecordBoardRow *row) {
    ASSERT(champions != NULL && catalogue != NULL && row != NULL);
    const Record *record = &row->record;
    if (!row->champion || !track || !track->read || !catalogue_record_is_of(record, track)) {
        return false;
    }
    if (record->reverse || !has_medals(track)) {
        return true; // there is no other medal
    }
    const CatalogueCar *standard = standard_car(catalogue);
    if (is_standard(standard, record->key.car)) {
        return is_known(standard) && medal_champion(track->medals, record->time_s) > 0.0;
    }
    bool of_track = hash_equal128(champions->track, track->hash);
    const ChampionCar *car = of_track ? find(champions, record->key.car) : NULL;
    return car && car->known && medal_champion(car->medals, record->time_s) > 0.0;
}

void champions_destroy(Champions *champions) {
    if (champions->work) {
        job_end(champions->work->job);
        free(champions->work);
    }
    *champions = (Champions){0};
}

/// The tracks and cars that there are, as menus show them: read in the background, one after the
/// other, so that nothing waits for them.
#pragma once

#include "race/medals.h"
#include "render/draw_list.h"
#include "session/jobs.h"
#include "session/load.h"
#include "store/records.h"
#include "track/track.h"

enum {
    CATALOGUE_TRACKS_MAX = 256,
    CATALOGUE_CARS_MAX = 64,
    CATALOGUE_WRONG_MAX = 200
};

typedef struct CatalogueTrack {
    char path[PATH_LIMIT];           ///< What it is loaded by: an installed name, or a path.
    bool read;                       ///< What follows is known.
    char wrong[CATALOGUE_WRONG_MAX]; ///< Why it cannot be driven; empty: it can.
    char title[TRACK_NAME_MAX];
    char about[501];
    float length; ///< m of a lap or of the way to the end; 0: it has no road that says.
    int laps;     ///< That the author had in mind.
    int slots;    ///< How many cars find a place on its grid.
    bool sprint;  ///< Driven once.
    bool reversible;
    float medals[MEDAL_COUNT]; ///< s, as its file has them, for the car MEDAL_CAR; 0 none.
    Hash128 hash;              ///< Of its usual direction ...
    Hash128 reverse_hash;      ///< ... and of the other one; 0 where there is none.
    DrawList picture;          ///< track_card.h
} CatalogueTrack;

/// How a car drives, as bars show it.
typedef struct CarFigures {
    float top_kmh, to_100_s, grip_g, mass_kg; ///< to_100_s 0: it never gets there.
} CarFigures;

typedef struct CatalogueCar {
    char path[PATH_LIMIT];
    bool read;
    char wrong[CATALOGUE_WRONG_MAX];
    CarFile file;
    Hash128 hash;
    CarFigures figures;
} CatalogueCar;

/// An owner; made by catalogue_make, ended by catalogue_destroy. Entries are in order of their
/// names.
typedef struct Catalogue {
    const char *data; ///< The data folder; NULL: see load_data_folder.
    CatalogueTrack *tracks;
    CatalogueCar *cars;
    int track_count, car_count;
    bool keeps_records;               ///< Best laps are looked up in the user's records.
    RecordList records;               ///< All of them, as they were when they were read.
    int records_read;                 ///< How often they were.
    bool records_wrong;               ///< The last time they could not be.
    struct CatalogueReading *reading; ///< What is being read now; NULL: nothing.
    JobsLeft left;                    ///< Readings that nobody wants any more.
    bool records_due;                 ///< They are read next ...
    int next;                         ///< ... else this: tracks, then cars.
} Catalogue;

/// Lists what is installed, and `track` and `car` (paths or names) where they are not. Reads
/// nothing yet. `catalogue` is zero before, but for `keeps_records`.
void catalogue_make(Catalogue *catalogue, const char *data, const char *track, const char *car);
void catalogue_destroy(Catalogue *catalogue);

/// Takes over what was read and begins with the next one. Call once a frame; never waits. Whether
/// all is read.
bool catalogue_poll(Catalogue *catalogue);

/// Lists anew what is installed. What was known stays until it is read again.
void catalogue_refresh(Catalogue *catalogue);

/// Has the records read anew: there are others.
void catalogue_reread_records(Catalogue *catalogue);

/// Whether `record` was driven on `track` as it is now, in either direction.
bool catalogue_record_is_of(const Record *record, const CatalogueTrack *track);

/// The best lap of anybody on track `index`, in its usual direction, at full speed and without
/// helps (RecordHelp), that was not refused: with any car, or with the one called `car` (NULL:
/// any). NULL where there is none.
const Record *catalogue_best(const Catalogue *catalogue, int index, const char *car);

/// The entry that is loaded by `path`; -1 none.
int catalogue_track(const Catalogue *catalogue, const char *path);
int catalogue_car(const Catalogue *catalogue, const char *path);

/// Puts in place of `name`, a short name of a car's file (load_short_name), what people call that
/// car. An unknown one stays. `size`: bytes that `name` has room for.
void catalogue_call_car(const Catalogue *catalogue, char *name, size_t size);

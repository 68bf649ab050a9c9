/// Finds and reads tracks, cars and drivers by path or by name, and says what is wrong with them.
#pragma once

#include "base/directories.h"
#include "driver_file/driver_file.h"
#include "import/import.h"
#include "race/race.h"
#include "vehicle/car_file.h"

enum {
    LOAD_BASE_DEPTH_MAX = 4 ///< Cars that build on each other, the first not counted.
};

#define LOAD_TRACK_SUFFIX  ".track.yaml"
#define LOAD_CAR_SUFFIX    ".car.yaml"
#define LOAD_DRIVER_SUFFIX ".driver.yaml"

/// A kind of file that is found by its name.
typedef struct LoadKind {
    const char *noun, *folder, *suffix; ///< "track", "tracks", LOAD_TRACK_SUFFIX
} LoadKind;

extern const LoadKind load_track_kind, load_car_kind, load_driver_kind;

/// How files of other formats are read as tracks: what the command line says of them, for all that
/// the program reads. Set before anything is read, and never again: threads read it too.
extern ImportOptions load_import_options;

/// The files that a car is made of: its own, then what it builds on.
typedef struct LoadChain {
    char paths[LOAD_BASE_DEPTH_MAX + 1][PATH_LIMIT];
    int count;
} LoadChain;

/// Writes the data folder to `folder` and returns it: `data`, or the one that directories_data
/// finds where `data` is NULL. Where there is none, prints that and returns NULL.
///
/// `data` means the same in every function below.
const char *load_data_folder(const char *data, char folder[PATH_LIMIT]);

/// Reads the track called `name` (a path or an installed one) into `out`, or its reverse variant.
/// Returns the exit code; what is wrong is printed. `path` (may be NULL) gets where it was found,
/// PATH_LIMIT bytes.
int load_track(const char *data, const char *name, bool reverse, Track *out, char *path);

enum {
    LOAD_FILES_MAX = 256 ///< Of one command.
};

/// Replaces each of the `names` (at most LOAD_FILES_MAX) by the path that it means: the file of
/// this name, else the installed track, car or driver, else the name as it is. The paths live until
/// the next call. Prints nothing.
void load_named_files(const char *data, const char **names, int count);

/// Prints messages about the file `path` to stderr, with its lines where that is a terminal.
void load_print_messages(const char *path, const MessageList *messages);

/// W713 where the picture that the author of the track in the file `path` traces is not there.
void load_check_background(const Track *track, const char *path, MessageList *messages);

/// Reads the track in the file `path`. Returns the exit code; adds messages instead of printing.
int load_track_file(const char *path, Track *out, MessageList *messages);

/// Where the car called `name` is, PATH_LIMIT bytes. Returns the exit code; what is wrong is
/// printed.
int load_car_path(const char *data, const char *name, char *path);

/// Reads the car in the file `path`. Returns the exit code; adds messages instead of printing.
/// `chain` (may be NULL) gets the files as far as they could be read.
int load_car_file(const char *data, const char *path, CarFile *out, LoadChain *chain,
                  MessageList *messages);

/// Reads the car called `name` and the cars it builds on (`base:`, at most 4 deep). Returns the
/// exit code.
int load_car(const char *data, const char *name, CarFile *out);

/// Reads a car, and what it builds on, from `text`, which is that of the file `path`. Adds messages
/// instead of printing.
bool load_car_text(const char *data, const char *text, size_t size, const char *path, CarFile *out,
                   MessageList *messages);

/// Reads the driver in the file `path`. Returns the exit code; adds messages instead of printing.
int load_driver_file(const char *path, DriverFile *out, MessageList *messages);

/// Reads the driver called `name`. Returns the exit code; what is wrong is printed.
int load_driver(const char *data, const char *name, DriverFile *out);

/// Names of the installed files of a kind, sorted, the user's own and the shipped ones; each is
/// freed by the caller. Returns how many.
int load_list(const char *data, const LoadKind *kind, char **names, int max);

/// Short name of a file: without folder and suffix.
void load_short_name(const char *path, const char *suffix, char *out, size_t size);

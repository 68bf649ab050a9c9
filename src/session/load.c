#include "session/load.h"

#include "base/directories.h"
#include "base/exit_code.h"
#include "base/file.h"
#include "base/print.h"
#include "base/text.h"
#include "track/reverse.h"
#include "track_file/track_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LIST_MAX = 512
};

ImportOptions load_import_options;

const LoadKind load_track_kind = {"track", "tracks", LOAD_TRACK_SUFFIX};
const LoadKind load_car_kind = {"car", "cars", LOAD_CAR_SUFFIX};
const LoadKind load_driver_kind = {"driver", "drivers", LOAD_DRIVER_SUFFIX};

const char *load_data_folder(const char *data, char folder[PATH_LIMIT]) {
    if (!directories_data(data, folder, PATH_LIMIT)) {
        print_to(
            stderr,
            "axle: cannot find the folder of tracks and cars\n    help: name it with --data=DIR or "
            "AXLE_DATA\n");
        return NULL;
    }
    return folder;
}

void load_print_messages(const char *path, const MessageList *messages) {
    FileBytes bytes = {0};
    MessageList ignored = {0};
    bool shows = messages->count > 0 && isatty(STDERR_FILENO) &&
                 file_read(path, FILE_LIMIT, &bytes, &ignored);
    messages_print(messages, stderr, shows ? bytes.data : NULL);
    if (shows) {
        file_bytes_free(&bytes);
    }
}

static int find(const char *data, const LoadKind *kind, const char *name, char *path) {
    char shipped[PATH_LIMIT], *names[LIST_MAX];
    if (!load_data_folder(data, shipped)) {
        return EXIT_UNREADABLE;
    }
    if (directories_find(shipped, kind->folder, name, kind->suffix, path, PATH_LIMIT)) {
        return EXIT_FINE;
    }
    int count = load_list(data, kind, names, LIST_MAX);
    const char *nearest = yaml_nearest(name, (const char *const *)names, count);
    print_to(stderr, "axle: there is no %s \"%s\"\n", kind->noun, name);
    if (nearest) {
        print_to(stderr, "    help: did you mean \"%s\"?\n", nearest);
    } else {
        print_to(stderr, "    help: name one of `axle list %s`, or a file such as ./NAME%s\n",
                 kind->folder, kind->suffix);
    }
    for (int i = 0; i < count; i++) {
        free(names[i]);
    }
    return EXIT_UNREADABLE;
}

static void find_named_file(const char *data, const char *name, char *path) {
    char folder[PATH_LIMIT];
    bool is_file = strchr(name, '/') || file_exists(name);
    const char *shipped =
        directories_data(data, folder, sizeof folder) ? folder : NULL; // or the user's folder alone
    const LoadKind *const kinds[] = {&load_track_kind, &load_car_kind, &load_driver_kind};
    bool found = false;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !is_file && !found; i++) {
        found =
            directories_find(shipped, kinds[i]->folder, name, kinds[i]->suffix, path, PATH_LIMIT);
    }
    if (!found) {
        snprintf(path, PATH_LIMIT, "%s", name);
    }
}

void load_named_files(const char *data, const char **names, int count) {
    static char paths[LOAD_FILES_MAX][PATH_LIMIT]; // large
    for (int i = 0; i < count; i++) {
        find_named_file(data, names[i], paths[i]);
        names[i] = paths[i];
    }
}

void load_check_background(const Track *track, const char *path, MessageList *messages) {
    const char *picture = track->background;
    size_t folder = picture && picture[0] != '/' ? (size_t)(text_file_name(path) - path) : 0;
    char whole[PATH_LIMIT];
    int size = picture ? snprintf(whole, sizeof whole, "%.*s%s", (int)folder, path, picture) : 0;
    if (picture && (size >= PATH_LIMIT || !file_exists(whole))) {
        message_add(messages, MESSAGE_W713, track->background_place, picture);
    }
}

int load_track_file(const char *path, Track *out, MessageList *messages) {
    FileBytes bytes;
    if (!file_read(path, FILE_LIMIT, &bytes, messages)) {
        return EXIT_UNREADABLE;
    }
    bool fine = track_read_with(bytes.data, bytes.size, path, &load_import_options, out, messages);
    file_bytes_free(&bytes);
    return fine ? EXIT_FINE : EXIT_NO;
}

/// Turns the track into its reverse variant; EXIT_NO, said on stderr, where it has none.
static int reverse_track(Track *track) {
    if (track->reversible && track_reverse(track)) {
        return EXIT_FINE;
    }
    bool sprint = track->ribbon_count > 0 && !track->ribbons[0].closed;
    print_to(stderr, "axle: track \"%s\" cannot be driven in reverse direction%s\n", track->name,
             !track->reversible ? " (reversible: false)"
             : sprint           ? ": its road is open, with a grid at one end alone"
                                : ": no starting place is free behind its finish line");
    track_destroy(track);
    return EXIT_NO;
}

int load_track(const char *data, const char *name, bool reverse, Track *out, char *path) {
    char found[PATH_LIMIT];
    // Files of other formats are read in place; only native ones are installed under a name.
    bool foreign = import_has_suffix(name) && file_exists(name) && strlen(name) < sizeof found;
    int code = foreign ? EXIT_FINE : find(data, &load_track_kind, name, found);
    if (code != EXIT_FINE) {
        return code;
    }
    if (foreign) {
        snprintf(found, sizeof found, "%s", name);
    }
    if (path) {
        snprintf(path, PATH_LIMIT, "%s", found);
    }
    MessageList messages = {0};
    code = load_track_file(found, out, &messages);
    load_print_messages(found, &messages);
    return code == EXIT_FINE && reverse ? reverse_track(out) : code;
}

static bool read_car(const char *data, const char *text, size_t size, const char *path, int depth,
                     CarFile *out, LoadChain *chain, MessageList *messages);

/// Reads what the car file `text` builds on into `out`; leaves it alone where it names nothing.
static bool read_base(const char *data, const char *text, size_t size, const char *path, int depth,
                      CarFile *out, LoadChain *chain, MessageList *messages) {
    char base[CAR_BASE_MAX];
    Place place = car_file_base(text, size, path, base);
    if (!base[0]) {
        return true;
    }
    if (depth >= LOAD_BASE_DEPTH_MAX) {
        message_add(messages, MESSAGE_E820, place, LOAD_BASE_DEPTH_MAX);
        return false;
    }
    char found[PATH_LIMIT];
    char shipped[PATH_LIMIT];
    if (!load_data_folder(data, shipped) ||
        !directories_find(shipped, "cars", base, LOAD_CAR_SUFFIX, found, sizeof found)) {
        message_add(messages, MESSAGE_E821, place, base);
        return false;
    }
    FileBytes bytes;
    if (!file_read(found, FILE_LIMIT, &bytes, messages)) {
        return false;
    }
    MessageList of_base = {0}; // places in another file: told as one message here
    CarFile file;
    bool fine = read_car(data, bytes.data, bytes.size, found, depth + 1, &file, chain, &of_base);
    file_bytes_free(&bytes);
    if (!fine) {
        message_add(messages, MESSAGE_E822, place, base,
                    of_base.count ? of_base.items[0].text : "");
        return false;
    }
    *out = file;
    return true;
}

static bool read_car(const char *data, const char *text, size_t size, const char *path, int depth,
                     CarFile *out, LoadChain *chain, MessageList *messages) {
    CarFile base = {.params = car_params_default()};
    if (chain) {
        snprintf(chain->paths[depth], sizeof chain->paths[depth], "%s", path);
        chain->count = depth + 1;
    }
    bool fine = read_base(data, text, size, path, depth, &base, chain, messages);
    // Also where the base is wrong: all mistakes of a file are found in one go.
    if (!car_file_read(text, size, path, &base.params, out, messages)) {
        return false;
    }
    // Of another shape it does not look like what it builds on.
    if (!out->own_look && car_params_same_outline(&out->params, &base.params)) {
        out->look = base.look;
    }
    if (!out->own_sound) {
        out->sound = base.sound;
    }
    return fine;
}

bool load_car_text(const char *data, const char *text, size_t size, const char *path, CarFile *out,
                   MessageList *messages) {
    return read_car(data, text, size, path, 0, out, NULL, messages);
}

int load_car_file(const char *data, const char *path, CarFile *out, LoadChain *chain,
                  MessageList *messages) {
    FileBytes bytes;
    if (chain) {
        chain->count = 0;
    }
    if (!file_read(path, FILE_LIMIT, &bytes, messages)) {
        return EXIT_UNREADABLE;
    }
    bool fine = read_car(data, bytes.data, bytes.size, path, 0, out, chain, messages);
    file_bytes_free(&bytes);
    return fine ? EXIT_FINE : EXIT_NO;
}

int load_car_path(const char *data, const char *name, char *path) {
    return find(data, &load_car_kind, name, path);
}

int load_car(const char *data, const char *name, CarFile *out) {
    char path[PATH_LIMIT];
    int code = load_car_path(data, name, path);
    if (code != EXIT_FINE) {
        return code;
    }
    MessageList messages = {0};
    code = load_car_file(data, path, out, NULL, &messages);
    load_print_messages(path, &messages);
    return code;
}

int load_driver_file(const char *path, DriverFile *out, MessageList *messages) {
    FileBytes bytes;
    if (!file_read(path, FILE_LIMIT, &bytes, messages)) {
        return EXIT_UNREADABLE;
    }
    bool fine = driver_file_read(bytes.data, bytes.size, path, out, messages);
    file_bytes_free(&bytes);
    return fine ? EXIT_FINE : EXIT_NO;
}

int load_driver(const char *data, const char *name, DriverFile *out) {
    char path[PATH_LIMIT];
    int code = find(data, &load_driver_kind, name, path);
    if (code != EXIT_FINE) {
        return code;
    }
    MessageList messages = {0};
    code = load_driver_file(path, out, &messages);
    load_print_messages(path, &messages);
    return code;
}

void load_short_name(const char *path, const char *suffix, char *out, size_t size) {
    snprintf(out, size, "%s", text_file_name(path));
    if (text_ends_with(out, suffix)) {
        out[strlen(out) - strlen(suffix)] = '\0';
    }
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/// The files of a kind in the folder `root`; returns how many.
static int list_in(const char *root, const LoadKind *kind, char **names, int max) {
    char folder[PATH_LIMIT + 16];
    snprintf(folder, sizeof folder, "%s/%s", root, kind->folder);
    return file_list(folder, kind->suffix, names, max);
}

int load_list(const char *data, const LoadKind *kind, char **names, int max) {
    char root[PATH_LIMIT];
    int found = 0, count = 0;
    if (directories_user_data(root, sizeof root)) {
        found += list_in(root, kind, names + found, max - found);
    }
    if (load_data_folder(data, root)) {
        found += list_in(root, kind, names + found, max - found);
    }
    for (int i = 0; directories_shared(i, root, sizeof root); i++) {
        found += list_in(root, kind, names + found, max - found);
    }
    for (int i = 0; i < found; i++) {
        names[i][strlen(names[i]) - strlen(kind->suffix)] = '\0';
    }
    qsort(names, (size_t)found, sizeof *names, compare_names);
    for (int i = 0; i < found; i++) { // one of the user's hides a shipped one
        if (count > 0 && strcmp(names[count - 1], names[i]) == 0) {
            free(names[i]);
        } else {
            names[count++] = names[i];
        }
    }
    return count;
}

#include "session/load.h"

#include "base/directories.h"
#include "base/exit_code.h"
#include "base/file.h"
#include "base/print.h"
#include "base/text.h"
#include "import/import.h"
#include "track/reverse.h"
#include "track_file/track_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LIST_MAX = 512
};

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

static int find(const char *data, const char *folder, const char *suffix, const char *kind,
                const char *name, char *path) {
    char shipped[PATH_LIMIT];
    if (!load_data_folder(data, shipped)) {
        return EXIT_UNREADABLE;
    }
    if (!directories_find(shipped, folder, name, suffix, path, PATH_LIMIT)) {
        char *names[LIST_MAX];
        int count = load_list(data, folder, suffix, names, LIST_MAX);
        const char *nearest = yaml_nearest(name, (const char *const *)names, count);
        print_to(stderr, "axle: there is no %s \"%s\"\n", kind, name);
        if (nearest) {
            print_to(stderr, "    help: did you mean \"%s\"?\n", nearest);
        } else {
            print_to(stderr, "    help: name one of `axle list %ss`, or a file such as ./NAME%s\n",
                     kind, suffix);
        }
        for (int i = 0; i < count; i++) {
            free(names[i]);
        }
        return EXIT_UNREADABLE;
    }
    return EXIT_FINE;
}

static void find_named_file(const char *data, const char *name, char *path) {
    char folder[PATH_LIMIT];
    bool is_file = strchr(name, '/') || file_exists(name);
    const char *shipped =
        directories_data(data, folder, sizeof folder) ? folder : NULL; // or the user's folder alone
    if (is_file ||
        !(directories_find(shipped, "tracks", name, LOAD_TRACK_SUFFIX, path, PATH_LIMIT) ||
          directories_find(shipped, "cars", name, LOAD_CAR_SUFFIX, path, PATH_LIMIT))) {
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

int load_track_file(const char *path, Track *out, MessageList *messages) {
    FileBytes bytes;
    if (!file_read(path, FILE_LIMIT, &bytes, messages)) {
        return EXIT_UNREADABLE;
    }
    bool fine = track_read(bytes.data, bytes.size, path, false, out, messages);
    file_bytes_free(&bytes);
    return fine ? EXIT_FINE : EXIT_NO;
}

int load_track(const char *data, const char *name, Track *out, char *path) {
    char found[PATH_LIMIT];
    // Files of other formats are read in place; only native ones are installed under a name.
    bool foreign = import_has_suffix(name) && file_exists(name) && strlen(name) < sizeof found;
    int code = foreign ? EXIT_FINE : find(data, "tracks", LOAD_TRACK_SUFFIX, "track", name, found);
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
    return code;
}

int load_reverse(Track *track) {
    if (track->reversible && track_reverse(track)) {
        return EXIT_FINE;
    }
    bool sprint = track->ribbon_count > 0 && !track->ribbons[0].closed;
    print_to(stderr, "axle: track \"%s\" cannot be driven in reverse direction%s\n", track->name,
             !track->reversible ? " (reversible: false)"
             : sprint           ? ": its road is open, with a grid at one end alone"
                                : ": no starting place is free behind its finish line");
    return EXIT_NO;
}

static bool read_car(const char *data, const char *text, size_t size, const char *path, int depth,
                     CarFile *out, LoadChain *chain, MessageList *messages);

// Reads what the car file `text` builds on into `params`; leaves it alone where it names nothing.
static bool read_base(const char *data, const char *text, size_t size, const char *path, int depth,
                      CarParams *params, LoadChain *chain, MessageList *messages) {
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
    *params = file.params;
    return true;
}

static bool read_car(const char *data, const char *text, size_t size, const char *path, int depth,
                     CarFile *out, LoadChain *chain, MessageList *messages) {
    CarParams base = car_params_default();
    if (chain && depth <= LOAD_BASE_DEPTH_MAX) {
        snprintf(chain->paths[depth], sizeof chain->paths[depth], "%s", path);
        chain->count = depth + 1;
    }
    CarFile made;
    bool fine = read_base(data, text, size, path, depth, &base, chain, messages);
    // Also where the base is wrong: all mistakes of a file are found in one go.
    fine = car_file_read(text, size, path, &base, &made, messages) && fine;
    if (fine) {
        *out = made;
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
    return find(data, "cars", LOAD_CAR_SUFFIX, "car", name, path);
}

int load_car(const char *data, const char *name, CarFile *out) {
    char path[PATH_LIMIT];
    int code = find(data, "cars", LOAD_CAR_SUFFIX, "car", name, path);
    if (code != EXIT_FINE) {
        return code;
    }
    MessageList messages = {0};
    code = load_car_file(data, path, out, NULL, &messages);
    load_print_messages(path, &messages);
    return code;
}

void load_short_name(const char *path, const char *suffix, char *out, size_t size) {
    snprintf(out, size, "%s", text_file_name(path));
    if (text_ends_with(out, suffix)) {
        out[strlen(out) - strlen(suffix)] = '\0';
    }
}

// Adds `name` in its place of the sorted `names` unless it is there already; takes it over.
static int insert_name(char **names, int count, int max, char *name) {
    int at = count;
    while (at > 0 && strcmp(names[at - 1], name) > 0) {
        at--;
    }
    if (count == max || (at > 0 && strcmp(names[at - 1], name) == 0)) {
        free(name);
        return count;
    }
    memmove(names + at + 1, names + at, (size_t)(count - at) * sizeof *names);
    names[at] = name;
    return count + 1;
}

static int add_folder(const char *root, const char *folder, const char *suffix, char **names,
                      int count, int max) {
    enum {
        FILES_MAX = 512
    };
    char path[PATH_LIMIT + 16];
    char *files[FILES_MAX];
    snprintf(path, sizeof path, "%s/%s", root, folder);
    int file_count = file_list(path, suffix, files, FILES_MAX);
    for (int i = 0; i < file_count; i++) {
        files[i][strlen(files[i]) - strlen(suffix)] = '\0';
        count = insert_name(names, count, max, files[i]);
    }
    return count;
}

int load_list(const char *data, const char *folder, const char *suffix, char **names, int max) {
    int count = 0;
    char user[PATH_LIMIT];
    if (directories_user_data(user, sizeof user)) {
        count = add_folder(user, folder, suffix, names, count, max);
    }
    char shipped[PATH_LIMIT];
    return load_data_folder(data, shipped) ? add_folder(shipped, folder, suffix, names, count, max)
                                           : count;
}

/// `axle list`: what there is.
#include "base/file.h"
#include "base/print.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "formats/json.h"
#include "input/pad_files.h"
#include "platform/window.h"
#include "session/load.h"
#include "session/recording.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILES_MAX = 512,
    ABOUT_MAX = 1000 ///< Bytes: the name and the note of a driver.
};

/// A list under way, as text or as JSON.
typedef struct List {
    bool as_json;
    Json json;
    int code; ///< The exit code so far.
} List;

/// One row: a name and what is worth knowing about it.
__attribute__((format(printf, 3, 4))) static void add_row(List *list, const char *name,
                                                          const char *format, ...) {
    char about[ABOUT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(about, sizeof about, format, arguments);
    va_end(arguments);
    if (!list->as_json) {
        print("%-16s %s\n", name, about);
        return;
    }
    json_object(&list->json, NULL);
    json_text(&list->json, "name", name);
    json_text(&list->json, "about", about);
    json_end_object(&list->json);
}

static int add_track(List *list, const char *name) {
    Track track;
    char length[32] = "";
    int code = load_track(options_data_folder, name, false, &track, NULL);
    if (code != EXIT_FINE) {
        return code;
    }
    if (track.ribbon_count > 0) {
        snprintf(length, sizeof length, ", %.0f m", (double)track.ribbons[0].length);
    }
    add_row(list, name, "%s%s, %d laps", track.name, length, track.laps);
    track_destroy(&track);
    return EXIT_FINE;
}

static int add_car(List *list, const char *name) {
    CarFile car;
    int code = load_car(options_data_folder, name, &car);
    if (code == EXIT_FINE) {
        add_row(list, name, "%s, %.0f kg", car.name, (double)car.params.mass);
    }
    return code;
}

static int add_driver(List *list, const char *name) {
    DriverFile driver;
    int code = load_driver(options_data_folder, name, &driver);
    if (code == EXIT_FINE && driver.number > 0) {
        add_row(list, name, "%s, %d. %s", driver.name, driver.number, driver.note);
    } else if (code == EXIT_FINE) {
        add_row(list, name, "%s. %s", driver.name, driver.note);
    }
    return code;
}

static void list_files(List *list, const LoadKind *kind, int (*add)(List *list, const char *name)) {
    char *names[FILES_MAX], data[PATH_LIMIT];
    if (!load_data_folder(options_data_folder, data)) {
        list->code = EXIT_UNREADABLE;
        return;
    }
    int count = load_list(options_data_folder, kind, names, FILES_MAX);
    for (int i = 0; i < count; i++) {
        int code = add(list, names[i]);
        if (code != EXIT_FINE) {
            add_row(list, names[i], "%s", "");
            list->code = code;
        }
        free(names[i]);
    }
}

static void list_tracks(List *list) { list_files(list, &load_track_kind, add_track); }

static void list_cars(List *list) { list_files(list, &load_car_kind, add_car); }

static void list_drivers(List *list) { list_files(list, &load_driver_kind, add_driver); }

/// The recordings in the user's folder.
static void list_replays(List *list) {
    char folder[RECORDING_FOLDER_MAX], *names[RECORDINGS_MAX];
    int count = recording_list(folder, names);
    for (int i = 0; i < count; i++) {
        char path[PATH_LIMIT + 300];
        Replay replay;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        int code = recording_read(path, &replay, NULL);
        if (code == EXIT_FINE) {
            int cars = replay.info.def.car_count;
            names[i][strlen(names[i]) - strlen(RECORDING_SUFFIX)] = '\0';
            add_row(list, names[i], "%s, %d car%s, %.1f s", replay.info.track, cars,
                    cars == 1 ? "" : "s", (double)replay.info.ticks / RACE_TICKS_PER_SECOND);
            replay_destroy(&replay);
        } else {
            list->code = code;
        }
        free(names[i]);
    }
}

static void list_surfaces(List *list) {
    for (int i = 0; i < SURFACE_BUILT_IN_COUNT; i++) {
        const Surface *surface = &surface_built_in[i];
        add_row(list, surface->name, "grip %.2f, rolling %.3f, viscous %.2f 1/s",
                (double)surface->grip, (double)surface->rolling, (double)surface->viscous);
    }
}

static void list_materials(List *list) {
    for (int i = 0; i < MATERIAL_BUILT_IN_COUNT; i++) {
        const Material *material = &material_built_in[i];
        add_row(list, material->name, "restitution %.2f, friction %.2f, %.1f m high",
                (double)material->restitution, (double)material->friction,
                (double)material->height);
    }
}

static void list_devices(List *list) {
    add_row(list, "keyboard", "up to four players: W A S D, arrows, I J K L, number pad");
    pad_files_load();
    for (int i = 0; i < WINDOW_PADS; i++) {
        char name[64];
        if (window_pad_name(i, name, sizeof name)) {
            add_row(list, "gamepad", "%s", name);
        }
    }
}

int command_list(int argument_count, char **arguments) {
    static const char *const kinds[] = {"tracks",  "cars",     "drivers",  "replays",
                                        "devices", "surfaces", "materials"};
    static void (*const ways[])(List *) = {list_tracks,  list_cars,     list_drivers,  list_replays,
                                           list_devices, list_surfaces, list_materials};
    enum {
        KIND_COUNT = sizeof kinds / sizeof kinds[0]
    };
    int format = 0, kind = 0;
    const Option options[] = {
        {"format", "FORM", OPTION_CHOICE, &format, 0, 0, options_formats, "list as"},
    };
    const Command command =
        COMMAND("list", "tracks|cars|drivers|replays|devices|surfaces|materials", 1, 1,
                "Lists what there is.", options);
    const char *operand = NULL;
    int code = options_parse(&command, argument_count, arguments, &operand, NULL);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    while (kind < KIND_COUNT && strcmp(kinds[kind], operand) != 0) {
        kind++;
    }
    if (kind == KIND_COUNT) {
        return options_unknown("list: there is no kind", operand, kinds, KIND_COUNT,
                               "one of tracks|cars|drivers|replays|devices|surfaces|materials");
    }
    List list = {.as_json = format == 1};
    json_object(&list.json, NULL);
    json_integer(&list.json, "schema", 1);
    json_array(&list.json, kinds[kind]);
    ways[kind](&list);
    json_end_array(&list.json);
    json_end_object(&list.json);
    (list.as_json ? json_print : json_destroy)(&list.json);
    return list.code;
}

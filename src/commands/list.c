/// `axle list`: what there is.
#include "base/file.h"
#include "base/json.h"
#include "base/print.h"
#include "commands/commands.h"
#include "commands/options.h"
#include "platform/window.h"
#include "session/load.h"
#include "session/recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One row: a name and what is worth knowing about it.
static void print_row(Json *json, bool as_json, const char *name, const char *about) {
    if (!as_json) {
        print("%-16s %s\n", name, about);
        return;
    }
    json_object(json, NULL);
    json_text(json, "name", name);
    json_text(json, "about", about);
    json_end_object(json);
}

static int list_files(Json *json, bool as_json, bool tracks) {
    enum {
        NAMES_MAX = 512
    };
    char *names[NAMES_MAX], folder[PATH_LIMIT];
    if (!load_data_folder(options_data_folder, folder)) {
        return EXIT_UNREADABLE;
    }
    int count = load_list(options_data_folder, tracks ? "tracks" : "cars",
                          tracks ? LOAD_TRACK_SUFFIX : LOAD_CAR_SUFFIX, names, NAMES_MAX);
    int code = EXIT_FINE;
    for (int i = 0; i < count; i++) {
        Track track;
        static CarFile car;
        char about[160] = "";
        int result = tracks ? load_track(options_data_folder, names[i], &track, NULL)
                            : load_car(options_data_folder, names[i], &car);
        if (result != EXIT_FINE) {
            code = result;
        } else if (tracks) {
            snprintf(about, sizeof about, "%s, %d laps", track.name, track.laps);
            if (track.ribbon_count) {
                snprintf(about, sizeof about, "%s, %.0f m, %d laps", track.name,
                         (double)track.ribbons[0].length, track.laps);
            }
            track_destroy(&track);
        } else {
            snprintf(about, sizeof about, "%s, %.0f kg", car.name, (double)car.params.mass);
        }
        print_row(json, as_json, names[i], about);
        free(names[i]);
    }
    return code;
}

// The recordings in the user's folder.
static int list_replays(Json *json, bool as_json) {
    enum {
        NAMES_MAX = 2048
    };
    char folder[PATH_LIMIT], path[PATH_LIMIT + 16];
    char **names = calloc(NAMES_MAX, sizeof *names);
    int count = 0, code = EXIT_FINE;
    if (names && directories_user_data(folder, sizeof folder)) {
        snprintf(path, sizeof path, "%s/replays", folder);
        count = file_list(path, RECORDING_SUFFIX, names, NAMES_MAX);
    }
    for (int i = 0; i < count; i++) {
        char about[400], whole[PATH_LIMIT + 300];
        Replay replay;
        snprintf(whole, sizeof whole, "%s/%s", path, names[i]);
        int result = recording_read(whole, &replay, NULL);
        if (result == EXIT_FINE) {
            names[i][strlen(names[i]) - strlen(RECORDING_SUFFIX)] = '\0';
            snprintf(about, sizeof about, "%s, %d car%s, %.1f s", replay.info.track,
                     replay.info.def.car_count, replay.info.def.car_count == 1 ? "" : "s",
                     (double)replay.info.ticks / RACE_TICKS_PER_SECOND);
            print_row(json, as_json, names[i], about);
            replay_destroy(&replay);
        } else {
            code = result;
        }
        free(names[i]);
    }
    free(names);
    return code;
}

static void list_surfaces(Json *json, bool as_json) {
    for (int i = 0; i < SURFACE_BUILT_IN_COUNT; i++) {
        const Surface *surface = &surface_built_in[i];
        char about[120];
        snprintf(about, sizeof about, "grip %.2f, rolling %.3f, viscous %.2f 1/s",
                 (double)surface->grip, (double)surface->rolling, (double)surface->viscous);
        print_row(json, as_json, surface->name, about);
    }
}

static void list_materials(Json *json, bool as_json) {
    for (int i = 0; i < MATERIAL_BUILT_IN_COUNT; i++) {
        const Material *material = &material_built_in[i];
        char about[120];
        snprintf(about, sizeof about, "restitution %.2f, friction %.2f, %.1f m high",
                 (double)material->restitution, (double)material->friction,
                 (double)material->height);
        print_row(json, as_json, material->name, about);
    }
}

static void list_devices(Json *json, bool as_json) {
    print_row(json, as_json, "keyboard",
              "up to four players: W A S D, arrows, I J K L, number pad");
    for (int i = 0; i < WINDOW_PADS; i++) {
        char name[64];
        if (window_pad_name(i, name, sizeof name)) {
            print_row(json, as_json, "gamepad", name);
        }
    }
}

int command_list(int argument_count, char **arguments) {
    static const char *const kinds[] = {"tracks",   "cars",      "replays", "devices",
                                        "surfaces", "materials", NULL};
    enum {
        TRACKS,
        CARS,
        REPLAYS,
        DEVICES,
        SURFACES,
        MATERIALS,
        KIND_COUNT
    };
    int format = 0, count, code = EXIT_FINE;
    const Option options[] = {
        {"format", "FORM", OPTION_CHOICE, &format, 0, 0, options_formats, "list as"},
    };
    const Command command = COMMAND("list", "tracks|cars|replays|devices|surfaces|materials", 1, 1,
                                    "Lists what there is.", options);
    const char *operand = NULL;
    if (!options_parse(&command, argument_count, arguments, &operand, &count, &code)) {
        return code;
    }
    int kind = 0;
    while (kinds[kind] && strcmp(kinds[kind], operand) != 0) {
        kind++;
    }
    if (kind == KIND_COUNT) {
        const char *nearest = yaml_nearest(operand, kinds, KIND_COUNT);
        return options_usage_error("list: there is no kind \"%s\"\n    help: %s%s%s", operand,
                                   nearest ? "did you mean " : "one of ",
                                   nearest ? nearest : command.operands, nearest ? "?" : "");
    }
    Json json = {0};
    json_object(&json, NULL);
    json_integer(&json, "schema", 1);
    json_array(&json, kinds[kind]);
    switch (kind) {
    case TRACKS:
    case CARS:
        code = list_files(&json, format == 1, kind == TRACKS);
        break;
    case REPLAYS:
        code = list_replays(&json, format == 1);
        break;
    case DEVICES:
        list_devices(&json, format == 1);
        break;
    case SURFACES:
        list_surfaces(&json, format == 1);
        break;
    default:
        list_materials(&json, format == 1);
        break;
    }
    json_end_array(&json);
    json_end_object(&json);
    if (format == 1) {
        json_print(&json);
    }
    json_destroy(&json);
    return code;
}

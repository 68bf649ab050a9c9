/// `axle check`: says what is wrong with files of tracks, cars, drivers, settings and scenes, all
/// of it, with line and column.
#include "base/file.h"
#include "base/print.h"
#include "base/text.h"
#include "command_line/layer_option.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "commands/picture.h"
#include "platform/watch.h"
#include "reports/check_passes.h"
#include "reports/check_stats.h"
#include "scene/scene_load.h"
#include "session/load.h"
#include "session/waiting.h"
#include "store/settings_text.h"
#include "track_check/track_check.h"
#include "track_file/track_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct CheckOptions {
    bool strict, verbose, stats, watch, overlay;
    bool again; ///< Files are checked again, after a change.
    int format;
    const char *preview, *size, *window, *as;
    PictureFrame frame; ///< Of the preview.
    CarFile car;        ///< For which there is to be room, whose lap and line are shown.
} CheckOptions;

typedef enum FileKind {
    KIND_TRACK,
    KIND_CAR,
    KIND_DRIVER,
    KIND_SETTINGS,
    KIND_SCENE,
    KIND_COUNT
} FileKind;

typedef struct Checked {
    const char *file;
    MessageList messages;
    bool fine;
    FileKind kind;
    Track track;       ///< Of KIND_TRACK; built or not.
    CarFile car;       ///< Of KIND_CAR, where fine.
    DriverFile driver; ///< Of KIND_DRIVER, likewise.
} Checked;

/// By its name; a file of another name by what it says it is.
static FileKind kind_of(const char *file, const char *text) {
    static const char *const suffixes[] = {LOAD_TRACK_SUFFIX, LOAD_CAR_SUFFIX, LOAD_DRIVER_SUFFIX,
                                           SETTINGS_SUFFIX, SCENE_FILE_SUFFIX};
    static const char *const formats[] = {"\nformat: track/", "\nformat: car/", "\nformat: driver/",
                                          "\nformat: settings/", "\nformat: scene/"};
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        if (text_ends_with(file, suffixes[kind])) {
            return (FileKind)kind;
        }
    }
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        const char *first = formats[kind] + 1;
        if (strncmp(text, first, strlen(first)) == 0 || strstr(text, formats[kind])) {
            return (FileKind)kind;
        }
    }
    return KIND_TRACK;
}

static void read_checked(const CheckOptions *options, const FileBytes *bytes, Checked *out) {
    out->kind = kind_of(out->file, bytes->data);
    if (out->kind == KIND_CAR) {
        out->fine = load_car_text(options_data_folder, bytes->data, bytes->size, out->file,
                                  &out->car, &out->messages);
        return;
    }
    if (out->kind == KIND_DRIVER) {
        out->fine =
            driver_file_read(bytes->data, bytes->size, out->file, &out->driver, &out->messages);
        return;
    }
    if (out->kind == KIND_SETTINGS) {
        Settings settings;
        out->fine = settings_read(bytes->data, bytes->size, out->file, &settings, &out->messages);
        return;
    }
    if (out->kind == KIND_SCENE) {
        Scene scene;
        out->fine = scene_read(bytes->data, bytes->size, out->file, &scene, &out->messages) &&
                    scene_check_cars(options_data_folder, &scene, bytes->data, bytes->size,
                                     out->file, &out->messages);
        return;
    }
    ImportOptions import = load_import_options;
    import.line.verbose = options->verbose;
    out->fine = track_read_with(bytes->data, bytes->size, out->file, &import, &out->track,
                                &out->messages) &&
                track_check(&out->track, &out->messages);
    if (out->fine) {
        track_check_car(&out->track, &options->car, &out->messages);
        load_check_background(&out->track, out->file, &out->messages);
        messages_sort(&out->messages);
    }
}

static void json_message(Json *json, const Message *message) {
    static const char *const severities[] = {"error", "warning", "note"};
    json_object(json, NULL);
    json_text(json, "code", message_code_name(message->code));
    json_text(json, "severity", severities[message->severity]);
    json_integer(json, "line", message->place.line);
    json_integer(json, "col", message->place.column);
    if (message->has_position) {
        json_number(json, "x", (double)message->x, 2);
        json_number(json, "y", (double)message->y, 2);
    }
    json_text(json, "message", message->text);
    json_text(json, "help", message->help);
    json_end_object(json);
}

static void json_file(Json *json, const CheckOptions *options, const Checked *checked) {
    char text[HASH_TEXT_MAX];
    json_object(json, NULL);
    json_text(json, "file", checked->file);
    if (checked->fine && checked->kind == KIND_TRACK) {
        json_text(json, "hash", hash_text128(checked->track.hash, text));
        check_json_track(json, &checked->track, &options->car);
        if (options->stats) {
            check_json_passes(json, &checked->track, &options->car);
        }
    }
    json_integer(json, "errors", checked->messages.error_count);
    json_integer(json, "warnings", checked->messages.warning_count);
    json_array(json, "messages");
    for (int i = 0; i < checked->messages.count; i++) {
        json_message(json, &checked->messages.items[i]);
    }
    json_end_array(json);
    json_end_object(json);
}

static void report(const CheckOptions *options, const Checked *checked, const char *source,
                   Json *json) {
    if (options->format == 1) {
        json_file(json, options, checked);
        return;
    }
    messages_print(&checked->messages, stdout, isatty(STDOUT_FILENO) ? source : NULL);
    if (options->stats && checked->fine) {
        if (checked->kind == KIND_TRACK) {
            check_print_track(&checked->track, &options->car, &checked->messages);
            check_print_passes(&checked->track, &options->car);
        } else if (checked->kind == KIND_CAR) {
            check_print_car(&checked->car);
        }
    }
}

/// Standard input, whole; false where it is longer than a file may be.
static bool read_input(FileBytes *out, const char *name, MessageList *messages) {
    out->data = malloc((size_t)FILE_LIMIT + 2);
    if (!out->data) {
        message_add(messages, MESSAGE_E901, (Place){.file = name}, name, "out of memory");
        return false;
    }
    out->size = fread(out->data, 1, (size_t)FILE_LIMIT + 1, stdin);
    out->data[out->size] = '\0';
    if (out->size > (size_t)FILE_LIMIT) {
        size_t size = out->size;
        file_bytes_free(out);
        return file_refuse_size(name, size, FILE_LIMIT, messages);
    }
    return true;
}

static int write_preview(const CheckOptions *options, const Track *track) {
    CarModel model;
    PictureDef def = {.frame = options->frame};
    if (options->overlay) {
        model = car_model_make(&options->car.params);
        def.model = &model;
    }
    return picture_write(options->preview, track, &def);
}

static void print_fine(const char *file, int warnings) {
    print("%s: fine", file);
    if (warnings > 0) {
        print(" but for %d warning%s", warnings, warnings == 1 ? "" : "s");
    }
    print("\n");
}

static int check_file(const CheckOptions *options, const char *file, Json *json) {
    bool is_input = strcmp(file, "-") == 0;
    Checked checked = {.file = is_input ? options->as : file};
    FileBytes bytes = {0};
    bool readable = is_input ? read_input(&bytes, options->as, &checked.messages)
                             : file_read(file, FILE_LIMIT, &bytes, &checked.messages);
    if (readable) {
        read_checked(options, &bytes, &checked);
    }
    report(options, &checked, bytes.data, json);
    int code = EXIT_FINE;
    if (!readable) {
        code = checked.messages.items[0].code == MESSAGE_E108 ? EXIT_NO : EXIT_UNREADABLE;
    } else if (checked.messages.error_count ||
               (options->strict && checked.messages.warning_count)) {
        code = EXIT_NO;
    } else if (options->preview && checked.kind == KIND_TRACK) {
        code = write_preview(options, &checked.track);
    } else if (options->preview && checked.kind == KIND_DRIVER) {
        PictureDef def = {.frame = options->frame, .driver = &checked.driver};
        code = picture_write(options->preview, NULL, &def);
    }
    if (options->again && code == EXIT_FINE && options->format == 0) {
        print_fine(file, checked.messages.warning_count);
    }
    track_destroy(&checked.track);
    file_bytes_free(&bytes);
    return code;
}

/// Checks all files once.
static int check_files(const CheckOptions *options, const char *const *files, int count) {
    Json json = {0};
    int code = EXIT_FINE;
    json_object(&json, NULL);
    json_integer(&json, "schema", 1);
    json_array(&json, "files");
    for (int i = 0; i < count; i++) {
        int result = check_file(options, files[i], &json);
        code = result > code ? result : code;
    }
    json_end_array(&json);
    json_end_object(&json);
    (options->format == 1 ? json_print : json_destroy)(&json);
    return code;
}

/// Checks each file again whenever it is saved, until the program is interrupted or its output is
/// lost.
static void check_again(const CheckOptions *options, const char *const *files, int count) {
    const char *watched[WATCH_FILES_MAX];
    Watch *watch = watch_open(WATCH_EVENTS);
    for (int i = 0; i < count; i++) {
        int number = watch_add(watch, files[i]); // the same of a file named twice
        if (number >= 0) {
            watched[number] = files[i];
        }
    }
    for (;;) {
        int changed[WATCH_FILES_MAX];
        int changes = watch_poll(watch, waiting_now(), changed, WATCH_FILES_MAX);
        for (int i = 0; i < changes; i++) {
            const char *file = watched[changed[i]];
            time_t now = time(NULL);
            char clock[16];
            strftime(clock, sizeof clock, "%H:%M:%S", localtime(&now));
            if (options->format == 0) {
                print("-- %s %s\n", clock, file);
            }
            check_files(options, &file, 1);
        }
        if (fflush(stdout) != 0) {
            break; // nobody reads it any more
        }
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    watch_close(watch);
}

/// What the options of a preview ask for; EXIT_USAGE where that is nothing.
static int read_preview(CheckOptions *options) {
    if (!options->preview && (options->size || options->window || options->overlay)) {
        return options_usage_error("--size, --window and --overlay are of a --preview");
    }
    if (options->preview && !picture_can_write(options->preview)) {
        return EXIT_USAGE;
    }
    if (options->overlay && !text_ends_with(options->preview, ".png")) {
        return options_usage_error("--overlay needs a --preview that ends in .png");
    }
    return picture_read_frame(options->size, options->window, &options->frame) ? EXIT_FINE
                                                                               : EXIT_USAGE;
}

/// Whether any of the files may be a track, for which a car is wanted.
static bool names_a_track(const CheckOptions *options, const char *const *files, int count) {
    for (int i = 0; i < count; i++) {
        const char *name = strcmp(files[i], "-") == 0 ? options->as : files[i];
        if (!text_ends_with(name, LOAD_CAR_SUFFIX) && !text_ends_with(name, LOAD_DRIVER_SUFFIX) &&
            !text_ends_with(name, SETTINGS_SUFFIX) && !text_ends_with(name, SCENE_FILE_SUFFIX)) {
            return true;
        }
    }
    return false;
}

int command_check(int argument_count, char **arguments) {
    CheckOptions check = {.as = "standard-input.track.yaml"};
    const char *car = "gt";
    const Option options[] = {
        {"format", "FORM", OPTION_CHOICE, &check.format, 0, 0, options_formats, "messages as"},
        {"strict", NULL, OPTION_FLAG, &check.strict, 0, 0, NULL, "warnings count as errors"},
        {"verbose", NULL, OPTION_FLAG, &check.verbose, 0, 0, NULL, "also list what was tidied up"},
        {"stats", NULL, OPTION_FLAG, &check.stats, 0, 0, NULL,
         "length, widths, counts, an ideal lap, where cars pass"},
        {"car", "CAR", OPTION_TEXT, &car, 0, 0, NULL,
         "car for the ideal lap, the line and the room it needs (gt)"},
        {"preview", "OUT", OPTION_OUTPUT, &check.preview, 0, 0, NULL,
         "draw the track, or the face of the driver, as .svg or .png"},
        {"size", "WxH", OPTION_TEXT, &check.size, 0, 0, NULL,
         "pixels of the preview (1280x720); W alone: as high as what it shows"},
        {"window", "X,Y,X,Y", OPTION_TEXT, &check.window, 0, 0, NULL,
         "what it shows, in metres: left, bottom, right, top (all)"},
        {"overlay", NULL, OPTION_FLAG, &check.overlay, 0, 0, NULL,
         "with what F2 shows in the game: gates, points, lines (.png)"},
        {"watch", NULL, OPTION_FLAG, &check.watch, 0, 0, NULL,
         "check again whenever a file is saved, until interrupted"},
        {"as", "NAME", OPTION_TEXT, &check.as, 0, 0, NULL,
         "name for standard input, such as mill.track.yaml"},
        LAYER_OPTION,
    };
    const Command command =
        COMMAND("check", "FILE...", 1, LOAD_FILES_MAX,
                "Says what is wrong with files of tracks, cars, drivers, settings and scenes (- is "
                "standard input). "
                "Exit code 1 where anything is.",
                options);
    const char *files[LOAD_FILES_MAX];
    int count,
        code = LAYER_OPTION_TAKE(options_parse(&command, argument_count, arguments, files, &count));
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    code = read_preview(&check);
    if (code != EXIT_FINE) {
        return code;
    }
    load_named_files(options_data_folder, files, count);
    if (check.format == 1 || names_a_track(&check, files, count)) {
        code = load_car(options_data_folder, car, &check.car);
        if (code != EXIT_FINE) {
            return code;
        }
    }
    if (check.watch && count > WATCH_FILES_MAX) {
        return options_usage_error("--watch takes at most %d files", WATCH_FILES_MAX);
    }
    code = check_files(&check, files, count);
    if (check.watch) {
        check.again = true;
        check_again(&check, files, count);
    }
    return code;
}

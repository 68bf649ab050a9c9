/// `axle check`: says what is wrong with track and car files, all of it, with line and column.
#include "app/commands.h"
#include "app/options.h"
#include "app/picture.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "track/track_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct CheckOptions {
    bool strict, verbose, stats;
    int format;
    const char *preview;
} CheckOptions;

typedef struct Checked {
    const char *file;
    MessageList messages;
    bool readable, fine, is_track;
    Track track; ///< Where fine and is_track.
    CarFile car; ///< Where fine and not is_track.
} Checked;

static const char *const formats[] = {"text", "json", NULL};

// By its name; a file of another name by what it says it is.
static bool is_car(const char *file, const char *text) {
    if (text_ends_with(file, LOAD_CAR_SUFFIX) || text_ends_with(file, LOAD_TRACK_SUFFIX)) {
        return text_ends_with(file, LOAD_CAR_SUFFIX);
    }
    return strncmp(text, "format: car/", 12) == 0 || strstr(text, "\nformat: car/") != NULL;
}

static void read_checked(const CheckOptions *options, const FileBytes *bytes, Checked *out) {
    out->is_track = !is_car(out->file, bytes->data);
    out->fine = out->is_track
                    ? track_read(bytes->data, bytes->size, out->file, options->verbose, &out->track,
                                 &out->messages)
                    : load_car_text(bytes->data, bytes->size, out->file, &out->car, &out->messages);
}

static void print_track_stats(const Track *track) {
    printf("%s\n", track->name);
    for (int i = 0; i < track->ribbon_count; i++) {
        const Ribbon *ribbon = &track->ribbons[i];
        float bend = 0.0f, narrow = INFINITY, wide = 0.0f;
        for (int k = 0; k < ribbon->count; k++) {
            const RibbonSample *sample = &ribbon->samples[k];
            bend = fmaxf(bend, fabsf(sample->curvature));
            narrow = fminf(narrow, sample->left + sample->right);
            wide = fmaxf(wide, sample->left + sample->right);
        }
        printf("  ribbon %-12s %.1f m long, %.1f to %.1f m wide", ribbon->id,
               (double)ribbon->length, (double)narrow, (double)wide);
        if (bend > 0.0f) {
            printf(", tightest bend %.1f m", 1.0 / (double)bend);
        }
        putchar('\n');
    }
    printf("  walls %d in %d convex pieces, zones %d, gates %d, grid %d\n", track->wall_count,
           track->wall_piece_count, track->zone_count, track->gate_count, track->slot_count);
}

static void print_car_stats(const CarFile *car) {
    CarModel model = car_model_make(&car->params);
    Hull hull = car_model_hull(&model);
    Box box = hull_bounds(&hull, transform_identity());
    vec2s size = glms_vec2_sub(box.high, box.low);
    printf("%s\n  %.0f kg, %.2f x %.2f m, hull of %d convex piece%s\n", car->name,
           (double)car->params.mass, (double)size.x, (double)size.y, hull.count,
           hull.count == 1 ? "" : "s");
}

static void json_message(Json *json, const Message *message) {
    static const char *const severities[] = {"error", "warning", "note"};
    json_object(json);
    json_key(json, "code");
    json_text(json, message_code_name(message->code));
    json_key(json, "severity");
    json_text(json, severities[message->severity]);
    json_key(json, "line");
    json_integer(json, message->place.line);
    json_key(json, "col");
    json_integer(json, message->place.column);
    if (message->has_position) {
        json_key(json, "x");
        json_number(json, (double)message->x, 2);
        json_key(json, "y");
        json_number(json, (double)message->y, 2);
    }
    json_key(json, "message");
    json_text(json, message->text);
    json_key(json, "help");
    json_text(json, message->help);
    json_end_object(json);
}

static void json_file(Json *json, const Checked *checked) {
    char text[HASH_TEXT_MAX];
    json_object(json);
    json_key(json, "file");
    json_text(json, checked->file);
    if (checked->fine && checked->is_track) {
        json_key(json, "hash");
        json_text(json, hash_text128(checked->track.hash, text));
    }
    json_key(json, "errors");
    json_integer(json, checked->messages.error_count);
    json_key(json, "warnings");
    json_integer(json, checked->messages.warning_count);
    json_key(json, "messages");
    json_array(json);
    for (int i = 0; i < checked->messages.count; i++) {
        json_message(json, &checked->messages.items[i]);
    }
    json_end_array(json);
    json_end_object(json);
}

static void report(const CheckOptions *options, const Checked *checked, const char *source,
                   Json *json) {
    if (options->format == 1) {
        json_file(json, checked);
        return;
    }
    messages_print(&checked->messages, stdout, isatty(STDOUT_FILENO) ? source : NULL);
    if (options->stats && checked->fine) {
        if (checked->is_track) {
            print_track_stats(&checked->track);
        } else {
            print_car_stats(&checked->car);
        }
    }
}

static int check_file(const CheckOptions *options, const char *file, Json *json) {
    static Checked checked; // large, and one at a time
    memset(&checked, 0, sizeof checked);
    checked.file = file;
    FileBytes bytes = {0};
    checked.readable = file_read(file, FILE_LIMIT, &bytes, &checked.messages);
    if (checked.readable) {
        read_checked(options, &bytes, &checked);
    }
    report(options, &checked, bytes.data, json);
    int code = EXIT_FINE;
    if (!checked.readable) {
        code = checked.messages.count && checked.messages.items[0].code == MESSAGE_E108
                   ? EXIT_NO
                   : EXIT_UNREADABLE;
    } else if (!checked.fine || (options->strict && checked.messages.warning_count)) {
        code = EXIT_NO;
    } else if (options->preview && checked.is_track) {
        code = picture_track(options->preview, &checked.track);
    }
    if (checked.fine && checked.is_track) {
        track_destroy(&checked.track);
    }
    if (checked.readable) {
        file_bytes_free(&bytes);
    }
    return code;
}

int command_check(int argument_count, char **arguments) {
    enum {
        FILES_MAX = 256
    };
    CheckOptions check = {0};
    const Option options[] = {
        {"format", "FORM", OPTION_CHOICE, &check.format, 0, 0, formats, "messages as"},
        {"strict", NULL, OPTION_FLAG, &check.strict, 0, 0, NULL, "warnings count as errors"},
        {"verbose", NULL, OPTION_FLAG, &check.verbose, 0, 0, NULL, "also what was tidied silently"},
        {"stats", NULL, OPTION_FLAG, &check.stats, 0, 0, NULL, "length, widths, counts"},
        {"preview", "OUT", OPTION_TEXT, &check.preview, 0, 0, NULL,
         "draw the track as .svg or .png"},
    };
    const Command command = {
        "check",
        "FILE...",
        1,
        FILES_MAX,
        "Says what is wrong with track and car files. Exit code 1 where anything is.",
        options,
        sizeof options / sizeof options[0]};
    const char *files[FILES_MAX];
    int count, code = EXIT_FINE;
    if (!options_parse(&command, argument_count, arguments, files, &count, &code)) {
        return code;
    }
    Json json = {0};
    json_object(&json);
    json_key(&json, "schema");
    json_integer(&json, 1);
    json_key(&json, "files");
    json_array(&json);
    for (int i = 0; i < count; i++) {
        int result = check_file(&check, files[i], &json);
        code = result > code ? result : code;
    }
    json_end_array(&json);
    json_end_object(&json);
    if (check.format == 1) {
        puts(json.written.text);
    }
    json_destroy(&json);
    return code;
}

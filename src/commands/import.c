/// `axle import`: a track of another format as a native one.
#include "import/import.h"

#include "base/print.h"
#include "base/text.h"
#include "command_line/files.h"
#include "command_line/layer_option.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "formats/yaml_write.h"
#include "reports/check_stats.h"
#include "session/load.h"
#include "track_check/track_check.h"
#include "track_file/keys_schema.h"
#include "track_file/track_file.h"
#include "track_file/track_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The text of the track, below a line that says where it is from; of one that gets its schema
/// beside it (`with_schema`) the first line names that.
static void write_text(const YamlNode *root, const char *file, bool with_schema, Arena *arena,
                       TextBuffer *out) {
    const char *name = text_file_name(file);
    if (with_schema) {
        text_add(out, KEYS_SCHEMA_LINE, strlen(KEYS_SCHEMA_LINE));
    }
    text_add(out, "# Imported from ", 16);
    size_t before = out->size;
    text_add(out, name, strlen(name));
    text_mask(out->text + before); // one line, whatever the file is called
    text_add(out, "\n", 1);
    yaml_write(track_canonical(root, NULL, arena), out);
}

/// Says what was made, on standard output. Also what the checks of tracks find in it.
static int report(const char *out, const TextBuffer *text) {
    MessageList messages = {0};
    Track track;
    bool fine = track_read(text->text, text->size, out, false, &track, &messages) &&
                track_check(&track, &messages);
    messages_print(&messages, stderr, isatty(STDERR_FILENO) ? text->text : NULL);
    if (!fine) {
        print_to(stderr, "axle: %s is written, but cannot be raced as it is\n", out);
    } else if (track.ribbon_count > 0 && track.ribbons[0].count > 0) {
        RibbonStats road = check_ribbon_stats(&track.ribbons[0]);
        print("%s: %s, %.0f m long, %.1f to %.1f m wide\n", out, track.name, (double)road.length,
              (double)road.narrowest, (double)road.widest);
    } else {
        print("%s: %s\n", out, track.name);
    }
    track_destroy(&track);
    return fine ? EXIT_FINE : EXIT_NO;
}

static int put_out(const char *out, const TextBuffer *text) {
    if (!out) {
        print_as_is(stdout, text->text, text->size);
        return EXIT_FINE;
    }
    MessageList messages = {0};
    bool fine =
        file_write(out, text->text, text->size, &messages) && keys_write_schema(out, &messages);
    messages_print(&messages, stderr, NULL);
    return fine ? report(out, text) : EXIT_UNREADABLE;
}

static int import_file(const char *file, const ImportOptions *asked, const char *out) {
    MessageList messages = {0};
    FileBytes bytes;
    int code = files_read(file, FILE_LIMIT, &bytes);
    if (code != EXIT_FINE) {
        return code;
    }
    ImportFormat format = import_format(file, bytes.data);
    Arena arena = {0};
    TextBuffer text = {0};
    if (format == IMPORT_NATIVE) {
        code = options_usage_error(
            "import: \"%s\" is none of .csv, .geojson, .kml, .gpx, .osm, .svg, .tmx, .tmj\n    help: "
            "`axle format` formats .track.yaml files",
            file);
    } else {
        YamlNode *root =
            import_read(format, bytes.data, bytes.size, file, asked, &arena, &messages);
        messages_sort(&messages);
        messages_print(&messages, stderr, isatty(STDERR_FILENO) ? bytes.data : NULL);
        code = EXIT_NO;
        if (root && messages.error_count == 0) {
            write_text(root, file, out != NULL, &arena, &text);
            code = put_out(out, &text);
        }
    }
    free(text.text);
    arena_destroy(&arena);
    file_bytes_free(&bytes);
    return code;
}

int command_import(int argument_count, char **arguments) {
    ImportOptions asked = {.line.verbose = true};
    const char *file = NULL, *out = NULL;
    const Option options[] = {
        {"out", "OUT.track.yaml", OPTION_OUTPUT, &out, 0, 0, NULL,
         "write it there, or -o OUT (standard output)"},
        {"name", "TEXT", OPTION_TEXT, &asked.name, 0, 0, NULL, "name of the track (the file's)"},
        {"pick", "NAME", OPTION_TEXT, &asked.pick, 0, 0, NULL,
         "take this circuit of several in the file (the longest)"},
        {"width", "M", OPTION_FLOAT, &asked.line.width, 3, 60, NULL,
         "width of roads that have none in the file (12)"},
        {"length", "M", OPTION_FLOAT, &asked.line.length, 50, 80000, NULL,
         "real length of the circuit: scales the line to it"},
        {"scale", "M", OPTION_FLOAT, &asked.line.scale, 1e-6, 1e6, NULL,
         "metres per unit of the file"},
        {"fit-length", "M", OPTION_FLOAT, &asked.line.fit_length, 50, 80000, NULL,
         "scale the circuit to this length, its width with it"},
        {"keep-width", NULL, OPTION_FLAG, &asked.line.keep_width, 0, 0, NULL,
         "keep the width of the road with --fit-length"},
        {"simplify", "M", OPTION_FLOAT, &asked.line.simplify, 0.001, 100, NULL,
         "leave points out while the line moves less than this"},
        LAYER_OPTION,
    };
    const Command command = COMMAND(
        "import", "IN", 1, 1,
        "Turns a circuit (.csv, .geojson, .kml, .gpx, .osm), a drawing (.svg) or a map of Tiled "
        "(.tmx, .tmj) into a track.",
        options);
    int code = LAYER_OPTION_TAKE(options_parse(&command, argument_count, arguments, &file, NULL));
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    asked.layers = load_import_options.layers;
    asked.layer_count = load_import_options.layer_count;
    return import_file(file, &asked, out);
}

#include "track_file/track_file.h"

#include "base/assert.h"
#include "geometry/trig.h"
#include "import/import.h"
#include "track/theme.h"
#include "track/track_build.h"
#include "track_file/track_reader.h"

#include <stdlib.h>
#include <string.h>

#define FORMAT "track/1"

/// The format is read first: a file of a newer one is told apart from one full of mistakes. Where
/// there is none read_top says so.
static bool read_format(TrackReader *reader, const YamlNode *root) {
    const YamlNode *node = yaml_find(root, "format");
    const char *format = FORMAT;
    if (!yaml_text(node, "format", 1, 60, &format, reader->messages) ||
        strcmp(format, FORMAT) == 0) {
        return true;
    }
    if (strncmp(format, "track/", 6) == 0 && strspn(format + 6, "0123456789") > 0) {
        message_add(reader->messages, MESSAGE_E208, node->place, format, FORMAT);
        return false;
    }
    reader_wrong(reader, node, "format", FORMAT);
    return true;
}

/// Reads the map that is the key `row` of `root` into the struct `out`.
static void read_map(TrackReader *reader, const YamlNode *root, TrackRow row,
                     const ReaderField *fields, int count, void *out) {
    const TrackKey *key = &track_keys[row];
    const YamlNode *map = yaml_find(root, key->key);
    if (reader_is_map(reader, map, key->key, key->of, NULL)) {
        reader_fields(reader, map, fields, count, out);
    }
}

static void read_words(TrackReader *reader, const YamlNode *root) {
    static const ReaderField fields[] = {
        FIELD(track, TrackDef, author),
        FIELD(track, TrackDef, license),
        FIELD(track, TrackDef, description),
        FIELD_AS(track, reversible, TrackDef, base.reversible),
    };
    TrackDef *def = reader->def;
    def->name = def->author = def->license = def->description = "";
    def->base.reversible = true;
    reader_required(reader, root, TRACK_ROW_track_name, "name: ...", &def->name);
    reader_fields(reader, root, READER_FIELDS(fields), def);
    if (reader_value(reader, root, TRACK_ROW_track_laps, &def->laps)) {
        def->laps_place = yaml_find(root, "laps")->place;
    }
}

static void read_look(TrackReader *reader, const YamlNode *root) {
    static const ReaderField colors[] = {
        FIELD(colors, TrackColors, ground),   FIELD(colors, TrackColors, ground2),
        FIELD(colors, TrackColors, asphalt),  FIELD(colors, TrackColors, line),
        FIELD(colors, TrackColors, kerb_a),   FIELD(colors, TrackColors, kerb_b),
        FIELD(colors, TrackColors, wall_top), FIELD(colors, TrackColors, wall_side),
        FIELD(colors, TrackColors, accent),
    };
    static const ReaderField light[] = {
        FIELD_AS(light, time, Track, light),
        FIELD(light, Track, sun),
        FIELD_AS(light, elevation, Track, sun_elevation),
    };
    Track *track = &reader->def->base;
    reader_value(reader, root, TRACK_ROW_track_theme, &track->theme);
    track->colors = theme_colors[track->theme];
    read_map(reader, root, TRACK_ROW_track_colors, READER_FIELDS(colors), &track->colors);
    track->sun = 135.0f * (TRIG_PI / 180.0f);
    track->sun_elevation = 45.0f;
    read_map(reader, root, TRACK_ROW_track_light, READER_FIELDS(light), track);
    track->sun_elevation *= TRIG_PI / 180.0f;
}

static void read_bounds(TrackReader *reader, const YamlNode *node) {
    static const ReaderNumber side = {"bounds", "m", -10000.0, 10000.0};
    float values[4] = {0};
    if (!reader_numbers(reader, node, "bounds", "[left, bottom, right, top] in metres",
                        (ReaderNumber[4]){side, side, side, side}, 4, values)) {
        return;
    }
    if (values[2] - values[0] < 20.0f || values[3] - values[1] < 20.0f) {
        reader_wrong(reader, node, "bounds", "at least 20 m wide and high");
        return;
    }
    reader->def->has_bounds = true;
    reader->def->base.bounds = (Box){{{values[0], values[1]}}, {{values[2], values[3]}}};
}

static void read_medals(TrackReader *reader, const YamlNode *root) {
    static const ReaderField fields[] = {
        FIELD_AS(medals, author, Track, medals[0]),
        FIELD_AS(medals, gold, Track, medals[1]),
        FIELD_AS(medals, silver, Track, medals[2]),
        FIELD_AS(medals, bronze, Track, medals[3]),
    };
    read_map(reader, root, TRACK_ROW_track_medals, READER_FIELDS(fields), &reader->def->base);
}

/// The picture that an author traces. It is kept in the file for editors: a race never sees it, and
/// of it the track knows the name alone.
static void read_background(TrackReader *reader, const YamlNode *map) {
    if (!reader_is_map(reader, map, "background", TRACK_MAP_background, NULL)) {
        return;
    }
    TrackDef *def = reader->def;
    vec2s center = {{0.0f, 0.0f}};
    float value = 0.0f;
    if (reader_required(reader, map, TRACK_ROW_background_file, "file: plan.png",
                        &def->background)) {
        def->background_place = yaml_find(map, "file")->place;
    }
    reader_value(reader, map, TRACK_ROW_background_center, &center);
    reader_value(reader, map, TRACK_ROW_background_width, &value);
    reader_value(reader, map, TRACK_ROW_background_angle, &value);
    reader_value(reader, map, TRACK_ROW_background_opacity, &value);
}

/// Everything below the top of the file, in an order that lets names be known before they are used.
static void read_top(TrackReader *reader, const YamlNode *root) {
    TrackDef *def = reader->def;
    track_keys_check(root, "the track", TRACK_MAP_track, NULL, reader->messages);
    yaml_require(root, "format", "format: " FORMAT, reader->messages);
    read_words(reader, root);
    read_look(reader, root);
    read_surfaces(reader, yaml_find(root, "surfaces"));
    read_materials(reader, yaml_find(root, "materials"));
    def->base.ground = SURFACE_GRASS;
    reader_value(reader, root, TRACK_ROW_track_ground, &def->base.ground);
    read_bounds(reader, yaml_find(root, "bounds"));
    read_medals(reader, root);
    def->ribbons = reader_items(reader, root, TRACK_ROW_track_ribbons, sizeof *def->ribbons,
                                read_ribbon, &def->ribbon_count);
    def->race_lost |= !def->ribbons && (yaml_find(root, "ribbons") ||
                                        yaml_is_misspelt(root, "ribbons", reader->messages));
    def->zones = reader_items(reader, root, TRACK_ROW_track_zones, sizeof *def->zones, read_zone,
                              &def->zone_count);
    def->walls = reader_items(reader, root, TRACK_ROW_track_walls, sizeof *def->walls, read_wall,
                              &def->wall_count);
    read_finish(reader, yaml_find(root, "finish"));
    read_gates(reader, root);
    read_grid(reader, yaml_find(root, "grid"));
    def->lines = reader_items(reader, root, TRACK_ROW_track_lines, sizeof *def->lines, read_line,
                              &def->line_count);
    def->props = reader_items(reader, root, TRACK_ROW_track_props, sizeof *def->props, read_prop,
                              &def->prop_count);
    def->movers = reader_items(reader, root, TRACK_ROW_track_movers, sizeof *def->movers,
                               read_mover, &def->mover_count);
    read_crates(reader, yaml_find(root, "crates"));
    def->scenery = reader_items(reader, root, TRACK_ROW_track_scenery, sizeof *def->scenery,
                                read_scenery, &def->scenery_count);
    read_background(reader, yaml_find(root, "background"));
    if (!yaml_find(root, "ribbons") && !def->race_lost && yaml_find(root, "finish")) {
        yaml_require(root, "grid", "grid: {slots: [[x, y, degrees], ...]}", reader->messages);
    }
}

/// Messages outlive the track, and with it its own copy of the file's name.
static void lend_name(MessageList *messages, const char *own, const char *file) {
    for (int i = 0; i < messages->count; i++) {
        Message *message = &messages->items[i];
        message->place.file = message->place.file == own ? file : message->place.file;
        message->note_place.file =
            message->note_place.file == own ? file : message->note_place.file;
    }
}

/// Leaves out what the messages from `first` on say again of one place of a foreign file: a
/// property of a layer is one of each of its objects.
static void say_once(MessageList *messages, int first) {
    int kept = first;
    for (int i = first; i < messages->count; i++) {
        const Message *message = &messages->items[i];
        bool said = false;
        for (int k = first; k < kept && !said && message->place.line > 0; k++) {
            const Message *before = &messages->items[k];
            said = before->code == message->code && before->place.line == message->place.line &&
                   before->place.column == message->place.column &&
                   (message->code == MESSAGE_E201 || strcmp(before->text, message->text) == 0);
        }
        if (said) {
            messages->error_count -= message->severity == SEVERITY_ERROR;
            messages->warning_count -= message->severity == SEVERITY_WARNING;
        } else if (kept++ < i) {
            messages->items[kept - 1] = *message;
        }
    }
    messages->count = kept;
}

/// Whether the messages from `first` on say that a drawing was read as the map of a circuit.
static bool fell_back(const MessageList *messages, int first) {
    for (int i = first; i < messages->count; i++) {
        if (messages->items[i].code == MESSAGE_W641) {
            return true;
        }
    }
    return false;
}

bool track_read_with(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Track *out, MessageList *messages) {
    ASSERT(text != NULL && file != NULL && options != NULL && out != NULL && messages != NULL);
    int first = messages->count;
    bool verbose = options->line.verbose;
    Arena arena = {0};
    TrackDef *def = arena_alloc(&arena, sizeof *def);
    TrackReader reader = {.arena = &arena, .messages = messages, .def = def};
    int errors = messages->error_count;
    *out = (Track){0};
    const char *own = arena_copy_text(&out->arena, file);
    ImportFormat format = import_format(file, text);
    YamlNode *root = format == IMPORT_NATIVE
                         ? yaml_read(text, size, own, &arena, messages)
                         : import_read(format, text, size, own, options, &arena, messages);
    def->race_lost = messages->error_count > errors; // a tree with errors is that of an importer
    if (root && root->kind != YAML_MAP) {
        reader_wrong(&reader, root, "a track", "a map of keys");
    } else if (root &&
               !yaml_refuse_empty(root, "`axle new track NAME` writes one to begin with",
                                  messages) &&
               read_format(&reader, root)) {
        def->place = root->place;
        read_top(&reader, root);
        track_build(def, verbose, out, messages);
    }
    free(reader.ids);
    arena_destroy(&arena);
    lend_name(messages, own, file);
    if (format != IMPORT_NATIVE) {
        say_once(messages, first);
    }
    out->is_circuit_map = fell_back(messages, first);
    messages_sort(messages);
    bool good = messages->error_count == errors;
    if (!good) {
        track_destroy(out);
    }
    return good;
}

bool track_read(const char *text, size_t size, const char *file, bool verbose, Track *out,
                MessageList *messages) {
    const ImportOptions options = {.line.verbose = verbose};
    return track_read_with(text, size, file, &options, out, messages);
}

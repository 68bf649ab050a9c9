#include "track_file/track_file.h"

#include "base/assert.h"
#include "geometry/trig.h"
#include "import/import.h"
#include "track/theme.h"
#include "track/track_build.h"
#include "track_file/track_reader.h"

#include <string.h>

#define FORMAT "track/1"

/// The format is read first: a file of a newer one is told apart from one full of mistakes.
static bool read_format(TrackReader *reader, const YamlNode *root) {
    const YamlNode *node = yaml_require(root, "format", "format: " FORMAT, reader->messages);
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

static void read_words(TrackReader *reader, const YamlNode *root) {
    TrackDef *def = reader->def;
    MessageList *messages = reader->messages;
    def->name = def->author = def->license = def->description = "";
    yaml_text(yaml_require(root, "name", "name: ...", messages), "name", 1, 60, &def->name,
              messages);
    yaml_text(yaml_find(root, "author"), "author", 0, 60, &def->author, messages);
    yaml_text(yaml_find(root, "license"), "license", 0, 60, &def->license, messages);
    yaml_text(yaml_find(root, "description"), "description", 0, 500, &def->description, messages);
    const YamlNode *laps = yaml_find(root, "laps");
    if (yaml_integer(laps, "laps", 1, 99, &def->laps, messages)) {
        def->laps_place = laps->place;
    }
    def->reversible = true;
    yaml_bool(yaml_find(root, "reversible"), "reversible", &def->reversible, messages);
}

static void read_colors(TrackReader *reader, const YamlNode *map) {
    static const char *const keys[] = {"ground", "ground2",  "asphalt",   "line",  "kerb_a",
                                       "kerb_b", "wall_top", "wall_side", "accent"};
    if (!map) {
        return;
    }
    track_keys_check(map, "colors", TRACK_MAP_colors, NULL, reader->messages);
    if (map->kind != YAML_MAP) {
        return;
    }
    TrackColors *colors = &reader->def->colors;
    uint32_t *const values[] = {&colors->ground,   &colors->ground2,   &colors->asphalt,
                                &colors->line,     &colors->kerb_a,    &colors->kerb_b,
                                &colors->wall_top, &colors->wall_side, &colors->accent};
    for (int i = 0; i < (int)(sizeof keys / sizeof *keys); i++) {
        yaml_color(yaml_find(map, keys[i]), keys[i], values[i], reader->messages);
    }
}

static void read_light(TrackReader *reader, const YamlNode *map) {
    static const char *const times[] = {"day", "dusk", "night"};
    TrackDef *def = reader->def;
    float elevation = 45.0f;
    def->sun = 135.0f * (TRIG_PI / 180.0f);
    if (map) {
        track_keys_check(map, "light", TRACK_MAP_light, NULL, reader->messages);
    }
    if (map && map->kind == YAML_MAP) {
        yaml_choice(yaml_find(map, "time"), "time", READER_KEYS(times), &def->light,
                    reader->messages);
        reader_angle(reader, yaml_find(map, "sun"), "sun", &def->sun);
        yaml_number(yaml_find(map, "elevation"), "elevation", "degrees", 10.0, 80.0, &elevation,
                    reader->messages);
    }
    def->sun_elevation = elevation * (TRIG_PI / 180.0f);
}

static void read_look(TrackReader *reader, const YamlNode *root) {
    TrackDef *def = reader->def;
    int theme = THEME_MEADOW;
    yaml_choice(yaml_find(root, "theme"), "theme", theme_names, THEME_COUNT, &theme,
                reader->messages);
    def->theme = (TrackTheme)theme;
    def->colors = theme_colors[theme];
    read_colors(reader, yaml_find(root, "colors"));
    read_light(reader, yaml_find(root, "light"));
}

static void read_bounds(TrackReader *reader, const YamlNode *node) {
    if (!node) {
        return;
    }
    if (node->kind != YAML_LIST || node->count != 4) {
        reader_wrong(reader, node, "bounds", "[left, bottom, right, top] in metres");
        return;
    }
    float values[4] = {0};
    bool good = true;
    const YamlNode *value = node->first;
    for (int i = 0; i < 4; i++, value = value->next) {
        good &= yaml_number(value, "bounds", "m", -10000.0, 10000.0, &values[i], reader->messages);
    }
    if (!good) {
        return;
    }
    if (values[2] - values[0] < 20.0f || values[3] - values[1] < 20.0f) {
        reader_wrong(reader, node, "bounds", "at least 20 m wide and high");
        return;
    }
    reader->def->has_bounds = true;
    reader->def->bounds = (Box){{{values[0], values[1]}}, {{values[2], values[3]}}};
}

static void read_medals(TrackReader *reader, const YamlNode *map) {
    static const char *const keys[] = {"author", "gold", "silver", "bronze"};
    if (!map) {
        return;
    }
    track_keys_check(map, "medals", TRACK_MAP_medals, NULL, reader->messages);
    for (int i = 0; map->kind == YAML_MAP && i < 4; i++) {
        yaml_number(yaml_find(map, keys[i]), keys[i], "s", 1.0, 3600.0, &reader->def->medals[i],
                    reader->messages);
    }
}

/// The picture that an author traces. It is checked here and kept in the file for editors: a race
/// never sees it.
static void read_background(TrackReader *reader, const YamlNode *map) {
    MessageList *messages = reader->messages;
    if (!map || !track_keys_check(map, "background", TRACK_MAP_background, NULL, messages)) {
        return;
    }
    const char *file = "";
    vec2s center = {{0.0f, 0.0f}};
    float value = 0.0f;
    yaml_text(yaml_require(map, "file", "file: plan.png", messages), "file", 1, 255, &file,
              messages);
    yaml_point(yaml_find(map, "center"), &center, messages);
    yaml_number(yaml_find(map, "width"), "width", "m", 1.0, 20000.0, &value, messages);
    const YamlNode *angle = yaml_find(map, "angle");
    if (angle) {
        reader_angle(reader, angle, "angle", &value);
    }
    yaml_number(yaml_find(map, "opacity"), "opacity", "", 0.0, 1.0, &value, messages);
}

/// E202 for what a track without ribbons has to say itself.
static void check_complete(TrackReader *reader, const YamlNode *root) {
    if (!yaml_find(root, "ribbons") && yaml_find(root, "finish")) {
        yaml_require(root, "grid", "grid: {slots: [[x, y, degrees], ...]}", reader->messages);
    }
}

/// Everything below the top of the file, in an order that lets names be known before they are used.
static void read_top(TrackReader *reader, const YamlNode *root) {
    TrackDef *def = reader->def;
    track_keys_check(root, "the track", TRACK_MAP_track, NULL, reader->messages);
    read_words(reader, root);
    read_look(reader, root);
    read_surfaces(reader, yaml_find(root, "surfaces"));
    read_materials(reader, yaml_find(root, "materials"));
    def->ground = SURFACE_GRASS;
    reader_surface(reader, yaml_find(root, "ground"), &def->ground);
    read_bounds(reader, yaml_find(root, "bounds"));
    read_medals(reader, yaml_find(root, "medals"));
    read_ribbons(reader, yaml_find(root, "ribbons"));
    read_zones(reader, yaml_find(root, "zones"));
    read_walls(reader, yaml_find(root, "walls"));
    read_finish(reader, yaml_find(root, "finish"));
    read_gates(reader, yaml_find(root, "gates"));
    read_grid(reader, yaml_find(root, "grid"));
    read_lines(reader, yaml_find(root, "lines"));
    read_props(reader, yaml_find(root, "props"));
    read_movers(reader, yaml_find(root, "movers"));
    read_scenery(reader, yaml_find(root, "scenery"));
    read_background(reader, yaml_find(root, "background"));
    check_complete(reader, root);
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

bool track_read(const char *text, size_t size, const char *file, bool verbose, Track *out,
                MessageList *messages) {
    ASSERT(text != NULL && file != NULL && out != NULL && messages != NULL);
    Arena arena = {0};
    TrackDef *def = arena_alloc(&arena, sizeof *def);
    TrackReader reader = {.arena = &arena, .messages = messages, .def = def};
    int errors = messages->error_count;
    *out = (Track){0};
    const char *own = arena_copy_text(&out->arena, file);
    ImportFormat format = import_format(file, text);
    const ImportOptions import = {.line.verbose = verbose};
    YamlNode *root = format == IMPORT_NATIVE
                         ? yaml_read(text, size, own, &arena, messages)
                         : import_read(format, text, size, own, &import, &arena, messages);
    if (root && root->kind != YAML_MAP) {
        reader_wrong(&reader, root, "a track", "a map of keys");
    } else if (root && read_format(&reader, root)) {
        def->place = root->place;
        read_top(&reader, root);
        track_build(def, verbose, out, messages);
    }
    arena_destroy(&arena);
    lend_name(messages, own, file);
    messages_sort(messages);
    bool good = messages->error_count == errors;
    if (!good) {
        track_destroy(out);
    }
    return good;
}

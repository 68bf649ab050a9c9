#include "base/text.h"
#include "base/yaml_build.h"
#include "import/formats.h"
#include "import/import.h"
#include "import/json_text.h"
#include "import/tiled_track.h"
#include "import/tiled_value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// m a pixel, where the map does not say.
#define METRES_PER_PIXEL 0.1

/// Names of classes and layers.
static const struct {
    const char *name;
    TiledKind kind;
} kind_names[] = {
    {"road", TILED_KIND_ROAD},     {"roads", TILED_KIND_ROAD},      {"ribbon", TILED_KIND_ROAD},
    {"wall", TILED_KIND_WALL},     {"walls", TILED_KIND_WALL},      {"zone", TILED_KIND_ZONE},
    {"zones", TILED_KIND_ZONE},    {"gate", TILED_KIND_GATE},       {"gates", TILED_KIND_GATE},
    {"finish", TILED_KIND_FINISH}, {"grid", TILED_KIND_GRID},       {"slot", TILED_KIND_GRID},
    {"prop", TILED_KIND_PROP},     {"props", TILED_KIND_PROP},      {"mover", TILED_KIND_MOVER},
    {"movers", TILED_KIND_MOVER},  {"scenery", TILED_KIND_SCENERY}, {"tree", TILED_KIND_TREE},
    {"line", TILED_KIND_LINE},     {"lines", TILED_KIND_LINE},
};

/// Classes that say what a prop is.
static const char *const prop_names[] = {"cone", "tyre",    "tyre_stack", "barrel",
                                         "bale", "barrier", "box"};

typedef struct Reader {
    const ImportOptions *options;
    TiledValues values;
    TiledTrack track;
    int skipped; ///< Objects of tiles, hidden things and layers without objects.
} Reader;

/// A layer as its objects see it.
typedef struct Layer {
    const YamlNode *node;
    double x, y; ///< px, shift with those of the groups around it.
    TiledKind kind;
    const char *name;
} Layer;

static TiledKind kind_of(const char *name) {
    for (size_t i = 0; i < sizeof kind_names / sizeof *kind_names; i++) {
        if (strcmp(kind_names[i].name, name) == 0) {
            return kind_names[i].kind;
        }
    }
    return TILED_KIND_NONE;
}

static bool is_prop_name(const char *name) {
    return text_find(name, prop_names, sizeof prop_names / sizeof *prop_names) >= 0;
}

static const char *class_of(const YamlNode *node) {
    const char *type = json_text_string(yaml_find(node, "type"));
    return type[0] ? type : json_text_string(yaml_find(node, "class")); // Tiled 1.9
}

// ---- layers ---------------------------------------------------------------------------------

static bool is_hidden(const YamlNode *node) {
    return strcmp(json_text_string(yaml_find(node, "visible")), "false") == 0;
}

/// What an object is: its class says it, else its layer. A class that is no kind is the material,
/// surface or kind of what the layer holds: `word`.
static TiledKind object_kind(const YamlNode *node, TiledKind layer, const char **word) {
    const char *name = class_of(node);
    TiledKind kind = name[0] ? kind_of(name) : layer;
    *word = NULL;
    if (kind == TILED_KIND_NONE && is_prop_name(name)) {
        kind = TILED_KIND_PROP;
        *word = name;
    } else if (kind == TILED_KIND_NONE) {
        kind = layer;
        *word = name;
    }
    return kind;
}

static void read_object(Reader *reader, const YamlNode *node, const Layer *layer) {
    const char *word = NULL;
    TiledKind kind = object_kind(node, layer->kind, &word);
    if (node->kind != YAML_MAP || is_hidden(node) || kind == TILED_KIND_NONE ||
        yaml_find(node, "gid")) {
        reader->skipped++;
        return;
    }
    TiledObject object;
    if (!tiled_object_read(node, layer->x, layer->y, &reader->track.frame, &object,
                           reader->values.arena, reader->values.messages)) {
        return;
    }
    YamlNode *map = yaml_build_map(reader->values.arena, node->place);
    tiled_values_merge(&reader->values, layer->node, map, NULL);
    tiled_values_merge(&reader->values, node, map, kind == TILED_KIND_MOVER ? "path" : NULL);
    const char *key = kind == TILED_KIND_WALL || kind == TILED_KIND_MOVER ? "material"
                      : kind == TILED_KIND_ZONE                           ? "surface"
                      : kind == TILED_KIND_PROP                           ? "kind"
                                                                          : NULL;
    if (word && word[0] && key && !yaml_find(map, key)) {
        yaml_build_set(reader->values.arena, map, key,
                       yaml_build_text(reader->values.arena, node->place, word));
    }
    tiled_track_add(&reader->track, &object, kind, map);
}

/// What the layer called `name` is by --layer=KIND:NAME, else by its class, else by its name.
static TiledKind layer_kind(const Reader *reader, const YamlNode *node, const char *name) {
    for (int i = 0; i < reader->options->layer_count; i++) {
        const char *colon = strchr(reader->options->layers[i], ':');
        if (colon && strcmp(colon + 1, name) == 0) {
            char word[24];
            snprintf(word, sizeof word, "%.*s", (int)(colon - reader->options->layers[i]),
                     reader->options->layers[i]);
            return kind_of(word);
        }
    }
    TiledKind kind = kind_of(class_of(node));
    return kind != TILED_KIND_NONE ? kind : kind_of(name);
}

/// Whether any object says itself what it is.
static bool has_classes(const YamlNode *objects) {
    for (const YamlNode *node = objects->first; node; node = node->next) {
        const char *name = class_of(node);
        if (kind_of(name) != TILED_KIND_NONE || is_prop_name(name)) {
            return true;
        }
    }
    return false;
}

static void read_layers(Reader *reader, const YamlNode *list, const Layer *group) {
    const YamlNode *node = list && list->kind == YAML_LIST ? list->first : NULL;
    for (; node; node = node->next) {
        const char *name = json_text_string(yaml_find(node, "name"));
        if (name[0] == '_' || is_hidden(node)) {
            continue;
        }
        Layer layer = {.node = node, .x = group->x, .y = group->y, .name = name};
        double x = 0.0;
        double y = 0.0;
        json_text_number(yaml_find(node, "offsetx"), &x);
        json_text_number(yaml_find(node, "offsety"), &y);
        layer.x += x;
        layer.y += y;
        TiledKind own = layer_kind(reader, node, name);
        layer.kind = own != TILED_KIND_NONE ? own : group->kind;
        read_layers(reader, yaml_find(node, "layers"), &layer);
        const YamlNode *objects = yaml_find(node, "objects");
        if (!objects || objects->kind != YAML_LIST || objects->count == 0) {
            reader->skipped += yaml_find(node, "layers") || objects ? 0 : 1;
            continue;
        }
        if (layer.kind == TILED_KIND_NONE && !has_classes(objects)) {
            message_add(reader->values.messages, MESSAGE_W707, node->place, name);
            continue;
        }
        for (const YamlNode *object = objects->first; object; object = object->next) {
            read_object(reader, object, &layer);
        }
    }
}

// ---- the track ------------------------------------------------------------------------------

static void set_frame(Reader *reader) {
    double scale = METRES_PER_PIXEL;
    double rows = 0.0;
    double height = 0.0;
    const YamlNode *own = tiled_value_find(reader->track.map, "metres_per_pixel");
    if (own && (!json_text_number(own, &scale) || !(scale > 1e-6 && scale < 1e6))) {
        message_add(reader->values.messages, MESSAGE_E203, own->place, "metres_per_pixel",
                    "a number above 0", "something else", "write 0.1");
        scale = METRES_PER_PIXEL;
    }
    json_text_number(yaml_find(reader->track.map, "height"), &rows);
    json_text_number(yaml_find(reader->track.map, "tileheight"), &height);
    bool infinite = strcmp(json_text_string(yaml_find(reader->track.map, "infinite")), "true") == 0;
    bool sane = fabs(rows) < 1e6 && fabs(height) < 1e6 && !infinite;
    reader->track.frame.scale =
        reader->options->line.scale > 0.0f ? (double)reader->options->line.scale : scale;
    reader->track.frame.height = sane ? rows * height : 0.0;
}

static bool is_map(const YamlNode *root, MessageList *messages) {
    bool good = root->kind == YAML_MAP && yaml_find(root, "layers");
    if (!good) {
        message_add(messages, MESSAGE_E630, root->place,
                    "this is no map of Tiled: it has no layers",
                    "save it with File > Save As, as JSON map file (.tmj)");
    }
    return good;
}

YamlNode *import_tiled(const char *text, size_t size, const char *file,
                       const ImportOptions *options, Arena *arena, MessageList *messages) {
    if (size > 0 && text[0] == '<') {
        message_add(messages, MESSAGE_E630, (Place){file, 1, 1}, "this is a map of Tiled as XML",
                    "save it with File > Save As, as JSON map file (.tmj)");
        return NULL;
    }
    const YamlNode *root = json_text_read(text, size, file, arena, messages);
    if (!root || !is_map(root, messages)) {
        return NULL;
    }
    int errors = messages->error_count;
    Reader *reader = arena_alloc(arena, sizeof *reader);
    reader->options = options;
    reader->values = (TiledValues){file, arena, messages};
    reader->track.file = file;
    reader->track.arena = arena;
    reader->track.messages = messages;
    reader->track.map = root;
    reader->track.width = options->line.width;
    set_frame(reader);
    YamlNode *out = yaml_build_map(arena, root->place);
    yaml_build_set(arena, out, "format", yaml_build_text(arena, root->place, "track/1"));
    const YamlNode *name = tiled_value_find(root, "name");
    const char *used = import_name(options, json_text_string(name), file, arena);
    tiled_values_merge(&reader->values, root, out, "metres_per_pixel");
    yaml_build_set(arena, out, "name",
                   yaml_build_text(arena, name ? name->place : root->place, used));
    const Layer outside = {.node = root, .name = ""};
    read_layers(reader, yaml_find(root, "layers"), &outside);
    tiled_track_finish(&reader->track, out);
    if (reader->skipped > 0 && options->line.verbose) {
        char what[80];
        snprintf(what, sizeof what, "%d tiles, pictures and hidden things are left out",
                 reader->skipped);
        message_add(messages, MESSAGE_N630, root->place, what);
    }
    return messages->error_count == errors ? out : NULL;
}

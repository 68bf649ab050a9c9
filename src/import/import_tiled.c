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

enum {
    IDS_MAX = 4000 ///< Names taken as ids; those of later objects are left out.
};

/// m a pixel, where the map does not say.
#define METRES_PER_PIXEL 0.1

/// Names of classes and layers.
static const struct {
    const char *name;
    ObjectKind kind;
} kind_names[] = {
    {"road", OBJECT_ROAD},     {"roads", OBJECT_ROAD},      {"ribbon", OBJECT_ROAD},
    {"wall", OBJECT_WALL},     {"walls", OBJECT_WALL},      {"zone", OBJECT_ZONE},
    {"zones", OBJECT_ZONE},    {"gate", OBJECT_GATE},       {"gates", OBJECT_GATE},
    {"finish", OBJECT_FINISH}, {"grid", OBJECT_GRID},       {"slot", OBJECT_GRID},
    {"prop", OBJECT_PROP},     {"props", OBJECT_PROP},      {"mover", OBJECT_MOVER},
    {"movers", OBJECT_MOVER},  {"scenery", OBJECT_SCENERY}, {"tree", OBJECT_TREE},
    {"line", OBJECT_LINE},     {"lines", OBJECT_LINE},
};

/// Classes that say what a prop is.
static const char *const prop_names[] = {"cone", "tyre",    "tyre_stack", "barrel",
                                         "bale", "barrier", "box"};

typedef struct Reader {
    const ImportOptions *options;
    TiledTrack track;
    int skipped; ///< Objects of tiles, hidden things and layers without objects.
} Reader;

/// A layer as its objects see it.
typedef struct Layer {
    const YamlNode *node;
    Point shift; ///< px, with those of the groups around it.
    ObjectKind kind;
} Layer;

static ObjectKind kind_of(const char *name) {
    for (size_t i = 0; i < sizeof kind_names / sizeof *kind_names; i++) {
        if (strcmp(kind_names[i].name, name) == 0) {
            return kind_names[i].kind;
        }
    }
    return OBJECT_NONE;
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
/// surface or kind of what the layer holds: `word`, NULL where there is none.
static ObjectKind object_kind(const YamlNode *node, ObjectKind layer, const char **word) {
    const char *name = class_of(node);
    ObjectKind kind = kind_of(name);
    *word = kind == OBJECT_NONE && name[0] ? name : NULL;
    return kind != OBJECT_NONE ? kind : is_prop_name(name) ? OBJECT_PROP : layer;
}

static void read_object(Reader *reader, const YamlNode *node, const Layer *layer) {
    ObjectTrack *track = &reader->track.parts;
    Object object = {.track = track};
    object.kind = object_kind(node, layer->kind, &object.word);
    if (node->kind != YAML_MAP || is_hidden(node) || object.kind == OBJECT_NONE ||
        yaml_find(node, "gid")) {
        reader->skipped++;
        return;
    }
    TiledObject shape;
    if (!tiled_object_read(node, layer->shift, &reader->track.frame, &shape, track->arena,
                           track->messages)) {
        return;
    }
    object.map = yaml_build_map(track->arena, node->place);
    tiled_values_merge(layer->node, object.map, NULL, track->arena, track->messages);
    tiled_values_merge(node, object.map, object.kind == OBJECT_MOVER ? "path" : NULL, track->arena,
                       track->messages);
    tiled_track_add(&reader->track, &shape, &object);
}

/// What the layer called `name` is by --layer=KIND:NAME, else by its class, else by its name.
static ObjectKind layer_kind(const Reader *reader, const YamlNode *node, const char *name) {
    for (int i = 0; i < reader->options->layer_count; i++) {
        const char *colon = strchr(reader->options->layers[i], ':');
        if (colon && strcmp(colon + 1, name) == 0) {
            char word[24];
            snprintf(word, sizeof word, "%.*s", (int)(colon - reader->options->layers[i]),
                     reader->options->layers[i]);
            return kind_of(word);
        }
    }
    ObjectKind kind = kind_of(class_of(node));
    return kind != OBJECT_NONE ? kind : kind_of(name);
}

/// Whether `object` or one behind it says itself what it is.
static bool has_classes(const YamlNode *object) {
    for (; object; object = object->next) {
        const char *name = class_of(object);
        if (kind_of(name) != OBJECT_NONE || is_prop_name(name)) {
            return true;
        }
    }
    return false;
}

static void read_layers(Reader *reader, const Layer *group) {
    const YamlNode *node = json_text_items(group->node, "layers");
    for (; node; node = node->next) {
        const char *name = json_text_string(yaml_find(node, "name"));
        if (name[0] == '_' || is_hidden(node)) {
            continue;
        }
        ObjectKind own = layer_kind(reader, node, name);
        Layer layer = {.node = node,
                       .shift = point_add(group->shift, tiled_layer_shift(node)),
                       .kind = own != OBJECT_NONE ? own : group->kind};
        read_layers(reader, &layer);
        const YamlNode *object = json_text_items(node, "objects");
        if (!object) {
            reader->skipped += yaml_find(node, "layers") || yaml_find(node, "objects") ? 0 : 1;
        } else if (layer.kind == OBJECT_NONE && !has_classes(object)) {
            message_add(reader->track.parts.messages, MESSAGE_W707, node->place, name);
        } else {
            for (; object; object = object->next) {
                read_object(reader, object, &layer);
            }
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
        message_add(reader->track.parts.messages, MESSAGE_E203, own->place, "metres_per_pixel",
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
    Reader reader = {
        .options = options,
        .track = {.parts = {.arena = arena,
                            .messages = messages,
                            .id_max = IDS_MAX,
                            .width = options->line.width},
                  .map = root},
    };
    set_frame(&reader);
    YamlNode *out = yaml_build_map(arena, root->place);
    yaml_build_set(arena, out, "format", yaml_build_text(arena, root->place, "track/1"));
    const YamlNode *name = tiled_value_find(root, "name");
    const char *used = import_name(options, json_text_string(name), file, arena);
    tiled_values_merge(root, out, "metres_per_pixel", arena, messages);
    yaml_build_set(arena, out, "name",
                   yaml_build_text(arena, name ? name->place : root->place, used));
    read_layers(&reader, &(Layer){.node = root});
    object_track_finish(&reader.track.parts, out);
    if (reader.skipped > 0 && options->line.verbose) {
        char what[80];
        snprintf(what, sizeof what, "%d tiles, pictures and hidden things are left out",
                 reader.skipped);
        message_add(messages, MESSAGE_N630, root->place, what);
    }
    return messages->error_count == errors ? out : NULL;
}

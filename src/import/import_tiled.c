#include "base/text.h"
#include "formats/json_text.h"
#include "formats/yaml_build.h"
#include "import/formats.h"
#include "import/import.h"
#include "import/tiled_track.h"
#include "import/tiled_value.h"
#include "import/tiled_xml.h"
#include "import/unknown.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    IDS_MAX = 4000 ///< Names taken as ids; those of later objects are left out.
};

/// m a pixel, where the map does not say.
#define METRES_PER_PIXEL 0.1

/// What classes and layers are called.
typedef struct ClassRow {
    const char *name;
    ObjectKind kind;
    bool is_word; ///< Says which prop it is: no name of a layer.
} ClassRow;

static const ClassRow classes[] = {
    {"road", OBJECT_ROAD, false},       {"roads", OBJECT_ROAD, false},
    {"ribbon", OBJECT_ROAD, false},     {"wall", OBJECT_WALL, false},
    {"walls", OBJECT_WALL, false},      {"zone", OBJECT_ZONE, false},
    {"zones", OBJECT_ZONE, false},      {"gate", OBJECT_GATE, false},
    {"gates", OBJECT_GATE, false},      {"finish", OBJECT_FINISH, false},
    {"grid", OBJECT_GRID, false},       {"slot", OBJECT_GRID, false},
    {"prop", OBJECT_PROP, false},       {"props", OBJECT_PROP, false},
    {"mover", OBJECT_MOVER, false},     {"movers", OBJECT_MOVER, false},
    {"scenery", OBJECT_SCENERY, false}, {"tree", OBJECT_TREE, false},
    {"line", OBJECT_LINE, false},       {"lines", OBJECT_LINE, false},
    {"cone", OBJECT_PROP, true},        {"tyre", OBJECT_PROP, true},
    {"tyre_stack", OBJECT_PROP, true},  {"barrel", OBJECT_PROP, true},
    {"bale", OBJECT_PROP, true},        {"barrier", OBJECT_PROP, true},
    {"box", OBJECT_PROP, true},
};

typedef struct Reader {
    const ImportOptions *options;
    TiledTrack track;
    int skipped; ///< Objects of tiles, hidden things and layers without objects.
} Reader;

/// A layer as its objects see it.
typedef struct Layer {
    const YamlNode *node;
    const YamlNode *values; ///< A map of its properties; NULL: it has no objects.
    Point shift;            ///< px, with those of the groups around it.
    ObjectKind kind;
} Layer;

static const ClassRow *find_class(const char *name) {
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (strcmp(classes[i].name, name) == 0) {
            return &classes[i];
        }
    }
    return NULL;
}

/// What a layer of this class or name holds.
static ObjectKind kind_of(const char *name) {
    const ClassRow *row = find_class(name);
    return row && !row->is_word ? row->kind : OBJECT_NONE;
}

static const char *class_of(const YamlNode *node) {
    const char *type = json_text_string(yaml_find(node, "type"));
    return type[0] ? type : json_text_string(yaml_find(node, "class")); // Tiled 1.9
}

/// The class of a layer, whose type says what kind of layer it is.
static const char *layer_class(const YamlNode *node) {
    return json_text_string(yaml_find(node, "class"));
}

// ---- layers ---------------------------------------------------------------------------------

static bool is_hidden(const YamlNode *node) {
    return strcmp(json_text_string(yaml_find(node, "visible")), "false") == 0;
}

/// What an object is: its class says it, else its layer. A class that is no kind is the material,
/// surface or kind of what the layer holds: `word`, NULL where there is none.
static ObjectKind object_kind(const YamlNode *node, ObjectKind layer, const char **word) {
    const char *name = class_of(node);
    const ClassRow *row = find_class(name);
    *word = name[0] && (!row || row->is_word) ? name : NULL;
    return row ? row->kind : layer;
}

/// Sets what the classes of tracks/tiled show in Tiled where nothing is set, and a track file asks
/// for: Tiled saves only what was changed. The other values that it shows are those of tracks.
static void set_shown(const Object *object, const YamlNode *node, const Layer *layer) {
    static const struct {
        ObjectKind kind;
        const char *key, *value;
    } rows[] = {
        {OBJECT_ZONE, "surface", "gravel"},
        {OBJECT_PROP, "kind", "cone"},
        {OBJECT_MOVER, "speed", "3"},
    };
    bool classed = kind_of(class_of(node)) == object->kind ||
                   (!class_of(node)[0] && kind_of(layer_class(layer->node)) == object->kind);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (classed && rows[i].kind == object->kind) {
            object_set_default(object, rows[i].key,
                               import_value(rows[i].value, node->place, object->track->arena,
                                            object->track->messages));
        }
    }
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
    for (const YamlNode *value = layer->values->first; value; value = value->next) {
        yaml_build_set(track->arena, object.map, value->key, yaml_build_copy(track->arena, value));
    }
    tiled_values_merge(node, object.map, object.kind == OBJECT_MOVER ? "path" : NULL, track->arena,
                       track->messages);
    set_shown(&object, node, layer);
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
    ObjectKind kind = kind_of(layer_class(node));
    return kind != OBJECT_NONE ? kind : kind_of(name);
}

/// Whether `object` or one behind it says itself what it is.
static bool has_classes(const YamlNode *object) {
    for (; object; object = object->next) {
        if (find_class(class_of(object))) {
            return true;
        }
    }
    return false;
}

/// The properties of a layer, read once: a mistake in one is not said of each object.
static YamlNode *read_values(const ObjectTrack *track, const YamlNode *layer) {
    YamlNode *values = yaml_build_map(track->arena, layer->place);
    tiled_values_merge(layer, values, NULL, track->arena, track->messages);
    return values;
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
            layer.values = read_values(&reader->track.parts, node);
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

/// The tree of the map, in JSON or in XML.
static YamlNode *read_map(const char *text, size_t size, const char *file, Arena *arena,
                          MessageList *messages) {
    char root[UNKNOWN_ROOT_MAX];
    if (unknown_xml_root(text, root)) {
        const XmlElement *map = xml_read(text, size, file, arena, messages);
        return map ? tiled_xml_tree(map, arena, messages) : NULL;
    }
    YamlNode *map = json_text_read(text, size, file, arena, messages);
    if (map && !yaml_find(map, "layers")) {
        message_add(messages, MESSAGE_E630, map->place, "this is no map of Tiled: it has no layers",
                    "save it with File > Save As, as a map (.tmx or .tmj)");
        return NULL;
    }
    return map;
}

/// Of other maps the pixels of objects are not those of the ground.
static bool check_orientation(const YamlNode *map, MessageList *messages) {
    const YamlNode *node = yaml_find(map, "orientation");
    const char *text = json_text_string(node);
    if (!text[0] || strcmp(text, "orthogonal") == 0) {
        return true;
    }
    char what[80];
    snprintf(what, sizeof what, "the map is %.40s, not orthogonal", text);
    message_add(messages, MESSAGE_E630, node->place, what,
                "set Map > Map Properties > Orientation to Orthogonal, and move the objects back");
    return false;
}

/// Whether the map has anything of a track; says E630 where it has none.
static bool check_objects(const ObjectTrack *track, Place place) {
    bool any = track->finish || track->gates.count > 0 || track->slots.count > 0;
    for (int i = 0; i < OBJECT_KIND_COUNT; i++) {
        any = any || track->lists[i];
    }
    if (!any) {
        message_add(track->messages, MESSAGE_E630, place,
                    "the map has no object that is understood",
                    "draw the road in an object layer called road; tiles are left out");
    }
    return any;
}

YamlNode *import_tiled(const char *text, size_t size, const char *file,
                       const ImportOptions *options, Arena *arena, MessageList *messages) {
    const YamlNode *root = read_map(text, size, file, arena, messages);
    if (!root || !check_orientation(root, messages)) {
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
    if (messages->error_count == errors && !check_objects(&reader.track.parts, root->place)) {
        return NULL;
    }
    object_track_finish(&reader.track.parts, out);
    if (reader.skipped > 0 && options->line.verbose) {
        char what[80];
        snprintf(what, sizeof what, "%d tiles, pictures and hidden things are left out",
                 reader.skipped);
        message_add(messages, MESSAGE_N630, root->place, what);
    }
    return out;
}

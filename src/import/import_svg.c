#include "base/assert.h"
#include "centreline/road_ease.h"
#include "formats/yaml_build.h"
#include "import/formats.h"
#include "import/import.h"
#include "import/svg_circuit.h"
#include "import/svg_label.h"
#include "import/svg_object.h"

#include <string.h>

enum {
    UNKNOWN_MAX = 40, ///< Layers that a warning is given for.
    IDS_MAX = 6000,   ///< More objects than that are refused by the reader of tracks.
};

static const char *const kind_names[OBJECT_KIND_COUNT] = {
    [OBJECT_ROAD] = "road",       [OBJECT_WALL] = "walls", [OBJECT_ZONE] = "zones",
    [OBJECT_GATE] = "gates",      [OBJECT_GRID] = "grid",  [OBJECT_PROP] = "props",
    [OBJECT_SCENERY] = "scenery", [OBJECT_LINE] = "lines",
};

// ---- layers ---------------------------------------------------------------------------------

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/// Whether `size` characters of `text` are `name`, but for case and an s at the end.
static bool is_named(const char *text, size_t size, const char *name) {
    size_t length = strlen(name);
    size -= size > 1 && lower(text[size - 1]) == 's';
    length -= length > 1 && name[length - 1] == 's';
    if (size != length) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        if (lower(text[i]) != name[i]) {
            return false;
        }
    }
    return true;
}

static ObjectKind kind_named(const char *text, size_t size) {
    while (size > 0 && *text == ' ') {
        text++;
        size--;
    }
    while (size > 0 && text[size - 1] == ' ') {
        size--;
    }
    for (int kind = 1; kind < OBJECT_KIND_COUNT && size > 0; kind++) {
        if (kind_names[kind] && is_named(text, size, kind_names[kind])) {
            return (ObjectKind)kind;
        }
    }
    return OBJECT_NONE;
}

/// What the layer called `label` holds: as the person says ("road:Layer 1"), else as it is called.
static ObjectKind kind_of_label(const char *label, const ImportOptions *options) {
    for (int i = 0; i < options->layer_count; i++) {
        const char *colon = strchr(options->layers[i], ':');
        if (colon && strcmp(colon + 1, label) == 0) {
            return kind_named(options->layers[i], (size_t)(colon - options->layers[i]));
        }
    }
    return kind_named(label, strlen(label));
}

/// The kind of the innermost layer around a shape that has one.
static ObjectKind kind_of(const SvgShape *shape, const ImportOptions *options) {
    ObjectKind kind = OBJECT_NONE;
    for (const XmlElement *up = shape->layer; up && kind == OBJECT_NONE; up = up->parent) {
        const char *label = svg_layer_label(up);
        kind = label ? kind_of_label(label, options) : OBJECT_NONE;
    }
    return kind;
}

/// Whether the drawing is one of a track, layer by layer.
static bool is_track_drawing(const SvgDrawing *drawing, const ImportOptions *options) {
    for (int i = 0; i < drawing->count; i++) {
        if (kind_of(&drawing->shapes[i], options) != OBJECT_NONE) {
            return true;
        }
    }
    return false;
}

// ---- a drawing with layers ------------------------------------------------------------------

/// The layers that were not understood, each named once.
typedef struct Unknown {
    const XmlElement *layers[UNKNOWN_MAX];
    int count;
} Unknown;

/// Says so of the layer that all around `shape` lies in.
static void add_unknown(Unknown *unknown, const SvgShape *shape, MessageList *messages) {
    const XmlElement *layer = NULL;
    for (const XmlElement *up = shape->layer; up; up = up->parent) {
        layer = svg_layer_label(up) ? up : layer;
    }
    for (int i = 0; i < unknown->count; i++) {
        if (unknown->layers[i] == layer) {
            return;
        }
    }
    if (unknown->count < UNKNOWN_MAX) {
        unknown->layers[unknown->count++] = layer;
        message_add(messages, MESSAGE_W707, layer ? layer->place : shape->element->place,
                    layer ? svg_layer_label(layer) : "(none)");
    }
}

static void add_objects(const SvgDrawing *drawing, const ImportOptions *options,
                        ObjectTrack *track) {
    Unknown unknown = {0};
    for (int i = 0; i < drawing->count; i++) {
        const SvgShape *shape = &drawing->shapes[i];
        ObjectKind kind = kind_of(shape, options);
        if (kind == OBJECT_NONE) {
            add_unknown(&unknown, shape, track->messages);
        } else {
            svg_object_add(track, shape, kind);
        }
    }
}

/// Says which gates have the number of the one before, once they are in order.
static void check_numbers(const ObjectList *gates, MessageList *messages) {
    for (int i = 1; i < gates->count; i++) {
        const ObjectNumbered *gate = &gates->items[i];
        if (gate->number == gate[-1].number) {
            message_add(messages, MESSAGE_E652, gate->node->place, gate->number,
                        gate[-1].node->place.line, gate[-1].node->place.column);
        }
    }
}

// ---- what the drawing says of itself --------------------------------------------------------

/// A text of the metadata that drawing programs keep (Dublin Core), such as "dc:title".
static const XmlElement *find_metadata(const XmlElement *root, const char *name) {
    const XmlElement *work =
        xml_child(xml_child(xml_child(root, "metadata"), "rdf:RDF"), "cc:Work");
    const XmlElement *found = xml_child(work, name);
    const XmlElement *agent = xml_child(xml_child(found, "cc:Agent"), "dc:title");
    return agent ? agent : found;
}

/// The text without the blanks around it; NULL where there is none.
static const char *trimmed(const XmlElement *element, Arena *arena) {
    const char *text = element ? element->text : NULL;
    if (!text) {
        return NULL;
    }
    text += strspn(text, " \t\r\n");
    size_t size = strlen(text);
    while (size > 0 && strchr(" \t\r\n", text[size - 1])) {
        size--;
    }
    return size > 0 ? arena_copy(arena, text, size) : NULL;
}

static const char *title_of(const XmlElement *root, Arena *arena) {
    const char *title = trimmed(xml_child(root, "title"), arena);
    return title ? title : trimmed(find_metadata(root, "dc:title"), arena);
}

static void set_text(YamlNode *root, const char *key, const char *text, Place place, Arena *arena) {
    if (text) {
        yaml_build_set(arena, root, key, yaml_build_text(arena, place, text));
    }
}

/// The description of the whole drawing: YAML with keys of the track, or plain words.
static bool set_description(const XmlElement *root, YamlNode *track, Arena *arena,
                            MessageList *messages) {
    const XmlElement *texts[] = {find_metadata(root, "dc:description"), xml_child(root, "desc")};
    for (int i = 0; i < 2; i++) {
        bool words = false;
        if (!svg_description_merge(texts[i], track, &words, arena, messages)) {
            return false;
        }
        if (words) {
            set_text(track, "description", trimmed(texts[i], arena), texts[i]->text_place, arena);
        }
    }
    return true;
}

static YamlNode *head_of(const XmlElement *root, const char *name, Arena *arena,
                         MessageList *messages) {
    YamlNode *track = yaml_build_map(arena, root->place);
    set_text(track, "format", "track/1", root->place, arena);
    set_text(track, "name", name, root->place, arena);
    set_text(track, "author", trimmed(find_metadata(root, "dc:creator"), arena), root->place,
             arena);
    set_text(track, "license", trimmed(find_metadata(root, "dc:rights"), arena), root->place,
             arena);
    return set_description(root, track, arena, messages) ? track : NULL;
}

// ---- the whole ------------------------------------------------------------------------------

static YamlNode *drawing_track(const SvgDrawing *drawing, const char *name,
                               const ImportOptions *options, Arena *arena, MessageList *messages) {
    int errors = messages->error_count;
    YamlNode *root = head_of(drawing->root, name, arena, messages);
    ObjectTrack track = {.arena = arena,
                         .messages = messages,
                         .id_max = IDS_MAX,
                         .width = options->line.width,
                         .points = SVG_POINTS_MAX,
                         .road_work = ROAD_EASE_WORK};
    add_objects(drawing, options, &track);
    if (!root) {
        return NULL;
    }
    object_track_finish(&track, root);
    check_numbers(&track.gates, messages);
    return messages->error_count == errors ? root : NULL;
}

/// Length (m) of the first road of a drawing in metres; 0 where there is none.
static double road_length(const SvgDrawing *drawing, const ImportOptions *options) {
    int i = 0;
    while (i < drawing->count && kind_of(&drawing->shapes[i], options) != OBJECT_ROAD) {
        i++;
    }
    if (i == drawing->count) {
        return 0.0;
    }
    Arena scratch = {0};
    const SvgSubpath *road = &drawing->shapes[i].path.items[0];
    int budget = SVG_POINTS_MAX;
    SvgLine line = svg_subpath_flatten(road, 0.01, &budget, &scratch);
    double length = 0.0;
    for (int k = 1; k < line.count + (road->closed ? 1 : 0); k++) {
        length += point_distance(line.points[k - 1], line.points[k < line.count ? k : 0]);
    }
    arena_destroy(&scratch);
    return length;
}

YamlNode *import_svg(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Arena *arena, MessageList *messages) {
    ASSERT(text != NULL && file != NULL && options != NULL && arena != NULL && messages != NULL);
    XmlElement *root = xml_read(text, size, file, arena, messages);
    if (root && strcmp(root->name, "svg") != 0) {
        message_add(messages, MESSAGE_E642, root->place,
                    root->name[0] ? root->name : "another language");
        return NULL;
    }
    double scale = options->line.scale > 0.0f ? (double)options->line.scale : 1.0;
    SvgDrawing drawing;
    if (!root || !svg_drawing_read(root, scale, &drawing, arena, messages)) {
        return NULL;
    }
    bool layers = is_track_drawing(&drawing, options);
    float length = options->line.length > 0.0f ? options->line.length : options->line.fit_length;
    if (layers && length > 0.0f) {
        double drawn = road_length(&drawing, options);
        scale *= drawn > 1e-6 ? (double)length / drawn : 1.0;
        if (!svg_drawing_read(root, scale, &drawing, arena, messages)) {
            return NULL;
        }
    }
    if (!drawing.has_view_box && length <= 0.0f && options->line.scale <= 0.0f) {
        message_add(messages, MESSAGE_W640, root->place);
    }
    if (drawing.ignored > 0 && options->line.verbose) {
        message_add(messages, MESSAGE_N640, drawing.ignored_at, drawing.ignored,
                    drawing.ignored == 1 ? "" : "s", drawing.ignored_as);
    }
    const char *name = import_name(options, title_of(root, arena), file, arena);
    return layers ? drawing_track(&drawing, name, options, arena, messages)
                  : svg_circuit_track(&drawing, name, &options->line, arena, messages);
}

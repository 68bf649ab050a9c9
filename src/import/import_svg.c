#include "base/assert.h"
#include "centreline/road_ease.h"
#include "formats/yaml_build.h"
#include "import/formats.h"
#include "import/import.h"
#include "import/svg_circuit.h"
#include "import/svg_label.h"
#include "import/svg_layer.h"
#include "import/svg_object.h"
#include "import/svg_pick.h"

#include <string.h>

enum {
    UNKNOWN_MAX = 40, ///< Layers that a warning is given for.
    IDS_MAX = 6000,   ///< More objects than that are refused by the reader of tracks.
};

// ---- a drawing with layers ------------------------------------------------------------------

/// The layers that were not understood, each named once.
typedef struct Unknown {
    const XmlElement *layers[UNKNOWN_MAX];
    int count;
} Unknown;

/// Says so of the layer that all around `shape` lies in.
static void add_unknown(Unknown *unknown, const SvgLayers *layers, const SvgShape *shape,
                        MessageList *messages) {
    const XmlElement *layer = svg_layers_around(layers, shape);
    for (int i = 0; i < unknown->count; i++) {
        if (unknown->layers[i] == layer) {
            return;
        }
    }
    if (unknown->count < UNKNOWN_MAX) {
        unknown->layers[unknown->count++] = layer;
        message_add(messages, MESSAGE_W707, layer ? layer->place : shape->element->place,
                    layer ? svg_layers_name(layers, layer) : "(none)");
    }
}

static void add_objects(const SvgDrawing *drawing, const SvgLayers *layers, ObjectTrack *track) {
    Unknown unknown = {0};
    for (int i = 0; i < drawing->count; i++) {
        const SvgShape *shape = &drawing->shapes[i];
        ObjectKind kind = svg_layers_kind(layers, shape);
        if (svg_layers_hide(layers, shape)) {
            continue;
        }
        if (kind == OBJECT_NONE) {
            add_unknown(&unknown, layers, shape, track->messages);
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
static void set_description(const XmlElement *root, YamlNode *track, Arena *arena,
                            MessageList *messages) {
    const XmlElement *texts[] = {find_metadata(root, "dc:description"), xml_child(root, "desc")};
    for (int i = 0; i < 2; i++) {
        bool words = false;
        svg_description_merge(texts[i], track, &words, arena, messages);
        if (words) {
            set_text(track, "description", trimmed(texts[i], arena), texts[i]->text_place, arena);
        }
    }
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
    set_description(root, track, arena, messages);
    return track;
}

// ---- the whole ------------------------------------------------------------------------------

static YamlNode *drawing_track(const SvgDrawing *drawing, const char *name, const SvgLayers *layers,
                               Arena *arena, MessageList *messages) {
    YamlNode *root = head_of(drawing->root, name, arena, messages);
    ObjectTrack track = {.arena = arena,
                         .messages = messages,
                         .id_max = IDS_MAX,
                         .width = layers->options->line.width,
                         .points = SVG_POINTS_MAX,
                         .road_work = ROAD_EASE_WORK};
    add_objects(drawing, layers, &track);
    object_track_finish(&track, root);
    check_numbers(&track.gates, messages);
    return root;
}

/// Length (m) of the first road of a drawing in metres; 0 where there is none.
static double road_length(const SvgDrawing *drawing, const SvgLayers *layers) {
    int i = 0;
    while (i < drawing->count && (svg_layers_kind(layers, &drawing->shapes[i]) != OBJECT_ROAD ||
                                  svg_layers_hide(layers, &drawing->shapes[i]))) {
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
    if (root && !xml_is(root, "svg")) {
        message_add(messages, MESSAGE_E642, root->place,
                    root->name[0] ? root->name : "another language");
        return NULL;
    }
    double scale = options->line.scale > 0.0f ? (double)options->line.scale : 1.0;
    if (!root) {
        return NULL;
    }
    SvgDrawing drawing;
    bool whole = svg_drawing_read(root, scale, &drawing, arena, messages);
    bool is_track;
    SvgLayers layers = svg_layers_find(&drawing, options, &is_track);
    if (!svg_layers_check(&layers, &drawing, messages)) {
        return NULL;
    }
    float length = options->line.length > 0.0f ? options->line.length : options->line.fit_length;
    if (!whole && (!is_track || length > 0.0f)) {
        return NULL; // which shapes are the track, and how large, may hang on those that lack
    }
    if (is_track && length > 0.0f) {
        double drawn = road_length(&drawing, &layers);
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
    if (!is_track && drawing.count > 0) {
        svg_layers_warn(&drawing, messages);
    } else if (is_track && layers.by_id && options->line.verbose) {
        message_add(messages, MESSAGE_N644, root->place);
    }
    const char *name = import_name(options, title_of(root, arena), file, arena);
    if (is_track) {
        return drawing_track(&drawing, name, &layers, arena, messages);
    }
    SvgDrawing picked = options->pick ? svg_pick(&drawing, options->pick, arena) : drawing;
    if (options->pick && picked.count == 0) {
        char list[SVG_PICK_LIST_MAX];
        svg_pick_list(&drawing, list, arena);
        message_add(messages, MESSAGE_E635, root->place, options->pick, list);
        return NULL;
    }
    return svg_circuit_track(&picked, name, options->pick != NULL, &options->line, arena, messages);
}

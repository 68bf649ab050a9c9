#include "base/assert.h"
#include "base/yaml_build.h"
#include "centreline/road_ease.h"
#include "import/formats.h"
#include "import/import.h"
#include "import/svg_circuit.h"
#include "import/svg_label.h"
#include "import/svg_object.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    UNKNOWN_MAX = 40 ///< Layers that a warning is given for.
};

static const char *const kind_names[SVG_LAYER_COUNT] = {
    [SVG_LAYER_NONE] = "",       [SVG_LAYER_ROAD] = "road",       [SVG_LAYER_WALLS] = "walls",
    [SVG_LAYER_ZONES] = "zones", [SVG_LAYER_GATES] = "gates",     [SVG_LAYER_GRID] = "grid",
    [SVG_LAYER_PROPS] = "props", [SVG_LAYER_SCENERY] = "scenery", [SVG_LAYER_LINES] = "lines",
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

static SvgLayerKind kind_named(const char *text, size_t size) {
    while (size > 0 && *text == ' ') {
        text++;
        size--;
    }
    while (size > 0 && text[size - 1] == ' ') {
        size--;
    }
    for (int kind = 1; kind < SVG_LAYER_COUNT && size > 0; kind++) {
        if (is_named(text, size, kind_names[kind])) {
            return (SvgLayerKind)kind;
        }
    }
    return SVG_LAYER_NONE;
}

/// What the layer called `label` holds: as the person says ("road:Layer 1"), else as it is called.
static SvgLayerKind kind_of_label(const char *label, const ImportOptions *options) {
    for (int i = 0; i < options->layer_count; i++) {
        const char *colon = strchr(options->layers[i], ':');
        if (colon && strcmp(colon + 1, label) == 0) {
            return kind_named(options->layers[i], (size_t)(colon - options->layers[i]));
        }
    }
    return kind_named(label, strlen(label));
}

/// The kind of the innermost layer around a shape that has one; `*outermost` gets the layer that
/// all of it lies in.
static SvgLayerKind kind_of(const XmlElement *layer, const ImportOptions *options,
                            const XmlElement **outermost) {
    SvgLayerKind kind = SVG_LAYER_NONE;
    *outermost = NULL;
    for (const XmlElement *up = layer; up; up = up->parent) {
        const char *label = svg_layer_label(up);
        if (label) {
            *outermost = up;
            kind = kind == SVG_LAYER_NONE ? kind_of_label(label, options) : kind;
        }
    }
    return kind;
}

/// Whether the drawing is one of a track, layer by layer.
static bool is_track_drawing(const SvgDrawing *drawing, const ImportOptions *options) {
    const XmlElement *outermost = NULL;
    for (int i = 0; i < drawing->count; i++) {
        if (kind_of(drawing->shapes[i].layer, options, &outermost) != SVG_LAYER_NONE) {
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

/// `layer` is NULL for what lies in none.
static void add_unknown(Unknown *unknown, const XmlElement *layer, const SvgShape *shape,
                        MessageList *messages) {
    for (int i = 0; i < unknown->count; i++) {
        if (unknown->layers[i] == layer) {
            return;
        }
    }
    if (unknown->count == UNKNOWN_MAX) {
        return;
    }
    unknown->layers[unknown->count++] = layer;
    message_add(messages, MESSAGE_W707, layer ? layer->place : shape->element->place,
                layer ? svg_layer_label(layer) : "(none)");
}

static void add_objects(const SvgDrawing *drawing, const ImportOptions *options, SvgTrack *track,
                        MessageList *messages) {
    Unknown unknown = {0};
    for (int i = 0; i < drawing->count; i++) {
        const SvgShape *shape = &drawing->shapes[i];
        const XmlElement *outermost = NULL;
        SvgLayerKind kind = kind_of(shape->layer, options, &outermost);
        if (kind == SVG_LAYER_NONE) {
            add_unknown(&unknown, outermost, shape, messages);
        } else {
            svg_object_add(track, shape, kind);
        }
    }
}

/// By number; of equal ones in the order of the file.
static int compare_numbers(const void *a, const void *b) {
    const SvgNumbered *first = a;
    const SvgNumbered *second = b;
    if (first->number != second->number) {
        return first->number - second->number;
    }
    if (first->place.line != second->place.line) {
        return first->place.line - second->place.line;
    }
    return first->place.column - second->place.column;
}

static YamlNode *sorted_list(SvgNumbered *items, int count, Place place, Arena *arena) {
    qsort(items, (size_t)count, sizeof *items, compare_numbers);
    YamlNode *list = yaml_build_list(arena, place);
    for (int i = 0; i < count; i++) {
        yaml_build_add(list, items[i].node);
    }
    return list;
}

static void check_numbers(const SvgNumbered *gates, int count, MessageList *messages) {
    for (int i = 1; i < count; i++) {
        if (gates[i].number == gates[i - 1].number) {
            message_add(messages, MESSAGE_E652, gates[i].place, gates[i].number,
                        gates[i - 1].place.line, gates[i - 1].place.column);
        }
    }
}

static void set_race(SvgTrack *track, YamlNode *root) {
    Arena *arena = track->arena;
    if (track->finish) {
        yaml_build_set(arena, root, "finish", track->finish);
    }
    if (track->gate_count > 0) {
        YamlNode *gates =
            sorted_list(track->gates, track->gate_count, track->gates[0].place, arena);
        check_numbers(track->gates, track->gate_count, track->messages);
        yaml_build_set(arena, root, "gates", gates);
    }
    if (track->slot_count > 0) {
        YamlNode *grid = yaml_build_map(arena, track->slots[0].place);
        YamlNode *slots =
            sorted_list(track->slots, track->slot_count, track->slots[0].place, arena);
        yaml_build_set(arena, grid, "slots", slots);
        yaml_build_set(arena, root, "grid", grid);
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
    const XmlElement *description = find_metadata(root, "dc:description");
    const XmlElement *texts[] = {description, xml_child(root, "desc")};
    for (int i = 0; i < 2; i++) {
        if (!texts[i] || !texts[i]->text) {
            continue;
        }
        YamlNode *node = svg_text_yaml(texts[i], arena, messages);
        if (!node) {
            return false;
        }
        if (node->kind == YAML_MAP) {
            yaml_build_merge(arena, track, node);
        } else {
            set_text(track, "description", trimmed(texts[i], arena), texts[i]->text_place, arena);
        }
    }
    return true;
}

static YamlNode *head_of(const XmlElement *root, const char *file, const ImportOptions *options,
                         Arena *arena, MessageList *messages) {
    YamlNode *track = yaml_build_map(arena, root->place);
    const char *name = import_name(options, title_of(root, arena), file, arena);
    set_text(track, "format", "track/1", root->place, arena);
    set_text(track, "name", name, root->place, arena);
    set_text(track, "author", trimmed(find_metadata(root, "dc:creator"), arena), root->place,
             arena);
    set_text(track, "license", trimmed(find_metadata(root, "dc:rights"), arena), root->place,
             arena);
    return set_description(root, track, arena, messages) ? track : NULL;
}

// ---- the whole ------------------------------------------------------------------------------

static YamlNode *drawing_track(const SvgDrawing *drawing, const char *file,
                               const ImportOptions *options, Arena *arena, MessageList *messages) {
    int errors = messages->error_count;
    YamlNode *root = head_of(drawing->root, file, options, arena, messages);
    size_t room = (size_t)drawing->count + 1;
    SvgTrack track = {.width = options->line.width,
                      .points = SVG_POINTS_MAX,
                      .road_work = ROAD_EASE_WORK,
                      .gates = arena_array(arena, room, sizeof(SvgNumbered)),
                      .slots = arena_array(arena, room, sizeof(SvgNumbered)),
                      .ids = arena_array(arena, room, sizeof(char *)),
                      .arena = arena,
                      .messages = messages};
    add_objects(drawing, options, &track, messages);
    if (!root) {
        return NULL;
    }
    static const struct {
        const char *key;
        SvgLayerKind kind;
    } lists[] = {{"ribbons", SVG_LAYER_ROAD}, {"zones", SVG_LAYER_ZONES},
                 {"walls", SVG_LAYER_WALLS},  {"lines", SVG_LAYER_LINES},
                 {"props", SVG_LAYER_PROPS},  {"scenery", SVG_LAYER_SCENERY}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (track.lists[lists[i].kind]) {
            yaml_build_set(arena, root, lists[i].key, track.lists[lists[i].kind]);
        }
        if (lists[i].kind == SVG_LAYER_WALLS) {
            set_race(&track, root);
        }
    }
    return messages->error_count == errors ? root : NULL;
}

/// Length (m) of the first road of a drawing in metres; 0 where there is none.
static double road_length(const SvgDrawing *drawing, const ImportOptions *options) {
    const XmlElement *outermost = NULL;
    double length = 0.0;
    Arena scratch = {0};
    for (int i = 0; i < drawing->count; i++) {
        const SvgShape *shape = &drawing->shapes[i];
        if (kind_of(shape->layer, options, &outermost) != SVG_LAYER_ROAD) {
            continue;
        }
        int budget = SVG_POINTS_MAX;
        SvgLine line = svg_subpath_flatten(&shape->path.items[0], 0.01, &budget, &scratch);
        for (int k = 1; k < line.count + (shape->path.items[0].closed ? 1 : 0); k++) {
            length += point_distance(line.points[k - 1], line.points[k < line.count ? k : 0]);
        }
        break;
    }
    arena_destroy(&scratch);
    return length;
}

/// What is drawn but means nothing here, in one note.
static void note_ignored(const SvgDrawing *drawing, const ImportOptions *options,
                         MessageList *messages) {
    if (drawing->ignored > 0 && options->line.verbose) {
        message_add(messages, MESSAGE_N640, drawing->ignored_at, drawing->ignored,
                    drawing->ignored == 1 ? "" : "s", drawing->ignored_as);
    }
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
    note_ignored(&drawing, options, messages);
    return layers
               ? drawing_track(&drawing, file, options, arena, messages)
               : svg_circuit_track(&drawing, title_of(root, arena), file, options, arena, messages);
}

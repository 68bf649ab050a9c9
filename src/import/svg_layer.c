#include "import/svg_layer.h"

#include "base/assert.h"
#include "base/text.h"
#include "import/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_MAX_SIZE = 200, ///< Bytes of the name of a layer that is looked at.
    NAMES_MAX = 3,       ///< That a message lists.
};

static const char *const kind_names[OBJECT_KIND_COUNT] = {
    [OBJECT_ROAD] = "road",       [OBJECT_WALL] = "walls", [OBJECT_ZONE] = "zones",
    [OBJECT_GATE] = "gates",      [OBJECT_GRID] = "grid",  [OBJECT_PROP] = "props",
    [OBJECT_SCENERY] = "scenery", [OBJECT_LINE] = "lines",
};

// ---- names ----------------------------------------------------------------------------------

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_letter(char c) { return text_lower(c) >= 'a' && text_lower(c) <= 'z'; }

/// Whether `size` characters of `text` are `name`, but for case and an s at the end.
static bool is_named(const char *text, size_t size, const char *name) {
    size_t length = strlen(name);
    size -= size > 1 && text_lower(text[size - 1]) == 's';
    length -= length > 1 && name[length - 1] == 's';
    return size == length && text_begins_any_case(text, name, size);
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

/// `id` as the person wrote it: Illustrator writes "_x5F_sketch" for "_sketch". Names that are too
/// long are cut: they are those of no kind.
static const char *decode_id(const char *id, char out[NAME_MAX_SIZE]) {
    size_t used = 0;
    while (*id && used + 1 < NAME_MAX_SIZE) {
        char *end = NULL;
        bool coded = id[0] == '_' && id[1] == 'x' && strchr(" +-", id[2]) == NULL;
        long code = coded ? strtol(id + 2, &end, 16) : 0;
        if (coded && *end == '_' && end > id + 2 && code >= ' ' && code < 0x7f) {
            out[used++] = (char)code;
            id = end + 1;
        } else {
            out[used++] = *id++;
        }
    }
    out[used] = '\0';
    return out;
}

/// Characters of an id before the number that programs add where it is used before: "road-2" of
/// Figma, "road_2_" of Illustrator.
static size_t size_without_number(const char *id) {
    size_t size = strlen(id);
    size_t end = size;
    bool closed = end > 0 && id[end - 1] == '_';
    end -= closed;
    size_t digits = 0;
    while (end > 0 && is_digit(id[end - 1])) {
        end--;
        digits++;
    }
    bool numbered = digits > 0 && end > 1 && id[end - 1] == (closed ? '_' : '-');
    return numbered ? end - 1 : size;
}

/// What the layer called `name` holds: as the person says ("road:Layer 1"), else as it is called.
static ObjectKind kind_of_name(const SvgLayers *layers, const char *name) {
    char decoded[NAME_MAX_SIZE];
    const char *plain = layers->by_id ? decode_id(name, decoded) : name;
    const ImportOptions *options = layers->options;
    for (int i = 0; i < options->layer_count; i++) {
        const char *colon = strchr(options->layers[i], ':');
        if (colon && (strcmp(colon + 1, name) == 0 || strcmp(colon + 1, plain) == 0)) {
            return kind_named(options->layers[i], (size_t)(colon - options->layers[i]));
        }
    }
    return kind_named(plain, layers->by_id ? size_without_number(plain) : strlen(plain));
}

// ---- layers ---------------------------------------------------------------------------------

const char *svg_layers_name(const SvgLayers *layers, const XmlElement *element) {
    ASSERT(layers != NULL && element != NULL);
    const char *label = svg_layer_label(element);
    if (label && label[0]) {
        return label;
    }
    if (layers->by_id ? !xml_is(element, "g") : !label) {
        return NULL;
    }
    const char *id = xml_attribute(element, "id");
    return id ? id : label;
}

/// The kind of the innermost layer with one from `element` on upward.
static ObjectKind kind_around(const SvgLayers *layers, const XmlElement *element) {
    ObjectKind kind = OBJECT_NONE;
    for (const XmlElement *up = element; up && kind == OBJECT_NONE; up = up->parent) {
        const char *name = svg_layers_name(layers, up);
        kind = name ? kind_of_name(layers, name) : OBJECT_NONE;
    }
    return kind;
}

ObjectKind svg_layers_kind(const SvgLayers *layers, const SvgShape *shape) {
    ASSERT(layers != NULL && shape != NULL);
    if (!layers->by_id) {
        return kind_around(layers, shape->layer);
    }
    // A clone is of the group that it stands in; one outside of all is of what it repeats.
    ObjectKind kind = kind_around(layers, shape->element->parent);
    return kind != OBJECT_NONE ? kind : kind_around(layers, shape->source->parent);
}

bool svg_layers_hide(const SvgLayers *layers, const SvgShape *shape) {
    ASSERT(layers != NULL && shape != NULL);
    for (const XmlElement *up = shape->element; up && layers->by_id; up = up->parent) {
        char decoded[NAME_MAX_SIZE];
        const char *id = svg_layers_name(layers, up);
        decode_id(id ? id : "", decoded);
        // Not "_123": CorelDRAW calls every group so.
        if (decoded[0] == '_' && is_letter(decoded[1])) {
            return true;
        }
    }
    return false;
}

const XmlElement *svg_layers_around(const SvgLayers *layers, const SvgShape *shape) {
    ASSERT(layers != NULL && shape != NULL);
    const XmlElement *layer = NULL;
    for (const XmlElement *up = layers->by_id ? shape->element : shape->layer; up;
         up = up->parent) {
        layer = svg_layers_name(layers, up) ? up : layer;
    }
    return layer;
}

static bool knows_any(const SvgLayers *layers, const SvgDrawing *drawing) {
    for (int i = 0; i < drawing->count; i++) {
        if (svg_layers_kind(layers, &drawing->shapes[i]) != OBJECT_NONE) {
            return true;
        }
    }
    return false;
}

SvgLayers svg_layers_find(const SvgDrawing *drawing, const ImportOptions *options, bool *known) {
    ASSERT(drawing != NULL && options != NULL && known != NULL);
    SvgLayers layers = {.options = options};
    *known = knows_any(&layers, drawing);
    if (!*known) {
        layers.by_id = true;
        *known = knows_any(&layers, drawing);
    }
    return layers;
}

// ---- what is said of them -------------------------------------------------------------------

/// The names of the outermost layers with shapes in them, each once: "\"Strecke\", \"Haus\"".
/// Returns how many there are, more than are listed where that many there are.
static int list_names(const SvgLayers *layers, const SvgDrawing *drawing,
                      char out[MESSAGE_TEXT_MAX]) {
    const XmlElement *seen[NAMES_MAX];
    int count = 0;
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < drawing->count && count <= NAMES_MAX; i++) {
        const XmlElement *layer = svg_layers_around(layers, &drawing->shapes[i]);
        bool listed = !layer || !svg_layers_name(layers, layer)[0];
        for (int k = 0; k < count && k < NAMES_MAX && !listed; k++) {
            listed = strcmp(svg_layers_name(layers, seen[k]), svg_layers_name(layers, layer)) == 0;
        }
        if (!listed && count < NAMES_MAX) {
            seen[count] = layer;
            used += (size_t)snprintf(out + used, MESSAGE_TEXT_MAX - used, "%s\"%.40s\"",
                                     count ? ", " : "", svg_layers_name(layers, layer));
        }
        count += !listed;
    }
    return count;
}

/// Whether `element`, or any inside it, is a layer called `name`.
static bool has_layer(const SvgLayers *layers, const XmlElement *element, const char *name) {
    char decoded[NAME_MAX_SIZE];
    const char *own = svg_layers_name(layers, element);
    bool found = own && (strcmp(own, name) == 0 ||
                         (layers->by_id && strcmp(decode_id(own, decoded), name) == 0));
    for (const XmlElement *child = element->first; child && !found; child = child->next) {
        found = has_layer(layers, child, name);
    }
    return found;
}

bool svg_layers_check(const SvgLayers *layers, const SvgDrawing *drawing, MessageList *messages) {
    ASSERT(layers != NULL && drawing != NULL && messages != NULL);
    const ImportOptions *options = layers->options;
    bool good = true;
    for (int i = 0; i < options->layer_count; i++) {
        const char *layer = options->layers[i];
        const char *colon = strchr(layer, ':');
        if (!colon || kind_named(layer, (size_t)(colon - layer)) == OBJECT_NONE) {
            message_add(messages, MESSAGE_E654, drawing->root->place, layer);
            good = false;
        } else if (!has_layer(layers, drawing->root, colon + 1)) {
            char names[MESSAGE_TEXT_MAX];
            char help[MESSAGE_TEXT_MAX] = "";
            if (list_names(layers, drawing, names) > 0) {
                snprintf(help, sizeof help, "its layers are called %.180s", names);
            }
            message_add(messages, MESSAGE_W642, drawing->root->place, layer, help);
        }
    }
    return good;
}

void svg_layers_warn(const SvgDrawing *drawing, MessageList *messages) {
    ASSERT(drawing != NULL && messages != NULL);
    char names[MESSAGE_TEXT_MAX];
    char help[MESSAGE_TEXT_MAX];
    static const ImportOptions none = {0};
    SvgLayers layers = {.options = &none};
    int labels = list_names(&layers, drawing, names);
    layers.by_id = labels == 0;
    int count = labels > 0 ? labels : list_names(&layers, drawing, names);
    if (labels > 0) {
        snprintf(help, sizeof help,
                 "if it is a track, rename its layer to road, or say --layer=road:NAME (%.140s%s)",
                 names, count > NAMES_MAX ? ", ..." : "");
    } else if (count > 0) {
        snprintf(help, sizeof help,
                 "if it is a track, save it as Inkscape SVG: Plain SVG drops the names of layers "
                 "(its groups are %.80s%s)",
                 names, count > NAMES_MAX ? ", ..." : "");
    } else {
        snprintf(help, sizeof help, "if it is a track, draw its road in a layer called road");
    }
    message_add(messages, MESSAGE_W641, drawing->root->place, help);
}

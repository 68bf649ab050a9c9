#include "import/svg_pick.h"

#include "base/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAMES_MAX = 4,  ///< That are listed.
    ID_MAX = 24,    ///< Bytes of an id in a list, with its terminator.
    LABEL_MAX = 56, ///< Of an id with its place.
    PLACE_TEXT_MAX = 32,
};

static bool is_called(const XmlElement *element, const char *wanted) {
    const char *id = xml_attribute(element, "id");
    const char *label = xml_attribute(element, "inkscape:label");
    char place[PLACE_TEXT_MAX];
    snprintf(place, sizeof place, "%d:%d", element->place.line, element->place.column);
    return (id && strcmp(id, wanted) == 0) || (label && strcmp(label, wanted) == 0) ||
           strcmp(place, wanted) == 0;
}

SvgDrawing svg_pick(const SvgDrawing *drawing, const char *wanted, Arena *arena) {
    ASSERT(drawing != NULL && wanted != NULL);
    SvgDrawing picked = *drawing;
    picked.shapes = arena_array(arena, (size_t)drawing->count + 1, sizeof *picked.shapes);
    picked.count = 0;
    for (int i = 0; i < drawing->count; i++) {
        bool called = false;
        for (const XmlElement *up = drawing->shapes[i].element; up && !called; up = up->parent) {
            called = is_called(up, wanted);
        }
        if (called) {
            picked.shapes[picked.count++] = drawing->shapes[i];
        }
    }
    return picked;
}

/// A shape and about how long it is.
typedef struct Length {
    const SvgShape *shape;
    double length;
} Length;

static Length length_of(const SvgShape *shape) {
    Length length = {shape, 0.0};
    for (int k = 0; k < shape->path.count; k++) {
        const SvgSubpath *subpath = &shape->path.items[k];
        double own = 0.0;
        for (int i = 0; i < subpath->count; i++) {
            own += point_distance(subpath->pieces[i].from, subpath->pieces[i].to);
        }
        length.length = fmax(length.length, own);
    }
    return length;
}

static int compare_lengths(const void *a, const void *b) {
    const Length *first = a;
    const Length *second = b;
    bool less = first->length < second->length ||
                (first->length <= second->length && first->shape > second->shape);
    return less ? 1 : -1;
}

void svg_pick_list(const SvgDrawing *drawing, char list[SVG_PICK_LIST_MAX], Arena *arena) {
    ASSERT(drawing != NULL && list != NULL);
    Length *lengths = arena_array(arena, (size_t)drawing->count + 1, sizeof *lengths);
    for (int i = 0; i < drawing->count; i++) {
        lengths[i] = length_of(&drawing->shapes[i]);
    }
    qsort(lengths, (size_t)drawing->count, sizeof *lengths, compare_lengths);
    list[0] = '\0';
    size_t size = 0;
    for (int i = 0; i < drawing->count && i < NAMES_MAX && size + LABEL_MAX < SVG_PICK_LIST_MAX;
         i++) {
        const XmlElement *element = lengths[i].shape->element;
        const char *id = xml_attribute(element, "id");
        bool named = id && id[0] && strlen(id) < ID_MAX;
        size += (size_t)snprintf(list + size, SVG_PICK_LIST_MAX - size, "%s%s%s%d:%d%s",
                                 i > 0 ? ", " : "", named ? id : "", named ? " (" : "",
                                 element->place.line, element->place.column, named ? ")" : "");
    }
}

#include "drawing/svg_shape.h"

#include "base/assert.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    VISITS_MAX = 300000, ///< Elements drawn, clones and what they clone counted.
    USES_MAX = 16,       ///< Clones of clones.
    QUOTE_MAX = 40,
};

typedef struct IdEntry {
    const char *id;
    const XmlElement *element;
    int order;
} IdEntry;

/// What an element gets from those around it.
typedef struct Surroundings {
    SvgMatrix matrix;
    SvgStyle style;
    const XmlElement *layer;
    const XmlElement *clone; ///< The outermost `use` that we are in; NULL: none.
    int uses;
    bool lost; ///< Where it stands could not be read: what is in it is left out.
} Surroundings;

typedef struct Walker {
    SvgDrawing *drawing;
    SvgSheet sheet;
    IdEntry *ids;
    int id_count;
    int visits;
    int pieces; ///< Still to be made.
    bool full;  ///< Said so.
    Arena *arena;
    MessageList *messages;
} Walker;

// ---- ids ------------------------------------------------------------------------------------

static int compare_ids(const void *a, const void *b) {
    const IdEntry *first = a;
    const IdEntry *second = b;
    int order = strcmp(first->id, second->id);
    return order != 0 ? order : first->order - second->order;
}

static void add_ids(Walker *walker, const XmlElement *element) {
    const char *id = xml_attribute(element, "id");
    if (id) {
        walker->ids[walker->id_count] = (IdEntry){id, element, walker->id_count};
        walker->id_count++;
    }
    for (const XmlElement *child = element->first; child; child = child->next) {
        add_ids(walker, child);
    }
}

/// The element called `id`: the first of them, where there are several.
static const XmlElement *find_id(const Walker *walker, const char *id) {
    int low = 0;
    int high = walker->id_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strcmp(walker->ids[middle].id, id) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < walker->id_count && strcmp(walker->ids[low].id, id) == 0;
    return found ? walker->ids[low].element : NULL;
}

// ---- attributes -----------------------------------------------------------------------------

/// `<path> "road"`, by id or by what it is.
static const char *name_element(const XmlElement *element, char out[96]) {
    const char *id = xml_attribute(element, "id");
    if (id) {
        snprintf(out, 96, "<%.24s> \"%.48s\"", element->name, id);
    } else {
        snprintf(out, 96, "<%.24s>", element->name);
    }
    return out;
}

/// The start of a long attribute, for messages.
static const char *quote(const char *text, char out[QUOTE_MAX]) {
    snprintf(out, QUOTE_MAX, strlen(text) < QUOTE_MAX ? "%s" : "%.36s...", text);
    return out;
}

/// The length `name` of `element`, or `fallback`. Units are left out of account, percentages are
/// an error: of what, depends on things that we ignore.
static double read_length(Walker *walker, const XmlElement *element, const char *name,
                          double fallback) {
    const char *text = xml_attribute(element, name);
    const char *unit = "";
    double value = fallback;
    if (!text || strcmp(text, "auto") == 0) {
        return fallback;
    }
    if (!svg_length_read(text, &value, &unit) || *unit == '%') {
        char label[96];
        char quoted[QUOTE_MAX];
        message_add(walker->messages, MESSAGE_E645, element->place, name,
                    name_element(element, label), quote(text, quoted));
        return fallback;
    }
    return value;
}

static Point read_point(Walker *walker, const XmlElement *element, const char *x, const char *y) {
    Point point = {.x = read_length(walker, element, x, 0.0)};
    point.y = read_length(walker, element, y, 0.0);
    return point;
}

/// Moves `around` by the x and y of `element`.
static void move(Walker *walker, const XmlElement *element, Surroundings *around) {
    int errors = walker->messages->error_count;
    Point by = read_point(walker, element, "x", "y");
    around->matrix =
        svg_matrix_multiply(around->matrix, (SvgMatrix){1.0, 0.0, 0.0, 1.0, by.x, by.y});
    around->lost = around->lost || walker->messages->error_count > errors;
}

/// Puts the transform of `element` into `around`.
static void transform(Walker *walker, const XmlElement *element, Surroundings *around) {
    SvgMatrix matrix = svg_matrix_identity();
    const char *text = xml_attribute(element, "transform");
    if (text && !svg_matrix_read(text, &matrix)) {
        char label[96];
        char quoted[QUOTE_MAX];
        message_add(walker->messages, MESSAGE_E644, element->place, name_element(element, label),
                    quote(text, quoted));
        around->lost = true;
    }
    around->matrix = svg_matrix_multiply(around->matrix, matrix);
}

// ---- shapes ---------------------------------------------------------------------------------

static void add_full(Walker *walker, Place place, const char *what, int limit) {
    if (!walker->full) {
        message_add(walker->messages, MESSAGE_E111, place, what, limit);
    }
    walker->full = true;
}

static void add_piece(Walker *walker, SvgPath *path, SvgPiece piece) {
    if (path->count == 0) {
        svg_path_add(path, walker->arena);
    }
    svg_subpath_add(&path->items[0], piece, walker->arena);
}

static void add_straight(Walker *walker, SvgPath *path, Point from, Point to) {
    if (from.x != to.x || from.y != to.y) {
        add_piece(walker, path, svg_line_piece(from, to));
    }
}

/// A rectangle, clockwise on the screen from its upper left corner on, as SVG 1.1, 9.2 has it.
static void make_rect(Walker *walker, const XmlElement *element, SvgShape *shape) {
    double x = read_length(walker, element, "x", 0.0);
    double y = read_length(walker, element, "y", 0.0);
    double w = read_length(walker, element, "width", 0.0);
    double h = read_length(walker, element, "height", 0.0);
    double rx = read_length(walker, element, "rx", -1.0);
    double ry = read_length(walker, element, "ry", -1.0);
    if (!(w > 0.0) || !(h > 0.0)) {
        return;
    }
    rx = rx < 0.0 ? ry : rx;
    ry = ry < 0.0 ? rx : ry;
    bool round = rx > 0.0 && ry > 0.0;
    rx = round ? fmin(rx, 0.5 * w) : 0.0;
    ry = round ? fmin(ry, 0.5 * h) : 0.0;
    const Point centers[4] = {
        {x + w - rx, y + ry}, {x + w - rx, y + h - ry}, {x + rx, y + h - ry}, {x + rx, y + ry}};
    Point at = {x + rx, y};
    Point start = at;
    for (int i = 0; i < 4; i++) {
        SvgPiece arc = svg_arc_piece(centers[i], rx, ry, -90.0 + 90.0 * i, 90.0);
        add_straight(walker, &shape->path, at, arc.from);
        if (round) {
            add_piece(walker, &shape->path, arc);
        }
        at = arc.to;
    }
    add_straight(walker, &shape->path, at, start);
    shape->path.items[0].closed = true;
    shape->is_rect = !round;
    shape->center = (Point){x + 0.5 * w, y + 0.5 * h};
}

static void make_ellipse(Walker *walker, const XmlElement *element, SvgShape *shape) {
    bool circle = xml_is(element, "circle");
    double rx = read_length(walker, element, circle ? "r" : "rx", 0.0);
    double ry = circle ? rx : read_length(walker, element, "ry", 0.0);
    shape->center = read_point(walker, element, "cx", "cy");
    if (!(rx > 0.0) || !(ry > 0.0)) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        add_piece(walker, &shape->path, svg_arc_piece(shape->center, rx, ry, 90.0 * i, 90.0));
    }
    shape->path.items[0].closed = true;
    shape->is_circle = fabs(rx - ry) <= 1e-6 * rx;
    shape->radius = rx;
}

static void make_line(Walker *walker, const XmlElement *element, SvgShape *shape) {
    Point from = read_point(walker, element, "x1", "y1");
    Point to = read_point(walker, element, "x2", "y2");
    add_straight(walker, &shape->path, from, to);
}

static void add_path_problem(Walker *walker, const XmlElement *element, const char *name,
                             const char *text, SvgPathProblem problem) {
    if (problem.what[0] == '\0') {
        add_full(walker, element->place, "pieces of paths", SVG_PIECES_MAX);
        return;
    }
    char label[96];
    char quoted[QUOTE_MAX];
    message_add(walker->messages, MESSAGE_E643, element->place, name, name_element(element, label),
                problem.what, problem.at, quote(text + problem.at, quoted));
}

static void make_points(Walker *walker, const XmlElement *element, SvgShape *shape) {
    const char *text = xml_attribute(element, "points");
    SvgScanner scanner = {text ? text : ""};
    Point at = {0.0, 0.0};
    Point first = {0.0, 0.0};
    svg_skip_space(&scanner);
    for (int count = 0; *scanner.at != '\0'; count++) {
        Point to;
        bool good = svg_scan_number(&scanner, &to.x);
        svg_skip_comma(&scanner);
        if (!good || !svg_scan_number(&scanner, &to.y)) {
            add_path_problem(walker, element, "points", text,
                             (SvgPathProblem){"a number is missing", (int)(scanner.at - text)});
            return;
        }
        svg_skip_comma(&scanner);
        if (count > 0 && --walker->pieces < 0) {
            add_path_problem(walker, element, "points", text, (SvgPathProblem){"", 0});
            return;
        }
        if (count == 0) {
            first = to;
        } else {
            add_straight(walker, &shape->path, at, to);
        }
        at = to;
    }
    if (shape->path.count > 0 && xml_is(element, "polygon")) {
        add_straight(walker, &shape->path, at, first);
        shape->path.items[0].closed = true;
    }
}

static void make_path(Walker *walker, const XmlElement *element, SvgShape *shape) {
    const char *text = xml_attribute(element, "d");
    SvgPathProblem problem = {0};
    if (text && strcmp(text, "none") != 0 &&
        !svg_path_read(text, &shape->path, &walker->pieces, walker->arena, &problem)) {
        add_path_problem(walker, element, "d", text, problem);
    }
}

typedef void MakeShape(Walker *walker, const XmlElement *element, SvgShape *shape);

/// Takes a shape from its own units to metres.
static void place_shape(SvgShape *shape, SvgMatrix matrix) {
    bool similar = svg_matrix_is_similarity(matrix);
    double scale = svg_matrix_scale(matrix);
    double along = sqrt(matrix.a * matrix.a + matrix.b * matrix.b);
    svg_path_transform(&shape->path, matrix);
    shape->center = svg_matrix_apply(matrix, shape->center);
    shape->is_circle = shape->is_circle && similar;
    shape->is_rect = shape->is_rect && similar;
    shape->radius *= scale;
    shape->stroke_width = shape->style.stroke_width * scale;
    shape->dash = shape->style.dash * scale;
    if (along > 0.0) {
        shape->right = (Point){matrix.a / along, matrix.b / along};
    }
}

static void add_shape(Walker *walker, const XmlElement *element, MakeShape *make,
                      const Surroundings *around) {
    SvgShape shape = {.element = around->clone ? around->clone : element,
                      .source = element,
                      .layer = around->layer,
                      .style = around->style,
                      .right = {1.0, 0.0}};
    int errors = walker->messages->error_count;
    make(walker, element, &shape);
    bool lost = around->lost || walker->messages->error_count > errors;
    if (shape.path.count == 0 || lost) {
        return;
    }
    if (make != make_path && make != make_points) {
        walker->pieces -= shape.path.items[0].count;
    }
    if (walker->pieces < 0) {
        add_full(walker, element->place, "pieces of paths", SVG_PIECES_MAX);
        return;
    }
    place_shape(&shape, around->matrix);
    SvgDrawing *drawing = walker->drawing;
    drawing->shapes = arena_grow(walker->arena, drawing->shapes, drawing->count, sizeof shape);
    drawing->shapes[drawing->count++] = shape;
}

// ---- the tree -------------------------------------------------------------------------------

const char *svg_layer_label(const XmlElement *element) {
    const char *mode = xml_attribute(element, "inkscape:groupmode");
    const char *label = xml_attribute(element, "inkscape:label");
    return !mode || strcmp(mode, "layer") != 0 ? NULL : label ? label : "";
}

static void count_ignored(Walker *walker, const XmlElement *element, const char *what) {
    SvgDrawing *drawing = walker->drawing;
    if (drawing->ignored++ == 0) {
        drawing->ignored_as = what;
        drawing->ignored_at = element->place;
    }
}

/// Effects would be seen in a browser but mean nothing here.
static void count_effects(Walker *walker, const XmlElement *element) {
    static const char *const effects[] = {"clip-path", "mask", "filter"};
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++) {
        const char *value = xml_attribute(element, effects[i]);
        if (value && strcmp(value, "none") != 0) {
            count_ignored(walker, element, effects[i]);
        }
    }
}

static void walk(Walker *walker, const XmlElement *element, const Surroundings *outer);

static void enter_group(Walker *walker, const XmlElement *element, Surroundings *around) {
    for (const XmlElement *child = element->first; child && !walker->full; child = child->next) {
        walk(walker, child, around);
    }
}

/// A clone: what its href names, moved by its x and y.
static void enter_use(Walker *walker, const XmlElement *element, Surroundings *around) {
    const char *href = xml_attribute(element, "href");
    href = href ? href : xml_attribute(element, "xlink:href");
    const XmlElement *target = href && *href == '#' ? find_id(walker, href + 1) : NULL;
    bool around_itself = false;
    for (const XmlElement *up = element; up; up = up->parent) {
        around_itself = around_itself || up == target;
    }
    if (!target || around_itself || around->uses >= USES_MAX) {
        char label[96];
        message_add(walker->messages, MESSAGE_E646, element->place, name_element(element, label),
                    href ? href : "",
                    !target ? "which is not there"
                            : "which shows itself again, or more than 16 deep");
        return;
    }
    move(walker, element, around);
    around->clone = around->clone ? around->clone : element;
    around->uses++;
    if (xml_is(target, "symbol")) {
        around->style = svg_style_of(target, &walker->sheet, around->style);
        enter_group(walker, target, around);
    } else {
        walk(walker, target, around);
    }
}

/// A drawing within the drawing stands at its x and y; its own viewBox is left out of account.
static void enter_svg(Walker *walker, const XmlElement *element, Surroundings *around) {
    if (element->parent) {
        move(walker, element, around);
        if (xml_attribute(element, "viewBox")) {
            count_ignored(walker, element, "inner viewBox");
        }
    }
    enter_group(walker, element, around);
}

/// An element that a browser shows. One with neither function means nothing here.
typedef struct ElementRow {
    const char *name;
    MakeShape *make;
    void (*enter)(Walker *walker, const XmlElement *element, Surroundings *around);
} ElementRow;

static const ElementRow element_rows[] = {
    {"path", make_path, NULL},      {"rect", make_rect, NULL},
    {"circle", make_ellipse, NULL}, {"ellipse", make_ellipse, NULL},
    {"line", make_line, NULL},      {"polyline", make_points, NULL},
    {"polygon", make_points, NULL}, {"g", NULL, enter_group},
    {"a", NULL, enter_group},       {"switch", NULL, enter_group},
    {"svg", NULL, enter_svg},       {"use", NULL, enter_use},
    {"text", NULL, NULL},           {"image", NULL, NULL},
    {"foreignObject", NULL, NULL},  {"flowRoot", NULL, NULL},
};

static const ElementRow *find_row(const char *name) {
    for (size_t i = 0; i < sizeof element_rows / sizeof *element_rows; i++) {
        if (strcmp(element_rows[i].name, name) == 0) {
            return &element_rows[i];
        }
    }
    return NULL;
}

static void walk(Walker *walker, const XmlElement *element, const Surroundings *outer) {
    if (++walker->visits > VISITS_MAX) {
        add_full(walker, element->place, "elements and clones", VISITS_MAX);
        return;
    }
    const ElementRow *row = find_row(element->name);
    bool used = row && (row->make || row->enter);
    Surroundings around = *outer;
    around.style = svg_style_of(element, &walker->sheet, outer->style);
    const char *label = xml_attribute(element, "inkscape:label");
    if (!around.style.shown || (label && label[0] == '_')) {
        return;
    }
    if (row && !used) {
        count_ignored(walker, element, element->name);
    }
    count_effects(walker, element);
    if (!used) {
        return;
    }
    transform(walker, element, &around);
    if (svg_layer_label(element)) {
        around.layer = element;
    }
    if (row->make) {
        add_shape(walker, element, row->make, &around);
    } else {
        row->enter(walker, element, &around);
    }
}

// ---- the page -------------------------------------------------------------------------------

/// px of one unit of a length, for pages without a viewBox; 0: not known.
static double unit_in_px(const char *unit) {
    static const struct {
        const char *name;
        double px;
    } units[] = {{"", 1.0},    {"px", 1.0},         {"mm", 96.0 / 25.4}, {"cm", 96.0 / 2.54},
                 {"in", 96.0}, {"pt", 96.0 / 72.0}, {"pc", 16.0}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(units[i].name, unit) == 0) {
            return units[i].px;
        }
    }
    return 0.0;
}

/// From the root's user units to metres: the lower left corner of the viewBox is (0, 0).
static SvgMatrix page_matrix(Walker *walker, const XmlElement *root, double scale) {
    const char *text = xml_attribute(root, "viewBox");
    double box[4] = {0.0, 0.0, 0.0, 0.0};
    SvgScanner scanner = {text ? text : ""};
    int count = 0;
    svg_skip_space(&scanner);
    while (count < 4 && svg_scan_number(&scanner, &box[count])) {
        count++;
        svg_skip_comma(&scanner);
    }
    walker->drawing->has_view_box = count == 4;
    if (text && (count < 4 || *scanner.at != '\0')) {
        char quoted[QUOTE_MAX];
        message_add(walker->messages, MESSAGE_E645, root->place, "viewBox", "<svg>",
                    quote(text, quoted));
    }
    if (!text) {
        const char *height = xml_attribute(root, "height");
        const char *unit = "";
        if (height && svg_length_read(height, &box[3], &unit)) {
            box[3] *= unit_in_px(unit);
        }
    }
    return (SvgMatrix){scale, 0.0, 0.0, -scale, -box[0] * scale, (box[1] + box[3]) * scale};
}

bool svg_drawing_read(const XmlElement *root, double scale, SvgDrawing *out, Arena *arena,
                      MessageList *messages) {
    ASSERT(root != NULL && out != NULL && scale > 0.0);
    int errors = messages->error_count;
    *out = (SvgDrawing){.root = root};
    Walker walker = {
        .drawing = out, .pieces = SVG_PIECES_MAX, .arena = arena, .messages = messages};
    walker.ids = arena_array(arena, XML_ELEMENTS_MAX, sizeof *walker.ids);
    add_ids(&walker, root);
    qsort(walker.ids, (size_t)walker.id_count, sizeof *walker.ids, compare_ids);
    walker.sheet = svg_sheet_read(root, arena);
    Surroundings around = {.matrix = page_matrix(&walker, root, scale),
                           .style = svg_style_initial()};
    around.lost = messages->error_count > errors;
    walk(&walker, root, &around);
    return messages->error_count == errors;
}

#include "import/svg_circuit.h"

#include "base/assert.h"
#include "centreline/circuit_track.h"
#include "centreline/road_ease.h"
#include "drawing/svg_chain.h"

#include <math.h>

/// Part of the drawing's size that chords of its curves may be off: 2 cm on 2 km.
#define CHORD_PART 1e-5

/// m that the line may move by when points are left out: the tight bends of a drawing are made to
/// just fit the road, and more would fold them again.
#define TOLERANCE 0.05f

/// m: circuits of another length are refused with the reason; easing their corners would be idle.
#define LENGTH_MIN 20.0
#define LENGTH_MAX 200000.0

/// Width and height of what is drawn, whichever is larger.
static double extent_of(const SvgDrawing *drawing) {
    Point low = {(double)INFINITY, (double)INFINITY};
    Point high = {-low.x, -low.y};
    for (int i = 0; i < drawing->count; i++) {
        const SvgPath *path = &drawing->shapes[i].path;
        for (int k = 0; k < path->count; k++) {
            for (int n = 0; n < path->items[k].count; n++) {
                Point at = path->items[k].pieces[n].to;
                low = (Point){fmin(low.x, at.x), fmin(low.y, at.y)};
                high = (Point){fmax(high.x, at.x), fmax(high.y, at.y)};
            }
        }
    }
    return fmax(high.x - low.x, high.y - low.y);
}

/// Joins all subpaths to the circuit's line. Where anything is drawn as a line, what is only filled
/// does not count. `*full` tells whether there are too many points; the line is then empty.
static SvgChain find_line(const SvgDrawing *drawing, bool *full, Arena *scratch) {
    bool any_line = false;
    for (int i = 0; i < drawing->count; i++) {
        any_line |= drawing->shapes[i].style.stroked;
    }
    SvgStroke *strokes = NULL;
    int count = 0;
    double chord = fmax(CHORD_PART * extent_of(drawing), 1e-9);
    int budget = SVG_POINTS_MAX;
    *full = false;
    for (int i = 0; i < drawing->count; i++) {
        const SvgShape *shape = &drawing->shapes[i];
        for (int k = 0; k < shape->path.count && (shape->style.stroked || !any_line); k++) {
            const SvgSubpath *subpath = &shape->path.items[k];
            SvgLine line = svg_subpath_flatten(subpath, chord, &budget, scratch);
            *full |= line.count == 0 && subpath->count > 0;
            strokes = arena_grow(scratch, strokes, count, sizeof *strokes);
            strokes[count++] =
                (SvgStroke){.line = line, .closed = subpath->closed, .width = shape->stroke_width};
        }
    }
    return *full ? (SvgChain){0} : svg_chain_make(strokes, count, scratch);
}

/// The line as points of a circuit of about the size asked for, its corners rounded.
static CircuitPoint *make_points(const SvgChain *chain, const CircuitOptions *options, Place place,
                                 int *count, Arena *scratch, MessageList *messages) {
    bool fits = options->fit_length > 0.0f && options->keep_width; // where its road is that wide
    double wanted = (double)(fits ? options->fit_length : options->length);
    double factor = wanted > 0.0 ? wanted / chain->length : 1.0;
    vec2s *line = arena_array(scratch, (size_t)chain->line.count, sizeof *line);
    for (int i = 0; i < chain->line.count; i++) {
        line[i].x = (float)(chain->line.points[i].x * factor);
        line[i].y = (float)(chain->line.points[i].y * factor);
    }
    float half = 0.5f * (options->width > 0.0f ? options->width : CIRCUIT_WIDTH);
    EasedLine curve =
        road_ease_curve(line, chain->line.count, chain->closed, half, TOLERANCE, NULL, scratch);
    *count = curve.count;
    CircuitPoint *points = arena_array(scratch, (size_t)*count, sizeof *points);
    for (int i = 0; i < *count; i++) {
        points[i] = (CircuitPoint){.at = curve.points[i], .place = place};
    }
    if (curve.corner_count > 0 && options->verbose) {
        road_ease_note(MESSAGE_N641, place, &curve, messages);
    }
    return points;
}

YamlNode *svg_circuit_track(const SvgDrawing *drawing, const char *name,
                            const CircuitOptions *options, Arena *arena, MessageList *messages) {
    ASSERT(drawing != NULL && options != NULL);
    Place place = drawing->count > 0 ? drawing->shapes[0].element->place : drawing->root->place;
    Arena scratch = {0};
    bool full;
    SvgChain chain = find_line(drawing, &full, &scratch);
    YamlNode *root = NULL;
    double size = options->length > 0.0f ? (double)options->length : chain.length;
    if (full) {
        message_add(messages, MESSAGE_E111, place, "points of paths", SVG_POINTS_MAX);
    } else if (chain.line.count < 2) {
        message_add(messages, MESSAGE_E648, place);
    } else if (!(size >= LENGTH_MIN && size <= LENGTH_MAX)) {
        message_add(messages, MESSAGE_E625, place, size, LENGTH_MIN, LENGTH_MAX);
    } else {
        Circuit circuit = {.name = name, .closed = chain.closed, .place = place};
        circuit.points = make_points(&chain, options, place, &circuit.count, &scratch, messages);
        if (options->verbose && (chain.joined > 1 || chain.doubles + chain.left_out > 0)) {
            message_add(messages, MESSAGE_N642, place, chain.joined, chain.joined == 1 ? "" : "s",
                        chain.doubles, chain.left_out);
        }
        // The drawing is in metres by now, but for what --length asks for.
        CircuitOptions rest = *options;
        rest.scale = 0.0f;
        root = circuit_track(&circuit, &rest, arena, messages);
    }
    arena_destroy(&scratch);
    return root;
}

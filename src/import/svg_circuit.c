#include "import/svg_circuit.h"

#include "base/assert.h"
#include "centreline/circuit_track.h"
#include "centreline/road_ease.h"
#include "centreline/road_stray.h"
#include "drawing/svg_band.h"
#include "drawing/svg_chain.h"
#include "import/svg_pick.h"

#include <math.h>
#include <stdio.h>

/// Part of the drawing's size that chords of its curves may be off: 2 cm on 2 km.
#define CHORD_PART 1e-5

/// m that the line may move by when points are left out: the tight bends of a drawing are made to
/// just fit the road, and more would fold them again.
#define TOLERANCE 0.05f

/// m: circuits of another length are refused with the reason; easing their corners would be idle.
#define LENGTH_MIN 20.0
#define LENGTH_MAX 200000.0

/// m: roads of bands are no narrower, as a grid needs room, and no wider (docs/tracks.md).
#define WIDTH_MIN 5.0
#define WIDTH_MAX 60.0

/// m: where nobody says how wide the road is, it gets narrower by this, down to that, until it
/// follows the drawing.
#define WIDTH_STEP  1.0f
#define WIDTH_LEAST 6.0f

/// A road whose length is off by a larger part is not the one that was drawn.
#define LENGTH_OFF 0.02f

/// Of the longest outline: shorter ones are marks, whatever they look like.
#define SHORT_PART 0.05

/// Of all lines, and of the drawing: a line with less is a detail of a picture. The circuits of
/// eight atlases have 0.24 and 0.89 and more; pictures of cars and houses 0.12 or 0.4.
#define PART_LEAST 0.18
#define SPAN_LEAST 0.6

enum {
    BANDS_MAX = 24 ///< Shapes that are looked at for bands: each takes some 20 ms.
};

/// Width and height of what is drawn with a stroke, or without, whichever is larger.
static double extent_of(const SvgDrawing *drawing, bool stroked) {
    Point low = {(double)INFINITY, (double)INFINITY};
    Point high = {-low.x, -low.y};
    for (int i = 0; i < drawing->count; i++) {
        const SvgPath *path = &drawing->shapes[i].path;
        for (int k = 0; k < path->count && drawing->shapes[i].style.stroked == stroked; k++) {
            for (int n = 0; n < path->items[k].count; n++) {
                Point at = path->items[k].pieces[n].to;
                low = (Point){fmin(low.x, at.x), fmin(low.y, at.y)};
                high = (Point){fmax(high.x, at.x), fmax(high.y, at.y)};
            }
        }
    }
    return fmax(high.x - low.x, high.y - low.y);
}

/// A shape as points.
typedef struct Outlines {
    const SvgShape *shape;
    SvgLine *lines; ///< Of its subpaths.
    double longest; ///< Length of the longest, closed as it is filled.
} Outlines;

/// What a drawing gives to join.
typedef struct Strokes {
    SvgStroke *items;
    int count;
    bool full;    ///< There are too many points: all is void.
    SvgBand band; ///< The longest shape's, where that is a filled band.
    Place band_place;
} Strokes;

static double longest_of(const SvgLine *lines, int count) {
    double longest = 0.0;
    for (int k = 0; k < count; k++) {
        double length = 0.0;
        for (int i = 0; i < lines[k].count; i++) {
            length += point_distance(lines[k].points[i], lines[k].points[(i + 1) % lines[k].count]);
        }
        longest = fmax(longest, length);
    }
    return longest;
}

/// All shapes as points: those with a stroke, or those without.
static Outlines *find_outlines(const SvgDrawing *drawing, bool stroked, int *count, bool *full,
                               Arena *scratch) {
    Outlines *all = arena_array(scratch, (size_t)drawing->count + 1, sizeof *all);
    int budget = SVG_POINTS_MAX;
    double extent = fmax(extent_of(drawing, true), extent_of(drawing, false));
    double chord = fmax(CHORD_PART * extent, 1e-9);
    *count = 0;
    *full = false;
    for (int i = 0; i < drawing->count; i++) {
        const SvgShape *shape = &drawing->shapes[i];
        const SvgPath *path = &shape->path;
        if (shape->style.stroked != stroked) {
            continue;
        }
        SvgLine *lines = arena_array(scratch, (size_t)path->count + 1, sizeof *lines);
        for (int k = 0; k < path->count; k++) {
            lines[k] = svg_subpath_flatten(&path->items[k], chord, &budget, scratch);
            *full |= lines[k].count == 0 && path->items[k].count > 0;
        }
        all[(*count)++] = (Outlines){shape, lines, longest_of(lines, path->count)};
    }
    return all;
}

/// The band that a shape is. One stroked with a pen as wide is a line that was filled by accident.
static SvgBand find_band(const Outlines *outlines, bool thorough, Arena *scratch) {
    const SvgShape *shape = outlines->shape;
    if (!shape->style.filled) {
        return (SvgBand){0};
    }
    SvgBand band = svg_band_find(outlines->lines, shape->path.count, thorough, scratch);
    bool pen = shape->style.stroked && shape->stroke_width >= band.width;
    return pen ? (SvgBand){0} : band;
}

static void add_stroke(Strokes *strokes, SvgStroke stroke, Arena *scratch) {
    strokes->items = arena_grow(scratch, strokes->items, strokes->count, sizeof *strokes->items);
    strokes->items[strokes->count++] = stroke;
}

/// All subpaths of shapes with a stroke, or of those without, and of bands their middles.
static Strokes find_strokes(const SvgDrawing *drawing, bool stroked, Arena *scratch) {
    Strokes strokes = {0};
    int count;
    Outlines *all = find_outlines(drawing, stroked, &count, &strokes.full, scratch);
    int leader = 0;
    for (int i = 1; i < count; i++) {
        leader = all[i].longest > all[leader].longest ? i : leader;
    }
    int looks = BANDS_MAX;
    for (int i = 0; i < count && !strokes.full; i++) {
        const Outlines *shape = &all[i];
        SvgBand band = {0};
        if (i == leader || (shape->longest > SHORT_PART * all[leader].longest && looks-- > 0)) {
            band = find_band(shape, i == leader, scratch);
        }
        if (i == leader) {
            strokes.band = band;
            strokes.band_place = shape->shape->element->place;
        }
        if (band.kind == SVG_BAND_FOUND) {
            SvgStroke middle = {.line = band.line, .closed = band.closed, .width = band.width};
            add_stroke(&strokes, middle, scratch);
            continue;
        }
        for (int k = 0; k < shape->shape->path.count; k++) {
            SvgStroke stroke = {.line = shape->lines[k],
                                .closed = shape->shape->path.items[k].closed,
                                .width = shape->shape->stroke_width};
            add_stroke(&strokes, stroke, scratch);
        }
    }
    return strokes;
}

/// Width and height of a line, whichever is larger.
static double span_of(const SvgLine *line) {
    Point low = line->points[0];
    Point high = low;
    for (int i = 1; i < line->count; i++) {
        low = (Point){fmin(low.x, line->points[i].x), fmin(low.y, line->points[i].y)};
        high = (Point){fmax(high.x, line->points[i].x), fmax(high.y, line->points[i].y)};
    }
    return fmax(high.x - low.x, high.y - low.y);
}

/// The line of a circuit and the strokes that it was found in.
typedef struct Found {
    Strokes strokes;
    SvgChain chain;
    double span; ///< Part of the drawing's that the line has.
    bool doubtful;
} Found;

/// Looks for the circuit in strokes or in fills. What is but a small part of the lines, or of the
/// drawing, is doubtful.
static Found find_circuit(const SvgDrawing *drawing, bool stroked, Arena *scratch) {
    Found found = {.strokes = find_strokes(drawing, stroked, scratch)};
    if (found.strokes.full) {
        return found;
    }
    found.chain = svg_chain_make(found.strokes.items, found.strokes.count, scratch);
    if (found.chain.line.count > 1) {
        found.span = fmin(span_of(&found.chain.line) / extent_of(drawing, stroked), 1.0);
        found.doubtful =
            found.chain.length < PART_LEAST * found.chain.total || found.span < SPAN_LEAST;
    }
    return found;
}

/// What is drawn as a line, or else what is filled. Lines that are no longer than the drawing is
/// large go round nothing: beside a band they are marks, such as the start line across it.
static Found choose(const SvgDrawing *drawing, Arena *scratch) {
    Found lines = find_circuit(drawing, true, scratch);
    double length = 0.0;
    for (int i = 0; i < lines.strokes.count; i++) {
        length += longest_of(&lines.strokes.items[i].line, 1);
    }
    bool round = length > 2.0 * fmax(extent_of(drawing, true), extent_of(drawing, false));
    if (lines.strokes.full || (round && !lines.doubtful)) {
        return lines;
    }
    Found fills = find_circuit(drawing, false, scratch);
    bool band = fills.strokes.band.kind == SVG_BAND_FOUND && !fills.doubtful;
    bool better = round ? band : fills.strokes.band.kind != SVG_BAND_NONE;
    return lines.strokes.count == 0 || better ? fills : lines;
}

/// A drawn line that is to be a road.
typedef struct Drawn {
    const vec2s *line; ///< m
    int count;
    bool closed;
    bool free_width; ///< Nobody says how wide the road is.
    Place place;
} Drawn;

static bool strays(const RoadStray *stray, float width) {
    return stray->most > width || fabsf(stray->longer) > LENGTH_OFF;
}

/// The line with its corners rounded for a road `*width` m wide, or for one as much narrower as it
/// takes to follow the line, where that may be. False, with a message, where none follows it.
static bool ease(const Drawn *drawn, float *width, bool verbose, EasedLine *out, Arena *scratch,
                 MessageList *messages) {
    float wanted = *width;
    RoadStray first = {0};
    for (;; *width -= WIDTH_STEP) {
        *out = road_ease_curve(drawn->line, drawn->count, drawn->closed, 0.5f * *width, TOLERANCE,
                               NULL, scratch);
        RoadStray stray = road_stray(drawn->line, drawn->count, out->points, out->count,
                                     drawn->closed, 0.5f * *width);
        first = *width < wanted ? first : stray;
        if (!strays(&stray, *width)) {
            break;
        }
        if (!drawn->free_width || *width - WIDTH_STEP < WIDTH_LEAST) {
            Message *message = message_add(messages, MESSAGE_E656, drawn->place, (double)*width,
                                           (double)stray.most, (double)stray.at.x,
                                           (double)stray.at.y, 100.0 * fabs((double)stray.longer));
            message_at(message, stray.at.x, stray.at.y);
            return false;
        }
    }
    if (*width < wanted && verbose) {
        message_add(messages, MESSAGE_N646, drawn->place, (double)*width, (double)wanted,
                    (double)first.most, (double)first.at.x, (double)first.at.y);
    }
    return true;
}

/// The line as points of a circuit of about the size asked for, its corners rounded; `*width` is
/// what the road gets. NULL, with a message, where the road would be another than the drawn one.
static CircuitPoint *make_points(const SvgChain *chain, const CircuitOptions *options, float *width,
                                 bool free_width, double factor, Place place, int *count,
                                 Arena *scratch, MessageList *messages) {
    vec2s *line = arena_array(scratch, (size_t)chain->line.count, sizeof *line);
    for (int i = 0; i < chain->line.count; i++) {
        line[i].x = (float)(chain->line.points[i].x * factor);
        line[i].y = (float)(chain->line.points[i].y * factor);
    }
    EasedLine curve;
    if (options->fit_length > 0.0f && options->keep_width) { // a short lap: not the drawing's shape
        curve = road_ease_curve(line, chain->line.count, chain->closed, 0.5f * *width, TOLERANCE,
                                NULL, scratch);
    } else {
        Drawn drawn = {line, chain->line.count, chain->closed, free_width, place};
        if (!ease(&drawn, width, options->verbose, &curve, scratch, messages)) {
            return NULL;
        }
    }
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

/// Says why the middle of a band was not found, and where in the drawing.
static void refuse_band(const Strokes *strokes, MessageList *messages) {
    const SvgBand *band = &strokes->band;
    char at[48] = "";
    if (band->placed) {
        snprintf(at, sizeof at, ", at (%.2f, %.2f)", band->where.x, band->where.y);
    }
    Message *message = message_add(messages, MESSAGE_E655, strokes->band_place, band->why, at);
    if (band->placed) {
        message_at(message, (float)band->where.x, (float)band->where.y);
    }
}

YamlNode *svg_circuit_track(const SvgDrawing *drawing, const char *name, bool picked,
                            const CircuitOptions *options, Arena *arena, MessageList *messages) {
    ASSERT(drawing != NULL && options != NULL);
    Place place = drawing->count > 0 ? drawing->shapes[0].element->place : drawing->root->place;
    Arena scratch = {0};
    Found found = choose(drawing, &scratch);
    Strokes strokes = found.strokes;
    SvgChain chain = found.chain;
    YamlNode *root = NULL;
    double size = options->length > 0.0f ? (double)options->length : chain.length;
    if (strokes.full) {
        message_add(messages, MESSAGE_E111, place, "points of paths", SVG_POINTS_MAX);
    } else if (strokes.band.kind == SVG_BAND_UNCLEAR) {
        refuse_band(&strokes, messages);
    } else if (chain.line.count < 2) {
        message_add(messages, MESSAGE_E648, place);
    } else if (found.doubtful && !picked) {
        char list[SVG_PICK_LIST_MAX];
        svg_pick_list(drawing, list, &scratch);
        message_add(messages, MESSAGE_E657, place, chain.length, 100.0 * chain.length / chain.total,
                    100.0 * found.span, list);
    } else if (!(size >= LENGTH_MIN && size <= LENGTH_MAX)) {
        message_add(messages, MESSAGE_E625, place, size, LENGTH_MIN, LENGTH_MAX);
    } else {
        Circuit circuit = {.name = name, .closed = chain.closed, .place = place};
        bool fits = options->fit_length > 0.0f && options->keep_width; // where it is that wide
        double wanted = (double)(fits ? options->fit_length : options->length);
        double factor = wanted > 0.0 ? wanted / chain.length : 1.0;
        CircuitOptions rest = *options;
        if (strokes.band.kind == SVG_BAND_FOUND) {
            double width = strokes.band.width * factor;
            if (options->verbose) {
                message_add(messages, MESSAGE_N645, strokes.band_place, width);
            }
            if (!(options->width > 0.0f)) {
                if (width < WIDTH_MIN) {
                    message_add(messages, MESSAGE_W643, strokes.band_place, width);
                }
                rest.width = (float)fmin(fmax(width, WIDTH_MIN), WIDTH_MAX);
            }
        }
        bool free_width = !(rest.width > 0.0f);
        rest.width = free_width ? CIRCUIT_WIDTH : rest.width;
        circuit.points = make_points(&chain, options, &rest.width, free_width, factor, place,
                                     &circuit.count, &scratch, messages);
        if (options->verbose && (chain.joined > 1 || chain.doubles + chain.left_out > 0)) {
            message_add(messages, MESSAGE_N642, place, chain.joined, chain.joined == 1 ? "" : "s",
                        chain.doubles, chain.left_out);
        }
        // The drawing is in metres by now, but for what --length asks for.
        rest.scale = 0.0f;
        root = circuit.points ? circuit_track(&circuit, &rest, arena, messages) : NULL;
    }
    arena_destroy(&scratch);
    return root;
}

#include "centreline/circuit_line.h"

#include "base/assert.h"
#include "geometry/spline.h"
#include "geometry/transform.h"

#include <math.h>
#include <string.h>

/// m: samples of a line are this far apart; hairpins have a radius of 4 m and more.
#define LINE_STEP 1.5f

/// m: chord error of the fine curve that the even steps are taken from.
#define LINE_CHORD 0.002f

/// m, as src/track samples ribbons.
#define GAME_CHORD 0.04f
#define GAME_STEP  6.0f

/// An edge of the road is at least this long, in lengths of the line beside it; at 0 it folds.
#define EDGE_LEAST 0.06f

/// m of road that two stretches lie apart along the line before they count as two (that and twice
/// the width); nearer ones belong to one bend. As the check of roads has it.
#define STRETCH_GAP 12.0f

/// Cosine of 37 degrees: lines that meet at a larger angle cross. The check draws it at 35.
#define SIDE_BY_SIDE 0.80f

/// m along the line in which a stretch beside counts.
#define BESIDE_REACH 8.0f

/// m left between two roads that run side by side.
#define BESIDE_GAP 0.5f

/// m: narrower than this on one side helps nobody; the format wants 0.5.
#define HALF_LEAST 0.8f

/// m: two stretches side by side leave each other this much of each half: below it they are one
/// road, or cross at so small an angle that only the designer can tell what was meant.
#define BESIDE_LEAST 2.4f

/// m the half-width comes back per m of road behind a narrow place.
#define TAPER 0.15f

static int wrap(const CircuitLine *line, int i) {
    return i < 0 ? i + line->count : i >= line->count ? i - line->count : i;
}

// ---- the line -------------------------------------------------------------------------------

static Curve sample_curve(const CircuitPoint *points, int count, bool closed, float chord,
                          float step, Arena *scratch) {
    vec2s *at = arena_array(scratch, (size_t)count, sizeof *at);
    for (int i = 0; i < count; i++) {
        at[i] = points[i].at;
    }
    return curve_sample(CURVE_SMOOTH, at, NULL, count, closed, chord, step, scratch);
}

float circuit_length(const CircuitPoint *points, int count, bool closed) {
    Arena scratch = {0};
    Curve curve = sample_curve(points, count, closed, LINE_CHORD, 6.0f, &scratch);
    double length = curve_length(&curve, closed);
    arena_destroy(&scratch);
    return (float)length;
}

/// Parameter of the far end of a stretch of the fine curve, seen from its near end.
static float end_parameter(const Curve *curve, int i, int next) {
    const CurveSample *a = &curve->samples[i];
    const CurveSample *b = &curve->samples[next];
    return next > 0 && b->from == a->from ? b->t : 1.0f;
}

static void set_halves(const CircuitPoint *points, int count, bool closed, LineSample *sample) {
    int next = sample->from + 1 < count ? sample->from + 1 : closed ? 0 : sample->from;
    const CircuitPoint *a = &points[sample->from];
    const CircuitPoint *b = &points[next];
    sample->half[0] = a->left + sample->t * (b->left - a->left);
    sample->half[1] = a->right + sample->t * (b->right - a->right);
}

/// Takes samples at even steps from the fine curve.
static void take_steps(const CircuitPoint *points, int point_count, const Curve *curve,
                       CircuitLine *line) {
    int i = 0;
    double gone = 0.0; // at sample i of the curve
    for (int k = 0; k < line->count; k++) {
        double wanted = (double)k * (double)line->step;
        int next = 0;
        double gap = 0.0;
        for (;; i++) {
            next = i + 1 < curve->count ? i + 1 : 0;
            gap = (double)glms_vec2_distance(curve->samples[i].point, curve->samples[next].point);
            bool last = i + 1 >= (line->closed ? curve->count : curve->count - 1);
            if (gone + gap >= wanted || last) {
                break;
            }
            gone += gap;
        }
        float u = gap > 0.0 ? (float)((wanted - gone) / gap) : 0.0f;
        u = fminf(fmaxf(u, 0.0f), 1.0f);
        const CurveSample *a = &curve->samples[i];
        LineSample *sample = &line->samples[k];
        sample->at = glms_vec2_lerp(a->point, curve->samples[next].point, u);
        sample->from = a->from;
        sample->t = a->t + u * (end_parameter(curve, i, next) - a->t);
        set_halves(points, point_count, line->closed, sample);
    }
}

void circuit_line_turn(CircuitLine *line) {
    vec2s along = vec2_make(1.0f, 0.0f);
    for (int i = 0; i < line->count; i++) {
        bool first = !line->closed && i == 0;
        bool last = !line->closed && i == line->count - 1;
        vec2s before = line->samples[first ? i : wrap(line, i - 1)].at;
        vec2s after = line->samples[last ? i : wrap(line, i + 1)].at;
        vec2s way = glms_vec2_sub(after, before);
        float length = glms_vec2_norm(way);
        along = length > 1e-4f ? glms_vec2_scale(way, 1.0f / length) : along;
        line->samples[i].along = along;
    }
}

CircuitLine circuit_line_make(const CircuitPoint *points, int count, bool closed, Arena *arena) {
    ASSERT(count >= 2);
    Arena scratch = {0};
    Curve curve = sample_curve(points, count, closed, LINE_CHORD, LINE_STEP, &scratch);
    CircuitLine line = {.closed = closed, .length = (float)curve_length(&curve, closed)};
    float step = fmaxf(LINE_STEP, line.length / (float)(CIRCUIT_STEPS_MAX - 2));
    int steps = (int)(line.length / step);
    steps = steps < 4 ? 4 : steps;
    line.step = line.length / (float)steps;
    line.count = closed ? steps : steps + 1;
    line.samples = arena_array(arena, (size_t)line.count, sizeof *line.samples);
    take_steps(points, count, &curve, &line);
    circuit_line_turn(&line);
    arena_destroy(&scratch);
    return line;
}

// ---- how wide it can be ---------------------------------------------------------------------

/// How far out from sample `i`, square to the line, a point still has this sample as the nearest
/// one of those within `reach` m along the line; `wanted` where that is farther. A point t along
/// the unit normal n is nearer to q than to c where t > |q - c|^2 / (2 n . (q - c)): on an arc that
/// is its radius.
static float room_of(const CircuitLine *line, int i, int side, float wanted, float reach) {
    const LineSample *sample = &line->samples[i];
    vec2s left = vec2_left(sample->along);
    vec2s normal = side == 0 ? left : glms_vec2_negate(left);
    int steps = (int)(reach / line->step) + 1;
    steps = steps < line->count / 2 ? steps : line->count / 2;
    float room = wanted;
    for (int k = -steps; k <= steps; k++) {
        if (!line->closed && (i + k < 0 || i + k >= line->count)) {
            continue;
        }
        vec2s d = glms_vec2_sub(line->samples[wrap(line, i + k)].at, sample->at);
        float toward = d.x * normal.x + d.y * normal.y;
        if (toward > 1e-4f) {
            room = fminf(room, (d.x * d.x + d.y * d.y) / (2.0f * toward));
        }
    }
    return room;
}

/// m along the line in which another place of it belongs to the same bend.
static float bend_reach(const LineSample *a, const LineSample *b) {
    return 2.0f * (fmaxf(a->half[0], a->half[1]) + fmaxf(b->half[0], b->half[1])) + STRETCH_GAP;
}

static float gap_along(const CircuitLine *line, int i, int j) {
    int apart = i < j ? j - i : i - j;
    apart = line->closed && line->count - apart < apart ? line->count - apart : apart;
    return (float)apart * line->step;
}

/// Another stretch of road beside a sample.
typedef struct Beside {
    int side;       ///< Of the sample, on which it lies.
    float distance; ///< m, between the two lines.
    float theirs;   ///< m, half-width of the other on the side toward the sample.
} Beside;

/// Whether sample `j` is part of another stretch that runs beside sample `i`.
static bool runs_beside(const CircuitLine *line, int i, int j, Beside *out) {
    const LineSample *own = &line->samples[i];
    const LineSample *other = &line->samples[j];
    float cosine = own->along.x * other->along.x + own->along.y * other->along.y;
    vec2s to = glms_vec2_sub(other->at, own->at);
    float along = to.x * own->along.x + to.y * own->along.y;
    if (fabsf(cosine) < SIDE_BY_SIDE || fabsf(along) > BESIDE_REACH ||
        gap_along(line, i, j) < bend_reach(own, other)) {
        return false;
    }
    float across = to.y * own->along.x - to.x * own->along.y;
    int side = across > 0.0f ? 0 : 1;
    *out = (Beside){side, fabsf(across), other->half[cosine > 0.0f ? 1 - side : side]};
    return true;
}

/// Limits sample `i` by sample `j` where the two run side by side: each gives way in proportion.
static void limit_beside(CircuitLine *line, int i, int j, float part) {
    LineSample *own = &line->samples[i];
    Beside beside;
    if (!runs_beside(line, i, j, &beside)) {
        return;
    }
    float mine = own->half[beside.side];
    float room = part * (beside.distance - BESIDE_GAP);
    if (mine + beside.theirs > room) {
        float share = fmaxf(room * mine / (mine + beside.theirs), BESIDE_LEAST);
        own->limit[beside.side] = fminf(own->limit[beside.side], share);
    }
}

/// Samples by square cells of the plane.
typedef struct SampleCells {
    vec2s low;
    float size; ///< m
    int columns, rows;
    int *first; ///< Of each cell: a sample, or -1 ...
    int *next;  ///< ... and of each sample the next one.
} SampleCells;

static int cell_of(const SampleCells *cells, vec2s at) {
    int x = (int)((at.x - cells->low.x) / cells->size);
    int y = (int)((at.y - cells->low.y) / cells->size);
    return y * cells->columns + x;
}

static SampleCells cells_make(const CircuitLine *line, Arena *scratch) {
    vec2s low = line->samples[0].at;
    vec2s high = low;
    float widest = 0.0f;
    for (int i = 0; i < line->count; i++) {
        const LineSample *sample = &line->samples[i];
        low = glms_vec2_minv(low, sample->at);
        high = glms_vec2_maxv(high, sample->at);
        widest = fmaxf(widest, fmaxf(sample->half[0], sample->half[1]));
    }
    // Some 40,000 cells at most, however long and thin the circuit is.
    float width = high.x - low.x, height = high.y - low.y;
    float least = fmaxf(sqrtf(width * height) / 200.0f, fmaxf(width, height) / 10000.0f);
    SampleCells cells = {.size = fmaxf(2.0f * widest + BESIDE_REACH + 1.0f, least)};
    // One empty cell all round, and half a one for what rounding does to the others.
    cells.low = vec2_make(low.x - 1.5f * cells.size, low.y - 1.5f * cells.size);
    cells.columns = (int)((high.x - low.x) / cells.size) + 4;
    cells.rows = (int)((high.y - low.y) / cells.size) + 4;
    size_t count = (size_t)cells.columns * (size_t)cells.rows;
    cells.first = arena_array(scratch, count, sizeof *cells.first);
    cells.next = arena_array(scratch, (size_t)line->count, sizeof *cells.next);
    for (size_t i = 0; i < count; i++) {
        cells.first[i] = -1;
    }
    for (int i = 0; i < line->count; i++) {
        int cell = cell_of(&cells, line->samples[i].at);
        cells.next[i] = cells.first[cell];
        cells.first[cell] = i;
    }
    return cells;
}

void circuit_line_limit(CircuitLine *line, float part) {
    Arena scratch = {0};
    SampleCells cells = cells_make(line, &scratch);
    for (int i = 0; i < line->count; i++) {
        LineSample *sample = &line->samples[i];
        float reach = bend_reach(sample, sample);
        for (int side = 0; side < 2; side++) {
            float wanted = sample->half[side] / part + 1.0f;
            sample->limit[side] = part * room_of(line, i, side, wanted, reach);
        }
        int middle = cell_of(&cells, sample->at);
        for (int k = 0; k < 9; k++) {
            int cell = middle + (k / 3 - 1) * cells.columns + k % 3 - 1;
            for (int j = cells.first[cell]; j >= 0; j = cells.next[j]) {
                limit_beside(line, i, j, part);
            }
        }
    }
    arena_destroy(&scratch);
}

float circuit_line_push(const CircuitLine *line, float half, vec2s *push) {
    Arena scratch = {0};
    SampleCells cells = cells_make(line, &scratch);
    float most = 0.0f;
    for (int i = 0; i < line->count; i++) {
        const LineSample *sample = &line->samples[i];
        float lacking[2] = {0.0f, 0.0f};
        int middle = cell_of(&cells, sample->at);
        for (int k = 0; k < 9; k++) {
            int cell = middle + (k / 3 - 1) * cells.columns + k % 3 - 1;
            for (int j = cells.first[cell]; j >= 0; j = cells.next[j]) {
                Beside beside;
                if (runs_beside(line, i, j, &beside)) {
                    float wanted = fminf(half, sample->half[beside.side]) +
                                   fminf(half, beside.theirs) + BESIDE_GAP;
                    float *own = &lacking[beside.side];
                    *own = fmaxf(*own, wanted - beside.distance);
                }
            }
        }
        push[i] = glms_vec2_scale(vec2_left(sample->along), 0.5f * (lacking[1] - lacking[0]));
        most = fmaxf(most, fmaxf(lacking[0], lacking[1]));
    }
    arena_destroy(&scratch);
    return most;
}

/// One pass over the limits: none is more than its neighbour's plus the taper.
static void taper(CircuitLine *line, int way) {
    int steps = line->closed ? 2 * line->count : line->count;
    for (int k = 1; k < steps; k++) {
        int i = way > 0 ? k % line->count : line->count - 1 - k % line->count;
        LineSample *own = &line->samples[i];
        const LineSample *before = &line->samples[wrap(line, i - way)];
        for (int side = 0; side < 2; side++) {
            float most = before->limit[side] + TAPER * line->step;
            own->limit[side] = fminf(own->limit[side], most);
        }
    }
}

float circuit_line_narrow(CircuitLine *line) {
    float length = 0.0f;
    for (int i = 0; i < line->count; i++) {
        for (int side = 0; side < 2; side++) {
            float *limit = &line->samples[i].limit[side];
            *limit = fmaxf(*limit, HALF_LEAST);
        }
    }
    taper(line, 1);
    taper(line, -1);
    for (int i = 0; i < line->count; i++) {
        LineSample *sample = &line->samples[i];
        bool narrower = false;
        for (int side = 0; side < 2; side++) {
            narrower |= sample->half[side] > sample->limit[side] + 0.05f;
            sample->half[side] = fminf(sample->half[side], sample->limit[side]);
        }
        length += narrower ? line->step : 0.0f;
    }
    return length;
}

// ---- folds ----------------------------------------------------------------------------------

/// The unit tangent at `b` of the circle through `a`, `b` and `c`, as the game's ribbons have it.
static vec2s circle_tangent(vec2s a, vec2s b, vec2s c) {
    vec2s in = glms_vec2_sub(b, a);
    vec2s out = glms_vec2_sub(c, b);
    float in_length = fmaxf(glms_vec2_norm(in), 1e-6f);
    float out_length = fmaxf(glms_vec2_norm(out), 1e-6f);
    vec2s way = glms_vec2_add(glms_vec2_scale(in, out_length / in_length),
                              glms_vec2_scale(out, in_length / out_length));
    return glms_vec2_scale(way, 1.0f / fmaxf(glms_vec2_norm(way), 1e-6f));
}

bool circuit_line_folds(const CircuitPoint *points, int count, bool closed, float radius,
                        unsigned char *sides) {
    Arena scratch = {0};
    memset(sides, 0, (size_t)count);
    Curve curve = sample_curve(points, count, closed, GAME_CHORD, GAME_STEP, &scratch);
    vec2s *tangents = arena_array(&scratch, (size_t)curve.count, sizeof *tangents);
    bool any = false;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = closed ? 0 : 1; i < (closed ? curve.count : curve.count - 1); i++) {
            int next = i + 1 < curve.count ? i + 1 : 0;
            vec2s a = curve.samples[i > 0 ? i - 1 : curve.count - 1].point;
            vec2s b = curve.samples[i].point;
            vec2s c = curve.samples[next].point;
            if (pass == 0) {
                tangents[i] = circle_tangent(a, b, c);
                continue;
            }
            unsigned char found = curve_radius(a, b, c) < radius ? 4 : 0;
            vec2s along = glms_vec2_sub(c, b);
            // Where the tangent turns by d over the way w, an edge h out gets w - h x d long.
            vec2s turned = vec2_left(glms_vec2_sub(tangents[next], tangents[i]));
            float turn = (turned.x * along.x + turned.y * along.y) / glms_vec2_dot(along, along);
            LineSample sample = {.from = curve.samples[i].from, .t = curve.samples[i].t};
            set_halves(points, count, closed, &sample);
            found |= 1.0f + turn * sample.half[0] < EDGE_LEAST ? 1 : 0;
            found |= 1.0f - turn * sample.half[1] < EDGE_LEAST ? 2 : 0;
            int after = sample.from + 1 < count ? sample.from + 1 : closed ? 0 : sample.from;
            sides[sample.from] |= found;
            sides[after] |= found;
            any |= found != 0;
        }
    }
    arena_destroy(&scratch);
    return any;
}

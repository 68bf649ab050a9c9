#include "track/ribbon_build.h"

#include "base/assert.h"
#include "geometry/trig.h"

#include <math.h>
#include <string.h>

/// m; the format promises 5 cm. The rest is room for edges, which lie farther out.
#define SAMPLE_CHORD 0.04f
#define SAMPLE_STEP  6.0f

/// m along the line over which curvature is measured: the AI differentiates speed with it.
#define CURVATURE_WINDOW 6.0f

/// m a shoulder or gap may widen per m of road.
#define VERGE_SLOPE 0.5f

/// A mitre reaches at most this many half-widths out: a corner of 151 degrees.
#define MITRE_MAX 4.0f

/// Shoulders inside a tight bend reach this much past the place where they meet: their corners
/// would leave slivers of ground between them and the wall.
#define SHOULDER_OVERLAP 1.4f

/// m: kerbs start this far before a bend and end this far behind it; on its outside only behind.
#define KERB_BEFORE   6.0f
#define KERB_EXIT     12.0f
#define KERB_BEND_MIN 3.0f

static vec2s unit_or(vec2s v, vec2s fallback) {
    float length = glms_vec2_norm(v);
    return length > 1e-6f ? glms_vec2_scale(v, 1.0f / length) : fallback;
}

double ribbon_estimate(const RibbonDef *def) {
    double length = 0.0;
    for (int i = 0; i < def->count; i++) {
        int next = i + 1 < def->count ? i + 1 : 0;
        if (next > 0 || def->closed) {
            length += (double)glms_vec2_distance(def->points[next].at, def->points[i].at);
        }
    }
    return length / (double)SAMPLE_STEP + def->count;
}

/// Index before and after `i` on the ribbon; the ends of an open one are their own neighbours.
static int previous_of(const Ribbon *ribbon, int i) {
    return i > 0 ? i - 1 : ribbon->closed ? ribbon->count - 1 : 0;
}

static int next_of(const Ribbon *ribbon, int i) {
    return i + 1 < ribbon->count ? i + 1 : ribbon->closed ? 0 : i;
}

// ---- the line -------------------------------------------------------------------------------

/// Whether `at`, on a stretch beside a sharp corner, lies beside the corner's mitre, for what
/// stands `reach` m beside the road.
static bool is_beside_mitre(const RibbonDef *def, int corner, vec2s at, float reach) {
    if (!def->closed && (corner == 0 || corner == def->count - 1)) {
        return false;
    }
    const RibbonPointDef *point = &def->points[corner];
    vec2s before = def->points[corner > 0 ? corner - 1 : def->count - 1].at;
    vec2s after = def->points[corner + 1 < def->count ? corner + 1 : 0].at;
    vec2s in = unit_or(glms_vec2_sub(point->at, before), vec2_make(0.0f, 0.0f));
    vec2s out = unit_or(glms_vec2_sub(after, point->at), in);
    float mitre = fabsf(glms_vec2_cross(in, out)) / fmaxf(1.0f + glms_vec2_dot(in, out), 1e-3f);
    reach += fmaxf(point->left, point->right);
    return glms_vec2_distance(at, point->at) < reach * fminf(mitre, MITRE_MAX);
}

/// Drops the samples of a sharp curve that lie beside a corner's mitre: their offsets would fall
/// behind it.
static void thin_corners(const RibbonDef *def, Curve *curve) {
    float reach = 0.0f;
    for (int side = 0; side < 2; side++) {
        const TrackSide *own = &def->side[side];
        reach = fmaxf(reach, own->shoulder_width + own->wall_gap + own->wall_thickness);
    }
    int kept = 0;
    for (int i = 0; i < curve->count; i++) {
        CurveSample sample = curve->samples[i];
        int next = sample.from + 1 < def->count ? sample.from + 1 : 0;
        if (sample.t <= 0.0f || (!is_beside_mitre(def, sample.from, sample.point, reach) &&
                                 !is_beside_mitre(def, next, sample.point, reach))) {
            curve->samples[kept++] = sample;
        }
    }
    curve->count = kept;
}

static Curve sample_line(const RibbonDef *def, Arena *arena) {
    vec2s *points = arena_array(arena, (size_t)def->count, sizeof *points);
    float *radii = arena_array(arena, (size_t)def->count, sizeof *radii);
    for (int i = 0; i < def->count; i++) {
        points[i] = def->points[i].at;
        radii[i] = def->points[i].radius;
    }
    Curve curve = curve_sample(def->curve, points, radii, def->count, def->closed, SAMPLE_CHORD,
                               SAMPLE_STEP, arena);
    if (def->curve == CURVE_SHARP) {
        thin_corners(def, &curve);
    }
    return curve;
}

static void set_points(const Curve *curve, Ribbon *ribbon) {
    double s = 0.0;
    for (int i = 0; i < ribbon->count; i++) {
        ribbon->samples[i].point = curve->samples[i].point;
        ribbon->samples[i].s = (float)s;
        if (i < ribbon_stretch_count(ribbon)) {
            int next = ribbon_next(ribbon, i);
            s += (double)glms_vec2_distance(curve->samples[next].point, curve->samples[i].point);
        }
    }
    ribbon->length = (float)s;
}

/// Tangents: of the circle through each sample and its neighbours; at sharp corners the bisector.
static void set_tangents(const RibbonDef *def, Ribbon *ribbon) {
    vec2s along = vec2_make(1.0f, 0.0f);
    for (int i = 0; i < ribbon->count; i++) {
        RibbonSample *sample = &ribbon->samples[i];
        vec2s in = glms_vec2_sub(sample->point, ribbon->samples[previous_of(ribbon, i)].point);
        vec2s out = glms_vec2_sub(ribbon->samples[next_of(ribbon, i)].point, sample->point);
        float in_length = glms_vec2_norm(in);
        float out_length = glms_vec2_norm(out);
        vec2s in_unit = unit_or(in, unit_or(out, along));
        vec2s out_unit = unit_or(out, in_unit);
        float weight = def->curve == CURVE_SHARP || in_length + out_length <= 0.0f
                           ? 0.5f
                           : out_length / (in_length + out_length);
        sample->tangent = unit_or(glms_vec2_add(glms_vec2_scale(in_unit, weight),
                                                glms_vec2_scale(out_unit, 1.0f - weight)),
                                  in_unit);
        along = sample->tangent;
    }
}

/// The tangent `distance` m after (before, where negative) sample `i`, and how far that really is
/// on an open ribbon.
static vec2s tangent_near(const Ribbon *ribbon, int i, float distance, float *reached) {
    float way = fabsf(distance);
    float gone = 0.0f;
    for (int steps = 0; steps < ribbon->count; steps++) {
        int to = distance > 0.0f ? next_of(ribbon, i) : previous_of(ribbon, i);
        float gap = to == i ? 0.0f : ribbon_gap_after(ribbon, distance > 0.0f ? i : to);
        if (to == i || gap <= 0.0f) {
            break;
        }
        if (gone + gap >= way) {
            float t = (way - gone) / gap;
            vec2s a = ribbon->samples[i].tangent;
            vec2s b = ribbon->samples[to].tangent;
            *reached = way;
            return unit_or(glms_vec2_add(a, glms_vec2_scale(glms_vec2_sub(b, a), t)), a);
        }
        gone += gap;
        i = to;
    }
    *reached = gone;
    return ribbon->samples[i].tangent;
}

static void set_curvature(Ribbon *ribbon) {
    for (int i = 0; i < ribbon->count; i++) {
        float before = 0.0f;
        float after = 0.0f;
        vec2s a = tangent_near(ribbon, i, -0.5f * CURVATURE_WINDOW, &before);
        vec2s b = tangent_near(ribbon, i, 0.5f * CURVATURE_WINDOW, &after);
        float turn = trig_atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
        float window = before + after;
        ribbon->samples[i].curvature = window > 0.1f ? turn / window : 0.0f;
    }
}

// ---- widths and sides -----------------------------------------------------------------------

void side_apply(TrackSide *side, const SidePatch *patch) {
    if (patch->has[offsetof(TrackSide, shoulder_surface)] && side->shoulder_width <= 0.0f) {
        side->shoulder_width = 3.0f;
    }
    for (size_t i = 0; i < sizeof *side; i++) {
        if (patch->has[i]) {
            ((char *)side)[i] = ((const char *)&patch->side)[i];
        }
    }
}

/// From one point to another, round the start where that comes first; from a point to itself: its
/// own corner, from half-way before it to half-way behind.
static bool section_holds(const RibbonDef *def, const SectionDef *section, CurveSample at) {
    float u = (float)at.from + at.t;
    float from = (float)section->from;
    float to = (float)section->to;
    if (section->from == section->to) {
        float apart = fabsf(u - from);
        apart = def->closed ? fminf(apart, (float)def->count - apart) : apart;
        return apart < 0.5f;
    }
    return from < to ? u >= from && u < to : u >= from || u < to;
}

static void set_widths(const RibbonDef *def, const Curve *curve, Ribbon *ribbon) {
    for (int i = 0; i < ribbon->count; i++) {
        CurveSample at = curve->samples[i];
        int next = at.from + 1 < def->count ? at.from + 1 : def->closed ? 0 : at.from;
        const RibbonPointDef *a = &def->points[at.from];
        const RibbonPointDef *b = &def->points[next];
        RibbonSample *sample = &ribbon->samples[i];
        sample->left = a->left + at.t * (b->left - a->left);
        sample->right = a->right + at.t * (b->right - a->right);
        sample->surface = def->surface;
        sample->side[0] = def->side[0];
        sample->side[1] = def->side[1];
        for (int k = 0; k < def->section_count; k++) {
            const SectionDef *section = &def->sections[k];
            if (section_holds(def, section, at)) {
                sample->surface =
                    section->surface >= 0 ? (uint8_t)section->surface : sample->surface;
                side_apply(&sample->side[0], &section->side[0]);
                side_apply(&sample->side[1], &section->side[1]);
            }
        }
    }
}

void ribbon_limit_slope(const Ribbon *ribbon, float *first, size_t stride) {
    int count = ribbon->count;
    int steps = ribbon->closed ? 2 * count : count;
    for (int way = 0; way < 2; way++) {
        for (int k = 1; k < steps; k++) {
            int i = way == 0 ? k % count : count - 1 - k % count;
            int from = way == 0 ? previous_of(ribbon, i) : next_of(ribbon, i);
            float *own = (float *)((char *)first + (size_t)i * stride);
            const float *other = (const float *)((char *)first + (size_t)from * stride);
            float more = VERGE_SLOPE * ribbon_gap_after(ribbon, way == 0 ? from : i);
            *own = fminf(*own, *other + more);
        }
    }
}

// ---- edges and shoulders --------------------------------------------------------------------

/// How much farther out a mitre lies than the offset, at sample `i`.
static float mitre_of(const Ribbon *ribbon, int i) {
    vec2s at = ribbon->samples[i].point;
    vec2s out = glms_vec2_sub(ribbon->samples[next_of(ribbon, i)].point, at);
    vec2s in = glms_vec2_sub(at, ribbon->samples[previous_of(ribbon, i)].point);
    vec2s along = unit_or(glms_vec2_norm(out) > 0.0f ? out : in, ribbon->samples[i].tangent);
    vec2s tangent = ribbon->samples[i].tangent;
    float cosine = along.x * tangent.x + along.y * tangent.y;
    return 1.0f / fmaxf(cosine, 1.0f / MITRE_MAX);
}

vec2s ribbon_side_point(const Ribbon *ribbon, int i, int side, float offset) {
    const RibbonSample *sample = &ribbon->samples[i];
    // Arcs keep their radius: only corners are mitred.
    float far = ribbon->curve == CURVE_SHARP ? offset * mitre_of(ribbon, i) : offset;
    float signed_offset = side == 0 ? far : -far;
    return vec2_make(sample->point.x - signed_offset * sample->tangent.y,
                     sample->point.y + signed_offset * sample->tangent.x);
}

float ribbon_wall_offset(const Ribbon *ribbon, int i, int side) {
    const RibbonSample *sample = &ribbon->samples[i];
    float half = side == 0 ? sample->left : sample->right;
    return half + sample->side[side].shoulder_width + sample->side[side].wall_gap;
}

/// How far out from sample `i` a point square to the line still has this sample as the nearest one
/// of the bend around it. A point at distance t along the unit normal n is nearer to q than to c
/// where |c + t n - q| < t, which is t > |q - c|^2 / (2 n . (q - c)). On an arc that is its radius.
static float room_of(const Ribbon *ribbon, int i, int side, float wanted) {
    const RibbonSample *sample = &ribbon->samples[i];
    vec2s normal = vec2_left(sample->tangent);
    normal = side == 0 ? normal : glms_vec2_negate(normal);
    float room = wanted;
    for (int way = 0; way < 2; way++) {
        float gone = 0.0f;
        int j = i;
        for (int steps = 1; steps < ribbon->count && gone < 3.0f * wanted + 6.0f; steps++) {
            int to = way == 0 ? next_of(ribbon, j) : previous_of(ribbon, j);
            if (to == j) {
                break;
            }
            gone += ribbon_gap_after(ribbon, way == 0 ? j : to);
            j = to;
            vec2s d = glms_vec2_sub(ribbon->samples[j].point, sample->point);
            float toward = d.x * normal.x + d.y * normal.y;
            if (toward > 1e-6f) {
                room = fminf(room, (d.x * d.x + d.y * d.y) / (2.0f * toward));
            }
        }
    }
    return room;
}

static void set_edges(Ribbon *ribbon) {
    for (int i = 0; i < ribbon->count; i++) {
        RibbonSample *sample = &ribbon->samples[i];
        for (int side = 0; side < 2; side++) {
            float half = side == 0 ? sample->left : sample->right;
            float wanted = half + sample->side[side].shoulder_width;
            float outer = ribbon->curve == CURVE_SHARP
                              ? wanted
                              : SHOULDER_OVERLAP * room_of(ribbon, i, side, wanted);
            outer = fminf(fmaxf(outer, half), wanted);
            sample->shoulder[side] = outer - half;
            sample->edge[side] = ribbon_side_point(ribbon, i, side, half);
            sample->shoulder_edge[side] = ribbon_side_point(ribbon, i, side, outer);
        }
    }
}

// ---- kerbs ----------------------------------------------------------------------------------

/// Marks the samples of `marks` from `before` m before sample `first` to `after` m behind `last`.
static void mark_range(const Ribbon *ribbon, bool *marks, int first, int last, float before,
                       float after) {
    marks[last] = true;
    for (int i = first; i != last; i = next_of(ribbon, i)) {
        marks[i] = true;
    }
    for (int way = 0; way < 2; way++) {
        int i = way == 0 ? first : last;
        float gone = 0.0f;
        while (gone < (way == 0 ? before : after)) {
            int to = way == 0 ? previous_of(ribbon, i) : next_of(ribbon, i);
            if (to == i || to == (way == 0 ? last : first)) {
                break;
            }
            gone += ribbon_gap_after(ribbon, way == 0 ? to : i);
            i = to;
            marks[i] |= gone <= (way == 0 ? before : after);
        }
    }
}

/// Whether sample `i` is part of a bend toward `side` that is tight enough for a kerb there.
static bool is_tight(const Ribbon *ribbon, int i, int side) {
    const RibbonSample *sample = &ribbon->samples[i];
    float toward = side == 0 ? sample->curvature : -sample->curvature;
    return toward * sample->side[side].kerb_below > 1.0f;
}

/// Marks what one side's bends ask for: the inside, and the outside behind them.
static void mark_bends(const Ribbon *ribbon, int side, bool *inside, bool *outside) {
    int count = ribbon->count;
    int start = 0;
    while (start < count && is_tight(ribbon, start, side)) {
        start++; // begin between two bends, so that none is cut by the end of the list
    }
    if (start == count) {
        memset(inside, 1, (size_t)count * sizeof *inside);
        return;
    }
    for (int k = 0; k < count; k++) {
        int first = (start + k) % count;
        int before = previous_of(ribbon, first);
        if (!is_tight(ribbon, first, side) || (before != first && is_tight(ribbon, before, side))) {
            continue;
        }
        int last = first;
        float length = 0.0f;
        while (next_of(ribbon, last) != last && is_tight(ribbon, next_of(ribbon, last), side)) {
            length += ribbon_gap_after(ribbon, last);
            last = next_of(ribbon, last);
        }
        if (length >= KERB_BEND_MIN) {
            mark_range(ribbon, inside, first, last, KERB_BEFORE, KERB_BEFORE);
            mark_range(ribbon, outside, last, last, 0.0f, KERB_EXIT);
        }
    }
}

static void set_kerbs(Ribbon *ribbon, Arena *scratch) {
    size_t count = (size_t)ribbon->count;
    bool *marks[2] = {arena_array(scratch, count, sizeof(bool)),
                      arena_array(scratch, count, sizeof(bool))};
    for (int side = 0; side < 2; side++) {
        mark_bends(ribbon, side, marks[side], marks[1 - side]);
    }
    for (int i = 0; i < ribbon->count; i++) {
        for (int side = 0; side < 2; side++) {
            const TrackSide *own = &ribbon->samples[i].side[side];
            bool wanted =
                own->kerb_mode == KERB_ALWAYS || (own->kerb_mode == KERB_AUTO && marks[side][i]);
            ribbon->samples[i].kerb[side] = wanted ? own->kerb_width : 0.0f;
        }
    }
}

/// A point that no sample is nearest to is passed where the one before is.
static void find_point_samples(const RibbonDef *def, const Curve *curve, Ribbon *ribbon) {
    for (int i = 0; i < def->count; i++) {
        ribbon->point_samples[i] = -1;
    }
    for (int k = 0; k < curve->count; k++) {
        CurveSample at = curve->samples[k];
        int i = at.t < 0.5f ? at.from : at.from + 1 < def->count ? at.from + 1 : 0;
        int old = ribbon->point_samples[i];
        float t = old < 0 ? INFINITY : curve->samples[old].t;
        if (fminf(at.t, 1.0f - at.t) < fminf(t, fabsf(1.0f - t))) {
            ribbon->point_samples[i] = k;
        }
    }
    for (int i = 0; i < def->count; i++) {
        if (ribbon->point_samples[i] < 0) {
            ribbon->point_samples[i] = i > 0 ? ribbon->point_samples[i - 1] : 0;
        }
    }
}

static void remember_points(const RibbonDef *def, const Curve *curve, Arena *arena,
                            Ribbon *ribbon) {
    ribbon->point_count = def->count;
    ribbon->points = arena_array(arena, (size_t)def->count, sizeof *ribbon->points);
    ribbon->point_places = arena_array(arena, (size_t)def->count, sizeof *ribbon->point_places);
    ribbon->point_samples = arena_array(arena, (size_t)def->count, sizeof *ribbon->point_samples);
    find_point_samples(def, curve, ribbon);
    for (int i = 0; i < def->count; i++) {
        ribbon->points[i] = def->points[i].at;
        ribbon->point_places[i] = def->points[i].place;
    }
}

bool ribbon_build(const RibbonDef *def, Arena *arena, Ribbon *out) {
    ASSERT(def->count >= 2);
    Arena scratch = {0};
    Curve curve = sample_line(def, &scratch);
    Ribbon ribbon = {
        .curve = def->curve, .closed = def->closed, .count = curve.count, .place = def->place};
    bool good = ribbon.count >= (def->closed ? 3 : 2);
    if (good) {
        size_t id_size = strlen(def->id);
        memcpy(ribbon.id, def->id, id_size < sizeof ribbon.id ? id_size : sizeof ribbon.id - 1);
        ribbon.samples = arena_array(arena, (size_t)ribbon.count, sizeof *ribbon.samples);
        set_points(&curve, &ribbon);
        set_tangents(def, &ribbon);
        set_curvature(&ribbon);
        set_widths(def, &curve, &ribbon);
        for (int side = 0; side < 2; side++) {
            TrackSide *first = &ribbon.samples[0].side[side];
            ribbon_limit_slope(&ribbon, &first->shoulder_width, sizeof *ribbon.samples);
            ribbon_limit_slope(&ribbon, &first->wall_gap, sizeof *ribbon.samples);
        }
        set_edges(&ribbon);
        set_kerbs(&ribbon, &scratch);
        remember_points(def, &curve, arena, &ribbon);
        *out = ribbon;
    }
    arena_destroy(&scratch);
    return good;
}

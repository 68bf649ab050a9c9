/// Roads from bottom to top: shoulders, asphalt with a dusty edge and the dark groove that tyres
/// leave, edge lines, kerbs.
#include "base/assert.h"
#include "geometry/transform.h"
#include "track_picture/track_paint.h"

#include <math.h>
#include <stdlib.h>

#define LINE_WIDTH    0.18f ///< m
#define LINE_INSIDE   0.30f ///< m from the road's edge to the middle of the line.
#define DUSTY_EDGE    1.3f  ///< m over which the road takes on the colour of the ground.
#define GROOVE_WIDTH  2.6f  ///< m
#define GROOVE_FADE   25.0f ///< m
#define GROOVE_RADIUS 45.0f ///< m: bends this tight pull the groove wholly to their inside.

/// Samples to walk so that a closed ribbon comes back to its first one.
static int walk_count(const Ribbon *ribbon) { return ribbon->count + (ribbon->closed ? 1 : 0); }

static const RibbonSample *walk_at(const Ribbon *ribbon, int i) {
    return &ribbon->samples[i % ribbon->count];
}

/// Unit, from the centre line out through the edge of `side` (0 left, 1 right).
static vec2s outward(const RibbonSample *sample, int side) {
    vec2s left = vec2_left(sample->tangent);
    return side == 0 ? left : vec2_make(-left.x, -left.y);
}

/// A verge of the ground's own surface is drawn a little lighter, as if it were mown.
static uint32_t shoulder_color(const Track *track, int surface) {
    uint32_t color = track_paint_surface(track, surface);
    return surface == track->ground ? shade_mix(color, 0xFFFFFFFFu, 0.09f) : color;
}

static void paint_shoulder(TrackPaint *paint, const Ribbon *ribbon, int side) {
    ShadeStrip strip = {.soft = SHADE_SOFT_RIGHT};
    int surface = -1;
    for (int i = 0; i < walk_count(ribbon); i++) {
        const RibbonSample *sample = walk_at(ribbon, i);
        if (sample->shoulder[side] < 0.05f) {
            strip.open = false;
            continue;
        }
        vec2s inner = sample->edge[side], outer = sample->shoulder_edge[side];
        if (surface != sample->side[side].shoulder_surface) {
            // The old colour runs up to here, the new one starts here.
            if (strip.open) {
                uint32_t old = shoulder_color(paint->track, surface);
                shade_strip_add(paint->ground, &strip, inner, outer, old, old);
            }
            surface = sample->side[side].shoulder_surface;
            strip.open = false;
        }
        bool goes_on = strip.open;
        uint32_t color = shoulder_color(paint->track, surface);
        shade_strip_add(paint->ground, &strip, inner, outer, color, color);
        if (goes_on) {
            const RibbonSample *before = walk_at(ribbon, i - 1);
            vec2s quad[4] = {before->edge[side], inner, outer, before->shoulder_edge[side]};
            track_paint_texture_quad(paint, quad, surface);
        }
    }
}

/// The road from edge to edge: three bands that share the colours where they meet.
static void paint_road(TrackPaint *paint, const Ribbon *ribbon) {
    const Track *track = paint->track;
    ShadeStrip strips[3] = {{.soft = SHADE_SOFT_LEFT}, {0}, {.soft = SHADE_SOFT_RIGHT}};
    for (int i = 0; i < walk_count(ribbon); i++) {
        const RibbonSample *sample = walk_at(ribbon, i);
        uint32_t color = track_paint_surface(track, sample->surface);
        uint32_t rim = shade_mix(color, track_paint_surface(track, track->ground), 0.10f);
        vec2s left = vec2_left(sample->tangent);
        vec2s inner[2] = {
            glms_vec2_sub(sample->edge[0], glms_vec2_scale(left, fminf(DUSTY_EDGE, sample->left))),
            glms_vec2_add(sample->edge[1], glms_vec2_scale(left, fminf(DUSTY_EDGE, sample->right))),
        };
        shade_strip_add(paint->ground, &strips[0], sample->edge[0], inner[0], rim, color);
        shade_strip_add(paint->ground, &strips[1], inner[0], inner[1], color, color);
        shade_strip_add(paint->ground, &strips[2], inner[1], sample->edge[1], color, rim);
        if (i > 0) {
            const RibbonSample *before = walk_at(ribbon, i - 1);
            vec2s quad[4] = {before->edge[0], sample->edge[0], sample->edge[1], before->edge[1]};
            track_paint_texture_quad(paint, quad, sample->surface);
        }
    }
}

/// `values` averaged over `window` m to either side along the ribbon.
static void smooth_along(const Ribbon *ribbon, const float *values, float window, float *out) {
    int n = ribbon->count;
    float spacing = fmaxf(ribbon->length / (float)n, 0.1f);
    int reach = (int)fminf(window / spacing + 0.5f, 0.5f * (float)(n - 1));
    for (int i = 0; i < n; i++) {
        float sum = 0.0f;
        int used = 0;
        for (int k = i - reach; k <= i + reach; k++) {
            if (ribbon->closed || (k >= 0 && k < n)) {
                sum += values[(k + n) % n];
                used++;
            }
        }
        out[i] = sum / (float)(used > 0 ? used : 1);
    }
}

/// Where most drivers go: out, in at the apex, out. Not the AI's line, but like it.
static void groove_offsets(const Ribbon *ribbon, float *offsets) {
    int n = ribbon->count;
    float *raw = malloc(2 * (size_t)n * sizeof *raw);
    ASSERT(raw != NULL);
    float *wide = raw + n;
    for (int i = 0; i < n; i++) {
        float pull = ribbon->samples[i].curvature * GROOVE_RADIUS;
        raw[i] = float_clamp(pull, -1.0f, 1.0f);
    }
    smooth_along(ribbon, raw, 9.0f, offsets);
    smooth_along(ribbon, raw, 38.0f, wide);
    for (int i = 0; i < n; i++) {
        raw[i] = float_clamp(1.5f * offsets[i] - 0.9f * wide[i], -1.0f, 1.0f);
    }
    smooth_along(ribbon, raw, 10.0f, offsets);
    free(raw);
}

/// 0 at the ends of an open ribbon, 1 from GROOVE_FADE m on: nobody drives just where it ends.
static float end_fade(const Ribbon *ribbon, float s) {
    float end = fminf(s, ribbon->length - s) / GROOVE_FADE;
    return ribbon->closed ? 1.0f : float_clamp(end, 0.0f, 1.0f);
}

static void paint_groove(TrackPaint *paint, const Ribbon *ribbon) {
    float *offsets = malloc((size_t)ribbon->count * sizeof *offsets);
    ASSERT(offsets != NULL);
    groove_offsets(ribbon, offsets);
    ShadeStrip halves[2] = {{0}};
    for (int i = 0; i < walk_count(ribbon); i++) {
        const RibbonSample *sample = walk_at(ribbon, i);
        if (!paint->track->surfaces[sample->surface].skid) {
            halves[0].open = halves[1].open = false;
            continue;
        }
        float room = offsets[i % ribbon->count] > 0.0f ? sample->left : sample->right;
        float offset = offsets[i % ribbon->count] * fmaxf(room - 1.8f, 0.0f);
        vec2s left = vec2_left(sample->tangent);
        vec2s middle = glms_vec2_add(sample->point, glms_vec2_scale(left, offset));
        vec2s reach = glms_vec2_scale(left, GROOVE_WIDTH);
        uint32_t none = 0x0B0D1200u;
        uint32_t dark = shade_fade(0x0B0D1238u, end_fade(ribbon, sample->s));
        shade_strip_add(paint->ground, &halves[0], glms_vec2_add(middle, reach), middle, none,
                        dark);
        shade_strip_add(paint->ground, &halves[1], middle, glms_vec2_sub(middle, reach), dark,
                        none);
    }
    free(offsets);
}

/// Whether `point`, on the rim of ribbon `own` at `s`, lies on a road all the same: another one, or
/// a stretch of its own that crosses. Edge lines end there. O(samples).
static bool on_crossing(const Track *track, int own, float s, vec2s point) {
    for (int r = 0; r < track->ribbon_count; r++) {
        const Ribbon *ribbon = &track->ribbons[r];
        for (int i = 0; i + 1 < walk_count(ribbon); i++) {
            const RibbonSample *a = walk_at(ribbon, i);
            const RibbonSample *b = walk_at(ribbon, i + 1);
            float reach = fmaxf(a->left, a->right);
            if (fabsf(point.x - a->point.x) > reach + 8.0f ||
                fabsf(point.y - a->point.y) > reach + 8.0f) {
                continue;
            }
            float apart = fabsf(a->s - s);
            apart = ribbon->closed ? fminf(apart, ribbon->length - apart) : apart;
            if (r == own && apart < 4.0f * reach) {
                continue;
            }
            float inside = fminf(a->left, a->right) - LINE_INSIDE;
            float t = 0.0f;
            bool near = segment_distance2(a->point, b->point, point, &t) < inside * inside;
            bool last = i + 2 == walk_count(ribbon);
            bool beyond = (i == 0 && t <= 0.0f) || (last && t >= 1.0f);
            if (near && (ribbon->closed || !beyond)) { // open roads end square
                return true;
            }
        }
    }
    return false;
}

/// Outer and inner rim of the edge line at share `t` of the way from `a` to `b`.
static void line_rims(const RibbonSample *a, const RibbonSample *b, float t, int side,
                      vec2s rims[2]) {
    vec2s edge = glms_vec2_lerp(a->edge[side], b->edge[side], t);
    vec2s out = glms_vec2_lerp(outward(a, side), outward(b, side), t);
    rims[0] = glms_vec2_sub(edge, glms_vec2_scale(out, LINE_INSIDE - 0.5f * LINE_WIDTH));
    rims[1] = glms_vec2_sub(edge, glms_vec2_scale(out, LINE_INSIDE + 0.5f * LINE_WIDTH));
}

static bool has_line(const Track *track, int index, const RibbonSample *sample, int side) {
    vec2s rims[2];
    line_rims(sample, sample, 0.0f, side, rims);
    return sample->side[side].lines && !on_crossing(track, index, sample->s, rims[1]);
}

/// Where between two samples, only one of which has a line, it begins or ends: samples of a
/// straight lie far apart.
static float line_end(const Track *track, int index, const RibbonSample *a, const RibbonSample *b,
                      int side, bool begins) {
    float low = 0.0f, high = 1.0f;
    for (int step = 0; step < 7; step++) {
        float t = 0.5f * (low + high);
        vec2s rims[2];
        line_rims(a, b, t, side, rims);
        bool free = !on_crossing(track, index, a->s, rims[1]);
        low = free != begins ? t : low;
        high = free != begins ? high : t;
    }
    return begins ? high : low;
}

static void paint_edge_line(TrackPaint *paint, int index, int side) {
    const Ribbon *ribbon = &paint->track->ribbons[index];
    uint32_t color = shade_fade(paint->track->colors.line, 0.92f);
    ShadeStrip strip = {.soft = SHADE_SOFT_BOTH};
    bool before = false;
    for (int i = 0; i < walk_count(ribbon); i++) {
        const RibbonSample *sample = walk_at(ribbon, i);
        const RibbonSample *last = walk_at(ribbon, i > 0 ? i - 1 : 0);
        bool here = has_line(paint->track, index, sample, side);
        bool lined = sample->side[side].lines && last->side[side].lines;
        vec2s rims[2];
        if (i > 0 && here != before && lined) {
            float end = line_end(paint->track, index, last, sample, side, here);
            line_rims(last, sample, end, side, rims);
            shade_strip_add(paint->ground, &strip, rims[0], rims[1], color, color);
        }
        before = here;
        if (!here) {
            strip.open = false;
            continue;
        }
        line_rims(sample, sample, 0.0f, side, rims);
        shade_strip_add(paint->ground, &strip, rims[0], rims[1], color, color);
    }
}

/// Inner and outer rim of the kerb at a sample: half in, half out of the road.
static void kerb_rims(const RibbonSample *sample, int side, vec2s rims[2]) {
    vec2s half = glms_vec2_scale(outward(sample, side), 0.5f * sample->kerb[side]);
    rims[0] = glms_vec2_sub(sample->edge[side], half);
    rims[1] = glms_vec2_add(sample->edge[side], half);
}

/// The red stripes between two samples; `length` m apart along the kerb, the first at `s`.
static void kerb_stripes(DrawList *list, const vec2s from[2], const vec2s to[2], float s,
                         float length, uint32_t color) {
    int first = (int)floorf(s / (2.0f * TRACK_KERB_STRIPE));
    int last = (int)floorf((s + length) / (2.0f * TRACK_KERB_STRIPE));
    for (int i = first; i <= last; i++) {
        float start = fmaxf((float)i * 2.0f * TRACK_KERB_STRIPE, s);
        float end = fminf(((float)i * 2.0f + 1.0f) * TRACK_KERB_STRIPE, s + length);
        if (end - start < 1e-3f) {
            continue;
        }
        float t0 = (start - s) / length, t1 = (end - s) / length;
        vec2s corners[4] = {glms_vec2_lerp(from[0], to[0], t0), glms_vec2_lerp(from[0], to[0], t1),
                            glms_vec2_lerp(from[1], to[1], t1), glms_vec2_lerp(from[1], to[1], t0)};
        draw_quad(list, corners, color);
    }
}

/// By which lengths along a ribbon are multiplied for its kerbs: a loop has whole pairs of stripes,
/// else two of one colour would meet where it closes.
static float kerb_stretch(const Ribbon *ribbon) {
    float pairs = ribbon->length / (2.0f * TRACK_KERB_STRIPE);
    return ribbon->closed && pairs >= 1.0f ? roundf(pairs) / pairs : 1.0f;
}

static void paint_kerb(TrackPaint *paint, const Ribbon *ribbon, int side) {
    const TrackColors *colors = &paint->track->colors;
    float stretch = kerb_stretch(ribbon);
    ShadeStrip strip = {.soft = SHADE_SOFT_BOTH};
    for (int i = 0; i < walk_count(ribbon); i++) {
        const RibbonSample *sample = walk_at(ribbon, i);
        const RibbonSample *before = walk_at(ribbon, i > 0 ? i - 1 : 0);
        bool here = sample->kerb[side] > 0.02f, there = i > 0 && before->kerb[side] > 0.02f;
        if (!here && !there) {
            strip.open = false;
            continue;
        }
        vec2s start[2], rims[2];
        kerb_rims(before, side, start);
        kerb_rims(sample, side, rims);
        if (i > 0 && !strip.open) { // starts as a point at the sample before
            shade_strip_add(paint->ground, &strip, start[1], start[0], colors->kerb_b,
                            colors->kerb_b);
        }
        shade_strip_add(paint->ground, &strip, rims[1], rims[0], colors->kerb_b, colors->kerb_b);
        if (i > 0) {
            float length = fmaxf(ribbon_gap_after(ribbon, i - 1), 0.01f);
            kerb_stripes(paint->ground, start, rims, stretch * before->s, stretch * length,
                         colors->kerb_a);
        }
    }
}

void track_paint_roads(TrackPaint *paint) {
    const Track *track = paint->track;
    for (int i = track->ribbon_count - 1; i >= 0; i--) {
        paint_shoulder(paint, &track->ribbons[i], 0);
        paint_shoulder(paint, &track->ribbons[i], 1);
    }
    // As the ground has it: where roads meet, the first one lies on top.
    for (int i = track->ribbon_count - 1; i >= 0; i--) {
        paint_road(paint, &track->ribbons[i]);
    }
    for (int i = 0; i < track->ribbon_count; i++) {
        paint_groove(paint, &track->ribbons[i]);
        paint_edge_line(paint, i, 0);
        paint_edge_line(paint, i, 1);
        paint_kerb(paint, &track->ribbons[i], 0);
        paint_kerb(paint, &track->ribbons[i], 1);
    }
}

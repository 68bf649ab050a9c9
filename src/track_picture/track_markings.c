/// What is painted on the road: finish, grid, arrows before bends, gates where no road shows them.
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "track_picture/track_paint.h"

#include <math.h>

#define CHECK_SIZE      0.8f ///< m, a square of the finish line.
#define CHECK_ROWS      3
#define GRID_MARKS_MAX  12    ///< Of an automatic grid, which has 32 slots.
#define ARROW_CURVATURE 0.02f ///< 1/m: bends tighter than 50 m are announced ...
#define ARROW_BEFORE    28.0f ///< ... this many metres before they start.
#define ARROW_CALM      30.0f ///< m of straight road that an arrow needs before the bend.

/// The road that a line of a gate lies on, and where on it; NULL where there is none.
static const Ribbon *road_below(const Track *track, const TrackGate *gate, RibbonPlace *place) {
    if (track->ribbon_count > 0 && gate->s >= 0.0f) {
        *place = ribbon_at(&track->ribbons[0], gate->s);
        return &track->ribbons[0];
    }
    vec2s middle = glms_vec2_lerp(gate->left, gate->right, 0.5f);
    for (int i = 1; i < track->ribbon_count; i++) {
        const Ribbon *ribbon = &track->ribbons[i];
        *place = ribbon_locate(ribbon, middle, -1);
        if (fabsf(place->offset) <= ribbon_half_width_at(ribbon, *place)) {
            return ribbon;
        }
    }
    return NULL;
}

/// Ends of the gate where it meets the road: a gate reaches over the shoulders, paint does not.
static void gate_on_road(const Track *track, const TrackGate *gate, vec2s ends[2]) {
    ends[0] = gate->left;
    ends[1] = gate->right;
    RibbonPlace place;
    const Ribbon *ribbon = road_below(track, gate, &place);
    if (!ribbon) {
        return;
    }
    const RibbonSample *a = &ribbon->samples[place.sample];
    const RibbonSample *b = &ribbon->samples[ribbon_next(ribbon, place.sample)];
    vec2s left = glms_vec2_lerp(a->edge[0], b->edge[0], place.t);
    vec2s right = glms_vec2_lerp(a->edge[1], b->edge[1], place.t);
    // A gate driven against the ribbon has its left on the ribbon's right.
    bool same =
        glms_vec2_dot(glms_vec2_sub(left, right), glms_vec2_sub(gate->left, gate->right)) > 0.0f;
    ends[same ? 0 : 1] = left;
    ends[same ? 1 : 0] = right;
}

static void paint_finish(TrackPaint *paint, const TrackGate *gate) {
    vec2s ends[2];
    gate_on_road(paint->track, gate, ends);
    vec2s span = glms_vec2_sub(ends[1], ends[0]);
    float width = glms_vec2_norm(span);
    if (width < CHECK_SIZE) {
        return;
    }
    vec2s across = glms_vec2_scale(span, 1.0f / width);
    vec2s forward = vec2_left(across);
    int count = (int)(width / CHECK_SIZE);
    float size = width / (float)count;
    vec2s middle = glms_vec2_lerp(ends[0], ends[1], 0.5f), corners[4];
    shade_quad(middle, glms_vec2_scale(across, 0.5f * width),
               glms_vec2_scale(forward, 0.5f * CHECK_ROWS * CHECK_SIZE), corners);
    draw_convex(paint->ground, corners, 4, 0xF4F1E8FFu);
    for (int row = 0; row < CHECK_ROWS; row++) {
        for (int i = row % 2; i < count; i += 2) {
            float u = ((float)i + 0.5f) * size;
            float v = ((float)row - 0.5f * (CHECK_ROWS - 1)) * CHECK_SIZE;
            vec2s at = glms_vec2_add(glms_vec2_add(ends[0], glms_vec2_scale(across, u)),
                                     glms_vec2_scale(forward, v));
            shade_quad(at, glms_vec2_scale(across, 0.5f * size),
                       glms_vec2_scale(forward, 0.5f * CHECK_SIZE), corners);
            draw_quad(paint->ground, corners, 0x23262DFFu);
        }
    }
}

/// A bracket ahead of the car: a bar with two short arms.
static void paint_slot(TrackPaint *paint, const TrackSlot *slot, uint32_t color) {
    TrigPair turn = trig_sincos(slot->angle);
    vec2s forward = vec2_make(turn.cos, turn.sin);
    vec2s half = glms_vec2_scale(vec2_left(forward), 1.25f), arm = glms_vec2_scale(forward, 1.3f);
    vec2s nose = glms_vec2_add(slot->position, glms_vec2_scale(forward, 2.7f));
    vec2s left = glms_vec2_add(nose, half), right = glms_vec2_sub(nose, half);
    vec2s points[4] = {glms_vec2_sub(left, arm), left, right, glms_vec2_sub(right, arm)};
    draw_polyline(paint->ground, points, 4, false, 0.16f, color);
}

static void paint_chevron(TrackPaint *paint, vec2s tip, vec2s forward, float size, uint32_t color) {
    vec2s side = glms_vec2_scale(vec2_left(forward), size);
    vec2s thick = glms_vec2_scale(forward, -0.55f * size);
    vec2s back = glms_vec2_sub(tip, glms_vec2_scale(forward, 0.8f * size));
    vec2s ends[2] = {glms_vec2_add(back, side), glms_vec2_sub(back, side)};
    for (int i = 0; i < 2; i++) {
        vec2s arm[4] = {tip, ends[i], glms_vec2_add(ends[i], thick), glms_vec2_add(tip, thick)};
        draw_quad(paint->ground, arm, color);
    }
}

/// Two chevrons on the straight before each tight bend: they show the way without a word.
static void paint_arrows(TrackPaint *paint, const Ribbon *ribbon) {
    uint32_t color = shade_fade(paint->track->colors.line, 0.20f);
    float calm = 0.0f;
    int n = ribbon->count;
    for (int i = 0; i < n; i++) {
        const RibbonSample *sample = &ribbon->samples[i];
        bool bend = fabsf(sample->curvature) > ARROW_CURVATURE;
        if (bend && calm > ARROW_CALM + ARROW_BEFORE) {
            int k = i;
            float back = 0.0f;
            while (back < ARROW_BEFORE && k > 0) {
                k--;
                back = sample->s - ribbon->samples[k].s;
            }
            // Samples of a straight may lie far apart: go the rest of the way along it.
            const RibbonSample *from = &ribbon->samples[k];
            vec2s at =
                glms_vec2_add(from->point, glms_vec2_scale(from->tangent, back - ARROW_BEFORE));
            float size = fminf(0.16f * (from->left + from->right), 2.2f);
            paint_chevron(paint, at, from->tangent, size, color);
            paint_chevron(paint, glms_vec2_add(at, glms_vec2_scale(from->tangent, 2.4f)),
                          from->tangent, size, color);
        }
        calm = bend ? 0.0f : calm + ribbon_gap_after(ribbon, i);
    }
}

/// A dashed line across, with a chevron on it where there is no road to follow.
static void paint_gate(TrackPaint *paint, const TrackGate *gate) {
    bool road = paint->track->ribbon_count > 0 && gate->s >= 0.0f;
    if (road && !gate->sector) {
        return;
    }
    vec2s ends[2];
    gate_on_road(paint->track, gate, ends);
    uint32_t color = road ? shade_fade(paint->track->colors.line, 0.22f)
                          : shade_fade(paint->track->colors.accent, 0.75f);
    float width = glms_vec2_distance(ends[0], ends[1]);
    int count = (int)fmaxf(width / 2.0f, 1.0f);
    for (int i = 0; i < count; i++) {
        float t = ((float)i + 0.2f) / (float)count, u = ((float)i + 0.8f) / (float)count;
        draw_line(paint->ground, glms_vec2_lerp(ends[0], ends[1], t),
                  glms_vec2_lerp(ends[0], ends[1], u), road ? 0.2f : 0.3f, color);
    }
    if (!road && width > 0.1f) {
        vec2s across = glms_vec2_scale(glms_vec2_sub(ends[1], ends[0]), 1.0f / width);
        vec2s forward = vec2_left(across);
        vec2s middle = glms_vec2_lerp(ends[0], ends[1], 0.5f);
        paint_chevron(paint, glms_vec2_add(middle, glms_vec2_scale(forward, 4.0f)), forward, 1.6f,
                      shade_fade(color, 0.7f));
    }
}

void track_paint_markings(TrackPaint *paint) {
    const Track *track = paint->track;
    for (int i = 0; i < track->ribbon_count; i++) {
        paint_arrows(paint, &track->ribbons[i]);
    }
    for (int i = 0; i + 1 < track->gate_count; i++) {
        for (int way = 0; way <= track->gates[i].other_count; way++) {
            paint_gate(paint, track_gate_way(&track->gates[i], way));
        }
    }
    int slots = track->slot_count;
    slots = track->grid_explicit || slots < GRID_MARKS_MAX ? slots : GRID_MARKS_MAX;
    // White on the road; on a bright yard the colour of the road.
    int below = track->ribbon_count > 0 ? track->ribbons[0].samples[0].surface : track->ground;
    bool bright = shade_light(track_paint_surface(track, below)) > 0.6f;
    uint32_t paint_color = bright ? track->colors.asphalt : track->colors.line;
    for (int i = 0; i < slots; i++) {
        paint_slot(paint, &track->slots[i], shade_fade(paint_color, 0.75f));
    }
    const TrackGate *finish = &track->gates[track->gate_count - 1];
    for (int way = 0; track->gate_count > 0 && way <= finish->other_count; way++) {
        paint_finish(paint, track_gate_way(finish, way));
    }
}

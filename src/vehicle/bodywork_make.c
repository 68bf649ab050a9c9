#include "base/scalar.h"
#include "collision/hull.h"
#include "vehicle/bodywork.h"

#include <math.h>
#include <string.h>

#define OPEN_CAR_MASS 750.0f ///< kg: lighter ones look like karts and formula cars.
#define WING_LIFT     0.5f   ///< m2 of downforce area from which one sees wings.
#define INSET         0.14f  ///< m that the painted top lies inside the flanks ...
#define INSET_LEAST   0.3f   ///< ... but this share of length and width is left of it.

/// A look that is being made, and the box it stands in.
typedef struct Maker {
    Bodywork *out;
    const CarParams *params;
    vec2s middle;        ///< m
    float length, width; ///< m
} Maker;

/// Half-width of the outline at `x` m over half of the widest: parts of a wedge keep inside it. 1
/// for boxes.
static float taper(const Maker *maker, float x) {
    const CarParams *params = maker->params;
    float widest = 0.0f, here = 0.0f;
    for (int i = 0; i < params->outline_count; i++) {
        vec2s a = params->outline[i], b = params->outline[(i + 1) % params->outline_count];
        widest = fmaxf(widest, fabsf(a.y));
        if ((a.x <= x) != (b.x <= x)) {
            here = fmaxf(here, fabsf(a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)));
        }
    }
    return here > 0.0f ? here / widest : 1.0f;
}

static BodyworkPart *add_part(Maker *maker, BodyworkPaint paint, BodyworkSides sides,
                              float height) {
    BodyworkPart *part = &maker->out->parts[maker->out->part_count++];
    *part = (BodyworkPart){.paint = (uint8_t)paint, .sides = (uint8_t)sides, .height = height};
    return part;
}

/// Whole millimetres, as somebody would have written them.
static float to_mm(float value) { return floorf(1000.0f * value + 0.5f) / 1000.0f; }

/// Leaves out the corner that takes the least from the area, or gives to it.
static void drop_flattest(BodyworkPart *part) {
    int flattest = 0;
    float least = INFINITY;
    for (int i = 0; i < part->count; i++) {
        const vec2s corner[3] = {part->points[(i + part->count - 1) % part->count], part->points[i],
                                 part->points[(i + 1) % part->count]};
        float area = polygon_area(corner, 3);
        flattest = area < least ? i : flattest;
        least = fminf(area, least);
    }
    part->count--;
    memmove(&part->points[flattest], &part->points[flattest + 1],
            (size_t)(part->count - flattest) * sizeof part->points[0]);
}

/// Rounds the last part to what a file would hold; of whole polygons corners that are none then go.
/// False, and without it, where it cannot be drawn: some parts of narrow cars are too small.
static bool finish_part(Maker *maker) {
    BodyworkPart *part = &maker->out->parts[maker->out->part_count - 1];
    for (int i = 0; i < part->count; i++) {
        part->points[i] = vec2_make(to_mm(part->points[i].x), to_mm(part->points[i].y));
    }
    bool fine = bodywork_fault(part) == BODYWORK_FINE;
    while (!fine && part->sides == BODYWORK_ONE && part->count > 3) {
        drop_flattest(part);
        fine = bodywork_fault(part) == BODYWORK_FINE;
    }
    maker->out->part_count -= fine ? 0 : 1;
    return fine;
}

/// Adds a part whose `points` are shares of length and width from the middle of the box. It keeps
/// inside the outline as long as it stays convex.
static void add_shares(Maker *maker, BodyworkPaint paint, BodyworkSides sides, float height,
                       const vec2s *points, int count) {
    bool done = false;
    for (int straight = 0; straight < 2 && !done; straight++) {
        BodyworkPart *part = add_part(maker, paint, sides, height);
        for (int i = 0; i < count; i++) {
            float x = maker->middle.x + points[i].x * maker->length;
            float share = straight ? 1.0f : taper(maker, x);
            part->points[part->count++] = vec2_make(x, points[i].y * maker->width * share);
        }
        done = finish_part(maker);
    }
}

/// Adds the convex pieces of the outline, each side moved in by `inset` m.
static void add_outline(Maker *maker, BodyworkPaint paint, float height, float inset) {
    Hull hull;
    if (!hull_make(maker->params->outline, maker->params->outline_count, &hull)) {
        return; // a file with such an outline is refused
    }
    float x = fmaxf(1.0f - 2.0f * inset / maker->length, INSET_LEAST);
    float y = fmaxf(1.0f - 2.0f * inset / maker->width, INSET_LEAST);
    for (int i = 0; i < hull.count; i++) {
        BodyworkPart *part = add_part(maker, paint, BODYWORK_ONE, height);
        for (int k = 0; k < hull.pieces[i].count; k++) {
            vec2s from = glms_vec2_sub(shape_point(&hull.pieces[i], k), maker->middle);
            part->points[part->count++] =
                vec2_make(maker->middle.x + x * from.x, maker->middle.y + y * from.y);
        }
        finish_part(maker);
    }
}

/// Flanks and the painted top, cabin, lights.
static void make_closed(Maker *maker) {
    static const vec2s box[8] = {
        {{0.500f, 0.270f}},  {{0.480f, 0.390f}},  {{0.430f, 0.465f}},  {{0.300f, 0.500f}},
        {{-0.330f, 0.500f}}, {{-0.450f, 0.475f}}, {{-0.488f, 0.410f}}, {{-0.500f, 0.310f}},
    };
    static const vec2s top[6] = {{{0.470f, 0.260f}},  {{0.400f, 0.400f}},  {{0.300f, 0.420f}},
                                 {{-0.330f, 0.420f}}, {{-0.440f, 0.390f}}, {{-0.470f, 0.290f}}};
    static const vec2s front[4] = {
        {{0.482f, 0.250f}}, {{0.482f, 0.400f}}, {{0.445f, 0.400f}}, {{0.445f, 0.250f}}};
    static const vec2s back[4] = {
        {{-0.455f, 0.250f}}, {{-0.455f, 0.410f}}, {{-0.492f, 0.410f}}, {{-0.492f, 0.250f}}};
    static const vec2s glass[4] = {
        {{0.200f, 0.340f}}, {{0.130f, 0.425f}}, {{-0.270f, 0.415f}}, {{-0.360f, 0.330f}}};
    static const vec2s roof[4] = {
        {{0.070f, 0.285f}}, {{0.030f, 0.345f}}, {{-0.215f, 0.345f}}, {{-0.260f, 0.285f}}};
    if (maker->params->outline_count > 0) {
        add_outline(maker, BODYWORK_dark, 0.3f, 0.0f);
        add_outline(maker, BODYWORK_body, 0.6f, INSET);
    } else {
        add_shares(maker, BODYWORK_dark, BODYWORK_ACROSS, 0.3f, box, 8);
        add_shares(maker, BODYWORK_body, BODYWORK_ACROSS, 0.6f, top, 6);
    }
    add_shares(maker, BODYWORK_headlight, BODYWORK_BOTH, 0.6f, front, 4);
    add_shares(maker, BODYWORK_taillight, BODYWORK_BOTH, 0.6f, back, 4);
    add_shares(maker, BODYWORK_glass, BODYWORK_ACROSS, 1.0f, glass, 4);
    add_shares(maker, BODYWORK_light, BODYWORK_ACROSS, 1.3f, roof, 4);
}

/// Adds half of a round part `radius` m wide, its middle on the car's axis.
static void add_disc(Maker *maker, BodyworkPaint paint, float height, float x, float radius) {
    static const vec2s around[4] = {
        {{0.92f, 0.38f}}, {{0.38f, 0.92f}}, {{-0.38f, 0.92f}}, {{-0.92f, 0.38f}}};
    BodyworkPart *part = add_part(maker, paint, BODYWORK_ACROSS, height);
    for (int i = 0; i < 4; i++) {
        part->points[part->count++] = vec2_make(x + radius * around[i].x, radius * around[i].y);
    }
    finish_part(maker);
}

/// A needle between four bare wheels, wings if it has any, a driver.
static void make_open(Maker *maker) {
    static const vec2s front[2] = {{{0.500f, 0.500f}}, {{0.400f, 0.500f}}};
    static const vec2s back[2] = {{{-0.420f, 0.420f}}, {{-0.500f, 0.420f}}};
    static const vec2s nose[2] = {{{0.500f, 0.060f}}, {{0.250f, 0.130f}}};
    static const vec2s needle[5] = {{{0.250f, 0.130f}},
                                    {{0.050f, 0.330f}},
                                    {{-0.250f, 0.330f}},
                                    {{-0.420f, 0.160f}},
                                    {{-0.480f, 0.090f}}};
    static const vec2s light[2] = {{{-0.440f, 0.050f}}, {{-0.500f, 0.050f}}};
    bool wings = maker->params->lift_area_rear > WING_LIFT;
    BodyworkPaint low = wings ? BODYWORK_carbon : BODYWORK_dark;
    float x = maker->middle.x + 0.08f * maker->length;
    add_shares(maker, low, BODYWORK_ACROSS, 0.2f, front, 2);
    add_shares(maker, low, BODYWORK_ACROSS, 0.2f, back, 2);
    add_shares(maker, BODYWORK_body, BODYWORK_ACROSS, 0.5f, nose, 2);
    add_shares(maker, BODYWORK_body, BODYWORK_ACROSS, 0.5f, needle, 5);
    add_shares(maker, BODYWORK_taillight, BODYWORK_ACROSS, 0.4f, light, 2);
    add_disc(maker, BODYWORK_carbon, 0.6f, x, 0.17f * maker->width);
    add_disc(maker, BODYWORK_stripe, 0.8f, x, 0.11f * maker->width);
}

/// Cars too narrow for any part are a board that one can see.
static void add_board(Maker *maker) {
    float x = 0.5f * fmaxf(maker->length, 0.1f), y = 0.5f * fmaxf(maker->width, 0.1f);
    BodyworkPart *part = add_part(maker, BODYWORK_body, BODYWORK_ACROSS, 0.3f);
    part->points[part->count++] = vec2_make(maker->middle.x + x, y);
    part->points[part->count++] = vec2_make(maker->middle.x - x, y);
    finish_part(maker);
}

/// Numbers as a file would hold them.
static void round_numbers(Bodywork *look) {
    for (int i = 0; i < bodywork_table.count; i++) {
        const ParamRow *row = &bodywork_table.rows[i];
        float *value = param_value(row, look);
        *value = float_clamp(to_mm(*value), row->min, row->max);
    }
}

Bodywork bodywork_make(const CarParams *params) {
    Bodywork made;
    memset(&made, 0, sizeof made);
    param_reset(&bodywork_table, &made);
    Maker maker = {.out = &made, .params = params, .length = params->length};
    maker.middle = vec2_make(params->body_offset, 0.0f);
    maker.width = params->width;
    if (params->outline_count > 0) {
        Box box = box_of(params->outline, params->outline_count);
        maker.middle = glms_vec2_lerp(box.low, box.high, 0.5f);
        maker.length = box.high.x - box.low.x;
        maker.width = box.high.y - box.low.y;
    }
    bool open = params->mass < OPEN_CAR_MASS;
    if (open) {
        made.wheel_width_front = made.wheel_width_rear = 0.18f * maker.width;
        made.height = made.number_height = 0.8f;
        make_open(&maker);
    } else { // closed bodies hide their wheels: bring them out, so that one sees them turn
        float rim = 0.5f * maker.width + 0.08f - 0.5f * made.wheel_width_front;
        made.wheel_out_front = fminf(fmaxf(rim - 0.5f * params->track_front, 0.0f), 0.5f);
        made.wheel_out_rear = fminf(fmaxf(rim - 0.5f * params->track_rear, 0.0f), 0.5f);
        make_closed(&maker);
    }
    made.number_x = maker.middle.x - (open ? 0.19f : 0.095f) * maker.length;
    if (made.part_count == 0) {
        add_board(&maker);
    }
    round_numbers(&made);
    return made;
}

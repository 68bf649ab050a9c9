#include "render/car_picture.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/trig.h"
#include "render/shade.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROOF_SHIFT    0.20f ///< m that the highest parts move against 1 g of side force.
#define BODY_SHARE    0.45f ///< Of that: parts on the ground. They would slip off their wheels.
#define PITCH_SHARE   0.6f  ///< Of that along the car: it pitches less than it rolls.
#define DIP           0.05f ///< By how much a nose that dips under 1 g is narrower, the tail wider.
#define ROOF_LIFT     0.30f ///< m of height for the view's lean: the true one would part the car.
#define RIM_PX        2.0f  ///< Of the outline.
#define PART_MIN_PX   1.2f  ///< Parts smaller than this, both ways, are not seen.
#define PART_SOFT_PX  6.0f  ///< Narrower parts within others have hard edges: a third of the work.
#define SHELL_SOFT_PX 22.0f ///< The same of parts with an outline, which lies under their edge.
#define DISC_MIN_PX   5.5f  ///< Radius of a number's disc from which one reads it ...
#define DISC_SHARE    0.21f ///< ... and of the width where a car is large.
#define DISC_MAX      0.42f ///< Of the width: a disc covers no more, however small the car.
#define STRIPE        0.20f ///< Of the width.
#define SIDE_INNER    0.22f ///< Of the width, from the middle.
#define SIDE_OUTER    0.34f
#define CHEQUER       0.235f ///< Of the width, of a square ...
#define CHEQUER_MIN   0.1f   ///< m, of a square: cars a hand wide are not millions of squares.
#define SHADOW_SOFT   0.45f  ///< m, of its rim.
#define SHADOW_SHARE  0.55f  ///< Of the height, from which the shadow of the roof falls.
#define SHADOW_COLOR  0x14182A5Cu
#define POINTS_APART  1e-4f ///< m: nearer points of a part are one corner.
#define RIM_BY_NIGHT  0xE8ECF4FFu
#define BRAKE_GLOW    0.75f ///< m, its radius.

enum {
    POINTS_MAX = BODYWORK_OUTLINE_MAX + 8, ///< Of a part cut by four lines.
};

/// What the parts of a car share while it is drawn.
typedef struct Brush {
    DrawList *list;
    const CarPicture *car;
    vec2s middle;        ///< m, body frame, of the box.
    float length, width; ///< m
    vec2s lean;          ///< m, body frame: how far the highest parts are moved.
    float dip;           ///< By how much the tip of the nose is narrower.
    bool braking, reversing;
} Brush;

float car_picture_scale(float length, float pixel) {
    ASSERT(length > 0.0f);
    return float_clamp(CAR_PICTURE_LENGTH_PX * pixel / length, 1.0f, CAR_PICTURE_SCALE_MAX);
}

Box car_picture_box(const CarParams *params) {
    if (params->outline_count > 0) {
        return box_of(params->outline, params->outline_count);
    }
    vec2s half = vec2_make(0.5f * params->length, 0.5f * params->width);
    vec2s middle = vec2_make(params->body_offset, 0.0f);
    return (Box){glms_vec2_sub(middle, half), glms_vec2_add(middle, half)};
}

float car_picture_length(const CarParams *params, vec2s *middle) {
    Box box = car_picture_box(params);
    *middle = glms_vec2_lerp(box.low, box.high, 0.5f);
    return box.high.x - box.low.x;
}

static uint32_t ink(const Brush *brush, uint32_t color) {
    return shade_fade(color, brush->car->alpha);
}

/// Share of the lean at `height` m.
static float lean_at(const Brush *brush, float height) {
    float share = fminf(height / brush->car->body->height, 1.0f);
    return BODY_SHARE + (1.0f - BODY_SHARE) * share;
}

/// A point of the body frame, `height` m high, in the world.
static vec2s place(const Brush *brush, vec2s local, float height) {
    float ahead = (local.x - brush->middle.x) / (0.5f * brush->length);
    local.y *= 1.0f - brush->dip * ahead;
    local = glms_vec2_add(local, glms_vec2_scale(brush->lean, lean_at(brush, height)));
    return transform_apply(brush->car->at, glms_vec2_scale(local, brush->car->scale));
}

/// What is drawn now lies `height` m high.
static void lift(const Brush *brush, float height) {
    brush->list->height = ROOF_LIFT * fminf(height / brush->car->body->height, 1.0f);
}

static void fill(const Brush *brush, const vec2s *points, int count, float height, uint32_t color) {
    vec2s placed[POINTS_MAX];
    for (int i = 0; i < count; i++) {
        placed[i] = place(brush, points[i], height);
    }
    draw_convex(brush->list, placed, count, ink(brush, color));
}

/// Unit direction from point `i` to the next point (`step` 1: after, -1: before it) that lies
/// elsewhere; zero where all points are one.
static vec2s direction(const vec2s *points, int count, int i, int step) {
    vec2s way = vec2_make(0.0f, 0.0f);
    for (int k = 1; k < count && glms_vec2_norm2(way) < POINTS_APART * POINTS_APART; k++) {
        way = glms_vec2_sub(points[(i + (step + count) * k) % count], points[i]);
    }
    return glms_vec2_normalize(way);
}

/// Moves the edges of a counter-clockwise convex polygon out by `width`.
static void grow(vec2s *points, int count, float width) {
    vec2s from[POINTS_MAX];
    memcpy(from, points, (size_t)count * sizeof from[0]);
    for (int i = 0; i < count; i++) {
        vec2s before = glms_vec2_negate(direction(from, count, i, -1));
        vec2s after = direction(from, count, i, 1);
        vec2s out = vec2_left(glms_vec2_add(before, after));
        // |n0 + n1| = 2 cos(half), and the mitre is 1 / cos(half) long: at most 2 here.
        float length2 = fmaxf(glms_vec2_norm2(out), 1.0f);
        points[i] = glms_vec2_sub(from[i], glms_vec2_scale(out, 2.0f * width / length2));
    }
}

/// What is left of a convex polygon where sign * (x, or y for `axis` 1) is at least sign * limit. A
/// line may cross one that is convex but for rounding more than twice: it loses its last corners.
static int cut(vec2s *points, int count, int axis, float sign, float limit) {
    vec2s from[POINTS_MAX];
    int kept = 0;
    ASSERT(count <= POINTS_MAX);
    memcpy(from, points, (size_t)count * sizeof from[0]);
    for (int i = 0; i < count && kept + 2 <= POINTS_MAX; i++) {
        vec2s a = from[i], b = from[(i + 1) % count];
        float a_in = sign * (a.raw[axis] - limit), b_in = sign * (b.raw[axis] - limit);
        if (a_in >= 0.0f) {
            points[kept++] = a;
        }
        if ((a_in >= 0.0f) != (b_in >= 0.0f)) {
            points[kept++] = glms_vec2_lerp(a, b, a_in / (a_in - b_in));
        }
    }
    return kept;
}

/// Paints what a box covers of a part.
static void fill_within(const Brush *brush, const vec2s *part, int count, Box box, float height,
                        uint32_t color) {
    vec2s points[POINTS_MAX];
    memcpy(points, part, (size_t)count * sizeof points[0]);
    count = cut(points, count, 0, 1.0f, box.low.x);
    count = cut(points, count, 0, -1.0f, box.high.x);
    count = cut(points, count, 1, 1.0f, box.low.y);
    count = cut(points, count, 1, -1.0f, box.high.y);
    if (count >= 3) {
        fill(brush, points, count, height, color);
    }
}

/// White on dark cars, ink on light ones.
static uint32_t contrast(uint32_t color) {
    return shade_light(color) > 0.62f ? 0x2A2D35FFu : 0xFFFFFFFFu;
}

static void fill_chequer(const Brush *brush, const vec2s *part, int count, float height,
                         uint32_t color) {
    float side = fmaxf(CHEQUER * brush->width, CHEQUER_MIN);
    Box box = box_of(part, count);
    int first = (int)floorf(box.low.x / side), last = (int)floorf(box.high.x / side);
    int right = (int)floorf(box.low.y / side + 0.5f), left = (int)floorf(box.high.y / side + 0.5f);
    for (int x = first; x <= last; x++) {
        for (int y = right; y <= left; y++) {
            if (((x + y) & 1) == 0) {
                vec2s low = vec2_make((float)x * side, ((float)y - 0.5f) * side);
                Box square = {low, vec2_make(low.x + side, low.y + side)};
                fill_within(brush, part, count, square, height, color);
            }
        }
    }
}

/// The pattern as far as it lies on a part: patterns go over all parts in the car's colour.
static void fill_pattern(const Brush *brush, const vec2s *part, int count, float height) {
    uint32_t color = contrast(brush->car->look.color);
    float width = brush->width, far = brush->length;
    switch (brush->car->look.pattern) {
    case 1: {
        float half = 0.5f * STRIPE * width;
        fill_within(brush, part, count, (Box){{{-far, -half}}, {{far, half}}}, height, color);
        break;
    }
    case 2:
        fill_within(brush, part, count,
                    (Box){{{-far, SIDE_INNER * width}}, {{far, SIDE_OUTER * width}}}, height,
                    color);
        fill_within(brush, part, count,
                    (Box){{{-far, -SIDE_OUTER * width}}, {{far, -SIDE_INNER * width}}}, height,
                    color);
        break;
    case 3:
        fill_chequer(brush, part, count, height, color);
        break;
    default:
        break;
    }
}

static uint32_t paint_color(const Brush *brush, BodyworkPaint paint) {
    uint32_t color = brush->car->look.color;
    bool night = brush->car->night;
    switch (paint) {
    case BODYWORK_dark:
        return shade_scale(color, 0.72f);
    case BODYWORK_light:
        return shade_scale(color, 1.14f);
    case BODYWORK_stripe:
        return contrast(color);
    case BODYWORK_carbon:
        return 0x23262DFFu;
    case BODYWORK_metal:
        return 0x8D939EFFu;
    case BODYWORK_glass:
        return 0x20262FFFu;
    case BODYWORK_shine:
        return 0x6B7B8CFFu;
    case BODYWORK_headlight:
        return night ? 0xFFFBEAFFu : 0xFFF3C9FFu;
    case BODYWORK_taillight:
        return brush->braking     ? 0xFF2A1EFFu
               : brush->reversing ? 0xFFFFFFFFu
               : night            ? 0xC2261CFFu
                                  : 0x8E1F1AFFu;
    case BODYWORK_body:
    case BODYWORK_PAINT_COUNT:
        break;
    }
    return color;
}

static void draw_part(const Brush *brush, const BodyworkPart *part) {
    uint32_t color = paint_color(brush, part->paint);
    float pixel = brush->car->pixel / brush->car->scale, feather = brush->list->feather;
    lift(brush, part->height);
    for (int i = 0; i < bodywork_polygons(part); i++) {
        vec2s points[POINTS_MAX];
        int count = bodywork_polygon(part, i, points);
        Box box = box_of(points, count);
        float wide = fminf(box.high.x - box.low.x, box.high.y - box.low.y) / pixel;
        if (fmaxf(box.high.x - box.low.x, box.high.y - box.low.y) < PART_MIN_PX * pixel) {
            continue;
        }
        bool soft = wide > (bodywork_paints[part->paint].is_shell ? SHELL_SOFT_PX : PART_SOFT_PX);
        brush->list->feather = soft ? feather : 0.0f;
        fill(brush, points, count, part->height, color);
        if (part->paint == BODYWORK_body || part->paint == BODYWORK_light) {
            fill_pattern(brush, points, count, part->height);
        }
        brush->list->feather = feather;
        if (part->paint == BODYWORK_taillight && brush->braking) {
            vec2s at = place(brush, polygon_centroid(points, count), part->height);
            shade_glow(brush->list, at, BRAKE_GLOW, 10, ink(brush, 0xFF3A2A8Cu));
        }
    }
}

/// Whether an earlier part of the silhouette hides the outline of `box`, as far as boxes can tell.
static bool is_hidden(const Box *shells, int count, Box box) {
    bool hidden = false;
    for (int i = 0; i < count; i++) {
        hidden |= box_contains(shells[i], box.low) && box_contains(shells[i], box.high);
    }
    return hidden;
}

/// The outline: all that makes the silhouette, grown.
static void draw_rims(const Brush *brush) {
    const Bodywork *body = brush->car->body;
    uint32_t color = brush->car->night ? RIM_BY_NIGHT : SHADE_INK;
    float width = RIM_PX * brush->car->pixel / brush->car->scale;
    Box shells[2 * BODYWORK_PARTS_MAX];
    int count = 0;
    for (int i = 0; i < body->part_count; i++) {
        const BodyworkPart *part = &body->parts[i];
        for (int k = 0; k < bodywork_polygons(part) && bodywork_paints[part->paint].is_shell; k++) {
            vec2s points[POINTS_MAX];
            int corners = bodywork_polygon(part, k, points);
            grow(points, corners, width);
            Box box = box_of(points, corners);
            if (is_hidden(shells, count, box)) {
                continue;
            }
            shells[count++] = box;
            lift(brush, part->height);
            fill(brush, points, corners, part->height, color);
        }
    }
}

static void draw_wheels(const Brush *brush) {
    const CarPicture *car = brush->car;
    const CarParams *params = &car->model->params;
    uint32_t tyre = car->night ? 0x0A0B0EFFu : 0x191B20FFu;
    uint32_t tread = car->night ? 0x1C1E24FFu : 0x3B3E46FFu;
    lift(brush, 0.0f);
    for (int i = 0; i < CAR_WHEELS; i++) {
        bool front = i < CAR_REAR_LEFT;
        float radius = front ? params->wheel_radius_front : params->wheel_radius_rear;
        float half = 0.5f * (front ? car->body->wheel_width_front : car->body->wheel_width_rear);
        float out = front ? car->body->wheel_out_front : car->body->wheel_out_rear;
        vec2s hub = car->model->wheel_at[i];
        hub.y += hub.y > 0.0f ? out : -out;
        Rotation turn = rotation_make(front ? car->car->steer : 0.0f);
        for (int layer = 0; layer < 2;
             layer++) { // the tyre, and on it the tread that meets the eye
            float x = (layer == 0 ? 1.08f : 0.62f) * radius, y = (layer == 0 ? 1.0f : 0.55f) * half;
            vec2s points[4] = {vec2_make(-x, -y), vec2_make(x, -y), vec2_make(x, y),
                               vec2_make(-x, y)};
            for (int k = 0; k < 4; k++) {
                vec2s local = glms_vec2_add(hub, rotation_apply(turn, points[k]));
                points[k] = transform_apply(car->at, glms_vec2_scale(local, car->scale));
            }
            draw_convex(brush->list, points, 4, ink(brush, layer == 0 ? tyre : tread));
        }
    }
}

/// The number on its disc, upright when the car drives up the screen.
static void draw_number(const Brush *brush, const Font *font) {
    const CarPicture *car = brush->car;
    const Bodywork *body = car->body;
    float width = brush->width * car->scale;
    float radius = fminf(fmaxf(DISC_SHARE * width, DISC_MIN_PX * car->pixel), DISC_MAX * width);
    vec2s at = place(brush, vec2_make(body->number_x, 0.0f), body->number_height);
    lift(brush, body->number_height);
    shade_disc(brush->list, at, radius, 14, ink(brush, 0xFFFFFFFFu));
    if (font == NULL) {
        return;
    }
    char text[4];
    snprintf(text, sizeof text, "%d", car->look.number % 100);
    float size = (car->look.number < 10 ? 1.9f : 1.45f) * radius;
    float turn = trig_atan2(car->at.rotation.s, car->at.rotation.c) - 0.5f * TRIG_PI;
    // The baseline lies a third of an em below the middle of a digit.
    TrigPair up = trig_sincos(trig_wrap(turn));
    vec2s base = vec2_make(at.x + 0.36f * size * up.sin, at.y - 0.36f * size * up.cos);
    draw_text_world(brush->list, font, base, trig_wrap(turn), size, TEXT_CENTER,
                    ink(brush, SHADE_INK), text);
}

static Brush brush_make(DrawList *list, const CarPicture *car) {
    ASSERT(car->body->part_count > 0 && car->pixel > 0.0f && car->scale >= 1.0f);
    Box box = car_picture_box(&car->model->params);
    float pitch = float_clamp(car->car->ax / GRAVITY, -1.0f, 1.0f);
    float roll = float_clamp(car->car->ay / GRAVITY, -1.0f, 1.0f);
    return (Brush){
        .list = list,
        .car = car,
        .middle = glms_vec2_lerp(box.low, box.high, 0.5f),
        .length = box.high.x - box.low.x,
        .width = box.high.y - box.low.y,
        // Turning left presses to the right, speeding up to the back.
        .lean = vec2_make(-ROOF_SHIFT * PITCH_SHARE * pitch, -ROOF_SHIFT * roll),
        .dip = -DIP * pitch,
        .braking = car->car->brake > 0.05f && car->car->gear >= 0,
        .reversing = car->car->gear < 0,
    };
}

void car_picture_shadow(DrawList *list, const CarPicture *car, vec2s fall) {
    static const vec2s half[4] = {
        {{0.49f, 0.26f}}, {{0.40f, 0.44f}}, {{-0.42f, 0.44f}}, {{-0.49f, 0.34f}}};
    Brush brush = brush_make(list, car);
    brush.lean = vec2_make(0.0f, 0.0f);
    float keep = list->feather;
    list->feather = SHADOW_SOFT;
    vec2s away = glms_vec2_scale(fall, SHADOW_SHARE * car->body->height), points[8];
    for (int i = 0; i < 8; i++) {
        vec2s share = half[i < 4 ? i : 7 - i];
        vec2s local = vec2_make(brush.middle.x + share.x * brush.length,
                                (i < 4 ? share.y : -share.y) * brush.width);
        points[i] = glms_vec2_add(place(&brush, local, 0.0f), away);
    }
    draw_convex(list, points, 8, ink(&brush, SHADOW_COLOR));
    list->feather = keep;
}

void car_picture_draw(DrawList *list, const Font *font, const CarPicture *car) {
    Brush brush = brush_make(list, car);
    draw_wheels(&brush);
    draw_rims(&brush);
    for (int i = 0; i < car->body->part_count; i++) {
        draw_part(&brush, &car->body->parts[i]);
    }
    draw_number(&brush, font);
    list->height = 0.0f;
}

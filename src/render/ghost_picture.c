#include "render/ghost_picture.h"

#include "render/shade.h"

#define LINE_WIDTH 0.16f // m

/// The box that the car fills, in its own frame.
static Box box_of_car(const CarParams *params) {
    if (params->outline_count > 0) {
        return box_of(params->outline, params->outline_count);
    }
    float half = 0.5f * params->width;
    return (Box){vec2_make(params->body_offset - 0.5f * params->length, -half),
                 vec2_make(params->body_offset + 0.5f * params->length, half)};
}

static void draw_body(DrawList *list, const Hull *hull, Transform at, uint32_t color) {
    float feather = list->feather;
    list->feather = 0.0f; // soft edges of two pieces would show where they meet
    for (int i = 0; i < hull->count; i++) {
        const Shape *shape = &hull->pieces[i];
        vec2s points[SHAPE_POINTS_MAX];
        for (int k = 0; k < shape->count; k++) {
            points[k] = transform_apply(at, shape_point(shape, k));
        }
        draw_convex(list, points, shape->count, color);
    }
    list->feather = feather;
}

static void draw_outline(DrawList *list, const CarParams *params, Box box, Transform at,
                         uint32_t color) {
    vec2s points[CAR_OUTLINE_MAX > 4 ? CAR_OUTLINE_MAX : 4] = {
        box.low, vec2_make(box.high.x, box.low.y), box.high, vec2_make(box.low.x, box.high.y)};
    int count = 4;
    if (params->outline_count > 0) {
        count = params->outline_count;
        for (int i = 0; i < count; i++) {
            points[i] = params->outline[i];
        }
    }
    for (int i = 0; i < count; i++) {
        points[i] = transform_apply(at, points[i]);
    }
    draw_polyline(list, points, count, true, LINE_WIDTH, color);
}

void ghost_picture(DrawList *list, const Hull *hull, const CarParams *params, Transform at,
                   uint32_t color) {
    Box box = box_of_car(params);
    vec2s size = glms_vec2_sub(box.high, box.low);
    draw_body(list, hull, at, color);
    draw_outline(list, params, box, at, color | 0xFFu);
    static const vec2s glass[4] = {
        {{0.52f, 0.18f}}, {{0.68f, 0.12f}}, {{0.68f, 0.88f}}, {{0.52f, 0.82f}}};
    vec2s points[4];
    for (int i = 0; i < 4; i++) {
        points[i] = transform_apply(
            at, vec2_make(box.low.x + glass[i].x * size.x, box.low.y + glass[i].y * size.y));
    }
    draw_quad(list, points, shade_fade(0x14171FFFu, 0.75f));
}

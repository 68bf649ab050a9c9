#include "ui/hud_marks.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "track/gates.h"
#include "ui/hud_parts.h"

#include <math.h>
#include <stdio.h>

// Units.
#define MARK_TEXT  24.0f
#define ARROW_SIZE 34.0f
#define ARROW_IN   34.0f ///< From the view's edge to the middle of the arrow.
#define TAG_ABOVE  12.0f ///< Between a car and its tag.
#define BOARD_SIDE 92.0f ///< Of the picture of a corner.

#define TAG_FADES 14.0f ///< m from the own car, from which on the tag of a friend fades ...
#define TAG_GONE  8.0f  ///< ... until here it is gone: there one looks at the cars.
#define TAG_SMALL 1.7f  ///< x as far in a small view, where a tag covers more of the road ...
#define TAG_BRIEF 0.22f ///< ... and of whose width a name takes so much at most.

enum {
    PUSHES = 6,
};

/// Moves `area` off all that is taken, by the shortest way each time, and keeps it in the view.
/// False where there is no room.
static bool find_room(const Panel *panel, Area *area) {
    float gap = 0.25f * HUD_RIM * panel->unit;
    for (int round = 0; round < PUSHES; round++) {
        area->x = fminf(fmaxf(area->x, panel->left + gap), panel->right - gap - area->width);
        area->y = fminf(fmaxf(area->y, panel->top + gap), panel->bottom - gap - area->height);
        const Area *on = NULL;
        for (int i = 0; i < panel->taken->count && on == NULL; i++) {
            on = canvas_overlap(panel->taken->areas[i], *area) ? &panel->taken->areas[i] : NULL;
        }
        if (on == NULL) {
            return true;
        }
        // Towards the middle of the view: what is taken stands along its edges.
        bool to_left = on->x + 0.5f * on->width > panel->middle.x;
        bool to_top = on->y + 0.5f * on->height > panel->middle.y;
        float x = to_left ? on->x - gap - area->width : on->x + on->width + gap;
        float y = to_top ? on->y - gap - area->height : on->y + on->height + gap;
        if (fabsf(x - area->x) < fabsf(y - area->y)) {
            area->x = x;
        } else {
            area->y = y;
        }
    }
    return false;
}

/// Where the way from the middle of the view to `to` (px from there) meets its edge, `margin` px
/// inside.
static vec2s at_edge(const Panel *panel, vec2s to, float margin) {
    float x = 0.5f * panel->width - margin, y = 0.5f * panel->height - margin;
    float share = fminf(x / fmaxf(fabsf(to.x), 1e-3f), y / fmaxf(fabsf(to.y), 1e-3f));
    return glms_vec2_add(panel->middle, glms_vec2_scale(to, share));
}

static void draw_arrow(const Panel *panel, vec2s tip, vec2s along) {
    vec2s across = vec2_left(along);
    for (int layer = 0; layer < 2; layer++) {
        float size = (layer == 0 ? ARROW_SIZE : 0.74f * ARROW_SIZE) * panel->unit;
        vec2s head = glms_vec2_add(tip, glms_vec2_scale(along, 0.55f * size));
        vec2s back = glms_vec2_sub(tip, glms_vec2_scale(along, 0.55f * size));
        vec2s notch = glms_vec2_sub(tip, glms_vec2_scale(along, 0.20f * size));
        uint32_t color = layer == 0 ? PALETTE_WITH(PALETTE_INK, 0xE0) : PALETTE_ACCENT;
        for (int half = -1; half <= 1; half += 2) {
            vec2s wing = glms_vec2_add(back, glms_vec2_scale(across, 0.60f * (float)half * size));
            draw_convex(panel->list, (vec2s[3]){head, wing, notch}, 3, color);
        }
    }
}

/// The middle of a gate's line; of several branches, that of the nearest to `from`.
static vec2s gate_place(const TrackGate *gate, vec2s from) {
    vec2s best = gate_middle(gate);
    for (int way = 1; way <= gate->other_count; way++) {
        vec2s middle = gate_middle(track_gate_way(gate, way));
        if (glms_vec2_distance2(middle, from) < glms_vec2_distance2(best, from)) {
            best = middle;
        }
    }
    return best;
}

/// An arrow at the edge of the view when the next gate is out of sight, and which gate that is.
static void draw_gate(const Panel *panel) {
    const Track *track = panel->race->data->track;
    int next = panel->racer->next_gate;
    bool waits = panel->race->phase == RACE_COUNTDOWN; // rivals stand where the label would
    if (waits || panel->racer->finished || next < 0 || next >= track->gate_count) {
        return;
    }
    const HudView *view = panel->view;
    vec2s position = race_bodies_const(panel->race)[view->car].position;
    vec2s gate = gate_place(&track->gates[next], position);
    vec2s at = camera_pixel(&view->camera, view->rect, panel->canvas->height, gate);
    if (at.x > panel->left && at.x < panel->right && at.y > panel->top && at.y < panel->bottom) {
        return;
    }
    float u = panel->unit, size = MARK_TEXT * u, tall = ARROW_SIZE * u;
    char text[32];
    snprintf(text, sizeof text, "gate %d/%d", next + 1, track->gate_count);
    if (next == track->gate_count - 1) {
        snprintf(text, sizeof text, "finish");
    }
    vec2s to = glms_vec2_sub(at, panel->middle), along = glms_vec2_normalize(to);
    vec2s tip = at_edge(panel, to, ARROW_IN * u);
    // The label stands behind the arrow, so that both move as one.
    float wide = panel_width(panel, size, text) + 20.0f * u;
    float apart = 0.5f * tall + fabsf(along.x) * 0.5f * wide + fabsf(along.y) * 0.5f * tall;
    vec2s label = glms_vec2_sub(tip, glms_vec2_scale(along, apart + 4.0f * u));
    float left = fminf(tip.x - 0.5f * tall, label.x - 0.5f * wide);
    float right = fmaxf(tip.x + 0.5f * tall, label.x + 0.5f * wide);
    float top = fminf(tip.y, label.y) - 0.5f * tall, bottom = fmaxf(tip.y, label.y) + 0.5f * tall;
    Area whole = {left, top, right - left, bottom - top};
    if (!find_room(panel, &whole)) {
        draw_arrow(panel, tip, along);
        return;
    }
    vec2s moved = vec2_make(whole.x - left, whole.y - top);
    tip = glms_vec2_add(tip, moved);
    label = glms_vec2_add(label, moved);
    Area plate = {label.x - 0.5f * wide, label.y - 0.5f * tall, wide, tall};
    canvas_fill(panel->canvas, plate, 0.3f * tall, PALETTE_PLATE);
    panel_text(panel, label.x, label.y + 0.35f * size, size, TEXT_CENTER, PALETTE_TEXT, text);
    draw_arrow(panel, tip, along);
    hud_take(panel->taken, whole);
}

/// The name of whoever drives `car` over it, fading where that is near.
static void draw_tag(const Panel *panel, const HudMarks *marks, const CarLook *look, int car) {
    const HudView *view = panel->view;
    BodyPose pose = race_picture_pose(marks->before, panel->race, car, marks->alpha);
    BodyPose own = race_picture_pose(marks->before, panel->race, view->car, marks->alpha);
    bool small = hud_is_small(view);
    float apart = glms_vec2_distance(pose.position, own.position) / (small ? TAG_SMALL : 1.0f);
    float alpha = float_clamp((apart - TAG_GONE) / (TAG_FADES - TAG_GONE), 0.0f, 1.0f);
    vec2s at = camera_pixel(&view->camera, view->rect, panel->canvas->height, pose.position);
    bool seen =
        at.x > panel->left && at.x < panel->right && at.y > panel->top && at.y < panel->bottom;
    if (!seen || alpha <= 0.0f) {
        return;
    }
    float u = panel->unit, size = MARK_TEXT * u, tall = 34.0f * u;
    float room = (small ? TAG_BRIEF : 0.4f) * panel->width - 34.0f * u;
    size = canvas_fitting(panel->canvas, size, room, marks->people[car]);
    float wide = panel_width(panel, size, marks->people[car]) + 34.0f * u;
    const CarParams *params = &race_racers_const(panel->race)[car].model.params;
    float away = 0.5f * params->length * camera_view_scale(&view->camera, view->rect);
    away += TAG_ABOVE * u;
    Area plate = {at.x - 0.5f * wide, at.y - away - tall, wide, tall};
    Area free = plate;
    if (!find_room(panel, &free) || free.x != plate.x || free.y != plate.y) {
        plate.y = free.y = at.y + away; // below the car then, or nowhere
        if (!find_room(panel, &free) || fabsf(free.x - plate.x) > wide || free.y != plate.y) {
            return;
        }
    }
    canvas_fill(panel->canvas, free, 0.5f * tall, shade_fade(PALETTE_PLATE, alpha));
    draw_circle(panel->list, vec2_make(free.x + 17.0f * u, free.y + 0.5f * tall), 8.0f * u,
                shade_fade(look->color, alpha));
    canvas_text(panel->canvas, free.x + 29.0f * u, free.y + 0.5f * tall + 0.35f * size, size,
                TEXT_LEFT, shade_fade(PALETTE_TEXT, alpha), marks->people[car]);
    hud_take(panel->taken, free);
}

/// Which way the road goes beyond the edge of the view, and how far the corner is: a picture of it
/// that lies as the road will lie.
static void draw_board(const Panel *panel, const RoadAhead *road) {
    const HudView *view = panel->view;
    if (road->alpha <= 0.0f || road->corner_count < 2) {
        return;
    }
    float u = panel->unit, side = BOARD_SIDE * u, size = MARK_TEXT * u, foot = 30.0f * u;
    vec2s exit = camera_pixel(&view->camera, view->rect, panel->canvas->height, road->leaves);
    vec2s to = glms_vec2_sub(exit, panel->middle);
    vec2s at = at_edge(panel, to, 0.5f * side + 10.0f * u);
    Area plate = {at.x - 0.5f * side, at.y - 0.5f * (side + foot), side, side + foot};
    if (!find_room(panel, &plate)) {
        return;
    }
    canvas_fill(panel->canvas, plate, 12.0f * u, shade_fade(PALETTE_PLATE, road->alpha));
    Rotation turn = rotation_make(view->camera.angle);
    vec2s points[ROAD_AHEAD_POINTS];
    Box box = {vec2_make(INFINITY, INFINITY), vec2_make(-INFINITY, -INFINITY)};
    for (int i = 0; i < road->corner_count; i++) {
        vec2s point = rotation_apply(turn, glms_vec2_sub(road->corner[i], road->corner[0]));
        points[i] = vec2_make(point.x, -point.y);
        box = box_add(box, points[i]);
    }
    float pad = 16.0f * u;
    float reach = fmaxf(fmaxf(box.high.x - box.low.x, box.high.y - box.low.y), 1.0f);
    float scale = (side - 2.0f * pad) / reach;
    vec2s middle = glms_vec2_lerp(box.low, box.high, 0.5f);
    vec2s center = vec2_make(plate.x + 0.5f * side, plate.y + 0.5f * side);
    for (int i = 0; i < road->corner_count; i++) {
        vec2s off = glms_vec2_scale(glms_vec2_sub(points[i], middle), scale);
        points[i] = glms_vec2_add(center, off);
    }
    uint32_t color = shade_fade(road_ahead_color(road->corner_share), road->alpha);
    draw_polyline(panel->list, points, road->corner_count, false, 9.0f * u, color);
    vec2s end = points[road->corner_count - 1];
    vec2s along = glms_vec2_normalize(glms_vec2_sub(end, points[road->corner_count - 2]));
    vec2s across = glms_vec2_scale(vec2_left(along), 13.0f * u);
    vec2s head[3] = {glms_vec2_add(end, glms_vec2_scale(along, 15.0f * u)),
                     glms_vec2_add(end, across), glms_vec2_sub(end, across)};
    draw_convex(panel->list, head, 3, color);
    char text[16];
    snprintf(text, sizeof text, "%.0f m", 10.0 * floor(0.1 * (double)road->corner_m + 0.5));
    canvas_text(panel->canvas, center.x, plate.y + side + 0.5f * foot, size, TEXT_CENTER,
                shade_fade(PALETTE_TEXT, road->alpha), text);
    hud_take(panel->taken, plate);
}

void hud_marks_draw(const Canvas *canvas, const Race *race, const HudView *view,
                    const HudMarks *marks, const CarLook *looks, HudTaken *taken) {
    ASSERT(canvas != NULL && race != NULL && view != NULL && marks != NULL && looks != NULL);
    ASSERT(taken != NULL && view->car >= 0 && view->car < race->car_count);
    Panel panel = hud_panel(canvas, race, view, taken);
    int first_index = canvas->list->index_count;
    draw_board(&panel, &marks->road);
    draw_gate(&panel);
    for (int car = 0; car < race->car_count && marks->people != NULL; car++) {
        if (car != view->car && marks->people[car] != NULL) {
            draw_tag(&panel, marks, &looks[car], car);
        }
    }
    draw_list_texts_last(canvas->list, first_index);
}

#include "lab_window/lab_pen.h"

#include <math.h>

void lab_pen_begin(LabDesk *desk, vec2s at) {
    desk->pen = (LabPen){.draws = true};
    desk->hands.grip = LAB_GRIP_NONE;
    lab_pen_move(desk, at);
}

static float within(float value) {
    return scene_round(fmin(fmax((double)value, -SCENE_PLACE_MAX), SCENE_PLACE_MAX));
}

void lab_pen_move(LabDesk *desk, vec2s at) { desk->pen.at = vec2_make(within(at.x), within(at.y)); }

static bool is_near(vec2s a, vec2s b, float near_m) {
    return glms_vec2_norm2(glms_vec2_sub(a, b)) <= near_m * near_m;
}

void lab_pen_put(LabDesk *desk, float near_m) {
    LabPen *pen = &desk->pen;
    desk->note[0] = '\0';
    if (pen->count >= 3 && is_near(pen->at, pen->points[0], near_m)) {
        lab_pen_close(desk);
    } else if (pen->count == SCENE_POINTS_MAX) {
        lab_desk_note(desk, true, "A polygon has %d points at most", SCENE_POINTS_MAX);
    } else if (pen->count == 0 || !is_near(pen->at, pen->points[pen->count - 1], 0.0f)) {
        pen->points[pen->count++] = pen->at;
    }
}

void lab_pen_take_back(LabDesk *desk) {
    desk->note[0] = '\0';
    desk->pen.count--;
    if (desk->pen.count < 0) {
        lab_pen_cancel(desk);
    }
}

void lab_pen_close(LabDesk *desk) {
    LabPen *pen = &desk->pen;
    if (pen->count < 3) {
        lab_desk_note(desk, true, "A polygon needs three points or more");
        return;
    }
    Scene wanted = desk->scene;
    SceneShape *shape = &wanted.shapes[desk->selected];
    Box box = box_of(pen->points, pen->count);
    vec2s middle = glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f);
    shape->at = vec2_make(within(middle.x), within(middle.y));
    shape->angle_deg = 0.0f;
    shape->kind = shape->kind == SCENE_WALL ? SCENE_WALL : SCENE_POLYGON;
    shape->count = pen->count;
    for (int i = 0; i < pen->count; i++) {
        shape->points[i] = glms_vec2_sub(pen->points[i], shape->at);
        vec2s far = shape->points[i];
        if (fmaxf(fabsf(far.x), fabsf(far.y)) > (float)SCENE_POINT_MAX) {
            lab_desk_note(desk, true, "A polygon is %.0f m wide at most", 2.0 * SCENE_POINT_MAX);
            return;
        }
    }
    if (lab_desk_change(desk, &wanted, LAB_ALONE)) {
        lab_pen_cancel(desk); // it is done
    }
}

void lab_pen_cancel(LabDesk *desk) { desk->pen = (LabPen){.draws = false}; }

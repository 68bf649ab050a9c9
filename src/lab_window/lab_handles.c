#include "lab_window/lab_handles.h"

#include "geometry/trig.h"
#include "lab_window/lab_corners.h"

#include <math.h>

#define DEGREES (180.0f / TRIG_PI)

#define KNOB        0.5f ///< Radius, of the size of letters.
#define RING_AWAY   1.6f ///< Likewise: from the shape to its ring.
#define APART       3.0f ///< Radii of a knob: how far it keeps from the tip.
#define CORNER_NEAR 0.4f ///< Likewise: how near to a corner takes hold of it.
#define TIP_LEAST   2.2f ///< Likewise: from the origin to the tip, so that it can be got hold of.

enum {
    GESTURE_MOVE = 10001,
    GESTURE_TURN = 10003,
    GESTURE_DRAG = 10005,
};

/// How far it is from `from` in the direction `along` (unit) to the edge of `area`, px.
static float room_in(Area area, vec2s from, vec2s along) {
    float x = along.x > 0.0f ? area.x + area.width - from.x : from.x - area.x;
    float y = along.y > 0.0f ? area.y + area.height - from.y : from.y - area.y;
    return fminf(x / fmaxf(fabsf(along.x), 1e-6f), y / fmaxf(fabsf(along.y), 1e-6f));
}

/// How far the farthest point of `solid` is from its origin, m.
static float reach_of(const Solid *solid) {
    float far = 0.0f;
    for (int i = 0; i < solid->outline_count; i++) {
        far = fmaxf(far, sqrtf(glms_vec2_norm2(solid->outline[i])));
    }
    return far + solid->pieces[0].radius;
}

/// The unit in which `angle` (rad, of the scene) points in the window.
static vec2s pointing(float angle) {
    TrigPair turn = trig_sincos(angle);
    return vec2_make(turn.cos, -turn.sin);
}

static bool is_near(vec2s a, vec2s b, float radius) {
    return glms_vec2_norm2(glms_vec2_sub(a, b)) <= radius * radius;
}

LabHandles lab_handles(const LabDesk *desk, int index, const LabLayout *layout, const LabMap *map) {
    const SceneShape *shape = &desk->scene.shapes[index];
    LabHandles handles = {.origin = lab_map_pixel(map, shape->at), .knob = KNOB * layout->text};
    float angle = shape->angle_deg / DEGREES;
    vec2s along = pointing(angle);
    float room = room_in(layout->shapes, handles.origin, along) - handles.knob;
    handles.ring = reach_of(&desk->solids[index]) * map->scale + RING_AWAY * layout->text;
    float most = 0.42f * fminf(layout->shapes.width, layout->shapes.height);
    handles.ring = fmaxf(fminf(handles.ring, fminf(room, most)), 3.0f * handles.knob);
    handles.turn = glms_vec2_add(handles.origin, glms_vec2_scale(along, handles.ring));
    float speed = sqrtf(glms_vec2_norm2(shape->velocity));
    float time = lab_desk_step(desk), long_px = speed * time * map->scale;
    vec2s way = speed > 0.0f ? pointing(trig_atan2(shape->velocity.y, shape->velocity.x)) : along;
    float far = room_in(layout->shapes, handles.origin, way) - handles.knob;
    float least = TIP_LEAST * layout->text;
    float drawn = fmaxf(fminf(long_px, far), least);
    handles.reach = time * (long_px > drawn ? drawn / long_px : 1.0f);
    handles.tip = glms_vec2_add(handles.origin, glms_vec2_scale(way, drawn));
    if (is_near(handles.turn, handles.tip, APART * handles.knob)) { // at the other end of the ring
        handles.turn = glms_vec2_sub(handles.origin, glms_vec2_scale(along, handles.ring));
    }
    return handles;
}

bool lab_handles_has_corners(const LabDesk *desk) {
    return lab_corners_there(desk) && (!desk->presents || lab_corners_chosen(desk) >= 0);
}

/// The nearest corner of the selected shape within reach of `pixel`; -1: none.
static int corner_at(const LabDesk *desk, const LabLayout *layout, const LabMap *map, vec2s pixel) {
    int found = -1;
    float least = CORNER_NEAR * layout->text;
    for (int i = 0; lab_handles_has_corners(desk) && i < desk->scene.shapes[desk->selected].count;
         i++) {
        vec2s at = lab_map_pixel(map, lab_corner_place(desk, desk->selected, i));
        float distance = glms_vec2_distance(at, pixel);
        found = distance < least ? i : found;
        least = fminf(distance, least);
    }
    return found;
}

static LabGrip grip_of(const LabDesk *desk, int index, const LabLayout *layout, const LabMap *map,
                       vec2s pixel, int *corner) {
    if (index == desk->selected) {
        LabHandles handles = lab_handles(desk, index, layout, map);
        if (is_near(pixel, handles.tip, 1.3f * handles.knob)) {
            return LAB_GRIP_VELOCITY;
        }
        if (is_near(pixel, handles.turn, 1.3f * handles.knob)) {
            return LAB_GRIP_TURN;
        }
        *corner = corner_at(desk, layout, map, pixel);
        if (*corner >= 0) {
            return LAB_GRIP_CORNER;
        }
    }
    bool inside = solid_contains(&desk->solids[index], lab_map_point(map, pixel));
    vec2s origin = lab_map_pixel(map, desk->solids[index].at.position);
    bool thin = lab_solid_size(&desk->solids[index]) * map->scale < 2.0f * layout->text;
    return inside || (thin && is_near(pixel, origin, layout->text)) ? LAB_GRIP_BODY : LAB_GRIP_NONE;
}

LabHit lab_handles_hit(const LabDesk *desk, const LabLayout *layout, const LabMap *map,
                       vec2s pixel) {
    LabHit hit = {LAB_GRIP_NONE, desk->selected, -1};
    if (!(map->scale > 0.0f) || !canvas_holds(layout->shapes, pixel.x, pixel.y)) {
        return hit;
    }
    for (int i = 0; i < SCENE_SHAPES && hit.grip == LAB_GRIP_NONE; i++) {
        hit.shape = (desk->selected + i) % SCENE_SHAPES;
        hit.grip = grip_of(desk, hit.shape, layout, map, pixel, &hit.corner);
    }
    return hit;
}

void lab_handles_take(LabDesk *desk, LabHit hit, const LabLayout *layout, const LabMap *map,
                      vec2s pixel) {
    desk->selected = hit.shape;
    desk->hands.grip = hit.grip;
    desk->hands.corner = hit.corner;
    if (hit.grip == LAB_GRIP_CORNER && lab_corners_chosen(desk) >= 0) { // keys go on with this one
        desk->corner.index = hit.corner;
    }
    desk->hands.from = lab_map_point(map, pixel);
    desk->hands.was = desk->scene.shapes[hit.shape];
    desk->hands.reach = lab_handles(desk, hit.shape, layout, map).reach;
    lab_desk_rest(desk);
}

/// `value` as a multiple of `step`.
static float rounded(float value, float step) { return roundf(value / step) * step; }

static vec2s rounded_pair(vec2s pair, float step) {
    return vec2_make(rounded(pair.x, step), rounded(pair.y, step));
}

static float angle_of(vec2s from, vec2s to) {
    vec2s along = glms_vec2_sub(to, from);
    return trig_atan2(along.y, along.x) * DEGREES;
}

void lab_handles_drag(LabDesk *desk, const LabMap *map, vec2s pixel, bool fine) {
    const LabHands *hands = &desk->hands;
    Scene wanted = desk->scene;
    SceneShape *shape = &wanted.shapes[desk->selected];
    vec2s at = lab_map_point(map, pixel), move = glms_vec2_sub(at, hands->from);
    if (glms_vec2_norm2(move) <= 0.0f) { // or a click alone would round the numbers
        return;
    }
    if (hands->grip == LAB_GRIP_CORNER) {
        vec2s was =
            transform_apply(desk->solids[desk->selected].at, hands->was.points[hands->corner]);
        lab_corner_move(desk, hands->corner, glms_vec2_add(was, move), fine, GESTURE_DRAG);
        return;
    }
    if (hands->grip == LAB_GRIP_BODY) {
        shape->at = glms_vec2_add(hands->was.at, move);
        shape->at = fine ? shape->at : rounded_pair(shape->at, 0.01f);
    } else if (hands->grip == LAB_GRIP_TURN) {
        float turn = angle_of(shape->at, at) - angle_of(shape->at, hands->from);
        float angle = hands->was.angle_deg + turn;
        shape->angle_deg = fine ? angle : rounded(angle, 1.0f);
    } else if (hands->grip == LAB_GRIP_VELOCITY) {
        vec2s change = glms_vec2_scale(move, 1.0f / hands->reach);
        shape->velocity = glms_vec2_add(hands->was.velocity, change);
        shape->velocity = fine ? shape->velocity : rounded_pair(shape->velocity, 0.5f);
    }
    lab_desk_change(desk, &wanted, GESTURE_DRAG);
}

void lab_handles_move(LabDesk *desk, vec2s move) {
    Scene wanted = desk->scene;
    vec2s *at = &wanted.shapes[desk->selected].at;
    *at = glms_vec2_add(*at, move);
    lab_desk_change(desk, &wanted, GESTURE_MOVE + desk->selected);
}

void lab_handles_turn(LabDesk *desk, float turn_deg) {
    Scene wanted = desk->scene;
    wanted.shapes[desk->selected].angle_deg += turn_deg;
    lab_desk_change(desk, &wanted, GESTURE_TURN + desk->selected);
}

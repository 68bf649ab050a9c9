#include "lab_window/lab_corners.h"

#include <math.h>

#define ROUND 0.01f ///< m, in the frame of the shape.

static bool has_corners(const SceneShape *shape) {
    return shape->kind == SCENE_POLYGON || shape->kind == SCENE_WALL;
}

bool lab_corners_there(const LabDesk *desk) {
    return has_corners(&desk->scene.shapes[desk->selected]);
}

int lab_corners_chosen(const LabDesk *desk) {
    const SceneShape *shape = &desk->scene.shapes[desk->selected];
    const LabCorner *corner = &desk->corner;
    bool there = corner->on && corner->shape == desk->selected && has_corners(shape) &&
                 corner->index < shape->count;
    return there ? corner->index : -1;
}

static void say_place(LabDesk *desk, int corner) {
    const SceneShape *shape = &desk->scene.shapes[desk->selected];
    Digits digits = {0};
    lab_desk_note(desk, false, "Corner %d of %d at %s in the frame of %c", corner + 1, shape->count,
                  digits_point(&digits, shape->points[corner]), 'a' + desk->selected);
}

void lab_corners_choose(LabDesk *desk, int way) {
    int count = desk->scene.shapes[desk->selected].count, chosen = lab_corners_chosen(desk);
    if (!lab_corners_there(desk)) {
        lab_desk_note(desk, true, "Only a polygon or a wall has corners to move");
        return;
    }
    chosen = chosen < 0 ? 0 : (chosen + way + count) % count;
    desk->corner = (LabCorner){.on = true, .shape = desk->selected, .index = chosen};
    lab_desk_rest(desk);
    say_place(desk, chosen);
}

void lab_corners_leave(LabDesk *desk) {
    desk->corner.on = false;
    lab_desk_rest(desk);
}

vec2s lab_corner_place(const LabDesk *desk, int index, int corner) {
    return transform_apply(desk->solids[index].at, desk->scene.shapes[index].points[corner]);
}

bool lab_corner_move(LabDesk *desk, int corner, vec2s place, bool fine, int gesture) {
    Scene wanted = desk->scene;
    vec2s *point = &wanted.shapes[desk->selected].points[corner];
    *point = transform_undo(desk->solids[desk->selected].at, place);
    if (!fine) {
        *point = vec2_make(roundf(point->x / ROUND) * ROUND, roundf(point->y / ROUND) * ROUND);
    }
    bool moved = lab_desk_change(desk, &wanted, gesture);
    if (moved) {
        say_place(desk, corner);
    }
    return moved;
}

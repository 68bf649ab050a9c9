#include "dynamics/wall_gap.h"

#include "base/scalar.h"
#include "geometry/simd.h"

#include <math.h>

float wall_gap(const BoxBefore *box, vec2s move, const Shape *shape) {
    Rotation at = box->at;
    Lanes widest = lanes_all(-INFINITY);
    for (int k = 0; k < shape->count; k += SIMD_LANES) {
        Lanes x = lanes_load(&shape->normal_x[k]);
        Lanes y = lanes_load(&shape->normal_y[k]);
        Lanes above = lanes_sub(lanes_dot(x, y, lanes_all(box->middle.x), lanes_all(box->middle.y)),
                                lanes_load(&shape->offset[k]));
        Lanes length = lanes_abs(lanes_dot(x, y, lanes_all(at.c), lanes_all(at.s)));
        Lanes width = lanes_abs(lanes_cross(lanes_all(at.c), lanes_all(at.s), x, y));
        Lanes reach = lanes_dot(length, width, lanes_all(box->half.x), lanes_all(box->half.y));
        Lanes nearer =
            lanes_min(lanes_dot(x, y, lanes_all(move.x), lanes_all(move.y)), lanes_all(0.0f));
        widest = lanes_max(widest, lanes_add(lanes_sub(above, reach), nearer));
    }
    return lanes_largest(widest) - shape->radius;
}

float wall_gap_after(const Step *step, int i, vec2s move, const WallPiece *wall) {
    const Body *body = &step->bodies[i];
    const LocalBox *frame = &step->cache->local_boxes[i];
    BoxBefore box = {.middle = glms_vec2_add(glms_vec2_sub(body->position, wall->origin),
                                             rotation_apply(body->rotation, frame->middle)),
                     .at = body->rotation,
                     .half = frame->half};
    return wall_gap(&box, move, &wall->shape);
}

float wall_gap_aside(const Step *step, int i, vec2s move, const WallPiece *wall) {
    const Body *body = &step->bodies[i];
    const LocalBox *frame = &step->cache->local_boxes[i];
    const Shape *shape = &wall->shape;
    Rotation at = body->rotation;
    vec2s origin = glms_vec2_sub(rotation_undo(at, glms_vec2_sub(wall->origin, body->position)),
                                 frame->middle);
    Lanes low_x = lanes_all(INFINITY), low_y = lanes_all(INFINITY);
    Lanes high_x = lanes_all(-INFINITY), high_y = lanes_all(-INFINITY);
    for (int k = 0; k < shape->count; k += SIMD_LANES) {
        Lanes x = lanes_load(&shape->x[k]);
        Lanes y = lanes_load(&shape->y[k]);
        Lanes along = lanes_dot(x, y, lanes_all(at.c), lanes_all(at.s));
        Lanes across = lanes_cross(lanes_all(at.c), lanes_all(at.s), x, y);
        low_x = lanes_min(low_x, along);
        high_x = lanes_max(high_x, along);
        low_y = lanes_min(low_y, across);
        high_y = lanes_max(high_y, across);
    }
    vec2s way = rotation_undo(at, move);
    float ahead = origin.x + lanes_smallest(low_x) - float_max(way.x, 0.0f);
    float behind = -origin.x - lanes_largest(high_x) + float_min(way.x, 0.0f);
    float left = origin.y + lanes_smallest(low_y) - float_max(way.y, 0.0f);
    float right = -origin.y - lanes_largest(high_y) + float_min(way.y, 0.0f);
    return float_max(float_max(ahead, behind) - frame->half.x,
                     float_max(left, right) - frame->half.y) -
           shape->radius;
}

int walls_touching(const Step *step, Box box, int *out, int max) {
    if (step->walls->piece_count == 0) {
        return 0;
    }
    int count = wall_grid_query(step->walls, box, out, max);
    if (count > max) {
        step->world->dropped += (uint32_t)(count - max);
        count = max;
    }
    return count;
}

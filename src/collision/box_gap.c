#include "collision/box_gap.h"

#include "base/scalar.h"
#include "geometry/simd.h"

#include <math.h>

float box_gap_aside(const PlacedBox *box, vec2s move, const Shape *shape) {
    Rotation at = {box->c, box->s};
    vec2s origin = rotation_undo(at, vec2_make(-box->x, -box->y));
    vec2s way = rotation_undo(at, move);
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
    float ahead = origin.x + lanes_smallest(low_x) - float_max(way.x, 0.0f);
    float behind = -origin.x - lanes_largest(high_x) + float_min(way.x, 0.0f);
    float left = origin.y + lanes_smallest(low_y) - float_max(way.y, 0.0f);
    float right = -origin.y - lanes_largest(high_y) + float_min(way.y, 0.0f);
    return float_max(float_max(ahead, behind) - box->half_length,
                     float_max(left, right) - box->half_width) -
           shape->radius;
}

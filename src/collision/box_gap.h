/// Lower bounds on the distance of a box from a shape: quicker than the distance itself.
#pragma once

#include "collision/box_pairs.h"

#include <math.h>

/// How far (m) `box`, in the frame of `shape`, at least is from the farthest of all edges of
/// `shape`, after it has moved by `move` m. Not for circles, which have no edges.
static inline float box_gap(const PlacedBox *box, vec2s move, const Shape *shape) {
    Lanes widest = lanes_all(-INFINITY);
    for (int k = 0; k < shape->count; k += SIMD_LANES) {
        Lanes x = lanes_load(&shape->normal_x[k]);
        Lanes y = lanes_load(&shape->normal_y[k]);
        Lanes above = lanes_sub(lanes_dot(x, y, lanes_all(box->x), lanes_all(box->y)),
                                lanes_load(&shape->offset[k]));
        Lanes length = lanes_abs(lanes_dot(x, y, lanes_all(box->c), lanes_all(box->s)));
        Lanes width = lanes_abs(lanes_cross(lanes_all(box->c), lanes_all(box->s), x, y));
        Lanes reach =
            lanes_dot(length, width, lanes_all(box->half_length), lanes_all(box->half_width));
        Lanes nearer =
            lanes_min(lanes_dot(x, y, lanes_all(move.x), lanes_all(move.y)), lanes_all(0.0f));
        widest = lanes_max(widest, lanes_add(lanes_sub(above, reach), nearer));
    }
    return lanes_largest(widest) - shape->radius;
}

/// The same along the sides of the box: it tells more at the corners of the shape.
float box_gap_aside(const PlacedBox *box, vec2s move, const Shape *shape);

/// Whether `box` may come within `most` m of `shape` on its way by `move`: by both gaps. Always,
/// where `shape` is a circle.
static inline bool box_may_reach(const PlacedBox *box, vec2s move, const Shape *shape, float most) {
    return shape->count == 1 ||
           !(box_gap(box, move, shape) > most || box_gap_aside(box, move, shape) > most);
}

#include "collision/outline.h"

#include "base/assert.h"
#include "geometry/point.h"

#include <math.h>

vec2s outline_normal(vec2s a, vec2s b) {
    Point along = point_between(a, b);
    double length = point_length(along);
    return length > 0.0 ? vec2_make((float)(along.y / length), (float)(-along.x / length))
                        : vec2_make(0.0f, 0.0f);
}

Outline outline_of_piece(const vec2s *points, int count, const int *indices, int corners) {
    ASSERT(corners <= SHAPE_POINTS_MAX);
    Outline outline = {0};
    for (int k = 0; k < corners; k++) {
        int here = indices[k];
        int before = here > 0 ? here - 1 : count - 1;
        int after = here + 1 < count ? here + 1 : 0;
        outline.cone_from[k] = outline_normal(points[before], points[here]);
        outline.cone_to[k] = outline_normal(points[here], points[after]);
        if (indices[(k + 1) % corners] == after) {
            outline.exposed = (uint8_t)(outline.exposed | 1u << k);
        }
    }
    return outline;
}

Outline outline_of_shape(const Shape *shape) {
    Outline outline = {0};
    for (int k = 0; k < shape->count; k++) {
        outline.exposed = (uint8_t)(outline.exposed | 1u << k);
        outline.cone_from[k] = shape_normal(shape, k > 0 ? k - 1 : shape->count - 1);
        outline.cone_to[k] = shape_normal(shape, k);
    }
    return outline;
}

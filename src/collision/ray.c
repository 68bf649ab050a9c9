#include "collision/ray.h"

#include "base/assert.h"
#include "collision/ray_clip.h"

#include <math.h>

static const RayHit no_hit = {.hit = false, .fraction = 1.0f};

/// Against a circle around `center`. Measures the ray's distance from the centre along the ray
/// first: the quadratic formula would subtract squares of the distance and lose the radius in them.
static RayHit ray_circle(vec2s center, float radius, vec2s from, vec2s along) {
    vec2s start = glms_vec2_sub(from, center);
    float length = sqrtf(along.x * along.x + along.y * along.y);
    if (!(length > 0.0f) || start.x * start.x + start.y * start.y <= radius * radius) {
        return no_hit;
    }
    vec2s direction = vec2_make(along.x / length, along.y / length);
    float nearest = -(start.x * direction.x + start.y * direction.y);
    vec2s off = vec2_make(start.x + nearest * direction.x, start.y + nearest * direction.y);
    float half2 = radius * radius - (off.x * off.x + off.y * off.y);
    if (half2 < 0.0f) {
        return no_hit;
    }
    float half = sqrtf(half2);
    float distance = nearest - half;
    if (distance < 0.0f || distance > length) {
        return no_hit;
    }
    vec2s out = vec2_make(off.x - half * direction.x, off.y - half * direction.y);
    float size = sqrtf(out.x * out.x + out.y * out.y);
    vec2s normal =
        size > 0.0f ? vec2_make(out.x / size, out.y / size) : vec2_make(-direction.x, -direction.y);
    return (RayHit){.hit = true, .fraction = distance / length, .normal = normal};
}

/// Against edge `i` moved out by the radius.
static RayHit ray_rounded_edge(const Shape *shape, int i, vec2s from, vec2s along) {
    vec2s normal = shape_normal(shape, i);
    float above = normal.x * from.x + normal.y * from.y - shape->offset[i] - shape->radius;
    float speed = normal.x * along.x + normal.y * along.y;
    if (!(speed < 0.0f) || above < 0.0f || above > -speed) {
        return no_hit;
    }
    float fraction = -above / speed;
    vec2s a = shape_point(shape, i);
    vec2s b = shape_point(shape, (i + 1) % shape->count);
    vec2s edge = glms_vec2_sub(b, a);
    float x = from.x + fraction * along.x - a.x;
    float y = from.y + fraction * along.y - a.y;
    float along_edge = x * edge.x + y * edge.y;
    if (along_edge < 0.0f || along_edge > edge.x * edge.x + edge.y * edge.y) {
        return no_hit;
    }
    return (RayHit){.hit = true, .fraction = fraction, .normal = normal};
}

static RayHit nearer(RayHit a, RayHit b) { return b.hit && b.fraction < a.fraction ? b : a; }

/// Against a capsule or a polygon with round corners: the nearest of its sides and corner circles.
static RayHit ray_rounded(const Shape *shape, vec2s from, vec2s along) {
    if (shape_contains(shape, from)) {
        return no_hit;
    }
    // Beyond the end, so that a hit at exactly 1 counts.
    RayHit best = {.fraction = 2.0f};
    for (int i = 0; i < shape->count; i++) {
        best = nearer(best, ray_rounded_edge(shape, i, from, along));
        best = nearer(best, ray_circle(shape_point(shape, i), shape->radius, from, along));
    }
    return best.hit ? best : no_hit;
}

RayHit ray_shape(const Shape *shape, vec2s from, vec2s along) {
    ASSERT(shape->count >= 1);
    if (shape->count == 1) {
        return ray_circle(shape_point(shape, 0), shape->radius, from, along);
    }
    if (shape->count == 2 || shape->radius > 0.0f) {
        return ray_rounded(shape, from, along);
    }
    RayClip clip =
        ray_clip(shape->normal_x, shape->normal_y, shape->offset, shape->count, from, along);
    return clip.hit ? (RayHit){.hit = true,
                               .fraction = clip.fraction,
                               .normal = shape_normal(shape, clip.edge)}
                    : no_hit;
}

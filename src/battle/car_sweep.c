#include "battle/car_sweep.h"

#include "base/scalar.h"
#include "battle/shell_sweep.h"

void car_sweep_begin(CarSweep *sweep) {
    for (int i = 0; i < sweep->car_count; i++) {
        vec2s from = sweep->before[i].position, to = sweep->cars[i].position;
        // A little more than it reaches: no rounding makes a touch look far away.
        float reach = 1.01f * sweep->hulls[sweep->hull_of[i]].bounding_radius + 0.02f;
        sweep->reach[i] =
            (Box){{{float_min(from.x, to.x) - reach, float_min(from.y, to.y) - reach}},
                  {{float_max(from.x, to.x) + reach, float_max(from.y, to.y) + reach}}};
    }
}

/// Whether the circle comes near the box at all: asked of each car for each crate and mine, in each
/// tick.
static inline bool is_near(const Box *box, vec2s center, float radius) {
    return center.x >= box->low.x - radius && center.x <= box->high.x + radius &&
           center.y >= box->low.y - radius && center.y <= box->high.y + radius;
}

SweepHit car_sweep_circle(const CarSweep *sweep, int car, vec2s center, float radius) {
    SweepHit first = {.hit = false};
    if (!is_near(&sweep->reach[car], center, radius)) {
        return first;
    }
    const Hull *hull = &sweep->hulls[sweep->hull_of[car]];
    const Body *before = &sweep->before[car], *after = &sweep->cars[car];
    Shape circle;
    if (!shape_make(&(vec2s){{0.0f, 0.0f}}, 1, radius, &circle)) {
        return first;
    }
    Motion motion = shell_motion_of(before, after);
    Transform at = {center, rotation_make(0.0f)};
    for (int i = 0; i < hull->count; i++) {
        SweepHit hit = sweep_motion(&hull->pieces[i], motion, &circle, at, 0.0f);
        if (hit.hit && (!first.hit || hit.time < first.time)) {
            first = hit;
        }
    }
    return first;
}

int car_sweep_first(const CarSweep *sweep, uint32_t mask, vec2s center, float radius,
                    SweepHit *hit) {
    int found = -1;
    *hit = (SweepHit){.hit = false};
    mask &= ~sweep->ghosts;
    for (int i = 0; i < sweep->car_count; i++) {
        if ((mask >> i & 1u) == 0 || !is_near(&sweep->reach[i], center, radius)) {
            continue;
        }
        SweepHit one = car_sweep_circle(sweep, i, center, radius);
        if (one.hit && (found < 0 || one.time < hit->time)) {
            found = i;
            *hit = one;
        }
    }
    return found;
}

#include "battle/car_sweep.h"

#include "battle/shell_sweep.h"

SweepHit car_sweep_circle(const CarSweep *sweep, int car, vec2s center, float radius) {
    const Hull *hull = &sweep->hulls[sweep->hull_of[car]];
    const Body *before = &sweep->before[car], *after = &sweep->cars[car];
    SweepHit first = {.hit = false};
    Box moved = box_union((Box){before->position, before->position},
                          (Box){after->position, after->position});
    // A little more than they reach: no rounding makes a touch look far away.
    if (!box_contains(box_grow(moved, 1.01f * (hull->bounding_radius + radius) + 0.01f), center)) {
        return first;
    }
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
    for (int i = 0; i < sweep->car_count; i++) {
        if (((mask & ~sweep->ghosts) >> i & 1u) == 0) {
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

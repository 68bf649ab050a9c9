#include "dynamics/kernels.h"
#include "dynamics/phases.h"

#include <math.h>
#include <string.h>

/// Whether the hull is one box with sides along its body's axes.
static bool is_box(const Hull *hull) {
    const Shape *shape = &hull->pieces[0];
    bool box = hull->count == 1 && shape->count == 4 && shape->radius <= 0.0f;
    for (int i = 0; box && i < 4; i++) {
        box = fabsf(shape->normal_x[i]) >= 1.0f || fabsf(shape->normal_y[i]) >= 1.0f;
    }
    return box;
}

/// Takes the local boxes, their sizes and the bounding radii of hulls that bodies have not had
/// before.
static void cache_hulls(const Step *step) {
    WorldCache *cache = step->cache;
    WorldState *world = step->world;
    size_t count = world->body_count;
    if (cache->listed_walls >= 0 && memcmp(cache->known_hulls, world_hull_of(world), count) == 0) {
        return;
    }
    cache->all_boxes = true;
    for (int i = 0; i < world->body_count; i++) {
        const Hull *hull = step_hull(step, i);
        Box box = hull_bounds(hull, transform_identity());
        cache->local_boxes[i] =
            (LocalBox){.middle = glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f),
                       .half = glms_vec2_scale(glms_vec2_sub(box.high, box.low), 0.5f)};
        cache->placed[i] = (PlacedBox){.half_length = cache->local_boxes[i].half.x,
                                       .half_width = cache->local_boxes[i].half.y};
        cache->is_box[i] = is_box(hull);
        cache->all_boxes = cache->is_box[i] && cache->all_boxes;
        cache->bounding_radii[i] = hull->bounding_radius;
    }
    world_cache_repeat_last(cache, cache->bounding_radii);
    memcpy(cache->known_hulls, world_hull_of(world), count);
    cache->listed_walls = -1;
}

static bool has_ghosts(WorldState *world) {
    const uint8_t *flags = world_flags(world);
    unsigned any = 0;
    for (int i = 0; i < world->body_count; i++) {
        any |= flags[i];
    }
    return (any & BODY_GHOST) != 0;
}

void predict(Step *step) {
    WorldState *world = step->world;
    cache_hulls(step);
    int wide = kernels_wide_part(world->body_count);
    step->lists_hold = true;
    step->all_collide = !has_ghosts(world);
    kernels_wide()->predict(step, 0, wide);
    kernels_narrow()->predict(step, wide, world->body_count);
    memset(world_forces(world), 0, world->body_count * sizeof(Force));
}

#include "track_picture/roof_picture.h"

#include "base/assert.h"
#include "render/race_picture.h"

#include <math.h>
#include <stdlib.h>

#define ROOF_UNDER 2.0f ///< m from a car's middle: this close a roof is as faint as can be.

void roof_picture_destroy(RoofPicture *roofs) {
    draw_list_destroy(&roofs->list);
    free(roofs->parts);
    free(roofs->points);
    *roofs = (RoofPicture){0};
}

/// m from `point` to the outline; 0 inside.
static float distance_to(const vec2s *points, int count, vec2s point) {
    if (polygon_contains(points, count, point)) {
        return 0.0f;
    }
    float least = INFINITY;
    for (int i = 0; i < count; i++) {
        vec2s next = points[i + 1 < count ? i + 1 : 0];
        least = fminf(least, segment_distance2(points[i], next, point, NULL));
    }
    return sqrtf(least);
}

/// Share of its opacity that a roof has with the nearest car `distance` m away: eased at both ends.
static float opacity_at(float distance) {
    float t = (distance - ROOF_UNDER) / (ROOF_NEAR - ROOF_UNDER);
    t = float_clamp(t, 0.0f, 1.0f);
    return ROOF_FADED + (1.0f - ROOF_FADED) * t * t * (3.0f - 2.0f * t);
}

/// Cars that a view shows.
typedef struct SeenCars {
    vec2s at[RACE_MAX_CARS];
    int count;
} SeenCars;

static float nearest_car(const SeenCars *cars, const vec2s *points, int count, Box box) {
    Box near = box_grow(box, ROOF_NEAR);
    float least = ROOF_NEAR;
    for (int i = 0; i < cars->count; i++) {
        if (box_contains(near, cars->at[i])) {
            least = fminf(least, distance_to(points, count, cars->at[i]));
        }
    }
    return least;
}

static void append(DrawList *list, const RoofPicture *roofs, const RoofPart *before,
                   const RoofPart *part, float opacity) {
    int first_vertex = before ? before->vertices_end : 0;
    int first_index = before ? before->indices_end : 0;
    uint32_t base = (uint32_t)list->vertex_count;
    float keep = list->height;
    for (int i = first_vertex; i < part->vertices_end; i++) {
        const DrawVertex *from = &roofs->list.vertices[i];
        list->height = from->height;
        uint32_t to = draw_vertex(list, vec2_make(from->x, from->y), 0);
        uint32_t solid = from->color >> 24; // bytes in memory order: alpha is the last
        list->vertices[to].color =
            (from->color & 0xFFFFFFu) | (uint32_t)((float)solid * opacity + 0.5f) << 24;
    }
    list->height = keep;
    base -= (uint32_t)first_vertex;
    for (int i = first_index; i < part->indices_end; i += 3) {
        const uint32_t *from = roofs->list.indices + i;
        draw_triangle(list, base + from[0], base + from[1], base + from[2]);
    }
}

void roof_picture(const RoofPicture *roofs, DrawList *list, const Race *before, const Race *now,
                  float alpha, Box area) {
    ASSERT(roofs != NULL && list != NULL && (before == NULL) == (now == NULL));
    SeenCars cars = {.count = 0};
    for (int car = 0; now != NULL && roofs->count > 0 && car < now->car_count; car++) {
        vec2s at = race_picture_pose(before, now, car, alpha).position;
        if (box_contains(area, at)) {
            cars.at[cars.count++] = at;
        }
    }
    for (int i = 0; i < roofs->count; i++) {
        const RoofPart *part = &roofs->parts[i];
        const RoofPart *last = i > 0 ? part - 1 : NULL;
        int first = last ? last->points_end : 0;
        // The lean pushes roofs away from the middle of a view: what begins outside stays there.
        if (box_overlap(part->box, area)) {
            float distance =
                nearest_car(&cars, roofs->points + first, part->points_end - first, part->box);
            append(list, roofs, last, part, opacity_at(distance));
        }
    }
}

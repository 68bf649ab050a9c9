/// Roofs of scenery: slabs that stand over the cars, each by itself so that each can fade.
#include "base/array.h"
#include "geometry/transform.h"
#include "track_picture/track_paint.h"

#include <string.h>

#define SLAB            0.6f ///< m of thickness.
#define SHADOW_SOFTNESS 0.5f ///< m over which the shadow of something in the air ends.

const vec2s *track_paint_outline(const TrackScenery *thing, vec2s circle[TRACK_PAINT_CIRCLE],
                                 int *count) {
    if (thing->kind == SCENERY_CIRCLE) {
        draw_circle_points(thing->points[0], thing->radius, circle, TRACK_PAINT_CIRCLE);
        *count = TRACK_PAINT_CIRCLE;
        return circle;
    }
    *count = thing->count;
    return thing->kind == SCENERY_POLYGON ? thing->points : NULL;
}

/// The slab hides the sun from what lies beside its foot: its outline, moved away from the sun.
static void shadow(TrackPaint *paint, const vec2s *points, int count, float height) {
    DrawList *list = paint->ground;
    vec2s *moved = malloc((size_t)count * sizeof *moved);
    ASSERT(moved != NULL);
    for (int i = 0; i < count; i++) {
        moved[i] = glms_vec2_add(points[i], glms_vec2_scale(paint->shadow, height));
    }
    float keep = list->feather;
    list->feather = SHADOW_SOFTNESS;
    draw_polygon(list, moved, count, SHADE_SHADOW);
    list->feather = keep;
    free(moved);
}

/// Sides from `low` to `high`, lighter towards the sun: the view's lean opens them.
static void sides(TrackPaint *paint, const vec2s *points, int count, float low, float high,
                  uint32_t color) {
    for (int i = 0; i < count; i++) {
        vec2s edge[2] = {points[i], points[i + 1 < count ? i + 1 : 0]};
        vec2s out = vec2_make(edge[1].y - edge[0].y, edge[0].x - edge[1].x);
        float length = glms_vec2_norm(out);
        float lit = length > 1e-6f ? glms_vec2_dot(out, paint->sun) / length : 0.0f;
        uint32_t side = shade_scale(color, 0.70f + 0.12f * lit);
        shade_face(&paint->roofs->list, edge, edge, low, high, side, side);
    }
}

static void slab(TrackPaint *paint, const TrackScenery *thing, const vec2s *points, int count) {
    const Track *track = paint->track;
    DrawList *list = &paint->roofs->list;
    float height = thing->height > 0.0f ? thing->height : ROOF_HEIGHT;
    uint32_t top = thing->color != 0 ? track_paint_own_color(track, thing->color)
                                     : shade_scale(track->colors.wall_top, 0.90f);
    shadow(paint, points, count, height);
    sides(paint, points, count, height - SLAB < 0.0f ? 0.0f : height - SLAB, height, top);
    list->height = height;
    draw_polygon(list, points, count, top);
    draw_polyline(list, points, count, true, 0.30f, shade_scale(top, 0.84f));
    list->height = 0.0f;
}

void track_paint_roofs(TrackPaint *paint) {
    const Track *track = paint->track;
    RoofPicture *roofs = paint->roofs;
    int part_capacity = 0, point_capacity = 0, at = 0;
    for (int i = 0; i < track->scenery_count; i++) {
        const TrackScenery *thing = &track->scenery[i];
        vec2s circle[TRACK_PAINT_CIRCLE];
        int corners = 0;
        const vec2s *points = track_paint_outline(thing, circle, &corners);
        if (!thing->roof || points == NULL) {
            continue;
        }
        slab(paint, thing, points, corners);
        roofs->parts =
            array_reserve(roofs->parts, roofs->count + 1, &part_capacity, sizeof *roofs->parts);
        roofs->points =
            array_reserve(roofs->points, at + corners, &point_capacity, sizeof *roofs->points);
        memcpy(roofs->points + at, points, (size_t)corners * sizeof *points);
        at += corners;
        roofs->parts[roofs->count++] = (RoofPart){
            .points_end = at,
            .vertices_end = roofs->list.vertex_count,
            .indices_end = roofs->list.index_count,
            .box = box_of(points, corners),
        };
    }
}

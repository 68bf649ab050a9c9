/// Roofs of scenery: slabs that stand over the cars, each by itself so that each can fade.
#include "base/assert.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "track_picture/track_paint.h"

#include <stdlib.h>

#define SLAB            0.6f ///< m of thickness.
#define CIRCLE_CORNERS  20
#define SHADOW_SOFTNESS 0.5f ///< m over which the shadow of something in the air ends.

void track_paint_around(vec2s center, float radius, vec2s *points, int count) {
    for (int k = 0; k < count; k++) {
        TrigPair at = trig_sincos(2.0f * TRIG_PI * (float)k / (float)count);
        points[k] = vec2_make(center.x + radius * at.cos, center.y + radius * at.sin);
    }
}

static bool is_roof(const TrackScenery *thing) {
    return thing->roof && (thing->kind == SCENERY_POLYGON || thing->kind == SCENERY_CIRCLE);
}

/// The outline's points: written to `out`, which may be NULL. Returns how many.
static int outline(const TrackScenery *thing, vec2s *out) {
    if (thing->kind == SCENERY_CIRCLE) {
        if (out != NULL) {
            track_paint_around(thing->points[0], thing->radius, out, CIRCLE_CORNERS);
        }
        return CIRCLE_CORNERS;
    }
    for (int i = 0; out != NULL && i < thing->count; i++) {
        out[i] = thing->points[i];
    }
    return thing->count;
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
    DrawList *list = &paint->roofs->list;
    for (int i = 0; i < count; i++) {
        vec2s a = points[i], b = points[i + 1 < count ? i + 1 : 0];
        vec2s out = vec2_make(b.y - a.y, a.x - b.x);
        float length = glms_vec2_norm(out);
        float lit = length > 1e-6f ? glms_vec2_dot(out, paint->sun) / length : 0.0f;
        uint32_t side = shade_scale(color, 0.70f + 0.12f * lit);
        list->height = low;
        uint32_t v0 = draw_vertex(list, a.x, a.y, side), v1 = draw_vertex(list, b.x, b.y, side);
        list->height = high;
        uint32_t v2 = draw_vertex(list, b.x, b.y, side), v3 = draw_vertex(list, a.x, a.y, side);
        draw_triangle(list, v0, v1, v2);
        draw_triangle(list, v0, v2, v3);
    }
    list->height = 0.0f;
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
    size_t points = 0, count = 0;
    for (int i = 0; i < track->scenery_count; i++) {
        const TrackScenery *thing = &track->scenery[i];
        count += is_roof(thing) ? 1 : 0;
        points += is_roof(thing) ? (size_t)outline(thing, NULL) : 0;
    }
    if (count == 0) {
        return;
    }
    roofs->parts = malloc(count * sizeof *roofs->parts);
    roofs->points = malloc(points * sizeof *roofs->points);
    ASSERT(roofs->parts != NULL && roofs->points != NULL);
    int at = 0;
    for (int i = 0; i < track->scenery_count; i++) {
        const TrackScenery *thing = &track->scenery[i];
        if (!is_roof(thing)) {
            continue;
        }
        int corners = outline(thing, roofs->points + at);
        slab(paint, thing, roofs->points + at, corners);
        RoofPart *part = &roofs->parts[roofs->count++];
        part->box = box_of(roofs->points + at, corners);
        at += corners;
        part->points_end = at;
        part->vertices_end = roofs->list.vertex_count;
        part->indices_end = roofs->list.index_count;
    }
}

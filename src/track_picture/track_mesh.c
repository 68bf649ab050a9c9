#include "track_picture/track_mesh.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "render/shade.h"
#include "track_picture/track_paint.h"

#include <math.h>
#include <string.h>

#define MINIMAP_STEP     0.05f ///< Of the extent: longer pieces would leave a bend by half a pixel.
#define MINIMAP_TURN_COS 0.9903f ///< 8 degrees.
#define MARKS_MAX        7000.0f ///< Texture marks on shoulders, roads and zones together.

/// Marks that the whole track would like, from the areas of what carries texture.
static float marks_wanted(const Track *track) {
    float wanted = 0.0f;
    for (int r = 0; r < track->ribbon_count; r++) {
        const Ribbon *ribbon = &track->ribbons[r];
        float step = ribbon->length / (float)(ribbon->count > 0 ? ribbon->count : 1);
        for (int i = 0; i < ribbon->count; i++) {
            const RibbonSample *sample = &ribbon->samples[i];
            wanted += step * (sample->left + sample->right) *
                      track_paint_texture_density(track, sample->surface);
            for (int side = 0; side < 2; side++) {
                int surface = sample->side[side].shoulder_surface;
                wanted +=
                    step * sample->shoulder[side] * track_paint_texture_density(track, surface);
            }
        }
    }
    for (int i = 0; i < track->zone_count; i++) {
        const TrackZone *zone = &track->zones[i];
        Box box = box_of(zone->points, zone->count);
        wanted += (box.high.x - box.low.x) * (box.high.y - box.low.y) *
                  track_paint_texture_density(track, zone->surface);
    }
    return wanted;
}

/// Dusk and night over a daylight palette: colours go towards the evening's.
static uint32_t evening(uint32_t color, const float tint[3]) {
    uint32_t out = color & 0xFF000000u; // bytes in memory order: alpha is the last
    for (int i = 0; i < 3; i++) {
        float value = (float)((color >> (8 * i)) & 255u) * tint[i];
        out |= (uint32_t)(value + 0.5f) << (8 * i);
    }
    return out;
}

/// What light is left of each channel; NULL by day.
static const float *light_left(const Track *track) {
    static const float tints[2][3] = {{0.94f, 0.80f, 0.74f}, {0.36f, 0.42f, 0.58f}};
    bool day = track->light == 0 || track->theme == THEME_NIGHT;
    return day ? NULL : tints[track->light > 1];
}

static void tint(const Track *track, DrawList *list) {
    const float *left = light_left(track);
    for (int i = 0; left != NULL && i < list->vertex_count; i++) {
        list->vertices[i].color = evening(list->vertices[i].color, left);
    }
}

uint32_t track_mesh_clear_color(const Track *track) {
    uint32_t color = draw_color(track_paint_surface(track, track->ground), 1.0f);
    const float *left = light_left(track);
    color = left != NULL ? evening(color, left) : color;
    uint8_t bytes[4];
    memcpy(bytes, &color, sizeof bytes);
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

void track_mesh_make(const Track *track, const Font *font, TrackMesh *out) {
    ASSERT(track != NULL && out != NULL);
    track_mesh_destroy(out);
    TrigPair sun = trig_sincos(track->sun);
    TrackPaint paint = {
        .track = track,
        .font = font,
        .ground = &out->ground,
        .above = &out->above,
        .roofs = &out->roofs,
        .shadow = shade_shadow(track->sun, track->sun_elevation),
        .sun = vec2_make(sun.cos, sun.sin),
        .density = fminf(1.0f, MARKS_MAX / fmaxf(marks_wanted(track), 1.0f)),
        .random = random_make(track->hash.low, 7),
    };
    out->ground.feather = TRACK_PAINT_FEATHER;
    out->above.feather = TRACK_PAINT_FEATHER;
    out->roofs.list.feather = TRACK_PAINT_FEATHER;
    track_paint_ground(&paint);
    track_paint_roads(&paint);
    track_paint_zones(&paint);
    track_paint_markings(&paint);
    track_paint_scenery_flat(&paint);
    track_paint_walls(&paint);
    track_paint_scenery_standing(&paint);
    track_paint_roofs(&paint);
    tint(track, &out->ground);
    tint(track, &out->above);
    tint(track, &out->roofs.list);
    track_paint_lamps(&paint);
}

void track_mesh_destroy(TrackMesh *mesh) {
    draw_list_destroy(&mesh->ground);
    draw_list_destroy(&mesh->above);
    roof_picture_destroy(&mesh->roofs);
    *mesh = (TrackMesh){0};
}

/// Draws a road with a section where it has turned or gone on far enough to be seen: `extent` m are
/// some hundred pixels.
static void minimap_road(const Ribbon *ribbon, float extra, float width, float extent,
                         uint32_t color, DrawList *out) {
    ShadeStrip strip = {.soft = SHADE_SOFT_BOTH};
    int count = ribbon->count + (ribbon->closed ? 1 : 0);
    const RibbonSample *last = NULL;
    for (int i = 0; i < count; i++) {
        const RibbonSample *sample = &ribbon->samples[i % ribbon->count];
        if (last != NULL && i + 1 < count &&
            glms_vec2_distance(last->point, sample->point) < MINIMAP_STEP * extent &&
            glms_vec2_dot(last->tangent, sample->tangent) > MINIMAP_TURN_COS) {
            continue;
        }
        last = sample;
        float half = 0.5f * fmaxf(sample->left + sample->right, width) + extra;
        vec2s out_by = glms_vec2_scale(vec2_left(sample->tangent), half);
        shade_strip_add(out, &strip, glms_vec2_add(sample->point, out_by),
                        glms_vec2_sub(sample->point, out_by), color, color);
    }
}

static void minimap_walls(const Track *track, float width, DrawList *out) {
    for (int w = 0; w < track->wall_count; w++) {
        const TrackWall *wall = &track->walls[w];
        uint32_t color = 0xC8CCD6FFu;
        if (wall->circle_radius > 0.0f) {
            draw_circle(out, wall->points[0], fmaxf(wall->circle_radius, 0.5f * width), color);
        } else if (!wall->quads) {
            draw_polygon(out, wall->points, wall->count, 0x8E95A3FFu);
        }
        for (int i = 0; wall->quads && i + 3 < wall->count; i += 4) {
            draw_line(out, wall->points[i], wall->points[i + 1], width, color);
        }
    }
}

static void minimap_finish(const TrackGate *line, float extent, DrawList *out) {
    vec2s middle = glms_vec2_lerp(line->left, line->right, 0.5f);
    float length = fmaxf(glms_vec2_distance(line->left, line->right), 0.06f * extent);
    vec2s half = glms_vec2_sub(line->left, middle);
    float norm = glms_vec2_norm(half);
    half = norm > 1e-6f ? glms_vec2_scale(half, 0.5f * length / norm) : half;
    draw_line(out, glms_vec2_sub(middle, half), glms_vec2_add(middle, half), 0.014f * extent,
              0xFFC145FFu);
}

void track_mesh_minimap(const Track *track, DrawList *out) {
    ASSERT(track != NULL && out != NULL);
    float extent = fmaxf(track->bounds.high.x - track->bounds.low.x,
                         track->bounds.high.y - track->bounds.low.y);
    float feather = out->feather;
    out->feather = 0.005f * extent; // about a pixel of a minimap 200 px wide
    if (track->ribbon_count == 0) {
        minimap_walls(track, 0.008f * extent, out);
    }
    for (int i = 0; i < track->ribbon_count; i++) {
        minimap_road(&track->ribbons[i], 0.010f * extent, 0.022f * extent, extent, SHADE_INK, out);
    }
    for (int i = 0; i < track->ribbon_count; i++) {
        minimap_road(&track->ribbons[i], 0.0f, 0.022f * extent, extent, 0xC8CCD6FFu, out);
    }
    const TrackGate *finish = &track->gates[track->gate_count - 1];
    for (int way = 0; track->gate_count > 0 && way <= finish->other_count; way++) {
        minimap_finish(track_gate_way(finish, way), extent, out);
    }
    out->feather = feather;
}

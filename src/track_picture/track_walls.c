/// Fences as low bodies with a face and a top that tell their material.
///
/// Shadows of a fence are swept from the edge that looks away from the sun, piece by piece, so that
/// neighbours share their sides and nothing is darkened twice; they end in a soft rim. Faces go
/// from the ground to the wall's height: the view's lean opens them.
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "track_picture/track_paint.h"

#include <math.h>

#define CONTACT_SHADE 0.7f ///< m: width of the dark rim where a wall meets the ground.
#define TYRES_MAX     1200 ///< Tyres drawn one by one; longer walls get larger ones.

/// Which pattern the top of a fence has.
typedef enum FenceStyle {
    FENCE_PLAIN,
    FENCE_RAIL,
    FENCE_JOINTS,
    FENCE_BLOCKS,
    FENCE_PLANKS,
    FENCE_TYRES,
    FENCE_HEDGE,
} FenceStyle;

static FenceStyle fence_style(int material) {
    switch (material) {
    case MATERIAL_STEEL:
        return FENCE_RAIL;
    case MATERIAL_CONCRETE:
        return FENCE_JOINTS;
    case MATERIAL_PLASTIC:
        return FENCE_BLOCKS;
    case MATERIAL_WOOD:
        return FENCE_PLANKS;
    case MATERIAL_TYRES:
        return FENCE_TYRES;
    case MATERIAL_HEDGE:
        return FENCE_HEDGE;
    default:
        return FENCE_PLAIN;
    }
}

static float fence_spacing(FenceStyle style, float thickness) {
    switch (style) {
    case FENCE_JOINTS:
        return 3.0f;
    case FENCE_BLOCKS:
        return 3.2f;
    case FENCE_PLANKS:
        return 2.2f;
    case FENCE_TYRES:
        return fmaxf(1.04f * thickness, 0.62f);
    case FENCE_HEDGE:
        return fmaxf(1.1f * thickness, 0.9f);
    case FENCE_PLAIN:
    case FENCE_RAIL:
        break;
    }
    return 4.0f;
}

void track_paint_wall_colors(const Track *track, const TrackWall *wall, uint32_t *top,
                             uint32_t *side) {
    uint32_t own = wall->color != 0 ? wall->color : track->materials[wall->material].color;
    own = own != 0 ? track_paint_own_color(track, own) : 0;
    *top = own != 0 ? own : track->colors.wall_top;
    *side = own != 0 ? shade_scale(own, 0.70f) : track->colors.wall_side;
}

/// Full shadow from `edge` to three quarters of the way, then fading to nothing.
static void sweep_shadow(TrackPaint *paint, const vec2s edge[2], float height) {
    vec2s core[2], end[2];
    for (int i = 0; i < 2; i++) {
        core[i] = glms_vec2_add(edge[i], glms_vec2_scale(paint->shadow, 0.72f * height));
        end[i] = glms_vec2_add(edge[i], glms_vec2_scale(paint->shadow, 1.15f * height));
    }
    shade_gradient(paint->ground, edge, core, SHADE_SHADOW, SHADE_SHADOW);
    shade_gradient(paint->ground, core, end, SHADE_SHADOW, SHADE_SHADOW & 0xFFFFFF00u);
}

/// An edge of a wall on the ground, with the outward unit normals of itself and of the edges that
/// it meets at `from` and `to`: its own where it meets none.
typedef struct FootEdge {
    vec2s from, to, out, out_before, out_after;
} FootEdge;

static bool looks_from_sun(const TrackPaint *paint, vec2s out) {
    return glms_vec2_dot(out, paint->shadow) > 0.0f;
}

/// Where the rim of the contact shade is at the corner of two edges, relative to it, for a shade 1
/// m wide: both edges meet there, so that nothing stays bright between them.
static vec2s rim_corner(const TrackPaint *paint, vec2s out, vec2s other) {
    vec2s sum = glms_vec2_add(out, other);
    float length2 = glms_vec2_norm2(sum);
    if (length2 < 1.0f || looks_from_sun(paint, other)) {
        return out;
    }
    return glms_vec2_scale(sum, 2.0f / length2);
}

/// The edge casts a shadow where it looks away from the sun; else the ground in front of it is a
/// little darker, as where two things touch.
static void edge_shadow(TrackPaint *paint, const FootEdge *foot, float height) {
    vec2s edge[2] = {foot->from, foot->to};
    if (looks_from_sun(paint, foot->out)) {
        sweep_shadow(paint, edge, height);
        return;
    }
    float width = fminf(CONTACT_SHADE, 0.5f * height);
    vec2s corner[2] = {rim_corner(paint, foot->out, foot->out_before),
                       rim_corner(paint, foot->out, foot->out_after)};
    vec2s rim[2] = {glms_vec2_add(edge[0], glms_vec2_scale(corner[0], width)),
                    glms_vec2_add(edge[1], glms_vec2_scale(corner[1], width))};
    shade_gradient(paint->ground, edge, rim, 0x14182A2Cu, 0x14182A00u);
}

/// A side face, lighter towards the sun.
static void face(TrackPaint *paint, vec2s from, vec2s to, vec2s outward, float height,
                 uint32_t side) {
    DrawList *list = paint->above;
    uint32_t lit = shade_scale(side, 0.90f + 0.16f * glms_vec2_dot(outward, paint->sun));
    uint32_t low = shade_scale(lit, 0.86f);
    list->height = 0.0f;
    uint32_t a = draw_vertex(list, from.x, from.y, low);
    uint32_t b = draw_vertex(list, to.x, to.y, low);
    list->height = height;
    uint32_t c = draw_vertex(list, to.x, to.y, lit);
    uint32_t d = draw_vertex(list, from.x, from.y, lit);
    list->height = 0.0f;
    draw_triangle(list, a, b, c);
    draw_triangle(list, a, c, d);
}

static vec2s unit_or_zero(vec2s v) {
    float length = glms_vec2_norm(v);
    return length > 1e-6f ? glms_vec2_scale(v, 1.0f / length) : vec2_make(0.0f, 0.0f);
}

/// Unit, away from the body of a fence quad, at its inner (0) or outer (1) long side.
static vec2s quad_outward(const vec2s quad[4], int side) {
    vec2s inner = glms_vec2_lerp(quad[0], quad[1], 0.5f);
    vec2s outer = glms_vec2_lerp(quad[3], quad[2], 0.5f);
    vec2s out = side == 0 ? glms_vec2_sub(inner, outer) : glms_vec2_sub(outer, inner);
    return unit_or_zero(out);
}

static bool quads_join(const vec2s *quad, const vec2s *next) {
    return glms_vec2_distance2(quad[1], next[0]) < 1e-3f &&
           glms_vec2_distance2(quad[2], next[3]) < 1e-3f;
}

/// The inner (0) or outer (1) foot of the quad at point `i` of a fence.
static FootEdge fence_foot(const TrackWall *wall, int i, int side) {
    const vec2s *quad = wall->points + i;
    bool first = i == 0 || !quads_join(quad - 4, quad);
    bool last = i + 7 >= wall->count || !quads_join(quad, quad + 4);
    return (FootEdge){
        .from = quad[side == 0 ? 0 : 3],
        .to = quad[side == 0 ? 1 : 2],
        .out = quad_outward(quad, side),
        .out_before = quad_outward(first ? quad : quad - 4, side),
        .out_after = quad_outward(last ? quad : quad + 4, side),
    };
}

static void fence_ground(TrackPaint *paint, const TrackWall *wall) {
    for (int i = 0; i + 3 < wall->count; i += 4) {
        for (int side = 0; side < 2; side++) {
            FootEdge foot = fence_foot(wall, i, side);
            edge_shadow(paint, &foot, wall->height);
        }
    }
}

static void fence_faces(TrackPaint *paint, const TrackWall *wall, uint32_t side) {
    for (int i = 0; i + 3 < wall->count; i += 4) {
        const vec2s *quad = wall->points + i;
        face(paint, quad[0], quad[1], quad_outward(quad, 0), wall->height, side);
        face(paint, quad[3], quad[2], quad_outward(quad, 1), wall->height, side);
        vec2s along = unit_or_zero(glms_vec2_sub(quad[1], quad[0]));
        if (i == 0 || !quads_join(quad - 4, quad)) {
            face(paint, quad[0], quad[3], glms_vec2_scale(along, -1.0f), wall->height, side);
        }
        if (i + 7 >= wall->count || !quads_join(quad, quad + 4)) {
            face(paint, quad[1], quad[2], along, wall->height, side);
        }
    }
}

static void fence_top(TrackPaint *paint, const TrackWall *wall, uint32_t top) {
    ShadeStrip strip = {.soft = SHADE_SOFT_BOTH};
    for (int i = 0; i + 3 < wall->count; i += 4) {
        const vec2s *quad = wall->points + i;
        if (i == 0 || !quads_join(quad - 4, quad)) {
            strip.open = false;
            shade_strip_add(paint->above, &strip, quad[0], quad[3], top, top);
        }
        shade_strip_add(paint->above, &strip, quad[1], quad[2], top, top);
    }
}

/// Across a fence at one place: `across` reaches from its middle to its outer side.
typedef struct FencePlace {
    vec2s at, along, across;
    int number;
} FencePlace;

static void top_quad(DrawList *list, const FencePlace *place, float length, float share,
                     uint32_t color) {
    vec2s along = glms_vec2_scale(place->along, 0.5f * length);
    vec2s across = glms_vec2_scale(place->across, share);
    draw_quad_colors(list,
                     (vec2s[4]){glms_vec2_sub(glms_vec2_sub(place->at, along), across),
                                glms_vec2_sub(glms_vec2_add(place->at, along), across),
                                glms_vec2_add(glms_vec2_add(place->at, along), across),
                                glms_vec2_add(glms_vec2_sub(place->at, along), across)},
                     (uint32_t[4]){color, color, color, color});
}

static void tyre(TrackPaint *paint, const FencePlace *place, float radius) {
    DrawList *list = paint->above;
    // Every sixth and seventh is painted, as on real tracks.
    int in_row = place->number % 12;
    uint32_t rubber = in_row == 5 || in_row == 6   ? 0xD9483BFFu
                      : in_row == 7 || in_row == 8 ? 0xE9E4D8FFu
                                                   : 0x34373EFFu;
    rubber = track_paint_own_color(paint->track, rubber);
    shade_disc(list, place->at, radius, 8, rubber);
    shade_disc(list, place->at, 0.48f * radius, 6, shade_mix(rubber, 0x0F1014FFu, 0.6f));
}

static void fence_detail(TrackPaint *paint, FenceStyle style, const FencePlace *place,
                         uint32_t top) {
    DrawList *list = paint->above;
    float half = glms_vec2_norm(place->across);
    switch (style) {
    case FENCE_JOINTS:
        top_quad(list, place, 0.12f, 1.0f, shade_scale(top, 0.72f));
        break;
    case FENCE_PLANKS:
        top_quad(list, place, 0.16f, 1.0f, shade_scale(top, 0.66f));
        break;
    case FENCE_BLOCKS:
        top_quad(list, place, 1.6f, 1.0f, track_paint_own_color(paint->track, 0xF4F1E8FFu));
        break;
    case FENCE_RAIL:
        top_quad(list, place, 0.30f, 1.0f, shade_scale(top, 0.62f));
        break;
    case FENCE_TYRES:
        tyre(paint, place, fmaxf(half, 0.30f));
        break;
    case FENCE_HEDGE: {
        float wobble = random_range(&paint->random, 0.9f, 1.25f);
        shade_disc(list, place->at, fmaxf(half, 0.5f) * wobble, 9, top);
        vec2s lit = glms_vec2_add(place->at, glms_vec2_scale(paint->sun, 0.3f * half));
        shade_disc(list, lit, 0.55f * fmaxf(half, 0.5f) * wobble, 7, shade_scale(top, 1.16f));
        break;
    }
    case FENCE_PLAIN:
        break;
    }
}

static void fence_details(TrackPaint *paint, const TrackWall *wall, FenceStyle style, float stretch,
                          uint32_t top) {
    float wait = 0.0f;
    int number = 0;
    for (int i = 0; i + 3 < wall->count; i += 4) {
        const vec2s *quad = wall->points + i;
        vec2s from = glms_vec2_lerp(quad[0], quad[3], 0.5f);
        vec2s to = glms_vec2_lerp(quad[1], quad[2], 0.5f);
        float length = glms_vec2_distance(from, to);
        vec2s across = glms_vec2_scale(glms_vec2_sub(quad[3], quad[0]), 0.5f);
        float spacing = stretch * fence_spacing(style, 2.0f * glms_vec2_norm(across));
        for (; wait < length; wait += spacing) {
            float t = wait / length;
            FencePlace place = {
                .at = glms_vec2_lerp(from, to, t),
                .along = glms_vec2_scale(glms_vec2_sub(to, from), 1.0f / length),
                .across = glms_vec2_lerp(across,
                                         glms_vec2_scale(glms_vec2_sub(quad[2], quad[1]), 0.5f), t),
                .number = number++,
            };
            fence_detail(paint, style, &place, top);
        }
        wait -= length;
    }
}

static void paint_fence(TrackPaint *paint, const TrackWall *wall, float stretch) {
    uint32_t top, side;
    track_paint_wall_colors(paint->track, wall, &top, &side);
    FenceStyle style = fence_style(wall->material);
    fence_faces(paint, wall, side);
    paint->above->height = wall->height;
    fence_top(paint, wall, style == FENCE_TYRES ? shade_scale(top, 0.75f) : top);
    fence_details(paint, wall, style, stretch, top);
    paint->above->height = 0.0f;
}

/// Two halves along the longer side, one in the sun: a gable roof. The ridge stands higher.
static void gable(TrackPaint *paint, const vec2s p[4], float height, uint32_t top, uint32_t side) {
    int first = glms_vec2_distance2(p[0], p[1]) >= glms_vec2_distance2(p[1], p[2]) ? 0 : 1;
    const vec2s a = p[first], b = p[first + 1], c = p[first + 2], d = p[(first + 3) % 4];
    vec2s ridge[2] = {glms_vec2_lerp(a, d, 0.5f), glms_vec2_lerp(b, c, 0.5f)};
    vec2s out = unit_or_zero(glms_vec2_sub(a, d));
    DrawList *list = paint->above;
    for (int end = 0; end < 2; end++) { // the walls under the gable
        vec2s low[2] = {end == 0 ? a : b, end == 0 ? d : c};
        list->height = height;
        uint32_t v0 = draw_vertex(list, low[0].x, low[0].y, side);
        uint32_t v1 = draw_vertex(list, low[1].x, low[1].y, side);
        list->height = 1.3f * height;
        draw_triangle(list, v0, v1, draw_vertex(list, ridge[end].x, ridge[end].y, side));
    }
    for (int half = 0; half < 2; half++) {
        float lit = glms_vec2_dot(half == 0 ? out : glms_vec2_scale(out, -1.0f), paint->sun);
        uint32_t color = shade_scale(top, 0.92f + 0.12f * lit);
        vec2s eaves[2] = {half == 0 ? a : d, half == 0 ? b : c};
        list->height = height;
        uint32_t v0 = draw_vertex(list, eaves[0].x, eaves[0].y, color);
        uint32_t v1 = draw_vertex(list, eaves[1].x, eaves[1].y, color);
        list->height = 1.3f * height;
        uint32_t v2 = draw_vertex(list, ridge[1].x, ridge[1].y, color);
        uint32_t v3 = draw_vertex(list, ridge[0].x, ridge[0].y, color);
        draw_triangle(list, v0, v1, v2);
        draw_triangle(list, v0, v2, v3);
    }
    draw_line(list, ridge[0], ridge[1], 0.25f, shade_scale(top, 1.20f));
    list->height = 0.0f;
}

/// Facets from the edges up to a peak beside the middle.
static void facets(TrackPaint *paint, const vec2s *points, int count, float height, uint32_t top) {
    DrawList *list = paint->above;
    vec2s peak = polygon_centroid(points, count);
    for (int i = 0; i < count; i++) {
        vec2s a = points[i], b = points[(i + 1) % count];
        vec2s edge = unit_or_zero(glms_vec2_sub(b, a));
        float lit = glms_vec2_dot(vec2_make(edge.y, -edge.x), paint->sun);
        uint32_t color = shade_scale(top, 0.92f + 0.20f * lit);
        list->height = 0.55f * height;
        uint32_t va = draw_vertex(list, a.x, a.y, color);
        uint32_t vb = draw_vertex(list, b.x, b.y, color);
        list->height = height;
        draw_triangle(list, va, vb, draw_vertex(list, peak.x, peak.y, color));
    }
    list->height = 0.0f;
}

/// A flat roof with a raised rim: the inside a little darker.
static void flat_roof(TrackPaint *paint, const vec2s *points, int count, float height,
                      uint32_t top) {
    DrawList *list = paint->above;
    list->height = height;
    draw_polygon(list, points, count, top);
    if (height >= 2.5f && polygon_is_convex(points, count)) {
        vec2s middle = polygon_centroid(points, count);
        vec2s inner[24];
        int kept = count < 24 ? count : 24;
        for (int i = 0; i < kept; i++) {
            inner[i] = glms_vec2_lerp(middle, points[(int)((long)i * count / kept)], 0.86f);
        }
        draw_convex(list, inner, kept, shade_scale(top, 0.90f));
    }
    list->height = 0.0f;
}

/// Unit, out of the edge from point `i` of a counter-clockwise outline.
static vec2s edge_outward(const vec2s *points, int count, int i) {
    vec2s edge = unit_or_zero(glms_vec2_sub(points[(i + 1) % count], points[i]));
    return vec2_make(edge.y, -edge.x);
}

void track_paint_block(TrackPaint *paint, const vec2s *points, int count, float height,
                       uint32_t top, uint32_t side, bool rock) {
    float eaves = rock ? 0.55f * height : height;
    if (height >= 2.5f && shade_light(top) > 0.85f) {
        top = shade_scale(top, 0.90f); // a large roof must not be the brightest thing in view
    }
    for (int i = 0; i < count; i++) {
        FootEdge foot = {
            .from = points[i],
            .to = points[(i + 1) % count],
            .out = edge_outward(points, count, i),
            .out_before = edge_outward(points, count, (i + count - 1) % count),
            .out_after = edge_outward(points, count, (i + 1) % count),
        };
        edge_shadow(paint, &foot, rock ? 0.8f * height : height);
        face(paint, foot.from, foot.to, foot.out, eaves, side);
    }
    if (rock) {
        facets(paint, points, count, height, top);
    } else if (count == 4 && height >= 2.5f && polygon_is_convex(points, 4)) {
        gable(paint, points, height, top, side);
    } else {
        flat_roof(paint, points, count, height, top);
    }
}

/// Round walls: bollards, stacks of tyres.
static void paint_round(TrackPaint *paint, const TrackWall *wall) {
    enum {
        CORNERS = 16,
        CORNERS_LARGE = 48
    };
    uint32_t top, side;
    track_paint_wall_colors(paint->track, wall, &top, &side);
    vec2s points[CORNERS_LARGE];
    int corners = wall->circle_radius > 1.5f ? CORNERS_LARGE : CORNERS;
    track_paint_around(wall->points[0], wall->circle_radius, points, corners);
    track_paint_block(paint, points, corners, wall->height, top, side, false);
    if (wall->material == MATERIAL_TYRES) {
        paint->above->height = wall->height;
        shade_disc(paint->above, wall->points[0], 0.5f * wall->circle_radius, 12, 0x15161AFFu);
        draw_ring(paint->above, wall->points[0], 0.76f * wall->circle_radius, 0.10f,
                  shade_scale(top, 1.15f));
        paint->above->height = 0.0f;
    }
}

/// How much longer the spacing of single tyres must be, so that huge tracks stay small meshes.
static float tyre_stretch(const Track *track) {
    float length = 0.0f;
    for (int w = 0; w < track->wall_count; w++) {
        const TrackWall *wall = &track->walls[w];
        for (int i = 0; wall->quads && i + 3 < wall->count; i += 4) {
            bool round = wall->material == MATERIAL_TYRES || wall->material == MATERIAL_HEDGE;
            length += round ? glms_vec2_distance(wall->points[i], wall->points[i + 1]) : 0.0f;
        }
    }
    return fmaxf(1.0f, length / 0.62f / TYRES_MAX);
}

void track_paint_walls(TrackPaint *paint) {
    const Track *track = paint->track;
    float stretch = tyre_stretch(track);
    // Low ones first: a roof that leans over a fence must cover it.
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < track->wall_count; i++) {
            const TrackWall *wall = &track->walls[i];
            if ((wall->height > 1.6f) != (pass == 1)) {
                continue;
            }
            if (wall->quads) {
                fence_ground(paint, wall);
                paint_fence(paint, wall, stretch);
            } else if (wall->circle_radius > 0.0f) {
                paint_round(paint, wall);
            } else if (wall->count >= 3) {
                uint32_t top, side;
                track_paint_wall_colors(track, wall, &top, &side);
                track_paint_block(paint, wall->points, wall->count, wall->height, top, side,
                                  wall->material == MATERIAL_ROCK);
            }
        }
    }
}

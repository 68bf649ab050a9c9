/// Fences as low bodies with a face and a top that tell their material.
///
/// Shadows of a fence are swept from the edge that looks away from the sun, piece by piece, so that
/// neighbours share their sides and nothing is darkened twice; they end in a soft rim. Faces go
/// from the ground to the wall's height: the view's lean opens them.
#include "geometry/transform.h"
#include "track_picture/track_paint.h"

#include <math.h>

#define CONTACT_SHADE 0.7f ///< m: width of the dark rim where a wall meets the ground.
#define TYRES_MAX     1200 ///< Tyres drawn one by one; longer walls get larger ones.

/// The details on top of a fence: bars across it (rails, joints, planks, blocks), or round things.
typedef struct FenceStyle {
    float spacing;       ///< m from one to the next, at least; 0 = no details.
    float per_thickness; ///< Spacing over the thickness of the fence, where that is more.
    float bar;           ///< m along the fence, 0 = round.
    float shade;         ///< Of a bar, over the colour of the top; 0 = white.
} FenceStyle;

/// By material; a track's own materials have no details.
static const FenceStyle fence_styles[MATERIALS_MAX] = {
    [MATERIAL_STEEL] = {4.0f, 0.0f, 0.30f, 0.62f}, [MATERIAL_CONCRETE] = {3.0f, 0.0f, 0.12f, 0.72f},
    [MATERIAL_PLASTIC] = {3.2f, 0.0f, 1.6f, 0.0f}, [MATERIAL_WOOD] = {2.2f, 0.0f, 0.16f, 0.66f},
    [MATERIAL_TYRES] = {0.62f, 1.04f, 0.0f, 0.0f}, [MATERIAL_HEDGE] = {0.9f, 1.1f, 0.0f, 0.0f},
};

WallColors track_paint_wall_colors(const Track *track, const TrackWall *wall) {
    uint32_t own = wall->color != 0 ? wall->color : track->materials[wall->material].color;
    if (own == 0) {
        return (WallColors){track->colors.wall_top, track->colors.wall_side};
    }
    own = track_paint_own_color(track, own);
    return (WallColors){own, shade_scale(own, 0.70f)};
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
    uint32_t lit = shade_scale(side, 0.90f + 0.16f * glms_vec2_dot(outward, paint->sun));
    vec2s edge[2] = {from, to};
    shade_face(paint->above, edge, edge, 0.0f, height, shade_scale(lit, 0.86f), lit);
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

/// Shadows and side faces.
static void fence_sides(TrackPaint *paint, const TrackWall *wall, uint32_t color) {
    for (int i = 0; i + 3 < wall->count; i += 4) {
        const vec2s *quad = wall->points + i;
        bool first = i == 0 || !quads_join(quad - 4, quad);
        bool last = i + 7 >= wall->count || !quads_join(quad, quad + 4);
        for (int side = 0; side < 2; side++) {
            FootEdge foot = {
                .from = quad[side == 0 ? 0 : 3],
                .to = quad[side == 0 ? 1 : 2],
                .out = quad_outward(quad, side),
                .out_before = quad_outward(first ? quad : quad - 4, side),
                .out_after = quad_outward(last ? quad : quad + 4, side),
            };
            edge_shadow(paint, &foot, wall->height);
            face(paint, foot.from, foot.to, foot.out, wall->height, color);
        }
        vec2s along = unit_or_zero(glms_vec2_sub(quad[1], quad[0]));
        if (first) {
            face(paint, quad[0], quad[3], glms_vec2_scale(along, -1.0f), wall->height, color);
        }
        if (last) {
            face(paint, quad[1], quad[2], along, wall->height, color);
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

static void bar(TrackPaint *paint, const FencePlace *place, const FenceStyle *style, uint32_t top) {
    uint32_t white = track_paint_own_color(paint->track, 0xF4F1E8FFu);
    vec2s corners[4];
    shade_quad(place->at, glms_vec2_scale(place->along, 0.5f * style->bar), place->across, corners);
    draw_quad(paint->above, corners, style->shade > 0.0f ? shade_scale(top, style->shade) : white);
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

static void bush(TrackPaint *paint, const FencePlace *place, float half, uint32_t top) {
    float radius = fmaxf(half, 0.5f);
    float wobble = random_range(&paint->random, 0.9f, 1.25f);
    shade_disc(paint->above, place->at, radius * wobble, 9, top);
    vec2s lit = glms_vec2_add(place->at, glms_vec2_scale(paint->sun, 0.3f * half));
    shade_disc(paint->above, lit, 0.55f * radius * wobble, 7, shade_scale(top, 1.16f));
}

static void fence_details(TrackPaint *paint, const TrackWall *wall, float stretch, uint32_t top) {
    const FenceStyle *style = &fence_styles[wall->material];
    if (style->spacing <= 0.0f) {
        return;
    }
    float wait = 0.0f;
    int number = 0;
    for (int i = 0; i + 3 < wall->count; i += 4) {
        const vec2s *quad = wall->points + i;
        vec2s from = glms_vec2_lerp(quad[0], quad[3], 0.5f);
        vec2s to = glms_vec2_lerp(quad[1], quad[2], 0.5f);
        float length = glms_vec2_distance(from, to);
        vec2s across = glms_vec2_scale(glms_vec2_sub(quad[3], quad[0]), 0.5f);
        float half = glms_vec2_norm(across);
        float spacing = stretch * fmaxf(style->per_thickness * (2.0f * half), style->spacing);
        for (; wait < length; wait += spacing) {
            float t = wait / length;
            FencePlace place = {
                .at = glms_vec2_lerp(from, to, t),
                .along = glms_vec2_scale(glms_vec2_sub(to, from), 1.0f / length),
                .across = glms_vec2_lerp(across,
                                         glms_vec2_scale(glms_vec2_sub(quad[2], quad[1]), 0.5f), t),
                .number = number++,
            };
            if (style->bar > 0.0f) {
                bar(paint, &place, style, top);
            } else if (wall->material == MATERIAL_TYRES) {
                tyre(paint, &place, fmaxf(glms_vec2_norm(place.across), 0.30f));
            } else {
                bush(paint, &place, glms_vec2_norm(place.across), top);
            }
        }
        wait -= length;
    }
}

static void paint_fence(TrackPaint *paint, const TrackWall *wall, float stretch) {
    WallColors colors = track_paint_wall_colors(paint->track, wall);
    bool tyres = wall->material == MATERIAL_TYRES;
    fence_sides(paint, wall, colors.side);
    paint->above->height = wall->height;
    fence_top(paint, wall, tyres ? shade_scale(colors.top, 0.75f) : colors.top);
    fence_details(paint, wall, stretch, colors.top);
    paint->above->height = 0.0f;
}

/// A triangle from the edge ab at `low` m up to a point at `high` m.
static void peak(DrawList *list, vec2s a, vec2s b, float low, vec2s top, float high,
                 uint32_t color) {
    list->height = low;
    uint32_t first = draw_vertex(list, a, color);
    draw_vertex(list, b, color);
    list->height = high;
    draw_triangle(list, first, first + 1, draw_vertex(list, top, color));
    list->height = 0.0f;
}

/// Two halves along the longer side, one in the sun: a gable roof. The ridge stands higher.
static void gable(TrackPaint *paint, const vec2s p[4], float height, uint32_t top, uint32_t side) {
    int first = glms_vec2_distance2(p[0], p[1]) >= glms_vec2_distance2(p[1], p[2]) ? 0 : 1;
    const vec2s a = p[first], b = p[first + 1], c = p[first + 2], d = p[(first + 3) % 4];
    vec2s ridge[2] = {glms_vec2_lerp(a, d, 0.5f), glms_vec2_lerp(b, c, 0.5f)};
    vec2s out = unit_or_zero(glms_vec2_sub(a, d));
    DrawList *list = paint->above;
    for (int end = 0; end < 2; end++) { // the walls under the gable
        peak(list, end == 0 ? a : b, end == 0 ? d : c, height, ridge[end], 1.3f * height, side);
    }
    for (int half = 0; half < 2; half++) {
        float lit = glms_vec2_dot(half == 0 ? out : glms_vec2_scale(out, -1.0f), paint->sun);
        uint32_t color = shade_scale(top, 0.92f + 0.12f * lit);
        vec2s eaves[2] = {half == 0 ? a : d, half == 0 ? b : c};
        shade_face(list, eaves, ridge, height, 1.3f * height, color, color);
    }
    list->height = 1.3f * height;
    draw_line(list, ridge[0], ridge[1], 0.25f, shade_scale(top, 1.20f));
    list->height = 0.0f;
}

/// Unit, out of the edge from point `i` of a counter-clockwise outline.
static vec2s edge_outward(const vec2s *points, int count, int i) {
    vec2s edge = unit_or_zero(glms_vec2_sub(points[(i + 1) % count], points[i]));
    return vec2_make(edge.y, -edge.x);
}

/// Facets from the edges up to a peak beside the middle.
static void facets(TrackPaint *paint, const vec2s *points, int count, float height, uint32_t top) {
    vec2s middle = polygon_centroid(points, count);
    for (int i = 0; i < count; i++) {
        float lit = glms_vec2_dot(edge_outward(points, count, i), paint->sun);
        peak(paint->above, points[i], points[(i + 1) % count], 0.55f * height, middle, height,
             shade_scale(top, 0.92f + 0.20f * lit));
    }
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

void track_paint_block(TrackPaint *paint, const vec2s *points, int count, float height,
                       WallColors colors, bool rock) {
    float eaves = rock ? 0.55f * height : height;
    uint32_t top = colors.top, side = colors.side;
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
    WallColors colors = track_paint_wall_colors(paint->track, wall);
    vec2s points[CORNERS_LARGE];
    int corners = wall->circle_radius > 1.5f ? CORNERS_LARGE : CORNERS;
    draw_circle_points(wall->points[0], wall->circle_radius, points, corners);
    track_paint_block(paint, points, corners, wall->height, colors, false);
    if (wall->material == MATERIAL_TYRES) {
        paint->above->height = wall->height;
        shade_disc(paint->above, wall->points[0], 0.5f * wall->circle_radius, 12, 0x15161AFFu);
        draw_ring(paint->above, wall->points[0], 0.76f * wall->circle_radius, 0.10f,
                  shade_scale(colors.top, 1.15f));
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
                paint_fence(paint, wall, stretch);
            } else if (wall->circle_radius > 0.0f) {
                paint_round(paint, wall);
            } else if (wall->count >= 3) {
                track_paint_block(paint, wall->points, wall->count, wall->height,
                                  track_paint_wall_colors(track, wall),
                                  wall->material == MATERIAL_ROCK);
            }
        }
    }
}

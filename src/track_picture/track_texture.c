/// Surfaces close up: sparse marks with a shape of their own for every kind of ground.
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "track_picture/track_paint.h"

#include <math.h>

typedef enum TextureKind {
    TEXTURE_NONE,
    TEXTURE_DOTS,
    TEXTURE_PEBBLES,
    TEXTURE_WAVES,
    TEXTURE_TUFTS,
    TEXTURE_HATCHING,
    TEXTURE_DRIFTS,
    TEXTURE_BLOTS,
    TEXTURE_RIPPLES,
    TEXTURE_GRAIN,
    TEXTURE_SHEEN,
    TEXTURE_SETTS,
    TEXTURE_JOINTS,
    TEXTURE_COUNT,
} TextureKind;

/// Marks a square metre: enough to read, few enough to stay calm.
static const float texture_density[TEXTURE_COUNT] = {
    [TEXTURE_NONE] = 0.0f,     [TEXTURE_DOTS] = 0.55f,  [TEXTURE_PEBBLES] = 0.10f,
    [TEXTURE_WAVES] = 0.07f,   [TEXTURE_TUFTS] = 0.05f, [TEXTURE_HATCHING] = 0.05f,
    [TEXTURE_DRIFTS] = 0.025f, [TEXTURE_BLOTS] = 0.07f, [TEXTURE_RIPPLES] = 0.05f,
    [TEXTURE_GRAIN] = 0.13f,   [TEXTURE_SHEEN] = 0.09f, [TEXTURE_SETTS] = 0.22f,
    [TEXTURE_JOINTS] = 0.04f,
};

// Of the marks of asphalt, these are no grain but what one sees passing by: patches of another
// tarmac, and seams across the road.
#define GRAIN_PATCHES 0.035f
#define GRAIN_SEAMS   0.10f

#define BUMPY 0.15f ///< Surface.bump from which hard ground of a track's own is paved.

/// m from the middle of a mark to most of its ends, along x and y, where that is far enough to be
/// seen beyond the rim of a zone.
static const vec2s texture_reach[TEXTURE_COUNT] = {
    [TEXTURE_WAVES] = {{1.3f, 0.0f}},  [TEXTURE_RIPPLES] = {{1.1f, 0.0f}},
    [TEXTURE_GRAIN] = {{1.1f, 0.0f}},  [TEXTURE_SHEEN] = {{1.4f, 0.0f}},
    [TEXTURE_JOINTS] = {{1.8f, 1.8f}},
};

/// The built-in surfaces by what they are; a track's own by what they do.
static TextureKind texture_kind(const Track *track, int index) {
    static const TextureKind built_in[SURFACE_BUILT_IN_COUNT] = {
        [SURFACE_DIRT] = TEXTURE_PEBBLES, [SURFACE_GRAVEL] = TEXTURE_DOTS,
        [SURFACE_GRASS] = TEXTURE_TUFTS,  [SURFACE_MUD] = TEXTURE_BLOTS,
        [SURFACE_SAND] = TEXTURE_WAVES,   [SURFACE_SNOW] = TEXTURE_DRIFTS,
        [SURFACE_ICE] = TEXTURE_HATCHING, [SURFACE_WATER] = TEXTURE_RIPPLES,
        [SURFACE_DEEP] = TEXTURE_RIPPLES, [SURFACE_ASPHALT] = TEXTURE_GRAIN,
        [SURFACE_WET] = TEXTURE_SHEEN,    [SURFACE_CONCRETE] = TEXTURE_JOINTS,
    };
    if (index < SURFACE_BUILT_IN_COUNT) {
        TextureKind kind = built_in[index];
        bool wintry = kind == TEXTURE_TUFTS && track->theme == THEME_SNOW;
        bool dry = kind == TEXTURE_TUFTS && track->theme == THEME_DUNE;
        return wintry ? TEXTURE_DRIFTS : dry ? TEXTURE_WAVES : kind;
    }
    const Surface *surface = &track->surfaces[index];
    if (surface->grip < 0.2f) {
        return TEXTURE_HATCHING;
    }
    if (surface->dust == 0) { // hard: nothing comes off it
        return surface->bump >= BUMPY ? TEXTURE_SETTS : TEXTURE_GRAIN;
    }
    return surface->rolling >= 0.1f ? TEXTURE_DOTS : TEXTURE_PEBBLES;
}

float track_paint_texture_density(const Track *track, int index) {
    return texture_density[texture_kind(track, index)];
}

static void flat_quad(DrawList *list, vec2s center, vec2s along, vec2s across, uint32_t color) {
    vec2s a = glms_vec2_add(center, along);
    vec2s c = glms_vec2_sub(center, along);
    vec2s b = glms_vec2_add(center, across);
    vec2s d = glms_vec2_sub(center, across);
    draw_quad(list, (vec2s[4]){a, b, c, d}, color);
}

/// A rectangle; flat_quad has its corners in the middle of these sides.
static void slab(DrawList *list, vec2s center, vec2s along, vec2s across, uint32_t color) {
    flat_quad(list, center, glms_vec2_add(along, across), glms_vec2_sub(across, along), color);
}

/// A shallow arc of three pieces, thin at its ends.
static void wave(DrawList *list, vec2s at, vec2s along, float width, uint32_t color) {
    vec2s up = glms_vec2_scale(vec2_left(along), 0.16f);
    vec2s middle[2] = {glms_vec2_add(glms_vec2_sub(at, glms_vec2_scale(along, 0.33f)), up),
                       glms_vec2_add(glms_vec2_add(at, glms_vec2_scale(along, 0.33f)), up)};
    vec2s thick = glms_vec2_scale(vec2_left(glms_vec2_normalize(along)), width);
    uint32_t first = draw_vertex(list, glms_vec2_sub(at, along), color);
    for (int i = 0; i < 2; i++) {
        draw_vertex(list, middle[i], color);
        draw_vertex(list, glms_vec2_add(middle[i], thick), color);
    }
    draw_vertex(list, glms_vec2_add(at, along), color);
    draw_triangle(list, first, first + 1, first + 2);
    draw_triangle_pair(list, first + 1, first + 3, first + 4, first + 2);
    draw_triangle(list, first + 3, first + 5, first + 4);
}

/// Three blades.
static void tuft(DrawList *list, vec2s at, float size, uint32_t color) {
    for (int i = -1; i <= 1; i++) {
        float lean = 0.45f * size * (float)i;
        float foot = at.x + 0.30f * lean, height = i == 0 ? size : 0.7f * size;
        uint32_t first = draw_vertex(list, vec2_make(foot - 0.11f * size, at.y), color);
        draw_vertex(list, vec2_make(foot + 0.11f * size, at.y), color);
        draw_vertex(list, vec2_make(at.x + lean, at.y + height), color);
        draw_triangle(list, first, first + 1, first + 2);
    }
}

static void hatching(DrawList *list, vec2s at, float size, uint32_t color) {
    vec2s along = vec2_make(0.70f * size, 0.70f * size);
    vec2s across = vec2_make(0.05f, -0.05f);
    for (int i = -1; i <= 1; i++) {
        float shift = 0.45f * (float)i;
        vec2s center = vec2_make(at.x + shift, at.y - shift);
        flat_quad(list, center, glms_vec2_scale(along, i == 0 ? 1.0f : 0.6f), across, color);
    }
}

/// Asphalt: repairs and rubber, drawn out the way one drives, so that they flow by.
static void grain(DrawList *list, vec2s at, vec2s way, float size, float pick, float room,
                  uint32_t base) {
    vec2s left = vec2_left(way);
    float reach = fminf(0.9f * size, 0.8f * room);
    bool wide = reach > 0.5f;
    if (pick < GRAIN_PATCHES && wide) {
        slab(list, at, glms_vec2_scale(way, 3.2f * size), glms_vec2_scale(left, reach),
             shade_scale(base, pick < 0.6f * GRAIN_PATCHES ? 0.95f : 1.06f));
    } else if (pick < GRAIN_SEAMS && wide) {
        flat_quad(list, at, glms_vec2_scale(way, 0.05f), glms_vec2_scale(left, reach),
                  shade_scale(base, 0.80f));
    } else {
        flat_quad(list, at, glms_vec2_scale(way, 1.1f * size * (0.4f + pick)),
                  glms_vec2_scale(left, 0.085f * size),
                  shade_scale(base, pick < 0.65f ? 0.86f : 1.22f));
    }
}

/// Some stones of a pavement, row by row across the way.
static void setts(DrawList *list, vec2s at, vec2s way, float size, uint32_t base) {
    vec2s left = vec2_left(way);
    for (int i = 0; i < 3; i++) {
        float across = 0.42f * (float)(i - 1);
        vec2s middle = glms_vec2_add(at, glms_vec2_scale(left, across));
        slab(list, middle, glms_vec2_scale(way, 0.13f * size), glms_vec2_scale(left, 0.17f),
             shade_scale(base, i == 1 ? 1.08f : 0.91f));
    }
}

/// `way`: unit, along the road or, in a zone, any. `room`: m to the nearer edge beside
/// it; 0 in a zone.
static void mark(TrackPaint *paint, TextureKind kind, vec2s at, vec2s way, float room,
                 uint32_t base) {
    DrawList *list = paint->ground;
    Random *random = &paint->random;
    float pick = random_range(random, 0.0f, 1.0f);
    float size = random_range(random, 0.7f, 1.3f);
    float angle = random_range(random, 0.0f, TRIG_PI);
    TrigPair turn = trig_sincos(angle);
    vec2s along = vec2_make(turn.cos * size, turn.sin * size);
    uint32_t tone = shade_scale(base, pick < 0.65f ? 0.88f : 1.30f);
    switch (kind) {
    case TEXTURE_DOTS:
        flat_quad(list, at, glms_vec2_scale(along, 0.16f), glms_vec2_scale(vec2_left(along), 0.14f),
                  tone);
        break;
    case TEXTURE_PEBBLES:
        flat_quad(list, at, glms_vec2_scale(along, 0.22f), glms_vec2_scale(vec2_left(along), 0.13f),
                  shade_scale(base, 0.86f));
        break;
    case TEXTURE_WAVES:
        wave(list, at, vec2_make(1.3f * size, 0.15f * turn.cos), 0.16f,
             shade_scale(base, pick < 0.7f ? 0.93f : 1.25f));
        break;
    case TEXTURE_TUFTS:
        tuft(list, at, 0.55f * size, shade_scale(base, pick < 0.8f ? 0.84f : 1.14f));
        break;
    case TEXTURE_HATCHING:
        hatching(list, at, 1.2f * size, shade_fade(0xFFFFFFFFu, 0.55f));
        break;
    case TEXTURE_DRIFTS:
        wave(list, at, vec2_make(1.7f * size, 0.3f * turn.cos), 0.20f,
             shade_mix(base, 0x9FB4C4FFu, 0.28f));
        break;
    case TEXTURE_BLOTS:
        shade_disc(list, at, 0.40f * size, 7, shade_scale(base, 0.86f));
        break;
    case TEXTURE_RIPPLES:
        wave(list, at, vec2_make(1.1f * size, 0.0f), 0.12f, shade_fade(0xFFFFFFFFu, 0.35f));
        break;
    case TEXTURE_GRAIN:
        grain(list, at, way, size, pick, room, base);
        break;
    case TEXTURE_SHEEN: // water in the ruts
        flat_quad(list, at, glms_vec2_scale(way, 1.6f * size * (0.4f + pick)),
                  glms_vec2_scale(vec2_left(way), 0.10f * size),
                  shade_fade(pick < 0.7f ? 0xBFD3DDFFu : 0x0B0D12FFu, 0.16f));
        break;
    case TEXTURE_SETTS:
        setts(list, at, way, size, base);
        break;
    case TEXTURE_JOINTS: { // of slabs: along or across
        vec2s line = pick < 0.6f ? vec2_left(way) : way;
        bool beside = pick < 0.6f && room > 0.0f;
        float reach = beside ? fminf(1.8f * size, 0.8f * room) : 1.8f * size;
        flat_quad(list, at, glms_vec2_scale(line, reach), glms_vec2_scale(vec2_left(line), 0.045f),
                  shade_scale(base, 0.90f));
        break;
    }
    case TEXTURE_NONE:
    case TEXTURE_COUNT:
        break;
    }
}

/// How many marks an area gets: the fraction left over decides by lot, so that many small quads
/// add up to the right number.
static int mark_count(TrackPaint *paint, TextureKind kind, float area) {
    float wanted = area * texture_density[kind] * paint->density;
    float whole = floorf(wanted);
    return (int)whole + (random_range(&paint->random, 0.0f, 1.0f) < wanted - whole ? 1 : 0);
}

void track_paint_texture_quad(TrackPaint *paint, const vec2s corners[4], int index) {
    TextureKind kind = texture_kind(paint->track, index);
    if (kind == TEXTURE_NONE) {
        return;
    }
    uint32_t base = track_paint_surface(paint->track, index);
    int count = mark_count(paint, kind, fabsf(polygon_area(corners, 4)));
    vec2s way = glms_vec2_sub(corners[1], corners[0]);
    float length = glms_vec2_norm(way);
    way = length > 1e-3f ? glms_vec2_scale(way, 1.0f / length) : vec2_make(1.0f, 0.0f);
    for (int i = 0; i < count; i++) {
        float u = random_range(&paint->random, 0.06f, 0.94f);
        float v = random_range(&paint->random, 0.06f, 0.94f);
        vec2s near = glms_vec2_lerp(corners[0], corners[1], u);
        vec2s far = glms_vec2_lerp(corners[3], corners[2], u);
        float room = fminf(v, 1.0f - v) * glms_vec2_distance(near, far);
        mark(paint, kind, glms_vec2_lerp(near, far, v), way, room, base);
    }
}

vec2s track_paint_random_place(TrackPaint *paint, Box box) {
    // one after the other: in one expression each compiler draws them in an order of its own
    float y = random_range(&paint->random, box.low.y, box.high.y);
    float x = random_range(&paint->random, box.low.x, box.high.x);
    return vec2_make(x, y);
}

static bool in_zone(const TrackZone *zone, vec2s at) {
    if (!polygon_contains(zone->points, zone->count, at)) {
        return false;
    }
    for (int i = 0; i < zone->hole_count; i++) {
        if (polygon_contains(zone->holes[i], zone->hole_counts[i], at)) {
            return false;
        }
    }
    return true;
}

/// Whether a mark at `at` lies within the zone up to its ends, which reach so far along x and y.
static bool fits_zone(const TrackZone *zone, vec2s at, vec2s reach) {
    vec2s x = vec2_make(reach.x, 0.0f), y = vec2_make(0.0f, reach.y);
    return in_zone(zone, glms_vec2_add(at, x)) && in_zone(zone, glms_vec2_sub(at, x)) &&
           in_zone(zone, glms_vec2_add(at, y)) && in_zone(zone, glms_vec2_sub(at, y));
}

void track_paint_texture_polygon(TrackPaint *paint, const TrackZone *zone) {
    TextureKind kind = texture_kind(paint->track, zone->surface);
    if (kind == TEXTURE_NONE) {
        return;
    }
    uint32_t base = track_paint_zone_color(paint->track, zone);
    Box box = box_of(zone->points, zone->count);
    // Thrown over the whole box; those that miss the zone are dropped, so the density holds.
    int count = mark_count(paint, kind, (box.high.x - box.low.x) * (box.high.y - box.low.y));
    for (int i = 0; i < count; i++) {
        vec2s at = track_paint_random_place(paint, box);
        if (fits_zone(zone, at, texture_reach[kind])) {
            mark(paint, kind, at, vec2_make(1.0f, 0.0f), 0.0f, base);
        }
    }
}

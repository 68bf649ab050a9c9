/// The plain a track lies on, with its calm pattern, and the zones on it.
#include "base/assert.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "track_picture/track_paint.h"

#include <math.h>
#include <stdlib.h>

/// m: the plain reaches this far beyond the bounds, so that no view sees its end.
#define GROUND_MARGIN 160.0f

uint32_t track_paint_own_color(const Track *track, uint32_t color) {
    // The night's own palette is dark already; what comes in daylight colours must not outshine it.
    return track->theme == THEME_NIGHT ? shade_mix(shade_scale(color, 0.42f), 0x101830FFu, 0.30f)
                                       : color;
}

uint32_t track_paint_surface(const Track *track, int index) {
    const Surface *surface = &track->surfaces[index];
    if (surface->color != 0) {
        return track_paint_own_color(track, surface->color);
    }
    switch (index) {
    case SURFACE_GRASS:
        return track->colors.ground;
    case SURFACE_KERB:
        return track->colors.kerb_a;
    default:
        return surface->skid ? track->colors.asphalt : track->colors.ground2;
    }
}

/// Opaque stripes of the second colour with soft borders; between them the view's clear colour
/// stays, so that every pixel is painted once at most. `bend` = 0: mown; above: dunes.
static void stripes(TrackPaint *paint, Box box, vec2s along, float period, float bend,
                    uint32_t base, uint32_t tone) {
    vec2s across = vec2_left(along);
    vec2s middle = glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f);
    float reach = 0.5f * glms_vec2_norm(glms_vec2_sub(box.high, box.low)) + bend;
    period = fmaxf(period, 2.0f * reach / 70.0f);
    int columns = bend > 0.0f ? (int)fminf(2.0f * reach / 14.0f, 60.0f) + 1 : 1;
    int count = (int)ceilf(2.0f * reach / period) + 1;
    static const float profile[4] = {0.0f, 0.08f, 0.5f, 0.58f};
    static const bool toned[4] = {false, true, true, false};
    uint32_t row = 0;
    float phase = 0.0f;
    for (int i = 0; i < 4 * count; i++) {
        phase = i % 4 == 0 && bend > 0.0f ? random_range(&paint->random, -0.9f, 0.9f) : phase;
        float from = ((float)(i / 4) + profile[i % 4]) * period - reach; // m across the stripes
        uint32_t last = row;
        for (int k = 0; k <= columns; k++) {
            float u = reach * (2.0f * (float)k / (float)columns - 1.0f);
            float v = from + bend * trig_sin(trig_wrap(0.021f * u + phase));
            vec2s at = glms_vec2_add(
                middle, glms_vec2_add(glms_vec2_scale(along, u), glms_vec2_scale(across, v)));
            uint32_t vertex = draw_vertex(paint->ground, at, toned[i % 4] ? tone : base);
            row = k == 0 ? vertex : row;
            if (i % 4 > 0 && k > 0) {
                uint32_t below = last + (uint32_t)k;
                draw_triangle_pair(paint->ground, below - 1, below, vertex, vertex - 1);
            }
        }
    }
}

/// Light and dark broad patches, for ground that nobody mows.
static void patches(TrackPaint *paint, Box box, uint32_t color) {
    float area = (box.high.x - box.low.x) * (box.high.y - box.low.y);
    int count = (int)fminf(area / 900.0f, 400.0f);
    for (int i = 0; i < count; i++) {
        vec2s at = track_paint_random_place(paint, box);
        float radius = random_range(&paint->random, 8.0f, 24.0f);
        shade_glow(paint->ground, at, radius, 12, color);
    }
}

static bool wavy(const Track *track) {
    return track->ground == SURFACE_SAND ||
           (track->theme == THEME_DUNE && track->ground == SURFACE_GRASS);
}

static void plain(TrackPaint *paint, Box far, Box near) {
    const Track *track = paint->track;
    bool own = track->surfaces[track->ground].color == 0;
    uint32_t base = track_paint_surface(track, track->ground);
    uint32_t tone = own ? track->colors.ground2 : shade_scale(base, 0.955f);
    if (wavy(track)) {
        stripes(paint, far, vec2_make(0.94f, 0.34f), 36.0f, 7.0f, base, tone);
    } else if (track->ground == SURFACE_GRASS && track->theme != THEME_SNOW) {
        stripes(paint, far, vec2_make(0.83f, 0.56f), 26.0f, 0.0f, base, tone);
    } else {
        patches(paint, near, shade_fade(tone, 0.8f));
    }
}

/// A few marks over the whole plain: tufts between the trees.
static void sprinkle(TrackPaint *paint, Box box) {
    float area = (box.high.x - box.low.x) * (box.high.y - box.low.y);
    float density = track_paint_texture_density(paint->track, paint->track->ground);
    float keep = paint->density;
    paint->density = fminf(0.35f, 1800.0f / fmaxf(area * density, 1.0f));
    // In tiles, so that the marks come in order of place and neighbours share the cache.
    enum {
        TILES = 12
    };
    vec2s size = vec2_make((box.high.x - box.low.x) / TILES, (box.high.y - box.low.y) / TILES);
    for (int i = 0; i < TILES * TILES; i++) {
        vec2s low = vec2_make(box.low.x + (float)(i % TILES) * size.x,
                              box.low.y + (float)(i / TILES) * size.y);
        vec2s high = glms_vec2_add(low, size);
        vec2s corners[4] = {low, vec2_make(high.x, low.y), high, vec2_make(low.x, high.y)};
        track_paint_texture_quad(paint, corners, paint->track->ground);
    }
    paint->density = keep;
}

void track_paint_ground(TrackPaint *paint) {
    Box near = box_grow(paint->track->bounds, 60.0f);
    plain(paint, box_grow(paint->track->bounds, GROUND_MARGIN), near);
    sprinkle(paint, near);
}

/// One outline from an outer ring and its holes: each hole is entered and left over a bridge to
/// the nearest point so far. Returns the number of points in `out`.
static int bridge_holes(const TrackZone *zone, vec2s *out) {
    int count = 0;
    for (int i = 0; i < zone->count; i++) {
        out[count++] = zone->points[i];
    }
    for (int h = 0; h < zone->hole_count; h++) {
        const vec2s *hole = zone->holes[h];
        int n = zone->hole_counts[h];
        int at = 0, from = 0;
        float best = INFINITY;
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < n; k++) {
                float distance = glms_vec2_distance2(out[i], hole[k]);
                if (distance < best) {
                    best = distance, at = i, from = k;
                }
            }
        }
        for (int i = count - 1; i > at; i--) {
            out[i + n + 2] = out[i];
        }
        // Holes run clockwise, against the outer ring.
        bool turn = polygon_area(hole, n) > 0.0f;
        for (int k = 0; k <= n; k++) {
            out[at + 1 + k] = hole[turn ? (from - k + 2 * n) % n : (from + k) % n];
        }
        out[at + n + 2] = out[at];
        count += n + 2;
    }
    return count;
}

static float turn_of(vec2s a, vec2s b, vec2s c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool is_ear(const vec2s *points, const int *next, int count, int a, int b, int c) {
    if (turn_of(points[a], points[b], points[c]) <= 0.0f) {
        return false;
    }
    int i = next[c];
    for (int k = 0; k < count - 3; k++, i = next[i]) {
        vec2s p = points[i];
        bool same = glms_vec2_distance2(p, points[a]) < 1e-10f ||
                    glms_vec2_distance2(p, points[b]) < 1e-10f ||
                    glms_vec2_distance2(p, points[c]) < 1e-10f;
        if (!same && turn_of(points[a], points[b], p) >= 0.0f &&
            turn_of(points[b], points[c], p) >= 0.0f && turn_of(points[c], points[a], p) >= 0.0f) {
            return false;
        }
    }
    return true;
}

/// Ear clipping, which does not mind that the bridges touch themselves. O(count^2) typical.
static void fill_bridged(DrawList *list, const vec2s *points, int count, uint32_t color) {
    int *next = malloc((size_t)count * sizeof *next);
    ASSERT(next != NULL);
    uint32_t first = (uint32_t)list->vertex_count;
    for (int i = 0; i < count; i++) {
        next[i] = (i + 1) % count;
        draw_vertex(list, points[i], color);
    }
    int a = 0, left = count, tries = 0;
    while (left > 2 && tries <= left) {
        int b = next[a], c = next[b];
        if (is_ear(points, next, left, a, b, c)) {
            draw_triangle(list, first + (uint32_t)a, first + (uint32_t)b, first + (uint32_t)c);
            next[a] = c;
            left--;
            tries = 0;
        } else {
            a = b;
            tries++;
        }
    }
    free(next);
}

static void fill_zone(DrawList *list, const TrackZone *zone, uint32_t color) {
    if (zone->hole_count == 0) {
        draw_polygon(list, zone->points, zone->count, color);
        return;
    }
    size_t room = (size_t)zone->count;
    for (int i = 0; i < zone->hole_count; i++) {
        room += (size_t)zone->hole_counts[i] + 2;
    }
    vec2s *points = malloc(room * sizeof *points);
    ASSERT(points != NULL);
    int count = bridge_holes(zone, points);
    fill_bridged(list, points, count, color);
    free(points);
}

static void zone_rim(DrawList *list, const TrackZone *zone, float width, uint32_t color) {
    draw_polyline(list, zone->points, zone->count, true, width, color);
    for (int i = 0; i < zone->hole_count; i++) {
        draw_polyline(list, zone->holes[i], zone->hole_counts[i], true, width, color);
    }
}

uint32_t track_paint_zone_color(const Track *track, const TrackZone *zone) {
    return zone->color != 0 ? track_paint_own_color(track, zone->color)
                            : track_paint_surface(track, zone->surface);
}

void track_paint_zones(TrackPaint *paint) {
    const Track *track = paint->track;
    for (int i = 0; i < track->zone_count; i++) {
        const TrackZone *zone = &track->zones[i];
        uint32_t color = track_paint_zone_color(track, zone);
        bool wet = zone->surface == SURFACE_WATER || zone->surface == SURFACE_DEEP;
        bool loose = track->surfaces[zone->surface].dust != 0 && !wet;
        if (wet) { // a pale shore, then the water
            zone_rim(paint->ground, zone, 1.2f,
                     shade_mix(color, track_paint_own_color(track, 0xF1ECD8FFu), 0.75f));
        }
        fill_zone(paint->ground, zone, color);
        if (loose) {
            zone_rim(paint->ground, zone, 0.5f, shade_scale(color, 0.93f));
        }
        track_paint_texture_polygon(paint, zone);
    }
}

#include "render/shade.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "geometry/trig.h"

#include <math.h>
#include <string.h>

#define DARK_LETTERS_FROM 0.36f ///< shade_light from which on dark letters read better.

static float channel(uint32_t rgba, int shift) { return (float)((rgba >> shift) & 255u); }

static uint32_t pack(float red, float green, float blue, float alpha) {
    uint32_t r = (uint32_t)(float_clamp(red, 0.0f, 255.0f) + 0.5f);
    uint32_t g = (uint32_t)(float_clamp(green, 0.0f, 255.0f) + 0.5f);
    uint32_t b = (uint32_t)(float_clamp(blue, 0.0f, 255.0f) + 0.5f);
    uint32_t a = (uint32_t)(float_clamp(alpha, 0.0f, 255.0f) + 0.5f);
    return (r << 24) | (g << 16) | (b << 8) | a;
}

uint32_t shade_mix(uint32_t a, uint32_t b, float t) {
    float s = 1.0f - t;
    return pack(s * channel(a, 24) + t * channel(b, 24), s * channel(a, 16) + t * channel(b, 16),
                s * channel(a, 8) + t * channel(b, 8), s * channel(a, 0) + t * channel(b, 0));
}

float shade_light(uint32_t rgba) {
    return (0.2126f * channel(rgba, 24) + 0.7152f * channel(rgba, 16) +
            0.0722f * channel(rgba, 8)) /
           255.0f;
}

uint32_t shade_scale(uint32_t rgba, float factor) {
    if (factor > 1.0f) { // dark colours gain less, or they would turn to grey
        float share = (factor - 1.0f) * (0.35f + 0.65f * shade_light(rgba));
        return shade_mix(rgba, 0xFFFFFF00u | (rgba & 255u), fminf(share, 1.0f));
    }
    return pack(channel(rgba, 24) * factor, channel(rgba, 16) * factor, channel(rgba, 8) * factor,
                channel(rgba, 0));
}

uint32_t shade_fade(uint32_t rgba, float alpha) {
    return pack(channel(rgba, 24), channel(rgba, 16), channel(rgba, 8), channel(rgba, 0) * alpha);
}

uint32_t shade_letters(uint32_t rgba) {
    return shade_light(rgba) > DARK_LETTERS_FROM ? SHADE_INK : 0xFFFFFFFFu;
}

vec2s shade_shadow(float sun, float elevation) {
    TrigPair direction = trig_sincos(sun);
    // From 15 degrees down shadows would cover the track: flatter suns count as 15.
    TrigPair height = trig_sincos(float_clamp(elevation, 0.26f, 1.55f));
    float length = height.cos / height.sin;
    return vec2_make(-direction.cos * length, -direction.sin * length);
}

void shade_gradient(DrawList *list, const vec2s from[2], const vec2s to[2], uint32_t inner,
                    uint32_t outer) {
    draw_quad_colors(list, (vec2s[4]){from[0], from[1], to[1], to[0]},
                     (uint32_t[4]){inner, inner, outer, outer});
}

void shade_face(DrawList *list, const vec2s low[2], const vec2s high[2], float height_low,
                float height_high, uint32_t color_low, uint32_t color_high) {
    int first = list->vertex_count;
    shade_gradient(list, low, high, color_low, color_high);
    for (int i = 0; i < 4; i++) {
        list->vertices[first + i].height = i < 2 ? height_low : height_high;
    }
}

void shade_quad(vec2s at, vec2s along, vec2s across, vec2s corners[4]) {
    vec2s back = glms_vec2_sub(at, along), front = glms_vec2_add(at, along);
    corners[0] = glms_vec2_sub(back, across);
    corners[1] = glms_vec2_sub(front, across);
    corners[2] = glms_vec2_add(front, across);
    corners[3] = glms_vec2_add(back, across);
}

static uint32_t outside_of(DrawList *list, vec2s edge, vec2s other, uint32_t color) {
    vec2s out = glms_vec2_sub(edge, other);
    float length = glms_vec2_norm(out);
    if (length > 1e-6f) {
        edge = glms_vec2_add(edge, glms_vec2_scale(out, list->feather / length));
    }
    return draw_vertex(list, edge, color & 0xFFFFFF00u);
}

void shade_strip_add(DrawList *list, ShadeStrip *strip, vec2s left, vec2s right,
                     uint32_t color_left, uint32_t color_right) {
    bool soft = list->feather > 0.0f && !list->hard;
    bool soft_left = (strip->soft & SHADE_SOFT_LEFT) != 0 && soft;
    bool soft_right = (strip->soft & SHADE_SOFT_RIGHT) != 0 && soft;
    const uint32_t *last = strip->last;
    uint32_t now[4];
    now[0] = draw_vertex(list, left, color_left);
    now[1] = draw_vertex(list, right, color_right);
    now[2] = soft_left ? outside_of(list, left, right, color_left) : 0;
    now[3] = soft_right ? outside_of(list, right, left, color_right) : 0;
    if (strip->open) {
        draw_triangle_pair(list, last[0], last[1], now[1], now[0]);
    }
    if (strip->open && soft_left) {
        draw_triangle_pair(list, last[2], last[0], now[0], now[2]);
    }
    if (strip->open && soft_right) {
        draw_triangle_pair(list, last[1], last[3], now[3], now[1]);
    }
    memcpy(strip->last, now, sizeof now);
    strip->open = true;
}

void shade_disc(DrawList *list, vec2s center, float radius, int count, uint32_t color) {
    ASSERT(count >= 3 && count <= 24);
    vec2s points[24];
    draw_circle_points(center, radius, points, count);
    draw_convex(list, points, count, color);
}

void shade_glow(DrawList *list, vec2s center, float radius, int count, uint32_t color) {
    ASSERT(count >= 4 && count <= 24 && count % 2 == 0);
    uint32_t rim = color & 0xFFFFFF00u;
    vec2s around[3];
    for (int i = 0; i < count; i += 2) {
        for (int k = 0; k < 3; k++) {
            float angle = 2.0f * TRIG_PI * (float)(i + k) / (float)count;
            around[k] = draw_circle_point(center, radius, angle);
        }
        draw_quad_colors(list, (vec2s[4]){center, around[0], around[1], around[2]},
                         (uint32_t[4]){color, rim, rim, rim});
    }
}

#include "ui/driver_badge.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "render/shade.h"

#include <math.h>
#include <stdio.h>

// Shares of its side.
#define ROUND 0.20f ///< The radius of its corners.
#define FRAME 0.07f ///< Width of the frame.

/// Behind the face, whatever its frame: as far from every skin and hair of drivers/ as a quiet
/// colour gets (CIE76: 50 and 29).
#define BACK 0x2A6A78FFu

enum {
    ARC = 4,               ///< Edges of a corner.
    EDGES = 4 * (ARC + 1), ///< Of the inside of the frame.
    CLIPPED_MAX = DRIVER_FACE_POINTS_MAX + EDGES,
};

/// The corners of a square with round corners, counter-clockwise where y goes up.
static void round_square(Area area, float radius, vec2s out[EDGES]) {
    int count = 0;
    for (int corner = 0; corner < 4; corner++) {
        bool right = corner == 0 || corner == 3, top = corner < 2;
        vec2s center = vec2_make(right ? area.x + area.width - radius : area.x + radius,
                                 top ? area.y + area.height - radius : area.y + radius);
        for (int i = 0; i <= ARC; i++) {
            float angle = ((float)corner + (float)i / (float)ARC) * 0.5f * TRIG_PI;
            out[count++] = draw_circle_point(center, radius, angle);
        }
    }
}

/// Cuts a convex polygon off at the left of the edge from `a` to `b`. Returns how many points are
/// left. Source: Sutherland and Hodgman, Reentrant Polygon Clipping (1974).
static int cut(const vec2s *points, int count, vec2s a, vec2s b, vec2s out[CLIPPED_MAX]) {
    int left = 0;
    vec2s along = glms_vec2_sub(b, a);
    for (int i = 0; i < count; i++) {
        vec2s from = points[i], to = points[(i + 1) % count];
        float from_side = glms_vec2_cross(along, glms_vec2_sub(from, a));
        float to_side = glms_vec2_cross(along, glms_vec2_sub(to, a));
        if (from_side >= 0.0f && left < CLIPPED_MAX) {
            out[left++] = from;
        }
        if ((from_side >= 0.0f) != (to_side >= 0.0f) && left < CLIPPED_MAX) {
            out[left++] = glms_vec2_lerp(from, to, from_side / (from_side - to_side));
        }
    }
    return left;
}

/// A polygon of a face in the square `inside` of the canvas, as far as `edges` hold it.
static void draw_part(const Canvas *canvas, Area inside, const vec2s edges[EDGES],
                      const DriverFacePolygon *polygon, float alpha) {
    vec2s points[2][CLIPPED_MAX];
    int count = polygon->count, now = 0;
    for (int i = 0; i < count; i++) {
        vec2s at = polygon->points[i];
        points[0][i] =
            vec2_make(inside.x + at.x * inside.width, inside.y + (1.0f - at.y) * inside.height);
    }
    for (int i = 0; i < EDGES && count > 0; i++) {
        count = cut(points[now], count, edges[i], edges[(i + 1) % EDGES], points[1 - now]);
        now = 1 - now;
    }
    draw_convex(canvas->list, points[now], count, shade_fade(polygon->color, alpha));
}

void driver_badge_draw(const Canvas *canvas, float x, float y, float side, float alpha,
                       const DriverFace *face, uint32_t color) {
    ASSERT(canvas != NULL && side >= 0.0f);
    DriverFace made;
    if (face == NULL || face->polygon_count == 0) {
        made = driver_face_make(color);
        face = &made;
    }
    Area area = {x - 0.5f * side, y - 0.5f * side, side, side};
    float frame = fminf(fmaxf(FRAME * side, 1.0f), 0.25f * side), round = ROUND * side;
    Area inside = {area.x + frame, area.y + frame, side - 2.0f * frame, side - 2.0f * frame};
    canvas_fill(canvas, area, round, shade_fade(color, alpha));
    canvas_fill(canvas, inside, fmaxf(round - frame, 0.0f), shade_fade(BACK, alpha));
    vec2s edges[EDGES];
    round_square(inside, fmaxf(round - frame, 0.0f), edges);
    for (int i = 0; i < face->polygon_count; i++) {
        draw_part(canvas, inside, edges, &face->polygons[i], alpha);
    }
}

void driver_disc_draw(const Canvas *canvas, float x, float y, float radius, const CarLook *look) {
    ASSERT(canvas != NULL && look != NULL);
    char text[8];
    snprintf(text, sizeof text, "%d", look->number % 100);
    float size = (look->number < 10 ? 1.3f : 1.12f) * radius;
    draw_circle(canvas->list, vec2_make(x, y), radius, look->color);
    canvas_text(canvas, x, y + 0.36f * size, size, TEXT_CENTER, shade_letters(look->color), text);
}

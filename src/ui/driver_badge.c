#include "ui/driver_badge.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "render/shade.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

/// A polygon of a face in the square `inside` of the canvas, as far as `edges` hold it. Returns its
/// points.
static int place_part(Area inside, const vec2s edges[EDGES], const DriverFacePolygon *polygon,
                      vec2s out[CLIPPED_MAX]) {
    vec2s points[CLIPPED_MAX];
    int count = polygon->count;
    for (int i = 0; i < count; i++) {
        vec2s at = polygon->points[i];
        out[i] =
            vec2_make(inside.x + at.x * inside.width, inside.y + (1.0f - at.y) * inside.height);
    }
    for (int i = 0; i < EDGES && count > 0; i++) {
        memcpy(points, out, (size_t)count * sizeof *out);
        count = cut(points, count, edges[i], edges[(i + 1) % EDGES], out);
    }
    return count;
}

/// The parts of a badge that fills `area`.
typedef struct Badge {
    const DriverFace *face;
    DriverFace made; ///< Where there is none.
    Area inside;     ///< Of its frame.
    float round, round_inside;
    vec2s edges[EDGES]; ///< Of `inside`.
} Badge;

static void make_badge(Badge *badge, Area area, const DriverFace *face, uint32_t color) {
    badge->face = face;
    if (face == NULL || face->polygon_count == 0) {
        badge->made = driver_face_make(color);
        badge->face = &badge->made;
    }
    float side = area.width, frame = fminf(fmaxf(FRAME * side, 1.0f), 0.25f * side);
    badge->round = ROUND * side;
    badge->round_inside = fmaxf(badge->round - frame, 0.0f);
    badge->inside =
        (Area){area.x + frame, area.y + frame, side - 2.0f * frame, side - 2.0f * frame};
    round_square(badge->inside, badge->round_inside, badge->edges);
}

void driver_badge_draw(const Canvas *canvas, float x, float y, float side, float alpha,
                       const DriverFace *face, uint32_t color) {
    ASSERT(canvas != NULL && side >= 0.0f);
    Area area = {x - 0.5f * side, y - 0.5f * side, side, side};
    Badge badge;
    make_badge(&badge, area, face, color);
    canvas_fill(canvas, area, badge.round, shade_fade(color, alpha));
    canvas_fill(canvas, badge.inside, badge.round_inside, shade_fade(BACK, alpha));
    for (int i = 0; i < badge.face->polygon_count; i++) {
        vec2s points[CLIPPED_MAX];
        const DriverFacePolygon *polygon = &badge.face->polygons[i];
        int count = place_part(badge.inside, badge.edges, polygon, points);
        draw_convex(canvas->list, points, count, shade_fade(polygon->color, alpha));
    }
}

/// A canvas goes down, a drawing up.
static void svg_part(Svg *svg, vec2s *points, int count, float side, uint32_t color) {
    for (int i = 0; i < count; i++) {
        points[i].y = side - points[i].y;
    }
    if (count >= 3) {
        svg_polygon(svg, points, count, color);
    }
}

void driver_badge_svg(Svg *svg, float side, const DriverFace *face, uint32_t color) {
    ASSERT(svg != NULL && side > 0.0f);
    Area area = {0.0f, 0.0f, side, side};
    Badge badge;
    make_badge(&badge, area, face, color);
    vec2s points[CLIPPED_MAX];
    round_square(area, badge.round, points);
    svg_part(svg, points, EDGES, side, color);
    memcpy(points, badge.edges, sizeof badge.edges);
    svg_part(svg, points, EDGES, side, BACK);
    for (int i = 0; i < badge.face->polygon_count; i++) {
        const DriverFacePolygon *polygon = &badge.face->polygons[i];
        int count = place_part(badge.inside, badge.edges, polygon, points);
        svg_part(svg, points, count, side, polygon->color);
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

#include "render/draw_list.h"

#include "base/array.h"
#include "base/assert.h"
#include "geometry/partition.h"
#include "geometry/transform.h"
#include "geometry/trig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CIRCLE_POINTS_MAX = 128,
    PIECE_POINTS_MAX = 64, ///< Of draw_polygon: more points a piece are fewer triangles inside.
};

/// Feather corners reach out at most this many widths: a needle's tip would spread for metres.
#define MITRE_MAX 4.0f

void draw_list_clear(DrawList *list) {
    list->vertex_count = 0;
    list->index_count = 0;
}

void draw_list_destroy(DrawList *list) {
    free(list->vertices);
    free(list->indices);
    *list = (DrawList){0};
}

static void reserve(DrawList *list, int vertices, int indices) {
    list->vertices = array_reserve(list->vertices, list->vertex_count + vertices,
                                   &list->vertex_capacity, sizeof *list->vertices);
    list->indices = array_reserve(list->indices, list->index_count + indices, &list->index_capacity,
                                  sizeof *list->indices);
}

void draw_list_append(DrawList *list, const DrawList *other, vec2s offset, float scale_x,
                      float scale_y) {
    ASSERT(list != other);
    reserve(list, other->vertex_count, other->index_count);
    uint32_t first = (uint32_t)list->vertex_count;
    for (int i = 0; i < other->vertex_count; i++) {
        DrawVertex vertex = other->vertices[i];
        vertex.x = vertex.x * scale_x + offset.x;
        vertex.y = vertex.y * scale_y + offset.y;
        list->vertices[list->vertex_count++] = vertex;
    }
    for (int i = 0; i < other->index_count; i++) {
        list->indices[list->index_count++] = first + other->indices[i];
    }
}

void draw_list_texts_last(DrawList *list, int first_index) {
    int end = list->index_count, shapes_end = first_index;
    if (first_index == end) {
        return; // a list without indices may have no memory
    }
    reserve(list, 0, end - first_index); // beyond the end is room to keep the texts
    uint32_t *indices = list->indices, *texts = indices + end;
    for (int i = first_index; i < end; i += 3) {
        bool text = list->vertices[indices[i]].u >= 0.0f;
        memmove(text ? texts : indices + shapes_end, indices + i, 3 * sizeof *indices);
        texts += text ? 3 : 0;
        shapes_end += text ? 0 : 3;
    }
    memcpy(indices + shapes_end, indices + end, (size_t)(end - shapes_end) * sizeof *indices);
}

uint32_t draw_color(uint32_t rgba, float alpha) {
    float opacity = float_clamp(alpha, 0.0f, 1.0f) * (float)(rgba & 0xFF);
    uint8_t bytes[4] = {(uint8_t)(rgba >> 24), (uint8_t)(rgba >> 16), (uint8_t)(rgba >> 8),
                        (uint8_t)(opacity + 0.5f)};
    uint32_t color;
    memcpy(&color, bytes, sizeof color);
    return color;
}

/// Appends a vertex whose `color` is in the vertex's own form already.
static uint32_t append_vertex(DrawList *list, vec2s at, uint32_t color) {
    reserve(list, 1, 0);
    list->vertices[list->vertex_count] =
        (DrawVertex){.x = at.x, .y = at.y, .u = -1.0f, .color = color, .height = list->height};
    return (uint32_t)list->vertex_count++;
}

uint32_t draw_vertex(DrawList *list, vec2s at, uint32_t color) {
    return append_vertex(list, at, draw_color(color, 1.0f));
}

void draw_triangle(DrawList *list, uint32_t a, uint32_t b, uint32_t c) {
    reserve(list, 0, 3);
    list->indices[list->index_count++] = a;
    list->indices[list->index_count++] = b;
    list->indices[list->index_count++] = c;
}

void draw_triangle_pair(DrawList *list, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    draw_triangle(list, a, b, c);
    draw_triangle(list, a, c, d);
}

/// Where the corner of an outline goes when its edges move out by 1: `before` and `after` are the
/// unit directions of the edges, `out` is 1 for counter-clockwise outlines and -1 for others.
static vec2s mitre(vec2s before, vec2s after, float out) {
    vec2s sum = glms_vec2_scale(vec2_left(glms_vec2_add(before, after)), -out);
    float length2 = glms_vec2_norm2(sum);
    if (length2 < 4.0f / (MITRE_MAX * MITRE_MAX)) {
        return length2 > 1e-12f ? glms_vec2_scale(sum, MITRE_MAX / sqrtf(length2)) : before;
    }
    // |n0 + n1| = 2 cos(half), and the mitre is 1 / cos(half) long
    return glms_vec2_scale(sum, 2.0f / length2);
}

/// Unit direction of the outline from point `i` towards its next (`step` 1) or previous (-1)
/// point that lies elsewhere; zero where all points are one. Closer than a hundredth of the strip
/// `width` is not elsewhere: of such points rounding decides the direction.
static vec2s direction(const vec2s *points, int count, int i, int step, float width) {
    float apart = 0.01f * width;
    for (int k = 1; k < count; k++) {
        vec2s way = glms_vec2_sub(points[(i + k * step + k * count) % count], points[i]);
        if (glms_vec2_norm2(way) > apart * apart) {
            return glms_vec2_normalize(way);
        }
    }
    return vec2_make(0.0f, 0.0f);
}

/// Adds the vertices of an outline, moved in by `inset`, and the strip that fades from there to
/// `outset` beyond the outline. Inner vertex i is the returned one + i.
static uint32_t soft_outline(DrawList *list, const vec2s *points, int count, float inset,
                             float outset, uint32_t color, float alpha) {
    reserve(list, 2 * count, 6 * count);
    uint32_t first = (uint32_t)list->vertex_count;
    uint32_t inner = draw_color(color, alpha);
    uint32_t outer = draw_color(color, 0.0f);
    bool soft = inset + outset > 0.0f && !list->hard;
    float out = polygon_area(points, count) < 0.0f ? -1.0f : 1.0f;
    for (int pass = 0; pass < (soft ? 2 : 1); pass++) {
        for (int i = 0; i < count; i++) {
            vec2s corner = points[i];
            if (soft) {
                float width = inset + outset;
                vec2s before = glms_vec2_negate(direction(points, count, i, -1, width));
                vec2s reach = mitre(before, direction(points, count, i, 1, width), out);
                corner = glms_vec2_add(corner, glms_vec2_scale(reach, pass == 0 ? -inset : outset));
            }
            append_vertex(list, corner, pass == 0 ? inner : outer);
        }
    }
    for (int i = 0; soft && i < count; i++) {
        uint32_t a = first + (uint32_t)i;
        uint32_t b = first + (uint32_t)((i + 1) % count);
        draw_triangle_pair(list, a, a + (uint32_t)count, b + (uint32_t)count, b);
    }
    return first;
}

/// A convex polygon, filled and soft.
static void soft_fill(DrawList *list, const vec2s *points, int count, float inset, float outset,
                      uint32_t color, float alpha) {
    if (count < 3) {
        return;
    }
    uint32_t first = soft_outline(list, points, count, inset, outset, color, alpha);
    for (uint32_t i = 1; i + 1 < (uint32_t)count; i++) {
        draw_triangle(list, first, first + i, first + i + 1);
    }
}

void draw_convex(DrawList *list, const vec2s *points, int count, uint32_t color) {
    soft_fill(list, points, count, 0.0f, list->feather, color, 1.0f);
}

void draw_polygon(DrawList *list, const vec2s *points, int count, uint32_t color) {
    if (count < 3) {
        return;
    }
    Arena scratch = {0};
    vec2s *outline = arena_array(&scratch, (size_t)count, sizeof *outline);
    bool clockwise = polygon_area(points, count) < 0.0f;
    for (int i = 0; i < count; i++) {
        outline[i] = points[clockwise ? count - 1 - i : i];
    }
    Partition parts;
    if (partition_convex(outline, count, PIECE_POINTS_MAX, &scratch, &parts)) {
        uint32_t first = soft_outline(list, outline, count, 0.0f, list->feather, color, 1.0f);
        for (int p = 0; p < parts.piece_count; p++) {
            const int *piece = parts.indices + parts.pieces[p].first;
            for (int i = 1; i + 1 < parts.pieces[p].count; i++) {
                draw_triangle(list, first + (uint32_t)piece[0], first + (uint32_t)piece[i],
                              first + (uint32_t)piece[i + 1]);
            }
        }
    }
    arena_destroy(&scratch);
}

void draw_quad_colors(DrawList *list, const vec2s corners[4], const uint32_t colors[4]) {
    uint32_t first = (uint32_t)list->vertex_count;
    for (int i = 0; i < 4; i++) {
        append_vertex(list, corners[i], draw_color(colors[i], 1.0f));
    }
    draw_triangle_pair(list, first, first + 1, first + 2, first + 3);
}

void draw_quad(DrawList *list, const vec2s corners[4], uint32_t color) {
    draw_quad_colors(list, corners, (uint32_t[4]){color, color, color, color});
}

/// A convex polygon whose edge lies in the middle of its soft strip. What is thinner than the
/// strip (`width` < feather) is paler instead, so that it covers as much as it should.
static void centered_fill(DrawList *list, const vec2s *points, int count, float width,
                          uint32_t color) {
    float feather = list->feather;
    float inset = fminf(0.5f * feather, 0.5f * width);
    bool thin = width < feather && !list->hard;
    float alpha = thin ? 2.0f * width / (width + feather) : 1.0f;
    soft_fill(list, points, count, inset, 0.5f * feather, color, alpha);
}

void draw_rect(DrawList *list, float x, float y, float width, float height, uint32_t color) {
    if (!(width > 0.0f && height > 0.0f)) {
        return;
    }
    vec2s corners[4] = {vec2_make(x, y), vec2_make(x + width, y), vec2_make(x + width, y + height),
                        vec2_make(x, y + height)};
    centered_fill(list, corners, 4, fminf(width, height), color);
}

/// Points on a whole circle so that its chords lie within a quarter of a pixel of it.
static int circle_points(float radius, float feather) {
    float points = feather > 0.0f ? TRIG_PI * sqrtf(2.0f * radius / feather) : 32.0f;
    return (int)float_clamp(ceilf(points), 8.0f, (float)CIRCLE_POINTS_MAX);
}

vec2s draw_circle_point(vec2s center, float radius, float angle) {
    TrigPair turn = trig_sincos(angle);
    return vec2_make(center.x + radius * turn.cos, center.y + radius * turn.sin);
}

void draw_round_rect(DrawList *list, float x, float y, float width, float height, float radius,
                     uint32_t color) {
    float shorter = fminf(width, height);
    // a straight of less than a pixel between two arcs is left to them: moved in, it would turn
    // over
    float round = shorter - 2.0f * radius > list->feather ? radius : 0.5f * shorter;
    if (!(round > list->feather)) {
        draw_rect(list, x, y, width, height, color);
        return;
    }
    enum {
        CORNER_POINTS_MAX = CIRCLE_POINTS_MAX / 4 + 1
    };
    vec2s points[4 * CORNER_POINTS_MAX];
    int arc = (circle_points(round, list->feather) + 3) / 4;
    int count = 0;
    for (int corner = 0; corner < 4; corner++) {
        vec2s center = vec2_make(corner == 1 || corner == 2 ? x + round : x + width - round,
                                 corner >= 2 ? y + round : y + height - round);
        for (int i = 0; i <= arc; i++) {
            float angle = 0.5f * TRIG_PI * ((float)corner + (float)i / (float)arc);
            points[count++] = draw_circle_point(center, round, angle);
        }
    }
    centered_fill(list, points, count, shorter, color);
}

void draw_circle_points(vec2s center, float radius, vec2s *points, int count) {
    for (int i = 0; i < count; i++) {
        points[i] = draw_circle_point(center, radius, 2.0f * TRIG_PI * (float)i / (float)count);
    }
}

void draw_circle(DrawList *list, vec2s center, float radius, uint32_t color) {
    if (!(radius > 0.0f)) {
        return;
    }
    vec2s points[CIRCLE_POINTS_MAX];
    int count = circle_points(radius, list->feather);
    draw_circle_points(center, radius, points, count);
    centered_fill(list, points, count, 2.0f * radius, color);
}

void draw_ring(DrawList *list, vec2s center, float radius, float width, uint32_t color) {
    if (!(radius > 0.0f)) {
        return;
    }
    vec2s points[CIRCLE_POINTS_MAX];
    int count = circle_points(radius, list->feather);
    draw_circle_points(center, radius, points, count);
    draw_polyline(list, points, count, true, width, color);
}

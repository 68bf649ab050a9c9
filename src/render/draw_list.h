/// Pictures as plain data: triangles of one vertex kind, with soft edges, so that nothing needs
/// multisampling.
#pragma once

#include "geometry/polygon.h"
#include "render/font.h"

#include <stdint.h>

/// 20 bytes. `u` < 0: plain colour; else a place in the glyph atlas, whose value is coverage.
typedef struct DrawVertex {
    float x, y;
    float u, v;
    uint32_t color; ///< Bytes R, G, B, A in memory order; see draw_color.
} DrawVertex;

/// A growing list of triangles. The zero value is empty; ended by draw_list_destroy, emptied by
/// draw_list_clear.
typedef struct DrawList {
    DrawVertex *vertices;
    uint32_t *indices;
    int vertex_count, vertex_capacity, index_count, index_capacity;
    float feather; ///< World (or pixel) units that one pixel covers: the width of soft edges; 0 =
                   ///< hard.
} DrawList;

void draw_list_clear(DrawList *list);
void draw_list_destroy(DrawList *list);

/// 0xRRGGBBAA as the vertex wants it, its alpha multiplied by `alpha`.
uint32_t draw_color(uint32_t rgba, float alpha);

/// All colours below are 0xRRGGBBAA. Convex counter-clockwise polygon with a soft edge outside.
void draw_convex(DrawList *list, const vec2s *points, int count, uint32_t color);

/// A simple polygon of any shape (partitioned on the way; for static meshes).
void draw_polygon(DrawList *list, const vec2s *points, int count, uint32_t color);

/// Four corners with a colour each, no soft edge.
void draw_quad_colors(DrawList *list, const vec2s corners[4], const uint32_t colors[4]);
void draw_rect(DrawList *list, float x, float y, float width, float height, uint32_t color);
void draw_round_rect(DrawList *list, float x, float y, float width, float height, float radius,
                     uint32_t color);
void draw_line(DrawList *list, vec2s from, vec2s to, float width, uint32_t color);

/// Joined line with mitred corners.
void draw_polyline(DrawList *list, const vec2s *points, int count, bool closed, float width,
                   uint32_t color);
void draw_circle(DrawList *list, vec2s center, float radius, uint32_t color);
void draw_ring(DrawList *list, vec2s center, float radius, float width, uint32_t color);

typedef enum TextAlign {
    TEXT_LEFT,
    TEXT_CENTER,
    TEXT_RIGHT,
} TextAlign;

/// Text with its baseline at `y` (y down: pixel lists). Returns the width. `size` = height of a
/// line in pixels; digits are tabular.
float draw_text(DrawList *list, const Font *font, float x, float y, float size, TextAlign align,
                uint32_t color, const char *text);

/// Text lying in the world (y up), turned by `angle` rad, `size` m high.
void draw_text_world(DrawList *list, const Font *font, vec2s at, float angle, float size,
                     TextAlign align, uint32_t color, const char *text);

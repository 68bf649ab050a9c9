/// Pictures as plain data: triangles of one vertex kind, with soft edges, so that nothing needs
/// multisampling.
///
/// A list is in units of its own: metres with y up for the world, pixels with y down for text and
/// menus. The GlView it is drawn with says which. Nothing here touches a GPU, so tests can look at
/// what a screen would show.
#pragma once

#include "geometry/polygon.h"
#include "render/font.h"

#include <stdint.h>

/// 24 bytes. `u` < 0: plain colour; else a place in the glyph atlas, whose value is coverage.
typedef struct DrawVertex {
    float x, y;
    float u, v;
    uint32_t color; ///< Bytes R, G, B, A in memory order; see draw_color.
    float height;   ///< m above the ground: the view's lean pushes the point away from its centre.
} DrawVertex;

/// A growing list of triangles. The zero value is empty; ended by draw_list_destroy, emptied by
/// draw_list_clear. All draw_ functions use the `feather` and `height` that the list has then.
typedef struct DrawList {
    DrawVertex *vertices;
    uint32_t *indices; ///< Three a triangle, of either winding.
    int vertex_count, vertex_capacity, index_count, index_capacity;
    float feather; ///< World (or pixel) units that one pixel covers: the width of soft edges; 0 =
                   ///< hard.
    bool hard;     ///< No soft edges, whatever the feather: half of the triangles.
    float height;  ///< m, given to every vertex: 0 = on the ground; tops of walls and roofs more.
} DrawList;

/// Empties the list and keeps its memory, feather, height and whether it is hard.
void draw_list_clear(DrawList *list);

/// Frees the memory and leaves an empty list.
void draw_list_destroy(DrawList *list);

/// Appends all of `other`, its points scaled by (scale_x, scale_y) and then moved by `offset`: a
/// world list becomes part of a pixel list with a negative scale_y. Its own heights are kept.
void draw_list_append(DrawList *list, const DrawList *other, vec2s offset, float scale_x,
                      float scale_y);

/// Moves the texts behind the shapes, among all that was added since the list had `first_index`
/// indices; texts and shapes each keep their order. Shapes and texts that take turns would cost a
/// draw call each time.
void draw_list_texts_last(DrawList *list, int first_index);

/// 0xRRGGBBAA as the vertex wants it, its alpha multiplied by `alpha` (0 to 1).
uint32_t draw_color(uint32_t rgba, float alpha);

/// All colours below are 0xRRGGBBAA.
///
/// The shapes below are made of plain vertices and triangles. A mesh with colours, alphas or
/// heights of its own adds them itself. draw_vertex returns the index of the vertex; a pair of
/// triangles fills the quad a, b, c, d.
uint32_t draw_vertex(DrawList *list, vec2s at, uint32_t color);
void draw_triangle(DrawList *list, uint32_t a, uint32_t b, uint32_t c);
void draw_triangle_pair(DrawList *list, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

/// Convex polygon (either winding, 3 or more points, else nothing) with a soft edge outside: shapes
/// side by side leave no seam.
void draw_convex(DrawList *list, const vec2s *points, int count, uint32_t color);

/// A simple polygon of any shape (either winding), soft outside. It is partitioned first, which is
/// slow: for static meshes. An outline that crosses itself draws nothing.
void draw_polygon(DrawList *list, const vec2s *points, int count, uint32_t color);

/// Four corners, in order round the quad, no soft edge; with a colour each, or with one for all.
void draw_quad_colors(DrawList *list, const vec2s corners[4], const uint32_t colors[4]);
void draw_quad(DrawList *list, const vec2s corners[4], uint32_t color);

/// The shapes below are soft half inside and half outside their edge, so that they cover just
/// their size, and edges that lie on the pixel grid are sharp.
void draw_rect(DrawList *list, float x, float y, float width, float height, uint32_t color);
void draw_round_rect(DrawList *list, float x, float y, float width, float height, float radius,
                     uint32_t color);

/// A straight line with square ends at `from` and `to`. Lines thinner than a pixel get paler.
void draw_line(DrawList *list, vec2s from, vec2s to, float width, uint32_t color);

/// Joined line with mitred corners (bevelled where the mitre would stick out further than 2 half
/// widths), without gaps and without overlaps at the joins.
void draw_polyline(DrawList *list, const vec2s *points, int count, bool closed, float width,
                   uint32_t color);
void draw_circle(DrawList *list, vec2s center, float radius, uint32_t color);

/// A line of `width` along the circle.
void draw_ring(DrawList *list, vec2s center, float radius, float width, uint32_t color);

/// The point of a circle at `angle` (rad), and `count` points all round it, counter-clockwise.
vec2s draw_circle_point(vec2s center, float radius, float angle);
void draw_circle_points(vec2s center, float radius, vec2s *points, int count);

typedef enum TextAlign {
    TEXT_LEFT,
    TEXT_CENTER,
    TEXT_RIGHT,
} TextAlign;

/// Text with its baseline at `y` (y down: pixel lists). Returns the width. `size` = pixels per em,
/// what fonts call their size: capitals are about 0.7 of it high; digits are tabular.
float draw_text(DrawList *list, const Font *font, float x, float y, float size, TextAlign align,
                uint32_t color, const char *text);

/// Text lying in the world (y up), turned by `angle` rad, `size` m per em.
void draw_text_world(DrawList *list, const Font *font, vec2s at, float angle, float size,
                     TextAlign align, uint32_t color, const char *text);

/// Writes an SVG drawing in metres, y up, into a growing text.
#pragma once

#include "base/text.h"

#include <cglm/struct/vec2.h>

#include <stdbool.h>
#include <stdint.h>

/// The zero value is ready for use with svg_begin.
typedef TextBuffer Svg;

/// Starts a drawing that shows the box `low` to `high` (m), `width_px` pixels wide.
void svg_begin(Svg *svg, vec2s low, vec2s high, float width_px);

/// A filled polygon. Colours are 0xRRGGBBAA.
void svg_polygon(Svg *svg, const vec2s *points, int count, uint32_t color);

/// One filled area of many outlines: sides that two of them share leave no seam, as they would
/// between polygons. Where outlines of one winding overlap the area is filled once; one of the
/// other winding cuts a hole. Nothing else may be written between svg_area_begin and svg_area_end.
void svg_area_begin(Svg *svg);
void svg_area_add(Svg *svg, const vec2s *points, int count);
void svg_area_end(Svg *svg, uint32_t color);

/// An open or closed line of `width` m.
void svg_line(Svg *svg, const vec2s *points, int count, bool closed, float width, uint32_t color);

/// The same open line in dashes and gaps of `dash` m each.
void svg_dashes(Svg *svg, const vec2s *points, int count, float width, float dash, uint32_t color);
void svg_circle(Svg *svg, vec2s center, float radius, uint32_t color);

/// `text` with its baseline starting at `at`, capitals about 0.7 `size` m high. Escapes what XML
/// needs.
void svg_text(Svg *svg, vec2s at, float size, uint32_t color, const char *text);

/// The same with its middle or its end at `at`.
void svg_text_middle(Svg *svg, vec2s at, float size, uint32_t color, const char *text);
void svg_text_end(Svg *svg, vec2s at, float size, uint32_t color, const char *text);
void svg_end(Svg *svg);
void svg_destroy(Svg *svg);

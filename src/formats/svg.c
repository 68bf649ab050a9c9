#include "formats/svg.h"

#include "base/assert.h"
#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The drawing keeps metres; only the sign of y changes, since y points down in SVG.

enum {
    DECIMALS = 3, ///< Millimetres.
};

static void append(Svg *svg, const char *text) { text_add(svg, text, strlen(text)); }

/// Appends `before` and then a number.
static void append_number(Svg *svg, const char *before, float value) {
    char text[NUMBER_TEXT_MAX];
    append(svg, before);
    append(svg, number_text((double)value, DECIMALS, text));
}

/// Appends ` what="#rrggbb"` and, where it is not opaque, ` what-opacity="..."`.
static void append_color(Svg *svg, const char *what, uint32_t color) {
    char text[64];
    snprintf(text, sizeof text, " %s=\"#%06x\"", what, (unsigned)(color >> 8));
    append(svg, text);
    if ((color & 0xFF) != 0xFF) {
        snprintf(text, sizeof text, " %s-opacity", what);
        append(svg, text);
        append_number(svg, "=\"", (float)(color & 0xFF) / 255.0f);
        append(svg, "\"");
    }
}

/// Appends ` points="x,y x,y"`.
static void append_points(Svg *svg, const vec2s *points, int count) {
    append(svg, " points=\"");
    for (int i = 0; i < count; i++) {
        append_number(svg, i > 0 ? " " : "", points[i].x);
        append_number(svg, ",", -points[i].y);
    }
    append(svg, "\"");
}

void svg_begin(Svg *svg, vec2s low, vec2s high, float width_px) {
    ASSERT(svg != NULL && low.x < high.x && low.y < high.y && width_px > 0.0f);
    vec2s size = {{high.x - low.x, high.y - low.y}};
    append(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    append_number(svg, " width=\"", width_px);
    append_number(svg, "\" height=\"", width_px * size.y / size.x);
    append_number(svg, "\" viewBox=\"", low.x);
    append_number(svg, " ", -high.y);
    append_number(svg, " ", size.x);
    append_number(svg, " ", size.y);
    append(svg, "\">\n");
}

void svg_polygon(Svg *svg, const vec2s *points, int count, uint32_t color) {
    ASSERT(points != NULL && count >= 3);
    append(svg, "<polygon");
    append_points(svg, points, count);
    append_color(svg, "fill", color);
    append(svg, "/>\n");
}

void svg_area_begin(Svg *svg) { append(svg, "<path d=\""); }

void svg_area_add(Svg *svg, const vec2s *points, int count) {
    ASSERT(points != NULL && count >= 3);
    for (int i = 0; i < count; i++) {
        append_number(svg, i == 0 ? "M" : " ", points[i].x);
        append_number(svg, ",", -points[i].y);
    }
    append(svg, "Z");
}

void svg_area_end(Svg *svg, uint32_t color) {
    append(svg, "\"");
    append_color(svg, "fill", color);
    append(svg, "/>\n");
}

/// Begins a line; what else it has and its end are the caller's.
static void begin_line(Svg *svg, const vec2s *points, int count, bool closed, float width,
                       uint32_t color) {
    ASSERT(points != NULL && count >= 2);
    append(svg, closed ? "<polygon" : "<polyline");
    append_points(svg, points, count);
    append(svg, " fill=\"none\"");
    append_color(svg, "stroke", color);
    append_number(svg, " stroke-width=\"", width);
}

void svg_line(Svg *svg, const vec2s *points, int count, bool closed, float width, uint32_t color) {
    begin_line(svg, points, count, closed, width, color);
    append(svg, "\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n");
}

void svg_dashes(Svg *svg, const vec2s *points, int count, float width, float dash, uint32_t color) {
    ASSERT(dash > 0.0f);
    begin_line(svg, points, count, false, width, color);
    append_number(svg, "\" stroke-dasharray=\"", dash);
    append(svg, "\"/>\n");
}

void svg_circle(Svg *svg, vec2s center, float radius, uint32_t color) {
    append_number(svg, "<circle cx=\"", center.x);
    append_number(svg, "\" cy=\"", -center.y);
    append_number(svg, "\" r=\"", radius);
    append(svg, "\"");
    append_color(svg, "fill", color);
    append(svg, "/>\n");
}

/// `anchor`: "" or a whole attribute that says which part of the text stands at `at`.
static void append_text(Svg *svg, vec2s at, float size, uint32_t color, const char *anchor,
                        const char *text) {
    ASSERT(text != NULL);
    append_number(svg, "<text x=\"", at.x);
    append_number(svg, "\" y=\"", -at.y);
    append_number(svg, "\" font-size=\"", size);
    append(svg, "\" font-family=\"Inter, DejaVu Sans, sans-serif\"");
    append(svg, anchor);
    append_color(svg, "fill", color);
    append(svg, ">");
    for (; *text; text++) {
        // control characters have no place in XML 1.0
        const char plain[2] = {(unsigned char)*text < 0x20 ? ' ' : *text, '\0'};
        append(svg, *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : plain);
    }
    append(svg, "</text>\n");
}

void svg_text(Svg *svg, vec2s at, float size, uint32_t color, const char *text) {
    append_text(svg, at, size, color, "", text);
}

void svg_text_middle(Svg *svg, vec2s at, float size, uint32_t color, const char *text) {
    append_text(svg, at, size, color, " text-anchor=\"middle\"", text);
}

void svg_text_end(Svg *svg, vec2s at, float size, uint32_t color, const char *text) {
    append_text(svg, at, size, color, " text-anchor=\"end\"", text);
}

void svg_end(Svg *svg) { append(svg, "</svg>\n"); }

void svg_destroy(Svg *svg) {
    ASSERT(svg != NULL);
    free(svg->text);
    *svg = (Svg){0};
}

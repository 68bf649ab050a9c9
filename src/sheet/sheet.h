/// A picture of the laboratory as plain data: lines, areas, discs and texts on a sheet in pixels, y
/// up. Views map metres onto it. Nothing here knows SVG, PNG or OpenGL: sheet_svg.h, sheet_png.h
/// and sheet_draw.h turn it into either.
///
/// Coordinates are rounded to a hundredth of a pixel, so that a picture is the same text on every
/// machine.
#pragma once

#include "collision/shape.h"
#include "scene/solid.h"

#include <stdint.h>

typedef enum MarkKind {
    MARK_AREA, ///< A simple polygon, filled.
    MARK_LINE,
    MARK_DISC,
    MARK_TEXT,
} MarkKind;

typedef enum MarkAlign {
    MARK_LEFT,
    MARK_MIDDLE,
    MARK_RIGHT,
} MarkAlign;

/// What a mark belongs to, for those who show a part of a sheet alone.
typedef enum SheetPart {
    SHEET_GROUND,    ///< The paper and its frame.
    SHEET_HEAD,      ///< The name of the scene and its panel.
    SHEET_SHAPES,    ///< The shapes of the scene and what is drawn among them.
    SHEET_FIGURES,   ///< Tables and charts beside them.
    SHEET_SENTENCES, ///< What the panel says of them.
} SheetPart;

typedef struct Mark {
    MarkKind kind;
    SheetPart part;
    int figure;     ///< Which of the sheet's figures it belongs to, from 1; 0: none.
    uint32_t color; ///< 0xRRGGBBAA
    int first;      ///< Of its points in Sheet.points; of a text: of its bytes in Sheet.texts.
    int count;      ///< Points; 0 of a text.
    float size;     ///< px: width of a line, radius of a disc, size of a text.
    bool closed, dashed;
    MarkAlign align;
    vec2s at; ///< px: of a disc its centre, of a text the start, middle or end of its baseline.
} Mark;

/// How metres lie on the sheet: the point p is at zero + scale * p.
typedef struct SheetView {
    vec2s zero;  ///< px
    float scale; ///< px per m; 0: there is no such view.
} SheetView;

/// What becomes of a view of the scene that was there before.
typedef enum SheetKeep {
    SHEET_FIT,    ///< Nothing: the scene is fitted anew.
    SHEET_STEADY, ///< It stays while all fits into it and is not too small in it.
    SHEET_HELD,   ///< It stays, whatever moves out of it.
} SheetKeep;

/// Ended by sheet_destroy.
typedef struct Sheet {
    vec2s size; ///< px
    Mark *marks;
    vec2s *points; ///< px
    char *texts;   ///< Each ended by a zero.
    int mark_count, mark_capacity, point_count, point_capacity, text_count, text_capacity;
    vec2s zero;       ///< The view: point p (m) lies at zero + scale * p.
    float scale;      ///< px per m
    SheetPart part;   ///< Of the marks to come.
    int figure_count; ///< That were begun; marks of SHEET_FIGURES belong to the last one.
    SheetView scene;  ///< Of the shapes; set by sheet_fit_scene.
    SheetView before; ///< Of the sheet before, of which `keep` says what becomes.
    SheetKeep keep;
} Sheet;

/// How an area is drawn. The zero value draws nothing.
typedef struct Paint {
    uint32_t fill, line; ///< 0xRRGGBBAA; 0 = none.
    float width;         ///< px, of the line.
    bool dashed;
} Paint;

// Colours of Okabe & Ito, which people see apart whatever their eyes: the first shape is blue, the
// second green, walls are grey, the answer is vermilion, what is wrong is purple and dashed.
#define SHEET_PAPER      0xFBFAF6FFu
#define SHEET_INK        0x23272BFFu
#define SHEET_FAINT      0x6B7177FFu
#define SHEET_HAIR       0xD5D3CAFFu
#define SHEET_BLUE       0x0072B2FFu
#define SHEET_GREEN      0x007F5CFFu
#define SHEET_VERMILION  0xC94F00FFu
#define SHEET_PURPLE     0xA3497FFFu
#define SHEET_BLUE_FILL  0xCFE4F3FFu
#define SHEET_GREEN_FILL 0xCDEBDFFFu
#define SHEET_GREY_FILL  0xDCDDDCFFu
#define SHEET_YELLOW     0xF8E9B0FFu

/// Starts a sheet of `width` x `height` px with a background. The view is in pixels.
Sheet sheet_make(float width, float height);
void sheet_destroy(Sheet *sheet);

/// Sets the view that is in pixels. What follows is part of the figures.
void sheet_view_pixels(Sheet *sheet);

/// Begins a figure: a table, a chart or a few lines of working, which is understood alone. Windows
/// with large letters show figures one by one. Sets the view that is in pixels.
void sheet_figure(Sheet *sheet);

/// Sets the view that shows all of `box` (m) in the area of the sheet from `low` to `high` (px), in
/// its middle, with at most `scale_max` px a metre.
void sheet_fit(Sheet *sheet, Box box, vec2s low, vec2s high, float scale_max);

/// The same for the shapes of the scene, once a sheet: the view in which people may take hold of
/// them. It stays as it was before where the sheet is told to keep it.
void sheet_fit_scene(Sheet *sheet, Box box, vec2s low, vec2s high, float scale_max);

void sheet_polygon(Sheet *sheet, const vec2s *points, int count, Paint paint);
void sheet_box(Sheet *sheet, Box box, Paint paint);

/// The convex polygon `points`, grown by `radius` (m, 0 or more), so that its corners are arcs; one
/// point is a circle, two are a capsule. `normals[i]`: unit, out of the edge from point i to the
/// next. At most 2 * SHAPE_POINTS_MAX points, counter-clockwise.
void sheet_rounded(Sheet *sheet, const vec2s *points, const vec2s *normals, int count, float radius,
                   Paint paint);

/// `shape` as it stands at `at`, round corners included.
void sheet_shape(Sheet *sheet, const Shape *shape, Transform at, Paint paint);

/// The whole of `solid` as it would stand at `at`.
void sheet_solid(Sheet *sheet, const Solid *solid, Transform at, Paint paint);

/// `width`, `radius` and `size` below are px whatever the view.
void sheet_line(Sheet *sheet, vec2s from, vec2s to, float width, uint32_t color);

/// A line with square ends, which reaches no farther than its points.
void sheet_bar(Sheet *sheet, vec2s from, vec2s to, float width, uint32_t color);
void sheet_dashes(Sheet *sheet, vec2s from, vec2s to, float width, uint32_t color);
void sheet_curve(Sheet *sheet, const vec2s *points, int count, float width, uint32_t color);
void sheet_arrow(Sheet *sheet, vec2s from, vec2s to, float width, uint32_t color);
void sheet_dot(Sheet *sheet, vec2s at, float radius, uint32_t color);
void sheet_circle(Sheet *sheet, vec2s center, float radius_m, Paint paint);

/// The sector around `center` from the direction `from` (unit) counter-clockwise to `to`.
void sheet_fan(Sheet *sheet, vec2s center, vec2s from, vec2s to, float radius, uint32_t color);

/// A cross, for what does not count.
void sheet_cross(Sheet *sheet, vec2s at, float radius, float width, uint32_t color);

/// A text with its baseline at `at` (of the view). The hyphen before a number becomes a minus sign.
void sheet_text(Sheet *sheet, vec2s at, float size, MarkAlign align, uint32_t color,
                const char *text);

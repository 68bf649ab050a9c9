/// Everything that an SVG shows, as a flat list of shapes. Frame: metres, x right, y up.
///
/// Groups, transforms, clones (`use`) and styles are resolved. Hidden things are left out, and so
/// are those whose layer or label begins with "_".
#pragma once

#include "drawing/svg_path.h"
#include "drawing/svg_style.h"

typedef struct SvgShape {
    const XmlElement *element; ///< Of a clone: the `use` that shows it.
    const XmlElement *source;  ///< Of a clone: the element that it repeats; else `element`.
    const XmlElement *layer;   ///< Innermost layer that it is in; NULL: none.
    SvgPath path;
    SvgStyle style;      ///< Lengths in user units: see `stroke_width`.
    double stroke_width; ///< m
    double dash;         ///< m, 0: none.
    bool is_circle;      ///< `center` and `radius` (m) give it to the millimetre.
    Point center;        ///< m, of circles, ellipses and rectangles.
    double radius;
    bool is_rect; ///< Without round corners.
    Point right;  ///< Unit vector along its own +x, such as the width of a rectangle.
} SvgShape;

typedef struct SvgDrawing {
    const XmlElement *root;
    SvgShape *shapes; ///< In painting order.
    int count;
    bool has_view_box;
    int ignored;            ///< Texts, pictures, clips and the like ...
    const char *ignored_as; ///< ... the first of which was this,
    Place ignored_at;       ///< here.
} SvgDrawing;

/// Finds the shapes of the SVG with this `root`. One unit of its viewBox is `scale` m; the bottom
/// of the viewBox is y = 0. Reports all mistakes (E111, E643 to E646) and returns false where there
/// is one; `out` holds the shapes without one then. The result lives in `arena`.
bool svg_drawing_read(const XmlElement *root, double scale, SvgDrawing *out, Arena *arena,
                      MessageList *messages);

/// The label of a layer of Inkscape, "" where it has none; NULL where `element` is no layer.
const char *svg_layer_label(const XmlElement *element);

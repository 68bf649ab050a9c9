/// What the layers of a drawing hold: which kind of thing each shape is.
///
/// Private to src/import/.
///
/// Layers go by the label that Inkscape gave them. Where no label is that of a kind, groups go by
/// their ids, as Plain SVG, Illustrator and Figma write them.
#pragma once

#include "drawing/svg_shape.h"
#include "import/object.h"

typedef struct ImportOptions ImportOptions;

typedef struct SvgLayers {
    const ImportOptions *options; ///< "road:Layer 1" of its `layers` goes before all names.
    bool by_id;
} SvgLayers;

/// Finds how the drawing's layers go. `*known` tells whether any of its shapes is in one that is
/// known; else the drawing is no track, but may be the map of a circuit.
SvgLayers svg_layers_find(const SvgDrawing *drawing, const ImportOptions *options, bool *known);

/// The kind of the innermost layer around `shape` that has one.
ObjectKind svg_layers_kind(const SvgLayers *layers, const SvgShape *shape);

/// Whether `shape` is in a group that is left out, since its id begins with "_" and a letter.
/// (Those with such labels are not in the drawing at all.)
bool svg_layers_hide(const SvgLayers *layers, const SvgShape *shape);

/// The outermost layer around `shape`; NULL where there is none.
const XmlElement *svg_layers_around(const SvgLayers *layers, const SvgShape *shape);

/// The name of the layer `element`; NULL where it is none.
const char *svg_layers_name(const SvgLayers *layers, const XmlElement *element);

/// Says which of the layers that the options name are of no kind (E654) or not in the drawing
/// (W642). Returns false after an error.
bool svg_layers_check(const SvgLayers *layers, const SvgDrawing *drawing, MessageList *messages);

/// Says that the drawing is read as the map of a circuit, and what to do if it is none (W641).
void svg_layers_warn(const SvgDrawing *drawing, MessageList *messages);

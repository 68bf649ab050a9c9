/// What the parts of the first panel's picture share. The shapes stand left; one of these parts
/// stands right of them, as the scene's option `show` says.
#pragma once

#include "lab/axes.h"

/// In the order of the option's choices.
typedef enum AxesShow {
    AXES_BARS,       ///< All axes with their shadows.
    AXES_NORMALS,    ///< Where the axes come from: the points and normals of both shapes.
    AXES_DIFFERENCE, ///< All moves after which the shapes overlap.
    AXES_CONTACT,    ///< How the contact points are found, in large.
    AXES_SPANS,      ///< When the shadows of moving shapes overlap.
} AxesShow;

typedef struct AxesDrawing {
    Sheet *sheet;
    const Scene *scene;
    const Solid *solids;
    Axes axes;
    int shown;              ///< The row whose shadows are drawn.
    const AxesWrong *wrong; ///< The answer to compare with; NULL: none.
} AxesDrawing;

/// A point and a direction that the first shape sees, as they are in the scene.
static inline vec2s axes_place(const AxesDrawing *drawing, vec2s point) {
    return transform_apply(drawing->solids[0].at, point);
}

static inline vec2s axes_turn(const AxesDrawing *drawing, vec2s direction) {
    return rotation_apply(drawing->solids[0].at.rotation, direction);
}

/// The colour of the shape that has the edge of a row.
uint32_t axes_row_color(const AxesRow *row);

/// The row of the reference edge of the manifold: of the two edges that name its points the one
/// whose normal it has. -1: neither, or there is none.
int axes_reference_row(const Axes *axes);

void axes_bars_draw(AxesDrawing *drawing);
void axes_normals_draw(AxesDrawing *drawing);
void axes_difference_draw(AxesDrawing *drawing);
void axes_contact_draw(AxesDrawing *drawing);

/// Draws the shapes and their motion as well.
void axes_spans_draw(AxesDrawing *drawing);

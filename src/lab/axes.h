/// The first panel: the separating axis test, axis by axis.
#pragma once

#include "collision/manifold.h"
#include "lab/interval.h"
#include "sheet/sheet.h"
#include "sheet/working.h"

enum {
    AXES_MAX = 2 * SHAPE_POINTS_MAX + 1,
};

/// One axis. Lengths along it are measured from the origin of the first shape.
typedef struct AxesRow {
    int edge;   ///< Of the first shape, or SHAPE_POINTS_MAX + one of the second; -1: the axis
                ///< between the nearest corners.
    vec2s axis; ///< Unit, in the frame of the first shape: out of it, or into the second.
    Interval a, b;
    float gap;     ///< m from the end of the first interval to the begin of the second: what the
                   ///< library measures above this edge, radii taken off.
    float overlap; ///< m: of the intervals; below 0 they are apart.
    float length;  ///< m: of the edge. The axis is this long before it is made a unit.
    int same_as;   ///< Index of an earlier row on the same line, forward or back; -1: none.
} AxesRow;

/// What a wrong method answers.
typedef struct AxesWrong {
    bool hit;
    int row;      ///< Whose axis it takes.
    vec2s normal; ///< Unit, first to second, in the frame of the first.
    float depth;  ///< m that it moves the second shape by.
    float inside; ///< m: how deep the two still are in each other then ...
    float apart;  ///< ... or how far apart.
} AxesWrong;

typedef struct Axes {
    SolidPair pair; ///< The pieces that are looked at.
    Shape a, b;
    Transform b_in_a;
    AxesRow rows[AXES_MAX];
    int count;
    Separation best;     ///< The library's answer ...
    int best_row;        ///< ... and its row.
    Separation distance; ///< The true distance, which corners may make larger than any gap; or
                         ///< -depth.
    Overlap overlap;     ///< The library's, too.
    Manifold manifold;   ///< The same.
    AxesWrong intervals, unnormalised;
} Axes;

/// Looks at the two pieces of the scene that are deepest in each other or nearest. `margin` (m): of
/// the manifold.
Axes axes_make(const Solid solids[SCENE_SHAPES], float margin);

/// The number by which people call the line that a row is on: from 1 on. Of parallel rows it is
/// that of the first.
static inline int axes_number(const Axes *axes, int row) {
    return 1 + (axes->rows[row].same_as >= 0 ? axes->rows[row].same_as : row);
}

/// The shortest way (m) along the line of a row, forward or back, after which its intervals part.
static inline float axes_way_out(const AxesRow *row) {
    return fminf(row->a.high - row->b.low, row->b.high - row->a.low);
}

void axes_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working);
void axes_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet);

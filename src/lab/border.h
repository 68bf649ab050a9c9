/// The panel of points around a car: a few points of its border in place of all of it, rectangles
/// in place of polygons, and the refused move in place of the shortest way out.
#pragma once

#include "collision/sat.h"
#include "sheet/sheet.h"
#include "sheet/working.h"

enum {
    BORDER_POINTS_MAX = 4 * 16,
};

/// One point of the border.
typedef struct BorderPoint {
    vec2s local; ///< m, in the frame of the first shape.
    vec2s at;    ///< m, in the scene: by the formula for a turned corner.
    bool in_polygon;
    bool in_rectangle; ///< The upright one around all of the second shape.
    bool in_pieces;    ///< One of those around its convex pieces.
} BorderPoint;

/// What the points cost, in counts.
typedef struct BorderCost {
    int comparisons; ///< With the rectangle: up to four a point, the first that fails ends it.
    int edges;       ///< Asked by the polygon: all of them, for each point.
    int products;    ///< Cross products of those edges that reach across the level of a point.
    int edges_left;  ///< Edges asked where the rectangle goes first and only points in it go on.
} BorderCost;

typedef struct Border {
    Box box; ///< Of the first shape, in its frame: what it is taken for.
    BorderPoint points[BORDER_POINTS_MAX];
    int count;
    float widest;                   ///< m: the widest gap between two neighbours.
    BorderCost cost;                ///< Of asking all points.
    bool points_hit;                ///< What the points say.
    Box rectangle;                  ///< Around the second shape.
    bool rectangle_hit, pieces_hit; ///< Whether a point lies in it, or in one of a piece's.
    bool hit; ///< What the separating axis test says of the same box and the second shape.
    Separation separation; ///< Of the deepest or nearest piece, in the frame of the first.
    int corners_inside;    ///< Corners of the second shape that lie in the box.
    bool moved;            ///< Whether the first shape has a velocity. Then:
    Transform before;      ///< where it came from,
    float refused_gap;     ///< m that are left to the second shape if its move is refused,
    Transform corrected;   ///< where the shortest way out puts it.
} Border;

Border border_make(const Scene *scene, const Solid solids[SCENE_SHAPES]);

void border_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working);
void border_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet);

/// Paths of SVG as lines, cubic curves and arcs, each with its formula, and as points along them.
///
/// Source: SVG 1.1 (2011), chapter 8 (path data) and appendix F.6 (arcs).
#pragma once

#include "base/arena.h"
#include "drawing/svg_matrix.h"

enum {
    SVG_PIECES_MAX = 200000, ///< Of one file.
    SVG_POINTS_MAX = 100000, ///< Of all lines that one file is flattened to.
};

typedef enum SvgPieceKind {
    SVG_LINE,
    SVG_CUBIC,
    SVG_ARC, ///< Of an ellipse.
} SvgPieceKind;

typedef struct SvgPiece {
    SvgPieceKind kind;
    Point from, to;
    Point a, b;          ///< Cubic: its control points. Arc: half-axes; the arc lies at
    Point center;        ///< center + a cos(t) + b sin(t), t from `start` to `start + sweep`,
    double start, sweep; ///< degrees.
} SvgPiece;

/// A line drawn without lifting the pen.
typedef struct SvgSubpath {
    SvgPiece *pieces;
    int count;   ///< 0: a move that draws nothing.
    bool closed; ///< By a `z`, or as a circle is.
} SvgSubpath;

typedef struct SvgPath {
    SvgSubpath *items;
    int count;
} SvgPath;

/// Points along a path.
typedef struct SvgLine {
    Point *points;
    int count;
} SvgLine;

/// Why a path could not be read.
typedef struct SvgPathProblem {
    const char *what; ///< "a number is missing"; NULL: nothing. "": there are too many pieces.
    int at;           ///< Characters of the path data before it.
} SvgPathProblem;

/// Reads path data (the attribute `d`) into `out`, which lives in `arena`. `budget` is how many
/// pieces may still be made, and counts down. A closed subpath ends where it began: a line is added
/// where it does not. Subpaths without a piece are left out. Returns false, and sets `problem`,
/// where the data are wrong.
bool svg_path_read(const char *data, SvgPath *out, int *budget, Arena *arena,
                   SvgPathProblem *problem);

/// Adds an empty subpath to `path`.
SvgSubpath *svg_path_add(SvgPath *path, Arena *arena);

/// Adds a piece to `subpath`, whose room is doubled in `arena` where it is full.
void svg_subpath_add(SvgSubpath *subpath, SvgPiece piece, Arena *arena);

SvgPiece svg_line_piece(Point from, Point to);

/// The arc around `center` with half-axes `rx` and `ry` along x and y (not 0), degrees from +x
/// toward +y.
SvgPiece svg_arc_piece(Point center, double rx, double ry, double start, double sweep);

void svg_path_transform(SvgPath *path, SvgMatrix matrix);

/// The point of `piece` at `t`, 0 to 1.
Point svg_piece_at(const SvgPiece *piece, double t);

/// Points along `subpath`, in `arena`. Their chords stay within `tolerance` of it. A closed line
/// does not repeat its first point; points in the same place are there once. `budget` is how many
/// points may still be made, and counts down. The result is empty where the budget is too small.
SvgLine svg_subpath_flatten(const SvgSubpath *subpath, double tolerance, int *budget, Arena *arena);

/// The panel of a concave shape: its triangles, the diagonals that go and those that stay, and what
/// its pieces say of a contact alone and as parts of the whole.
#pragma once

#include "collision/manifold.h"
#include "sheet/sheet.h"
#include "sheet/working.h"

enum {
    PIECES_DIAGONALS_MAX = 2 * CAR_OUTLINE_MAX,
    PIECES_CONTACTS_MAX = 24,
};

/// What becomes of a diagonal.
typedef enum DiagonalFate {
    DIAGONAL_KEPT,    ///< Of the triangles, and a cut between pieces.
    DIAGONAL_REMOVED, ///< Of the triangles alone: not needed, or the place before a turn.
    DIAGONAL_TURNED,  ///< A cut that is none of the first triangles: turned into place.
} DiagonalFate;

typedef struct PiecesDiagonal {
    int from, to; ///< Corners of the outline.
    DiagonalFate fate;
} PiecesDiagonal;

/// The contact of one pair of pieces.
typedef struct PiecesContact {
    int a, b;
    Manifold alone; ///< As if the piece of b were all of it; in the frame of a.
    Manifold whole; ///< With the outline of b; no points: none of its contacts is one of the whole.
    bool ghost;     ///< Whether the first pushes where the whole would not.
} PiecesContact;

typedef struct Pieces {
    int corners, reflex_corners; ///< Of b.
    int triangle_count;
    int piece_points[SOLID_PIECES_MAX];
    float piece_area[SOLID_PIECES_MAX]; ///< m2
    Outline outlines[SOLID_PIECES_MAX]; ///< Which edges and directions each has of the whole.
    int piece_count;
    float area; ///< m2, of the outline.
    PiecesDiagonal diagonals[PIECES_DIAGONALS_MAX];
    int diagonal_count;
    int fates[3]; ///< How many diagonals have each fate.
    PiecesContact contacts[PIECES_CONTACTS_MAX];
    int contact_count, ghost_count;
} Pieces;

/// How many diagonals of the triangles no piece needs. With those that are kept and those that are
/// turned, each counted once, they are all of the triangles'.
static inline int pieces_needless(const Pieces *pieces) {
    return pieces->fates[DIAGONAL_REMOVED] - pieces->fates[DIAGONAL_TURNED];
}

Pieces pieces_make(const Scene *scene, const Solid solids[SCENE_SHAPES]);

void pieces_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working);
void pieces_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet);

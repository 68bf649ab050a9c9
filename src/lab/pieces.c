#include "lab/pieces.h"

#include "base/arena.h"
#include "base/assert.h"
#include "collision/outline.h"
#include "geometry/partition.h"

#include <stdio.h>
#include <string.h>

/// Cosine of 2 degrees: normals that differ by more push into different directions. Cones are a
/// degree wider than the edges of an outline.
#define SAME_NORMAL 0.9994f

// ---------------------------------------------------------------- diagonals

static int find_diagonal(const Pieces *pieces, int from, int to) {
    for (int i = 0; i < pieces->diagonal_count; i++) {
        const PiecesDiagonal *diagonal = &pieces->diagonals[i];
        if (diagonal->from == from && diagonal->to == to) {
            return i;
        }
    }
    return -1;
}

/// Notes the diagonals of `partition`: those of the triangles first, then those of the pieces.
static void note_diagonals(Pieces *pieces, const Partition *partition, bool of_triangles) {
    for (int i = 0; i < partition->piece_count; i++) {
        PartitionPiece piece = partition->pieces[i];
        for (int k = 0; k < piece.count; k++) {
            int a = partition->indices[piece.first + k];
            int b = partition->indices[piece.first + (k + 1) % piece.count];
            int from = a < b ? a : b, to = a < b ? b : a;
            if (to - from == 1 || (from == 0 && to == pieces->corners - 1)) {
                continue; // an edge of the outline
            }
            int known = find_diagonal(pieces, from, to);
            if (known < 0) {
                ASSERT(pieces->diagonal_count < PIECES_DIAGONALS_MAX);
                pieces->diagonals[pieces->diagonal_count++] =
                    (PiecesDiagonal){from, to, of_triangles ? DIAGONAL_REMOVED : DIAGONAL_TURNED};
            } else if (!of_triangles && pieces->diagonals[known].fate == DIAGONAL_REMOVED) {
                pieces->diagonals[known].fate = DIAGONAL_KEPT;
            }
        }
    }
}

static int count_reflex(const vec2s *points, int count) {
    int reflex = 0;
    for (int i = 0; i < count; i++) {
        reflex +=
            points_turn(points[(i + count - 1) % count], points[i], points[(i + 1) % count]) < 0;
    }
    return reflex;
}

// ---------------------------------------------------------------- contacts

static void add_contacts(Pieces *pieces, const Solid solids[SCENE_SHAPES], float reach) {
    Transform b_in_a = transform_relative(solids[0].at, solids[1].at);
    for (int i = 0; i < solids[0].piece_count; i++) {
        for (int k = 0; k < solids[1].piece_count; k++) {
            const Shape *a = &solids[0].pieces[i], *b = &solids[1].pieces[k];
            PiecesContact contact = {.a = i, .b = k};
            contact.alone = manifold_make(a, b, b_in_a, reach, NULL);
            contact.whole = solids[1].piece_count > 1
                                ? manifold_make(a, b, b_in_a, reach, &pieces->outlines[k])
                                : contact.alone;
            if (contact.alone.count == 0 || pieces->contact_count == PIECES_CONTACTS_MAX) {
                continue;
            }
            contact.ghost = contact.whole.count == 0 ||
                            glms_vec2_dot(contact.alone.normal, contact.whole.normal) < SAME_NORMAL;
            pieces->ghost_count += contact.ghost;
            pieces->contacts[pieces->contact_count++] = contact;
        }
    }
}

Pieces pieces_make(const Scene *scene, const Solid solids[SCENE_SHAPES]) {
    const Solid *solid = &solids[1];
    Pieces pieces;
    memset(&pieces, 0, sizeof pieces);
    pieces.corners = solid->outline_count;
    pieces.reflex_corners = count_reflex(solid->outline, solid->outline_count);
    pieces.area = polygon_area(solid->outline, solid->outline_count);
    Arena arena = {0};
    Partition triangles, convex;
    bool cut =
        partition_triangles(solid->outline, solid->outline_count, &arena, &triangles) &&
        partition_convex(solid->outline, solid->outline_count, SHAPE_POINTS_MAX, &arena, &convex);
    ASSERT(cut && convex.piece_count == solid->piece_count); // it was, when the solid was made
    pieces.triangle_count = triangles.piece_count;
    pieces.piece_count = convex.piece_count;
    note_diagonals(&pieces, &triangles, true);
    note_diagonals(&pieces, &convex, false);
    for (int i = 0; i < pieces.diagonal_count; i++) {
        pieces.fates[pieces.diagonals[i].fate]++;
    }
    for (int i = 0; i < convex.piece_count; i++) {
        PartitionPiece piece = convex.pieces[i];
        vec2s corners[SHAPE_POINTS_MAX];
        partition_corners(&convex, solid->outline, i, corners);
        pieces.piece_points[i] = piece.count;
        pieces.piece_area[i] = polygon_area(corners, piece.count);
        pieces.outlines[i] = outline_of_piece(solid->outline, solid->outline_count,
                                              convex.indices + piece.first, piece.count);
    }
    add_contacts(&pieces, solids, scene->options.pieces_margin);
    arena_destroy(&arena);
    return pieces;
}

// ---------------------------------------------------------------- the working

static void work_contact(const PiecesContact *contact, int number, Working *working) {
    Digits d = {0};
    char name[WORKING_NAME_MAX];
    snprintf(name, sizeof name, "contact %d alone", number);
    working_number(working, name, (double)contact->alone.points[0].separation, "m",
                   "piece %s of b, normal from a to b %s", digits_of(&d, contact->b + 1, 0),
                   digits_point(&d, contact->alone.normal));
    snprintf(name, sizeof name, "contact %d of the whole", number);
    if (contact->whole.count > 0) {
        working_number(working, name, (double)contact->whole.points[0].separation, "m",
                       "normal from a to b %s", digits_point(&d, contact->whole.normal));
    } else {
        working_truth(working, name, false, "the outline has no such direction there");
    }
    snprintf(name, sizeof name, "contact %d is a ghost", number);
    working_truth(working, name, contact->ghost, "%s",
                  contact->ghost ? "the piece pushes where the whole does not" : "both agree");
}

void pieces_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working) {
    Pieces pieces = pieces_make(scene, solids);
    Digits d = {0};
    float sum = 0.0f;
    for (int i = 0; i < pieces.piece_count; i++) {
        sum += pieces.piece_area[i];
    }
    working_number(working, "corners", pieces.corners, "", "of b");
    working_number(working, "reflex corners", pieces.reflex_corners, "", "where b turns right");
    working_number(working, "triangles", pieces.triangle_count, "", "corners - 2");
    working_number(working, "pieces", pieces.piece_count, "", "convex, of 8 corners at most");
    working_number(working, "fewest possible", 1 + (pieces.reflex_corners + 1) / 2, "",
                   "reflex corners / 2, rounded up, + 1: one cut serves two at most");
    working_number(working, "diagonals", pieces.corners - 3, "", "of the triangles: corners - 3");
    working_number(working, "diagonals removed", pieces_needless(&pieces), "",
                   "of them: no corner needs them");
    working_number(working, "diagonals kept", pieces.fates[DIAGONAL_KEPT], "",
                   "of them: cuts that the triangles had");
    working_number(working, "diagonals turned", pieces.fates[DIAGONAL_TURNED], "",
                   "of them: turned to serve more corners; cuts are kept + turned");
    working_number(working, "area", (double)pieces.area, "m2", "of the outline");
    working_number(working, "area of the pieces", (double)sum, "m2", "of %s piece%s",
                   digits_of(&d, pieces.piece_count, 0), pieces.piece_count == 1 ? "" : "s");
    working_number(working, "contacts", pieces.contact_count, "", "of pieces alone");
    working_number(working, "ghosts", pieces.ghost_count, "", "of them");
    for (int i = 0; i < pieces.contact_count; i++) {
        work_contact(&pieces.contacts[i], i + 1, working);
    }
}

/// The picture of the panel of a concave shape (lab/pieces.h).
#include "lab/pieces.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <stdio.h>

enum {
    ROWS_MAX = 7, ///< Of the table of contacts.
};

#define ARROW_PX 46.0f ///< Length of the arrow of a contact.
#define CONE_PX  34.0f ///< Radius of a normal cone.

/// In the order of the choices of the option `show`.
typedef enum PiecesShow {
    PIECES_DIAGONALS,
    PIECES_CONES,
} PiecesShow;

static void put(Sheet *sheet, float x, float y, MarkAlign align, uint32_t color, const char *text) {
    sheet_text(sheet, vec2_make(x, y), STYLE_TEXT - 1.0f, align, color, text);
}

// ---------------------------------------------------------------- the shapes

static void draw_diagonals(Sheet *sheet, const Solid *solid, const Pieces *pieces) {
    for (int i = 0; i < pieces->diagonal_count; i++) {
        const PiecesDiagonal *diagonal = &pieces->diagonals[i];
        vec2s from = transform_apply(solid->at, solid->outline[diagonal->from]);
        vec2s to = transform_apply(solid->at, solid->outline[diagonal->to]);
        if (diagonal->fate == DIAGONAL_REMOVED) {
            sheet_dashes(sheet, from, to, 1.0f, SHEET_FAINT);
        } else {
            sheet_line(sheet, from, to, 2.5f,
                       diagonal->fate == DIAGONAL_KEPT ? SHEET_GREEN : SHEET_VERMILION);
        }
    }
}

/// The directions that a contact at corner `i` of a piece may have, or that it may have none.
static void draw_cone(Sheet *sheet, const Solid *solid, const Shape *piece, const Outline *outline,
                      int i) {
    vec2s corner = transform_apply(solid->at, shape_point(piece, i));
    vec2s from = rotation_apply(solid->at.rotation, outline->cone_from[i]);
    vec2s to = rotation_apply(solid->at.rotation, outline->cone_to[i]);
    if (glms_vec2_cross(from, to) <= 0.0f) {
        sheet_dot(sheet, corner, 4.5f, SHEET_PURPLE);
        return;
    }
    sheet_fan(sheet, corner, from, to, CONE_PX, 0xC94F0050u);
    float reach = CONE_PX / sheet->scale;
    sheet_line(sheet, corner, glms_vec2_add(corner, glms_vec2_scale(from, reach)), 1.0f,
               SHEET_VERMILION);
    sheet_line(sheet, corner, glms_vec2_add(corner, glms_vec2_scale(to, reach)), 1.0f,
               SHEET_VERMILION);
}

/// The seams between the pieces, and the normal cone of each corner of the outline.
static void draw_cones(Sheet *sheet, const Solid *solid, const Pieces *pieces) {
    for (int k = 0; k < solid->piece_count; k++) {
        const Shape *piece = &solid->pieces[k];
        const Outline *outline = &pieces->outlines[k];
        for (int i = 0; i < piece->count; i++) {
            if (outline->exposed >> i & 1) { // each corner has one exposed edge that starts there
                draw_cone(sheet, solid, piece, outline, i);
                continue;
            }
            vec2s from = transform_apply(solid->at, shape_point(piece, i));
            vec2s to = transform_apply(solid->at, shape_point(piece, (i + 1) % piece->count));
            if (from.x < to.x || (from.x <= to.x && from.y < to.y)) { // a seam has two pieces
                sheet_dashes(sheet, from, to, 1.0f, SHEET_FAINT);
            }
        }
    }
}

/// An arrow from the contact out of b: where a is pushed.
static void draw_push(Sheet *sheet, const Solid *a, const Manifold *manifold, uint32_t color) {
    for (int i = 0; i < manifold->count; i++) {
        vec2s point = transform_apply(a->at, manifold->points[i].point);
        vec2s out = rotation_apply(a->at.rotation, manifold->normal);
        vec2s tip = glms_vec2_sub(point, glms_vec2_scale(out, ARROW_PX / sheet->scale));
        sheet_arrow(sheet, point, tip, 2.5f, color);
        sheet_dot(sheet, point, 4.0f, color);
    }
}

static void draw_shapes(Sheet *sheet, const Scene *scene, const Solid solids[SCENE_SHAPES],
                        const Pieces *pieces) {
    const Solid *b = &solids[1];
    Box box = box_union(solid_bounds(&solids[0], solids[0].at), solid_bounds(b, b->at));
    bool cones = scene->options.pieces_show == PIECES_CONES;
    float room = cones ? CONE_PX : 0.0f; // px around b
    sheet_fit_scene(sheet, box, vec2_make(STYLE_LEFT + 16.0f + room, STYLE_BOTTOM + 12.0f + room),
                    vec2_make(STYLE_MIDDLE - 24.0f - room, STYLE_TOP - 6.0f - room), 140.0f);
    sheet_solid(sheet, b, b->at, style_of(scene, 1));
    sheet_solid(sheet, &solids[0], solids[0].at, style_of(scene, 0));
    if (!cones) {
        draw_diagonals(sheet, b, pieces);
    }
    sheet_solid(sheet, b, b->at, style_outline(scene, 1));
    if (cones) {
        draw_cones(sheet, b, pieces);
    }
    for (int i = 0; i < b->piece_count; i++) {
        char text[8];
        snprintf(text, sizeof text, "%d", i + 1);
        vec2s middle = transform_apply(b->at, b->pieces[i].centroid);
        middle.y -= 5.0f / sheet->scale;
        sheet_text(sheet, middle, STYLE_TEXT, MARK_MIDDLE, SHEET_GREEN, text);
    }
    for (int i = 0; i < pieces->contact_count; i++) {
        const PiecesContact *contact = &pieces->contacts[i];
        if (contact->ghost) {
            draw_push(sheet, &solids[0], &contact->alone, SHEET_PURPLE);
        }
        draw_push(sheet, &solids[0], &contact->whole, SHEET_VERMILION);
    }
    style_letter(sheet, &solids[0], 0);
}

// ---------------------------------------------------------------- figures

static void draw_count(Sheet *sheet, int row, const char *what, int count, uint32_t color) {
    char text[16];
    snprintf(text, sizeof text, "%d", count);
    float y = STYLE_TOP - 20.0f * (float)row;
    put(sheet, STYLE_MIDDLE + 8.0f, y, MARK_LEFT, SHEET_INK, what);
    put(sheet, STYLE_RIGHT, y, MARK_RIGHT, color, text);
}

static void draw_counts(Sheet *sheet, const Pieces *pieces, bool diagonals) {
    int row = 0;
    draw_count(sheet, row++, "corners", pieces->corners, SHEET_INK);
    draw_count(sheet, row++, "reflex corners", pieces->reflex_corners,
               diagonals ? SHEET_INK : SHEET_PURPLE);
    if (diagonals) {
        draw_count(sheet, row++, "triangles", pieces->triangle_count, SHEET_INK);
        draw_count(sheet, row++, "diagonals removed (dashed)", pieces_needless(pieces),
                   SHEET_FAINT);
        draw_count(sheet, row++, "diagonals kept (green)", pieces->fates[DIAGONAL_KEPT],
                   SHEET_GREEN);
        draw_count(sheet, row++, "diagonals turned (dashed, then red)",
                   pieces->fates[DIAGONAL_TURNED], SHEET_VERMILION);
    }
    draw_count(sheet, row++, "convex pieces", pieces->piece_count, SHEET_INK);
    draw_count(sheet, row++, "none has fewer than reflex corners / 2, rounded up, + 1",
               1 + (pieces->reflex_corners + 1) / 2, SHEET_INK);
}

static void draw_contacts(Sheet *sheet, const Pieces *pieces) {
    const float top = STYLE_TOP - 200.0f;
    if (pieces->contact_count == 0) {
        put(sheet, STYLE_MIDDLE + 8.0f, top, MARK_LEFT, SHEET_FAINT, "No contact.");
        return;
    }
    put(sheet, STYLE_MIDDLE + 8.0f, top, MARK_LEFT, SHEET_FAINT, "piece of b");
    put(sheet, 770.0f, top, MARK_RIGHT, SHEET_FAINT, "normal, a to b: alone");
    put(sheet, STYLE_RIGHT, top, MARK_RIGHT, SHEET_FAINT, "as a part of the whole");
    int rows = pieces->contact_count < ROWS_MAX ? pieces->contact_count : ROWS_MAX;
    for (int i = 0; i < rows; i++) {
        const PiecesContact *contact = &pieces->contacts[i];
        Digits d = {0};
        char text[16];
        float y = top - 21.0f - 20.0f * (float)i;
        snprintf(text, sizeof text, "%d", contact->b + 1);
        put(sheet, STYLE_MIDDLE + 40.0f, y, MARK_MIDDLE, SHEET_GREEN, text);
        put(sheet, 770.0f, y, MARK_RIGHT, contact->ghost ? SHEET_PURPLE : SHEET_INK,
            digits_point(&d, contact->alone.normal));
        put(sheet, STYLE_RIGHT, y, MARK_RIGHT,
            contact->whole.count > 0 ? SHEET_VERMILION : SHEET_PURPLE,
            contact->whole.count > 0 ? digits_point(&d, contact->whole.normal) : "none");
    }
}

static void draw_sentences(Sheet *sheet, const Pieces *pieces, bool diagonals) {
    if (pieces->ghost_count > 0) {
        style_sentence(sheet, 0, SHEET_PURPLE,
                       "%d of %d contact%s %s: alone, a piece pushes where the whole has no such "
                       "surface.",
                       pieces->ghost_count, pieces->contact_count,
                       pieces->contact_count == 1 ? "" : "s",
                       pieces->ghost_count == 1 ? "is a ghost" : "are ghosts");
    } else if (pieces->contact_count > 0) {
        style_sentence(sheet, 0, SHEET_VERMILION,
                       "Each piece pushes where the whole would: no ghosts here.");
    }
    int line = pieces->contact_count > 0 ? 1 : 0;
    if (!diagonals) {
        style_sentence(sheet, line, SHEET_INK,
                       "A contact at a corner has a direction of its cone. %d corner%s (purple) "
                       "cannot be touched.",
                       pieces->reflex_corners, pieces->reflex_corners == 1 ? "" : "s");
        return;
    }
    int triangles = pieces->triangle_count, parts = pieces->piece_count;
    style_sentence(sheet, line, SHEET_INK,
                   "%d triangle%s become%s %d piece%s. Of %d diagonal%s %d %s removed, %d kept, "
                   "%d turned.",
                   triangles, triangles == 1 ? "" : "s", triangles == 1 ? "s" : "", parts,
                   parts == 1 ? "" : "s", triangles - 1, triangles == 2 ? "" : "s",
                   pieces_needless(pieces), pieces_needless(pieces) == 1 ? "is" : "are",
                   pieces->fates[DIAGONAL_KEPT], pieces->fates[DIAGONAL_TURNED]);
}

void pieces_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet) {
    Pieces pieces = pieces_make(scene, solids);
    draw_shapes(sheet, scene, solids, &pieces);
    sheet_figure(sheet);
    bool diagonals = scene->options.pieces_show == PIECES_DIAGONALS;
    draw_counts(sheet, &pieces, diagonals);
    sheet_figure(sheet);
    draw_contacts(sheet, &pieces);
    draw_sentences(sheet, &pieces, diagonals);
}

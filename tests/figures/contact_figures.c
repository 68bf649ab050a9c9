#include "base/assert.h"
#include "collision/wall_piece.h"

#include <math.h>

#include "figures.h"

enum {
    PIECES_MAX = 32,
};

// ---- two points from two edges ----------------------------------------------------------------

/// Of the edges of `shape` at `at` the one whose normal faces `direction` most.
static int edge_facing(const Shape *shape, Transform at, vec2s direction) {
    int best = 0;
    float least = INFINITY;
    for (int i = 0; i < shape->count; i++) {
        float dot = glms_vec2_dot(rotation_apply(at.rotation, shape_normal(shape, i)), direction);
        best = dot < least ? i : best;
        least = fminf(least, dot);
    }
    return best;
}

Canvas figure_manifold(void) {
    Canvas canvas = canvas_make(700.0f, 340.0f);
    Shape a = shape_box(vec2_make(0.0f, 0.0f), 3.6f, 1.6f);
    Shape b = shape_box(vec2_make(0.0f, 0.0f), 3.0f, 1.4f);
    Transform at = {vec2_make(1.15f, 1.28f), rotation_make(0.1f)};
    Separation best = sat_separation(&a, &b, at);
    Manifold manifold = manifold_make(&a, &b, at, 0.5f, NULL);
    ASSERT(best.edge >= 0 && best.edge < SHAPE_POINTS_MAX && manifold.count == 2);
    canvas_view(&canvas, vec2_make(300.0f, 105.0f), 92.0f);
    canvas_shape(&canvas, &a, transform_identity(), paint_first);
    canvas_shape(&canvas, &b, at, paint_second);
    canvas_shape(&canvas, &a, transform_identity(), (Paint){0, BLUE, 2.0f, false});
    vec2s from = shape_point(&a, best.edge);
    vec2s to = shape_point(&a, (best.edge + 1) % a.count);
    canvas_line(&canvas, from, to, 5.0f, BLUE);
    for (int side = 0; side < 2; side++) {
        vec2s foot = side == 0 ? from : to;
        canvas_dashes(&canvas, glms_vec2_sub(foot, glms_vec2_scale(best.normal, 0.7f)),
                      glms_vec2_add(foot, glms_vec2_scale(best.normal, 1.2f)), 1.0f, FAINT);
    }
    int incident = edge_facing(&b, at, best.normal);
    vec2s start = transform_apply(at, shape_point(&b, incident));
    vec2s end = transform_apply(at, shape_point(&b, (incident + 1) % b.count));
    canvas_line(&canvas, start, end, 5.0f, GREEN);
    canvas_arrow(&canvas, vec2_make(-0.8f, from.y), vec2_make(-0.8f, from.y + 0.75f), 2.5f, INK);
    canvas_label(&canvas, vec2_make(-0.8f, from.y + 0.6f), LABEL_LEFT, INK, "normal");
    for (int i = 0; i < manifold.count; i++) {
        ManifoldPoint point = manifold.points[i];
        vec2s text = vec2_make(point.point.x + (point.point.x < 0.6f ? 0.0f : -0.45f), 0.2f);
        canvas_dot(&canvas, point.point, 5.5f, VERMILION);
        canvas_label(&canvas, text, LABEL_CENTER, VERMILION, "id 0x%03x", (unsigned)point.id);
        canvas_label(&canvas, vec2_make(text.x, text.y - 0.22f), LABEL_CENTER, VERMILION, "%.2f m",
                     (double)point.separation);
    }
    canvas_label(&canvas, vec2_make(-1.75f, 0.62f), LABEL_RIGHT, BLUE, "reference edge");
    canvas_label(&canvas, vec2_make(1.2f, 1.0f), LABEL_CENTER, GREEN, "incident edge");
    canvas_label(&canvas, vec2_make(-1.7f, -0.55f), LABEL_RIGHT, BLUE, "a");
    canvas_label(&canvas, vec2_make(1.0f, 1.6f), LABEL_CENTER, GREEN, "b");
    canvas_label(&canvas, vec2_make(to.x, 1.75f), LABEL_LEFT, FAINT, "side plane");
    return canvas;
}

// ---- a seam -----------------------------------------------------------------------------------

/// A straight wall of two pieces that meet at the origin; its top lies on the line y = 0.
static int make_seam(WallPiece *pieces) {
    static const vec2s line[] = {{{-2.6f, 0.0f}}, {{0.0f, 0.0f}}, {{2.6f, 0.0f}}};
    return wall_pieces_of_line(line, 3, false, 0.8f, -1, 0.6f, 0.1f, 0, pieces, PIECES_MAX);
}

Canvas figure_seam(void) {
    Canvas canvas = canvas_make(700.0f, 240.0f);
    canvas_title(&canvas, vec2_make(20.0f, 212.0f), "Each piece for itself: a ghost");
    canvas_title(&canvas, vec2_make(370.0f, 212.0f), "With the outline: it slides on");
    WallPiece pieces[PIECES_MAX];
    int count = make_seam(pieces);
    ASSERT(count == 2);
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 2.4f, 1.0f);
    Transform at = {vec2_make(-1.13f, 0.5f - 0.14f), {1.0f, 0.0f}};
    for (int k = 0; k < 2; k++) {
        canvas_view(&canvas, vec2_make(k == 0 ? 180.0f : 530.0f, 95.0f), 62.0f);
        canvas_shape(&canvas, &car, at, paint_first);
        for (int i = 0; i < count; i++) {
            Transform wall = wall_piece_at(&pieces[i]);
            canvas_shape(&canvas, &pieces[i].shape, wall, (Paint){GREY_FILL, FAINT, 1.5f, false});
        }
        canvas_shape(&canvas, &car, at, (Paint){0, BLUE, 2.0f, false});
        canvas_arrow(&canvas, vec2_make(-0.9f, 0.55f), vec2_make(0.7f, 0.55f), 2.0f, BLUE);
        for (int i = 0; i < count; i++) {
            Transform wall = wall_piece_at(&pieces[i]);
            Manifold manifold = manifold_make(&car, &pieces[i].shape, transform_relative(at, wall),
                                              0.0f, k == 0 ? NULL : &pieces[i].outline);
            for (int p = 0; p < manifold.count; p++) {
                vec2s point = transform_apply(at, manifold.points[p].point);
                vec2s push = glms_vec2_scale(manifold.normal, -0.75f);
                bool ghost = fabsf(push.x) > fabsf(push.y);
                canvas_dot(&canvas, point, 4.0f, ghost ? PURPLE : VERMILION);
                canvas_arrow(&canvas, point, glms_vec2_add(point, push), 2.5f,
                             ghost ? PURPLE : VERMILION);
            }
        }
        canvas_label(&canvas, vec2_make(-2.0f, 0.6f), LABEL_RIGHT, BLUE, "car");
        canvas_label(&canvas, vec2_make(-1.5f, -0.5f), LABEL_CENTER, INK, "piece 1");
        canvas_label(&canvas, vec2_make(1.5f, -0.5f), LABEL_CENTER, INK, "piece 2");
        canvas_label(&canvas, vec2_make(0.0f, -0.9f), LABEL_BELOW, FAINT, "seam");
    }
    return canvas;
}

// ---- normal cones -----------------------------------------------------------------------------

/// Draws the pieces of a wall, and the directions that its outline has at every corner.
static void draw_cones(Canvas *canvas, const WallPiece *pieces, int count) {
    for (int i = 0; i < count; i++) {
        canvas_shape(canvas, &pieces[i].shape, wall_piece_at(&pieces[i]),
                     (Paint){.fill = GREY_FILL});
    }
    for (int i = 0; i < count; i++) {
        const WallPiece *piece = &pieces[i];
        for (int k = 0; k < piece->shape.count; k++) {
            vec2s from = glms_vec2_add(shape_point(&piece->shape, k), piece->origin);
            vec2s next = shape_point(&piece->shape, (k + 1) % piece->shape.count);
            vec2s to = glms_vec2_add(next, piece->origin);
            if ((piece->outline.exposed >> k & 1) != 0) {
                canvas_line(canvas, from, to, 2.0f, INK);
            } else {
                if (from.x < to.x) { // each seam belongs to two pieces
                    canvas_dashes(canvas, from, to, 1.0f, FAINT);
                }
                continue; // the corner is drawn with the piece whose exposed edge starts there
            }
            vec2s cone_from = piece->outline.cone_from[k];
            vec2s cone_to = piece->outline.cone_to[k];
            if (glms_vec2_cross(cone_from, cone_to) > 0.0f) {
                canvas_fan(canvas, from, cone_from, cone_to, 34.0f, 0xC94F0050);
                vec2s tip = glms_vec2_scale(cone_from, 34.0f / canvas->scale);
                canvas_line(canvas, from, glms_vec2_add(from, tip), 1.0f, VERMILION);
                tip = glms_vec2_scale(cone_to, 34.0f / canvas->scale);
                canvas_line(canvas, from, glms_vec2_add(from, tip), 1.0f, VERMILION);
            } else {
                canvas_dot(canvas, from, 4.0f, PURPLE);
            }
        }
    }
}

Canvas figure_cones(void) {
    Canvas canvas = canvas_make(700.0f, 300.0f);
    canvas_title(&canvas, vec2_make(20.0f, 272.0f), "An outline with a reflex corner");
    canvas_title(&canvas, vec2_make(370.0f, 272.0f), "A smooth wall: cones of a few degrees");
    WallPiece pieces[PIECES_MAX];
    static const vec2s ell[] = {{{0.0f, 0.0f}}, {{4.0f, 0.0f}}, {{4.0f, 1.4f}},
                                {{1.6f, 1.4f}}, {{1.6f, 3.2f}}, {{0.0f, 3.2f}}};
    int count = wall_pieces_of_polygon(ell, 6, 0.6f, 0.1f, 0, pieces, PIECES_MAX);
    canvas_view(&canvas, vec2_make(72.0f, 50.0f), 52.0f);
    draw_cones(&canvas, pieces, count);
    canvas_label(&canvas, vec2_make(1.75f, 2.3f), LABEL_RIGHT, PURPLE, "reflex: no corner axis");
    canvas_label(&canvas, vec2_make(2.6f, 0.45f), LABEL_CENTER, FAINT, "seam, dashed");
    vec2s curve[9];
    for (int i = 0; i < 9; i++) {
        Rotation turn = rotation_make(2.25f - 0.17f * (float)i);
        curve[i] = vec2_make(5.0f * turn.c, 5.0f * turn.s - 3.0f);
    }
    count = wall_pieces_of_line(curve, 9, false, 0.7f, -1, 0.6f, 0.1f, 0, pieces, PIECES_MAX);
    canvas_view(&canvas, vec2_make(527.0f, 95.0f), 42.0f);
    draw_cones(&canvas, pieces, count);
    return canvas;
}

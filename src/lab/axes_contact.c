/// How the contact points of the first panel are found, in large: the reference edge lies flat, and
/// the incident edge is clipped at its ends.
#include "lab/axes_drawing.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <stdio.h>

#define PAST     0.15f ///< Of the reference edge: how far the view reaches beyond its ends.
#define DEEP     0.45f ///< Of it: how far of the incident edge is shown above and below.
#define BEYOND   0.06f ///< Of it: how far the view goes on beyond the contact points.
#define LABEL_PX 120.0f

/// The view: x runs along the reference edge from its end to its start, y out of its shape.
typedef struct ContactView {
    vec2s start, along, out; ///< In the scene.
    float length;            ///< m
    Box box;                 ///< m, of the view.
    int reference, incident; ///< Rows of the edges; the latter -1 where it is a point.
} ContactView;

static int row_of_edge(const Axes *axes, int edge) {
    for (int i = 0; i < axes->count; i++) {
        if (axes->rows[i].edge == edge) {
            return i;
        }
    }
    return -1;
}

int axes_reference_row(const Axes *axes) {
    if (axes->manifold.count == 0) {
        return -1;
    }
    int id = axes->manifold.points[0].id;
    const int named[] = {row_of_edge(axes, id & 7),
                         row_of_edge(axes, SHAPE_POINTS_MAX + (id >> 4 & 7))};
    int best = -1;
    float most = 1.0f - 1e-6f;
    for (int i = 0; i < 2; i++) {
        float along =
            named[i] < 0 ? -1.0f : glms_vec2_dot(axes->rows[named[i]].axis, axes->manifold.normal);
        if (along > most) {
            most = along;
            best = named[i];
        }
    }
    return best;
}

/// The start, or the end, of the edge of a row, in the scene, on the surface of its shape.
static vec2s edge_end(const AxesDrawing *drawing, int row, bool end) {
    int edge = drawing->axes.rows[row].edge;
    int index = edge / SHAPE_POINTS_MAX;
    const Shape *shape = index == 0 ? &drawing->axes.a : &drawing->axes.b;
    int first = edge % SHAPE_POINTS_MAX;
    vec2s out = glms_vec2_scale(shape_normal(shape, first), shape->radius);
    vec2s point = shape_point(shape, end ? shape_next(first) : first);
    return transform_apply(drawing->solids[index].at, glms_vec2_add(point, out));
}

static vec2s into_view(const ContactView *view, vec2s point) {
    vec2s from = glms_vec2_sub(point, view->start);
    return vec2_make(glms_vec2_dot(from, view->along), glms_vec2_dot(from, view->out));
}

/// A contact point where `side` is 0, else where it lies on the surface of the first shape (-1) or
/// of the second (1).
static vec2s contact_in_view(const AxesDrawing *drawing, const ContactView *view, int i, int side) {
    const Manifold *manifold = &drawing->axes.manifold;
    const ManifoldPoint *point = &manifold->points[i];
    vec2s shift = glms_vec2_scale(manifold->normal, 0.5f * (float)side * point->separation);
    return into_view(view, axes_place(drawing, glms_vec2_add(point->point, shift)));
}

/// False where no edge is the reference: two corners touch, or nothing does.
static bool view_make(const AxesDrawing *drawing, ContactView *out) {
    const Axes *axes = &drawing->axes;
    ContactView view = {.reference = axes_reference_row(axes)};
    if (view.reference < 0) {
        return false;
    }
    bool of_a = axes->rows[view.reference].edge < SHAPE_POINTS_MAX;
    int id = axes->manifold.points[0].id;
    const Shape *other = of_a ? &axes->b : &axes->a;
    view.incident = other->count == 1 ? -1
                    : of_a            ? row_of_edge(axes, SHAPE_POINTS_MAX + (id >> 4 & 7))
                                      : row_of_edge(axes, id & 7);
    view.start = edge_end(drawing, view.reference, true);
    vec2s along = glms_vec2_sub(edge_end(drawing, view.reference, false), view.start);
    view.length = sqrtf(glms_vec2_norm2(along));
    view.along = glms_vec2_scale(along, 1.0f / view.length);
    view.out = vec2_left(view.along); // on the way back the outside of an edge is left
    float low = 0.0f, high = 0.0f;
    for (int i = 0; i < 2 && view.incident >= 0; i++) { // as far as it is worth a look
        vec2s end = into_view(&view, edge_end(drawing, view.incident, i == 1));
        low = fminf(low, fmaxf(end.y, -DEEP * view.length));
        high = fmaxf(high, fminf(end.y, DEEP * view.length));
    }
    for (int i = 0; i < axes->manifold.count; i++) {
        for (int side = -1; side <= 1; side += 2) {
            float y = contact_in_view(drawing, &view, i, side).y;
            low = fminf(low, y);
            high = fmaxf(high, y);
        }
    }
    view.box = (Box){vec2_make(-PAST * view.length, low - BEYOND * view.length),
                     vec2_make((1.0f + PAST) * view.length, high + BEYOND * view.length)};
    *out = view;
    return true;
}

/// Cuts the line between both points down to what lies within `box`. False where nothing does.
static bool cut_to(Box box, vec2s *from, vec2s *to) {
    vec2s along = glms_vec2_sub(*to, *from);
    float enter = 0.0f, leave = 1.0f;
    for (int i = 0; i < 2; i++) {
        float start = from->raw[i], speed = along.raw[i];
        if (fabsf(speed) < 1e-9f) {
            if (start < box.low.raw[i] || start > box.high.raw[i]) {
                return false;
            }
            continue;
        }
        float a = (box.low.raw[i] - start) / speed, b = (box.high.raw[i] - start) / speed;
        enter = fmaxf(enter, fminf(a, b));
        leave = fminf(leave, fmaxf(a, b));
    }
    if (enter > leave) {
        return false;
    }
    vec2s start = *from;
    *from = glms_vec2_add(start, glms_vec2_scale(along, enter));
    *to = glms_vec2_add(start, glms_vec2_scale(along, leave));
    return true;
}

/// A line of the view, as far as it lies within `box`.
static void draw_cut(Sheet *sheet, Box box, vec2s from, vec2s to, float width, uint32_t color) {
    if (cut_to(box, &from, &to)) {
        sheet_line(sheet, from, to, width, color);
    }
}

/// The edge of a row with its two neighbours, thick where it counts.
static void draw_edge(const AxesDrawing *drawing, const ContactView *view, int row, Box thick) {
    Sheet *sheet = drawing->sheet;
    const Axes *axes = &drawing->axes;
    uint32_t color = axes_row_color(&axes->rows[row]);
    int edge = axes->rows[row].edge;
    int count = edge < SHAPE_POINTS_MAX ? axes->a.count : axes->b.count;
    int base = edge - edge % SHAPE_POINTS_MAX;
    for (int side = -1; side <= 1; side++) {
        int near = row_of_edge(axes, base + (edge - base + count + side) % count);
        vec2s from = into_view(view, edge_end(drawing, near, false));
        vec2s to = into_view(view, edge_end(drawing, near, true));
        draw_cut(sheet, view->box, from, to, 1.5f, color);
        if (side == 0) {
            draw_cut(sheet, thick, from, to, 5.0f, color);
        }
    }
}

static void put(Sheet *sheet, vec2s at, MarkAlign align, uint32_t color, const char *text) {
    sheet_text(sheet, at, STYLE_TEXT, align, color, text);
}

static void draw_points(const AxesDrawing *drawing, const ContactView *view) {
    Sheet *sheet = drawing->sheet;
    const Manifold *manifold = &drawing->axes.manifold;
    float px = 1.0f / sheet->scale;
    float last = -INFINITY;
    for (int i = 0; i < manifold->count; i++) {
        const ManifoldPoint *point = &manifold->points[i];
        vec2s at = contact_in_view(drawing, view, i, 0);
        sheet_line(sheet, contact_in_view(drawing, view, i, -1),
                   contact_in_view(drawing, view, i, 1), 2.0f, SHEET_VERMILION);
        sheet_dot(sheet, at, 5.5f, SHEET_PAPER);
        sheet_dot(sheet, at, 4.5f, SHEET_INK);
        Digits d = {0};
        char text[2][48];
        snprintf(text[0], sizeof text[0], "%s m %s",
                 digits_of(&d, (double)fabsf(point->separation), 3),
                 point->separation > 0.0f ? "apart" : "deep");
        snprintf(text[1], sizeof text[1], "id: a%d b%d, end %d", 1 + (point->id & 7),
                 1 + (point->id >> 4 & 7), 1 + (point->id >> 8));
        bool below = fabsf(at.x - last) < LABEL_PX * px; // two that are near each other
        for (int k = 0; k < 2; k++) {
            float line = 22.0f + 19.0f * (float)k + (below ? 42.0f : 0.0f);
            put(sheet, vec2_make(at.x, view->box.low.y - line * px), MARK_MIDDLE,
                k == 0 ? SHEET_VERMILION : SHEET_INK, text[k]);
        }
        sheet_dashes(sheet, at, vec2_make(at.x, view->box.low.y - (below ? 48.0f : 6.0f) * px),
                     1.0f, SHEET_VERMILION);
        last = at.x;
    }
}

static void draw_names(const AxesDrawing *drawing, const ContactView *view) {
    Sheet *sheet = drawing->sheet;
    const Axes *axes = &drawing->axes;
    char text[64];
    const AxesRow *row = &axes->rows[view->reference];
    sheet_figure(sheet);
    snprintf(text, sizeof text, "reference edge: edge %d of %s", row->edge % SHAPE_POINTS_MAX + 1,
             row->edge < SHAPE_POINTS_MAX ? "a" : "b");
    put(sheet, vec2_make(STYLE_MIDDLE + 30.0f, STYLE_TOP + 6.0f), MARK_LEFT, axes_row_color(row),
        text);
    if (view->incident >= 0) {
        row = &axes->rows[view->incident];
        snprintf(text, sizeof text, "incident edge: edge %d of %s",
                 row->edge % SHAPE_POINTS_MAX + 1, row->edge < SHAPE_POINTS_MAX ? "a" : "b");
        put(sheet, vec2_make(STYLE_MIDDLE + 30.0f, STYLE_TOP - 14.0f), MARK_LEFT,
            axes_row_color(row), text);
    }
}

void axes_contact_draw(AxesDrawing *drawing) {
    Sheet *sheet = drawing->sheet;
    ContactView view;
    if (!view_make(drawing, &view)) {
        sheet_figure(sheet);
        put(sheet, vec2_make(STYLE_MIDDLE + 30.0f, STYLE_TOP + 6.0f), MARK_LEFT, SHEET_FAINT,
            drawing->axes.manifold.count > 0 ? "Two corners touch: no edge is clipped."
                                             : "No contact point within the margin.");
        return;
    }
    draw_names(drawing, &view);
    sheet_fit(sheet, view.box, vec2_make(STYLE_MIDDLE + 30.0f, STYLE_BOTTOM + 110.0f),
              vec2_make(STYLE_RIGHT - 16.0f, STYLE_TOP - 60.0f), 1000.0f);
    Box between = view.box;
    between.low.x = 0.0f;
    between.high.x = view.length;
    for (int end = 0; end < 2; end++) { // the side planes
        float x = end == 0 ? 0.0f : view.length;
        sheet_dashes(sheet, vec2_make(x, view.box.low.y), vec2_make(x, view.box.high.y), 1.0f,
                     SHEET_FAINT);
        put(sheet, vec2_make(x, view.box.high.y + 8.0f / sheet->scale), MARK_MIDDLE, SHEET_FAINT,
            "side plane");
    }
    draw_edge(drawing, &view, view.reference, between);
    if (view.incident >= 0) {
        draw_edge(drawing, &view, view.incident, between);
    }
    vec2s foot = vec2_make(0.5f * view.length, 0.0f);
    sheet_arrow(sheet, foot, vec2_make(foot.x, 46.0f / sheet->scale), 2.5f, SHEET_INK);
    put(sheet, vec2_make(foot.x + 10.0f / sheet->scale, 34.0f / sheet->scale), MARK_LEFT, SHEET_INK,
        "normal");
    draw_points(drawing, &view);
}

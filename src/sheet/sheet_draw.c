#include "sheet/sheet_draw.h"

#include "sheet/sheet_dashes.h"

#include <math.h>
#include <stdlib.h>

/// Where the sheet lies in the list.
typedef struct Placing {
    vec2s at;
    float scale, height;
} Placing;

static vec2s placed(const Placing *to, vec2s point) {
    return vec2_make(to->at.x + to->scale * point.x, to->at.y + to->scale * (to->height - point.y));
}

static void draw_dashes(DrawList *list, const Placing *to, const Sheet *sheet, const Mark *mark) {
    SheetDash *dashes = NULL;
    int count = sheet_dashes_of(sheet, mark, &dashes);
    for (int i = 0; i < count; i++) {
        draw_line(list, placed(to, dashes[i].from), placed(to, dashes[i].to),
                  mark->size * to->scale, mark->color);
    }
    free(dashes);
}

static void draw_mark_line(DrawList *list, const Placing *to, const Mark *mark,
                           const vec2s *points) {
    vec2s pixels[512];
    for (int i = 0; i < mark->count; i++) {
        pixels[i] = placed(to, points[i]);
    }
    draw_polyline(list, pixels, mark->count, mark->closed, mark->size * to->scale, mark->color);
}

static void draw_area(DrawList *list, const Placing *to, const Mark *mark, const vec2s *points) {
    vec2s pixels[512];
    for (int i = 0; i < mark->count; i++) {
        pixels[i] = placed(to, points[i]);
    }
    if (polygon_is_convex(points, mark->count)) {
        draw_convex(list, pixels, mark->count, mark->color);
    } else {
        draw_polygon(list, pixels, mark->count, mark->color);
    }
}

TextAlign sheet_text_align(MarkAlign align) {
    static const TextAlign aligns[] = {
        [MARK_LEFT] = TEXT_LEFT, [MARK_MIDDLE] = TEXT_CENTER, [MARK_RIGHT] = TEXT_RIGHT};
    return aligns[align];
}

bool sheet_draws(const SheetDrawing *how, const Mark *mark) {
    return (how->parts == 0 || (how->parts >> mark->part & 1u) != 0) &&
           (how->figure == 0 || how->figure == mark->figure);
}

vec2s sheet_place(const Sheet *sheet, const SheetDrawing *how, vec2s point) {
    Placing to = {how->at, how->scale, sheet->size.y};
    return placed(&to, point);
}

void sheet_draw(const Sheet *sheet, DrawList *list, const Font *font, vec2s at, float scale) {
    SheetDrawing all = {.at = at, .scale = scale};
    sheet_draw_parts(sheet, list, font, &all);
}

void sheet_draw_parts(const Sheet *sheet, DrawList *list, const Font *font,
                      const SheetDrawing *how) {
    float scale = how->scale;
    Placing to = {how->at, scale, sheet->size.y};
    for (int i = 0; i < sheet->mark_count; i++) {
        const Mark *mark = &sheet->marks[i];
        if (!sheet_draws(how, mark)) {
            continue;
        }
        vec2s where = placed(&to, mark->at);
        switch (mark->kind) {
        case MARK_AREA:
            draw_area(list, &to, mark, sheet->points + mark->first);
            break;
        case MARK_LINE:
            if (mark->dashed) {
                draw_dashes(list, &to, sheet, mark);
            } else {
                draw_mark_line(list, &to, mark, sheet->points + mark->first);
            }
            break;
        case MARK_DISC:
            draw_circle(list, where, mark->size * scale, mark->color);
            break;
        case MARK_TEXT:
            if (!how->no_texts) {
                draw_text(list, font, where.x, where.y, mark->size * scale,
                          sheet_text_align(mark->align), mark->color, sheet->texts + mark->first);
            }
            break;
        }
    }
}

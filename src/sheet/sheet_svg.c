#include "sheet/sheet_svg.h"

#include "sheet/sheet_dashes.h"

static void add_line(const Mark *mark, const vec2s *points, Svg *svg) {
    if (!mark->dashed) {
        svg_line(svg, points, mark->count, mark->closed, mark->size, mark->color);
        return;
    }
    if (mark->count == 2 || !mark->closed) {
        svg_dashes(svg, points, mark->count, mark->size, SHEET_DASH, mark->color);
        return;
    }
    vec2s ring[513]; // a sheet's lines have 512 points at most
    for (int i = 0; i <= mark->count; i++) {
        ring[i] = points[i % mark->count];
    }
    svg_dashes(svg, ring, mark->count + 1, mark->size, SHEET_DASH, mark->color);
}

static void add_text(const Mark *mark, const char *text, Svg *svg) {
    if (mark->align == MARK_LEFT) {
        svg_text(svg, mark->at, mark->size, mark->color, text);
    } else if (mark->align == MARK_RIGHT) {
        svg_text_end(svg, mark->at, mark->size, mark->color, text);
    } else {
        svg_text_middle(svg, mark->at, mark->size, mark->color, text);
    }
}

void sheet_svg(const Sheet *sheet, Svg *svg) {
    svg_begin(svg, vec2_make(0.0f, 0.0f), sheet->size, sheet->size.x);
    for (int i = 0; i < sheet->mark_count; i++) {
        const Mark *mark = &sheet->marks[i];
        switch (mark->kind) {
        case MARK_AREA:
            svg_polygon(svg, sheet->points + mark->first, mark->count, mark->color);
            break;
        case MARK_LINE:
            add_line(mark, sheet->points + mark->first, svg);
            break;
        case MARK_DISC:
            svg_circle(svg, mark->at, mark->size, mark->color);
            break;
        case MARK_TEXT:
            add_text(mark, sheet->texts + mark->first, svg);
            break;
        }
    }
    svg_end(svg);
}

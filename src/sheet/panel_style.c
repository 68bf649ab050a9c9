#include "sheet/panel_style.h"

#include <stdarg.h>
#include <stdio.h>

const Paint style_answer = {0, SHEET_VERMILION, 2.0f, false};
const Paint style_wrong = {0, SHEET_PURPLE, 2.0f, true};
const Paint style_ghost = {0, SHEET_FAINT, 1.5f, true};

uint32_t style_color(int index) { return index == 0 ? SHEET_BLUE : SHEET_GREEN; }

Paint style_of(const Scene *scene, int index) {
    if (scene->shapes[index].kind == SCENE_WALL) {
        return (Paint){SHEET_GREY_FILL, style_color(index), 2.0f, false};
    }
    return (Paint){index == 0 ? SHEET_BLUE_FILL : SHEET_GREEN_FILL, style_color(index), 2.0f,
                   false};
}

Paint style_outline(const Scene *scene, int index) {
    Paint paint = style_of(scene, index);
    paint.fill = 0;
    return paint;
}

void style_letter(Sheet *sheet, const Solid *solid, int index) {
    vec2s at = transform_apply(solid->at, solid->pieces[0].centroid);
    Box box = solid_bounds(solid, solid->at);
    float px = 1.0f / sheet->scale;
    bool inside = box.high.x - box.low.x > 48.0f * px && box.high.y - box.low.y > 24.0f * px;
    at = inside ? vec2_make(at.x - 16.0f * px, at.y - 5.0f * px)
                : vec2_make(0.5f * (box.low.x + box.high.x), box.low.y - 18.0f * px);
    sheet_text(sheet, at, 16.0f, MARK_MIDDLE, style_color(index), index == 0 ? "a" : "b");
}

void style_sentence(Sheet *sheet, int line, uint32_t color, const char *format, ...) {
    char text[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sheet_view_pixels(sheet);
    sheet->part = SHEET_SENTENCES;
    sheet_text(sheet, vec2_make(STYLE_LEFT, 68.0f - 22.0f * (float)line), STYLE_TEXT + 1.0f,
               MARK_LEFT, color, text);
    sheet->part = SHEET_FIGURES;
}

#include "lab_window/lab_view.h"

#include "base/text.h"
#include "lab/panel.h"
#include "lab_window/lab_colors.h"
#include "lab_window/lab_corners.h"
#include "lab_window/lab_figures.h"
#include "lab_window/lab_guess.h"
#include "lab_window/lab_handles.h"
#include "lab_window/lab_labels.h"
#include "lab_window/lab_text.h"
#include "sheet/panel_style.h"
#include "sheet/sheet_draw.h"
#include "ui/menu_parts.h"
#include "ui/text_lines.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PART(part) (1u << (unsigned)(part))

/// What all parts need.
typedef struct Drawing {
    const Laboratory *lab;
    const LabDesk *desk;
    const LabLayout *layout;
    const Canvas *canvas;
    LabColors colors;
} Drawing;

// ---------------------------------------------------------------- the sheet

static void draw_parts(const Drawing *drawing, const Sheet *sheet, unsigned parts) {
    const LabLayout *layout = drawing->layout;
    SheetDrawing how = {.at = vec2_make(layout->sheet_x, layout->sheet_y),
                        .scale = layout->sheet_scale,
                        .parts = parts,
                        .no_texts = !layout->whole};
    sheet_draw_parts(sheet, drawing->canvas->list, drawing->canvas->font, &how);
}

static void fill(const Drawing *drawing, float left, float top, float right, float bottom,
                 uint32_t color) {
    if (right > left && bottom > top) {
        draw_rect(drawing->canvas->list, left, top, right - left, bottom - top, color);
    }
}

/// Covers what reaches beyond the part of the sheet that shapes have, which lies on `color`.
static void cover_around(const Drawing *drawing, Area all, Area hole, uint32_t color) {
    float right = all.x + all.width, bottom = all.y + all.height;
    float hole_right = hole.x + hole.width, hole_bottom = hole.y + hole.height;
    fill(drawing, all.x, all.y, right, hole.y, color);
    fill(drawing, all.x, hole_bottom, right, bottom, color);
    fill(drawing, all.x, hole.y, hole.x, hole_bottom, color);
    fill(drawing, hole_right, hole.y, right, hole_bottom, color);
}

static uint32_t shape_color(int index) { return style_color(index); }

/// What the mouse takes hold of, of the selected shape.
static void draw_handles(const Drawing *drawing, const LabMap *map) {
    const LabDesk *desk = drawing->desk;
    LabHandles handles = lab_handles(desk, desk->selected, drawing->layout, map);
    DrawList *list = drawing->canvas->list;
    uint32_t color = shape_color(desk->selected);
    float width = 0.09f * drawing->layout->text;
    draw_ring(list, handles.origin, handles.ring, 0.6f * width, PALETTE_WITH(color, 0x70));
    // of a shape at rest it only says where to take hold: a full arrow would look like a force
    bool rests = !(glms_vec2_norm2(desk->scene.shapes[desk->selected].velocity) > 0.0f);
    draw_line(list, handles.origin, handles.tip, (rests ? 0.4f : 1.5f) * width, color);
    vec2s along = glms_vec2_sub(handles.tip, handles.origin);
    float length = fmaxf(sqrtf(glms_vec2_norm2(along)), 1e-3f), head = 1.5f * handles.knob;
    along = glms_vec2_scale(along, head / length);
    vec2s neck = glms_vec2_sub(handles.tip, along), side = glms_vec2_scale(vec2_left(along), 0.5f);
    vec2s tip[] = {glms_vec2_add(handles.tip, glms_vec2_scale(along, 0.4f)),
                   glms_vec2_add(neck, side), glms_vec2_sub(neck, side)};
    draw_convex(list, tip, 3, rests ? SHEET_PAPER : color);
    for (int i = 0; rests && i < 3; i++) {
        draw_line(list, tip[i], tip[(i + 1) % 3], width, color);
    }
    for (int i = 0; lab_handles_has_corners(desk) && i < desk->scene.shapes[desk->selected].count;
         i++) {
        vec2s at = lab_map_pixel(map, lab_corner_place(desk, desk->selected, i));
        bool chosen = lab_corners_chosen(desk) == i;
        float radius = (chosen ? 0.55f : 0.3f) * handles.knob;
        draw_circle(list, at, radius, chosen ? SHEET_VERMILION : SHEET_PAPER);
        draw_ring(list, at, radius, width, chosen ? SHEET_INK : color);
    }
    draw_circle(list, handles.turn, handles.knob, SHEET_PAPER);
    draw_ring(list, handles.turn, handles.knob - width, 1.6f * width, color);
    draw_circle(list, handles.origin, 0.35f * handles.knob, color);
}

static void draw_pen(const Drawing *drawing, const LabMap *map) {
    const LabPen *pen = &drawing->desk->pen;
    DrawList *list = drawing->canvas->list;
    float width = 0.12f * drawing->layout->text;
    vec2s at = lab_map_pixel(map, pen->at);
    for (int i = 0; i < pen->count; i++) {
        vec2s from = lab_map_pixel(map, pen->points[i]);
        vec2s to = i + 1 < pen->count ? lab_map_pixel(map, pen->points[i + 1]) : at;
        draw_line(list, from, to, width, SHEET_VERMILION);
        draw_circle(list, from, (i == 0 ? 4.0f : 2.5f) * width, SHEET_VERMILION);
    }
    float arm = 0.9f * drawing->layout->text;
    draw_line(list, vec2_make(at.x - arm, at.y), vec2_make(at.x + arm, at.y), width, SHEET_INK);
    draw_line(list, vec2_make(at.x, at.y - arm), vec2_make(at.x, at.y + arm), width, SHEET_INK);
    char text[64];
    Digits digits = {0};
    snprintf(text, sizeof text, "%s, point %d", digits_point(&digits, pen->at), pen->count + 1);
    canvas_text(drawing->canvas, at.x + arm, at.y - 0.4f * arm, drawing->layout->text, TEXT_LEFT,
                SHEET_INK, text);
}

static void draw_sheet(const Drawing *drawing) {
    const LabLayout *layout = drawing->layout;
    const Sheet *sheet = &drawing->lab->sheet, *shapes = laboratory_shapes(drawing->lab, layout);
    LabMap map = lab_map(layout, &shapes->scene);
    fill(drawing, layout->sheet.x, layout->sheet.y, layout->sheet.x + layout->sheet.width,
         layout->sheet.y + layout->sheet.height, SHEET_PAPER);
    if (layout->whole) {
        draw_parts(drawing, sheet, PART(SHEET_GROUND));
    }
    draw_parts(drawing, shapes, PART(SHEET_SHAPES));
    if (map.scale > 0.0f) {
        if (drawing->desk->pen.draws) {
            draw_pen(drawing, &map);
        } else {
            draw_handles(drawing, &map);
        }
    }
    if (!layout->whole) {
        LabLabels labels = {.drawing = {.at = vec2_make(layout->sheet_x, layout->sheet_y),
                                        .scale = layout->sheet_scale,
                                        .parts = PART(SHEET_SHAPES)},
                            .within = layout->shapes,
                            .text_min = layout->text,
                            .moves = true};
        lab_labels_draw(drawing->canvas, shapes, &labels);
    }
    float edge = layout->whole ? 1.5f * layout->sheet_scale : 0.0f;
    Area inner = {layout->sheet.x + edge, layout->sheet.y + edge, layout->sheet.width - 2.0f * edge,
                  layout->sheet.height - 2.0f * edge};
    cover_around(drawing, inner, layout->shapes, SHEET_PAPER);
    Area all = {0.0f, 0.0f, (float)drawing->canvas->width, (float)drawing->canvas->height};
    cover_around(drawing, all, layout->sheet, drawing->colors.ground);
    if (layout->whole) {
        draw_parts(drawing, sheet, PART(SHEET_HEAD) | PART(SHEET_FIGURES) | PART(SHEET_SENTENCES));
    }
}

// ---------------------------------------------------------------- the column

enum {
    SENTENCES_MAX = 8,
};

/// What the panel says, a sentence a mark, in its order.
typedef struct Sentences {
    const Mark *marks[SENTENCES_MAX];
    bool kept[SENTENCES_MAX];
    int count;
} Sentences;

static Sentences find_sentences(const Sheet *sheet) {
    Sentences out = {.count = 0};
    for (int i = 0; i < sheet->mark_count && out.count < SENTENCES_MAX; i++) {
        const Mark *mark = &sheet->marks[i];
        if (mark->part == SHEET_SENTENCES && mark->kind == MARK_TEXT) {
            out.marks[out.count++] = mark;
        }
    }
    return out;
}

/// Keeps what has room in `area`: the verdict, which comes first, before what a wrong method says,
/// which is purple, before all others.
static void keep_sentences(const Drawing *drawing, Sentences *sentences, Area area, float size) {
    float left = area.height + 0.5f;
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < sentences->count; i++) {
            const Mark *mark = sentences->marks[i];
            int rank = i == 0 ? 0 : mark->color == SHEET_PURPLE ? 1 : 2;
            float height = lab_text_height(drawing->canvas, area.width, size,
                                           drawing->lab->sheet.texts + mark->first);
            if (rank == turn && height <= left) {
                sentences->kept[i] = true;
                left -= height;
            }
        }
    }
}

/// What the panel says in a sentence each, from its sheet. Returns the height that it took.
static float draw_sentences(const Drawing *drawing, Area area, float size) {
    Sentences sentences = find_sentences(&drawing->lab->sheet);
    keep_sentences(drawing, &sentences, area, size);
    float y = 0.0f;
    for (int i = 0; i < sentences.count; i++) {
        const Mark *mark = sentences.marks[i];
        if (sentences.kept[i]) {
            Area rest = {area.x, area.y + y, area.width, area.height - y};
            y += lab_text_draw(drawing->canvas, rest, size,
                               drawing->desk->presents ? mark->color : drawing->colors.text,
                               drawing->lab->sheet.texts + mark->first);
        }
    }
    return y;
}

/// The title of the panel, its three sentences and its source; presented, the scene's name and what
/// the panel says of it; before the
/// answers are shown, what is asked.
static void draw_about(const Drawing *drawing) {
    const Panel *panel = &panels[drawing->desk->scene.panel];
    const LabColors *colors = &drawing->colors;
    float size = drawing->layout->text;
    Area rest = drawing->layout->about;
    bool all = drawing->desk->page == LAB_PAGE_ABOUT;
    bool named = drawing->desk->presents && !all && !lab_desk_hides(drawing->desk);
    const char *title = named ? drawing->desk->scene.name : panel->title;
    float took = lab_text_draw(drawing->canvas, rest, 1.1f * size, colors->text, title);
    rest.y += took + 0.3f * size;
    rest.height -= took + 0.3f * size;
    // of a panel whose answers are hidden the sentences are the question, and what it is about
    // would tell too much
    if ((drawing->desk->presents && !all) || lab_desk_hides(drawing->desk)) {
        draw_sentences(drawing, rest, size);
        return;
    }
    if (!drawing->layout->whole && !drawing->lab->bare && !all) { // else the sheet has them
        took = draw_sentences(drawing, rest, size);
        rest.y += took + 0.3f * size;
        rest.height -= took + 0.3f * size;
    }
    took = lab_text_draw(drawing->canvas, rest, size, colors->faint, panel->about);
    char source[512];
    snprintf(source, sizeof source, "Source: %s", panel->source);
    for (char *at = source; *at; at++) { // no sentences: "Vol. 3" is none
        *at = *at == '\n' ? ' ' : *at;
    }
    rest.y += took + 0.3f * size;
    rest.height -= took + 0.3f * size;
    float small = drawing->desk->presents ? size : 0.9f * size;
    lab_text_draw(drawing->canvas, rest, small, colors->faint, source);
}

static void draw_bar(const Drawing *drawing, int index, bool focused) {
    const LabRow *row = &drawing->lab->rows.items[index];
    Area area = lab_layout_bar(drawing->layout, index);
    float high = 0.28f * area.height, y = area.y + 0.5f * (area.height - high);
    float part = lab_row_part(row);
    uint32_t fill_color = focused ? drawing->colors.focus_text : drawing->colors.fill;
    canvas_fill(drawing->canvas, (Area){area.x, y, area.width, high}, 0.5f * high,
                focused ? PALETTE_WITH(drawing->colors.focus_text, 0x50) : drawing->colors.bar);
    canvas_fill(drawing->canvas, (Area){area.x, y, fmaxf(part * area.width, high), high},
                0.5f * high, fill_color);
    draw_circle(drawing->canvas->list, vec2_make(area.x + part * area.width, y + 0.5f * high),
                0.9f * high, fill_color);
}

/// The end of `text`, as much as has room: of a path the file, of what is typed the new letters.
static void cut_left(const Drawing *drawing, float room, const char *text,
                     char out[TEXT_LINE_BYTES]) {
    snprintf(out, TEXT_LINE_BYTES, "%s", text);
    while (*text && canvas_text_width(drawing->canvas, drawing->layout->text, out) > room) {
        int bytes = 1;
        text_code_point(text, &bytes);
        text += bytes;
        snprintf(out, TEXT_LINE_BYTES, "…%s", text);
    }
}

static void draw_name(const Drawing *drawing, float right, float base, float room, uint32_t color,
                      const char *text) {
    char shown[TEXT_LINE_BYTES];
    cut_left(drawing, room, text, shown);
    canvas_text(drawing->canvas, right, base, drawing->layout->text, TEXT_RIGHT, color, shown);
}

static void draw_row(const Drawing *drawing, int index) {
    const LabRow *row = &drawing->lab->rows.items[index];
    const LabLayout *layout = drawing->layout;
    Area area = layout->rows[index];
    bool focused = index == drawing->desk->row;
    uint32_t color = focused ? drawing->colors.focus_text : drawing->colors.text;
    float size = layout->text, base = area.y + 0.5f * area.height + 0.36f * size;
    if (focused) {
        canvas_fill(drawing->canvas, area, 0.2f * area.height, drawing->colors.focus);
    }
    float pad = 0.4f * size, label_room = (row->bar ? 0.32f : 0.55f) * area.width;
    float label_size = canvas_fitting(drawing->canvas, size, label_room, row->label);
    canvas_text(drawing->canvas, area.x + pad, base, label_size, TEXT_LEFT, color, row->label);
    if (lab_row_is_action(row)) {
        draw_name(drawing, area.x + area.width - pad, base, 0.72f * area.width - pad, color,
                  row->text);
        return;
    }
    if (row->bar) {
        draw_bar(drawing, index, focused);
    }
    Area less = lab_layout_arrow(layout, index, -1), more = lab_layout_arrow(layout, index, 1);
    float arrow = 0.5f * size, middle = area.y + 0.5f * area.height;
    menu_arrow_draw(drawing->canvas, less.x + 0.5f * less.width, middle, arrow, -1.0f, color);
    menu_arrow_draw(drawing->canvas, more.x + 0.5f * more.width, middle, arrow, 1.0f, color);
    float left = less.x + less.width, room = more.x - left;
    float text_size = canvas_fitting(drawing->canvas, size, room, row->text);
    canvas_text(drawing->canvas, left + 0.5f * room, base, text_size, TEXT_CENTER, color,
                row->text);
}

/// Below the rows: what the row with the focus means, how well somebody knew the answer, the cost.
static void draw_foot(const Drawing *drawing) {
    const LabLayout *layout = drawing->layout;
    const LabRow *row = &drawing->lab->rows.items[drawing->desk->row];
    float size = layout->text;
    Area rest = layout->foot;
    rest.y += 0.3f * size;
    rest.height -= 0.3f * size;
    LabVerdict verdict = lab_guess_judge(drawing->desk);
    bool judged = drawing->desk->guess.on && drawing->desk->guess.revealed && verdict.count > 0;
    Area line = rest;
    for (int i = 0; judged && i < verdict.count; i++) {
        uint32_t color = verdict.lines[i].right ? drawing->colors.good : drawing->colors.bad;
        float took = lab_text_draw(drawing->canvas, line, size, color, verdict.lines[i].text);
        line.y += took;
        line.height -= took;
    }
    if (!judged && row->about) {
        lab_text_draw(drawing->canvas, rest, size, drawing->colors.faint, row->about);
    }
    if (!drawing->desk->presents && drawing->lab->cost_text[0]) {
        float small = canvas_fitting(drawing->canvas, size, rest.width, drawing->lab->cost_text);
        canvas_text(drawing->canvas, rest.x, rest.y + rest.height - 0.3f * size, small, TEXT_LEFT,
                    drawing->colors.faint, drawing->lab->cost_text);
    }
}

static void draw_side(const Drawing *drawing) {
    const LabLayout *layout = drawing->layout;
    canvas_fill(drawing->canvas, layout->side, 0.4f * layout->text, drawing->colors.plate);
    draw_about(drawing);
    if (drawing->desk->page == LAB_PAGE_ABOUT) {
        return;
    }
    for (int i = layout->first; i < layout->first + layout->shown; i++) {
        draw_row(drawing, i);
    }
    if (layout->shown < drawing->lab->rows.count) {
        Area last = layout->rows[layout->first + layout->shown - 1];
        Area rows = layout->rows[layout->first];
        rows.height = last.y + last.height - rows.y;
        menu_scroll_draw(drawing->canvas, rows, drawing->canvas->unit, layout->first, layout->shown,
                         drawing->lab->rows.count);
    }
    draw_foot(drawing);
}

// ---------------------------------------------------------------- the working

/// How a number comes about, from `x` on, below it or beside it.
static void draw_how(const Drawing *drawing, const char *text, float x, float y, float room) {
    int lines_max = drawing->layout->number_lines - 1;
    float size = (lines_max == 1 ? 0.85f : 1.0f) * drawing->layout->text;
    TextLines lines =
        text_lines_break(drawing->canvas->font, text, room / size, lines_max > 0 ? lines_max : 1);
    for (int i = 0; i < lines.count; i++) {
        float fits = canvas_fitting(drawing->canvas, size, room, lines.text[i]);
        canvas_text(drawing->canvas, x, y + (float)i * 0.9f * drawing->layout->line, fits,
                    TEXT_LEFT, drawing->colors.faint, lines.text[i]);
    }
}

static void draw_line_of_working(const Drawing *drawing, const WorkingLine *line, Area area) {
    const LabColors *colors = &drawing->colors;
    float size = drawing->layout->text, y = area.y + size;
    bool wide = drawing->layout->number_lines == 1;
    Digits digits = {0};
    char value[80];
    snprintf(value, sizeof value, "%s%s%s",
             line->kind == WORKING_TRUTH ? (line->value > 0.0 ? "yes" : "no")
                                         : digits_of(&digits, line->value, working_decimals(line)),
             line->unit[0] ? " " : "", line->unit);
    float gap = 0.6f * size, value_end = area.x + (wide ? 0.46f : 1.0f) * area.width;
    float value_wide = canvas_text_width(drawing->canvas, size, value);
    float beside = area.width - value_wide - gap;
    float name_room = wide ? 0.30f * area.width : fmaxf(0.6f * area.width, beside);
    float value_room = value_end - area.x - name_room - gap;
    float name_size = canvas_fitting(drawing->canvas, size, name_room, line->name);
    float value_size = canvas_fitting(drawing->canvas, size, value_room + 0.5f, value);
    canvas_text(drawing->canvas, area.x, y, name_size, TEXT_LEFT, colors->text, line->name);
    canvas_text(drawing->canvas, value_end, y, value_size, TEXT_RIGHT, colors->text, value);
    float x = wide ? value_end + gap : area.x + gap;
    draw_how(drawing, line->text, x, wide ? y : y + 0.9f * drawing->layout->line,
             area.x + area.width - x);
}

static void draw_working(const Drawing *drawing) {
    const LabLayout *layout = drawing->layout;
    const LabDesk *desk = drawing->desk;
    const Panel *panel = &panels[desk->scene.panel];
    canvas_fill(drawing->canvas, layout->side, 0.4f * layout->text, drawing->colors.plate);
    float pad = layout->pad;
    Area rest = {layout->side.x + pad, layout->side.y + pad, layout->side.width - 2.5f * pad,
                 layout->side.height - 2.0f * pad};
    float title = canvas_fitting(drawing->canvas, 1.1f * layout->text, rest.width, panel->title);
    canvas_text(drawing->canvas, rest.x, rest.y + title, title, TEXT_LEFT, drawing->colors.text,
                panel->title);
    rest.y += 1.5f * layout->line;
    if (lab_desk_hides(desk)) {
        canvas_text(drawing->canvas, rest.x, rest.y + layout->text, layout->text, TEXT_LEFT,
                    drawing->colors.text, "Hidden until you reveal it.");
        return;
    }
    float high = (float)layout->number_lines * layout->line;
    int end = desk->line + layout->shown;
    for (int i = desk->line; i < end && i < desk->work.count; i++) {
        draw_line_of_working(
            drawing, &desk->work.lines[i],
            (Area){rest.x, rest.y + (float)(i - desk->line) * high, rest.width, high});
    }
    if (layout->shown < desk->work.count) {
        Area rows = {rest.x, rest.y, rest.width, (float)layout->shown * high};
        menu_scroll_draw(drawing->canvas, rows, drawing->canvas->unit, desk->line, layout->shown,
                         desk->work.count);
    }
}

// ---------------------------------------------------------------- all

/// What was said last, below the sheet where there is room, else over its foot.
static void draw_note(const Drawing *drawing) {
    const LabDesk *desk = drawing->desk;
    if (desk->note[0] == '\0') {
        return;
    }
    const LabLayout *layout = drawing->layout;
    float size = layout->text, room = layout->sheet.width - 4.0f * size;
    TextLines lines = text_lines_break(drawing->canvas->font, desk->note, room / size, 3);
    float high = (float)lines.count * 1.32f * size + size;
    float wide = fminf(lines.widest * size, room) + 2.0f * size;
    float foot = layout->sheet.y + layout->sheet.height;
    bool below = layout->hints.y - foot >= high + 0.5f * size && layout->about.y < foot;
    Area plate = {layout->sheet.x + size, below ? foot + 0.3f * size : foot - high - size, wide,
                  high};
    canvas_fill(drawing->canvas, plate, 0.3f * size, 0x10151BF4u);
    for (int i = 0; i < lines.count; i++) {
        char shown[TEXT_LINE_BYTES];
        cut_left(drawing, room, lines.text[i], shown); // a path is a word that may be too long
        canvas_text(drawing->canvas, plate.x + size,
                    plate.y + 0.5f * size + ((float)i + 0.75f) * 1.32f * size, size, TEXT_LEFT,
                    desk->note_wrong ? PALETTE_BAD_TEXT : PALETTE_TEXT, shown);
    }
}

void lab_view_draw(const Laboratory *lab, const Canvas *canvas) {
    LabLayout layout =
        lab_layout(&lab->desk, &lab->rows, lab->sheet.figure_count, canvas_size(canvas));
    Drawing drawing = {.lab = lab,
                       .desk = &lab->desk,
                       .layout = &layout,
                       .canvas = canvas,
                       .colors = lab_colors(lab->desk.presents)};
    bool more = false;
    draw_sheet(&drawing);
    if (lab->desk.page == LAB_PAGE_ROWS || lab->desk.page == LAB_PAGE_ABOUT) {
        draw_side(&drawing);
    } else if (lab->desk.page == LAB_PAGE_WORKING) {
        draw_working(&drawing);
    } else {
        if (layout.figures > 0) {
            more = lab_figures_draw(canvas, &lab->sheet, &layout) < layout.figures;
        }
        if (layout.about.height > 0.0f) {
            draw_about(&drawing);
        }
    }
    lab_hints_draw(canvas, layout.hints, &drawing.colors, &lab->desk, more);
    draw_note(&drawing);
}

#include "ui/menu_panel.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "ui/menu_parts.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>

// All in units.
#define PANEL_WIDE   820.0f
#define PANEL_NARROW 600.0f // where no row has a value ...
#define PANEL_PROMPT 150.0f // ... and for each prompt beside the usual ones
#define PANEL_PAD    28.0f
#define TITLE_TALL   84.0f
#define ROW_TALL     70.0f
#define ROW_GAP      8.0f
#define HELP_TALL    82.0f // two lines, and room above them
#define HELP_GAP     10.0f
#define HELP_SIZE    25.0f
#define PROMPTS_TALL 58.0f

// Below a picture that stands over the rows.
#define OVER_ROWS       0.45f ///< Of the height: for rows and all else, at most, ...
#define OVER_ROWS_LEAST 2.0f  ///< ... and so many rows are seen.
#define ROW_TEXT        34.0f
#define ROW_MARK        46.0f // of the arrow of the focus, with the room around it
#define ARROW_ROOM      44.0f // of each arrow of a value
#define BAR_WIDE        150.0f
#define HEADING_TEXT    26.0f
#define LINE_TEXT       28.0f
#define BUTTON_INSET    0.07f // of its height, to the frame of the focus ...
#define BUTTON_FRAME    0.04f // ... which is so thick
#define VALUE_SHARE     0.50f // of a row

enum {
    ROWS_AT_LEAST = 4 ///< Smaller rather than fewer.
};

static MenuRow *add(MenuPanel *panel, MenuRowKind kind, int id, const char *label) {
    ASSERT(panel != NULL && label != NULL);
    panel->count += panel->count < MENU_ROWS_MAX ? 1 : 0;
    MenuRow *row = &panel->rows[panel->count - 1];
    *row = (MenuRow){.kind = kind, .id = id};
    snprintf(row->label, sizeof row->label, "%s", label);
    return row;
}

MenuRow *menu_action(MenuPanel *panel, int id, const char *label) {
    return add(panel, MENU_ACTION, id, label);
}

MenuRow *menu_heading(MenuPanel *panel, const char *label) {
    return add(panel, MENU_HEADING, -1, label);
}

MenuRow *menu_text(MenuPanel *panel, const char *label, const char *text) {
    MenuRow *row = add(panel, MENU_TEXT, -1, label);
    snprintf(row->text, sizeof row->text, "%s", text);
    return row;
}

MenuRow *menu_number(MenuPanel *panel, int id, const char *label, float value, float low,
                     float high, float step, const char *text) {
    MenuRow *row = add(panel, MENU_NUMBER, id, label);
    row->value = value;
    row->low = low;
    row->high = high;
    row->step = step;
    snprintf(row->text, sizeof row->text, "%s", text);
    return row;
}

MenuRow *menu_choice(MenuPanel *panel, int id, const char *label, int value, int count,
                     const char *text) {
    MenuRow *row =
        menu_number(panel, id, label, (float)value, 0.0f, (float)(count - 1), 1.0f, text);
    row->kind = MENU_CHOICE;
    return row;
}

MenuRow *menu_switch(MenuPanel *panel, int id, const char *label, bool on) {
    MenuRow *row = menu_choice(panel, id, label, on, 2, on ? "on" : "off");
    row->kind = MENU_SWITCH;
    return row;
}

float menu_row_moved(const MenuRow *row, int steps) {
    if (row->kind == MENU_NUMBER) {
        // on the steps that count from the low end, wherever the value stood
        float step = roundf((row->value - row->low) / row->step) + (float)steps;
        return fminf(fmaxf(row->low + step * row->step, row->low), row->high);
    }
    int count = (int)row->high + 1, value = (int)row->value;
    return (float)(((value + steps) % count + count) % count);
}

bool menu_row_focusable(const MenuRow *row) {
    return row->kind != MENU_HEADING && row->kind != MENU_TEXT;
}

bool menu_row_has_value(const MenuRow *row) {
    return row->kind == MENU_CHOICE || row->kind == MENU_SWITCH || row->kind == MENU_NUMBER;
}

/// Units of the height that is no row.
static float other_height(const MenuPanel *panel) {
    bool helps = panel->note != NULL;
    for (int i = 0; i < panel->count; i++) {
        helps |= panel->rows[i].help != NULL || panel->rows[i].refusal != NULL;
    }
    return 2.0f * PANEL_PAD + (panel->title ? TITLE_TALL : 0.0f) + (helps ? HELP_TALL : 0.0f) +
           PROMPTS_TALL;
}

/// The row at the top with which the focus is among the `shown` rows.
static int first_row(const MenuPanel *panel, int shown) {
    int first = panel->first;
    if (panel->focus >= 0) {
        first = panel->focus < first ? panel->focus : first;
        first = panel->focus >= first + shown ? panel->focus - shown + 1 : first;
    }
    // the heading of the first rows belongs to them
    first = first == 1 && !menu_row_focusable(&panel->rows[0]) && panel->focus < shown ? 0 : first;
    int last = panel->count - shown;
    return first > last ? last : first < 0 ? 0 : first;
}

/// Puts the picture over the rows, of which fewer are seen. `other`: units that are no row.
static void place_over(const MenuPanel *panel, const CanvasSize *size, float other,
                       MenuLayout *layout) {
    float tall = 0.98f * size->height;
    other -= panel->title ? TITLE_TALL : 0.0f;
    // large letters are not to leave the picture too little
    float u = fminf(layout->unit, OVER_ROWS * tall / (other + ROW_TALL * OVER_ROWS_LEAST));
    float pad = PANEL_PAD * u;
    layout->unit = u;
    float fit = floorf((OVER_ROWS * tall / u - other) / ROW_TALL);
    layout->shown = (int)fminf(fmaxf(fit, OVER_ROWS_LEAST), (float)panel->count);
    layout->first = first_row(panel, layout->shown);
    layout->over = true;
    layout->panel = (Area){0.015f * size->width, 0.01f * size->height, 0.97f * size->width, tall};
    float rows = (other + ROW_TALL * (float)layout->shown) * u;
    layout->aside = (Area){layout->panel.x + pad, layout->panel.y + pad,
                           layout->panel.width - 2.0f * pad, tall - rows - pad};
}

MenuLayout menu_panel_layout(const MenuPanel *panel, const CanvasSize *size) {
    ASSERT(panel->count >= 0 && panel->count <= MENU_ROWS_MAX);
    float room = size->height;
    float other = other_height(panel), row_max = (float)panel->count;
    float rows_at_least = panel->whole ? row_max : fminf(row_max, (float)ROWS_AT_LEAST);
    float u = fminf(size->unit, 0.98f * room / (other + ROW_TALL * rows_at_least));
    MenuLayout layout = {.unit = u};
    // where `u` was made to fit a whole number of rows, rounding is not to lose one
    float fit = floorf((0.98f * room / u - other) / ROW_TALL + 0.001f);
    layout.shown = (int)fminf(fmaxf(fit, 0.0f), row_max);
    layout.first = first_row(panel, layout.shown);
    bool values = false;
    for (int i = 0; i < panel->count; i++) {
        const MenuRow *row = &panel->rows[i];
        values |= row->kind != MENU_TEXT && row->text[0] != '\0';
    }
    int more = panel->prompts_alone ? 0 : panel->prompt_count;
    float narrow = PANEL_NARROW + PANEL_PROMPT * (float)more;
    float rows_wide = (values ? PANEL_WIDE : fminf(narrow, PANEL_WIDE)) * u;
    float aside = panel->aside_units * u, pad = PANEL_PAD * u;
    // without room the picture gives way, then the rows
    aside = fminf(aside, 0.97f * size->width - 0.75f * rows_wide - pad);
    aside = aside < 0.6f * panel->aside_units * u ? 0.0f : aside;
    Area *area = &layout.panel;
    area->width = fminf(rows_wide + (aside > 0.0f ? aside + pad : 0.0f), 0.97f * size->width);
    area->height = (other + ROW_TALL * (float)layout.shown) * u;
    if (aside > 0.0f) {
        float tall = (panel->aside_tall + 2.0f * PANEL_PAD + PROMPTS_TALL) * u;
        area->height = fmaxf(area->height, fminf(tall, 0.98f * room));
    }
    area->x = 0.5f * (size->width - area->width);
    area->y = fmaxf(fminf(0.5f * (size->height - area->height), room - area->height), 0.0f);
    layout.title_y = area->y + pad + 48.0f * u;
    float top = area->y + pad + (panel->title ? TITLE_TALL * u : 0.0f);
    if (panel->aside_over && aside <= 0.0f) {
        place_over(panel, size, other, &layout);
        u = layout.unit;
        pad = PANEL_PAD * u;
        top = layout.aside.y + layout.aside.height + pad;
    }
    float wide = area->width - 2.0f * pad - (aside > 0.0f ? aside + pad : 0.0f);
    bool scrolls = layout.shown < panel->count;
    for (int i = 0; i < layout.shown; i++) {
        layout.rows[layout.first + i] =
            (Area){area->x + pad, top + ROW_TALL * u * (float)i,
                   wide - (scrolls ? 3.0f * MENU_SCROLL_WIDE * u : 0.0f), (ROW_TALL - ROW_GAP) * u};
    }
    if (aside > 0.0f) {
        layout.aside = (Area){area->x + area->width - pad - aside, area->y + pad, aside,
                              area->height - 2.0f * pad - PROMPTS_TALL * u};
    }
    layout.help_y = top + ROW_TALL * u * (float)layout.shown + HELP_GAP * u;
    layout.prompts_y = area->y + area->height - pad - 0.38f * PROMPTS_TALL * u;
    return layout;
}

/// Where the value of a row lies, and its parts.
typedef struct ValueLayout {
    Area less, more, bar, text;
} ValueLayout;

static ValueLayout value_layout(const MenuRow *row, Area area, float u) {
    float wide = VALUE_SHARE * area.width, arrow = ARROW_ROOM * u;
    float left = area.x + area.width - wide, right = area.x + area.width - 8.0f * u;
    ValueLayout value = {.less = {left, area.y, arrow, area.height},
                         .more = {right - arrow, area.y, arrow, area.height}};
    float from = left + arrow, to = right - arrow;
    if (row->kind == MENU_NUMBER) {
        float bar = fminf(BAR_WIDE * u, 0.5f * (to - from));
        value.bar = (Area){from + 6.0f * u, area.y, bar, area.height};
        from += bar + 18.0f * u;
    }
    value.text = (Area){from, area.y, to - from, area.height};
    return value;
}

MenuHit menu_panel_hit(const MenuPanel *panel, const CanvasSize *size, float x, float y) {
    MenuLayout layout = menu_panel_layout(panel, size);
    for (int i = layout.first; i < layout.first + layout.shown; i++) {
        const MenuRow *row = &panel->rows[i];
        if (!menu_row_focusable(row) || !canvas_holds(layout.rows[i], x, y)) {
            continue;
        }
        MenuHit hit = {.row = i, .part = MENU_PART_ROW};
        if (menu_row_has_value(row)) {
            ValueLayout value = value_layout(row, layout.rows[i], layout.unit);
            hit.part = canvas_holds(value.less, x, y)   ? MENU_PART_LESS
                       : canvas_holds(value.more, x, y) ? MENU_PART_MORE
                       : canvas_holds(value.bar, x, y)  ? MENU_PART_BAR
                                                        : MENU_PART_ROW;
        }
        return hit;
    }
    return (MenuHit){.row = -1};
}

float menu_panel_bar_value(const MenuPanel *panel, const CanvasSize *size, int row, float x) {
    ASSERT(row >= 0 && row < panel->count && panel->rows[row].kind == MENU_NUMBER);
    MenuLayout layout = menu_panel_layout(panel, size);
    MenuRow at = panel->rows[row];
    ValueLayout value = value_layout(&at, layout.rows[row], layout.unit);
    float share = (x - value.bar.x) / fmaxf(value.bar.width, 1.0f);
    at.value = at.low + fminf(fmaxf(share, 0.0f), 1.0f) * (at.high - at.low);
    return menu_row_moved(&at, 0);
}

/// The bar behind a row. The focused one is filled and has an arrow at its left.
static void draw_bar(const Canvas *canvas, Area area, float mark, bool focused) {
    canvas_fill(canvas, area, 0.26f * mark,
                focused ? PALETTE_ACCENT : PALETTE_WITH(PALETTE_TEXT, 0x14));
    if (focused) {
        menu_arrow_draw(canvas, area.x + 0.57f * mark, area.y + 0.5f * area.height, 0.22f * mark,
                        1.0f, PALETTE_INK);
    }
}

/// A text in the middle of the height of `area`, smaller where it would be too wide.
static void draw_inside(const Canvas *canvas, Area area, float size, TextAlign align,
                        uint32_t color, const char *text) {
    size = canvas_fitting(canvas, size, area.width, text);
    float share = align == TEXT_LEFT ? 0.0f : align == TEXT_CENTER ? 0.5f : 1.0f;
    canvas_text(canvas, area.x + share * area.width, area.y + 0.5f * area.height + 0.35f * size,
                size, align, color, text);
}

static Area inset_by(Area area, float inset) {
    return (Area){area.x + inset, area.y + inset, area.width - 2.0f * inset,
                  area.height - 2.0f * inset};
}

void menu_button_draw(const Canvas *canvas, Area area, float pad, float size, bool focused,
                      const char *text) {
    float round = 0.26f * pad, inset = BUTTON_INSET * area.height;
    canvas_fill(canvas, area, round, focused ? PALETTE_ACCENT : PALETTE_WITH(PALETTE_TEXT, 0x14));
    if (focused) {
        float line = fmaxf(BUTTON_FRAME * area.height, 1.5f);
        canvas_fill(canvas, inset_by(area, inset), round, PALETTE_INK);
        canvas_fill(canvas, inset_by(area, inset + line), round, PALETTE_ACCENT);
    }
    Area inside = {area.x + 0.75f * pad, area.y, area.width - 1.5f * pad, area.height};
    draw_inside(canvas, inside, size, TEXT_CENTER, focused ? PALETTE_INK : PALETTE_TEXT, text);
}

static void draw_switch(const Canvas *canvas, Area area, float u, bool on, bool focused) {
    float tall = 30.0f * u, wide = 58.0f * u;
    Area track = {area.x + 0.5f * area.width - wide, area.y + 0.5f * (area.height - tall), wide,
                  tall};
    uint32_t ink = focused ? PALETTE_INK : PALETTE_QUIET;
    canvas_fill(canvas, track, 0.5f * tall, on ? (focused ? PALETTE_INK : PALETTE_GOOD) : ink);
    if (!on) { // hollow
        Area hole = {track.x + 3.0f * u, track.y + 3.0f * u, wide - 6.0f * u, tall - 6.0f * u};
        canvas_fill(canvas, hole, 0.5f * hole.height,
                    focused ? PALETTE_ACCENT : PALETTE_WITH(PALETTE_INK, 0xFF));
    }
    vec2s knob =
        vec2_make(on ? track.x + wide - 0.5f * tall : track.x + 0.5f * tall, track.y + 0.5f * tall);
    draw_circle(canvas->list, knob, 0.32f * tall,
                on ? (focused ? PALETTE_ACCENT : PALETTE_INK) : ink);
}

static void draw_number_bar(const Canvas *canvas, const MenuRow *row, Area area, float u,
                            uint32_t ink) {
    float tall = 8.0f * u, range = fmaxf(row->high - row->low, 1e-6f);
    float share = fminf(fmaxf((row->value - row->low) / range, 0.0f), 1.0f);
    Area line = {area.x, area.y + 0.5f * (area.height - tall), area.width, tall};
    canvas_fill(canvas, line, 0.5f * tall, PALETTE_WITH(ink, 0x50));
    line.width = fmaxf(share * area.width, tall);
    canvas_fill(canvas, line, 0.5f * tall, ink);
    draw_circle(canvas->list, vec2_make(area.x + share * area.width, line.y + 0.5f * tall),
                9.0f * u, ink);
}

/// `size`: px of its words.
static void draw_value(const Canvas *canvas, const MenuRow *row, Area area, float u, float size,
                       bool focused) {
    ValueLayout value = value_layout(row, area, u);
    uint32_t ink = focused ? PALETTE_INK : PALETTE_TEXT;
    uint32_t arrows = focused ? PALETTE_INK : PALETTE_WITH(PALETTE_TEXT, 0x70);
    bool ends = row->kind == MENU_NUMBER;
    for (int i = 0; i < 2; i++) {
        Area part = i == 0 ? value.less : value.more;
        bool at_end = ends && row->value == (i == 0 ? row->low : row->high);
        if (!at_end) {
            menu_arrow_draw(canvas, part.x + 0.5f * part.width, part.y + 0.5f * part.height,
                            9.0f * u, i == 0 ? -1.0f : 1.0f, arrows);
        }
    }
    if (row->kind == MENU_SWITCH) {
        bool on = row->value > 0.5f;
        draw_switch(canvas, value.text, u, on, focused);
        float from = value.text.x + 0.5f * value.text.width + 14.0f * u;
        Area word = {from, area.y, value.text.x + value.text.width - from, area.height};
        draw_inside(canvas, word, size, TEXT_LEFT, ink, row->text);
        return;
    }
    if (row->kind == MENU_NUMBER) {
        draw_number_bar(canvas, row, value.bar, u, ink);
    }
    draw_inside(canvas, value.text, size, ends ? TEXT_RIGHT : TEXT_CENTER, ink, row->text);
}

/// `label` at the left end of `area` and `text` at the right one, smaller where there is not room
/// for both.
static void draw_words(const Canvas *canvas, Area area, float size, uint32_t color,
                       const char *label, const char *text) {
    float gap = text[0] != '\0' ? size : 0.0f;
    float wide = canvas_text_width(canvas, size, label) + canvas_text_width(canvas, size, text);
    size *= fminf(1.0f, (area.width - gap) / fmaxf(wide, 1.0f));
    draw_inside(canvas, area, size, TEXT_LEFT, color, label);
    draw_inside(canvas, area, size, TEXT_RIGHT, color, text);
}

/// The disc of a row that has one, from `x` on. Returns the room that it takes.
static float draw_disc(const Canvas *canvas, const MenuRow *row, float x, Area area, float u) {
    if (row->color == 0) {
        return 0.0f;
    }
    float radius = 0.28f * ROW_MARK * u;
    vec2s middle = vec2_make(x + radius, area.y + 0.5f * area.height);
    draw_circle(canvas->list, middle, radius + 2.0f * u,
                PALETTE_INK); // also seen on its own colour
    draw_circle(canvas->list, middle, radius, row->color);
    return ROW_MARK * u - 4.0f * u;
}

/// How wide the label beside a value may be, px, in a row of this width.
static float label_room(float width, float u) {
    return (1.0f - VALUE_SHARE) * width - (ROW_MARK + 12.0f) * u;
}

/// px: of the words of rows of this width, which are all as large as each other: the labels beside
/// values must fit.
static float row_text_size(const Canvas *canvas, const MenuPanel *panel, float width, float u) {
    float size = ROW_TEXT * u;
    for (int i = 0; i < panel->count; i++) {
        if (menu_row_has_value(&panel->rows[i])) {
            size = canvas_fitting(canvas, size, label_room(width, u), panel->rows[i].label);
        }
    }
    return size;
}

/// `texts`: px of the words of rows that can be chosen.
static void draw_row(const Canvas *canvas, const MenuPanel *panel, int index, Area area, float u,
                     float texts) {
    const MenuRow *row = &panel->rows[index];
    bool focused = index == panel->focus;
    if (row->kind == MENU_HEADING) {
        float size = HEADING_TEXT * u, y = area.y + area.height - 10.0f * u, gap = 4.0f * u;
        size = canvas_fitting(canvas, size, area.width - 2.0f * gap, row->label);
        canvas_text(canvas, area.x + gap, y, size, TEXT_LEFT, PALETTE_ACCENT, row->label);
        return;
    }
    if (row->kind == MENU_TEXT) {
        float gap = 4.0f * u, left = gap + draw_disc(canvas, row, area.x, area, u);
        Area line = {area.x + left, area.y, area.width - left - gap, area.height};
        draw_words(canvas, line, LINE_TEXT * u, PALETTE_TEXT, row->label, row->text);
        return;
    }
    draw_bar(canvas, area, ROW_MARK * u, focused);
    float mark = ROW_MARK * u, gap = 12.0f * u;
    uint32_t ink = focused ? PALETTE_INK : row->refusal != NULL ? PALETTE_QUIET : PALETTE_TEXT;
    if (menu_row_has_value(row)) {
        Area text = {area.x + mark, area.y, label_room(area.width, u), area.height};
        draw_inside(canvas, text, texts, TEXT_LEFT, ink, row->label);
        draw_value(canvas, row, area, u, texts, focused);
    } else {
        float left = mark + draw_disc(canvas, row, area.x + mark, area, u);
        Area line = {area.x + left, area.y, area.width - left - 2.0f * gap, area.height};
        draw_words(canvas, line, texts, ink, row->label,
                   index == panel->asked ? panel->asked_text : row->text);
    }
}

/// What is said of the focused row.
/// Where a picture at the right begins, or the panel ends.
static float rows_right(const MenuLayout *layout) {
    bool beside = layout->aside.width > 0.0f && !layout->over;
    return beside ? layout->aside.x : layout->panel.x + layout->panel.width;
}

static void draw_help(const Canvas *canvas, const MenuPanel *panel, const MenuLayout *layout) {
    const MenuRow *row = panel->focus >= 0 ? &panel->rows[panel->focus] : NULL;
    bool refused = row && row->refusal;
    const char *text = panel->note ? panel->note : refused ? row->refusal : row ? row->help : NULL;
    if (!text) {
        return;
    }
    float u = layout->unit, size = HELP_SIZE * u, x = layout->panel.x + (PANEL_PAD + 4.0f) * u;
    float room = rows_right(layout) - PANEL_PAD * u - x;
    menu_lines_draw(canvas, x, layout->help_y, size, room,
                    panel->note || refused ? PALETTE_ACCENT : PALETTE_QUIET, text);
}

static void draw_prompts(const Canvas *canvas, const MenuPanel *panel, const MenuLayout *layout) {
    float u = layout->unit, pad = (PANEL_PAD + 4.0f) * u;
    float x = layout->panel.x + pad, room = layout->panel.width - 2.0f * pad;
    if (panel->prompts_alone) {
        prompts_draw(canvas, x, layout->prompts_y, HELP_SIZE * u, room, panel->device,
                     panel->prompts, panel->prompt_count);
        return;
    }
    PromptText prompts[MENU_PROMPTS_MAX + 4];
    int count = 0;
    const MenuRow *row = panel->focus >= 0 ? &panel->rows[panel->focus] : NULL;
    prompts[count++] = (PromptText){PROMPT_MOVE, "choose"};
    if (row && menu_row_has_value(row)) {
        prompts[count++] = (PromptText){PROMPT_CHANGE, "change"};
    }
    bool plain = row && menu_row_has_value(row) && !row->opens;
    if (row && (!plain || panel->accept)) {
        const char *text = plain ? panel->accept : row->opens ? "open" : "accept";
        prompts[count++] = (PromptText){PROMPT_ACCEPT, text};
    }
    for (int i = 0; i < panel->prompt_count; i++) {
        prompts[count++] = panel->prompts[i];
    }
    if (!panel->stays) {
        prompts[count++] = (PromptText){PROMPT_BACK, "back"};
    }
    prompts_draw(canvas, x, layout->prompts_y, HELP_SIZE * u, room, panel->device, prompts, count);
}

MenuLayout menu_panel_draw(const Canvas *canvas, const MenuPanel *panel) {
    ASSERT(canvas != NULL && panel != NULL);
    CanvasSize size = canvas_size(canvas);
    MenuLayout layout = menu_panel_layout(panel, &size);
    float u = layout.unit;
    menu_sheet_draw(canvas, layout.panel, u);
    if (panel->title && !layout.over) {
        float x = layout.panel.x + (PANEL_PAD + 4.0f) * u;
        float room = rows_right(&layout) - PANEL_PAD * u - x;
        const char *title = panel->title_text[0] != '\0' ? panel->title_text : panel->title;
        canvas_text(canvas, x, layout.title_y, canvas_fitting(canvas, 52.0f * u, room, title),
                    TEXT_LEFT, PALETTE_TEXT, title);
    }
    float texts =
        layout.shown > 0 ? row_text_size(canvas, panel, layout.rows[layout.first].width, u) : 0.0f;
    for (int i = layout.first; i < layout.first + layout.shown; i++) {
        draw_row(canvas, panel, i, layout.rows[i], u, texts);
    }
    if (layout.shown > 0) {
        Area rows = layout.rows[layout.first];
        rows.height = (ROW_TALL * (float)layout.shown - ROW_GAP) * u;
        menu_scroll_draw(canvas, rows, u, layout.first, layout.shown, panel->count);
    }
    draw_help(canvas, panel, &layout);
    draw_prompts(canvas, panel, &layout);
    return layout;
}

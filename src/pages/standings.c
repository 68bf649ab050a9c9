#include "pages/standings.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "pages/button_row.h"
#include "render/shade.h"
#include "ui/menu_parts.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Units.
#define PAD         32.0f
#define HEAD        112.0f
#define LABELS      40.0f
#define ROW         50.0f
#define FOOT        96.0f
#define PROMPTS     44.0f
#define PODIUM      210.0f ///< Height with the gap below it.
#define PODIUM_WIDE 230.0f ///< Of each of its three blocks.
#define WIDE        900.0f ///< Of one column of the table.
#define BLOCK_GAP   36.0f

// Columns in ems of a row's text.
#define EMS_PLACE  1.7f
#define EMS_MOVES  2.3f
#define EMS_NUMBER 1.9f
#define EMS_NAME   7.5f ///< At least, with the mark of a fastest lap.
#define EMS_RACE   4.2f
#define EMS_TOTAL  3.4f
#define EMS_ALL    (EMS_PLACE + EMS_MOVES + EMS_NUMBER + EMS_NAME + EMS_RACE + EMS_TOTAL)
#define MARK_EMS   0.7f
#define NAME_LONG  14.0f ///< Of the longest names, with the mark of a fastest lap.

enum {
    BUTTONS_MAX = 8,
    UNIT_LEAST = 20, ///< % of the canvas's units: half as many as people may want, and less.
    UNIT_STEP = 2
};

/// Where everything lies, px.
typedef struct Layout {
    Area panel, table, podium; ///< The podium is empty where there is none.
    Area buttons[BUTTONS_MAX];
    int blocks, block_rows;
    float block_width, row, size, title_y, prompts_y, unit; ///< `prompts_y` 0: there are none.
} Layout;

static void place_buttons(Layout *layout, const MenuPanel *menu) {
    float u = layout->unit, pad = PAD * u, tall = BUTTON_ROW_HEIGHT * u;
    float y = layout->panel.y + layout->panel.height - pad - tall;
    y -= layout->prompts_y > 0.0f ? PROMPTS * u : 0.0f;
    Area row = {layout->panel.x + pad, y, layout->panel.width - 2.0f * pad, tall};
    button_row_place(menu, row, u, layout->buttons);
}

/// How wide the table is where it has `wide` px, and its columns `column` px at most.
static float table_width(float wide, float column, int blocks) {
    return fminf(wide, (float)blocks * column);
}

static float block_width(float wide, float column, float u, int blocks) {
    float gaps = BLOCK_GAP * u * (float)(blocks - 1);
    return (table_width(wide, column, blocks) - gaps) / (float)blocks;
}

/// Of the rows in so many blocks, px, where they have `wide` by `tall` px.
static float text_size(float wide, float tall, float column, float u, int count, int blocks) {
    float row = tall / (float)((count + blocks - 1) / blocks);
    return fminf(fminf(32.0f * u, 0.66f * row), block_width(wide, column, u, blocks) / EMS_ALL);
}

/// The room of the rows in a panel with units of `u` px.
static float rows_wide(const CanvasSize *size, float u) {
    return 0.96f * size->width - 2.0f * PAD * u;
}

static float rows_tall(const CanvasSize *size, float u) {
    return 0.96f * size->height - (HEAD + FOOT + LABELS + 2.0f * PAD) * u;
}

/// How large a long name is written in rows of `size` px text.
static float name_size(float wide, float column, float size, float u, int blocks) {
    float room = block_width(wide, column, u, blocks) - (EMS_ALL - EMS_NAME) * size;
    return fminf(size, room / NAME_LONG);
}

/// How many columns the table has: those of the largest names, whose size goes to `out`.
static int choose_blocks(const CanvasSize *size, float u, int count, float *out) {
    float wide = rows_wide(size, u), tall = rows_tall(size, u), column = WIDE * size->unit;
    float one = text_size(wide, tall, column, u, count, 1),
          two = text_size(wide, tall, column, u, count, 2);
    one = name_size(wide, column, one, u, 1);
    two = name_size(wide, column, two, u, 2);
    *out = fmaxf(one, two);
    return two > one ? 2 : 1;
}

/// Of many rows the head and the buttons shrink rather than the rows: whoever wants larger texts
/// gets none that are smaller.
static float choose_unit(const CanvasSize *size, int count) {
    float best = 0.0f, unit = size->unit;
    for (int percent = 100; percent >= UNIT_LEAST; percent -= UNIT_STEP) {
        float text, u = 0.01f * (float)percent * size->unit;
        choose_blocks(size, u, count, &text);
        if (text > 1.001f * best) {
            best = text;
            unit = u;
        }
    }
    return unit;
}

static Layout layout_make(const CanvasSize *size, const Standings *standings,
                          const MenuPanel *menu) {
    ASSERT(menu->count >= 1 && menu->count <= BUTTONS_MAX && standings->count >= 1);
    int count = standings->count;
    float u = choose_unit(size, count), text, pad = PAD * u;
    float wide = rows_wide(size, u), tall = rows_tall(size, u);
    Layout layout = {.unit = u, .blocks = choose_blocks(size, u, count, &text)};
    layout.block_rows = (count + layout.blocks - 1) / layout.blocks;
    float rows = ROW * u * (float)layout.block_rows;
    bool podium = standings->podium && count >= 3 && rows + PODIUM * u <= tall &&
                  wide >= 3.0f * PODIUM_WIDE * u;
    tall -= podium ? PODIUM * u : 0.0f;
    layout.row = fminf(ROW * u, tall / (float)layout.block_rows);
    bool prompts = layout.row * (float)layout.block_rows + PROMPTS * u <= tall;
    float column = WIDE * size->unit, table = table_width(wide, column, layout.blocks);
    float height = (HEAD + FOOT + LABELS) * u + 2.0f * pad + layout.row * (float)layout.block_rows;
    height += (podium ? PODIUM * u : 0.0f) + (prompts ? PROMPTS * u : 0.0f);
    layout.panel = (Area){0.5f * (size->width - table) - pad, 0.5f * (size->height - height),
                          table + 2.0f * pad, height};
    layout.title_y = layout.panel.y + pad + 46.0f * u;
    Area *at = &layout.table;
    *at = (Area){layout.panel.x + pad, layout.panel.y + pad + HEAD * u, table,
                 LABELS * u + layout.row * (float)layout.block_rows};
    if (podium) {
        layout.podium = (Area){at->x, at->y, table, (PODIUM - PAD) * u};
        at->y += PODIUM * u;
    }
    layout.prompts_y =
        prompts ? layout.panel.y + layout.panel.height - pad - 0.2f * PROMPTS * u : 0.0f;
    layout.block_width = block_width(wide, column, u, layout.blocks);
    layout.size = fminf(fminf(32.0f * u, 0.66f * layout.row), layout.block_width / EMS_ALL);
    place_buttons(&layout, menu);
    return layout;
}

static void put(const Canvas *canvas, float size, float x, float base, float room, TextAlign align,
                uint32_t color, const char *text) {
    canvas_text(canvas, x, base, canvas_fitting(canvas, size, room, text), align, color, text);
}

/// The number of a car on a disc of its colour.
static void draw_disc(const Canvas *canvas, vec2s at, float radius, const CarLook *look) {
    char text[16];
    draw_circle(canvas->list, at, radius, look->color);
    snprintf(text, sizeof text, "%d", look->number % 100);
    float size = (look->number < 10 ? 1.25f : 1.1f) * radius;
    canvas_text(canvas, at.x, at.y + 0.36f * size, size, TEXT_CENTER,
                shade_light(look->color) > 0.42f ? PALETTE_INK : 0xFFFFFFFFu, text);
}

/// A triangle that points up or down, and by how many places.
static void draw_moves(const Canvas *canvas, float x, float middle, float em, int moves) {
    char text[16];
    float r = 0.24f * em;
    uint32_t color = moves > 0 ? PALETTE_GOOD : PALETTE_BAD_TEXT;
    if (moves == 0) {
        canvas_text(canvas, x + 0.6f * em, middle + 0.35f * em, em, TEXT_CENTER, PALETTE_QUIET,
                    "-");
        return;
    }
    float way = moves > 0 ? -1.0f : 1.0f;
    vec2s corners[3] = {vec2_make(x + r, middle + way * r), vec2_make(x, middle - way * 0.8f * r),
                        vec2_make(x + 2.0f * r, middle - way * 0.8f * r)};
    draw_convex(canvas->list, corners, 3, color);
    snprintf(text, sizeof text, "%d", moves > 0 ? moves : -moves);
    canvas_text(canvas, x + 2.5f * r, middle + 0.3f * em, 0.85f * em, TEXT_LEFT, color, text);
}

/// Where the columns of a block stand: left edges, of the last two right ones, px.
typedef struct Columns {
    float place, moves, number, name, race, total;
} Columns;

static Columns columns_at(const Layout *layout, int block) {
    float em = layout->size;
    float x = layout->table.x + (float)block * (layout->block_width + BLOCK_GAP * layout->unit);
    Columns at = {.place = x, .moves = x + EMS_PLACE * em, .total = x + layout->block_width};
    at.number = at.moves + EMS_MOVES * em;
    at.name = at.number + EMS_NUMBER * em;
    at.race = at.total - EMS_TOTAL * em;
    return at;
}

static void draw_name(const Canvas *canvas, const StandingsRow *row, float em, float x, float base,
                      float room) {
    float size = MARK_EMS * em, gap = 0.5f * em, wide = canvas_text_width(canvas, em, row->name);
    if (row->fastest) {
        const char *mark = "fastest lap";
        mark = canvas_text_width(canvas, size, mark) <= room - wide - gap ? mark : "fastest";
        float taken = canvas_text_width(canvas, size, mark) + gap;
        wide = fminf(wide, room - taken);
        canvas_text(canvas, x + wide + gap, base, size, TEXT_LEFT, PALETTE_ACCENT, mark);
        room = wide;
    }
    put(canvas, em, x, base, room, TEXT_LEFT, PALETTE_TEXT, row->name);
}

static void draw_row(const Canvas *canvas, const Standings *standings, const Layout *layout,
                     int index) {
    const StandingsRow *row = &standings->rows[index];
    int line = index % layout->block_rows;
    Columns at = columns_at(layout, index / layout->block_rows);
    float u = layout->unit, em = layout->size;
    float y = layout->table.y + LABELS * u + layout->row * (float)line;
    float middle = y + 0.5f * layout->row, base = middle + 0.35f * em;
    if (line % 2 == 0 || row->person) {
        Area stripe = {at.place - 14.0f * u, y, layout->block_width + 28.0f * u, layout->row};
        canvas_fill(canvas, stripe, 8.0f * u,
                    PALETTE_WITH(PALETTE_TEXT, row->person ? 0x24 : 0x0E));
    }
    char text[24];
    snprintf(text, sizeof text, "%d", index + 1);
    put(canvas, em, at.place, base, INFINITY, TEXT_LEFT, index < 3 ? PALETTE_ACCENT : PALETTE_TEXT,
        text);
    if (standings->moved) {
        draw_moves(canvas, at.moves, middle, em, row->moves);
    }
    float radius = fminf(0.38f * layout->row, 0.65f * em);
    draw_disc(canvas, vec2_make(at.number + radius, middle), radius, &row->look);
    draw_name(canvas, row, em, at.name, base, at.race - EMS_RACE * em - at.name);
    snprintf(text, sizeof text, "%+d", row->points);
    put(canvas, em, at.race, base, (EMS_RACE - 0.4f) * em, TEXT_RIGHT, PALETTE_QUIET,
        row->place > 0 ? text : "-");
    snprintf(text, sizeof text, "%d", row->total);
    put(canvas, em, at.total, base, (EMS_TOTAL - 0.4f) * em, TEXT_RIGHT, PALETTE_TEXT, text);
}

static void draw_table(const Canvas *canvas, const Standings *standings, const Layout *layout) {
    float u = layout->unit, size = fminf(24.0f * u, 0.85f * layout->size);
    float y = layout->table.y + (LABELS - 14.0f) * u;
    for (int block = 0; block < layout->blocks; block++) {
        Columns at = columns_at(layout, block);
        canvas_text(canvas, at.name, y, size, TEXT_LEFT, PALETTE_QUIET, "Driver");
        canvas_text(canvas, at.race, y, size, TEXT_RIGHT, PALETTE_QUIET, "Race");
        canvas_text(canvas, at.total, y, size, TEXT_RIGHT, PALETTE_QUIET, "Points");
    }
    for (int i = 0; i < standings->count; i++) {
        draw_row(canvas, standings, layout, i);
    }
}

/// The first three: the winner in the middle and highest.
static void draw_podium(const Canvas *canvas, const Standings *standings, const Layout *layout) {
    static const struct {
        int index;
        float tall; ///< Share of the podium's height, of its step.
    } steps[] = {{1, 0.38f}, {0, 0.52f}, {2, 0.28f}};
    float u = layout->unit, wide = PODIUM_WIDE * u, bottom = layout->podium.y;
    float left = layout->podium.x + 0.5f * (layout->podium.width - 3.0f * wide);
    bottom += layout->podium.height;
    for (int i = 0; i < 3; i++) {
        const StandingsRow *row = &standings->rows[steps[i].index];
        float tall = steps[i].tall * layout->podium.height, x = left + wide * (float)i;
        Area step = {x + 4.0f * u, bottom - tall, wide - 8.0f * u, tall};
        bool first = steps[i].index == 0;
        canvas_fill(canvas, step, 8.0f * u,
                    first ? PALETTE_ACCENT : PALETTE_WITH(PALETTE_TEXT, 0x2E));
        char text[16];
        snprintf(text, sizeof text, "%d", steps[i].index + 1);
        float size = 34.0f * u, middle = x + 0.5f * wide;
        canvas_text(canvas, middle, step.y + 0.5f * tall + 0.35f * size, size, TEXT_CENTER,
                    first ? PALETTE_INK : PALETTE_TEXT, text);
        put(canvas, 27.0f * u, middle, step.y - 12.0f * u, wide - 20.0f * u, TEXT_CENTER,
            PALETTE_TEXT, row->name);
        draw_disc(canvas, vec2_make(middle, step.y - 62.0f * u), 20.0f * u, &row->look);
    }
}

void standings_draw(const Canvas *canvas, const Standings *standings, const MenuPanel *menu) {
    ASSERT(canvas != NULL && standings != NULL && menu != NULL);
    CanvasSize room = canvas_size(canvas);
    Layout layout = layout_make(&room, standings, menu);
    float u = layout.unit, left = layout.panel.x + PAD * u;
    float wide = layout.panel.width - 2.0f * PAD * u;
    menu_sheet_draw(canvas, layout.panel, u);
    put(canvas, 52.0f * u, left, layout.title_y, wide, TEXT_LEFT, PALETTE_TEXT, standings->title);
    put(canvas, 28.0f * u, left, layout.title_y + 40.0f * u, wide, TEXT_LEFT, PALETTE_QUIET,
        standings->line);
    if (layout.podium.width > 0.0f) {
        draw_podium(canvas, standings, &layout);
    }
    draw_table(canvas, standings, &layout);
    button_row_draw(canvas, menu, layout.unit, layout.buttons);
    if (layout.prompts_y > 0.0f) {
        static const PromptText prompts[] = {
            {PROMPT_CHANGE, "choose"}, {PROMPT_ACCEPT, "accept"}, {PROMPT_BACK, "results"}};
        prompts_draw(canvas, left, layout.prompts_y, 25.0f * u, wide, menu->device, prompts, 3);
    }
}

int standings_hit(const CanvasSize *size, const Standings *standings, const MenuPanel *menu,
                  float x, float y) {
    Layout layout = layout_make(size, standings, menu);
    return button_row_hit(menu, layout.buttons, x, y);
}

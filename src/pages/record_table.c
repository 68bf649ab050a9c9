#include "pages/record_table.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "ui/medal_disc.h"
#include "ui/menu_panel.h"
#include "ui/menu_parts.h"
#include "ui/palette.h"

#include <math.h>

// All in units.
#define PAD          28.0f
#define TITLE_TALL   86.0f
#define CHOICE_TALL  58.0f
#define CHOICES_TALL 78.0f // with the room below them
#define CHOICE_ARROW 44.0f
#define ROW_TALL     50.0f
#define ROW_TEXT     28.0f
#define HELP_TALL    74.0f // two lines
#define HELP_SIZE    25.0f
#define PROMPTS_TALL 58.0f
#define PANEL_WIDE   1400.0f // at most
#define PANEL_LEAST  500.0f  // Smaller texts rather than a narrower table.

// Columns, in ems of a row's text.
#define EMS_PLACE 3.3f // with the champion's medal
#define EMS_NAME  7.0f // at least: else columns of less worth give way
#define EMS_CAR   5.2f
#define EMS_TIME  5.0f
#define EMS_GAP   4.4f
#define EMS_DATE  5.8f
#define EMS_STATE 5.0f

enum {
    ROWS_AT_LEAST = 3 ///< Smaller rather than fewer.
};

RecordTableLayout record_table_layout(const RecordTable *table, const CanvasSize *size) {
    float other = 2.0f * PAD + TITLE_TALL + CHOICES_TALL + HELP_TALL + PROMPTS_TALL;
    float u = fminf(size->unit, fminf(0.98f * size->height / (other + ROW_TALL * ROWS_AT_LEAST),
                                      0.97f * size->width / PANEL_LEAST));
    RecordTableLayout layout = {.unit = u, .row = ROW_TALL * u};
    if (!(u > 0.0f)) { // a minimised window
        return layout;
    }
    float fit = floorf((0.98f * size->height / u - other) / ROW_TALL);
    // Few records leave the panel as it is for some: it does not jump from track to track.
    float rows = fminf(fmaxf(fit, 0.0f), RECORD_TABLE_ROWS_MAX);
    layout.shown = table->count < (int)rows ? table->count : (int)rows;
    int first = table->first;
    if (table->focus >= 0) {
        first = table->focus < first ? table->focus : first;
        first = table->focus >= first + layout.shown ? table->focus - layout.shown + 1 : first;
    }
    // the heading of the first rows belongs to them
    first = first == 1 && table->focus < layout.shown ? 0 : first;
    int last = table->count - layout.shown;
    layout.first = first > last ? last : first < 0 ? 0 : first;
    Area *panel = &layout.panel;
    panel->width = fminf(PANEL_WIDE * u, 0.97f * size->width);
    panel->height = (other + ROW_TALL * rows) * u;
    panel->x = 0.5f * (size->width - panel->width);
    panel->y = 0.5f * (size->height - panel->height);
    float pad = PAD * u, x = panel->x + pad, wide = panel->width - 2.0f * pad;
    float top = panel->y + pad + TITLE_TALL * u, gap = 16.0f * u;
    layout.title_y = panel->y + pad + 48.0f * u;
    for (int i = 0; i < RECORD_TABLE_CHOICES; i++) {
        float half = 0.5f * (wide - gap);
        layout.choices[i] = (Area){x + (float)i * (half + gap), top, half, CHOICE_TALL * u};
    }
    float beside = layout.shown < table->count ? 3.0f * MENU_SCROLL_WIDE * u : 0.0f;
    layout.rows = (Area){x, top + CHOICES_TALL * u, wide - beside, layout.row * rows};
    layout.help_y = layout.rows.y + layout.rows.height + 6.0f * u;
    layout.prompts_y = panel->y + panel->height - pad - 0.38f * PROMPTS_TALL * u;
    return layout;
}

/// Where row `index` of all rows lies.
static Area row_area(const RecordTableLayout *layout, int index) {
    return (Area){layout->rows.x, layout->rows.y + layout->row * (float)(index - layout->first),
                  layout->rows.width, layout->row - 6.0f * layout->unit};
}

RecordTableHit record_table_hit(const RecordTable *table, const CanvasSize *size, float x,
                                float y) {
    RecordTableLayout layout = record_table_layout(table, size);
    RecordTableHit hit = {.row = -1, .choice = -1};
    for (int i = 0; i < RECORD_TABLE_CHOICES; i++) {
        Area area = layout.choices[i];
        if (table->moves[i] && canvas_holds(area, x, y)) {
            hit.choice = i;
            hit.way = x < area.x + 0.5f * area.width ? -1 : 1;
        }
    }
    for (int i = layout.first; i < layout.first + layout.shown; i++) {
        if (!table->rows[i - layout.first].heading && canvas_holds(row_area(&layout, i), x, y)) {
            hit.row = i;
        }
    }
    return hit;
}

/// In at most `room` px, smaller where it has to be.
static void put(const Canvas *canvas, float x, float y, float size, float room, TextAlign align,
                uint32_t color, const char *text) {
    if (text[0] != '\0' && room > 0.0f) {
        canvas_text(canvas, x, y, canvas_fitting(canvas, size, room, text), align, color, text);
    }
}

static void draw_choices(const Canvas *canvas, const RecordTable *table,
                         const RecordTableLayout *layout) {
    float u = layout->unit, arrow = CHOICE_ARROW * u;
    for (int i = 0; i < RECORD_TABLE_CHOICES; i++) {
        Area area = layout->choices[i];
        float middle = area.y + 0.5f * area.height, size = 32.0f * u;
        canvas_fill(canvas, area, 12.0f * u, PALETTE_WITH(PALETTE_TEXT, 0x14));
        for (int way = -1; way <= 1 && table->moves[i]; way += 2) {
            float x = way < 0 ? area.x + 0.5f * arrow : area.x + area.width - 0.5f * arrow;
            menu_arrow_draw(canvas, x, middle, 9.0f * u, (float)way, PALETTE_MUTED);
        }
        put(canvas, area.x + 0.5f * area.width, middle + 0.35f * size, size,
            area.width - 2.0f * arrow, TEXT_CENTER, PALETTE_TEXT, table->choices[i]);
    }
}

/// Where columns stand in a row: left edges of the first three, right edges of the others; 0 where
/// there is no room for one.
typedef struct Columns {
    float place, name, car, time, gap, date, state;
    float name_room; ///< px
} Columns;

static Columns columns_of(const RecordTableLayout *layout) {
    float em = ROW_TEXT * layout->unit, pad = 14.0f * layout->unit;
    float all = (layout->rows.width - 2.0f * pad) / em - EMS_PLACE - EMS_TIME - EMS_STATE;
    bool car = all - EMS_CAR >= EMS_NAME;
    all -= car ? EMS_CAR : 0.0f;
    bool date = all - EMS_DATE >= EMS_NAME;
    all -= date ? EMS_DATE : 0.0f;
    bool gap = all - EMS_GAP >= EMS_NAME;
    all -= gap ? EMS_GAP : 0.0f;
    Columns at = {.place = layout->rows.x + pad};
    at.name = at.place + EMS_PLACE * em;
    at.name_room = (all - 0.5f) * em;
    at.state = layout->rows.x + layout->rows.width - pad;
    float x = at.state - EMS_STATE * em;
    at.date = date ? x : 0.0f;
    x -= date ? EMS_DATE * em : 0.0f;
    at.gap = gap ? x : 0.0f;
    x -= gap ? EMS_GAP * em : 0.0f;
    at.time = x;
    at.car = car ? x - (EMS_TIME + EMS_CAR) * em : 0.0f;
    return at;
}

static void draw_row(const Canvas *canvas, const RecordTable *table,
                     const RecordTableLayout *layout, const Columns *at, int index) {
    const RecordTableRow *row = &table->rows[index - layout->first];
    Area area = row_area(layout, index);
    float u = layout->unit, em = ROW_TEXT * u, middle = area.y + 0.5f * area.height;
    float base = middle + 0.35f * em;
    if (row->heading) {
        float size = 0.92f * em;
        put(canvas, area.x + 4.0f * u, area.y + area.height - 0.3f * size, size, area.width,
            TEXT_LEFT, PALETTE_ACCENT, row->name);
        return;
    }
    bool focused = index == table->focus;
    canvas_fill(canvas, area, 10.0f * u,
                focused ? PALETTE_ACCENT : PALETTE_WITH(PALETTE_TEXT, 0x12));
    uint32_t ink = focused ? PALETTE_INK : PALETTE_TEXT;
    uint32_t quiet = focused ? PALETTE_INK : PALETTE_QUIET;
    put(canvas, at->place, base, em, 1.5f * em, TEXT_LEFT, ink, row->place);
    if (row->champion) {
        medal_disc_draw(canvas, at->name - 1.05f * em, middle, 0.55f * em, MEDAL_DISC_CHAMPION);
    }
    float room = at->name_room;
    if (row->chosen) {
        menu_tick_draw(canvas, at->name + room - 12.0f * u, middle, u, ink);
        room -= 34.0f * u;
    }
    put(canvas, at->name, base, em, room, TEXT_LEFT, ink, row->name);
    if (at->car > 0.0f) {
        put(canvas, at->car, base, em, (EMS_CAR - 0.5f) * em, TEXT_LEFT, quiet, row->car);
    }
    put(canvas, at->time, base, em, (EMS_TIME - 0.3f) * em, TEXT_RIGHT, ink, row->time);
    if (at->gap > 0.0f) {
        put(canvas, at->gap, base, em, (EMS_GAP - 0.4f) * em, TEXT_RIGHT, quiet, row->gap);
    }
    if (at->date > 0.0f) {
        put(canvas, at->date, base, em, (EMS_DATE - 0.4f) * em, TEXT_RIGHT, quiet, row->date);
    }
    put(canvas, at->state, base, em, (EMS_STATE - 0.5f) * em, TEXT_RIGHT,
        focused ? PALETTE_INK : row->state_color, row->state);
}

static void draw_prompts(const Canvas *canvas, const RecordTable *table,
                         const RecordTableLayout *layout) {
    PromptText prompts[5];
    int count = 0;
    if (table->focus >= 0) {
        prompts[count++] = (PromptText){PROMPT_MOVE, "choose"};
    }
    if (table->moves[0]) {
        prompts[count++] = (PromptText){PROMPT_CHANGE, "track"};
    }
    if (table->moves[1]) {
        prompts[count++] = (PromptText){PROMPT_SHOULDER, "car"};
    }
    if (table->accept) {
        prompts[count++] = (PromptText){PROMPT_ACCEPT, table->accept};
    }
    prompts[count++] = (PromptText){PROMPT_BACK, "back"};
    float u = layout->unit, x = layout->rows.x + 4.0f * u;
    prompts_draw(canvas, x, layout->prompts_y, HELP_SIZE * u,
                 layout->panel.width - 2.0f * (x - layout->panel.x), table->device, prompts, count);
}

void record_table_draw(const Canvas *canvas, const RecordTable *table) {
    ASSERT(canvas != NULL && table != NULL);
    CanvasSize size = canvas_size(canvas);
    RecordTableLayout layout = record_table_layout(table, &size);
    float u = layout.unit;
    menu_sheet_draw(canvas, layout.panel, u);
    put(canvas, layout.rows.x + 4.0f * u, layout.title_y, 52.0f * u, layout.rows.width, TEXT_LEFT,
        PALETTE_TEXT, table->title);
    draw_choices(canvas, table, &layout);
    Columns columns = columns_of(&layout);
    for (int i = layout.first; i < layout.first + layout.shown; i++) {
        draw_row(canvas, table, &layout, &columns, i);
    }
    menu_scroll_draw(canvas, layout.rows, u, layout.first, layout.shown, table->count);
    float x = layout.rows.x + 4.0f * u, size_px = HELP_SIZE * u;
    float room = layout.panel.width - 2.0f * (x - layout.panel.x);
    if (table->count == 0 && table->empty) {
        menu_lines_draw(canvas, x, layout.rows.y + 20.0f * u, size_px, room, PALETTE_QUIET,
                        table->empty);
    }
    if (table->help) {
        menu_lines_draw(canvas, x, layout.help_y, size_px, room,
                        table->warns ? PALETTE_ACCENT : PALETTE_QUIET, table->help);
    }
    draw_prompts(canvas, table, &layout);
}

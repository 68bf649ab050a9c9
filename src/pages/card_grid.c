#include "pages/card_grid.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "ui/menu_panel.h"
#include "ui/menu_parts.h"
#include "ui/palette.h"

#include <math.h>

// All in units.
#define PAD          28.0f
#define TITLE_TALL   88.0f
#define ABOUT_TALL   80.0f // two lines
#define ABOUT_SIZE   25.0f
#define PROMPTS_TALL 58.0f
#define CARD_WIDE    210.0f // at least
#define CARD_MOST    430.0f
#define CARD_GAP     22.0f
#define CARD_TEXT    84.0f // below the picture
#define BAR_TALL     28.0f
#define BAR_SIZE     22.0f
#define BARS_SHARE   0.42f // of the panel's width, beside its title
#define BAR_LABEL    0.4f  // of its width
#define BARS_FOOT    8.0f
#define INSET_MOST   0.035f // of the width of a card: it takes no room from its texts
#define NAME_SIZE    29.0f
#define LINE_SIZE    24.0f
#define PANEL_WIDE   1780.0f // at most

/// Of the usual unit, at least, where several people choose: a list that scrolls follows the first
/// one, and would hide where the others are.
#define ALL_LEAST 0.45f
/// Likewise for one, who is helped by seeing all cards, or two rows, but wants his texts large.
#define ONE_LEAST 0.8f
#define TWO_ROWS  2
#define HALVINGS  8 // to find the largest unit that shows as much

enum {
    COLUMNS_MAX = 5
};

/// As large as lets all cards be seen with their bars. False where they would be too small.
static bool place_with_bars(CardLayout *layout, const CardGrid *grid, float wide, float tall) {
    float u = layout->unit, text = (CARD_TEXT + BAR_TALL * (float)grid->bars + BARS_FOOT) * u;
    float best = CARD_WIDE * u;
    bool fits = false;
    for (int columns = 1; columns <= COLUMNS_MAX && grid->count > 0; columns++) {
        int rows = (grid->count + columns - 1) / columns;
        float across = (wide - layout->gap * (float)(columns - 1)) / (float)columns;
        float down = (tall - layout->gap * (float)(rows - 1)) / (float)rows - text;
        float width = fminf(fminf(across, down * CARD_ASPECT), CARD_MOST * u);
        if (width > best) {
            best = width;
            fits = true;
            layout->columns = columns;
            layout->rows = layout->shown = rows;
            layout->width = width;
            layout->height = width / CARD_ASPECT + text;
        }
    }
    return fits;
}

/// Cards in `columns`, as large as they may be.
static void place_columns(CardLayout *layout, int columns, int count, float wide, float tall) {
    float u = layout->unit, most = (tall - CARD_TEXT * u) * CARD_ASPECT; // one row at least
    layout->columns = columns;
    layout->width = (wide - layout->gap * (float)(columns - 1)) / (float)columns;
    layout->width = fminf(layout->width, fminf(CARD_MOST * u, most));
    layout->height = layout->width / CARD_ASPECT + CARD_TEXT * u;
    layout->rows = (count + columns - 1) / columns;
    int shown = (int)((tall + layout->gap) / (layout->height + layout->gap));
    layout->shown = shown < 1 ? 1 : shown > layout->rows ? layout->rows : shown;
}

/// As few columns as show all cards, so that pictures are large; else as few as show two rows; else
/// as many as fit.
static void choose_columns(CardLayout *layout, int count, float wide, float tall) {
    float least = CARD_WIDE * layout->unit;
    int fits = (int)((wide + layout->gap) / (least + layout->gap));
    int most = fits < 1 ? 1 : fits > COLUMNS_MAX ? COLUMNS_MAX : fits;
    for (int all = 1; all >= 0; all--) {
        for (int columns = 1; columns <= most; columns++) {
            place_columns(layout, columns, count, wide, tall);
            if (layout->shown == layout->rows || (!all && layout->shown >= 2)) {
                return;
            }
        }
    }
}

/// The layout in units of `u` px.
static CardLayout layout_in(const CardGrid *grid, const CanvasSize *size, float u) {
    float other = 2.0f * PAD + TITLE_TALL + ABOUT_TALL + PROMPTS_TALL;
    CardLayout layout = {.unit = u, .gap = CARD_GAP * u, .columns = 1};
    float wide = fminf(0.97f * size->width, PANEL_WIDE * u), pad = PAD * u;
    float beside = 2.0f * pad, tall = 0.97f * size->height - other * u;
    layout.has_bars = grid->bars > 0 && place_with_bars(&layout, grid, wide - beside, tall);
    if (!layout.has_bars) {
        choose_columns(&layout, grid->count, wide - beside, tall);
    }
    if (layout.shown < layout.rows) {
        beside += 3.0f * MENU_SCROLL_WIDE * u;
        choose_columns(&layout, grid->count, wide - beside, tall);
    }
    int rows = layout.rows, row = grid->focus >= 0 ? grid->focus / layout.columns : grid->first;
    int first = row < grid->first ? row : grid->first;
    first = row >= first + layout.shown ? row - layout.shown + 1 : first;
    layout.first = first > rows - layout.shown ? rows - layout.shown : first;
    layout.first = layout.first < 0 ? 0 : layout.first;
    float cards_wide =
        layout.width * (float)layout.columns + layout.gap * (float)(layout.columns - 1);
    float cards_tall = fmaxf((layout.height + layout.gap) * (float)layout.shown - layout.gap, 0.0f);
    layout.panel.width = fmaxf(cards_wide + beside, fminf(wide, 900.0f * u));
    layout.panel.height = other * u + cards_tall;
    layout.panel.x = 0.5f * (size->width - layout.panel.width);
    layout.panel.y = 0.5f * (size->height - layout.panel.height);
    layout.cards =
        (Area){layout.panel.x + pad, layout.panel.y + pad + TITLE_TALL * u, cards_wide, cards_tall};
    layout.about_y = layout.cards.y + cards_tall + 18.0f * u;
    layout.prompts_y = layout.panel.y + layout.panel.height - pad - 0.38f * PROMPTS_TALL * u;
    return layout;
}

/// Whether it shows all rows, or at least so many.
static bool shows(const CardLayout *layout, int rows) {
    return layout->shown >= (rows < layout->rows ? rows : layout->rows);
}

/// The layout in the largest unit from `least` to `most` px in which so many rows are seen. False:
/// in none.
static bool layout_showing(const CardGrid *grid, const CanvasSize *size, int rows, float least,
                           float most, CardLayout *out) {
    *out = layout_in(grid, size, most);
    if (shows(out, rows)) {
        return true;
    }
    *out = layout_in(grid, size, least);
    if (!shows(out, rows)) {
        return false;
    }
    for (int i = 0; i < HALVINGS; i++) {
        float middle = 0.5f * (least + most);
        CardLayout tried = layout_in(grid, size, middle);
        if (shows(&tried, rows)) {
            *out = tried;
            least = middle;
        } else {
            most = middle;
        }
    }
    return true;
}

CardLayout card_grid_layout(const CardGrid *grid, const CanvasSize *size) {
    float other = 2.0f * PAD + TITLE_TALL + ABOUT_TALL + PROMPTS_TALL;
    // one whole row of cards at least
    float row = other + CARD_WIDE / CARD_ASPECT + CARD_TEXT;
    float u = fminf(size->unit, fminf(0.97f * size->height / row,
                                      0.97f * size->width / (CARD_WIDE + 4.0f * PAD)));
    if (!(u > 0.0f)) { // a minimised window: nothing to divide
        return (CardLayout){.columns = 1, .rows = grid->count, .shown = 1};
    }
    CardLayout layout = layout_in(grid, size, u), smaller;
    float least = (grid->cursor_count < 2 ? ONE_LEAST : ALL_LEAST) * u;
    if (layout_showing(grid, size, grid->count, least, u, &smaller) ||
        layout_showing(grid, size, TWO_ROWS, ONE_LEAST * u, u, &smaller)) {
        return smaller;
    }
    return layout; // too many, however small
}

Area card_grid_area(const CardLayout *layout, int index) {
    int row = index / layout->columns - layout->first, column = index % layout->columns;
    if (row < 0 || row >= layout->shown) {
        return (Area){0};
    }
    return (Area){layout->cards.x + (layout->width + layout->gap) * (float)column,
                  layout->cards.y + (layout->height + layout->gap) * (float)row, layout->width,
                  layout->height};
}

int card_grid_hit(const CardGrid *grid, const CanvasSize *size, float x, float y) {
    CardLayout layout = card_grid_layout(grid, size);
    for (int i = 0; i < grid->count; i++) {
        if (canvas_holds(card_grid_area(&layout, i), x, y)) {
            return i;
        }
    }
    return -1;
}

int card_grid_moved(const CardGrid *grid, int columns, int x, int y) {
    int count = grid->count, at = grid->focus < 0 ? 0 : grid->focus;
    if (count == 0) {
        return -1;
    }
    at = ((at + x) % count + count) % count;
    int rows = (count + columns - 1) / columns, row = at / columns, column = at % columns;
    for (int i = 0; i < (y < 0 ? -y : y); i++) {
        do { // the last row may be shorter
            row = (row + (y > 0 ? 1 : rows - 1)) % rows;
        } while (row * columns + column >= count);
    }
    return row * columns + column;
}

/// A text of at most `room` px: smaller, and where that is not enough, cut off.
static void draw_fitting(const Canvas *canvas, float x, float y, float size, float room,
                         uint32_t color, const char *text) {
    canvas_text(canvas, x, y, canvas_fitting(canvas, size, room, text), TEXT_LEFT, color, text);
}

static void draw_picture(const Canvas *canvas, const Card *card, Area area, float u) {
    if (card->picture && card->picture->vertex_count > 0) {
        draw_list_append(canvas->list, card->picture, vec2_make(area.x, area.y), area.width,
                         area.width);
        return;
    }
    draw_rect(canvas->list, area.x, area.y, area.width, area.height,
              PALETTE_WITH(PALETTE_TEXT, 0x12));
    float x = area.x + 0.5f * area.width, y = area.y + 0.5f * area.height;
    if (card->wrong) { // a triangle with a stroke and a dot
        vec2s sign[3] = {vec2_make(x, y - 40.0f * u), vec2_make(x + 44.0f * u, y + 34.0f * u),
                         vec2_make(x - 44.0f * u, y + 34.0f * u)};
        draw_convex(canvas->list, sign, 3, PALETTE_BAD);
        draw_line(canvas->list, vec2_make(x, y - 16.0f * u), vec2_make(x, y + 10.0f * u), 7.0f * u,
                  PALETTE_INK);
        draw_circle(canvas->list, vec2_make(x, y + 21.0f * u), 4.5f * u, PALETTE_INK);
        return;
    }
    for (int i = -1; i <= 1; i++) { // it comes
        draw_circle(canvas->list, vec2_make(x + 26.0f * u * (float)i, y), 7.0f * u, PALETTE_QUIET);
    }
}

/// The size that all words beside `count` bars fit in, each bar with its word `wide` px.
static float bar_size(const Canvas *canvas, float u, float wide, const CarBar *bars, int count) {
    float size = BAR_SIZE * u;
    for (int i = 0; i < count; i++) {
        size = canvas_fitting(canvas, size, BAR_LABEL * wide - 8.0f * u, bars[i].label);
    }
    return size;
}

/// A word `size` px tall and its bar.
static void draw_bar(const Canvas *canvas, Area area, float u, float size, const CarBar *bar,
                     bool focused) {
    float label = BAR_LABEL * area.width, thick = 9.0f * u;
    float middle = area.y + 0.5f * area.height;
    uint32_t ink = focused ? PALETTE_INK : PALETTE_TEXT;
    canvas_text(canvas, area.x, middle + 0.35f * size, size, TEXT_LEFT,
                focused ? PALETTE_INK : PALETTE_QUIET, bar->label);
    Area line = {area.x + label, middle - 0.5f * thick, area.width - label, thick};
    canvas_fill(canvas, line, 0.5f * thick, PALETTE_WITH(ink, focused ? 0x38 : 0x22));
    line.width = fmaxf(fminf(bar->share, 1.0f) * line.width, thick);
    canvas_fill(canvas, line, 0.5f * thick, focused ? PALETTE_INK : PALETTE_ACCENT);
}

/// Those of the focused card beside the title, where cards have no room for their own.
static void draw_focused_bars(const Canvas *canvas, const CardGrid *grid,
                              const CardLayout *layout) {
    const CarBar *bars = grid->focus >= 0 ? grid->cards[grid->focus].bars : NULL;
    float u = layout->unit, wide = BARS_SHARE * layout->panel.width;
    float x = layout->panel.x + layout->panel.width - (PAD + 4.0f) * u - wide;
    float size = bars ? bar_size(canvas, u, wide, bars, grid->bars) : 0.0f;
    for (int i = 0; i < grid->bars && bars; i++) {
        float y = layout->panel.y + (0.6f * PAD + BAR_TALL * (float)i) * u;
        draw_bar(canvas, (Area){x, y, wide, BAR_TALL * u}, u, size, &bars[i], false);
    }
}

/// `bars`: how many it shows.
static void draw_card(const Canvas *canvas, const Card *card, Area area, bool focused, int bars,
                      float u) {
    float rim = 7.0f * u, inset = fminf(12.0f * u, INSET_MOST * area.width);
    if (focused) {
        Area frame = {area.x - rim, area.y - rim, area.width + 2.0f * rim,
                      area.height + 2.0f * rim};
        canvas_fill(canvas, frame, 16.0f * u, PALETTE_ACCENT);
    }
    uint32_t plate = focused ? PALETTE_ACCENT : PALETTE_WITH(PALETTE_TEXT, 0x14);
    canvas_fill(canvas, area, 10.0f * u, plate);
    Area picture = {area.x, area.y, area.width, area.width / CARD_ASPECT};
    draw_picture(canvas, card, picture, u);
    if (card->badge) {
        char letter[2] = {card->badge, '\0'};
        float x = area.x + 32.0f * u, y = area.y + 32.0f * u;
        draw_circle(canvas->list, vec2_make(x, y), 21.0f * u, PALETTE_INK);
        draw_circle(canvas->list, vec2_make(x, y), 18.0f * u, card->badge_color);
        canvas_text(canvas, x, y + 8.5f * u, 24.0f * u, TEXT_CENTER, PALETTE_INK, letter);
    }
    if (card->chosen) {
        float x = area.x + area.width - 32.0f * u, y = area.y + 32.0f * u;
        draw_circle(canvas->list, vec2_make(x, y), 19.0f * u, PALETTE_ACCENT);
        menu_tick_draw(canvas, x, y, u, PALETTE_INK);
    }
    float mark = focused ? 26.0f * u : 0.0f;
    float x = area.x + inset + mark, room = area.width - 2.0f * inset - mark;
    float y = picture.y + picture.height;
    if (focused) {
        vec2s arrow[3] = {vec2_make(area.x + inset, y + 16.0f * u),
                          vec2_make(area.x + inset + 14.0f * u, y + 27.0f * u),
                          vec2_make(area.x + inset, y + 38.0f * u)};
        draw_convex(canvas->list, arrow, 3, PALETTE_INK);
    }
    draw_fitting(canvas, x, y + 37.0f * u, NAME_SIZE * u, room,
                 focused       ? PALETTE_INK
                 : card->wrong ? PALETTE_QUIET
                               : PALETTE_TEXT,
                 card->title);
    draw_fitting(canvas, area.x + inset, y + 70.0f * u, LINE_SIZE * u, area.width - 2.0f * inset,
                 focused ? PALETTE_INK : PALETTE_QUIET, card->line);
    float within = area.width - 2.0f * inset;
    float size = card->bars ? bar_size(canvas, u, within, card->bars, bars) : 0.0f;
    for (int i = 0; i < bars && card->bars; i++) {
        Area bar = {area.x + inset, y + (CARD_TEXT - 2.0f + BAR_TALL * (float)i) * u, within,
                    BAR_TALL * u};
        draw_bar(canvas, bar, u, size, &card->bars[i], focused);
    }
}

/// A frame of dashes `dash` px long with gaps as long; 0: without gaps.
static void draw_dashes(DrawList *list, Area area, float dash, float width, uint32_t color) {
    vec2s corners[5] = {vec2_make(area.x, area.y), vec2_make(area.x + area.width, area.y),
                        vec2_make(area.x + area.width, area.y + area.height),
                        vec2_make(area.x, area.y + area.height), vec2_make(area.x, area.y)};
    for (int i = 0; i < 4; i++) {
        vec2s from = corners[i], to = corners[i + 1];
        float length = glms_vec2_distance(from, to);
        int count = dash > 0.0f ? (int)fmaxf(length / (2.0f * dash), 1.0f) : 1;
        float share = dash > 0.0f ? 0.55f : 1.0f;
        for (int k = 0; k < count; k++) {
            float begin = (float)k / (float)count;
            draw_line(list, glms_vec2_lerp(from, to, begin),
                      glms_vec2_lerp(from, to, begin + share / (float)count), width, color);
        }
    }
}

/// The frame of cursor `which`, inside the frames of those before it on the same card.
static void draw_cursor_frame(const Canvas *canvas, const CardGrid *grid, int which, Area area,
                              float u) {
    static const float dashes[CARD_CURSORS_MAX] = {0.0f, 26.0f, 13.0f, 6.0f}; // units
    const CardCursor *cursor = &grid->cursors[which];
    float width = 6.0f * u, inset = 0.5f * width;
    for (int i = 0; i < which; i++) {
        inset += grid->cursors[i].index == cursor->index ? 1.6f * width : 0.0f;
    }
    Area frame = {area.x + inset, area.y + inset, area.width - 2.0f * inset,
                  area.width / CARD_ASPECT - 2.0f * inset};
    draw_dashes(canvas->list, frame, 0.0f, 1.5f * width, PALETTE_INK);
    draw_dashes(canvas->list, frame, dashes[(cursor->number - 1) % CARD_CURSORS_MAX] * u, width,
                cursor->color);
}

/// The number of a cursor, at a place of its own on the card.
static void draw_cursor_number(const Canvas *canvas, const CardCursor *cursor, Area area, float u) {
    int at = (cursor->number - 1) % CARD_CURSORS_MAX;
    char text[2] = {(char)('0' + cursor->number % 10), '\0'};
    float radius = 18.0f * u, step = 0.25f * (area.width - 20.0f * u);
    vec2s disc = vec2_make(area.x + 10.0f * u + step * ((float)at + 0.5f),
                           area.y + area.width / CARD_ASPECT - 40.0f * u);
    draw_circle(canvas->list, disc, radius + 3.0f * u, PALETTE_INK);
    draw_circle(canvas->list, disc, radius, cursor->color);
    canvas_text(canvas, disc.x, disc.y + 0.45f * radius, 1.25f * radius, TEXT_CENTER,
                shade_letters(cursor->color), text);
    if (cursor->ready) {
        float x = disc.x + 0.9f * radius, y = disc.y - 1.1f * radius;
        draw_circle(canvas->list, vec2_make(x, y), 0.85f * radius, PALETTE_GOOD);
        menu_tick_draw(canvas, x, y, u, PALETTE_INK);
    }
}

/// All frames, then all numbers, so that no frame hides a number.
static void draw_cursors(const Canvas *canvas, const CardGrid *grid, const CardLayout *layout) {
    for (int i = 0; i < 2 * grid->cursor_count; i++) {
        int which = i % grid->cursor_count;
        Area area = card_grid_area(layout, grid->cursors[which].index);
        if (area.width > 0.0f && i < grid->cursor_count) {
            draw_cursor_frame(canvas, grid, which, area, layout->unit);
        } else if (area.width > 0.0f) {
            draw_cursor_number(canvas, &grid->cursors[which], area, layout->unit);
        }
    }
}

static void draw_about(const Canvas *canvas, const CardGrid *grid, const CardLayout *layout) {
    const char *wrong = grid->focus >= 0 ? grid->cards[grid->focus].wrong : NULL;
    const char *text = wrong ? wrong : grid->about;
    if (!text) {
        return;
    }
    float size = ABOUT_SIZE * layout->unit, x = layout->cards.x + 4.0f * layout->unit;
    float room = layout->panel.width - 2.0f * (x - layout->panel.x);
    menu_lines_draw(canvas, x, layout->about_y, size, room, wrong ? PALETTE_ACCENT : PALETTE_QUIET,
                    text);
}

void card_grid_draw(const Canvas *canvas, const CardGrid *grid) {
    ASSERT(canvas != NULL && grid != NULL);
    CanvasSize size = canvas_size(canvas);
    CardLayout layout = card_grid_layout(grid, &size);
    float u = layout.unit, x = layout.panel.x + (PAD + 4.0f) * u;
    float room = layout.panel.width - 2.0f * (PAD + 4.0f) * u;
    menu_sheet_draw(canvas, layout.panel, u);
    float beside = grid->bars > 0 && !layout.has_bars ? BARS_SHARE * layout.panel.width : 0.0f;
    draw_fitting(canvas, x, layout.panel.y + (PAD + 48.0f) * u, 52.0f * u, room - 1.05f * beside,
                 PALETTE_TEXT, grid->title);
    int bars = layout.has_bars ? grid->bars : 0;
    for (int i = 0; i < grid->count; i++) {
        Area area = card_grid_area(&layout, i);
        if (area.width > 0.0f && (i != grid->focus || grid->cursor_count > 0)) {
            draw_card(canvas, &grid->cards[i], area, false, bars, u);
        }
    }
    draw_cursors(canvas, grid, &layout);
    if (grid->cursor_count == 0 && grid->focus >= 0 && grid->focus < grid->count) {
        draw_card(canvas, &grid->cards[grid->focus], card_grid_area(&layout, grid->focus), true,
                  bars, u);
    }
    if (!layout.has_bars) {
        draw_focused_bars(canvas, grid, &layout);
    }
    menu_scroll_draw(canvas, layout.cards, u, layout.first, layout.shown, layout.rows);
    draw_about(canvas, grid, &layout);
    PromptText prompts[4] = {{PROMPT_PICK, "choose"}, {PROMPT_ACCEPT, "accept"}};
    int count = 2;
    if (grid->menu) {
        prompts[count++] = (PromptText){PROMPT_MENU, grid->menu};
    }
    prompts[count++] = (PromptText){PROMPT_BACK, "back"};
    prompts_draw(canvas, x, layout.prompts_y, ABOUT_SIZE * u, room, grid->device, prompts, count);
}

#include "ui/screens.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "race/classification.h"
#include "render/shade.h"
#include "ui/hud.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SCREEN_VEIL 0x0D101780u ///< Over the race behind a menu.

/// Letters that the room beside a button's text is worth.
#define BUTTON_LETTERS 6.0f

/// Units of the width that the HUD's plates of place and time take at either side.
#define PLATE_ROOM 300.0f

typedef struct Area {
    float x, y, width, height; ///< Pixels.
} Area;

static bool inside(Area area, float x, float y) {
    return x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
}

static float unit_of(int width, int height) { return hud_scale((float)width, (float)height); }

static void fill(DrawList *list, Area area, float radius, uint32_t color) {
    draw_round_rect(list, area.x, area.y, area.width, area.height, radius, color);
}

static void veil(DrawList *list, int width, int height) {
    list->feather = 1.0f;
    list->height = 0.0f;
    draw_rect(list, 0.0f, 0.0f, (float)width, (float)height, SCREEN_VEIL);
}

/// Size at which `text` is not wider than `room`, at most `size`.
static float fitting(const Font *font, float size, float room, const char *text) {
    return fminf(size, room / fmaxf(font_text_width(font, text), 0.1f));
}

/// The mark: an axle with its two wheels, seen from above, under the name.
static void draw_axle(DrawList *list, float x, float y, float width, float u) {
    float tall = 34.0f * u, wide = 15.0f * u;
    draw_line(list, vec2_make(x + wide, y), vec2_make(x + width - wide, y), 6.0f * u,
              PALETTE_ACCENT);
    draw_circle(list, vec2_make(x + 0.5f * width, y), 10.0f * u, PALETTE_ACCENT);
    draw_round_rect(list, x, y - 0.5f * tall, wide, tall, 5.0f * u, PALETTE_TEXT);
    draw_round_rect(list, x + width - wide, y - 0.5f * tall, wide, tall, 5.0f * u, PALETTE_TEXT);
}

void screen_title(DrawList *list, const Font *font, int width, int height, double time,
                  const char *track_name) {
    ASSERT(list != NULL && font != NULL);
    list->feather = 1.0f;
    list->height = 0.0f;
    float u = unit_of(width, height), w = (float)width, h = (float)height;
    float left = fmaxf(0.07f * w, 30.0f * u);
    // Dark towards the left, where the words stand; the race goes on at the right.
    static const float shares[3] = {0.0f, 0.48f, 0.86f};
    static const uint32_t shades[3] = {0x0D1017E6u, 0x0D1017A8u, 0x0D101700u};
    for (int i = 0; i < 2; i++) {
        vec2s from[2] = {vec2_make(shares[i] * w, 0.0f), vec2_make(shares[i] * w, h)};
        vec2s to[2] = {vec2_make(shares[i + 1] * w, 0.0f), vec2_make(shares[i + 1] * w, h)};
        shade_gradient(list, from, to, shades[i], shades[i + 1]);
    }
    float size = fminf(250.0f * u, 0.30f * w), y = 0.44f * h;
    float name = draw_text(list, font, left, y, size, TEXT_LEFT, PALETTE_TEXT, "AXLE");
    draw_axle(list, left + 0.03f * size, y + 0.24f * size, name - 0.06f * size, u);
    float line = y + 0.24f * size + 78.0f * u;
    float room = 0.86f * w - left;
    const char *promise = "Fast cars, real tyres, and walls exactly where you see them.";
    draw_text(list, font, left, line, fitting(font, 34.0f * u, room, promise), TEXT_LEFT,
              PALETTE_TEXT, promise);
    const char *prompt = "Press any key or button to drive";
    float pulse = 0.5f + 0.5f * trig_sin(trig_wrap((float)fmod(time, 1000.0) * 3.2f));
    float prompt_size = fitting(font, 42.0f * u, room, prompt);
    Area pill = {left, line + 48.0f * u, prompt_size * font_text_width(font, prompt) + 64.0f * u,
                 84.0f * u};
    fill(list, pill, 42.0f * u, shade_mix(PALETTE_ACCENT, 0xFFE3A6FFu, pulse));
    draw_text(list, font, pill.x + 32.0f * u, pill.y + 0.5f * pill.height + 0.35f * prompt_size,
              prompt_size, TEXT_LEFT, PALETTE_INK, prompt);
    if (track_name != NULL && track_name[0] != '\0') {
        float track_size = fitting(font, 32.0f * u, room, track_name);
        draw_text(list, font, left, h - 44.0f * u, track_size, TEXT_LEFT, PALETTE_TEXT, track_name);
    }
}

/// Where a menu's parts lie.
typedef struct MenuLayout {
    Area panel, items[SCREEN_MENU_MAX];
    float title_y, hint_y; ///< Baselines.
    float unit;
} MenuLayout;

static MenuLayout menu_layout(int width, int height, const ScreenMenu *menu) {
    ASSERT(menu->count >= 0 && menu->count <= SCREEN_MENU_MAX);
    float u = unit_of(width, height), row = 72.0f * u, pad = 28.0f * u;
    float head = menu->title != NULL ? 96.0f * u : 0.0f;
    float foot = menu->hint != NULL ? 58.0f * u : 0.0f;
    MenuLayout layout = {.unit = u};
    layout.panel.width = fminf(600.0f * u, 0.94f * (float)width);
    layout.panel.height = head + foot + row * (float)menu->count + 2.0f * pad;
    layout.panel.x = 0.5f * ((float)width - layout.panel.width);
    layout.panel.y = 0.5f * ((float)height - layout.panel.height);
    layout.title_y = layout.panel.y + pad + 50.0f * u;
    layout.hint_y = layout.panel.y + layout.panel.height - 30.0f * u;
    for (int i = 0; i < menu->count; i++) {
        layout.items[i] = (Area){layout.panel.x + pad, layout.panel.y + pad + head + row * (float)i,
                                 layout.panel.width - 2.0f * pad, row - 8.0f * u};
    }
    return layout;
}

/// One item: the focused one is filled and has an arrow, `mark` wide with the room around it.
static void draw_item(DrawList *list, const Font *font, Area area, float mark, float size,
                      TextAlign align, bool focused, const char *text) {
    float y = area.y + 0.5f * area.height + 0.35f * size;
    fill(list, area, 0.26f * mark, focused ? PALETTE_ACCENT : PALETTE_WITH(PALETTE_TEXT, 0x14));
    if (focused) {
        float x = area.x + 0.43f * mark, middle = area.y + 0.5f * area.height, s = 0.22f * mark;
        draw_convex(list,
                    (vec2s[3]){vec2_make(x, middle - s), vec2_make(x + 1.3f * s, middle),
                               vec2_make(x, middle + s)},
                    3, PALETTE_INK);
    }
    float x = align == TEXT_CENTER ? area.x + 0.5f * area.width : area.x + mark;
    draw_text(list, font, x, y, size, align, focused ? PALETTE_INK : PALETTE_TEXT, text);
}

void screen_menu(DrawList *list, const Font *font, int width, int height, const ScreenMenu *menu) {
    ASSERT(list != NULL && font != NULL && menu != NULL);
    MenuLayout layout = menu_layout(width, height, menu);
    float u = layout.unit, x = layout.panel.x + 32.0f * u, room = layout.panel.width - 64.0f * u;
    veil(list, width, height);
    fill(list, layout.panel, 22.0f * u, PALETTE_SCREEN);
    if (menu->title != NULL) {
        draw_text(list, font, x, layout.title_y, fitting(font, 52.0f * u, room, menu->title),
                  TEXT_LEFT, PALETTE_TEXT, menu->title);
    }
    for (int i = 0; i < menu->count; i++) {
        float size = fitting(font, 36.0f * u, layout.items[i].width - 72.0f * u, menu->items[i]);
        draw_item(list, font, layout.items[i], 46.0f * u, size, TEXT_LEFT, i == menu->focus,
                  menu->items[i]);
    }
    if (menu->hint != NULL) {
        draw_text(list, font, x, layout.hint_y, fitting(font, 25.0f * u, room, menu->hint),
                  TEXT_LEFT, PALETTE_QUIET, menu->hint);
    }
}

int screen_menu_hit(int width, int height, const ScreenMenu *menu, float x, float y) {
    MenuLayout layout = menu_layout(width, height, menu);
    for (int i = 0; i < menu->count; i++) {
        if (inside(layout.items[i], x, y)) {
            return i;
        }
    }
    return -1;
}

/// Where the table's parts lie: up to 32 rows get smaller until they fit.
typedef struct ResultsLayout {
    Area panel, buttons[SCREEN_MENU_MAX];
    float title_y, first_row, row; ///< Pixels.
    float columns[6];              ///< Place, number, name (left), time, best, points (right).
    float unit;
} ResultsLayout;

// Side by side, each as wide as its text asks for, so that all texts can have one size.
static void place_buttons(ResultsLayout *layout, const ScreenMenu *menu, float pad) {
    float u = layout->unit, gap = 12.0f * u, letters = 0.0f;
    for (int i = 0; i < menu->count; i++) {
        letters += BUTTON_LETTERS + (float)strlen(menu->items[i]);
    }
    float room = layout->panel.width - 2.0f * pad - gap * (float)(menu->count - 1);
    float x = layout->panel.x + pad;
    float y = layout->panel.y + layout->panel.height - pad - 68.0f * u;
    for (int i = 0; i < menu->count; i++) {
        float wide = room * (BUTTON_LETTERS + (float)strlen(menu->items[i])) / letters;
        layout->buttons[i] = (Area){x, y, wide, 68.0f * u};
        x += wide + gap;
    }
}

static ResultsLayout results_layout(int width, int height, int rows, const ScreenMenu *menu) {
    ASSERT(menu->count >= 0 && menu->count <= SCREEN_MENU_MAX);
    float u = unit_of(width, height), pad = 32.0f * u, h = (float)height;
    float head = 92.0f * u, labels = 40.0f * u, foot = 96.0f * u;
    float room = 0.96f * h - head - labels - foot - 2.0f * pad;
    ResultsLayout layout = {.unit = u, .row = fminf(50.0f * u, room / (float)(rows + 0))};
    layout.panel.width = fminf(1300.0f * u, 0.96f * (float)width);
    layout.panel.height = head + labels + layout.row * (float)rows + foot + 2.0f * pad;
    layout.panel.x = 0.5f * ((float)width - layout.panel.width);
    layout.panel.y = 0.5f * (h - layout.panel.height);
    layout.title_y = layout.panel.y + pad + 48.0f * u;
    layout.first_row = layout.panel.y + pad + head + labels;
    static const float shares[6] = {0.0f, 0.075f, 0.125f, 0.66f, 0.86f, 1.0f};
    for (int i = 0; i < 6; i++) {
        layout.columns[i] = layout.panel.x + pad + shares[i] * (layout.panel.width - 2.0f * pad);
    }
    place_buttons(&layout, menu, pad);
    return layout;
}

/// The winner's time; the others' gap, or how many laps they lack.
static void total_text(const Race *race, int car, const Racer *first, char out[24]) {
    const Racer *racer = &race_racers_const(race)[car];
    char time[24];
    if (!racer->finished) {
        classification_text(race, car, out);
    } else if (racer == first) {
        snprintf(out, 24, "%s", hud_time_text(racer->total_s, time));
    } else {
        double gap = fmax(racer->total_s - first->total_s, 0.0);
        snprintf(out, 24, gap < 60.0 ? "+%.3f" : "+%.1f", gap);
    }
}

const uint32_t screen_medal_colors[MEDAL_COUNT] = {PALETTE_GOOD, 0xF5CB45FFu, 0xC9D1DBFFu,
                                                   0xD08A52FFu};

/// A disc around (x, y) in the medal's colour with its initial.
static void draw_medal(DrawList *list, const Font *font, float x, float y, float radius,
                       Medal medal) {
    char initial[2] = {(char)(medal_names[medal][0] - 'a' + 'A'), '\0'};
    draw_circle(list, vec2_make(x, y), radius, screen_medal_colors[medal]);
    draw_text(list, font, x, y + 0.45f * radius, 1.3f * radius, TEXT_CENTER, PALETTE_INK, initial);
}

/// The times to beat, at the right of the title where there is room.
static void draw_medals(DrawList *list, const Font *font, const ResultsLayout *layout,
                        const float medals[MEDAL_COUNT], float room) {
    float u = layout->unit, size = 26.0f * u, wide = 148.0f * u, radius = 15.0f * u;
    int count = 0;
    for (int i = 0; i < MEDAL_COUNT; i++) {
        count += medals[i] > 0.0f ? 1 : 0;
    }
    float x = layout->columns[5] - wide * (float)count;
    if (wide * (float)count > room) {
        return;
    }
    for (int i = 0; i < MEDAL_COUNT; i++) {
        if (medals[i] > 0.0f) {
            char text[24];
            hud_time_text((double)medals[i], text);
            text[strlen(text) - 2] = '\0'; // they are tenths
            x += wide;
            draw_text(list, font, x, layout->title_y - 8.0f * u, size, TEXT_RIGHT, PALETTE_QUIET,
                      text);
            draw_medal(list, font, x - font_text_width(font, text) * size - 1.5f * radius,
                       layout->title_y - 17.0f * u, radius, (Medal)i);
        }
    }
}

static void draw_result(DrawList *list, const Font *font, const ResultsLayout *layout, float y,
                        const Race *race, int place, int car, const char *name, const CarLook *look,
                        const Racer *first, bool fastest, Medal medal) {
    const Racer *racer = &race_racers_const(race)[car];
    float size = fminf(32.0f * layout->unit, 0.66f * layout->row);
    float base = y + 0.5f * layout->row + 0.35f * size;
    char text[24];
    snprintf(text, sizeof text, "%d", place);
    draw_text(list, font, layout->columns[0], base, size, TEXT_LEFT,
              place <= 3 ? PALETTE_ACCENT : PALETTE_TEXT, text);
    vec2s disc = vec2_make(layout->columns[1] + 4.0f * layout->unit, y + 0.5f * layout->row);
    float radius = 0.38f * layout->row;
    draw_circle(list, disc, radius, look->color);
    snprintf(text, sizeof text, "%d", look->number % 100);
    draw_text(list, font, disc.x, disc.y + 0.40f * radius,
              (look->number < 10 ? 1.15f : 1.0f) * radius, TEXT_CENTER,
              shade_light(look->color) > 0.42f ? PALETTE_INK : 0xFFFFFFFFu, text);
    const char *shown = name != NULL ? name : "-";
    float room = 0.70f * (layout->columns[3] - layout->columns[2]);
    draw_text(list, font, layout->columns[2], base, fitting(font, size, room, shown), TEXT_LEFT,
              PALETTE_TEXT, shown);
    total_text(race, car, first, text);
    draw_text(list, font, layout->columns[3], base, size, TEXT_RIGHT,
              racer->finished ? PALETTE_TEXT : PALETTE_QUIET, text);
    draw_text(list, font, layout->columns[4], base, size, TEXT_RIGHT,
              fastest ? PALETTE_ACCENT : PALETTE_QUIET, hud_time_text(racer->best_lap_s, text));
    if (medal != MEDAL_COUNT) {
        draw_medal(list, font, layout->columns[4] + 0.75f * size, y + 0.5f * layout->row,
                   0.46f * size, medal);
    }
    snprintf(text, sizeof text, "%d", classification_points(racer));
    draw_text(list, font, layout->columns[5], base, size, TEXT_RIGHT, PALETTE_TEXT, text);
}

static int fastest_car(const Race *race) {
    const Racer *racers = race_racers_const(race);
    int fastest = -1;
    for (int i = 0; i < race->car_count; i++) {
        if (racers[i].best_lap_s > 0.0 &&
            (fastest < 0 || racers[i].best_lap_s < racers[fastest].best_lap_s)) {
            fastest = i;
        }
    }
    return fastest;
}

void screen_results(DrawList *list, const Font *font, int width, int height, const Race *race,
                    const char *const *names, const CarLook *looks, const float medals[MEDAL_COUNT],
                    const ScreenMenu *menu) {
    ASSERT(list != NULL && font != NULL && race != NULL && looks != NULL && menu != NULL);
    ASSERT(medals != NULL);
    ResultsLayout layout = results_layout(width, height, race->car_count, menu);
    float u = layout.unit, labels = layout.first_row - 14.0f * u;
    static const char *const heads[4] = {"Driver", "Time", "Best lap", "Points"};
    int order[RACE_MAX_CARS];
    race_order(race, order);
    veil(list, width, height);
    fill(list, layout.panel, 22.0f * u, PALETTE_SCREEN);
    const char *title = menu->title != NULL ? menu->title : "Results";
    draw_text(list, font, layout.columns[0], layout.title_y, 52.0f * u, TEXT_LEFT, PALETTE_TEXT,
              title);
    draw_medals(list, font, &layout, medals,
                layout.columns[5] - layout.columns[0] -
                    (font_text_width(font, title) * 52.0f + 30.0f) * u);
    for (int i = 0; i < 4; i++) {
        draw_text(list, font, layout.columns[2 + i], labels, 24.0f * u,
                  i == 0 ? TEXT_LEFT : TEXT_RIGHT, PALETTE_QUIET, heads[i]);
    }
    const Racer *first = &race_racers_const(race)[order[0]];
    int fastest = fastest_car(race);
    for (int i = 0; i < race->car_count; i++) {
        int car = order[i];
        float y = layout.first_row + layout.row * (float)i;
        if (i % 2 == 0) {
            fill(list,
                 (Area){layout.columns[0] - 14.0f * u, y,
                        layout.columns[5] - layout.columns[0] + 28.0f * u, layout.row},
                 8.0f * u, PALETTE_WITH(PALETTE_TEXT, 0x0E));
        }
        draw_result(list, font, &layout, y, race, i + 1, car, names != NULL ? names[car] : NULL,
                    &looks[car], first, car == fastest,
                    medal_of(medals, race_racers_const(race)[car].best_lap_s));
    }
    float mark = 30.0f * u, size = 36.0f * u;
    for (int i = 0; i < menu->count; i++) {
        size = fitting(font, size, layout.buttons[i].width - 1.5f * mark, menu->items[i]);
    }
    for (int i = 0; i < menu->count; i++) {
        draw_item(list, font, layout.buttons[i], mark, size, TEXT_CENTER, i == menu->focus,
                  menu->items[i]);
    }
}

int screen_results_hit(int width, int height, const Race *race, const ScreenMenu *menu, float x,
                       float y) {
    ResultsLayout layout = results_layout(width, height, race->car_count, menu);
    for (int i = 0; i < menu->count; i++) {
        if (inside(layout.buttons[i], x, y)) {
            return i;
        }
    }
    return -1;
}

const uint32_t screen_setup_colors[2] = {PALETTE_A, PALETTE_B};

void screen_setup(DrawList *list, const Font *font, int width, int height, int live) {
    ASSERT(list != NULL && font != NULL && (live == 0 || live == 1));
    list->feather = 1.0f;
    list->height = 0.0f;
    uint32_t color = screen_setup_colors[live];
    float u = unit_of(width, height), w = (float)width, h = (float)height;
    float edge = fmaxf(8.0f * u, 4.0f), size = 44.0f * u, side = 64.0f * u;
    draw_rect(list, 0.0f, 0.0f, w, edge, color);
    draw_rect(list, 0.0f, h - edge, w, edge, color);
    draw_rect(list, 0.0f, edge, edge, h - 2.0f * edge, color);
    draw_rect(list, w - edge, edge, edge, h - 2.0f * edge, color);
    fill(list, (Area){0.5f * (w - side), 0.0f, side, side}, 10.0f * u, color);
    draw_text(list, font, 0.5f * w, 0.5f * side + 0.35f * size, size, TEXT_CENTER, PALETTE_INK,
              live == 0 ? "A" : "B");
}

void screen_setup_note(DrawList *list, const Font *font, int width, int height, float top,
                       float alpha, uint32_t color, const char *text) {
    ASSERT(list != NULL && font != NULL && text != NULL);
    list->feather = 1.0f;
    list->height = 0.0f;
    float u = unit_of(width, height), tall = 38.0f * u, pad = 18.0f * u;
    float room = (float)width - 2.0f * PLATE_ROOM * u - 2.0f * pad;
    float size = fitting(font, 24.0f * u, room, text);
    float wide = size * font_text_width(font, text) + 2.0f * pad;
    Area area = {0.5f * ((float)width - wide), top * u, wide, tall};
    fill(list, area, 0.5f * tall, shade_fade(PALETTE_SCREEN, alpha));
    draw_text(list, font, 0.5f * (float)width, area.y + 0.5f * tall + 0.35f * size, size,
              TEXT_CENTER, shade_fade(color, alpha), text);
}

void screen_sign(DrawList *list, const Font *font, int width, int height, const char *text) {
    ASSERT(list != NULL && font != NULL && text != NULL);
    list->feather = 1.0f;
    list->height = 0.0f;
    float u = unit_of(width, height), tall = 60.0f * u;
    float size = fitting(font, 34.0f * u, 0.5f * (float)width, text);
    float wide = size * font_text_width(font, text) + 48.0f * u;
    Area area = {0.5f * ((float)width - wide), 76.0f * u, wide, tall};
    fill(list, area, 0.5f * tall, PALETTE_SCREEN);
    draw_text(list, font, 0.5f * (float)width, area.y + 0.5f * tall + 0.35f * size, size,
              TEXT_CENTER, PALETTE_ACCENT, text);
}

void screen_waiting(DrawList *list, const Font *font, int width, int height, const char *text,
                    float part) {
    ASSERT(list != NULL && font != NULL && text != NULL && part >= 0.0f && part <= 1.0f);
    list->feather = 1.0f;
    list->height = 0.0f;
    float u = unit_of(width, height), tall = 12.0f * u, wide = 0.4f * (float)width;
    float size = fitting(font, 34.0f * u, 0.8f * (float)width, text);
    Area area = {0.5f * ((float)width - wide), 0.5f * (float)height, wide, tall};
    draw_text(list, font, 0.5f * (float)width, area.y - 28.0f * u, size, TEXT_CENTER, PALETTE_TEXT,
              text);
    fill(list, area, 0.5f * tall, PALETTE_SCREEN);
    area.width = fmaxf(part * wide, tall);
    fill(list, area, 0.5f * tall, PALETTE_ACCENT);
}

void screen_keys(DrawList *list, const Font *font, int width, int height, const char *const *lines,
                 int count) {
    ASSERT(list != NULL && font != NULL && lines != NULL);
    float u = unit_of(width, height), row = 42.0f * u;
    float y = (float)height - 20.0f * u - row * (float)(count - 1);
    for (int i = 0; i < count; i++, y += row) {
        float size = fitting(font, 30.0f * u, 0.94f * (float)width, lines[i]);
        float wide = size * font_text_width(font, lines[i]) + 28.0f * u;
        fill(list, (Area){0.5f * ((float)width - wide), y - 29.0f * u, wide, row - 2.0f * u},
             6.0f * u, PALETTE_SCREEN);
        draw_text(list, font, 0.5f * (float)width, y, size, TEXT_CENTER, PALETTE_TEXT, lines[i]);
    }
}

enum {
    TOAST_LINES_MAX = 3,
    NOTE_LINES_MAX = 8,
    TOAST_LINE_BYTES = 512
};

#define NOTE_TOP 144.0f // units; place, time, set-up and signs stand above

/// Takes from `text` as many words as fit into `room` (in ems) into `line`; returns the rest. The
/// last line takes all.
static const char *take_line(const Font *font, const char *text, float room, bool last,
                             char line[TOAST_LINE_BYTES]) {
    size_t fits = 0;
    for (size_t i = 0; i < TOAST_LINE_BYTES; i++) {
        if (text[i] != ' ' && text[i] != '\0') {
            continue;
        }
        memcpy(line, text, i);
        line[i] = '\0';
        if (fits > 0 && !last && font_text_width(font, line) > room) {
            break;
        }
        fits = i;
        if (text[i] == '\0') {
            break;
        }
    }
    memcpy(line, text, fits);
    line[fits] = '\0';
    return text[fits] == ' ' ? text + fits + 1 : text + fits;
}

void screen_toast(DrawList *list, const Font *font, int width, int height, float place, float size,
                  float alpha, uint32_t color, const char *text) {
    ASSERT(list != NULL && font != NULL && text != NULL);
    if (alpha <= 0.004f || text[0] == '\0') {
        return;
    }
    list->feather = 1.0f;
    list->height = 0.0f;
    char lines[TOAST_LINES_MAX][TOAST_LINE_BYTES];
    int count = 0;
    float whole = unit_of(width, height), u = whole * size / 32.0f;
    float room = 0.80f * (float)width, widest = 0.0f;
    size *= whole;
    for (const char *rest = text; *rest && count < TOAST_LINES_MAX; count++) {
        rest = take_line(font, rest, room / size, count == TOAST_LINES_MAX - 1, lines[count]);
        widest = fmaxf(widest, font_text_width(font, lines[count]));
    }
    size = fminf(size, room / fmaxf(widest, 0.1f));
    float wide = size * widest + 86.0f * u, row = 1.3f * size;
    float tall = 66.0f * u + row * (float)(count - 1);
    Area area = {0.5f * ((float)width - wide), place * (float)height - 0.5f * tall, wide, tall};
    fill(list, area, 33.0f * u, shade_fade(PALETTE_SCREEN, alpha));
    draw_circle(list, vec2_make(area.x + 36.0f * u, area.y + 33.0f * u), 13.0f * u,
                shade_fade(color, alpha));
    for (int i = 0; i < count; i++) {
        draw_text(list, font, area.x + 60.0f * u,
                  area.y + 33.0f * u + 0.35f * size + row * (float)i, size, TEXT_LEFT,
                  shade_fade(PALETTE_TEXT, alpha), lines[i]);
    }
}

// Breaks `text` at each "\n", and what is then too long for `room` (in ems) between words.
static int break_lines(const Font *font, const char *text, float room,
                       char lines[NOTE_LINES_MAX][TOAST_LINE_BYTES]) {
    int count = 0;
    while (*text && count < NOTE_LINES_MAX) {
        char whole[TOAST_LINE_BYTES];
        size_t size = strcspn(text, "\n"), kept = size < sizeof whole ? size : sizeof whole - 1;
        memcpy(whole, text, kept);
        whole[kept] = '\0';
        for (const char *rest = whole; *rest && count < NOTE_LINES_MAX; count++) {
            rest = take_line(font, rest, room, count == NOTE_LINES_MAX - 1, lines[count]);
        }
        text += size + (text[size] == '\n');
    }
    return count;
}

void screen_note(DrawList *list, const Font *font, int width, int height, uint32_t color,
                 const char *text) {
    ASSERT(list != NULL && font != NULL && text != NULL);
    list->feather = 1.0f;
    list->height = 0.0f;
    char lines[NOTE_LINES_MAX][TOAST_LINE_BYTES];
    float u = unit_of(width, height), size = 24.0f * u, room = 0.80f * (float)width, widest = 0.0f;
    int count = break_lines(font, text, room / size, lines);
    for (int i = 0; i < count; i++) {
        widest = fmaxf(widest, font_text_width(font, lines[i]));
    }
    size = fminf(size, room / fmaxf(widest, 0.1f));
    float wide = size * widest + 64.0f * u, row = 1.3f * size;
    Area area = {0.5f * ((float)width - wide), NOTE_TOP * u, wide, row * (float)count + 20.0f * u};
    fill(list, area, 10.0f * u, shade_fade(PALETTE_SCREEN, 0.75f)); // others drive below it
    draw_circle(list, vec2_make(area.x + 26.0f * u, area.y + 10.0f * u + 0.5f * row), 8.0f * u,
                color);
    for (int i = 0; i < count; i++) {
        draw_text(list, font, area.x + 44.0f * u,
                  area.y + 10.0f * u + row * ((float)i + 0.5f) + 0.35f * size, size, TEXT_LEFT,
                  PALETTE_TEXT, lines[i]);
    }
}

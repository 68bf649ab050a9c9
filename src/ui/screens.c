#include "ui/screens.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "race/classification.h"
#include "render/shade.h"
#include "ui/hud.h"
#include "ui/palette.h"
#include "ui/signs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Letters that the room beside a button's text is worth.
#define BUTTON_LETTERS 6.0f

/// A line that begins at `x`, smaller where it would be wider than `room`.
static void text_within(const Canvas *canvas, float x, float y, float size, float room,
                        uint32_t color, const char *text) {
    size = canvas_fitting(canvas, size, room, text);
    canvas_text(canvas, x, y, size, TEXT_LEFT, color, text);
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

void screen_title(const Canvas *canvas, double time, const char *track_name, PromptDevice device) {
    ASSERT(canvas != NULL);
    float u = canvas->unit, w = (float)canvas->width, h = (float)canvas->height;
    float left = fmaxf(0.07f * w, 30.0f * u);
    // Dark towards the left, where the words stand; the race goes on at the right.
    static const float shares[3] = {0.0f, 0.48f, 0.86f};
    static const uint32_t shades[3] = {0x0D1017E6u, 0x0D1017A8u, 0x0D101700u};
    for (int i = 0; i < 2; i++) {
        vec2s from[2] = {vec2_make(shares[i] * w, 0.0f), vec2_make(shares[i] * w, h)};
        vec2s to[2] = {vec2_make(shares[i + 1] * w, 0.0f), vec2_make(shares[i + 1] * w, h)};
        shade_gradient(canvas->list, from, to, shades[i], shades[i + 1]);
    }
    float size = fminf(250.0f * u, 0.30f * w), y = 0.44f * h;
    float name = canvas_text(canvas, left, y, size, TEXT_LEFT, PALETTE_TEXT, "AXLE");
    draw_axle(canvas->list, left + 0.03f * size, y + 0.24f * size, name - 0.06f * size, u);
    float line = y + 0.24f * size + 78.0f * u;
    float room = 0.86f * w - left;
    const char *promise = "Fast cars, real tyres, and walls exactly where you see them.";
    text_within(canvas, left, line, 34.0f * u, room, PALETTE_TEXT, promise);
    const char *prompt = "Press any key or button to drive";
    float pulse = 0.5f + 0.5f * trig_sin(trig_wrap((float)fmod(time, 1000.0) * 3.2f));
    float prompt_size = canvas_fitting(canvas, 42.0f * u, room, prompt);
    Area pill = {left, line + 48.0f * u, canvas_text_width(canvas, prompt_size, prompt) + 64.0f * u,
                 84.0f * u};
    canvas_fill(canvas, pill, 42.0f * u, shade_mix(PALETTE_ACCENT, 0xFFE3A6FFu, pulse));
    canvas_text(canvas, pill.x + 32.0f * u, pill.y + 0.5f * pill.height + 0.35f * prompt_size,
                prompt_size, TEXT_LEFT, PALETTE_INK, prompt);
    static const PromptText menus = {PROMPT_MENU, "choose track, car and more"};
    prompts_draw(canvas, left + 32.0f * u, pill.y + pill.height + 52.0f * u, 27.0f * u, room,
                 device, &menus, 1);
    if (track_name != NULL) {
        text_within(canvas, left, h - 44.0f * u, 32.0f * u, room, PALETTE_TEXT, track_name);
    }
}

/// Where the table's parts lie: up to 32 rows get smaller until they fit.
typedef struct ResultsLayout {
    Area panel, buttons[SCREEN_BUTTONS_MAX];
    float title_y, first_row, row; ///< Pixels.
    float columns[6];              ///< Place, number, name (left), time, best, points (right).
    float unit;
} ResultsLayout;

/// Side by side, each as wide as its text asks for, so that all texts can have one size.
static void place_buttons(ResultsLayout *layout, const MenuPanel *menu, float pad) {
    float u = layout->unit, gap = 12.0f * u, letters = 0.0f;
    for (int i = 0; i < menu->count; i++) {
        letters += BUTTON_LETTERS + (float)strlen(menu->rows[i].label);
    }
    float room = layout->panel.width - 2.0f * pad - gap * (float)(menu->count - 1);
    float x = layout->panel.x + pad;
    float y = layout->panel.y + layout->panel.height - pad - 68.0f * u;
    for (int i = 0; i < menu->count; i++) {
        float wide = room * (BUTTON_LETTERS + (float)strlen(menu->rows[i].label)) / letters;
        layout->buttons[i] = (Area){x, y, wide, 68.0f * u};
        x += wide + gap;
    }
}

static ResultsLayout results_layout(const CanvasSize *size, int rows, const MenuPanel *menu) {
    ASSERT(menu->count >= 0 && menu->count <= SCREEN_BUTTONS_MAX);
    float u = size->unit, pad = 32.0f * u, h = size->height;
    float head = 92.0f * u, labels = 40.0f * u, foot = 96.0f * u;
    float room = 0.96f * h - head - labels - foot - 2.0f * pad;
    ResultsLayout layout = {.unit = u, .row = fminf(50.0f * u, room / (float)rows)};
    Area *panel = &layout.panel;
    panel->width = fminf(1300.0f * u, 0.96f * size->width);
    panel->height = head + labels + layout.row * (float)rows + foot + 2.0f * pad;
    panel->x = 0.5f * (size->width - panel->width);
    panel->y = 0.5f * (h - panel->height);
    layout.title_y = panel->y + pad + 48.0f * u;
    layout.first_row = panel->y + pad + head + labels;
    static const float shares[6] = {0.0f, 0.075f, 0.125f, 0.66f, 0.86f, 1.0f};
    for (int i = 0; i < 6; i++) {
        layout.columns[i] = panel->x + pad + shares[i] * (panel->width - 2.0f * pad);
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
static void draw_medal(const Canvas *canvas, float x, float y, float radius, Medal medal) {
    char initial[2] = {(char)(medal_names[medal][0] - 'a' + 'A'), '\0'};
    draw_circle(canvas->list, vec2_make(x, y), radius, screen_medal_colors[medal]);
    canvas_text(canvas, x, y + 0.45f * radius, 1.3f * radius, TEXT_CENTER, PALETTE_INK, initial);
}

/// The times to beat, at the right of the title where there is room.
static void draw_medals(const Canvas *canvas, const ResultsLayout *layout,
                        const float medals[MEDAL_COUNT], float room) {
    float u = layout->unit, size = 26.0f * u, wide = 148.0f * u, radius = 15.0f * u;
    int count = 0;
    for (int i = 0; i < MEDAL_COUNT; i++) {
        count += medals[i] > 0.0f ? 1 : 0;
    }
    float x = layout->columns[5] - wide * (float)count, y = layout->title_y;
    for (int i = 0; i < MEDAL_COUNT && wide * (float)count <= room; i++) {
        if (medals[i] > 0.0f) {
            char text[24];
            hud_time_text((double)medals[i], text);
            text[strlen(text) - 2] = '\0'; // they are tenths
            x += wide;
            canvas_text(canvas, x, y - 8.0f * u, size, TEXT_RIGHT, PALETTE_QUIET, text);
            draw_medal(canvas, x - canvas_text_width(canvas, size, text) - 1.5f * radius,
                       y - 17.0f * u, radius, (Medal)i);
        }
    }
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

/// What the rows of the table share.
typedef struct Table {
    const Canvas *canvas;
    const Race *race;
    const char *const *names;
    const CarLook *looks;
    const float *medals;
    ResultsLayout layout;
    int order[RACE_MAX_CARS]; ///< Cars by place.
    int fastest;              ///< Car, -1 none.
} Table;

static void draw_result(const Table *table, int place) {
    const Canvas *canvas = table->canvas;
    const ResultsLayout *layout = &table->layout;
    const float *columns = layout->columns;
    int car = table->order[place - 1];
    const Racer *racer = &race_racers_const(table->race)[car];
    const CarLook *look = &table->looks[car];
    float u = layout->unit, size = fminf(32.0f * u, 0.66f * layout->row);
    float y = layout->first_row + layout->row * (float)(place - 1);
    float middle = y + 0.5f * layout->row, base = middle + 0.35f * size;
    if (place % 2 == 1) {
        Area row = {columns[0] - 14.0f * u, y, columns[5] - columns[0] + 28.0f * u, layout->row};
        canvas_fill(canvas, row, 8.0f * u, PALETTE_WITH(PALETTE_TEXT, 0x0E));
    }
    char text[24];
    snprintf(text, sizeof text, "%d", place);
    canvas_text(canvas, columns[0], base, size, TEXT_LEFT,
                place <= 3 ? PALETTE_ACCENT : PALETTE_TEXT, text);
    vec2s disc = vec2_make(columns[1] + 4.0f * u, middle);
    float radius = 0.38f * layout->row;
    draw_circle(canvas->list, disc, radius, look->color);
    snprintf(text, sizeof text, "%d", look->number % 100);
    canvas_text(canvas, disc.x, disc.y + 0.40f * radius,
                (look->number < 10 ? 1.15f : 1.0f) * radius, TEXT_CENTER,
                shade_light(look->color) > 0.42f ? PALETTE_INK : 0xFFFFFFFFu, text);
    const char *name = table->names != NULL ? table->names[car] : NULL;
    text_within(canvas, columns[2], base, size, 0.70f * (columns[3] - columns[2]), PALETTE_TEXT,
                name != NULL ? name : "-");
    total_text(table->race, car, &race_racers_const(table->race)[table->order[0]], text);
    canvas_text(canvas, columns[3], base, size, TEXT_RIGHT,
                racer->finished ? PALETTE_TEXT : PALETTE_QUIET, text);
    canvas_text(canvas, columns[4], base, size, TEXT_RIGHT,
                car == table->fastest ? PALETTE_ACCENT : PALETTE_QUIET,
                hud_time_text(racer->best_lap_s, text));
    Medal medal = medal_of(table->medals, racer->best_lap_s);
    if (medal != MEDAL_COUNT) {
        draw_medal(canvas, columns[4] + 0.75f * size, middle, 0.46f * size, medal);
    }
    snprintf(text, sizeof text, "%d", classification_points(racer));
    canvas_text(canvas, columns[5], base, size, TEXT_RIGHT, PALETTE_TEXT, text);
}

void screen_results(const Canvas *canvas, const Race *race, const char *const *names,
                    const CarLook *looks, const float medals[MEDAL_COUNT], const MenuPanel *menu) {
    ASSERT(canvas != NULL && race != NULL && looks != NULL && medals != NULL && menu != NULL);
    CanvasSize room = canvas_size(canvas);
    Table table = {
        .canvas = canvas,
        .race = race,
        .names = names,
        .looks = looks,
        .medals = medals,
        .layout = results_layout(&room, race->car_count, menu),
        .fastest = fastest_car(race),
    };
    race_order(race, table.order);
    const ResultsLayout *layout = &table.layout;
    const float *columns = layout->columns;
    float u = layout->unit;
    static const char *const heads[4] = {"Driver", "Time", "Best lap", "Points"};
    menu_veil(canvas);
    canvas_fill(canvas, layout->panel, 22.0f * u, PALETTE_SCREEN);
    const char *title = menu->title != NULL ? menu->title : "Results";
    canvas_text(canvas, columns[0], layout->title_y, 52.0f * u, TEXT_LEFT, PALETTE_TEXT, title);
    draw_medals(canvas, layout, medals,
                columns[5] - columns[0] -
                    (font_text_width(canvas->font, title) * 52.0f + 30.0f) * u);
    for (int i = 0; i < 4; i++) {
        canvas_text(canvas, columns[2 + i], layout->first_row - 14.0f * u, 24.0f * u,
                    i == 0 ? TEXT_LEFT : TEXT_RIGHT, PALETTE_QUIET, heads[i]);
    }
    for (int place = 1; place <= race->car_count; place++) {
        draw_result(&table, place);
    }
    float mark = 30.0f * u, size = 36.0f * u;
    for (int i = 0; i < menu->count; i++) {
        float button = layout->buttons[i].width - 1.5f * mark;
        size = canvas_fitting(canvas, size, button, menu->rows[i].label);
    }
    for (int i = 0; i < menu->count; i++) {
        menu_button_draw(canvas, layout->buttons[i], mark, size, i == menu->focus,
                         menu->rows[i].label);
    }
}

int screen_results_hit(const CanvasSize *size, const Race *race, const MenuPanel *menu, float x,
                       float y) {
    ResultsLayout layout = results_layout(size, race->car_count, menu);
    for (int i = 0; i < menu->count; i++) {
        if (canvas_holds(layout.buttons[i], x, y)) {
            return i;
        }
    }
    return -1;
}

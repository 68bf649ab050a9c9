#include "pages/results.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "pages/button_row.h"
#include "race_state/classification.h"
#include "track_picture/track_card.h"
#include "ui/driver_badge.h"
#include "ui/hud.h"
#include "ui/medal_disc.h"
#include "ui/menu_parts.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Units.
#define PAD          32.0f
#define HEAD         112.0f  ///< Title and track.
#define PICTURE      144.0f  ///< Height of the track's picture, which makes the head taller.
#define PICTURE_FROM 1150.0f ///< Width from which it leaves room for the times to beat.
#define LABELS       40.0f
#define FOOT         96.0f
#define PROMPTS      44.0f ///< Below the buttons, where there is room.
#define ROW          50.0f
#define ROW_LEAST    30.0f ///< Lower ones make a second column of the table.
#define ROW_WANTED   40.0f ///< For lower ones, what is around the table becomes smaller.
#define TABLE_WIDE   1000.0f
#define CHART_WIDE   560.0f ///< At least, beside the table.
#define CHART_TALL   420.0f ///< At least, in its place.
#define BLOCK_GAP    36.0f
// What is around the table: the shares of the usual unit that its own may be lie above the first of
// these, and it does not get below the second (px).
#define FRAME_SHARE 0.45f
#define FRAME_LEAST 0.6f

// Columns in ems of a row's text, the last three from the right.
#define EMS_PLACE  1.7f
#define EMS_NUMBER 1.8f
#define EMS_FACE   1.8f
#define EMS_NAME   7.0f ///< At least.
#define EMS_TIME   6.6f
#define EMS_BEST   5.4f
#define EMS_MEDAL  1.9f
#define EMS_POINTS 2.2f
#define MARK_EMS   0.7f                                // the size of a mark beside a name
#define EMS_LEFT   (EMS_PLACE + EMS_NUMBER + EMS_FACE) // of a name
#define EMS_ALL    (EMS_LEFT + EMS_NAME + EMS_TIME + EMS_BEST + EMS_MEDAL + EMS_POINTS)

/// Where everything lies, px.
typedef struct Layout {
    Area panel, table, chart; ///< The chart is empty where there is none, the table where it is.
    Area picture;             ///< Of the track; empty where it has no room.
    Area buttons[RESULTS_BUTTONS_MAX];
    int blocks, block_rows; ///< Of the table: side by side, each with so many rows at most.
    float block_width, block_gap, row, size;
    float title_y, prompts_y; ///< `prompts_y` 0: there are none.
    float unit;               ///< px of a unit, but in the rows of the table.
} Layout;

static void place_buttons(Layout *layout, const MenuPanel *menu) {
    float u = layout->unit, pad = PAD * u, tall = BUTTON_ROW_HEIGHT * u;
    float y = layout->panel.y + layout->panel.height - pad - tall;
    y -= layout->prompts_y > 0.0f ? PROMPTS * u : 0.0f;
    Area row = {layout->panel.x + pad, y, layout->panel.width - 2.0f * pad, tall};
    button_row_place(menu, row, u, layout->buttons);
}

/// Of the rows of `cars` in so many blocks, px, where the table has `wide` by `tall` px.
static float text_size(float wide, float tall, float u, int cars, int blocks) {
    float table = fminf(wide, (float)blocks * 1.2f * TABLE_WIDE * u);
    float block = (table - BLOCK_GAP * u * (float)(blocks - 1)) / (float)blocks;
    float row = tall / (float)((cars + blocks - 1) / blocks);
    return fminf(fminf(32.0f * u, 0.66f * row), block / EMS_ALL);
}

/// px of a unit of all that is around the table: less than usual where rows would be low otherwise,
/// as with large texts and many cars.
static float frame_unit(const CanvasSize *size, int cars) {
    float unit = size->unit;
    for (float share = 1.0f; share > FRAME_SHARE; share -= 0.1f) {
        float u = share * size->unit;
        if (u < FRAME_LEAST) {
            return unit;
        }
        unit = u;
        float wide = 0.96f * size->width - 2.0f * PAD * u;
        float tall = 0.96f * size->height - (HEAD + FOOT + 2.0f * PAD + LABELS) * u;
        float text = fmaxf(text_size(wide, tall, size->unit, cars, 1),
                           text_size(wide, tall, size->unit, cars, 2));
        if (text >= 0.66f * ROW_WANTED * size->unit) {
            return unit;
        }
    }
    return unit;
}

static Layout layout_make(const CanvasSize *size, const Results *results, const MenuPanel *menu) {
    ASSERT(menu->count >= 0 && menu->count <= RESULTS_BUTTONS_MAX);
    float u = frame_unit(size, results->race->car_count), rows_unit = size->unit;
    float pad = PAD * u, fixed = (HEAD + FOOT) * u + 2.0f * pad;
    int cars = results->race->car_count;
    float wide = 0.96f * size->width - 2.0f * pad, tall = 0.96f * size->height - fixed;
    bool has_chart = results->history != NULL && place_chart_has(results->history);
    Layout layout = {.unit = u, .blocks = 1};
    float rows_tall = tall - LABELS * u;
    bool tight = rows_tall / (float)cars < ROW_LEAST * rows_unit;
    bool splits = tight && text_size(wide, rows_tall, rows_unit, cars, 2) >
                               text_size(wide, rows_tall, rows_unit, cars, 1);
    layout.blocks = splits ? 2 : 1;
    layout.block_rows = (cars + layout.blocks - 1) / layout.blocks;
    layout.row = fminf(ROW * rows_unit, rows_tall / (float)layout.block_rows);
    float table = fminf(wide, (float)layout.blocks * 1.2f * TABLE_WIDE * rows_unit);
    bool beside = has_chart && !splits && wide >= (TABLE_WIDE + BLOCK_GAP + CHART_WIDE) * rows_unit;
    table = beside ? TABLE_WIDE * rows_unit : table;
    float content = LABELS * u + layout.row * (float)layout.block_rows;
    if (beside || (has_chart && results->chart)) {
        content = fminf(fmaxf(content, CHART_TALL * u), tall);
    }
    float all = beside ? fminf(wide, 1.8f * TABLE_WIDE * rows_unit) : table;
    bool prompts = content + PROMPTS * u <= tall;
    float height = content + fixed + (prompts ? PROMPTS * u : 0.0f), head = HEAD * u;
    float taller = (PICTURE + 0.5f * PAD - HEAD) * u;
    bool pictured = results->picture != NULL && results->picture->vertex_count > 0 &&
                    height + taller <= 0.96f * size->height && all >= PICTURE_FROM * u;
    height += pictured ? taller : 0.0f;
    head += pictured ? taller : 0.0f;
    layout.panel = (Area){0.5f * (size->width - all) - pad, 0.5f * (size->height - height),
                          all + 2.0f * pad, height};
    layout.prompts_y =
        prompts ? layout.panel.y + layout.panel.height - pad - 0.2f * PROMPTS * u : 0.0f;
    layout.title_y = layout.panel.y + pad + (pictured ? 66.0f : 46.0f) * u;
    if (pictured) {
        layout.picture = (Area){layout.panel.x + pad, layout.panel.y + pad,
                                PICTURE * TRACK_CARD_ASPECT * u, PICTURE * u};
    }
    Area inner = {layout.panel.x + pad, layout.panel.y + pad + head, all, content};
    layout.table = (Area){inner.x, inner.y, table, inner.height};
    if (beside) {
        float from = table + BLOCK_GAP * u;
        layout.chart = (Area){inner.x + from, inner.y, inner.width - from, inner.height};
    }
    if (results->chart && has_chart) {
        layout.chart = inner;
        layout.table = (Area){0.0f, 0.0f, 0.0f, 0.0f};
    }
    layout.block_gap = BLOCK_GAP * rows_unit;
    float gaps = layout.block_gap * (float)(layout.blocks - 1);
    layout.block_width = (table - gaps) / (float)layout.blocks;
    layout.size = fminf(fminf(32.0f * rows_unit, 0.66f * layout.row), layout.block_width / EMS_ALL);
    place_buttons(&layout, menu);
    return layout;
}

/// The winner's time; the others' gap, or how many laps they lack.
static void total_text(const Race *race, int car, const Racer *first, char out[24]) {
    const Racer *racer = &race_racers_const(race)[car];
    char time[24];
    if (!classification_has_time(race, racer)) {
        classification_text(race, car, out);
    } else if (racer == first) {
        snprintf(out, 24, "%s", hud_time_text(racer->total_s, time));
    } else {
        double gap = fmax(racer->total_s - first->total_s, 0.0);
        snprintf(out, 24, gap < 60.0 ? "+%.3f" : "+%.1f", gap);
    }
}

static double champion_of(const Results *results, int car) {
    return results->champions ? results->champions[car] : 0.0;
}

/// One of the times to beat.
typedef struct Target {
    char text[24];
    int disc;
} Target;

/// The times to beat: the champion's, then those of the medals. Returns how many.
static int list_targets(const Results *results, Target out[MEDAL_DISC_COUNT]) {
    const float *medals = results->medals[results->target_car];
    double champion_s = champion_of(results, results->target_car);
    int count = 0;
    if (results->race->rules.catch_up != CATCH_UP_OFF || race_is_battle(results->race)) {
        return 0;
    }
    if (champion_s > 0.0) {
        out[count].disc = MEDAL_DISC_CHAMPION;
        hud_time_text(champion_s, out[count++].text);
    }
    for (int i = 0; i < MEDAL_COUNT; i++) {
        if (medals[i] > 0.0f) {
            out[count].disc = i;
            hud_time_text((double)medals[i], out[count].text);
            out[count].text[strlen(out[count].text) - 2] = '\0'; // they are tenths
            count++;
        }
    }
    return count;
}

/// The times to beat (`u` px a unit), which end at `right`, where `room` px hold them, and before
/// them the car that they are of where it says so.
static void draw_medals(const Canvas *canvas, float u, float right, float y, const Results *results,
                        float room) {
    Target targets[MEDAL_DISC_COUNT];
    int count = list_targets(results, targets);
    float size = 26.0f * u, radius = 15.0f * u, gap = 28.0f * u;
    float wide = results->target ? canvas_text_width(canvas, size, results->target) : -gap;
    for (int i = 0; i < count; i++) {
        wide += gap + 2.5f * radius + canvas_text_width(canvas, size, targets[i].text);
    }
    if (count == 0 || wide > room) {
        return; // rather none than some that say too little
    }
    float x = right - wide;
    if (results->target) {
        x += gap +
             canvas_text(canvas, x, y - 8.0f * u, size, TEXT_LEFT, PALETTE_QUIET, results->target);
    }
    for (int i = 0; i < count; i++) {
        medal_disc_draw(canvas, x + radius, y - 17.0f * u, radius, targets[i].disc);
        x += 2.5f * radius;
        x += gap +
             canvas_text(canvas, x, y - 8.0f * u, size, TEXT_LEFT, PALETTE_QUIET, targets[i].text);
    }
}

/// The hits of `car` among its shots, and how often it was spun out.
static const char *battle_text(const BattleCar *car, char out[24]) {
    snprintf(out, 24, "%d of %d, %d", car->hits, car->shots, car->outs);
    return out;
}

/// The medal that the best lap of `car` earns, as a disc; -1 none. With more power than its own a
/// car earns none.
static int disc_of(const Results *results, int car) {
    if (results->race->rules.catch_up != CATCH_UP_OFF || race_is_battle(results->race)) {
        return -1;
    }
    double lap_s = race_racers_const(results->race)[car].best_lap_s;
    Medal medal = medal_of(results->medals[car], lap_s);
    double champion_s = champion_of(results, car);
    bool champion = champion_s > 0.0 && lap_s > 0.0 && lap_s <= champion_s;
    return champion ? MEDAL_DISC_CHAMPION : medal != MEDAL_COUNT ? (int)medal : -1;
}

/// What the rows of the table share.
typedef struct Table {
    const Canvas *canvas;
    const Results *results;
    const Layout *layout;
    int order[RACE_MAX_CARS]; ///< Cars by place.
    int fastest;              ///< Car, -1 none.
} Table;

/// Where the columns of a block stand that begins at `x`: left edges of the first four, right edges
/// of the others, px.
typedef struct Columns {
    float place, number, face, name, time, best, points;
} Columns;

static Columns columns_at(const Layout *layout, float x) {
    float em = layout->size, right = x + layout->block_width;
    float best = right - (EMS_POINTS + EMS_MEDAL) * em;
    return (Columns){.place = x,
                     .number = x + EMS_PLACE * em,
                     .face = x + (EMS_PLACE + EMS_NUMBER) * em,
                     .name = x + EMS_LEFT * em,
                     .time = best - EMS_BEST * em,
                     .best = best,
                     .points = right};
}

static float block_x(const Layout *layout, int block) {
    return layout->table.x + (float)block * (layout->block_width + layout->block_gap);
}

static void put(const Table *table, float x, float base, float room, TextAlign align,
                uint32_t color, const char *text) {
    float size = canvas_fitting(table->canvas, table->layout->size, room, text);
    canvas_text(table->canvas, x, base, size, align, color, text);
}

/// What the rules have given to `car`, in few letters: "−10 %" of power, "+1.0 s".
static const char *note_of(const Racer *racer, char out[32]) {
    char power[12] = "", penalty[12] = "";
    if (racer->handicap > 0) {
        snprintf(power, sizeof power, "\u2212%d %%", racer->handicap);
    }
    if (racer->penalty_s > 0.0f) {
        snprintf(penalty, sizeof penalty, "+%.1f s", (double)racer->penalty_s);
    }
    snprintf(out, 32, "%s%s%s", power, power[0] && penalty[0] ? " " : "", penalty);
    return out;
}

/// The mark of `car` and its name, in `room` px from `x` on: rather a short mark than a small name.
static void draw_name(const Table *table, int car, float x, float base, float room) {
    static const struct {
        const char *text, *shorter;
        uint32_t color;
    } marks[RESULTS_MARK_COUNT] = {
        [RESULTS_MARK_CHECKED] = {"being checked", "checking", PALETTE_QUIET},
        [RESULTS_MARK_BEST_RACE] = {"your best race", "own best", PALETTE_GOOD},
        [RESULTS_MARK_BEST_LAP] = {"your best lap", "own best", PALETTE_GOOD},
        [RESULTS_MARK_RACE_RECORD] = {"race record", "record", PALETTE_ACCENT},
        [RESULTS_MARK_TRACK_RECORD] = {"track record", "record", PALETTE_ACCENT},
    };
    const Results *results = table->results;
    const Canvas *canvas = table->canvas;
    const char *name = results->names != NULL && results->names[car] ? results->names[car] : "-";
    ResultsMark mark = results->marks != NULL ? results->marks[car] : RESULTS_MARK_NONE;
    float em = table->layout->size, size = MARK_EMS * em, gap = 0.6f * em;
    float wide = canvas_text_width(canvas, em, name);
    char note[32];
    note_of(&race_racers_const(results->race)[car], note);
    float noted = canvas_text_width(canvas, size, note) + gap;
    if (note[0] != '\0' && noted < 0.5f * room) {
        room -= noted;
        canvas_text(canvas, x + room + gap, base, size, TEXT_LEFT, PALETTE_BAD_TEXT, note);
    }
    if (mark != RESULTS_MARK_NONE) {
        const char *text = marks[mark].text;
        bool fits = canvas_text_width(canvas, size, text) <= room - wide - gap;
        text = fits ? text : marks[mark].shorter;
        wide = fminf(wide, room - canvas_text_width(canvas, size, text) - gap);
        canvas_text(canvas, x + wide + gap, base, size, TEXT_LEFT, marks[mark].color, text);
        room = wide;
    }
    put(table, x, base, room, TEXT_LEFT, PALETTE_TEXT, name);
}

static void draw_row(const Table *table, int place) {
    const Canvas *canvas = table->canvas;
    const Layout *layout = table->layout;
    const Results *results = table->results;
    int car = table->order[place - 1], row = (place - 1) % layout->block_rows;
    Columns at = columns_at(layout, block_x(layout, (place - 1) / layout->block_rows));
    const Racer *racer = &race_racers_const(results->race)[car];
    const CarLook *look = &results->looks[car];
    float u = layout->unit, em = layout->size;
    float y = layout->table.y + LABELS * u + layout->row * (float)row;
    float middle = y + 0.5f * layout->row, base = middle + 0.35f * em;
    bool person = results->people >> car & 1u;
    if (row % 2 == 0 || person) {
        Area stripe = {at.place - 14.0f * u, y, layout->block_width + 28.0f * u, layout->row};
        canvas_fill(canvas, stripe, 8.0f * u, PALETTE_WITH(PALETTE_TEXT, person ? 0x24 : 0x0E));
    }
    char text[24];
    snprintf(text, sizeof text, "%d", place);
    put(table, at.place, base, INFINITY, TEXT_LEFT, place <= 3 ? PALETTE_ACCENT : PALETTE_TEXT,
        text);
    float radius = fminf(0.38f * layout->row, 0.65f * em);
    driver_disc_draw(canvas, at.number + radius, middle, radius, look);
    float side = fminf(0.9f * layout->row, (EMS_FACE - 0.35f) * em);
    driver_badge_draw(canvas, at.face + 0.5f * side, middle, side, 1.0f,
                      results->faces ? results->faces[car] : NULL, look->color);
    draw_name(table, car, at.name, base, at.time - EMS_TIME * em - at.name);
    total_text(results->race, car, &race_racers_const(results->race)[table->order[0]], text);
    put(table, at.time, base, (EMS_TIME - 0.4f) * em, TEXT_RIGHT,
        racer->finished ? PALETTE_TEXT : PALETTE_QUIET, text);
    if (race_is_battle(results->race)) {
        put(table, at.best, base, (EMS_BEST - 0.4f) * em, TEXT_RIGHT, PALETTE_TEXT,
            battle_text(&results->race->battle.cars[car], text));
    } else {
        put(table, at.best, base, (EMS_BEST - 0.4f) * em, TEXT_RIGHT,
            car == table->fastest ? PALETTE_ACCENT : PALETTE_QUIET,
            hud_time_text(racer->best_lap_s, text));
    }
    int medal = disc_of(results, car);
    if (medal >= 0) {
        medal_disc_draw(canvas, at.best + 0.95f * em, middle, 0.46f * em, medal);
    }
    bool bonus = results->bonus && car == table->fastest;
    snprintf(text, sizeof text, "%d",
             classification_points(racer) + (bonus ? CLASSIFICATION_FASTEST_POINTS : 0));
    put(table, at.points, base, INFINITY, TEXT_RIGHT, PALETTE_TEXT, text);
}

static void draw_table(const Canvas *canvas, const Results *results, const Layout *layout) {
    Table table = {canvas, results, layout, .fastest = classification_fastest(results->race)};
    race_order(results->race, table.order);
    float size = fminf(24.0f * layout->unit, 0.85f * layout->size);
    for (int block = 0; block < layout->blocks; block++) {
        Columns at = columns_at(layout, block_x(layout, block));
        float y = layout->table.y + LABELS * layout->unit - 14.0f * layout->unit;
        canvas_text(canvas, at.name, y, size, TEXT_LEFT, PALETTE_QUIET, "Driver");
        canvas_text(canvas, at.time, y, size, TEXT_RIGHT, PALETTE_QUIET, "Time, gap");
        bool battle = race_is_battle(results->race);
        canvas_text(canvas, at.best, y, size, TEXT_RIGHT, PALETTE_QUIET,
                    battle ? "Hits, outs" : "Best lap");
        canvas_text(canvas, at.points, y, size, TEXT_RIGHT, PALETTE_QUIET, "Points");
    }
    for (int place = 1; place <= results->race->car_count; place++) {
        draw_row(&table, place);
    }
}

static void draw_chart(const Canvas *canvas, const Results *results, const Layout *layout) {
    float u = layout->unit, left = layout->chart.x;
    canvas_text(canvas, left, layout->chart.y + (LABELS - 14.0f) * u, 24.0f * u, TEXT_LEFT,
                PALETTE_QUIET, "Places, lap by lap");
    Area area = layout->chart;
    area.y += LABELS * u;
    area.height -= LABELS * u;
    place_chart_draw(canvas, area, results->history, results->looks, results->people);
}

/// Title, track and record at the left, the times to beat at the right.
static void draw_head(const Canvas *canvas, const Results *results, const Layout *layout,
                      const char *title) {
    float u = layout->unit, left = layout->panel.x + PAD * u;
    float room = layout->panel.width - 2.0f * PAD * u;
    const Area *picture = &layout->picture;
    if (picture->width > 0.0f) {
        draw_list_append(canvas->list, results->picture, vec2_make(picture->x, picture->y),
                         picture->width, picture->width);
        float taken = picture->width + 28.0f * u;
        left += taken;
        room -= taken;
    }
    float size = canvas_fitting(canvas, 52.0f * u, room, title);
    float wide = canvas_text(canvas, left, layout->title_y, size, TEXT_LEFT, PALETTE_TEXT, title);
    draw_medals(canvas, u, left + room, layout->title_y, results, room - wide - 30.0f * u);
    float y = layout->title_y + 40.0f * u, taken = 0.0f;
    if (results->record != NULL) {
        float fits = canvas_fitting(canvas, 26.0f * u, 0.5f * room, results->record);
        taken =
            canvas_text(canvas, left + room, y, fits, TEXT_RIGHT, PALETTE_ACCENT, results->record);
        taken += 30.0f * u;
    }
    if (results->track != NULL) {
        canvas_text(canvas, left, y,
                    canvas_fitting(canvas, 28.0f * u, room - taken, results->track), TEXT_LEFT,
                    PALETTE_QUIET, results->track);
    }
}

void results_draw(const Canvas *canvas, const Results *results, const MenuPanel *menu) {
    ASSERT(canvas != NULL && results != NULL && results->race != NULL && results->looks != NULL);
    ASSERT(results->medals != NULL && menu != NULL);
    CanvasSize room = canvas_size(canvas);
    Layout layout = layout_make(&room, results, menu);
    menu_sheet_draw(canvas, layout.panel, layout.unit);
    draw_head(canvas, results, &layout, menu->title != NULL ? menu->title : "Results");
    if (layout.table.width > 0.0f) {
        draw_table(canvas, results, &layout);
    }
    if (layout.chart.width > 0.0f) {
        draw_chart(canvas, results, &layout);
    }
    button_row_draw(canvas, menu, layout.unit, layout.buttons);
    if (layout.prompts_y > 0.0f) {
        const PromptText prompts[] = {{PROMPT_CHANGE, "choose"},
                                      {PROMPT_ACCEPT, "accept"},
                                      {PROMPT_BACK, results->back ? results->back : "title"}};
        prompts_draw(canvas, layout.panel.x + PAD * layout.unit, layout.prompts_y,
                     25.0f * layout.unit, layout.panel.width - 2.0f * PAD * layout.unit,
                     menu->device, prompts, 3);
    }
}

int results_hit(const CanvasSize *size, const Results *results, const MenuPanel *menu, float x,
                float y) {
    Layout layout = layout_make(size, results, menu);
    return button_row_hit(menu, layout.buttons, x, y);
}

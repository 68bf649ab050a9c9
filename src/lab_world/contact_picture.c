/// The picture of the panel of a contact over time (lab/contact.h).
#include "lab_world/contact.h"
#include "sheet/panel_style.h"

#include <math.h>
#include <stdio.h>

// px: four charts over the ticks, one below the other, and the table of points below them.
#define CHART_LEFT   556.0f
#define CHART_RIGHT  926.0f
#define CHART_TOP    498.0f
#define CHART_HEIGHT 48.0f
#define CHART_STEP   76.0f
#define TABLE_TOP    178.0f
#define TABLE_STEP   17.0f

#define IMPULSE_PX  76.0f ///< Length of the arrow of the largest impulse of the film.
#define GHOST_COLOR 0xBBB9B0FFu
#define SHOWN_LEAST 0.02f ///< m: a way that can be seen.

enum {
    CHARTS = 4,
    ROWS_MAX = 4,    ///< Of the table.
    GHOST_TICKS = 8, ///< From one drawn place to the next.
    GHOSTS = 3,      ///< To either side.
};

/// All that a drawing needs.
typedef struct Drawing {
    Sheet *sheet;
    const Scene *scene;
    const Film *film;
    const WrongFilm *wrong; ///< NULL: none.
    int number;
    const FilmTick *tick;
} Drawing;

static void put(Sheet *sheet, float x, float y, MarkAlign align, uint32_t color, const char *text) {
    sheet_text(sheet, vec2_make(x, y), STYLE_TEXT - 1.0f, align, color, text);
}

/// `value` with its unit, in thousands where it is large.
static const char *amount(Digits *digits, double value, const char *unit, char out[32]) {
    bool large = fabs(value) >= 1000.0;
    snprintf(out, 32, "%s %s%s", digits_of(digits, large ? value / 1000.0 : value, 1),
             large ? "k" : "", unit);
    return out;
}

// ---------------------------------------------------------------- the shapes

static Transform place_of(const Drawing *drawing, const Body *body, int index) {
    return film_place(drawing->film, body, index);
}

/// Where shape `index` stands at the begin of the tick `number`.
static Transform place_at(const Drawing *drawing, int number, int index) {
    return place_of(drawing, &film_tick(drawing->film, number)->before[index], index);
}

static bool moves(const Drawing *drawing, int index) {
    return !scene_stands(&drawing->scene->shapes[index]);
}

/// The place where b would stand after the MTV.
static Transform parted(const Drawing *drawing) {
    const Separation *gap = &drawing->tick->gap;
    Transform at = place_at(drawing, drawing->number, 1);
    at.position = glms_vec2_sub(at.position, glms_vec2_scale(gap->normal, gap->distance));
    return at;
}

static Box shown_box(const Drawing *drawing) {
    const Film *film = drawing->film;
    Box box = solid_bounds(&film->solids[0], place_at(drawing, drawing->number, 0));
    for (int i = 0; i < SCENE_SHAPES; i++) {
        for (int k = -GHOSTS; k <= GHOSTS; k++) {
            Transform at = place_at(drawing, drawing->number + k * GHOST_TICKS, i);
            box = box_union(box, solid_bounds(&film->solids[i], at));
        }
        if (drawing->wrong) {
            const Body *body = &drawing->wrong->ticks[drawing->number - film->first].after[i];
            box = box_union(box, solid_bounds(&film->solids[i], place_of(drawing, body, i)));
        }
    }
    return box;
}

static void draw_ghosts(const Drawing *drawing, int index) {
    for (int k = -GHOSTS; k <= GHOSTS; k++) {
        int number = drawing->number + k * GHOST_TICKS;
        if (k != 0 && number == film_clamp(drawing->film, number)) {
            sheet_solid(drawing->sheet, &drawing->film->solids[index],
                        place_at(drawing, number, index), (Paint){0, GHOST_COLOR, 1.5f, k < 0});
        }
    }
}

static void draw_wrong(const Drawing *drawing) {
    const WrongTick *tick = &drawing->wrong->ticks[drawing->number - drawing->film->first];
    for (int i = 0; i < SCENE_SHAPES; i++) {
        if (moves(drawing, i)) {
            sheet_solid(drawing->sheet, &drawing->film->solids[i],
                        place_of(drawing, &tick->after[i], i), style_wrong);
        }
    }
}

/// The largest normal impulse of a point in all of the film (N s).
static float largest_impulse(const Film *film) {
    float largest = 0.0f;
    for (int i = 0; i <= film->last - film->first; i++) {
        const FilmTick *tick = &film->ticks[i];
        for (int k = 0; k < tick->contact_count && k < FILM_CONTACTS_MAX; k++) {
            for (int p = 0; p < tick->contacts[k].count; p++) {
                largest = fmaxf(largest, tick->contacts[k].points[p].normal_impulse);
            }
        }
    }
    return largest;
}

/// The points of a contact, its plane, and what it does to a: an arrow along the normal, one along
/// the surface.
static void draw_contact(const Drawing *drawing, const Contact *contact, float largest) {
    Sheet *sheet = drawing->sheet;
    vec2s along = vec2_left(contact->normal);
    for (int i = 0; i < contact->count; i++) {
        const ContactPoint *point = &contact->points[i];
        vec2s at = glms_vec2_add(drawing->tick->before[0].position, point->anchor_a);
        float reach = 26.0f / sheet->scale;
        sheet_dashes(sheet, glms_vec2_sub(at, glms_vec2_scale(along, reach)),
                     glms_vec2_add(at, glms_vec2_scale(along, reach)), 1.0f, SHEET_INK);
        if (largest > 0.0f) {
            float length = IMPULSE_PX / sheet->scale / largest;
            vec2s normal = glms_vec2_scale(contact->normal, -length * point->normal_impulse);
            vec2s friction = glms_vec2_scale(along, -length * point->tangent_impulse);
            sheet_arrow(sheet, at, glms_vec2_add(at, normal), 3.0f, SHEET_VERMILION);
            sheet_arrow(sheet, at, glms_vec2_add(at, friction), 3.0f, SHEET_INK);
        }
        sheet_dot(sheet, at, 5.0f, SHEET_PAPER);
        sheet_dot(sheet, at, 3.5f, SHEET_INK);
    }
}

static void draw_pieces(const Drawing *drawing, Solid placed[SCENE_SHAPES]) {
    const int piece_of[] = {drawing->tick->pair.a, drawing->tick->pair.b};
    for (int i = 0; i < SCENE_SHAPES; i++) {
        if (placed[i].piece_count > 1) {
            sheet_shape(drawing->sheet, &placed[i].pieces[piece_of[i]], placed[i].at,
                        (Paint){0, style_color(i), 1.5f, true});
        }
        style_letter(drawing->sheet, &placed[i], i);
    }
}

static void draw_shapes(const Drawing *drawing) {
    const Film *film = drawing->film;
    Sheet *sheet = drawing->sheet;
    sheet_fit_scene(sheet, shown_box(drawing), vec2_make(STYLE_LEFT + 12.0f, STYLE_BOTTOM + 20.0f),
                    vec2_make(STYLE_MIDDLE - 32.0f, STYLE_TOP - 6.0f), 120.0f);
    Solid placed[SCENE_SHAPES] = {film->solids[0], film->solids[1]};
    for (int i = SCENE_SHAPES - 1; i >= 0; i--) {
        placed[i].at = place_at(drawing, drawing->number, i);
        if (moves(drawing, i)) {
            draw_ghosts(drawing, i);
        }
        sheet_solid(sheet, &placed[i], placed[i].at, style_of(drawing->scene, i));
    }
    sheet_solid(sheet, &placed[1], placed[1].at, style_outline(drawing->scene, 1));
    draw_pieces(drawing, placed);
    if (drawing->wrong) {
        draw_wrong(drawing);
    }
    if (drawing->tick->gap.distance < -SHOWN_LEAST) {
        sheet_solid(sheet, &placed[1], parted(drawing), style_answer);
    }
    float largest = largest_impulse(film);
    for (int i = 0; i < drawing->tick->contact_count && i < FILM_CONTACTS_MAX; i++) {
        draw_contact(drawing, &drawing->tick->contacts[i], largest);
    }
}

// ---------------------------------------------------------------- charts over the ticks

typedef enum ChartKind {
    CHART_DEPTH,
    CHART_APPROACH,
    CHART_IMPULSE,
    CHART_ENERGY,
} ChartKind;

static float value_of(const FilmTick *tick, ChartKind kind) {
    return kind == CHART_DEPTH      ? -tick->gap.distance
           : kind == CHART_APPROACH ? tick->approach
           : kind == CHART_IMPULSE  ? tick->normal_impulse
                                    : (float)film_energy(tick->after);
}

static float wrong_value_of(const WrongTick *tick, ChartKind kind) {
    return kind == CHART_DEPTH ? tick->depth : (float)film_energy(tick->after);
}

/// What one chart shows, from its lowest to its highest value.
typedef struct Chart {
    ChartKind kind;
    float values[FILM_TICKS], wrong[FILM_TICKS];
    int count;
    bool with_wrong;
    float low, high; ///< Values at the edges of its box.
    float bottom;    ///< px
} Chart;

static Chart chart_make(const Drawing *drawing, ChartKind kind) {
    const Film *film = drawing->film;
    Chart chart = {.kind = kind,
                   .count = film->last - film->first + 1,
                   .high = 1e-3f,
                   .bottom = CHART_TOP - CHART_HEIGHT - CHART_STEP * (float)kind};
    chart.with_wrong = drawing->wrong && (kind == CHART_DEPTH || kind == CHART_ENERGY);
    for (int i = 0; i < chart.count; i++) {
        chart.values[i] = value_of(&film->ticks[i], kind);
        chart.wrong[i] =
            chart.with_wrong ? wrong_value_of(&drawing->wrong->ticks[i], kind) : chart.values[i];
        chart.low = fminf(chart.low, fminf(chart.values[i], chart.wrong[i]));
        chart.high = fmaxf(chart.high, fmaxf(chart.values[i], chart.wrong[i]));
    }
    if (kind == CHART_DEPTH) { // gaps are long and depths are short: the gap is cut
        chart.high = fmaxf(chart.high, 0.01f);
        chart.low = fmaxf(chart.low, -chart.high);
    }
    return chart;
}

static vec2s chart_point(const Drawing *drawing, const Chart *chart, int index, float value) {
    int span = FILM_BEFORE + FILM_AFTER;
    float along = (float)(drawing->film->first + index + FILM_BEFORE) / (float)span;
    float up =
        (fminf(fmaxf(value, chart->low), chart->high) - chart->low) / (chart->high - chart->low);
    return vec2_make(CHART_LEFT + along * (CHART_RIGHT - CHART_LEFT),
                     chart->bottom + up * CHART_HEIGHT);
}

static void draw_curve(const Drawing *drawing, const Chart *chart, const float *values, float width,
                       uint32_t color) {
    vec2s curve[FILM_TICKS];
    for (int i = 0; i < chart->count; i++) {
        curve[i] = chart_point(drawing, chart, i, values[i]);
    }
    sheet_curve(drawing->sheet, curve, chart->count, width, color);
}

static void draw_stems(const Drawing *drawing, const Chart *chart) {
    for (int i = 0; i < chart->count; i++) {
        if (chart->values[i] > 0.0f) {
            sheet_line(drawing->sheet, chart_point(drawing, chart, i, 0.0f),
                       chart_point(drawing, chart, i, chart->values[i]), 2.0f, SHEET_VERMILION);
        }
    }
}

/// The heading of a chart: what it shows, and its value in the shown tick.
static void draw_heading(const Drawing *drawing, const Chart *chart) {
    static const char *const names[CHARTS] = {"depth", "approach speed", "normal impulse",
                                              "kinetic energy"};
    float y = chart->bottom + CHART_HEIGHT + 6.0f;
    const FilmTick *tick = drawing->tick;
    char value[32], other[32], text[80];
    Digits d = {0};
    if (chart->kind == CHART_DEPTH) {
        float gap = tick->gap.distance;
        snprintf(text, sizeof text, "%s %s mm", gap > 0.0f ? "gap" : "depth",
                 digits_of(&d, 1000.0 * fabs((double)gap), 1));
    } else if (chart->kind == CHART_APPROACH) {
        snprintf(text, sizeof text, "%s m/s", digits_of(&d, (double)tick->approach, 2));
    } else if (chart->kind == CHART_IMPULSE) {
        snprintf(text, sizeof text, "%s", amount(&d, (double)tick->normal_impulse, "N s", value));
    } else {
        snprintf(text, sizeof text, "%s \u2192 %s",
                 amount(&d, film_energy(tick->before), "J", value),
                 amount(&d, film_energy(tick->after), "J", other));
    }
    put(drawing->sheet, CHART_LEFT, y, MARK_LEFT, SHEET_FAINT, names[chart->kind]);
    put(drawing->sheet, CHART_RIGHT, y, MARK_RIGHT, SHEET_INK, text);
}

static void draw_chart(const Drawing *drawing, ChartKind kind) {
    Sheet *sheet = drawing->sheet;
    Chart chart = chart_make(drawing, kind);
    Box box = {vec2_make(CHART_LEFT, chart.bottom),
               vec2_make(CHART_RIGHT, chart.bottom + CHART_HEIGHT)};
    sheet_box(sheet, box, (Paint){.fill = 0xF1EFE8FFu});
    float at = chart_point(drawing, &chart, drawing->number - drawing->film->first, 0.0f).x;
    sheet_line(sheet, vec2_make(at, box.low.y), vec2_make(at, box.high.y), 5.0f, SHEET_YELLOW);
    float zero = chart_point(drawing, &chart, 0, 0.0f).y;
    sheet_line(sheet, vec2_make(CHART_LEFT, zero), vec2_make(CHART_RIGHT, zero), 1.0f, SHEET_GREEN);
    if (kind == CHART_IMPULSE) {
        draw_stems(drawing, &chart);
    } else {
        draw_curve(drawing, &chart, chart.values, 2.0f, SHEET_BLUE);
    }
    if (chart.with_wrong) {
        draw_curve(drawing, &chart, chart.wrong, 1.5f, SHEET_PURPLE);
    }
    draw_heading(drawing, &chart);
}

static void draw_charts(const Drawing *drawing) {
    for (int i = 0; i < CHARTS; i++) {
        draw_chart(drawing, (ChartKind)i);
    }
    float y = CHART_TOP - CHART_HEIGHT - CHART_STEP * (float)(CHARTS - 1) - 15.0f;
    static const int labels[] = {-FILM_BEFORE, 0, FILM_AFTER / 2, FILM_AFTER};
    for (int i = 0; i < 4; i++) {
        char text[16];
        float along = (float)(labels[i] + FILM_BEFORE) / (float)(FILM_BEFORE + FILM_AFTER);
        snprintf(text, sizeof text, i == 1 ? "tick %d" : "%d", labels[i]);
        put(drawing->sheet, CHART_LEFT + along * (CHART_RIGHT - CHART_LEFT), y, MARK_MIDDLE,
            SHEET_FAINT, text);
    }
}

// ---------------------------------------------------------------- the table of points

static void draw_row(Sheet *sheet, float y, const float *columns, const ContactPoint *point,
                     int number) {
    char text[16];
    Digits d = {0};
    snprintf(text, sizeof text, "%d", number);
    put(sheet, columns[0], y, MARK_RIGHT, SHEET_INK, text);
    put(sheet, columns[1], y, MARK_RIGHT, SHEET_INK,
        digits_of(&d, 1000.0 * (double)point->separation, 1));
    put(sheet, columns[2], y, MARK_RIGHT, SHEET_INK, digits_of(&d, -(double)point->approach, 2));
    put(sheet, columns[3], y, MARK_RIGHT, SHEET_VERMILION,
        digits_of(&d, (double)point->normal_impulse, 1));
    put(sheet, columns[4], y, MARK_RIGHT, SHEET_INK,
        digits_of(&d, (double)point->tangent_impulse, 1));
}

static void draw_table(const Drawing *drawing) {
    static const float columns[] = {590.0f, 654.0f, 754.0f, 840.0f, 926.0f};
    static const char *const heads[] = {"point", "gap mm", "approach m/s", "normal N s",
                                        "friction N s"};
    const FilmTick *tick = drawing->tick;
    int rows = 0, points = 0;
    for (int i = 0; i < tick->contact_count && i < FILM_CONTACTS_MAX; i++) {
        for (int k = 0; k < tick->contacts[i].count; k++, points++) {
            if (rows < ROWS_MAX) {
                rows++;
                draw_row(drawing->sheet, TABLE_TOP - TABLE_STEP * (float)rows, columns,
                         &tick->contacts[i].points[k], rows);
            }
        }
    }
    if (points == 0) {
        put(drawing->sheet, CHART_LEFT, TABLE_TOP, MARK_LEFT, SHEET_FAINT,
            "No contact: nothing would be met in this tick.");
        return;
    }
    for (int i = 0; i < 5; i++) {
        put(drawing->sheet, columns[i], TABLE_TOP, MARK_RIGHT, SHEET_FAINT, heads[i]);
    }
    if (points > rows) {
        char text[32];
        snprintf(text, sizeof text, "and %d more", points - rows);
        put(drawing->sheet, CHART_RIGHT, TABLE_TOP - TABLE_STEP * (float)(rows + 1), MARK_RIGHT,
            SHEET_FAINT, text);
    }
}

// ---------------------------------------------------------------- sentences

static void say_contact(const Drawing *drawing) {
    const FilmTick *tick = drawing->tick;
    Digits d = {0};
    char text[32];
    if (!drawing->film->touched) {
        style_sentence(drawing->sheet, 0, SHEET_VERMILION,
                       "They do not touch within %d s; in tick 0 they are nearest.",
                       FILM_SEARCH / 240);
    } else if (tick->normal_impulse > 0.0f) {
        style_sentence(drawing->sheet, 0, SHEET_VERMILION,
                       "Tick %d: they come nearer at %s m/s and get %s along the normal %s.",
                       drawing->number, digits_of(&d, (double)tick->approach, 2),
                       amount(&d, (double)tick->normal_impulse, "N s", text),
                       digits_point(&d, tick->contacts[0].normal));
    } else if (tick->gap.distance < 0.0f) {
        style_sentence(drawing->sheet, 0, SHEET_VERMILION,
                       "Tick %d: %s mm deep. They are moved apart along %s, without an impulse.",
                       drawing->number, digits_of(&d, -1000.0 * (double)tick->gap.distance, 1),
                       digits_point(&d, tick->gap.normal));
    } else {
        style_sentence(drawing->sheet, 0, SHEET_VERMILION,
                       "Tick %d: the gap of %s m is not closed in this tick.", drawing->number,
                       digits_of(&d, (double)tick->gap.distance, 3));
    }
}

static vec2s momentum_of(const Body bodies[SCENE_SHAPES]) {
    return vec2_make((float)film_momentum(bodies, 0), (float)film_momentum(bodies, 1));
}

static void say_momentum(const Drawing *drawing) {
    const FilmTick *tick = drawing->tick;
    bool free = tick->before[1].inverse_mass > 0.0f;
    const char *why = !drawing->film->alone         ? ", with tyres and all else that acts."
                      : free                        ? ": kept."
                      : tick->normal_impulse > 0.0f ? ": the wall takes the rest."
                                                    : ".";
    Digits d = {0};
    style_sentence(drawing->sheet, 1, SHEET_INK, "Momentum %s \u2192 %s N s%s",
                   digits_point(&d, momentum_of(tick->before)),
                   digits_point(&d, momentum_of(tick->after)), why);
}

static void say_wrong(const Drawing *drawing) {
    const WrongFilm *wrong = drawing->wrong;
    const WrongTick *tick = &wrong->ticks[drawing->number - drawing->film->first];
    char energy[32], begin[32];
    Digits d = {0};
    if (wrong->response == WRONG_SEPARATE) {
        style_sentence(drawing->sheet, 2, SHEET_PURPLE,
                       "Parted by the MTV, velocities mirrored: momentum %s N s, energy %s.",
                       digits_point(&d, momentum_of(tick->after)),
                       amount(&d, film_energy(tick->after), "J", energy));
    } else {
        style_sentence(
            drawing->sheet, 2, SHEET_PURPLE,
            "With the MTV / step in the velocity: energy up to %s, from %s at the begin.",
            amount(&d, wrong->energy_most, "J", energy),
            amount(&d, wrong->energy_begin, "J", begin));
    }
}

void contact_film_draw(const Scene *scene, const Film *film, int number, const WrongFilm *wrong,
                       Sheet *sheet) {
    number = film_clamp(film, number);
    Drawing drawing = {sheet, scene, film, wrong, number, film_tick(film, number)};
    draw_shapes(&drawing);
    sheet_figure(sheet);
    draw_charts(&drawing);
    sheet_figure(sheet);
    draw_table(&drawing);
    say_contact(&drawing);
    say_momentum(&drawing);
    if (wrong) {
        say_wrong(&drawing);
    }
}

void contact_study_draw(const Scene *scene, const ContactStudy *study, Sheet *sheet) {
    contact_film_draw(scene, &study->film, scene->options.tick,
                      study->compares ? &study->wrong : NULL, sheet);
}

void contact_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet) {
    ContactStudy study;
    contact_study(scene, solids, &study);
    contact_study_draw(scene, &study, sheet);
}

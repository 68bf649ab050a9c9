#include "tune/sweep_plot.h"

#include "base/assert.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    LABEL_MAX = 256 ///< Bytes of a label.
};

/// The page is in pixels, y up.
#define WIDTH      900.0f
#define LEFT       90.0f
#define RIGHT      40.0f
#define HEAD       64.0f
#define FOOT       64.0f
#define PANEL      150.0f ///< Height of the panel of one figure.
#define PANEL_GAP  34.0f
#define TEXT       14.0f
#define SMALL      11.0f
#define TICKS_MAX  11 ///< Values that are written under the lines; of more, five places.
#define INK        0x22262BFFu
#define MUTED      0x6B727BFFu
#define FAINT      0xD5D9DEFFu
#define GROUND     0xFFFFFFFFu
#define BEST_COLOR 0x1B7F5CFFu
#define LINE_COLOR 0x2F6DB5FFu
#define WORSE      0xC8553DFFu

static void rectangle(Svg *svg, float x, float y, float width, float height, uint32_t color) {
    vec2s corners[4] = {{{x, y}}, {{x + width, y}}, {{x + width, y + height}}, {{x, y + height}}};
    svg_polygon(svg, corners, 4, color);
}

static void line(Svg *svg, float x0, float y0, float x1, float y1, float width, uint32_t color) {
    vec2s points[2] = {{{x0, y0}}, {{x1, y1}}};
    svg_line(svg, points, 2, false, width, color);
}

static vec2s at(float x, float y) { return (vec2s){{x, y}}; }

static void begin(const SweepPlot *plot, Svg *svg, float height) {
    svg_begin(svg, at(0.0f, 0.0f), at(WIDTH, height), WIDTH);
    rectangle(svg, 0.0f, 0.0f, WIDTH, height, GROUND);
    svg_text(svg, at(LEFT, height - 28.0f), TEXT, INK, plot->title);
}

/// The least and the most of a figure, apart even where it never changes; false where there is
/// none.
static bool range(const SweepPlot *plot, int metric, SweepRange *out) {
    bool found = sweep_range(plot->results, plot->count, metric, out);
    if (found && out->high - out->low < 1e-9) {
        out->low -= 0.5;
        out->high += 0.5;
    }
    return found;
}

/// "steady.K_deg_g, deg/g" into `out`; returned for use in calls.
static char *label(const char *group, const char *name, const char *unit, char out[LABEL_MAX]) {
    bool pure = strcmp(unit, "1") == 0;
    snprintf(out, LABEL_MAX, "%s.%s%s%s", group, name, pure ? "" : ", ", pure ? "" : unit);
    return out;
}

static char *metric_label(int metric, char out[LABEL_MAX]) {
    const MetricRow *row = &metric_rows[metric];
    return label(row->group, row->name, row->unit, out);
}

static char *variable_label(const SweepVariable *variable, char out[LABEL_MAX]) {
    return label(variable->row->group, variable->row->name, variable->row->unit, out);
}

/// "flying lap of the expert AI; less is better"
static char *about(int metric, char out[LABEL_MAX]) {
    static const char *const better[] = {"", "; less is better", "; more is better"};
    const MetricRow *row = &metric_rows[metric];
    snprintf(out, LABEL_MAX, "%s%s", row->about, better[row->better]);
    return out;
}

/// Where `value` of the only variable lies across the page.
static float across(const SweepVariable *variable, double value) {
    SweepRange span = sweep_span(variable);
    double share = span.high > span.low ? (value - span.low) / (span.high - span.low) : 0.5;
    return LEFT + (float)share * (WIDTH - LEFT - RIGHT);
}

/// The figures over the only variable, `results` in the order of their runs.
static void draw_curve(const SweepPlot *plot, Svg *svg, int metric, float bottom,
                       SweepRange range) {
    vec2s before = at(0.0f, 0.0f);
    bool drawn = false;
    for (int i = 0; i < plot->count; i++) {
        double values[SWEEP_VARIABLES_MAX];
        sweep_run_values(plot->sweep, plot->results[i].run, values);
        if (!sweep_has(&plot->results[i], metric)) {
            drawn = false;
            continue;
        }
        double value = plot->results[i].values.value[metric];
        double share = (value - range.low) / (range.high - range.low);
        vec2s point = at(across(&plot->sweep->variables[0], values[0]),
                         bottom + 6.0f + (float)share * (PANEL - 12.0f));
        if (drawn && plot->sweep->random_count == 0) {
            line(svg, before.x, before.y, point.x, point.y, 2.0f, LINE_COLOR);
        }
        svg_circle(svg, point, 3.0f, LINE_COLOR);
        before = point;
        drawn = true;
    }
}

/// One figure over one variable.
static void draw_panel(const SweepPlot *plot, Svg *svg, int metric, float bottom) {
    SweepRange ends;
    char text[LABEL_MAX], number[NUMBER_TEXT_MAX];
    float head = bottom + PANEL + 8.0f;
    svg_text(svg, at(LEFT, head), TEXT, INK, metric_label(metric, text));
    svg_text_end(svg, at(WIDTH - RIGHT, head), SMALL, MUTED, about(metric, text));
    line(svg, LEFT, bottom, WIDTH - RIGHT, bottom, 1.0f, FAINT);
    line(svg, LEFT, bottom + PANEL, WIDTH - RIGHT, bottom + PANEL, 1.0f, FAINT);
    if (!range(plot, metric, &ends)) {
        svg_text(svg, at(LEFT + 8.0f, bottom + 0.5f * PANEL), SMALL, INK, "no values");
        return;
    }
    int digits = metric_rows[metric].digits;
    svg_text_end(svg, at(LEFT - 8.0f, bottom + 2.0f), SMALL, INK,
                 number_text_fixed(ends.low, digits, number));
    svg_text_end(svg, at(LEFT - 8.0f, bottom + PANEL - 10.0f), SMALL, INK,
                 number_text_fixed(ends.high, digits, number));
    draw_curve(plot, svg, metric, bottom, ends);
}

/// What the car has without the sweep: a dashed line through all panels.
static void draw_loaded(const SweepPlot *plot, Svg *svg, float top) {
    const SweepVariable *variable = &plot->sweep->variables[0];
    SweepRange span = sweep_span(variable);
    double value = plot->loaded ? (double)param_get(variable->row, plot->loaded) : span.low - 1.0;
    if (value < span.low || value > span.high) {
        return;
    }
    float x = across(variable, value);
    vec2s ends[2] = {{{x, FOOT + 20.0f}}, {{x, top}}};
    svg_dashes(svg, ends, 2, 1.0f, 4.0f, MUTED);
    svg_text_middle(svg, at(x, top + 4.0f), SMALL, MUTED, "as loaded");
}

static void draw_ticks(const SweepVariable *variable, bool random, Svg *svg) {
    char number[NUMBER_TEXT_MAX];
    SweepRange span = sweep_span(variable);
    bool all = !random && variable->value_count <= TICKS_MAX;
    for (int i = 0; i < (all ? variable->value_count : 5); i++) {
        double value = all ? variable->values[i] : span.low + (span.high - span.low) * 0.25 * i;
        svg_text_middle(svg, at(across(variable, value), FOOT - 2.0f), SMALL, INK,
                        number_text_digits(value, 5, number));
    }
}

static void draw_lines(const SweepPlot *plot, Svg *svg) {
    const SweepVariable *variable = &plot->sweep->variables[0];
    float height = HEAD + FOOT + (float)plot->metric_count * (PANEL + PANEL_GAP);
    begin(plot, svg, height);
    for (int i = 0; i < plot->metric_count; i++) {
        float bottom = height - HEAD - (float)(i + 1) * (PANEL + PANEL_GAP) + 20.0f;
        draw_panel(plot, svg, plot->metrics[i], bottom);
    }
    draw_loaded(plot, svg, height - 50.0f);
    draw_ticks(variable, plot->sweep->random_count > 0, svg);
    char text[LABEL_MAX];
    svg_text_middle(svg, at(0.5f * (WIDTH + LEFT - RIGHT), 20.0f), TEXT, INK,
                    variable_label(variable, text));
    svg_end(svg);
}

/// From the colour of `low` (share 0) over white to that of `high` (share 1).
static uint32_t heat(float share, uint32_t low, uint32_t high) {
    uint32_t end = share > 0.5f ? high : low, color = 0;
    float strength = fabsf(share - 0.5f) * 2.0f * 0.85f;
    for (int shift = 24; shift > 0; shift -= 8) {
        float channel = (float)(end >> shift & 0xFFu);
        color = color << 8 | (uint32_t)(255.0f + (channel - 255.0f) * strength);
    }
    return color << 8 | 0xFFu;
}

/// Where the cells of a heat map lie: the first variable goes up, the second to the right.
typedef struct Map {
    const SweepVariable *up, *right;
    float left, bottom, cell, row;
} Map;

/// Colours of the least and the most of `metric`; nobody says which is better of some.
static void map_colors(int metric, uint32_t *low, uint32_t *high) {
    MetricBetter better = metric_rows[metric].better;
    *low = better == METRIC_LESS ? BEST_COLOR : better == METRIC_MORE ? WORSE : GROUND;
    *high = better == METRIC_LESS ? WORSE : better == METRIC_MORE ? BEST_COLOR : LINE_COLOR;
}

static void draw_cells(const SweepPlot *plot, const Map *map, SweepRange ends, Svg *svg) {
    int metric = plot->metrics[0];
    char number[NUMBER_TEXT_MAX];
    uint32_t colors[2];
    map_colors(metric, &colors[0], &colors[1]);
    for (int i = 0; i < plot->count; i++) {
        int64_t run = plot->results[i].run;
        float x = map->left + map->cell * (float)(run % map->right->value_count);
        float y = map->bottom + map->row * (float)(run / map->right->value_count);
        bool known = sweep_has(&plot->results[i], metric);
        double value = plot->results[i].values.value[metric];
        float share = (float)((value - ends.low) / (ends.high - ends.low));
        rectangle(svg, x + 1.0f, y + 1.0f, map->cell - 2.0f, map->row - 2.0f,
                  known ? heat(share, colors[0], colors[1]) : FAINT);
        if (!known) {
            continue;
        }
        svg_text_middle(svg, at(x + 0.5f * map->cell, y + 0.5f * map->row - 4.0f),
                        fminf(SMALL, 0.28f * map->cell), INK,
                        number_text_fixed(value, metric_rows[metric].digits, number));
    }
}

/// The place of what the car has without the sweep among the values, -1 where it is none of them.
static int loaded_place(const SweepPlot *plot, const SweepVariable *variable) {
    for (int i = 0; plot->loaded && i < variable->value_count; i++) {
        double value = (double)param_get(variable->row, plot->loaded);
        if (fabs(variable->values[i] - value) <= 1e-6 * fabs(value)) {
            return i;
        }
    }
    return -1;
}

/// A frame round the car as loaded. Returns whether it is in the map.
static bool draw_frame(const SweepPlot *plot, const Map *map, Svg *svg) {
    int row = loaded_place(plot, map->up), column = loaded_place(plot, map->right);
    if (row < 0 || column < 0) {
        return false;
    }
    float x = map->left + map->cell * (float)column, y = map->bottom + map->row * (float)row;
    vec2s corners[4] = {
        {{x, y}}, {{x + map->cell, y}}, {{x + map->cell, y + map->row}}, {{x, y + map->row}}};
    svg_line(svg, corners, 4, true, 2.0f, INK);
    return true;
}

static void draw_axes(const Map *map, Svg *svg) {
    char name[LABEL_MAX], number[NUMBER_TEXT_MAX];
    for (int i = 0; i < map->up->value_count; i++) {
        svg_text_end(svg, at(map->left - 8.0f, map->bottom + map->row * ((float)i + 0.5f) - 4.0f),
                     SMALL, INK, number_text_digits(map->up->values[i], 5, number));
    }
    for (int i = 0; i < map->right->value_count; i++) {
        svg_text_middle(svg, at(map->left + map->cell * ((float)i + 0.5f), map->bottom - 14.0f),
                        fminf(SMALL, 0.28f * map->cell), INK,
                        number_text_digits(map->right->values[i], 5, number));
    }
    float top = map->bottom + map->row * (float)map->up->value_count;
    svg_text(svg, at(30.0f, top + 8.0f), TEXT, INK, variable_label(map->up, name));
    svg_text_middle(svg, at(0.5f * (map->left + WIDTH - RIGHT), map->bottom - 38.0f), TEXT, INK,
                    variable_label(map->right, name));
}

/// "4.31 s"
static void with_unit(const MetricRow *row, double value, char *out, size_t size) {
    char number[NUMBER_TEXT_MAX];
    bool pure = strcmp(row->unit, "1") == 0;
    snprintf(out, size, "%s%s%s", number_text_fixed(value, row->digits, number), pure ? "" : " ",
             pure ? "" : row->unit);
}

/// What the colours say, with the figures of the strongest: a bright map may differ by little.
static void draw_legend(int metric, SweepRange ends, bool framed, float y, Svg *svg) {
    const MetricRow *row = &metric_rows[metric];
    char text[256], least[64], most[64];
    const char *frame = framed ? ", framed: as loaded" : "";
    with_unit(row, ends.low, least, sizeof least);
    with_unit(row, ends.high, most, sizeof most);
    if (row->better == METRIC_NEITHER) {
        number_text_fixed(ends.low, row->digits, least);
        snprintf(text, sizeof text, "white: %s, blue: %s%s", least, most, frame);
    } else {
        bool more = row->better == METRIC_MORE;
        snprintf(text, sizeof text, "green: better (best %s), red: worse (worst %s)%s",
                 more ? most : least, more ? least : most, frame);
    }
    svg_text_end(svg, at(WIDTH - RIGHT, y), SMALL, MUTED, text);
}

/// The first figure over two variables, with its numbers.
static void draw_map(const SweepPlot *plot, Svg *svg) {
    Map map = {.up = &plot->sweep->variables[0], .right = &plot->sweep->variables[1]};
    int metric = plot->metrics[0];
    map.left = LEFT + 30.0f;
    map.cell = (WIDTH - map.left - RIGHT) / (float)map.right->value_count;
    map.row = fminf(60.0f, fmaxf(18.0f, 0.6f * map.cell));
    map.bottom = FOOT;
    float top = map.bottom + map.row * (float)map.up->value_count;
    float height = top + HEAD + 52.0f;
    begin(plot, svg, height);
    SweepRange ends = {0.0, 1.0};
    range(plot, metric, &ends);
    char text[LABEL_MAX];
    svg_text(svg, at(LEFT, height - 50.0f), TEXT, INK, metric_label(metric, text));
    svg_text_end(svg, at(WIDTH - RIGHT, height - 50.0f), SMALL, MUTED, about(metric, text));
    draw_cells(plot, &map, ends, svg);
    bool framed = draw_frame(plot, &map, svg);
    draw_axes(&map, svg);
    draw_legend(metric, ends, framed, top + 8.0f, svg);
    svg_end(svg);
}

/// What `change` of the first figure a step of a variable makes, as a bar from the middle.
static void draw_bar(const SweepPlot *plot, Svg *svg, int variable, double change, double most,
                     float y) {
    const float middle = 0.68f * WIDTH;
    const MetricRow *row = &metric_rows[plot->metrics[0]];
    const ParamRow *varied = plot->sweep->variables[variable].row;
    char text[200], number[NUMBER_TEXT_MAX];
    float length = (float)(change / most) * 0.22f * WIDTH;
    bool good = row->better == METRIC_MORE ? change > 0.0 : change < 0.0;
    uint32_t color = row->better == METRIC_NEITHER ? LINE_COLOR : good ? BEST_COLOR : WORSE;
    rectangle(svg, fminf(middle, middle + length), y, fabsf(length) + 0.5f, 24.0f, color);
    snprintf(text, sizeof text, "%s.%s +%s", varied->group, varied->name,
             number_text_digits(sweep_step(plot->sweep, variable), 3, number));
    svg_text_end(svg, at(0.34f * WIDTH, y + 7.0f), TEXT, INK, text);
    number_text_fixed(change, row->digits + 1, number);
    snprintf(text, sizeof text, "%s%s", number[0] == '-' ? "" : "+", number);
    if (length < 0.0f) {
        svg_text_end(svg, at(middle + length - 6.0f, y + 8.0f), SMALL, INK, text);
    } else {
        svg_text(svg, at(middle + length + 6.0f, y + 8.0f), SMALL, INK, text);
    }
    line(svg, middle, y - 10.0f, middle, y + 34.0f, 1.0f, INK);
}

/// What a step of each variable does to the first figure.
static void draw_bars(const SweepPlot *plot, Svg *svg) {
    const Sweep *sweep = plot->sweep;
    int metric = plot->metrics[0];
    float height = HEAD + FOOT + 44.0f * (float)sweep->variable_count;
    begin(plot, svg, height);
    SweepFit fit;
    if (!sweep_fit(sweep, plot->results, plot->count, metric, &fit)) {
        svg_text(svg, at(LEFT, 0.5f * height), TEXT, INK, "too few results for sensitivities");
        svg_end(svg);
        return;
    }
    char text[LABEL_MAX + 128], name[LABEL_MAX], trust[80] = "", number[NUMBER_TEXT_MAX];
    if (fit.has_r_squared) {
        snprintf(trust, sizeof trust, " (R squared %s%s)",
                 number_text_fixed(fit.r_squared, 2, number),
                 sweep_fit_is_poor(&fit) ? ": too low to believe" : "");
    }
    snprintf(text, sizeof text, "what one step of each does to %s%s", metric_label(metric, name),
             trust);
    svg_text(svg, at(LEFT, height - 48.0f), TEXT, INK, text);
    svg_text(svg, at(LEFT, 24.0f), SMALL, MUTED, about(metric, text));
    double most = 1e-12;
    for (int i = 0; i < sweep->variable_count; i++) {
        most = fmax(most, fabs(fit.slopes[i] * sweep_step(sweep, i)));
    }
    for (int i = 0; i < sweep->variable_count; i++) {
        draw_bar(plot, svg, i, fit.slopes[i] * sweep_step(sweep, i), most,
                 height - HEAD - 44.0f * (float)(i + 1));
    }
    svg_end(svg);
}

void sweep_plot(const SweepPlot *plot, Svg *svg) {
    ASSERT(plot != NULL && svg != NULL && plot->metric_count >= 1);
    ASSERT(plot->sweep->variable_count >= 1);
    if (plot->sweep->variable_count == 1) {
        draw_lines(plot, svg);
    } else if (plot->sweep->variable_count == 2 && plot->sweep->random_count == 0) {
        draw_map(plot, svg);
    } else {
        draw_bars(plot, svg);
    }
}

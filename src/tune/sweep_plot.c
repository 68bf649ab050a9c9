#include "tune/sweep_plot.h"

#include "base/assert.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The page is in pixels, y up.
#define WIDTH      900.0f
#define LEFT       90.0f
#define RIGHT      40.0f
#define HEAD       64.0f
#define FOOT       64.0f
#define PANEL      150.0f ///< Height of the panel of one figure.
#define PANEL_GAP  34.0f
#define TEXT       14.0f
#define SMALL      11.0f
#define INK        0x22262BFFu
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

static bool has(const SweepPlot *plot, int result, int metric) {
    return plot->results[result].done && plot->results[result].values.has[metric];
}

/// The smallest and largest of a figure over the results; false where none has it.
static bool range(const SweepPlot *plot, int metric, double *low, double *high) {
    bool found = false;
    for (int i = 0; i < plot->count; i++) {
        if (has(plot, i, metric)) {
            double value = plot->results[i].values.value[metric];
            *low = found ? fmin(*low, value) : value;
            *high = found ? fmax(*high, value) : value;
            found = true;
        }
    }
    if (found && *high - *low < 1e-9) {
        *low -= 0.5;
        *high += 0.5;
    }
    return found;
}

static void label(int metric, char *out, size_t size) {
    const MetricRow *row = &metric_rows[metric];
    snprintf(out, size, "%s.%s%s%s", row->group, row->name, strcmp(row->unit, "1") ? ", " : "",
             strcmp(row->unit, "1") ? row->unit : "");
}

static void variable_label(const SweepVariable *variable, char *out, size_t size) {
    bool pure = strcmp(variable->row->unit, "1") == 0;
    snprintf(out, size, "%s.%s%s%s", variable->row->group, variable->row->name, pure ? "" : ", ",
             pure ? "" : variable->row->unit);
}

/// One figure over one variable.
static void draw_panel(const SweepPlot *plot, Svg *svg, int metric, float bottom) {
    const SweepVariable *variable = &plot->sweep->variables[0];
    double low = 0.0, high = 0.0;
    char text[128], number[NUMBER_TEXT_MAX];
    label(metric, text, sizeof text);
    svg_text(svg, at(LEFT, bottom + PANEL + 8.0f), TEXT, INK, text);
    line(svg, LEFT, bottom, WIDTH - RIGHT, bottom, 1.0f, FAINT);
    line(svg, LEFT, bottom + PANEL, WIDTH - RIGHT, bottom + PANEL, 1.0f, FAINT);
    if (!range(plot, metric, &low, &high)) {
        svg_text(svg, at(LEFT + 8.0f, bottom + 0.5f * PANEL), SMALL, INK, "no values");
        return;
    }
    int digits = metric_rows[metric].digits;
    svg_text_end(svg, at(LEFT - 8.0f, bottom), SMALL, INK, number_text(low, digits, number));
    svg_text_end(svg, at(LEFT - 8.0f, bottom + PANEL - 6.0f), SMALL, INK,
                 number_text(high, digits, number));
    double from = variable->values[0], to = from;
    for (int i = 0; i < variable->value_count; i++) {
        from = fmin(from, variable->values[i]);
        to = fmax(to, variable->values[i]);
    }
    double width = to > from ? to - from : 1.0;
    vec2s before = at(0.0f, 0.0f);
    bool drawn = false;
    for (int i = 0; i < plot->count; i++) {
        double values[SWEEP_VARIABLES_MAX];
        sweep_run_values(plot->sweep, plot->results[i].run, values);
        float x = LEFT + (float)((values[0] - from) / width) * (WIDTH - LEFT - RIGHT);
        if (!has(plot, i, metric)) {
            drawn = false;
            continue;
        }
        double share = (plot->results[i].values.value[metric] - low) / (high - low);
        vec2s point = at(x, bottom + 6.0f + (float)share * (PANEL - 12.0f));
        if (drawn && plot->sweep->random_count == 0) {
            line(svg, before.x, before.y, point.x, point.y, 2.0f, LINE_COLOR);
        }
        svg_circle(svg, point, 3.0f, LINE_COLOR);
        before = point;
        drawn = true;
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
    double from = variable->values[0], to = from;
    for (int i = 0; i < variable->value_count; i++) {
        from = fmin(from, variable->values[i]);
        to = fmax(to, variable->values[i]);
    }
    for (int i = 0; i <= 4; i++) {
        char number[NUMBER_TEXT_MAX];
        float share = 0.25f * (float)i;
        svg_text_middle(svg, at(LEFT + share * (WIDTH - LEFT - RIGHT), FOOT - 8.0f), SMALL, INK,
                        number_text_digits(from + (to - from) * (double)share, 5, number));
    }
    char text[128];
    variable_label(variable, text, sizeof text);
    svg_text_middle(svg, at(0.5f * (WIDTH + LEFT - RIGHT), 20.0f), TEXT, INK, text);
    svg_end(svg);
}

/// From the best colour (share 0) over white to the worst (share 1).
static uint32_t heat(float share) {
    static const float ends[2][3] = {{27.0f, 127.0f, 92.0f}, {200.0f, 85.0f, 61.0f}};
    const float *end = ends[share > 0.5f];
    float strength = fabsf(share - 0.5f) * 2.0f * 0.85f;
    uint32_t color = 0;
    for (int i = 0; i < 3; i++) {
        color = color << 8 | (uint32_t)(255.0f + (end[i] - 255.0f) * strength);
    }
    return color << 8 | 0xFFu;
}

/// The first figure over two variables, with its numbers.
static void draw_map(const SweepPlot *plot, Svg *svg) {
    const SweepVariable *down = &plot->sweep->variables[0];
    const SweepVariable *right = &plot->sweep->variables[1];
    int metric = plot->metrics[0];
    float left = LEFT + 30.0f;
    float cell = (WIDTH - left - RIGHT) / (float)right->value_count;
    float row = fminf(60.0f, fmaxf(18.0f, 0.6f * cell));
    float height = HEAD + FOOT + 20.0f + row * (float)down->value_count;
    begin(plot, svg, height);
    double low = 0.0, high = 1.0;
    range(plot, metric, &low, &high);
    char text[160], number[NUMBER_TEXT_MAX];
    label(metric, text, sizeof text);
    svg_text(svg, at(LEFT, height - 48.0f), TEXT, INK, text);
    float top = height - HEAD - 16.0f;
    for (int i = 0; i < plot->count; i++) {
        int64_t run = plot->results[i].run;
        float x = left + cell * (float)(run % right->value_count);
        float y = top - row * (float)(run / right->value_count + 1);
        if (!has(plot, i, metric)) {
            rectangle(svg, x + 1.0f, y + 1.0f, cell - 2.0f, row - 2.0f, FAINT);
            continue;
        }
        double value = plot->results[i].values.value[metric];
        float share = (float)((value - low) / (high - low));
        share = metric_rows[metric].better == METRIC_MORE ? 1.0f - share : share;
        rectangle(svg, x + 1.0f, y + 1.0f, cell - 2.0f, row - 2.0f, heat(share));
        svg_text_middle(svg, at(x + 0.5f * cell, y + 0.5f * row - 4.0f), fminf(SMALL, 0.28f * cell),
                        INK, number_text(value, metric_rows[metric].digits, number));
    }
    for (int i = 0; i < down->value_count; i++) {
        svg_text_end(svg, at(left - 8.0f, top - row * ((float)i + 0.5f) - 4.0f), SMALL, INK,
                     number_text_digits(down->values[i], 5, number));
    }
    float bottom = top - row * (float)down->value_count;
    for (int i = 0; i < right->value_count; i++) {
        svg_text_middle(svg, at(left + cell * ((float)i + 0.5f), bottom - 14.0f),
                        fminf(SMALL, 0.28f * cell), INK,
                        number_text_digits(right->values[i], 5, number));
    }
    char names[2][128];
    variable_label(down, names[0], sizeof names[0]);
    variable_label(right, names[1], sizeof names[1]);
    svg_text_end(svg, at(WIDTH - RIGHT, bottom - 36.0f), TEXT, INK, names[1]);
    svg_text(svg, at(LEFT - 60.0f, bottom - 36.0f), TEXT, INK, names[0]);
    svg_end(svg);
}

/// What a step of each variable does to the first figure.
static void draw_bars(const SweepPlot *plot, Svg *svg) {
    const Sweep *sweep = plot->sweep;
    int metric = plot->metrics[0];
    float height = HEAD + FOOT + 44.0f * (float)sweep->variable_count;
    begin(plot, svg, height);
    double slopes[SWEEP_VARIABLES_MAX];
    if (!sweep_slopes(sweep, plot->results, plot->count, metric, slopes)) {
        svg_text(svg, at(LEFT, 0.5f * height), TEXT, INK, "too few results for sensitivities");
        svg_end(svg);
        return;
    }
    char text[200], unit[128], number[NUMBER_TEXT_MAX], step_text[NUMBER_TEXT_MAX];
    label(metric, unit, sizeof unit);
    snprintf(text, sizeof text, "what one step of each does to %s", unit);
    svg_text(svg, at(LEFT, height - 48.0f), TEXT, INK, text);
    double most = 1e-12;
    for (int i = 0; i < sweep->variable_count; i++) {
        most = fmax(most, fabs(slopes[i] * sweep_step(&sweep->variables[i])));
    }
    float middle = 0.66f * WIDTH;
    for (int i = 0; i < sweep->variable_count; i++) {
        const SweepVariable *variable = &sweep->variables[i];
        double change = slopes[i] * sweep_step(variable);
        float y = height - HEAD - 44.0f * (float)(i + 1);
        float length = (float)(change / most) * 0.26f * WIDTH;
        bool good = metric_rows[metric].better == METRIC_MORE ? change > 0.0 : change < 0.0;
        uint32_t color = metric_rows[metric].better == METRIC_NEITHER ? LINE_COLOR
                         : good                                       ? BEST_COLOR
                                                                      : WORSE;
        rectangle(svg, fminf(middle, middle + length), y, fabsf(length) + 0.5f, 24.0f, color);
        snprintf(text, sizeof text, "%s.%s +%s", variable->row->group, variable->row->name,
                 number_text_digits(sweep_step(variable), 3, step_text));
        svg_text_end(svg, at(0.38f * WIDTH, y + 7.0f), TEXT, INK, text);
        snprintf(text, sizeof text, "%s%s", change > 0.0 ? "+" : "",
                 number_text(change, metric_rows[metric].digits + 1, number));
        svg_text_middle(svg, at(middle, y + 28.0f), SMALL, INK, text);
    }
    line(svg, middle, FOOT - 10.0f, middle, height - HEAD, 1.0f, INK);
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

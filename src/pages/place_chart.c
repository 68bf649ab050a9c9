#include "pages/place_chart.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "ui/driver_badge.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>

// Units.
#define TEXT       24.0f
#define FOOT       40.0f ///< Below the lines, for the laps.
#define DISC       13.0f
#define LAPS_APART 96.0f ///< Laps whose lines would stand nearer are left out.

/// px; a smaller disc has no number.
#define DISC_NUMBERED 5.0f

/// What the lines share.
typedef struct Chart {
    const Canvas *canvas;
    const PlaceHistory *history;
    Area lines; ///< px, of the chart without its rim.
    float disc; ///< px
} Chart;

bool place_chart_has(const PlaceHistory *history) {
    for (int car = 0; car < history->car_count; car++) {
        if (history->reached[car] > 1) {
            return history->car_count > 1;
        }
    }
    return false;
}

static vec2s point_of(const Chart *chart, int step, int place) {
    const PlaceHistory *history = chart->history;
    float across = place_history_laps(history, step) / (float)history->laps;
    float down = ((float)place - 0.5f) / (float)history->car_count;
    return vec2_make(chart->lines.x + across * chart->lines.width,
                     chart->lines.y + down * chart->lines.height);
}

static void draw_laps(const Chart *chart) {
    const Canvas *canvas = chart->canvas;
    const Area *lines = &chart->lines;
    float u = canvas->unit, size = TEXT * u;
    int laps = chart->history->laps, each = 1;
    while (lines->width / (float)laps * (float)each < LAPS_APART * u && each < laps) {
        each++;
    }
    for (int lap = 0; lap <= laps; lap += each) {
        float x = lines->x + lines->width * (float)lap / (float)laps;
        draw_rect(canvas->list, x - 0.5f, lines->y, 1.0f, lines->height,
                  PALETTE_WITH(PALETTE_TEXT, 0x38));
        char text[16];
        snprintf(text, sizeof text, lap == 0 ? "start" : "%d", lap);
        canvas_text(canvas, x, lines->y + lines->height + 28.0f * u, size,
                    lap == 0 ? TEXT_LEFT : TEXT_CENTER, PALETTE_QUIET, text);
    }
}

/// A disc with the car's number, where it is not too small for one.
static void draw_number(const Chart *chart, vec2s at, const CarLook *look) {
    if (chart->disc < DISC_NUMBERED) {
        draw_circle(chart->canvas->list, at, chart->disc, look->color);
    } else {
        driver_disc_draw(chart->canvas, at.x, at.y, chart->disc, look);
    }
}

static void draw_car(const Chart *chart, int car, const CarLook *look, bool person) {
    const PlaceHistory *history = chart->history;
    const uint8_t *places = history->places[car];
    vec2s points[2 * PLACE_STEPS_MAX];
    int count = 0, last = history->reached[car] - 1;
    for (int step = 0; step <= last; step++) {
        bool bends = step == 0 || step == last || places[step] != places[step - 1] ||
                     places[step] != places[step + 1];
        if (bends) {
            points[count++] = point_of(chart, step, places[step]);
        }
    }
    float u = chart->canvas->unit, width = fminf((person ? 7.0f : 4.0f) * u, 1.1f * chart->disc);
    if (count > 1) {
        if (person) {
            draw_polyline(chart->canvas->list, points, count, false, width + 4.0f * u,
                          PALETTE_TEXT);
        }
        draw_polyline(chart->canvas->list, points, count, false, width, look->color);
    }
    draw_number(chart, points[0], look);
    if (count > 1) {
        draw_number(chart, points[count - 1], look);
    }
}

void place_chart_draw(const Canvas *canvas, Area area, const PlaceHistory *history,
                      const CarLook *looks, uint32_t people) {
    ASSERT(canvas != NULL && history != NULL && looks != NULL);
    if (!place_chart_has(history)) {
        return;
    }
    float u = canvas->unit, rows = area.height - FOOT * u;
    float disc = fminf(DISC * u, 0.42f * rows / (float)history->car_count);
    Area lines = {area.x + disc + 2.0f * u, area.y, area.width - 2.0f * disc - 4.0f * u, rows};
    Chart chart = {canvas, history, lines, disc};
    draw_laps(&chart);
    for (int pass = 0; pass < 2; pass++) {
        for (int car = history->car_count - 1; car >= 0; car--) {
            bool person = people >> car & 1u;
            if (person == (pass == 1)) {
                draw_car(&chart, car, &looks[car], person);
            }
        }
    }
}

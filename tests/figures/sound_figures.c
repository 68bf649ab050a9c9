#include "../fixture.h"
#include "../spectrum.h"
#include "audio/audio.h"
#include "audio/engine_sweep.h"
#include "base/assert.h"

#include <stdio.h>
#include <stdlib.h>

#include "figures.h"

enum {
    COLUMNS = 48, ///< Speeds of a panel.
    ROWS = 50,    ///< Its bands of frequency.
    LEVELS = 5,
    CELL_WIDTH = 6, ///< px
    CELL_HEIGHT = 5,
    WINDOW = 8192, ///< Samples: 0.17 s of each speed.
};

#define TOP_HZ  3000.0f
#define STEP_DB 9.0f ///< Between levels.

typedef struct Panel {
    const char *car, *title;
} Panel;

/// From faint to strong.
static const uint32_t level_colors[LEVELS] = {0xD9E6EFFF, 0xA6CAE0FF, 0x62A1CCFF, 0x1F6BA6FF,
                                              0x0A2F5CFF};

/// The level (1 to LEVELS, 0: fainter than all) of each band at each speed.
typedef struct Spectrogram {
    uint8_t levels[COLUMNS][ROWS];
    float idle, redline;
    float firings; ///< In a turn of the crank.
} Spectrogram;

/// The power of `bands` at one speed, at full throttle.
static void hear(const EngineBank *bank, float rpm, float bands[ROWS]) {
    static float samples[WINDOW], power[WINDOW / 2];
    EngineSweep sweep = {rpm, rpm, 1.0f, (float)WINDOW / (float)AUDIO_RATE};
    ASSERT(engine_sweep_frames(&sweep) == WINDOW);
    engine_sweep_render(bank, &sweep, samples);
    spectrum_power(samples, WINDOW, power);
    for (int row = 0; row < ROWS; row++) {
        float per_hz = (float)WINDOW / (float)AUDIO_RATE, band_hz = TOP_HZ / (float)ROWS;
        int from = (int)(band_hz * (float)row * per_hz);
        int to = (int)(band_hz * (float)(row + 1) * per_hz);
        bands[row] = 0.0f;
        for (int i = from; i < to; i++) {
            bands[row] = power[i] > bands[row] ? power[i] : bands[row];
        }
    }
}

static Spectrogram listen(const char *name) {
    CarFile car = fixture_car(name);
    Spectrogram out = {.idle = car.params.idle_rpm, .redline = car.params.redline_rpm};
    out.firings = (float)car.sound.cylinder_count * (car.sound.strokes == 2 ? 1.0f : 0.5f);
    EngineBank *bank = engine_bank_bake(&car.sound, out.idle, out.redline);
    static float bands[COLUMNS][ROWS];
    float most = 0.0f;
    for (int i = 0; i < COLUMNS; i++) {
        float share = ((float)i + 0.5f) / (float)COLUMNS;
        hear(bank, out.idle + share * (out.redline - out.idle), bands[i]);
        for (int row = 0; row < ROWS; row++) {
            most = bands[i][row] > most ? bands[i][row] : most;
        }
    }
    float step = powf(10.0f, -0.1f * STEP_DB);
    for (int i = 0; i < COLUMNS; i++) {
        for (int row = 0; row < ROWS; row++) {
            float threshold = most * step;
            int level = LEVELS;
            for (; level > 0 && bands[i][row] < threshold; level--) {
                threshold *= step;
            }
            out.levels[i][row] = (uint8_t)level;
        }
    }
    engine_bank_free(bank);
    return out;
}

/// One area for each level, of all that is at least as strong.
static void draw_levels(Canvas *canvas, vec2s corner, const Spectrogram *heard) {
    for (int level = 1; level <= LEVELS; level++) {
        svg_area_begin(&canvas->svg);
        for (int i = 0; i < COLUMNS; i++) {
            for (int row = 0, end = 0; row < ROWS; row = end + 1) {
                for (end = row; end < ROWS && heard->levels[i][end] >= level; end++) {
                }
                float left = corner.x + (float)(CELL_WIDTH * i);
                float low = corner.y + (float)(CELL_HEIGHT * row);
                float high = corner.y + (float)(CELL_HEIGHT * end);
                vec2s points[] = {vec2_make(left, low), vec2_make(left + CELL_WIDTH, low),
                                  vec2_make(left + CELL_WIDTH, high), vec2_make(left, high)};
                if (end > row) {
                    svg_area_add(&canvas->svg, points, 4);
                }
            }
        }
        svg_area_end(&canvas->svg, level_colors[level - 1]);
    }
}

static void draw_panel(Canvas *canvas, vec2s corner, const Panel *panel) {
    Spectrogram heard = listen(panel->car);
    float width = CELL_WIDTH * COLUMNS, height = CELL_HEIGHT * ROWS;
    canvas_title(canvas, vec2_make(corner.x, corner.y + height + 10.0f), panel->title);
    draw_levels(canvas, corner, &heard);
    canvas_box(canvas, (Box){corner, vec2_make(corner.x + width, corner.y + height)},
               (Paint){0, FAINT, 1.0f});
    for (int hz = 0; hz <= (int)TOP_HZ; hz += 1000) {
        float y = corner.y + height * (float)hz / TOP_HZ;
        canvas_label(canvas, vec2_make(corner.x, y), LABEL_LEFT, FAINT, "%d", hz);
    }
    vec2s end = vec2_make(corner.x + width, corner.y);
    canvas_label(canvas, corner, LABEL_BELOW, FAINT, "%.0f", (double)heard.idle);
    canvas_label(canvas, end, LABEL_BELOW, FAINT, "%.0f", (double)heard.redline);
    // The order of its firings, which must be the strongest.
    float from = heard.idle / 60.0f * heard.firings, to = heard.redline / 60.0f * heard.firings;
    vec2s low = vec2_make(corner.x, corner.y + height * from / TOP_HZ);
    vec2s high = vec2_make(corner.x + width, corner.y + height * to / TOP_HZ);
    canvas_dashes(canvas, low, high, 1.5f, VERMILION);
    canvas_label(canvas, high, LABEL_RIGHT, VERMILION, "%g", (double)heard.firings);
}

/// What the colours, axes and lines mean.
static void draw_key(Canvas *canvas, vec2s corner) {
    for (int i = 0; i < LEVELS; i++) {
        vec2s low = vec2_make(corner.x + 34.0f * (float)i, corner.y + 150.0f);
        canvas_box(canvas, (Box){low, vec2_make(low.x + 34.0f, low.y + 18.0f)},
                   (Paint){.fill = level_colors[i]});
        canvas_label(canvas, vec2_make(low.x, low.y), LABEL_BELOW, FAINT, "%.0f",
                     (double)(STEP_DB * (float)(i - LEVELS)));
    }
    canvas_label(canvas, vec2_make(corner.x + 34.0f * LEVELS, corner.y + 159.0f), LABEL_RIGHT, INK,
                 "dB, 0 is the strongest");
    canvas_label(canvas, vec2_make(corner.x - 9.0f, corner.y + 100.0f), LABEL_RIGHT, INK,
                 "Up: frequency in Hz. Right: speed in rpm,");
    canvas_label(canvas, vec2_make(corner.x - 9.0f, corner.y + 80.0f), LABEL_RIGHT, INK,
                 "from idle to redline, at full throttle.");
    canvas_dashes(canvas, vec2_make(corner.x, corner.y + 50.0f),
                  vec2_make(corner.x + 40.0f, corner.y + 50.0f), 1.5f, VERMILION);
    canvas_label(canvas, vec2_make(corner.x + 40.0f, corner.y + 50.0f), LABEL_RIGHT, VERMILION,
                 "its firings in a turn of the crank");
}

Canvas figure_engines(void) {
    static const Panel panels[] = {{"hatch", "hatch: four cylinders, a soft muffler"},
                                   {"drift", "drift: six in line, uneven runners"},
                                   {"gt", "gt: V8, each bank fires unevenly"},
                                   {"formula", "formula: V10, short pipes"},
                                   {"kart", "kart: one cylinder, two strokes"}};
    Canvas canvas = canvas_make(760.0f, 940.0f);
    for (int i = 0; i < 6; i++) {
        vec2s corner = vec2_make(60.0f + 360.0f * (float)(i % 2), 650.0f - 310.0f * (float)(i / 2));
        if (i < 5) {
            draw_panel(&canvas, corner, &panels[i]);
        } else {
            draw_key(&canvas, corner);
        }
    }
    return canvas;
}

/// Yards that press hard, as text of a track file: a fence and rows of blocks that are not quite
/// flush, wedges, reflex corners, slivers, posts, props, and movers that close gaps.
#pragma once

#include "base/random.h"
#include "geometry/trig.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum {
    PRESSURE_TEXT_MAX = 65536,
    PRESSURE_ZONES_MAX = 32,
    PRESSURE_PROPS = 20,
    PRESSURE_MOVERS = 4,
    PRESSURE_EACH = 4, ///< Wedges, reflex corners, slivers, rows and posts.
};

#define PRESSURE_HALF_X 32.0 ///< m, from the middle to the fence.
#define PRESSURE_HALF_Y 24.0

/// A circle that no wall may reach into.
typedef struct PressureZone {
    double x, y, radius;
} PressureZone;

typedef struct PressureYard {
    Random random;
    char text[PRESSURE_TEXT_MAX];
    int size;
    PressureZone zones[PRESSURE_ZONES_MAX];
    int zone_count;
} PressureYard;

/// A frame in which walls are drawn: where its origin lies, and which way its x axis goes.
typedef struct PressureFrame {
    double x, y, c, s;
} PressureFrame;

__attribute__((format(printf, 2, 3))) static inline void pressure_print(PressureYard *yard,
                                                                        const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    yard->size += vsnprintf(yard->text + yard->size, (size_t)(PRESSURE_TEXT_MAX - yard->size),
                            format, arguments);
    va_end(arguments);
}

static inline double pressure_draw(PressureYard *yard, double low, double high) {
    return (double)random_range(&yard->random, (float)low, (float)high);
}

static inline int pressure_below(PressureYard *yard, int count) {
    return (int)(random_u32(&yard->random) % (uint32_t)count);
}

/// m by which a block stands back: often nothing, else up to 5 mm.
static inline double pressure_step(PressureYard *yard) {
    return pressure_below(yard, 3) == 0 ? 0.0 : pressure_draw(yard, 0.0, 0.005);
}

/// m between two blocks of a row: nothing, a sliver, or an overlap of a millimetre.
static inline double pressure_joint(PressureYard *yard) {
    int kind = pressure_below(yard, 4);
    return kind == 0 ? 0.0 : kind == 1 ? -0.001 : pressure_draw(yard, 0.001, 0.03);
}

static inline void pressure_keep_free(PressureYard *yard, double x, double y, double radius) {
    yard->zones[yard->zone_count++] = (PressureZone){x, y, radius};
}

/// A frame anywhere in the yard, with room for a circle of `radius` m that reaches into no zone. If
/// there is none after many tries, one far outside.
static inline PressureFrame pressure_place(PressureYard *yard, double radius) {
    for (int tries = 0; tries < 200; tries++) {
        double x = pressure_draw(yard, -PRESSURE_HALF_X, PRESSURE_HALF_X);
        double y = pressure_draw(yard, -PRESSURE_HALF_Y, PRESSURE_HALF_Y);
        bool is_free = true;
        for (int i = 0; i < yard->zone_count; i++) {
            const PressureZone *zone = &yard->zones[i];
            is_free = is_free && hypot(x - zone->x, y - zone->y) > radius + zone->radius;
        }
        if (is_free) {
            double angle = pressure_draw(yard, -3.14, 3.14);
            return (PressureFrame){x, y, cos(angle), sin(angle)};
        }
    }
    return (PressureFrame){0.0, 100.0, 1.0, 0.0};
}

/// A wall with `count` corners, x and y by turns, in `frame`.
static inline void pressure_wall(PressureYard *yard, PressureFrame frame, const double *corners,
                                 int count) {
    static const char *const materials[] = {"concrete", "steel", "tyres", "wood", "rock"};
    pressure_print(yard, "  - {material: %s, polygon: [", materials[pressure_below(yard, 5)]);
    for (int i = 0; i < count; i++) {
        double x = corners[2 * i];
        double y = corners[2 * i + 1];
        pressure_print(yard, "%s[%.5f, %.5f]", i > 0 ? ", " : "",
                       frame.x + frame.c * x - frame.s * y, frame.y + frame.s * x + frame.c * y);
    }
    pressure_print(yard, "]}\n");
}

static inline void pressure_box(PressureYard *yard, PressureFrame frame, double x0, double y0,
                                double x1, double y1) {
    const double corners[] = {x0, y0, x1, y0, x1, y1, x0, y1};
    pressure_wall(yard, frame, corners, 4);
}

/// Blocks along the x axis of `frame` from 0 to `length`, their faces near y = 0, `deep` m deep.
static inline void pressure_row(PressureYard *yard, PressureFrame frame, double length,
                                double deep) {
    double x = 0.0;
    while (x < length - 0.5) {
        double end = x + pressure_draw(yard, 3.0, 12.0);
        end = end > length - 1.0 ? length : end;
        pressure_box(yard, frame, x, pressure_step(yard), end, deep);
        x = end + pressure_joint(yard);
    }
}

/// Four rows around the yard, and walls behind them, so that nothing can leave.
static inline void pressure_fence(PressureYard *yard) {
    const double x = PRESSURE_HALF_X;
    const double y = PRESSURE_HALF_Y;
    const PressureFrame none = {0.0, 0.0, 1.0, 0.0};
    pressure_row(yard, (PressureFrame){-x, y, 1.0, 0.0}, 2.0 * x, 2.0);
    pressure_row(yard, (PressureFrame){x, -y, -1.0, 0.0}, 2.0 * x, 2.0);
    pressure_row(yard, (PressureFrame){x, y, 0.0, -1.0}, 2.0 * y, 2.0);
    pressure_row(yard, (PressureFrame){-x, -y, 0.0, 1.0}, 2.0 * y, 2.0);
    pressure_box(yard, none, -x - 4.0, y + 0.5, x + 4.0, y + 4.0);
    pressure_box(yard, none, -x - 4.0, -y - 4.0, x + 4.0, -y - 0.5);
    pressure_box(yard, none, -x - 4.0, -y, -x - 0.5, y);
    pressure_box(yard, none, x + 0.5, -y, x + 4.0, y);
}

/// Two walls that close by 1 to 30 degrees from an opening that may take a car: both faces slant,
/// or one alone.
static inline void pressure_wedge(PressureYard *yard) {
    PressureFrame at = pressure_place(yard, 7.0);
    double degrees = exp(pressure_draw(yard, 0.0, log(30.0)));
    bool one_sided = pressure_below(yard, 2) == 0;
    double opening = pressure_draw(yard, 1.4, 2.8);
    double closes = tan(degrees * 3.14159265358979 / 180.0);
    double length = fmin(opening / closes, 12.0);
    double half = 0.5 * opening;
    double upper = half - (one_sided ? closes : 0.5 * closes) * length;
    double lower = half - (one_sided ? 0.0 : 0.5 * closes) * length;
    const double above[] = {-6.0, half, length - 6.0, upper, length - 6.0, 2.5, -6.0, 2.5};
    const double below[] = {-6.0, -half, -6.0, -2.5, length - 6.0, -2.5, length - 6.0, -lower};
    pressure_wall(yard, at, above, 4);
    pressure_wall(yard, at, below, 4);
}

/// A wall with a corner that looks inward: an angle, a fork or a notch.
static inline void pressure_reflex(PressureYard *yard) {
    PressureFrame at = pressure_place(yard, 4.0);
    double w = pressure_draw(yard, 0.3, 2.5);
    const double angle[] = {-3.0, -3.0, 3.0, -3.0, 3.0, -2.0, -2.0, -3.0 + w, -2.0, 3.0, -3.0, 3.0};
    const double fork[] = {-3.0,          -2.0, 3.0,  -2.0, 3.0,  2.0, 2.0,  2.0,
                           2.0 - 0.5 * w, -1.0, -1.0, -1.0, -1.0, 2.0, -3.0, 2.0};
    const double notch[] = {-3.0, -2.0, 3.0,  -2.0,     3.0, 2.0,  0.5 * w,
                            2.0,  0.0,  -1.0, -0.5 * w, 2.0, -3.0, 2.0};
    switch (pressure_below(yard, 3)) {
    case 0:
        pressure_wall(yard, at, angle, 6);
        break;
    case 1:
        pressure_wall(yard, at, fork, 8);
        break;
    default:
        pressure_wall(yard, at, notch, 7);
    }
}

/// A thin wall: a needle, a board, or two blocks with a narrow gap between them.
static inline void pressure_sliver(PressureYard *yard) {
    PressureFrame at = pressure_place(yard, 4.0);
    double thin = pressure_draw(yard, 0.02, 0.3);
    const double needle[] = {-3.5, 0.0, 3.5, -0.5 * thin, 3.5, 0.5 * thin};
    switch (pressure_below(yard, 3)) {
    case 0:
        pressure_wall(yard, at, needle, 3);
        break;
    case 1:
        pressure_box(yard, at, -3.5, 0.0, 3.5, thin);
        break;
    default:
        pressure_box(yard, at, -3.0, -1.5, 3.0, 0.0);
        pressure_box(yard, at, -3.0, pressure_draw(yard, 0.001, 0.03), 3.0, 1.5);
    }
}

/// A mover's block goes along the x axis of `frame` from -9 m until it is this near to 0.
typedef struct PressurePress {
    PressureFrame frame;
    double half, gap, speed;
} PressurePress;

/// Whether the way of a mover whose wall stands at `at` lies in the yard.
static inline bool pressure_way_inside(PressureFrame at) {
    return fabs(at.x - 14.0 * at.c) < PRESSURE_HALF_X && fabs(at.y - 14.0 * at.s) < PRESSURE_HALF_Y;
}

/// The wall against which a mover presses. Its way is kept free from here on. Movers do not turn,
/// so their ways go along the world's axes.
static inline PressurePress pressure_anvil(PressureYard *yard) {
    static const double gaps[] = {0.0, 0.05, 0.3, 1.0, 2.0};
    PressurePress press = {.half = pressure_draw(yard, 0.7, 1.5),
                           .gap = gaps[pressure_below(yard, 5)],
                           .speed = pressure_draw(yard, 0.5, 6.0)};
    do {
        press.frame = pressure_place(yard, 4.0);
        int way = pressure_below(yard, 4);
        press.frame.c = way == 0 ? 1.0 : way == 1 ? -1.0 : 0.0;
        press.frame.s = way == 2 ? 1.0 : way == 3 ? -1.0 : 0.0;
    } while (!pressure_way_inside(press.frame));
    pressure_box(yard, press.frame, 0.0, -2.0, 2.0, 2.0);
    for (int i = 0; i < 3; i++) {
        double along = -1.5 - 4.0 * i;
        pressure_keep_free(yard, press.frame.x + press.frame.c * along,
                           press.frame.y + press.frame.s * along, 2.7);
    }
    return press;
}

static inline void pressure_mover(PressureYard *yard, const PressurePress *press) {
    double from = -9.0 - press->half;
    double to = -press->half - press->gap;
    const PressureFrame *at = &press->frame;
    pressure_print(yard,
                   "  - {material: steel, rect: {size: [%.3f, %.3f]}, path: [[%.4f, %.4f], "
                   "[%.4f, %.4f]], speed: %.2f, mode: pingpong, wait: 0.7}\n",
                   2.0 * press->half, 2.0 * press->half, at->x + at->c * from, at->y + at->s * from,
                   at->x + at->c * to, at->y + at->s * to, press->speed);
}

/// A finish with a wall at its end, and a grid behind it, in the corner at the bottom left, whose
/// walls follow in the text.
static inline void pressure_grid(PressureYard *yard) {
    const double x = -PRESSURE_HALF_X;
    const double y = -PRESSURE_HALF_Y;
    pressure_print(yard, "finish: {left: [%.1f, %.1f], right: [%.1f, %.1f]}\ngrid:\n  slots: [",
                   x + 21.0, y + 12.0, x + 21.0, y);
    for (int i = 0; i < 12; i++) {
        pressure_print(yard, "%s[%.1f, %.1f, 0]", i > 0 ? ", " : "", x + 17.0 - 6.0 * (i % 3),
                       y + 1.5 + 3.0 * (double)(i / 3));
    }
    pressure_print(yard, "]\nwalls:\n");
    pressure_box(yard, (PressureFrame){x + 21.0, y + 12.0, 1.0, 0.0}, -1.0, 0.0, 1.0, 1.0);
    for (int i = 0; i < 3; i++) {
        pressure_keep_free(yard, x + 6.0 + 8.0 * i, y + 6.0, 7.5);
    }
}

/// Fills `yard` with all but the props, which go to places that are free of these walls.
static inline void pressure_yard_make(PressureYard *yard, uint64_t seed, uint64_t attempt) {
    *yard = (PressureYard){.random = random_make(seed, 77 + attempt)};
    pressure_print(yard, "format: track/1\nname: Yard\nground: asphalt\n");
    pressure_grid(yard);
    pressure_fence(yard);
    PressurePress presses[PRESSURE_MOVERS];
    for (int i = 0; i < PRESSURE_MOVERS; i++) {
        presses[i] = pressure_anvil(yard);
    }
    for (int i = 0; i < PRESSURE_EACH; i++) {
        pressure_wedge(yard);
        pressure_reflex(yard);
        pressure_sliver(yard);
        PressureFrame row = pressure_place(yard, 11.0);
        pressure_row(yard, row, pressure_draw(yard, 4.0, 10.0), pressure_draw(yard, 0.3, 1.5));
        PressureFrame post = pressure_place(yard, 1.5);
        pressure_print(yard,
                       "  - {material: concrete, circle: {center: [%.3f, %.3f], radius: "
                       "%.3f}}\n",
                       post.x, post.y, pressure_draw(yard, 0.2, 1.5));
    }
    pressure_print(yard, "movers:\n");
    for (int i = 0; i < PRESSURE_MOVERS; i++) {
        pressure_mover(yard, &presses[i]);
    }
}

/// Adds a prop; the first one begins the list.
static inline void pressure_prop(PressureYard *yard, bool first, int kind, double x, double y) {
    static const char *const kinds[] = {"cone", "tyre",    "tyre_stack", "barrel",
                                        "bale", "barrier", "box"};
    pressure_print(yard, "%s  - {kind: %s, at: [%.3f, %.3f], angle: %.1f}\n",
                   first ? "props:\n" : "", kinds[kind], x, y, pressure_draw(yard, -180.0, 180.0));
}

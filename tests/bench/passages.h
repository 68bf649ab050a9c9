/// What share of fast passages through a thin wall is seen: by testing where the mover stands at
/// the ends of steps, and by sweeping it; and what each costs. A circle crosses a wall 0.2 m thick
/// in equal steps, starting at a random phase; it is caught if any step sees it.
#pragma once

#include <stdint.h>
#include <stdio.h>

enum {
    PASSAGES_SPEEDS = 6, ///< 5, 15, 30, 60, 100, 150 m/s
    PASSAGES_RADII = 3,  ///< 0.05, 0.25, 1 m
    PASSAGES_STEPS = 3,  ///< 1/25, 1/60, 1/240 s
    PASSAGES_ANGLES = 4, ///< 90, 30, 10, 3 degrees between the way and the wall
    PASSAGES_ROWS = PASSAGES_SPEEDS * PASSAGES_RADII * PASSAGES_STEPS * PASSAGES_ANGLES,
};

typedef struct PassagesRow {
    float speed, radius; ///< m/s, m
    int steps_per_second;
    float angle_deg;
    double static_share, swept_share; ///< 0 to 1 of the passages that are caught.
    double expected; ///< Of static_share: (thickness + 2 radius) / (speed dt sin(angle)), up to 1.
    double static_ns, swept_ns; ///< Of one test of one step; 0 without a clock.
} PassagesRow;

/// Fills `rows` (room for PASSAGES_ROWS) with `count` passages each: by time step, then speed, then
/// radius, then angle. `seconds` (may be NULL) tells the time to measure by, such as
/// clock_thread_seconds. A pure function of the rest. 1000 passages a row take about 0.1 s.
void passages_measure(uint64_t seed, int count, double (*seconds)(void), PassagesRow *rows);

/// Prints what passages_measure filled as Markdown, one table a time step: by speed and radius the
/// static share in % at each angle, the least swept share of the four and their mean costs.
void passages_print_markdown(const PassagesRow *rows, FILE *out);

/// Prints them as comma-separated values with a head line, and as a JSON array; times that were not
/// measured as 0.
void passages_print_csv(const PassagesRow *rows, FILE *out);
void passages_print_json(const PassagesRow *rows, FILE *out);

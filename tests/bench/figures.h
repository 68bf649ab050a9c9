/// What an engine's run of a scenario gives besides its time: how right and how good it is.
#pragma once

#include <stdint.h>

/// X(NAME, column, decimals, gathered): `gathered` over the rounds of a run.
#define FIGURE_LIST(X)                    \
    X(HITS, "hits", 0, LAST)              \
    X(POINTS, "points", 0, LAST)          \
    X(DEEPEST, "deepest_m", 3, MOST)      \
    X(PIECES, "pieces", 0, LAST)          \
    X(WALL_CONTACTS, "car_wall", 1, MEAN) \
    X(CAR_CONTACTS, "car_car", 1, MEAN)   \
    X(SPEED, "mean_m_s", 1, MEAN)         \
    X(LOST, "lost", 0, MOST)              \
    X(PRESSED, "pressed_s", 2, MOST)      \
    X(LEFT, "left_m", 3, LAST)            \
    X(GAIN, "gain_j", 1, MOST)            \
    X(GAIN_SHARE, "gain_pct", 4, MOST)    \
    X(KICK, "kick_m_s", 2, MOST)          \
    X(HEAP, "heap_kib", 0, LAST)          \
    X(WRONG, "wrong", 0, LAST)

typedef enum FigureIndex {
#define X(NAME, ...) FIGURE_##NAME,
    FIGURE_LIST(X)
#undef X
    FIGURE_COUNT
} FigureIndex;

typedef struct Figures {
    double values[FIGURE_COUNT]; ///< NaN: has none.
    uint64_t hash;               ///< Of the state at the end; 0: has none.
} Figures;

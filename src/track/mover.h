/// Obstacles on rails: where one is at a tick, a function of nothing else.
#pragma once

#include "geometry/transform.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    MOVER_TICKS_PER_SECOND = 240 ///< Those of a race.
};

/// How a mover runs along its path. `points` and `along` live in the track's arena.
typedef struct MoverPath {
    vec2s *points;       ///< m, where the centre of gravity goes; a loop ends where it began.
    float *along;        ///< m from the start at each point.
    int count;           ///< 2 or more.
    bool loop;           ///< Round and round, not to and fro.
    uint32_t run_ticks;  ///< From one end to the other, 1 or more.
    uint32_t wait_ticks; ///< At each end; of a loop at its start.
    uint32_t first_tick; ///< In its period, at tick 0.
} MoverPath;

/// Sets `along` and the ticks from the points. The speed (m/s) becomes a little less, so that a run
/// takes whole ticks; `phase` is the share of a period that it is ahead at tick 0.
void mover_path_finish(MoverPath *path, float speed, float wait, float phase);

/// Ticks after which all repeats.
uint32_t mover_period(const MoverPath *path);

/// Where it is (m) at `tick`. O(log count).
vec2s mover_at(const MoverPath *path, uint32_t tick);

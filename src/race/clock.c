#include "race/clock.h"

#include "base/assert.h"

int race_clock_advance(RaceClock *clock, double frame_time) {
    ASSERT(frame_time >= 0.0);
    const double tick = 1.0 / RACE_TICKS_PER_SECOND;
    clock->left += frame_time < RACE_CLOCK_STALL ? frame_time : RACE_CLOCK_STALL;
    int ticks = (int)(clock->left / tick);
    clock->left -= ticks * tick;
    clock->left = clock->left > 0.0 ? clock->left : 0.0;
    return ticks;
}

float race_clock_alpha(const RaceClock *clock) {
    double alpha = clock->left * RACE_TICKS_PER_SECOND;
    return alpha < 1.0 ? (float)alpha : 1.0f;
}

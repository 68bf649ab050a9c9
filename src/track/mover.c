#include "track/mover.h"

#include "base/assert.h"

#include <math.h>

/// Whole ticks that `seconds` need, at most so many that a period stays within 32 bits.
static uint32_t ticks_of(float seconds) {
    float ticks = ceilf(seconds * (float)MOVER_TICKS_PER_SECOND - 1e-2f);
    return (uint32_t)fminf(fmaxf(ticks, 0.0f), 1e9f);
}

void mover_path_finish(MoverPath *path, float speed, float wait, float phase) {
    ASSERT(path->count >= 2 && speed > 0.0f && wait >= 0.0f);
    path->along[0] = 0.0f;
    for (int i = 1; i < path->count; i++) {
        path->along[i] =
            path->along[i - 1] + glms_vec2_distance(path->points[i - 1], path->points[i]);
    }
    uint32_t run = ticks_of(path->along[path->count - 1] / speed);
    path->run_ticks = run > 0 ? run : 1;
    path->wait_ticks = ticks_of(wait);
    uint32_t period = mover_period(path);
    path->first_tick = (uint32_t)((double)phase * (double)period) % period;
}

uint32_t mover_period(const MoverPath *path) {
    uint32_t part = path->run_ticks + path->wait_ticks;
    return path->loop ? part : 2 * part;
}

/// The place `s` m from the start.
static vec2s place_at(const MoverPath *path, float s) {
    int low = 0;
    int high = path->count - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (path->along[middle] <= s) {
            low = middle;
        } else {
            high = middle;
        }
    }
    float piece = path->along[high] - path->along[low];
    float t = piece > 0.0f ? (s - path->along[low]) / piece : 0.0f;
    return glms_vec2_lerp(path->points[low], path->points[high], fminf(t, 1.0f));
}

vec2s mover_at(const MoverPath *path, uint32_t tick) {
    uint64_t sum = (uint64_t)tick + path->first_tick;
    uint32_t in_period = (uint32_t)(sum % mover_period(path));
    uint32_t part = path->run_ticks + path->wait_ticks;
    bool back = !path->loop && in_period >= part;
    uint32_t in_part = back ? in_period - part : in_period;
    // It waits first, then runs.
    uint32_t run = in_part > path->wait_ticks ? in_part - path->wait_ticks : 0;
    float length = path->along[path->count - 1];
    float s = (float)((double)length * (double)run / (double)path->run_ticks);
    return place_at(path, back ? length - s : s);
}

#include "game/frame_times.h"

#include "base/print.h"
#include "base/scalar.h"

#include <stdio.h>
#include <stdlib.h>

void frame_times_add(FrameTimes *times, double seconds) {
    if (times->count == FRAME_TIMES_MAX) {
        return;
    }
    times->seconds[times->count++] = (float)seconds;
    times->last = clock();
    times->warm = times->count <= FRAME_TIMES_WARMING ? times->last : times->warm;
}

void frame_times_print(FrameTimes *times) {
    int count = times->count - FRAME_TIMES_WARMING;
    if (count <= 0) {
        print("too few frames to time\n");
        return;
    }
    float *seconds = times->seconds + FRAME_TIMES_WARMING;
    qsort(seconds, (size_t)count, sizeof *seconds, float_compare);
    print("%d frames after the first %d: median %.2f ms, 95 %% %.2f ms, 99 %% %.2f ms, "
          "longest %.2f ms, processor %.2f ms a frame\n",
          count, FRAME_TIMES_WARMING, 1e3 * (double)seconds[count / 2],
          1e3 * (double)seconds[(int)((double)count * 0.95)],
          1e3 * (double)seconds[(int)((double)count * 0.99)], 1e3 * (double)seconds[count - 1],
          1e3 * (double)(times->last - times->warm) / (double)CLOCKS_PER_SEC / (double)count);
}

void frame_times_text(double frame_s, double ticks_s, double input_s, char out[FRAME_TIMES_TEXT]) {
    snprintf(out, FRAME_TIMES_TEXT, "frame %.1f ms\nticks %.1f ms\ninput %.1f ms", 1e3 * frame_s,
             1e3 * ticks_s, 1e3 * input_s);
}

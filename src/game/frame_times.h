/// How long frames take: what `axle play --timings` prints at the end and F9 shows.
#pragma once

#include <time.h>

enum {
    FRAME_TIMES_MAX = 100000,
    FRAME_TIMES_WARMING = 120, ///< Frames at the start that do not count.
    FRAME_TIMES_TEXT = 64
};

/// The zero value is empty.
typedef struct FrameTimes {
    float seconds[FRAME_TIMES_MAX];
    int count;
    clock_t warm, last; ///< Processor time of the program, behind those that warm up and the last.
} FrameTimes;

/// Adds a frame that took `seconds`; what does not fit any more is left out.
void frame_times_add(FrameTimes *times, double seconds);

/// Prints what most and the longest of them took. Sorts them: the end of it.
void frame_times_print(FrameTimes *times);

/// What F9 shows, of one frame: s that it took, s of these for the ticks of the race and what goes
/// with them, and how old the input in the picture was at most when the display got it, which is
/// that of a press right after the devices were read for the frame before.
void frame_times_text(double frame_s, double ticks_s, double input_s, char out[FRAME_TIMES_TEXT]);

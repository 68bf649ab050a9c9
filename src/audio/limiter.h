/// A look-ahead limiter: whatever is mixed, no sample leaves it beyond the ceiling.
///
/// It turns down before a peak arrives instead of cutting it off: the stream is delayed by
/// LIMITER_DELAY frames, and the gain of a frame is the mean of minima over that window, which is
/// never more than the frame itself may have. Source: Hämäläinen, Smoothing of the control signal
/// without clipped output in digital peak limiters (DAFx 2002).
#pragma once

enum {
    LIMITER_WINDOW = 64, ///< Frames that it looks ahead, 1.3 ms.
    LIMITER_DELAY = LIMITER_WINDOW - 1,
};

#define LIMITER_CEILING 0.97f ///< Of full scale.

/// A value; make it by limiter_make.
typedef struct Limiter {
    float frames[LIMITER_WINDOW][2]; ///< Rings of the last frames, ...
    float needed[LIMITER_WINDOW];    ///< ... of the gain that each may have at most, ...
    float gains[LIMITER_WINDOW];     ///< ... and of the minima over the window, which recover.
    double sum;                      ///< Of `gains`.
    float gain;                      ///< The last one.
    int at;
    int calm; ///< Frames since one needed less than 1.
} Limiter;

Limiter limiter_make(void);

/// Limits `count` frames of left and right in place, delayed by LIMITER_DELAY frames. O(count), and
/// O(count * LIMITER_WINDOW) while it is at work.
void limiter_run(Limiter *limiter, float *left, float *right, int count);

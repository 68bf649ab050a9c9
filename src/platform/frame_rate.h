/// Frames against the rate of the display: when to begin one so that its input is fresh, and
/// whether the machine holds that rate at all. Plain numbers, without a clock.
#pragma once

#include <stdbool.h>

enum {
    FRAME_PACER_KEPT = 64,   ///< Frames whose work is remembered.
    FRAME_JUDGE_FRAMES = 60, ///< Frames that are judged ...
    FRAME_JUDGE_WARMING = 30 ///< ... behind so many that are not.
};

/// Low latency: a frame begins as late as its work allows, so that the input in it is fresh when
/// the display shows it. The zero value begins at once, until it has seen FRAME_PACER_KEPT frames.
/// Source: James Darpinian, How to reduce latency (2021),
/// https://james.darpinian.com/blog/latency-techniques
typedef struct FramePacer {
    float work_s[FRAME_PACER_KEPT]; ///< Of the last frames, round and round.
    int count;
    float spare_s; ///< Kept free beyond the longest of them; grows with every frame that is late.
} FramePacer;

/// s from the beginning of a frame to that of the next, at least. A little less than `period_s`:
/// systems tell whole numbers of pictures a second, and who comes later than a display that is
/// faster than that misses one of its pictures every few seconds.
float frame_least_time(float period_s);

/// s to sleep between the end of a frame, when the display took it, and the beginning of the next,
/// where the display shows one every `period_s`. 0 where there is no time to win.
float frame_pacer_sleep(const FramePacer *pacer, float period_s);

/// Notes a frame: s from its beginning until all of it was drawn, and s since the display took the
/// frame before. One that came late costs 2 ms for the next minute, so late ones are rare.
void frame_pacer_note(FramePacer *pacer, float period_s, float work_s, float since_s);

typedef enum FrameVerdict {
    FRAMES_UNDECIDED,
    FRAMES_HOLD,    ///< The rate of the display.
    FRAMES_TOO_SLOW ///< They do not.
} FrameVerdict;

/// Whether the first frames of a drive hold the rate of the display. The zero value has begun.
typedef struct FrameJudge {
    int frames, late;
} FrameJudge;

/// Notes a frame that was drawn `work_s` after its beginning and came `since_s` after the one
/// before. Says its verdict once, with the frame that decides. Too slow is where one in four is
/// late by a third and its work alone took longer than `period_s`: single hitches decide nothing,
/// nor does a display that takes pictures more slowly than it says, as a second one may.
FrameVerdict frame_judge_note(FrameJudge *judge, float period_s, float work_s, float since_s);

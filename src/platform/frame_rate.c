#include "platform/frame_rate.h"

#include "base/assert.h"

#include <math.h>
#include <stddef.h>

#define SPARE_LEAST 0.0015f ///< s: what sleeping and the system's clock are off by.
#define SPARE_LATE  0.002f  ///< s more after a late frame ...
#define SPARE_GONE  3600.0f ///< ... which are gone after so many frames in time.
#define WORK_MORE   1.15f   ///< Of the longest work: the next frame may take longer.
#define SLEEP_LEAST 0.001f  ///< s
#define LATE        1.5f    ///< Periods since the frame before: the display showed that one twice.
#define SLOW        1.33f   ///< Likewise, for who judges.
#define ROUNDED     0.98f   ///< 59 for 59.94 is off by less.
#define SLOW_SHARE  4       ///< One of so many.

float frame_least_time(float period_s) {
    ASSERT(period_s > 0.0f);
    return ROUNDED * period_s;
}

float frame_pacer_sleep(const FramePacer *pacer, float period_s) {
    ASSERT(pacer != NULL && period_s > 0.0f);
    if (pacer->count < FRAME_PACER_KEPT) {
        return 0.0f;
    }
    float longest = 0.0f;
    for (int i = 0; i < FRAME_PACER_KEPT; i++) {
        longest = fmaxf(longest, pacer->work_s[i]);
    }
    float sleep = period_s - WORK_MORE * longest - SPARE_LEAST - pacer->spare_s;
    return sleep >= SLEEP_LEAST ? sleep : 0.0f;
}

void frame_pacer_note(FramePacer *pacer, float period_s, float work_s, float since_s) {
    ASSERT(pacer != NULL && period_s > 0.0f);
    pacer->work_s[pacer->count % FRAME_PACER_KEPT] = fmaxf(work_s, 0.0f);
    pacer->count = pacer->count + 1 < 2 * FRAME_PACER_KEPT ? pacer->count + 1 : FRAME_PACER_KEPT;
    if (since_s > LATE * period_s) {
        pacer->spare_s = fminf(pacer->spare_s + SPARE_LATE, period_s);
    } else {
        pacer->spare_s = fmaxf(pacer->spare_s - SPARE_LATE / SPARE_GONE, 0.0f);
    }
}

FrameVerdict frame_judge_note(FrameJudge *judge, float period_s, float work_s, float since_s) {
    ASSERT(judge != NULL && period_s > 0.0f);
    if (judge->frames >= FRAME_JUDGE_WARMING + FRAME_JUDGE_FRAMES) {
        return FRAMES_UNDECIDED; // it was said
    }
    bool counts = judge->frames++ >= FRAME_JUDGE_WARMING;
    judge->late += counts && since_s > SLOW * period_s && work_s > period_s;
    if (judge->frames < FRAME_JUDGE_WARMING + FRAME_JUDGE_FRAMES) {
        return FRAMES_UNDECIDED;
    }
    return judge->late * SLOW_SHARE >= FRAME_JUDGE_FRAMES ? FRAMES_TOO_SLOW : FRAMES_HOLD;
}

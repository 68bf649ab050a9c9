#include "audio/pacer.h"

#include "audio/audio.h"
#include "base/assert.h"

#define BLOCK_S ((double)AUDIO_BLOCK / AUDIO_RATE)
#define LOST_S  (4.0 * BLOCK_S) ///< Whoever is later than that begins anew.

static int blocks_of(int period) { return (period + AUDIO_BLOCK - 1) / AUDIO_BLOCK; }

int pacer_queue_max(int period) {
    ASSERT(period > 0);
    return blocks_of(period) + PACER_SPARE + 1;
}

int pacer_take(Pacer *pacer, double now, int queued, int period) {
    int most = pacer_queue_max(period) - queued, due = 0;
    int needed = queued < PACER_SPARE ? PACER_SPARE - queued : 0;
    if (now - pacer->due > LOST_S || pacer->due - now > LOST_S) { // also the first time
        pacer->due = now;
        needed = most - 1;
    }
    for (; pacer->due <= now; pacer->due += BLOCK_S) {
        due++;
    }
    int wanted = due > needed ? due : needed;
    return wanted < most ? wanted : most;
}

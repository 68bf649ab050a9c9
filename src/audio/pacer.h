/// When to mix the next block: a device takes its frames in bursts, but a block that is mixed
/// before it is due knows less of the race.
#pragma once

enum {
    PACER_SPARE = 2 ///< Blocks that stay queued behind a burst, for a thread that wakes up late.
};

/// The zero value has not begun.
typedef struct Pacer {
    double due; ///< s, of any steady clock: when the next block is.
} Pacer;

/// Most blocks that are ever queued for a device that takes `period` frames at once.
int pacer_queue_max(int period);

/// How many blocks to mix at `now` s, with `queued` of them not played yet: one where one is due,
/// more where the device would soon have none.
int pacer_take(Pacer *pacer, double now, int queued, int period);

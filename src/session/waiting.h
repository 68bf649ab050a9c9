/// Waiting for work that may take long: in a thread beside whoever shows how far it has come.
#pragma once

#include "base/progress.h"

#define WAITING_SHOWN_AFTER 0.5 ///< s: what is done sooner needs no words.

/// s of a clock that never goes back.
double waiting_now(void);

/// Shows how far the work is. The zero value shows nothing.
typedef struct Waiting {
    /// Called some 60 times a second from WAITING_SHOWN_AFTER on, in the thread that waits; `part`
    /// (0 to 1) of the work is done. Where it was called at all, it is once more at the end,
    /// with 1.
    void (*show)(void *context, float part);
    void *context;
} Waiting;

/// Says it on standard error, where that is a terminal.
Waiting waiting_terminal(void);

/// Does work(context, progress) and returns when it is done: in a thread of its own where `waiting`
/// shows it, else in this one.
void waiting_for(Waiting waiting, void (*work)(void *context, ProgressPart progress),
                 void *context);

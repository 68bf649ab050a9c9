/// Waits for work that may take long, and shows how far it is.
#pragma once

#include "base/progress.h"

#define WAITING_SHOWN_AFTER 0.5 ///< s. Work that is done sooner is not shown.

/// s of a clock that never goes back.
double waiting_now(void);

/// Shows how far the work is. The zero value shows nothing.
typedef struct Waiting {
    /// Called some 60 times a second from WAITING_SHOWN_AFTER on, in the thread that waits: `part`
    /// (0 to 1) of the work is done. A last call with 1 follows the others.
    void (*show)(void *context, float part);
    void *context;
} Waiting;

/// Shows it on standard error, where that is a terminal.
Waiting waiting_terminal(void);

/// Does work(context, progress) and returns when it is done: in a thread of its own where `waiting`
/// shows it, else in this one.
void waiting_for(Waiting waiting, void (*work)(void *context, ProgressPart progress),
                 void *context);

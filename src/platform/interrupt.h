/// The signals that end the program: SIGINT (Ctrl-C), SIGTERM, and SIGHUP, when its terminal is
/// gone. The only place that handles signals.
#pragma once

#include <stdbool.h>

/// From here on they end the program at once with EXIT_INTERRUPTED; a file that is being written by
/// file_write is finished first. A SIGHUP that is ignored stays ignored (nohup).
void interrupt_begin(void);

/// From here on they are only noted: for what has something to keep when it ends. Whoever calls
/// this asks interrupt_noted often, and ends with EXIT_INTERRUPTED.
void interrupt_hold(void);

/// Whether one has come since interrupt_hold.
bool interrupt_noted(void);

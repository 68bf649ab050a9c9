/// Exit codes: how a command ended.
#pragma once

enum {
    EXIT_FINE = 0,
    EXIT_NO = 1, ///< The answer is no: an invalid file too.
    EXIT_USAGE = 2,
    EXIT_UNREADABLE = 3,
    EXIT_NO_DISPLAY = 4,
    EXIT_INTERNAL = 5,
    EXIT_INTERRUPTED = 130,
};

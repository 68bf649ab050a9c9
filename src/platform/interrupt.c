#include "platform/interrupt.h"

#include "base/exit_code.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t held, noted;

static void on_signal(int number) {
    (void)number;
    if (!held) {
        _exit(EXIT_INTERRUPTED);
    }
    noted = 1;
}

void interrupt_begin(void) {
    static const int signals[] = {SIGHUP, SIGINT, SIGTERM};
    struct sigaction action = {.sa_handler = on_signal}, before;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        sigaction(signals[i], NULL, &before);
        if (signals[i] != SIGHUP || before.sa_handler != SIG_IGN) {
            sigaction(signals[i], &action, NULL);
        }
    }
}

void interrupt_hold(void) { held = 1; }

bool interrupt_noted(void) { return noted != 0; }

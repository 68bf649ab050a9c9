/// `axle play --trace`: what happens in the game, a line each on standard output, for scripts.
#pragma once

#include "game_state/game_state.h"
#include "lab_window/laboratory.h"

/// The state at the last line. `screen` and `phase` are -1 at first.
typedef struct Trace {
    int screen, seat_count, phase, finished, toasts, setup;
    bool pending, wrong;
    vec2s position, velocity; ///< Of the first seat's car.
    float angle;
    bool down[WINDOW_KEYS], mouse_down[WINDOW_BUTTONS], pads[WINDOW_PADS];
    uint16_t shots[SEATS_MAX], hits[SEATS_MAX], outs[SEATS_MAX]; ///< Of battles.
    uint32_t notes;    ///< Of a battle, that were printed.
    uint32_t contacts; ///< What was told of contacts, in a number.
    char lab[LABORATORY_TRACE];
} Trace;

/// Prints the presses that a script waits for: keys, mouse and its buttons as this frame has them.
void trace_input(Trace *last, const Game *game, const InputFrame *input);

/// Prints a line for each thing that changed in this frame.
void trace_game(Trace *last, const Game *game);

/// While contacts can be picked, prints where they are in a window of this size, and what is shown
/// of the picked one, whenever that changes.
void trace_contacts(Trace *last, const Game *game, int width, int height);

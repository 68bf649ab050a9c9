/// What the keys or buttons of the device that was used last do here: glyphs drawn as vectors, each
/// with a word.
#pragma once

#include "ui/canvas.h"

typedef enum PromptDevice {
    PROMPT_KEYS,
    PROMPT_PAD,
    PROMPT_DEVICE_COUNT
} PromptDevice;

typedef enum Prompt {
    PROMPT_MOVE,   ///< Up and down.
    PROMPT_CHANGE, ///< Left and right.
    PROMPT_PICK,   ///< All four.
    PROMPT_ACCEPT,
    PROMPT_BACK,
    PROMPT_MENU,
    PROMPT_SHOULDER, ///< Page Up and Page Down, LB and RB.
    PROMPT_SHEET,    ///< F1, whatever is used else.
    PROMPT_GIVE_UP,  ///< Esc and Start, where any other control may be what is asked for.
    PROMPT_COUNT
} Prompt;

typedef struct PromptText {
    Prompt prompt;
    const char *text; ///< What it does: "choose".
} PromptText;

/// One line that begins at (x, middle), `size` px per em, smaller where it would be wider than
/// `room` px.
void prompts_draw(const Canvas *canvas, float x, float middle, float size, float room,
                  PromptDevice device, const PromptText *prompts, int count);

/// One key with its label, `size` px per em: how wide it is, and drawn from `x` around `middle`.
float prompt_key_width(const Canvas *canvas, float size, const char *label);
void prompt_key_draw(const Canvas *canvas, float x, float middle, float size, const char *label);

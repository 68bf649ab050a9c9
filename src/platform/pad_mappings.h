/// Which of an unknown gamepad's axes, buttons and hats are which: mappings in the format of SDL's
/// gamecontrollerdb.txt, one a line: "GUID,name,a:b0,leftx:a0,dpup:h0.1,platform:Linux,".
#pragma once

#include "base/messages.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    PAD_MAPPINGS_MAX = 4096, ///< Lines that are taken: the public collection has about 900.
    PAD_MAPPING_LINE = 1000, ///< Bytes of one line: GLFW takes none of 1024 or more.
    PAD_MAPPINGS_LIMIT = 1024 * 1024, ///< Bytes of a file.
    PAD_GUID_MAX = 33,
};

/// Checks `text` (`size` bytes, called `name` in messages) and returns the good lines for this
/// system as one text, made anew of what they mean, that the caller frees with free(). Lines for
/// other systems and keys that gamepads here do not have are left out in silence. Each wrong line
/// is a message (W956 to W959) with its place, and left out; E108 where it is too large.
char *pad_mappings_check(const char *text, size_t size, const char *name, MessageList *messages);

/// Returns `text` (a file that holds mappings, or "") with `line` in place of those for the same
/// GUID, else behind it; the caller frees it. All other lines stay as they are.
char *pad_mappings_with(const char *text, const char *line);

enum {
    RAW_AXES = 16,
    RAW_BUTTONS = 64,
    RAW_HATS = 4,
    RAW_NAME_MAX = 64
};

/// A joystick of which nobody knows what is what.
typedef struct RawPad {
    bool present;
    char name[RAW_NAME_MAX], guid[PAD_GUID_MAX];
    int axis_count, button_count, hat_count;
    float axes[RAW_AXES]; ///< -1 to 1
    bool buttons[RAW_BUTTONS];
    unsigned char hats[RAW_HATS]; ///< 1 up, 2 right, 4 down, 8 left, and their sums.
} RawPad;

/// What one is asked to press.
typedef enum PadQuestion {
    PAD_ASK_LEFT,
    PAD_ASK_GAS,
    PAD_ASK_BRAKE,
    PAD_ASK_PAUSE,
    PAD_ASK_RIGHT, ///< Only where left was a button, which does not tell where right is.
    PAD_ASK_COUNT
} PadQuestion;

/// A part of a joystick that was moved: 'b' button, 'h' hat with its direction, 'a' axis with the
/// side (-1, 1) and where it rests (-1, 0 or 1); 0 none.
typedef struct PadPart {
    char kind;
    int index, side, rest;
} PadPart;

/// The part of `now` that is moved far from where it was in `rest`; the zero value where none is.
PadPart pad_part_moved(const RawPad *rest, const RawPad *now);
bool pad_part_same(PadPart a, PadPart b);

/// Writes the mapping for `pad` of what was pressed for each question (the zero value: not asked).
/// What is not asked is guessed: up and down lie beside left, a hat is the cross, and the buttons
/// that are left over are accept, back, brake, rescue and the shoulders in their order.
void pad_mapping_write(const RawPad *pad, const PadPart parts[PAD_ASK_COUNT],
                       char line[PAD_MAPPING_LINE]);

/// Messages about files, devices and commands: one list of codes, one printed form.
///
/// Readers never print and never stop at the first mistake: they add a Message per mistake to a
/// MessageList and return false. The wording of every code stands in base/messages.def.
#pragma once

#include <stdbool.h>
#include <stdio.h>

enum {
    MESSAGES_MAX = 50, ///< Kept; more are only counted. Fifty is more than anybody mends at once.
    MESSAGE_TEXT_MAX = 240, ///< Bytes of one sentence, with its terminator; longer ones are cut.
};

typedef enum Severity {
    SEVERITY_ERROR,
    SEVERITY_WARNING,
    SEVERITY_NOTE,
} Severity;

typedef enum MessageCode {
    MESSAGE_NONE,
#define MESSAGE(code, severity, wording, help) MESSAGE_##code,
#include "base/messages.def"
#undef MESSAGE
    MESSAGE_COUNT
} MessageCode;

/// Where something stands in a file. Lines and columns count from 1, columns in code points; 0 =
/// unknown.
typedef struct Place {
    const char *file; ///< As the user named it; NULL where there is none. Outlives the message.
    int line, column;
} Place;

typedef struct Message {
    MessageCode code;
    Severity severity;
    Place place;
    char text[MESSAGE_TEXT_MAX];
    char help[MESSAGE_TEXT_MAX]; ///< Empty where there is none.
    Place note_place;            ///< Of `note`; line 0 where there is no note.
    char note[MESSAGE_TEXT_MAX];
    bool has_position; ///< Whether `x` and `y` (m, world) are set.
    float x, y;
} Message;

/// Messages in the order they were found. The zero value is an empty list; nothing to free.
typedef struct MessageList {
    Message items[MESSAGES_MAX];
    int count;         ///< Of `items`.
    int error_count;   ///< Of all that were added, kept or not.
    int warning_count; ///< Likewise.
    Message scratch;   ///< What message_add returns once `items` is full; nobody reads it.
} MessageList;

/// Adds message `code` at `place`; the variadic arguments are those of the wording and then those
/// of the help, as base/messages.def lists them. Both are cut to MESSAGE_TEXT_MAX, and bytes that
/// a terminal would not show become '?' (text_mask). Returns the message (never NULL: past
/// MESSAGES_MAX a scratch one), so that a position or a note can be set on it; it is good until the
/// next message_add. In a full list an error takes the place of the last warning or note.
Message *message_add(MessageList *list, MessageCode code, Place place, ...);

/// Sets the `note:` line of `message`.
void message_note(Message *message, Place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Sets the place in the world (m) that `message` speaks of; only JSON output and pictures show it.
void message_at(Message *message, float x, float y);

/// "E201" for MESSAGE_E201; never NULL.
const char *message_code_name(MessageCode code);

/// Sorts by line, then column; equal places keep their order.
void messages_sort(MessageList *list);

/// Prints the list in the form of a compiler, one line per message and its help and note below:
///
///     mill.track.yaml:31:5: error: wall "shed" crosses itself ... [E302]
///         help: swap points 4 and 7
///     mill.track.yaml:34:9: note: edge 7 starts here
///
/// and, if there is more than one message, a last line `mill.track.yaml: 2 errors, 1 warning`.
/// Where the line is unknown it is left out, and so is the column; without a file "axle" stands in
/// its place. `source` (may be NULL) is the text of the file: with it the line and a caret follow
/// each first line.
void messages_print(const MessageList *list, FILE *out, const char *source);

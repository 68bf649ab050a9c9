/// Text broken into lines between its words.
#pragma once

#include "ui/canvas.h"

enum {
    TEXT_LINES_MAX = 8,
    TEXT_LINE_BYTES = 512
};

/// A value. Lines beyond those that were asked for are part of the last one.
typedef struct TextLines {
    char text[TEXT_LINES_MAX][TEXT_LINE_BYTES];
    int count;
    float widest; ///< ems
} TextLines;

/// Breaks `text` at each "\n", and between words what is then too long for `room` (in ems), into at
/// most `count_max` lines (1 to TEXT_LINES_MAX). The last one takes the rest, however long.
TextLines text_lines_break(const Font *font, const char *text, float room, int count_max);

#include "ui/text_lines.h"

#include "base/assert.h"

#include <math.h>
#include <string.h>

/// Takes from `text` as many words as fit into `room` (in ems) into `line`; returns the rest. The
/// last line takes all. A line ends at "\n" too.
static const char *take_line(const Font *font, const char *text, float room, bool last,
                             char line[TEXT_LINE_BYTES]) {
    size_t fits = 0;
    for (size_t i = 0; i < TEXT_LINE_BYTES; i++) {
        if (text[i] != ' ' && text[i] != '\n' && text[i] != '\0') {
            continue;
        }
        memcpy(line, text, i);
        line[i] = '\0';
        if (fits > 0 && !last && font_text_width(font, line) > room) {
            break;
        }
        fits = i;
        if (text[i] != ' ') {
            break;
        }
    }
    memcpy(line, text, fits);
    line[fits] = '\0';
    return text + fits + (text[fits] == ' ' || text[fits] == '\n');
}

TextLines text_lines_break(const Font *font, const char *text, float room, int count_max) {
    ASSERT(font != NULL && text != NULL && count_max > 0 && count_max <= TEXT_LINES_MAX);
    TextLines lines = {.count = 0};
    while (*text && lines.count < count_max) {
        char *line = lines.text[lines.count++];
        text = take_line(font, text, room, lines.count == count_max, line);
        text += strspn(text, "\n");
        lines.widest = fmaxf(lines.widest, font_text_width(font, line));
    }
    return lines;
}

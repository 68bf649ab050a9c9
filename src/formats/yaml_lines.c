#include "formats/yaml_lines.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum {
    DASHES_MAX = 20 ///< Lines that E112 is said of at once.
};

Place yaml_place(const char *text, size_t at, const char *name) {
    Place place = {.file = name, .line = 1, .column = 1};
    for (size_t i = 0; i < at; i++) {
        if (text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n')) {
            place.line++;
            place.column = 1;
        } else if (!text_continues(text[i])) {
            place.column++;
        }
    }
    return place;
}

size_t yaml_line_begin(const char *text, size_t at) {
    while (at > 0 && text[at - 1] != '\n' && text[at - 1] != '\r') {
        at--;
    }
    return at;
}

size_t yaml_line_next(const char *text, size_t at) {
    at += strcspn(text + at, "\r\n");
    at += text[at] == '\r' && text[at + 1] == '\n';
    return at + (text[at] != '\0');
}

size_t yaml_line_before(const char *text, size_t line) {
    if (line == 0) {
        return 0;
    }
    size_t end = line - 1;
    end -= end > 0 && text[end] == '\n' && text[end - 1] == '\r';
    return yaml_line_begin(text, end);
}

const char *yaml_line_words(const char *text, char out[YAML_WORDS_MAX]) {
    size_t size = 0;
    while (!yaml_is_break(text[size]) && size < YAML_WORDS_MAX - 1 &&
           !(text[size] == '#' && size > 0 && yaml_is_blank(text[size - 1]))) {
        size++;
    }
    while (size > 0 && (yaml_is_blank(text[size - 1]) ||
                        (size == YAML_WORDS_MAX - 1 && text_continues(text[size])))) {
        size--;
    }
    memcpy(out, text, size);
    out[size] = '\0';
    return out;
}

// ---- dashes ---------------------------------------------------------------------------------

bool yaml_is_item(const char *text) {
    return text[0] == '-' && (yaml_is_blank(text[1]) || yaml_is_break(text[1]));
}

/// Whether a dash and something behind it start at `text`: "---" is no dash of a list.
static bool is_dash(const char *text) {
    return text[0] == '-' && !yaml_is_item(text) && text[1] != '-';
}

bool yaml_is_joined_dash(const char *text) {
    char next = text[0] == '-' ? text[1] : '\0';
    return next == '[' || next == '{' || (next >= 'a' && next <= 'z') ||
           (next >= 'A' && next <= 'Z');
}

bool yaml_is_dashes(const char *text, size_t begin, size_t end) {
    size_t line = yaml_line_begin(text, begin);
    if (line + strspn(text + line, " ") != begin || !is_dash(text + begin)) {
        return false;
    }
    int count = 0;
    for (; line < end; line = yaml_line_next(text, line), count++) {
        const char *start = text + line + strspn(text + line, " ");
        if (!is_dash(start)) {
            return strchr("[{", text[begin + 1]) != NULL;
        }
    }
    return count > 1 || strchr("[{", text[begin + 1]) != NULL;
}

/// Adds E112 at `place`, where `text` is, once.
static void refuse_dash(const char *text, Place place, MessageList *messages) {
    for (int i = 0; i < messages->count; i++) {
        const Message *message = &messages->items[i];
        if (message->code == MESSAGE_E112 && message->place.line == place.line) {
            return;
        }
    }
    char words[YAML_WORDS_MAX];
    char mended[YAML_WORDS_MAX + 2];
    snprintf(mended, sizeof mended, "- %s", yaml_line_words(text, words) + 1);
    message_add(messages, MESSAGE_E112, place, mended);
}

void yaml_refuse_dashes(const char *text, size_t at, const char *name, MessageList *messages) {
    Place place = yaml_place(text, at, name);
    size_t depth = at - yaml_line_begin(text, at);
    refuse_dash(text + at, place, messages);
    int count = 1;
    for (size_t line = yaml_line_next(text, at); text[line] && count < DASHES_MAX;
         line = yaml_line_next(text, line)) {
        size_t blanks = strspn(text + line, " ");
        const char *start = text + line + blanks;
        place.line++;
        if (yaml_is_break(*start) || *start == '#' || blanks > depth) {
            continue;
        }
        if (blanks < depth || start[0] != '-') {
            return;
        }
        if (is_dash(start)) {
            refuse_dash(start, place, messages);
            count++;
        }
    }
}

// ---- what stands below a value --------------------------------------------------------------

bool yaml_has_list_below(const char *text, size_t begin, size_t end) {
    for (size_t line = yaml_line_next(text, begin); line < end; line = yaml_line_next(text, line)) {
        if (yaml_is_item(text + line + strspn(text + line, " "))) {
            return true;
        }
    }
    return false;
}

size_t yaml_line_above(const char *text, size_t line) {
    size_t depth = strspn(text + line, " ");
    bool item = yaml_is_item(text + line + depth);
    size_t above = line;
    while (above > 0) {
        above = yaml_line_before(text, above);
        size_t blanks = strspn(text + above, " ");
        const char *start = text + above + blanks;
        bool says_nothing = yaml_is_break(*start) || *start == '#';
        bool same = item && blanks == depth && !yaml_is_item(start);
        if (!says_nothing && (blanks < depth || same)) {
            return above;
        }
    }
    return line;
}

bool yaml_line_pair(const char *text, char key[YAML_WORDS_MAX], char value[YAML_WORDS_MAX],
                    size_t *value_at) {
    const char *start = text + strspn(text, " ");
    while (yaml_is_item(start)) {
        start += 1 + strspn(start + 1, " ");
    }
    size_t size = strcspn(start, ": \t\r\n\"'[]{},#");
    const char *behind = start + size + 1;
    if (size == 0 || size >= YAML_WORDS_MAX || start[size] != ':' || !yaml_is_blank(*behind)) {
        return false;
    }
    memcpy(key, start, size);
    key[size] = '\0';
    behind += strspn(behind, " \t");
    *value_at = (size_t)(behind - text);
    return !strchr("#|>", *behind) && !yaml_is_break(*behind) &&
           yaml_line_words(behind, value)[0] != '\0';
}

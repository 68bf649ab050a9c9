#include "base/messages.h"

#include "base/assert.h"
#include "base/print.h"
#include "base/text.h"

#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/// One row of messages.def.
typedef struct MessageRow {
    const char *name;
    Severity severity;
    const char *wording, *help; ///< Formats of printf.
} MessageRow;

static const MessageRow message_rows[MESSAGE_COUNT] = {
    [MESSAGE_NONE] = {"E000", SEVERITY_ERROR, "", ""},
#define MESSAGE(code, severity, wording, help) \
    [MESSAGE_##code] = {#code, SEVERITY_##severity, wording, help},
#include "base/messages.def"
#undef MESSAGE
};

/// Copies `source` into a field of a message.
static void set_text(char out[MESSAGE_TEXT_MAX], const char *source) {
    size_t size = strlen(source);
    bool is_long = size >= MESSAGE_TEXT_MAX;
    if (is_long) {
        size = MESSAGE_TEXT_MAX - 4; // room for "..."
        // a reader of UTF-8 could stumble over a code point that is cut in half: it goes
        while (size > 0 && text_continues(source[size - 1])) {
            size--;
        }
        size -= size > 0 && (unsigned char)source[size - 1] >= 0xC0;
    }
    memcpy(out, source, size);
    strcpy(out + size, is_long ? "..." : "");
    text_mask(out);
}

/// What printf writes hangs on the locale; in messages numbers have a decimal point everywhere.
typedef struct PlainNumbers {
    locale_t plain, before; ///< `plain` is 0 where there is none to be had.
} PlainNumbers;

static PlainNumbers begin_plain_numbers(void) {
    PlainNumbers numbers = {.plain = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    numbers.before = uselocale(numbers.plain); // of 0: changes nothing
    return numbers;
}

static void end_plain_numbers(PlainNumbers numbers) {
    uselocale(numbers.before);
    if (numbers.plain) {
        freelocale(numbers.plain);
    }
}

/// Writes both formats of `row` in one go, since a va_list cannot be advanced by hand: the help is
/// what follows the length that the wording alone has.
static void format_row(Message *message, const MessageRow *row, va_list arguments) {
    char both[2 * MESSAGE_TEXT_MAX];
    snprintf(both, sizeof both, "%s%s", row->wording, row->help);
    va_list again;
    va_copy(again, arguments);
    int text_size = vsnprintf(NULL, 0, row->wording, again);
    va_end(again);
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, both, again);
    va_end(again);
    char *written = size < 0 || text_size < 0 ? NULL : malloc((size_t)size + 1);
    if (!written) {
        set_text(message->text, row->wording);
        return;
    }
    vsnprintf(written, (size_t)size + 1, both, arguments);
    set_text(message->help, written + text_size);
    written[text_size] = '\0';
    set_text(message->text, written);
    free(written);
}

/// Where a message of `severity` goes: the next free place, in a full list that of the last message
/// which is no error, if this one is.
static Message *take_place(MessageList *list, Severity severity) {
    if (list->count < MESSAGES_MAX) {
        return &list->items[list->count++];
    }
    if (severity == SEVERITY_ERROR) {
        for (int i = MESSAGES_MAX - 1; i >= 0; i--) {
            if (list->items[i].severity != SEVERITY_ERROR) {
                size_t behind = (size_t)(MESSAGES_MAX - 1 - i);
                memmove(&list->items[i], &list->items[i + 1], behind * sizeof(Message));
                return &list->items[MESSAGES_MAX - 1];
            }
        }
    }
    return &list->scratch;
}

Message *message_add(MessageList *list, MessageCode code, Place place, ...) {
    ASSERT(list != NULL);
    ASSERT(code > MESSAGE_NONE && code < MESSAGE_COUNT);
    const MessageRow *row = &message_rows[code];
    list->error_count += row->severity == SEVERITY_ERROR;
    list->warning_count += row->severity == SEVERITY_WARNING;
    Message *message = take_place(list, row->severity);
    *message = (Message){.code = code, .severity = row->severity, .place = place};
    PlainNumbers numbers = begin_plain_numbers();
    va_list arguments;
    va_start(arguments, place);
    format_row(message, row, arguments);
    va_end(arguments);
    end_plain_numbers(numbers);
    return message;
}

void message_note(Message *message, Place place, const char *format, ...) {
    ASSERT(message != NULL);
    char text[2 * MESSAGE_TEXT_MAX];
    PlainNumbers numbers = begin_plain_numbers();
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    end_plain_numbers(numbers);
    set_text(message->note, text);
    message->note_place = place;
}

void message_at(Message *message, float x, float y) {
    ASSERT(message != NULL);
    message->has_position = true;
    message->x = x;
    message->y = y;
}

const char *message_code_name(MessageCode code) {
    ASSERT(code >= MESSAGE_NONE && code < MESSAGE_COUNT);
    return message_rows[code].name;
}

static bool stands_before(const Message *a, const Message *b) {
    if (a->place.line != b->place.line) {
        return a->place.line < b->place.line;
    }
    return a->place.column < b->place.column;
}

void messages_sort(MessageList *list) {
    ASSERT(list != NULL);
    for (int i = 1; i < list->count; i++) { // insertion keeps the order of equals
        Message moved = list->items[i];
        int at = i;
        for (; at > 0 && stands_before(&moved, &list->items[at - 1]); at--) {
            list->items[at] = list->items[at - 1];
        }
        list->items[at] = moved;
    }
}

static void print_place(FILE *out, Place place) {
    print_to(out, "%s", place.file ? place.file : "axle");
    if (place.line > 0) {
        print_to(out, ":%d", place.line);
        if (place.column > 0) {
            print_to(out, ":%d", place.column);
        }
    }
    print_to(out, ": ");
}

/// The byte that code point `index` of `line` begins at, or `size` past the end.
static int byte_of_column(const char *line, int size, int index) {
    int at = 0;
    for (; at < size && index > 0; index--) {
        at++;
        while (at < size && text_continues(line[at])) {
            at++;
        }
    }
    return at;
}

/// Prints the line of `source` that `place` speaks of and a caret below its column. A long line is
/// shown from a little before the column.
static void print_excerpt(FILE *out, const char *source, Place place) {
    enum {
        BEFORE = 60, ///< Code points shown in front of the column at most.
        SHOWN = 90,  ///< Code points shown in all: fits a terminal of 100.
    };
    if (source[0] == 0x1f) {
        return; // a compressed file, as .svgz files are, has no lines to show
    }
    for (int line = 1; line < place.line; line++) {
        source = strchr(source, '\n');
        if (!source) {
            return;
        }
        source++;
    }
    int size = (int)strcspn(source, "\r\n");
    int column = place.column > 0 ? place.column - 1 : 0;
    int hidden = column > BEFORE ? column - BEFORE : 0;
    int first = byte_of_column(source, size, hidden);
    int last = byte_of_column(source, size, hidden + SHOWN);
    print_to(out, "%5d | ", place.line);
    for (int i = first; i < last;) { // tabs would move the caret's column
        int piece = (int)strcspn(source + i, "\t");
        piece = piece < last - i ? piece : last - i;
        print_to(out, "%.*s%s", piece, source + i, i + piece < last ? " " : "");
        i += piece + 1;
    }
    print_to(out, "\n");
    if (place.column > 0) {
        print_to(out, "      | %*s^\n", column - hidden, "");
    }
}

static void print_message(FILE *out, const Message *message, const char *source) {
    static const char *const severity_words[] = {
        [SEVERITY_ERROR] = "error", [SEVERITY_WARNING] = "warning", [SEVERITY_NOTE] = "note"};
    print_place(out, message->place);
    print_to(out, "%s: %s [%s]\n", severity_words[message->severity], message->text,
             message_code_name(message->code));
    if (source && message->place.line > 0) {
        print_excerpt(out, source, message->place);
    }
    if (message->help[0]) {
        print_to(out, "    help: %s\n", message->help);
    }
    if (message->note[0]) {
        print_place(out, message->note_place);
        print_to(out, "note: %s\n", message->note);
    }
}

static bool same_file(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static void print_count(FILE *out, int count, const char *noun, const char *before) {
    print_to(out, "%s%d %s%s", before, count, noun, count == 1 ? "" : "s");
}

/// The last line: how many of each, and whether some are not shown.
static void print_summary(FILE *out, const MessageList *list) {
    bool one_file = true;
    for (int i = 1; i < list->count; i++) {
        one_file = one_file && same_file(list->items[i].place.file, list->items[0].place.file);
    }
    if (one_file) {
        print_place(out, (Place){.file = list->items[0].place.file});
    }
    const char *before = "";
    if (list->error_count > 0) {
        print_count(out, list->error_count, "error", before);
        before = ", ";
    }
    if (list->warning_count > 0) {
        print_count(out, list->warning_count, "warning", before);
    }
    if (list->error_count + list->warning_count > list->count) {
        print_to(out, " (%d shown)", list->count);
    }
    print_to(out, "\n");
}

void messages_print(const MessageList *list, FILE *out, const char *source) {
    ASSERT(list != NULL && out != NULL);
    for (int i = 0; i < list->count; i++) {
        print_message(out, &list->items[i], source);
    }
    if (list->count > 1 && list->error_count + list->warning_count > 0) {
        print_summary(out, list);
    }
}

#include "base/number.h"
#include "base/text.h"
#include "centreline/circuit_track.h"
#include "import/formats.h"
#include "import/import.h"

#include <math.h>
#include <string.h>

enum {
    VALUES_MAX = 4,
    VALUE_TEXT_MAX = 48, ///< Bytes of one number, with its terminator.
    MISTAKES_MAX = 20,   ///< Lines that are no numbers before the file is taken for another kind.
};

/// m: coordinates beyond this lose digits as floats. The circuit is then moved to the origin.
#define FAR_OUT 9000.0

/// A circuit whose ends are this far apart (m), and so many times as far as the points of its
/// longest step, is an open road.
#define OPEN_GAP   60.0
#define OPEN_STEPS 4.0

typedef struct TumPoint {
    double x, y, right, left; ///< m
    int line;
} TumPoint;

typedef struct TumReader {
    const char *file;
    MessageList *messages;
    Arena *arena;
    TumPoint *points;
    int count, capacity;
    int value_count; ///< Of the first line of numbers; 0 before it.
    int mistakes;
} TumReader;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static void add_point(TumReader *reader, TumPoint point) {
    if (reader->count == reader->capacity) {
        int capacity = reader->capacity > 0 ? 2 * reader->capacity : 1024;
        TumPoint *points = arena_array(reader->arena, (size_t)capacity, sizeof *points);
        if (reader->count > 0) {
            memcpy(points, reader->points, (size_t)reader->count * sizeof *points);
        }
        reader->points = points;
        reader->capacity = capacity;
    }
    reader->points[reader->count++] = point;
}

/// Reads the number that is `text`, `size` bytes; column from 1. A leading plus is allowed, and a
/// point without digits before or behind it is not.
static bool read_value(TumReader *reader, const char *text, size_t size, int line, int column,
                       double *out) {
    char word[VALUE_TEXT_MAX];
    bool fits = size < sizeof word;
    size_t kept = fits ? size : text_cut(text, sizeof word - 1);
    memcpy(word, text, kept);
    word[kept] = '\0';
    if (fits && number_parse(word, out)) {
        return true;
    }
    message_add(reader->messages, MESSAGE_E621, (Place){reader->file, line, column}, word,
                "write it as 12.5, with a comma between two");
    reader->mistakes++;
    return false;
}

/// The values of one line, split at commas (or semicolons). Returns how many it holds, -1 where one
/// of them is none.
static int read_values(TumReader *reader, const char *text, size_t size, int line,
                       double values[VALUES_MAX], int columns[VALUES_MAX]) {
    int count = 0;
    int column = 1;
    size_t at = 0;
    bool good = true;
    for (;;) {
        while (at < size && is_blank(text[at])) {
            at++;
            column++;
        }
        size_t begin = at;
        int begin_column = column;
        while (at < size && text[at] != ',' && text[at] != ';') {
            column += !text_continues(text[at]);
            at++;
        }
        size_t end = at;
        while (end > begin && is_blank(text[end - 1])) {
            end--;
        }
        if (count < VALUES_MAX) {
            columns[count] = begin_column;
            good = good && read_value(reader, text + begin, end - begin, line, begin_column,
                                      &values[count]);
        }
        count++;
        if (at >= size) {
            return good ? count : -1;
        }
        at++;
        column++;
    }
}

/// Whether the half-widths of a point make a road that the format knows.
static bool check_widths(TumReader *reader, const TumPoint *point, int column) {
    double width = point->right + point->left;
    bool good = point->right >= 0.0 && point->left >= 0.0 && width >= 3.0 && width <= 60.0;
    if (!good) {
        char text[NUMBER_TEXT_MAX];
        bool sane = fabs(width) < 1e9;
        message_add(reader->messages, MESSAGE_E204, (Place){reader->file, point->line, column},
                    "width", sane ? number_text(width, 2, text) : "of the road", "3", "60", " m");
        reader->mistakes++;
    }
    return good;
}

static void read_point(TumReader *reader, const char *text, size_t size, int line) {
    double values[VALUES_MAX] = {0};
    int columns[VALUES_MAX] = {1, 1, 1, 1};
    int count = read_values(reader, text, size, line, values, columns);
    if (count < 0) {
        return;
    }
    bool fits = reader->value_count > 0 ? count == reader->value_count : count == 2 || count == 4;
    if (!fits) {
        message_add(reader->messages, MESSAGE_E620, (Place){reader->file, line, 1}, count,
                    count == 1 ? "" : "s");
        reader->mistakes++;
        return;
    }
    reader->value_count = count;
    TumPoint point = {values[0], values[1], values[2], values[3], line};
    for (int i = 0; i < 2; i++) {
        if (fabs(values[i]) > 1e7) {
            message_add(reader->messages, MESSAGE_E622, (Place){reader->file, line, columns[i]});
            reader->mistakes++;
            return;
        }
    }
    if (count == 2 || check_widths(reader, &point, columns[2])) {
        add_point(reader, point);
    }
}

/// Whether the line is one of words, as spreadsheets put above their columns.
static bool is_header(const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        bool letter = (text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z');
        if (letter && text[i] != 'e' && text[i] != 'E') {
            return true;
        }
    }
    return false;
}

static void read_lines(TumReader *reader, const char *text, size_t size) {
    size_t at = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; // byte-order mark
    for (int line = 1; at < size && reader->mistakes < MISTAKES_MAX; line++) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - (text + at)) : size - at;
        const char *start = text + at;
        at += length + 1;
        while (length > 0 && is_blank(start[length - 1])) {
            length--;
        }
        size_t blanks = 0;
        while (blanks < length && is_blank(start[blanks])) {
            blanks++;
        }
        bool words = line == 1 && is_header(start, length);
        if (blanks == length || start[blanks] == '#' || words) {
            continue;
        }
        if (reader->count == IMPORT_POINTS_MAX) {
            message_add(reader->messages, MESSAGE_E111, (Place){reader->file, line, 1}, "points",
                        IMPORT_POINTS_MAX);
            reader->mistakes++;
            return;
        }
        read_point(reader, start, length, line);
    }
}

static double distance_of(const TumPoint *a, const TumPoint *b) {
    double dx = b->x - a->x;
    double dy = b->y - a->y;
    return sqrt(dx * dx + dy * dy);
}

static bool is_closed(const TumReader *reader) {
    double longest = 0.0;
    for (int i = 1; i < reader->count; i++) {
        longest = fmax(longest, distance_of(&reader->points[i - 1], &reader->points[i]));
    }
    double gap = distance_of(&reader->points[reader->count - 1], &reader->points[0]);
    return gap <= OPEN_GAP || gap <= OPEN_STEPS * longest;
}

/// The points as a circuit; far-away ones (a map's grid) moved to the origin by whole metres, which
/// doubles do without loss.
static void set_points(const TumReader *reader, Circuit *circuit) {
    double far = 0.0;
    double x = 0.0;
    double y = 0.0;
    for (int i = 0; i < reader->count; i++) {
        far = fmax(far, fmax(fabs(reader->points[i].x), fabs(reader->points[i].y)));
    }
    if (far > FAR_OUT) {
        x = floor(reader->points[0].x);
        y = floor(reader->points[0].y);
    }
    circuit->points =
        arena_array(reader->arena, (size_t)reader->count + 1, sizeof *circuit->points);
    for (int i = 0; i < reader->count; i++) {
        const TumPoint *point = &reader->points[i];
        circuit->points[i] = (CircuitPoint){{{(float)(point->x - x), (float)(point->y - y)}},
                                            (float)point->left,
                                            (float)point->right,
                                            {reader->file, point->line, 1}};
    }
    circuit->count = reader->count;
}

YamlNode *import_tum(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Arena *arena, MessageList *messages) {
    TumReader reader = {.file = file, .messages = messages, .arena = arena};
    read_lines(&reader, text, size);
    if (reader.mistakes > 0) {
        return NULL;
    }
    Circuit circuit = {.name = import_name(options, NULL, file, arena),
                       .has_widths = reader.value_count == 4,
                       .starts_at_line = true,
                       .thin = true,
                       .place = {file, reader.count > 0 ? reader.points[0].line : 1, 1}};
    if (reader.count > 0) {
        circuit.closed = is_closed(&reader);
        set_points(&reader, &circuit);
    }
    return circuit_track(&circuit, &options->line, arena, messages);
}

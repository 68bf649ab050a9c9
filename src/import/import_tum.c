#include "base/number.h"
#include "base/text.h"
#include "centreline/circuit_track.h"
#include "geometry/point.h"
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
    Point at;
    double right, left; ///< m
    int line;
} TumPoint;

typedef struct TumReader {
    const char *file;
    MessageList *messages;
    Arena *arena;
    TumPoint *points;
    int count;
    int value_count;  ///< Of the first line of numbers; 0 before it.
    int errors;       ///< In `messages` before this file.
    const char *text; ///< The line that is being read, `size` bytes of it.
    size_t size;
    int line; ///< From 1.
} TumReader;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static int mistakes_of(const TumReader *reader) {
    return reader->messages->error_count - reader->errors;
}

/// Where `at` stands, which is in the line that is being read.
static Place place_of(const TumReader *reader, const char *at) {
    int column = 1;
    for (const char *before = reader->text; before < at; before++) {
        column += !text_continues(*before);
    }
    return (Place){reader->file, reader->line, column};
}

/// Reads the number that is `text`, `size` bytes. A leading plus is allowed, and a point without
/// digits before or behind it is not.
static bool read_value(TumReader *reader, const char *text, size_t size, double *out) {
    char word[VALUE_TEXT_MAX];
    bool fits = size < sizeof word;
    size_t kept = fits ? size : text_cut(text, sizeof word - 1);
    memcpy(word, text, kept);
    word[kept] = '\0';
    if (fits && number_parse(word, out)) {
        return true;
    }
    message_add(reader->messages, MESSAGE_E621, place_of(reader, text), word,
                "write it as 12.5, with a comma between two");
    return false;
}

/// The values of the line, split at commas (or semicolons), and where they begin. Returns how many
/// it holds, -1 where one of them is none.
static int read_values(TumReader *reader, double values[VALUES_MAX],
                       const char *starts[VALUES_MAX]) {
    const char *end = reader->text + reader->size;
    bool good = true;
    int count = 0;
    for (const char *at = reader->text;; at++, count++) {
        while (at < end && is_blank(*at)) {
            at++;
        }
        const char *begin = at;
        while (at < end && *at != ',' && *at != ';') {
            at++;
        }
        const char *stop = at;
        while (stop > begin && is_blank(stop[-1])) {
            stop--;
        }
        if (count < VALUES_MAX) {
            starts[count] = begin;
            good = good && read_value(reader, begin, (size_t)(stop - begin), &values[count]);
        }
        if (at >= end) {
            return good ? count + 1 : -1;
        }
    }
}

/// Whether the half-widths of a point, which stand at `at`, make a road that the format knows.
static bool check_widths(TumReader *reader, const TumPoint *point, const char *at) {
    double width = point->right + point->left;
    bool good = point->right >= 0.0 && point->left >= 0.0 && width >= 3.0 && width <= 60.0;
    if (!good) {
        char text[NUMBER_TEXT_MAX];
        bool sane = fabs(width) < 1e9;
        message_add(reader->messages, MESSAGE_E204, place_of(reader, at), "width",
                    sane ? number_text(width, 2, text) : "of the road", "3", "60", " m");
    }
    return good;
}

static void read_point(TumReader *reader) {
    double values[VALUES_MAX] = {0};
    const char *starts[VALUES_MAX];
    int count = read_values(reader, values, starts);
    if (count < 0) {
        return;
    }
    bool fits = reader->value_count > 0 ? count == reader->value_count : count == 2 || count == 4;
    if (!fits) {
        message_add(reader->messages, MESSAGE_E620, (Place){reader->file, reader->line, 1}, count,
                    count == 1 ? "" : "s");
        return;
    }
    reader->value_count = count;
    for (int i = 0; i < 2; i++) {
        if (fabs(values[i]) > 1e7) {
            message_add(reader->messages, MESSAGE_E622, place_of(reader, starts[i]));
            return;
        }
    }
    TumPoint point = {{values[0], values[1]}, values[2], values[3], reader->line};
    if (count == 2 || check_widths(reader, &point, starts[2])) {
        reader->points = arena_grow(reader->arena, reader->points, reader->count, sizeof point);
        reader->points[reader->count++] = point;
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
    for (reader->line = 1; at < size && mistakes_of(reader) < MISTAKES_MAX; reader->line++) {
        const char *start = text + at;
        const char *end = memchr(start, '\n', size - at);
        size_t length = end ? (size_t)(end - start) : size - at;
        at += length + 1;
        while (length > 0 && is_blank(start[length - 1])) {
            length--;
        }
        size_t blanks = 0;
        while (blanks < length && is_blank(start[blanks])) {
            blanks++;
        }
        bool words = reader->line == 1 && is_header(start, length);
        if (blanks == length || start[blanks] == '#' || words) {
            continue;
        }
        if (reader->count == IMPORT_POINTS_MAX) {
            message_add(reader->messages, MESSAGE_E111, (Place){reader->file, reader->line, 1},
                        "points", IMPORT_POINTS_MAX);
            return;
        }
        reader->text = start;
        reader->size = length;
        read_point(reader);
    }
}

static bool is_closed(const TumReader *reader) {
    double longest = 0.0;
    for (int i = 1; i < reader->count; i++) {
        longest = fmax(longest, point_distance(reader->points[i - 1].at, reader->points[i].at));
    }
    double gap = point_distance(reader->points[reader->count - 1].at, reader->points[0].at);
    return gap <= OPEN_GAP || gap <= OPEN_STEPS * longest;
}

/// The points as a circuit; far-away ones (a map's grid) moved to the origin by whole metres, which
/// doubles do without loss.
static void set_points(const TumReader *reader, Circuit *circuit) {
    double far = 0.0;
    for (int i = 0; i < reader->count; i++) {
        far = fmax(far, fmax(fabs(reader->points[i].at.x), fabs(reader->points[i].at.y)));
    }
    Point origin = {0.0, 0.0};
    if (far > FAR_OUT) {
        origin = (Point){floor(reader->points[0].at.x), floor(reader->points[0].at.y)};
    }
    circuit->points =
        arena_array(reader->arena, (size_t)reader->count + 1, sizeof *circuit->points);
    for (int i = 0; i < reader->count; i++) {
        const TumPoint *point = &reader->points[i];
        Point at = point_sub(point->at, origin);
        circuit->points[i] = (CircuitPoint){{{(float)at.x, (float)at.y}},
                                            (float)point->left,
                                            (float)point->right,
                                            {reader->file, point->line, 1}};
    }
    circuit->count = reader->count;
}

YamlNode *import_tum(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Arena *arena, MessageList *messages) {
    TumReader reader = {
        .file = file, .messages = messages, .arena = arena, .errors = messages->error_count};
    read_lines(&reader, text, size);
    if (mistakes_of(&reader) > 0) {
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

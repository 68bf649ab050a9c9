#include "base/number.h"
#include "base/scalar.h"
#include "centreline/circuit_track.h"
#include "geodata/geo_plane.h"
#include "import/csv_columns.h"
#include "import/formats.h"
#include "import/import.h"

#include <math.h>
#include <stdlib.h>

enum {
    MISTAKES_MAX = 20, ///< Lines that are no numbers before the file is taken for another kind.
};

/// m: coordinates beyond this lose digits as floats. The circuit is then moved to the origin.
#define FAR_OUT 9000.0

/// A circuit whose ends are this far apart (m), and so many times as far as the points of its
/// longest step, is an open road.
#define OPEN_GAP   60.0
#define OPEN_STEPS 4.0

/// m: widths that the format knows, and those that a road of the right size has in most places.
#define WIDTH_MIN       3.0
#define WIDTH_MAX       60.0
#define USUAL_WIDTH_MIN 5.0
#define USUAL_WIDTH_MAX 30.0

/// m: as circuit_track has it.
#define LENGTH_MIN 50.0
#define LENGTH_MAX 80000.0

typedef struct TumPoint {
    Point at;
    double right, left; ///< Units of the file.
    int line;
    int width_column; ///< Where the widths stand in the line, from 1.
} TumPoint;

typedef struct TumReader {
    CsvTable table;
    CsvColumns columns; ///< Once `has_columns`.
    bool has_columns;
    bool columns_good; ///< Else numbers are looked at, and no points come of them.
    const ImportOptions *options;
    MessageList *messages;
    Arena *arena;
    TumPoint *points;
    int count;
    int errors; ///< In `messages` before this file.
} TumReader;

static int mistakes_of(const TumReader *reader) {
    return reader->messages->error_count - reader->errors;
}

static Place line_place(const TumReader *reader, int line, int column) {
    return (Place){reader->table.file, line, column};
}

// ---- points ---------------------------------------------------------------------------------

/// The columns of a table without names: x, y, or these and the widths to the right and the left.
/// Of other counts of columns none is taken, once the first line has been refused.
static void guess_columns(TumReader *reader, int count) {
    bool known = count == 2 || count == 4;
    if (!known) {
        message_add(reader->messages, MESSAGE_E620, line_place(reader, reader->table.line, 1),
                    count, count == 1 ? "" : "s");
    }
    reader->columns = (CsvColumns){.count = count};
    for (int role = 0; role < CSV_ROLE_COUNT; role++) {
        reader->columns.of[role] = -1;
    }
    if (known) {
        reader->columns.of[CSV_X] = 0;
        reader->columns.of[CSV_Y] = 1;
    }
    if (count == 4) {
        reader->columns.of[CSV_RIGHT] = 2;
        reader->columns.of[CSV_LEFT] = 3;
    }
    reader->has_columns = true;
    reader->columns_good = known;
}

/// Whether the line has as many cells as the table has columns.
static bool check_count(TumReader *reader, int count) {
    int wanted = reader->columns.count;
    if (count == wanted) {
        return true;
    }
    Place place = line_place(reader, reader->table.line, 1);
    if (reader->table.name_count == 0) {
        message_add(reader->messages, MESSAGE_E620, place, count, count == 1 ? "" : "s");
    } else {
        bool commas = reader->table.separator == ',' && count > wanted;
        message_add(reader->messages, MESSAGE_E633, place, count, count == 1 ? "" : "s", wanted,
                    wanted == 1 ? "" : "s",
                    commas ? "with decimal commas, part the columns by semicolons" : "");
    }
    return false;
}

/// Reads the cell of this role; one that the table has not stays 0. Each mistake is said.
static void read_role(TumReader *reader, const CsvCell *cells, CsvRole role, double *out,
                      bool *good) {
    int column = reader->columns.of[role];
    *out = 0.0;
    if (column >= 0) {
        *good &= csv_number(&reader->table, cells[column], out, reader->messages);
    }
}

static bool check_reach(TumReader *reader, const CsvCell *cells, Point at) {
    bool on_map = reader->columns.of[CSV_LATITUDE] >= 0;
    int first = reader->columns.of[on_map ? CSV_LONGITUDE : CSV_X];
    int second = reader->columns.of[on_map ? CSV_LATITUDE : CSV_Y];
    if (on_map ? geo_is_position(at) : fabs(at.x) <= 1e7 && fabs(at.y) <= 1e7) {
        return true;
    }
    bool is_second = fabs(on_map ? at.x / 360.0 : at.x / 1e7) <= 1.0;
    const char *text = cells[is_second ? second : first].text;
    Place place = line_place(reader, reader->table.line, csv_column(&reader->table, text));
    if (on_map) {
        char found[GEO_TEXT_MAX];
        message_add(reader->messages, MESSAGE_E628, place, geo_text(at, found), "");
    } else {
        message_add(reader->messages, MESSAGE_E622, place);
    }
    return false;
}

static void read_point(TumReader *reader) {
    CsvCell cells[CSV_COLUMNS_MAX];
    int count = csv_cells(&reader->table, cells);
    if (!reader->has_columns) {
        guess_columns(reader, count);
    }
    if (!check_count(reader, count)) {
        return;
    }
    bool on_map = reader->columns.of[CSV_LATITUDE] >= 0;
    TumPoint point = {.line = reader->table.line};
    double width = 0.0;
    bool good = true;
    read_role(reader, cells, on_map ? CSV_LONGITUDE : CSV_X, &point.at.x, &good);
    read_role(reader, cells, on_map ? CSV_LATITUDE : CSV_Y, &point.at.y, &good);
    read_role(reader, cells, CSV_RIGHT, &point.right, &good);
    read_role(reader, cells, CSV_LEFT, &point.left, &good);
    read_role(reader, cells, CSV_WIDTH, &width, &good);
    if (!good || !reader->columns_good || !check_reach(reader, cells, point.at)) {
        return;
    }
    int right = reader->columns.of[CSV_RIGHT];
    int whole = reader->columns.of[CSV_WIDTH];
    if (whole >= 0) {
        point.right = point.left = 0.5 * width;
    }
    if (right >= 0 || whole >= 0) {
        int left = reader->columns.of[CSV_LEFT];
        int first = whole >= 0 ? whole : left < right ? left : right;
        point.width_column = csv_column(&reader->table, cells[first].text);
    }
    reader->points = arena_grow(reader->arena, reader->points, reader->count, sizeof point);
    reader->points[reader->count++] = point;
}

static void read_lines(TumReader *reader) {
    while (mistakes_of(reader) < MISTAKES_MAX && csv_next(&reader->table)) {
        if (reader->count == IMPORT_POINTS_MAX) {
            message_add(reader->messages, MESSAGE_E111, line_place(reader, reader->table.line, 1),
                        "points", IMPORT_POINTS_MAX);
            return;
        }
        read_point(reader);
    }
}

// ---- widths and the scale -------------------------------------------------------------------

static bool has_widths(const TumReader *reader) {
    return reader->columns.of[CSV_WIDTH] >= 0 || reader->columns.of[CSV_RIGHT] >= 0;
}

static bool is_width(double width) { return width >= WIDTH_MIN && width <= WIDTH_MAX; }

/// Units of the file along the points.
static double chord_length(const TumReader *reader) {
    double length = 0.0;
    for (int i = 1; i < reader->count; i++) {
        length += point_distance(reader->points[i - 1].at, reader->points[i].at);
    }
    return length;
}

/// m per unit of the file, as the person asks for.
static double asked_scale(const TumReader *reader) {
    const CircuitOptions *line = &reader->options->line;
    double chords = chord_length(reader);
    if (line->length > 0.0f && chords > 0.0) {
        return (double)line->length / chords;
    }
    return line->scale > 0.0f ? (double)line->scale : 1.0;
}

/// The width that half of the points do not reach, in units of the file.
static double usual_width(const TumReader *reader) {
    double *widths = arena_array(reader->arena, (size_t)reader->count, sizeof *widths);
    for (int i = 0; i < reader->count; i++) {
        widths[i] = reader->points[i].right + reader->points[i].left;
    }
    qsort(widths, (size_t)reader->count, sizeof *widths, double_compare);
    return widths[reader->count / 2];
}

/// Says at which scale the road would be as wide as roads are. False where it is none that people
/// use, or the road is as wide as that already.
static bool guess_scale(TumReader *reader, const TumPoint *first_wrong) {
    static const struct {
        double scale;
        const char *about;
    } rows[] = {
        {10.0, "1:10"},      {100.0, "1:100"},      {1000.0, "kilometres"},
        {0.1, "decimetres"}, {0.01, "centimetres"}, {0.001, "millimetres"},
    };
    double width = usual_width(reader);
    double length = chord_length(reader);
    if (is_width(width)) {
        return false;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double scale = rows[i].scale;
        if (width * scale >= USUAL_WIDTH_MIN && width * scale <= USUAL_WIDTH_MAX &&
            length * scale >= LENGTH_MIN && length * scale <= LENGTH_MAX) {
            message_add(reader->messages, MESSAGE_E634,
                        line_place(reader, first_wrong->line, first_wrong->width_column), width,
                        rows[i].about, scale);
            return true;
        }
    }
    return false;
}

/// Whether the widths make a road that the format knows, at the scale that is asked for. Where all
/// of the file is at another scale, that is said once.
static void check_widths(TumReader *reader) {
    double scale = asked_scale(reader);
    bool by_length = reader->options->line.length > 0.0f;
    bool asked = by_length || reader->options->line.scale > 0.0f;
    bool looked = asked;
    for (int i = 0; i < reader->count && mistakes_of(reader) < MISTAKES_MAX; i++) {
        const TumPoint *point = &reader->points[i];
        double width = (point->right + point->left) * scale;
        // --length says how long the line is, not that its widths are of the same scale.
        bool good = is_width(width) || (by_length && is_width(point->right + point->left));
        if (point->right >= 0.0 && point->left >= 0.0 && good) {
            continue;
        }
        if (!looked && guess_scale(reader, point)) {
            return;
        }
        looked = true;
        char text[NUMBER_TEXT_MAX];
        bool sane = fabs(width) < 1e9;
        message_add(reader->messages, MESSAGE_E204,
                    line_place(reader, point->line, point->width_column), "width",
                    sane ? number_text(width, 2, text) : "of the road", "3", "60", " m");
    }
}

// ---- the circuit ----------------------------------------------------------------------------

static bool is_closed(const TumReader *reader) {
    double longest = 0.0;
    for (int i = 1; i < reader->count; i++) {
        longest = fmax(longest, point_distance(reader->points[i - 1].at, reader->points[i].at));
    }
    double gap = point_distance(reader->points[reader->count - 1].at, reader->points[0].at);
    return gap * asked_scale(reader) <= OPEN_GAP || gap <= OPEN_STEPS * longest;
}

/// Positions on the map become metres.
static void project(TumReader *reader) {
    Point *at = arena_array(reader->arena, (size_t)reader->count, sizeof *at);
    for (int i = 0; i < reader->count; i++) {
        at[i] = reader->points[i].at;
    }
    geo_to_metres(at, reader->count);
    for (int i = 0; i < reader->count; i++) {
        reader->points[i].at = at[i];
    }
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
                                            line_place(reader, point->line, 1)};
    }
    circuit->count = reader->count;
}

YamlNode *import_tum(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Arena *arena, MessageList *messages) {
    TumReader reader = {.table = csv_open(text, size, file, csv_columns_wanted),
                        .options = options,
                        .messages = messages,
                        .arena = arena,
                        .errors = messages->error_count};
    if (reader.table.name_count > 0) {
        reader.columns_good =
            csv_columns_read(&reader.table, options->line.verbose, &reader.columns, messages);
        reader.has_columns = true;
    }
    read_lines(&reader);
    if (reader.count > 0 && reader.columns.of[CSV_LATITUDE] >= 0) {
        project(&reader);
    }
    if (reader.count > 0 && has_widths(&reader)) {
        check_widths(&reader);
    }
    if (mistakes_of(&reader) > 0) {
        return NULL;
    }
    Circuit circuit = {.name = import_name(options, NULL, file, arena),
                       .has_widths = reader.count > 0 && has_widths(&reader),
                       .starts_at_line = true,
                       .thin = true,
                       .place = {file, reader.count > 0 ? reader.points[0].line : 1, 1}};
    if (reader.count > 0) {
        circuit.closed = is_closed(&reader);
        set_points(&reader, &circuit);
    }
    return circuit_track(&circuit, &options->line, arena, messages);
}

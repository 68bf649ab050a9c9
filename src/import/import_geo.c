#include "import/import_geo.h"

#include "base/text.h"
#include "centreline/circuit_chords.h"
#include "centreline/circuit_track.h"
#include "formats/json_text.h"
#include "geodata/geo_plane.h"
#include "import/formats.h"
#include "import/import.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    LABEL_MAX = 72, ///< Bytes of what a road is called, with its terminator.
    LIST_MAX = 200, ///< Bytes of a list of such.
    NOTES_MAX = 8,  ///< Branches and gaps that are told one by one.
};

/// An open road whose gap is less than this part of its length is a circuit of which a piece lacks.
#define GAP_PART 0.25f

/// m that the curve may leave the lines of a map: half of a road's usual width.
#define CHORD_OFF (0.5f * CIRCUIT_WIDTH)

typedef struct GeoImport {
    GeoFile file;
    GeoMap map;
    GeoRoads roads;
    const ImportOptions *options;
    float width; ///< m, of roads that have none in the file.
    Arena *arena;
    MessageList *messages;
} GeoImport;

// ---- what roads are called ------------------------------------------------------------------

static const GeoLine *line_of(const GeoImport *import, const GeoRoad *road, int i) {
    return &import->file.lines[road->lines[i]];
}

/// The name that most metres of the road have; NULL: none has one.
static const char *road_name(const GeoImport *import, const GeoRoad *road) {
    const char *best = NULL;
    float most = -1.0f;
    for (int i = 0; i < road->count; i++) {
        const char *name = line_of(import, road, i)->name;
        float length = 0.0f;
        for (int k = 0; k < road->count && name; k++) {
            const char *other = line_of(import, road, k)->name;
            length += other && strcmp(other, name) == 0 ? line_of(import, road, k)->length : 0.0f;
        }
        best = name && length > most ? name : best;
        most = name ? fmaxf(most, length) : most;
    }
    return best;
}

/// Its name in quotes, else the id of its first line, else where that stands in the file.
static const char *road_label(const GeoImport *import, const GeoRoad *road, char out[LABEL_MAX]) {
    const GeoLine *first = &import->file.lines[road->first];
    const char *name = road_name(import, road);
    char text[LABEL_MAX - 2];
    if (name || first->id) {
        text_copy(name ? name : first->id, text, sizeof text);
        snprintf(out, LABEL_MAX, name ? "\"%s\"" : "%s", text);
    } else {
        snprintf(out, LABEL_MAX, "the one at %d:%d", first->place.line, first->place.column);
    }
    return out;
}

/// Adds a label to a list of them; of a full list says how many more there are.
static void list_label(char list[LIST_MAX], const char *label, int *more) {
    size_t size = strlen(list);
    if (*more == 0 && size + strlen(label) + 24 < LIST_MAX) {
        snprintf(list + size, LIST_MAX - size, "%s%s", size > 0 ? ", " : "", label);
    } else {
        ++*more;
    }
}

static void list_end(char list[LIST_MAX], int more) {
    size_t size = strlen(list);
    if (more > 0) {
        snprintf(list + size, LIST_MAX - size, " and %d more", more);
    }
}

// ---- which road is taken --------------------------------------------------------------------

static bool is_pit(const GeoImport *import, const GeoRoad *road) {
    for (int i = 0; i < road->count; i++) {
        if (!line_of(import, road, i)->pit) {
            return false;
        }
    }
    return true;
}

/// What a road may be, the worst first: those of the highest rank stand for the file. An area is
/// the outline of one that is no circuit, a plain one that of one of which nothing is said.
typedef enum Rank {
    RANK_AREA,
    RANK_PIT,
    RANK_OPEN,
    RANK_PLAIN,
    RANK_CIRCUIT
} Rank;

static Rank rank_of(const GeoImport *import, const GeoRoad *road) {
    GeoUse use = road->count == 1 ? line_of(import, road, 0)->use : GEO_USE_ROAD;
    Rank line = use == GEO_USE_PLAIN ? RANK_PLAIN : road->closed ? RANK_CIRCUIT : RANK_OPEN;
    return use == GEO_USE_AREA ? RANK_AREA : is_pit(import, road) ? RANK_PIT : line;
}

/// Whether `wanted` is its name, in capitals or not, an id of its lines, or where the first of them
/// stands in the file.
static bool is_called(const GeoImport *import, const GeoRoad *road, const char *wanted) {
    const char *name = road_name(import, road);
    bool called = name && text_equal_any_case(name, wanted);
    for (int i = 0; i < road->count && !called; i++) {
        const char *id = line_of(import, road, i)->id;
        called = id && strcmp(id, wanted) == 0;
    }
    const Place place = import->file.lines[road->first].place;
    char at[32];
    snprintf(at, sizeof at, "%d:%d", place.line, place.column);
    called = called || strcmp(at, wanted) == 0;
    return called;
}

/// The longest of the roads of the best rank, or of those that are called `wanted` (NULL: any).
static GeoRoad *best_road(const GeoImport *import, const char *wanted) {
    GeoRoad *best = NULL;
    Rank best_rank = RANK_AREA;
    for (int i = 0; i < import->roads.count; i++) {
        GeoRoad *road = &import->roads.items[i];
        Rank rank = rank_of(import, road);
        if ((!wanted || is_called(import, road, wanted)) &&
            (!best || rank > best_rank || (rank == best_rank && road->length > best->length))) {
            best = road;
            best_rank = rank;
        }
    }
    return best;
}

/// Says which of several circuits is taken, and lists them.
static void note_choice(const GeoImport *import, const GeoRoad *taken, bool asked) {
    char label[LABEL_MAX];
    char list[LIST_MAX] = "";
    int more = 0;
    int count = 0;
    for (int i = 0; i < import->roads.count; i++) {
        const GeoRoad *road = &import->roads.items[i];
        if (rank_of(import, road) != rank_of(import, taken)) {
            continue;
        }
        count++;
        if (road != taken) {
            list_label(list, road_label(import, road, label), &more);
        }
    }
    if (count < 2) {
        return;
    }
    list_end(list, more);
    message_add(import->messages, MESSAGE_N631, import->file.lines[taken->first].place,
                road_label(import, taken, label), asked ? "the one asked for" : "the longest",
                count, list);
    for (int i = 0; i < import->roads.count && import->options->line.verbose; i++) {
        const GeoRoad *road = &import->roads.items[i];
        if (rank_of(import, road) == rank_of(import, taken)) {
            message_add(import->messages, MESSAGE_N632, import->file.lines[road->first].place,
                        road_label(import, road, label), (double)road->length);
        }
    }
}

/// The road that is asked for, else the best. NULL, with a message that lists them, where none is
/// called so.
static GeoRoad *pick_road(const GeoImport *import) {
    const char *wanted = import->options->pick;
    GeoRoad *road = best_road(import, wanted);
    if (road) {
        note_choice(import, road, wanted != NULL);
        return road;
    }
    char label[LABEL_MAX];
    char list[LIST_MAX] = "";
    int more = 0;
    Rank rank = rank_of(import, best_road(import, NULL));
    for (int i = 0; i < import->roads.count; i++) {
        const GeoRoad *other = &import->roads.items[i];
        if (rank_of(import, other) == rank) {
            list_label(list, road_label(import, other, label), &more);
        }
    }
    list_end(list, more);
    message_add(import->messages, MESSAGE_E635, import->file.lines[0].place, wanted, list);
    return NULL;
}

/// Whether any line of the file may be a road to race on. If none is, says so, and how to take one
/// all the same.
static bool check_use(const GeoImport *import) {
    char label[LABEL_MAX];
    char list[LIST_MAX] = "";
    int more = 0;
    for (int i = 0; i < import->file.count; i++) {
        GeoUse use = import->file.lines[i].use;
        if (use == GEO_USE_ROAD || use == GEO_USE_PLAIN) {
            return true;
        }
    }
    const GeoRoad *best = best_road(import, NULL);
    list_label(list, road_label(import, best, label), &more);
    for (int i = 0; i < import->roads.count; i++) {
        const GeoRoad *road = &import->roads.items[i];
        if (road != best) {
            list_label(list, road_label(import, road, label), &more);
        }
    }
    list_end(list, more);
    char help[LIST_MAX + 64];
    snprintf(help, sizeof help, "`axle import --pick=NAME` takes one all the same: %s", list);
    message_add(import->messages, MESSAGE_E627, import->file.lines[0].place, "this file",
                "its tags tell of areas and of tracks for other sports alone", help);
    return false;
}

// ---- gaps -----------------------------------------------------------------------------------

/// An end of a road: where it lies on the map and in the file.
typedef struct RoadEnd {
    Point at;
    Place place;
    int line;
} RoadEnd;

static RoadEnd end_of(const GeoImport *import, const GeoRoad *road, bool far) {
    int i = far ? road->count - 1 : 0;
    const GeoLine *line = line_of(import, road, i);
    int point = far != road->back[i] ? line->count - 1 : 0;
    return (RoadEnd){line->at[point], line->places[point], road->lines[i]};
}

/// The smallest gap of an open road: to its own other end and, with `others`, to other open roads.
static float smallest_gap(const GeoImport *import, const GeoRoad *road, bool others, RoadEnd *from,
                          RoadEnd *to) {
    *from = end_of(import, road, true);
    *to = end_of(import, road, false);
    double best = geo_map_distance(&import->map, from->at, to->at);
    for (int i = 0; i < import->roads.count && others; i++) {
        const GeoRoad *other = &import->roads.items[i];
        for (int k = 0; k < 4 && other != road && !other->closed && !is_pit(import, other); k++) {
            RoadEnd a = end_of(import, road, k % 2);
            RoadEnd b = end_of(import, other, k / 2);
            double gap = geo_map_distance(&import->map, a.at, b.at);
            if (gap < best) {
                best = gap;
                *from = a;
                *to = b;
            }
        }
    }
    return (float)best;
}

/// Whether the road is a whole one. A circuit of several lines of which a piece lacks is none; of
/// a single line with such a gap a warning says that it is left open.
static bool check_gap(const GeoImport *import, const GeoRoad *road) {
    RoadEnd from, to;
    bool alone = import->roads.count == 1 && road->count == 1;
    float gap = smallest_gap(import, road, !alone && !import->options->pick, &from, &to);
    if (road->closed || gap >= GAP_PART * road->length) {
        return true;
    }
    char a[GEO_TEXT_MAX];
    char b[GEO_TEXT_MAX];
    double most = (double)geo_map_gap(&import->map, from.line, to.line);
    if (alone) {
        message_add(import->messages, MESSAGE_W622, from.place, geo_text(from.at, a),
                    geo_text(to.at, b), to.place.line, to.place.column, (double)gap, most);
        return true;
    }
    message_add(import->messages, MESSAGE_E636, from.place, (double)gap, geo_text(from.at, a),
                geo_text(to.at, b), to.place.line, to.place.column, most);
    return false;
}

/// A longer road than the one that is taken may be the circuit, with a piece that lacks.
static bool check_longer(const GeoImport *import, const GeoRoad *taken) {
    const GeoRoad *longest = taken;
    for (int i = 0; i < import->roads.count && !import->options->pick; i++) {
        const GeoRoad *road = &import->roads.items[i];
        longest = !is_pit(import, road) && road->length > longest->length ? road : longest;
    }
    return check_gap(import, longest);
}

// ---- what is said of a joined road ----------------------------------------------------------

static void note_branches(const GeoImport *import, const GeoRoad *road) {
    int said = 0;
    for (int i = 1; i < road->count && said < NOTES_MAX; i++) {
        if (!road->why[i]) {
            continue;
        }
        const GeoLine *line = line_of(import, road, i);
        int point = road->back[i] ? line->count - 1 : 0;
        const GeoRoad one = {.lines = &road->lines[i], .count = 1, .first = road->lines[i]};
        char label[LABEL_MAX];
        char at[GEO_TEXT_MAX];
        message_add(import->messages, MESSAGE_N634, line->places[point], road->ways[i],
                    geo_text(line->at[point], at), road_label(import, &one, label), road->why[i]);
        said++;
    }
}

static void note_gaps(const GeoImport *import, const GeoRoad *road) {
    int said = 0;
    for (int i = road->closed ? 0 : 1; i < road->count && said < NOTES_MAX; i++) {
        int before = i > 0 ? i - 1 : road->count - 1;
        const GeoRoad first = {
            .lines = &road->lines[before], .back = &road->back[before], .count = 1};
        const GeoRoad second = {.lines = &road->lines[i], .back = &road->back[i], .count = 1};
        RoadEnd from = end_of(import, &first, true);
        RoadEnd to = end_of(import, &second, false);
        double gap = geo_map_distance(&import->map, from.at, to.at);
        if (gap > GEO_TOUCH) {
            char a[GEO_TEXT_MAX];
            char b[GEO_TEXT_MAX];
            message_add(import->messages, MESSAGE_N635, from.place, gap, geo_text(from.at, a),
                        geo_text(to.at, b), to.place.line, to.place.column);
            said++;
        }
    }
}

/// Whether an open road that is left out, and is no pit lane, is longer than the one that is taken.
static bool is_longer_left(const GeoImport *import, const GeoRoad *taken) {
    for (int i = 0; i < import->roads.count; i++) {
        const GeoRoad *road = &import->roads.items[i];
        if (!road->closed && !is_pit(import, road) && road->length > taken->length) {
            return true;
        }
    }
    return false;
}

/// Says of which lines the road is made, and which are left out.
static void note_lines(const GeoImport *import, const GeoRoad *road) {
    bool verbose = import->options->line.verbose;
    int all = import->file.count + import->file.other_count;
    Place place = import->file.lines[road->first].place;
    char list[LIST_MAX] = "";
    int more = 0;
    for (int i = 0; i < import->roads.count; i++) {
        char label[LABEL_MAX];
        const GeoRoad *other = &import->roads.items[i];
        if (other != road) {
            list_label(list, road_label(import, other, label), &more);
        }
    }
    list_end(list, more);
    char help[LIST_MAX + 16];
    snprintf(help, sizeof help, list[0] ? "left out: %s" : "%s", list);
    bool several = rank_of(import, road) == RANK_CIRCUIT && import->roads.count > 1;
    if (road->count > 1 && (verbose || several)) {
        message_add(import->messages, MESSAGE_N633, place, road->count, all, help);
    } else if (road->count == 1 && all > 1 && (verbose || is_longer_left(import, road))) {
        char what[LIST_MAX + 48];
        snprintf(what, sizeof what, "1 of %d lines is the circuit%s%s", all,
                 list[0] ? "; left out: " : "", list);
        message_add(import->messages, MESSAGE_N630, place, what);
    }
    if (road->count > 1) {
        note_branches(import, road);
    }
    if (road->count > 1 && verbose) {
        note_gaps(import, road);
    }
}

/// Turns the road round where more of it is oneway against it than along it; warns of the rest.
static void settle_direction(const GeoImport *import, GeoRoad *road) {
    float against = 0.0f;
    float along = 0.0f;
    for (int i = 0; i < road->count; i++) {
        const GeoLine *line = line_of(import, road, i);
        int way = road->back[i] ? -line->oneway : line->oneway;
        along += way > 0 ? line->length : 0.0f;
        against += way < 0 ? line->length : 0.0f;
    }
    bool turn = against > along;
    for (int i = 0; i < road->count / 2 && turn; i++) {
        int other = road->count - 1 - i;
        int line = road->lines[i];
        bool back = road->back[i];
        road->lines[i] = road->lines[other];
        road->back[i] = road->back[other];
        road->lines[other] = line;
        road->back[other] = back;
    }
    for (int i = 0; i < road->count && turn; i++) {
        road->back[i] = !road->back[i];
    }
    float wrong = fminf(against, along);
    for (int i = 0; i < road->count && wrong > 0.0f; i++) {
        const GeoLine *line = line_of(import, road, i);
        if ((road->back[i] ? -line->oneway : line->oneway) < 0) {
            char at[GEO_TEXT_MAX];
            message_add(import->messages, MESSAGE_W626, line->place, (double)wrong,
                        geo_text(line->at[0], at));
            return;
        }
    }
}

// ---- the circuit ----------------------------------------------------------------------------

/// The points of the road, in metres. Where two lines touch one point stands for both.
static void set_points(const GeoImport *import, const GeoRoad *road, Circuit *circuit) {
    int count = 0;
    for (int i = 0; i < road->count; i++) {
        count += line_of(import, road, i)->count;
    }
    Point *at = arena_array(import->arena, (size_t)count, sizeof *at);
    CircuitPoint *points = arena_array(import->arena, (size_t)count, sizeof *points);
    const YamlNode *before = NULL;
    count = 0;
    for (int i = 0; i < road->count; i++) {
        const GeoLine *line = line_of(import, road, i);
        if (i == 0 || line->properties != before) { // once for all pieces of a feature
            geo_line_check_width(line, import->width, import->messages);
            before = line->properties;
        }
        circuit->has_widths |= line->width > 0.0f;
        float half = 0.5f * (line->width > 0.0f ? line->width : import->width);
        for (int k = 0; k < line->count; k++) {
            int point = road->back[i] ? line->count - 1 - k : k;
            bool doubled =
                i > 0 && k == 0 &&
                geo_map_distance(&import->map, at[count - 1], line->at[point]) <= GEO_TOUCH;
            if (!doubled) {
                at[count] = line->at[point];
                points[count++] =
                    (CircuitPoint){.left = half, .right = half, .place = line->places[point]};
            }
        }
    }
    while (road->count > 1 && road->closed && count > 1 &&
           geo_map_distance(&import->map, at[count - 1], at[0]) <= GEO_TOUCH) {
        count--;
    }
    Point origin = {0.0, 0.0};
    if (import->file.metres) {
        origin = (Point){floor(at[0].x), floor(at[0].y)};
    } else {
        geo_to_metres(at, count);
    }
    for (int i = 0; i < count; i++) {
        points[i].at = (vec2s){{(float)(at[i].x - origin.x), (float)(at[i].y - origin.y)}};
    }
    circuit->points = points;
    circuit->count = count;
}

/// The property "length" (m) of a road that is all of one feature; 0: it has none.
static float known_length(const GeoImport *import, const GeoRoad *road) {
    const YamlNode *properties = line_of(import, road, 0)->properties;
    for (int i = 1; i < road->count; i++) {
        if (line_of(import, road, i)->properties != properties) {
            return 0.0f;
        }
    }
    double length = 0.0;
    json_text_number(yaml_find(properties, "length"), &length);
    return length >= 1.0 && length < 1e6 ? (float)length : 0.0f;
}

static YamlNode *make_track(const GeoImport *import, GeoRoad *road, const char *own,
                            const char *file) {
    settle_direction(import, road);
    const char *name = road_name(import, road);
    Circuit circuit = {
        .name = import_name(import->options, name ? name : own, file, import->arena),
        .closed = road->closed,
        .pieces = true,
        .known_length = known_length(import, road),
        .place = import->file.lines[road->first].place,
    };
    set_points(import, road, &circuit);
    if (circuit.count >= 2) {
        circuit_chords_keep(&circuit, CHORD_OFF, import->arena);
    }
    return circuit_track(&circuit, &import->options->line, import->arena, import->messages);
}

/// Says that the file has no line.
static void report_nothing(const GeoFile *file, Place place, MessageList *messages) {
    char what[96];
    const char *help = file->format->draw;
    if (file->bare_ways) {
        snprintf(what, sizeof what, "its ways have no positions");
        help = file->format->bare;
    } else if (file->other) {
        snprintf(what, sizeof what, "it has a %.40s, not a %s", file->other, file->format->lines);
    } else {
        snprintf(what, sizeof what, "it has no %s", file->format->lines);
    }
    message_add(messages, MESSAGE_E627, place, "this file", what, help);
}

YamlNode *import_geo(const GeoFile *geo, bool good, const char *own, Place place,
                     const ImportOptions *options, Arena *arena, MessageList *messages) {
    float width = options->line.width > 0.0f ? options->line.width : CIRCUIT_WIDTH;
    for (int i = 0; i < geo->count && !good; i++) {
        geo_line_check_width(&geo->lines[i], width, messages);
    }
    if (good && geo->count == 0) {
        report_nothing(geo, place, messages);
    }
    if (!good || geo->count == 0) {
        return NULL;
    }
    GeoImport import = {
        .file = *geo, .options = options, .width = width, .arena = arena, .messages = messages};
    import.map =
        (GeoMap){.lines = geo->lines, .count = geo->count, .metres = geo->metres, .width = width};
    import.roads = geo_join(&import.map, arena);
    if (!options->pick && !check_use(&import)) {
        return NULL;
    }
    GeoRoad *road = pick_road(&import);
    if (!road || !check_longer(&import, road)) {
        return NULL;
    }
    note_lines(&import, road);
    if (!options->pick && rank_of(&import, road) == RANK_PLAIN) {
        message_add(messages, MESSAGE_W628, geo->lines[road->first].place);
    }
    return make_track(&import, road, own, place.file);
}

#include "centreline/circuit_track.h"

#include "base/assert.h"
#include "centreline/circuit_kinks.h"
#include "centreline/circuit_line.h"
#include "centreline/circuit_room.h"
#include "centreline/circuit_thin.h"
#include "centreline/road_stray.h"
#include "formats/yaml_build.h"
#include "geometry/transform.h"

#include <math.h>

enum {
    POINTS_MAX = 2000, ///< Of a ribbon, by the format.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    REPAIR_ROUNDS = 4, ///< A fuzzer has better to do than to narrow the same hopeless road.
#else
    REPAIR_ROUNDS = 24,
#endif
};

/// m: longer circuits are typing errors. That of the Isle of Man has 60 700.
#define LENGTH_MAX 80000.0f

/// m: shorter ones are drawings in other units.
#define LENGTH_MIN 50.0f

/// Units of the file: what is shorter is a point, and cannot be scaled.
#define CHORDS_MIN 1e-3f

/// m: coordinates of the format reach this far; what lies beyond is moved to the middle.
#define REACH_MAX 9900.0f

/// m: points closer than this to the one before say nothing.
#define DOUBLE_GAP 0.02f

/// m: the narrowest road that importing makes of a wider one.
#define ROAD_LEAST 5.0f

/// The part of the room that a narrowed road takes, and the part that it may take after points were
/// left out: the rest is for what thinning and rounding change.
#define ROOM_TAKEN   0.9f
#define ROOM_ALLOWED 0.97f

/// What is left of a half-width after a look at an edge that folds.
#define FOLD_PART 0.93f

/// m that the line may move by when points are left out: of one that was given, and of one whose
/// bends were made to just fit the road.
#define THIN_GIVEN  0.2f
#define THIN_SHAPED 0.1f

/// The part of its length by which a road may differ from the drawn line. Real circuits stay below.
#define LENGTH_OFF 0.02f

/// m of straight road that a grid of eight needs before the line, and m of road behind it.
#define GRID_ROOM 44.0f

/// The most that the road may turn in there: cosine of 50 degrees.
#define GRID_TURN 0.64f

// ---- clean-up and scale ---------------------------------------------------------------------

/// Drops points that repeat the one before, and the last of a closed circuit where it is the first.
static void drop_doubles(Circuit *circuit) {
    int kept = 0;
    for (int i = 0; i < circuit->count; i++) {
        if (kept == 0 ||
            glms_vec2_distance(circuit->points[kept - 1].at, circuit->points[i].at) >= DOUBLE_GAP) {
            circuit->points[kept++] = circuit->points[i];
        }
    }
    while (circuit->closed && kept > 1 &&
           glms_vec2_distance(circuit->points[kept - 1].at, circuit->points[0].at) < DOUBLE_GAP) {
        kept--;
    }
    circuit->count = kept;
}

static void scale_points(Circuit *circuit, float factor, bool widths) {
    for (int i = 0; i < circuit->count; i++) {
        CircuitPoint *point = &circuit->points[i];
        point->at = glms_vec2_scale(point->at, factor);
        point->left *= widths ? factor : 1.0f;
        point->right *= widths ? factor : 1.0f;
    }
}

/// Whether the circuit has points enough, all of them numbers.
static bool is_line(Circuit *circuit, MessageList *messages) {
    int needs = circuit->closed ? 3 : 2;
    if (circuit->count < needs) {
        message_add(messages, MESSAGE_E624, circuit->place, circuit->count,
                    circuit->count == 1 ? "" : "s", needs);
        return false;
    }
    for (int i = 0; i < circuit->count; i++) {
        vec2s at = circuit->points[i].at;
        if (!(fabsf(at.x) < 1e7f && fabsf(at.y) < 1e7f)) {
            message_add(messages, MESSAGE_E622, circuit->points[i].place);
            return false;
        }
    }
    return true;
}

/// The polygon's length: quick, and no more than the curve's.
static double chord_length(const Circuit *circuit) {
    double length = 0.0;
    for (int i = circuit->closed ? 0 : 1; i < circuit->count; i++) {
        int before = i > 0 ? i - 1 : circuit->count - 1;
        length += (double)glms_vec2_distance(circuit->points[before].at, circuit->points[i].at);
    }
    return length;
}

/// The smooth curve's length, measured at a size at which the sampling of curves suits it.
static float true_length(Circuit *circuit) {
    float chords = (float)chord_length(circuit);
    float factor = chords > 0.0f ? 3000.0f / chords : 1.0f;
    scale_points(circuit, factor, true);
    float length = circuit_length(circuit->points, circuit->count, circuit->closed) / factor;
    scale_points(circuit, 1.0f / factor, true);
    return length;
}

/// The whole circuit at the size asked for. False where that is no size for a track.
static bool scale_circuit(Circuit *circuit, const CircuitOptions *options, MessageList *messages) {
    if (options->scale > 0.0f) {
        scale_points(circuit, options->scale, circuit->has_widths);
    }
    if (!(chord_length(circuit) > (double)CHORDS_MIN)) {
        message_add(messages, MESSAGE_E625, circuit->place, chord_length(circuit),
                    (double)LENGTH_MIN, (double)LENGTH_MAX);
        return false;
    }
    if (options->length > 0.0f) {
        scale_points(circuit, options->length / true_length(circuit), circuit->has_widths);
    }
    float width = options->width > 0.0f ? options->width : CIRCUIT_WIDTH;
    for (int i = 0; i < circuit->count && !circuit->has_widths; i++) {
        circuit->points[i].left = circuit->points[i].right = 0.5f * width;
    }
    if (options->fit_length > 0.0f) {
        scale_points(circuit, options->fit_length / true_length(circuit), !options->keep_width);
    }
    double length = chord_length(circuit);
    if (!(length >= (double)LENGTH_MIN && length <= (double)LENGTH_MAX)) {
        message_add(messages, MESSAGE_E625, circuit->place, length, (double)LENGTH_MIN,
                    (double)LENGTH_MAX);
        return false;
    }
    return true;
}

/// Warns where the curve is not as long as the file says.
static void compare_length(Circuit *circuit, const CircuitOptions *options, MessageList *messages) {
    if (circuit->known_length <= 0.0f || options->length > 0.0f || options->fit_length > 0.0f ||
        options->scale > 0.0f) {
        return;
    }
    float length = true_length(circuit);
    float off = fabsf(length - circuit->known_length) / circuit->known_length;
    if (off > 0.03f) {
        message_add(messages, MESSAGE_W620, circuit->place, (double)length,
                    (double)circuit->known_length, (double)(100.0f * off),
                    (double)circuit->known_length);
    }
}

/// Moves a circuit that lies too far out to the middle of the world. False where it is too large.
static bool move_within_reach(Circuit *circuit, MessageList *messages) {
    vec2s low = circuit->points[0].at;
    vec2s high = low;
    for (int i = 1; i < circuit->count; i++) {
        low = glms_vec2_minv(low, circuit->points[i].at);
        high = glms_vec2_maxv(high, circuit->points[i].at);
    }
    float extent = fmaxf(high.x - low.x, high.y - low.y);
    if (extent > 2.0f * REACH_MAX - 2.0f) {
        message_add(messages, MESSAGE_E623, circuit->place, (double)(extent / 1000.0f));
        return false;
    }
    if (fmaxf(fmaxf(-low.x, -low.y), fmaxf(high.x, high.y)) > REACH_MAX) {
        vec2s middle = vec2_make(floorf(0.5f * (low.x + high.x)), floorf(0.5f * (low.y + high.y)));
        for (int i = 0; i < circuit->count; i++) {
            circuit->points[i].at = glms_vec2_sub(circuit->points[i].at, middle);
        }
    }
    return true;
}

/// Raises roads that scaling left too narrow for two cars, and cuts what the format does not allow.
static void check_widths(Circuit *circuit, const CircuitOptions *options, MessageList *messages) {
    float narrowest = 60.0f;
    for (int i = 0; i < circuit->count; i++) {
        CircuitPoint *point = &circuit->points[i];
        float width = point->left + point->right;
        narrowest = fminf(narrowest, width);
        if (width < ROAD_LEAST) {
            float more = 0.5f * (ROAD_LEAST - width);
            point->left += more;
            point->right += more;
        }
        point->left = fminf(fmaxf(point->left, 0.5f), 30.0f);
        point->right = fminf(fmaxf(point->right, 0.5f), 30.0f);
    }
    if (narrowest < ROAD_LEAST && options->verbose) {
        message_add(messages, MESSAGE_N622, circuit->place, (double)narrowest, (double)ROAD_LEAST);
    }
}

// ---- the road -------------------------------------------------------------------------------

/// Rounds to what the file will hold, so that what is checked is what will be read.
static void round_point(CircuitPoint *point) {
    point->at.x = floorf(point->at.x * 100.0f + 0.5f) / 100.0f;
    point->at.y = floorf(point->at.y * 100.0f + 0.5f) / 100.0f;
    point->left = fmaxf(floorf(point->left * 100.0f + 0.5f) / 100.0f, 0.5f);
    point->right = fmaxf(floorf(point->right * 100.0f + 0.5f) / 100.0f, 0.5f);
}

/// Takes width off the points of every stretch where there is no room for it. False where none is.
static bool narrow_round(const Circuit *circuit, CircuitPoint *points, int count) {
    Arena scratch = {0};
    CircuitLine line = circuit_line_make(points, count, circuit->closed, &scratch);
    circuit_line_limit(&line, ROOM_ALLOWED);
    float *less[2];
    for (int side = 0; side < 2; side++) {
        less[side] = arena_array(&scratch, (size_t)count, sizeof(float));
        for (int i = 0; i < line.count; i++) {
            const LineSample *sample = &line.samples[i];
            float over = sample->half[side] - fmaxf(sample->limit[side], 0.5f);
            int last = circuit->closed ? 0 : count - 1;
            int next = sample->from + 1 < count ? sample->from + 1 : last;
            if (over > 0.005f) {
                less[side][sample->from] = fmaxf(less[side][sample->from], over);
                less[side][next] = fmaxf(less[side][next], over);
            }
        }
    }
    bool any = false;
    for (int i = 0; i < count; i++) {
        any |= less[0][i] > 0.0f || less[1][i] > 0.0f;
        points[i].left -= less[0][i];
        points[i].right -= less[1][i];
        round_point(&points[i]);
    }
    arena_destroy(&scratch);
    return any;
}

/// Takes width off the points around every place where an edge folds. False where none does.
static bool unfold_round(const Circuit *circuit, CircuitPoint *points, int count) {
    Arena scratch = {0};
    unsigned char *sides = arena_array(&scratch, (size_t)count, sizeof *sides);
    bool any = circuit_line_folds(points, count, circuit->closed, 0.0f, sides);
    for (int i = 0; i < count && any; i++) {
        points[i].left *= sides[i] & 1 ? FOLD_PART : 1.0f;
        points[i].right *= sides[i] & 2 ? FOLD_PART : 1.0f;
        round_point(&points[i]);
    }
    arena_destroy(&scratch);
    return any;
}

static void note_narrow(const CircuitLine *line, const float *given, float length,
                        const Circuit *circuit, MessageList *messages) {
    int worst = 0;
    float most = 0.0f;
    for (int i = 0; i < line->count; i++) {
        float less = given[i] - line->samples[i].half[0] - line->samples[i].half[1];
        worst = less > most ? i : worst;
        most = fmaxf(most, less);
    }
    const LineSample *sample = &line->samples[worst];
    Message *message =
        message_add(messages, MESSAGE_N620, circuit->points[sample->from].place, (double)length,
                    (double)(sample->half[0] + sample->half[1]), (double)given[worst],
                    (double)sample->at.x, (double)sample->at.y);
    message_at(message, sample->at.x, sample->at.y);
}

/// The circuit's points as they will be written: thinned, and narrowed where there is no room.
/// NULL, with a message, where the format has no room for them.
static CircuitPoint *make_points(const Circuit *circuit, const CircuitOptions *options,
                                 Arena *arena, int *count, MessageList *messages) {
    Arena scratch = {0};
    CircuitLine line =
        circuit_line_make(circuit->points, circuit->count, circuit->closed, &scratch);
    float *given = arena_array(&scratch, (size_t)line.count, sizeof *given);
    for (int i = 0; i < line.count; i++) {
        given[i] = line.samples[i].half[0] + line.samples[i].half[1];
    }
    circuit_line_limit(&line, ROOM_TAKEN);
    float narrowed = circuit_line_narrow(&line);
    float tolerance = circuit->shaped ? THIN_SHAPED : THIN_GIVEN;
    ThinRules rules = {.tolerance = options->simplify > 0.0f ? options->simplify : tolerance,
                       .keep_points = !circuit->thin && !circuit->shaped &&
                                      options->simplify <= 0.0f && circuit->count < POINTS_MAX};
    CircuitPoint *points =
        circuit_thin(&line, circuit->points, circuit->count, rules, arena, count);
    for (int i = 0; i < *count; i++) {
        round_point(&points[i]);
    }
    bool fits = *count <= POINTS_MAX;
    if (!fits) {
        message_add(messages, MESSAGE_E626, circuit->place, *count, (double)rules.tolerance,
                    POINTS_MAX);
    }
    for (int round = 0; round < REPAIR_ROUNDS && fits; round++) {
        bool narrowed_more = narrow_round(circuit, points, *count);
        if (!unfold_round(circuit, points, *count) && !narrowed_more) {
            break;
        }
    }
    if (narrowed > 0.0f && options->verbose) {
        note_narrow(&line, given, narrowed, circuit, messages);
    }
    if (fits && *count < circuit->count && !circuit->shaped && options->verbose) {
        message_add(messages, MESSAGE_N623, circuit->place, *count, circuit->count,
                    (double)rules.tolerance);
    }
    arena_destroy(&scratch);
    return fits ? points : NULL;
}

/// Whether a grid of eight fits on the road before its first point.
static bool has_grid_room(const CircuitPoint *points, int count, const Circuit *circuit) {
    if (!circuit->closed) {
        return false;
    }
    Arena scratch = {0};
    CircuitLine line = circuit_line_make(points, count, true, &scratch);
    int steps = (int)(GRID_ROOM / line.step);
    bool room = steps < line.count / 2;
    for (int k = 0; k <= steps && room; k++) {
        const LineSample *sample = &line.samples[k > 0 ? line.count - k : 0];
        vec2s along = line.samples[0].along;
        room = sample->half[0] + sample->half[1] >= 7.0f &&
               sample->along.x * along.x + sample->along.y * along.y >= GRID_TURN;
    }
    arena_destroy(&scratch);
    return room;
}

// ---- the tree -------------------------------------------------------------------------------

/// The full width that most points have.
static float usual_width(const CircuitPoint *points, int count) {
    float usual = CIRCUIT_WIDTH;
    int most = 0;
    for (int i = 0; i < count && most <= count / 2; i++) {
        int same = 0;
        for (int k = 0; k < count; k++) {
            same += fabsf(points[k].left - points[i].left) < 0.004f &&
                    fabsf(points[k].right - points[i].right) < 0.004f;
        }
        if (same > most && fabsf(points[i].left - points[i].right) < 0.004f) {
            most = same;
            usual = points[i].left + points[i].right;
        }
    }
    return fmaxf(usual, 3.0f);
}

static YamlNode *point_node(const CircuitPoint *point, float usual, Arena *arena) {
    YamlNode *at =
        yaml_build_point(arena, point->place, (double)point->at.x, (double)point->at.y, 2);
    bool even = fabsf(point->left - point->right) < 0.004f;
    if (even && fabsf(2.0f * point->left - usual) < 0.004f) {
        return at;
    }
    YamlNode *map = yaml_build_map(arena, point->place);
    map->flow = true;
    yaml_build_set(arena, map, "at", at);
    double left = (double)point->left;
    double right = (double)point->right;
    if (even && point->left >= 1.5f) {
        yaml_build_set(arena, map, "width", yaml_build_number(arena, point->place, 2.0 * left, 2));
    } else {
        yaml_build_set(arena, map, "left", yaml_build_number(arena, point->place, left, 2));
        yaml_build_set(arena, map, "right", yaml_build_number(arena, point->place, right, 2));
    }
    return map;
}

static YamlNode *ribbon_node(const Circuit *circuit, const CircuitPoint *points, int count,
                             Arena *arena) {
    Place place = circuit->place;
    float usual = usual_width(points, count);
    YamlNode *ribbon = yaml_build_map(arena, place);
    yaml_build_set(arena, ribbon, "id", yaml_build_text(arena, place, "main"));
    yaml_build_set(arena, ribbon, "curve", yaml_build_text(arena, place, "smooth"));
    if (!circuit->closed) {
        yaml_build_set(arena, ribbon, "closed", yaml_build_bool(arena, place, false));
    }
    yaml_build_set(arena, ribbon, "width", yaml_build_number(arena, place, (double)usual, 2));
    YamlNode *list = yaml_build_list(arena, place);
    for (int i = 0; i < count; i++) {
        yaml_build_add(list, point_node(&points[i], usual, arena));
    }
    yaml_build_set(arena, ribbon, "points", list);
    return ribbon;
}

static YamlNode *track_node(const Circuit *circuit, const CircuitPoint *points, int count,
                            Arena *arena) {
    Place place = circuit->place;
    YamlNode *root = yaml_build_map(arena, place);
    yaml_build_set(arena, root, "format", yaml_build_text(arena, place, "track/1"));
    yaml_build_set(arena, root, "name", yaml_build_text(arena, place, circuit->name));
    YamlNode *ribbons = yaml_build_list(arena, place);
    yaml_build_add(ribbons, ribbon_node(circuit, points, count, arena));
    yaml_build_set(arena, root, "ribbons", ribbons);
    if (circuit->starts_at_line && has_grid_room(points, count, circuit)) {
        YamlNode *finish = yaml_build_map(arena, place);
        finish->flow = true;
        yaml_build_set(arena, finish, "on", yaml_build_text(arena, place, "main"));
        yaml_build_set(arena, finish, "s", yaml_build_number(arena, place, 0.0, 0));
        yaml_build_set(arena, root, "finish", finish);
    }
    return root;
}

/// The line as it was drawn.
typedef struct Drawn {
    vec2s *at; ///< m, joined by straight pieces.
    int count;
    float width; ///< m, of the road where it is widest.
} Drawn;

static Drawn drawn_line(const Circuit *circuit, Arena *scratch) {
    Drawn drawn = {.count = circuit->count};
    for (int i = 0; i < circuit->count; i++) {
        drawn.width = fmaxf(drawn.width, circuit->points[i].left + circuit->points[i].right);
    }
    CircuitLine line = {0};
    if (!circuit->pieces) {
        line = circuit_line_make(circuit->points, circuit->count, circuit->closed, scratch);
        drawn.count = line.count;
    }
    drawn.at = arena_array(scratch, (size_t)drawn.count, sizeof *drawn.at);
    for (int i = 0; i < drawn.count; i++) {
        drawn.at[i] = circuit->pieces ? circuit->points[i].at : line.samples[i].at;
    }
    return drawn;
}

/// Warns where the road through `points` is another than the line that was drawn.
static void compare_road(const Drawn *drawn, const Circuit *circuit, const CircuitPoint *points,
                         int count, MessageList *messages) {
    Arena scratch = {0};
    vec2s *at = arena_array(&scratch, (size_t)count, sizeof *at);
    for (int i = 0; i < count; i++) {
        at[i] = points[i].at;
    }
    RoadStray stray =
        road_stray(drawn->at, drawn->count, at, count, circuit->closed, 0.5f * drawn->width);
    if (stray.most > drawn->width || fabsf(stray.longer) > LENGTH_OFF) {
        Message *message =
            message_add(messages, MESSAGE_W627, circuit->place, (double)stray.most,
                        (double)stray.at.x, (double)stray.at.y, 100.0 * fabs((double)stray.longer),
                        stray.longer < 0.0f ? "shorter" : "longer");
        message_at(message, stray.at.x, stray.at.y);
    }
    arena_destroy(&scratch);
}

/// The points of the circuit's road: moved where they have to, thinned, and narrowed where there is
/// no room. NULL, with messages, where it is no circuit.
static CircuitPoint *lay_road(Circuit *circuit, const CircuitOptions *options, Arena *arena,
                              int *count, MessageList *messages) {
    if (options->fit_length > 0.0f && options->keep_width &&
        circuit_round(circuit, options, messages)) {
        scale_points(circuit, options->fit_length / true_length(circuit), false);
    }
    float length = true_length(circuit);
    if (circuit_spread(circuit, options, messages)) {
        scale_points(circuit, length / true_length(circuit), false);
    }
    circuit_kinks_ease(circuit, options, messages);
    drop_doubles(circuit);
    return is_line(circuit, messages) ? make_points(circuit, options, arena, count, messages)
                                      : NULL;
}

YamlNode *circuit_track(Circuit *circuit, const CircuitOptions *options, Arena *arena,
                        MessageList *messages) {
    ASSERT(circuit != NULL && options != NULL && arena != NULL && messages != NULL);
    ASSERT(circuit->name != NULL && circuit->name[0]);
    circuit->arena = arena;
    if (!is_line(circuit, messages) || !scale_circuit(circuit, options, messages)) {
        return NULL;
    }
    drop_doubles(circuit);
    if (!is_line(circuit, messages) || !move_within_reach(circuit, messages)) {
        return NULL;
    }
    compare_length(circuit, options, messages);
    check_widths(circuit, options, messages);
    Arena scratch = {0};
    Drawn drawn = drawn_line(circuit, &scratch);
    int count = 0;
    CircuitPoint *points = lay_road(circuit, options, arena, &count, messages);
    if (points && !(options->fit_length > 0.0f && options->keep_width)) { // a shape of its own
        compare_road(&drawn, circuit, points, count, messages);
    }
    arena_destroy(&scratch);
    return points ? track_node(circuit, points, count, arena) : NULL;
}

#include "geodata/geo_join.h"

#include "base/assert.h"
#include "geodata/geo_plane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NEIGHBOURS_MAX = 12, ///< Ends that one end may lead on to; farther ones are left out.
    STEPS_MAX = 20000,   ///< Choices that are tried for one road,
    WORK_MAX = 200000,   ///< and for all of a file.
    TRIES_MAX = 4,       ///< Lines of an open road from which a circuit is looked for.
};

/// Gaps are closed up to so many widths of the road.
#define GAP_WIDTHS 3.0f

/// A road closes where its gap is at most this part of its length: a short piece is no circuit.
#define GAP_PART (1.0 / 3.0)

/// A circuit in an open road counts from this part of its length: a small loop beside it is another
/// road, and the gap is what the designer has to know of.
#define WITHIN_PART 0.75

/// An end that another leads on to.
typedef struct Neighbour {
    int end;     ///< 2 * line, and 1 more for its far end.
    double gap;  ///< m
    int rank;    ///< Less is better.
    double turn; ///< From -1, straight on, to 1, back.
} Neighbour;

typedef struct Joiner {
    const GeoMap *map;
    Arena *arena;
    Neighbour *neighbours; ///< NEIGHBOURS_MAX of each end.
    int *neighbour_count;
    bool *used;
    int *path;      ///< Ends at which the road comes into its lines.
    int *choice;    ///< The neighbour of the line before that led there.
    double *length; ///< m of the road up to there.
    int depth;
    int work; ///< Choices that were tried.
} Joiner;

double geo_map_distance(const GeoMap *map, Point a, Point b) {
    return map->metres ? point_distance(a, b) : geo_distance(a, b);
}

static float line_width(const GeoMap *map, int line) {
    float width = map->lines[line].width;
    return width > 0.0f ? width : map->width;
}

float geo_map_gap(const GeoMap *map, int a, int b) {
    return GAP_WIDTHS * fminf(line_width(map, a), line_width(map, b));
}

Point geo_map_end(const GeoMap *map, int line, int end) {
    const GeoLine *of = &map->lines[line];
    return of->at[end ? of->count - 1 : 0];
}

static Point end_point(const Joiner *joiner, int end) {
    return geo_map_end(joiner->map, end / 2, end % 2);
}

// ---- which ends lead on to which ------------------------------------------------------------

/// The way out of the line at this end, of length 1 or 0.
static Point way_out(const Joiner *joiner, int end) {
    const GeoLine *line = &joiner->map->lines[end / 2];
    Point at = end_point(joiner, end);
    int step = end % 2 ? -1 : 1;
    int i = end % 2 ? line->count - 1 : 0;
    Point way = {0.0, 0.0};
    // a few metres back: the last points of a line may lie on each other
    for (int k = i + step; k >= 0 && k < line->count && point_length(way) <= 0.0; k += step) {
        if (geo_map_distance(joiner->map, line->at[k], at) > 4.0 * GEO_TOUCH || k + step < 0 ||
            k + step >= line->count) {
            way = joiner->map->metres ? point_sub(at, line->at[k]) : geo_way(line->at[k], at);
        }
    }
    double length = point_length(way);
    return length > 0.0 ? (Point){way.x / length, way.y / length} : way;
}

static int compare_neighbours(const void *a, const void *b) {
    const Neighbour *first = a;
    const Neighbour *second = b;
    bool far = first->gap > GEO_TOUCH;
    if (far != (second->gap > GEO_TOUCH)) {
        return far ? 1 : -1;
    }
    if (far && first->gap < second->gap) {
        return -1;
    }
    if (far && first->gap > second->gap) {
        return 1;
    }
    if (first->rank != second->rank) {
        return first->rank < second->rank ? -1 : 1;
    }
    if (first->turn < second->turn || first->turn > second->turn) {
        return first->turn < second->turn ? -1 : 1;
    }
    return (first->end > second->end) - (first->end < second->end);
}

static bool same_name(const GeoLine *a, const GeoLine *b) {
    return a->name && b->name && strcmp(a->name, b->name) == 0;
}

/// Keeps the best NEIGHBOURS_MAX, in order.
static void offer_neighbour(Joiner *joiner, int end, Neighbour neighbour) {
    Neighbour *list = &joiner->neighbours[(size_t)end * NEIGHBOURS_MAX];
    int *count = &joiner->neighbour_count[end];
    int at = *count;
    while (at > 0 && compare_neighbours(&neighbour, &list[at - 1]) < 0) {
        at--;
    }
    if (at < NEIGHBOURS_MAX) {
        *count += *count < NEIGHBOURS_MAX;
        for (int i = *count - 1; i > at; i--) {
            list[i] = list[i - 1];
        }
        list[at] = neighbour;
    }
}

/// Whether the line is a road of its own: an outline, or a lap that was driven.
static bool stands_alone(const GeoMap *map, int line) {
    const GeoLine *of = &map->lines[line];
    double gap = geo_map_distance(map, geo_map_end(map, line, 0), geo_map_end(map, line, 1));
    return of->ring || (of->recorded && gap <= (double)geo_map_gap(map, line, line) &&
                        gap <= GAP_PART * (double)of->length);
}

static void find_neighbours(Joiner *joiner) {
    const GeoMap *map = joiner->map;
    int ends = 2 * map->count;
    Point *at = arena_array(joiner->arena, (size_t)ends + 1, sizeof *at);
    Point *out = arena_array(joiner->arena, (size_t)ends + 1, sizeof *out);
    bool *alone = arena_array(joiner->arena, (size_t)map->count + 1, sizeof *alone);
    for (int i = 0; i < map->count; i++) {
        alone[i] = stands_alone(map, i);
    }
    for (int i = 0; i < ends; i++) {
        at[i] = end_point(joiner, i);
        out[i] = way_out(joiner, i);
    }
    float widest = 0.0f;
    for (int i = 0; i < map->count; i++) {
        widest = fmaxf(widest, line_width(map, i));
    }
    double reach = (double)(GAP_WIDTHS * widest) / (map->metres ? 1.0 : geo_degree());
    for (int i = 0; i < ends; i++) {
        for (int k = 0; k < ends; k++) {
            bool beside = k / 2 == i / 2 || alone[i / 2] || alone[k / 2];
            if (beside || at[k].y - at[i].y > reach || at[i].y - at[k].y > reach) {
                continue;
            }
            double gap = geo_map_distance(map, at[i], at[k]);
            if (gap > (double)geo_map_gap(map, i / 2, k / 2)) {
                continue;
            }
            const GeoLine *line = &map->lines[k / 2];
            int rank = line->pit ? 2 : same_name(&map->lines[i / 2], line) ? 0 : 1;
            offer_neighbour(joiner, i, (Neighbour){k, gap, rank, point_dot(out[i], out[k])});
        }
    }
}

// ---- roads ----------------------------------------------------------------------------------

/// Where the road that is being made ends.
static int last_end(const Joiner *joiner) { return joiner->path[joiner->depth - 1] ^ 1; }

static double path_length(const Joiner *joiner) { return joiner->length[joiner->depth - 1]; }

static double path_gap(const Joiner *joiner) {
    return geo_map_distance(joiner->map, end_point(joiner, last_end(joiner)),
                            end_point(joiner, joiner->path[0]));
}

/// Whether another line touches this end.
static bool is_touched(const Joiner *joiner, int end) {
    return joiner->neighbour_count[end] > 0 &&
           joiner->neighbours[(size_t)end * NEIGHBOURS_MAX].gap <= GEO_TOUCH;
}

/// Whether the road is a circuit once a gap of this length is closed. One of several lines is none
/// where another line touches its ends: it has gone astray.
static bool closes(const Joiner *joiner, double gap) {
    bool astray = joiner->depth > 1 && gap > GEO_TOUCH &&
                  (is_touched(joiner, last_end(joiner)) || is_touched(joiner, joiner->path[0]));
    float most = geo_map_gap(joiner->map, last_end(joiner) / 2, joiner->path[0] / 2);
    return !astray && gap <= (double)most && gap <= GAP_PART * path_length(joiner);
}

/// The next line that leads on, from the choice `from` on; -1 where there is none. Behind a gap
/// only where nothing touches either end, and the road's own beginning is not nearer.
static int next_choice(const Joiner *joiner, int from) {
    int end = last_end(joiner);
    const Neighbour *list = &joiner->neighbours[(size_t)end * NEIGHBOURS_MAX];
    double own = path_gap(joiner);
    for (int i = from; i < joiner->neighbour_count[end]; i++) {
        bool far = list[i].gap > GEO_TOUCH;
        if (far && (is_touched(joiner, end) || (list[i].gap >= own && closes(joiner, own)))) {
            break;
        }
        if (!joiner->used[list[i].end / 2] && !(far && is_touched(joiner, list[i].end))) {
            return i;
        }
    }
    return -1;
}

static void go_on(Joiner *joiner, int choice) {
    int end = last_end(joiner);
    Neighbour taken = joiner->neighbours[(size_t)end * NEIGHBOURS_MAX + (size_t)choice];
    int next = taken.end;
    joiner->choice[joiner->depth] = choice;
    joiner->length[joiner->depth] =
        path_length(joiner) + taken.gap + (double)joiner->map->lines[next / 2].length;
    joiner->path[joiner->depth++] = next;
    joiner->used[next / 2] = true;
}

/// Goes round from the line at path[0] until it is back. False where no way is found; the road is
/// then that line alone.
static bool find_circuit(Joiner *joiner) {
    int from = 0;
    for (int step = 0; step < STEPS_MAX && joiner->work < WORK_MAX; step++, joiner->work++) {
        double gap = path_gap(joiner);
        bool back = closes(joiner, gap);
        if (back && gap <= GEO_TOUCH) {
            return true;
        }
        int choice = next_choice(joiner, from);
        if (choice >= 0) {
            go_on(joiner, choice);
            from = 0;
        } else if (back) {
            return true;
        } else if (joiner->depth > 1) {
            joiner->depth--;
            joiner->used[joiner->path[joiner->depth] / 2] = false;
            from = joiner->choice[joiner->depth] + 1;
        } else {
            break;
        }
    }
    for (; joiner->depth > 1; joiner->depth--) {
        joiner->used[joiner->path[joiner->depth - 1] / 2] = false;
    }
    return false;
}

/// Goes on at the end of the road as far as lines lead.
static void extend(Joiner *joiner) {
    for (int choice = next_choice(joiner, 0); choice >= 0; choice = next_choice(joiner, 0)) {
        go_on(joiner, choice);
    }
}

static void turn_round(Joiner *joiner) {
    for (int i = 0; i < joiner->depth / 2; i++) {
        int other = joiner->depth - 1 - i;
        int end = joiner->path[i];
        joiner->path[i] = joiner->path[other];
        joiner->path[other] = end;
    }
    for (int i = 0; i < joiner->depth; i++) {
        joiner->path[i] ^= 1;
    }
}

/// Sets why each line of a circuit was taken where others lead on as well.
static void set_reasons(const Joiner *joiner, GeoRoad *road) {
    for (int i = 1; i < road->count && road->closed; i++) {
        int end = joiner->path[i - 1] ^ 1;
        const Neighbour *list = &joiner->neighbours[(size_t)end * NEIGHBOURS_MAX];
        int ways = 0;
        while (ways < joiner->neighbour_count[end] && list[ways].gap <= GEO_TOUCH) {
            ways++;
        }
        int taken = joiner->choice[i];
        if (ways < 2 || taken >= ways) {
            continue;
        }
        const Neighbour *other = &list[taken > 0 ? 0 : 1];
        road->ways[i] = ways;
        road->why[i] = taken > 0                         ? "which leads round"
                       : other->rank == list[taken].rank ? "which is straighter"
                       : other->rank == 2                ? "which is no pit lane"
                                                         : "of the same name";
    }
}

static void begin_with(Joiner *joiner, int line) {
    joiner->depth = 1;
    joiner->path[0] = 2 * line;
    joiner->length[0] = (double)joiner->map->lines[line].length;
    joiner->used[line] = true;
}

/// Goes on at both ends of the line as far as lines lead.
static void lay_open(Joiner *joiner, int line) {
    begin_with(joiner, line);
    extend(joiner);
    turn_round(joiner);
    extend(joiner);
    turn_round(joiner);
}

static void take_up(Joiner *joiner) {
    for (; joiner->depth > 0; joiner->depth--) {
        joiner->used[joiner->path[joiner->depth - 1] / 2] = false;
    }
}

/// Looks for a circuit among the lines of the open road that has been made, which began in a dead
/// end, as with a pit lane. Where there is none of a good part of its length, the road is taken up.
static bool find_circuit_within(Joiner *joiner) {
    int count = joiner->depth;
    int *open = arena_copy_array(joiner->arena, joiner->path, (size_t)count, sizeof *joiner->path);
    bool *tried = arena_array(joiner->arena, (size_t)count, sizeof *tried);
    double least = WITHIN_PART * path_length(joiner);
    const GeoLine *lines = joiner->map->lines;
    take_up(joiner);
    for (int round = 0; round < TRIES_MAX && round < count; round++) {
        int best = -1;
        for (int i = 0; i < count; i++) {
            bool longer = best < 0 || lines[open[i] / 2].length > lines[open[best] / 2].length;
            best = !tried[i] && longer ? i : best;
        }
        tried[best] = true;
        begin_with(joiner, open[best] / 2);
        if (find_circuit(joiner) && path_length(joiner) >= least) {
            return true;
        }
        take_up(joiner);
    }
    return false;
}

static GeoRoad make_road(Joiner *joiner, int line) {
    begin_with(joiner, line);
    GeoRoad road = {.closed = joiner->map->lines[line].ring || find_circuit(joiner)};
    if (!road.closed) {
        lay_open(joiner, line);
        road.closed = joiner->depth > 1 && find_circuit_within(joiner);
        if (joiner->depth == 0) {
            lay_open(joiner, line);
        }
    }
    road.count = joiner->depth;
    road.lines = arena_array(joiner->arena, (size_t)road.count, sizeof *road.lines);
    road.back = arena_array(joiner->arena, (size_t)road.count, sizeof *road.back);
    road.ways = arena_array(joiner->arena, (size_t)road.count, sizeof *road.ways);
    road.why = arena_array(joiner->arena, (size_t)road.count, sizeof *road.why);
    road.length = (float)(path_length(joiner) + (road.closed ? path_gap(joiner) : 0.0));
    road.first = joiner->path[0] / 2;
    for (int i = 0; i < road.count; i++) {
        road.lines[i] = joiner->path[i] / 2;
        road.back[i] = joiner->path[i] % 2 != 0;
        road.first = road.lines[i] < road.first ? road.lines[i] : road.first;
    }
    set_reasons(joiner, &road);
    return road;
}

/// The longest line that is left, pit lanes last; -1 where none is.
static int longest_left(const Joiner *joiner) {
    const GeoLine *lines = joiner->map->lines;
    int best = -1;
    for (int i = 0; i < joiner->map->count; i++) {
        bool better =
            best < 0 || (lines[i].pit != lines[best].pit ? lines[best].pit
                                                         : lines[i].length > lines[best].length);
        best = !joiner->used[i] && better ? i : best;
    }
    return best;
}

static int compare_roads(const void *a, const void *b) {
    const GeoRoad *first = a;
    const GeoRoad *second = b;
    return (first->first > second->first) - (first->first < second->first);
}

GeoRoads geo_join(const GeoMap *map, Arena *arena) {
    ASSERT(map->count > 0 && map->count <= GEO_LINES_MAX);
    size_t count = (size_t)map->count;
    Joiner joiner = {
        .map = map,
        .arena = arena,
        .neighbours = arena_array(arena, 2 * count * NEIGHBOURS_MAX, sizeof(Neighbour)),
        .neighbour_count = arena_array(arena, 2 * count, sizeof(int)),
        .used = arena_array(arena, count, sizeof(bool)),
        .path = arena_array(arena, count, sizeof(int)),
        .choice = arena_array(arena, count, sizeof(int)),
        .length = arena_array(arena, count, sizeof(double)),
    };
    find_neighbours(&joiner);
    GeoRoads roads = {.items = arena_array(arena, count, sizeof *roads.items)};
    for (int line = longest_left(&joiner); line >= 0; line = longest_left(&joiner)) {
        roads.items[roads.count++] = make_road(&joiner, line);
    }
    qsort(roads.items, (size_t)roads.count, sizeof *roads.items, compare_roads);
    return roads;
}

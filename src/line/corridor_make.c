#include "line/corridor_make.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "line/corridor_gates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANES = 33,      ///< Places across the corridor that are looked at.
    LANE_CHANGE = 3, ///< Most lanes that the way may move from one point to the next.
    BARE_LEAST = 16, ///< Points of a line, however short.
    LAPS = 3,        ///< Of the search for a way past obstacles: the middle one joins itself.
};

/// m apart that places are tried in a lane that is too tight.
#define FINE_STEP 0.1f
/// m that an obstacle's room grows or shrinks in a metre along the corridor: at 30 m/s a car moves
/// aside by 4.5 m/s.
#define TAPER 0.15f
/// m of corridor that a wall farther on must leave, else it narrows more steeply.
#define TAPER_LEAST 0.5f
/// m before and behind a tight place on which the way runs straight through it, for a car is long,
/// and how much it may widen there a metre.
#define STRAIGHT_BEFORE 9.0f
#define STRAIGHT_BEHIND 4.0f
#define STRAIGHT_TAPER  0.02f
/// m between the points of a corridor without room beside its line, at most.
#define BARE_STEP 0.5f

/// One place across the corridor.
typedef struct Lane {
    float offset; ///< m
    Waypoint waypoint;
} Lane;

/// The lanes across a point of the corridor.
typedef struct Row {
    Lane lanes[LANES];
} Row;

static float lane_offset(const CorridorPoint *point, int lane) {
    return point->low + (point->high - point->low) * (float)lane / (float)(LANES - 1);
}

/// Looks at lane `lane`. Where it is too tight, places beside it may be less so.
static Lane scan_lane(const WaypointScan *scan, const CorridorPoint *point, int lane,
                      bool walls_near) {
    float offset = lane_offset(point, lane), need = waypoint_need(scan);
    vec2s place = corridor_place(point, offset);
    float room = walls_near ? wall_grid_clearance(scan->walls, place, need) : need;
    Lane best = {offset, waypoint_with(scan, place, room)};
    float half = 0.5f * (point->high - point->low) / (float)(LANES - 1);
    bool hopeless = room + half < scan->half + CAR_MARGIN_LEAST;
    if (best.waypoint.tight <= 0.0f || hopeless) {
        return best;
    }
    for (float aside = FINE_STEP; aside <= half; aside += FINE_STEP) {
        for (int side = -1; side <= 1; side += 2) {
            float at = offset + (float)side * aside;
            at = fminf(fmaxf(at, point->low), point->high);
            Waypoint waypoint = waypoint_at(scan, corridor_place(point, at));
            if (waypoint.ground > 0.0f &&
                (best.waypoint.ground < 0.0f ||
                 waypoint_cost(waypoint) < waypoint_cost(best.waypoint))) {
                best = (Lane){at, waypoint};
            }
        }
    }
    return best;
}

/// Looks across point `point` at all lanes. Returns whether all are free and alike.
static bool scan_across(const WaypointScan *scan, const CorridorPoint *point, Row *row) {
    float reach = fmaxf(fabsf(point->low), fabsf(point->high)) + waypoint_need(scan);
    bool walls_near = wall_grid_clearance(scan->walls, point->center, reach) < reach;
    bool alike = true;
    for (int i = 0; i < LANES; i++) {
        Lane lane = scan_lane(scan, point, i, walls_near);
        row->lanes[i] = lane;
        alike = alike && lane.waypoint.ground > 0.0f && lane.waypoint.tight <= 0.0f &&
                lane.waypoint.ground == row->lanes[0].waypoint.ground;
    }
    return alike;
}

/// The cheapest way through the lanes, by dynamic programming; closed ones over three laps of which
/// the middle one is kept. `lanes[i]` becomes the way's lane at point i. False where there is none.
static bool find_lanes(const Corridor *corridor, const Row *rows, uint8_t *lanes, Arena *scratch) {
    int count = corridor->count, total = corridor->open ? count : count * LAPS;
    int kept = corridor->open ? 0 : count; // where the points to keep begin
    uint8_t(*from)[LANES] = arena_array(scratch, (size_t)total, sizeof *from);
    float best[LANES] = {0};
    for (int i = 0; i < total; i++) {
        const CorridorPoint *point = &corridor->points[i % count];
        float width = (point->high - point->low) / (float)(LANES - 1);
        float next[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            Waypoint waypoint = rows[i % count].lanes[lane].waypoint;
            float cost = waypoint.ground > 0.0f ? waypoint_cost(waypoint) : -1.0f;
            next[lane] = INFINITY;
            for (int old = lane - LANE_CHANGE; old <= lane + LANE_CHANGE && cost > 0.0f; old++) {
                float aside = width * (float)(lane - old);
                float sum = old < 0 || old >= LANES ? INFINITY
                                                    : best[old] + cost * corridor->step +
                                                          0.5f * aside * aside / corridor->step;
                if (sum < next[lane]) {
                    next[lane] = sum;
                    from[i][lane] = (uint8_t)old;
                }
            }
            // a slight pull to the middle, so that equal ways do not hug an edge
            float off = (float)(lane - LANES / 2) / (float)LANES;
            next[lane] += 0.02f * off * off * corridor->step;
        }
        memcpy(best, next, sizeof best);
    }
    int lane = 0;
    for (int i = 1; i < LANES; i++) {
        lane = best[i] < best[lane] ? i : lane;
    }
    if (!(best[lane] < INFINITY)) {
        return false;
    }
    for (int i = total - 1; i >= kept; i--) {
        if (i < kept + count) {
            lanes[i - kept] = (uint8_t)lane;
        }
        lane = from[i][lane];
    }
    return true;
}

/// How far the free way reaches from `lane` on in direction `side` (-1 or 1): the last free lane,
/// made finer by halving. `at_wall` becomes whether a wall ends it.
static float free_edge(const WaypointScan *scan, const CorridorPoint *point, const Row *row,
                       int lane, int side, bool *at_wall) {
    Waypoint way = row->lanes[lane].waypoint;
    int last = lane;
    while (last + side >= 0 && last + side < LANES &&
           waypoint_is_as_good(row->lanes[last + side].waypoint, way)) {
        last += side;
    }
    float inside = row->lanes[last].offset;
    if (last + side < 0 || last + side >= LANES) {
        return inside;
    }
    Waypoint end = row->lanes[last + side].waypoint;
    *at_wall = end.ground < 0.0f || end.tight > 0.0f;
    float outside = lane_offset(point, last + side);
    for (int i = 0; i < 3; i++) {
        float middle = 0.5f * (inside + outside);
        if (waypoint_is_as_good(waypoint_at(scan, corridor_place(point, middle)), way)) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    return inside;
}

/// Spreads each narrowing to the points before and after it, less by `slope` a metre.
static void spread(const Corridor *corridor, float slope, float *low, float *high) {
    int count = corridor->count;
    float less = slope * corridor->step;
    int steps =
        corridor->open ? count : 2 * count; // twice round: the ends of a lap belong together
    for (int i = 1; i < steps; i++) {
        int up = i % count, up_from = (i - 1) % count;
        int down = (2 * count - i) % count, down_from = (2 * count - i + 1) % count;
        low[up] = fmaxf(low[up], low[up_from] - less);
        high[up] = fminf(high[up], high[up_from] + less);
        low[down] = fmaxf(low[down], low[down_from] - less);
        high[down] = fminf(high[down], high[down_from] + less);
    }
}

/// Narrows the corridor before and behind obstacles by TAPER: a car cannot step aside at one, so
/// the way past it begins and ends early. `low` and `high` hold how far obstacles leave the way
/// free, infinite where none does. The way itself stays in.
static void taper(Corridor *corridor, float *low, float *high, const float *way) {
    spread(corridor, TAPER, low, high);
    for (int i = 0; i < corridor->count; i++) {
        CorridorPoint *point = &corridor->points[i];
        point->low = fmaxf(point->low, fminf(low[i], way[i]));
        point->high = fminf(point->high, fmaxf(high[i], way[i]));
    }
}

/// The same for walls on a road. There the way need not stay in: it may turn off at the last
/// moment, and a car that comes from beside the line and follows the edges cannot. Where walls
/// stand so close one behind the other that nothing would be left, they narrow the corridor more
/// steeply.
static void taper_at_walls(Corridor *corridor, const float *low, const float *high,
                           const float *way) {
    static const float slopes[] = {TAPER, 2.0f * TAPER, 4.0f * TAPER};
    Arena scratch = {0};
    size_t count = (size_t)corridor->count, steepest = sizeof slopes / sizeof slopes[0] - 1;
    float *from = arena_array(&scratch, count, sizeof *from);
    float *to = arena_array(&scratch, count, sizeof *to);
    bool *done = arena_array(&scratch, count, sizeof *done);
    for (size_t k = 0; k <= steepest; k++) {
        memcpy(from, low, count * sizeof *from);
        memcpy(to, high, count * sizeof *to);
        spread(corridor, slopes[k], from, to);
        for (size_t i = 0; i < count; i++) {
            CorridorPoint *point = &corridor->points[i];
            float least = fmaxf(from[i], point->low), most = fminf(to[i], point->high);
            bool fits = most - least >= TAPER_LEAST;
            if (!done[i] && (fits || k == steepest)) {
                point->low = fits ? least : fmaxf(point->low, fminf(from[i], way[i]));
                point->high = fits ? most : fminf(point->high, fmaxf(to[i], way[i]));
                done[i] = true;
            }
        }
    }
    arena_destroy(&scratch);
}

/// The way and how far obstacles leave it free, by point of a corridor.
typedef struct Free {
    float *way;                  ///< m
    float *low, *high;           ///< m; infinite where nothing narrows it.
    float *wall_low, *wall_high; ///< m; of a road those at walls, instead of the others.
    bool *tight;
} Free;

/// Lets the way run straight through the tight place at point `from` some way before and behind it,
/// where that is free.
static void straighten(const WaypointScan *scan, const Corridor *corridor, int from, Free *free) {
    int before = (int)(STRAIGHT_BEFORE / corridor->step);
    int behind = (int)(STRAIGHT_BEHIND / corridor->step);
    vec2s tight = corridor_place(&corridor->points[from], free->way[from]);
    vec2s along = glms_vec2_negate(vec2_left(corridor->points[from].left));
    for (int j = -before; j <= behind; j++) {
        int at = corridor_index(corridor, from + j);
        const CorridorPoint *point = &corridor->points[at];
        // Where the straight line through the tight place meets this point's cross-section.
        vec2s to = glms_vec2_sub(point->center, tight);
        float slope = glms_vec2_dot(point->left, vec2_left(along));
        float way = slope > 0.5f ? -glms_vec2_dot(to, vec2_left(along)) / slope : INFINITY;
        float wider = STRAIGHT_TAPER * corridor->step * (float)abs(j);
        if (!(way >= point->low && way <= point->high) || free->tight[at] ||
            waypoint_at(scan, corridor_place(point, way)).ground < 0.0f) {
            continue;
        }
        free->way[at] = way;
        free->wall_low[at] =
            fmaxf(free->wall_low[at], way + free->wall_low[from] - free->way[from] - wider);
        free->wall_high[at] =
            fminf(free->wall_high[at], way + free->wall_high[from] - free->way[from] + wider);
    }
}

/// Narrows the corridor to what is free beside the best way through it. One `of_road` runs along a
/// road, whose own bends say nothing of obstacles'.
static bool narrow_to_free(const WaypointScan *scan, bool of_road, Corridor *corridor) {
    Arena scratch = {0};
    size_t count = (size_t)corridor->count;
    Row *rows = arena_array(&scratch, count, sizeof *rows);
    uint8_t *lanes = arena_array(&scratch, count, 1);
    Free free = {.way = arena_array(&scratch, count, sizeof(float)),
                 .low = arena_array(&scratch, count, sizeof(float)),
                 .high = arena_array(&scratch, count, sizeof(float)),
                 .wall_low = arena_array(&scratch, count, sizeof(float)),
                 .wall_high = arena_array(&scratch, count, sizeof(float)),
                 .tight = arena_array(&scratch, count, sizeof(bool))};
    bool alike = true;
    for (int i = 0; i < corridor->count; i++) {
        alike = scan_across(scan, &corridor->points[i], &rows[i]) && alike;
    }
    bool found = alike || find_lanes(corridor, rows, lanes, &scratch);
    if (found && !alike) {
        for (int i = 0; i < corridor->count; i++) {
            const CorridorPoint *point = &corridor->points[i];
            bool low_wall = false, high_wall = false;
            float low = free_edge(scan, point, &rows[i], lanes[i], -1, &low_wall);
            float high = free_edge(scan, point, &rows[i], lanes[i], 1, &high_wall);
            low_wall = low_wall && of_road;
            high_wall = high_wall && of_road;
            free.low[i] = low <= point->low || low_wall ? -INFINITY : low;
            free.high[i] = high >= point->high || high_wall ? INFINITY : high;
            free.wall_low[i] = low_wall ? low : -INFINITY;
            free.wall_high[i] = high_wall ? high : INFINITY;
            free.way[i] = rows[i].lanes[lanes[i]].offset;
            free.tight[i] = rows[i].lanes[lanes[i]].waypoint.tight > 0.0f;
        }
        for (int i = 0; i < corridor->count; i++) {
            if (free.tight[i] && of_road) {
                straighten(scan, corridor, i, &free);
            }
        }
        taper(corridor, free.low, free.high, free.way);
        if (of_road) {
            taper_at_walls(corridor, free.wall_low, free.wall_high, free.way);
        }
    }
    arena_destroy(&scratch);
    return found;
}

/// Leaves every point at least 4 cm of width, which the solver of the line asks for.
static void widen_pinches(Corridor *corridor) {
    for (int i = 0; i < corridor->count; i++) {
        CorridorPoint *point = &corridor->points[i];
        if (point->high - point->low < 0.04f) {
            float middle = 0.5f * (point->low + point->high);
            point->low = middle - 0.02f;
            point->high = middle + 0.02f;
        }
    }
}

/// Normals from the neighbours, and no offset so far inside a bend that normals would cross.
static void set_normals(Corridor *corridor) {
    int count = corridor->count;
    for (int i = 0; i < count; i++) {
        vec2s before = corridor->points[corridor_index(corridor, i - 1)].center;
        vec2s after = corridor->points[corridor_index(corridor, i + 1)].center;
        vec2s along = glms_vec2_normalize(glms_vec2_sub(after, before));
        corridor->points[i].left = vec2_left(along);
    }
    for (int i = 0; i < count; i++) {
        CorridorPoint *point = &corridor->points[i];
        vec2s before = corridor->points[corridor_index(corridor, i - 1)].left;
        vec2s after = corridor->points[corridor_index(corridor, i + 1)].left;
        vec2s turned = glms_vec2_sub(after, before);
        // normals turn with the line: d(left)/ds = -curvature * tangent
        float bend = glms_vec2_dot(turned, vec2_left(point->left)) / (2.0f * corridor->step);
        if (bend > 1e-4f) {
            point->high = fminf(point->high, 0.75f / bend);
        } else if (bend < -1e-4f) {
            point->low = fmaxf(point->low, 0.75f / bend);
        }
    }
}

/// An evenly spaced corridor along `length` m, whose points are still zero.
static Corridor corridor_make(float length, bool open, int points_max, Arena *arena) {
    int count = corridor_points_wanted(length);
    Corridor corridor = {.count = count > points_max ? points_max : count, .open = open};
    corridor.points = arena_array(arena, (size_t)corridor.count, sizeof *corridor.points);
    corridor.step = length / (float)(corridor.count - open);
    return corridor;
}

int corridor_points_wanted(float length) {
    float step = fminf(fmaxf(length / 1000.0f, 1.0f), 2.0f);
    int count = (int)(length / step + 0.5f);
    return count < 16 ? 16 : count;
}

static float mix(float a, float b, float t) { return a + (b - a) * t; }

/// Half of a kerb's width lies outside the road's edge and can be driven on.
static float usable_width(const RibbonSample *sample, int side, float half) {
    float road = side == 0 ? sample->left : sample->right;
    return fmaxf(road + 0.5f * sample->kerb[side] - half - EDGE_MARGIN, 0.05f);
}

bool corridor_of_ribbon(const WaypointScan *scan, int points_max, Arena *arena, Corridor *out) {
    ASSERT(scan->half > 0.0f && points_max >= 16);
    const Track *track = scan->track;
    if (track->ribbon_count < 1 || track->ribbons[0].count < 4) {
        return false;
    }
    const Ribbon *ribbon = &track->ribbons[0];
    const RibbonSample *end = &ribbon->samples[ribbon->count - 1];
    float run_off = ribbon->closed ? 0.0f : waypoint_run_off(scan, end->point, end->tangent);
    float length = ribbon->length + run_off;
    Corridor corridor = corridor_make(length, !ribbon->closed, points_max, arena);
    int sample = 0;
    for (int i = 0; i < corridor.count; i++) {
        float s = corridor.step * (float)i;
        while (sample + 1 < ribbon->count && ribbon->samples[sample + 1].s <= s) {
            sample++;
        }
        const RibbonSample *a = &ribbon->samples[sample];
        bool last = corridor.open && sample + 1 == ribbon->count;
        const RibbonSample *b = &ribbon->samples[last ? sample : (sample + 1) % ribbon->count];
        float gap = ribbon_gap_after(ribbon, sample);
        float t = gap > 0.0f ? fminf((s - a->s) / gap, 1.0f) : 0.0f;
        corridor.points[i] = (CorridorPoint){
            .center = glms_vec2_lerp(a->point, b->point, t),
            .low = -mix(usable_width(a, 1, scan->half), usable_width(b, 1, scan->half), t),
            .high = mix(usable_width(a, 0, scan->half), usable_width(b, 0, scan->half), t),
            .most = INFINITY};
        if (last) { // the run-off
            vec2s on = glms_vec2_scale(a->tangent, fmaxf(s - a->s, 0.0f));
            corridor.points[i].center = glms_vec2_add(a->point, on);
        }
    }
    set_normals(&corridor);
    for (int i = 0; i < track->gate_count; i++) {
        if (!(track->gates[i].s >= 0.0f)) {
            return false;
        }
        int at = (int)(track->gates[i].s / corridor.step);
        corridor.gate_at[i] =
            corridor.open && at >= corridor.count ? corridor.count - 1 : at % corridor.count;
    }
    if (!corridor_narrow_to_gates(scan, &corridor) || !narrow_to_free(scan, true, &corridor)) {
        return false;
    }
    widen_pinches(&corridor);
    *out = corridor;
    return true;
}

static int line_pieces(const CorridorLine *line) {
    return line->open ? line->count - 1 : line->count;
}

float corridor_line_length(const CorridorLine *line) {
    float length = 0.0f;
    for (int i = 0; i < line_pieces(line); i++) {
        length += glms_vec2_distance(line->points[i], line->points[(i + 1) % line->count]);
    }
    return length;
}

/// The corridor along a line, `reach` m to either side without a look at anything.
static Corridor corridor_along(const CorridorLine *line, float reach, int points_max,
                               Arena *arena) {
    int count = line->count, pieces = line_pieces(line);
    float length = corridor_line_length(line);
    Corridor corridor = corridor_make(length, line->open, points_max, arena);
    float from = 0.0f; // length up to point i of the line
    int at = 0;
    for (int i = 0; i < count; i++) {
        vec2s a = line->points[i];
        vec2s b = i < pieces ? line->points[(i + 1) % count] : a;
        float chord = glms_vec2_distance(a, b);
        for (; at < corridor.count && (float)at * corridor.step <= from + chord; at++) {
            float t = chord > 0.0f ? ((float)at * corridor.step - from) / chord : 0.0f;
            corridor.points[at] = (CorridorPoint){.center = glms_vec2_lerp(a, b, t),
                                                  .low = -reach,
                                                  .high = reach,
                                                  .most = line->most ? line->most[i] : INFINITY};
        }
        from += chord;
    }
    for (; at < corridor.count; at++) { // what rounding left over
        corridor.points[at] = (CorridorPoint){
            .center = line->points[count - 1], .low = -reach, .high = reach, .most = INFINITY};
    }
    set_normals(&corridor);
    return corridor;
}

bool corridor_of_line(const CorridorLine *line, float reach, const WaypointScan *scan,
                      int points_max, Arena *arena, Corridor *out) {
    ASSERT(line->count >= 3 && scan->half > 0.0f && reach > 0.0f && points_max >= 16);
    Corridor corridor = corridor_along(line, reach, points_max, arena);
    corridor_find_gates(scan->track, line, &corridor);
    corridor_keep_order(scan, &corridor);
    if (!narrow_to_free(scan, false, &corridor)) {
        return false;
    }
    widen_pinches(&corridor);
    *out = corridor;
    return true;
}

void corridor_on_line(const CorridorLine *line, Arena *arena, Corridor *out) {
    ASSERT(line->count >= 3);
    float length = corridor_line_length(line);
    int count = line->count, pieces = line_pieces(line);
    int most = 2 * count + BARE_LEAST + (int)(length / BARE_STEP);
    Corridor corridor = {.open = line->open};
    corridor.points = arena_array(arena, (size_t)most, sizeof *corridor.points);
    int parts_least = (BARE_LEAST + pieces - 1) / pieces;
    for (int i = 0; i < count; i++) {
        vec2s a = line->points[i], b = line->points[i < pieces ? (i + 1) % count : i];
        int parts = 1 + (int)(glms_vec2_distance(a, b) / BARE_STEP);
        parts = i == pieces ? 1 : parts < parts_least ? parts_least : parts;
        for (int j = 0; j < parts; j++) {
            corridor.points[corridor.count++] =
                (CorridorPoint){.center = glms_vec2_lerp(a, b, (float)j / (float)parts),
                                .most = line->most ? line->most[i] : INFINITY};
        }
    }
    corridor.step = length / (float)(corridor.count - corridor.open);
    set_normals(&corridor);
    widen_pinches(&corridor);
    *out = corridor;
}

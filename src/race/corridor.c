#include "race/corridor.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "race/gate_path.h"

#include <math.h>
#include <string.h>

enum {
    LANES = 33,      ///< Places across the corridor that are looked at.
    LANE_CHANGE = 3, ///< Most lanes that the way may move from one point to the next.
    LAPS = 3,        ///< Of the search for a way past obstacles: the middle one joins itself.
};

/// Metres that the side of a car keeps from walls, and from the edge of the usable road.
#define WALL_MARGIN 0.5f
#define EDGE_MARGIN 0.15f
/// m that an obstacle's room grows or shrinks in a metre along the corridor: at 30 m/s a car moves
/// aside by 4.5 m/s.
#define TAPER 0.15f
/// A place counts as worse ground than the way where its metre costs this many times more.
#define WORSE_GROUND 1.1f

/// What the scan across the corridor needs to know.
typedef struct Scan {
    const Track *track;
    const WallGrid *walls;
    const Ground *ground;
    float half; ///< m, half of the car's width.
} Scan;

/// Cost of a metre at `point`; negative where the car does not fit.
static float place_cost(const Scan *scan, vec2s point, bool walls_near) {
    const Surface *surface = &scan->track->surfaces[ground_surface(scan->ground, point)];
    float need = scan->half + WALL_MARGIN;
    if (surface->respawn ||
        (walls_near && wall_grid_clearance(scan->walls, point, need) < need * 0.999f)) {
        return -1.0f;
    }
    return surface_cost(surface);
}

static float lane_offset(const CorridorPoint *point, int lane) {
    return point->low + (point->high - point->low) * (float)lane / (float)(LANES - 1);
}

static vec2s point_at(const CorridorPoint *point, float offset) {
    return glms_vec2_add(point->center, glms_vec2_scale(point->left, offset));
}

/// Looks across point `point` at all lanes. Returns whether all are free and alike.
static bool scan_across(const Scan *scan, const CorridorPoint *point, float costs[LANES]) {
    float reach = fmaxf(fabsf(point->low), fabsf(point->high)) + scan->half + WALL_MARGIN;
    bool walls_near = wall_grid_clearance(scan->walls, point->center, reach) < reach;
    bool alike = true;
    for (int i = 0; i < LANES; i++) {
        costs[i] = place_cost(scan, point_at(point, lane_offset(point, i)), walls_near);
        alike = alike && costs[i] > 0.0f && costs[i] == costs[0];
    }
    return alike;
}

/// The cheapest closed way through the lanes, by dynamic programming over three laps of which the
/// middle one is kept. `lanes[i]` becomes the way's lane at point i. False where there is none.
static bool find_lanes(const Corridor *corridor, const float (*costs)[LANES], uint8_t *lanes,
                       Arena *scratch) {
    int count = corridor->count, total = count * LAPS;
    uint8_t(*from)[LANES] = arena_array(scratch, (size_t)total, sizeof *from);
    float best[LANES] = {0};
    for (int i = 0; i < total; i++) {
        const CorridorPoint *point = &corridor->points[i % count];
        float width = (point->high - point->low) / (float)(LANES - 1);
        float next[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            float cost = costs[i % count][lane];
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
    for (int i = total - 1; i >= count; i--) {
        if (i < 2 * count) {
            lanes[i - count] = (uint8_t)lane;
        }
        lane = from[i][lane];
    }
    return true;
}

/// How far the free way reaches from `lane` on in direction `side` (-1 or 1): the last free lane,
/// made finer by halving.
static float free_edge(const Scan *scan, const CorridorPoint *point, const float costs[LANES],
                       int lane, int side) {
    float worst = costs[lane] * WORSE_GROUND;
    int last = lane;
    while (last + side >= 0 && last + side < LANES && costs[last + side] > 0.0f &&
           costs[last + side] <= worst) {
        last += side;
    }
    float inside = lane_offset(point, last);
    if (last + side < 0 || last + side >= LANES) {
        return inside;
    }
    float outside = lane_offset(point, last + side);
    for (int i = 0; i < 3; i++) {
        float middle = 0.5f * (inside + outside);
        float cost = place_cost(scan, point_at(point, middle), true);
        if (cost > 0.0f && cost <= worst) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    return inside;
}

/// Spreads each narrowing to the points before and after it, less by TAPER a metre: a car cannot
/// step aside at an obstacle, so the way past it begins and ends early. `low` and `high` hold how
/// far obstacles leave the way free, infinite where none does. The way itself stays in.
static void taper(Corridor *corridor, float *low, float *high, const uint8_t *lanes) {
    int count = corridor->count;
    float slope = TAPER * corridor->step;
    for (int i = 1; i < 2 * count; i++) { // twice round: the ends of a lap belong together
        int up = i % count, up_from = (i - 1) % count;
        int down = (2 * count - i) % count, down_from = (2 * count - i + 1) % count;
        low[up] = fmaxf(low[up], low[up_from] - slope);
        high[up] = fminf(high[up], high[up_from] + slope);
        low[down] = fmaxf(low[down], low[down_from] - slope);
        high[down] = fminf(high[down], high[down_from] + slope);
    }
    for (int i = 0; i < count; i++) {
        CorridorPoint *point = &corridor->points[i];
        float way = lane_offset(point, lanes[i]);
        point->low = fmaxf(point->low, fminf(low[i], way));
        point->high = fminf(point->high, fmaxf(high[i], way));
    }
}

/// Narrows the corridor to what is free beside the best way through it.
static bool narrow_to_free(const Scan *scan, Corridor *corridor) {
    Arena scratch = {0};
    size_t count = (size_t)corridor->count;
    float(*costs)[LANES] = arena_array(&scratch, count, sizeof *costs);
    uint8_t *lanes = arena_array(&scratch, count, 1);
    float *low = arena_array(&scratch, count, sizeof *low);
    float *high = arena_array(&scratch, count, sizeof *high);
    bool alike = true;
    for (int i = 0; i < corridor->count; i++) {
        bool row_alike = scan_across(scan, &corridor->points[i], costs[i]);
        alike = alike && row_alike;
    }
    bool found = alike || find_lanes(corridor, (const float(*)[LANES])costs, lanes, &scratch);
    if (found && !alike) {
        for (int i = 0; i < corridor->count; i++) {
            const CorridorPoint *point = &corridor->points[i];
            low[i] = free_edge(scan, point, costs[i], lanes[i], -1);
            high[i] = free_edge(scan, point, costs[i], lanes[i], 1);
            low[i] = low[i] <= point->low ? -INFINITY : low[i];
            high[i] = high[i] >= point->high ? INFINITY : high[i];
        }
        taper(corridor, low, high, lanes);
    }
    arena_destroy(&scratch);
    return found;
}

/// Keeps the corridor between the posts of each gate where it crosses it. False where the car does
/// not fit between them, or the corridor lies beside it.
static bool narrow_to_gates(const Scan *scan, Corridor *corridor) {
    for (int i = 0; i < scan->track->gate_count; i++) {
        const TrackGate *gate = &scan->track->gates[i];
        vec2s across = glms_vec2_sub(gate->right, gate->left);
        float width = glms_vec2_norm(across);
        if (!(width > 2.0f * scan->half)) {
            return false;
        }
        across = glms_vec2_scale(across, 1.0f / width);
        for (int j = -1; j <= 2; j++) {
            int at = (corridor->gate_at[i] + j + corridor->count) % corridor->count;
            CorridorPoint *point = &corridor->points[at];
            float slope = -glms_vec2_dot(point->left, across);
            if (slope < 0.3f) { // nearly along the gate: whether it passes shows in the end
                point->low = fmaxf(point->low, -0.5f);
                point->high = fminf(point->high, 0.5f);
                continue;
            }
            float room = fminf(scan->half + EDGE_MARGIN, 0.45f * width);
            float here = glms_vec2_dot(glms_vec2_sub(point->center, gate->left), across);
            float low = (here - (width - room)) / slope, high = (here - room) / slope;
            if (low > point->high || high < point->low) {
                return false;
            }
            point->low = fmaxf(point->low, low);
            point->high = fminf(point->high, high);
        }
    }
    return true;
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
        vec2s before = corridor->points[(i + count - 1) % count].center;
        vec2s after = corridor->points[(i + 1) % count].center;
        vec2s along = glms_vec2_normalize(glms_vec2_sub(after, before));
        corridor->points[i].left = vec2_left(along);
    }
    for (int i = 0; i < count; i++) {
        CorridorPoint *point = &corridor->points[i];
        vec2s before = corridor->points[(i + count - 1) % count].left;
        vec2s after = corridor->points[(i + 1) % count].left;
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

static int corridor_count(float length) {
    float step = fminf(fmaxf(length / 1000.0f, 1.0f), 2.0f);
    int count = (int)(length / step + 0.5f);
    return count < 16 ? 16 : count > CORRIDOR_POINTS_MAX ? CORRIDOR_POINTS_MAX : count;
}

static float mix(float a, float b, float t) { return a + (b - a) * t; }

/// Half of a kerb's width lies outside the road's edge and can be driven on.
static float usable_width(const RibbonSample *sample, int side, float half) {
    float road = side == 0 ? sample->left : sample->right;
    return fmaxf(road + 0.5f * sample->kerb[side] - half - EDGE_MARGIN, 0.05f);
}

bool corridor_of_ribbon(const Track *track, const WallGrid *walls, const Ground *ground,
                        float width, Arena *arena, Corridor *out) {
    ASSERT(width > 0.0f);
    if (track->ribbon_count < 1 || !track->ribbons[0].closed || track->ribbons[0].count < 4) {
        return false;
    }
    const Ribbon *ribbon = &track->ribbons[0];
    Scan scan = {track, walls, ground, 0.5f * width};
    Corridor corridor = {.count = corridor_count(ribbon->length)};
    corridor.step = ribbon->length / (float)corridor.count;
    corridor.points = arena_array(arena, (size_t)corridor.count, sizeof *corridor.points);
    int sample = 0;
    for (int i = 0; i < corridor.count; i++) {
        float s = corridor.step * (float)i;
        while (sample + 1 < ribbon->count && ribbon->samples[sample + 1].s <= s) {
            sample++;
        }
        const RibbonSample *a = &ribbon->samples[sample];
        const RibbonSample *b = &ribbon->samples[(sample + 1) % ribbon->count];
        float end = sample + 1 < ribbon->count ? b->s : ribbon->length;
        float t = end > a->s ? fminf((s - a->s) / (end - a->s), 1.0f) : 0.0f;
        corridor.points[i] = (CorridorPoint){
            .center = glms_vec2_lerp(a->point, b->point, t),
            .low = -mix(usable_width(a, 1, scan.half), usable_width(b, 1, scan.half), t),
            .high = mix(usable_width(a, 0, scan.half), usable_width(b, 0, scan.half), t)};
    }
    set_normals(&corridor);
    for (int i = 0; i < track->gate_count; i++) {
        if (!(track->gates[i].s >= 0.0f)) {
            return false;
        }
        corridor.gate_at[i] = (int)(track->gates[i].s / corridor.step) % corridor.count;
    }
    if (!narrow_to_gates(&scan, &corridor) || !narrow_to_free(&scan, &corridor)) {
        return false;
    }
    widen_pinches(&corridor);
    *out = corridor;
    return true;
}

bool corridor_of_line(const vec2s *line, int count, const int *gate_at, float reach,
                      const Track *track, const WallGrid *walls, const Ground *ground, float width,
                      Arena *arena, Corridor *out) {
    ASSERT(count >= 3 && width > 0.0f && reach > 0.0f);
    Scan scan = {track, walls, ground, 0.5f * width};
    float length = 0.0f;
    for (int i = 0; i < count; i++) {
        length += glms_vec2_distance(line[i], line[(i + 1) % count]);
    }
    Corridor corridor = {.count = corridor_count(length)};
    corridor.step = length / (float)corridor.count;
    corridor.points = arena_array(arena, (size_t)corridor.count, sizeof *corridor.points);
    float from = 0.0f; // length up to line[i]
    int at = 0, gate = 0;
    for (int i = 0; i < count; i++) {
        vec2s a = line[i], b = line[(i + 1) % count];
        float chord = glms_vec2_distance(a, b);
        for (; gate < track->gate_count && gate_at[gate] == i; gate++) {
            corridor.gate_at[gate] = (int)(from / corridor.step) % corridor.count;
        }
        for (; at < corridor.count && (float)at * corridor.step <= from + chord; at++) {
            float t = chord > 0.0f ? ((float)at * corridor.step - from) / chord : 0.0f;
            corridor.points[at] =
                (CorridorPoint){.center = glms_vec2_lerp(a, b, t), .low = -reach, .high = reach};
        }
        from += chord;
    }
    for (; at < corridor.count; at++) { // what rounding left over
        corridor.points[at] =
            (CorridorPoint){.center = line[count - 1], .low = -reach, .high = reach};
    }
    set_normals(&corridor);
    if (!narrow_to_gates(&scan, &corridor) || !narrow_to_free(&scan, &corridor)) {
        return false;
    }
    widen_pinches(&corridor);
    *out = corridor;
    return true;
}

/// The place on `gate` nearest to `point` that leaves the car its half width to the posts.
static vec2s slide_on_gate(const Scan *scan, const TrackGate *gate, vec2s point) {
    vec2s across = glms_vec2_sub(gate->right, gate->left);
    float width2 = glms_vec2_norm2(across);
    float t = glms_vec2_dot(glms_vec2_sub(point, gate->left), across) / width2;
    float margin = fminf((scan->half + WALL_MARGIN) / sqrtf(width2), 0.45f);
    t = fminf(fmaxf(t, margin), 1.0f - margin);
    return glms_vec2_add(gate->left, glms_vec2_scale(across, t));
}

/// Pulls a ragged path straight: every point moves to the mean of those around it where the car
/// fits there. Points at gates slide along them.
static void smooth_path(const Scan *scan, GatePath *path, Arena *scratch) {
    enum {
        PASSES = 60
    };
    const TrackGate **gates = arena_array(scratch, (size_t)path->count, sizeof *gates);
    for (int i = 0; i < scan->track->gate_count; i++) {
        gates[path->gate_at[i]] = &scan->track->gates[i];
    }
    for (int pass = 0; pass < PASSES; pass++) {
        int reach = pass < PASSES / 2 ? 4 : pass < PASSES * 5 / 6 ? 2 : 1;
        for (int i = 0; i < path->count; i++) {
            vec2s sum = path->points[i]; // of all within reach: ends alone would part even from odd
            for (int j = 1; j <= reach; j++) {
                sum = glms_vec2_add(sum, path->points[(i + path->count - j) % path->count]);
                sum = glms_vec2_add(sum, path->points[(i + j) % path->count]);
            }
            vec2s mean = glms_vec2_scale(sum, 1.0f / (float)(2 * reach + 1));
            mean = gates[i] ? slide_on_gate(scan, gates[i], mean) : mean;
            float now = place_cost(scan, path->points[i], true);
            float then = place_cost(scan, mean, true);
            if (then > 0.0f && (then <= now * WORSE_GROUND || now < 0.0f)) {
                path->points[i] = mean;
            }
        }
    }
}

bool corridor_of_gates(const Track *track, const WallGrid *walls, const Ground *ground, float width,
                       Arena *arena, Corridor *out) {
    enum {
        REACH = 3 ///< m to either side of the path, whose bends are still tight
    };
    Scan scan = {track, walls, ground, 0.5f * width};
    Arena scratch = {0};
    GatePath path;
    bool found = gate_path_find(track, walls, ground, scan.half + WALL_MARGIN, &scratch, &path);
    if (found) {
        smooth_path(&scan, &path, &scratch);
        found = corridor_of_line(path.points, path.count, path.gate_at, (float)REACH, track, walls,
                                 ground, width, arena, out);
    }
    arena_destroy(&scratch);
    return found;
}

#include "line/corridor_gates.h"

#include "geometry/polygon.h"
#include "line/route_grid.h"
#include "track/gates.h"

#include <math.h>

enum {
    FIND_WITHIN = 24 ///< Points from where a line says to where a corridor along it meets a gate.
};

/// m that a post's room grows by in a metre along the corridor: without that, a line that may swing
/// wide beside a gate would lead into it by a spike.
#define POST_TAPER 1.0f
/// m to either side of a pinned point that a corridor is narrowed, and the room that is left there,
/// by level: at the point and how much more a metre from it.
#define PIN_REACH 20.0f
#define PIN_ROOM  0.3f
#define PIN_TAPER 0.3f

/// m that a way keeps from its leg's gates except where it crosses them, and how finely across the
/// corridor that is looked for.
#define GATE_ROOM 0.5f
#define GATE_STEP 0.25f

bool corridor_narrow_to_gates(const WaypointScan *scan, Corridor *corridor) {
    for (int i = 0; i < scan->track->gate_count; i++) {
        const TrackGate *gate = &scan->track->gates[i];
        vec2s across = glms_vec2_sub(gate->right, gate->left);
        float width = glms_vec2_norm(across);
        if (!(width > 2.0f * scan->half)) {
            return false;
        }
        across = glms_vec2_scale(across, 1.0f / width);
        for (int j = -1; j <= 2; j++) {
            int at = corridor_index(corridor, corridor->gate_at[i] + j);
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

/// The point of `corridor` just before it crosses `gate`, near point `at`; that one where none is.
static int find_crossing(const Corridor *corridor, const TrackGate *gate, int at) {
    int within = corridor->count / 2 < FIND_WITHIN ? corridor->count / 2 : FIND_WITHIN;
    for (int i = 0; i <= 2 * within; i++) {
        int near = corridor_index(corridor, at + (i + 1) / 2 * (i % 2 == 0 ? 1 : -1));
        vec2s from = corridor->points[near].center;
        vec2s to = corridor->points[corridor_index(corridor, near + 1)].center;
        if (track_gate_crossing(gate, from, to).direction > 0) {
            return near;
        }
    }
    return at;
}

void corridor_find_gates(const Track *track, const CorridorLine *line, Corridor *corridor) {
    for (int gate = 0; gate < track->gate_count; gate++) {
        float length = 0.0f; // up to where the line crosses the gate
        for (int i = 0; i < line->gate_at[gate]; i++) {
            length += glms_vec2_distance(line->points[i], line->points[i + 1]);
        }
        int i = line->gate_at[gate];
        vec2s from = line->points[i], to = line->points[(i + 1) % line->count];
        float part = track_gate_crossing(&track->gates[gate], from, to).part;
        length += part * glms_vec2_distance(from, to);
        int at = corridor_index(corridor, (int)(length / corridor->step));
        corridor->gate_at[gate] = find_crossing(corridor, &track->gates[gate], at);
    }
}

/// A gate as cross-sections of a corridor see it.
typedef struct GateLine {
    vec2s left, across, forward; ///< `across` and `forward` are unit.
    float from, to;              ///< m along `across` between which the middle of a car passes.
} GateLine;

static GateLine gate_line(const WaypointScan *scan, const TrackGate *gate) {
    vec2s across = glms_vec2_sub(gate->right, gate->left);
    float width = glms_vec2_norm(across);
    return (GateLine){.left = gate->left,
                      .across = glms_vec2_scale(across, 1.0f / width),
                      .forward = gate_forward(gate),
                      .from = waypoint_post_room(scan, gate->left, width),
                      .to = width - waypoint_post_room(scan, gate->right, width)};
}

/// Keeps the point just before or after a gate between its posts, as far as its centre is.
static void keep_between_posts(const GateLine *gate, CorridorPoint *point) {
    float slope = -glms_vec2_dot(point->left, gate->across);
    if (slope < 0.3f) { // nearly along the gate
        point->low = fmaxf(point->low, -0.5f);
        point->high = fminf(point->high, 0.5f);
        return;
    }
    float here = glms_vec2_dot(glms_vec2_sub(point->center, gate->left), gate->across);
    float low = (here - gate->to) / slope, high = (here - gate->from) / slope;
    point->low = fmaxf(point->low, fminf(low, 0.0f));
    point->high = fminf(point->high, fmaxf(high, 0.0f));
}

/// Ends the point's cross-section where it meets the gate's line beyond a post. Returns whether it
/// meets that line at all.
static bool keep_off_beyond(const GateLine *gate, CorridorPoint *point) {
    vec2s from = glms_vec2_sub(point->center, gate->left);
    float slope = glms_vec2_dot(point->left, gate->forward);
    float offset = -glms_vec2_dot(from, gate->forward) / slope;
    if (!(offset >= point->low && offset <= point->high)) { // nor where they are parallel
        return false;
    }
    float across =
        glms_vec2_dot(from, gate->across) + offset * glms_vec2_dot(point->left, gate->across);
    if (across < gate->from || across > gate->to) {
        point->low = offset < 0.0f ? offset : point->low;
        point->high = offset > 0.0f ? offset : point->high;
    }
    return true;
}

/// m to either side that a point may move until it comes too near to `gate` or crosses it.
static void keep_off_gate(const TrackGate *gate, CorridorPoint *point) {
    float distance = sqrtf(segment_distance2(gate->left, gate->right, point->center, NULL));
    float room = fminf(GATE_ROOM, distance);
    if (distance > fmaxf(-point->low, point->high) + room) {
        return;
    }
    for (int side = -1; side <= 1; side += 2) {
        float most = side < 0 ? -point->low : point->high, reach = 0.0f;
        for (float aside = GATE_STEP; reach < most; aside += GATE_STEP) {
            aside = fminf(aside, most);
            vec2s at =
                glms_vec2_add(point->center, glms_vec2_scale(point->left, (float)side * aside));
            if (segment_distance2(gate->left, gate->right, at, NULL) < 0.999f * room * room ||
                route_is_barred(gate, ROUTE_POSTS_LEAST, point->center, at)) {
                break;
            }
            reach = aside;
        }
        point->low = side < 0 ? fmaxf(point->low, -reach) : point->low;
        point->high = side > 0 ? fminf(point->high, reach) : point->high;
    }
}

/// Points from gate `from` on to gate `to` of a corridor: the whole way round where they are one.
static int points_between(const Corridor *corridor, int from, int to) {
    int count = corridor->gate_at[to] - corridor->gate_at[from];
    return count < 0 || (from == to && !corridor->open) ? count + corridor->count : count;
}

/// Keeps the `count` points to one `side` (1 or -1) of where the corridor crosses `gate` from
/// crossing it anew: near that place off its posts, farther on off all of it.
static void keep_leg(const WaypointScan *scan, const TrackGate *gate, int at, int side, int count,
                     Corridor *corridor) {
    GateLine line = gate_line(scan, gate);
    bool crosses = true;
    float low = -INFINITY, high = INFINITY;
    for (int i = 0; i < count; i++) {
        CorridorPoint *point = &corridor->points[corridor_index(corridor, at + side * i)];
        if (i == 0) {
            keep_between_posts(&line, point);
            low = point->low;
            high = point->high;
        }
        float more = POST_TAPER * corridor->step * (float)i;
        point->low = fmaxf(point->low, low - more);
        point->high = fminf(point->high, high + more);
        crosses = crosses && (keep_off_beyond(&line, point) || i < 3);
        if (!crosses) {
            keep_off_gate(gate, point);
        }
    }
}

void corridor_keep_order(const WaypointScan *scan, Corridor *corridor) {
    int gates = scan->track->gate_count;
    for (int gate = 0; gate < gates; gate++) {
        int at = corridor->gate_at[gate];
        bool first = corridor->open && gate == 0, last = corridor->open && gate == gates - 1;
        int before = first ? at + 1 : points_between(corridor, (gate + gates - 1) % gates, gate);
        int after =
            last ? corridor->count - at - 1 : points_between(corridor, gate, (gate + 1) % gates);
        int share = gates == 1 && !corridor->open ? 2 : 1; // the same leg from both ends
        keep_leg(scan, &scan->track->gates[gate], at, -1, before / share, corridor);
        keep_leg(scan, &scan->track->gates[gate], at + 1, 1, after / share, corridor);
    }
}

void corridor_pin(Corridor *corridor, int at, int level) {
    int reach = (int)(PIN_REACH / corridor->step);
    reach = 2 * reach < corridor->count ? reach : corridor->count / 2;
    float share = level == 0 ? 1.0f : level == 1 ? 0.3f : 0.0f;
    for (int i = -reach; i <= reach; i++) {
        CorridorPoint *point = &corridor->points[corridor_index(corridor, at + i)];
        float room = 0.02f + share * (PIN_ROOM + PIN_TAPER * corridor->step * fabsf((float)i));
        if (point->low < 0.0f && point->high > 0.0f) { // else the centre is not in it
            point->low = fmaxf(point->low, -room);
            point->high = fminf(point->high, room);
        }
    }
}

#include "line/gate_road.h"

#include "geometry/polygon.h"
#include "line/route_grid.h"
#include "track/gates.h"

#include <math.h>
#include <string.h>

enum {
    PASSES = 60 ///< Of smoothing.
};

/// m that the path bends with at least, where there is room, and the share of what is missing by
/// which a pass moves each end of too tight a turn.
#define TURN_RADIUS 6.0f
#define TURN_PUSH   0.25f

/// m beyond what a car needs that is looked for walls: a point that moves less asks no more.
#define LOOK_AHEAD 3.0f
/// m that rounding may take from what is known of walls, kilometres from the origin too.
#define LOOK_MARGIN 0.02f
/// m that the points beside a gate's keep from its line, where they are so far from it at all.
#define GATE_SIDE       1.5f
#define GATE_SIDE_LEAST 0.05f

/// A point of the path while it is smoothed.
typedef struct PathPoint {
    const TrackGate *gate; ///< That is crossed here; NULL mostly.
    const TrackGate *from; ///< The gates of its leg, which is not to cross either; NULL at the
    const TrackGate *to;   ///< ends of a sprint. A point at a gate ends the leg before it.
    Waypoint waypoint;     ///< What the point is worth where it is.
    vec2s free_at;         ///< m: walls are farther than the car needs from all places ...
    float free_reach;      ///< ... up to so many m from there; 0: unknown.
} PathPoint;

/// The place on `gate` nearest to `point` that leaves the car room to the posts.
static vec2s slide_on_gate(const WaypointScan *scan, const TrackGate *gate, vec2s point) {
    vec2s across = glms_vec2_sub(gate->right, gate->left);
    float width = glms_vec2_norm(across);
    float t = glms_vec2_dot(glms_vec2_sub(point, gate->left), across) / (width * width);
    float low = waypoint_post_room(scan, gate->left, width) / width;
    float high = 1.0f - waypoint_post_room(scan, gate->right, width) / width;
    return glms_vec2_add(gate->left, glms_vec2_scale(across, fminf(fmaxf(t, low), high)));
}

/// waypoint_at, which asks for walls only where `place` has moved too far to know.
static Waypoint look(const WaypointScan *scan, PathPoint *place, vec2s point) {
    float need = waypoint_need(scan);
    vec2s moved = glms_vec2_sub(point, place->free_at);
    if (glms_vec2_norm2(moved) < place->free_reach * place->free_reach) {
        return waypoint_with(scan, point, need);
    }
    float clear = wall_grid_clearance(scan->walls, point, need + LOOK_AHEAD);
    place->free_at = point;
    place->free_reach = fmaxf(clear - need - LOOK_MARGIN, 0.0f);
    return waypoint_with(scan, point, fminf(clear, need));
}

/// The mean of point `i` of `path` and the `reach` points to either side.
static vec2s mean_around(const GatePath *path, int i, int reach) {
    vec2s sum = path->points[i]; // of all within reach: ends alone would part even from odd
    for (int j = 1; j <= reach; j++) {
        sum = glms_vec2_add(sum, path->points[(i + path->count - j) % path->count]);
        sum = glms_vec2_add(sum, path->points[(i + j) % path->count]);
    }
    return glms_vec2_scale(sum, 1.0f / (float)(2 * reach + 1));
}

/// Whether a point beside a gate's may move to `side` m from its line, from `now` m.
static bool keeps_side(float side, float now) {
    return side >= fmaxf(fminf(GATE_SIDE, now), GATE_SIDE_LEAST);
}

/// Whether the piece from `a` to `b`, between the points `first` and `second`, keeps its leg's
/// order: forwards over the gates at its ends, over none of the leg's elsewhere. One of the two
/// ends moves, from `now`.
static bool piece_keeps_order(const PathPoint *first, const PathPoint *second, vec2s a, vec2s b,
                              vec2s now) {
    const TrackGate *from = second->from, *to = second->to;
    bool begins = from && first->gate == from, ends = to && second->gate == to;
    if (begins && ends) { // straight from gate to gate
        return gate_side(from, b) >= GATE_SIDE_LEAST && gate_side(to, a) <= -GATE_SIDE_LEAST;
    }
    if (begins ? !keeps_side(gate_side(from, b), gate_side(from, now))
               : from && route_is_barred(from, ROUTE_POSTS_LEAST, a, b)) {
        return false;
    }
    return ends ? keeps_side(-gate_side(to, a), -gate_side(to, now))
                : !to || !route_is_barred(to, ROUTE_POSTS_LEAST, a, b);
}

/// Whether a point of a leg that begins or ends at `gate` (NULL: nowhere) may move from `now` to
/// `point`: no nearer to its posts than the car needs, and not close along its line, unless it is
/// there already.
static bool keeps_off_gate(const WaypointScan *scan, const TrackGate *gate, vec2s now,
                           vec2s point) {
    if (!gate) {
        return true;
    }
    float need = waypoint_need(scan);
    vec2s posts[2] = {gate->left, gate->right};
    for (int i = 0; i < 2; i++) {
        float post = glms_vec2_distance2(posts[i], point);
        if (post < need * need && post < glms_vec2_distance2(posts[i], now)) {
            return false;
        }
    }
    float line = segment_distance2(gate->left, gate->right, point, NULL);
    return line >= GATE_SIDE * GATE_SIDE ||
           line >= segment_distance2(gate->left, gate->right, now, NULL);
}

/// Whether point `i` may move to `point`: the path then still takes the gates in order, and keeps
/// off those that it passes.
static bool keeps_order(const WaypointScan *scan, const GatePath *path, const PathPoint *places,
                        int i, vec2s point, bool open) {
    int count = path->count, before = (i + count - 1) % count, after = (i + 1) % count;
    const PathPoint *place = &places[i];
    vec2s now = path->points[i];
    if (!(open && i == 0) &&
        !piece_keeps_order(&places[before], place, path->points[before], point, now)) {
        return false;
    }
    if (!(open && after == 0) &&
        !piece_keeps_order(place, &places[after], point, path->points[after], now)) {
        return false;
    }
    return place->gate || (keeps_off_gate(scan, place->from, now, point) &&
                           keeps_off_gate(scan, place->to, now, point));
}

static PathPoint *places_of(const WaypointScan *scan, const GatePath *path, bool open,
                            Arena *scratch) {
    PathPoint *places = arena_array(scratch, (size_t)path->count, sizeof *places);
    const Track *track = scan->track;
    const TrackGate *last = &track->gates[track->gate_count - 1];
    int gate = 0;
    for (int i = 0; i < path->count; i++) {
        PathPoint *place = &places[i];
        place->from = gate > 0 ? &track->gates[gate - 1] : open ? NULL : last;
        place->to = gate < track->gate_count ? &track->gates[gate] : NULL;
        if (gate < track->gate_count && path->gate_at[gate] == i) {
            place->gate = &track->gates[gate++];
        }
        place->waypoint = look(scan, place, path->points[i]);
    }
    return places;
}

/// What is smoothed.
typedef struct Smoother {
    const WaypointScan *scan;
    GatePath *path;
    PathPoint *places;
    float *along; ///< m from the path's first point to each.
    bool open;
} Smoother;

/// Moves point `i` to `point`, or to the place of its gate nearest to there, if the car fits there
/// and the gates are still crossed in order.
static void move_point(const Smoother *smoother, int i, vec2s point) {
    const WaypointScan *scan = smoother->scan;
    PathPoint *place = &smoother->places[i];
    vec2s to = place->gate ? slide_on_gate(scan, place->gate, point) : point;
    Waypoint then = look(scan, place, to);
    bool fits = then.ground > 0.0f;
    if (fits && (waypoint_is_as_good(then, place->waypoint) || place->waypoint.ground < 0.0f) &&
        keeps_order(scan, smoother->path, smoother->places, i, to, smoother->open)) {
        smoother->path->points[i] = to;
        place->waypoint = then;
    }
}

/// Pushes points apart that lie half a circle of TURN_RADIUS along the path from each other, but
/// nearer than its diameter: a line that bends less never does (Schur, 1921). So the path gets
/// round a post, or back through a gate, with the room that a car takes to turn.
static void widen_turns(const Smoother *smoother) {
    GatePath *path = smoother->path;
    int count = path->count;
    float *along = smoother->along;
    float length = 0.0f;
    for (int i = 0; i < count; i++) {
        along[i] = length;
        length += glms_vec2_distance(path->points[i], path->points[(i + 1) % count]);
    }
    const float half = 0.5f * 6.2831853f * TURN_RADIUS;
    int keep = smoother->open ? 1 : 0; // the ends of an open path stay
    for (int i = keep, j = i; i < count - keep; i++) {
        float gap = 0.0f;
        for (j = j < i ? i : j; j < i + count; j++) {
            gap = along[j % count] - along[i] + (j >= count ? length : 0.0f);
            if (gap >= half) {
                break;
            }
        }
        if (gap < half || (smoother->open && j >= count - keep)) {
            break;
        }
        vec2s apart = glms_vec2_sub(path->points[j % count], path->points[i]);
        float chord = glms_vec2_norm(apart);
        if (chord < 2.0f * TURN_RADIUS && chord > 0.01f) {
            float push = TURN_PUSH * (2.0f * TURN_RADIUS - chord) / chord;
            vec2s aside = glms_vec2_scale(apart, push);
            move_point(smoother, i, glms_vec2_sub(path->points[i], aside));
            move_point(smoother, j % count, glms_vec2_add(path->points[j % count], aside));
        }
    }
}

/// Pulls a ragged path straight: every point moves to the mean of those around it where it can.
/// Points at gates slide along them.
static void smooth(const WaypointScan *scan, GatePath *path, bool open, ProgressPart progress,
                   Arena *scratch) {
    const Smoother smoother = {.scan = scan,
                               .path = path,
                               .places = places_of(scan, path, open, scratch),
                               .along = arena_array(scratch, (size_t)path->count, sizeof(float)),
                               .open = open};
    for (int pass = 0; pass < PASSES; pass++) {
        int reach = pass < PASSES / 2 ? 4 : pass < PASSES * 5 / 6 ? 2 : 1;
        int keep = open ? reach : 0; // the ends of an open path stay
        for (int i = keep; i < path->count - keep; i++) {
            move_point(&smoother, i, mean_around(path, i, reach));
        }
        widen_turns(&smoother);
        progress_tell(progress, (float)(pass + 1) / (float)PASSES);
    }
}

/// Lets a sprint's path go on behind the finish.
static void add_run_off(const WaypointScan *scan, GatePath *path, Arena *arena) {
    const TrackGate *finish = &scan->track->gates[scan->track->gate_count - 1];
    vec2s along = gate_forward(finish);
    vec2s end = path->points[path->count - 1];
    int more = (int)waypoint_run_off(scan, end, along);
    vec2s *points = arena_array(arena, (size_t)(path->count + more), sizeof *points);
    memcpy(points, path->points, (size_t)path->count * sizeof *points);
    for (int i = 0; i < more; i++) {
        points[path->count + i] = glms_vec2_add(end, glms_vec2_scale(along, (float)(i + 1)));
    }
    path->points = points;
    path->count += more;
}

bool gate_road_make(const WaypointScan *scan, bool sprint, ProgressPart progress, Arena *arena,
                    GatePath *out, GateTrouble *trouble) {
    ProgressPart search = progress_part(progress, 0.0f, 0.9f);
    if (!gate_path_find(scan, sprint, search, arena, out, trouble)) {
        return false;
    }
    Arena scratch = {0};
    smooth(scan, out, sprint, progress_part(progress, 0.9f, 1.0f), &scratch);
    arena_destroy(&scratch);
    if (sprint) {
        add_run_off(scan, out, arena);
    }
    return true;
}

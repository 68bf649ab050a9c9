#include "race/gate_road.h"

#include "geometry/transform.h"

#include <math.h>
#include <string.h>

enum {
    PASSES = 60 ///< Of smoothing.
};

/// m that a sprint's way goes on straight behind the finish, at most.
#define RUN_OUT 100.0f
/// m beyond what a car needs that is looked for walls: a point that moves less asks no more.
#define LOOK_AHEAD 3.0f
/// m that rounding may take from what is known of walls, kilometres from the origin too.
#define LOOK_MARGIN 0.02f

/// A point of the path while it is smoothed.
typedef struct PathPoint {
    const TrackGate *gate; ///< That is crossed here; NULL mostly.
    Spot spot;             ///< What the point is worth where it is.
    vec2s free_at;         ///< m: walls are farther than the car needs from all places ...
    float free_reach;      ///< ... up to so many m from there; 0: unknown.
} PathPoint;

/// The place on `gate` nearest to `point` that leaves the car its half width to the posts.
static vec2s slide_on_gate(const SpotScan *scan, const TrackGate *gate, vec2s point) {
    vec2s across = glms_vec2_sub(gate->right, gate->left);
    float width2 = glms_vec2_norm2(across);
    float t = glms_vec2_dot(glms_vec2_sub(point, gate->left), across) / width2;
    float margin = fminf(spot_need(scan) / sqrtf(width2), 0.45f);
    t = fminf(fmaxf(t, margin), 1.0f - margin);
    return glms_vec2_add(gate->left, glms_vec2_scale(across, t));
}

/// spot_at, which asks for walls only where `place` has moved too far to know.
static Spot look(const SpotScan *scan, PathPoint *place, vec2s point) {
    float need = spot_need(scan);
    vec2s moved = glms_vec2_sub(point, place->free_at);
    if (glms_vec2_norm2(moved) < place->free_reach * place->free_reach) {
        return spot_with(scan, point, need);
    }
    float clear = wall_grid_clearance(scan->walls, point, need + LOOK_AHEAD);
    place->free_at = point;
    place->free_reach = fmaxf(clear - need - LOOK_MARGIN, 0.0f);
    return spot_with(scan, point, fminf(clear, need));
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

/// Pulls a ragged path straight: every point moves to the mean of those around it where the car
/// fits there. Points at gates slide along them.
static void smooth(const SpotScan *scan, GatePath *path, bool open, ProgressPart progress,
                   Arena *scratch) {
    PathPoint *places = arena_array(scratch, (size_t)path->count, sizeof *places);
    for (int i = 0; i < scan->track->gate_count; i++) {
        places[path->gate_at[i]].gate = &scan->track->gates[i];
    }
    for (int i = 0; i < path->count; i++) {
        places[i].spot = look(scan, &places[i], path->points[i]);
    }
    for (int pass = 0; pass < PASSES; pass++) {
        int reach = pass < PASSES / 2 ? 4 : pass < PASSES * 5 / 6 ? 2 : 1;
        int keep = open ? reach : 0; // the ends of an open path stay
        for (int i = keep; i < path->count - keep; i++) {
            PathPoint *place = &places[i];
            vec2s mean = mean_around(path, i, reach);
            mean = place->gate ? slide_on_gate(scan, place->gate, mean) : mean;
            Spot then = look(scan, place, mean);
            bool fits = then.ground > 0.0f;
            if (fits && (spot_is_as_good(then, place->spot) || place->spot.ground < 0.0f)) {
                path->points[i] = mean;
                place->spot = then;
            }
        }
        progress_tell(progress, (float)(pass + 1) / (float)PASSES);
    }
}

/// Lets a sprint's path go on behind the finish.
static void add_run_out(const SpotScan *scan, GatePath *path, Arena *arena) {
    const TrackGate *finish = &scan->track->gates[scan->track->gate_count - 1];
    vec2s along = glms_vec2_normalize(vec2_left(glms_vec2_sub(finish->right, finish->left)));
    vec2s end = path->points[path->count - 1];
    int more = (int)spot_run_out(scan, end, along, RUN_OUT);
    vec2s *points = arena_array(arena, (size_t)(path->count + more), sizeof *points);
    memcpy(points, path->points, (size_t)path->count * sizeof *points);
    for (int i = 0; i < more; i++) {
        points[path->count + i] = glms_vec2_add(end, glms_vec2_scale(along, (float)(i + 1)));
    }
    path->points = points;
    path->count += more;
}

bool gate_road_make(const SpotScan *scan, bool sprint, ProgressPart progress, Arena *arena,
                    GatePath *out) {
    if (!gate_path_find(scan, sprint, progress_part(progress, 0.0f, 0.9f), arena, out)) {
        return false;
    }
    Arena scratch = {0};
    smooth(scan, out, sprint, progress_part(progress, 0.9f, 1.0f), &scratch);
    arena_destroy(&scratch);
    if (sprint) {
        add_run_out(scan, out, arena);
    }
    return true;
}

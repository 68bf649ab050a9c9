#include "line/racing_line_make.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "line/branches.h"
#include "line/corridor_gates.h"
#include "line/corridor_make.h"
#include "line/gate_road.h"
#include "line/guide_line.h"
#include "line/least_curvature.h"
#include "line/speed_profile.h"

#include <math.h>
#include <string.h>

enum {
    PINS_MAX = 8, ///< Times that a corridor is pinned where its line went astray.
    REACHES = 5,  ///< Widths of the corridors in which a line from gate to gate is looked for.
};

/// Curvature is the mean over this many metres: a car does not feel shorter bends.
#define CURVATURE_WINDOW 8.0f

/// What the speeds of the line leave to the driver: pedals and ABS lag, and braking in a bend
/// upsets the car. With less, cars with light rear tyres spin (tests/test_driver.c).
static const SpeedMargins plan = {.side = 1.0f, .brake = 0.94f, .drive = 1.0f, .tail = 1.0f};
/// Every limit at once, for the yardstick.
static const SpeedMargins ideal = {.side = 1.0f, .brake = 1.0f, .drive = 1.0f};

/// m/s with CAR_MARGIN_LEAST of room beside the car, and that are added for the whole of
/// CAR_MARGIN. A little less than that is none of a narrow place.
#define TIGHT_SPEED 4.0f
#define TIGHT_MORE  14.0f
#define TIGHT_FROM  (0.9f * CAR_MARGIN)
/// m before and behind a narrow place that are driven as slowly: half a car.
#define TIGHT_REACH 3.0f

/// rad: a line with a sharper corner than this goes back on itself, which a wide corridor may let
/// it do beside a gate.
#define SPIKE 1.2f

/// m beside an author's line that rivals use to pass.
#define GUIDE_REACH 8.0f

/// Prices of a metre of length against curvature that are tried, 1/m2; the quickest lap wins.
static const float length_weights[] = {0.0f, 1.0f / (160.0f * 160.0f), 1.0f / (80.0f * 80.0f),
                                       1.0f / (45.0f * 45.0f), 1.0f / (25.0f * 25.0f)};

/// What a line is made of.
typedef struct Maker {
    WaypointScan scan; ///< Track and car.
    CarLimits limits;
    float half_track; ///< m, from wheel to wheel.
    bool given;       ///< The corridor runs along an author's line, which is to be kept.
} Maker;

/// Positions, tangents, arc lengths and the room to either side.
static void place_points(const Corridor *corridor, const float *offsets, RacingLine *line) {
    int count = corridor->count;
    line->count = count;
    line->open = corridor->open;
    line->length = 0.0f;
    for (int i = 0; i < count; i++) {
        line->points[i].point = corridor_place(&corridor->points[i], offsets[i]);
    }
    for (int i = 0; i < count; i++) {
        const CorridorPoint *place = &corridor->points[i];
        LinePoint *point = &line->points[i];
        vec2s before = line->points[racing_line_index(line, i - 1)].point;
        vec2s after = line->points[racing_line_index(line, i + 1)].point;
        point->tangent = glms_vec2_normalize(glms_vec2_sub(after, before));
        point->s = line->length;
        line->length += glms_vec2_distance(point->point, after);
        // room is measured square to the line, which may cross the corridor at an angle
        float square = fmaxf(glms_vec2_dot(place->left, vec2_left(point->tangent)), 0.5f);
        point->left = (place->high - offsets[i]) * square;
        point->right = (offsets[i] - place->low) * square;
    }
}

/// Length of the line from point i to the next.
static float piece_length(const RacingLine *line, int i) {
    float end = i + 1 < line->count ? line->points[i + 1].s : line->length;
    return fmaxf(end - line->points[i].s, 1e-3f);
}

/// How far the way from `back` over `here` to `ahead` turns, left positive (rad).
static float turn_at(vec2s back, vec2s here, vec2s ahead) {
    vec2s from = glms_vec2_sub(here, back), to = glms_vec2_sub(ahead, here);
    return trig_atan2(glms_vec2_dot(vec2_left(from), to), glms_vec2_dot(from, to));
}

/// Curvature at each point: the turn of the line's pieces within the window over its length.
static void measure_curvature(RacingLine *line, Arena *scratch) {
    int count = line->count;
    float *turn = arena_array(scratch, (size_t)count, sizeof *turn);
    for (int i = 0; i < count; i++) {
        vec2s back = line->points[racing_line_index(line, i - 1)].point;
        vec2s ahead = line->points[racing_line_index(line, i + 1)].point;
        bool end = line->open && (i == 0 || i == count - 1);
        turn[i] = end ? 0.0f : turn_at(back, line->points[i].point, ahead);
    }
    for (int i = 0; i < count; i++) {
        // half of the pieces at both sides belongs to the point itself
        float sum = turn[i], length = 0.5f * (piece_length(line, racing_line_index(line, i - 1)) +
                                              piece_length(line, i));
        for (int j = 1; j < count / 2 && length < CURVATURE_WINDOW; j++) {
            int before = racing_line_index(line, i - j), after = racing_line_index(line, i + j);
            sum += turn[before] + turn[after];
            length += 0.5f * (piece_length(line, racing_line_index(line, before - 1)) +
                              piece_length(line, before) + piece_length(line, after) +
                              piece_length(line, racing_line_index(line, after - 1)));
        }
        line->points[i].curvature = sum / length;
    }
}

/// What one makes of the ground under the line, on the whole width of the car.
static SpeedPoint ground_under(const Maker *maker, const LinePoint *point) {
    SpeedPoint under = {.curvature = point->curvature};
    for (int side = -1; side <= 1; side++) {
        vec2s aside = glms_vec2_scale(vec2_left(point->tangent), maker->half_track * (float)side);
        vec2s at = glms_vec2_add(point->point, aside);
        const Surface *surface =
            &maker->scan.track->surfaces[ground_surface(maker->scan.ground, at)];
        under.grip += surface->grip / 3.0f;
        under.rolling += surface->rolling / 3.0f;
        under.viscous += surface->viscous / 3.0f;
    }
    return under;
}

/// m/s at which a car passes walls that leave it less than CAR_MARGIN at `point`; INFINITY where
/// they leave more.
static float tight_speed(const Maker *maker, vec2s point) {
    float clear = wall_grid_clearance(maker->scan.walls, point, waypoint_need(&maker->scan));
    float margin = clear - maker->scan.half;
    if (margin >= TIGHT_FROM) {
        return INFINITY;
    }
    return TIGHT_SPEED + TIGHT_MORE * fmaxf(margin - CAR_MARGIN_LEAST, 0.0f) / CAR_MARGIN;
}

/// Lowers the speeds allowed along the line to those of narrow places within half a car.
static void limit_in_narrow_places(const Maker *maker, const RacingLine *line, SpeedPoint *points) {
    for (int i = 0; i < line->count; i++) {
        float most = tight_speed(maker, line->points[i].point);
        int reach = isinf(most) ? -1 : (int)(TIGHT_REACH * (float)line->count / line->length) + 1;
        for (int j = -reach; j <= reach; j++) {
            SpeedPoint *point = &points[racing_line_index(line, i + j)];
            point->most = point->most > 0.0f ? fminf(point->most, most) : most;
        }
    }
}

/// The last point before the finish, and the one nearest to the first slot.
static int finish_point(const RacingLine *line, const TrackGate *finish) {
    for (int i = line->count - 2; i > 0; i--) {
        const LinePoint *point = &line->points[i];
        if (track_gate_crossing(finish, point[0].point, point[1].point).direction > 0) {
            return i;
        }
    }
    return line->count - 1;
}

/// s of an ideal run down a sprint.
static float sprint_time(const Maker *maker, const RacingLine *line, const SpeedPoint *points,
                         Arena *scratch) {
    const Track *track = maker->scan.track;
    int start = racing_line_locate(line, track->slots[0].position, -1);
    int finish = finish_point(line, &track->gates[track->gate_count - 1]);
    int count = finish - start + 2 > line->count - start ? line->count - start : finish - start + 2;
    if (count < 3) {
        return 1.0f;
    }
    SpeedPoint *run = arena_array(scratch, (size_t)count, sizeof *run);
    memcpy(run, &points[start], (size_t)count * sizeof *run);
    run[0].most = 0.01f; // from rest
    return speed_profile(&maker->limits, ideal, run, count, true);
}

/// Tells every point the speed of the corner that it belongs to: where the speed falls, the least
/// one to come; where it does not, the least one before.
static void find_corners(RacingLine *line) {
    LinePoint *points = line->points;
    int slowest = 0;
    for (int i = 0; i < line->count; i++) {
        points[i].corner = points[i].speed;
        slowest = points[i].speed < points[slowest].speed ? i : slowest;
    }
    int first = line->open ? 0 : slowest;
    for (int i = 1; i < line->count; i++) {
        LinePoint *before = &points[(first + i - 1) % line->count];
        LinePoint *point = &points[(first + i) % line->count];
        point->corner = point->speed >= before->speed ? before->corner : point->corner;
    }
    for (int i = line->count - 2; i >= 0; i--) {
        LinePoint *point = &points[(first + i) % line->count];
        const LinePoint *next = &points[(first + i + 1) % line->count];
        point->corner = point->speed > next->speed ? next->corner : point->corner;
    }
}

static void measure_speed(const Maker *maker, const Corridor *corridor, RacingLine *line,
                          Arena *scratch) {
    SpeedPoint *points = arena_array(scratch, (size_t)line->count, sizeof *points);
    for (int i = 0; i < line->count; i++) {
        points[i] = ground_under(maker, &line->points[i]);
        points[i].length = piece_length(line, i);
        points[i].most = isinf(corridor->points[i].most) ? 0.0f : corridor->points[i].most;
    }
    limit_in_narrow_places(maker, line, points);
    line->lap_s = line->open ? sprint_time(maker, line, points, scratch)
                             : speed_profile(&maker->limits, ideal, points, line->count, false);
    if (line->open) {
        points[line->count - 1].most = 0.01f; // there it stops
    }
    speed_profile(&maker->limits, plan, points, line->count, line->open);
    for (int i = 0; i < line->count; i++) {
        line->points[i].speed = points[i].speed;
    }
    find_corners(line);
}

/// The line with these offsets, all of it.
static void draw_line(const Maker *maker, const Corridor *corridor, const float *offsets,
                      RacingLine *line) {
    Arena scratch = {0};
    place_points(corridor, offsets, line);
    measure_curvature(line, &scratch);
    measure_speed(maker, corridor, line, &scratch);
    arena_destroy(&scratch);
}

/// Whether no wall stands between the points of the line: those of a wide corridor round a bend are
/// far apart.
static bool keeps_clear(const RacingLine *line, const WaypointScan *scan) {
    for (int i = 0; i < line->count - line->open; i++) {
        vec2s from = line->points[i].point;
        vec2s to = line->points[(i + 1) % line->count].point;
        int parts = 1 + (int)(glms_vec2_distance(from, to) / scan->half);
        for (int j = 0; j < parts; j++) {
            vec2s at = glms_vec2_lerp(from, to, (float)j / (float)parts);
            if (wall_grid_clearance(scan->walls, at, scan->half) < scan->half) {
                return false;
            }
        }
    }
    return true;
}

/// What a line in a corridor has to keep.
typedef enum Keep {
    KEEP_GATES,
    KEEP_GATES_AND_WALLS,
} Keep;

/// The quickest of the lines that the prices of length give, or the author's, that pass the gates.
/// The line's points live in `arena`. False where none does.
static bool quickest_line(const Maker *maker, const Corridor *corridor, Keep keep,
                          ProgressPart progress, Arena *arena, RacingLine *out) {
    Arena scratch = {0};
    size_t count = (size_t)corridor->count;
    float *offsets = arena_array(&scratch, count, sizeof *offsets);
    for (size_t i = 0; i < count; i++) {
        const CorridorPoint *point = &corridor->points[i];
        offsets[i] = maker->given ? fminf(fmaxf(0.0f, point->low), point->high)
                                  : 0.5f * (point->low + point->high);
    }
    RacingLine best = {.points = arena_array(arena, count, sizeof *best.points)};
    RacingLine line = {.points = arena_array(&scratch, count, sizeof *line.points)};
    size_t tries = maker->given ? 1 : sizeof length_weights / sizeof length_weights[0];
    for (size_t i = 0; i < tries; i++) {
        if (!maker->given) {
            least_curvature(corridor, length_weights[i], offsets);
        }
        draw_line(maker, corridor, offsets, &line);
        if ((best.count == 0 || line.lap_s < best.lap_s) &&
            racing_line_gates_passed(&line, maker->scan.track, NULL) ==
                maker->scan.track->gate_count &&
            (keep == KEEP_GATES || keeps_clear(&line, &maker->scan))) {
            LinePoint *points = best.points;
            memcpy(points, line.points, count * sizeof *points);
            best = line;
            best.points = points;
        }
        progress_tell(progress, (float)(i + 1) / (float)tries);
    }
    *out = best;
    arena_destroy(&scratch);
    return best.count > 0;
}

/// Whether the points of a corridor of `length` m stand so far apart that its line may cut a tight
/// bend, or miss a gate in it.
static bool is_long(float length) { return corridor_points_wanted(length) > CORRIDOR_POINTS_MAX; }

/// The points of the line of least curvature in `corridor`.
static vec2s *smooth_points(const Corridor *corridor, Arena *scratch) {
    float *offsets = arena_array(scratch, (size_t)corridor->count, sizeof *offsets);
    vec2s *points = arena_array(scratch, (size_t)corridor->count, sizeof *points);
    least_curvature(corridor, length_weights[2], offsets);
    for (int i = 0; i < corridor->count; i++) {
        points[i] = corridor_place(&corridor->points[i], offsets[i]);
    }
    return points;
}

/// The point of a line at which it turns most, `*turn` rad.
static int sharpest_point(const vec2s *points, int count, bool open, float *turn) {
    int sharpest = 0;
    *turn = 0.0f;
    for (int i = open; i < count - open; i++) {
        vec2s back = points[(i + count - 1) % count], ahead = points[(i + 1) % count];
        float here = fabsf(turn_at(back, points[i], ahead));
        if (here > *turn) {
            *turn = here;
            sharpest = i;
        }
    }
    return sharpest;
}

/// Smooths `line` inside the corridor along it. Where that leads past a gate or back on itself, the
/// corridor is pinned to the line there, which does not, and all is tried again. False where that
/// does not help.
static bool smooth_line(const Maker *maker, Corridor *corridor, Arena *scratch,
                        CorridorLine *line) {
    const Track *track = maker->scan.track;
    float sharpest, turn;
    sharpest_point(line->points, line->count, line->open, &sharpest);
    RacingLine drawn = {.open = corridor->open, .count = corridor->count};
    drawn.points = arena_array(scratch, (size_t)corridor->count, sizeof *drawn.points);
    int pins[TRACK_GATES_MAX] = {0};
    for (int tries = 0; tries < PINS_MAX; tries++) {
        vec2s *points = smooth_points(corridor, scratch);
        for (int i = 0; i < corridor->count; i++) {
            drawn.points[i].point = points[i];
        }
        int missed = racing_line_gates_passed(&drawn, track, NULL);
        int spike = sharpest_point(points, corridor->count, corridor->open, &turn);
        if (missed < track->gate_count) {
            corridor_pin(corridor, corridor->gate_at[missed], pins[missed]++);
        } else if (turn > fmaxf(sharpest, SPIKE)) {
            corridor_pin(corridor, spike, tries);
        } else {
            *line = (CorridorLine){points, NULL, corridor->gate_at, corridor->count, line->open};
            return true;
        }
    }
    return false;
}

/// The line that makes its way along the smoothed path `along`. That only starts it: it is smoothed
/// within a narrow corridor, then in wider and wider ones along what came out, because a wide one
/// along a tight bend would cross itself. The widest corridor in which a line passes all gates
/// counts; the path itself passes them.
static bool line_along(const Maker *maker, const CorridorLine *along, int points_max,
                       ProgressPart progress, Arena *arena, RacingLine *out) {
    static const float reaches[REACHES] = {3.0f, 4.0f, 6.0f, 8.0f, 10.0f}; // m to either side
    Arena scratch = {0};
    Corridor corridors[1 + REACHES];
    corridor_on_line(along, &scratch, &corridors[0]);
    CorridorLine line = *along;
    int count = 1;
    for (int i = 0; i < REACHES; i++) {
        Corridor *wider = &corridors[count];
        count += corridor_of_line(&line, reaches[i], &maker->scan, points_max, &scratch, wider) &&
                 smooth_line(maker, wider, &scratch, &line);
        progress_tell(progress, 0.4f * (float)(i + 1) / (float)(1 + REACHES));
    }
    progress = progress_part(progress, 0.4f, 1.0f);
    bool found = false;
    for (int i = count - 1; i >= 0 && !found; i--) {
        Keep keep = i > 0 ? KEEP_GATES_AND_WALLS : KEEP_GATES;
        found = quickest_line(maker, &corridors[i], keep, progress, arena, out);
    }
    arena_destroy(&scratch);
    return found;
}

/// The author's line, if there is one that can be driven.
static bool line_of_author(const Maker *maker, Arena *arena, RacingLine *out) {
    Arena scratch = {0};
    Maker given = *maker;
    given.given = true;
    GuideLine guide;
    Corridor corridor;
    WaypointScan through = maker->scan;
    through.track = &guide.track;
    bool found = guide_line_make(maker->scan.track, &scratch, &guide) &&
                 corridor_of_line(&guide.line, GUIDE_REACH, &through, CORRIDOR_POINTS_MAX, &scratch,
                                  &corridor) &&
                 quickest_line(&given, &corridor, KEEP_GATES, (ProgressPart){0}, arena, out);
    arena_destroy(&scratch);
    return found;
}

/// Along the first ribbon.
static bool line_along_ribbon(const Maker *maker, int points_max, ProgressPart progress,
                              Arena *arena, RacingLine *out) {
    Arena scratch = {0};
    Corridor corridor;
    bool found = corridor_of_ribbon(&maker->scan, points_max, &scratch, &corridor) &&
                 quickest_line(maker, &corridor, KEEP_GATES, progress, arena, out);
    arena_destroy(&scratch);
    return found;
}

static bool line_of_ribbon(const Maker *maker, ProgressPart progress, Arena *arena,
                           RacingLine *out) {
    const Track *track = maker->scan.track;
    ProgressPart coarse = progress_part(progress, 0.0f, 0.2f);
    ProgressPart fine = progress_part(progress, 0.2f, 1.0f);
    return line_along_ribbon(maker, CORRIDOR_POINTS_MAX, coarse, arena, out) ||
           (track->ribbon_count > 0 && is_long(track->ribbons[0].length) &&
            line_along_ribbon(maker, CORRIDOR_POINTS_FINE, fine, arena, out));
}

/// From gate to gate, on the best of the branches.
static bool line_of_gates(const Maker *maker, bool sprint, ProgressPart progress, Arena *arena,
                          RacingLine *out, GateTrouble *trouble) {
    Arena scratch = {0};
    Track chosen = *maker->scan.track;
    if (branches_any(&chosen)) {
        ProgressPart choice = progress_part(progress, 0.0f, 0.7f);
        branches_choose(&maker->scan, sprint, choice, &scratch, &chosen);
        progress = progress_part(progress, 0.7f, 1.0f);
    }
    Maker through = *maker;
    through.scan.track = &chosen;
    GatePath path;
    ProgressPart way = progress_part(progress, 0.0f, 0.7f);
    ProgressPart coarse = progress_part(progress, 0.7f, 0.8f);
    ProgressPart fine = progress_part(progress, 0.8f, 1.0f);
    bool found = gate_road_make(&through.scan, sprint, way, &scratch, &path, trouble);
    if (found) {
        CorridorLine along = {path.points, NULL, path.gate_at, path.count, sprint};
        found = line_along(&through, &along, CORRIDOR_POINTS_MAX, coarse, arena, out) ||
                (is_long(corridor_line_length(&along)) &&
                 line_along(&through, &along, CORRIDOR_POINTS_FINE, fine, arena, out));
        if (!found && trouble) { // no such track is known
            *trouble = (GateTrouble){chosen.gate_count - 1, 0, path.points[path.gate_at[0]]};
        }
    }
    arena_destroy(&scratch);
    return found;
}

bool racing_line_make(const Track *track, const WallGrid *walls, const Ground *ground,
                      const CarModel *model, ProgressPart progress, Arena *arena, RacingLine *out,
                      GateTrouble *trouble) {
    ASSERT(track->gate_count >= 1 && track->gate_count <= TRACK_GATES_MAX);
    Maker maker = {.scan = {track, walls, ground, 0.5f * model->params.width},
                   .limits = car_limits_make(model),
                   .half_track = 0.25f * (model->params.track_front + model->params.track_rear)};
    RacingLine line = {0};
    ProgressPart road = progress_part(progress, 0.0f, 0.5f);
    ProgressPart gates = track->ribbon_count > 0 ? progress_part(progress, 0.5f, 1.0f) : progress;
    ProgressPart lap = track->laps == 1 ? progress_part(gates, 0.0f, 0.7f) : gates;
    bool found =
        line_of_author(&maker, arena, &line) || line_of_ribbon(&maker, road, arena, &line) ||
        line_of_gates(&maker, false, lap, arena, &line, trouble) ||
        (track->laps == 1 &&
         line_of_gates(&maker, true, progress_part(gates, 0.7f, 1.0f), arena, &line, trouble));
    progress_tell(progress, 1.0f);
    if (found) {
        *out = line;
    }
    return found;
}

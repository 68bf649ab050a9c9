#include "race/racing_line.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "race/branches.h"
#include "race/least_curvature.h"
#include "race/speed_profile.h"

#include <math.h>
#include <string.h>

enum {
    SEARCH_AHEAD = 6 ///< Points that locate looks past a nearest one, for bends that come back.
};

/// Curvature is the mean over this many metres: a car does not feel shorter bends.
#define CURVATURE_WINDOW 8.0f

/// What the speeds of the line leave to the driver: pedals and ABS lag, and braking in a bend
/// upsets the car. With less, cars with light rear tyres spin (tests/test_driver.c).
#define PLAN_SIDE  1.0f
#define PLAN_BRAKE 0.94f
#define PLAN_DRIVE 1.0f
#define PLAN_TAIL  1.0f

/// m beside the car that a branch must leave to be taken.
#define BRANCH_ROOM 0.5f

/// Prices of a metre of length against curvature that are tried, 1/m2; the quickest lap wins.
static const float length_weights[] = {0.0f, 1.0f / (160.0f * 160.0f), 1.0f / (80.0f * 80.0f),
                                       1.0f / (45.0f * 45.0f), 1.0f / (25.0f * 25.0f)};

static vec2s offset_point(const CorridorPoint *point, float offset) {
    return glms_vec2_add(point->center, glms_vec2_scale(point->left, offset));
}

/// Positions, tangents, arc lengths and the room to either side.
static void place_points(const Corridor *corridor, const float *offsets, RacingLine *line) {
    int count = corridor->count;
    line->count = count;
    line->length = 0.0f;
    for (int i = 0; i < count; i++) {
        line->points[i].point = offset_point(&corridor->points[i], offsets[i]);
    }
    for (int i = 0; i < count; i++) {
        const CorridorPoint *place = &corridor->points[i];
        LinePoint *point = &line->points[i];
        vec2s before = line->points[(i + count - 1) % count].point;
        vec2s after = line->points[(i + 1) % count].point;
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

/// Curvature at each point: the turn of the line's pieces within the window over its length.
static void measure_curvature(RacingLine *line, Arena *scratch) {
    int count = line->count;
    float *turn = arena_array(scratch, (size_t)count, sizeof *turn);
    for (int i = 0; i < count; i++) {
        vec2s here = line->points[i].point;
        vec2s back = glms_vec2_sub(here, line->points[(i + count - 1) % count].point);
        vec2s ahead = glms_vec2_sub(line->points[(i + 1) % count].point, here);
        float sine = glms_vec2_dot(vec2_left(back), ahead), cosine = glms_vec2_dot(back, ahead);
        turn[i] = trig_atan2(sine, cosine);
    }
    for (int i = 0; i < count; i++) {
        // half of the pieces at both sides belongs to the point itself
        float sum = turn[i],
              length = 0.5f * (piece_length(line, (i + count - 1) % count) + piece_length(line, i));
        for (int j = 1; j < count / 2 && length < CURVATURE_WINDOW; j++) {
            int before = (i + count - j) % count, after = (i + j) % count;
            sum += turn[before] + turn[after];
            length += 0.5f * (piece_length(line, (before + count - 1) % count) +
                              piece_length(line, before) + piece_length(line, after) +
                              piece_length(line, (after + count - 1) % count));
        }
        line->points[i].curvature = sum / length;
    }
}

/// What one makes of the ground under the line, on the whole width of the car.
static SpeedPoint ground_under(const Track *track, const Ground *ground, const LinePoint *point,
                               float half_track) {
    SpeedPoint under = {.curvature = point->curvature};
    for (int side = -1; side <= 1; side++) {
        vec2s aside = glms_vec2_scale(vec2_left(point->tangent), half_track * (float)side);
        vec2s at = glms_vec2_add(point->point, aside);
        const Surface *surface = &track->surfaces[ground_surface(ground, at)];
        under.grip += surface->grip / 3.0f;
        under.rolling += surface->rolling / 3.0f;
        under.viscous += surface->viscous / 3.0f;
    }
    return under;
}

static void measure_speed(const Track *track, const Ground *ground, const CarLimits *limits,
                          float half_track, RacingLine *line, Arena *scratch) {
    SpeedPoint *points = arena_array(scratch, (size_t)line->count, sizeof *points);
    for (int i = 0; i < line->count; i++) {
        points[i] = ground_under(track, ground, &line->points[i], half_track);
        points[i].length = piece_length(line, i);
    }
    SpeedMargins ideal = {.side = 1.0f, .brake = 1.0f, .drive = 1.0f};
    SpeedMargins plan = {PLAN_SIDE, PLAN_BRAKE, PLAN_DRIVE, PLAN_TAIL};
    line->lap_s = speed_profile(limits, ideal, points, line->count);
    speed_profile(limits, plan, points, line->count);
    for (int i = 0; i < line->count; i++) {
        line->points[i].speed = points[i].speed;
    }
}

/// The line of one price of length, all of it.
static void draw_line(const Corridor *corridor, const Track *track, const Ground *ground,
                      const CarLimits *limits, float half_track, float length_weight,
                      float *offsets, RacingLine *line) {
    Arena scratch = {0};
    least_curvature(corridor, length_weight, offsets);
    place_points(corridor, offsets, line);
    measure_curvature(line, &scratch);
    measure_speed(track, ground, limits, half_track, line, &scratch);
    arena_destroy(&scratch);
}

/// The quickest of the lines that the prices of length give. The line's points live in `arena`.
static void quickest_line(const Corridor *corridor, const Track *track, const Ground *ground,
                          const CarModel *model, Arena *arena, RacingLine *out) {
    Arena scratch = {0};
    size_t count = (size_t)corridor->count;
    CarLimits limits = car_limits_make(model);
    float half_track = 0.25f * (model->params.track_front + model->params.track_rear);
    float *offsets = arena_array(&scratch, count, sizeof *offsets);
    for (size_t i = 0; i < count; i++) {
        offsets[i] = 0.5f * (corridor->points[i].low + corridor->points[i].high);
    }
    RacingLine best = {.points = arena_array(arena, count, sizeof *best.points)};
    RacingLine line = {.points = arena_array(&scratch, count, sizeof *line.points)};
    for (size_t i = 0; i < sizeof length_weights / sizeof length_weights[0]; i++) {
        draw_line(corridor, track, ground, &limits, half_track, length_weights[i], offsets, &line);
        if (best.count == 0 || line.lap_s < best.lap_s) {
            LinePoint *points = best.points;
            memcpy(points, line.points, count * sizeof *points);
            best = line;
            best.points = points;
        }
    }
    *out = best;
    arena_destroy(&scratch);
}

/// Whether the line crosses every gate forwards and in order, one lap from the finish.
static bool passes_gates(const RacingLine *line, const Track *track) {
    int finish = -1, next = 0;
    for (int i = 0; i < 2 * line->count && next < track->gate_count; i++) {
        vec2s from = line->points[i % line->count].point;
        vec2s to = line->points[(i + 1) % line->count].point;
        bool forward = false;
        if (finish < 0) {
            const TrackGate *gate = &track->gates[track->gate_count - 1];
            finish = track_gate_crossing(gate, from, to, &forward) >= 0.0f && forward ? i : -1;
        }
        bool counts =
            finish >= 0 && i - finish <= line->count && (i > finish || track->gate_count == 1);
        while (counts && next < track->gate_count) { // gates may stand closer than points
            forward = false;
            counts =
                track_gate_crossing(&track->gates[next], from, to, &forward) >= 0.0f && forward;
            next += counts;
        }
    }
    return next == track->gate_count;
}

/// The points of the line of least curvature in `corridor`.
static vec2s *smooth_points(const Corridor *corridor, Arena *scratch) {
    float *offsets = arena_array(scratch, (size_t)corridor->count, sizeof *offsets);
    vec2s *points = arena_array(scratch, (size_t)corridor->count, sizeof *points);
    least_curvature(corridor, length_weights[2], offsets);
    for (int i = 0; i < corridor->count; i++) {
        points[i] = offset_point(&corridor->points[i], offsets[i]);
    }
    return points;
}

/// The line of a track without a usable ribbon. The path on the grid only starts it: it is smoothed
/// within a narrow corridor, then in wider and wider ones along what came out, because a wide one
/// along a tight bend would cross itself.
static bool line_through_gates(const Track *track, const WallGrid *walls, const Ground *ground,
                               const CarModel *model, Arena *arena, RacingLine *out) {
    static const float reaches[] = {4.0f, 6.0f, 8.0f, 10.0f}; // m to either side
    Arena scratch = {0};
    Corridor corridor;
    float width = model->params.width;
    bool found = corridor_of_gates(track, walls, ground, width, &scratch, &corridor);
    for (size_t i = 0; i < sizeof reaches / sizeof reaches[0] && found; i++) {
        vec2s *points = smooth_points(&corridor, &scratch);
        Corridor wider;
        if (corridor_of_line(points, corridor.count, corridor.gate_at, reaches[i], track, walls,
                             ground, width, &scratch, &wider)) {
            corridor = wider;
        }
    }
    if (found) {
        quickest_line(&corridor, track, ground, model, arena, out);
        found = passes_gates(out, track);
    }
    arena_destroy(&scratch);
    return found;
}

bool racing_line_make(const Track *track, const WallGrid *walls, const Ground *ground,
                      const CarModel *model, Arena *arena, RacingLine *out) {
    ASSERT(track->gate_count >= 1 && track->gate_count <= TRACK_GATES_MAX);
    Arena scratch = {0};
    Corridor corridor;
    RacingLine line = {0};
    bool found = corridor_of_ribbon(track, walls, ground, model->params.width, &scratch, &corridor);
    if (found) {
        quickest_line(&corridor, track, ground, model, arena, &line);
        found = passes_gates(&line, track);
    }
    Track chosen = *track;
    if (!found && branches_any(track)) {
        float clearance = 0.5f * model->params.width + BRANCH_ROOM;
        branches_choose(track, walls, ground, clearance, &scratch, &chosen);
    }
    found = found || line_through_gates(&chosen, walls, ground, model, arena, &line);
    arena_destroy(&scratch);
    if (found) {
        *out = line;
    }
    return found;
}

int racing_line_locate(const RacingLine *line, vec2s position, int hint) {
    ASSERT(line->count > 0 && hint < line->count);
    int best = hint < 0 ? 0 : hint;
    float nearest = glms_vec2_distance2(line->points[best].point, position);
    if (hint < 0) {
        for (int i = 1; i < line->count; i++) {
            float distance = glms_vec2_distance2(line->points[i].point, position);
            if (distance < nearest) {
                nearest = distance;
                best = i;
            }
        }
        return best;
    }
    for (int side = -1; side <= 1; side += 2) {
        int from = best;
        for (int i = 1; i <= SEARCH_AHEAD; i++) {
            int at = (from + side * i + line->count) % line->count;
            float distance = glms_vec2_distance2(line->points[at].point, position);
            if (distance < nearest) {
                nearest = distance;
                best = at;
                from = at;
                i = 0;
            }
        }
    }
    return best;
}

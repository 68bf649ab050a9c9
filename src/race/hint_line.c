#include "race/hint_line.h"

#include "geometry/spline.h"

#include <math.h>
#include <string.h>

/// m: error of the curve against its chords, and longest chord.
#define CHORD 0.02f
#define STEP  2.0f

/// m/s at most at a sample of the curve, INFINITY where nothing is said.
static float most_at(const TrackLine *line, const CurveSample *sample) {
    float from = line->speeds[sample->from];
    float to = line->speeds[(sample->from + 1) % line->count];
    if (from > 0.0f && to > 0.0f) {
        return from + (to - from) * sample->t;
    }
    float said = sample->t < 0.5f ? from : to;
    return said > 0.0f ? said : INFINITY;
}

/// Which line of `gate` the way from `from` to `to` crosses forwards; -1 for none.
static int way_crossed(const TrackGate *gate, vec2s from, vec2s to) {
    bool forward = false;
    float part = track_gate_crossing(gate, from, to, &forward);
    return part >= 0.0f && forward ? track_gate_crossed(gate, from, to) : -1;
}

/// The piece of the curve that crosses the finish; -1 for none.
static int finish_piece(const TrackGate *finish, const Curve *curve) {
    for (int i = 0; i < curve->count; i++) {
        vec2s next = curve->samples[(i + 1) % curve->count].point;
        if (way_crossed(finish, curve->samples[i].point, next) >= 0) {
            return i;
        }
    }
    return -1;
}

/// Replaces gate `i` by its line `way`.
static void choose_way(TrackGate *gates, const Track *track, int i, int way) {
    gates[i] = *track_gate_way(&track->gates[i], way);
    gates[i].sector = track->gates[i].sector;
    gates[i].others = NULL;
    gates[i].other_count = 0;
}

/// Finds where the points cross the gates. False where one is left out.
static bool find_gates(const Track *track, const vec2s *points, int count, TrackGate *gates,
                       int *gate_at) {
    int next = 0;
    for (int i = 0; i < count && next < track->gate_count; i++) {
        int way = 0;
        while (next < track->gate_count && way >= 0) { // gates may stand closer than points
            way = way_crossed(&track->gates[next], points[i], points[(i + 1) % count]);
            if (way >= 0) {
                choose_way(gates, track, next, way);
                gate_at[next++] = i;
            }
        }
    }
    return next == track->gate_count;
}

bool hint_line_make(const Track *track, Arena *arena, HintLine *out) {
    const TrackLine *line = NULL;
    for (int i = 0; i < track->line_count && !line; i++) {
        line = track->lines[i].closed && track->lines[i].count >= 3 ? &track->lines[i] : NULL;
    }
    if (!line) {
        return false;
    }
    Curve curve =
        curve_sample(CURVE_SMOOTH, line->points, NULL, line->count, true, CHORD, STEP, arena);
    int finish = finish_piece(&track->gates[track->gate_count - 1], &curve);
    if (curve.count < 16 || finish < 0) {
        return false;
    }
    size_t count = (size_t)curve.count;
    vec2s *points = arena_array(arena, count, sizeof *points);
    float *most = arena_array(arena, count, sizeof *most);
    for (int i = 0; i < curve.count; i++) {
        const CurveSample *sample = &curve.samples[(finish + 1 + i) % curve.count];
        points[i] = sample->point;
        most[i] = most_at(line, sample);
    }
    TrackGate *gates = arena_array(arena, TRACK_GATES_MAX, sizeof *gates);
    int *gate_at = arena_array(arena, TRACK_GATES_MAX, sizeof *gate_at);
    if (!find_gates(track, points, curve.count, gates, gate_at)) {
        return false;
    }
    *out = (HintLine){.line = {points, most, gate_at, curve.count, false}, .track = *track};
    out->track.gates = gates;
    return true;
}

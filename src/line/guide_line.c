#include "line/guide_line.h"

#include "line/branches.h"
#include "line/line_gates.h"

#include <math.h>

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

bool guide_line_make(const Track *track, Arena *arena, GuideLine *out) {
    const TrackLine *line = line_for_rivals(track->lines, track->line_count);
    if (!line) {
        return false;
    }
    Curve curve = line_curve(line, arena);
    LineGates met;
    if (!line_gates_find(track, &curve, &met)) {
        return false;
    }
    size_t count = (size_t)curve.count;
    vec2s *points = arena_array(arena, count, sizeof *points);
    float *most = arena_array(arena, count, sizeof *most);
    for (int i = 0; i < curve.count; i++) {
        const CurveSample *sample = &curve.samples[(met.finish + 1 + i) % curve.count];
        points[i] = sample->point;
        most[i] = most_at(line, sample);
    }
    TrackGate *gates = arena_array(arena, TRACK_GATES_MAX, sizeof *gates);
    int *gate_at = arena_array(arena, TRACK_GATES_MAX, sizeof *gate_at);
    for (int i = 0; i < track->gate_count; i++) {
        gates[i] = branches_gate(&track->gates[i], met.way[i]);
        gate_at[i] = met.at[i];
    }
    *out = (GuideLine){.line = {points, most, gate_at, curve.count, false}, .track = *track};
    out->track.gates = gates;
    return true;
}

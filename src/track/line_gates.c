#include "track/line_gates.h"

#include "base/assert.h"

/// m: error of the curve against its chords, and longest chord.
#define CHORD 0.02f
#define STEP  2.0f

enum {
    SAMPLES_MIN = 16 ///< A lap has more.
};

const TrackLine *line_for_rivals(const TrackLine *lines, int count) {
    for (int i = 0; i < count; i++) {
        if (lines[i].closed && lines[i].count >= 3) {
            return &lines[i];
        }
    }
    return NULL;
}

Curve line_curve(const TrackLine *line, Arena *arena) {
    ASSERT(line->closed && line->count >= 3);
    return curve_sample(CURVE_SMOOTH, line->points, NULL, line->count, true, CHORD, STEP, arena);
}

/// Which line of `gate` piece `i` of the curve crosses forwards; -1 for none.
static int way_crossed(const TrackGate *gate, const Curve *curve, int i) {
    vec2s from = curve->samples[i % curve->count].point;
    vec2s to = curve->samples[(i + 1) % curve->count].point;
    bool forward = false;
    float part = track_gate_crossing(gate, from, to, &forward);
    return part >= 0.0f && forward ? track_gate_crossed(gate, from, to) : -1;
}

bool line_gates_find(const Track *track, const Curve *curve, LineGates *out) {
    *out = (LineGates){.finish = -1};
    for (int i = 0; i < curve->count && out->finish < 0; i++) {
        bool crosses = way_crossed(&track->gates[track->gate_count - 1], curve, i) >= 0;
        out->finish = crosses ? i : -1;
    }
    if (curve->count < SAMPLES_MIN || out->finish < 0) {
        return false;
    }
    for (int i = 0; i < curve->count && out->met < track->gate_count; i++) {
        int way = 0;
        while (out->met < track->gate_count && way >= 0) { // gates may stand closer than samples
            way = way_crossed(&track->gates[out->met], curve, out->finish + 1 + i);
            if (way >= 0) {
                out->way[out->met] = way;
                out->at[out->met++] = i;
            }
        }
    }
    return out->met == track->gate_count;
}

#include "line/line_gates.h"

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

/// How piece `i` of the curve crosses `gate`.
static GateCrossing crossing_of(const TrackGate *gate, const Curve *curve, int i) {
    return track_gate_crossing(gate, curve->samples[i % curve->count].point,
                               curve->samples[(i + 1) % curve->count].point);
}

bool line_gates_find(const Track *track, const Curve *curve, LineGates *out) {
    *out = (LineGates){.finish = -1};
    for (int i = 0; i < curve->count && out->finish < 0; i++) {
        const TrackGate *finish = &track->gates[track->gate_count - 1];
        out->finish = crossing_of(finish, curve, i).direction > 0 ? i : -1;
    }
    if (curve->count < SAMPLES_MIN || out->finish < 0) {
        return false;
    }
    for (int i = 0; i < curve->count && out->met < track->gate_count; i++) {
        while (out->met < track->gate_count) { // gates may stand closer than samples
            GateCrossing crossing =
                crossing_of(&track->gates[out->met], curve, out->finish + 1 + i);
            if (crossing.direction <= 0) {
                break;
            }
            out->way[out->met] = crossing.way;
            out->at[out->met++] = i;
        }
    }
    return out->met == track->gate_count;
}

#include "line/line_order.h"

/// Where piece `i` of the line crosses `gate` as `forward` says, as a part of it; -1 where it does
/// not.
static float crossing_part(const RacingLine *line, const TrackGate *gate, int i, bool forward) {
    vec2s from = line->points[i % line->count].point;
    vec2s to = line->points[(i + 1) % line->count].point;
    bool way = false;
    float part = track_gate_crossing(gate, from, to, &way);
    return part >= 0.0f && way == forward ? part : -1.0f;
}

/// How many gates what follows `part` of piece `first` crosses forwards and in order within
/// `pieces` more. One that it crosses backwards before the next one counts no longer, as in a race.
static int passed_from(const RacingLine *line, const Track *track, int first, float part,
                       int pieces, float *s) {
    int next = 0;
    for (int i = first; i <= first + pieces && next < track->gate_count; i++) {
        bool back = next > 0 && crossing_part(line, &track->gates[next - 1], i, false) >= 0.0f;
        next -= back;
        float at = i == first ? part : -1.0f;
        for (bool counts = !back; counts && next < track->gate_count;) { // gates may stand close
            float here = crossing_part(line, &track->gates[next], i, true);
            counts = here > at;
            if (counts && s) {
                const LinePoint *from = &line->points[i % line->count];
                const LinePoint *to = &line->points[(i + 1) % line->count];
                s[next] = from->s + here * glms_vec2_distance(from->point, to->point);
            }
            at = counts ? here : at;
            next += counts;
        }
    }
    return next;
}

int line_order_passed(const RacingLine *line, const Track *track, float *s) {
    if (line->open) {
        return passed_from(line, track, 0, -1.0f, line->count - 2, s);
    }
    int most = 0;
    for (int i = 0; i < line->count && most < track->gate_count; i++) {
        float part = crossing_part(line, &track->gates[track->gate_count - 1], i, true);
        int passed = part >= 0.0f ? passed_from(line, track, i, part, line->count, s) : 0;
        most = passed > most ? passed : most;
    }
    return most;
}

#include "line/racing_line.h"

#include "base/assert.h"

/// Walks from point `best`, `*nearest` m2 from `position`, to the `side` (1 or -1) for as long as
/// points come nearer.
static int walk(const RacingLine *line, vec2s position, int best, int side, float *nearest) {
    int at = best;
    for (int farther = 0; farther < RACING_LINE_WALK;) {
        at = racing_line_index(line, at + side);
        float distance = glms_vec2_distance2(line->points[at].point, position);
        farther++;
        if (distance < *nearest) {
            *nearest = distance;
            best = at;
            farther = 0;
        }
    }
    return best;
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
    best = walk(line, position, best, 1, &nearest);
    return walk(line, position, best, -1, &nearest);
}

/// Where piece `i` of the line crosses `gate` as `forward` says, as a part of it; -1 where it does
/// not.
static float crossing_part(const RacingLine *line, const TrackGate *gate, int i, bool forward) {
    vec2s from = line->points[i % line->count].point;
    vec2s to = line->points[(i + 1) % line->count].point;
    GateCrossing crossing = track_gate_crossing(gate, from, to);
    return crossing.direction == (forward ? 1 : -1) ? crossing.part : -1.0f;
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

int racing_line_gates_passed(const RacingLine *line, const Track *track, float *s) {
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

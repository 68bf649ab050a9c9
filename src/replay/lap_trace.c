#include "replay/lap_trace.h"

#include "base/array.h"

#include <math.h>

#define BEYOND 1.0f ///< m past its ends that still count as the ends: one step of a fast car

/// What the distances of a car are counted along.
typedef struct Measure {
    const Ribbon *ribbon; ///< NULL: the car's racing line.
    bool open;            ///< A sprint's: they count from where it begins, else from the finish.
    float finish;         ///< m along it.
    float length;         ///< m of one lap.
} Measure;

static Measure measure_of(const RaceData *data, int car) {
    const Track *track = data->track;
    const RacingLine *line = &data->lines[car];
    const Ribbon *ribbon = track->ribbon_count > 0 ? &track->ribbons[0] : NULL;
    for (int i = 0; ribbon && i < track->gate_count; i++) {
        ribbon = track->gates[i].s >= 0.0f ? ribbon : NULL;
    }
    if (ribbon && ribbon->closed == line->open) { // the way does not follow it all round
        ribbon = NULL;
    }
    int last = track->gate_count - 1;
    float finish = ribbon ? track->gates[last].s : data->gate_s[car][last];
    float round = ribbon ? ribbon->length : line->length;
    return (Measure){ribbon, line->open, finish, line->open ? finish : round};
}

/// `s` turned by whole laps of `length` to lie within half a lap of `middle`.
static float turned(float s, float length, float middle) {
    return s + length * floorf((middle - s) / length + 0.5f);
}

/// m along `ribbon` to where `point` lies beside it. Between two samples the cross-section turns
/// evenly from the one's to the other's: the foot on the polyline would stand still on the outside
/// of each of its corners, and jump on the inside. *hint as of ribbon_locate.
static float along_ribbon(const Ribbon *ribbon, vec2s point, int *hint) {
    int stretches = ribbon_stretch_count(ribbon);
    int at = ribbon_locate(ribbon, point, *hint).sample;
    *hint = at;
    float behind = 0.0f, ahead = 0.0f, length = 0.0f;
    for (int i = 0; i < 4; i++) { // the right stretch is the nearest one or its neighbour
        const RibbonSample *from = &ribbon->samples[at];
        const RibbonSample *to = &ribbon->samples[ribbon_next(ribbon, at)];
        length = ribbon_gap_after(ribbon, at);
        behind = glms_vec2_dot(glms_vec2_sub(point, from->point), from->tangent);
        ahead = glms_vec2_dot(glms_vec2_sub(to->point, point), to->tangent);
        bool first = at == 0 && !ribbon->closed, last = at == stretches - 1 && !ribbon->closed;
        if (behind < 0.0f && !first) {
            at = (at + stretches - 1) % stretches;
        } else if (behind >= 0.0f && ahead < 0.0f && !last) {
            at = (at + 1) % stretches;
        } else {
            break;
        }
    }
    float sum = behind + ahead;
    float part = sum > 0.0f ? fminf(fmaxf(behind / sum, 0.0f), 1.0f) : 0.5f;
    return ribbon->samples[at].s + part * length;
}

/// m along the measure to where the car is.
static float place_along(const Race *race, int car, const Measure *measure, int *hint) {
    vec2s position = race_bodies_const(race)[car].position;
    if (measure->ribbon) {
        return along_ribbon(measure->ribbon, position, hint);
    }
    const RacingLine *line = &race->data->lines[car];
    *hint = racing_line_locate(line, position, race_racers_const(race)[car].line_point);
    const LinePoint *point = &line->points[*hint];
    return point->s + glms_vec2_dot(glms_vec2_sub(position, point->point), point->tangent);
}

/// m from the finish line to `gate`, 0 to the whole length, on a track that goes round.
static float gate_distance(const RaceData *data, const Measure *measure, int car, int gate) {
    const Track *track = data->track;
    if (gate == track->gate_count - 1) {
        return measure->length;
    }
    float to = measure->ribbon ? track->gates[gate].s : data->gate_s[car][gate];
    return turned(to - measure->finish, measure->length, 0.5f * measure->length);
}

float lap_length(const RaceData *data, int car) { return measure_of(data, car).length; }

float lap_distance(const Race *race, int car, int *hint) {
    const RaceData *data = race->data;
    const Racer *racer = &race_racers_const(race)[car];
    Measure measure = measure_of(data, car);
    float s = place_along(race, car, &measure, hint);
    if (measure.open) {
        return s;
    }
    // Of the places a lap apart, that between the last gate and the next one.
    float last =
        racer->gates_passed > 0 ? gate_distance(data, &measure, car, racer->next_gate - 1) : 0.0f;
    float next = gate_distance(data, &measure, car, racer->next_gate);
    return turned(s - measure.finish, measure.length, 0.5f * (last + next));
}

double lap_time(const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    return ((double)race->tick - (double)racer->lap_started_tick -
            (double)racer->lap_started_part) /
           RACE_TICKS_PER_SECOND;
}

void lap_trace_clear(LapTrace *trace) {
    trace->count = 0;
    trace->cut = false;
    trace->lap_s = 0.0;
}

void lap_trace_add(LapTrace *trace, float s, double t) {
    if (trace->count > 0 && s <= trace->points[trace->count - 1].s) {
        return;
    }
    if (trace->count == LAP_TRACE_MAX) {
        trace->cut = true;
        return;
    }
    trace->points =
        array_reserve(trace->points, trace->count + 1, &trace->capacity, sizeof *trace->points);
    trace->points[trace->count++] = (LapPoint){.t = t, .s = s};
}

bool lap_trace_time(const LapTrace *trace, float s, double *t) {
    const LapPoint *points = trace->points;
    if (trace->count < 2 || !(s >= points[0].s - BEYOND) ||
        s > points[trace->count - 1].s + BEYOND) {
        return false;
    }
    s = fmaxf(s, points[0].s);
    int low = 0, high = trace->count - 1; // points[low].s <= s; s < points[high].s before the end
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (points[middle].s <= s) {
            low = middle;
        } else {
            high = middle;
        }
    }
    if (s >= points[high].s) {
        *t = points[high].t;
        return true;
    }
    double part =
        ((double)s - (double)points[low].s) / ((double)points[high].s - (double)points[low].s);
    *t = points[low].t + part * (points[high].t - points[low].t);
    return true;
}

void lap_trace_destroy(LapTrace *trace) {
    free(trace->points);
    *trace = (LapTrace){0};
}

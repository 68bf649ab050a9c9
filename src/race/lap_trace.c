#include "race/lap_trace.h"

#include "base/assert.h"

#include <math.h>
#include <stdlib.h>

#define BEYOND 1.0f // m past its ends that still count as the ends: one step of a fast car

// The ribbon that distances are counted along; NULL where they follow the racing lines.
static const Ribbon *measure_of(const Track *track) {
    const Ribbon *ribbon = track->ribbon_count > 0 ? &track->ribbons[0] : NULL;
    for (int i = 0; ribbon && i < track->gate_count; i++) {
        ribbon = track->gates[i].s >= 0.0f ? ribbon : NULL;
    }
    return ribbon && ribbon->closed ? ribbon : NULL;
}

// `s` turned by whole laps of `length` to lie within half a lap of `middle`.
static float turned(float s, float length, float middle) {
    return s + length * floorf((middle - s) / length + 0.5f);
}

// m along the closed `ribbon` to where `point` lies beside it. Between two samples the
// cross-section turns evenly from the one's to the other's: the foot on the polyline would stand
// still on the outside of each of its corners, and jump on the inside. *hint as of ribbon_locate.
static float along_ribbon(const Ribbon *ribbon, vec2s point, int *hint) {
    int at = ribbon_locate(ribbon, point, *hint).sample;
    *hint = at;
    float behind = 0.0f, ahead = 0.0f, length = 0.0f;
    for (int i = 0; i < 4; i++) { // the right stretch is the nearest one or its neighbour
        const RibbonSample *from = &ribbon->samples[at];
        const RibbonSample *to = &ribbon->samples[(at + 1) % ribbon->count];
        length = (at + 1 < ribbon->count ? to->s : ribbon->length) - from->s;
        behind = glms_vec2_dot(glms_vec2_sub(point, from->point), from->tangent);
        ahead = glms_vec2_dot(glms_vec2_sub(to->point, point), to->tangent);
        if (behind < 0.0f) {
            at = (at + ribbon->count - 1) % ribbon->count;
        } else if (ahead < 0.0f) {
            at = (at + 1) % ribbon->count;
        } else {
            break;
        }
    }
    float sum = behind + ahead;
    float part = sum > 0.0f ? fminf(fmaxf(behind / sum, 0.0f), 1.0f) : 0.5f;
    return ribbon->samples[at].s + part * length;
}

// m from the finish line to `gate`, 0 to the whole length.
static float gate_distance(const RaceData *data, const Ribbon *measure, int car, int gate) {
    const Track *track = data->track;
    int finish = track->gate_count - 1;
    if (gate == finish) {
        return lap_length(data, car);
    }
    float from = measure ? track->gates[finish].s : data->gate_s[car][finish];
    float to = measure ? track->gates[gate].s : data->gate_s[car][gate];
    float length = lap_length(data, car);
    return turned(to - from, length, 0.5f * length);
}

float lap_length(const RaceData *data, int car) {
    const Ribbon *measure = measure_of(data->track);
    return measure ? measure->length : data->lines[car].length;
}

float lap_distance(const Race *race, int car, int *hint) {
    const RaceData *data = race->data;
    const Track *track = data->track;
    const Racer *racer = &race_racers_const(race)[car];
    const Ribbon *measure = measure_of(track);
    vec2s position = race_bodies_const(race)[car].position;
    float s;
    if (measure) {
        s = along_ribbon(measure, position, hint) - track->gates[track->gate_count - 1].s;
    } else {
        const RacingLine *line = &data->lines[car];
        *hint = racing_line_locate(line, position, racer->line_point);
        const LinePoint *point = &line->points[*hint];
        s = point->s + glms_vec2_dot(glms_vec2_sub(position, point->point), point->tangent) -
            data->gate_s[car][track->gate_count - 1];
    }
    // Of the places a lap apart, that between the last gate and the next one.
    float last =
        racer->gates_passed > 0 ? gate_distance(data, measure, car, racer->next_gate - 1) : 0.0f;
    float next = gate_distance(data, measure, car, racer->next_gate);
    return turned(s, lap_length(data, car), 0.5f * (last + next));
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
    if (trace->count == trace->capacity) {
        trace->capacity = trace->capacity ? trace->capacity * 2 : 4096;
        trace->points = realloc(trace->points, (size_t)trace->capacity * sizeof *trace->points);
        ASSERT(trace->points != NULL);
    }
    trace->points[trace->count++] = (LapPoint){.t = t, .s = s};
}

bool lap_trace_time(const LapTrace *trace, float s, double *t) {
    const LapPoint *points = trace->points;
    if (trace->count < 2 || !(s >= points[0].s - BEYOND) ||
        s > points[trace->count - 1].s + BEYOND) {
        return false;
    }
    if (s < points[0].s) {
        *t = points[0].t;
        return true;
    }
    int low = 0,
        high = trace->count - 1; // points[low].s <= s, and s < points[high].s before the end
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

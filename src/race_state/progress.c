#include "race_state/progress.h"

float progress_of(const Race *race, int car) {
    const RaceData *data = race->data;
    const RacingLine *line = &data->lines[car];
    const Racer *racer = &race_racers_const(race)[car];
    float finish = data->gate_s[car][data->track->gate_count - 1];
    float left = finish - data->gate_s[car][racer->next_gate];
    if (!line->open && left < 0.0f) {
        left += line->length;
    }
    return (float)(racer->lap + 1) * line->length - left - racer->to_next_gate;
}

float progress_time(const Race *race, int car, float distance) {
    const RacingLine *line = &race->data->lines[car];
    return distance * line->lap_s / line->length;
}

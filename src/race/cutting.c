#include "race/cutting.h"

#include "base/scalar.h"
#include "race/footing.h"

#include <math.h>

#define NEAR        20.0f ///< m from its line up to which a car is on the stretch of it.
#define SLOWING     1.0f  ///< m/s2 of the line from which on it brakes.
#define LOOK_AROUND 24    ///< Ticks from one look around for a road to the next.

static float ahead_of(const LinePoint *at, vec2s position) {
    return glms_vec2_dot(glms_vec2_sub(position, at->point), at->tangent);
}

static void leave_road(Race *race, int car) {
    Racer *racer = &race_racers(race)[car];
    const LinePoint *at = &race->data->lines[car].points[racer->line_point];
    Cutting *cutting = &racer->cutting;
    cutting->off = true;
    cutting->from_point = racer->line_point;
    cutting->from_ahead = ahead_of(at, race_bodies_const(race)[car].position);
    cutting->from_tick = race->tick;
    cutting->from_respawns = racer->respawns;
}

/// How far (m) the next gate is from point `from` of car `car`'s line.
static float to_gate(const Race *race, int car, int from) {
    const RacingLine *line = &race->data->lines[car];
    float way =
        race->data->gate_s[car][race_racers_const(race)[car].next_gate] - line->points[from].s;
    return way < 0.0f && !line->open ? way + line->length : way;
}

/// s that a perfect driver takes on the road from where the car left it to where it is; below 0
/// where the car is not farther along, or nowhere near its line before the next gate. Across the
/// infield the walk along the line may have lost the car: `point` becomes the one that is nearest.
static float time_on_road(const Race *race, int car, int *point) {
    const RacingLine *line = &race->data->lines[car];
    const Cutting *cutting = &race_racers_const(race)[car].cutting;
    vec2s position = race_bodies_const(race)[car].position;
    float spacing = line->length / (float)line->count;
    int count = (int)(to_gate(race, car, cutting->from_point) / spacing) + 2;
    float nearest2 = NEAR * NEAR, time_s = 0.0f, found_s = -1.0f;
    float known2 = glms_vec2_distance2(line->points[*point].point, position);
    for (int k = 0; k <= count && k < line->count; k++) {
        int i = racing_line_index(line, cutting->from_point + k);
        const LinePoint *at = &line->points[i];
        float apart2 = glms_vec2_distance2(at->point, position);
        if (apart2 < nearest2) {
            nearest2 = apart2;
            found_s = time_s + ahead_of(at, position) / at->speed;
            *point = apart2 < known2 ? i : *point;
        }
        time_s += spacing / at->speed;
    }
    return found_s - cutting->from_ahead / line->points[cutting->from_point].speed;
}

/// The car is back, or crosses the finish line: whether it has gained time beside the road.
static void judge(Race *race, int car) {
    Racer *racer = &race_racers(race)[car];
    Cutting *cutting = &racer->cutting;
    cutting->off = false;
    if (racer->respawns != cutting->from_respawns) {
        return; // it was carried
    }
    float took_s = (float)(race->tick - cutting->from_tick) * RACE_DT;
    float gained_s = time_on_road(race, car, &racer->line_point) - took_s;
    if (gained_s < CUTTING_LEAST) {
        return;
    }
    racer->lap_marks |= LAP_CUT;
    cutting->count++;
    cutting->gained_s = gained_s;
    cutting->told_s = CUTTING_TOLD;
    cutting->paid = false;
    if (race->mode == RACE_MODE_RACE && race->rules.cutting) {
        cutting->at_stake_s = gained_s + (cutting_owes(racer) ? cutting->at_stake_s : 0.0f);
        cutting->owed_s = float_min(cutting->owed_s + CUTTING_LIFT * gained_s, CUTTING_LIFT_MOST);
        cutting->left_s = CUTTING_WINDOW;
    }
}

float cutting_cost(const Racer *racer) {
    return float_max(racer->cutting.at_stake_s, CUTTING_PENALTY);
}

void cutting_settle(Racer *racer) {
    Cutting *cutting = &racer->cutting;
    if (cutting->owed_s > 0.0f) {
        racer->penalty_s += cutting_cost(racer);
        cutting->owed_s = 0.0f;
        cutting->told_s = CUTTING_TOLD;
        cutting->busy = cutting->paid = true;
    }
}

static void give_back(Race *race, int car) {
    const RacingLine *line = &race->data->lines[car];
    Racer *racer = &race_racers(race)[car];
    Cutting *cutting = &racer->cutting;
    const LinePoint *at = &line->points[racer->line_point];
    const LinePoint *next = &line->points[racing_line_index(line, racer->line_point + 1)];
    float spacing = line->length / (float)line->count;
    if (at->speed * at->speed - next->speed * next->speed > 2.0f * SLOWING * spacing) {
        return;
    }
    if (racer->input.throttle <= CUTTING_GAS) {
        cutting->owed_s = float_max(cutting->owed_s - RACE_DT, 0.0f);
        cutting->told_s = CUTTING_TOLD;
    }
    cutting->left_s -= RACE_DT;
    if (cutting->left_s <= 0.0f) {
        cutting_settle(racer);
    }
}

/// Whether a car that seems to be off the road is on another stretch of it: across the infield, the
/// walk along the road does not find it.
static bool is_elsewhere_on_road(const Race *race, Racer *racer, int car) {
    int sample = -1;
    bool looks =
        (race->tick - racer->cutting.from_tick) % LOOK_AROUND == (uint32_t)(LOOK_AROUND - 1);
    if (!looks || footing_is_off(race, car, &sample)) {
        return false;
    }
    racer->ribbon_sample = sample;
    return true;
}

void cutting_step(Race *race, int car, bool off) {
    Racer *racer = &race_racers(race)[car];
    Cutting *cutting = &racer->cutting;
    cutting->told_s = float_max(cutting->told_s - RACE_DT, 0.0f);
    if (cutting->owed_s > 0.0f) {
        give_back(race, car);
    }
    if (off && !cutting->off) {
        leave_road(race, car);
    } else if (cutting->off && (!off || is_elsewhere_on_road(race, racer, car))) {
        judge(race, car);
    }
    cutting->busy = cutting->off || cutting->owed_s > 0.0f || cutting->told_s > 0.0f;
}

void cutting_end_lap(Race *race, int car) {
    if (race_racers_const(race)[car].cutting.off) {
        judge(race, car);
    }
}

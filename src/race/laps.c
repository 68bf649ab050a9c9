#include "race/laps.h"

#include "base/scalar.h"
#include "geometry/polygon.h"
#include "race/cutting.h"
#include "race_state/classification.h"

#include <math.h>
#include <string.h>

#define MISSED_CALL     2.0f ///< s that a missed gate is called.
#define WRONG_WAY_AFTER 1.0f ///< s
#define GATE_DOUBT      0.5f ///< m: nearer to a gate than this, the crossing itself is tested.

static double lap_time_of(const Race *race, const Racer *racer, float part) {
    return ((double)race->tick - (double)racer->lap_started_tick + (double)part -
            (double)racer->lap_started_part) /
           RACE_TICKS_PER_SECOND;
}

static void finish_race(Race *race, Racer *racer, float part) {
    racer->finished = true;
    cutting_settle(racer);
    double ticks = (double)race->tick - (double)race->start_tick + (double)part;
    racer->total_s = ticks / RACE_TICKS_PER_SECOND + (double)racer->penalty_s;
    race->finished_count++;
    if (race->finished_count > 1) {
        return;
    }
    float grace = float_max(60.0f, 1.5f * (float)racer->lap_times[racer->lap - 1]);
    uint32_t end = race->tick + (uint32_t)(grace * (float)RACE_TICKS_PER_SECOND);
    race->end_tick = race->end_tick && race->end_tick < end ? race->end_tick : end;
}

static void complete_lap(Race *race, int car, float part) {
    Racer *racer = &race_racers(race)[car];
    racer->next_gate = 0;
    racer->gates_passed = 0;
    if (race->data->lines[car].open) { // who stops behind the finish is in nobody's way
        racer->ghost_s = LAPS_RUN_OFF_TIME;
        world_flags(race_world(race))[car] |= BODY_GHOST;
    }
    if (classification_stands(racer)) { // rolling on
        return;
    }
    double lap_s = lap_time_of(race, racer, part);
    cutting_end_lap(race, car);
    if (racer->lap < RACE_LAPS_MAX) {
        racer->lap_times[racer->lap] = lap_s;
        racer->marks[racer->lap] = racer->lap_marks;
    }
    bool counts = (racer->lap_marks & (LAP_CUT | LAP_PART)) == 0;
    racer->lap_marks = 0;
    if (counts && (racer->best_lap_s <= 0.0 || lap_s < racer->best_lap_s)) {
        racer->best_lap_s = lap_s;
        memcpy(racer->best_sector_s, racer->sector_s, sizeof racer->best_sector_s);
    }
    memset(racer->sector_s, 0, sizeof racer->sector_s);
    racer->lap++;
    racer->lap_started_tick = race->tick;
    racer->lap_started_part = part;
    // The flag is shown to all once the winner has taken it.
    bool flag = racer->lap >= race->laps || race->finished_count > 0;
    if (race->mode == RACE_MODE_RACE && flag) {
        finish_race(race, racer, part);
    }
}

static void pass_gate(Race *race, int car, float part) {
    Racer *racer = &race_racers(race)[car];
    racer->sector_s[racer->next_gate] = (float)lap_time_of(race, racer, part);
    if (racer->next_gate == race->data->track->gate_count - 1) {
        complete_lap(race, car, part);
    } else {
        racer->next_gate++;
        racer->gates_passed++;
    }
    racer->missed_gate = -1;
}

/// A gate ahead of the next one was crossed: tells the driver at once that one was left out. The
/// finish right after the start is none (the grid stands behind it), and neither is one a whole lap
/// away, or one that lies on the way of the car's own line.
static void call_missed_gates(Race *race, int car, vec2s from, vec2s to) {
    const Track *track = race->data->track;
    Racer *racer = &race_racers(race)[car];
    int reach =
        track->gate_count / 2 < RACE_GATES_CALLED ? track->gate_count / 2 : RACE_GATES_CALLED;
    uint8_t early = race->data->early[car][racer->next_gate];
    int count = racer->gates_passed > 0 ? track->gate_count : track->gate_count - 1;
    for (int i = 1; i <= reach; i++) {
        int gate = racer->next_gate + i;
        if (gate < count && (early & 1 << (i - 1)) == 0 &&
            track_gate_crossing(&track->gates[gate], from, to).direction > 0) {
            racer->missed_gate = racer->next_gate;
            racer->missed_s = MISSED_CALL;
            return;
        }
    }
}

static bool lies_within(vec2s point, vec2s middle, float radius) {
    return glms_vec2_distance2(point, middle) < radius * radius;
}

/// Whether the way between two points lies in the circle around which the car last found no gate.
/// Where it does not, looks around anew: most ways of a lap are told by the circle alone.
static bool is_far_from_gates(const Track *track, Racer *racer, vec2s from, vec2s to) {
    if (lies_within(from, racer->no_gate_at, racer->no_gate_radius) &&
        lies_within(to, racer->no_gate_at, racer->no_gate_radius)) {
        return true;
    }
    float nearest2 = INFINITY;
    for (int i = 0; i < track->gate_count; i++) {
        for (int way = 0; way <= track->gates[i].other_count; way++) {
            const TrackGate *line = track_gate_way(&track->gates[i], way);
            nearest2 = float_min(nearest2, segment_distance2(line->left, line->right, to, NULL));
        }
    }
    racer->no_gate_at = to;
    racer->no_gate_radius = float_max(sqrtf(nearest2) - GATE_DOUBT, 0.0f);
    return false;
}

static void check_gates(Race *race, int car) {
    const Track *track = race->data->track;
    Racer *racer = &race_racers(race)[car];
    vec2s from = racer->last_position;
    vec2s to = world_bodies(race_world(race))[car].position;
    if (is_far_from_gates(track, racer, from, to)) {
        return;
    }
    GateCrossing next = track_gate_crossing(&track->gates[racer->next_gate], from, to);
    if (next.direction > 0) {
        racer->last_way = next.way;
        pass_gate(race, car, next.part);
        return;
    }
    if (racer->gates_passed > 0) {
        const TrackGate *last = &track->gates[racer->next_gate - 1];
        if (track_gate_crossing(last, from, to).direction < 0) {
            racer->next_gate--; // driven back over: it has to be taken again
            racer->gates_passed--;
            racer->last_way = 0;
            return;
        }
    }
    call_missed_gates(race, car, from, to);
}

void laps_locate(Race *race, int car) {
    const RacingLine *line = &race->data->lines[car];
    Racer *racer = &race_racers(race)[car];
    vec2s position = world_bodies(race_world(race))[car].position;
    int point = race_data_line_point(race->data, car, position, racer->line_point);
    if (glms_vec2_distance2(position, line->points[point].point) >
            LAPS_LOST_LINE * LAPS_LOST_LINE &&
        (race->tick + (uint32_t)car) % 60 == 0) {
        point = racing_line_locate(line, position, -1);
    }
    racer->line_point = point;
    const LinePoint *at = &line->points[point];
    float s = at->s + glms_vec2_dot(glms_vec2_sub(position, at->point), at->tangent);
    float left = race->data->gate_s[car][racer->next_gate] - s;
    if (line->open) {
        racer->to_next_gate = float_max(left, 0.0f);
        return;
    }
    left = left < 0.0f ? left + line->length : left;
    // Just before its gate a car may already be past the gate's place on the line.
    racer->to_next_gate = left > line->length - 30.0f ? 0.0f : left;
}

/// Whether the car drives forward along a branch: on the road of a ribbon that is not the lap's.
static bool follows_branch(const Track *track, const Body *body) {
    for (int i = 1; i < track->ribbon_count; i++) {
        const Ribbon *ribbon = &track->ribbons[i];
        RibbonPlace place = ribbon_locate(ribbon, body->position, -1);
        float half = ribbon_half_width_at(ribbon, place);
        if (fabsf(place.offset) <= half &&
            glms_vec2_dot(body->velocity, ribbon_tangent(ribbon, place)) > 0.0f) {
            return true;
        }
    }
    return false;
}

static void watch_direction(Race *race, int car) {
    const RacingLine *line = &race->data->lines[car];
    Racer *racer = &race_racers(race)[car];
    const Body *body = &world_bodies(race_world(race))[car];
    vec2s tangent = line->points[racer->line_point].tangent;
    float along = glms_vec2_dot(body->velocity, tangent);
    if (along >= -3.0f && racer->wrong_way_s <= 0.0f && !racer->wrong_way) {
        return; // as nearly always
    }
    vec2s nose = vec2_make(body->rotation.c, body->rotation.s);
    bool wrong =
        glms_vec2_dot(nose, tangent) < -0.5f && along < -3.0f; // 120 degrees off, driving back
    wrong = wrong && !follows_branch(race->data->track, body);
    if (wrong) {
        racer->wrong_way_s = float_min(racer->wrong_way_s + RACE_DT, WRONG_WAY_AFTER + 0.5f);
    } else {
        racer->wrong_way_s = float_max(racer->wrong_way_s - 2.0f * RACE_DT, 0.0f);
    }
    racer->wrong_way =
        racer->wrong_way ? racer->wrong_way_s > 0.5f : racer->wrong_way_s > WRONG_WAY_AFTER;
}

void laps_step(Race *race, int car) {
    Racer *racer = &race_racers(race)[car];
    check_gates(race, car);
    laps_locate(race, car);
    watch_direction(race, car);
    racer->missed_s = float_max(racer->missed_s - RACE_DT, 0.0f);
}

void laps_expect_gate(Race *race, int car) {
    const RacingLine *line = &race->data->lines[car];
    const int count = race->data->track->gate_count;
    Racer *racer = &race_racers(race)[car];
    vec2s position = race_bodies_const(race)[car].position;
    const LinePoint *at = &line->points[racing_line_locate(line, position, -1)];
    float s = at->s + glms_vec2_dot(glms_vec2_sub(position, at->point), at->tangent);
    float least = INFINITY;
    for (int i = 0; i < count; i++) {
        float ahead = race->data->gate_s[car][i] - s;
        ahead = ahead < 0.0f ? ahead + line->length : ahead;
        if (ahead < least) {
            least = ahead;
            racer->next_gate = i;
        }
    }
    racer->gates_passed = racer->next_gate;
    racer->last_way = 0;
}

#include "race/rules.h"

#include "base/scalar.h"
#include "geometry/polygon.h"
#include "race/classification.h"
#include "race/driver.h"
#include "race/props.h"

#include <math.h>
#include <string.h>

// A contact of less closing speed (m/s) than this is a brush, no hit; further ones within HIT_QUIET
// s are the same one.
#define HIT_SPEED 1.5f
#define HIT_QUIET 0.5f

#define MISSED_CALL     2.0f  // s that a missed gate is called
#define WRONG_WAY_AFTER 1.0f  // s
#define STUCK_WITHIN    3.0f  // m from where it last got on: a car that gets on is farther soon
#define STUCK_AFTER     12.0f // s without that
#define STUCK_SPEED     0.3f  // m/s
#define STUCK_HASTE     3.0f  // x the time for a person who pushes and stands: 4 s are enough
#define GHOST_TIME      2.0f  // s without contact after a rescue
#define RUN_OUT_TIME    5.0f  // s from the finish of a sprint until practice begins it again
#define LOST_LINE       30.0f // m from its line where a car looks for its place anew
#define GATE_DOUBT      0.5f  // m nearer than this to a gate it is crossed or not by the numbers

// s from GO to `part` of the current tick.
static double time_of(const Race *race, float part) {
    return ((double)race->tick - (double)race->start_tick + (double)part) / RACE_TICKS_PER_SECOND;
}

static double lap_time_of(const Race *race, const Racer *racer, float part) {
    return ((double)race->tick - (double)racer->lap_started_tick + (double)part -
            (double)racer->lap_started_part) /
           RACE_TICKS_PER_SECOND;
}

static void finish_race(Race *race, Racer *racer, float part) {
    racer->finished = true;
    racer->total_s = time_of(race, part);
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
        racer->ghost_s = RUN_OUT_TIME;
        world_flags(race_world(race))[car] |= BODY_GHOST;
    }
    if (classification_stands(racer)) { // rolling on
        return;
    }
    double lap_s = lap_time_of(race, racer, part);
    if (racer->lap < RACE_LAPS_MAX) {
        racer->lap_times[racer->lap] = lap_s;
    }
    if (racer->best_lap_s <= 0.0 || lap_s < racer->best_lap_s) {
        racer->best_lap_s = lap_s;
        memcpy(racer->best_sector_s, racer->sector_s, sizeof racer->best_sector_s);
    }
    memset(racer->sector_s, 0, sizeof racer->sector_s);
    racer->lap++;
    racer->lap_started_tick = race->tick;
    racer->lap_started_part = part;
    if (race->mode == RACE_MODE_RACE && racer->lap >= race->laps) {
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

// A gate ahead of the next one was crossed: tells the driver at once that one was left out. The
// finish right after the start is none (the grid stands behind it), and neither is one a whole lap
// away, or one that lies on the way of the car's own line.
static void call_missed_gates(Race *race, int car, vec2s from, vec2s to) {
    const Track *track = race->data->track;
    Racer *racer = &race_racers(race)[car];
    int reach =
        track->gate_count / 2 < RACE_GATES_CALLED ? track->gate_count / 2 : RACE_GATES_CALLED;
    uint8_t early = race->data->early[car][racer->next_gate];
    int count = racer->gates_passed > 0 ? track->gate_count : track->gate_count - 1;
    for (int i = 1; i <= reach; i++) {
        int gate = racer->next_gate + i;
        bool forward = false;
        if (gate < count && (early & 1 << (i - 1)) == 0 &&
            track_gate_crossing(&track->gates[gate], from, to, &forward) >= 0.0f && forward) {
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
    bool forward = false;
    const TrackGate *next = &track->gates[racer->next_gate];
    float part = track_gate_crossing(next, from, to, &forward);
    if (part >= 0.0f && forward) {
        racer->last_way = track_gate_crossed(next, from, to);
        pass_gate(race, car, part);
        return;
    }
    if (racer->gates_passed > 0) {
        const TrackGate *last = &track->gates[racer->next_gate - 1];
        if (track_gate_crossing(last, from, to, &forward) >= 0.0f && !forward) {
            racer->next_gate--; // driven back over: it has to be taken again
            racer->gates_passed--;
            racer->last_way = 0;
            return;
        }
    }
    call_missed_gates(race, car, from, to);
}

// Finds the car's place along its racing line and how far the next gate is.
static void follow_progress(Race *race, int car) {
    const RacingLine *line = &race->data->lines[car];
    Racer *racer = &race_racers(race)[car];
    vec2s position = world_bodies(race_world(race))[car].position;
    int point = racing_line_locate(line, position, racer->line_point);
    if (glms_vec2_distance2(position, line->points[point].point) > LOST_LINE * LOST_LINE &&
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

// Whether the car drives forward along a branch: on the road of a ribbon that is not the lap's.
static bool follows_branch(const Track *track, const Body *body) {
    for (int i = 1; i < track->ribbon_count; i++) {
        const Ribbon *ribbon = &track->ribbons[i];
        RibbonPlace place = ribbon_locate(ribbon, body->position, -1);
        float half = ribbon_half_width(ribbon, place, place.offset >= 0.0f ? 0 : 1);
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

/// Whether `point` lies on the road of a ribbon behind the first, or on the outer half of its
/// kerbs.
static bool on_branch(const RoadGrid *roads, vec2s point) {
    int count = 0;
    const RoadStretch *stretches = road_grid_at(roads, point, &count);
    for (int k = 0; k < count; k++) {
        const Ribbon *ribbon = &roads->ribbons[stretches[k].ribbon];
        if (stretches[k].ribbon == 0) {
            continue;
        }
        const RibbonSample *at = &ribbon->samples[stretches[k].sample];
        const RibbonSample *next = &ribbon->samples[(stretches[k].sample + 1) % ribbon->count];
        vec2s chord = glms_vec2_sub(next->point, at->point);
        vec2s from = glms_vec2_sub(point, at->point);
        float length2 = glms_vec2_norm2(chord);
        float t = length2 > 0.0f ? glms_vec2_dot(from, chord) / length2 : 0.0f;
        float held = float_min(float_max(t, 0.0f), 1.0f);
        bool ends = !ribbon->closed &&
                    (stretches[k].sample == 0 || stretches[k].sample == ribbon->count - 2);
        vec2s off = glms_vec2_sub(from, glms_vec2_scale(chord, held));
        int side = glms_vec2_dot(vec2_left(chord), from) >= 0.0f ? 0 : 1;
        float here = (side == 0 ? at->left : at->right) + 0.5f * at->kerb[side];
        float there = (side == 0 ? next->left : next->right) + 0.5f * next->kerb[side];
        float half = here + held * (there - here);
        if (glms_vec2_norm2(off) <= half * half && (!ends || t == held)) {
            return true;
        }
    }
    return false;
}

/// Where a car stands along the first ribbon, and across it.
typedef struct Footing {
    const RibbonSample *at;
    vec2s left;   ///< Unit, across the road.
    float offset; ///< m left of its middle.
} Footing;

static Footing find_footing(const Race *race, int car, int *sample) {
    const Ribbon *ribbon = &race->data->track->ribbons[0];
    RibbonPlace place = ribbon_locate(ribbon, race_bodies_const(race)[car].position, *sample);
    *sample = place.sample;
    const RibbonSample *at = &ribbon->samples[place.sample];
    return (Footing){at, vec2_left(at->tangent), place.offset};
}

static bool wheel_is_on(const Race *race, int car, const Footing *footing, int wheel) {
    const RibbonSample *at = footing->at;
    const Body *body = &race_bodies_const(race)[car];
    vec2s arm = rotation_apply(body->rotation, race_racers_const(race)[car].model.wheel_at[wheel]);
    float offset = footing->offset + glms_vec2_dot(footing->left, arm);
    if (offset <= at->left + 0.5f * at->kerb[0] && offset >= -at->right - 0.5f * at->kerb[1]) {
        return true;
    }
    return race->data->track->ribbon_count > 1 &&
           on_branch(&race->data->roads, glms_vec2_add(body->position, arm));
}

int rules_wheels_off(const Race *race, int car, int *sample) {
    if (race->data->track->ribbon_count == 0) {
        return 0;
    }
    Footing footing = find_footing(race, car, sample);
    int off = 0;
    for (int i = 0; i < CAR_WHEELS; i++) {
        off += wheel_is_on(race, car, &footing, i) ? 0 : 1;
    }
    return off;
}

bool rules_is_off(const Race *race, int car, int *sample) {
    if (race->data->track->ribbon_count == 0) {
        return false;
    }
    Footing footing = find_footing(race, car, sample);
    for (int i = 0; i < CAR_WHEELS; i++) {
        if (wheel_is_on(race, car, &footing, i)) {
            return false; // as nearly always: the first one tells
        }
    }
    return true;
}

static void count_impacts(Race *race) {
    World *world = race_world(race);
    Racer *racers = race_racers(race);
    for (int i = 0; i < race->car_count; i++) {
        racers[i].impact = 0.0f;
        racers[i].hit_quiet_s = float_max(racers[i].hit_quiet_s - RACE_DT, 0.0f);
    }
    const Contact *contacts = world_contacts(world);
    for (int i = 0; i < world->contact_count; i++) {
        const Contact *contact = &contacts[i];
        for (int side = 0; side < 2; side++) {
            int car = side == 0 ? contact->a : contact->b;
            // Walls and loose things have no ears.
            if (car >= race->car_count || contact->impulse <= racers[car].impact) {
                continue;
            }
            const Body *first = &world_bodies(world)[contact->a];
            racers[car].impact = contact->impulse;
            racers[car].impact_at = glms_vec2_add(first->position, contact->points[0].anchor_a);
            racers[car].impact_normal = contact->normal;
        }
    }
    for (int i = 0; i < race->car_count; i++) {
        if (racers[i].impact > HIT_SPEED * racers[i].model.params.mass) {
            racers[i].hits += racers[i].hit_quiet_s <= 0.0f;
            racers[i].hit_quiet_s = HIT_QUIET;
        }
    }
}

// Whether the boxes around a car at `place` and around a thing meet.
static bool meets_thing(const Race *race, int car, vec2s place, int body) {
    const World *world = race_world_const(race);
    const Hull *hull = &race->data->hulls[((const uint8_t *)world + world->hull_of)[body]];
    const Body *thing = &race_bodies_const(race)[body];
    float reach = race->data->hulls[car].bounding_radius;
    float apart = reach + hull->bounding_radius;
    return glms_vec2_distance2(thing->position, place) < apart * apart &&
           box_overlap(box_grow((Box){place, place}, reach), hull_bounds(hull, body_at(thing)));
}

// Whether a car can be put at `place`: no wall, no other car and no loose thing there.
static bool is_free(Race *race, int car, vec2s place) {
    const Body *bodies = world_bodies(race_world(race));
    float reach = race->data->hulls[car].bounding_radius;
    if (!box_contains(race->data->track->bounds, place) ||
        wall_grid_clearance(&race->data->walls, place, reach) < 0.6f * reach) {
        return false;
    }
    for (int i = 0; i < race->car_count; i++) {
        float apart = reach + race->data->hulls[i].bounding_radius;
        if (i != car && glms_vec2_distance2(bodies[i].position, place) < apart * apart) {
            return false;
        }
    }
    for (int i = race->car_count; i < movers_body(race, race->mover_count); i++) {
        if (meets_thing(race, car, place, i)) {
            return false;
        }
    }
    return true;
}

void rules_put(Race *race, int car, vec2s point, float angle) {
    Racer *racer = &race_racers(race)[car];
    Body *body = &world_bodies(race_world(race))[car];
    body->position = point;
    body_set_angle(body, angle);
    body->velocity = vec2_make(0.0f, 0.0f);
    body->spin = 0.0f;
    racer->car = car_make(&racer->model, 0.0f);
    racer->last_position = point;
    racer->line_point = -1;
    racer->ribbon_sample = -1;
    racer->missed_gate = -1;
    racer->stuck_at = point;
    racer->stuck_s = 0.0f;
    racer->ghost_s = GHOST_TIME;
    world_flags(race_world(race))[car] |= BODY_GHOST;
    driver_reset(race, car);
}

/// Whether the car has driven a sprint to its end.
static bool has_run_out(const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    const RacingLine *line = &race->data->lines[car];
    float finish = race->data->gate_s[car][race->data->track->gate_count - 1];
    bool driven = racer->lap > 0 || racer->retired;
    return line->open && driven && racer->gates_passed == 0 && racer->line_point >= 0 &&
           line->points[racer->line_point].s > finish - 1.0f;
}

/// Puts a car back on the grid, a sprint's run before it. Its time begins at once.
static void begin_again(Race *race, int car) {
    const TrackSlot *slot = &race->data->track->slots[car];
    Racer *racer = &race_racers(race)[car];
    rules_put(race, car, slot->position, slot->angle);
    racer->lap_started_tick = race->tick;
    racer->lap_started_part = 0.0f;
}

void rules_respawn(Race *race, int car) {
    const Track *track = race->data->track;
    Racer *racer = &race_racers(race)[car];
    if (has_run_out(race, car)) {
        if (race->mode == RACE_MODE_PRACTICE) {
            begin_again(race, car);
        }
        return;
    }
    if (race->data->lines[car].open && racer->gates_passed == 0) {
        racer->respawns++;
        rules_put(race, car, track->slots[car].position, track->slots[car].angle);
        return;
    }
    int last = (racer->next_gate + track->gate_count - 1) % track->gate_count;
    const TrackGate *gate = &track->gates[last];
    gate = track_gate_way(gate, racer->last_way <= gate->other_count ? racer->last_way : 0);
    Rotation heading = rotation_make(gate->respawn_angle);
    vec2s place = gate->respawn;
    for (int i = 0; i < 12;
         i++) { // a little ahead in three columns, else on top of others as a ghost
        vec2s offset = vec2_make(6.0f * (float)(i / 3), i % 3 == 0   ? 0.0f
                                                        : i % 3 == 1 ? 3.0f
                                                                     : -3.0f);
        vec2s candidate = glms_vec2_add(gate->respawn, rotation_apply(heading, offset));
        if (is_free(race, car, candidate)) {
            place = candidate;
            break;
        }
    }
    racer->respawns++;
    rules_put(race, car, place, gate->respawn_angle);
}

/// What becomes of a car behind the finish of a sprint: in practice it begins again after a while,
/// in a race it stays there as a ghost.
static void leave_run_out(Race *race, int car) {
    Racer *racer = &race_racers(race)[car];
    racer->ghost_s = float_max(racer->ghost_s, RACE_DT);
    float since = (float)(race->tick - racer->lap_started_tick) * RACE_DT;
    if (race->mode == RACE_MODE_PRACTICE && since > RUN_OUT_TIME) {
        begin_again(race, car);
    }
}

/// Whether what lies under `point` puts cars back on the road.
static bool respawns_at(const RaceData *data, vec2s point) {
    return data->ground.respawns &&
           data->track->surfaces[ground_surface(&data->ground, point)].respawn;
}

/// Counts how long a car has not got on: that is, has not left the circle around where it last did.
/// Speed would not tell: of some 10,800 cars at random places of random yards, 22 rocked to and fro
/// within 3 m for 40 s, above 1 m/s again and again.
///
/// An AI car always wants to get on, and forward along its line, for it backs out 4 m at a time. It
/// may wait for others as long as STUCK_AFTER. People count while they push, all the faster where
/// that moves nothing; who lets go of the pedals wants to stand there.
static void watch_progress(Race *race, int car, bool ai) {
    Racer *racer = &race_racers(race)[car];
    const Body *body = &world_bodies(race_world(race))[car];
    vec2s moved = glms_vec2_sub(body->position, racer->stuck_at);
    float moved2 = glms_vec2_norm2(moved);
    if (moved2 > STUCK_WITHIN * STUCK_WITHIN) {
        vec2s tangent = race->data->lines[car].points[racer->line_point].tangent;
        if (!ai || glms_vec2_dot(moved, tangent) > 0.0f || moved2 > LOST_LINE * LOST_LINE) {
            racer->stuck_at = body->position;
            racer->stuck_s = 0.0f;
            return;
        }
    }
    bool pushing = racer->input.throttle > 64 || racer->input.brake > 64;
    bool standing = glms_vec2_norm2(body->velocity) < STUCK_SPEED * STUCK_SPEED;
    float rate = ai ? 1.0f : !pushing ? -STUCK_HASTE : standing ? STUCK_HASTE : 1.0f;
    racer->stuck_s = float_max(racer->stuck_s + rate * RACE_DT, 0.0f);
}

static void rescue_if_needed(Race *race, int car) {
    const Track *track = race->data->track;
    Racer *racer = &race_racers(race)[car];
    const Body *body = &world_bodies(race_world(race))[car];
    // A person's car goes on by itself once its result stands.
    bool ai = (race->ai_cars >> car & 1u) != 0 || classification_stands(racer);
    watch_progress(race, car, ai);
    if (has_run_out(race, car)) {
        leave_run_out(race, car);
        return;
    }
    if (racer->stuck_s > STUCK_AFTER || !box_contains(track->bounds, body->position) ||
        respawns_at(race->data, body->position) ||
        (ai && racer->missed_gate >= 0 && racer->missed_s <= 0.0f)) {
        rules_respawn(race, car);
    }
}

// A ghost becomes solid again once its time is up and nobody stands in it.
static void fade_ghost(Race *race, int car) {
    Racer *racer = &race_racers(race)[car];
    if (racer->ghost_s <= 0.0f) {
        return;
    }
    racer->ghost_s -= RACE_DT;
    if (racer->ghost_s > 0.0f) {
        return;
    }
    const Body *bodies = world_bodies(race_world(race));
    for (int i = 0; i < race->car_count; i++) {
        float apart = race->data->hulls[car].bounding_radius + race->data->hulls[i].bounding_radius;
        if (i != car &&
            glms_vec2_distance2(bodies[i].position, bodies[car].position) < apart * apart) {
            racer->ghost_s = RACE_DT; // ask again in the next tick
            return;
        }
    }
    for (int i = 0; i < race->mover_count; i++) { // props would only be pushed aside
        if (meets_thing(race, car, bodies[car].position, movers_body(race, i))) {
            racer->ghost_s = RACE_DT;
            return;
        }
    }
    racer->ghost_s = 0.0f;
    world_flags(race_world(race))[car] &= (uint8_t)~BODY_GHOST;
}

static void rank(Race *race) {
    int order[RACE_MAX_CARS];
    race_order(race, order);
    for (int i = 0; i < race->car_count; i++) {
        race_racers(race)[order[i]].place = i + 1;
    }
}

static void end_if_over(Race *race) {
    if (race->mode != RACE_MODE_RACE || race->phase == RACE_OVER) {
        return;
    }
    bool time_is_up = race->end_tick && race->tick >= race->end_tick;
    if (race->finished_count < race->car_count && !time_is_up) {
        return;
    }
    race->phase = RACE_OVER;
    for (int i = 0; i < race->car_count; i++) {
        Racer *racer = &race_racers(race)[i];
        racer->retired = !racer->finished;
    }
}

void rules_start(Race *race) {
    for (int i = 0; i < race->car_count; i++) {
        follow_progress(race, i);
    }
    rank(race);
}

void rules_step(Race *race) {
    count_impacts(race);
    for (int i = 0; i < race->car_count; i++) {
        Racer *racer = &race_racers(race)[i];
        check_gates(race, i);
        follow_progress(race, i);
        watch_direction(race, i);
        racer->missed_s = float_max(racer->missed_s - RACE_DT, 0.0f);
        if (!classification_stands(racer) && rules_is_off(race, i, &racer->ribbon_sample)) {
            racer->off_track_s += RACE_DT;
        }
        racer->last_position = world_bodies(race_world(race))[i].position;
        rescue_if_needed(race, i);
        fade_ghost(race, i);
    }
    rank(race);
    end_if_over(race);
}

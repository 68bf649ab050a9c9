#include "race/rescue.h"

#include "base/scalar.h"
#include "drivers/driver.h"
#include "race/elimination.h"
#include "race/laps.h"
#include "race_state/classification.h"
#include "race_state/props.h"

#define STUCK_WITHIN 3.0f  ///< m from the last progress: a car that gets on is farther soon.
#define STUCK_AFTER  12.0f ///< s without progress.
#define STUCK_SPEED  0.3f  ///< m/s
#define STOOD_AFTER  4.5f  ///< s for which an AI car stands still, in a jam that does not dissolve.
#define STUCK_HASTE  3.0f  ///< x the time for a person who pushes and stands: 4 s are enough.
#define GHOST_TIME   2.0f  ///< s without contact after a rescue.

/// A mover that closes on a wall crushes what is between. Where the way out of it is walled up, a
/// car would stay inside for as long as the mover stands there.
#define CRUSHED_DEPTH 0.3f ///< m inside a mover: no impact goes so deep.
#define CRUSHED_AFTER 0.2f ///< s

/// Whether another car than `car` is so near to `place` that they may touch.
static bool meets_car(const Race *race, int car, vec2s place) {
    const Body *bodies = race_bodies_const(race);
    for (int i = 0; i < race->car_count; i++) {
        float apart = race->data->hulls[car].bounding_radius + race->data->hulls[i].bounding_radius;
        if (i != car && glms_vec2_distance2(bodies[i].position, place) < apart * apart) {
            return true;
        }
    }
    return false;
}

/// Whether the boxes meet of a car at `place` and of a body from `first` on: props, then movers.
static bool meets_things(const Race *race, int car, vec2s place, int first) {
    const WorldState *world = race_world_const(race);
    const uint8_t *hull_of = (const uint8_t *)world + world->hull_of;
    float reach = race->data->hulls[car].bounding_radius;
    Box box = box_grow((Box){place, place}, reach);
    for (int i = first; i < movers_body(race, race->mover_count); i++) {
        const Hull *hull = &race->data->hulls[hull_of[i]];
        const Body *thing = &race_bodies_const(race)[i];
        float apart = reach + hull->bounding_radius;
        if (glms_vec2_distance2(thing->position, place) < apart * apart &&
            box_overlap(box, hull_bounds(hull, body_at(thing)))) {
            return true;
        }
    }
    return false;
}

/// Whether a car can be put at `place`: no wall, no other car and no loose thing there.
static bool is_free(const Race *race, int car, vec2s place) {
    float reach = race->data->hulls[car].bounding_radius;
    return box_contains(race->data->track->bounds, place) &&
           wall_grid_clearance(&race->data->walls, place, reach) >= 0.6f * reach &&
           !meets_car(race, car, place) && !meets_things(race, car, place, race->car_count);
}

void rescue_put(Race *race, int car, vec2s point, float angle) {
    Racer *racer = &race_racers(race)[car];
    Body *body = &world_bodies(race_world(race))[car];
    body->position = point;
    body_set_angle(body, angle);
    body->velocity = vec2_make(0.0f, 0.0f);
    body->spin = 0.0f;
    float boost = racer->car.boost;
    racer->car = car_make(&racer->model, 0.0f);
    racer->car.boost = boost;
    racer->last_position = point;
    racer->line_point = -1;
    racer->ribbon_sample = -1;
    racer->missed_gate = -1;
    racer->stuck_at = point;
    racer->stuck_s = racer->stood_s = 0.0f;
    racer->crushed_s = 0.0f;
    racer->ghost_s = GHOST_TIME;
    world_flags(race_world(race))[car] |= BODY_GHOST;
    driver_reset(race, car);
}

/// In front of its finish line it would be a run that has begun again.
bool rescue_has_driven_sprint(const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    const RacingLine *line = &race->data->lines[car];
    float finish = race->data->gate_s[car][race->data->track->gate_count - 1];
    bool driven = racer->lap > 0 || racer->retired || racer->eliminated > 0;
    return line->open && driven && racer->gates_passed == 0 && racer->line_point >= 0 &&
           line->points[racer->line_point].s > finish - 1.0f;
}

/// Puts a car back on the grid, a sprint's run before it. Its time begins at once.
static void begin_again(Race *race, int car) {
    const TrackSlot *slot = &race->data->track->slots[race_racers_const(race)[car].slot];
    Racer *racer = &race_racers(race)[car];
    rescue_put(race, car, slot->position, slot->angle);
    racer->lap_started_tick = race->tick;
    racer->lap_started_part = 0.0f;
}

void rescue_respawn(Race *race, int car) {
    const Track *track = race->data->track;
    Racer *racer = &race_racers(race)[car];
    if (rescue_has_driven_sprint(race, car)) {
        if (race->mode == RACE_MODE_PRACTICE) {
            begin_again(race, car);
        }
        return;
    }
    if (race->data->lines[car].open && racer->gates_passed == 0) {
        racer->respawns++;
        const TrackSlot *slot = &track->slots[racer->slot];
        rescue_put(race, car, slot->position, slot->angle);
        return;
    }
    int last = (racer->next_gate + track->gate_count - 1) % track->gate_count;
    const TrackGate *gate = &track->gates[last];
    gate = track_gate_way(gate, racer->last_way <= gate->other_count ? racer->last_way : 0);
    Rotation heading = rotation_make(gate->respawn_angle);
    vec2s place = gate->respawn;
    static const float columns[] = {0.0f, 3.0f, -3.0f}; // m to the left
    // A little ahead in three columns, else on top of others as a ghost.
    for (int i = 0; i < 12; i++) {
        vec2s offset = vec2_make(6.0f * (float)(i / 3), columns[i % 3]);
        vec2s candidate = glms_vec2_add(gate->respawn, rotation_apply(heading, offset));
        if (is_free(race, car, candidate)) {
            place = candidate;
            break;
        }
    }
    racer->respawns++;
    rescue_put(race, car, place, gate->respawn_angle);
}

/// What becomes of a car behind the finish of a sprint: in practice it begins again after a while,
/// in a race it stays there as a ghost.
static void leave_run_off(Race *race, int car) {
    Racer *racer = &race_racers(race)[car];
    racer->ghost_s = float_max(racer->ghost_s, RACE_DT);
    float since = (float)(race->tick - racer->lap_started_tick) * RACE_DT;
    if (race->mode == RACE_MODE_PRACTICE && since > LAPS_RUN_OFF_TIME) {
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
/// may wait for others, but not stand still for longer than STOOD_AFTER. People count while they
/// push, all the faster where that moves nothing; who lets go of the pedals wants to stand there.
static void watch_progress(Race *race, int car, bool ai) {
    Racer *racer = &race_racers(race)[car];
    const Body *body = &world_bodies(race_world(race))[car];
    bool standing = glms_vec2_norm2(body->velocity) < STUCK_SPEED * STUCK_SPEED;
    racer->stood_s = standing ? racer->stood_s + RACE_DT : 0.0f;
    vec2s moved = glms_vec2_sub(body->position, racer->stuck_at);
    float moved2 = glms_vec2_norm2(moved);
    if (moved2 > STUCK_WITHIN * STUCK_WITHIN) {
        vec2s tangent = race->data->lines[car].points[racer->line_point].tangent;
        if (!ai || glms_vec2_dot(moved, tangent) > 0.0f ||
            moved2 > LAPS_LOST_LINE * LAPS_LOST_LINE) {
            racer->stuck_at = body->position;
            racer->stuck_s = 0.0f;
            return;
        }
    }
    bool pushing = racer->input.throttle > 64 || racer->input.brake > 64;
    float rate = ai ? 1.0f : !pushing ? -STUCK_HASTE : racer->stood_s > 0.0f ? STUCK_HASTE : 1.0f;
    racer->stuck_s = float_max(racer->stuck_s + rate * RACE_DT, 0.0f);
}

static void rescue_if_needed(Race *race, int car) {
    const Track *track = race->data->track;
    Racer *racer = &race_racers(race)[car];
    const Body *body = &world_bodies(race_world(race))[car];
    // A person's car goes on by itself once its result stands.
    bool ai = (race->ai_cars >> car & 1u) != 0 || classification_stands(racer);
    watch_progress(race, car, ai);
    if (rescue_has_driven_sprint(race, car)) {
        leave_run_off(race, car);
        return;
    }
    if (racer->stuck_s > STUCK_AFTER || (ai && racer->stood_s > STOOD_AFTER) ||
        racer->crushed_s > CRUSHED_AFTER || !box_contains(track->bounds, body->position) ||
        respawns_at(race->data, body->position) ||
        (ai && racer->missed_gate >= 0 && racer->missed_s <= 0.0f)) {
        rescue_respawn(race, car);
    }
}

/// A ghost becomes solid again once its time is up and nobody stands in it.
static void fade_ghost(Race *race, int car) {
    Racer *racer = &race_racers(race)[car];
    if (racer->ghost_s <= 0.0f || elimination_is_ghost(race, racer)) {
        return;
    }
    racer->ghost_s -= RACE_DT;
    if (racer->ghost_s > 0.0f) {
        return;
    }
    vec2s place = race_bodies_const(race)[car].position;
    if (meets_car(race, car, place) ||
        meets_things(race, car, place, movers_body(race, 0))) { // props would only be pushed aside
        racer->ghost_s = RACE_DT;                               // ask again in the next tick
        return;
    }
    racer->ghost_s = 0.0f;
    world_flags(race_world(race))[car] &= (uint8_t)~BODY_GHOST;
}

void rescue_step(Race *race, int car) {
    rescue_if_needed(race, car);
    fade_ghost(race, car);
}

void rescue_watch_movers(Race *race) {
    const WorldState *world = race_world(race);
    const Contact *contacts = world_contacts(race_world(race));
    uint32_t crushed = 0;
    for (int i = 0; i < world->contact_count; i++) {
        const Contact *contact = &contacts[i];
        bool mover = contact->b >= movers_body(race, 0) && contact->b < world->body_count;
        if (contact->a < race->car_count && mover && contact->depth > CRUSHED_DEPTH) {
            crushed |= 1u << contact->a;
        }
    }
    for (int car = 0; car < race->car_count; car++) {
        Racer *racer = &race_racers(race)[car];
        racer->crushed_s = (crushed >> car & 1u) != 0 ? racer->crushed_s + RACE_DT : 0.0f;
    }
}

#include "events/car_contacts.h"

#include "base/assert.h"
#include "race_state/classification.h"
#include "replay/lap_trace.h"

#include <math.h>

/// From where to where a car reaches along the direction `tangent`, m from the world's origin.
static void reach_along(const CarSample *sample, const Hull *hull, vec2s tangent, float *rear,
                        float *front) {
    Rotation course = {tangent.x, tangent.y};
    vec2s nose = rotation_undo(course, vec2_make(sample->rotation.c, sample->rotation.s));
    Box box = hull_bounds(hull, (Transform){vec2_make(0.0f, 0.0f), {nose.x, nose.y}});
    float at = glms_vec2_dot(sample->position, tangent);
    *rear = at + box.low.x;
    *front = at + box.high.x;
}

/// How far a car has moved sideways toward the other, m.
static float moved_toward(const CarSample *before, const CarSample *now, const CarSample *other) {
    float side = other->course.offset > before->course.offset ? 1.0f : -1.0f;
    return fmaxf(side * (now->course.offset - before->course.offset), 0.0f);
}

static ContactFault one_or_both(bool first, bool second) {
    return first == second ? FAULT_BOTH : first ? FAULT_FIRST : FAULT_SECOND;
}

ContactFault contact_fault(const CarSample before[2], const CarSample now[2],
                           const Hull *const hulls[2]) {
    const float back = -EVENT_VALUE(FAULT_BACK);
    if (now[0].along < back || now[1].along < back) {
        return one_or_both(now[0].along < back, now[1].along < back);
    }
    vec2s course = glms_vec2_add(before[0].course.tangent, before[1].course.tangent);
    if (glms_vec2_dot(before[0].course.tangent, before[1].course.tangent) <= 0.0f) {
        return FAULT_BOTH; // they come from different parts of the track
    }
    course = glms_vec2_normalize(course);
    float rear[2], front[2], shorter = INFINITY;
    for (int i = 0; i < 2; i++) {
        reach_along(&before[i], hulls[i], course, &rear[i], &front[i]);
        shorter = fminf(shorter, front[i] - rear[i]);
    }
    float overlap = fminf(front[0], front[1]) - fmaxf(rear[0], rear[1]);
    if (overlap < EVENT_VALUE(FAULT_OVERLAP) * shorter) {
        return front[0] < front[1] ? FAULT_FIRST : FAULT_SECOND; // who was behind
    }
    float moved[2];
    for (int i = 0; i < 2; i++) {
        if (before[i].course.ribbon != now[i].course.ribbon) {
            return FAULT_BOTH; // their ways aside are not along one road
        }
        moved[i] = moved_toward(&before[i], &now[i], &before[1 - i]);
    }
    const float aside = EVENT_VALUE(FAULT_ASIDE), clear = EVENT_VALUE(FAULT_CLEAR);
    return one_or_both(moved[0] >= aside && moved[0] >= clear * moved[1],
                       moved[1] >= aside && moved[1] >= clear * moved[0]);
}

const CarSample *car_contacts_sample(const CarContacts *contacts, int car) {
    const CarTrail *trail = &contacts->trails[car];
    return trail->count > 0 ? &trail->samples[(trail->count - 1) % CONTACTS_SAMPLES] : NULL;
}

static void take_sample(CarContacts *contacts, const Race *race, int car) {
    CarTrail *trail = &contacts->trails[car];
    const Body *body = &race_bodies_const(race)[car];
    int respawns = race_racers_const(race)[car].respawns;
    if (trail->respawns != respawns) {
        trail->count = 0;
        trail->respawns = respawns;
    }
    const CarSample *last = car_contacts_sample(contacts, car);
    CarSample sample = {body->position, body->rotation, 0.0f,
                        course_place(race, car, last ? &last->course : NULL)};
    sample.along = glms_vec2_dot(body->velocity, sample.course.tangent);
    trail->samples[trail->count++ % CONTACTS_SAMPLES] = sample;
}

static ContactFault fault_of(const CarContacts *contacts, const Race *race, const int cars[2]) {
    CarSample before[2], now[2];
    const Hull *hulls[2];
    for (int i = 0; i < 2; i++) {
        const CarTrail *trail = &contacts->trails[cars[i]];
        if (trail->count < CONTACTS_SAMPLES ||
            trail->respawns != race_racers_const(race)[cars[i]].respawns) {
            return FAULT_BOTH; // not long enough on the road
        }
        before[i] = trail->samples[trail->count % CONTACTS_SAMPLES];
        now[i] = *car_contacts_sample(contacts, cars[i]);
        hulls[i] = &race->data->hulls[cars[i]];
    }
    return contact_fault(before, now, hulls);
}

/// Whether touches that began at `open` go on in this tick.
static bool goes_on(const OpenContact *open, const Race *race) {
    return open->on && race->tick - open->last_tick <= EVENT_TICKS(CONTACT_APART);
}

/// Adds `event` as a new contact, or takes it in as part of the one that goes on.
static void add_touch(OpenContact *open, const Race *race, const RaceEvent *event,
                      EventList *list) {
    if (!goes_on(open, race)) {
        *open = (OpenContact){true, event_list_add(list, event), race->tick, race->tick};
        return;
    }
    open->last_tick = race->tick;
    if (open->event >= 0) {
        RaceEvent *noted = &list->items[open->event];
        noted->value = fmaxf(noted->value, event->value);
        noted->lasted_s = (float)(race->tick - open->first_tick) * RACE_DT;
    }
}

static void add_cars(CarContacts *contacts, const Race *race, int a, int b, float speed,
                     EventList *list) {
    int cars[2] = {a < b ? a : b, a < b ? b : a};
    OpenContact *open = &contacts->cars[cars[0]][cars[1]];
    RaceEvent event = {.value = speed};
    if (!goes_on(open, race)) {
        ContactFault fault = fault_of(contacts, race, cars);
        int first = fault == FAULT_SECOND ? 1 : 0;
        event = event_list_make(list, race, EVENT_CONTACT, cars[first]);
        event.other = (int8_t)cars[1 - first];
        event.shared = fault == FAULT_BOTH;
        event.value = speed;
    }
    add_touch(open, race, &event, list);
}

static void add_wall(CarContacts *contacts, const Race *race, int car, float speed,
                     EventList *list) {
    OpenContact *open = &contacts->walls[car];
    RaceEvent event = {.value = speed};
    if (!goes_on(open, race)) {
        event = event_list_make(list, race, EVENT_WALL, car);
        event.value = speed;
    }
    add_touch(open, race, &event, list);
}

/// m/s at which the two met before the step.
static float approach_speed(const Contact *contact) {
    float speed = 0.0f;
    for (int i = 0; i < contact->count; i++) {
        speed = fmaxf(speed, -contact->points[i].approach);
    }
    return speed;
}

void car_contacts_follow(CarContacts *contacts, const Race *race, EventList *list) {
    ASSERT(contacts != NULL && race != NULL && list != NULL);
    const WorldState *world = race_world_const(race);
    const Racer *racers = race_racers_const(race);
    const Contact *all = world_contacts_const(world);
    for (int i = 0; i < world->contact_count; i++) {
        const Contact *contact = &all[i];
        int a = contact->a, b = contact->b;
        if (contact->impulse <= 0.0f || a >= race->car_count) {
            continue; // only near, or no car's
        }
        bool racing = !classification_stands(&racers[a]);
        if (b == CONTACT_WALL) {
            if (racing && contact->impulse > EVENT_VALUE(HIT_SPEED) * racers[a].model.params.mass) {
                add_wall(contacts, race, a, approach_speed(contact), list);
            }
        } else if (b < race->car_count && (racing || !classification_stands(&racers[b]))) {
            add_cars(contacts, race, a, b, approach_speed(contact), list);
        }
    }
    if (race->tick % CONTACTS_SAMPLE_TICKS == 0) { // after the contacts: where the cars were before
        for (int i = 0; i < race->car_count; i++) {
            take_sample(contacts, race, i);
            lap_distance(race, i, &list->hints[i]); // so that the next search is short, and right
        }
    }
}

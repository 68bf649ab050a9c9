#include "events/passes.h"

#include "base/assert.h"
#include "replay/lap_trace.h"

#include <string.h>

static int steps_of(const PassWatch *watch, const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    int steps = racer_gates(racer, watch->gate_count);
    return steps < watch->step_count ? steps : watch->step_count;
}

void passes_begin(PassWatch *watch, const Race *race) {
    memset(watch, 0, sizeof *watch);
    const Racer *racers = race_racers_const(race);
    watch->gate_count = race->data->track->gate_count;
    watch->step_count = race->mode == RACE_MODE_RACE ? race->laps * watch->gate_count : 0;
    for (int i = 0; i < race->car_count; i++) {
        watch->reached[i] = steps_of(watch, race, i);
        watch->places[i] = (uint8_t)racers[i].place;
        watch->leader = racers[i].place == 1 ? i : watch->leader;
        for (int k = 0; k < race->car_count; k++) {
            watch->ahead[i] |= racers[i].place < racers[k].place ? 1u << k : 0u;
        }
    }
}

/// Notes for each pair where it has just changed its order on the track: a pass is counted at the
/// next gate, but that is where it was made.
static void note_places(PassWatch *watch, const Race *race, EventList *list) {
    const Racer *racers = race_racers_const(race);
    for (int i = 0; i < race->car_count; i++) {
        for (int k = 0; k < race->car_count; k++) {
            if (watch->places[i] > watch->places[k] && racers[i].place < racers[k].place) {
                watch->got_ahead_s[i][k] = lap_distance(race, i, &list->hints[i]);
            }
        }
    }
    for (int i = 0; i < race->car_count; i++) {
        watch->places[i] = (uint8_t)racers[i].place;
    }
}

static void drop(PassWatch *watch, PendingPass *pending) {
    watch->pending_count -= pending->on ? 1 : 0;
    pending->on = false;
}

/// The pass stands.
static void confirm(PassWatch *watch, PendingPass *pending, EventList *list) {
    const RaceEvent *event = &pending->event;
    if (event->kind == EVENT_LEAD) {
        watch->leader = event->car;
    } else {
        watch->ahead[event->car] |= 1u << event->other;
        watch->ahead[event->other] &= ~(1u << event->car);
    }
    event_list_add(list, event);
    drop(watch, pending);
}

/// Has a change of order last from now on, or goes on with one that began before.
static void pend(PassWatch *watch, PendingPass *pending, const RaceEvent *event, int other) {
    if (!pending->on) {
        watch->pending_count++;
        *pending = (PendingPass){.on = true, .event = *event};
        pending->event.other = (int8_t)other;
    }
}

/// `car`, first at its next gate, takes the lead, or has kept it.
static void take_lead(PassWatch *watch, const RaceEvent *crossed, EventList *list, bool at_finish) {
    if (watch->lead.on && watch->lead.event.car != crossed->car) {
        drop(watch, &watch->lead);
    }
    if (watch->leader == crossed->car) {
        return;
    }
    RaceEvent event = *crossed;
    event.kind = EVENT_LEAD;
    event.s = watch->got_ahead_s[event.car][watch->leader];
    pend(watch, &watch->lead, &event, watch->leader);
    if (at_finish) {
        confirm(watch, &watch->lead, list);
    }
}

/// `car` crosses its next gate.
static void cross(PassWatch *watch, const Race *race, int car, EventList *list) {
    int step = ++watch->reached[car], place = 1;
    const Racer *racers = race_racers_const(race);
    bool at_finish = step == watch->step_count || racers[car].finished;
    if (racers[car].eliminated > 0) { // it drives on, but is in no order any more
        return;
    }
    for (int i = 0; i < race->car_count; i++) {
        place += i != car && racers[i].eliminated == 0 && watch->reached[i] >= step ? 1 : 0;
    }
    RaceEvent event = event_list_make(list, race, EVENT_PASS, car);
    event.lap = (int16_t)((step - 1) / watch->gate_count + 1);
    event.gate = (int16_t)((step - 1) % watch->gate_count);
    event.value = (float)place;
    for (int other = 0; other < race->car_count; other++) {
        if (other == car || racers[other].eliminated > 0 || watch->reached[other] >= step) {
            continue;
        }
        drop(watch, &watch->pending[other][car]);
        if ((watch->ahead[other] >> car & 1u) != 0) {
            event.s = watch->got_ahead_s[car][other];
            pend(watch, &watch->pending[car][other], &event, other);
            if (at_finish) { // nobody can get it back
                confirm(watch, &watch->pending[car][other], list);
            }
        }
    }
    if (place == 1) {
        take_lead(watch, &event, list, at_finish);
    }
}

static bool has_lasted(const PendingPass *pending, const Race *race) {
    return pending->on && race->tick - pending->event.tick >= EVENT_TICKS(PASS_HELD);
}

/// Decides on the changes of order that are old enough.
static void settle(PassWatch *watch, const Race *race, EventList *list) {
    const Racer *racers = race_racers_const(race);
    for (int i = 0; i < race->car_count; i++) {
        for (int k = 0; k < race->car_count; k++) {
            PendingPass *pending = &watch->pending[i][k];
            if (has_lasted(pending, race)) {
                (racers[i].place < racers[k].place ? confirm(watch, pending, list)
                                                   : drop(watch, pending));
            }
        }
    }
    if (has_lasted(&watch->lead, race)) {
        if (racers[watch->lead.event.car].place == 1) {
            confirm(watch, &watch->lead, list);
        } else {
            drop(watch, &watch->lead);
        }
    }
}

void passes_follow(PassWatch *watch, const Race *race, EventList *list) {
    ASSERT(watch != NULL && race != NULL && list != NULL);
    if (watch->step_count == 0) {
        return;
    }
    const Racer *racers = race_racers_const(race);
    int by_place[RACE_MAX_CARS];
    bool changed = false;
    for (int i = 0; i < race->car_count; i++) {
        by_place[racers[i].place - 1] = i;
        changed = changed || racers[i].place != watch->places[i];
    }
    if (changed) {
        note_places(watch, race, list);
    }
    for (int i = 0; i < race->car_count; i++) { // of several in one tick the one ahead was first
        while (watch->reached[by_place[i]] < steps_of(watch, race, by_place[i])) {
            cross(watch, race, by_place[i], list);
        }
    }
    if (watch->pending_count > 0) {
        settle(watch, race, list);
    }
}

#include "audio/race_cues.h"

#include "race/battle_rules.h"
#include "race/flags.h"

#define UNKNOWN -1 ///< How many events there were when it began.

static void look(RaceCues *cues, const Race *race) {
    const Racer *racers = race_racers_const(race);
    for (int i = 0; i < race->car_count; i++) {
        cues->lap[i] = racers[i].lap;
        cues->missed_s[i] = racers[i].missed_s;
        cues->finished[i] = racers[i].finished;
    }
    cues->phase = race->phase;
}

void race_cues_begin(RaceCues *cues, const Race *race, const EventList *events) {
    look(cues, race);
    for (int i = 0; i < race->car_count; i++) {
        cues->flagged[i] = flags_blue(race, i) >= 0;
        cues->wears[i] = battle_rules_wears(race, i);
    }
    cues->events = events ? events->count : UNKNOWN;
}

static void tell_lights(const RaceCues *cues, const Race *race, CueList *list) {
    if (race->phase == RACE_COUNTDOWN && race->tick % RACE_TICKS_PER_SECOND == 1) {
        cue_list_add(list, CUE_LIGHT, CUE_FOR_ALL);
    } else if (cues->phase == RACE_COUNTDOWN && race->phase == RACE_RUNNING) {
        cue_list_add(list, CUE_GO, CUE_FOR_ALL);
    }
}

static void tell_driver(RaceCues *cues, const Race *race, int car, CueList *list) {
    const Racer *racer = &race_racers_const(race)[car];
    bool lap_begins = race->mode == RACE_MODE_RACE && racer->lap > cues->lap[car];
    if (racer->finished && !cues->finished[car]) {
        cue_list_add(list, CUE_FINISH, car);
    } else if (lap_begins && racer->lap == race->laps - 1 && !racer->finished) {
        cue_list_add(list, CUE_LAST_LAP, car);
    }
    if (racer->missed_gate >= 0 && racer->missed_s > cues->missed_s[car]) {
        cue_list_add(list, CUE_MISSED, car);
    }
    bool flagged = flags_blue(race, car) >= 0;
    if (flagged && !cues->flagged[car]) {
        cue_list_add(list, CUE_BLUE_FLAG, car);
    }
    cues->flagged[car] = flagged;
    bool wears = battle_rules_wears(race, car);
    if (wears && !cues->wears[car]) {
        cue_list_add(list, CUE_WEARS, car);
    }
    cues->wears[car] = wears;
}

static bool is_person(uint32_t people, int car) { return car >= 0 && (people >> car & 1u) != 0; }

static void tell_passes(RaceCues *cues, const EventList *events, uint32_t people, CueList *list) {
    for (; events && cues->events >= 0 && cues->events < events->count; cues->events++) {
        const RaceEvent *event = &events->items[cues->events];
        if (event->kind == EVENT_PASS && is_person(people, event->car)) {
            cue_list_add(list, CUE_GAINED, event->car);
        }
        if (event->kind == EVENT_PASS && is_person(people, event->other)) {
            cue_list_add(list, CUE_LOST, event->other);
        }
    }
    cues->events = events ? events->count : UNKNOWN; // it may have forgotten some
}

void race_cues_tick(RaceCues *cues, const Race *race, const EventList *events, uint32_t people,
                    CueList *list) {
    tell_lights(cues, race, list);
    for (int i = 0; i < race->car_count; i++) {
        if (is_person(people, i)) {
            tell_driver(cues, race, i, list);
        }
    }
    tell_passes(cues, events, people, list);
    look(cues, race);
}

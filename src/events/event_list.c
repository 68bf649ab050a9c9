#include "events/event_list.h"

#include "base/assert.h"
#include "race/rules.h"
#include "replay/lap_trace.h"

#include <stdio.h>

const EventRow event_rows[EVENT_COUNT] = {
#define EVENT(NAME, name, unit, about) {name, unit, about},
#include "events/event_list.def"
#undef EVENT
};

const MistakeRow mistake_rows[DRIVER_MISTAKES] = {
#define MISTAKE(NAME, name, does, about) [DRIVER_MISTAKE_##NAME] = {name, does, about},
#include "events/event_list.def"
#undef MISTAKE
};

const EventNumberRow event_numbers[EVENT_NUMBER_COUNT] = {
#define EVENT_NUMBER(NAME, value, unit, about) {#NAME, unit, about, value},
#include "events/event_list.def"
#undef EVENT_NUMBER
};

RaceEvent event_list_make(EventList *list, const Race *race, EventKind kind, int car) {
    ASSERT(car >= 0 && car < race->car_count);
    const Racer *racer = &race_racers_const(race)[car];
    bool done = race->mode == RACE_MODE_RACE && racer->lap >= race->laps;
    return (RaceEvent){
        .tick = race->tick,
        .kind = (uint8_t)kind,
        .car = (int8_t)car,
        .other = -1,
        .lap = (int16_t)(done ? race->laps : racer->lap + 1),
        .gate = (int16_t)racer->next_gate,
        .s = lap_distance(race, car, &list->hints[car]),
    };
}

int event_list_add(EventList *list, const RaceEvent *event) {
    if (list->count == EVENT_LIST_MAX) {
        list->left_out++;
        return -1;
    }
    list->items[list->count] = *event;
    return list->count++;
}

void event_list_sort(EventList *list) {
    for (int i = 1; i < list->count; i++) { // Most are in order: a pass is noted a second late.
        RaceEvent event = list->items[i];
        int at = i;
        while (at > 0 && list->items[at - 1].tick > event.tick) {
            list->items[at] = list->items[at - 1];
            at--;
        }
        list->items[at] = event;
    }
}

int event_list_count(const EventList *list, EventKind kind) {
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        count += list->items[i].kind == kind ? 1 : 0;
    }
    return count;
}

double event_time(const RaceEvent *event, const Race *race) {
    return ((double)event->tick - (double)race->start_tick) / RACE_TICKS_PER_SECOND;
}

bool event_is_hard(const RaceEvent *event) {
    return event->kind == EVENT_CONTACT && event->value > EVENT_VALUE(HARD_CONTACT);
}

/// "1st", "2nd", "11th"
static const char *ordinal_ending(int place) {
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    return place / 10 % 10 == 1 || place % 10 > 3 ? "th" : endings[place % 10];
}

char *event_gate_text(const Track *track, int gate, char out[EVENT_GATE_MAX]) {
    const char *name = track->gates[gate].name;
    if (gate == track->gate_count - 1) {
        snprintf(out, EVENT_GATE_MAX, "the finish line");
    } else {
        snprintf(out, EVENT_GATE_MAX, "gate %d%s%s%s", gate + 1, name[0] ? " (" : "", name,
                 name[0] ? ")" : "");
    }
    return out;
}

/// What happened, without when.
static int put_what(const RaceEvent *event, const Race *race, const char *const *names, char *out,
                    size_t size) {
    const char *car = names[event->car], *other = event->other >= 0 ? names[event->other] : "";
    double value = (double)event->value;
    int whole = (int)event->value;
    bool crossed = event->kind == EVENT_PASS || event->kind == EVENT_LEAD;
    char line[EVENT_GATE_MAX], gate[EVENT_GATE_MAX + 8];
    event_gate_text(race->data->track, event->gate, line);
    snprintf(gate, sizeof gate, "%s %s", crossed ? "at" : "before", line);
    switch ((EventKind)event->kind) {
    case EVENT_PASS:
        return snprintf(out, size, "%s passes %s for %d%s %s", car, other, whole,
                        ordinal_ending(whole), gate);
    case EVENT_LEAD:
        return snprintf(out, size, "%s takes the lead from %s %s", car, other, gate);
    case EVENT_CONTACT:
        return snprintf(out, size, "%s %s %s%s at %.1f m/s %s%s", car,
                        event->shared ? "and" : "hits", other, event->shared ? " touch" : "", value,
                        gate, event_is_hard(event) ? ", hard" : "");
    case EVENT_WALL:
        return snprintf(out, size, "%s hits a wall at %.1f m/s %s", car, value, gate);
    case EVENT_SPIN:
        return snprintf(out, size, "%s spins %s", car, gate);
    case EVENT_MISTAKE:
        return snprintf(out, size, "%s %s %s", car, mistake_rows[event->mistake].does, gate);
    case EVENT_STOP:
        return snprintf(out, size, "%s stands for %.1f s %s", car, value, gate);
    case EVENT_RESCUE:
        return snprintf(out, size, "%s is put back on the road, %.0f m away, %s", car, value, gate);
    case EVENT_FASTEST_LAP:
        return snprintf(out, size, "%s drives the fastest lap, %.3f s", car, value);
    case EVENT_PHOTO_FINISH:
        return snprintf(out, size, "%s finishes %.3f s before %s", car, value, other);
    case EVENT_FALSE_START:
        return snprintf(out, size, "false start of %s", car);
    case EVENT_CUT:
        return snprintf(out, size, "%s gains %.1f s beside the road %s", car, value, gate);
    case EVENT_PENALTY:
        return snprintf(out, size, "penalty of %.1f s for %s", value, car);
    case EVENT_RETIRED:
        return snprintf(out, size, "the time is up for %s after %d lap%s", car, whole,
                        whole == 1 ? "" : "s");
    case EVENT_ELIMINATED:
        return snprintf(out, size, "%s is out, %d%s", car, whole, ordinal_ending(whole));
    case EVENT_SHELL_HIT:
        return snprintf(out, size, "%s shoots %s (%d of %d) %s", car, other, whole, BATTLE_HITS_OUT,
                        gate);
    case EVENT_MINE_HIT:
        return snprintf(out, size, "%s drives into a mine of %s (%d of %d) %s", other,
                        event->car == event->other ? "its own" : car, whole, BATTLE_HITS_OUT, gate);
    case EVENT_KNOCKOUT:
        return snprintf(out, size, "%s spins %s out %s", car, other, gate);
    case EVENT_WORN:
        return snprintf(out, size, "%s hits nobody for long and wears out (%d of %d) %s", car,
                        whole, BATTLE_HITS_OUT, gate);
    case EVENT_COUNT:
        break;
    }
    return 0;
}

char *event_text(const RaceEvent *event, const Race *race, const char *const *names,
                 char out[EVENT_TEXT_MAX]) {
    int used =
        snprintf(out, EVENT_TEXT_MAX, "lap %d, %.1f s: ", event->lap, event_time(event, race));
    put_what(event, race, names, out + used, (size_t)(EVENT_TEXT_MAX - used));
    return out;
}

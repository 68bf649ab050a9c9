#include "events/race_events.h"

#include "base/assert.h"
#include "race/false_start.h"
#include "race_state/classification.h"

#include <string.h>

#define SPIN_OVER 0.5f ///< Cosine of the angle to the course below which a spin is over.

/// Everything that is compared with the tick before.
static void remember(RaceEvents *events, const Race *race) {
    events->tick = race->tick;
    for (int i = 0; i < race->car_count; i++) {
        const Racer *racer = &race_racers_const(race)[i];
        CarWatch *car = &events->cars[i];
        car->respawns = racer->respawns;
        car->lap = racer->lap;
        car->cuts = racer->cutting.count;
        car->penalty_s = racer->penalty_s;
        car->false_start = racer->false_start && race->tick > race->start_tick; // noted after GO
        car->finished = racer->finished;
        car->retired = racer->retired;
        car->eliminated = racer->eliminated > 0;
        car->mistake = racer->driver.mistake;
        car->position = race_bodies_const(race)[i].position;
    }
}

/// The fastest lap so far, first laps left out: they begin at a standstill, and so does a sprint.
static double fastest_lap_of(const Race *race) {
    double fastest = 0.0;
    for (int i = 0; i < race->car_count; i++) {
        const Racer *racer = &race_racers_const(race)[i];
        for (int lap = 1; lap < racer->lap && lap < RACE_LAPS_MAX; lap++) {
            double lap_s = racer->lap_times[lap];
            bool counts = (racer->marks[lap] & LAP_CUT) == 0;
            fastest = counts && (fastest <= 0.0 || lap_s < fastest) ? lap_s : fastest;
        }
    }
    return fastest;
}

/// Watches on from here; the list and the sums stay.
static void begin_here(RaceEvents *events, const Race *race) {
    events->fastest_lap_s = fastest_lap_of(race);
    events->car_count = race->car_count;
    events->over = race->phase == RACE_OVER;
    events->notes_seen = race->battle.note_count;
    memset(&events->contacts, 0, sizeof events->contacts);
    memset(events->cars, 0, sizeof events->cars);
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        events->list.hints[i] = -1;
    }
    passes_begin(&events->passes, race);
    remember(events, race);
}

void race_events_begin(RaceEvents *events, const Race *race) {
    ASSERT(events != NULL && race != NULL);
    memset(events, 0, sizeof *events);
    begin_here(events, race);
}

static void add(RaceEvents *events, const Race *race, EventKind kind, int car, float value) {
    RaceEvent event = event_list_make(&events->list, race, kind, car);
    event.value = value;
    event_list_add(&events->list, &event);
}

static void note_rescue(RaceEvents *events, const Race *race, int car) {
    vec2s position = race_bodies_const(race)[car].position;
    events->list.hints[car] = -1;
    events->cars[car].stood_tick = 0;
    events->cars[car].stop = 0;
    add(events, race, EVENT_RESCUE, car, glms_vec2_distance(position, events->cars[car].position));
}

static void note_lap(RaceEvents *events, const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    if (racer->lap < 2 || racer->lap > RACE_LAPS_MAX) {
        return;
    }
    double lap_s = racer->lap_times[racer->lap - 1];
    bool slower = events->fastest_lap_s > 0.0 && lap_s >= events->fastest_lap_s;
    if (slower || (racer->marks[racer->lap - 1] & LAP_CUT) != 0) {
        return;
    }
    events->fastest_lap_s = lap_s;
    RaceEvent event = event_list_make(&events->list, race, EVENT_FASTEST_LAP, car);
    event.lap = (int16_t)racer->lap;
    event.gate = (int16_t)(race->data->track->gate_count - 1);
    event.value = (float)lap_s;
    event_list_add(&events->list, &event);
}

/// Compares who has just finished with the one before.
static void note_finish(RaceEvents *events, const Race *race, int car) {
    const Racer *racers = race_racers_const(race);
    for (int i = 0; i < race->car_count; i++) {
        double gap = racers[car].total_s - racers[i].total_s;
        if (racers[i].finished && racers[i].lap == racers[car].lap &&
            racers[i].place == racers[car].place - 1 && gap < (double)EVENT_VALUE(PHOTO_GAP)) {
            RaceEvent event = event_list_make(&events->list, race, EVENT_PHOTO_FINISH, i);
            event.other = (int8_t)car;
            event.gate = (int16_t)(race->data->track->gate_count - 1);
            event.value = (float)gap;
            event_list_add(&events->list, &event);
        }
    }
}

/// EVENT_COUNT: none.
static EventKind event_of_note(const BattleNote *note) {
    switch ((BattleNoteKind)note->kind) {
    case BATTLE_HIT:
        return EVENT_SHELL_HIT;
    case BATTLE_MINE_HIT:
        return EVENT_MINE_HIT;
    case BATTLE_KNOCKOUT:
        return EVENT_KNOCKOUT;
    case BATTLE_WORN:
        return EVENT_WORN;
    default:
        return EVENT_COUNT;
    }
}

/// What shells and mines have done since the tick before.
static void watch_shells(RaceEvents *events, const Race *race) {
    const BattleState *battle = &race->battle;
    uint32_t first = battle_first_note(battle);
    first = events->notes_seen > first ? events->notes_seen : first;
    for (uint32_t i = first; i < battle->note_count; i++) {
        const BattleNote *note = battle_note_at(battle, i);
        EventKind kind = event_of_note(note);
        if (kind == EVENT_COUNT) {
            continue;
        }
        bool alone = kind == EVENT_WORN; // nobody did it
        RaceEvent event =
            event_list_make(&events->list, race, kind, alone ? note->other : note->car);
        event.other = alone ? -1 : note->other;
        event.value = kind == EVENT_KNOCKOUT ? 0.0f : (float)note->damage;
        event_list_add(&events->list, &event);
    }
    events->notes_seen = battle->note_count;
}

static void watch_spin(RaceEvents *events, const Race *race, int car) {
    const CarSample *sample = car_contacts_sample(&events->contacts, car);
    if (!sample) {
        return;
    }
    float speed = glms_vec2_norm(race_bodies_const(race)[car].velocity);
    vec2s nose = vec2_make(sample->rotation.c, sample->rotation.s);
    float cosine = glms_vec2_dot(nose, sample->course.tangent);
    if (cosine > SPIN_OVER) {
        events->cars[car].spun = false;
    } else if (cosine < 0.0f && speed > EVENT_VALUE(SPIN_SPEED) && !events->cars[car].spun) {
        events->cars[car].spun = true;
        add(events, race, EVENT_SPIN, car, speed);
    }
}

/// A mistake counts when it begins; one that follows another at once is another kind.
static void watch_mistake(RaceEvents *events, const Race *race, int car) {
    const Driver *driver = &race_racers_const(race)[car].driver;
    bool ai = (race->ai_cars >> car & 1u) != 0;
    if (!ai || driver->mistake == DRIVER_MISTAKE_NONE ||
        driver->mistake == events->cars[car].mistake) {
        return;
    }
    RaceEvent event = event_list_make(&events->list, race, EVENT_MISTAKE, car);
    event.mistake = driver->mistake;
    event.value = glms_vec2_norm(race_bodies_const(race)[car].velocity);
    event_list_add(&events->list, &event);
}

static void watch_standing(RaceEvents *events, const Race *race, int car) {
    CarWatch *watch = &events->cars[car];
    float stands = EVENT_VALUE(STAND_SPEED);
    if (glms_vec2_norm2(race_bodies_const(race)[car].velocity) >= stands * stands) {
        watch->stood_tick = 0;
        watch->stop = 0;
        return;
    }
    events->standing_s[car] += 1.0 / RACE_TICKS_PER_SECOND;
    watch->stood_tick = watch->stood_tick > 0 ? watch->stood_tick : race->tick;
    float stood_s = (float)(race->tick - watch->stood_tick) * RACE_DT;
    if (watch->stop > 0) {
        events->list.items[watch->stop - 1].value = stood_s;
    } else if (stood_s > EVENT_VALUE(STOP_AFTER)) {
        RaceEvent event = event_list_make(&events->list, race, EVENT_STOP, car);
        event.tick = watch->stood_tick;
        event.value = stood_s;
        watch->stop = event_list_add(&events->list, &event) + 1;
    }
}

static void note_rulings(RaceEvents *events, const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    const CarWatch *before = &events->cars[car];
    if (racer->false_start && !before->false_start) {
        add(events, race, EVENT_FALSE_START, car, FALSE_START_HOLD);
    }
    if (racer->cutting.count > before->cuts) {
        add(events, race, EVENT_CUT, car, racer->cutting.gained_s);
    }
    if (racer->penalty_s > before->penalty_s) {
        add(events, race, EVENT_PENALTY, car, racer->penalty_s - before->penalty_s);
    }
}

static void follow_car(RaceEvents *events, const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    const CarWatch *before = &events->cars[car];
    bool raced = !before->finished && !before->retired && !before->eliminated;
    if (raced && racer->respawns > before->respawns) {
        note_rescue(events, race, car);
    }
    note_rulings(events, race, car);
    if (racer->lap > before->lap) {
        note_lap(events, race, car);
    }
    if (racer->finished && !before->finished) {
        note_finish(events, race, car);
    }
    if (racer->retired && !before->retired) {
        add(events, race, EVENT_RETIRED, car, (float)racer->lap);
    }
    if (racer->eliminated > 0 && !before->eliminated) {
        add(events, race, EVENT_ELIMINATED, car, (float)racer->eliminated);
    }
    if (!classification_stands(racer)) {
        watch_standing(events, race, car);
        watch_mistake(events, race, car);
        if (race->tick % CONTACTS_SAMPLE_TICKS == 0) {
            watch_spin(events, race, car);
        }
    }
}

/// Events that have not happened (any more).
static void forget_later(EventList *list, uint32_t tick) {
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        if (list->items[i].tick <= tick) {
            list->items[kept++] = list->items[i];
        }
    }
    list->count = kept;
}

int race_events_follow(RaceEvents *events, const Race *race) {
    ASSERT(events != NULL && race != NULL);
    if (race->tick != events->tick + 1 || race->car_count != events->car_count) {
        forget_later(&events->list, race->tick);
        begin_here(events, race);
        return 0;
    }
    int count = events->list.count;
    if (race->phase != RACE_COUNTDOWN && race->tick > race->start_tick && !events->over) {
        car_contacts_follow(&events->contacts, race, &events->list);
        passes_follow(&events->passes, race, &events->list);
        watch_shells(events, race);
        for (int i = 0; i < race->car_count; i++) {
            follow_car(events, race, i);
        }
        events->over = race->phase == RACE_OVER;
    }
    remember(events, race);
    return events->list.count - count;
}

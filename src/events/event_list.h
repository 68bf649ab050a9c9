/// What happened in a race, as a list. events/race_events.h fills it; events/event_list.def says
/// what each kind means and by which numbers it is decided.
#pragma once

#include "race_state/race_state.h"

enum {
    EVENT_LIST_MAX = 16384, ///< More than an hour of 32 cars brings.
    EVENT_TEXT_MAX = 160,
    EVENT_GATE_MAX = 64,
};

typedef enum EventKind {
#define EVENT(NAME, ...) EVENT_##NAME,
#include "events/event_list.def"
#undef EVENT
    EVENT_COUNT
} EventKind;

typedef struct EventRow {
    const char *name, *unit, *about;
} EventRow;

extern const EventRow event_rows[EVENT_COUNT];

typedef struct MistakeRow {
    const char *name, *does, *about;
} MistakeRow;

/// By DriverMistake; that of none is empty.
extern const MistakeRow mistake_rows[DRIVER_MISTAKES];

/// The numbers of events/event_list.def, in their order.
typedef enum EventNumber {
#define EVENT_NUMBER(NAME, ...) EVENT_NUMBER_##NAME,
#include "events/event_list.def"
#undef EVENT_NUMBER
    EVENT_NUMBER_COUNT
} EventNumber;

typedef struct EventNumberRow {
    const char *name, *unit, *about;
    float value;
} EventNumberRow;

extern const EventNumberRow event_numbers[EVENT_NUMBER_COUNT];

/// The value of EVENT_NUMBER_<name>.
#define EVENT_VALUE(name) (event_numbers[EVENT_NUMBER_##name].value)

/// In ticks of a race.
#define EVENT_TICKS(name) ((uint32_t)(EVENT_VALUE(name) * (float)RACE_TICKS_PER_SECOND))

typedef struct RaceEvent {
    uint32_t tick;
    uint8_t kind;    ///< An EventKind.
    int8_t car;      ///< Of a contact that is one driver's fault, that driver.
    int8_t other;    ///< The other car, -1 where there is none.
    uint8_t mistake; ///< DriverMistake of a mistake.
    bool shared;     ///< A contact that is not the fault of `car` alone.
    int16_t lap;     ///< That `car` was on, from 1.
    int16_t gate;    ///< Index of the gate where it happened, else of the next gate of `car`.
    float s;         ///< m along the lap, as lap_distance counts.
    float value;     ///< event_rows say what it is.
    float lasted_s;  ///< Of a contact; else 0.
} RaceEvent;

/// The zero value, with hints of -1, is an empty list. Large: it belongs on the heap.
typedef struct EventList {
    RaceEvent items[EVENT_LIST_MAX]; ///< In the order in which they were noted.
    int count;
    int left_out;             ///< Events that found no room.
    int hints[RACE_MAX_CARS]; ///< Where lap_distance last found each car; -1: not known.
} EventList;

/// An event of `car` as it is now, without other car and value.
RaceEvent event_list_make(EventList *list, const Race *race, EventKind kind, int car);

/// Adds `event`. Returns its index, -1 where there is no room.
int event_list_add(EventList *list, const RaceEvent *event);

/// Sorts by tick. Events of one tick keep their order.
void event_list_sort(EventList *list);

/// How many events there are of a kind.
int event_list_count(const EventList *list, EventKind kind);

/// s since GO.
double event_time(const RaceEvent *event, const Race *race);

/// Whether it is a contact of cars above HARD_CONTACT.
bool event_is_hard(const RaceEvent *event);

/// "gate 5 (hook)", with its name where it has one, or "the finish line".
char *event_gate_text(const Track *track, int gate, char out[EVENT_GATE_MAX]);

/// "lap 3, 84.2 s: Dex passes Bo for 2nd at gate 5". `names` are those of the drivers, by car.
char *event_text(const RaceEvent *event, const Race *race, const char *const *names,
                 char out[EVENT_TEXT_MAX]);

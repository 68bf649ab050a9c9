/// Watches a race from outside and takes down what happens in it: passes, contacts, spins and the
/// like. The race stays as it is, to the bit. docs/racing.md says what counts as what.
#pragma once

#include "events/car_contacts.h"
#include "events/passes.h"

/// What is known of one car from tick to tick.
typedef struct CarWatch {
    int respawns, lap;
    int cuts;
    float penalty_s;
    bool finished, retired, eliminated, false_start;
    vec2s position;      ///< m, at the last tick.
    bool spun;           ///< It points the wrong way, and that is noted.
    uint32_t stood_tick; ///< Since when it stands; 0: it does not.
    uint8_t mistake;     ///< DriverMistake that goes on, and is noted.
    int stop;            ///< Its stop in the list plus 1; 0: none goes on.
} CarWatch;

/// Large: it belongs on the heap. Made by race_events_begin; nothing to free.
typedef struct RaceEvents {
    EventList list;
    PassWatch passes;
    CarContacts contacts;
    CarWatch cars[RACE_MAX_CARS];
    int car_count;
    uint32_t tick;
    bool over;                        ///< The race is over, and that is noted.
    uint32_t notes_seen;              ///< BattleState.note_count up to which they are noted.
    double fastest_lap_s;             ///< 0: none yet.
    double standing_s[RACE_MAX_CARS]; ///< s for which each car stood while it raced.
} RaceEvents;

/// Begins to watch `race` as it stands, with an empty list. Also after race_set_data.
void race_events_begin(RaceEvents *events, const Race *race);

/// Takes in the step just made. Returns how many events are new: the last ones of the list. Where
/// the race has jumped (rewind) or a car has joined, events after that moment are forgotten, the
/// others and the sums stay.
int race_events_follow(RaceEvents *events, const Race *race);

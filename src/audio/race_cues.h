/// Which signals a race gives: lights, last lap, missed gates, blue flags, places gained
/// and lost; in a battle, who is about to wear out.
///
/// Read from the race and its events after each step; nothing of the race changes.
#pragma once

#include "audio/cue_list.h"
#include "events/event_list.h"

/// What is known of each car. The zero value has seen nothing.
typedef struct RaceCues {
    int lap[RACE_MAX_CARS];
    float missed_s[RACE_MAX_CARS];
    bool finished[RACE_MAX_CARS];
    bool flagged[RACE_MAX_CARS]; ///< The blue flag is shown to its driver.
    bool wears[RACE_MAX_CARS];   ///< Its driver is warned that it wears out.
    RacePhase phase;
    int events; ///< Of the list.
} RaceCues;

/// Takes the race as it stands: what is so already is no news. `events` may be NULL.
void race_cues_begin(RaceCues *cues, const Race *race, const EventList *events);

/// To be called after each step. Adds to `list` what is for all and, of the cars whose bits are set
/// in `people`, what is for their drivers. O(cars)
void race_cues_tick(RaceCues *cues, const Race *race, const EventList *events, uint32_t people,
                    CueList *list);

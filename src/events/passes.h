/// Who passes whom: the order in which cars cross the gates of a race, and who leads it.
#pragma once

#include "events/event_list.h"

/// A change of order that has yet to last.
typedef struct PendingPass {
    bool on;
    RaceEvent event; ///< As it is noted if it does.
} PendingPass;

/// Of two cars one counts as ahead: the one that was so on the grid, until the other has passed it.
typedef struct PassWatch {
    int gate_count;
    int step_count;                ///< Gates of the whole race; 0 in practice: nobody passes.
    int reached[RACE_MAX_CARS];    ///< Gates that each car has crossed since the start.
    uint32_t ahead[RACE_MAX_CARS]; ///< Bit j of i: i counts as ahead of j.
    int leader;
    uint8_t places[RACE_MAX_CARS]; ///< At the last tick.
    int pending_count;
    PendingPass pending[RACE_MAX_CARS][RACE_MAX_CARS]; ///< Of the first over the second.
    PendingPass lead;
    float got_ahead_s[RACE_MAX_CARS][RACE_MAX_CARS]; ///< m, where the first got ahead last.
} PassWatch;

/// Begins with the order of `race` as it stands.
void passes_begin(PassWatch *watch, const Race *race);

/// To be called after each step, up to the one that ended the race. O(cars), O(cars^2) where the
/// order changes.
void passes_follow(PassWatch *watch, const Race *race, EventList *list);

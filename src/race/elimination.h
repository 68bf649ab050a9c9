/// Elimination: who is last drops out, again and again, until one is left.
///
/// By laps, who is last drops out as soon as all others have completed the lap: the first lap costs
/// one car, and so does each further one. Where the last two dawdle, the leader's next lap decides.
/// So a race of n cars is over in n - 1 laps of its leader. By time, the last drops out
/// ELIMINATION_FIRST s after GO, and from then on every ELIMINATION_EVERY s. A sprint is driven
/// once, so it always goes by time, and whoever is still in at the finish has finished.
#pragma once

#include "race_state/race_state.h"

#define ELIMINATION_FIRST 30.0f ///< s since GO: the field has sorted itself out by then.
#define ELIMINATION_EVERY 20.0f ///< s

/// Whether cars drop out of `race` at all: there are others, and it is no practice.
bool elimination_is_on(const Race *race);

/// Whether they do so by laps, not by time.
bool elimination_by_laps(const Race *race);

/// The laps of an elimination: as many as it takes by laps, and no limit that matters by time.
int elimination_laps(const Race *race);

/// How many cars are still in, those that have finished among them.
int elimination_left(const Race *race);

/// The car that drops out next, as it stands now; -1 where nobody does any more.
int elimination_next(const Race *race);

/// s until the next car drops out by time.
float elimination_seconds(const Race *race);

/// Drops out whoever is due; to be called once the cars are ranked. The last one left has finished.
/// Whether anything has changed.
bool elimination_step(Race *race);

/// Drops out car `car`, which is in, with the last place of those who are: as a ghost or in the
/// way, as the rules say. The AI drives it.
void elimination_drop(Race *race, int car);

/// The only one who is left has finished now, wherever it is.
void elimination_finish_last(Race *race);

/// Whether `racer` has dropped out of `race` for good as a ghost.
static inline bool elimination_is_ghost(const Race *race, const Racer *racer) {
    return racer->eliminated != 0 && race->rules.eliminated == ELIMINATED_GHOST;
}

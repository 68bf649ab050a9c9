/// What an AI driver does about crates, mines and oil in a battle.
#pragma once

#include "drivers/sight.h"

/// Whether the driver of car `car` drops now what it carries: somebody follows near its own line,
/// far enough behind that a mine is armed by then. To be asked every RACE_AI_TICKS ticks, as
/// gunner_act is; drivers of more aggression look more often, those of less consistency misjudge
/// who is in line. Changes nothing. O(cars)
bool items_drop(const Race *race, int car);

/// The answer to what lies ahead.
typedef struct ItemsPlan {
    float lane;  ///< m left of the line.
    bool dodges; ///< A mine or oil lies in its way: it changes its lane quickly.
} ItemsPlan;

/// The lane that car `car` would take on a free road for the crates, mines and
/// oil ahead, where it would be `lane` without. It keeps clear of mines and oil that it sees, on
/// the side that is less of a change, as far as the road has room. With none in its way it goes for
/// a crate that is of use and near its lane. Each driver overlooks some of the mines and oil for
/// good, more of them the less consistent it is. O(crates + mines + oil), and little where none is
/// near.
ItemsPlan items_plan(const Race *race, int car, const TrafficView *view, float lane);

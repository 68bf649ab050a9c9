/// Helps with driving: for one hand, for one switch, for whoever has not enough keys or fingers.
///
/// They stand between a driver's device and the race: a help makes another CarInput of what is
/// pressed. So a recording holds what the car got, and plays back without them.
#pragma once

#include "drivers/codriver.h"
#include "store/records.h"
#include "store/settings.h"

/// The helps that `seat` has: bits of RecordHelp.
unsigned helps_of(const SettingsSeat *seat);

/// What the helps of one seat remember. The zero value is that of the start of a race.
typedef struct HelpState {
    bool gas_down; ///< Of the last tick.
    bool latched;  ///< The gas is kept down.
    bool advised;  ///< There is an advice:
    CarInput advice;
    Codriver codriver;
} HelpState;

/// Whether anything is pressed: with one switch every control is the switch.
bool helps_switch_down(CarInput pressed);

/// Whether the car of `seat` fires by itself, for it is a battle, somebody is before its nose, and
/// he has that help or but one switch.
bool helps_fire(const SettingsSeat *seat, const Race *race, int car);

/// What car `car` gets in the next step of `race` when its driver presses `pressed` and has the
/// helps `helps` (RecordHelp). To be called before each step. The race is as it was afterwards.
///
/// The auto-brake never takes the gas of who rolls backwards or brakes: that is how one reverses.
/// With one switch every control is the switch: while it is down the car drives as fast as it can,
/// else it rolls. It goes back by itself for a gate that it has missed, and out of where it is
/// stuck.
CarInput helps_apply(HelpState *state, unsigned helps, CarInput pressed, Race *race, int car);

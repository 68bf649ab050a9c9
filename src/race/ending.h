/// The end of a race that people have finished: a press of the gas by any of them ends it.
#pragma once

#include "race_state/race_state.h"

#define ENDING_WAIT 1.0f ///< s after the last person has come home in which no press counts.

enum {
    ENDING_GAS = 64 ///< Of 255, that is a press: a trigger need not rest at 0.
};

/// Whether all people are home, and somebody else still races.
bool ending_waits(const Race *race);

/// Whether a press of gas would end the race now.
bool ending_is_open(const Race *race);

/// To be called before each step with the inputs of all cars. Where all people are home, a fresh
/// press of gas by one of them, later than ENDING_WAIT, calls the race off: a press that began
/// before is none.
void ending_watch(Race *race, const CarInput *inputs);

/// Slipstream: the air behind a car moves along with it, so who follows has less drag.
#pragma once

#include "race_state/race_state.h"

/// How much of the drag of a car the wake of another takes away: 0 to SLIPSTREAM_MOST.
///
/// At the tail it is SLIPSTREAM_MOST. Behind that it falls as SLIPSTREAM_HALF / (SLIPSTREAM_HALF +
/// gap), which fades to nothing at SLIPSTREAM_REACH m. Beside the tail it ends within
/// SLIPSTREAM_OVERLAP m, and only who drives the same way has any of it. Across it is whole within
/// half the width of the wake and gone at one and a quarter; the wake is as wide as the car and
/// widens by SLIPSTREAM_SPREAD m per metre. A slow car leaves less of it. Source of the share close
/// behind and a few lengths away: Romberg, Chianese and Lajoie 1971, Aerodynamics of race cars in
/// drafting and passing situations, SAE 710213.
#define SLIPSTREAM_MOST    0.40f
#define SLIPSTREAM_HALF    10.0f ///< m
#define SLIPSTREAM_REACH   60.0f ///< m
#define SLIPSTREAM_OVERLAP 0.9f  ///< m
#define SLIPSTREAM_SPREAD  0.04f

/// Sets the wake that every car drives in, as the cars stand now. Ghosts neither give nor get any.
/// O(cars^2), about 0.5 us for 20.
void slipstream_find(Race *race);

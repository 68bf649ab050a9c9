/// Loose things in a race: props that cars push over the ground, movers on their rails. Their
/// bodies stand behind the cars' in the race's World: first props, then movers.
#pragma once

#include "race_state/race_state.h"

static inline int props_body(const Race *race, int prop) { return race->car_count + prop; }

static inline int movers_body(const Race *race, int mover) {
    return race->car_count + race->prop_count + mover;
}

/// Ticks since GO, by which movers move. It is 0 during the countdown, so they stand.
uint32_t props_tick(const Race *race);

/// Puts all props at rest on their places and movers where they are at this tick.
void props_place(Race *race);

/// Before a step of the world: friction slows the props that slide, movers get the velocity that
/// takes them to their place a tick later. Resting props cost next to nothing.
///
/// A prop presses evenly on the ground. Force and torque of its friction share one bound, an
/// ellipsoid, so a prop that turns while it slides slides farther. Source: Goyal, Ruina &
/// Papadopoulos, Planar sliding with dry friction (1991), section 4; Howe & Cutkosky, Practical
/// force-motion models for sliding manipulation (1996). Velocity and spin that a tick of friction
/// could take become 0 exactly.
void props_slide(Race *race);

/// After a step of the world: movers stand exactly on their paths, and no prop has left the bounds.
void props_hold(Race *race);

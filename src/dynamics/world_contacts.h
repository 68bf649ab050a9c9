/// Finds the contacts of a step, and hands them the impulses of the last one.
#pragma once

#include "dynamics/world_near.h"

/// Replaces the world's contacts by those of this step: all points nearer than what the bodies
/// can move in it, in the order of their keys: walls first, by body; then pairs of bodies.
void world_contacts_find(const Step *step);

/// Moves the bodies at the end of a step, and stops fast ones at walls.
#pragma once

#include "dynamics/world_near.h"

/// Moves each body by its velocity and its push, which may be NULL. Contacts see most walls coming;
/// what they miss is swept: bodies that another threw, that turn fast, or that are squeezed. Such a
/// body is left a little inside the wall, where the next step's contact takes over, and keeps its
/// velocity.
void world_bodies_move(const Step *step, const Push *pushes);

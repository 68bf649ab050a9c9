/// What a step does to all bodies: forces at its begin; at its end they move, and walls stop fast
/// ones.
#pragma once

#include "dynamics/world_near.h"

/// Changes the velocities by the forces, which are cleared, foresees the drifts and places the
/// boxes. Sees whether all bodies are where their lists hold and whether all meet, and gives each
/// the room that it has if no wall is near.
void world_bodies_begin(Step *step);

/// Moves each body by its velocity and its push, which may be NULL. Contacts see most walls coming;
/// what they miss is swept: bodies that another threw, that turn fast, or that are squeezed. Such a
/// body is left a little inside the wall, where the next step's contact takes over, and keeps its
/// velocity.
void world_bodies_move(const Step *step, const Push *pushes);

/// Share of its course that body `i` can take before a wall must stop it.
float world_free_share(const Step *step, int i, const Push *pushes);

/// The parts that are compiled for AVX2, for the bodies from `first` up to `end`; to be called only
/// where simd_has_avx2.
void world_bodies_begin_avx2(Step *step, int first, int end);
void world_bodies_move_avx2(const Step *step, const Push *pushes, int first, int end);

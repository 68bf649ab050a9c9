/// Contacts between bodies and walls, and the solver that keeps them apart.
#pragma once

#include "collision/manifold.h"
#include "dynamics/body.h"

#include <stdint.h>

enum {
    CONTACT_WALL = 0xFFFF
}; ///< Second body of a contact with a wall.

typedef struct ContactPoint {
    vec2s anchor_a, anchor_b; ///< m, world axes, from each body's centre (b: unused for walls).
    float separation;         ///< m at the start of the step.
    float normal_impulse;     ///< N s, 0 or more; kept for the next step's warm start.
    float tangent_impulse;    ///< N s
    float normal_mass, tangent_mass;
    float approach; ///< m/s, relative normal velocity before the solve; negative = approaching.
    uint16_t id;
} ContactPoint;

typedef struct Contact {
    uint32_t key_a; ///< Body and piece of it ...
    uint32_t key_b; ///< ... and wall piece or body and piece: (key_a, key_b) names the pair and
                    ///< sorts contacts.
    uint16_t a, b;  ///< Bodies; b = CONTACT_WALL for a wall.
    vec2s normal;   ///< Unit, world, from a to b.
    float friction, restitution;
    ContactPoint points[2];
    int count;
    float impulse; ///< N s, sum of normal impulses of this step: what a listener hears.
    float depth;   ///< m, deepest overlap before it was pushed out.
} Contact;

/// Solves all `contacts` for one step of `dt` s: normal impulses with restitution above 1 m/s of
/// approach, Coulomb friction within the cone of the whole normal impulse (restitution included),
/// warm started from the points' impulses. Changes the velocities alone.
void contacts_solve_velocity(Contact *contacts, int count, Body *bodies, float dt);

/// Pushes overlapping bodies apart by positions alone (no velocity, so no energy): a part of the
/// overlap beyond the slop each step, at most 3 m/s.
void contacts_solve_position(Contact *contacts, int count, Body *bodies, float dt);

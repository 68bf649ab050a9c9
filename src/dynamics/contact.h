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
    float tangent_impulse;    ///< N s, along left(normal).
    float normal_mass, tangent_mass; ///< kg, what the point feels like to an impulse there.
    float approach; ///< m/s, relative normal velocity before the solve; negative = approaching.
    float target;   ///< m/s, the relative normal velocity that the solve must at least reach.
    float push;     ///< N s, of the position solve alone.
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
    float coupling; ///< 1/kg, how an impulse at one point moves the other.
    float impulse;  ///< N s, sum of normal impulses of this step: what a listener hears.
    float depth;    ///< m, deepest overlap before it was pushed out.
} Contact;

/// A body's share of the push-out: velocities that last one step and carry no momentum over.
typedef struct Push {
    vec2s velocity; ///< m/s
    float spin;     ///< rad/s
} Push;

/// Solves all `contacts` for one step of `dt` s: normal impulses with restitution above 1 m/s of
/// approach, Coulomb friction within the cone of the whole normal impulse (restitution included),
/// warm started from the points' impulses. Points still apart may close their gap in this step and
/// no more. Changes the velocities alone. O(count).
///
/// Sequential impulses; the two normals of one contact are solved together, by trying which of
/// them push. Sources: Catto, Iterative Dynamics with Temporal Coherence (2005); Catto, Box2D Lite
/// and the block solver of Box2D 2 (2007); Mirtich (1996), section 3, for restitution.
void contacts_solve_velocity(Contact *contacts, int count, Body *bodies, float dt);

/// Finds the push that parts overlapping bodies: a part of the overlap beyond the slop each step,
/// at most 3 m/s. `pushes` holds one entry a body, all zero; a body is to be moved by its push
/// times `dt`. Velocities stay as they are, so no energy comes from it. Wants the masses that
/// contacts_solve_velocity left in the contacts.
void contacts_solve_position(Contact *contacts, int count, const Body *bodies, Push *pushes,
                             float dt);

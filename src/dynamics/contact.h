/// Contacts between bodies and walls, and the solver that keeps them apart.
#pragma once

#include "collision/manifold.h"
#include "dynamics/body.h"

#include <stddef.h>
#include <stdint.h>

enum {
    CONTACT_WALL = 0xFFFF,    ///< Second body of a contact with a wall.
    CONTACT_COLORS_MAX = 63,  ///< Most contacts of one body that the solver takes.
    CONTACT_SPARE_BODIES = 1, ///< What the solver needs beyond the bodies.
    CONTACT_COUNT_MAX = 65535 ///< Most contacts of one solve.
};

/// m that the solver keeps between surfaces that rest on each other. What few iterations leave of a
/// blow then eats into this gap and not into the bodies. A car stands this far off a wall; much
/// more would show.
#define CONTACT_SKIN 0.005f

typedef struct ContactPoint {
    vec2s anchor_a, anchor_b; ///< m, world axes, from each body's centre (b: unused for walls).
    float separation;         ///< m at the start of the step.
    float normal_impulse;     ///< N s, 0 or more; kept for the next step's warm start.
    float tangent_impulse;    ///< N s, along left(normal).
    float approach; ///< m/s, relative normal velocity before the solve; negative = approaching.
} ContactPoint;

/// Laid out in rows of four floats, as Body is.
typedef struct Contact {
    _Alignas(16) vec2s normal; ///< Unit, world, from a to b.
    float friction, restitution;
    ContactPoint points[2];
    uint64_t key;    ///< Names the pair of shapes; contacts are sorted by it.
    uint16_t ids[2]; ///< Of the points: which features meet. Of one alone both are the same.
    uint16_t a, b;   ///< Bodies; b = CONTACT_WALL for a wall.
    float impulse;   ///< N s, sum of normal impulses of this step: what a listener hears.
    float depth;     ///< m, deepest overlap before it was pushed out.
    int count;       ///< Of points, 1 or 2.
} Contact;

/// m/s: slower touches do not bounce, or cars at rest would buzz on walls; and faster ones are
/// blows, whose impulse is not worth a warm start: the next step would begin with the blow a second
/// time.
#define CONTACT_BLOW_SPEED 1.0f

/// m/s of relative velocity that a point is warm started with at most. What rests or scrapes needs
/// less; more is a blow that was handed on through bodies which lay against each other, and came
/// slowly themselves. Without a bound a crowd gained up to 9 % of its energy in one step; with half
/// of this one, cars of a crowd overlap twice as often.
#define CONTACT_WARM_SPEED 0.5f

/// A body's share of the push-out: velocities that last one step and carry no momentum over.
typedef struct Push {
    _Alignas(16) vec2s velocity; ///< m/s
    float spin;                  ///< rad/s
    float inverse_mass; ///< 1/kg, where the solver keeps velocities in such rows; 0 in a push.
} Push;

/// What a solve works on.
typedef struct ContactSet {
    Contact *contacts; ///< Room for one more than `count`: lanes that are left over work on it.
    int count;         ///< 0 to CONTACT_COUNT_MAX - 1
    Body *bodies;      ///< CONTACT_SPARE_BODIES more than `body_count`, all zero.
    Push *pushes;      ///< As many; written.
    int body_count;
    void *scratch; ///< contacts_scratch_size bytes, aligned to 16.
} ContactSet;

/// Bytes that a solve of up to `count` contacts of `body_count` bodies needs for itself.
size_t contacts_scratch_size(int count, int body_count);

/// Solves all contacts for one step of `dt` s. Changes the bodies' velocities, sets the contacts'
/// impulses and approaches, and fills `pushes`: a body is to be moved by the sum of its
/// velocity and its push, times `dt`. Returns how many contacts were left out, because one of
/// their bodies has more than CONTACT_COLORS_MAX; 0 in any sane scene. O(count).
///
/// Velocities: normal impulses with restitution above 1 m/s of approach, Coulomb friction within
/// the cone of the whole normal impulse (restitution included), warm started from the points'
/// impulses, of the normal ones no more than CONTACT_WARM_SPEED needs. Points still apart may close
/// their gap (up to the skin) in this step and no more.
///
/// Pushes: bodies nearer than the skin are moved apart, a share of what lacks each step and at
/// most 3 m/s. What velocities lack of their targets is made up for as well, so that nothing sinks
/// in. Pushes never enter the velocities, so no energy comes from them.
///
/// Contacts are coloured so that none of one colour shares a body with another; those of a colour
/// are solved side by side, four or eight at a time, with the same result (base/simd.h).
///
/// Sources: Catto, Iterative Dynamics with Temporal Coherence (2005), for the impulses; Catto,
/// Box2D Lite and the block solver of Box2D 2 (2007), for the two normals of a contact taken
/// together; Catto, Solver2D (2024), for colours and lanes; Mirtich (1996), section 3, for
/// restitution.
int contacts_solve(const ContactSet *set, float dt);

/// Contacts between bodies and walls, and what a solve works on.
#pragma once

#include "collision/hull.h"
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

typedef struct ContactPoint {
    vec2s anchor_a, anchor_b; ///< m, world axes, from each body's centre (b: unused for walls).
    float separation;         ///< m at the start of the step.
    float normal_impulse;     ///< N s, 0 or more; kept for the next step's warm start.
    float tangent_impulse;    ///< N s, along left(normal).
    float approach; ///< m/s, relative normal velocity before the solve; negative = approaching.
} ContactPoint;

/// What may become a contact: a piece of body `a` beside a piece of body `b` or a wall.
typedef struct ContactCandidate {
    _Alignas(16) vec2s shift;    ///< m, added to the points: the origin of the manifold's frame as
                                 ///< the centre of gravity of a sees it.
    float friction, restitution; ///< Of b.
    uint64_t key;                ///< Of the contact.
    float margin;                ///< m, of the manifold.
    uint16_t a, b;               ///< Bodies: b = CONTACT_WALL for a wall.
    Manifold manifold;           ///< In axes of a.
} ContactCandidate;

/// The key of piece `piece` of body `body` against wall `wall`.
static inline uint64_t contact_key_of_wall(uint32_t body, uint32_t wall, uint32_t piece) {
    return (uint64_t)body << 32 | (wall * HULL_PIECES_MAX + piece);
}

/// The key of a piece of body `a` against one of body `b`. These lie above all keys of walls, and
/// are sorted as the pairs are.
static inline uint64_t contact_key_of_bodies(uint32_t a, uint32_t b, uint32_t piece_a,
                                             uint32_t piece_b) {
    return (uint64_t)((a + 1) << 16 | b) << 32 | (piece_a * HULL_PIECES_MAX + piece_b);
}

/// What a key says beside the bodies: the wall and the piece beside it, or the piece of a and
/// that of b.
typedef struct ContactKeyParts {
    uint32_t first, second;
} ContactKeyParts;

static inline ContactKeyParts contact_key_parts(uint64_t key) {
    uint32_t parts = (uint32_t)key;
    return (ContactKeyParts){parts / HULL_PIECES_MAX, parts % HULL_PIECES_MAX};
}

/// Laid out in rows of four floats, as Body is.
typedef struct Contact {
    _Alignas(16) vec2s normal; ///< Unit, world, from a to b.
    float friction, restitution;
    ContactPoint points[2];
    uint64_t key;    ///< Names the pair of shapes; contacts are sorted by it.
    uint16_t ids[2]; ///< Of the points: which features touch. Of one alone both are the same.
    uint16_t a, b;   ///< Bodies; b = CONTACT_WALL for a wall.
    float impulse;   ///< N s, sum of normal impulses of this step: what a listener hears.
    float depth;     ///< m, deepest overlap before its correction.
    int count;       ///< Of points, 1 or 2.
} Contact;

/// m/s: slower touches do not bounce, or cars at rest would buzz on walls; and faster ones are
/// impacts, whose impulse is not worth a warm start: the next step would begin with the impact a
/// second time.
#define CONTACT_IMPACT_SPEED 1.0f

/// m/s that a point's warm start may change the heaviest body of its island by. What presses a
/// light thing to a wall acts through it, so its own mass says nothing. Without a bound the
/// impulses of what is squeezed with nowhere to go would grow from step to step.
#define CONTACT_WARM_SPEED 0.5f

/// A body's position correction: a pseudo-velocity that lasts one step and carries no momentum
/// over.
typedef struct Correction {
    _Alignas(16) vec2s velocity; ///< m/s
    float spin;                  ///< rad/s
    float inverse_mass;          ///< 1/kg, where the solver keeps velocities in such rows; else 0.
} Correction;

/// What a solve works on.
typedef struct ContactSet {
    Contact *contacts; ///< Room for one more than `count`: lanes that are left over work on it.
    int count;         ///< 0 to CONTACT_COUNT_MAX - 1
    Body *bodies;      ///< CONTACT_SPARE_BODIES more than `body_count`, all zero.
    Correction *corrections; ///< As many; written.
    int body_count;
    void *scratch; ///< contacts_scratch_size bytes, aligned to 32.
} ContactSet;

/// Contact candidates: pieces whose manifold has points, before they become contacts.
#pragma once

#include "collision/hull.h"
#include "dynamics/contact.h"

/// A piece of body `a`, and a piece of body `b` or a wall.
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

/// Makes contacts of what was found where bodies meet.
#pragma once

#include "dynamics/world_meeting.h"

/// Those of the last step, in the order of their keys; contacts are made in that order too, so one
/// pass through these serves all.
typedef struct Memories {
    const ContactMemory *next, *end;
} Memories;

/// Keeps what the world's contacts hand on in `room`, which holds as many.
Memories world_keep_contacts(WorldState *world, ContactMemory *room);

/// Adds the contacts of `count` meetings to the world's, each with the impulses that its points
/// ended the last step with: not those of blows. What is apart and comes near is looked for ahead
/// first, which changes its manifold (dynamics/world_ahead.h). Those beyond contact_max are counted
/// as dropped. `avx2` as simd_has_avx2 says, or false.
void world_add_contacts(const Step *step, const Meeting *meetings, int count, bool avx2,
                        Memories *memories);

/// The part that is compiled for AVX2, to be called only where simd_has_avx2; there is room.
void world_add_contacts_avx2(const Step *step, const Meeting *meetings, int count,
                             Memories *memories);

#include "replay/rewind.h"

#include "base/assert.h"
#include "geometry/trig.h"

#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_ALIGNMENT = 64
};

/// m between two snapshots beyond which a body was put elsewhere and did not drive there.
#define JUMP 15.0f

void rewind_make(Rewind *rewind, const Race *race) {
    size_t units = (race->cache + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT;
    *rewind = (Rewind){.size = race->size, .stride = units * BLOCK_ALIGNMENT};
    rewind->blocks = aligned_alloc(BLOCK_ALIGNMENT, rewind->stride * REWIND_SNAPSHOTS);
    ASSERT(rewind->blocks != NULL);
}

void rewind_destroy(Rewind *rewind) {
    free(rewind->blocks);
    *rewind = (Rewind){0};
}

void rewind_clear(Rewind *rewind) { rewind->oldest = rewind->count = 0; }

void rewind_fit(Rewind *rewind, const Race *race) {
    rewind_clear(rewind);
    if (rewind->blocks && rewind->size != race->size) {
        rewind_destroy(rewind);
        rewind_make(rewind, race);
    }
}

/// Snapshot `index`, 0 the oldest.
static Race *snapshot(const Rewind *rewind, int index) {
    size_t at = (size_t)((rewind->oldest + index) % REWIND_SNAPSHOTS);
    return (Race *)(void *)(rewind->blocks + at * rewind->stride);
}

void rewind_record(Rewind *rewind, const Race *race) {
    ASSERT(rewind->blocks != NULL && race->size == rewind->size);
    if (race->tick % REWIND_EVERY != 0) {
        return;
    }
    if (rewind->count == REWIND_SNAPSHOTS) {
        rewind->oldest = (rewind->oldest + 1) % REWIND_SNAPSHOTS;
        rewind->count--;
    }
    memcpy(snapshot(rewind, rewind->count++), race, race_state_size(race));
}

uint32_t rewind_oldest(const Rewind *rewind) {
    return rewind->count ? snapshot(rewind, 0)->tick : UINT32_MAX;
}

/// The last snapshot at or before `tick`; the oldest where there is none.
static int find(const Rewind *rewind, double tick) {
    int index = rewind->count - 1;
    while (index > 0 && (double)snapshot(rewind, index)->tick > tick) {
        index--;
    }
    return index;
}

static void restore(const Rewind *rewind, int index, Race *race) {
    ASSERT(race->size == rewind->size);
    const RaceData *data = race->data;
    const Race *from = snapshot(rewind, index);
    memcpy(race, from, race_state_size(from));
    race->data = data;
}

static void blend(Race *race, const Race *next, float share) {
    Body *bodies = world_bodies(race_world(race));
    for (int i = 0; i < race_world(race)->body_count; i++) {
        const Body *to = &race_bodies_const(next)[i];
        if (glms_vec2_distance(bodies[i].position, to->position) < JUMP) {
            bodies[i].position = glms_vec2_lerp(bodies[i].position, to->position, share);
            body_set_angle(&bodies[i],
                           bodies[i].angle + share * trig_wrap(to->angle - bodies[i].angle));
        }
    }
}

bool rewind_show(const Rewind *rewind, double tick, Race *race) {
    if (rewind->count == 0) {
        return false;
    }
    int index = find(rewind, tick);
    restore(rewind, index, race);
    if (index + 1 < rewind->count && tick > (double)race->tick) {
        const Race *next = snapshot(rewind, index + 1);
        blend(race, next, (float)((tick - race->tick) / (double)(next->tick - race->tick)));
    }
    return true;
}

bool rewind_to(Rewind *rewind, uint32_t tick, Race *race) {
    if (rewind->count == 0) {
        return false;
    }
    int index = find(rewind, (double)tick);
    restore(rewind, index, race);
    rewind->count = index + 1;
    return true;
}

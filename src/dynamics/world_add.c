#include "dynamics/world_add.h"

#include "dynamics/world_add_kernel.h"

#include <string.h>

Memories world_keep_contacts(WorldState *world, ContactMemory *room) {
    const Contact *contacts = world_contacts(world);
    for (int i = 0; i < world->contact_count; i++) {
        const Contact *contact = &contacts[i];
        room[i].key = contact->key;
        memcpy(room[i].ids, contact->ids, sizeof contact->ids);
        for (int k = 0; k < 2; k++) {
            memcpy(room[i].points[k], &contact->points[k].separation, sizeof room[i].points[k]);
        }
    }
    return (Memories){room, room + world->contact_count};
}

void world_add_contacts(const Step *step, const Meeting *meetings, int count, bool avx2,
                        Memories *memories) {
    WorldState *world = step->world;
    int room = world->contact_max - world->contact_count;
    if (count > room) {
        world->dropped += (uint32_t)(count - room);
        count = room;
    }
    if (simd_worth_avx2(avx2, count)) {
        world_add_contacts_avx2(step, meetings, count, memories);
    } else {
        add_run(step, meetings, count, memories);
    }
}

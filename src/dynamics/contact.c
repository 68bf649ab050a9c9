#include "dynamics/contact.h"

#include "base/assert.h"
#include "base/bits.h"
#include "dynamics/contact_lanes.h"

#include <string.h>

enum {
    ROOM_ALIGNMENT = 32 ///< Bytes, of the widest lanes.
};

static size_t round_up(size_t size) {
    return (size + ROOM_ALIGNMENT - 1) / ROOM_ALIGNMENT * ROOM_ALIGNMENT;
}

/// What a solve keeps in its scratch.
typedef struct Room {
    uint64_t *used;  ///< By body: the colours of its contacts so far.
    uint8_t *color;  ///< By contact, CONTACT_COLORS_MAX = left out.
    uint16_t *order; ///< See ContactPlan.
    void *groups;
} Room;

/// Places the parts of the room from `base`, and returns where they end.
static size_t room_layout(Room *room, char *base, int count, int body_count) {
    size_t used = 0;
    size_t color = used + round_up((size_t)body_count * sizeof(uint64_t));
    size_t order = color + round_up((size_t)count * sizeof(uint8_t));
    size_t groups = order + round_up((size_t)count * sizeof(uint16_t));
    if (room) {
        room->used = (uint64_t *)(void *)(base + used);
        room->color = (uint8_t *)(base + color);
        room->order = (uint16_t *)(void *)(base + order);
        room->groups = base + groups;
    }
    return groups + contact_lanes_size(count);
}

size_t contacts_scratch_size(int count, int body_count) {
    ASSERT(count >= 0 && count < CONTACT_COUNT_MAX && body_count >= 0);
    return room_layout(NULL, NULL, count, body_count) + ROOM_ALIGNMENT;
}

static Room room_make(const ContactSet *set) {
    char *base = set->scratch;
    size_t past = (uintptr_t)base % ROOM_ALIGNMENT;
    Room room;
    room_layout(&room, past > 0 ? base + (ROOM_ALIGNMENT - past) : base, set->count,
                set->body_count);
    return room;
}

/// The first colour that is not in `used`; CONTACT_COLORS_MAX where all are.
static int first_free(uint64_t used) {
    unsigned low = (unsigned)~used;
    unsigned high = (unsigned)(~used >> 32);
    if (low != 0) {
        return bits_lowest(low);
    }
    return high != 0 ? 32 + bits_lowest(high) : CONTACT_COLORS_MAX;
}

/// Gives contact `i` the first colour from `first` on that `used` leaves it, and counts it.
static void give_color(const Room *room, int i, int first, uint64_t *used_a, uint64_t *used_b,
                       int *counts) {
    int free = first_free(*used_a | *used_b);
    int color = first + free < CONTACT_COLORS_MAX ? first + free : CONTACT_COLORS_MAX;
    if (color < CONTACT_COLORS_MAX) {
        *used_a |= (uint64_t)1 << free;
        *used_b |= (uint64_t)1 << free;
    }
    room->color[i] = (uint8_t)color;
    counts[color]++;
}

/// Colours all contacts, those with walls in later colours than those of pairs, so that walls have
/// the last word in each round: a car may be squeezed into another for a step, but not into a wall.
/// A wall itself takes no part: it does not move, so any number of contacts may share it. Returns
/// how many contacts got no colour.
static int color_contacts(const ContactSet *set, const Room *room, int *counts) {
    size_t used_size = (size_t)set->body_count * sizeof(uint64_t);
    memset(room->used, 0, used_size);
    int walls = 0;
    for (int i = 0; i < set->count; i++) {
        const Contact *contact = &set->contacts[i];
        if (contact->b == CONTACT_WALL) {
            walls++;
        } else {
            give_color(room, i, 0, &room->used[contact->a], &room->used[contact->b], counts);
        }
    }
    if (walls > 0) {
        memset(room->used, 0, used_size);
        int first = 0;
        while (first < CONTACT_COLORS_MAX && counts[first] > 0) {
            first++;
        }
        for (int i = 0; i < set->count; i++) {
            const Contact *contact = &set->contacts[i];
            if (contact->b == CONTACT_WALL) {
                uint64_t *used = &room->used[contact->a];
                give_color(room, i, first, used, used, counts);
            }
        }
    }
    return counts[CONTACT_COLORS_MAX];
}

/// Sorts the contacts by colour: a counting sort, which keeps equal ones in their order.
static void plan_make(const ContactSet *set, const Room *room, const int *counts,
                      ContactPlan *plan) {
    plan->order = room->order;
    plan->groups = room->groups;
    plan->color_count = 0;
    int next[CONTACT_COLORS_MAX];
    int end = 0;
    for (int color = 0; color < CONTACT_COLORS_MAX && counts[color] > 0; color++) {
        next[color] = end;
        end += counts[color];
        plan->color_end[color] = end;
        plan->color_count++;
    }
    for (int i = 0; i < set->count; i++) {
        if (room->color[i] < CONTACT_COLORS_MAX) {
            room->order[next[room->color[i]]++] = (uint16_t)i;
        }
    }
}

int contacts_solve(const ContactSet *set, float dt) {
    ASSERT(set && set->count >= 0 && set->count < CONTACT_COUNT_MAX && dt > 0.0f);
    if (set->count == 0) {
        memset(set->pushes, 0, ((size_t)set->body_count + CONTACT_SPARE_BODIES) * sizeof(Push));
        return 0;
    }
    Room room = room_make(set);
    int counts[CONTACT_COLORS_MAX + 1] = {0};
    int left_out = color_contacts(set, &room, counts);
    ContactPlan plan;
    plan_make(set, &room, counts, &plan);
    contact_lanes_solve(set, &plan, dt);
    return left_out;
}

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

/// Which contacts are solved together (its low 16 bits: their class), and the how many-th of them
/// one is.
typedef uint32_t Place;

enum {
    LEFT_OUT = CONTACT_COLORS_MAX,        ///< The colour of those that get none.
    CLASSES_OF_KIND = 2 * (LEFT_OUT + 1), ///< Each colour's of one point, and of two.
    CLASS_COUNT = 2 * CLASSES_OF_KIND,    ///< Of pairs, then of walls.
    NOWHERE = 0xFFFF                      ///< Where a class begins that is not solved.
};

/// What a solve keeps in its scratch.
typedef struct Room {
    uint64_t *used;       ///< By body: the colours of its contacts with others so far.
    uint8_t *wall_counts; ///< By body: its contacts with walls so far.
    Place *places;        ///< By contact.
    uint16_t *order;      ///< See ContactPlan.
    void *groups;
} Room;

/// Places the parts of the room from `base`, and returns where they end.
static size_t room_layout(Room *room, char *base, int count, int body_count) {
    size_t used = 0;
    size_t wall_counts = used + round_up((size_t)body_count * sizeof(uint64_t));
    size_t places = wall_counts + round_up((size_t)body_count * sizeof(uint8_t));
    size_t order = places + round_up((size_t)count * sizeof(Place));
    size_t groups = order + round_up((size_t)count * sizeof(uint16_t));
    if (room) {
        room->used = (uint64_t *)(void *)(base + used);
        room->wall_counts = (uint8_t *)(base + wall_counts);
        room->places = (Place *)(void *)(base + places);
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

/// The first colour that neither body has, LEFT_OUT where there is none, which it then has too.
static int color_of_pair(uint64_t *used_a, uint64_t *used_b) {
    uint64_t free = ~(*used_a | *used_b);
    unsigned low = (unsigned)free;
    int color = low != 0 ? bits_lowest(low) : 32 + bits_lowest((unsigned)(free >> 32));
    if (color < LEFT_OUT) {
        uint64_t bit = (uint64_t)1 << color;
        *used_a |= bit;
        *used_b |= bit;
    }
    return color;
}

/// A wall itself takes no part: it does not move, so any number of contacts may share it.
static int color_of_wall(uint8_t *wall_count) {
    int color = *wall_count;
    if (color < LEFT_OUT) {
        *wall_count = (uint8_t)(color + 1);
    }
    return color;
}

/// How many contacts each class has, and where it begins in the plan's order. What lies beyond the
/// colours that are in use is not set: there are few of them, and clearing all costs more.
typedef struct Classes {
    int colors[2]; ///< In use, of pairs and of walls; LEFT_OUT counts as one.
    uint16_t counts[CLASS_COUNT];
    uint16_t starts[CLASS_COUNT];
} Classes;

/// Colours all contacts and counts the members of each class. Colours come into use one after the
/// other.
static void color_contacts(const ContactSet *set, const Room *room, Classes *classes) {
    memset(room->used, 0, (size_t)set->body_count * sizeof(uint64_t));
    memset(room->wall_counts, 0, (size_t)set->body_count * sizeof(uint8_t));
    memset(classes->colors, 0, sizeof classes->colors);
    for (int i = 0; i < set->count; i++) {
        const Contact *contact = &set->contacts[i];
        bool wall = contact->b == CONTACT_WALL;
        int color = wall ? color_of_wall(&room->wall_counts[contact->a])
                         : color_of_pair(&room->used[contact->a], &room->used[contact->b]);
        uint32_t class = (uint32_t)(wall * CLASSES_OF_KIND + 2 * color);
        if (color >= classes->colors[wall]) {
            classes->colors[wall] = color + 1;
            classes->counts[class] = classes->counts[class + 1] = 0;
        }
        class += contact->count > 1;
        room->places[i] = class | (uint32_t)classes->counts[class]++ << 16;
    }
}

/// Adds the colours of pairs, or those of walls, to the plan while it has room, and says where each
/// class begins in its order.
static void plan_colors(ContactPlan *plan, bool walls, Classes *classes) {
    int end = plan->color_count > 0 ? plan->colors[plan->color_count - 1].end : 0;
    for (int color = 0; color < classes->colors[walls]; color++) {
        int class = walls * CLASSES_OF_KIND + 2 * color;
        if (color == LEFT_OUT || plan->color_count == CONTACT_COLORS_MAX) {
            classes->starts[class] = classes->starts[class + 1] = NOWHERE;
            continue;
        }
        int single_end = end + classes->counts[class];
        classes->starts[class] = (uint16_t)end;
        classes->starts[class + 1] = (uint16_t)single_end;
        end = single_end + classes->counts[class + 1];
        plan->colors[plan->color_count++] = (ContactColor){walls, single_end, end};
    }
}

/// Sorts the contacts by class: a counting sort, which keeps equal ones in their order. Walls come
/// last and so have the last word in each round: a car may be squeezed into another for a step, but
/// not into a wall. Returns how many contacts are left out.
static int plan_make(const ContactSet *set, const Room *room, ContactPlan *plan) {
    Classes classes;
    color_contacts(set, room, &classes);
    plan->order = room->order;
    plan->groups = room->groups;
    plan->color_count = 0;
    plan_colors(plan, false, &classes);
    plan_colors(plan, true, &classes);
    int left_out = 0;
    for (int i = 0; i < set->count; i++) {
        Place place = room->places[i];
        uint16_t start = classes.starts[place & 0xFFFF];
        if (start != NOWHERE) {
            room->order[start + (place >> 16)] = (uint16_t)i;
        } else {
            left_out++;
        }
    }
    return left_out;
}

int contacts_solve(const ContactSet *set, float dt) {
    ASSERT(set && set->count >= 0 && set->count < CONTACT_COUNT_MAX && dt > 0.0f);
    if (set->count == 0) {
        memset(set->pushes, 0, ((size_t)set->body_count + CONTACT_SPARE_BODIES) * sizeof(Push));
        return 0;
    }
    Room room = room_make(set);
    ContactPlan plan;
    int left_out = plan_make(set, &room, &plan);
    contact_lanes_solve(set, &plan, dt);
    return left_out;
}

#include "contacts/contact_history.h"

#include "base/assert.h"

#include <stdlib.h>
#include <string.h>

/// What stands before the bodies of a tick; the contacts follow them.
typedef struct TickHeader {
    _Alignas(16) uint32_t tick;
    int contact_count;
} TickHeader;

static size_t bodies_size(int count) { return (size_t)count * sizeof(Body); }

void contact_history_destroy(ContactHistory *history) {
    free(history->blocks);
    *history = (ContactHistory){0};
}

void contact_history_clear(ContactHistory *history) { history->oldest = history->count = 0; }

/// Makes room for races of `body_count` bodies.
static void make_room(ContactHistory *history, int body_count) {
    if (history->blocks && history->body_count == body_count) {
        return;
    }
    contact_history_destroy(history);
    history->body_count = body_count;
    history->stride =
        sizeof(TickHeader) + bodies_size(body_count) + HISTORY_CONTACTS_MAX * sizeof(Contact);
    size_t fits = (size_t)HISTORY_BYTES / history->stride;
    history->capacity = fits > HISTORY_TICKS_MAX   ? HISTORY_TICKS_MAX
                        : fits < HISTORY_TICKS_MIN ? HISTORY_TICKS_MIN
                                                   : (int)fits;
    history->blocks = aligned_alloc(16, history->stride * (size_t)history->capacity);
    ASSERT(history->blocks != NULL);
}

/// Tick `index`, 0 the oldest.
static TickHeader *entry(const ContactHistory *history, int index) {
    size_t at = (size_t)((history->oldest + index) % history->capacity);
    return (TickHeader *)(void *)(history->blocks + at * history->stride);
}

static bool touches(const Contact *contact) {
    return contact->impulse > 0.0f || contact->depth > 0.0f;
}

static void note_contacts(TickHeader *header, Contact *out, const WorldState *world) {
    const Contact *contacts = world_contacts_const(world);
    header->contact_count = 0;
    for (int near = 0; near < 2; near++) { // those that touch, then the others
        for (int i = 0; i < world->contact_count; i++) {
            if (touches(&contacts[i]) == (near == 0) &&
                header->contact_count < HISTORY_CONTACTS_MAX) {
                out[header->contact_count++] = contacts[i];
            }
        }
    }
}

void contact_history_tick(ContactHistory *history, const Race *race) {
    const WorldState *world = race_world_const(race);
    make_room(history, world->body_count);
    while (history->count > 0 && entry(history, history->count - 1)->tick >= race->tick) {
        history->count--; // it comes after a rewind
    }
    if (history->count > 0 && entry(history, history->count - 1)->tick + 1 != race->tick) {
        contact_history_clear(history);
    }
    if (history->count == history->capacity) {
        history->oldest = (history->oldest + 1) % history->capacity;
        history->count--;
    }
    TickHeader *header = entry(history, history->count++);
    header->tick = race->tick;
    Body *bodies = (Body *)(void *)(header + 1);
    memcpy(bodies, race_bodies_const(race), bodies_size(world->body_count));
    note_contacts(header, (Contact *)(void *)(bodies + world->body_count), world);
}

bool contact_history_span(const ContactHistory *history, uint32_t *first, uint32_t *last) {
    if (history->count == 0) {
        return false;
    }
    *first = entry(history, 0)->tick;
    *last = entry(history, history->count - 1)->tick;
    return true;
}

HistoryTick contact_history_at(const ContactHistory *history, uint32_t tick) {
    ASSERT(history->count > 0 && tick >= entry(history, 0)->tick &&
           tick <= entry(history, history->count - 1)->tick);
    const TickHeader *header = entry(history, (int)(tick - entry(history, 0)->tick));
    const Body *bodies = (const Body *)(const void *)(header + 1);
    return (HistoryTick){bodies, (const Contact *)(const void *)(bodies + history->body_count),
                         header->contact_count};
}

/// Adds that `contact` touches in `tick` to the list, which is in order of first ticks.
static int add_touch(ContactTouch *list, int count, const Race *race, uint32_t tick,
                     const Body *before, const Contact *contact) {
    bool of_wall = contact->b == CONTACT_WALL;
    int piece = (int)contact_key_parts(contact->key).first;
    if (of_wall && piece >= race->data->walls.piece_count) {
        return count; // of a track that was read anew
    }
    int wall = of_wall ? race->data->walls.pieces[piece].wall : -1;
    ContactTouch *touch = NULL;
    for (int i = count - 1; i >= 0 && !touch; i--) {
        bool same = list[i].a == contact->a && list[i].b == contact->b && list[i].wall == wall;
        touch = same && tick - list[i].last <= HISTORY_BREAK ? &list[i] : NULL;
    }
    if (!touch && count == HISTORY_TOUCHES_MAX) { // the oldest goes
        memmove(list, list + 1, (size_t)(--count) * sizeof *list);
    }
    if (!touch) {
        touch = &list[count++];
        *touch = (ContactTouch){.a = contact->a,
                                .b = contact->b,
                                .wall = wall,
                                .first = tick,
                                .hardest = tick,
                                .impulse = -1.0f};
    }
    touch->last = tick;
    if (contact->impulse > touch->impulse) {
        touch->impulse = contact->impulse;
        touch->hardest = tick;
        touch->at = glms_vec2_add(before[contact->a].position, contact->points[0].anchor_a);
    }
    return count;
}

int contact_history_touches(const ContactHistory *history, const Race *race, ContactTouch *out,
                            int max) {
    ContactTouch list[HISTORY_TOUCHES_MAX];
    int count = 0;
    uint32_t first = 0, last = 0;
    if (!contact_history_span(history, &first, &last) ||
        history->body_count != race_world_const(race)->body_count) {
        return 0;
    }
    for (uint32_t tick = first; tick <= last; tick++) {
        HistoryTick at = contact_history_at(history, tick);
        // anchors are those of the begin of the tick; that of the first one is not known
        const Body *before = contact_history_at(history, tick > first ? tick - 1 : tick).bodies;
        for (int i = 0; i < at.contact_count; i++) {
            if (touches(&at.contacts[i])) {
                count = add_touch(list, count, race, tick, before, &at.contacts[i]);
            }
        }
    }
    int kept = count < max ? count : max;
    for (int i = 0; i < kept; i++) {
        out[i] = list[count - 1 - i];
    }
    return kept;
}

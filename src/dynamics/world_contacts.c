#include "dynamics/world_contacts.h"

#include "base/scalar.h"
#include "base/simd.h"
#include "collision/material.h"
#include "collision/quad_pairs.h"
#include "dynamics/world_sift.h"

enum {
    WALLS_SIFTED = 64,   ///< Walls looked at before those that are near are gone into ...
    WALLS_AT_ONCE = 32,  ///< ... this many pieces of bodies at a time.
    PAIRS_SIFTED = 32,   ///< Pairs looked at before those that are near are gone into ...
    PAIRS_AT_ONCE = 128, ///< ... this many at a time.
    NO_POINT = 0xFFFF    ///< Id of a point that is not there.
};

/// What a contact hands to the next step: names and impulses to start from.
typedef struct ContactMemory {
    uint32_t key_a, key_b;
    float normal[2], tangent[2];
    uint16_t ids[2];
} ContactMemory;

/// The contacts of the last step, in the order of their keys; contacts are made in that order too,
/// so one pass through the memories serves all.
typedef struct Memories {
    const ContactMemory *next, *end;
} Memories;

/// The search under way.
typedef struct Search {
    const Step *step;
    Memories memories;
    bool avx2;
} Search;

/// Keeps the impulses of the last step's contacts, those of blows left out.
static Memories remember_contacts(World *world, ContactMemory *memories) {
    const Contact *contacts = world_contacts(world);
    for (int i = 0; i < world->contact_count; i++) {
        const Contact *contact = &contacts[i];
        ContactMemory *memory = &memories[i];
        memory->key_a = contact->key_a;
        memory->key_b = contact->key_b;
        for (int k = 0; k < 2; k++) {
            const ContactPoint *point = &contact->points[k];
            bool rests = point->approach >= -CONTACT_BLOW_SPEED;
            memory->ids[k] = k < contact->count ? contact->ids[k] : NO_POINT;
            memory->normal[k] = rests ? point->normal_impulse : 0.0f;
            memory->tangent[k] = rests ? point->tangent_impulse : 0.0f;
        }
    }
    return (Memories){memories, memories + world->contact_count};
}

static bool key_before(const ContactMemory *memory, const Contact *contact) {
    return memory->key_a < contact->key_a ||
           (memory->key_a == contact->key_a && memory->key_b < contact->key_b);
}

/// Hands over the impulses of the same contact's points in the last step.
static void recall_impulses(Memories *memories, Contact *contact) {
    while (memories->next < memories->end && key_before(memories->next, contact)) {
        memories->next++;
    }
    const ContactMemory *memory = memories->next;
    if (memory == memories->end || memory->key_a != contact->key_a ||
        memory->key_b != contact->key_b) {
        return;
    }
    for (int i = 0; i < contact->count; i++) {
        bool first = contact->ids[i] == memory->ids[0];
        if (first || contact->ids[i] == memory->ids[1]) {
            contact->points[i].normal_impulse = memory->normal[first ? 0 : 1];
            contact->points[i].tangent_impulse = memory->tangent[first ? 0 : 1];
        }
    }
}

/// What is known of a contact before its points.
typedef struct Meeting {
    uint32_t key_a, key_b;
    uint16_t a, b;
    float friction, restitution;
} Meeting;

/// Adds the contact of a meeting with the points of `manifold`; field by field, because clearing
/// the whole first costs as much again.
static void add_contact(Search *search, const Meeting *meeting, const Manifold *manifold) {
    World *world = search->step->world;
    if (world->contact_count >= world->contact_max) {
        world->dropped++;
        return;
    }
    const Body *a = &search->step->bodies[meeting->a];
    vec2s to_b = vec2_make(0.0f, 0.0f);
    if (meeting->b != CONTACT_WALL) {
        to_b = glms_vec2_sub(search->step->bodies[meeting->b].position, a->position);
    }
    Contact *contact = &world_contacts(world)[world->contact_count++];
    contact->key_a = meeting->key_a;
    contact->key_b = meeting->key_b;
    contact->a = meeting->a;
    contact->b = meeting->b;
    contact->friction = meeting->friction;
    contact->restitution = meeting->restitution;
    contact->normal = rotation_apply(a->rotation, manifold->normal);
    contact->count = manifold->count;
    contact->depth = 0.0f;
    for (int i = 0; i < 2; i++) {
        const ManifoldPoint *point = &manifold->points[i < manifold->count ? i : 0];
        vec2s anchor = rotation_apply(a->rotation, point->point);
        ContactPoint *to = &contact->points[i];
        to->anchor_a.x = anchor.x;
        to->anchor_a.y = anchor.y;
        to->anchor_b.x = anchor.x - to_b.x;
        to->anchor_b.y = anchor.y - to_b.y;
        to->separation = point->separation;
        to->normal_impulse = 0.0f;
        to->tangent_impulse = 0.0f;
        to->approach = 0.0f;
        contact->ids[i] = point->id;
        contact->depth = float_max(contact->depth, -point->separation);
    }
    recall_impulses(&search->memories, contact);
}

// ---- walls ----------------------------------------------------------------------------------

/// Pieces of bodies and walls that are near, to be gone into side by side.
typedef struct WallQueue {
    QuadPair pairs[WALLS_AT_ONCE];
    const WallNear *nears[WALLS_AT_ONCE];
    int pieces[WALLS_AT_ONCE]; ///< Of the bodies.
    int count;
} WallQueue;

/// A piece of a body against a wall.
static Meeting meeting_with_wall(const Step *step, const WallNear *near, int piece) {
    const Body *body = &step->bodies[near->body];
    const WallPiece *wall = &step->walls->pieces[near->wall];
    return (Meeting){.key_a = near->body,
                     .key_b = near->wall * HULL_PIECES_MAX + (uint32_t)piece,
                     .a = near->body,
                     .b = CONTACT_WALL,
                     .friction = material_pair_friction(body->friction, wall->friction),
                     .restitution =
                         material_pair_restitution(body->restitution, wall->restitution)};
}

/// Adds the contacts of all in the queue, in their order.
static void empty_queue(Search *search, WallQueue *queue) {
    Manifold manifolds[WALLS_AT_ONCE];
    quad_pairs_manifold(queue->pairs, queue->count, search->avx2, manifolds);
    for (int i = 0; i < queue->count; i++) {
        if (manifolds[i].count > 0) {
            Meeting meeting = meeting_with_wall(search->step, queue->nears[i], queue->pieces[i]);
            add_contact(search, &meeting, &manifolds[i]);
        }
    }
    queue->count = 0;
}

/// A body against one wall, piece by piece.
static void queue_wall(Search *search, const WallNear *near, WallQueue *queue) {
    const Step *step = search->step;
    const Hull *hull = step_hull(step, near->body);
    const WallPiece *wall = &step->walls->pieces[near->wall];
    Transform wall_in_body =
        transform_relative(body_at(&step->bodies[near->body]), wall_piece_at(wall));
    for (int piece = 0; piece < hull->count; piece++) {
        int at = queue->count++;
        queue->pairs[at] = (QuadPair){.b_in_a = wall_in_body,
                                      .a = &hull->pieces[piece],
                                      .b = &wall->shape,
                                      .outline_b = &wall->outline,
                                      .margin = step->drifts[near->body].most + WORLD_MARGIN};
        queue->nears[at] = near;
        queue->pieces[at] = piece;
        if (queue->count == WALLS_AT_ONCE) {
            empty_queue(search, queue);
        }
    }
}

/// Whether body `i` can touch a wall in this step, judged from all of its edges: what was listed
/// must not decide, because nothing may depend on when a list was made.
static bool can_touch(const Step *step, int i, const WallNear *near) {
    const Drift *drift = &step->drifts[i];
    return near->round || wall_gap_after(step, i, drift->move, &step->walls->pieces[near->wall]) <=
                              drift->turn + WORLD_MARGIN;
}

static void meet_walls(Search *search) {
    const Step *step = search->step;
    const WallNear *nears = world_wall_nears(step->world);
    uint32_t near[WALLS_SIFTED];
    WallQueue queue;
    queue.count = 0;
    for (uint32_t from = 0; from < step->world->wall_near_count; from += WALLS_SIFTED) {
        uint32_t left = step->world->wall_near_count - from;
        int count = left < WALLS_SIFTED ? (int)left : WALLS_SIFTED;
        int found = world_sift_walls(step, from, count, search->avx2, near);
        for (int k = 0; k < found; k++) {
            const WallNear *wall = &nears[near[k]];
            if (step->bodies[wall->body].inverse_mass > 0.0f && can_touch(step, wall->body, wall)) {
                queue_wall(search, wall, &queue);
            }
        }
    }
    empty_queue(search, &queue);
}

// ---- pairs of bodies ------------------------------------------------------------------------

static bool bodies_meet(const Step *step, const BoxPair *pair) {
    const uint8_t *flags = world_flags(step->world);
    return ((flags[pair->a] | flags[pair->b]) & BODY_GHOST) == 0 &&
           step->bodies[pair->a].inverse_mass + step->bodies[pair->b].inverse_mass > 0.0f;
}

/// A piece of each of two bodies. The keys lie above all keys of walls, and are sorted as the pairs
/// are.
static Meeting meeting_of_pair(const Step *step, const BoxPair *pair, int piece_a, int piece_b) {
    const Body *a = &step->bodies[pair->a];
    const Body *b = &step->bodies[pair->b];
    return (Meeting){.key_a = (pair->a + 1) << 16 | pair->b,
                     .key_b = (uint32_t)(piece_a * HULL_PIECES_MAX + piece_b),
                     .a = (uint16_t)pair->a,
                     .b = (uint16_t)pair->b,
                     .friction = material_pair_friction(a->friction, b->friction),
                     .restitution = material_pair_restitution(a->restitution, b->restitution)};
}

/// What keeps the seams of piece `i` from pushing; NULL where there are none.
static const Outline *outline_of(const Hull *hull, int i) {
    return hull->count > 1 ? &hull->outlines[i] : NULL;
}

/// Piece by piece.
static void meet_hulls(Search *search, const BoxPair *pair) {
    const Step *step = search->step;
    const Hull *a = step_hull(step, (int)pair->a);
    const Hull *b = step_hull(step, (int)pair->b);
    Transform b_in_a =
        transform_relative(body_at(&step->bodies[pair->a]), body_at(&step->bodies[pair->b]));
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            Manifold manifold = manifold_of_parts(&a->pieces[i], outline_of(a, i), &b->pieces[k],
                                                  outline_of(b, k), b_in_a, pair->margin);
            if (manifold.count > 0) {
                Meeting meeting = meeting_of_pair(step, pair, i, k);
                add_contact(search, &meeting, &manifold);
            }
        }
    }
}

/// The manifold of two boxes, from the frame of the box to that of its body.
static void meet_boxes(Search *search, const BoxPair *pair, Manifold *manifold) {
    vec2s middle = world_frames(search->step->world)[pair->a].middle;
    for (int i = 0; i < manifold->count; i++) {
        manifold->points[i].point = glms_vec2_add(manifold->points[i].point, middle);
    }
    if (manifold->count > 0) {
        Meeting meeting = meeting_of_pair(search->step, pair, 0, 0);
        add_contact(search, &meeting, manifold);
    }
}

static bool are_boxes(const uint8_t *boxes, const BoxPair *pair) {
    return (boxes[pair->a] & boxes[pair->b]) != 0;
}

/// The manifolds of those pairs that are two boxes, in their order, all at once.
static void find_manifolds(const Search *search, const BoxPair *pairs, int count, Manifold *out) {
    const uint8_t *boxes = world_boxes(search->step->world);
    BoxPair of_boxes[PAIRS_AT_ONCE];
    int all = 0;
    while (all < count && are_boxes(boxes, &pairs[all])) {
        all++;
    }
    if (all == count) { // as in most races: nothing to copy
        box_pairs_manifold(search->step->placed, pairs, count, search->avx2, out);
        return;
    }
    int box_count = 0;
    for (int i = 0; i < count; i++) {
        if (are_boxes(boxes, &pairs[i])) {
            of_boxes[box_count++] = pairs[i];
        }
    }
    box_pairs_manifold(search->step->placed, of_boxes, box_count, search->avx2, out);
}

/// Adds the contacts of pairs that are near, in their order.
static void meet_pairs(Search *search, const BoxPair *pairs, int count) {
    const uint8_t *boxes = world_boxes(search->step->world);
    Manifold manifolds[PAIRS_AT_ONCE];
    find_manifolds(search, pairs, count, manifolds);
    int next_box = 0;
    for (int i = 0; i < count; i++) {
        if (are_boxes(boxes, &pairs[i])) {
            meet_boxes(search, &pairs[i], &manifolds[next_box++]);
        } else {
            meet_hulls(search, &pairs[i]);
        }
    }
}

static void meet_bodies(Search *search) {
    const Step *step = search->step;
    const CarPair *pairs = world_pairs(step->world);
    int count = (int)step->world->pair_count;
    BoxPair near[PAIRS_AT_ONCE];
    int near_count = 0;
    for (int from = 0; from < count; from += PAIRS_SIFTED) {
        int left = count - from;
        int first = near_count;
        int found = world_sift_pairs(step->placed, step->drifts, pairs + from,
                                     left < PAIRS_SIFTED ? left : PAIRS_SIFTED, search->avx2,
                                     near + near_count);
        for (int i = first; i < first + found; i++) {
            if (bodies_meet(step, &near[i])) {
                if (i > near_count) {
                    near[near_count] = near[i];
                }
                near_count++;
            }
        }
        if (near_count + PAIRS_SIFTED > PAIRS_AT_ONCE) {
            meet_pairs(search, near, near_count);
            near_count = 0;
        }
    }
    meet_pairs(search, near, near_count);
}

// ---- both -----------------------------------------------------------------------------------

size_t world_contacts_scratch_size(int contact_max) {
    return (size_t)contact_max * sizeof(ContactMemory);
}

void world_contacts_find(const Step *step) {
    World *world = step->world;
    Search search = {
        .step = step, .memories = remember_contacts(world, step->scratch), .avx2 = simd_has_avx2()};
    world->contact_count = 0;
    meet_walls(&search);
    meet_bodies(&search);
}

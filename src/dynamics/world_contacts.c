#include "dynamics/world_contacts.h"

#include "base/simd.h"
#include "collision/quad_pairs.h"
#include "dynamics/world_add.h"
#include "dynamics/world_ahead.h"
#include "dynamics/world_sift.h"

enum {
    WALLS_SIFTED = 256,  ///< Walls looked at before those that are near are gone into ...
    WALLS_AT_ONCE = 32,  ///< ... this many pieces of bodies at a time.
    PAIRS_SIFTED = 32,   ///< Pairs looked at before those that are near are gone into ...
    PAIRS_AT_ONCE = 128, ///< ... this many at a time.
};

/// The search under way.
typedef struct Search {
    const Step *step;
    Memories memories;
    bool avx2;
} Search;

// ---- walls ----------------------------------------------------------------------------------

/// Pieces of bodies and walls that are near, to be gone into side by side.
typedef struct WallQueue {
    QuadPair pairs[WALLS_AT_ONCE];
    const WallNear *nears[WALLS_AT_ONCE];
    int pieces[WALLS_AT_ONCE]; ///< Of the bodies.
    int count;
} WallQueue;

/// What is found at the i-th of the queue.
static void meet_wall(const Step *step, const WallQueue *queue, int i, Manifold *manifold,
                      Meeting *out) {
    const WallNear *near = queue->nears[i];
    const WallPiece *wall = &step->walls->pieces[near->wall];
    *out = (Meeting){.friction = wall->friction,
                     .restitution = wall->restitution,
                     .key = meeting_key_of_wall(near->body, near->wall, (uint32_t)queue->pieces[i]),
                     .manifold = manifold,
                     .margin = queue->pairs[i].margin,
                     .a = near->body,
                     .b = CONTACT_WALL};
}

/// Adds the contacts of all in the queue, in their order.
static void empty_queue(Search *search, WallQueue *queue) {
    Manifold manifolds[WALLS_AT_ONCE];
    Meeting meetings[WALLS_AT_ONCE];
    int met = 0;
    quad_pairs_manifold(queue->pairs, queue->count, search->avx2, manifolds);
    for (int i = 0; i < queue->count; i++) {
        meet_wall(search->step, queue, i, &manifolds[i], &meetings[met]);
        met += manifolds[i].count > 0 || world_look_beside(search->step, &meetings[met]);
    }
    world_add_contacts(search->step, meetings, met, search->avx2, &search->memories);
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
        queue->pairs[at] =
            (QuadPair){.b_in_a = wall_in_body,
                       .a = &hull->pieces[piece],
                       .b = &wall->shape,
                       .outline_a = hull_outline(hull, piece),
                       .outline_b = &wall->outline,
                       .margin = step->cache->drifts[near->body].most + WORLD_MARGIN};
        queue->nears[at] = near;
        queue->pieces[at] = piece;
        if (queue->count == WALLS_AT_ONCE) {
            empty_queue(search, queue);
        }
    }
}

static void meet_walls(Search *search) {
    const Step *step = search->step;
    const WallNear *nears = step->cache->wall_nears;
    uint32_t near[WALLS_SIFTED];
    WallQueue queue;
    queue.count = 0;
    for (uint32_t from = 0; from < step->cache->wall_near_count; from += WALLS_SIFTED) {
        uint32_t left = step->cache->wall_near_count - from;
        int count = left < WALLS_SIFTED ? (int)left : WALLS_SIFTED;
        int found = world_sift_walls(step, from, count, search->avx2, near);
        for (int k = 0; k < found; k++) {
            const WallNear *wall = &nears[near[k]];
            if (step->bodies[wall->body].inverse_mass > 0.0f) {
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

/// Keeps those of `count` pairs that meet; returns how many.
static int keep_meeting(const Step *step, BoxPair *pairs, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (bodies_meet(step, &pairs[i])) {
            pairs[kept++] = pairs[i];
        }
    }
    return kept;
}

/// A piece of each of two bodies, `shift` from where the manifold's frame begins.
static void meet_pair(const Step *step, const BoxPair *pair, int piece_a, int piece_b, vec2s shift,
                      Manifold *manifold, Meeting *out) {
    const Body *b = &step->bodies[pair->b];
    *out = (Meeting){
        .shift = shift,
        .friction = b->friction,
        .restitution = b->restitution,
        .key = meeting_key_of_bodies(pair->a, pair->b, (uint32_t)piece_a, (uint32_t)piece_b),
        .manifold = manifold,
        .margin = pair->margin,
        .a = (uint16_t)pair->a,
        .b = (uint16_t)pair->b};
}

/// Piece by piece.
static void meet_hulls(Search *search, const BoxPair *pair) {
    const Step *step = search->step;
    const Hull *a = step_hull(step, (int)pair->a);
    const Hull *b = step_hull(step, (int)pair->b);
    Transform b_in_a =
        transform_relative(body_at(&step->bodies[pair->a]), body_at(&step->bodies[pair->b]));
    Manifold manifolds[HULL_PIECES_MAX];
    Meeting meetings[HULL_PIECES_MAX];
    for (int i = 0; i < a->count; i++) {
        int met = 0;
        for (int k = 0; k < b->count; k++) {
            manifolds[met] = manifold_of_parts(&a->pieces[i], hull_outline(a, i), &b->pieces[k],
                                               hull_outline(b, k), b_in_a, pair->margin);
            if (manifolds[met].count > 0) {
                meet_pair(step, pair, i, k, vec2_make(0.0f, 0.0f), &manifolds[met], &meetings[met]);
                met++;
            }
        }
        world_add_contacts(step, meetings, met, search->avx2, &search->memories);
    }
}

static bool are_boxes(const uint8_t *boxes, const BoxPair *pair) {
    return (boxes[pair->a] & boxes[pair->b]) != 0;
}

/// The manifolds of those pairs that are two boxes, in their order, all at once.
static void find_manifolds(const Search *search, const BoxPair *pairs, int count, Manifold *out) {
    const Step *step = search->step;
    const uint8_t *boxes = step->cache->boxes;
    const PlacedBox *placed = step->cache->placed;
    if (step->cache->all_boxes) { // nothing to copy
        box_pairs_manifold(placed, pairs, count, search->avx2, out);
        return;
    }
    BoxPair of_boxes[PAIRS_AT_ONCE];
    int box_count = 0;
    for (int i = 0; i < count; i++) {
        if (are_boxes(boxes, &pairs[i])) {
            of_boxes[box_count++] = pairs[i];
        }
    }
    if (box_count > 0) {
        box_pairs_manifold(placed, of_boxes, box_count, search->avx2, out);
    }
}

/// Adds the contacts of pairs that are near, in their order. A manifold of boxes begins in the
/// middle of the first.
static void meet_pairs(Search *search, const BoxPair *pairs, int count) {
    const Step *step = search->step;
    const uint8_t *boxes = step->cache->boxes;
    const Frame *frames = step->cache->frames;
    Manifold manifolds[PAIRS_AT_ONCE];
    Meeting meetings[PAIRS_AT_ONCE];
    int met = 0;
    int next_box = 0;
    find_manifolds(search, pairs, count, manifolds);
    for (int i = 0; i < count; i++) {
        if (!step->cache->all_boxes && !are_boxes(boxes, &pairs[i])) {
            world_add_contacts(step, meetings, met, search->avx2, &search->memories);
            met = 0;
            meet_hulls(search, &pairs[i]);
            continue;
        }
        Manifold *manifold = &manifolds[next_box++];
        if (manifold->count > 0) {
            vec2s middle = frames[pairs[i].a].middle;
            meet_pair(step, &pairs[i], 0, 0, middle, manifold, &meetings[met++]);
        }
    }
    world_add_contacts(step, meetings, met, search->avx2, &search->memories);
}

static void meet_bodies(Search *search) {
    const Step *step = search->step;
    const CarPair *pairs = step->cache->pairs;
    int count = (int)step->cache->pair_count;
    BoxPair near[PAIRS_AT_ONCE];
    int near_count = 0;
    for (int from = 0; from < count; from += PAIRS_SIFTED) {
        int left = count - from;
        int found = world_sift_pairs(step->cache->placed, step->cache->drifts, pairs + from,
                                     left < PAIRS_SIFTED ? left : PAIRS_SIFTED, search->avx2,
                                     near + near_count);
        near_count += step->all_meet ? found : keep_meeting(step, near + near_count, found);
        if (near_count + PAIRS_SIFTED > PAIRS_AT_ONCE) {
            meet_pairs(search, near, near_count);
            near_count = 0;
        }
    }
    meet_pairs(search, near, near_count);
}

// ---- both -----------------------------------------------------------------------------------

void world_contacts_find(const Step *step) {
    WorldState *world = step->world;
    Search search = {.step = step,
                     .memories = world_keep_contacts(world, step->cache->memories),
                     .avx2 = simd_has_avx2()};
    world->contact_count = 0;
    meet_walls(&search);
    meet_bodies(&search);
}

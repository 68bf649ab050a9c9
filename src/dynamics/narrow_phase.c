#include "base/scalar.h"
#include "collision/hull_overlap.h"
#include "collision/quad_pairs.h"
#include "collision/tolerances.h"
#include "dynamics/phases.h"
#include "geometry/simd.h"

enum {
    WALLS_AT_ONCE = 32,  ///< Pieces of bodies beside walls ...
    PAIRS_AT_ONCE = 128, ///< ... and pairs of bodies whose manifolds are found side by side.
};

/// Where the next candidate is made. There is a spare place behind the most that there can be.
static ContactCandidate *next_candidate(const Step *step) {
    return &step->cache->candidates[step->candidate_count];
}

/// Keeps the candidate that was made there; one without room is counted as dropped.
static void keep_candidate(Step *step) {
    if (step->candidate_count < step->world->contact_max) {
        step->candidate_count++;
    } else {
        step->world->dropped++;
    }
}

// ---- walls ----------------------------------------------------------------------------------

/// Pieces of bodies and walls whose manifolds are to be found side by side.
typedef struct WallBatch {
    QuadPair pairs[WALLS_AT_ONCE];
    const WallNeighbour *neighbours[WALLS_AT_ONCE];
    int pieces[WALLS_AT_ONCE]; ///< Of the bodies.
    int count;
} WallBatch;

/// Whether the path of a body may reach a wall.
static bool path_may_reach(const Step *step, int body, const WallPiece *wall) {
    const PredictedMotion *motion = &step->cache->motions[body];
    PlacedBox box = step_box_before(step, body, wall);
    return box_may_reach(&box, motion->move, &wall->shape,
                         motion->turn + SPECULATIVE_TARGET + CULL_SLACK);
}

/// Adds the candidates of the batch, in their order. A wall without a manifold point may get one
/// where the path leads: a car may leave the edge that it is before, and the wall goes on round a
/// bend. The piece that it leaves lets it pass, and the next one does not see it yet.
static void flush_batch(Step *step, WallBatch *batch) {
    Manifold manifolds[WALLS_AT_ONCE];
    quad_pairs_manifold(batch->pairs, batch->count, simd_has_avx2(), manifolds);
    for (int i = 0; i < batch->count; i++) {
        const WallNeighbour *near = batch->neighbours[i];
        const WallPiece *wall = &step->walls->pieces[near->wall];
        if (manifolds[i].count > 0 || path_may_reach(step, near->body, wall)) {
            ContactCandidate *out = next_candidate(step);
            out->shift = vec2_make(0.0f, 0.0f);
            out->friction = wall->friction;
            out->restitution = wall->restitution;
            out->key = contact_key_of_wall(near->body, near->wall, (uint32_t)batch->pieces[i]);
            out->margin = batch->pairs[i].margin;
            out->a = near->body;
            out->b = CONTACT_WALL;
            out->manifold = manifolds[i];
            if (out->manifold.count == 0) {
                speculative_correct(step, out);
            }
            if (out->manifold.count > 0) {
                keep_candidate(step);
            }
        }
    }
    batch->count = 0;
}

/// Puts a body and a wall into the batch, piece by piece.
static void batch_wall(Step *step, const WallNeighbour *neighbour, WallBatch *batch) {
    const Hull *hull = step_hull(step, neighbour->body);
    const WallPiece *wall = &step->walls->pieces[neighbour->wall];
    Transform wall_in_body =
        transform_relative(body_at(&step->bodies[neighbour->body]), wall_piece_at(wall));
    for (int piece = 0; piece < hull->count; piece++) {
        int at = batch->count++;
        batch->pairs[at] =
            (QuadPair){.b_in_a = wall_in_body,
                       .a = &hull->pieces[piece],
                       .b = &wall->shape,
                       .outline_a = hull_outline(hull, piece),
                       .outline_b = &wall->outline,
                       .margin = step->cache->motions[neighbour->body].most + SPECULATIVE_MARGIN};
        batch->neighbours[at] = neighbour;
        batch->pieces[at] = piece;
        if (batch->count == WALLS_AT_ONCE) {
            flush_batch(step, batch);
        }
    }
}

static void collide_walls(Step *step) {
    WallBatch batch;
    batch.count = 0;
    for (int i = 0; i < step->near_wall_count; i++) {
        batch_wall(step, &step->cache->wall_neighbours[step->cache->near_walls[i]], &batch);
    }
    flush_batch(step, &batch);
}

// ---- pairs of bodies ------------------------------------------------------------------------

/// Adds a piece of each of two bodies, `shift` from where the manifold's frame begins.
static void add_pair(Step *step, const BoxPair *pair, int piece_a, int piece_b, vec2s shift,
                     const Manifold *manifold) {
    if (manifold->count > 0) { // field by field: to make it elsewhere and copy it takes longer
        const Body *b = &step->bodies[pair->b];
        ContactCandidate *out = next_candidate(step);
        out->shift = shift;
        out->friction = b->friction;
        out->restitution = b->restitution;
        out->key = contact_key_of_bodies(pair->a, pair->b, (uint32_t)piece_a, (uint32_t)piece_b);
        out->margin = pair->margin;
        out->a = pair->a;
        out->b = pair->b;
        out->manifold = *manifold;
        keep_candidate(step);
    }
}

/// m, of the deepest point; 0 where none is inside.
static float depth_of(const Manifold *manifold) {
    float depth = 0.0f;
    for (int i = 0; i < manifold->count; i++) {
        depth = float_max(depth, -manifold->points[i].separation);
    }
    return depth;
}

/// Adds the candidates of hulls that overlap deeply: one that parts them, and those of pieces that
/// are apart or rest on each other. The pieces inside each other would each take a way of their
/// own: a tyre in the middle of a car was pushed from both sides and stayed.
static void part_hulls(Step *step, const BoxPair *pair, const HullOverlap *overlap,
                       const Manifold *manifolds, int pieces_a, int pieces_b) {
    for (int i = 0; i < pieces_a * pieces_b; i++) {
        bool is_last = i == overlap->piece_a * pieces_b + overlap->piece_b;
        if (is_last || depth_of(&manifolds[i]) <= CONTACT_SLOP) {
            add_pair(step, pair, i / pieces_b, i % pieces_b, vec2_make(0.0f, 0.0f),
                     is_last ? &overlap->manifold : &manifolds[i]);
        }
    }
}

/// Piece by piece, or as wholes where they overlap deeply.
static void collide_hulls(Step *step, const BoxPair *pair) {
    const Hull *a = step_hull(step, pair->a);
    const Hull *b = step_hull(step, pair->b);
    Transform b_in_a =
        transform_relative(body_at(&step->bodies[pair->a]), body_at(&step->bodies[pair->b]));
    Manifold manifolds[HULL_PIECES_MAX * HULL_PIECES_MAX];
    int count = a->count * b->count;
    float deepest = 0.0f;
    for (int i = 0; i < count; i++) {
        int piece_a = i / b->count;
        int piece_b = i % b->count;
        manifolds[i] =
            manifold_of_pieces(&a->pieces[piece_a], hull_outline(a, piece_a), &b->pieces[piece_b],
                               hull_outline(b, piece_b), b_in_a, pair->margin);
        deepest = float_max(deepest, depth_of(&manifolds[i]));
    }
    if (count > 1 && deepest > HULL_OVERLAP_DEEP) {
        HullOverlap overlap = hull_overlap(a, b, b_in_a);
        if (depth_of(&overlap.manifold) > 0.0f &&
            depth_of(&overlap.manifold) <= HULL_OVERLAP_DETOUR * deepest) {
            part_hulls(step, pair, &overlap, manifolds, a->count, b->count);
            return;
        }
    }
    for (int i = 0; i < count; i++) {
        add_pair(step, pair, i / b->count, i % b->count, vec2_make(0.0f, 0.0f), &manifolds[i]);
    }
}

static bool are_boxes(const WorldCache *cache, const BoxPair *pair) {
    return (cache->is_box[pair->a] & cache->is_box[pair->b]) != 0;
}

/// Adds the candidates of pairs of two boxes. A manifold of boxes begins in the middle of the
/// first.
static void collide_boxes(Step *step, const BoxPair *pairs, int count) {
    const WorldCache *cache = step->cache;
    Manifold manifolds[PAIRS_AT_ONCE];
    box_pairs_manifold(cache->placed, pairs, count, simd_has_avx2(), manifolds);
    for (int i = 0; i < count; i++) {
        add_pair(step, &pairs[i], 0, 0, cache->local_boxes[pairs[i].a].middle, &manifolds[i]);
    }
}

/// Boxes side by side as far as they follow each other, and other hulls between them.
static void collide_bodies(Step *step) {
    const WorldCache *cache = step->cache;
    const BoxPair *pairs = cache->near_pairs;
    int from = 0;
    while (from < step->near_pair_count) {
        int left = step->near_pair_count - from;
        int most = left < PAIRS_AT_ONCE ? left : PAIRS_AT_ONCE;
        int count = cache->all_boxes ? most : 0;
        while (count < most && are_boxes(cache, &pairs[from + count])) {
            count++;
        }
        collide_boxes(step, pairs + from, count);
        from += count;
        if (count < most) {
            collide_hulls(step, &pairs[from++]);
        }
    }
}

void narrow_phase(Step *step) {
    step->candidate_count = 0;
    collide_walls(step);
    collide_bodies(step);
}

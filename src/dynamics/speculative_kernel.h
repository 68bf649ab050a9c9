#include "base/bits.h"
#include "base/scalar.h"
#include "collision/sweep.h"
#include "collision/tolerances.h"
#include "dynamics/phases.h"
#include "geometry/simd.h"

/// The piece of body `a` and what is near it.
typedef struct Pieces {
    const ContactCandidate *of;
    const Shape *a, *b;
    const Outline *outline_a, *outline_b; ///< NULL for what is no part of something larger.
    Transform b_at;
    bool wall; ///< b is one.
} Pieces;

static inline Pieces pieces_of(const Step *step, const ContactCandidate *candidate) {
    ContactKeyParts parts = contact_key_parts(candidate->key);
    Pieces pieces = {.of = candidate, .wall = candidate->b == CONTACT_WALL};
    int piece_a = (int)(pieces.wall ? parts.second : parts.first);
    const Hull *a = step_hull(step, candidate->a);
    pieces.a = &a->pieces[piece_a];
    pieces.outline_a = hull_outline(a, piece_a);
    if (pieces.wall) {
        const WallPiece *wall = &step->walls->pieces[parts.first];
        pieces.b = &wall->shape;
        pieces.outline_b = &wall->outline;
        pieces.b_at = wall_piece_at(wall);
    } else {
        const Hull *b = step_hull(step, candidate->b);
        pieces.b = &b->pieces[parts.second];
        pieces.outline_b = hull_outline(b, (int)parts.second);
        pieces.b_at = body_at(&step->bodies[candidate->b]);
    }
    return pieces;
}

/// How a moves and turns as b sees it, which turns too.
typedef struct RelativePath {
    Motion motion;
    vec2s move; ///< m
    PredictedMotion of_b;
    float spin_b; ///< rad/s
} RelativePath;

static inline RelativePath path_of(const Step *step, const Pieces *pieces) {
    const Body *a = &step->bodies[pieces->of->a];
    RelativePath path = {.move = step->cache->motions[pieces->of->a].move};
    if (!pieces->wall) {
        path.of_b = step->cache->motions[pieces->of->b];
        path.spin_b = step->bodies[pieces->of->b].spin;
        path.move = glms_vec2_sub(path.move, path.of_b.move);
    }
    path.motion = (Motion){.from = a->position,
                           .to = glms_vec2_add(a->position, path.move),
                           .angle_from = a->angle,
                           .angle_to = a->angle + a->spin * step->dt};
    return path;
}

/// How far (m) a comes nearer along `normal` in this step, at `anchor` from its centre of gravity
/// and `anchor_b` from that of b.
static inline float approach_distance(const Step *step, const Pieces *pieces,
                                      const RelativePath *path, vec2s normal, vec2s anchor,
                                      vec2s anchor_b) {
    float turn_a = step->bodies[pieces->of->a].spin * step->dt;
    float turn_b = path->spin_b * step->dt;
    return glms_vec2_dot(normal, path->move) + turn_a * glms_vec2_cross(anchor, normal) -
           turn_b * glms_vec2_cross(anchor_b, normal);
}

/// The manifold at `time` (1 is the end of the step), as it is seen when the step begins.
static inline Manifold manifold_at(const Step *step, const Pieces *pieces, const RelativePath *path,
                                   float time) {
    const Body *a = &step->bodies[pieces->of->a];
    vec2s moved = glms_vec2_scale(path->move, time);
    float turned_a = time * a->spin * step->dt;
    Transform a_at = {glms_vec2_add(a->position, moved), rotation_make(a->angle + turned_a)};
    Transform b_at = pieces->b_at;
    // A wall stays to the bit where it is.
    if (!pieces->wall) {
        b_at.rotation =
            rotation_make(step->bodies[pieces->of->b].angle + time * path->spin_b * step->dt);
    }
    Manifold manifold =
        manifold_of_pieces(pieces->a, pieces->outline_a, pieces->b, pieces->outline_b,
                           transform_relative(a_at, b_at), pieces->of->margin);
    // Both bodies have come half of the way to where they touch; a wall none.
    vec2s half = glms_vec2_scale(moved, !pieces->wall ? 0.5f : 0.0f);
    vec2s normal = rotation_apply(a_at.rotation, manifold.normal);
    for (int k = 0; k < manifold.count; k++) {
        ManifoldPoint *point = &manifold.points[k];
        vec2s anchor = glms_vec2_add(rotation_apply(a_at.rotation, point->point), half);
        vec2s anchor_b = glms_vec2_sub(anchor, glms_vec2_sub(b_at.position, a->position));
        point->separation += time * approach_distance(step, pieces, path, normal, anchor, anchor_b);
        point->point = glms_vec2_sub(rotation_undo(a->rotation, anchor), pieces->of->shift);
    }
    manifold.normal = rotation_undo(a->rotation, normal);
    return manifold;
}

/// Lets what is apart come as near as it does on its path, and no nearer: others may push it yet.
static inline void let_pass(const Step *step, const Pieces *pieces, const RelativePath *path,
                            Manifold *manifold) {
    const Body *a = &step->bodies[pieces->of->a];
    vec2s normal = rotation_apply(a->rotation, manifold->normal);
    for (int k = 0; k < manifold->count; k++) {
        ManifoldPoint *point = &manifold->points[k];
        vec2s anchor = rotation_apply(a->rotation, glms_vec2_add(point->point, pieces->of->shift));
        vec2s anchor_b = glms_vec2_sub(anchor, glms_vec2_sub(pieces->b_at.position, a->position));
        float nearer = approach_distance(step, pieces, path, normal, anchor, anchor_b);
        point->separation =
            float_max(point->separation, nearer + CONTACT_SLOP + SPECULATIVE_PASS_SLACK);
    }
}

/// The manifold of where both first touch in this step; without points where they do not.
static inline Manifold first_touch(const Step *step, const Pieces *pieces,
                                   const RelativePath *path) {
    float target = SPECULATIVE_TARGET + path->of_b.turn;
    SweepHit hit = sweep_motion(pieces->a, path->motion, pieces->b, pieces->b_at, target);
    return hit.hit ? manifold_at(step, pieces, path, hit.time) : (Manifold){.count = 0};
}

/// Rows of Body and ContactCandidate; of walls AT_B is AT_A.
enum {
    AT_A,
    AT_B,
    VELOCITY_A,
    VELOCITY_B,
    NORMAL,
    SHIFT,
    POINTS, ///< Both; of one alone that one twice.
    ROW_COUNT = POINTS + 2
};

KERNEL void load_rows(const Step *step, const uint16_t index[SIMD_LANES], Lanes out[ROW_COUNT][4]) {
    static const _Alignas(16) float still[4];
    const float *rows[ROW_COUNT][SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        const ContactCandidate *candidate = &step->cache->candidates[index[i]];
        const Manifold *manifold = &candidate->manifold;
        bool wall = candidate->b == CONTACT_WALL;
        const Body *a = &step->bodies[candidate->a];
        const Body *b = wall ? a : &step->bodies[candidate->b];
        rows[AT_A][i] = a->position.raw;
        rows[AT_B][i] = b->position.raw;
        rows[VELOCITY_A][i] = a->velocity.raw;
        rows[VELOCITY_B][i] = wall ? still : b->velocity.raw;
        rows[NORMAL][i] = manifold->normal.raw;
        rows[SHIFT][i] = candidate->shift.raw;
        rows[POINTS][i] = manifold->points[0].point.raw;
        rows[POINTS + 1][i] = manifold->points[manifold->count - 1].point.raw;
    }
    for (int k = 0; k < ROW_COUNT; k++) {
        lanes_gather4(rows[k], out[k]);
    }
}

/// Bit i: a point of candidate i approaches by more in this step than the solver allows.
KERNEL unsigned approaching(const Step *step, const uint16_t index[SIMD_LANES]) {
    Lanes rows[ROW_COUNT][4];
    load_rows(step, index, rows);
    const Lanes *at_a = rows[AT_A], *at_b = rows[AT_B];
    const Lanes *a = rows[VELOCITY_A], *b = rows[VELOCITY_B];
    const Lanes *normal = rows[NORMAL], *shift = rows[SHIFT];
    Lanes c = at_a[2];
    Lanes s = at_a[3];
    Lanes x = lanes_cross(c, s, normal[1], normal[0]); // c x - s y
    Lanes y = lanes_dot(s, c, normal[0], normal[1]);
    Lanes straight = lanes_dot(lanes_sub(a[0], b[0]), lanes_sub(a[1], b[1]), x, y);
    LaneMask any = lanes_less(x, x);
    for (int k = 0; k < 2; k++) {
        const Lanes *point = rows[POINTS + k];
        Lanes along = lanes_add(point[0], shift[0]);
        Lanes across = lanes_add(point[1], shift[1]);
        Lanes anchor_x = lanes_cross(c, s, across, along);
        Lanes anchor_y = lanes_dot(s, c, along, across);
        Lanes anchor_b_x = lanes_sub(anchor_x, lanes_sub(at_b[0], at_a[0]));
        Lanes anchor_b_y = lanes_sub(anchor_y, lanes_sub(at_b[1], at_a[1]));
        Lanes turning_a = lanes_mul(a[2], lanes_cross(anchor_x, anchor_y, x, y));
        Lanes turning_b = lanes_mul(b[2], lanes_cross(anchor_b_x, anchor_b_y, x, y));
        Lanes speed = lanes_add(straight, lanes_sub(turning_a, turning_b));
        Lanes gap = lanes_sub(point[2], lanes_all(CONTACT_SLOP));
        Lanes allowed = lanes_max(gap, lanes_all(SPECULATIVE_APPROACH_MIN));
        any = mask_or(any, lanes_less(allowed, lanes_mul(speed, lanes_all(step->dt))));
    }
    return mask_bits(any);
}

static inline bool is_apart(const Manifold *manifold) {
    float first = manifold->points[0].separation;
    float last = manifold->points[manifold->count - 1].separation;
    return (SPECULATIVE_TARGET < first) & (SPECULATIVE_TARGET < last);
}

/// Corrects the manifold of one candidate.
static inline void correct(const Step *step, ContactCandidate *candidate) {
    Pieces pieces = pieces_of(step, candidate);
    RelativePath path = path_of(step, &pieces);
    Manifold touching = first_touch(step, &pieces, &path);
    if (candidate->manifold.count > 0 && touching.count == 0) {
        let_pass(step, &pieces, &path, &candidate->manifold);
    } else {
        candidate->manifold = touching;
    }
}

/// Corrects those of `count` candidates, which are apart, that approach.
static inline void correct_approaching(const Step *step, uint16_t *apart, int count) {
    for (int i = 0; i < SIMD_LANES; i++) { // Left-over lanes repeat one that has points.
        apart[count + i] = count > 0 ? apart[0] : 0;
    }
    for (int from = 0; from < count; from += SIMD_LANES) {
        unsigned left = approaching(step, apart + from);
        for (; left != 0; left &= left - 1u) {
            int i = from + bits_lowest(left);
            if (i < count) {
                correct(step, &step->cache->candidates[apart[i]]);
            }
        }
    }
}

static inline void speculative_run(Step *step) {
    WorldCache *cache = step->cache;
    int count = 0;
    int apart = 0;
    for (int i = 0; i < step->candidate_count; i++) {
        ContactCandidate *candidate = &cache->candidates[i];
        if (candidate->manifold.count == 0) {
            correct(step, candidate);
        } else {
            cache->apart[apart] = (uint16_t)i;
            apart += is_apart(&candidate->manifold);
        }
        cache->candidate_order[count] = (uint16_t)i;
        count += candidate->manifold.count > 0;
    }
    correct_approaching(step, cache->apart, apart);
    step->candidate_count = count;
}

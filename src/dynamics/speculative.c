#include "base/scalar.h"
#include "collision/sweep.h"
#include "collision/tolerances.h"
#include "dynamics/phases.h"

#include <math.h>

/// The piece of body `a` and what is near it.
typedef struct Pieces {
    const ContactCandidate *of;
    const Shape *a, *b;
    const Outline *outline_a, *outline_b; ///< NULL for what is no part of something larger.
    Transform b_at;
    bool wall; ///< b is one.
} Pieces;

static Pieces pieces_of(const Step *step, const ContactCandidate *candidate) {
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

static RelativePath path_of(const Step *step, const Pieces *pieces) {
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

/// How far (m) a comes nearer along `normal` in this step, at `anchor` from its centre of gravity.
static float approach_distance(const Step *step, const Pieces *pieces, const RelativePath *path,
                               vec2s normal, vec2s anchor) {
    const Body *a = &step->bodies[pieces->of->a];
    vec2s anchor_b = glms_vec2_sub(anchor, glms_vec2_sub(pieces->b_at.position, a->position));
    float turn_a = a->spin * step->dt;
    float turn_b = path->spin_b * step->dt;
    return glms_vec2_dot(normal, path->move) + turn_a * glms_vec2_cross(anchor, normal) -
           turn_b * glms_vec2_cross(anchor_b, normal);
}

/// Where body a stands at `time` of the step.
static Transform place_at(const Step *step, const Pieces *pieces, const RelativePath *path,
                          float time) {
    const Body *a = &step->bodies[pieces->of->a];
    return (Transform){glms_vec2_add(a->position, glms_vec2_scale(path->move, time)),
                       rotation_make(a->angle + time * a->spin * step->dt)};
}

/// The manifold at `time` (1 is the end of the step), as it is seen when the step begins.
static Manifold manifold_at(const Step *step, const Pieces *pieces, const RelativePath *path,
                            float time) {
    const Body *a = &step->bodies[pieces->of->a];
    vec2s moved = glms_vec2_scale(path->move, time);
    Transform a_at = place_at(step, pieces, path, time);
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
        point->separation += time * approach_distance(step, pieces, path, normal, anchor);
        point->point = glms_vec2_sub(rotation_undo(a->rotation, anchor), pieces->of->shift);
    }
    manifold.normal = rotation_undo(a->rotation, normal);
    return manifold;
}

/// Lets what is apart come as near as it does on its path, and no nearer: others may push it yet.
static void let_pass(const Step *step, const Pieces *pieces, const RelativePath *path,
                     Manifold *manifold) {
    const Body *a = &step->bodies[pieces->of->a];
    vec2s normal = rotation_apply(a->rotation, manifold->normal);
    for (int k = 0; k < manifold->count; k++) {
        ManifoldPoint *point = &manifold->points[k];
        vec2s anchor = rotation_apply(a->rotation, glms_vec2_add(point->point, pieces->of->shift));
        float nearer = approach_distance(step, pieces, path, normal, anchor);
        point->separation =
            float_max(point->separation, nearer + CONTACT_SLOP + SPECULATIVE_PASS_SLACK);
    }
}

/// Where a body that touches a wall at `time` passes beside it: at the face that parts both best,
/// with no more than SPECULATIVE_PASS_DEPTH of the body behind it. `touch`: the manifold there. So
/// steps between walls that are nearly flush, and slivers between them, neither kick nor hold who
/// scrapes along or comes down on them. False where it does hit the wall.
static bool passes_beside(const Step *step, const Pieces *pieces, const RelativePath *path,
                          float time, const Manifold *touch, Manifold *out) {
    const Body *a = &step->bodies[pieces->of->a];
    Transform a_at = place_at(step, pieces, path, time);
    ShapePoints points = shape_points_at(pieces->a, transform_relative(pieces->b_at, a_at));
    vec2s touching = rotation_apply(a->rotation, touch->normal);
    float best = -SPECULATIVE_PASS_DEPTH;
    int face = -1, corner = 0;
    for (int i = 0; i < pieces->b->count; i++) {
        vec2s normal = vec2_make(-pieces->b->normal_x[i], -pieces->b->normal_y[i]);
        float turn = glms_vec2_dot(normal, touching);
        bool same = turn > SPECULATIVE_PASS_SAME;
        if ((pieces->outline_b->exposed >> i & 1) == 0 || same) {
            continue;
        }
        float nearest = INFINITY;
        int at = 0;
        for (int k = 0; k < points.count; k++) {
            float gap = -normal.x * points.x[k] - normal.y * points.y[k] - pieces->b->offset[i];
            at = gap < nearest ? k : at;
            nearest = float_min(nearest, gap);
        }
        nearest -= pieces->a->radius + pieces->b->radius;
        if (nearest > best) {
            best = nearest;
            face = i;
            corner = at;
        }
    }
    if (face < 0) {
        return false;
    }
    vec2s normal = vec2_make(-pieces->b->normal_x[face], -pieces->b->normal_y[face]);
    vec2s anchor = rotation_apply(a_at.rotation, shape_point(pieces->a, corner));
    float nearer = time * approach_distance(step, pieces, path, normal, anchor);
    *out = (Manifold){
        .normal = rotation_undo(a->rotation, normal),
        .count = 1,
        .points[0] = {.point = glms_vec2_sub(rotation_undo(a->rotation, anchor), pieces->of->shift),
                      .separation = best + nearer,
                      .id = (uint16_t)(face << 8 | corner)}};
    return true;
}

/// The manifold of where both first touch in this step; without points where they do not.
static Manifold first_touch(const Step *step, const Pieces *pieces, const RelativePath *path) {
    float target = SPECULATIVE_TARGET + path->of_b.turn;
    SweepHit hit = sweep_motion(pieces->a, path->motion, pieces->b, pieces->b_at, target);
    if (!hit.hit) {
        return (Manifold){.count = 0};
    }
    Manifold touch = manifold_at(step, pieces, path, hit.time), beside;
    bool passes = pieces->wall && touch.count > 0 &&
                  passes_beside(step, pieces, path, hit.time, &touch, &beside);
    return passes ? beside : touch;
}

void speculative_correct(const Step *step, ContactCandidate *candidate) {
    Pieces pieces = pieces_of(step, candidate);
    RelativePath path = path_of(step, &pieces);
    Manifold touching = first_touch(step, &pieces, &path);
    if (candidate->manifold.count > 0 && touching.count == 0) {
        let_pass(step, &pieces, &path, &candidate->manifold);
    } else {
        candidate->manifold = touching;
    }
}

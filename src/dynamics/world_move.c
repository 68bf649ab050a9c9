#include "dynamics/world_move.h"

#include "base/scalar.h"
#include "collision/sat.h"
#include "collision/sweep.h"
#include "dynamics/world_move_kernel.h"

#include <math.h>
#include <string.h>

enum {
    WALLS_TOUCHING_MAX = 256 ///< Wall pieces near one body; more are counted as dropped.
};

/// m of overlap at which the sweep stops a body: more than the solver leaves, so that scraping is
/// free, and far less than a wall.
static const float sweep_overlap = 0.02f;

/// m by which a deeper overlap may grow in a step, so that rounding does not hold a body up.
static const float sweep_growth = 0.001f;

/// A body's motion in this step and the most that any point of it moves.
typedef struct Course {
    Motion motion;
    vec2s move; ///< m, of the centre of gravity.
    float turn; ///< m, of the farthest point around it.
    float most; ///< m
} Course;

static Course course_of_body(const Step *step, int i, const Push *pushes) {
    const Body *body = &step->bodies[i];
    vec2s velocity = body->velocity;
    float spin = body->spin;
    if (pushes) {
        velocity = glms_vec2_add(velocity, pushes[i].velocity);
        spin += pushes[i].spin;
    }
    vec2s move = glms_vec2_scale(velocity, step->dt);
    float turn = fabsf(spin) * step->dt * step->cache->reaches[i];
    return (Course){.motion = {.from = body->position,
                               .to = glms_vec2_add(body->position, move),
                               .angle_from = body->angle,
                               .angle_to = body->angle + spin * step->dt},
                    .move = move,
                    .turn = turn,
                    .most = sqrtf(glms_vec2_norm2(move)) + turn};
}

/// Share of `motion` after which body `i` is too deep in `wall`.
static float free_share_at(const Step *step, int i, const Motion *motion, const WallPiece *wall) {
    const Hull *hull = step_hull(step, i);
    Transform wall_in_body = transform_relative(body_at(&step->bodies[i]), wall_piece_at(wall));
    float share = 1.0f;
    for (int piece = 0; piece < hull->count; piece++) {
        const Shape *shape = &hull->pieces[piece];
        float start = sat_signed_distance(shape, &wall->shape, wall_in_body).distance;
        float target = float_min(start - sweep_growth, -sweep_overlap);
        SweepHit hit = sweep_motion(shape, *motion, &wall->shape, wall_piece_at(wall), target);
        share = hit.hit ? float_min(share, hit.time) : share;
    }
    return share;
}

/// Whether body `i` does not get too deep behind some edge of a wall on its whole course, and so
/// not into the wall: first by the edge in the list, then by any, then by its own.
static bool stays_before(const Step *step, int i, const Course *course, uint32_t near) {
    const WallEdge *edge = &step->cache->wall_edges[near];
    float deepest = course->turn + WORLD_DOUBT - sweep_overlap;
    float nearer = float_min(glms_vec2_dot(edge->normal, course->move), 0.0f);
    if (step->cache->wall_gaps[near] + nearer > deepest) {
        return true;
    }
    const WallNear *listed = &step->cache->wall_nears[near];
    const WallPiece *wall = &step->walls->pieces[listed->wall];
    return !listed->round && (wall_gap_after(step, i, course->move, wall) > deepest ||
                              wall_gap_aside(step, i, course->move, wall) > deepest);
}

/// The same share for all walls of its list.
static float free_share_near(const Step *step, int i, const Course *course) {
    const Near *near = &step->cache->nears[i];
    float share = 1.0f;
    for (uint32_t k = near->first_wall; k < near->first_wall + near->wall_count; k++) {
        if (!stays_before(step, i, course, k)) {
            const WallPiece *wall = &step->walls->pieces[step->cache->wall_nears[k].wall];
            share = float_min(share, free_share_at(step, i, &course->motion, wall));
        }
    }
    return share;
}

/// The same for a body thrown farther than its list of walls reaches.
static float free_share_far(const Step *step, int i, const Course *course) {
    Box from = hull_bounds(step_hull(step, i), body_at(&step->bodies[i]));
    Box to = {glms_vec2_add(from.low, course->move), glms_vec2_add(from.high, course->move)};
    int touching[WALLS_TOUCHING_MAX];
    int count = walls_touching(step, box_grow(box_union(from, to), course->turn), touching,
                               WALLS_TOUCHING_MAX);
    float share = 1.0f;
    for (int k = 0; k < count; k++) {
        const WallPiece *wall = &step->walls->pieces[touching[k]];
        share = float_min(share, free_share_at(step, i, &course->motion, wall));
    }
    return share;
}

float world_free_share(const Step *step, int i, const Push *pushes) {
    Course course = course_of_body(step, i, pushes);
    bool listed = course.most <= step->cache->nears[i].motion_max;
    return listed ? free_share_near(step, i, &course) : free_share_far(step, i, &course);
}

/// How many bodies the lanes of AVX2 take: not the last few, which would leave them half empty.
static int wide_share(int count) {
    int left = count % WORLD_LANES_MAX;
    return simd_has_avx2() ? count - (left <= SIMD_LANES ? left : 0) : 0;
}

static bool has_ghosts(WorldState *world) {
    const uint8_t *flags = world_flags(world);
    unsigned any = 0;
    for (int i = 0; i < world->body_count; i++) {
        any |= flags[i];
    }
    return (any & BODY_GHOST) != 0;
}

void world_bodies_begin(Step *step) {
    WorldState *world = step->world;
    int wide = wide_share(world->body_count);
    step->hold = true;
    step->all_meet = !has_ghosts(world);
    if (wide > 0) {
        world_bodies_begin_avx2(step, 0, wide);
    }
    begin_run(step, wide, world->body_count);
    memset(world_forces(world), 0, world->body_count * sizeof(Force));
}

void world_bodies_move(const Step *step, const Push *pushes) {
    int count = step->world->body_count;
    int wide = wide_share(count);
    // A lane that thinks its body has more room does not ask whether a wall stops it, and comes
    // last.
    world_cache_repeat_last(step->cache, step->cache->rooms);
    if (wide > 0) {
        world_bodies_move_avx2(step, pushes, 0, wide);
    }
    move_run(step, pushes, wide, count);
}

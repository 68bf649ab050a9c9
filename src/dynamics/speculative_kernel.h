/// Makes contacts of candidates: a kernel (dynamics/kernels.h). Contacts of shapes that are apart
/// and approach are speculative.
#pragma once

#include "base/bits.h"
#include "collision/tolerances.h"
#include "dynamics/phases.h"
#include "geometry/simd.h"

#include <string.h>

/// What contacts are made of, one in each lane: rows of Body and ContactCandidate.
typedef struct CandidateLanes {
    Lanes at_a[4], at_b[4];             ///< Of walls at_b is that of a ...
    Lanes velocity_a[4], velocity_b[4]; ///< ... and velocity_b is 0, its mass less.
    Lanes surface_a[4];
    Lanes normal[4], points[2][4];
    Lanes candidate[4];
} CandidateLanes;

/// Normals and points in axes of the world.
typedef struct PlacedLanes {
    Lanes normal[2];
    Lanes anchors[2][4]; ///< m, as ContactPoint has them.
} PlacedLanes;

/// The first again where there is but one.
KERNEL const ManifoldPoint *second_point(const Manifold *manifold) {
    return &manifold->points[manifold->count > 1 ? 1 : 0];
}

/// Lanes beyond `used` repeat the first.
KERNEL void load_candidates(const Step *step, const ContactCandidate *candidates, int used,
                            CandidateLanes *out) {
    static const _Alignas(16) float still[4] = {0.0f, 0.0f, 0.0f, -1.0f};
    const float *at_a[SIMD_LANES], *at_b[SIMD_LANES], *surface[SIMD_LANES];
    const float *velocity_a[SIMD_LANES], *velocity_b[SIMD_LANES];
    const float *normal[SIMD_LANES], *points[2][SIMD_LANES], *candidate[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        const ContactCandidate *from = &candidates[i < used ? i : 0];
        bool wall = from->b == CONTACT_WALL;
        const Body *a = &step->bodies[from->a];
        const Body *b = &step->bodies[wall ? from->a : from->b];
        at_a[i] = a->position.raw;
        at_b[i] = b->position.raw;
        velocity_a[i] = a->velocity.raw;
        velocity_b[i] = wall ? still : b->velocity.raw;
        surface[i] = &a->inverse_inertia;
        normal[i] = from->manifold.normal.raw;
        points[0][i] = from->manifold.points[0].point.raw;
        points[1][i] = second_point(&from->manifold)->point.raw;
        candidate[i] = from->shift.raw;
    }
    lanes_gather4(at_a, out->at_a);
    lanes_gather4(at_b, out->at_b);
    lanes_gather4(velocity_a, out->velocity_a);
    lanes_gather4(velocity_b, out->velocity_b);
    lanes_gather4(surface, out->surface_a);
    lanes_gather4(normal, out->normal);
    lanes_gather4(points[0], out->points[0]);
    lanes_gather4(points[1], out->points[1]);
    lanes_gather4(candidate, out->candidate);
}

/// Turns from the axes of a to those of the world, as rotation_apply does.
KERNEL void turn_out(const CandidateLanes *lanes, Lanes x, Lanes y, Lanes out[2]) {
    Lanes c = lanes->at_a[2];
    Lanes s = lanes->at_a[3];
    out[0] = lanes_cross(c, s, y, x); // c x - s y
    out[1] = lanes_dot(s, c, x, y);
}

KERNEL void place_points(const CandidateLanes *lanes, PlacedLanes *out) {
    const Lanes *shift = lanes->candidate;
    Lanes to_b_x = lanes_sub(lanes->at_b[0], lanes->at_a[0]);
    Lanes to_b_y = lanes_sub(lanes->at_b[1], lanes->at_a[1]);
    turn_out(lanes, lanes->normal[0], lanes->normal[1], out->normal);
    for (int k = 0; k < 2; k++) {
        const Lanes *point = lanes->points[k];
        Lanes *anchors = out->anchors[k];
        turn_out(lanes, lanes_add(point[0], shift[0]), lanes_add(point[1], shift[1]), anchors);
        anchors[2] = lanes_sub(anchors[0], to_b_x);
        anchors[3] = lanes_sub(anchors[1], to_b_y);
    }
}

/// Bit i: candidate i is apart, and a point of it approaches by more in this step than the solver
/// allows. Beside walls also what touches: it may scrape past. A short patch that blocks the way is
/// looked at however slow the body is.
KERNEL unsigned approaching(const CandidateLanes *lanes, const PlacedLanes *placed, float dt) {
    const Lanes *a = lanes->velocity_a, *b = lanes->velocity_b;
    Lanes x = placed->normal[0], y = placed->normal[1];
    Lanes straight = lanes_dot(lanes_sub(a[0], b[0]), lanes_sub(a[1], b[1]), x, y);
    LaneMask walls = lanes_less(b[3], lanes_all(0.0f));
    Lanes off_x = lanes_sub(lanes->points[1][0], lanes->points[0][0]);
    Lanes off_y = lanes_sub(lanes->points[1][1], lanes->points[0][1]);
    LaneMask corner = lanes_less(lanes_dot(off_x, off_y, off_x, off_y),
                                 lanes_all(4.0f * CONTACT_SLOP * CONTACT_SLOP));
    Lanes vx = lanes_sub(a[0], b[0]), vy = lanes_sub(a[1], b[1]);
    // Half of the way or more goes straight in: squared.
    Lanes half2 = lanes_mul(lanes_all(0.25f), lanes_dot(vx, vy, vx, vy));
    LaneMask blocks = mask_and(corner, mask_and(lanes_less(lanes_all(0.0f), straight),
                                                lanes_less(half2, lanes_mul(straight, straight))));
    Lanes least = lanes_select(mask_and(walls, blocks), lanes_all(SPECULATIVE_PASS_SLACK),
                               lanes_all(SPECULATIVE_APPROACH_MIN));
    Lanes touch =
        lanes_select(walls, lanes_all(-SPECULATIVE_PASS_DEPTH), lanes_all(SPECULATIVE_TARGET));
    LaneMask apart = lanes_at_most(x, x);
    LaneMask any = lanes_less(x, x);
    for (int k = 0; k < 2; k++) {
        const Lanes *anchors = placed->anchors[k];
        Lanes separation = lanes->points[k][2];
        Lanes turning_a = lanes_mul(a[2], lanes_cross(anchors[0], anchors[1], x, y));
        Lanes turning_b = lanes_mul(b[2], lanes_cross(anchors[2], anchors[3], x, y));
        Lanes speed = lanes_add(straight, lanes_sub(turning_a, turning_b));
        Lanes gap = lanes_sub(separation, lanes_all(CONTACT_SLOP));
        Lanes allowed = lanes_max(gap, least);
        apart = mask_and(apart, lanes_less(touch, separation));
        any = mask_or(any, lanes_less(allowed, lanes_mul(speed, lanes_all(dt))));
    }
    return mask_bits(mask_and(apart, any));
}

/// Finds what the same contact of the last step hands to each candidate; all 0 where there was
/// none. Candidates and contacts lie in the order of their keys.
static inline void cache_impulses(const Step *step) {
    static const Contact none = {.key = 0};
    const ContactCandidate *candidates = step->cache->candidates;
    CachedImpulses *cached = step->cache->impulses;
    Contact *last = world_contacts(step->world);
    last[step->world->contact_count].key = UINT64_MAX; // the spare one
    int count = step->candidate_count;
    for (int i = 0; i < count; i++) {
        uint64_t key = candidates[i].key;
        while (last->key < key) {
            last++;
        }
        const Contact *from = last->key == key ? last : &none;
        for (int k = 0; k < 2; k++) {
            memcpy(&cached[i].points[k], &from->points[k].separation, sizeof(CachedPoint));
            cached[i].points[k].id = from->ids[k];
        }
    }
}

/// Lets the points of a contact find theirs of the last step: mostly they are the same.
KERNEL void match_points(CachedImpulses *last, uint16_t first, uint16_t second) {
    if (last->points[0].id != first || last->points[1].id != second) {
        static const CachedPoint none = {.id = 0};
        CachedImpulses old = *last;
        const CachedPoint *other = second == old.points[1].id ? &old.points[1] : &none;
        last->points[1] = second == old.points[0].id ? old.points[0] : *other;
        other = first == old.points[1].id ? &old.points[1] : &none;
        last->points[0] = first == old.points[0].id ? old.points[0] : *other;
    }
}

/// Normal and tangent impulses with which points start.
typedef struct WarmLanes {
    Lanes normal[2], tangent[2];
} WarmLanes;

/// Those that the same points ended the last step with: not after an impact.
KERNEL void load_warm_starts(const CachedImpulses *cached, int used, WarmLanes *out) {
    for (int k = 0; k < 2; k++) {
        const float *rows[SIMD_LANES];
        for (int i = 0; i < SIMD_LANES; i++) {
            rows[i] = (const float *)(const void *)&cached[i < used ? i : 0].points[k];
        }
        Lanes last[4];
        lanes_gather4(rows, last);
        LaneMask rests = lanes_at_most(lanes_all(-CONTACT_IMPACT_SPEED), last[3]);
        out->normal[k] = lanes_keep(rests, last[1]);
        out->tangent[k] = lanes_keep(rests, last[2]);
    }
}

/// Writes the rows of the contacts; returns the depths.
KERNEL Lanes write_rows(const CandidateLanes *lanes, const PlacedLanes *placed,
                        const WarmLanes *warm, Contact *const contacts[SIMD_LANES]) {
    const Lanes *candidate = lanes->candidate; // shift, friction, restitution
    float *rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] = contacts[i]->normal.raw;
    }
    // As Material says of pairs.
    Lanes surface[4] = {placed->normal[0], placed->normal[1],
                        lanes_sqrt(lanes_mul(lanes->surface_a[2], candidate[2])),
                        lanes_max(lanes->surface_a[3], candidate[3])};
    lanes_scatter4(surface, rows);
    Lanes depth = lanes_all(0.0f);
    for (int k = 0; k < 2; k++) {
        Lanes separation = lanes->points[k][2];
        for (int i = 0; i < SIMD_LANES; i++) {
            rows[i] = contacts[i]->points[k].anchor_a.raw;
        }
        lanes_scatter4(placed->anchors[k], rows);
        Lanes state[4] = {separation, warm->normal[k], warm->tangent[k], lanes_all(0.0f)};
        for (int i = 0; i < SIMD_LANES; i++) {
            rows[i] = &contacts[i]->points[k].separation;
        }
        lanes_scatter4(state, rows);
        depth = lanes_max(depth, lanes_negate(separation));
    }
    return depth;
}

/// Makes contacts of the `used` candidates, from `first` on, which `cached` serves. There is a
/// spare contact behind them, on which lanes that are left over work.
KERNEL void make_contacts(const Step *step, ContactCandidate *candidates, int used, Contact *first,
                          CachedImpulses *cached) {
    Contact *contacts[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        contacts[i] = first + (i < used ? i : used);
    }
    CandidateLanes lanes;
    PlacedLanes placed;
    for (unsigned asked = (1u << used) - 1u;; asked = 0) {
        load_candidates(step, candidates, used, &lanes);
        place_points(&lanes, &placed);
        unsigned near = asked & approaching(&lanes, &placed, step->dt);
        if (near == 0) {
            break;
        }
        for (; near != 0; near &= near - 1u) {
            speculative_correct(step, &candidates[bits_lowest(near)]);
        }
    }
    for (int i = 0; i < used; i++) {
        const Manifold *manifold = &candidates[i].manifold;
        first[i].ids[0] = manifold->points[0].id;
        first[i].ids[1] = second_point(manifold)->id;
        match_points(&cached[i], first[i].ids[0], first[i].ids[1]);
    }
    WarmLanes warm;
    load_warm_starts(cached, used, &warm);
    float depths[SIMD_LANES];
    lanes_store(write_rows(&lanes, &placed, &warm, contacts), depths);
    for (int i = 0; i < used; i++) {
        const ContactCandidate *candidate = &candidates[i];
        Contact *contact = &first[i];
        contact->key = candidate->key;
        contact->a = candidate->a;
        contact->b = candidate->b;
        contact->count = candidate->manifold.count;
        contact->depth = depths[i];
    }
}

/// Whole groups by themselves: their contacts lie side by side and need no addresses of their own.
static inline void speculative_run(const Step *step) {
    cache_impulses(step);
    CachedImpulses *cached = step->cache->impulses;
    ContactCandidate *candidates = step->cache->candidates;
    Contact *contacts = world_contacts(step->world);
    int count = step->candidate_count;
    int from = 0;
    for (; from < count; from += SIMD_LANES) {
        int used = count - from < SIMD_LANES ? count - from : SIMD_LANES;
        make_contacts(step, candidates + from, used, contacts + from, cached + from);
    }
    step->world->contact_count = (uint16_t)count;
}

/// Packing of contacts from candidates, warm started: a kernel (dynamics/kernels.h).
#pragma once

#include "dynamics/step.h"
#include "geometry/simd.h"

#include <string.h>

/// What contacts are made of, one in each lane: rows of Body and ContactCandidate.
typedef struct CandidateLanes {
    Lanes at_a[4], at_b[4]; ///< Of walls at_b is that of a.
    Lanes surface_a[4];
    Lanes normal[4], points[2][4];
    Lanes candidate[4];
} CandidateLanes;

/// The first again where there is but one.
KERNEL const ManifoldPoint *second_point(const Manifold *manifold) {
    return &manifold->points[manifold->count > 1 ? 1 : 0];
}

KERNEL void load_candidates(const Step *step, const uint16_t *order, int used,
                            CandidateLanes *out) {
    const float *at_a[SIMD_LANES], *at_b[SIMD_LANES], *surface[SIMD_LANES];
    const float *normal[SIMD_LANES], *points[2][SIMD_LANES], *candidate[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        const ContactCandidate *from = &step->cache->candidates[order[i < used ? i : 0]];
        const Body *a = &step->bodies[from->a];
        const Body *b = &step->bodies[from->b == CONTACT_WALL ? from->a : from->b];
        at_a[i] = a->position.raw;
        at_b[i] = b->position.raw;
        surface[i] = &a->inverse_inertia;
        normal[i] = from->manifold.normal.raw;
        points[0][i] = from->manifold.points[0].point.raw;
        points[1][i] = second_point(&from->manifold)->point.raw;
        candidate[i] = from->shift.raw;
    }
    lanes_gather4(at_a, out->at_a);
    lanes_gather4(at_b, out->at_b);
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

/// Writes the rows of the contacts, whose points have no impulses yet; returns the depths.
KERNEL Lanes write_rows(const CandidateLanes *lanes, Contact *const contacts[SIMD_LANES]) {
    const Lanes *candidate = lanes->candidate; // shift, friction, restitution
    float *rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] = contacts[i]->normal.raw;
    }
    // As Material says of pairs.
    Lanes surface[4] = {[2] = lanes_sqrt(lanes_mul(lanes->surface_a[2], candidate[2])),
                        [3] = lanes_max(lanes->surface_a[3], candidate[3])};
    turn_out(lanes, lanes->normal[0], lanes->normal[1], surface);
    lanes_scatter4(surface, rows);
    Lanes depth = lanes_all(0.0f);
    for (int k = 0; k < 2; k++) {
        const Lanes *point = lanes->points[k];
        Lanes anchors[4];
        turn_out(lanes, lanes_add(point[0], candidate[0]), lanes_add(point[1], candidate[1]),
                 anchors);
        anchors[2] = lanes_sub(anchors[0], lanes_sub(lanes->at_b[0], lanes->at_a[0]));
        anchors[3] = lanes_sub(anchors[1], lanes_sub(lanes->at_b[1], lanes->at_a[1]));
        Lanes state[4] = {point[2], lanes_all(0.0f), lanes_all(0.0f), lanes_all(0.0f)};
        for (int i = 0; i < SIMD_LANES; i++) {
            rows[i] = contacts[i]->points[k].anchor_a.raw;
        }
        lanes_scatter4(anchors, rows);
        for (int i = 0; i < SIMD_LANES; i++) {
            rows[i] = &contacts[i]->points[k].separation;
        }
        lanes_scatter4(state, rows);
        depth = lanes_max(depth, lanes_negate(point[2]));
    }
    return depth;
}

/// The impulses that the last step's contacts ended with, in the order of their keys. Contacts are
/// packed in that order too, so one pass through these serves all.
typedef struct ImpulseCursor {
    const CachedImpulses *next, *end;
} ImpulseCursor;

static inline ImpulseCursor cache_impulses(const Step *step) {
    CachedImpulses *cached = step->cache->impulses;
    const Contact *contacts = world_contacts(step->world);
    int count = step->world->contact_count;
    for (int i = 0; i < count; i++) {
        const Contact *contact = &contacts[i];
        cached[i].key = contact->key;
        memcpy(cached[i].ids, contact->ids, sizeof contact->ids);
        for (int k = 0; k < 2; k++) {
            memcpy(cached[i].points[k], &contact->points[k].separation, sizeof cached[i].points[k]);
        }
    }
    return (ImpulseCursor){cached, cached + count};
}

/// Warm starts a contact from the same contact's points in the last step: not after an impact.
KERNEL void warm_start_contact(ImpulseCursor *cursor, Contact *contact) {
    while (cursor->next < cursor->end && cursor->next->key < contact->key) {
        cursor->next++;
    }
    const CachedImpulses *last = cursor->next;
    if (last == cursor->end || last->key != contact->key) {
        return;
    }
    for (int i = 0; i < 2; i++) { // both, without asking whether there are two: that is a guess
        int k = contact->ids[i] == last->ids[0] ? 0 : 1;
        const float *point = last->points[k]; // separation, both impulses, approach speed
        bool keep = (contact->ids[i] == last->ids[k]) & (point[3] >= -CONTACT_IMPACT_SPEED);
        contact->points[i].normal_impulse = keep ? point[1] : 0.0f;
        contact->points[i].tangent_impulse = keep ? point[2] : 0.0f;
    }
}

/// Packs the `used` candidates of `order` into the contacts from `first` on. There is a spare
/// contact behind them, on which lanes that are left over work.
KERNEL void pack_contacts(const Step *step, const uint16_t *order, int used, Contact *first,
                          ImpulseCursor *cursor) {
    Contact *contacts[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        contacts[i] = first + (i < used ? i : used);
    }
    CandidateLanes lanes;
    load_candidates(step, order, used, &lanes);
    float depths[SIMD_LANES];
    lanes_store(write_rows(&lanes, contacts), depths);
    for (int i = 0; i < used; i++) {
        const ContactCandidate *candidate = &step->cache->candidates[order[i]];
        Contact *contact = &first[i];
        contact->key = candidate->key;
        contact->a = candidate->a;
        contact->b = candidate->b;
        contact->count = candidate->manifold.count;
        contact->ids[0] = candidate->manifold.points[0].id;
        contact->ids[1] = second_point(&candidate->manifold)->id;
        contact->depth = depths[i];
        warm_start_contact(cursor, contact);
    }
}

/// Whole groups by themselves: their contacts lie side by side and need no addresses of their own.
static inline void pack_run(const Step *step) {
    WorldState *world = step->world;
    ImpulseCursor cursor = cache_impulses(step);
    const uint16_t *order = step->cache->candidate_order;
    Contact *contacts = world_contacts(world);
    int count = step->candidate_count;
    if (count > world->contact_max) {
        world->dropped += (uint32_t)(count - world->contact_max);
        count = world->contact_max;
    }
    int from = 0;
    for (; from + SIMD_LANES <= count; from += SIMD_LANES) {
        pack_contacts(step, order + from, SIMD_LANES, contacts + from, &cursor);
    }
    if (from < count) {
        pack_contacts(step, order + from, count - from, contacts + from, &cursor);
    }
    world->contact_count = (uint16_t)count;
}

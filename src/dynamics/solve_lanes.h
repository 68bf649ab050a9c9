/// Groups of contacts side by side in lanes: how they are loaded and stored, and how their impulses
/// move bodies.
#pragma once

#include "collision/tolerances.h"
#include "dynamics/contact.h"
#include "geometry/simd.h"

#include <stddef.h>
#include <string.h>

/// What all contacts of a group have in common. Each kernel is compiled for each kind, so that no
/// kind does the work of another.
typedef struct Kind {
    bool two;  ///< Some have two points.
    bool wall; ///< All are with walls, which stand still.
} Kind;

/// m, of the two bodies: the cross products of a point's anchors with a direction.
typedef struct LeverArms {
    Lanes a, b; ///< b: not set for walls.
} LeverArms;

/// One contact point in each lane.
typedef struct PointLanes {
    LeverArms normal, tangent;
    Lanes response; ///< 1/kg, how much a normal impulse changes the normal velocity, both there.
    Lanes normal_mass, tangent_mass; ///< kg, what the point feels like to an impulse there.
    Lanes target; ///< m/s, the normal velocity that the solve must at least reach.
    Lanes bounce; ///< Share of the compression's impulse that an impact gives back.
    Lanes least;  ///< N s that the point has pushed with for good, beside normal_impulse.
    Lanes gap;    ///< m, separation less the slop; then m/s, the speed the correction aims at.
    Lanes normal_impulse;       ///< N s; then that of the correction.
    Lanes tangent_impulse;      ///< N s
    Lanes separation, approach; ///< What the contact's point is to say.
} PointLanes;

/// Contacts side by side, none of which shares a moving body with another. A group of contacts of
/// one point ends where the second begins (group_size). All but the first two are rows of four
/// bytes for each lane (lane_swap).
typedef struct ContactLanes {
    LaneMask live;  ///< Rounds change something: the island has not settled.
    Lanes residual; ///< m/s, how much the last round changed the normal velocities.
    uint32_t a[SIMD_LANES], b[SIMD_LANES]; ///< Bytes to the rows of the bodies.
    uint32_t island[SIMD_LANES];           ///< Its root.
    uint32_t contact[SIMD_LANES];          ///< Bytes to it.
    Lanes normal_x, normal_y;
    Lanes inverse_mass_a, inverse_mass_b;
    Lanes inverse_inertia_a, inverse_inertia_b;
    Lanes friction;
    Lanes impact;    ///< m/s, impact_speed if its points push: the faster one's.
    Lanes tolerance; ///< m/s: velocities have settled when the residual is at most this.
    PointLanes points[2];
    Lanes coupling;              ///< 1/kg, how a normal impulse at one point moves the other.
    Lanes inverse_determinant;   ///< kg2, of the matrix of responses and coupling.
    Lanes tangent_coupling;      ///< 1/kg, how a tangent impulse at one point moves the other.
    uint32_t second[SIMD_LANES]; ///< Bytes to the contact whose second point this is: the spare
                                 ///< one where there is none.
} ContactLanes;

/// Bytes of a group of which contacts have two points, or all have one.
static inline uint32_t group_size(bool two) {
    return two ? sizeof(ContactLanes) : offsetof(ContactLanes, points[1]);
}

/// How bodies move, one in each lane.
typedef struct BodyState {
    Lanes velocity_x, velocity_y, spin;
    Lanes inverse_mass; ///< Of corrections: unused.
} BodyState;

/// Both bodies of the contacts of a group.
typedef struct BodyStates {
    BodyState a, b; ///< b: not set for walls.
} BodyStates;

// ---- rows of floats -------------------------------------------------------------------------

KERNEL const float *row_of(const void *start, size_t offset) {
    return (const float *)(const void *)((const char *)start + offset);
}

KERNEL float *row_to(void *start, size_t offset) {
    return (float *)(void *)((char *)start + offset);
}

/// The contact that begins at byte `at`.
KERNEL Contact *contact_at(const ContactSet *set, uint32_t at) {
    return (Contact *)(void *)((char *)set->contacts + at);
}

KERNEL void state_load(const Correction *rows, const uint32_t offsets[SIMD_LANES],
                       BodyState *state) {
    const float *row[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        row[i] = row_of(rows, offsets[i]);
    }
    Lanes in[4];
    lanes_gather4(row, in);
    *state = (BodyState){in[0], in[1], in[2], in[3]};
}

KERNEL void state_store(const BodyState *state, Correction *rows,
                        const uint32_t offsets[SIMD_LANES]) {
    float *row[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        row[i] = row_to(rows, offsets[i]);
    }
    Lanes out[4] = {state->velocity_x, state->velocity_y, state->spin, state->inverse_mass};
    lanes_scatter4(out, row);
}

KERNEL void states_load(BodyStates *states, const Correction *rows, const ContactLanes *group,
                        Kind kind) {
    state_load(rows, group->a, &states->a);
    if (!kind.wall) {
        state_load(rows, group->b, &states->b);
    }
}

KERNEL void states_store(const BodyStates *states, Correction *rows, const ContactLanes *group,
                         Kind kind) {
    state_store(&states->a, rows, group->a);
    if (!kind.wall) {
        state_store(&states->b, rows, group->b);
    }
}

/// Swaps a word of each of the rows, `size` bytes in all, that begin at `from` and at `other`.
KERNEL void swap_rows(char *from, char *other, size_t size) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 16
#endif
    for (size_t at = 0; at < size; at += sizeof(Lanes)) {
        uint32_t word;
        uint32_t other_word;
        memcpy(&word, from + at, sizeof word);
        memcpy(&other_word, other + at, sizeof other_word);
        memcpy(from + at, &other_word, sizeof other_word);
        memcpy(other + at, &word, sizeof word);
    }
}

/// Lets a lane change places with one of another group of the same colour and kind: all but whether
/// they are live, and what a round finds out anew.
static inline void lane_swap(ContactLanes *group, int lane, ContactLanes *other, int other_lane,
                             bool two) {
    char *from = (char *)&group->a[lane];
    char *to = (char *)&other->a[other_lane];
    size_t single = offsetof(ContactLanes, points[1]) - offsetof(ContactLanes, a);
    swap_rows(from, to, single);
    if (two) {
        swap_rows(from + single, to + single,
                  sizeof(ContactLanes) - offsetof(ContactLanes, points[1]));
    }
}

/// What `by_root` holds for the island of each lane.
KERNEL Lanes lanes_of_islands(const ContactLanes *group, const float *by_root) {
    return lanes_gather(by_root, group->island);
}

// ---- directions -----------------------------------------------------------------------------

/// Relative velocity along a direction of which the states have these arms.
KERNEL Lanes speed_along(const BodyStates *states, Lanes x, Lanes y, const LeverArms *arms,
                         Kind kind) {
    const BodyState *a = &states->a;
    const BodyState *b = &states->b;
    Lanes turning_a = lanes_mul(a->spin, arms->a);
    if (kind.wall) {
        return lanes_negate(lanes_add(lanes_dot(a->velocity_x, a->velocity_y, x, y), turning_a));
    }
    Lanes along = lanes_dot(lanes_sub(b->velocity_x, a->velocity_x),
                            lanes_sub(b->velocity_y, a->velocity_y), x, y);
    return lanes_add(along, lanes_sub(lanes_mul(b->spin, arms->b), turning_a));
}

/// Two impulses, or other numbers, one at each point. The second is not set where there is but one
/// point.
typedef struct PointPair {
    Lanes first, second;
} PointPair;

/// N m s, the angular impulse of both.
KERNEL Lanes twist_of(PointPair impulses, Lanes lever1, Lanes lever2, Kind kind) {
    return kind.two ? lanes_dot(impulses.first, impulses.second, lever1, lever2)
                    : lanes_mul(impulses.first, lever1);
}

/// Pushes b by both impulses along (x, y) and a by as much the other way.
KERNEL void apply(BodyStates *states, const ContactLanes *group, Lanes x, Lanes y,
                  PointPair impulses, const LeverArms *arms1, const LeverArms *arms2, Kind kind) {
    BodyState *a = &states->a;
    BodyState *b = &states->b;
    Lanes impulse = kind.two ? lanes_add(impulses.first, impulses.second) : impulses.first;
    Lanes jump_a = lanes_mul(impulse, group->inverse_mass_a);
    Lanes twist_a = twist_of(impulses, arms1->a, arms2->a, kind);
    a->velocity_x = lanes_sub(a->velocity_x, lanes_mul(jump_a, x));
    a->velocity_y = lanes_sub(a->velocity_y, lanes_mul(jump_a, y));
    a->spin = lanes_sub(a->spin, lanes_mul(twist_a, group->inverse_inertia_a));
    if (!kind.wall) {
        Lanes jump_b = lanes_mul(impulse, group->inverse_mass_b);
        Lanes twist_b = twist_of(impulses, arms1->b, arms2->b, kind);
        b->velocity_x = lanes_add(b->velocity_x, lanes_mul(jump_b, x));
        b->velocity_y = lanes_add(b->velocity_y, lanes_mul(jump_b, y));
        b->spin = lanes_add(b->spin, lanes_mul(twist_b, group->inverse_inertia_b));
    }
}

KERNEL Lanes normal_speed(const BodyStates *states, const ContactLanes *group,
                          const PointLanes *point, Kind kind) {
    return speed_along(states, group->normal_x, group->normal_y, &point->normal, kind);
}

KERNEL void apply_normals(BodyStates *states, const ContactLanes *group, PointPair impulses,
                          Kind kind) {
    apply(states, group, group->normal_x, group->normal_y, impulses, &group->points[0].normal,
          &group->points[1].normal, kind);
}

KERNEL Lanes tangent_speed(const BodyStates *states, const ContactLanes *group,
                           const PointLanes *point, Kind kind) {
    return speed_along(states, lanes_negate(group->normal_y), group->normal_x, &point->tangent,
                       kind);
}

KERNEL void apply_tangents(BodyStates *states, const ContactLanes *group, PointPair impulses,
                           Kind kind) {
    apply(states, group, lanes_negate(group->normal_y), group->normal_x, impulses,
          &group->points[0].tangent, &group->points[1].tangent, kind);
}

// ---- loading and storing --------------------------------------------------------------------

/// Where the matrix of a contact's two points is worse conditioned than this they are nearly one,
/// and one is left out.
static const float condition_max = 1000.0f;

/// What stands for a point that is not there: so far off (m) that it never pushes.
static const ContactPoint no_point = {.separation = 1e9f};

/// 1/kg: change of relative velocity of both centres of gravity per impulse.
KERNEL Lanes masses(const ContactLanes *group, Kind kind) {
    return kind.wall ? group->inverse_mass_a
                     : lanes_add(group->inverse_mass_a, group->inverse_mass_b);
}

/// 1/kg: change of relative velocity at one pair of arms per impulse at another.
KERNEL Lanes response(const ContactLanes *group, const LeverArms *at, const LeverArms *of,
                      Kind kind) {
    Lanes turn = lanes_mul(group->inverse_inertia_a, lanes_mul(at->a, of->a));
    if (!kind.wall) {
        turn = lanes_add(turn, lanes_mul(group->inverse_inertia_b, lanes_mul(at->b, of->b)));
    }
    return lanes_add(masses(group, kind), turn);
}

KERNEL Lanes inverse_or_zero(Lanes value) {
    LaneMask fine = lanes_less(lanes_all(0.0f), value);
    return lanes_keep(fine, lanes_div(lanes_all(1.0f), lanes_select(fine, value, lanes_all(1.0f))));
}

/// What the point is to reach. A hit that falls within this step stops now, and bounces; else a gap
/// may close by the end of the step, and no overlap may grow.
KERNEL void aim_velocity(PointLanes *point, Lanes restitution, float dt) {
    Lanes zero = lanes_all(0.0f);
    Lanes path = lanes_mul(point->approach, lanes_all(dt));
    LaneMask hits = lanes_at_most(lanes_add(point->gap, path), zero);
    LaneMask fast = mask_and(lanes_less(point->approach, lanes_all(-CONTACT_IMPACT_SPEED)),
                             lanes_less(zero, restitution));
    Lanes closing = lanes_min(lanes_mul(point->gap, lanes_all(-1.0f / dt)), zero);
    LaneMask bounces = mask_and(hits, fast);
    point->bounce = lanes_keep(bounces, restitution);
    point->target = lanes_select(bounces, zero, closing);
}

/// Fills in point `k` of the group from these contacts.
KERNEL void pack_point(ContactLanes *group, int k, const ContactSet *set,
                       const uint32_t contacts[SIMD_LANES], const BodyStates *states,
                       Lanes restitution, Lanes warm_most, float dt, Kind kind) {
    const float *anchor_rows[SIMD_LANES];
    const float *impulse_rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        const ContactPoint *point = &contact_at(set, contacts[i])->points[k];
        anchor_rows[i] = row_of(point, offsetof(ContactPoint, anchor_a));
        impulse_rows[i] = row_of(point, offsetof(ContactPoint, separation));
    }
    Lanes anchors[4];
    Lanes impulses[4];
    lanes_gather4(anchor_rows, anchors);
    lanes_gather4(impulse_rows, impulses);
    Lanes x = group->normal_x;
    Lanes y = group->normal_y;
    PointLanes *point = &group->points[k];
    point->normal.a = lanes_cross(anchors[0], anchors[1], x, y);
    point->tangent.a = lanes_dot(anchors[0], anchors[1], x, y); // anchor x left(normal)
    if (!kind.wall) {
        point->normal.b = lanes_cross(anchors[2], anchors[3], x, y);
        point->tangent.b = lanes_dot(anchors[2], anchors[3], x, y);
    }
    point->response = response(group, &point->normal, &point->normal, kind);
    point->normal_mass = inverse_or_zero(point->response);
    point->tangent_mass = inverse_or_zero(response(group, &point->tangent, &point->tangent, kind));
    point->separation = impulses[0];
    point->gap = lanes_sub(impulses[0], lanes_all(CONTACT_SLOP));
    point->normal_impulse = lanes_min(impulses[1], warm_most);
    point->tangent_impulse = impulses[2];
    point->approach = normal_speed(states, group, point, kind);
    point->least = lanes_all(0.0f);
    aim_velocity(point, restitution, dt);
}

/// Makes a point one that never pushes, in the lanes of `mask`.
KERNEL void leave_out(PointLanes *point, LaneMask mask) {
    Lanes zero = lanes_all(0.0f);
    point->target = lanes_select(mask, lanes_all(-no_point.separation), point->target);
    point->gap = lanes_select(mask, lanes_all(no_point.separation), point->gap);
    point->bounce = lanes_select(mask, zero, point->bounce);
    point->normal_impulse = lanes_select(mask, zero, point->normal_impulse);
    point->tangent_impulse = lanes_select(mask, zero, point->tangent_impulse);
}

/// The matrix of both normals and its inverse. Where the points are nearly one, the one farther
/// apart is left out.
KERNEL void pack_block(ContactLanes *group, Kind kind) {
    PointLanes *p = &group->points[0];
    PointLanes *q = &group->points[1];
    Lanes k11 = p->response;
    Lanes k12 = response(group, &p->normal, &q->normal, kind);
    Lanes k22 = q->response;
    Lanes determinant = lanes_sub(lanes_mul(k11, k22), lanes_mul(k12, k12));
    Lanes largest = lanes_max(k11, k22);
    LaneMask two =
        lanes_less(lanes_mul(largest, largest), lanes_mul(determinant, lanes_all(condition_max)));
    group->coupling = lanes_keep(two, k12);
    group->inverse_determinant =
        inverse_or_zero(lanes_select(two, determinant, lanes_mul(k11, k22)));
    LaneMask first_farther = lanes_less(q->gap, p->gap);
    LaneMask second_farther = lanes_at_most(p->gap, q->gap);
    leave_out(p, mask_without(first_farther, two));
    leave_out(q, mask_without(second_farther, two));
    group->tangent_coupling = response(group, &p->tangent, &q->tangent, kind);
}

/// m/s, by how much an impact at a point alone may change the speed of a body: its approach and the
/// bounce, and friction across it. 0 in lanes that are not to touch in this step.
KERNEL Lanes impact_speed(const ContactLanes *group, const PointLanes *point, float dt) {
    Lanes zero = lanes_all(0.0f);
    Lanes path = lanes_mul(point->approach, lanes_all(dt));
    LaneMask touches = lanes_at_most(lanes_add(point->gap, path), zero);
    Lanes along = lanes_add(lanes_all(1.0f), point->bounce);
    Lanes across2 = lanes_mul(group->friction, group->friction);
    Lanes share = lanes_mul(along, lanes_sqrt(lanes_add(lanes_all(1.0f), across2)));
    return lanes_keep(touches, lanes_mul(share, lanes_negate(point->approach)));
}

/// Points the lanes at `count` contacts; those left over at the spare contact and the spare body,
/// where nothing happens.
KERNEL void pack_indices(ContactLanes *group, const ContactSet *set, const uint16_t *islands,
                         const uint16_t *order, int count, Kind kind) {
    uint16_t filled[SIMD_LANES];
    uint16_t spare = (uint16_t)set->count;
    if (count < SIMD_LANES) {
        for (int i = 0; i < SIMD_LANES; i++) {
            filled[i] = i < count ? order[i] : spare;
        }
        order = filled;
    }
    for (int i = 0; i < SIMD_LANES; i++) {
        uint32_t at = order[i] * (uint32_t)sizeof(Contact);
        const Contact *contact = contact_at(set, at);
        group->contact[i] = at;
        group->a[i] = contact->a * (uint32_t)sizeof(Correction);
        group->island[i] = islands[contact->a];
        if (!kind.wall) {
            group->b[i] = contact->b * (uint32_t)sizeof(Correction);
        }
        if (kind.two) {
            group->second[i] = contact->count > 1 ? at : spare * (uint32_t)sizeof(Contact);
        }
    }
}

/// Loads how bodies move before the solve, from the bodies themselves, as their rows have it; and
/// returns their inverse inertias.
KERNEL Lanes state_before(const ContactSet *set, const uint32_t offsets[SIMD_LANES],
                          BodyState *state) {
    const float *motion_rows[SIMD_LANES];
    const float *rest_rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        size_t at = offsets[i] * (sizeof(Body) / sizeof(Correction));
        motion_rows[i] = row_of(&set->bodies[0].velocity, at);
        rest_rows[i] = row_of(&set->bodies[0].inverse_inertia, at);
    }
    Lanes motion[4];
    Lanes rest[4];
    lanes_gather4(motion_rows, motion);
    lanes_gather4(rest_rows, rest);
    Lanes zero = lanes_all(0.0f); // makes +0 of -0
    *state = (BodyState){lanes_add(motion[0], zero), lanes_add(motion[1], zero),
                         lanes_add(motion[2], zero), motion[3]};
    return rest[0];
}

KERNEL void pack_group(ContactLanes *group, const ContactSet *set, const uint16_t *islands,
                       const float *lightest, const uint16_t *order, int count, float dt,
                       Kind kind) {
    pack_indices(group, set, islands, order, count, kind);
    const float *surface_rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        surface_rows[i] = row_of(contact_at(set, group->contact[i]), offsetof(Contact, normal));
    }
    Lanes surface[4];
    lanes_gather4(surface_rows, surface);
    BodyStates states;
    group->normal_x = surface[0];
    group->normal_y = surface[1];
    group->friction = surface[2];
    group->live = mask_all();
    group->inverse_inertia_a = state_before(set, group->a, &states.a);
    group->inverse_mass_a = states.a.inverse_mass;
    if (!kind.wall) {
        group->inverse_inertia_b = state_before(set, group->b, &states.b);
        group->inverse_mass_b = states.b.inverse_mass;
    }
    Lanes heaviest = lanes_div(lanes_all(1.0f), lanes_of_islands(group, lightest));
    Lanes most = lanes_mul(lanes_all(CONTACT_WARM_SPEED), heaviest);
    pack_point(group, 0, set, group->contact, &states, surface[3], most, dt, kind);
    if (kind.two) {
        pack_point(group, 1, set, group->second, &states, surface[3], most, dt, kind);
        pack_block(group, kind);
    }
    group->impact = impact_speed(group, &group->points[0], dt);
    if (kind.two) {
        group->impact = lanes_max(group->impact, impact_speed(group, &group->points[1], dt));
    }
}

KERNEL Lanes whole_impulse(const PointLanes *point) {
    return lanes_add(point->least, point->normal_impulse);
}

/// Hands what was found at point `k` back to these contacts.
KERNEL void unpack_point(const PointLanes *point, int k, const ContactSet *set,
                         const uint32_t contacts[SIMD_LANES]) {
    float *rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] =
            row_to(&contact_at(set, contacts[i])->points[k], offsetof(ContactPoint, separation));
    }
    Lanes row[4] = {point->separation, whole_impulse(point), point->tangent_impulse,
                    point->approach};
    lanes_scatter4(row, rows);
}

KERNEL void unpack_group(const ContactLanes *group, const ContactSet *set, Kind kind) {
    const PointLanes *p = &group->points[0];
    const PointLanes *q = &group->points[1];
    float impulses[SIMD_LANES];
    unpack_point(p, 0, set, group->contact);
    if (kind.two) {
        unpack_point(q, 1, set, group->second);
    }
    lanes_store(kind.two ? lanes_add(whole_impulse(p), whole_impulse(q)) : whole_impulse(p),
                impulses);
    for (int i = 0; i < SIMD_LANES; i++) {
        contact_at(set, group->contact[i])->impulse = impulses[i];
    }
}

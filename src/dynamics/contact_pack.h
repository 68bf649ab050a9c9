/// Packing contacts into groups, and handing back what the solve found: a part of the kernel of
/// contact_lanes.h.
#pragma once

#include "dynamics/contact_group.h"

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

/// 1/kg: change of relative velocity at one pair of levers per impulse at another.
KERNEL Lanes response(const ContactLanes *group, const Levers *at, const Levers *of, Kind kind) {
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

/// The least relative normal velocity after the solve. A hit that falls within this step bounces
/// now; else a gap may close by the end of the step, and no overlap may grow.
KERNEL Lanes target_speed(Lanes gap, Lanes approach, Lanes restitution, float dt) {
    Lanes zero = lanes_all(0.0f);
    LaneMask hits = lanes_at_most(lanes_add(gap, lanes_mul(approach, lanes_all(dt))), zero);
    LaneMask fast = mask_and(lanes_less(approach, lanes_all(-CONTACT_BLOW_SPEED)),
                             lanes_less(zero, restitution));
    Lanes closing = lanes_min(lanes_mul(gap, lanes_all(-1.0f / dt)), zero);
    return lanes_select(mask_and(hits, fast), lanes_negate(lanes_mul(restitution, approach)),
                        closing);
}

/// Fills in point `k` of the group from the contacts of `indices`.
KERNEL void pack_point(ContactLanes *group, int k, const ContactSet *set,
                       const uint16_t indices[SIMD_LANES], const Movers *movers, Lanes restitution,
                       Lanes warm_most, float dt, Kind kind) {
    const float *anchor_rows[SIMD_LANES];
    const float *state_rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        const ContactPoint *point = &set->contacts[indices[i]].points[k];
        anchor_rows[i] = row_of(point, offsetof(ContactPoint, anchor_a));
        state_rows[i] = row_of(point, offsetof(ContactPoint, separation));
    }
    Lanes anchors[4];
    Lanes states[4];
    lanes_gather4(anchor_rows, anchors);
    lanes_gather4(state_rows, states);
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
    point->separation = states[0];
    point->gap = lanes_sub(states[0], lanes_all(CONTACT_SKIN));
    point->normal_impulse = lanes_min(states[1], warm_most);
    point->tangent_impulse = states[2];
    point->approach = normal_speed(movers, group, point, kind);
    point->target = target_speed(point->gap, point->approach, restitution, dt);
}

/// Makes a point one that never pushes, in the lanes of `mask`.
KERNEL void leave_out(PointLanes *point, LaneMask mask) {
    Lanes zero = lanes_all(0.0f);
    point->target = lanes_select(mask, lanes_all(-no_point.separation), point->target);
    point->gap = lanes_select(mask, lanes_all(no_point.separation), point->gap);
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

/// Points the lanes at `count` contacts; those left over at the spare contact and the spare body,
/// where nothing happens.
KERNEL void pack_indices(ContactLanes *group, const ContactSet *set, const uint16_t *order,
                         int count, Kind kind) {
    uint16_t spare = (uint16_t)set->count;
    for (int i = 0; i < SIMD_LANES; i++) {
        uint16_t index = i < count ? order[i] : spare;
        const Contact *contact = &set->contacts[index];
        group->contact[i] = index;
        group->a[i] = contact->a * (uint32_t)sizeof(Push);
        if (!kind.wall) {
            group->b[i] = contact->b * (uint32_t)sizeof(Push);
        }
        if (kind.two) {
            group->second[i] = contact->count > 1 ? index : spare;
        }
    }
}

KERNEL Lanes inverse_inertias(const ContactSet *set, const uint32_t offsets[SIMD_LANES]) {
    const float *rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] = row_of(&set->bodies[0].inverse_inertia,
                         offsets[i] * (uint32_t)(sizeof(Body) / sizeof(Push)));
    }
    Lanes rest[4];
    lanes_gather4(rows, rest);
    return rest[0];
}

KERNEL void pack_group(ContactLanes *group, const ContactSet *set, const Push *rows,
                       const uint16_t *order, int count, float dt, Kind kind) {
    pack_indices(group, set, order, count, kind);
    const float *surface_rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        surface_rows[i] = row_of(&set->contacts[group->contact[i]], offsetof(Contact, normal));
    }
    Lanes surface[4];
    lanes_gather4(surface_rows, surface);
    Movers movers;
    movers_load(&movers, rows, group, kind);
    group->normal_x = surface[0];
    group->normal_y = surface[1];
    group->friction = surface[2];
    group->inverse_mass_a = movers.a.inverse_mass;
    group->inverse_inertia_a = inverse_inertias(set, group->a);
    if (!kind.wall) {
        group->inverse_mass_b = movers.b.inverse_mass;
        group->inverse_inertia_b = inverse_inertias(set, group->b);
    }
    Lanes warm_most = lanes_div(lanes_all(CONTACT_WARM_SPEED), masses(group, kind));
    pack_point(group, 0, set, group->contact, &movers, surface[3], warm_most, dt, kind);
    if (kind.two) {
        pack_point(group, 1, set, group->second, &movers, surface[3], warm_most, dt, kind);
        pack_block(group, kind);
    }
}

/// Hands what was found at point `k` back to the contacts of `indices`.
KERNEL void unpack_point(const PointLanes *point, int k, const ContactSet *set,
                         const uint16_t indices[SIMD_LANES]) {
    float *rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] = row_to(&set->contacts[indices[i]].points[k], offsetof(ContactPoint, separation));
    }
    Lanes row[4] = {point->separation, point->normal_impulse, point->tangent_impulse,
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
    lanes_store(kind.two ? lanes_add(p->normal_impulse, q->normal_impulse) : p->normal_impulse,
                impulses);
    for (int i = 0; i < SIMD_LANES; i++) {
        set->contacts[group->contact[i]].impulse = impulses[i];
    }
}

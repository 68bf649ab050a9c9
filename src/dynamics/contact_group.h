/// A group of contacts side by side, and how it moves bodies: the part of the kernel of
/// contact_lanes.h on which both packing and solving stand.
#pragma once

#include "base/simd.h"
#include "dynamics/contact_lanes.h"

/// What all contacts of a group have in common. It is known where a kernel is compiled, so that no
/// kind does the work of another.
typedef struct Kind {
    bool two;  ///< Some have two points.
    bool wall; ///< All are with walls, which stand still.
} Kind;

/// m, of the two bodies: the cross products of a point's anchors with a direction.
typedef struct Levers {
    Lanes a, b; ///< b: not set for walls.
} Levers;

/// One contact point in each lane.
typedef struct PointLanes {
    Levers normal, tangent;
    Lanes response; ///< 1/kg, how much a normal impulse changes the normal velocity, both there.
    Lanes normal_mass, tangent_mass; ///< kg, what the point feels like to an impulse there.
    Lanes target; ///< m/s, the normal velocity that the solve must at least reach.
    Lanes gap;    ///< m, separation less the skin; then m/s, the speed that the push must reach.
    Lanes normal_impulse;       ///< N s; then that of the push.
    Lanes tangent_impulse;      ///< N s
    Lanes separation, approach; ///< What the contact's point is to say.
} PointLanes;

/// Contacts side by side, none of which shares a moving body with another. All from the second
/// point on is set only where the kind says that there are two.
typedef struct ContactLanes {
    uint32_t a[SIMD_LANES], b[SIMD_LANES]; ///< Bytes to the rows of the bodies.
    Lanes normal_x, normal_y;
    Lanes inverse_mass_a, inverse_mass_b;
    Lanes inverse_inertia_a, inverse_inertia_b;
    Lanes friction;
    PointLanes points[2];
    Lanes coupling;            ///< 1/kg, how a normal impulse at one point moves the other.
    Lanes inverse_determinant; ///< kg2, of the matrix of responses and coupling.
    Lanes tangent_coupling;    ///< 1/kg, how a tangent impulse at one point moves the other.
    uint16_t contact[SIMD_LANES];
    uint16_t second[SIMD_LANES]; ///< The contact whose second point this is: the spare one where
                                 ///< there is none.
} ContactLanes;

/// How bodies move, one in each lane.
typedef struct Mover {
    Lanes velocity_x, velocity_y, spin;
    Lanes inverse_mass; ///< Of pushes: unused.
} Mover;

/// Both bodies of the contacts of a group.
typedef struct Movers {
    Mover a, b; ///< b: not set for walls.
} Movers;

// ---- rows of floats -------------------------------------------------------------------------

KERNEL const float *row_of(const void *start, size_t offset) {
    return (const float *)(const void *)((const char *)start + offset);
}

KERNEL float *row_to(void *start, size_t offset) {
    return (float *)(void *)((char *)start + offset);
}

KERNEL void mover_load(const Push *rows, const uint32_t offsets[SIMD_LANES], Mover *mover) {
    const float *row[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        row[i] = row_of(rows, offsets[i]);
    }
    Lanes in[4];
    lanes_gather4(row, in);
    *mover = (Mover){in[0], in[1], in[2], in[3]};
}

KERNEL void mover_store(const Mover *mover, Push *rows, const uint32_t offsets[SIMD_LANES]) {
    float *row[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        row[i] = row_to(rows, offsets[i]);
    }
    Lanes out[4] = {mover->velocity_x, mover->velocity_y, mover->spin, mover->inverse_mass};
    lanes_scatter4(out, row);
}

KERNEL void movers_load(Movers *movers, const Push *rows, const ContactLanes *group, Kind kind) {
    mover_load(rows, group->a, &movers->a);
    if (!kind.wall) {
        mover_load(rows, group->b, &movers->b);
    }
}

KERNEL void movers_store(const Movers *movers, Push *rows, const ContactLanes *group, Kind kind) {
    mover_store(&movers->a, rows, group->a);
    if (!kind.wall) {
        mover_store(&movers->b, rows, group->b);
    }
}

// ---- directions -----------------------------------------------------------------------------

/// Relative velocity along a direction of which the movers have these levers.
KERNEL Lanes speed_along(const Movers *movers, Lanes x, Lanes y, const Levers *levers, Kind kind) {
    const Mover *a = &movers->a;
    const Mover *b = &movers->b;
    Lanes turning_a = lanes_mul(a->spin, levers->a);
    if (kind.wall) {
        return lanes_negate(lanes_add(lanes_dot(a->velocity_x, a->velocity_y, x, y), turning_a));
    }
    Lanes along = lanes_dot(lanes_sub(b->velocity_x, a->velocity_x),
                            lanes_sub(b->velocity_y, a->velocity_y), x, y);
    return lanes_add(along, lanes_sub(lanes_mul(b->spin, levers->b), turning_a));
}

/// Two impulses, one at each point; of which the second is 0 and not set where there is but one.
typedef struct Two {
    Lanes first, second;
} Two;

/// N m s, the angular impulse of both.
KERNEL Lanes twist_of(Two impulses, Lanes lever1, Lanes lever2, Kind kind) {
    return kind.two ? lanes_dot(impulses.first, impulses.second, lever1, lever2)
                    : lanes_mul(impulses.first, lever1);
}

/// Pushes b by both impulses along (x, y) and a by as much the other way.
KERNEL void apply(Movers *movers, const ContactLanes *group, Lanes x, Lanes y, Two impulses,
                  const Levers *levers1, const Levers *levers2, Kind kind) {
    Mover *a = &movers->a;
    Mover *b = &movers->b;
    Lanes impulse = kind.two ? lanes_add(impulses.first, impulses.second) : impulses.first;
    Lanes jump_a = lanes_mul(impulse, group->inverse_mass_a);
    Lanes twist_a = twist_of(impulses, levers1->a, levers2->a, kind);
    a->velocity_x = lanes_sub(a->velocity_x, lanes_mul(jump_a, x));
    a->velocity_y = lanes_sub(a->velocity_y, lanes_mul(jump_a, y));
    a->spin = lanes_sub(a->spin, lanes_mul(twist_a, group->inverse_inertia_a));
    if (!kind.wall) {
        Lanes jump_b = lanes_mul(impulse, group->inverse_mass_b);
        Lanes twist_b = twist_of(impulses, levers1->b, levers2->b, kind);
        b->velocity_x = lanes_add(b->velocity_x, lanes_mul(jump_b, x));
        b->velocity_y = lanes_add(b->velocity_y, lanes_mul(jump_b, y));
        b->spin = lanes_add(b->spin, lanes_mul(twist_b, group->inverse_inertia_b));
    }
}

KERNEL Lanes normal_speed(const Movers *movers, const ContactLanes *group, const PointLanes *point,
                          Kind kind) {
    return speed_along(movers, group->normal_x, group->normal_y, &point->normal, kind);
}

KERNEL void apply_normals(Movers *movers, const ContactLanes *group, Two impulses, Kind kind) {
    apply(movers, group, group->normal_x, group->normal_y, impulses, &group->points[0].normal,
          &group->points[1].normal, kind);
}

KERNEL Lanes tangent_speed(const Movers *movers, const ContactLanes *group, const PointLanes *point,
                           Kind kind) {
    return speed_along(movers, lanes_negate(group->normal_y), group->normal_x, &point->tangent,
                       kind);
}

KERNEL void apply_tangents(Movers *movers, const ContactLanes *group, Two impulses, Kind kind) {
    apply(movers, group, lanes_negate(group->normal_y), group->normal_x, impulses,
          &group->points[0].tangent, &group->points[1].tangent, kind);
}

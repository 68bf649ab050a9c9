/// The kernel of contact_lanes.h, compiled once for each width of lanes by the file that includes
/// it.
#pragma once

#include "base/simd.h"
#include "dynamics/contact_lanes.h"

#include <string.h>

enum {
    VELOCITY_ROUNDS = 4, ///< With 3, a wall of many facets costs a car over 1 % more than one edge.
    PUSH_ROUNDS = 2,     ///< With 1, a crowd of 1000 cars presses one over 0.5 mm into a wall.
};

/// Share of what lacks of the skin that one step takes away; 1 would overshoot where several
/// contacts push the same way.
static const float push_share = 0.3f;

/// m/s: a deep overlap is parted in a few frames instead of one jerk.
static const float push_speed_max = 3.0f;

/// Where the matrix of a contact's two points is worse conditioned than this they are nearly one,
/// and one is left out.
static const float condition_max = 1000.0f;

/// What stands for a point that is not there: so far off (m) that it never pushes.
static const ContactPoint no_point = {.separation = 1e9f};

/// One contact point in each lane. The normals' and tangents' levers are cross products of the
/// anchors with them.
typedef struct PointLanes {
    Lanes normal_lever_a, normal_lever_b;   ///< m
    Lanes tangent_lever_a, tangent_lever_b; ///< m
    Lanes normal_mass, tangent_mass;        ///< kg, what the point feels like to an impulse there.
    Lanes target; ///< m/s, the normal velocity that the solve must at least reach.
    Lanes gap;    ///< m, separation less the skin; then m/s, the speed that the push must reach.
    Lanes normal_impulse;  ///< N s; then that of the push.
    Lanes tangent_impulse; ///< N s
} PointLanes;

/// Contacts side by side, none of which shares a moving body with another.
typedef struct ContactLanes {
    Lanes normal_x, normal_y;
    Lanes inverse_mass_a, inverse_mass_b;
    Lanes inverse_inertia_a, inverse_inertia_b;
    Lanes friction;
    PointLanes points[2];
    Lanes k11, k12, k22;       ///< 1/kg, how a normal impulse at one point moves both.
    Lanes inverse_determinant; ///< kg2, of k.
    Lanes tangent_coupling;    ///< 1/kg, how a tangent impulse at one point moves the other.
    // Bytes to the rows of the bodies; b_to is where those of b are written.
    uint32_t a[SIMD_LANES], b[SIMD_LANES];
    uint32_t b_to[SIMD_LANES];
    uint16_t contact[SIMD_LANES];
} ContactLanes;

/// How bodies move, one in each lane.
typedef struct Mover {
    Lanes velocity_x, velocity_y, spin;
    Lanes inverse_mass; ///< Of pushes: unused.
} Mover;

/// Both bodies of the contacts of a group.
typedef struct Movers {
    Mover a, b;
} Movers;

// ---- rows of floats -------------------------------------------------------------------------

static inline const float *row_of(const void *start, size_t offset) {
    return (const float *)(const void *)((const char *)start + offset);
}

static inline float *row_to(void *start, size_t offset) {
    return (float *)(void *)((char *)start + offset);
}

static inline Mover mover_load(const Push *rows, const uint32_t offsets[SIMD_LANES]) {
    const float *row[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        row[i] = row_of(rows, offsets[i]);
    }
    Lanes in[4];
    lanes_gather4(row, in);
    return (Mover){in[0], in[1], in[2], in[3]};
}

static inline void mover_store(const Mover *mover, Push *rows, const uint32_t offsets[SIMD_LANES]) {
    float *row[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        row[i] = row_to(rows, offsets[i]);
    }
    Lanes out[4] = {mover->velocity_x, mover->velocity_y, mover->spin, mover->inverse_mass};
    lanes_scatter4(out, row);
}

static inline Movers movers_load(const Push *rows, const ContactLanes *group) {
    return (Movers){mover_load(rows, group->a), mover_load(rows, group->b)};
}

/// Walls are read from one row and written to another: each group would else wait for the one
/// before, by way of a row of zeros.
static inline void movers_store(const Movers *movers, Push *rows, const ContactLanes *group) {
    mover_store(&movers->a, rows, group->a);
    mover_store(&movers->b, rows, group->b_to);
}

// ---- one point ------------------------------------------------------------------------------

/// Relative velocity along a direction of which the movers have these levers.
static inline Lanes speed_along(const Movers *movers, Lanes x, Lanes y, Lanes lever_a,
                                Lanes lever_b) {
    Lanes along = lanes_dot(lanes_sub(movers->b.velocity_x, movers->a.velocity_x),
                            lanes_sub(movers->b.velocity_y, movers->a.velocity_y), x, y);
    Lanes turning =
        lanes_sub(lanes_mul(movers->b.spin, lever_b), lanes_mul(movers->a.spin, lever_a));
    return lanes_add(along, turning);
}

/// Pushes b by `impulse` along (x, y) and a by as much the other way; `twist_a` and `twist_b` are
/// the angular impulses, N m s.
static inline void apply(Movers *movers, const ContactLanes *group, Lanes x, Lanes y, Lanes impulse,
                         Lanes twist_a, Lanes twist_b) {
    Lanes jump_a = lanes_mul(impulse, group->inverse_mass_a);
    Lanes jump_b = lanes_mul(impulse, group->inverse_mass_b);
    movers->a.velocity_x = lanes_sub(movers->a.velocity_x, lanes_mul(jump_a, x));
    movers->a.velocity_y = lanes_sub(movers->a.velocity_y, lanes_mul(jump_a, y));
    movers->a.spin = lanes_sub(movers->a.spin, lanes_mul(twist_a, group->inverse_inertia_a));
    movers->b.velocity_x = lanes_add(movers->b.velocity_x, lanes_mul(jump_b, x));
    movers->b.velocity_y = lanes_add(movers->b.velocity_y, lanes_mul(jump_b, y));
    movers->b.spin = lanes_add(movers->b.spin, lanes_mul(twist_b, group->inverse_inertia_b));
}

static inline Lanes normal_speed(const Movers *movers, const ContactLanes *group,
                                 const PointLanes *point) {
    return speed_along(movers, group->normal_x, group->normal_y, point->normal_lever_a,
                       point->normal_lever_b);
}

/// Applies normal impulses at both points.
static inline void apply_normals(Movers *movers, const ContactLanes *group, Lanes first,
                                 Lanes second) {
    const PointLanes *p = &group->points[0];
    const PointLanes *q = &group->points[1];
    Lanes twist_a = lanes_dot(first, second, p->normal_lever_a, q->normal_lever_a);
    Lanes twist_b = lanes_dot(first, second, p->normal_lever_b, q->normal_lever_b);
    apply(movers, group, group->normal_x, group->normal_y, lanes_add(first, second), twist_a,
          twist_b);
}

static inline Lanes tangent_speed(const Movers *movers, const ContactLanes *group,
                                  const PointLanes *point) {
    return speed_along(movers, lanes_negate(group->normal_y), group->normal_x,
                       point->tangent_lever_a, point->tangent_lever_b);
}

static inline void apply_tangents(Movers *movers, const ContactLanes *group, Lanes first,
                                  Lanes second) {
    const PointLanes *p = &group->points[0];
    const PointLanes *q = &group->points[1];
    Lanes twist_a = lanes_dot(first, second, p->tangent_lever_a, q->tangent_lever_a);
    Lanes twist_b = lanes_dot(first, second, p->tangent_lever_b, q->tangent_lever_b);
    apply(movers, group, lanes_negate(group->normal_y), group->normal_x, lanes_add(first, second),
          twist_a, twist_b);
}

// ---- packing --------------------------------------------------------------------------------

/// 1/kg: change of relative velocity at one pair of levers per impulse at another.
static inline Lanes response(const ContactLanes *group, Lanes a1, Lanes b1, Lanes a2, Lanes b2) {
    Lanes masses = lanes_add(group->inverse_mass_a, group->inverse_mass_b);
    Lanes turn_a = lanes_mul(group->inverse_inertia_a, lanes_mul(a1, a2));
    Lanes turn_b = lanes_mul(group->inverse_inertia_b, lanes_mul(b1, b2));
    return lanes_add(masses, lanes_add(turn_a, turn_b));
}

static inline Lanes inverse_or_zero(Lanes value) {
    LaneMask fine = lanes_less(lanes_all(0.0f), value);
    return lanes_keep(fine, lanes_div(lanes_all(1.0f), lanes_select(fine, value, lanes_all(1.0f))));
}

/// The least relative normal velocity after the solve. A hit that falls within this step bounces
/// now; else a gap may close by the end of the step, and no overlap may grow.
static inline Lanes target_speed(Lanes gap, Lanes approach, Lanes restitution, float dt) {
    Lanes zero = lanes_all(0.0f);
    LaneMask hits = lanes_at_most(lanes_add(gap, lanes_mul(approach, lanes_all(dt))), zero);
    LaneMask fast = mask_and(lanes_less(approach, lanes_all(-CONTACT_BLOW_SPEED)),
                             lanes_less(zero, restitution));
    Lanes closing = lanes_min(lanes_mul(gap, lanes_all(-1.0f / dt)), zero);
    return lanes_select(mask_and(hits, fast), lanes_negate(lanes_mul(restitution, approach)),
                        closing);
}

/// Fills in point `k` of the group, whose contacts are `rows`.
static inline void pack_point(ContactLanes *group, int k, Contact *const contacts[SIMD_LANES],
                              const Movers *movers, Lanes restitution, float dt) {
    const float *anchor_rows[SIMD_LANES];
    float *state_rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        ContactPoint *point = &contacts[i]->points[k];
        anchor_rows[i] = row_of(point, offsetof(ContactPoint, anchor_a));
        state_rows[i] = row_to(point, offsetof(ContactPoint, separation));
    }
    Lanes anchors[4];
    Lanes states[4];
    lanes_gather4(anchor_rows, anchors);
    lanes_gather4((const float *const *)state_rows, states);
    Lanes x = group->normal_x;
    Lanes y = group->normal_y;
    PointLanes *point = &group->points[k];
    point->normal_lever_a = lanes_cross(anchors[0], anchors[1], x, y);
    point->normal_lever_b = lanes_cross(anchors[2], anchors[3], x, y);
    point->tangent_lever_a = lanes_dot(anchors[0], anchors[1], x, y); // anchor x left(normal)
    point->tangent_lever_b = lanes_dot(anchors[2], anchors[3], x, y);
    point->normal_mass =
        inverse_or_zero(response(group, point->normal_lever_a, point->normal_lever_b,
                                 point->normal_lever_a, point->normal_lever_b));
    point->tangent_mass =
        inverse_or_zero(response(group, point->tangent_lever_a, point->tangent_lever_b,
                                 point->tangent_lever_a, point->tangent_lever_b));
    point->gap = lanes_sub(states[0], lanes_all(CONTACT_SKIN));
    Lanes approach = normal_speed(movers, group, point);
    point->target = target_speed(point->gap, approach, restitution, dt);
    point->normal_impulse = states[1];
    point->tangent_impulse = states[2];
    states[3] = approach;
    lanes_scatter4(states, state_rows);
}

/// Makes a point one that never pushes, in the lanes of `mask`.
static inline void leave_out(PointLanes *point, LaneMask mask) {
    Lanes zero = lanes_all(0.0f);
    point->target = lanes_select(mask, lanes_all(-no_point.separation), point->target);
    point->gap = lanes_select(mask, lanes_all(no_point.separation), point->gap);
    point->normal_impulse = lanes_select(mask, zero, point->normal_impulse);
    point->tangent_impulse = lanes_select(mask, zero, point->tangent_impulse);
}

/// The matrix of both normals and its inverse. Where the points are nearly one, the one farther
/// apart is left out.
static inline void pack_block(ContactLanes *group) {
    PointLanes *p = &group->points[0];
    PointLanes *q = &group->points[1];
    Lanes k11 =
        response(group, p->normal_lever_a, p->normal_lever_b, p->normal_lever_a, p->normal_lever_b);
    Lanes k12 =
        response(group, p->normal_lever_a, p->normal_lever_b, q->normal_lever_a, q->normal_lever_b);
    Lanes k22 =
        response(group, q->normal_lever_a, q->normal_lever_b, q->normal_lever_a, q->normal_lever_b);
    Lanes determinant = lanes_sub(lanes_mul(k11, k22), lanes_mul(k12, k12));
    Lanes largest = lanes_max(k11, k22);
    LaneMask two =
        lanes_less(lanes_mul(largest, largest), lanes_mul(determinant, lanes_all(condition_max)));
    group->k11 = k11;
    group->k12 = lanes_keep(two, k12);
    group->k22 = k22;
    group->inverse_determinant =
        inverse_or_zero(lanes_select(two, determinant, lanes_mul(k11, k22)));
    LaneMask first_farther = lanes_less(q->gap, p->gap);
    LaneMask second_farther = lanes_at_most(p->gap, q->gap);
    leave_out(p, mask_without(first_farther, two));
    leave_out(q, mask_without(second_farther, two));
    group->tangent_coupling = response(group, p->tangent_lever_a, p->tangent_lever_b,
                                       q->tangent_lever_a, q->tangent_lever_b);
}

/// Points the lanes at `count` contacts; those left over at the spare contact and the walls' body,
/// where nothing happens.
static inline void pack_indices(ContactLanes *group, const ContactSet *set, const uint16_t *order,
                                int count) {
    unsigned walls = (unsigned)set->body_count;
    for (int i = 0; i < SIMD_LANES; i++) {
        uint16_t index = i < count ? order[i] : (uint16_t)set->count;
        Contact *contact = &set->contacts[index];
        group->contact[i] = index;
        unsigned a = contact->a;
        unsigned b = contact->b == CONTACT_WALL ? walls : contact->b;
        group->a[i] = a * (uint32_t)sizeof(Push);
        group->b[i] = b * (uint32_t)sizeof(Push);
        group->b_to[i] = (b + (b == walls)) * (uint32_t)sizeof(Push);
        if (contact->count < 2) {
            contact->points[1] = no_point; // a copy, which lanes can be read from at once
        }
    }
}

static inline void pack_group(ContactLanes *group, const ContactSet *set, const Push *rows,
                              const uint16_t *order, int count, float dt) {
    pack_indices(group, set, order, count);
    Contact *contacts[SIMD_LANES];
    const float *surface_rows[SIMD_LANES];
    const float *rows_a[SIMD_LANES];
    const float *rows_b[SIMD_LANES];
    const float *rests = &set->bodies[0].inverse_inertia;
    const uint32_t rows_per_body = (uint32_t)(sizeof(Body) / sizeof(Push));
    for (int i = 0; i < SIMD_LANES; i++) {
        contacts[i] = &set->contacts[group->contact[i]];
        surface_rows[i] = row_of(contacts[i], offsetof(Contact, normal));
        rows_a[i] = row_of(rests, group->a[i] * rows_per_body);
        rows_b[i] = row_of(rests, group->b[i] * rows_per_body);
    }
    Lanes surface[4];
    Lanes rest_a[4];
    Lanes rest_b[4];
    lanes_gather4(rows_a, rest_a);
    lanes_gather4(rows_b, rest_b);
    lanes_gather4(surface_rows, surface);
    Movers movers = movers_load(rows, group);
    group->normal_x = surface[0];
    group->normal_y = surface[1];
    group->friction = surface[2];
    group->inverse_mass_a = movers.a.inverse_mass;
    group->inverse_mass_b = movers.b.inverse_mass;
    group->inverse_inertia_a = rest_a[0];
    group->inverse_inertia_b = rest_b[0];
    pack_point(group, 0, contacts, &movers, surface[3], dt);
    pack_point(group, 1, contacts, &movers, surface[3], dt);
    pack_block(group);
}

/// Packs all contacts, colour after colour. Returns how many groups there are.
static inline int pack_groups(const ContactSet *set, const ContactPlan *plan, float dt) {
    ContactLanes *groups = plan->groups;
    int count = 0;
    int from = 0;
    for (int color = 0; color < plan->color_count; color++) {
        for (; from < plan->color_end[color]; from += SIMD_LANES) {
            int left = plan->color_end[color] - from;
            pack_group(&groups[count++], set, set->pushes, plan->order + from,
                       left < SIMD_LANES ? left : SIMD_LANES, dt);
        }
        from = plan->color_end[color];
    }
    return count;
}

/// Hands the impulses back to the contacts.
static inline void unpack_group(const ContactLanes *group, const ContactSet *set) {
    float *rows[SIMD_LANES];
    for (int k = 0; k < 2; k++) {
        const PointLanes *point = &group->points[k];
        Lanes row[4];
        for (int i = 0; i < SIMD_LANES; i++) {
            rows[i] = row_to(&set->contacts[group->contact[i]].points[k],
                             offsetof(ContactPoint, separation));
        }
        lanes_gather4((const float *const *)rows, row);
        row[1] = point->normal_impulse;
        row[2] = point->tangent_impulse;
        lanes_scatter4(row, rows);
    }
    for (int i = 0; i < SIMD_LANES; i++) {
        Contact *contact = &set->contacts[group->contact[i]];
        contact->impulse = contact->points[0].normal_impulse + contact->points[1].normal_impulse;
    }
}

// ---- velocities -----------------------------------------------------------------------------

static inline void warm_start(const ContactLanes *group, Push *rows) {
    Movers movers = movers_load(rows, group);
    apply_normals(&movers, group, group->points[0].normal_impulse, group->points[1].normal_impulse);
    apply_tangents(&movers, group, group->points[0].tangent_impulse,
                   group->points[1].tangent_impulse);
    movers_store(&movers, rows, group);
}

/// What the point's tangent impulse becomes, where its tangents slip at `slip`.
static inline Lanes held_tangent(const ContactLanes *group, const PointLanes *point, Lanes slip) {
    Lanes limit = lanes_mul(group->friction, point->normal_impulse);
    Lanes wanted = lanes_sub(point->tangent_impulse, lanes_mul(point->tangent_mass, slip));
    return lanes_max(lanes_negate(limit), lanes_min(wanted, limit));
}

/// Friction at both points, one after the other.
static inline void solve_tangents(ContactLanes *group, Movers *movers) {
    PointLanes *p = &group->points[0];
    PointLanes *q = &group->points[1];
    Lanes slip1 = tangent_speed(movers, group, p);
    Lanes slip2 = tangent_speed(movers, group, q);
    Lanes held1 = held_tangent(group, p, slip1);
    Lanes change1 = lanes_sub(held1, p->tangent_impulse);
    slip2 = lanes_add(slip2, lanes_mul(group->tangent_coupling, change1));
    Lanes held2 = held_tangent(group, q, slip2);
    apply_tangents(movers, group, change1, lanes_sub(held2, q->tangent_impulse));
    p->tangent_impulse = held1;
    q->tangent_impulse = held2;
}

/// Two impulses of a contact.
typedef struct Two {
    Lanes first, second;
} Two;

/// The linear complementarity problem of the two points: error = K x + rest >= 0, x >= 0,
/// x . error = 0, with rest the errors without any impulse.
///
/// Where the free solution x = -K^-1 rest pushes at both points, that is it. Where it pulls at one,
/// that one gets none and the other what it needs by itself. Where it pulls at both, each gets what
/// it needs by itself, and that is none for at least one: if both rests were negative then x, with
/// either sign of k12, would be positive somewhere.
static inline Two solve_two(const ContactLanes *group, Two rest) {
    Lanes zero = lanes_all(0.0f);
    Lanes alone1 =
        lanes_max(lanes_negate(lanes_mul(rest.first, group->points[0].normal_mass)), zero);
    Lanes alone2 =
        lanes_max(lanes_negate(lanes_mul(rest.second, group->points[1].normal_mass)), zero);
    Lanes cross1 = lanes_cross(group->k12, group->k22, rest.first, rest.second);
    Lanes cross2 = lanes_cross(group->k12, group->k11, rest.second, rest.first);
    Lanes free1 = lanes_mul(group->inverse_determinant, cross1);
    Lanes free2 = lanes_mul(group->inverse_determinant, cross2);
    LaneMask pulls1 = lanes_less(free1, zero);
    LaneMask pulls2 = lanes_less(free2, zero);
    LaneMask only1 = mask_without(pulls2, pulls1);
    LaneMask only2 = mask_without(pulls1, pulls2);
    Lanes some1 = lanes_select(only2, zero, alone1);
    Lanes some2 = lanes_select(only1, zero, alone2);
    LaneMask any = mask_or(pulls1, pulls2);
    return (Two){lanes_select(any, some1, free1), lanes_select(any, some2, free2)};
}

/// Brings the normal velocities to at least `target` each; `impulses` is what both points have
/// pushed with so far, and becomes what they push with now.
static inline void solve_normals(const ContactLanes *group, Movers *movers, Two target,
                                 Two *impulses) {
    Lanes error1 = lanes_sub(normal_speed(movers, group, &group->points[0]), target.first);
    Lanes error2 = lanes_sub(normal_speed(movers, group, &group->points[1]), target.second);
    Two old = *impulses;
    Two rest = {lanes_sub(error1, lanes_dot(group->k11, group->k12, old.first, old.second)),
                lanes_sub(error2, lanes_dot(group->k12, group->k22, old.first, old.second))};
    *impulses = solve_two(group, rest);
    apply_normals(movers, group, lanes_sub(impulses->first, old.first),
                  lanes_sub(impulses->second, old.second));
}

/// Friction first, so that the normals, which matter more, have the last word.
static inline void solve_velocity(ContactLanes *group, Push *rows) {
    PointLanes *p = &group->points[0];
    PointLanes *q = &group->points[1];
    Movers movers = movers_load(rows, group);
    solve_tangents(group, &movers);
    Two impulses = {p->normal_impulse, q->normal_impulse};
    solve_normals(group, &movers, (Two){p->target, q->target}, &impulses);
    p->normal_impulse = impulses.first;
    q->normal_impulse = impulses.second;
    movers_store(&movers, rows, group);
}

// ---- pushes ---------------------------------------------------------------------------------

/// Replaces the gap by the speed that the push must reach: what the point's velocity lacks of
/// closing the gap and no more, or of opening a share of what lacks.
static inline void aim_push(const ContactLanes *group, PointLanes *point, const Movers *movers,
                            float dt) {
    Lanes lack = lanes_negate(point->gap);
    Lanes opening =
        lanes_min(lanes_mul(lack, lanes_all(push_share / dt)), lanes_all(push_speed_max));
    Lanes closing = lanes_mul(lack, lanes_all(1.0f / dt));
    Lanes wanted = lanes_select(lanes_less(lanes_all(0.0f), lack), opening, closing);
    point->gap = lanes_sub(wanted, normal_speed(movers, group, point));
    point->normal_impulse = lanes_all(0.0f);
}

static inline void aim_pushes(ContactLanes *group, const Push *rows, float dt) {
    Movers movers = movers_load(rows, group);
    aim_push(group, &group->points[0], &movers, dt);
    aim_push(group, &group->points[1], &movers, dt);
}

static inline void solve_push(ContactLanes *group, Push *pushes) {
    PointLanes *p = &group->points[0];
    PointLanes *q = &group->points[1];
    Movers movers = movers_load(pushes, group);
    Two impulses = {p->normal_impulse, q->normal_impulse};
    solve_normals(group, &movers, (Two){p->gap, q->gap}, &impulses);
    p->normal_impulse = impulses.first;
    q->normal_impulse = impulses.second;
    movers_store(&movers, pushes, group);
}

// ---- the solve ------------------------------------------------------------------------------

/// Copies the motions of all bodies, and the masses that stand beside them, to rows of their own:
/// closer together they are nearer at hand.
static inline void rows_from_bodies(const ContactSet *set, Push *rows) {
    for (int i = 0; i < set->body_count + CONTACT_SPARE_BODIES; i++) {
        const Body *body = &set->bodies[i];
        rows[i].velocity.x = body->velocity.x;
        rows[i].velocity.y = body->velocity.y;
        rows[i].spin = body->spin;
        rows[i].inverse_mass = body->inverse_mass;
    }
}

static inline void rows_to_bodies(const Push *rows, const ContactSet *set) {
    for (int i = 0; i < set->body_count; i++) {
        Body *body = &set->bodies[i];
        body->velocity.x = rows[i].velocity.x;
        body->velocity.y = rows[i].velocity.y;
        body->spin = rows[i].spin;
    }
}

static inline void contact_lanes_run(const ContactSet *set, const ContactPlan *plan, float dt) {
    ContactLanes *groups = plan->groups;
    Push *rows = set->pushes; // until the velocities are done
    set->contacts[set->count] = (Contact){.a = (uint16_t)set->body_count, .b = CONTACT_WALL};
    rows_from_bodies(set, rows);
    int count = pack_groups(set, plan, dt);
    for (int i = 0; i < count; i++) {
        warm_start(&groups[i], rows);
    }
    for (int round = 0; round < VELOCITY_ROUNDS; round++) {
        for (int i = 0; i < count; i++) {
            solve_velocity(&groups[i], rows);
        }
    }
    for (int i = 0; i < count; i++) {
        unpack_group(&groups[i], set);
        aim_pushes(&groups[i], rows, dt);
    }
    rows_to_bodies(rows, set);
    memset(rows, 0, ((size_t)set->body_count + CONTACT_SPARE_BODIES) * sizeof(Push));
    for (int round = 0; round < PUSH_ROUNDS; round++) {
        for (int i = 0; i < count; i++) {
            solve_push(&groups[i], set->pushes);
        }
    }
}

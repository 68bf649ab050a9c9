/// The iterations of the contact solver: a kernel (dynamics/kernels.h).
#pragma once

#include "dynamics/body_rows.h"
#include "dynamics/solve_rounds.h"

enum {
    VELOCITY_ITERATIONS = 3, ///< Of all contacts.
    CORRECTION_ITERATIONS = 1,
    SETTLE_ROUNDS_MAX = 200, ///< Of islands that have not settled: long queues take most.
    CORRECTION_ROUNDS_MAX = 200,
    WALL_ITERATIONS = 1, ///< Of walls after either. With 0, one of many facets costs a car over 1 %
                         ///< more speed than one edge, and now and then the crowd does press.
};

/// m/s: a solve has settled when its last round changed no contact's velocity by more. With 0.04 a
/// slow crowd gains too much energy ...
static const float velocity_tolerance = 0.03f;

/// ... or by more than this share of the fastest impact in its island. It takes a seventh off the
/// solver's work for a crowd of 1000 cars. With a third, energy grows.
static const float velocity_tolerance_share = 0.05f;

/// ... and no correction by more: 0.8 mm in a step, a sixth of the slop. The next step goes on with
/// what is left; a quarter of this takes more rounds, and nothing is pressed less.
static const float correction_tolerance = 0.2f;

/// m/s by which a step may change any body's speed: slow squeezes push things out of wedges.
static const float speed_change_free = 4.0f;

/// The part of what lacks of the slop that one step takes away; 1 would overshoot where several
/// contacts push the same way.
static const float correction_share = 0.3f;

/// m/s: a deep overlap is parted in a few steps instead of one jerk ...
static const float correction_speed_max = 5.0f;

/// ... and a very deep one, such as a closing mover leaves, by this share of itself in a second, so
/// that 1.5 m are gone in 0.15 s: 1/s. With 12 and 4 m/s two of 100 yards held something for over
/// 0.3 s; with 6 m/s a queue at 30 m/s is pressed 1 cm deeper.
static const float correction_rate_min = 20.0f;

// ---- velocities -----------------------------------------------------------------------------

KERNEL void warm_start(ContactLanes *group, Solve *solve, Kind kind) {
    const PointLanes *p = &group->points[0];
    const PointLanes *q = &group->points[1];
    BodyStates states;
    states_load(&states, solve->rows, group, kind);
    apply_normals(&states, group, (PointPair){p->normal_impulse, q->normal_impulse}, kind);
    apply_tangents(&states, group, (PointPair){p->tangent_impulse, q->tangent_impulse}, kind);
    states_store(&states, solve->rows, group, kind);
}

/// What the point's tangent impulse becomes, where its tangents slip at `slip`.
KERNEL Lanes held_tangent(const ContactLanes *group, const PointLanes *point, Lanes slip) {
    Lanes limit = lanes_mul(group->friction, whole_impulse(point));
    Lanes wanted = lanes_sub(point->tangent_impulse, lanes_mul(point->tangent_mass, slip));
    Lanes held = lanes_max(lanes_negate(limit), lanes_min(wanted, limit));
    return lanes_select(group->live, held, point->tangent_impulse);
}

/// Friction at both points, one after the other.
KERNEL void solve_tangents(ContactLanes *group, BodyStates *states, Kind kind) {
    PointLanes *p = &group->points[0];
    PointLanes *q = &group->points[1];
    Lanes held1 = held_tangent(group, p, tangent_speed(states, group, p, kind));
    PointPair change = {.first = lanes_sub(held1, p->tangent_impulse)};
    p->tangent_impulse = held1;
    if (kind.two) {
        Lanes slip2 = lanes_add(tangent_speed(states, group, q, kind),
                                lanes_mul(group->tangent_coupling, change.first));
        Lanes held2 = held_tangent(group, q, slip2);
        change.second = lanes_sub(held2, q->tangent_impulse);
        q->tangent_impulse = held2;
    }
    apply_tangents(states, group, change, kind);
}

/// The impulse that one point needs if it has none yet and the other gets none.
KERNEL Lanes single_impulse(const PointLanes *point, Lanes rest) {
    return lanes_max(lanes_negate(lanes_mul(rest, point->normal_mass)), lanes_all(0.0f));
}

/// The linear complementarity problem of the two points: error = K x + rest >= 0, x >= 0,
/// x . error = 0, with rest the errors without any impulse.
///
/// Where the free solution x = -K^-1 rest pushes at both points, that is it. Where it pulls at
/// one, that one gets none and the other what it needs by itself. Where it pulls at both, each gets
/// what it needs by itself, and that is none for at least one: if both rests were negative then x,
/// with either sign of k12, would be positive somewhere.
KERNEL PointPair solve_pair(const ContactLanes *group, PointPair rest) {
    Lanes zero = lanes_all(0.0f);
    Lanes k12 = group->coupling;
    Lanes alone1 = single_impulse(&group->points[0], rest.first);
    Lanes alone2 = single_impulse(&group->points[1], rest.second);
    Lanes cross1 = lanes_cross(k12, group->points[1].response, rest.first, rest.second);
    Lanes cross2 = lanes_cross(k12, group->points[0].response, rest.second, rest.first);
    Lanes free1 = lanes_mul(group->inverse_determinant, cross1);
    Lanes free2 = lanes_mul(group->inverse_determinant, cross2);
    LaneMask pulls1 = lanes_less(free1, zero);
    LaneMask pulls2 = lanes_less(free2, zero);
    LaneMask only1 = mask_without(pulls2, pulls1);
    LaneMask only2 = mask_without(pulls1, pulls2);
    Lanes some1 = lanes_select(only2, zero, alone1);
    Lanes some2 = lanes_select(only1, zero, alone2);
    LaneMask any = mask_or(pulls1, pulls2);
    return (PointPair){lanes_select(any, some1, free1), lanes_select(any, some2, free2)};
}

/// Brings the normal velocities to at least `target` each; the points' normal impulses are what
/// they have pushed with so far, and become what they push with now.
KERNEL void solve_normals(ContactLanes *group, BodyStates *states, PointPair target, Kind kind) {
    PointLanes *p = &group->points[0];
    PointLanes *q = &group->points[1];
    LaneMask live = group->live;
    Lanes error1 = lanes_sub(normal_speed(states, group, p, kind), target.first);
    PointPair old = {p->normal_impulse, q->normal_impulse};
    PointPair now;
    if (kind.two) {
        Lanes error2 = lanes_sub(normal_speed(states, group, q, kind), target.second);
        Lanes given1 = lanes_dot(p->response, group->coupling, old.first, old.second);
        Lanes given2 = lanes_dot(group->coupling, q->response, old.first, old.second);
        now = solve_pair(group, (PointPair){lanes_sub(error1, given1), lanes_sub(error2, given2)});
        now.second = lanes_select(live, now.second, old.second);
        q->normal_impulse = now.second;
    } else {
        Lanes given = lanes_mul(p->response, old.first);
        now = (PointPair){single_impulse(p, lanes_sub(error1, given)), old.second};
    }
    now.first = lanes_select(live, now.first, old.first);
    p->normal_impulse = now.first;
    PointPair change = {lanes_sub(now.first, old.first), lanes_sub(now.second, old.second)};
    apply_normals(states, group, change, kind);
    Lanes jump = lanes_abs(lanes_mul(p->response, change.first));
    group->residual =
        kind.two ? lanes_max(jump, lanes_abs(lanes_mul(q->response, change.second))) : jump;
}

/// Friction first, so that the normals, which matter more, have the last word.
KERNEL void solve_velocity(ContactLanes *group, Solve *solve, Kind kind) {
    PointPair target = {group->points[0].target, group->points[1].target};
    BodyStates states;
    states_load(&states, solve->rows, group, kind);
    solve_tangents(group, &states, kind);
    solve_normals(group, &states, target, kind);
    states_store(&states, solve->rows, group, kind);
}

// ---- restitution ----------------------------------------------------------------------------

KERNEL LaneMask bouncing(const PointLanes *point) {
    return lanes_less(lanes_all(0.0f), lanes_mul(point->bounce, point->normal_impulse));
}

KERNEL Lanes expand_point(PointLanes *point, LaneMask live) {
    Lanes change = lanes_keep(live, lanes_mul(point->bounce, point->normal_impulse));
    Lanes kept = lanes_keep(live, point->normal_impulse);
    point->least = lanes_add(point->least, lanes_add(kept, change));
    point->normal_impulse = lanes_sub(point->normal_impulse, kept);
    return change;
}

/// The lanes whose impact gives something back: few groups have one.
KERNEL unsigned bouncing_lanes(const ContactLanes *group, const Solve *solve, Kind kind) {
    (void)solve;
    if (mask_bits(lanes_less(lanes_all(CONTACT_IMPACT_SPEED), group->impact)) == 0) {
        return 0;
    }
    LaneMask first = bouncing(&group->points[0]);
    return mask_bits(kind.two ? mask_or(first, bouncing(&group->points[1])) : first);
}

/// By the fastest impact of each lane's island.
KERNEL Lanes tolerance_of(const ContactLanes *group, const Solve *solve) {
    Lanes fastest = lanes_of_islands(group, solve->scratch->fastest);
    Lanes share = lanes_mul(fastest, lanes_all(velocity_tolerance_share));
    return lanes_max(lanes_all(velocity_tolerance), share);
}

/// The lanes that have not settled after the rounds of all contacts.
KERNEL unsigned unsettled_velocity(const ContactLanes *group, const Solve *solve, Kind kind) {
    (void)kind;
    if (mask_bits(lanes_less(lanes_all(velocity_tolerance), group->residual)) == 0) {
        return 0;
    }
    return mask_bits(lanes_less(tolerance_of(group, solve), group->residual));
}

KERNEL void settle_velocity(ContactLanes *group, Solve *solve, Kind kind) {
    solve_velocity(group, solve, kind);
    mark_islands(solve, group, mask_bits(lanes_less(group->tolerance, group->residual)));
}

/// Takes in the impacts of a group that are fast enough for the tolerance to be a share of them.
/// The limit of speeds (limit_speeds) asks for faster ones only.
KERNEL void find_fast(ContactLanes *group, Solve *solve, Kind kind) {
    raise_fastest(group, solve, 0.9f * velocity_tolerance / velocity_tolerance_share, kind);
}

KERNEL void tolerate(ContactLanes *group, Solve *solve, Kind kind) {
    (void)kind;
    group->tolerance = tolerance_of(group, solve);
}

/// Keeps what the compression took, and gives back a share of it where something was hit.
KERNEL void expand(ContactLanes *group, Solve *solve, Kind kind) {
    PointLanes *p = &group->points[0];
    PointLanes *q = &group->points[1];
    BodyStates states;
    states_load(&states, solve->rows, group, kind);
    PointPair change = {.first = expand_point(p, group->live)};
    if (kind.two) {
        change.second = expand_point(q, group->live);
    }
    apply_normals(&states, group, change, kind);
    states_store(&states, solve->rows, group, kind);
}

// ---- corrections ----------------------------------------------------------------------------

/// Replaces the gap by the speed that the correction must reach: what the point's velocity lacks of
/// closing the gap and no more, or of opening by a part of what lacks.
KERNEL void aim_point(const ContactLanes *group, PointLanes *point, const BodyStates *states,
                      float dt, Kind kind) {
    Lanes lack = lanes_negate(point->gap);
    Lanes most =
        lanes_max(lanes_all(correction_speed_max), lanes_mul(lack, lanes_all(correction_rate_min)));
    Lanes opening = lanes_min(lanes_mul(lack, lanes_all(correction_share / dt)), most);
    Lanes closing = lanes_mul(lack, lanes_all(1.0f / dt));
    Lanes wanted = lanes_select(lanes_less(lanes_all(0.0f), lack), opening, closing);
    point->gap = lanes_sub(wanted, normal_speed(states, group, point, kind));
    point->normal_impulse = lanes_all(0.0f);
}

/// Hands the impulses to the contacts, and has the group aim at what velocities lack.
KERNEL void aim_correction(ContactLanes *group, Solve *solve, Kind kind) {
    unpack_group(group, solve->set, kind);
    group->live = mask_all();
    BodyStates states;
    states_load(&states, solve->rows, group, kind);
    aim_point(group, &group->points[0], &states, solve->dt, kind);
    if (kind.two) {
        aim_point(group, &group->points[1], &states, solve->dt, kind);
    }
}

KERNEL void solve_correction(ContactLanes *group, Solve *solve, Kind kind) {
    PointPair target = {group->points[0].gap, group->points[1].gap};
    BodyStates states;
    states_load(&states, solve->rows, group, kind);
    solve_normals(group, &states, target, kind);
    states_store(&states, solve->rows, group, kind);
}

// ---- the solve ------------------------------------------------------------------------------

/// Packs contacts into a group as they are before the solve, and then gives their bodies the warm
/// start, while the group is at hand.
KERNEL void start_group(ContactLanes *group, Solve *solve, const uint16_t *order, int count,
                        Kind kind) {
    const SolveScratch *scratch = solve->scratch;
    pack_group(group, solve->set, scratch->islands, scratch->lightest, order, count, solve->dt,
               kind);
    warm_start(group, solve, kind);
}

/// Starts the groups of a colour, which begin at `from` in the schedule's order.
KERNEL void run_start(const Run *run, Solve *solve, int from, int end, bool walls) {
    const uint16_t *order = solve->scratch->order + from;
    int left = end - from;
    for (uint32_t at = 0; at < run->end; order += SIMD_LANES, left -= SIMD_LANES) {
        int count = left < SIMD_LANES ? left : SIMD_LANES;
        bool two = at >= run->single_end;
        if (!two) {
            start_group(group_at(run, at), solve, order, count,
                        (Kind){.two = false, .wall = walls});
        } else {
            start_group(group_at(run, at), solve, order, count, (Kind){.two = true, .wall = walls});
        }
        at += group_size(two);
    }
}

/// Starts the groups of all contacts. A group of both kinds of contacts counts as one of two
/// points: those that have but one come out the same.
KERNEL void solve_start(Solve *solve, const ContactSchedule *schedule) {
    char *groups = schedule->scratch.groups;
    int from = 0;
    for (int i = 0; i < schedule->color_count; i++) {
        const ContactColor *color = &schedule->colors[i];
        int singles = color->single_end - from;
        int all = color->end - from;
        int count = (all + SIMD_LANES - 1) / SIMD_LANES;
        int single_count = singles == all ? count : singles / SIMD_LANES;
        Run *run = &solve->runs[i];
        run->groups = groups;
        run->single_end = (uint32_t)single_count * group_size(false);
        run->end = run->single_end + (uint32_t)(count - single_count) * group_size(true);
        if (i >= schedule->first_wall) {
            run_start(run, solve, from, color->end, true);
        } else {
            run_start(run, solve, from, color->end, false);
        }
        groups += run->end;
        from = color->end;
    }
}

/// Copies the motions of all bodies, and the masses that stand beside them, to rows of their own:
/// closer together they are nearer at hand. None keeps a -0: what stands still then stays as it is,
/// whether +0 or -0 is added to it, and so whichever kind of group it is in.
KERNEL void rows_from_bodies(const ContactSet *set, Correction *rows) {
    for (int i = 0; i < set->body_count + CONTACT_SPARE_BODIES; i++) {
        const float *from = row_of(&set->bodies[i], offsetof(Body, velocity));
        float *to = row_to(rows, (size_t)i * sizeof(Correction));
        for (int k = 0; k < 4; k++) {
            to[k] = from[k] + 0.0f;
        }
    }
}

/// Hands the motions back to the bodies and begins with corrections of 0.
KERNEL void rows_to_bodies(const ContactSet *set, Correction *rows) {
    Body *bodies = set->bodies;
    int count = set->body_count;
    for (int i = 0; i < count; i++) {
        memcpy(&bodies[i].velocity, &rows[i], sizeof(Correction));
        rows[i] = (Correction){.spin = 0.0f};
    }
}

/// Whether a body among those at `indices` has changed its speed by more than is free.
KERNEL bool speeds_jump(const Solve *solve, const int indices[SIMD_LANES]) {
    Lanes before[4];
    Lanes after[4];
    gather_rows(solve->set->bodies, sizeof(Body), offsetof(Body, velocity), indices, before);
    gather_rows(solve->rows, sizeof(Correction), 0, indices, after);
    Lanes x = lanes_sub(after[0], before[0]);
    Lanes y = lanes_sub(after[1], before[1]);
    Lanes most = lanes_all(speed_change_free * speed_change_free);
    return mask_bits(lanes_less(most, lanes_dot(x, y, x, y))) != 0;
}

KERNEL bool any_speed_jumps(const Solve *solve) {
    int count = solve->set->body_count;
    bool any = false;
    for (int first = 0; first + SIMD_LANES <= count; first += SIMD_LANES) {
        int indices[SIMD_LANES];
        whole_group(first, indices);
        any = speeds_jump(solve, indices) || any;
    }
    int indices[SIMD_LANES];
    last_group(count - count % SIMD_LANES, count, indices);
    return speeds_jump(solve, indices) || any;
}

/// Finds for each island the share of its changes of velocity that it takes, and says whether any
/// takes less than all.
KERNEL bool limit_shares(const Solve *solve) {
    const ContactSet *set = solve->set;
    const SolveScratch *scratch = solve->scratch;
    for (int i = 0; i < set->body_count + CONTACT_SPARE_BODIES; i++) {
        scratch->shares[i] = 1.0f;
    }
    bool limited = false;
    for (int i = 0; i < set->body_count; i++) {
        vec2s change = glms_vec2_sub(solve->rows[i].velocity, set->bodies[i].velocity);
        float change2 = glms_vec2_norm2(change);
        if (change2 > speed_change_free * speed_change_free) {
            uint16_t island = scratch->islands[i];
            float most = float_max(speed_change_free, scratch->fastest[island]);
            if (change2 > most * most) {
                float *share = &scratch->shares[island];
                *share = float_min(*share, most / sqrtf(change2));
                limited = true;
            }
        }
    }
    return limited;
}

KERNEL void share_point(PointLanes *point, Lanes share) {
    point->least = lanes_mul(point->least, share);
    point->normal_impulse = lanes_mul(point->normal_impulse, share);
    point->tangent_impulse = lanes_mul(point->tangent_impulse, share);
}

/// Leaves of the impulses what their islands take of them.
KERNEL void share_impulses(ContactLanes *group, Solve *solve, Kind kind) {
    Lanes share = lanes_of_islands(group, solve->scratch->shares);
    share_point(&group->points[0], share);
    if (kind.two) {
        share_point(&group->points[1], share);
    }
}

/// No body changes its speed in a step by more than the fastest impact of its island can give by
/// itself, and by 4 m/s in any case: corners into which a car drives take a step more. More
/// comes of squeezes without a solution, and of rows of ever lighter things: a cone left a car and
/// a wall at 72 m/s. The whole island then takes a share of its change, and meets the rest in the
/// next step: so momentum is kept, and energy, which is convex in the share, does not grow.
/// Corrections part meanwhile what velocities do not.
KERNEL void limit_speeds(Solve *solve) {
    const ContactSet *set = solve->set;
    const SolveScratch *scratch = solve->scratch;
    if (!any_speed_jumps(solve) || !limit_shares(solve)) {
        return;
    }
    for (int i = 0; i < set->body_count; i++) {
        const Body *body = &set->bodies[i];
        Correction *row = &solve->rows[i];
        float share = scratch->shares[scratch->islands[i]];
        if (share < 1.0f) {
            row->velocity = glms_vec2_lerp(body->velocity, row->velocity, share);
            row->spin = body->spin + share * (row->spin - body->spin);
        }
    }
    solve_from(solve, 0, share_impulses);
}

KERNEL unsigned unsettled_correction(const ContactLanes *group, const Solve *solve, Kind kind) {
    (void)solve;
    (void)kind;
    return mask_bits(lanes_less(lanes_all(correction_tolerance), group->residual));
}

KERNEL void settle_correction(ContactLanes *group, Solve *solve, Kind kind) {
    solve_correction(group, solve, kind);
    mark_islands(solve, group, unsettled_correction(group, solve, kind));
}

static void settle_velocities(Solve *solve, int islands) {
    solve_from(solve, 0, tolerate);
    solve_settle(solve, settle_velocity, islands, SETTLE_ROUNDS_MAX);
}

/// Goes on with the islands whose velocities have not settled, and then lets what was hit bounce.
KERNEL void finish_velocities(Solve *solve) {
    solve_from(solve, 0, find_fast);
    int islands = islands_mark(solve, unsettled_velocity);
    if (islands > 0) {
        islands_keep(solve);
        settle_velocities(solve, islands);
        solve_wake(solve);
    }
    islands = islands_mark(solve, bouncing_lanes);
    if (islands > 0) {
        islands_keep(solve);
        solve_from(solve, 0, expand);
        settle_velocities(solve, islands);
        solve_wake(solve);
    }
}

KERNEL void finish_corrections(Solve *solve) {
    int islands = islands_mark(solve, unsettled_correction);
    if (islands > 0) {
        islands_keep(solve);
        solve_settle(solve, settle_correction, islands, CORRECTION_ROUNDS_MAX);
    }
}

KERNEL void solve_run(const ContactSet *set, const ContactSchedule *schedule, float dt) {
    Solve solve;
    solve.set = set;
    solve.scratch = &schedule->scratch;
    solve.rows = set->corrections;
    solve.dt = dt;
    solve.marking = 0.0f;
    solve.run_count = schedule->color_count;
    solve.first_wall = schedule->first_wall;
    uint16_t spare = (uint16_t)set->body_count;
    set->contacts[set->count] = (Contact){.a = spare, .b = spare, .points[1] = no_point};
    rows_from_bodies(set, solve.rows);
    solve_start(&solve, schedule);
    solve_wake(&solve);
    for (int round = 0; round < VELOCITY_ITERATIONS + WALL_ITERATIONS; round++) {
        solve_from(&solve, round < VELOCITY_ITERATIONS ? 0 : solve.first_wall, solve_velocity);
    }
    finish_velocities(&solve);
    limit_speeds(&solve);
    solve_from(&solve, 0, aim_correction);
    rows_to_bodies(set, solve.rows);
    for (int round = 0; round < CORRECTION_ITERATIONS + WALL_ITERATIONS; round++) {
        solve_from(&solve, round < CORRECTION_ITERATIONS ? 0 : solve.first_wall, solve_correction);
    }
    finish_corrections(&solve);
}

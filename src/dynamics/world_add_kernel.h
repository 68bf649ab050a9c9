/// The kernel of world_add.h, compiled once for each width of lanes by the file that includes it.
#pragma once

#include "base/bits.h"
#include "base/simd.h"
#include "dynamics/world_add.h"
#include "dynamics/world_ahead.h"

/// What contacts are made of, one in each lane: rows of Body, Manifold and Meeting.
typedef struct MeetingLanes {
    Lanes at_a[4], at_b[4]; ///< Of walls at_b is that of a.
    Lanes motion_a[4], motion_b[4];
    Lanes surface_a[4];
    Lanes normal[4], points[2][4];
    Lanes meeting[4];
} MeetingLanes;

/// The first again where there is but one.
KERNEL const ManifoldPoint *second_point(const Manifold *manifold) {
    return &manifold->points[manifold->count > 1 ? 1 : 0];
}

KERNEL void load_meetings(const Step *step, const Meeting *meetings, int used, MeetingLanes *out) {
    static const _Alignas(16) float still[4];
    const float *at_a[SIMD_LANES], *at_b[SIMD_LANES], *surface[SIMD_LANES];
    const float *motion_a[SIMD_LANES], *motion_b[SIMD_LANES];
    const float *normal[SIMD_LANES], *points[2][SIMD_LANES], *meeting[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        const Meeting *from = &meetings[i < used ? i : 0];
        const Body *a = &step->bodies[from->a];
        bool wall = from->b == CONTACT_WALL;
        const Body *b = &step->bodies[wall ? from->a : from->b];
        at_a[i] = a->position.raw;
        at_b[i] = b->position.raw;
        motion_a[i] = a->velocity.raw;
        motion_b[i] = wall ? still : b->velocity.raw;
        surface[i] = &a->inverse_inertia;
        normal[i] = from->manifold->normal.raw;
        points[0][i] = from->manifold->points[0].point.raw;
        points[1][i] = second_point(from->manifold)->point.raw;
        meeting[i] = from->shift.raw;
    }
    lanes_gather4(at_a, out->at_a);
    lanes_gather4(at_b, out->at_b);
    lanes_gather4(motion_a, out->motion_a);
    lanes_gather4(motion_b, out->motion_b);
    lanes_gather4(surface, out->surface_a);
    lanes_gather4(normal, out->normal);
    lanes_gather4(points[0], out->points[0]);
    lanes_gather4(points[1], out->points[1]);
    lanes_gather4(meeting, out->meeting);
}

/// Turns from the axes of a to those of the world, as rotation_apply does.
KERNEL void turn_out(const MeetingLanes *lanes, Lanes x, Lanes y, Lanes out[2]) {
    Lanes c = lanes->at_a[2];
    Lanes s = lanes->at_a[3];
    out[0] = lanes_cross(c, s, y, x); // c x - s y
    out[1] = lanes_dot(s, c, x, y);
}

/// Normals and points in axes of the world.
typedef struct PlacedLanes {
    Lanes normal[2];
    Lanes anchors[2][4]; ///< m, as ContactPoint has them.
} PlacedLanes;

KERNEL void place_points(const MeetingLanes *lanes, PlacedLanes *out) {
    const Lanes *shift = lanes->meeting;
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

/// Bit i: what is apart comes nearer than it may.
KERNEL unsigned come_near(const MeetingLanes *lanes, const PlacedLanes *placed, float dt) {
    const Lanes *a = lanes->motion_a;
    const Lanes *b = lanes->motion_b;
    Lanes x = placed->normal[0];
    Lanes y = placed->normal[1];
    Lanes zero = lanes_all(0.0f);
    Lanes straight = lanes_dot(lanes_sub(a[0], b[0]), lanes_sub(a[1], b[1]), x, y);
    LaneMask apart = lanes_at_most(zero, zero);
    LaneMask near = lanes_less(zero, zero);
    for (int k = 0; k < 2; k++) {
        const Lanes *anchors = placed->anchors[k];
        Lanes turning_a = lanes_mul(a[2], lanes_cross(anchors[0], anchors[1], x, y));
        Lanes turning_b = lanes_mul(b[2], lanes_cross(anchors[2], anchors[3], x, y));
        Lanes speed = lanes_add(straight, lanes_sub(turning_a, turning_b));
        Lanes separation = lanes->points[k][2];
        Lanes gap = lanes_sub(separation, lanes_all(CONTACT_SKIN));
        Lanes may = lanes_max(gap, lanes_all(WORLD_SLOW));
        apart = mask_and(apart, lanes_less(lanes_all(WORLD_TOUCH), separation));
        near = mask_or(near, lanes_less(may, lanes_mul(speed, lanes_all(dt))));
    }
    return mask_bits(mask_and(apart, near));
}

/// Writes the rows of the contacts, whose points have no impulses yet; returns the depths.
KERNEL Lanes write_rows(const MeetingLanes *lanes, const PlacedLanes *placed,
                        Contact *const contacts[SIMD_LANES]) {
    const Lanes *meeting = lanes->meeting;
    Lanes zero = lanes_all(0.0f);
    float *rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] = contacts[i]->normal.raw;
    }
    // As Material says of pairs.
    Lanes surface[4] = {placed->normal[0], placed->normal[1],
                        lanes_sqrt(lanes_mul(lanes->surface_a[2], meeting[2])),
                        lanes_max(lanes->surface_a[3], meeting[3])};
    lanes_scatter4(surface, rows);
    Lanes depth = zero;
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < SIMD_LANES; i++) {
            rows[i] = contacts[i]->points[k].anchor_a.raw;
        }
        lanes_scatter4(placed->anchors[k], rows);
        Lanes state[4] = {lanes->points[k][2], zero, zero, zero};
        for (int i = 0; i < SIMD_LANES; i++) {
            rows[i] = &contacts[i]->points[k].separation;
        }
        lanes_scatter4(state, rows);
        depth = lanes_max(depth, lanes_negate(state[0]));
    }
    return depth;
}

/// Hands over the impulses of the same contact's points in the last step: none of blows.
KERNEL void recall_impulses(Memories *memories, Contact *contact) {
    while (memories->next < memories->end && memories->next->key < contact->key) {
        memories->next++;
    }
    const ContactMemory *last = memories->next;
    if (last == memories->end || last->key != contact->key) {
        return;
    }
    for (int i = 0; i < 2; i++) { // both, without asking whether there are two: that is a guess
        int k = contact->ids[i] == last->ids[0] ? 0 : 1;
        const float *point = last->points[k]; // separation, both impulses, approach
        bool keep = (contact->ids[i] == last->ids[k]) & (point[3] >= -CONTACT_BLOW_SPEED);
        contact->points[i].normal_impulse = keep ? point[1] : 0.0f;
        contact->points[i].tangent_impulse = keep ? point[2] : 0.0f;
    }
}

KERNEL void add_group(const Step *step, const Meeting *meetings, int used, Memories *memories) {
    WorldState *world = step->world;
    Contact *first = world_contacts(world) + world->contact_count;
    Contact *contacts[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        contacts[i] = first + (i < used ? i : used);
    }
    MeetingLanes lanes;
    PlacedLanes placed;
    load_meetings(step, meetings, used, &lanes);
    place_points(&lanes, &placed);
    unsigned near = come_near(&lanes, &placed, step->dt) & ((1u << used) - 1u);
    if (near != 0) {
        for (; near != 0; near &= near - 1u) {
            world_look_ahead(step, &meetings[bits_lowest(near)]);
        }
        load_meetings(step, meetings, used, &lanes);
        place_points(&lanes, &placed);
    }
    float depths[SIMD_LANES];
    lanes_store(write_rows(&lanes, &placed, contacts), depths);
    for (int i = 0; i < used; i++) {
        const Meeting *meeting = &meetings[i];
        Contact *contact = &first[i];
        contact->key = meeting->key;
        contact->a = meeting->a;
        contact->b = meeting->b;
        contact->count = meeting->manifold->count;
        contact->ids[0] = meeting->manifold->points[0].id;
        contact->ids[1] = second_point(meeting->manifold)->id;
        contact->depth = depths[i];
        recall_impulses(memories, contact);
    }
    world->contact_count = (uint16_t)(world->contact_count + used);
}

/// Whole groups by themselves: their contacts lie side by side and need no addresses of their own.
static inline void add_run(const Step *step, const Meeting *meetings, int count,
                           Memories *memories) {
    int from = 0;
    for (; from + SIMD_LANES <= count; from += SIMD_LANES) {
        add_group(step, meetings + from, SIMD_LANES, memories);
    }
    if (from < count) {
        add_group(step, meetings + from, count - from, memories);
    }
}

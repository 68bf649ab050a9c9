#include "dynamics/contact.h"

#include "base/assert.h"

#include <math.h>

enum {
    VELOCITY_ITERATIONS = 10, ///< 8 leave 1 % in a pile of six cars; a single contact needs 2.
    POSITION_ITERATIONS = 6,
};

/// m/s: slower touches do not bounce, or cars at rest would buzz on walls.
static const float bounce_min = 1.0f;

/// m of overlap that stays, so that a contact at rest is not lost and found again every step.
static const float slop = 0.004f;

/// Share of the overlap beyond the slop that one step takes away; 1 would overshoot where several
/// contacts push the same way.
static const float push_share = 0.3f;

/// m/s: a deep overlap is parted in a few frames instead of one jerk.
static const float push_speed_max = 3.0f;

/// The block solve is left where its matrix is worse conditioned than this: the two points then
/// are nearly one, and taking them in turn is exact enough.
static const float condition_max = 1000.0f;

/// What the solver knows of one body while it works on a contact. A wall is all zero.
typedef struct Mover {
    vec2s velocity;
    float spin;
    float inverse_mass, inverse_inertia;
} Mover;

static Mover mover_of_body(const Body *bodies, uint16_t index) {
    if (index == CONTACT_WALL) {
        return (Mover){.spin = 0.0f};
    }
    const Body *body = &bodies[index];
    return (Mover){body->velocity, body->spin, body->inverse_mass, body->inverse_inertia};
}

static void mover_to_body(const Mover *mover, Body *bodies, uint16_t index) {
    if (index != CONTACT_WALL) {
        bodies[index].velocity = mover->velocity;
        bodies[index].spin = mover->spin;
    }
}

/// Velocity of b as seen from a at a contact point.
static vec2s relative_velocity(const Mover *a, const Mover *b, const ContactPoint *point) {
    return vec2_make((b->velocity.x - b->spin * point->anchor_b.y) -
                         (a->velocity.x - a->spin * point->anchor_a.y),
                     (b->velocity.y + b->spin * point->anchor_b.x) -
                         (a->velocity.y + a->spin * point->anchor_a.x));
}

/// Pushes b by `impulse` along `direction` and a by as much the other way.
static void apply(Mover *a, Mover *b, const ContactPoint *point, vec2s direction, float impulse) {
    a->velocity.x -= impulse * a->inverse_mass * direction.x;
    a->velocity.y -= impulse * a->inverse_mass * direction.y;
    a->spin -= impulse * a->inverse_inertia * glms_vec2_cross(point->anchor_a, direction);
    b->velocity.x += impulse * b->inverse_mass * direction.x;
    b->velocity.y += impulse * b->inverse_mass * direction.y;
    b->spin += impulse * b->inverse_inertia * glms_vec2_cross(point->anchor_b, direction);
}

/// 1/kg: change of relative velocity along `direction` at point `q` per impulse along it at `p`.
static float response(const Mover *a, const Mover *b, const ContactPoint *p, const ContactPoint *q,
                      vec2s direction) {
    return a->inverse_mass + b->inverse_mass +
           a->inverse_inertia * glms_vec2_cross(p->anchor_a, direction) *
               glms_vec2_cross(q->anchor_a, direction) +
           b->inverse_inertia * glms_vec2_cross(p->anchor_b, direction) *
               glms_vec2_cross(q->anchor_b, direction);
}

static float inverse_or_zero(float value) { return value > 0.0f ? 1.0f / value : 0.0f; }

/// The least relative normal velocity after the solve. A hit that falls within this step bounces
/// now; else a gap may close by the end of the step, and no overlap may grow.
static float target_velocity(const ContactPoint *point, float restitution, float dt) {
    bool hits = point->separation + point->approach * dt <= 0.0f;
    if (hits && point->approach < -bounce_min && restitution > 0.0f) {
        return -restitution * point->approach;
    }
    return point->separation > 0.0f ? -point->separation / dt : 0.0f;
}

static void prepare(Contact *contact, const Body *bodies, float dt) {
    Mover a = mover_of_body(bodies, contact->a);
    Mover b = mover_of_body(bodies, contact->b);
    vec2s tangent = vec2_left(contact->normal);
    for (int i = 0; i < contact->count; i++) {
        ContactPoint *point = &contact->points[i];
        point->normal_mass = inverse_or_zero(response(&a, &b, point, point, contact->normal));
        point->tangent_mass = inverse_or_zero(response(&a, &b, point, point, tangent));
        point->approach = glms_vec2_dot(relative_velocity(&a, &b, point), contact->normal);
        point->target = target_velocity(point, contact->restitution, dt);
    }
    contact->coupling = contact->count == 2 ? response(&a, &b, &contact->points[0],
                                                       &contact->points[1], contact->normal)
                                            : 0.0f;
}

static void warm_start(Contact *contact, Body *bodies) {
    Mover a = mover_of_body(bodies, contact->a);
    Mover b = mover_of_body(bodies, contact->b);
    vec2s tangent = vec2_left(contact->normal);
    for (int i = 0; i < contact->count; i++) {
        ContactPoint *point = &contact->points[i];
        apply(&a, &b, point, contact->normal, point->normal_impulse);
        apply(&a, &b, point, tangent, point->tangent_impulse);
    }
    mover_to_body(&a, bodies, contact->a);
    mover_to_body(&b, bodies, contact->b);
}

static void solve_friction(Contact *contact, Mover *a, Mover *b) {
    vec2s tangent = vec2_left(contact->normal);
    for (int i = 0; i < contact->count; i++) {
        ContactPoint *point = &contact->points[i];
        float slip = glms_vec2_dot(relative_velocity(a, b, point), tangent);
        float limit = contact->friction * point->normal_impulse;
        float wanted = point->tangent_impulse - point->tangent_mass * slip;
        float held = fmaxf(-limit, fminf(wanted, limit));
        apply(a, b, point, tangent, held - point->tangent_impulse);
        point->tangent_impulse = held;
    }
}

/// How much the relative normal velocity at `point` lacks of its target; negative = too slow.
static float velocity_error(const Contact *contact, const Mover *a, const Mover *b,
                            const ContactPoint *point) {
    return glms_vec2_dot(relative_velocity(a, b, point), contact->normal) - point->target;
}

static void solve_one(const Contact *contact, ContactPoint *point, Mover *a, Mover *b) {
    float error = velocity_error(contact, a, b, point);
    float impulse = fmaxf(point->normal_impulse - point->normal_mass * error, 0.0f);
    apply(a, b, point, contact->normal, impulse - point->normal_impulse);
    point->normal_impulse = impulse;
}

/// Impulses of both points of a contact, found together.
typedef struct TwoImpulses {
    bool found;
    float first, second;
} TwoImpulses;

/// The linear complementarity problem of two points: error = K x + rest >= 0, x >= 0, x . error =
/// 0. Its four cases in turn: both push, only the first, only the second, none.
static TwoImpulses two_impulses(float k11, float k12, float k22, float rest1, float rest2) {
    float determinant = k11 * k22 - k12 * k12;
    float first = (k12 * rest2 - k22 * rest1) / determinant;
    float second = (k12 * rest1 - k11 * rest2) / determinant;
    if (first >= 0.0f && second >= 0.0f) {
        return (TwoImpulses){true, first, second};
    }
    first = -rest1 / k11;
    if (first >= 0.0f && k12 * first + rest2 >= 0.0f) {
        return (TwoImpulses){true, first, 0.0f};
    }
    second = -rest2 / k22;
    if (second >= 0.0f && k12 * second + rest1 >= 0.0f) {
        return (TwoImpulses){true, 0.0f, second};
    }
    return (TwoImpulses){rest1 >= 0.0f && rest2 >= 0.0f, 0.0f, 0.0f};
}

/// Both normals at once, so that a flat nose-first hit does not turn the car. False where the two
/// points are too much alike.
static bool solve_two(Contact *contact, Mover *a, Mover *b) {
    ContactPoint *p = &contact->points[0];
    ContactPoint *q = &contact->points[1];
    if (p->normal_mass <= 0.0f || q->normal_mass <= 0.0f) {
        return false;
    }
    float k11 = 1.0f / p->normal_mass;
    float k22 = 1.0f / q->normal_mass;
    float k12 = contact->coupling;
    float largest = fmaxf(k11, k22);
    if (largest * largest > condition_max * (k11 * k22 - k12 * k12)) {
        return false;
    }
    float old1 = p->normal_impulse;
    float old2 = q->normal_impulse;
    float rest1 = velocity_error(contact, a, b, p) - (k11 * old1 + k12 * old2);
    float rest2 = velocity_error(contact, a, b, q) - (k12 * old1 + k22 * old2);
    TwoImpulses impulses = two_impulses(k11, k12, k22, rest1, rest2);
    if (impulses.found) {
        apply(a, b, p, contact->normal, impulses.first - old1);
        apply(a, b, q, contact->normal, impulses.second - old2);
        p->normal_impulse = impulses.first;
        q->normal_impulse = impulses.second;
    }
    return impulses.found;
}

/// Friction first, so that the normals, which matter more, have the last word.
static void solve_contact(Contact *contact, Body *bodies) {
    Mover a = mover_of_body(bodies, contact->a);
    Mover b = mover_of_body(bodies, contact->b);
    solve_friction(contact, &a, &b);
    if (contact->count < 2 || !solve_two(contact, &a, &b)) {
        for (int i = 0; i < contact->count; i++) {
            solve_one(contact, &contact->points[i], &a, &b);
        }
    }
    mover_to_body(&a, bodies, contact->a);
    mover_to_body(&b, bodies, contact->b);
}

void contacts_solve_velocity(Contact *contacts, int count, Body *bodies, float dt) {
    ASSERT(count == 0 || (contacts && bodies && dt > 0.0f));
    for (int i = 0; i < count; i++) {
        prepare(&contacts[i], bodies, dt);
    }
    for (int i = 0; i < count; i++) {
        warm_start(&contacts[i], bodies);
    }
    for (int round = 0; round < VELOCITY_ITERATIONS; round++) {
        for (int i = 0; i < count; i++) {
            solve_contact(&contacts[i], bodies);
        }
    }
    for (int i = 0; i < count; i++) {
        Contact *contact = &contacts[i];
        contact->impulse = 0.0f;
        contact->depth = 0.0f;
        for (int k = 0; k < contact->count; k++) {
            contact->impulse += contact->points[k].normal_impulse;
            contact->depth = fmaxf(contact->depth, -contact->points[k].separation);
        }
    }
}

static Mover mover_of_push(const Body *bodies, const Push *pushes, uint16_t index) {
    Mover mover = mover_of_body(bodies, index);
    if (index != CONTACT_WALL) {
        mover.velocity = pushes[index].velocity;
        mover.spin = pushes[index].spin;
    }
    return mover;
}

static void mover_to_push(const Mover *mover, Push *pushes, uint16_t index) {
    if (index != CONTACT_WALL) {
        pushes[index] = (Push){mover->velocity, mover->spin};
    }
}

/// m/s at which a point must part; negative: it may come this much nearer.
static float push_speed(const ContactPoint *point, float dt) {
    float excess = -point->separation - slop;
    return excess > 0.0f ? fminf(push_share * excess / dt, push_speed_max) : excess / dt;
}

static void push_contact(Contact *contact, const Body *bodies, Push *pushes, float dt) {
    Mover a = mover_of_push(bodies, pushes, contact->a);
    Mover b = mover_of_push(bodies, pushes, contact->b);
    for (int i = 0; i < contact->count; i++) {
        ContactPoint *point = &contact->points[i];
        float speed = glms_vec2_dot(relative_velocity(&a, &b, point), contact->normal);
        float lack = speed - push_speed(point, dt);
        float push = fmaxf(point->push - point->normal_mass * lack, 0.0f);
        apply(&a, &b, point, contact->normal, push - point->push);
        point->push = push;
    }
    mover_to_push(&a, pushes, contact->a);
    mover_to_push(&b, pushes, contact->b);
}

void contacts_solve_position(Contact *contacts, int count, const Body *bodies, Push *pushes,
                             float dt) {
    ASSERT(count == 0 || (contacts && bodies && pushes && dt > 0.0f));
    bool overlap = false;
    for (int i = 0; i < count; i++) {
        overlap = overlap || contacts[i].depth > slop;
        contacts[i].points[0].push = 0.0f;
        contacts[i].points[1].push = 0.0f;
    }
    for (int round = 0; overlap && round < POSITION_ITERATIONS; round++) {
        for (int i = 0; i < count; i++) {
            push_contact(&contacts[i], bodies, pushes, dt);
        }
    }
}

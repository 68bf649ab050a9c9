#include "base/random.h"
#include "collision/hull.h"
#include "collision/tolerances.h"
#include "dynamics/schedule.h"
#include "dynamics/solve.h"
#include "dynamics/world_step.h"
#include "geometry/trig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "energy.h"
#include "test.h"

#define DT       (1.0f / 240.0f)
#define DEGREE   (TRIG_PI / 180.0f)
#define SOLVER   0.005 // relative, on the solver alone
#define MANIFOLD 0.02  // relative, through SAT and two points

enum {
    BODIES_MAX = 2,
};

static Body box_body(float mass, float inertia) {
    return (Body){
        .rotation = {1.0f, 0.0f}, .inverse_mass = 1.0f / mass, .inverse_inertia = 1.0f / inertia};
}

/// Velocities after an impact.
typedef struct After {
    double vx, vy, spin;
} After;

typedef struct Impact {
    const char *name;
    float restitution, friction;
    float mass_a, mass_b; ///< kg; b 0 = wall.
    vec2s velocity_a, velocity_b;
    float spin_a;
    vec2s anchor_a, anchor_b, normal;
    double normal_impulse, tangent_impulse; ///< N s, sizes.
    After a, b;
    double energy_ratio;
} Impact;

// Nose, tail and right side of a box, and the corner that a car touches a wall with when it drives
// at it at 10, 30 or 60 degrees: (2.25, -0.9) turned.
#define V(x, y)  \
    {            \
        { x, y } \
    }
#define AFTER(x, y, w) \
    { x, y, w }
#define NOSE      V(2.25f, 0.0f)
#define TAIL      V(-2.25f, 0.0f)
#define SIDE      V(0.0f, -0.9f)
#define CORNER_10 V(2.0595340f, -1.2770349f)
#define CORNER_30 V(1.4985572f, -1.9044229f)
#define CORNER_60 V(0.3455771f, -2.3985572f)
#define ZERO      V(0.0f, 0.0f)

#define IMPACT(...) {__VA_ARGS__},
static const Impact impacts[] = {
#include "impacts.def"
};
#undef IMPACT

static const int impact_count = (int)(sizeof impacts / sizeof impacts[0]);

/// Inertia of the table's boxes: m (l^2 + w^2) / 12.
static float box_inertia(float mass) { return mass * (4.5f * 4.5f + 1.8f * 1.8f) / 12.0f; }

static void assert_share(const char *name, const char *what, double actual, double expected,
                         double scale, double tolerance) {
    if (!(fabs(actual - expected) <= tolerance * fmax(fabs(expected), scale))) {
        print_error("%s: %s is %.6g, expected %.6g\n", name, what, actual, expected);
        fail();
    }
}

/// Velocities count as zero against a tenth of the closing speed, 2 m/s.
static void assert_after(const char *name, const Body *body, After after, double tolerance) {
    assert_share(name, "vx", (double)body->velocity.x, after.vx, 2.0, tolerance);
    assert_share(name, "vy", (double)body->velocity.y, after.vy, 2.0, tolerance);
    assert_share(name, "spin", (double)body->spin, after.spin, 0.2, tolerance);
}

static double energy_of(const Body *bodies, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += (double)body_energy(&bodies[i]);
    }
    return sum;
}

static int impact_bodies(const Impact *impact, Body *bodies) {
    bodies[0] = box_body(impact->mass_a, box_inertia(impact->mass_a));
    bodies[0].velocity = impact->velocity_a;
    bodies[0].spin = impact->spin_a;
    if (impact->mass_b <= 0.0f) {
        return 1;
    }
    bodies[1] = box_body(impact->mass_b, box_inertia(impact->mass_b));
    bodies[1].velocity = impact->velocity_b;
    return 2;
}

/// Solves `count` contacts, behind which there is room for one more. `bodies` has room for the
/// spare ones.
static void solve(Contact *contacts, int count, Body *bodies) {
    enum {
        SCRATCH_SIZE = 8192
    };
    static _Alignas(32) unsigned char scratch[SCRATCH_SIZE];
    assert_true(contacts_scratch_size(count, BODIES_MAX) <= sizeof scratch);
    Correction corrections[BODIES_MAX + CONTACT_SPARE_BODIES];
    ContactSet set = {.contacts = contacts,
                      .count = count,
                      .bodies = bodies,
                      .corrections = corrections,
                      .body_count = BODIES_MAX,
                      .scratch = scratch};
    assert_int_equal(contacts_solve(&set, DT), 0);
}

static void solve_alone(Contact *contact, Body *bodies) {
    Contact contacts[2] = {*contact};
    solve(contacts, 1, bodies);
    *contact = contacts[0];
}

static Contact impact_contact(const Impact *impact) {
    return (Contact){.a = 0,
                     .b = impact->mass_b > 0.0f ? 1 : CONTACT_WALL,
                     .normal = impact->normal,
                     .friction = impact->friction,
                     .restitution = impact->restitution,
                     .count = 1,
                     .points = {{.anchor_a = impact->anchor_a, .anchor_b = impact->anchor_b}}};
}

static void one_contact_gives_the_closed_form(void **state) {
    (void)state;
    for (int i = 0; i < impact_count; i++) {
        const Impact *impact = &impacts[i];
        Body bodies[BODIES_MAX + CONTACT_SPARE_BODIES] = {0};
        int count = impact_bodies(impact, bodies);
        double before = energy_of(bodies, count);
        Contact contact = impact_contact(impact);
        solve_alone(&contact, bodies);
        assert_after(impact->name, &bodies[0], impact->a, SOLVER);
        assert_after(impact->name, &bodies[1], impact->b, SOLVER);
        assert_share(impact->name, "normal impulse", (double)contact.impulse,
                     impact->normal_impulse, 1.0, SOLVER);
        assert_share(impact->name, "friction impulse",
                     fabs((double)contact.points[0].tangent_impulse), impact->tangent_impulse, 10.0,
                     SOLVER);
        assert_share(impact->name, "energy ratio", energy_of(bodies, count) / before,
                     impact->energy_ratio, 0.01, 2.0 * SOLVER);
    }
}

// ---------------------------------------------------------------- through the whole step

typedef struct Scene {
    _Alignas(32) unsigned char block[1 << 17], cache_block[1 << 19];
    WorldState *world;
    WorldCache *cache;
    Hull hull;
    WallPiece pieces[4];
    Arena arena;
    WallGrid walls;
} Scene;

static void scene_make(Scene *scene, int body_count) {
    *scene = (Scene){.hull = hull_box(vec2_make(0.0f, 0.0f), 4.5f, 1.8f)};
    assert_true(world_size(body_count) <= sizeof scene->block);
    assert_true(world_cache_size(body_count) <= sizeof scene->cache_block);
    scene->world = world_make(scene->block, body_count);
    scene->cache = (WorldCache *)(void *)scene->cache_block;
    scene->walls = wall_grid_make(scene->pieces, 0, &scene->arena);
}

static void scene_wall(Scene *scene, vec2s low, vec2s high, float friction, float restitution) {
    vec2s points[] = {low, vec2_make(high.x, low.y), high, vec2_make(low.x, high.y)};
    int count = wall_pieces_of_polygon(points, 4, friction, restitution, 0, scene->pieces, 4);
    assert_int_equal(count, 1);
    scene->walls = wall_grid_make(scene->pieces, count, &scene->arena);
}

/// Steps until a contact has pushed, then twice more, and gives back the world's bodies.
static Body *scene_run(Scene *scene) {
    bool hit = false;
    for (int tick = 0; tick < 240 && !hit; tick++) {
        world_step(scene->world, scene->cache, &scene->walls, &scene->hull, DT);
        for (int i = 0; i < scene->world->contact_count; i++) {
            hit = hit || world_contacts(scene->world)[i].impulse > 1.0f;
        }
    }
    assert_true(hit);
    world_step(scene->world, scene->cache, &scene->walls, &scene->hull, DT);
    return world_bodies(scene->world);
}

static void two_cars_meet_as_in_the_closed_form_through_the_world(void **state) {
    (void)state;
    const char *names[] = {"C1-e0.0", "C1-e0.3", "C1-e1.0", "C2-e0.0",
                           "C2-e0.5", "C3-e0.0", "C3-e0.3", "C3-e1.0"};
    for (int i = 0; i < 8; i++) {
        const Impact *impact = &impacts[i];
        assert_string_equal(impact->name, names[i]);
        for (int offset = 0; offset < 10; offset++) {
            Scene scene;
            scene_make(&scene, 2);
            Body *bodies = world_bodies(scene.world);
            impact_bodies(impact, bodies);
            bodies[0].restitution = impact->restitution;
            bodies[1].position = vec2_make(4.6f + 0.01f * (float)offset, 2.0f * impact->anchor_a.y);
            scene_run(&scene);
            assert_after(impact->name, &bodies[0], impact->a, MANIFOLD);
            assert_after(impact->name, &bodies[1], impact->b, MANIFOLD);
            arena_destroy(&scene.arena);
        }
    }
}

static void a_corner_hits_a_wall_as_in_the_closed_form_through_the_world(void **state) {
    (void)state;
    const float degrees[] = {10.0f, 30.0f, 60.0f};
    for (int i = 0; i < 3; i++) {
        const Impact *impact = &impacts[14 + i];
        for (int offset = 0; offset < 10; offset++) {
            Scene scene;
            scene_make(&scene, 1);
            scene_wall(&scene, vec2_make(-50.0f, -2.0f), vec2_make(50.0f, 0.0f), 0.0f, 0.2f);
            Body *body = world_bodies(scene.world);
            impact_bodies(impact, body);
            body->position.y = -impact->anchor_a.y + 0.2f + 0.01f * (float)offset;
            body_set_angle(body, -degrees[i] * DEGREE);
            scene_run(&scene);
            assert_after(impact->name, body, impact->a, MANIFOLD);
            arena_destroy(&scene.arena);
        }
    }
}

static void a_car_square_into_a_wall_bounces_straight_back(void **state) {
    (void)state;
    const Impact *impact = &impacts[17];
    assert_string_equal(impact->name, "W4");
    for (int offset = 0; offset < 10; offset++) {
        Scene scene;
        scene_make(&scene, 1);
        scene_wall(&scene, vec2_make(3.0f, -20.0f), vec2_make(4.0f, 33.0f), 0.3f, 0.2f);
        Body *body = world_bodies(scene.world);
        impact_bodies(impact, body);
        body->friction = 0.3f;
        body->position.x = -0.01f * (float)offset;
        scene_run(&scene);
        assert_after(impact->name, body, impact->a, MANIFOLD);
        assert_near(body->spin, 0.0f, 1e-3f);
        arena_destroy(&scene.arena);
    }
}

// ---------------------------------------------------------------- properties

/// Two bodies that move anyhow and a contact between them, of one point or two.
static Contact random_impact(Random *random, Body *bodies, int count) {
    for (int k = 0; k < 2; k++) {
        float mass = random_range(random, 165.0f, 3000.0f);
        bodies[k] = box_body(mass, box_inertia(mass));
        bodies[k].velocity =
            vec2_make(random_range(random, -50.0f, 50.0f), random_range(random, -50.0f, 50.0f));
        bodies[k].spin = random_range(random, -5.0f, 5.0f);
    }
    TrigPair at = trig_sincos(random_range(random, -3.1f, 3.1f));
    Contact contact = {.a = 0,
                       .b = 1,
                       .normal = vec2_make(at.cos, at.sin),
                       .friction = random_range(random, 0.0f, 1.5f),
                       .restitution = random_range(random, 0.0f, 0.8f),
                       .count = count};
    for (int k = 0; k < count; k++) {
        contact.points[k].anchor_a =
            vec2_make(random_range(random, -2.2f, 2.2f), random_range(random, -0.9f, 0.9f));
        contact.points[k].anchor_b =
            vec2_make(random_range(random, -2.2f, 2.2f), random_range(random, -0.9f, 0.9f));
    }
    return contact;
}

static void momentum_is_kept_and_energy_never_grows_in_any_impact(void **state) {
    (void)state;
    Random random = random_make(5, 5);
    for (int i = 0; i < 100000; i++) {
        Body bodies[BODIES_MAX + CONTACT_SPARE_BODIES] = {0};
        Contact contact = random_impact(&random, bodies, 1 + i % 2);
        Body before[BODIES_MAX] = {bodies[0], bodies[1]};
        double energy = energy_of(bodies, 2);
        solve_alone(&contact, bodies);
        assert_true(energy_of(bodies, 2) <= energy * (1.0 + 1e-5));
        double moved_x = 0.0;
        double moved_y = 0.0;
        double size = 0.0;
        for (int k = 0; k < 2; k++) {
            double mass = 1.0 / (double)bodies[k].inverse_mass;
            moved_x += mass * (double)(bodies[k].velocity.x - before[k].velocity.x);
            moved_y += mass * (double)(bodies[k].velocity.y - before[k].velocity.y);
            size += mass * (double)sqrtf(glms_vec2_norm2(before[k].velocity));
        }
        assert_near(moved_x, 0.0, 1e-5 * size);
        assert_near(moved_y, 0.0, 1e-5 * size);
    }
}

/// A heavy body drives a light one against a wall, at an angle to it. Whatever parts all three at
/// once throws the light one out at 10 to 600 m/s.
static void a_wedge_throws_nothing_out_faster_than_one_impact_can(void **state) {
    (void)state;
    for (float degrees = 1.0f; degrees < 45.0f; degrees += 1.0f) {
        for (float restitution = 0.0f; restitution < 0.7f; restitution += 0.3f) {
            Body bodies[BODIES_MAX + CONTACT_SPARE_BODIES] = {0};
            bodies[0] = box_body(1200.0f, box_inertia(1200.0f));
            bodies[1] = box_body(3.0f, box_inertia(3.0f));
            bodies[0].velocity.x = 10.0f;
            TrigPair at = trig_sincos(degrees * DEGREE);
            Contact contacts[3] = {
                {.a = 0, .b = 1, .normal = vec2_make(at.cos, at.sin), .count = 1},
                {.a = 1, .b = CONTACT_WALL, .normal = vec2_make(1.0f, 0.0f), .count = 1}};
            contacts[0].restitution = contacts[1].restitution = restitution;
            double energy = energy_of(bodies, 2);
            solve(contacts, 2, bodies);
            float most = (1.0f + restitution) * 10.0f * at.cos;
            assert_true(glms_vec2_norm(bodies[1].velocity) <= most * 1.001f);
            assert_true(glms_vec2_norm(bodies[1].velocity) > 0.5f * most);
            double pushed = (double)contacts[0].impulse; // and so much the car has lost
            double lost = 1200.0 * (10.0 - (double)bodies[0].velocity.x);
            assert_near(pushed * (double)at.cos, lost, 1e-3 * lost + 1e-2);
            assert_true(energy_of(bodies, 2) <= energy);
        }
    }
}

enum {
    CROWD = 21, ///< Contacts of a crowd: full lanes and some left over.
};

static void assert_bits_equal(const void *a, const void *b, size_t size) {
    assert_int_equal(memcmp(a, b, size), 0);
}

/// A contact on bodies of its own: some are with walls, some apart, some at rest on -0.
static Contact member_of_crowd(Random *random, int i, Body *bodies) {
    Contact contact = random_impact(random, bodies, random_u32(random) % 3 == 0 ? 2 : 1);
    if (random_u32(random) % 4 == 0) {
        contact.b = CONTACT_WALL;
    }
    for (int k = 0; k < contact.count; k++) {
        contact.points[k].separation = random_range(random, -0.02f, 0.5f);
        contact.points[k].normal_impulse = i % 2 == 0 ? random_range(random, 0.0f, 900.0f) : 0.0f;
    }
    if (random_u32(random) % 3 == 0) {
        for (int k = 0; k < 2; k++) {
            bodies[k].velocity = vec2_make(-0.0f, -0.0f);
            bodies[k].spin = -0.0f;
        }
    }
    return contact;
}

static void a_contact_comes_out_the_same_alone_and_beside_any_others(void **state) {
    (void)state;
    Random random = random_make(6, 6);
    static _Alignas(32) unsigned char scratch[1 << 18];
    assert_true(contacts_scratch_size(CROWD, 2 * CROWD) <= sizeof scratch);
    for (int round = 0; round < 500; round++) {
        Body bodies[2 * CROWD + CONTACT_SPARE_BODIES] = {0};
        Correction corrections[2 * CROWD + CONTACT_SPARE_BODIES];
        Contact contacts[CROWD + 1] = {0};
        for (int i = 0; i < CROWD; i++) {
            contacts[i] = member_of_crowd(&random, i, &bodies[2 * i]);
        }
        Body alone[CROWD][BODIES_MAX + CONTACT_SPARE_BODIES] = {0};
        Contact expected[CROWD];
        for (int i = 0; i < CROWD; i++) {
            memcpy(alone[i], &bodies[2 * i], 2 * sizeof(Body));
            expected[i] = contacts[i];
            solve_alone(&expected[i], alone[i]);
            contacts[i].a = (uint16_t)(2 * i);
            contacts[i].b = contacts[i].b == CONTACT_WALL ? CONTACT_WALL : (uint16_t)(2 * i + 1);
        }
        ContactSet set = {contacts, CROWD, bodies, corrections, 2 * CROWD, scratch};
        assert_int_equal(contacts_solve(&set, DT), 0);
        for (int i = 0; i < CROWD; i++) {
            assert_bits_equal(&bodies[2 * i], alone[i], 2 * sizeof(Body));
            assert_bits_equal(&contacts[i].impulse, &expected[i].impulse, sizeof(float));
            assert_bits_equal(contacts[i].points, expected[i].points,
                              (size_t)contacts[i].count * sizeof(ContactPoint));
        }
    }
}

static void what_one_body_has_too_many_of_is_left_out_and_counted(void **state) {
    (void)state;
    enum {
        EACH = 40, ///< Contacts of body 0 with others, and as many with walls.
        COUNT = 2 * EACH,
        BODIES = 1 + EACH
    };
    static _Alignas(32) unsigned char scratch[1 << 19];
    assert_true(contacts_scratch_size(COUNT, BODIES) <= sizeof scratch);
    Body bodies[BODIES + CONTACT_SPARE_BODIES] = {0};
    Correction corrections[BODIES + CONTACT_SPARE_BODIES];
    Contact contacts[COUNT + 1] = {0};
    for (int i = 0; i < BODIES; i++) {
        bodies[i] = box_body(1000.0f, box_inertia(1000.0f));
    }
    bodies[0].velocity.x = 2.0f;
    for (int i = 0; i < COUNT; i++) {
        contacts[i] = (Contact){
            .a = 0,
            .b = (uint16_t)(i % 2 == 0 ? CONTACT_WALL : 1 + i / 2),
            .normal = vec2_make(1.0f, 0.0f),
            .count = 1,
            .points = {{.separation = CONTACT_SLOP}},
        };
    }
    ContactSet set = {contacts, COUNT, bodies, corrections, BODIES, scratch};
    assert_int_equal(contacts_solve(&set, DT), COUNT - CONTACT_COLORS_MAX);
    assert_true(bodies[0].velocity.x <= 1e-4f); // some of its walls are among the rest
    assert_true(bodies[EACH].velocity.x > 0.0f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_contact_gives_the_closed_form),
        cmocka_unit_test(two_cars_meet_as_in_the_closed_form_through_the_world),
        cmocka_unit_test(a_corner_hits_a_wall_as_in_the_closed_form_through_the_world),
        cmocka_unit_test(a_car_square_into_a_wall_bounces_straight_back),
        cmocka_unit_test(momentum_is_kept_and_energy_never_grows_in_any_impact),
        cmocka_unit_test(a_wedge_throws_nothing_out_faster_than_one_impact_can),
        cmocka_unit_test(a_contact_comes_out_the_same_alone_and_beside_any_others),
        cmocka_unit_test(what_one_body_has_too_many_of_is_left_out_and_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

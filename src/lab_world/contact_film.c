#include "lab_world/contact_film.h"

#include "base/arena.h"
#include "dynamics/world_step.h"
#include "race_state/race_state.h"
#include "scene/solid_body.h"

#include <math.h>
#include <string.h>

#define ANY_DISTANCE 1e4f ///< m: a margin that no two shapes of a scene are apart.

// ---------------------------------------------------------------- what a body is

double film_mass(const Body *body) {
    return body->inverse_mass > 0.0f ? 1.0 / (double)body->inverse_mass : 0.0;
}

double film_inertia(const Body *body) {
    return body->inverse_inertia > 0.0f ? 1.0 / (double)body->inverse_inertia : 0.0;
}

double film_energy(const Body bodies[SCENE_SHAPES]) {
    double energy = 0.0;
    for (int i = 0; i < SCENE_SHAPES; i++) {
        double x = (double)bodies[i].velocity.x, y = (double)bodies[i].velocity.y;
        double spin = (double)bodies[i].spin;
        energy += 0.5 * film_mass(&bodies[i]) * (x * x + y * y) +
                  0.5 * film_inertia(&bodies[i]) * spin * spin;
    }
    return energy;
}

double film_momentum(const Body bodies[SCENE_SHAPES], int axis) {
    double sum = 0.0;
    for (int i = 0; i < SCENE_SHAPES; i++) {
        sum += film_mass(&bodies[i]) * (double)bodies[i].velocity.raw[axis];
    }
    return sum;
}

Body film_body(const Scene *scene, const Solid *solid, int index) {
    const SceneShape *shape = &scene->shapes[index];
    const SceneOptions *options = &scene->options;
    bool car = solid->car.mass > 0.0f;
    float mass = car ? solid->car.mass : options->mass;
    vec2s out = rotation_apply(solid->at.rotation, solid->middle);
    Body body;
    memset(&body, 0, sizeof body);
    body.position = glms_vec2_add(solid->at.position, out);
    body.spin = shape->turn_rate_deg * (TRIG_PI / 180.0f);
    body.velocity = shape->velocity;
    body.velocity = body_velocity_at(&body, out);
    body.friction = car ? solid->car.body_friction : options->friction;
    body.restitution = car ? solid->car.body_restitution : options->restitution;
    if (shape->kind != SCENE_WALL) {
        body.inverse_mass = 1.0f / mass;
        body.inverse_inertia = 1.0f / (car ? solid->car.yaw_inertia : mass * solid->spread);
    }
    body_set_angle(&body, shape->angle_deg * (TRIG_PI / 180.0f));
    return body;
}

// ---------------------------------------------------------------- one tick

Transform film_place(const Film *film, const Body *body, int index) {
    return solid_at_body(&film->solids[index], body_at(body));
}

/// Whether a step touches: something pushes, or the shapes overlap.
static bool touches(const FilmTick *tick) {
    return tick->normal_impulse > 0.0f || tick->gap.distance <= 0.0f;
}

/// m/s at which the two come nearer at the nearest of their contact points, were it one.
static float approach_of(const Solid solids[SCENE_SHAPES], const FilmTick *tick) {
    const Solid *a = &solids[0], *b = &solids[1];
    Transform b_in_a = transform_relative(a->at, b->at);
    Manifold manifold = manifold_of_pieces(&a->pieces[tick->pair.a], NULL, &b->pieces[tick->pair.b],
                                           NULL, b_in_a, ANY_DISTANCE);
    vec2s normal = rotation_apply(a->at.rotation, manifold.normal);
    bool second =
        manifold.count == 2 && manifold.points[1].separation < manifold.points[0].separation;
    vec2s point = transform_apply(a->at, manifold.points[second ? 1 : 0].point);
    vec2s velocity[SCENE_SHAPES];
    for (int k = 0; k < SCENE_SHAPES; k++) {
        const Body *body = &tick->before[k];
        velocity[k] = body_velocity_at(body, glms_vec2_sub(point, body->position));
    }
    return manifold.count > 0 ? glms_vec2_dot(glms_vec2_sub(velocity[0], velocity[1]), normal)
                              : 0.0f;
}

void film_measure(const Solid solids[SCENE_SHAPES], FilmTick *tick) {
    Solid placed[SCENE_SHAPES] = {solids[0], solids[1]};
    for (int i = 0; i < SCENE_SHAPES; i++) {
        placed[i].at = solid_at_body(&solids[i], body_at(&tick->before[i]));
    }
    tick->pair = solid_pair(&placed[0], &placed[1]);
    tick->gap =
        sat_signed_distance(&placed[0].pieces[tick->pair.a], &placed[1].pieces[tick->pair.b],
                            transform_relative(placed[0].at, placed[1].at));
    tick->gap.normal = rotation_apply(placed[0].at.rotation, tick->gap.normal);
    tick->normal_impulse = 0.0f;
    float nearest = INFINITY;
    int kept = tick->contact_count < FILM_CONTACTS_MAX ? tick->contact_count : FILM_CONTACTS_MAX;
    for (int i = 0; i < kept; i++) {
        tick->normal_impulse += tick->contacts[i].impulse;
        for (int k = 0; k < tick->contacts[i].count; k++) {
            const ContactPoint *point = &tick->contacts[i].points[k];
            if (point->separation < nearest) {
                nearest = point->separation;
                tick->approach = -point->approach;
            }
        }
    }
    if (kept == 0) {
        tick->approach = approach_of(placed, tick);
    }
}

// ---------------------------------------------------------------- the world of a scene

/// A world of the two shapes: a first, and b second unless it is a wall that stands.
typedef struct FilmWorld {
    Arena arena;
    WorldState *world;
    WorldCache *cache;
    Hull hulls[SCENE_SHAPES];
    WallPiece walls[SOLID_PIECES_MAX];
    WallGrid grid;
    Body wall; ///< A wall that stands, as a body.
} FilmWorld;

static void film_world_make(const Scene *scene, const Solid solids[SCENE_SHAPES], FilmWorld *out) {
    memset(out, 0, sizeof *out);
    int walls = 0, bodies = 1;
    if (scene_stands(&scene->shapes[1])) {
        out->wall = film_body(scene, &solids[1], 1);
        solid_wall_pieces(&solids[1], scene->options.friction, scene->options.restitution,
                          out->walls);
        walls = solids[1].piece_count;
    } else {
        bodies = 2;
    }
    out->grid = wall_grid_make(out->walls, walls, &out->arena);
    out->world = world_make(arena_alloc(&out->arena, world_size(bodies)), bodies);
    out->cache = arena_alloc(&out->arena, world_cache_size(bodies));
    memset(out->cache, 0, world_cache_size(bodies));
    for (int i = 0; i < bodies; i++) {
        out->hulls[i] = solid_hull(&solids[i]);
        world_hull_of(out->world)[i] = (uint8_t)i;
        world_bodies(out->world)[i] = film_body(scene, &solids[i], i);
    }
}

static Body body_of(const FilmWorld *world, int index) {
    return index < world->world->body_count ? world_bodies(world->world)[index] : world->wall;
}

/// Makes the next step, and notes it.
static void film_world_step(FilmWorld *world, const Solid solids[SCENE_SHAPES], FilmTick *out) {
    memset(out, 0, sizeof *out);
    for (int i = 0; i < SCENE_SHAPES; i++) {
        out->before[i] = body_of(world, i);
    }
    world_step(world->world, world->cache, &world->grid, world->hulls, RACE_DT);
    for (int i = 0; i < SCENE_SHAPES; i++) {
        out->after[i] = body_of(world, i);
    }
    out->contact_count = world->world->contact_count;
    for (int i = 0; i < out->contact_count && i < FILM_CONTACTS_MAX; i++) {
        out->contacts[i] = world_contacts_const(world->world)[i];
    }
    film_measure(solids, out);
}

/// The tick of the first touch, counted from the scene; where there is none, that of least
/// distance.
static int find_touch(const Scene *scene, const Solid solids[SCENE_SHAPES], bool *touched) {
    FilmWorld world;
    film_world_make(scene, solids, &world);
    int nearest = 0;
    float least = INFINITY;
    *touched = false;
    for (int i = 0; i < FILM_SEARCH && !*touched; i++) {
        FilmTick tick;
        film_world_step(&world, solids, &tick);
        if (tick.gap.distance < least) {
            least = tick.gap.distance;
            nearest = i;
        }
        *touched = touches(&tick);
        nearest = *touched ? i : nearest;
    }
    arena_destroy(&world.arena);
    return nearest;
}

void film_make(const Scene *scene, const Solid solids[SCENE_SHAPES], Film *out) {
    memset(out, 0, sizeof *out);
    memcpy(out->solids, solids, sizeof out->solids);
    int touch = find_touch(scene, solids, &out->touched);
    out->alone = true;
    out->started = -touch;
    out->first = touch < FILM_BEFORE ? -touch : -FILM_BEFORE;
    out->last = FILM_AFTER;
    FilmWorld world;
    film_world_make(scene, solids, &world);
    for (int number = -touch; number <= out->last; number++) {
        FilmTick tick;
        film_world_step(&world, solids, &tick);
        if (number >= out->first) {
            out->ticks[number - out->first] = tick;
        }
    }
    arena_destroy(&world.arena);
}

int film_clamp(const Film *film, int number) {
    return number < film->first ? film->first : number > film->last ? film->last : number;
}

const FilmTick *film_tick(const Film *film, int number) {
    return &film->ticks[film_clamp(film, number) - film->first];
}

#include "lab_world/queue.h"

#include "base/arena.h"
#include "base/assert.h"
#include "dynamics/world_step.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FRICTION 0.3f ///< Of all surfaces.

// ---------------------------------------------------------------- the world

/// What a run needs besides its result.
typedef struct Run {
    Arena arena;
    Hull hull;
    vec2s middle; ///< m: the centre of gravity, as the shape a sees it.
    WallPiece pieces[SOLID_PIECES_MAX];
    WallGrid walls;
    WorldState *world;
    WorldCache *cache;
} Run;

/// The shape a as a hull around its centre of gravity. False where a box has to stand for it.
static bool make_hull(const Solid *solid, bool is_car, Run *run) {
    if (solid->outline_count < 3) {
        run->hull = (Hull){.count = 1, .bounding_radius = solid->pieces[0].bounding_radius};
        run->hull.pieces[0] = solid->pieces[0];
        run->hull.outlines[0] = outline_of_shape(&solid->pieces[0]);
        return true;
    }
    vec2s points[CAR_OUTLINE_MAX];
    run->middle =
        is_car ? vec2_make(0.0f, 0.0f) : polygon_centroid(solid->outline, solid->outline_count);
    for (int i = 0; i < solid->outline_count; i++) {
        points[i] = glms_vec2_sub(solid->outline[i], run->middle);
    }
    if (hull_make(points, solid->outline_count, &run->hull)) {
        return true;
    }
    Box box = solid_box(solid);
    run->middle = glms_vec2_scale(glms_vec2_add(box.low, box.high), 0.5f);
    run->hull = hull_box(vec2_make(0.0f, 0.0f), box.high.x - box.low.x, box.high.y - box.low.y);
    return false;
}

/// How long the shape a is along the way.
static float length_along(const Solid *solid, vec2s way) {
    Transform along = {vec2_make(0.0f, 0.0f), {way.x, way.y}};
    Box box = solid_bounds(solid, transform_relative(along, solid->at));
    return box.high.x - box.low.x;
}

static void make_walls(const Solid *solid, float restitution, Run *run) {
    vec2s points[CAR_OUTLINE_MAX];
    for (int i = 0; i < solid->outline_count; i++) {
        points[i] = transform_apply(solid->at, solid->outline[i]);
    }
    int count = wall_pieces_of_polygon(points, solid->outline_count, FRICTION, restitution, 0,
                                       run->pieces, SOLID_PIECES_MAX);
    run->walls = wall_grid_make(run->pieces, count > 0 ? count : 0, &run->arena);
}

/// Puts the bodies in a row, the first where the scene has a.
static void make_bodies(const Scene *scene, const Solid *solid, Queue *queue, Run *run) {
    Box box = solid_box(solid);
    float width = box.high.x - box.low.x, height = box.high.y - box.low.y;
    float step = length_along(solid, queue->way) + scene->options.queue_gap;
    vec2s first =
        glms_vec2_add(solid->at.position, rotation_apply(solid->at.rotation, run->middle));
    for (int i = 0; i < queue->count; i++) {
        Body *body = &world_bodies(run->world)[i];
        *body = (Body){
            .position = glms_vec2_sub(first, glms_vec2_scale(queue->way, step * (float)i)),
            .velocity = scene->shapes[0].velocity,
            .inverse_mass = 1.0f / queue->mass,
            .inverse_inertia = 12.0f / (queue->mass * (width * width + height * height)),
            .friction = FRICTION,
            .restitution = scene->options.queue_restitution,
        };
        body_set_angle(body, scene->shapes[0].angle_deg * (TRIG_PI / 180.0f));
    }
}

static double energy_of(const Queue *queue, const Run *run) {
    double energy = 0.0;
    for (int i = 0; i < queue->count; i++) {
        const Body *body = &world_bodies(run->world)[i];
        energy += 0.5 * (double)queue->mass * (double)glms_vec2_norm2(body->velocity) +
                  0.5 * (double)(body->spin * body->spin) / (double)body->inverse_inertia;
    }
    return energy;
}

// ---------------------------------------------------------------- ticks

/// Notes where all are and what has pushed in the step before.
static void note_tick(Queue *queue, const Run *run, int number, bool stepped) {
    QueueTick *tick = &queue->ticks[number];
    *tick = (QueueTick){.depth = 0.0f};
    for (int i = 0; i < queue->count; i++) {
        Transform at = body_at(&world_bodies(run->world)[i]);
        at.position = glms_vec2_sub(at.position, rotation_apply(at.rotation, run->middle));
        tick->places[i] = at;
    }
    const Contact *contacts = world_contacts_const(run->world);
    for (int i = 0; stepped && i < run->world->contact_count; i++) {
        const Contact *contact = &contacts[i];
        bool with_wall = contact->b == CONTACT_WALL;
        int behind = with_wall ? contact->a : (contact->a > contact->b ? contact->a : contact->b);
        if (with_wall) { // its normal leads into the wall
            queue->wall_impulse +=
                (double)(contact->impulse * glms_vec2_dot(contact->normal, queue->way));
        }
        tick->depth = fmaxf(tick->depth, contact->depth);
        if (with_wall && behind != 0) {
            continue; // somebody beside the first has reached it
        }
        tick->impulses[behind] += contact->impulse;
        queue->largest = fmaxf(queue->largest, tick->impulses[behind]);
        if (contact->impulse > 0.0f && queue->pushed[behind] < 0) {
            queue->pushed[behind] = number;
        }
    }
    queue->deep_ticks += tick->depth > QUEUE_DEEP;
    if (tick->depth > queue->ticks[queue->deepest].depth) {
        queue->deepest = number;
    }
    queue->touch = queue->pushed[0];
}

Queue queue_make(const Scene *scene, const Solid solids[SCENE_SHAPES]) {
    vec2s velocity = scene->shapes[0].velocity;
    float speed = sqrtf(glms_vec2_norm2(velocity));
    Queue queue;
    memset(&queue, 0, sizeof queue);
    queue.count = scene->options.queue_count;
    queue.speed = speed;
    queue.way = speed > 0.0f ? glms_vec2_scale(velocity, 1.0f / speed) : vec2_make(1.0f, 0.0f);
    queue.mass = scene->options.queue_mass;
    for (int i = 0; i < QUEUE_MAX; i++) {
        queue.pushed[i] = -1;
    }
    Run run;
    memset(&run, 0, sizeof run);
    queue.boxed = !make_hull(&solids[0], scene->shapes[0].kind == SCENE_CAR, &run);
    make_walls(&solids[1], scene->options.queue_restitution, &run);
    run.world = world_make(arena_alloc(&run.arena, world_size(queue.count)), queue.count);
    run.cache = arena_alloc(&run.arena, world_cache_size(queue.count)); // zeroed: empty
    make_bodies(scene, &solids[0], &queue, &run);
    queue.energy[0] = energy_of(&queue, &run);
    note_tick(&queue, &run, 0, false);
    for (int i = 1; i <= QUEUE_TICKS; i++) {
        if (queue.touch < 0 ? i > QUEUE_SEARCH : i > queue.touch + QUEUE_AFTER) {
            break;
        }
        world_step(run.world, run.cache, &run.walls, &run.hull, QUEUE_DT);
        note_tick(&queue, &run, i, true);
        queue.last = i;
    }
    queue.energy[1] = energy_of(&queue, &run);
    for (int i = 0; i < queue.count; i++) {
        queue.speeds[i] = glms_vec2_dot(world_bodies(run.world)[i].velocity, queue.way);
    }
    arena_destroy(&run.arena);
    return queue;
}

// ---------------------------------------------------------------- the working

static double milliseconds(int ticks) { return 1000.0 * (double)QUEUE_DT * ticks; }

void queue_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working) {
    Queue queue = queue_make(scene, solids);
    Digits d = {0};
    double momentum = (double)queue.mass * (double)queue.speed * queue.count;
    working_number(working, "bodies", queue.count, "", "copies of a, %s m apart",
                   digits_of(&d, (double)scene->options.queue_gap, 3));
    working_number(working, "speed", (double)queue.speed, "m/s", "%s", "at the begin");
    working_number(working, "momentum", momentum, "N s", "%s x %s kg x %s m/s",
                   digits_of(&d, queue.count, 0), digits_of(&d, (double)queue.mass, 1),
                   digits_of(&d, (double)queue.speed, 2));
    working_truth(working, "touch", queue.touch >= 0, "%s",
                  queue.touch >= 0 ? "the first one touches b" : "b is not met in 2 s");
    if (queue.touch < 0) {
        return;
    }
    working_number(working, "first touch", milliseconds(queue.touch), "ms", "tick %s",
                   digits_of(&d, queue.touch, 0));
    for (int i = 1; i < queue.count; i++) {
        char name[WORKING_NAME_MAX];
        snprintf(name, sizeof name, "contact %d to %d pushes after", i, i + 1);
        bool pushed = queue.pushed[i] >= 0;
        working_number(working, name,
                       pushed ? milliseconds(queue.pushed[i] - queue.touch) : (double)NAN, "ms",
                       "%s", pushed ? "since the first touch" : "never");
    }
    working_number(working, "impulse on b", queue.wall_impulse, "N s",
                   "along the way, over all ticks");
    working_number(working, "largest impulse", (double)queue.largest, "N s",
                   "of one contact in one tick");
    working_number(working, "deepest overlap", (double)queue.ticks[queue.deepest].depth, "m",
                   "%s ms after the first touch",
                   digits_of(&d, milliseconds(queue.deepest - queue.touch), 1));
    working_number(working, "time over 1 cm", milliseconds(queue.deep_ticks), "ms", "%s tick%s",
                   digits_of(&d, queue.deep_ticks, 0), queue.deep_ticks == 1 ? "" : "s");
    working_number(working, "speed of the first after", (double)queue.speeds[0], "m/s",
                   "along the way");
    working_number(working, "speed of the last after", (double)queue.speeds[queue.count - 1], "m/s",
                   "along the way");
    working_number(working, "energy left", queue.energy[1] / fmax(queue.energy[0], 1e-9), "",
                   "%s J of %s J", digits_of(&d, queue.energy[1], 0),
                   digits_of(&d, queue.energy[0], 0));
}

/// Chipmunk 7 at the scenarios' work, through its public interface alone.
#include "base/assert.h"
#include "bench/field.h"
#include "bench/peers.h"

#include <chipmunk/chipmunk.h>
#include <stdlib.h>

// Chipmunk's numbers are double and its names its own.

typedef struct PairState {
    const PairSet *set;
    cpSpace *space;                      ///< Nothing is in it; its static body carries the shapes.
    cpShape *shapes[2][PAIR_KIND_COUNT]; ///< A pair takes one of each row.
    int points;
} PairState;

static cpShape *make_shape(cpBody *body, const PairShape *from) {
    cpVect points[PAIR_POINTS_MAX];
    for (int i = 0; i < from->count; i++) {
        points[i] = cpv((cpFloat)from->x[i], (cpFloat)from->y[i]);
    }
    return cpPolyShapeNewRaw(body, from->count, points, 0.0);
}

static void *create_pairs(const BenchWork *work) {
    PairState *state = calloc(1, sizeof *state);
    ASSERT(state != NULL);
    state->set = &work->pairs;
    state->space = cpSpaceNew();
    for (int row = 0; row < 2; row++) {
        for (int i = 0; i < PAIR_KIND_COUNT; i++) {
            state->shapes[row][i] =
                make_shape(cpSpaceGetStaticBody(state->space), &work->pairs.shapes[i]);
        }
    }
    return state;
}

static void destroy_pairs(void *memory) {
    PairState *state = memory;
    for (int row = 0; row < 2; row++) {
        for (int i = 0; i < PAIR_KIND_COUNT; i++) {
            cpShapeFree(state->shapes[row][i]);
        }
    }
    cpSpaceFree(state->space);
    free(state);
}

static cpTransform transform_of(PairPose pose) {
    return cpTransformNewTranspose((cpFloat)pose.c, (cpFloat)-pose.s, (cpFloat)pose.x,
                                   (cpFloat)pose.s, (cpFloat)pose.c, (cpFloat)pose.y);
}

static cpContactPointSet manifold_of(const PairState *state, const PairItem *item) {
    cpShape *a = state->shapes[0][item->a_kind];
    cpShape *b = state->shapes[1][item->b_kind];
    cpShapeUpdate(a, transform_of(item->a));
    cpShapeUpdate(b, transform_of(item->b));
    return cpShapesCollide(a, b);
}

static void step_manifolds(void *memory) {
    PairState *state = memory;
    state->points = 0;
    for (int i = 0; i < state->set->count; i++) {
        state->points += manifold_of(state, &state->set->items[i]).count;
    }
}

static void answer_manifolds(void *memory, float *answers) {
    PairState *state = memory;
    for (int i = 0; i < state->set->count; i++) {
        cpContactPointSet points = manifold_of(state, &state->set->items[i]);
        answers[i] = -1.0f;
        for (int k = 0; k < points.count; k++) {
            float depth = (float)-points.points[k].distance;
            answers[i] = depth > answers[i] ? depth : answers[i];
        }
    }
}

static void measure_manifolds(void *memory, Figures *figures) {
    const PairState *state = memory;
    figures->values[FIGURE_POINTS] = state->points;
}

typedef struct CarsState {
    cpSpace *space;
    cpShape *walls[COURSE_WALLS];
    cpBody **bodies;
    cpShape **boxes;
    Field field;
    const RaySet *rays;
    int hits;
} CarsState;

enum {
    CATEGORY_WALL = 1,
    CATEGORY_CAR = 2
};

static void add_shape(cpSpace *space, cpShape *shape, cpBitmask category, float friction,
                      float restitution) {
    cpShapeSetFriction(shape, (cpFloat)friction);
    cpShapeSetElasticity(shape, (cpFloat)restitution);
    cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, category, CP_ALL_CATEGORIES));
    cpSpaceAddShape(space, shape);
}

static void add_car(CarsState *state, int i) {
    PairPose at = state->field.states[i].at;
    cpFloat length = (cpFloat)FIELD_LENGTH;
    cpFloat width = (cpFloat)FIELD_WIDTH;
    cpFloat mass = (cpFloat)FIELD_MASS;
    cpBody *body = cpBodyNew(mass, cpMomentForBox(mass, length, width));
    cpBodySetPosition(body, cpv((cpFloat)at.x, (cpFloat)at.y));
    cpBodySetAngle(body, cpvtoangle(cpv((cpFloat)at.c, (cpFloat)at.s)));
    state->bodies[i] = cpSpaceAddBody(state->space, body);
    state->boxes[i] = cpBoxShapeNew(body, length, width, 0.0);
    add_shape(state->space, state->boxes[i], CATEGORY_CAR, FIELD_FRICTION, FIELD_RESTITUTION);
}

static void *create_cars(const BenchWork *work, int iterations) {
    CarsState *state = calloc(1, sizeof *state);
    ASSERT(state != NULL);
    state->space = cpSpaceNew();
    cpSpaceSetIterations(state->space, iterations);
    cpSpaceSetCollisionSlop(state->space, 0.005);
    for (int i = 0; i < COURSE_WALLS; i++) {
        PairShape wall = course_wall(&work->course, i);
        state->walls[i] = make_shape(cpSpaceGetStaticBody(state->space), &wall);
        add_shape(state->space, state->walls[i], CATEGORY_WALL, FIELD_FRICTION, FIELD_RESTITUTION);
    }
    state->rays = &work->rays;
    state->field = field_make(&work->course, work->kind == BENCH_WORLD ? work->size : 0);
    size_t room = (size_t)state->field.count + 1;
    state->bodies = calloc(room, sizeof *state->bodies);
    state->boxes = calloc(room, sizeof *state->boxes);
    ASSERT(state->bodies && state->boxes);
    for (int i = 0; i < state->field.count; i++) {
        add_car(state, i);
    }
    return state;
}

static void *create_cars_10(const BenchWork *work) { return create_cars(work, 10); }

static void *create_cars_4(const BenchWork *work) { return create_cars(work, 4); }

static void free_shape(cpSpace *space, cpShape *shape) {
    cpSpaceRemoveShape(space, shape);
    cpShapeFree(shape);
}

static void destroy_cars(void *memory) {
    CarsState *state = memory;
    for (int i = 0; i < COURSE_WALLS; i++) {
        free_shape(state->space, state->walls[i]);
    }
    for (int i = 0; i < state->field.count; i++) {
        free_shape(state->space, state->boxes[i]);
        cpSpaceRemoveBody(state->space, state->bodies[i]);
        cpBodyFree(state->bodies[i]);
    }
    cpSpaceFree(state->space);
    free(state->bodies);
    free(state->boxes);
    field_destroy(&state->field);
    free(state);
}

static CarState state_of(const cpBody *body) {
    cpVect at = cpBodyGetPosition(body);
    cpVect turn = cpBodyGetRotation(body);
    cpVect velocity = cpBodyGetVelocity(body);
    return (CarState){{(float)at.x, (float)at.y, (float)turn.x, (float)turn.y},
                      (float)velocity.x,
                      (float)velocity.y,
                      (float)cpBodyGetAngularVelocity(body)};
}

static void read_states(CarsState *state) {
    for (int i = 0; i < state->field.count; i++) {
        state->field.states[i] = state_of(state->bodies[i]);
    }
}

static void prepare_cars(void *memory) {
    CarsState *state = memory;
    read_states(state);
    field_drive(&state->field);
}

static void step_cars(void *memory) {
    CarsState *state = memory;
    for (int i = 0; i < FIELD_STEPS; i++) {
        for (int k = 0; k < state->field.count; k++) {
            CarForce force = state->field.forces[k];
            cpBodySetForce(state->bodies[k], cpv((cpFloat)force.x, (cpFloat)force.y));
            cpBodySetTorque(state->bodies[k], (cpFloat)force.torque);
        }
        cpSpaceStep(state->space, (cpFloat)FIELD_DT);
    }
}

typedef struct Touches {
    int of_walls, of_cars;
} Touches;

static void count_touch(cpBody *body, cpArbiter *arbiter, void *data) {
    (void)body;
    Touches *touches = data;
    cpBody *a;
    cpBody *b;
    cpArbiterGetBodies(arbiter, &a, &b);
    bool wall = cpBodyGetType(a) == CP_BODY_TYPE_STATIC || cpBodyGetType(b) == CP_BODY_TYPE_STATIC;
    *(wall ? &touches->of_walls : &touches->of_cars) += 1;
}

static void measure_cars(void *memory, Figures *figures) {
    CarsState *state = memory;
    Touches touches = {0, 0};
    for (int i = 0; i < state->field.count; i++) {
        cpBodyEachArbiter(state->bodies[i], count_touch, &touches);
    }
    figures->values[FIGURE_WALL_CONTACTS] = touches.of_walls;
    figures->values[FIGURE_CAR_CONTACTS] = touches.of_cars / 2; // both cars named it
    read_states(state);
    field_measure(&state->field, figures);
}

/// Share of ray `i` at which it meets a wall; 2 where it does not.
static float cast_ray(const CarsState *state, int i) {
    const float *ray = state->rays->rays[i];
    cpVect from = cpv((cpFloat)ray[0], (cpFloat)ray[1]);
    cpVect to = cpvadd(from, cpv((cpFloat)ray[2], (cpFloat)ray[3]));
    cpSegmentQueryInfo info;
    cpShapeFilter walls = cpShapeFilterNew(CP_NO_GROUP, CP_ALL_CATEGORIES, CATEGORY_WALL);
    return cpSpaceSegmentQueryFirst(state->space, from, to, 0.0, walls, &info) ? (float)info.alpha
                                                                               : 2.0f;
}

static void step_rays(void *memory) {
    CarsState *state = memory;
    state->hits = 0;
    for (int i = 0; i < state->rays->count; i++) {
        state->hits += cast_ray(state, i) <= 1.0f;
    }
}

static void answer_rays(void *memory, float *answers) {
    CarsState *state = memory;
    for (int i = 0; i < state->rays->count; i++) {
        float fraction = cast_ray(state, i);
        answers[i] = fraction <= 1.0f ? fraction * state->rays->length : -1.0f;
    }
}

typedef struct PressedState {
    Pressure run;
    cpSpace *space;
    cpShape *walls[PRESSURE_WALLS_MAX];
    cpShape *boxes[PRESSURE_BODIES_MAX];
    cpBody *bodies[PRESSURE_BODIES_MAX];
    int wall_count, body_count; ///< Of the space.
} PressedState;

static void end_space(PressedState *state) {
    for (int i = 0; i < state->wall_count; i++) {
        free_shape(state->space, state->walls[i]);
    }
    for (int i = 0; i < state->body_count; i++) {
        free_shape(state->space, state->boxes[i]);
        cpSpaceRemoveBody(state->space, state->bodies[i]);
        cpBodyFree(state->bodies[i]);
    }
    if (state->space) {
        cpSpaceFree(state->space);
    }
}

static void make_space(PressedState *state) {
    const PressureScene *scene = &state->run.scene;
    end_space(state);
    state->space = cpSpaceNew();
    cpSpaceSetIterations(state->space, 10);
    cpSpaceSetCollisionSlop(state->space, 0.005);
    state->wall_count = scene->wall_count;
    state->body_count = scene->body_count;
    for (int i = 0; i < scene->wall_count; i++) {
        state->walls[i] = make_shape(cpSpaceGetStaticBody(state->space), &scene->walls[i]);
        add_shape(state->space, state->walls[i], CATEGORY_WALL, scene->wall_friction,
                  scene->wall_restitution);
    }
    for (int i = 0; i < scene->body_count; i++) {
        const PressureBody *from = &scene->bodies[i];
        cpFloat length = 2.0 * (cpFloat)from->half_length;
        cpFloat width = 2.0 * (cpFloat)from->half_width;
        cpBody *body = cpBodyNew((cpFloat)from->mass, pressure_inertia(from));
        cpBodySetPosition(body, cpv((cpFloat)from->start.at.x, (cpFloat)from->start.at.y));
        cpBodySetAngle(body, cpvtoangle(cpv((cpFloat)from->start.at.c, (cpFloat)from->start.at.s)));
        cpBodySetVelocity(body,
                          cpv((cpFloat)from->start.velocity_x, (cpFloat)from->start.velocity_y));
        state->bodies[i] = cpSpaceAddBody(state->space, body);
        state->boxes[i] = cpBoxShapeNew(body, length, width, 0.0);
        add_shape(state->space, state->boxes[i], CATEGORY_CAR, from->friction, from->restitution);
    }
}

static void *create_pressed(const BenchWork *work) {
    PressedState *state = calloc(1, sizeof *state);
    ASSERT(state != NULL);
    state->run.kind = (PressureKind)work->size;
    return state;
}

static void destroy_pressed(void *memory) {
    end_space(memory);
    free(memory);
}

static void read_pressed(PressedState *state) {
    for (int i = 0; i < state->body_count; i++) {
        state->run.states[i] = state_of(state->bodies[i]);
    }
}

static void prepare_pressed(void *memory) {
    PressedState *state = memory;
    read_pressed(state);
    if (pressure_prepare(&state->run)) {
        make_space(state);
    }
}

static void step_pressed(void *memory) {
    PressedState *state = memory;
    for (int i = 0; i < state->body_count; i++) {
        const PressureBody *body = &state->run.scene.bodies[i];
        cpBodySetForce(state->bodies[i], cpv((cpFloat)body->force_x, (cpFloat)body->force_y));
    }
    cpSpaceStep(state->space, PRESSURE_DT);
}

static void measure_pressed(void *memory, Figures *figures) {
    PressedState *state = memory;
    read_pressed(state);
    pressure_measure(&state->run, figures);
}

static const BenchWay ways[] = {
    {.kind = BENCH_MANIFOLD,
     .engine = "Chipmunk 7.0.3",
     .peer = true,
     .create = create_pairs,
     .step = step_manifolds,
     .answer = answer_manifolds,
     .measure = measure_manifolds,
     .destroy = destroy_pairs},
    {.kind = BENCH_RAY,
     .engine = "Chipmunk 7.0.3",
     .peer = true,
     .create = create_cars_10,
     .step = step_rays,
     .answer = answer_rays,
     .destroy = destroy_cars},
    {.kind = BENCH_WORLD,
     .engine = "Chipmunk 7.0.3, 10 iterations",
     .peer = true,
     .create = create_cars_10,
     .prepare = prepare_cars,
     .step = step_cars,
     .measure = measure_cars,
     .destroy = destroy_cars},
    {.kind = BENCH_WORLD,
     .engine = "Chipmunk 7.0.3, 4 iterations",
     .peer = true,
     .create = create_cars_4,
     .prepare = prepare_cars,
     .step = step_cars,
     .measure = measure_cars,
     .destroy = destroy_cars},
    {.kind = BENCH_PRESSURE,
     .engine = "Chipmunk 7.0.3",
     .peer = true,
     .create = create_pressed,
     .prepare = prepare_pressed,
     .step = step_pressed,
     .measure = measure_pressed,
     .destroy = destroy_pressed},
};

BenchWays bench_ways_chipmunk(void) { return (BenchWays){ways, sizeof ways / sizeof ways[0]}; }

// Box2D 2.4 at the scenarios' work, through its public interface alone.
extern "C" {
#include "bench/field.h"
#include "bench/peers.h"
}

#include <box2d/b2_time_of_impact.h>
#include <box2d/box2d.h>
#include <cmath>
#include <memory>
#include <vector>

namespace {

b2PolygonShape shapeOf(const PairShape &from) {
    b2Vec2 points[PAIR_POINTS_MAX];
    for (int i = 0; i < from.count; i++) {
        points[i].Set(from.x[i], from.y[i]);
    }
    b2PolygonShape shape;
    shape.Set(points, from.count);
    return shape;
}

b2Transform transformOf(const PairPose &pose) {
    b2Transform out;
    out.p.Set(pose.x, pose.y);
    out.q.c = pose.c;
    out.q.s = pose.s;
    return out;
}

// ------------------------------------------------------------------------------------------ pairs

struct Pairs {
    b2PolygonShape shapes[PAIR_KIND_COUNT];
    const PairSet *set;
    const SweepSet *sweeps;
    int hits, points;
};

void *createPairs(const BenchWork *work) {
    auto *state = new Pairs;
    state->sweeps = &work->sweeps;
    state->set = work->kind == BENCH_MANIFOLD ? &work->pairs : &work->sweeps.pairs;
    for (int i = 0; i < PAIR_KIND_COUNT; i++) {
        state->shapes[i] = shapeOf(state->set->shapes[i]);
        state->shapes[i].m_radius = 0.0f; // no skin: exact shapes, as Axle's
    }
    return state;
}

void destroyPairs(void *memory) { delete static_cast<Pairs *>(memory); }

b2Manifold manifoldOf(const Pairs &state, const PairItem &item) {
    b2Manifold manifold;
    b2CollidePolygons(&manifold, &state.shapes[item.a_kind], transformOf(item.a),
                      &state.shapes[item.b_kind], transformOf(item.b));
    return manifold;
}

void stepManifolds(void *memory) {
    auto &state = *static_cast<Pairs *>(memory);
    state.points = 0;
    for (int i = 0; i < state.set->count; i++) {
        state.points += manifoldOf(state, state.set->items[i]).pointCount;
    }
}

void answerManifolds(void *memory, float *answers) {
    auto &state = *static_cast<Pairs *>(memory);
    for (int i = 0; i < state.set->count; i++) {
        const PairItem &item = state.set->items[i];
        b2Manifold manifold = manifoldOf(state, item);
        answers[i] = -1.0f;
        if (manifold.pointCount > 0) {
            b2WorldManifold world;
            world.Initialize(&manifold, transformOf(item.a), 0.0f, transformOf(item.b), 0.0f);
            for (int k = 0; k < manifold.pointCount; k++) {
                answers[i] = std::fmax(answers[i], -world.separations[k]);
            }
        }
    }
}

void measureManifolds(void *memory, Figures *figures) {
    figures->values[FIGURE_POINTS] = static_cast<Pairs *>(memory)->points;
}

b2TOIOutput impactOf(const Pairs &state, int i) {
    const PairItem &item = state.set->items[i];
    const SweepItem &sweep = state.sweeps->items[i];
    b2TOIInput input;
    input.proxyA.Set(&state.shapes[item.a_kind], 0);
    input.proxyB.Set(&state.shapes[item.b_kind], 0);
    input.sweepA.localCenter.SetZero();
    input.sweepA.c0.Set(item.a.x, item.a.y);
    input.sweepA.c = input.sweepA.c0 + b2Vec2(sweep.move_x, sweep.move_y);
    input.sweepA.a0 = sweep.angle;
    input.sweepA.a = sweep.angle + sweep.turn;
    input.sweepA.alpha0 = 0.0f;
    input.sweepB.localCenter.SetZero();
    input.sweepB.c0.Set(item.b.x, item.b.y);
    input.sweepB.c = input.sweepB.c0;
    input.sweepB.a0 = input.sweepB.a = sweep.b_angle;
    input.sweepB.alpha0 = 0.0f;
    input.tMax = 1.0f;
    b2TOIOutput output;
    b2TimeOfImpact(&output, &input);
    return output;
}

void stepImpacts(void *memory) {
    auto &state = *static_cast<Pairs *>(memory);
    state.hits = 0;
    for (int i = 0; i < state.set->count; i++) {
        state.hits += impactOf(state, i).state == b2TOIOutput::e_touching;
    }
}

void answerImpacts(void *memory, float *answers) {
    auto &state = *static_cast<Pairs *>(memory);
    for (int i = 0; i < state.set->count; i++) {
        b2TOIOutput output = impactOf(state, i);
        answers[i] = output.state == b2TOIOutput::e_separated ? 2.0f : output.t;
    }
}

// ------------------------------------------------------------------------- cars between walls,
// rays

struct Cars {
    b2World world{b2Vec2(0.0f, 0.0f)};
    b2Body *ground;
    std::vector<b2Body *> cars;
    b2Body &car(int i) const { return *cars[static_cast<std::size_t>(i)]; }
    Field field;
    const RaySet *rays;
    int hits;
};

void addShape(b2Body *body, const b2Shape &shape, float density, float friction,
              float restitution) {
    b2FixtureDef def;
    def.shape = &shape;
    def.density = density;
    def.friction = friction;
    def.restitution = restitution;
    body->CreateFixture(&def);
}

void addCar(Cars &state, const PairPose &at) {
    b2BodyDef def;
    def.type = b2_dynamicBody;
    def.position.Set(at.x, at.y);
    def.angle = std::atan2(at.s, at.c);
    b2Body *body = state.world.CreateBody(&def);
    b2PolygonShape box;
    box.SetAsBox(0.5f * FIELD_LENGTH, 0.5f * FIELD_WIDTH);
    addShape(body, box, FIELD_MASS / (FIELD_LENGTH * FIELD_WIDTH), FIELD_FRICTION,
             FIELD_RESTITUTION);
    state.cars.push_back(body);
}

void *createCars(const BenchWork *work) {
    auto *state = new Cars;
    b2BodyDef def;
    state->ground = state->world.CreateBody(&def);
    state->world.SetAllowSleeping(false);
    state->world.SetContinuousPhysics(true);
    for (int i = 0; i < COURSE_WALLS; i++) {
        addShape(state->ground, shapeOf(course_wall(&work->course, i)), 0.0f, FIELD_FRICTION,
                 FIELD_RESTITUTION);
    }
    state->rays = &work->rays;
    state->field = field_make(&work->course, work->kind == BENCH_WORLD ? work->size : 0);
    for (int i = 0; i < state->field.count; i++) {
        addCar(*state, state->field.states[i].at);
    }
    return state;
}

void destroyCars(void *memory) {
    auto *state = static_cast<Cars *>(memory);
    field_destroy(&state->field);
    delete state;
}

CarState stateOf(const b2Body &body) {
    const b2Transform &at = body.GetTransform();
    b2Vec2 velocity = body.GetLinearVelocity();
    return {{at.p.x, at.p.y, at.q.c, at.q.s}, velocity.x, velocity.y, body.GetAngularVelocity()};
}

void readStates(Cars &state) {
    for (int i = 0; i < state.field.count; i++) {
        state.field.states[i] = stateOf(state.car(i));
    }
}

void prepareCars(void *memory) {
    auto &state = *static_cast<Cars *>(memory);
    readStates(state);
    field_drive(&state.field);
}

void stepCars(void *memory) {
    auto &state = *static_cast<Cars *>(memory);
    for (int i = 0; i < FIELD_STEPS; i++) {
        for (int k = 0; k < state.field.count; k++) {
            const CarForce &force = state.field.forces[k];
            state.car(k).ApplyForceToCenter(b2Vec2(force.x, force.y), true);
            state.car(k).ApplyTorque(force.torque, true);
        }
        // Four small steps: half of the usual 8 and 3 iterations in each.
        state.world.Step(FIELD_DT, 4, 2);
    }
}

void measureCars(void *memory, Figures *figures) {
    auto &state = *static_cast<Cars *>(memory);
    int ofWalls = 0;
    int ofCars = 0;
    for (b2Contact *contact = state.world.GetContactList(); contact; contact = contact->GetNext()) {
        if (!contact->IsTouching()) {
            continue;
        }
        bool wall = contact->GetFixtureA()->GetBody() == state.ground ||
                    contact->GetFixtureB()->GetBody() == state.ground;
        (wall ? ofWalls : ofCars)++;
    }
    figures->values[FIGURE_WALL_CONTACTS] = ofWalls;
    figures->values[FIGURE_CAR_CONTACTS] = ofCars;
    readStates(state);
    field_measure(&state.field, figures);
}

struct Closest : b2RayCastCallback {
    float fraction = 2.0f;
    float ReportFixture(b2Fixture *, const b2Vec2 &, const b2Vec2 &, float at) override {
        fraction = at;
        return at;
    }
};

float castRay(const Cars &state, int i) {
    const float *ray = state.rays->rays[i];
    Closest closest;
    state.world.RayCast(&closest, b2Vec2(ray[0], ray[1]), b2Vec2(ray[0] + ray[2], ray[1] + ray[3]));
    return closest.fraction;
}

void stepRays(void *memory) {
    auto &state = *static_cast<Cars *>(memory);
    state.hits = 0;
    for (int i = 0; i < state.rays->count; i++) {
        state.hits += castRay(state, i) <= 1.0f;
    }
}

void answerRays(void *memory, float *answers) {
    auto &state = *static_cast<Cars *>(memory);
    for (int i = 0; i < state.rays->count; i++) {
        float fraction = castRay(state, i);
        answers[i] = fraction <= 1.0f ? fraction * state.rays->length : -1.0f;
    }
}

// ------------------------------------------------------------------------- bodies under pressure

struct Pressed {
    Pressure run{};
    std::unique_ptr<b2World> world;
    std::vector<b2Body *> bodies;
};

void makeWorld(Pressed &state) {
    const PressureScene &scene = state.run.scene;
    state.world = std::make_unique<b2World>(b2Vec2(0.0f, 0.0f));
    state.world->SetAllowSleeping(false);
    state.bodies.clear();
    b2BodyDef still;
    b2Body *ground = state.world->CreateBody(&still);
    for (int i = 0; i < scene.wall_count; i++) {
        addShape(ground, shapeOf(scene.walls[i]), 0.0f, scene.wall_friction,
                 scene.wall_restitution);
    }
    for (int i = 0; i < scene.body_count; i++) {
        const PressureBody &from = scene.bodies[i];
        b2BodyDef def;
        def.type = b2_dynamicBody;
        def.position.Set(from.start.at.x, from.start.at.y);
        def.angle = std::atan2(from.start.at.s, from.start.at.c);
        def.linearVelocity.Set(from.start.velocity_x, from.start.velocity_y);
        b2PolygonShape box;
        box.SetAsBox(from.half_length, from.half_width);
        state.bodies.push_back(state.world->CreateBody(&def));
        addShape(state.bodies.back(), box, 0.25f * from.mass / (from.half_length * from.half_width),
                 from.friction, from.restitution);
    }
}

void *createPressed(const BenchWork *work) {
    auto *state = new Pressed;
    state->run.kind = static_cast<PressureKind>(work->size);
    return state;
}

void destroyPressed(void *memory) { delete static_cast<Pressed *>(memory); }

void readPressed(Pressed &state) {
    for (std::size_t i = 0; i < state.bodies.size(); i++) {
        state.run.states[i] = stateOf(*state.bodies[i]);
    }
}

void preparePressed(void *memory) {
    auto &state = *static_cast<Pressed *>(memory);
    readPressed(state);
    if (pressure_prepare(&state.run)) {
        makeWorld(state);
    }
}

void stepPressed(void *memory) {
    auto &state = *static_cast<Pressed *>(memory);
    for (std::size_t i = 0; i < state.bodies.size(); i++) {
        const PressureBody &body = state.run.scene.bodies[i];
        state.bodies[i]->ApplyForceToCenter(b2Vec2(body.force_x, body.force_y), true);
    }
    state.world->Step(static_cast<float>(PRESSURE_DT), 8, 3);
}

void measurePressed(void *memory, Figures *figures) {
    auto &state = *static_cast<Pressed *>(memory);
    readPressed(state);
    pressure_measure(&state.run, figures);
}

const char *const name = "Box2D 2.4.1";

// kind, engine, peer, create, prepare, step, answer, measure, destroy
const BenchWay ways[] = {
    {BENCH_MANIFOLD, name, true, createPairs, nullptr, stepManifolds, answerManifolds,
     measureManifolds, destroyPairs},
    {BENCH_TRANSLATION, name, true, createPairs, nullptr, stepImpacts, answerImpacts, nullptr,
     destroyPairs},
    {BENCH_MOTION, name, true, createPairs, nullptr, stepImpacts, answerImpacts, nullptr,
     destroyPairs},
    {BENCH_RAY, name, true, createCars, nullptr, stepRays, answerRays, nullptr, destroyCars},
    {BENCH_WORLD, name, true, createCars, prepareCars, stepCars, nullptr, measureCars, destroyCars},
    {BENCH_PRESSURE, name, true, createPressed, preparePressed, stepPressed, nullptr,
     measurePressed, destroyPressed},
};

} // namespace

BenchWays bench_ways_box2d(void) { return {ways, sizeof ways / sizeof ways[0]}; }

#include "tune/rig.h"

#include "base/scalar.h"
#include "geometry/trig.h"

/// Puts body `index` to rest on the plane. All bodies are of the same stuff.
static Body *add_body(Rig *rig, int index, vec2s position, float mass, float inertia) {
    const CarParams *params = &rig->model.params;
    Body *body = rig_body(rig) + index;
    *body = (Body){
        .position = position,
        .inverse_mass = 1.0f / mass,
        .inverse_inertia = 1.0f / inertia,
        .friction = params->body_friction,
        .restitution = params->body_restitution,
    };
    body_set_angle(body, 0.0f);
    world_hull_of(rig->world)[index] = (uint8_t)index;
    return body;
}

Rig rig_make(const Trial *trial, float speed, const RigDef *def) {
    static const RigDef plane = {0};
    const RigDef *around = def ? def : &plane;
    const Surface *ground = trial->ground, *left = around->left ? around->left : ground;
    Rig rig = {.model = *trial->model,
               .car = car_make(trial->model, speed),
               .surfaces = {left, ground, left, ground}};
    rig.walls = wall_grid_make(around->walls, around->wall_count, &rig.arena);
    int bodies = around->other ? 2 : 1;
    rig.world = world_make(arena_alloc(&rig.arena, world_size(bodies)), bodies);
    rig.cache = arena_alloc(&rig.arena, world_cache_size(bodies));
    const CarParams *params = &rig.model.params;
    rig.hulls[0] = car_model_hull(trial->model);
    Body *body = add_body(&rig, 0, vec2_make(0.0f, 0.0f), params->mass, params->yaw_inertia);
    body->velocity = vec2_make(speed, 0.0f);
    if (around->other) {
        rig.hulls[1] = *around->other;
        add_body(&rig, 1, around->other_at, around->other_mass, around->other_inertia);
    }
    return rig;
}

void rig_destroy(Rig *rig) { arena_destroy(&rig->arena); }

static const uint8_t surface_index[CAR_WHEELS] = {0}; // for pictures, of which there are none

/// Steps the world with what the car does to its body.
static void move(Rig *rig, Force force) {
    Body *body = rig_body(rig);
    world_forces(rig->world)[0] = force;
    vec2s before = body->velocity;
    Rotation rotation = body->rotation;
    world_step(rig->world, rig->cache, &rig->walls, rig->hulls, RIG_DT);
    vec2s change = rotation_undo(rotation, glms_vec2_sub(body->velocity, before));
    rig->ay = change.y / RIG_DT;
    rig->distance += (double)(glms_vec2_norm(body->velocity) * RIG_DT);
    rig->tick++;
}

void rig_step(Rig *rig, CarControl control) {
    Force force = {.torque = 0.0f};
    car_step_control(&rig->car, &rig->model, rig_body(rig), &control, rig->surfaces, surface_index,
                     RIG_DT, &force.force, &force.torque);
    move(rig, force);
}

void rig_step_input(Rig *rig, CarInput input) {
    Force force = {.torque = 0.0f};
    car_step(&rig->car, &rig->model, rig_body(rig), input, rig->surfaces, surface_index, RIG_DT,
             &force.force, &force.torque);
    move(rig, force);
}

float rig_along(Rig *rig) { return car_motion(rig_body(rig)).along; }

float rig_sideslip(Rig *rig) {
    CarMotion motion = car_motion(rig_body(rig));
    return trig_atan2(motion.across, motion.along);
}

CarControl rig_pedals(float throttle, float brake) {
    return (CarControl){
        .throttle = throttle, .brake = brake, .abs = true, .traction = true, .automatic = true};
}

CarControl rig_hold_speed(Rig *rig, float speed) {
    float error = speed - rig_along(rig);
    rig->hold = float_clamp(rig->hold + 0.3f * error * RIG_DT, -0.3f, 1.0f);
    float command = 0.25f * error + rig->hold;
    return rig_pedals(float_clamp(command, 0.0f, 1.0f), float_clamp(-0.1f * command, 0.0f, 1.0f));
}

void rig_cruise(Rig *rig, float speed, float steer) {
    CarControl control = rig_hold_speed(rig, speed);
    control.steer = steer;
    rig_step(rig, control);
}

float rig_within_peak(Rig *rig, float wanted) {
    const CarParams *params = &rig->model.params;
    CarMotion motion = car_motion(rig_body(rig));
    float way = trig_atan2(motion.across + rig->model.to_front * motion.spin,
                           float_max(motion.along, 1.0f));
    float peak = params->slip_angle_peak_front_deg / RIG_DEGREES *
                 rig->surfaces[CAR_FRONT_RIGHT]->peak_scale;
    wanted = float_clamp(wanted, way - peak, way + peak);
    return float_clamp(wanted, -params->steer_lock, params->steer_lock);
}

#include "tune/rig.h"

#include "base/scalar.h"
#include "geometry/trig.h"

#include <math.h>
#include <string.h>

void rig_make(Rig *rig, const CarModel *model, float speed, const RigDef *def) {
    static const RigDef plane = {0};
    const RigDef *around = def ? def : &plane;
    memset(rig, 0, sizeof *rig);
    rig->model = *model;
    rig->car = car_make(model, speed);
    rig->surface = around->surface ? *around->surface : surface_built_in[SURFACE_ASPHALT];
    rig->left = around->left ? *around->left : rig->surface;
    rig->walls = wall_grid_make(around->walls, around->wall_count, &rig->arena);
    int bodies = around->other ? 2 : 1;
    rig->world = world_make(arena_alloc(&rig->arena, world_size(bodies)), bodies);
    rig->cache = arena_alloc(&rig->arena, world_cache_size(bodies));
    const CarParams *params = &model->params;
    rig->hulls[0] = car_model_hull(model);
    *rig_body(rig) = (Body){
        .velocity = vec2_make(speed, 0.0f),
        .inverse_mass = 1.0f / params->mass,
        .inverse_inertia = 1.0f / params->yaw_inertia,
        .friction = params->body_friction,
        .restitution = params->body_restitution,
    };
    body_set_angle(rig_body(rig), 0.0f);
    if (around->other) {
        rig->hulls[1] = *around->other;
        world_hull_of(rig->world)[1] = 1;
        Body *other = rig_body(rig) + 1;
        *other = (Body){
            .position = around->other_at,
            .inverse_mass = 1.0f / around->other_mass,
            .inverse_inertia = 1.0f / around->other_inertia,
            .friction = params->body_friction,
            .restitution = params->body_restitution,
        };
        body_set_angle(other, 0.0f);
    }
}

void rig_destroy(Rig *rig) { arena_destroy(&rig->arena); }

/// What the wheels stand on.
typedef struct RigGround {
    const Surface *surfaces[CAR_WHEELS];
    uint8_t index[CAR_WHEELS];
} RigGround;

static RigGround ground_of(const Rig *rig) {
    return (RigGround){.surfaces = {&rig->left, &rig->surface, &rig->left, &rig->surface}};
}

/// Steps the world with what the car does to its body.
static void move(Rig *rig, vec2s force, float torque) {
    Body *body = rig_body(rig);
    world_forces(rig->world)[0] = (Force){force, torque};
    vec2s before = body->velocity;
    Rotation rotation = body->rotation;
    world_step(rig->world, rig->cache, &rig->walls, rig->hulls, RIG_DT);
    vec2s change = rotation_undo(rotation, glms_vec2_sub(body->velocity, before));
    rig->ax = change.x / RIG_DT;
    rig->ay = change.y / RIG_DT;
    rig->distance += (double)(glms_vec2_norm(body->velocity) * RIG_DT);
    rig->tick++;
}

void rig_step(Rig *rig, const CarControl *control) {
    RigGround ground = ground_of(rig);
    vec2s force = vec2_make(0.0f, 0.0f);
    float torque = 0.0f;
    car_step_control(&rig->car, &rig->model, rig_body(rig), control, ground.surfaces, ground.index,
                     RIG_DT, &force, &torque);
    move(rig, force, torque);
}

void rig_step_input(Rig *rig, CarInput input) {
    RigGround ground = ground_of(rig);
    vec2s force = vec2_make(0.0f, 0.0f);
    float torque = 0.0f;
    car_step(&rig->car, &rig->model, rig_body(rig), input, ground.surfaces, ground.index, RIG_DT,
             &force, &torque);
    move(rig, force, torque);
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

float rig_within_peak(Rig *rig, float wanted) {
    const CarParams *params = &rig->model.params;
    CarMotion motion = car_motion(rig_body(rig));
    float way = trig_atan2(motion.across + rig->model.to_front * motion.spin,
                           float_max(motion.along, 1.0f));
    float peak = params->slip_angle_peak_front_deg / RIG_DEGREES * rig->surface.peak_scale;
    wanted = float_clamp(wanted, way - peak, way + peak);
    return float_clamp(wanted, -params->steer_lock, params->steer_lock);
}

// Into things: walls of each material, a parked car, a cone, a stack of tyres.
#include "geometry/trig.h"
#include "tune/manoeuvre.h"

#include <math.h>

#define HIT_SPEED   15.0f ///< m/s
#define HIT_GAP     0.5f  ///< m from the nearest corner to the wall at the start.
#define WALL_LENGTH 200.0f

#define STUCK_WAY 0.5f ///< m; less than that got away by nothing.

enum {
    WALL_PIECES = 8,
    HIT_TICKS = 2 * RIG_HZ,
    HIT_APART = RIG_HZ / 4, ///< Without contact: the hit is over, the tail has followed the nose.
    HIT_OVER = RIG_HZ,      ///< Since the first contact: whoever still scrapes is measured.
    TRY_TICKS = 2 * RIG_HZ,
};

static void try_to_leave(Rig *rig, CarControl control) {
    for (int i = 0; i < TRY_TICKS; i++) {
        rig_step(rig, control);
    }
}

/// Whether the car, standing where the hit left it, comes away neither forwards nor backwards.
static bool is_stuck(Rig *rig) {
    try_to_leave(rig, rig_pedals(0.0f, 1.0f));
    vec2s from = rig_body(rig)->position;
    CarControl on = rig_pedals(0.6f, 0.0f);
    on.steer = -rig->model.params.steer_lock; // away from the wall on the left
    try_to_leave(rig, on);
    if (glms_vec2_distance(rig_body(rig)->position, from) > STUCK_WAY) {
        return false;
    }
    CarControl back = rig_pedals(0.6f, 0.0f);
    back.reverse = true;
    try_to_leave(rig, back);
    return glms_vec2_distance(rig_body(rig)->position, from) <= STUCK_WAY;
}

/// One hit of a straight wall along x, to the left of the car, at `degrees`.
static void hit_wall(const Trial *trial, const RigDef *wall, int degrees, int first_metric,
                     MetricValues *out) {
    Rig rig = rig_make(trial, HIT_SPEED, wall);
    Body *body = rig_body(&rig);
    body_set_angle(body, (float)degrees / RIG_DEGREES);
    float reach = hull_bounds(&rig.hulls[0], body_at(body)).high.y;
    body->position = vec2_make(0.0f, -reach - HIT_GAP);
    body->velocity = vec2_make(HIT_SPEED * body->rotation.c, HIT_SPEED * body->rotation.s);
    float before = HIT_SPEED;
    Body after = *body; // at the last touch
    // The tick before the first touch and that of the last; HIT_TICKS as long as there was none.
    int first = HIT_TICKS, last = HIT_TICKS;
    while (rig.tick < HIT_TICKS && rig.tick - last < HIT_APART && rig.tick - first < HIT_OVER) {
        float speed = glms_vec2_norm(body->velocity);
        rig_step(&rig, rig_pedals(0.0f, 0.0f));
        if (rig.world->contact_count > 0) {
            before = last == HIT_TICKS ? speed : before;
            after = *body;
            first = first < rig.tick ? first : rig.tick - 1;
            last = rig.tick;
        }
    }
    vec2s velocity = after.velocity;
    metric_set(out, first_metric, (double)(glms_vec2_norm(velocity) / before) * 100.0);
    metric_set(out, first_metric + 1,
               (double)(trig_atan2(-velocity.y, fabsf(velocity.x)) * RIG_DEGREES));
    metric_set(out, first_metric + 2, (double)(after.spin * RIG_DEGREES));
    metric_set(out, first_metric + 3, is_stuck(&rig) ? 1.0 : 0.0);
    rig_destroy(&rig);
}

void manoeuvre_wall(const Trial *trial, MetricValues *out) {
    vec2s line[2] = {vec2_make(-0.5f * WALL_LENGTH, 0.0f), vec2_make(0.5f * WALL_LENGTH, 0.0f)};
    for (int i = 0; i < MATERIAL_BUILT_IN_COUNT; i++) {
        const Material *material = &material_built_in[i];
        WallPiece pieces[WALL_PIECES];
        int count = wall_pieces_of_line(line, 2, false, 1.0f, 1, material->friction,
                                        material->restitution, 0, pieces, WALL_PIECES);
        RigDef wall = {.walls = pieces, .wall_count = count};
        for (int angle = 0; angle < METRIC_WALL_ANGLES; angle++) {
            hit_wall(trial, &wall, metric_wall_angles[angle],
                     metric_of_wall((MaterialIndex)i, angle, 0), out);
        }
    }
}

/// A round thing of `radius` m as a hull.
static Hull round_hull(float radius) {
    vec2s points[SHAPE_POINTS_MAX];
    for (int i = 0; i < SHAPE_POINTS_MAX; i++) {
        TrigPair turn = trig_sincos(2.0f * TRIG_PI * (float)i / (float)SHAPE_POINTS_MAX);
        points[i] = vec2_make(radius * turn.cos, radius * turn.sin);
    }
    Hull hull = {.count = 0};
    (void)hull_make(points, SHAPE_POINTS_MAX, &hull);
    return hull;
}

/// Percent of its speed that the car loses on the other body of `around`, which stands ahead,
/// coasting, within 0.5 s of the hit. That body may be a `parked` car of the same kind.
static double speed_lost(const Trial *trial, RigDef around, bool parked) {
    Hull own = car_model_hull(trial->model);
    float front = hull_bounds(&own, transform_identity()).high.x;
    float tail = -hull_bounds(around.other, transform_identity()).low.x;
    around.other_at = vec2_make(front + tail + HIT_GAP, 0.0f);
    Rig rig = rig_make(trial, HIT_SPEED, &around);
    Car other = car_make(trial->model, 0.0f);
    static const uint8_t index[CAR_WHEELS] = {0};
    CarControl brake = rig_pedals(0.0f, 1.0f);
    float before = HIT_SPEED;
    int left = -1;
    while (left != 0 && rig.tick < HIT_TICKS) {
        Force force = {.force = vec2_make(0.0f, 0.0f)};
        if (parked) {
            car_step_control(&other, trial->model, rig_body(&rig) + 1, &brake, rig.surfaces, index,
                             RIG_DT, &force.force, &force.torque);
        }
        world_forces(rig.world)[1] = force;
        float speed = rig_along(&rig);
        rig_step(&rig, rig_pedals(0.0f, 0.0f));
        if (left < 0 && rig.world->contact_count > 0) {
            before = speed;
            left = RIG_HZ / 2;
        }
        left -= left > 0 ? 1 : 0;
    }
    double lost = (1.0 - (double)(rig_along(&rig) / before)) * 100.0;
    rig_destroy(&rig);
    return lost;
}

void manoeuvre_push(const Trial *trial, MetricValues *out) {
    const CarParams *params = &trial->model->params;
    Hull car = car_model_hull(trial->model), cone = round_hull(0.15f), stack = round_hull(0.35f);
    RigDef to_car = {
        .other = &car, .other_mass = params->mass, .other_inertia = params->yaw_inertia};
    RigDef to_cone = {.other = &cone, .other_mass = 3.0f, .other_inertia = 0.03f};
    RigDef to_stack = {.other = &stack, .other_mass = 60.0f, .other_inertia = 3.7f};
    metric_set(out, METRIC_push_push_car_lost, speed_lost(trial, to_car, true));
    metric_set(out, METRIC_push_push_cone_lost, speed_lost(trial, to_cone, false));
    metric_set(out, METRIC_push_push_tyres_lost, speed_lost(trial, to_stack, false));
}

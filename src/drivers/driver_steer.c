#include "base/scalar.h"
#include "drivers/driver_parts.h"
#include "geometry/trig.h"
#include "vehicle/steering.h"

#include <math.h>

/// Coming back to the lane from more than BACK_FROM beside it may take BACK_SHARE of the grip, and
/// at low speed REJOIN_SLOPE at most. Up to SLOW steering is geometry alone, from FAST on by side
/// force. YAW_DAMPING 0 lets a rear-driven car without traction control swing its tail until it
/// spins; 1 to 3 are alike.
#define BACK_FROM    0.3f ///< m
#define BACK_SHARE   0.5f
#define REJOIN_SLOPE 0.8f
#define SLOW         4.0f ///< m/s
#define FAST         8.0f ///< m/s
#define YAW_DAMPING  2.0f
#define SLIP_LIMIT   1.05f ///< x the front tyres' peak

/// A car off its line looks this far ahead for walls, plus as far as it goes in a second.
#define WALL_SIGHT 8.0f ///< m
#define FACE_SIGHT 1.5f ///< m before the nose in which a car that turns round must not meet one.

/// Whether the car could go `way` (m) without meeting a wall: one ray along each flank.
static bool is_clear(const DriverView *view, const WallGrid *walls, vec2s way) {
    float reach = 0.5f * view->model->params.width + 0.2f;
    vec2s aside = glms_vec2_scale(vec2_left(glms_vec2_normalize(way)), reach);
    vec2s left = glms_vec2_add(view->body->position, aside);
    vec2s right = glms_vec2_sub(view->body->position, aside);
    return !wall_grid_ray(walls, left, way).hit && !wall_grid_ray(walls, right, way).hit;
}

bool driver_faces_wall(const DriverView *view, const WallGrid *walls) {
    float reach = 0.5f * view->model->params.length + FACE_SIGHT;
    vec2s nose = vec2_make(view->body->rotation.c, view->body->rotation.s);
    return !is_clear(view, walls, glms_vec2_scale(nose, reach));
}

/// Where to steer to instead of `target` when a wall stands in between, as it may for a car that
/// has left its line: the least turn to either side that is clear.
static vec2s detour(const DriverView *view, const WallGrid *walls, vec2s target) {
    enum {
        TURNS = 4
    };
    vec2s way = glms_vec2_sub(target, view->body->position);
    float length = glms_vec2_norm(way);
    float sight = WALL_SIGHT + view->speed;
    way = length > sight ? glms_vec2_scale(way, sight / length) : way;
    for (int i = 0; i <= 2 * TURNS && length > 0.1f; i++) {
        float turn = 0.35f * (float)((i + 1) / 2) * (i % 2 == 0 ? 1.0f : -1.0f);
        vec2s turned = rotation_apply(rotation_make(turn), way);
        if (is_clear(view, walls, turned)) {
            return i == 0 ? target : glms_vec2_add(view->body->position, turned);
        }
    }
    return target;
}

/// Where to steer to: the lane some way ahead. Who is beside it aims further on, so that coming
/// back takes no more than a share of the grip; on a straight that is a long way, in a bend the
/// chord must not leave the road.
vec2s driver_lookahead(const DriverView *view, const WallGrid *walls, float lane) {
    const LinePoint *at = &view->line->points[view->point];
    float ahead = DRIVER_LOOKAHEAD_BASE + DRIVER_LOOKAHEAD_TIME * view->speed;
    float error = fabsf(view->offset - driver_lane_at(at, lane));
    float grip = BACK_SHARE * view->grip;
    float back = view->speed * sqrtf(2.0f * float_max(error - BACK_FROM, 0.0f) / grip);
    back = float_min(back, sqrtf(8.0f * (error + 1.0f) / float_max(fabsf(at->curvature), 1e-4f)));
    ahead = float_max(ahead, float_max(back, float_min(error / REJOIN_SLOPE, 60.0f)));
    LinePlace place = driver_place_ahead(view, float_min(ahead, 0.25f * view->line->length));
    vec2s target = driver_lane_point(view, place, lane);
    bool outside = view->offset > at->left + 0.5f || view->offset < -at->right - 0.5f;
    return outside ? detour(view, walls, target) : target;
}

/// Angle (rad) at which `target` lies off the nose, left positive.
float driver_bearing(const DriverView *view, vec2s target) {
    vec2s local = transform_undo(body_at(view->body), target);
    return trig_atan2(local.y, local.x);
}

/// Slip of the front tyres (rad) that makes `use` (0 to 1) of their side force.
static float front_slip(const DriverView *view, float use) {
    const Tyre *tyre = &view->model->tyre[0];
    float scale = view->ground->peak_scale;
    return use < 0.99f ? tyre_slip_for(tyre, use, scale) : SLIP_LIMIT * (scale * tyre->slip_y);
}

/// Road-wheel angle (rad) towards `target`, which lies at `bearing` off the nose. Standing or slow
/// it is geometry; faster, the front tyres are asked for the side force that bends the course (not
/// the nose: they differ in a slide) onto the target, whatever way the car points. So a slide is
/// caught by steering into it. Source: Park, Deyst, How 2004, A new nonlinear guidance logic for
/// trajectory tracking.
float driver_steer_angle(const DriverView *view, vec2s target, float bearing) {
    const CarModel *model = view->model;
    float lock = model->params.steer_lock;
    if (fabsf(bearing) > 1.7f) {
        return bearing > 0.0f ? lock : -lock;
    }
    float distance = float_max(glms_vec2_distance(target, view->body->position), 1.0f);
    float geometric = model->params.wheelbase * 2.0f * trig_sin(bearing) / distance;
    float fast = float_clamp((view->along - SLOW) / (FAST - SLOW), 0.0f, 1.0f);
    if (fast <= 0.0f) {
        return geometric;
    }
    CarMotion motion = car_motion(view->body);
    float course = trig_atan2(motion.across, motion.along);
    float side = 2.0f * motion.speed * motion.speed * trig_sin(bearing - course) / distance;
    float use = float_clamp(side / (view->ground->grip * driver_axle_grip(model, 0, motion.speed)),
                            -1.0f, 1.0f);
    float slip = front_slip(view, float_min(fabsf(use), 1.0f));
    // The front's own yaw is left out, and more: that damps the tail, which else would swing.
    float yaw = side / motion.speed;
    float damped = motion.spin + YAW_DAMPING * (yaw - motion.spin);
    float front = trig_atan2(motion.across + model->to_front * damped, motion.along);
    float angle = front + (use < 0.0f ? -slip : slip);
    return geometric + fast * (angle - geometric);
}

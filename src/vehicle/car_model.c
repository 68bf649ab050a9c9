#include "vehicle/car_model.h"

#include "base/assert.h"
#include "geometry/trig.h"

#include <string.h>

CarModel car_model_make(const CarParams *params) {
    const CarParams *p = params;
    ASSERT(p->mass > 0.0f && p->yaw_inertia > 0.0f && p->wheelbase > 0.0f);
    ASSERT(p->gear_count >= 1 && p->gear_count <= CAR_GEARS_MAX);
    TyreDef front_tyre = {
        .mu_x = p->mu_x_front,
        .mu_y = p->mu_y_front,
        .slip_ratio = p->slip_ratio_peak_front,
        .slip_angle = p->slip_angle_peak_front_deg * (TRIG_PI / 180.0f),
        .slide = p->slide_grip_front,
        .load_sens = p->load_sens_front,
        .load_ref = p->load_ref,
        .relax_x = p->relax_x,
        .relax_y = p->relax_y,
        .damp = p->lowspeed_damp,
        .damp_speed = p->lowspeed_v,
    };
    TyreDef rear_tyre = front_tyre;
    rear_tyre.mu_x = p->mu_x_rear;
    rear_tyre.mu_y = p->mu_y_rear;
    rear_tyre.slip_ratio = p->slip_ratio_peak_rear;
    rear_tyre.slip_angle = p->slip_angle_peak_rear_deg * (TRIG_PI / 180.0f);
    rear_tyre.slide = p->slide_grip_rear;
    rear_tyre.load_sens = p->load_sens_rear;
    CarModel model;
    memset(&model, 0, sizeof model);
    model.params = *p;
    model.tyre[0] = tyre_make(&front_tyre);
    model.tyre[1] = tyre_make(&rear_tyre);
    model.tyres = tyre_set_make(&model.tyre[0], &model.tyre[1]);
    model.to_rear = p->weight_front * p->wheelbase;
    model.to_front = p->wheelbase - model.to_rear;
    for (int i = 0; i < CAR_WHEELS; i++) {
        bool front = i < CAR_REAR_LEFT;
        float side = 0.5f * (front ? p->track_front : p->track_rear);
        model.wheel_at[i] =
            vec2_make(front ? model.to_front : -model.to_rear, i % 2 == 0 ? side : -side);
        model.wheels.x[i] = model.wheel_at[i].x;
        model.wheels.y[i] = model.wheel_at[i].y;
        model.wheels.radius[i] = front ? p->wheel_radius_front : p->wheel_radius_rear;
        model.wheels.inertia[i] = front ? p->wheel_inertia_front : p->wheel_inertia_rear;
        model.wheels.brake_bias[i] = front ? p->brake_bias_front : 1.0f - p->brake_bias_front;
    }
    return model;
}

Hash128 car_model_hash(const CarModel *model) {
    const CarParams *params = &model->params;
    Hash hash = hash_begin();
#define PARAM(group, name, label, unit, initial, min, max, step, shown, about, more) \
    hash_f32(&hash, params->name);
#include "vehicle/car_params.def"
#undef PARAM
    hash_u32(&hash, (uint32_t)params->torque_count);
    hash_f32s(&hash, &params->torque_curve[0].rpm, 2 * (size_t)params->torque_count);
    hash_u32(&hash, (uint32_t)params->gear_count);
    hash_f32s(&hash, params->gears, (size_t)params->gear_count);
    hash_u32(&hash, (uint32_t)params->outline_count);
    hash_f32s(&hash, params->outline[0].raw, 2 * (size_t)params->outline_count);
    return hash_end128(&hash);
}

Hull car_model_hull(const CarModel *model) {
    const CarParams *params = &model->params;
    Hull hull;
    if (params->outline_count > 0) {
        bool made = hull_make(params->outline, params->outline_count, &hull);
        ASSERT(made);
        return hull;
    }
    return hull_box(vec2_make(params->body_offset, 0.0f), params->length, params->width);
}

#include "vehicle/car_params.h"

#include <stddef.h>
#include <string.h>

static const ParamRow rows[] = {
#define PARAM(...) PARAM_ROW(CarParams, __VA_ARGS__),
#include "vehicle/car_params.def"
#undef PARAM
};

const ParamTable car_param_table = {
    .title = "Car",
    .rows = rows,
    .count = (int)(sizeof rows / sizeof rows[0]),
};

CarParams car_params_default(void) {
    static const CarTorquePoint curve[] = {{1000.0f, 150.0f}, {1500.0f, 230.0f}, {2000.0f, 290.0f},
                                           {4500.0f, 290.0f}, {5200.0f, 268.0f}, {6000.0f, 234.0f},
                                           {6800.0f, 190.0f}};
    static const float gears[] = {3.36f, 2.09f, 1.47f, 1.10f, 0.87f, 0.72f};
    CarParams params;
    memset(&params, 0, sizeof params);
    param_reset(&car_param_table, &params);
    memcpy(params.torque_curve, curve, sizeof curve);
    params.torque_count = (int)(sizeof curve / sizeof curve[0]);
    memcpy(params.gears, gears, sizeof gears);
    params.gear_count = (int)(sizeof gears / sizeof gears[0]);
    return params;
}

void car_params_outline_box(CarParams *params) {
    float front = params->body_offset + 0.5f * params->length;
    float back = params->body_offset - 0.5f * params->length;
    float half = 0.5f * params->width;
    const vec2s corners[] = {{{back, -half}}, {{front, -half}}, {{front, half}}, {{back, half}}};
    memset(params->outline, 0, sizeof params->outline);
    memcpy(params->outline, corners, sizeof corners);
    params->outline_count = (int)(sizeof corners / sizeof corners[0]);
}

static bool same_list(const void *a, int a_count, const void *b, int b_count, size_t size) {
    return a_count == b_count && memcmp(a, b, (size_t)a_count * size) == 0;
}

bool car_params_same_torques(const CarParams *a, const CarParams *b) {
    return same_list(a->torque_curve, a->torque_count, b->torque_curve, b->torque_count,
                     sizeof a->torque_curve[0]);
}

bool car_params_same_gears(const CarParams *a, const CarParams *b) {
    return same_list(a->gears, a->gear_count, b->gears, b->gear_count, sizeof a->gears[0]);
}

bool car_params_same_outline(const CarParams *a, const CarParams *b) {
    return same_list(a->outline, a->outline_count, b->outline, b->outline_count,
                     sizeof a->outline[0]);
}

int car_params_differences(const CarParams *a, const CarParams *b) {
    int count = !car_params_same_torques(a, b) + !car_params_same_gears(a, b) +
                !car_params_same_outline(a, b);
    for (int i = 0; i < car_param_table.count; i++) {
        const ParamRow *row = &car_param_table.rows[i];
        count += param_get(row, a) != param_get(row, b);
    }
    return count;
}

#include "vehicle/car_sound.h"

#include "base/assert.h"
#include "base/number.h"
#include "base/scalar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CYLINDER_TORQUE 70.0f ///< N m that a cylinder gives, in the engines of the shipped cars.

static const ParamRow rows[] = {
#define PARAM(...) PARAM_ROW(CarSound, __VA_ARGS__),
#include "vehicle/car_sound.def"
#undef PARAM
};

const ParamTable car_sound_table = {
    .title = "Sound",
    .rows = rows,
    .count = (int)(sizeof rows / sizeof rows[0]),
};

float car_sound_cycle_deg(const CarSound *sound) { return sound->strokes == 2 ? 360.0f : 720.0f; }

float car_sound_cycle_hz(const CarSound *sound, float rpm) {
    return rpm * (sound->strokes == 2 ? 1.0f / 60.0f : 1.0f / 120.0f);
}

/// Equal angles, one collector.
static void fire_evenly(CarSound *sound) {
    for (int i = 0; i < sound->cylinder_count; i++) {
        float angle = car_sound_cycle_deg(sound) * (float)i / (float)sound->cylinder_count;
        sound->firing[i] = (CarFiring){.angle_deg = angle, .bank = 1};
    }
}

/// Reads [angle, bank] of cylinder `index`.
static bool read_firing(const YamlNode *node, int index, CarSound *sound, MessageList *messages) {
    if (node->kind != YAML_LIST || node->count != 2) {
        message_add(messages, MESSAGE_E858, node->place, index + 1);
        return false;
    }
    CarFiring *firing = &sound->firing[index];
    float cycle = car_sound_cycle_deg(sound);
    bool fine = yaml_number(node->first, "angle", "degrees", 0.0, (double)cycle, &firing->angle_deg,
                            messages);
    fine &=
        yaml_integer(node->first->next, "bank", 1, CAR_SOUND_BANKS_MAX, &firing->bank, messages);
    float before = index > 0 ? sound->firing[index - 1].angle_deg : 0.0f;
    float angle = firing->angle_deg;
    bool in_order = index == 0 ? angle == 0.0f : angle > before && angle < cycle;
    if (fine && !in_order) {
        char text[NUMBER_TEXT_MAX];
        message_add(messages, MESSAGE_E859, node->place, index + 1,
                    number_text((double)angle, 1, text));
        fine = false;
    }
    return fine;
}

/// Reads when the cylinders fire; `node` may be NULL: evenly.
static bool read_firings(const YamlNode *node, CarSound *sound, MessageList *messages) {
    fire_evenly(sound);
    if (!node) {
        return true;
    }
    int count = node->kind == YAML_LIST ? node->count : 0;
    if (count != sound->cylinder_count) {
        message_add(messages, MESSAGE_E857, node->place, count, sound->cylinder_count);
        return false;
    }
    bool fine = true;
    int index = 0;
    for (const YamlNode *firing = node->first; firing; firing = firing->next) {
        fine &= read_firing(firing, index, sound, messages);
        index++;
    }
    return fine;
}

bool car_sound_read(const YamlNode *node, CarSound *out, MessageList *messages) {
    static const char *const others[] = {"cylinders", "strokes", "firing"};
    static const char *const strokes[] = {"2", "4"};
    CarSound made;
    memset(&made, 0, sizeof made);
    param_reset(&car_sound_table, &made);
    bool fine = param_read(&car_sound_table, "sound", node, others, 3, &made, messages);
    if (node->kind != YAML_MAP) {
        return false;
    }
    int stroke = 1;
    const YamlNode *stroke_node = yaml_find(node, "strokes");
    fine &= !stroke_node || yaml_choice(stroke_node, "strokes", strokes, 2, &stroke, messages);
    made.strokes = stroke == 0 ? 2 : 4;
    bool counted =
        yaml_integer(yaml_require(node, "cylinders", "cylinders: 4", messages), "cylinders", 1,
                     CAR_SOUND_CYLINDERS_MAX, &made.cylinder_count, messages);
    fine &= counted && read_firings(yaml_find(node, "firing"), &made, messages);
    if (fine) {
        *out = made;
    }
    return fine;
}

CarSound car_sound_make(const CarParams *params) {
    ASSERT(params != NULL);
    CarSound sound;
    memset(&sound, 0, sizeof sound);
    param_reset(&car_sound_table, &sound);
    float torque = 0.0f; // N m, its peak
    for (int i = 0; i < params->torque_count; i++) {
        torque = float_max(torque, params->torque_curve[i].torque);
    }
    float redline = params->redline_rpm;
    sound.strokes = torque < 40.0f && redline > 9000.0f ? 2 : 4;
    int count = (int)(torque / CYLINDER_TORQUE + 0.5f);
    count = count < 1 ? 1 : count > CAR_SOUND_CYLINDERS_MAX ? CAR_SOUND_CYLINDERS_MAX : count;
    count -= count > 6 && count % 2 == 1 ? 1 : 0; // two banks are alike
    sound.cylinder_count = count;
    fire_evenly(&sound);
    for (int i = 0; i < count && count > 6; i++) {
        sound.firing[i].bank = 1 + i % 2;
    }
    float fast = float_clamp((redline - 5000.0f) / 8000.0f, 0.0f, 1.0f);
    sound.exhaust_runner = 0.7f - 0.35f * fast;
    sound.exhaust_pipe = float_clamp(params->length * 0.6f, 0.3f, 4.0f) * (1.0f - 0.6f * fast);
    sound.muffler_count = redline > 9000.0f ? 0.0f : 1.0f;
    sound.sharpness = 0.4f + 0.5f * fast;
    sound.brightness = 5000.0f + 5000.0f * fast;
    sound.horn_low = float_clamp(560.0f - 0.1f * params->mass, 250.0f, 560.0f);
    sound.horn_high = sound.horn_low * 1.2f;
    return sound;
}

bool car_sound_same(const CarSound *a, const CarSound *b) {
    bool same = a->strokes == b->strokes && a->cylinder_count == b->cylinder_count;
    for (int i = 0; i < car_sound_table.count && same; i++) {
        same = param_get(&rows[i], a) == param_get(&rows[i], b);
    }
    for (int i = 0; i < a->cylinder_count && same; i++) {
        same = a->firing[i].angle_deg == b->firing[i].angle_deg &&
               a->firing[i].bank == b->firing[i].bank;
    }
    return same;
}

#include "vehicle/car_feel.h"

#include "base/assert.h"
#include "vehicle/car_file.h"

#include <math.h>
#include <string.h>

#define TORQUE_CURVE    "torque_curve"
#define TORQUE_DECIMALS 0    ///< As the sliders of the points have.
#define SWITCH_AT       0.5f ///< From here on a FEEL_SWITCH acts.

const CarKnobText car_knob_texts[KNOB_COUNT] = {
    [KNOB_GRIP] = {"grip", "slides early, brakes long", "sticks like on rails"},
    [KNOB_POWER] = {"power", "gentle engine", "strong engine, wheels spin sooner"},
    [KNOB_BRAKES] = {"brakes", "weak brakes", "strong brakes, wheels lock sooner without ABS"},
    [KNOB_STEERING] = {"steering", "calm and slow", "quick and sharp, also at speed"},
    [KNOB_DRIFT] = {"drift", "the tail stays behind", "the tail comes round and stays out"},
    [KNOB_WEIGHT] = {"weight", "light and nimble", "slower in everything, hits harder"},
    [KNOB_BOUNCE] = {"bounce", "walls swallow the hit", "pinball"},
    [KNOB_HELP] = {"help", "all help off", "the car catches its own slides"},
};

const FeelMove car_feel_moves[] = {
#define MOVE(knob_, name_, kind_, low_, high_) \
    {.knob = knob_, .name = #name_, .kind = kind_, .low = low_, .high = high_},
#include "vehicle/car_feel.def"
#undef MOVE
};

const int car_feel_move_count = (int)(sizeof car_feel_moves / sizeof car_feel_moves[0]);

CarFeel car_feel_make(const CarParams *params) {
    ASSERT(params != NULL);
    CarFeel feel;
    memset(&feel, 0, sizeof feel);
    feel.middle = *params;
    feel.shown = *params;
    return feel;
}

static float scaled(float value, float high, float knob) {
    // Straight lines instead of a power: nearly the same, and the same on every machine.
    return knob >= 0.0f ? value * (1.0f + knob * (high - 1.0f))
                        : value / (1.0f - knob * (high - 1.0f));
}

/// Never away from the end that the knob is turned to, though `value` may lie beyond it already.
static float toward(float value, float low, float high, float knob) {
    float end = knob >= 0.0f ? high : low;
    bool upward = (high > low) == (knob >= 0.0f);
    end = upward ? fmaxf(end, value) : fminf(end, value);
    return value + fabsf(knob) * (end - value);
}

static float switched(float value, float high, float knob) {
    if (knob <= -SWITCH_AT) {
        return 0.0f;
    }
    return knob >= SWITCH_AT && value <= 0.0f ? high : value;
}

static float moved(const FeelMove *move, float value, float knob) {
    switch (move->kind) {
    case FEEL_SCALE:
        return scaled(value, move->high, knob);
    case FEEL_TOWARD:
        return toward(value, move->low, move->high, knob);
    case FEEL_SWITCH:
        return switched(value, move->high, knob);
    }
    return value;
}

/// What all sliders together make of `value`, which is called `name`: a number that people would
/// write. Untouched it comes back as it is.
static float turned(const CarFeel *feel, const char *name, float value, float min, float max,
                    int decimals) {
    bool is_moved = false;
    for (int i = 0; i < car_feel_move_count; i++) {
        const FeelMove *move = &car_feel_moves[i];
        if (feel->knobs[move->knob] != 0.0f && strcmp(move->name, name) == 0) {
            value = moved(move, value, feel->knobs[move->knob]);
            is_moved = true;
        }
    }
    return is_moved ? fminf(fmaxf(param_rounded(value, decimals), min), max) : value;
}

void car_feel_turn(CarFeel *feel, CarKnob knob, float value, CarParams *params) {
    ASSERT(feel != NULL && knob < KNOB_COUNT && params != NULL);
    ASSERT(value == value);
    feel->knobs[knob] = fminf(fmaxf(value, -1.0f), 1.0f);
    feel->shown = feel->middle;
    for (int i = 0; i < car_param_table.count; i++) {
        const ParamRow *row = &car_param_table.rows[i];
        *param_value(row, &feel->shown) = turned(feel, row->name, param_get(row, &feel->middle),
                                                 row->min, row->max, param_decimals(row));
    }
    for (int i = 0; i < feel->middle.torque_count; i++) {
        feel->shown.torque_curve[i].torque =
            turned(feel, TORQUE_CURVE, feel->middle.torque_curve[i].torque, 0.0f,
                   (float)CAR_FILE_TORQUE_MAX, TORQUE_DECIMALS);
    }
    *params = feel->shown;
}

/// Whether a slider that is not in the middle moves the number called `name`.
static bool is_turned(const CarFeel *feel, const char *name) {
    for (int i = 0; i < car_feel_move_count; i++) {
        const FeelMove *move = &car_feel_moves[i];
        if (feel->knobs[move->knob] != 0.0f && strcmp(move->name, name) == 0) {
            return true;
        }
    }
    return false;
}

void car_feel_follow(CarFeel *feel, const CarParams *params) {
    ASSERT(feel != NULL && params != NULL);
    if (memcmp(&feel->shown, params, sizeof *params) == 0) {
        return;
    }
    CarParams middle = *params; // lists and outline, which only power moves
    bool pulled =
        is_turned(feel, TORQUE_CURVE) &&
        memcmp(feel->shown.torque_curve, params->torque_curve, sizeof params->torque_curve) != 0;
    if (!pulled) {
        memcpy(middle.torque_curve,
               is_turned(feel, TORQUE_CURVE) ? feel->middle.torque_curve : params->torque_curve,
               sizeof middle.torque_curve);
    }
    for (int i = 0; i < car_param_table.count && !pulled; i++) {
        const ParamRow *row = &car_param_table.rows[i];
        if (is_turned(feel, row->name)) {
            pulled = param_get(row, params) != param_get(row, &feel->shown);
            *param_value(row, &middle) = param_get(row, &feel->middle);
        }
    }
    if (pulled) {
        *feel = car_feel_make(params);
        return;
    }
    feel->middle = middle;
    feel->shown = *params;
}

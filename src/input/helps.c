#include "input/helps.h"

#include "drivers/gunner.h"
#include "race_state/classification.h"

/// x the line's speeds, which are the best that the car can do. A person who steers along the line
/// only roughly needs a reserve; who does not steer has the pace of the best AI.
#define BRAKE_PACE  0.90f
#define SWITCH_PACE 1.0f

unsigned helps_of(const SettingsSeat *seat) {
    return (seat->auto_throttle ? RECORD_AUTO_THROTTLE : 0u) |
           (seat->throttle_latch ? RECORD_LATCH : 0u) |
           (seat->auto_brake ? RECORD_AUTO_BRAKE : 0u) |
           (seat->one_switch ? RECORD_ONE_SWITCH : 0u);
}

bool helps_fire(const SettingsSeat *seat, const Race *race, int car) {
    return (seat->auto_fire || seat->one_switch) && gunner_has_target(race, car);
}

/// The gas as a tap leaves it.
static void latch(HelpState *state, CarInput *input) {
    bool down = input->throttle > 127;
    if (down && !state->gas_down) {
        state->latched = !state->latched;
    }
    state->gas_down = down;
    state->latched = state->latched && input->brake == 0;
    input->throttle = state->latched ? 255 : 0;
}

bool helps_switch_down(CarInput pressed) {
    enum {
        SWITCHES = CAR_INPUT_HANDBRAKE | CAR_INPUT_RESCUE | CAR_INPUT_FIRE
    };
    return pressed.throttle > 0 || pressed.brake > 0 || pressed.steer != 0 ||
           (pressed.flags & SWITCHES) != 0;
}

/// Lets the AI think, as often as it does for its own cars.
static void advise(HelpState *state, unsigned helps, Race *race, int car) {
    if (state->advised && (race->tick + (uint32_t)car) % RACE_AI_TICKS != 0) {
        return;
    }
    state->advised = true;
    state->advice = helps & RECORD_ONE_SWITCH
                        ? codriver_drive(&state->codriver, race, car, SWITCH_PACE)
                        : codriver_pedals(&state->codriver, race, car, BRAKE_PACE);
}

static CarInput drive_by_switch(HelpState *state, bool down, const Racer *racer) {
    CarInput input = state->advice;
    if (!down) {
        input.throttle = 0;
        state->codriver.driver.stood_s = 0.0f; // it stands because nobody presses
        if (racer->car.gear < 0) {
            input.brake = 0;
        }
    }
    bool lost = racer->missed_gate >= 0 && racer->missed_s <= 0.0f;
    input.flags |= lost ? CAR_INPUT_RESCUE : 0;
    return input;
}

static CarInput brake_in_time(const HelpState *state, CarInput input, const Racer *racer) {
    bool reverses = racer->car.gear < 0 || input.brake > 0;
    if (!reverses) {
        input.brake = state->advice.brake;
        input.throttle =
            input.throttle < state->advice.throttle ? input.throttle : state->advice.throttle;
    }
    return input;
}

CarInput helps_apply(HelpState *state, unsigned helps, CarInput pressed, Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    CarInput input = pressed;
    if (classification_stands(racer)) { // what is pressed now is meant for the race
        input.throttle =
            (helps & RECORD_ONE_SWITCH) && helps_switch_down(pressed) ? 255 : input.throttle;
        return input;
    }
    if (helps & RECORD_ONE_SWITCH) {
        input = (CarInput){.throttle = helps_switch_down(pressed) ? 255 : 0};
    }
    if (helps & RECORD_LATCH) {
        latch(state, &input);
    }
    if (helps & RECORD_AUTO_THROTTLE) {
        input.throttle = input.brake > 0 ? 0 : 255;
    }
    if (race->phase == RACE_COUNTDOWN) {
        // What presses the gas for somebody makes no false start.
        bool waits = (helps & (RECORD_AUTO_THROTTLE | RECORD_ONE_SWITCH)) != 0;
        input.throttle = waits && race->rules.false_start ? 0 : input.throttle;
        return input;
    }
    bool thinks = (helps & (RECORD_AUTO_BRAKE | RECORD_ONE_SWITCH)) != 0;
    if (!thinks) {
        return input;
    }
    advise(state, helps, race, car);
    return helps & RECORD_ONE_SWITCH ? drive_by_switch(state, input.throttle > 0, racer)
                                     : brake_in_time(state, input, racer);
}

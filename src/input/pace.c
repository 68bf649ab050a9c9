#include "input/pace.h"

#include "base/assert.h"
#include "input/hotkeys.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Rewinding starts at the speed of driving and gets faster by this much a second, so that a corner
/// is met exactly and a minute is not long.
#define BACK_SPEED_FIRST 1.0
#define BACK_SPEED_GROWS 1.5
#define BACK_SPEED_MOST  8.0

static const double speeds[PACE_COUNT] = {1.0, 0.5, 0.25, 0.0};

void pace_start(Pace *pace, const Race *race) {
    if (pace->rewind.size != race->size) {
        rewind_destroy(&pace->rewind);
        rewind_make(&pace->rewind, race);
    }
    rewind_clear(&pace->rewind);
    *pace = (Pace){.rewind = pace->rewind};
}

void pace_destroy(Pace *pace) {
    rewind_destroy(&pace->rewind);
    *pace = (Pace){0};
}

PaceInput pace_input(const InputFrame *frame) {
    return (PaceInput){.slower = hotkey_pressed(HOTKEY_SLOWER, frame),
                       .faster = hotkey_pressed(HOTKEY_FASTER, frame),
                       .tick = hotkey_pressed(HOTKEY_TICK, frame),
                       .back = hotkey_down(HOTKEY_REWIND, frame)};
}

static void go_back(Pace *pace, double dt, Race *race, Race *before) {
    if (!pace->rewinding) {
        pace->rewinding = true;
        pace->shown_tick = race->tick;
        pace->held_s = pace->undone_s = 0.0;
    }
    pace->held_s += dt;
    double speed = fmin(BACK_SPEED_FIRST + BACK_SPEED_GROWS * pace->held_s, BACK_SPEED_MOST);
    double wanted = pace->shown_tick - speed * dt * RACE_TICKS_PER_SECOND;
    wanted = fmax(wanted, (double)rewind_oldest(&pace->rewind));
    pace->undone_s += fmax(pace->shown_tick - wanted, 0.0) / RACE_TICKS_PER_SECOND;
    pace->shown_tick = wanted;
    rewind_show(&pace->rewind, wanted, race);
    memcpy(before, race, race_state_size(race));
}

static void change_level(Pace *pace, const PaceInput *input) {
    if (input->slower && pace->level < PACE_STILL) {
        pace->level++;
    }
    if (input->faster && pace->level > PACE_WHOLE) {
        pace->level--;
    }
}

PaceFrame pace_frame(Pace *pace, const PaceInput *input, RaceClock *clock, double dt, Race *race,
                     Race *before) {
    ASSERT(pace->rewind.blocks != NULL);
    PaceFrame frame = {0};
    if (input->back && rewind_oldest(&pace->rewind) <= race->tick) {
        go_back(pace, dt, race, before);
        return (PaceFrame){.rewinding = true};
    }
    if (pace->rewinding) {
        pace->rewinding = false;
        frame.rewound = rewind_to(&pace->rewind, (uint32_t)pace->shown_tick, race);
        memcpy(before, race, race_state_size(race));
        *clock = (RaceClock){0};
    }
    change_level(pace, input);
    if (input->tick && pace->level != PACE_STILL) {
        pace->level = PACE_STILL;
    } else if (input->tick) {
        frame.ticks = 1;
    }
    if (pace->level != PACE_STILL) {
        frame.ticks = race_clock_advance(clock, dt * speeds[pace->level]);
    }
    return frame;
}

void pace_record(Pace *pace, const Race *race) { rewind_record(&pace->rewind, race); }

float pace_alpha(const Pace *pace, const RaceClock *clock) {
    return pace->level == PACE_STILL ? 1.0f : race_clock_alpha(clock);
}

void pace_text(const Pace *pace, char *out, size_t size) {
    static const char *const texts[PACE_COUNT] = {
        "", "1/2\u00D7", "1/4\u00D7", "Time stands still    [F10] single tick    [ . ] go on"};
    if (pace->rewinding) {
        snprintf(out, size, "rewind %.1f s", pace->undone_s);
    } else {
        snprintf(out, size, "%s", texts[pace->level]);
    }
}

#include "drivers/driver_form.h"

#include "base/scalar.h"

#include <math.h>

#define FORM_TICKS   2400u ///< Form drifts to another value this often: 10 s.
#define FORM_MOST    0.08f ///< Share of the pace that a driver of no consistency loses or gains.
#define FORM_TIME    4.0f  ///< s
#define WANDER_TICKS 600u
#define WANDER_MOST  0.60f ///< m, the same of its lane.
#define WANDER_TIME  1.0f  ///< s

/// A driver on its own keeps a reserve. Who has a rival ahead within RIVAL_TIME uses all of it, who
/// has one behind only a part: what is left can be lost to a mistake. In a battle all but the
/// leader use all of it, so that who was spun out gets back to the others.
#define RESERVE     0.07f ///< Share of its pace.
#define CHASED      0.4f  ///< Effort of who has a rival right behind alone.
#define RIVAL_TIME  1.5f  ///< s
#define EFFORT_TIME 2.0f  ///< s from ease to full effort.

#define PRESSURE_TIME 0.8f ///< s by which the car behind follows.

static const float mistake_s[DRIVER_MISTAKES] = {
    [DRIVER_MISTAKE_LATE] = 2.2f,
    [DRIVER_MISTAKE_WIDE] = 3.0f,
    [DRIVER_MISTAKE_LOCK] = 0.7f,
    [DRIVER_MISTAKE_LIFT] = 1.2f,
};

static uint32_t mixed(uint32_t value) { // finalizer of MurmurHash3 (Appleby)
    value = (value ^ value >> 16) * 0x85EBCA6Bu;
    value = (value ^ value >> 13) * 0xC2B2AE35u;
    return value ^ value >> 16;
}

float driver_form_dice(const Driver *driver, uint32_t part, uint32_t kind) {
    uint32_t value = mixed(driver->random ^ mixed(part * 0x9E3779B9u + kind));
    return (float)(value >> 8) / 16777216.0f;
}

static void drift(float *value, float target, float time, float dt) {
    *value += (target - *value) * float_min(dt / time, 1.0f);
}

static void begin_mistake(const Race *race, Driver *driver) {
    float which = driver_form_dice(driver, race->tick, 3u);
    DriverMistake mistake = which < 0.35f   ? DRIVER_MISTAKE_LATE
                            : which < 0.65f ? DRIVER_MISTAKE_WIDE
                            : which < 0.80f ? DRIVER_MISTAKE_LOCK
                                            : DRIVER_MISTAKE_LIFT;
    driver->mistake = (uint8_t)mistake;
    driver->mistake_s = mistake_s[mistake];
}

void driver_form_step(Race *race, int car, bool braking, const TrafficGaps *gaps, float dt) {
    Racer *racer = &race_racers(race)[car];
    Driver *driver = &racer->driver;
    const DriverParams *params = &racer->params;
    float uneven = 1.0f - params->consistency;
    float form = 2.0f * driver_form_dice(driver, race->tick / FORM_TICKS, 1u) - 1.0f;
    float wander = 2.0f * driver_form_dice(driver, race->tick / WANDER_TICKS, 2u) - 1.0f;
    drift(&driver->form, FORM_MOST * uneven * form, FORM_TIME, dt);
    drift(&driver->wander, WANDER_MOST * uneven * wander, WANDER_TIME, dt);
    bool chases =
        race->battle_mode == BATTLE_LAPS && racer->place > 1; // its guns are to reach them
    float effort = gaps->lapped                                                   ? 0.0f
                   : gaps->ahead_s < RIVAL_TIME || race->car_count == 1 || chases ? 1.0f
                   : gaps->behind_s < RIVAL_TIME                                  ? CHASED
                                                                                  : 0.0f;
    float step = dt / EFFORT_TIME;
    driver->effort += float_clamp(effort - driver->effort, -step, step);
    driver->mistake_s = float_max(driver->mistake_s - dt, 0.0f);
    if (driver->mistake_s <= 0.0f) {
        driver->mistake = DRIVER_MISTAKE_NONE;
    }
    bool begins = braking && driver->braking == 0;
    driver->braking = braking;
    if (begins && driver->mistake == DRIVER_MISTAKE_NONE && race->phase == RACE_RUNNING) {
        float rate = 0.01f * params->rate;
        rate *= gaps->behind_s < PRESSURE_TIME ? params->pressure : 1.0f;
        if (driver_form_dice(driver, race->tick, 4u) < rate) {
            begin_mistake(race, driver);
        }
    }
}

float driver_form_pace(const Driver *driver) {
    return 1.0f - RESERVE * (1.0f - driver->effort) + driver->form;
}

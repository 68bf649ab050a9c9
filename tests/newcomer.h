/// A person who drives for the first time, on keys: sees late, presses all or nothing, misjudges
/// corners, steers by where the nose points. Drives the simulation and the real game alike.
#pragma once

#include "base/random.h"
#include "geometry/trig.h"
#include "track/track.h"
#include "vehicle/car.h"

#include <math.h>
#include <string.h>

enum {
    NEWCOMER_SIGHTS = 32,
};

/// What is on the screen at one moment.
typedef struct NewcomerSight {
    double time; ///< s
    vec2s position;
    float angle;    ///< rad, of the nose.
    float speed;    ///< m/s
    float sideslip; ///< rad, from where the car points to where it goes.
} NewcomerSight;

/// A value; made by newcomer_make. Everything random about it hangs on the seed.
typedef struct Newcomer {
    Random random;
    NewcomerSight sights[NEWCOMER_SIGHTS]; ///< The last ones, oldest first.
    int sight_count;
    float delay;     ///< s from the screen to the finger: 0.20 to 0.25.
    float courage;   ///< Of the grip that the car has, what is tried in corners.
    float ahead;     ///< s of the way that are looked ahead.
    bool startled;   ///< Lets go of the gas when the car slides.
    float aim;       ///< m left of the middle of the road that are aimed for, slowly wandering.
    float misjudged; ///< Of the speed that the corner ahead would take.
    double look_again, hold_until, back_until, moved_at;
    int steer;
    bool gas, brake, back;
    int sample; ///< Of the ribbon, a hint.
} Newcomer;

static inline Newcomer newcomer_make(uint64_t seed) {
    Newcomer newcomer;
    memset(&newcomer, 0, sizeof newcomer);
    newcomer.random = random_make(seed, 77);
    Random *random = &newcomer.random;
    newcomer.delay = random_range(random, 0.20f, 0.25f);
    newcomer.courage = random_range(random, 0.55f, 1.0f);
    newcomer.ahead = random_range(random, 0.55f, 0.85f);
    newcomer.startled = random_range(random, 0.0f, 1.0f) < 0.5f;
    newcomer.misjudged = 1.0f;
    newcomer.sample = -1;
    return newcomer;
}

/// What is on the screen now; called for every picture or every few.
static inline void newcomer_see(Newcomer *newcomer, NewcomerSight sight) {
    if (newcomer->sight_count == NEWCOMER_SIGHTS) {
        memmove(newcomer->sights, newcomer->sights + 1,
                (NEWCOMER_SIGHTS - 1) * sizeof newcomer->sights[0]);
        newcomer->sight_count--;
    }
    newcomer->sights[newcomer->sight_count++] = sight;
}

/// The latest sight that is `delay` old.
static inline NewcomerSight newcomer_remembered(const Newcomer *newcomer, double time) {
    int i = newcomer->sight_count - 1;
    while (i > 0 && newcomer->sights[i].time > time - (double)newcomer->delay) {
        i--;
    }
    return newcomer->sights[i];
}

/// The speed that seems right for the sharpest bend in sight.
static inline float newcomer_speed(const Newcomer *newcomer, const Ribbon *road, float s,
                                   float grip, float speed) {
    float pull = grip * 9.81f * newcomer->courage * newcomer->misjudged;
    float fastest = 1000.0f;
    float sight = 10.0f + speed * speed / (0.9f * grip * 9.81f);
    for (float way = 0.0f; way < sight; way += 2.0f) {
        const RibbonSample *sample = &road->samples[ribbon_at(road, s + way).sample];
        float bend = pull / fmaxf(fabsf(sample->curvature), 1e-4f);
        fastest = fminf(fastest, sqrtf(bend + pull * fmaxf(0.0f, way - 3.0f)));
    }
    return fastest;
}

/// Left, right or neither: towards a point of the road ahead, by where the nose points.
static inline void newcomer_steer(Newcomer *newcomer, const Ribbon *road, RibbonPlace place,
                                  const NewcomerSight *sight, double time) {
    if (time < newcomer->hold_until) {
        return; // fingers take their time
    }
    RibbonPlace goal = ribbon_at(road, place.s + 5.0f + newcomer->ahead * sight->speed);
    goal.offset = newcomer->aim;
    vec2s way = glms_vec2_sub(ribbon_point(road, goal), sight->position);
    float error = trig_wrap(trig_atan2(way.y, way.x) - sight->angle);
    float press = random_range(&newcomer->random, 0.04f, 0.10f);
    int before = newcomer->steer;
    if (newcomer->steer == 0 || error * (float)newcomer->steer < 0.015f) {
        newcomer->steer = error > press ? 1 : error < -press ? -1 : 0;
    }
    if (newcomer->steer != before) {
        newcomer->hold_until = time + (double)random_range(&newcomer->random, 0.06f, 0.16f);
    }
}

/// Stands against something: backs out for a while.
static inline bool newcomer_backs(Newcomer *newcomer, const NewcomerSight *sight, double time) {
    if (sight->speed > 1.5f) {
        newcomer->moved_at = time;
    }
    if (!newcomer->back && time - newcomer->moved_at > 2.5) {
        newcomer->back = true;
        newcomer->back_until = time + 1.8;
    }
    if (newcomer->back && time > newcomer->back_until) {
        newcomer->back = false;
        newcomer->moved_at = time;
    }
    return newcomer->back;
}

/// The keys at `time` for a car whose tyres hold `grip` x its weight, on the track's first road.
static inline CarInput newcomer_keys(Newcomer *newcomer, const Track *track, float grip,
                                     double time) {
    CarInput input = {.flags = CAR_INPUT_KEYS};
    if (newcomer->sight_count == 0) {
        return input;
    }
    const Ribbon *road = &track->ribbons[0];
    NewcomerSight sight = newcomer_remembered(newcomer, time);
    RibbonPlace place = ribbon_locate(road, sight.position, -1);
    if (time >= newcomer->look_again) { // another look at the road, another guess
        newcomer->look_again = time + (double)random_range(&newcomer->random, 0.7f, 2.0f);
        newcomer->misjudged = random_range(&newcomer->random, 0.8f, 1.25f);
        newcomer->aim = random_range(&newcomer->random, -2.0f, 2.0f);
    }
    if (newcomer_backs(newcomer, &sight, time)) {
        input.brake = 255;
        newcomer->steer = 0;
        return input;
    }
    newcomer_steer(newcomer, road, place, &sight, time);
    float wanted = newcomer_speed(newcomer, road, place.s, grip, sight.speed);
    newcomer->brake = sight.speed > wanted * (newcomer->brake ? 0.97f : 1.08f);
    newcomer->gas = !newcomer->brake && sight.speed < wanted * (newcomer->gas ? 1.04f : 0.98f);
    if (newcomer->startled && fabsf(sight.sideslip) > 0.35f && sight.speed > 5.0f) {
        newcomer->gas = false;
    }
    input.steer = (int8_t)(127 * newcomer->steer);
    input.throttle = newcomer->gas ? 255 : 0;
    input.brake = newcomer->brake ? 255 : 0;
    return input;
}

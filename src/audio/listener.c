#include "audio/listener.h"

#include "base/assert.h"
#include "base/scalar.h"

#include <math.h>

/// The gain of what is `distance` m away.
static float fall_off(float distance) {
    float gain = LISTENER_OTHERS * LISTENER_NEAR / (LISTENER_NEAR + distance);
    float left = (LISTENER_END - distance) / (LISTENER_END - LISTENER_FADE);
    return gain * float_clamp(left, 0.0f, 1.0f);
}

/// Where `position` is on the screen, from -1 at its left edge to 1 at its right one.
static float on_screen(const Listener *listener, vec2s position) {
    vec2s from = glms_vec2_sub(position, listener->at);
    float aside = glms_vec2_dot(from, listener->right) / listener->half_width;
    float inside = listener->side + listener->share * float_clamp(aside, -1.0f, 1.0f);
    return float_clamp(inside, -1.0f, 1.0f);
}

Hearing listeners_hear(const Listener *listeners, int count, vec2s position, int car) {
    ASSERT(count >= 0 && count <= LISTENERS_MAX);
    const Listener *nearest = NULL;
    float least = LISTENER_END;
    for (int i = 0; i < count; i++) {
        ASSERT(listeners[i].half_width > 0.0f);
        if (car >= 0 && listeners[i].car == car) {
            return (Hearing){1.0f, listeners[i].side * 2.0f * LISTENER_LEAN, true};
        }
        float distance = glms_vec2_distance(listeners[i].at, position);
        if (distance < least) {
            least = distance;
            nearest = &listeners[i];
        }
    }
    if (!nearest) {
        return (Hearing){0};
    }
    return (Hearing){fall_off(least), LISTENER_WIDTH * on_screen(nearest, position), false};
}

void listeners_duck(Hearing *cars, int count) {
    ASSERT(count >= 0 && count <= RACE_MAX_CARS);
    float before[RACE_MAX_CARS];
    int own = 0;
    for (int i = 0; i < count; i++) {
        before[i] = cars[i].gain;
        own += cars[i].own;
    }
    for (int i = 0; i < count; i++) {
        if (cars[i].own) {
            cars[i].gain /= sqrtf((float)own);
            continue;
        }
        for (int j = 0; j < count; j++) {
            bool louder = before[j] > before[i] || (before[j] == before[i] && j < i);
            cars[i].gain *= !cars[j].own && louder ? LISTENER_DUCK : 1.0f;
        }
    }
}

StereoGain hearing_stereo(Hearing hearing) {
    float right = float_clamp(0.5f + 0.5f * hearing.pan, 0.0f, 1.0f);
    return (StereoGain){hearing.gain * sqrtf(1.0f - right), hearing.gain * sqrtf(right)};
}

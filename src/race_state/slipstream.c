#include "race_state/slipstream.h"

#include "base/scalar.h"
#include "geometry/simd.h"

#include <math.h>
#include <string.h>

/// m/s below which a car leaves no wake.
#define SLOW 8.0f

/// The cars that leave a wake, side by side.
typedef struct Wakes {
    _Alignas(16) float x[RACE_MAX_CARS], y[RACE_MAX_CARS]; ///< m, their tails.
    float along_x[RACE_MAX_CARS], along_y[RACE_MAX_CARS];  ///< The way they go, unit.
    float width[RACE_MAX_CARS];                            ///< m, 0: none.
    float speed[RACE_MAX_CARS];                            ///< m/s
} Wakes;

static void find_wakes(const Race *race, Wakes *wakes) {
    const WorldState *world = race_world_const(race);
    const uint8_t *flags = (const uint8_t *)world + world->flags;
    memset(wakes, 0, sizeof *wakes);
    for (int i = 0; i < race->car_count; i++) {
        const Body *body = &race_bodies_const(race)[i];
        const CarParams *params = &race_racers_const(race)[i].model.params;
        float speed = glms_vec2_norm(body->velocity);
        if (speed < SLOW || (flags[i] & BODY_GHOST) != 0) {
            continue;
        }
        vec2s along = glms_vec2_scale(body->velocity, 1.0f / speed);
        wakes->x[i] = body->position.x - 0.5f * params->length * along.x;
        wakes->y[i] = body->position.y - 0.5f * params->length * along.y;
        wakes->along_x[i] = along.x;
        wakes->along_y[i] = along.y;
        wakes->width[i] = params->width;
        wakes->speed[i] = speed;
    }
}

/// What the strongest of the wakes takes of the drag of a car whose nose is at `nose` and which
/// drives at `speed` along `way`. Its own lies behind it.
static float strongest(const Wakes *wakes, int count, vec2s nose, vec2s way, float speed) {
    Lanes zero = lanes_all(0.0f), one = lanes_all(1.0f), best = zero;
    for (int i = 0; i < count; i += SIMD_LANES) {
        Lanes x = lanes_sub(lanes_load(wakes->x + i), lanes_all(nose.x));
        Lanes y = lanes_sub(lanes_load(wakes->y + i), lanes_all(nose.y));
        Lanes along_x = lanes_load(wakes->along_x + i), along_y = lanes_load(wakes->along_y + i);
        Lanes gap = lanes_dot(x, y, along_x, along_y);
        Lanes aside = lanes_abs(lanes_cross(x, y, along_x, along_y));
        Lanes width = lanes_load(wakes->width + i);
        LaneMask in =
            mask_and(lanes_less(zero, width), lanes_less(lanes_all(-SLIPSTREAM_OVERLAP), gap));
        in = mask_and(in, lanes_less(gap, lanes_all(SLIPSTREAM_REACH)));
        if (mask_bits(in) == 0) {
            continue;
        }
        Lanes behind = lanes_mul(lanes_min(gap, zero), lanes_all(1.0f / SLIPSTREAM_OVERLAP));
        Lanes alike = lanes_dot(along_x, along_y, lanes_all(way.x), lanes_all(way.y));
        gap = lanes_max(gap, zero);
        width = lanes_add(width, lanes_mul(lanes_all(SLIPSTREAM_SPREAD), gap));
        Lanes near = lanes_div(lanes_all(SLIPSTREAM_HALF * SLIPSTREAM_MOST),
                               lanes_add(lanes_all(SLIPSTREAM_HALF), gap));
        near = lanes_mul(near, lanes_sub(one, lanes_mul(gap, lanes_all(1.0f / SLIPSTREAM_REACH))));
        Lanes middle = lanes_sub(lanes_mul(lanes_all(1.25f), width), aside);
        middle = lanes_div(middle, lanes_max(lanes_mul(lanes_all(0.75f), width), lanes_all(0.1f)));
        middle = lanes_max(zero, lanes_min(middle, one));
        Lanes slower = lanes_mul(lanes_load(wakes->speed + i), lanes_all(1.0f / speed));
        Lanes share = lanes_mul(lanes_mul(near, middle), lanes_min(slower, one));
        share = lanes_mul(share, lanes_mul(lanes_add(one, behind), lanes_max(alike, zero)));
        best = lanes_max(best, lanes_keep(in, share));
    }
    return lanes_largest(best);
}

void slipstream_find(Race *race) {
    Wakes wakes;
    find_wakes(race, &wakes);
    for (int i = 0; i < race->car_count; i++) {
        float *wake = &race_racers(race)[i].car.wake;
        *wake = 0.0f;
        if (wakes.width[i] > 0.0f) {
            const Body *body = &race_bodies_const(race)[i];
            const CarParams *params = &race_racers(race)[i].model.params;
            float half = 0.5f * params->length;
            vec2s way = vec2_make(wakes.along_x[i], wakes.along_y[i]);
            vec2s nose = glms_vec2_add(body->position, glms_vec2_scale(way, half));
            *wake = params->tow * strongest(&wakes, race->car_count, nose, way, wakes.speed[i]);
        }
    }
}

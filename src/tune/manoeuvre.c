#include "tune/manoeuvre.h"

#include "base/assert.h"
#include "line/speed_profile.h"
#include "tune/rig.h"

#define SLOW_TOP (150.0f * RIG_KMH) ///< m/s

typedef void (*ManoeuvreWay)(const CarModel *model, const Surface *ground, MetricValues *out);

static const ManoeuvreWay ways[MANOEUVRE_COUNT] = {
    [MANOEUVRE_LAUNCH] = manoeuvre_launch,       [MANOEUVRE_BRAKE] = manoeuvre_brake,
    [MANOEUVRE_STEADY] = manoeuvre_steady,       [MANOEUVRE_STEP] = manoeuvre_step,
    [MANOEUVRE_SKIDPAD] = manoeuvre_skidpad,     [MANOEUVRE_BRAKE_TURN] = manoeuvre_brake_turn,
    [MANOEUVRE_LIFT_TURN] = manoeuvre_lift_turn, [MANOEUVRE_LANES] = manoeuvre_lanes,
    [MANOEUVRE_SLALOM] = manoeuvre_slalom,       [MANOEUVRE_DRIFT] = manoeuvre_drift,
    [MANOEUVRE_PUSH] = manoeuvre_push,           [MANOEUVRE_WALL] = manoeuvre_wall,
};

void manoeuvre_run(Manoeuvre manoeuvre, const CarModel *model, const Surface *ground,
                   const Track *track, MetricValues *out) {
    ASSERT(manoeuvre >= 0 && manoeuvre < MANOEUVRE_COUNT && model != NULL && out != NULL);
    if (ways[manoeuvre]) {
        ways[manoeuvre](model, ground ? ground : &surface_built_in[SURFACE_ASPHALT], out);
    } else if (track) {
        manoeuvre_lap(model, track, out);
    }
}

bool manoeuvre_is_slow(const CarModel *model) {
    CarLimits limits = car_limits_make(model);
    return limits.top < SLOW_TOP;
}

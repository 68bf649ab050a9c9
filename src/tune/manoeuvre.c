#include "tune/manoeuvre.h"

#include "base/assert.h"
#include "line/speed_profile.h"

#define SLOW_TOP (150.0f * RIG_KMH) ///< m/s

static ManoeuvreFunction *const functions[MANOEUVRE_COUNT] = {
#define X(NAME, name, about) manoeuvre_##name,
    MANOEUVRE_LIST(X)
#undef X
};

void manoeuvre_run(Manoeuvre manoeuvre, const CarModel *model, const Surface *ground,
                   const Track *track, MetricValues *out) {
    ASSERT(manoeuvre >= 0 && manoeuvre < MANOEUVRE_COUNT && model != NULL && out != NULL);
    const Surface *asphalt = &surface_built_in[SURFACE_ASPHALT];
    Trial trial = {.model = model, .ground = ground ? ground : asphalt, .track = track};
    functions[manoeuvre](&trial, out);
}

bool manoeuvre_is_slow(const CarModel *model) {
    CarLimits limits = car_limits_make(model);
    return limits.top < SLOW_TOP;
}

#include "collision/surface.h"

#include "base/scalar.h"

#include <math.h>

const Surface surface_built_in[SURFACE_BUILT_IN_COUNT] = {
#define X(NAME, text, hold, roll, drag, peak, shake, marks, back, paint, cloud) \
    [SURFACE_##NAME] = {.name = text,                                           \
                        .grip = hold,                                           \
                        .rolling = roll,                                        \
                        .viscous = drag,                                        \
                        .peak_scale = peak,                                     \
                        .bump = shake,                                          \
                        .skid = marks,                                          \
                        .respawn = back,                                        \
                        .color = paint,                                         \
                        .dust = cloud},
    SURFACE_LIST(X)
#undef X
};

float surface_cost(const Surface *surface) {
    // Corner speed goes with the root of grip; drag is weighed as 1 s/m at 10 m/s.
    float grip = float_max(surface->grip, 0.02f);
    return float_max(1.0f, 1.0f / sqrtf(grip)) + 4.0f * surface->rolling + 2.0f * surface->viscous;
}

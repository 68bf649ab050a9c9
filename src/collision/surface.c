#include "collision/surface.h"

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

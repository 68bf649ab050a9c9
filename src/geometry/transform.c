#include "geometry/transform.h"

#include "geometry/trig.h"

Rotation rotation_make(float angle) {
    TrigPair pair = trig_sincos(angle);
    return (Rotation){.c = pair.cos, .s = pair.sin};
}

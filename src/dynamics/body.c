#include "dynamics/body.h"

#include "geometry/trig.h"

void body_set_angle(Body *body, float angle) {
    body->angle = trig_wrap(angle);
    body->rotation = rotation_make(body->angle);
}

/// Somebody who follows the racing line with a gamepad.
#pragma once

#include "geometry/trig.h"
#include "platform/window.h"
#include "race/race.h"

#include <math.h>

/// Holds what drives car 0 of `race` along its line at `pace` x its speed.
static inline void pad_driver(const Race *race, float pace, PadState *pad) {
    const RacingLine *line = &race->data->lines[0];
    const Body *body = &race_bodies_const(race)[0];
    float speed = glms_vec2_norm(body->velocity);
    int point = race_racers_const(race)[0].line_point;
    float ahead = 4.0f + 0.25f * speed;
    while (glms_vec2_distance(line->points[point].point, body->position) < ahead) {
        point = (point + 1) % line->count;
    }
    vec2s to = glms_vec2_sub(line->points[point].point, body->position);
    float turn = trig_wrap(trig_atan2(to.y, to.x) - body->angle);
    float wanted = pace * line->points[point].speed;
    pad->axes[PAD_LEFT_X] = fmaxf(-1.0f, fminf(-4.0f * turn, 1.0f));
    pad->axes[PAD_RIGHT_TRIGGER] = speed < wanted ? 1.0f : 0.0f;
    pad->axes[PAD_LEFT_TRIGGER] = speed > wanted + 2.0f ? 0.6f : 0.0f;
}

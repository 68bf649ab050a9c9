#include "drivers/pack.h"

#include <math.h>
#include <string.h>

/// m/s below which a car is slow.
#define SLOW 0.5f
/// s for which an AI car may stand in a queue, and cosine of the angle to the line up to which it
/// is part of one.
#define QUEUE_TIME   2.0f
#define QUEUE_COSINE 0.8f

/// Places car `car` along `line`, of which `point` is the nearest.
static void place_along(Pack *pack, const Race *race, int car, const RacingLine *line, int point) {
    const Body *body = &race_bodies_const(race)[car];
    const LinePoint *at = &line->points[point];
    vec2s from_line = glms_vec2_sub(body->position, at->point);
    vec2s left = vec2_left(at->tangent);
    vec2s nose = vec2_make(body->rotation.c, body->rotation.s);
    pack->points[car] = line->points;
    pack->placed |= 1u << car;
    pack->s[car] = at->s + glms_vec2_dot(from_line, at->tangent);
    pack->offset[car] = glms_vec2_dot(from_line, left);
    pack->along[car] = glms_vec2_dot(body->velocity, at->tangent);
    pack->sine[car] = fabsf(glms_vec2_dot(nose, left));
    pack->cosine[car] = fabsf(glms_vec2_dot(nose, at->tangent));
}

/// Whether car `car` stands for longer than a queue does. An AI car that has just stopped and
/// points along the road goes on as soon as it can.
static bool is_parked(const Race *race, int car, float cosine) {
    const Body *body = &race_bodies_const(race)[car];
    const Driver *driver = &race_racers_const(race)[car].driver;
    if (glms_vec2_norm2(body->velocity) >= SLOW * SLOW) {
        return false;
    }
    bool waits = driver->stood_s < QUEUE_TIME && driver->reverse_s <= 0.0f && cosine > QUEUE_COSINE;
    return (race->ai_cars >> car & 1u) == 0 || !waits;
}

void pack_make(Pack *pack, const Race *race) {
    const uint8_t *flags = (const uint8_t *)race_world_const(race) + race_world_const(race)->flags;
    memset(pack, 0, sizeof *pack);
    pack->one_line = true;
    for (int i = 0; i < race->car_count; i++) {
        const Racer *racer = &race_racers_const(race)[i];
        const Body *body = &race_bodies_const(race)[i];
        pack->x[i] = body->position.x;
        pack->y[i] = body->position.y;
        pack->length[i] = racer->model.params.length;
        pack->width[i] = racer->model.params.width;
        pack->solid |= (flags[i] & BODY_GHOST) != 0 ? 0 : 1u << i;
        if (racer->line_point >= 0) {
            place_along(pack, race, i, &race->data->lines[i], racer->line_point);
        }
        bool slow = pack->along[i] < -PACK_AGAINST || is_parked(race, i, pack->cosine[i]);
        pack->slow |= slow ? 1u << i : 0;
        pack->sight[i] = slow ? PACK_SIGHT_SLOW : PACK_SIGHT;
        pack->one_line = pack->one_line && pack->points[i] == race->data->lines[0].points;
    }
}

const Pack *pack_seen_by(const Pack *pack, const Race *race, int car, Pack *copy) {
    const RacingLine *line = &race->data->lines[car];
    const Body *bodies = race_bodies_const(race);
    const Pack *seen = pack;
    if (pack->one_line) {
        return pack;
    }
    for (int i = 0; i < race->car_count; i++) {
        if (pack->points[i] == line->points ||
            glms_vec2_distance2(bodies[i].position, bodies[car].position) >
                pack->sight[i] * pack->sight[i]) {
            continue;
        }
        if (seen == pack) {
            *copy = *pack;
            seen = copy;
        }
        const RacingLine *its = &race->data->lines[i];
        int hint = race_racers_const(race)[i].line_point;
        hint = hint < 0 ? -1 : (int)((float)hint / (float)its->count * (float)line->count);
        int point = racing_line_locate(line, bodies[i].position, hint % line->count);
        place_along(copy, race, i, line, point);
    }
    return seen;
}

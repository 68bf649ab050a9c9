#include "drivers/pack.h"

#include "geometry/simd.h"

#include <math.h>

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

/// Whether car `car`, which hardly moves, stands for longer than a queue does. An AI car that has
/// just stopped and points along the road goes on as soon as it can.
static bool is_parked(const Race *race, int car, float cosine) {
    const Driver *driver = &race_racers_const(race)[car].driver;
    bool waits = driver->stood_s < QUEUE_TIME && driver->reverse_s <= 0.0f && cosine > QUEUE_COSINE;
    return (race->ai_cars >> car & 1u) == 0 || !waits;
}

/// Sees SIMD_LANES cars from `first` on, each along its own line, as place_along does one. Lanes
/// beyond the last car repeat it. Bit i of what comes back: car `first` + i hardly moves.
static unsigned see_group(Pack *pack, const Race *race, int first) {
    const float *place[SIMD_LANES], *motion[SIMD_LANES];
    const LinePoint *at[SIMD_LANES];
    unsigned placed = 0;
    for (int k = 0; k < SIMD_LANES; k++) {
        int car = first + k < race->car_count ? first + k : race->car_count - 1;
        const Racer *racer = &race_racers_const(race)[car];
        const Body *body = &race_bodies_const(race)[car];
        place[k] = body->position.raw;
        motion[k] = body->velocity.raw;
        bool known = racer->line_point >= 0;
        at[k] = &race->data->lines[car].points[known ? racer->line_point : 0];
        placed |= (unsigned)known << k;
        pack->points[first + k] = known ? race->data->lines[car].points : NULL;
        pack->length[first + k] = racer->model.params.length;
        pack->width[first + k] = racer->model.params.width;
    }
    Lanes body[4], velocity[4];
    lanes_gather4(place, body);
    lanes_gather4(motion, velocity);
    Lanes x = lanes_sub(body[0],
                        lanes_of(at[0]->point.x, at[1]->point.x, at[2]->point.x, at[3]->point.x));
    Lanes y = lanes_sub(body[1],
                        lanes_of(at[0]->point.y, at[1]->point.y, at[2]->point.y, at[3]->point.y));
    Lanes tx = lanes_of(at[0]->tangent.x, at[1]->tangent.x, at[2]->tangent.x, at[3]->tangent.x);
    Lanes ty = lanes_of(at[0]->tangent.y, at[1]->tangent.y, at[2]->tangent.y, at[3]->tangent.y);
    Lanes s = lanes_of(at[0]->s, at[1]->s, at[2]->s, at[3]->s), left = lanes_negate(ty);
    LaneMask known = mask_of_bits(placed);
    lanes_store(body[0], pack->x + first);
    lanes_store(body[1], pack->y + first);
    lanes_store(lanes_keep(known, lanes_add(s, lanes_dot(x, y, tx, ty))), pack->s + first);
    lanes_store(lanes_keep(known, lanes_dot(x, y, left, tx)), pack->offset + first);
    lanes_store(lanes_keep(known, lanes_dot(velocity[0], velocity[1], tx, ty)),
                pack->along + first);
    lanes_store(lanes_keep(known, lanes_abs(lanes_dot(body[2], body[3], left, tx))),
                pack->sine + first);
    lanes_store(lanes_keep(known, lanes_abs(lanes_dot(body[2], body[3], tx, ty))),
                pack->cosine + first);
    pack->placed |= placed << first;
    Lanes speed2 = lanes_dot(velocity[0], velocity[1], velocity[0], velocity[1]);
    return mask_bits(lanes_less(speed2, lanes_all(SLOW * SLOW)));
}

void pack_make(Pack *pack, const Race *race) {
    const uint8_t *flags = (const uint8_t *)race_world_const(race) + race_world_const(race)->flags;
    uint32_t still = 0;
    pack->one_line = true;
    pack->placed = pack->solid = pack->slow = 0;
    for (int i = 0; i < race->car_count; i += SIMD_LANES) {
        still |= see_group(pack, race, i) << i;
    }
    for (int i = 0; i < race->car_count; i++) {
        bool stands = (still >> i & 1u) != 0 && is_parked(race, i, pack->cosine[i]);
        bool slow = stands || pack->along[i] < -PACK_AGAINST;
        pack->solid |= (flags[i] & BODY_GHOST) != 0 ? 0 : 1u << i;
        pack->slow |= slow ? 1u << i : 0;
        pack->sight[i] = slow ? PACK_SIGHT_SLOW : PACK_SIGHT;
        pack->one_line = pack->one_line && pack->points[i] == race->data->lines[0].points;
    }
    for (int i = race->car_count; i % SIMD_LANES != 0; i++) {
        pack->sight[i] = PACK_SIGHT;
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

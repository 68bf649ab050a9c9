#include "render/race_picture.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "render/battle_picture.h"
#include "render/battle_road.h"
#include "render/headlights.h"
#include "render/shade.h"

#include <math.h>
#include <stdio.h>

#define JUMP_DISTANCE 3.0f  ///< m in one tick: nothing goes that far, it was put there.
#define CAR_REACH     12.0f ///< m from its middle that a car, its shadow and its lights reach.
#define GHOST_ALPHA   0.45f
#define DUSK_BEAMS    0.5f ///< Share of the headlights' strength that is seen at dusk.
#define BEAM          0xFFF1C258u
#define POWER_MORE    0x7CF0C5FFu // of the arrows of catch-up
#define POWER_LESS    0xE69F00FFu
#define NO_FEATHER_PX 0.1f ///< m that a pixel covers where the list does not say.

const uint32_t race_picture_colors[RACE_PICTURE_COLORS] = {
    0xFF5A4DFF, 0xF0E442FF, 0x7CF0C5FF, 0xA378FFFF, // red, yellow, mint, violet
    0xDE9210FF, 0x65ABEBFF, 0xE85FA7FF, 0xE3E4FFFF, 0xA9F375FF, 0xC28E83FF,
};

CarLook race_picture_look(int car) {
    ASSERT(car >= 0);
    int turn = car % RACE_PICTURE_COLORS, drivers = RACE_PICTURE_COLORS - RACE_PICTURE_SEATS;
    int color = turn < drivers ? RACE_PICTURE_SEATS + turn : RACE_PICTURE_COLORS - 1 - turn;
    return (CarLook){.color = race_picture_colors[color],
                     .number = car + 1,
                     .pattern = (color + car / RACE_PICTURE_COLORS) % CAR_PATTERNS};
}

BodyPose race_picture_pose(const Race *before, const Race *now, int body, float alpha) {
    ASSERT(body >= 0 && body < now->car_count + now->prop_count + now->mover_count);
    const Body *from = &race_bodies_const(before)[body];
    const Body *to = &race_bodies_const(now)[body];
    if (glms_vec2_distance(from->position, to->position) > JUMP_DISTANCE) {
        from = to;
    }
    float turn = trig_wrap(to->angle - from->angle);
    return (BodyPose){
        .position = glms_vec2_lerp(from->position, to->position, alpha),
        .angle = trig_wrap(from->angle + alpha * turn),
        .velocity = glms_vec2_lerp(from->velocity, to->velocity, alpha),
    };
}

static Transform car_at(const RacePicture *race, int index) {
    BodyPose pose = race_picture_pose(race->before, race->now, index, race->alpha);
    return (Transform){pose.position, rotation_make(pose.angle)};
}

/// How far a box reaches from the origin of its frame along `way`, a unit direction in the world.
static float reach_along(Box box, Rotation turn, vec2s way) {
    vec2s local = rotation_undo(turn, way);
    return fmaxf(local.x * box.low.x, local.x * box.high.x) +
           fmaxf(local.y * box.low.y, local.y * box.high.y);
}

/// How many times two boxes may grow, each about the origin of its frame, until they touch: boxes
/// are apart as long as a side of one of them parts them (the separating axis theorem).
static float room_to_grow(const Transform at[2], const Box boxes[2]) {
    vec2s apart = glms_vec2_sub(at[1].position, at[0].position);
    float room = 0.0f;
    for (int i = 0; i < 4; i++) {
        Rotation turn = at[i / 2].rotation;
        vec2s way = rotation_apply(turn, i % 2 ? vec2_make(0.0f, 1.0f) : vec2_make(1.0f, 0.0f));
        way = glms_vec2_dot(apart, way) < 0.0f ? glms_vec2_negate(way) : way;
        float reach = reach_along(boxes[0], at[0].rotation, way) +
                      reach_along(boxes[1], at[1].rotation, glms_vec2_negate(way));
        room = fmaxf(room, glms_vec2_dot(apart, way) / fmaxf(reach, 1e-3f));
    }
    return room;
}

/// `wanted`, or as much as the cars around leave: side by side they are not drawn into each other.
static float scale_among(const RacePicture *race, int index, float wanted) {
    const Racer *racers = race_racers_const(race->now);
    Transform at[2] = {car_at(race, index)};
    Box boxes[2] = {car_picture_box(&racers[index].model.params)};
    for (int i = 0; i < race->now->car_count && wanted > 1.0f; i++) {
        boxes[1] = car_picture_box(&racers[i].model.params);
        float near = CAR_PICTURE_SCALE_MAX * (glms_vec2_distance(boxes[0].low, boxes[0].high) +
                                              glms_vec2_distance(boxes[1].low, boxes[1].high));
        vec2s there = race_bodies_const(race->now)[i].position;
        if (i != index && glms_vec2_distance(there, at[0].position) < near) {
            at[1] = car_at(race, i);
            wanted = fmaxf(fminf(wanted, room_to_grow(at, boxes)), 1.0f);
        }
    }
    return wanted;
}

/// Car `index` as it is drawn; `made` is where its look is made where its file has none.
static CarPicture picture_of(const RacePicture *race, int index, float feather, bool night,
                             Bodywork *made) {
    const Racer *racer = &race_racers_const(race->now)[index];
    const Bodywork *body = race->cars ? &race->cars[index].look : NULL;
    if (body == NULL || body->part_count == 0) {
        *made = bodywork_make(&racer->model.params);
        body = made;
    }
    float pixel = feather > 0.0f ? feather : NO_FEATHER_PX;
    vec2s middle;
    float length = car_picture_length(&racer->model.params, &middle);
    return (CarPicture){
        .at = car_at(race, index),
        .model = &racer->model,
        .car = &racer->car,
        .body = body,
        .look = race->looks[index],
        .scale = scale_among(race, index, car_picture_scale(length, pixel)),
        .alpha = racer->ghost_s > 0.0f ? GHOST_ALPHA : 1.0f,
        .pixel = pixel,
        .night = night,
    };
}

/// The middle of a car's headlights.
static Transform lamp_of(const CarPicture *car) {
    vec2s middle;
    float length = car_picture_length(&car->model->params, &middle);
    vec2s local = vec2_make(middle.x + 0.40f * length, middle.y);
    return (Transform){transform_apply(car->at, local), car->at.rotation};
}

/// What a car lays on the ground: its shadow, or at night its light.
static void draw_ground(DrawList *list, const RacePicture *race, const CarPicture *car) {
    const Track *track = race->now->data->track;
    bool dusk = !car->night && track->light == 1;
    if (!car->night) {
        car_picture_shadow(list, car, shade_shadow(track->sun, track->sun_elevation));
    }
    if (car->night || dusk) {
        float strength = car->alpha * (dusk ? DUSK_BEAMS : 1.0f);
        headlights_draw(list, &race->now->data->walls, lamp_of(car), shade_fade(BEAM, strength));
    }
}

/// Beside the flanks of a car to which catch-up gives power, arrows ahead; of one from which it
/// takes some, arrows back. The more, the brighter.
static void draw_power(DrawList *list, const RacePicture *race, const CarPicture *car, int index) {
    const Racer *racer = &race_racers_const(race->now)[index];
    float share = racer->car.boost + 0.01f * (float)racer->handicap;
    bool acts = race->now->rules.catch_up != CATCH_UP_OFF && fabsf(share) >= 0.01f;
    if (!acts || share < -0.5f) { // held after a false start
        return;
    }
    float width = racer->model.params.width, way = share > 0.0f ? 1.0f : -1.0f;
    float alpha = float_min(0.4f + 6.0f * fabsf(share), 1.0f);
    uint32_t color = shade_fade(share > 0.0f ? POWER_MORE : POWER_LESS, alpha);
    for (int i = 0; i < 4; i++) {
        float side = i % 2 == 0 ? 1.0f : -1.0f, ahead = 1.3f * ((float)(i / 2) - 0.5f);
        vec2s tip = vec2_make((ahead + 0.45f) * way, side * (0.5f * width + 0.65f));
        vec2s points[3] = {tip, vec2_make(tip.x - 1.1f * way, tip.y + 0.4f),
                           vec2_make(tip.x - 1.1f * way, tip.y - 0.4f)};
        for (int k = 0; k < 3; k++) {
            points[k] = glms_vec2_scale(points[k], car->scale);
            points[k] = transform_apply(car->at, points[k]);
        }
        draw_convex(list, points, 3, color);
    }
}

void race_picture_cars(DrawList *list, const Font *font, const RacePicture *picture) {
    ASSERT(list != NULL && picture->before != NULL && picture->now != NULL);
    ASSERT(picture->looks != NULL);
    const Race *now = picture->now;
    const Track *track = now->data->track;
    bool night = picture->night || track->theme == THEME_NIGHT;
    int first_index = list->index_count;
    float reach = night || track->light == 1 ? HEADLIGHTS_REACH + CAR_REACH : CAR_REACH;
    Box near = box_grow(picture->seen, reach);
    BattlePicture battle = {picture->before, now, picture->alpha, picture->looks, picture->seen};
    battle_road_draw(list, &battle);
    for (int pass = 0; pass < 2; pass++) { // what lies on the ground under all cars; the cars
        for (int i = 0; i < now->car_count; i++) {
            if (!box_contains(near, race_bodies_const(now)[i].position)) {
                continue;
            }
            Bodywork made;
            CarPicture car = picture_of(picture, i, list->feather, night, &made);
            if (pass == 0) {
                draw_ground(list, picture, &car);
                continue;
            }
            car_picture_draw(list, font, &car);
            draw_power(list, picture, &car, i);
            battle_picture_out(list, now, i, car.at.position, picture->looks[i].color);
            if (picture->effects != NULL) {
                effects_draw_car(picture->effects, i, list, &car);
            }
        }
    }
    battle_picture_shells(list, &battle);
    draw_list_texts_last(list, first_index);
}

#include "race/props.h"

#include "base/scalar.h"
#include "geometry/trig.h"

#include <math.h>

/// Friction of things on asphalt, all alike: rubber, wood and sheet metal lie between 0.4 and 0.8.
#define GROUND_FRICTION 0.6f

_Static_assert((int)RACE_TICKS_PER_SECOND == (int)MOVER_TICKS_PER_SECOND,
               "movers count a race's ticks");

uint32_t props_tick(const Race *race) {
    return race->tick > race->start_tick ? race->tick - race->start_tick : 0;
}

static void place_prop(Race *race, int prop) {
    const Track *track = race->data->track;
    const TrackProp *home = &track->props[prop];
    const TrackForm *form = &track->forms[home->form];
    int index = props_body(race, prop);
    Body *body = &world_bodies(race_world(race))[index];
    *body = (Body){.position = home->position,
                   .inverse_mass = 1.0f / form->mass,
                   .inverse_inertia = 1.0f / form->inertia,
                   .friction = form->friction,
                   .restitution = form->restitution};
    body_set_angle(body, home->angle);
    world_hull_of(race_world(race))[index] = (uint8_t)(RACE_MAX_CARS + home->form);
}

static void place_mover(Race *race, int mover) {
    const Track *track = race->data->track;
    const TrackMover *from = &track->movers[mover];
    const TrackForm *form = &track->forms[from->form];
    int index = movers_body(race, mover);
    Body *body = &world_bodies(race_world(race))[index];
    *body = (Body){.position = mover_at(&from->path, props_tick(race)),
                   .friction = form->friction,
                   .restitution = form->restitution};
    body_set_angle(body, 0.0f);
    world_hull_of(race_world(race))[index] = (uint8_t)(RACE_MAX_CARS + from->form);
}

void props_place(Race *race) {
    for (int i = 0; i < race->prop_count; i++) {
        place_prop(race, i);
    }
    for (int i = 0; i < race->mover_count; i++) {
        place_mover(race, i);
    }
}

static void slide(const Race *race, Body *body, const TrackForm *form) {
    const RaceData *data = race->data;
    const Surface *ground = &data->track->surfaces[ground_surface(&data->ground, body->position)];
    float lever = form->lever;
    float turning = lever * body->spin;
    float rate = sqrtf(glms_vec2_norm2(body->velocity) + turning * turning); // m/s
    float lost = (GROUND_FRICTION * ground->grip + ground->rolling) * GRAVITY * RACE_DT;
    // How much faster friction stops turning than sliding: lever^2 over the radius of inertia^2.
    float of_turn = lever * lever * form->mass / form->inertia;
    if (rate <= lost * float_max(of_turn, 1.0f)) {
        body->velocity = vec2_make(0.0f, 0.0f);
        body->spin = 0.0f;
        return;
    }
    float share = lost / rate;
    float speed = glms_vec2_norm(body->velocity);
    float through = 1.0f + (form->drag * speed + ground->viscous) * RACE_DT; // air and mud
    body->velocity = glms_vec2_scale(body->velocity, float_max(1.0f - share, 0.0f) / through);
    body->spin *= float_max(1.0f - share * of_turn, 0.0f) / through;
}

void props_slide(Race *race) {
    const Track *track = race->data->track;
    Body *bodies = world_bodies(race_world(race));
    Body *props = &bodies[race->car_count];
    for (int i = 0; i < race->prop_count; i++) {
        Body *body = &props[i];
        bool rests = body->velocity.x == 0.0f && body->velocity.y == 0.0f && body->spin == 0.0f;
        if (!rests) {
            slide(race, body, &track->forms[track->props[i].form]);
        }
    }
    uint32_t tick = props_tick(race);
    for (int i = 0; i < race->mover_count; i++) {
        Body *body = &bodies[movers_body(race, i)];
        const MoverPath *path = &track->movers[i].path;
        vec2s from = mover_at(path, tick);
        vec2s to = mover_at(path, tick + 1);
        body->position = from;
        body->velocity = glms_vec2_scale(glms_vec2_sub(to, from), (float)RACE_TICKS_PER_SECOND);
        body->spin = 0.0f;
    }
}

/// Contacts that carry nothing leave crumbs of motion in what leans on them: less than this is
/// rest.
#define REST_SPEED 1e-5f ///< m/s
#define REST_SPIN  1e-4f ///< rad/s

static void come_to_rest(Body *body) {
    if (glms_vec2_norm2(body->velocity) < REST_SPEED * REST_SPEED &&
        fabsf(body->spin) < REST_SPIN) {
        body->velocity = vec2_make(0.0f, 0.0f);
        body->spin = 0.0f;
    }
}

/// Stops a prop that was thrown over the edge of the world at that edge.
static void keep_inside(Body *body, Box bounds) {
    vec2s at = body->position;
    if (at.x >= bounds.low.x && at.x <= bounds.high.x && at.y >= bounds.low.y &&
        at.y <= bounds.high.y) {
        return; // as good as always: the test stands here, since a call costs more
    }
    body->position.x = float_min(float_max(at.x, bounds.low.x), bounds.high.x);
    body->position.y = float_min(float_max(at.y, bounds.low.y), bounds.high.y);
    body->velocity = vec2_make(0.0f, 0.0f);
    body->spin = 0.0f;
}

void props_hold(Race *race) {
    const Track *track = race->data->track;
    Body *bodies = world_bodies(race_world(race));
    for (int i = 0; i < race->prop_count; i++) {
        Body *body = &bodies[props_body(race, i)];
        come_to_rest(body);
        keep_inside(body, track->bounds);
    }
    for (int i = 0; i < race->mover_count; i++) {
        Body *body = &bodies[movers_body(race, i)];
        body->position = mover_at(&track->movers[i].path, props_tick(race) + 1);
        body_set_angle(body, 0.0f);
    }
}

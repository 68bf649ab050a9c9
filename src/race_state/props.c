#include "race_state/props.h"

#include "base/scalar.h"

#include <math.h>

/// Friction of things on asphalt, all alike: rubber, wood and sheet metal lie between 0.4 and 0.8.
#define GROUND_FRICTION 0.6f

_Static_assert((int)RACE_TICKS_PER_SECOND == (int)MOVER_TICKS_PER_SECOND,
               "movers count a race's ticks");

uint32_t props_tick(const Race *race) {
    return race->tick > race->start_tick ? race->tick - race->start_tick : 0;
}

/// Puts a thing of form `form` to rest, with a mass if it is loose.
static void place_thing(Race *race, int index, int form, bool loose, vec2s position, float angle) {
    const TrackForm *of = &race->data->track->forms[form];
    Body *body = &world_bodies(race_world(race))[index];
    *body = (Body){.position = position,
                   .inverse_mass = loose ? 1.0f / of->mass : 0.0f,
                   .inverse_inertia = loose ? 1.0f / of->inertia : 0.0f,
                   .friction = of->friction,
                   .restitution = of->restitution};
    body_set_angle(body, angle);
    world_hull_of(race_world(race))[index] = (uint8_t)(RACE_MAX_CARS + form);
}

void props_place(Race *race) {
    const Track *track = race->data->track;
    for (int i = 0; i < race->prop_count; i++) {
        const TrackProp *prop = &track->props[i];
        place_thing(race, props_body(race, i), prop->form, true, prop->position, prop->angle);
    }
    for (int i = 0; i < race->mover_count; i++) {
        const TrackMover *mover = &track->movers[i];
        vec2s position = mover_at(&mover->path, props_tick(race));
        place_thing(race, movers_body(race, i), mover->form, false, position, 0.0f);
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
    for (int i = 0; i < race->prop_count; i++) {
        Body *body = &bodies[props_body(race, i)];
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

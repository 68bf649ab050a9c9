#include "lab_world/contact_wrong.h"

#include "base/assert.h"
#include "race_state/race_state.h"
#include "scene/solid_body.h"

#include <math.h>
#include <string.h>

static void move(Body *body) {
    body->position = glms_vec2_add(body->position, glms_vec2_scale(body->velocity, RACE_DT));
    body_set_angle(body, body->angle + body->spin * RACE_DT);
}

/// How the two bodies overlap, the normal in the scene.
static Overlap overlap_of(const Solid solids[SCENE_SHAPES], const Body bodies[SCENE_SHAPES]) {
    Solid placed[SCENE_SHAPES] = {solids[0], solids[1]};
    for (int i = 0; i < SCENE_SHAPES; i++) {
        placed[i].at = solid_at_body(&solids[i], body_at(&bodies[i]));
    }
    SolidPair pair = solid_pair(&placed[0], &placed[1]);
    Overlap overlap = sat_overlap(&placed[0].pieces[pair.a], &placed[1].pieces[pair.b],
                                  transform_relative(placed[0].at, placed[1].at));
    overlap.normal = rotation_apply(placed[0].at.rotation, overlap.normal);
    return overlap;
}

/// Which part of the MTV each of the two takes: the one that nothing moves takes none.
static void share(const Body bodies[SCENE_SHAPES], bool by_mass, float out[SCENE_SHAPES]) {
    float a = by_mass ? bodies[0].inverse_mass : (float)(bodies[0].inverse_mass > 0.0f);
    float b = by_mass ? bodies[1].inverse_mass : (float)(bodies[1].inverse_mass > 0.0f);
    out[0] = -a / (a + b);
    out[1] = b / (a + b);
}

static void respond(Body bodies[SCENE_SHAPES], const Overlap *overlap, WrongResponse response) {
    float shares[SCENE_SHAPES];
    share(bodies, response == WRONG_VELOCITY, shares);
    for (int i = 0; i < SCENE_SHAPES; i++) {
        Body *body = &bodies[i];
        if (!(body->inverse_mass > 0.0f)) {
            continue;
        }
        vec2s way = glms_vec2_scale(overlap->normal, shares[i] * overlap->depth);
        if (response == WRONG_VELOCITY) {
            body->velocity = glms_vec2_add(body->velocity, glms_vec2_scale(way, 1.0f / RACE_DT));
        } else {
            float along = glms_vec2_dot(body->velocity, overlap->normal);
            body->position = glms_vec2_add(body->position, way);
            body->velocity =
                glms_vec2_sub(body->velocity, glms_vec2_scale(overlap->normal, 2.0f * along));
        }
    }
}

void wrong_film_make(const Scene *scene, const Film *film, WrongResponse response, WrongFilm *out) {
    ASSERT(response != WRONG_NOTHING);
    memset(out, 0, sizeof *out);
    out->response = response;
    Body bodies[SCENE_SHAPES];
    for (int i = 0; i < SCENE_SHAPES; i++) {
        bodies[i] = film_body(scene, &film->solids[i], i);
    }
    out->energy_begin = film_energy(bodies);
    out->energy_most = out->energy_begin;
    for (int number = film->started; number <= film->last; number++) {
        move(&bodies[0]);
        move(&bodies[1]);
        Overlap overlap = overlap_of(film->solids, bodies);
        if (overlap.hit) {
            respond(bodies, &overlap, response);
        }
        out->energy_most = fmax(out->energy_most, film_energy(bodies));
        if (number >= film->first) {
            WrongTick *tick = &out->ticks[number - film->first];
            tick->depth = overlap.depth;
            memcpy(tick->after, bodies, sizeof bodies);
        }
    }
}

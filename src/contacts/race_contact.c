#include "contacts/race_contact.h"

#include "base/text.h"
#include "collision/sat.h"
#include "contacts/race_wall.h"
#include "race_state/props.h"
#include "scene/solid_body.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WALL_REACH 6.0f ///< m to either side: what of a wall is shown ...
#define JUMP       3.0f ///< m in a tick: nothing drives that fast.
#define LOOKS_FAR  8.0f ///< ... and from how far it is measured.

enum {
    ROUND_CORNERS = 24, ///< Of a round mover: four pieces, which is what may move.
    LOOKS_AT = 96,      ///< Pieces of walls at most.
};

/// All that making a contact goes by.
typedef struct Maker {
    const ContactHistory *history;
    const Race *race;
    const ContactTouch *touch;
    const char *const *cars;
    RaceContact *out;
} Maker;

static bool of_wall(const Maker *maker) { return maker->touch->b == CONTACT_WALL; }

// ---------------------------------------------------------------- shapes

static const TrackForm *form_of(const Race *race, int body) {
    const Track *track = race->data->track;
    int prop = body - race->car_count, mover = prop - race->prop_count;
    return &track->forms[mover >= 0 ? track->movers[mover].form : track->props[prop].form];
}

static bool is_mover(const Race *race, int body) {
    return body >= race->car_count + race->prop_count;
}

const char *race_contact_name(const Race *race, int body, const char *const cars[RACE_MAX_CARS]) {
    if (body == CONTACT_WALL) {
        return "wall";
    }
    if (body < race->car_count) {
        return cars[body] ? cars[body] : "car";
    }
    return is_mover(race, body) ? "mover" : prop_kind_names[form_of(race, body)->kind];
}

static void set_points(SceneShape *shape, const vec2s *points, int count) {
    shape->count = count < SCENE_POINTS_MAX ? count : SCENE_POINTS_MAX;
    for (int i = 0; i < shape->count; i++) {
        shape->points[i] =
            vec2_make(scene_round((double)points[i].x), scene_round((double)points[i].y));
    }
}

/// A thing of the track: loose ones are circles and polygons, movers walls that move.
static SceneShape shape_of_form(const TrackForm *form, bool moves) {
    SceneShape shape = {.kind = moves ? SCENE_WALL : SCENE_POLYGON};
    if (form->points) {
        set_points(&shape, form->points, form->count);
    } else if (!moves) {
        shape.kind = SCENE_CIRCLE;
        shape.radius = scene_round((double)form->radius);
    } else {
        vec2s points[ROUND_CORNERS];
        for (int i = 0; i < ROUND_CORNERS; i++) {
            Rotation turn = rotation_make(TRIG_PI * (2.0f * (float)i / ROUND_CORNERS - 1.0f));
            points[i] = rotation_apply(turn, vec2_make(form->radius, 0.0f));
        }
        set_points(&shape, points, ROUND_CORNERS);
    }
    return shape;
}

/// The shape of the body that is the scene's shape `index`, and its solid. A car of no installed
/// name is its outline. False where a thing is too thin for a scene.
static bool make_shape(const Maker *maker, int body, int index) {
    const Race *race = maker->race;
    SceneShape *shape = &maker->out->scene.shapes[index];
    Solid *solid = &maker->out->film.solids[index];
    if (body >= race->car_count) {
        *shape = shape_of_form(form_of(race, body), is_mover(race, body));
        return solid_make(shape, NULL, solid).fault == SOLID_FINE;
    }
    *shape = (SceneShape){.kind = SCENE_CAR};
    bool made =
        solid_make(shape, &race_racers_const(race)[body].model.params, solid).fault == SOLID_FINE;
    if (maker->cars[body]) {
        snprintf(shape->car, sizeof shape->car, "%s", maker->cars[body]);
    } else {
        shape->kind = SCENE_POLYGON;
        set_points(shape, solid->outline, solid->outline_count);
    }
    return made;
}

/// Tells where and how fast a shape is whose body is `body`.
static void place(SceneShape *shape, Solid *solid, const Body *body) {
    vec2s back = glms_vec2_negate(rotation_apply(body->rotation, solid->middle));
    vec2s velocity = body_velocity_at(body, back);
    solid->at = (Transform){glms_vec2_add(body->position, back), body->rotation};
    shape->at = vec2_make(scene_round((double)solid->at.position.x),
                          scene_round((double)solid->at.position.y));
    shape->angle_deg = scene_round((double)body->angle * 180.0 / (double)TRIG_PI);
    shape->velocity = vec2_make(scene_round((double)velocity.x), scene_round((double)velocity.y));
    shape->turn_rate_deg = scene_round((double)body->spin * 180.0 / (double)TRIG_PI);
}

// ---------------------------------------------------------------- the film

static bool is_of_touch(const Maker *maker, const Contact *contact) {
    const ContactTouch *touch = maker->touch;
    bool same = contact->a == touch->a && contact->b == touch->b;
    if (same && of_wall(maker)) {
        int piece = (int)contact_key_parts(contact->key).first;
        return maker->race->data->walls.pieces[piece].wall == touch->wall;
    }
    return same;
}

/// The piece of the touched wall that is deepest in the body, or nearest to it; -1: none is near.
static int nearest_piece(const Maker *maker, const Body *body) {
    const WallGrid *walls = &maker->race->data->walls;
    const Solid *solid = &maker->out->film.solids[0];
    Transform at = solid_at_body(solid, body_at(body));
    Box box = {at.position, at.position};
    int found[LOOKS_AT], best = -1;
    int count = wall_grid_query(walls, box_grow(box, LOOKS_FAR), found, LOOKS_AT);
    float least = INFINITY;
    for (int i = 0; i < count && i < LOOKS_AT; i++) {
        const WallPiece *piece = &walls->pieces[found[i]];
        Transform relative = transform_relative(at, wall_piece_at(piece));
        for (int k = 0; piece->wall == maker->touch->wall && k < solid->piece_count; k++) {
            float gap = sat_signed_distance(&solid->pieces[k], &piece->shape, relative).distance;
            if (gap < least) {
                least = gap;
                best = found[i];
            }
        }
    }
    return best;
}

static Body shifted(Body body, vec2s origin) {
    body.position = glms_vec2_sub(body.position, origin);
    return body;
}

/// Measures a tick against the race's own piece of the wall that is nearest then.
static void measure_wall(const Maker *maker, const Body *body, FilmTick *tick) {
    int nearest = nearest_piece(maker, body);
    tick->before[1].rotation.c = 1.0f;
    tick->gap = (Separation){.distance = LOOKS_FAR, .normal = vec2_make(1.0f, 0.0f)};
    if (nearest >= 0) {
        const WallPiece *piece = &maker->race->data->walls.pieces[nearest];
        Solid solids[SCENE_SHAPES] = {maker->out->film.solids[0], {.piece_count = 1}};
        solids[1].pieces[0] = piece->shape;
        tick->before[1].position = glms_vec2_sub(piece->origin, maker->out->origin);
        tick->before[1].friction = piece->friction;
        tick->before[1].restitution = piece->restitution;
        film_measure(solids, tick);
    }
    vec2s middle = maker->out->film.solids[1].middle; // it stands where the scene has it
    tick->before[1].position = glms_vec2_add(maker->out->scene.shapes[1].at, middle);
    tick->after[1] = tick->before[1];
}

/// The tick from `tick` - 1 to `tick` of the race.
static void film_race_tick(const Maker *maker, uint32_t tick, FilmTick *out) {
    const ContactTouch *touch = maker->touch;
    HistoryTick before = contact_history_at(maker->history, tick - 1);
    HistoryTick after = contact_history_at(maker->history, tick);
    vec2s origin = maker->out->origin;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < after.contact_count; i++) {
        if (is_of_touch(maker, &after.contacts[i]) && out->contact_count++ < FILM_CONTACTS_MAX) {
            out->contacts[out->contact_count - 1] = after.contacts[i];
        }
    }
    out->before[0] = shifted(before.bodies[touch->a], origin);
    out->after[0] = shifted(after.bodies[touch->a], origin);
    if (of_wall(maker)) {
        measure_wall(maker, &before.bodies[touch->a], out);
    } else {
        out->before[1] = shifted(before.bodies[touch->b], origin);
        out->after[1] = shifted(after.bodies[touch->b], origin);
        film_measure(maker->out->film.solids, out);
    }
}

/// Whether one of the two was put elsewhere in a tick: a car that was rescued, a prop at the
/// bounds.
static bool jumps_in(const Maker *maker, int number) {
    uint32_t tick = (uint32_t)((int)maker->touch->first + number);
    const Body *before = contact_history_at(maker->history, tick - 1).bodies;
    const Body *after = contact_history_at(maker->history, tick).bodies;
    int a = maker->touch->a, b = of_wall(maker) ? a : maker->touch->b;
    return glms_vec2_distance(before[a].position, after[a].position) > JUMP ||
           glms_vec2_distance(before[b].position, after[b].position) > JUMP;
}

/// Sets which ticks the film has: those around the touch whose begin is known too, up to where one
/// of the two was put elsewhere. False where there is none, or where it touched as it was put
/// there.
static bool set_span(const Maker *maker, int number) {
    uint32_t first = 0, last = 0;
    if (!contact_history_span(maker->history, &first, &last) || last == first) {
        return false;
    }
    Film *film = &maker->out->film;
    int oldest = (int)(first + 1) - (int)maker->touch->first;
    int newest = (int)last - (int)maker->touch->first;
    oldest = oldest > -FILM_BEFORE ? oldest : -FILM_BEFORE;
    newest = newest < FILM_AFTER ? newest : FILM_AFTER;
    film->first = film->last = oldest > 0 ? oldest : 0;
    if (film->first > newest || jumps_in(maker, film->first)) {
        return false;
    }
    while (film->first > oldest && !jumps_in(maker, film->first - 1)) {
        film->first--;
    }
    while (film->last < newest && !jumps_in(maker, film->last + 1)) {
        film->last++;
    }
    film->started = film->first;
    film->touched = true;
    maker->out->number = film_clamp(film, number);
    return true;
}

// ---------------------------------------------------------------- the scene

/// Finds the contact that is nearest in time to the tick `shown` and not after it, or the first
/// one: the piece of the wall, -1 for none, and where it was (m).
static int find_contact(const Maker *maker, uint32_t shown, vec2s *at) {
    const ContactTouch *touch = maker->touch;
    uint32_t first = 0, last = 0, from = shown;
    contact_history_span(maker->history, &first, &last);
    first = first + 1 > touch->first ? first + 1 : touch->first;
    from = from < first ? first : from > touch->last ? touch->last : from;
    for (uint32_t tick = from + 1; tick-- > first;) {
        HistoryTick of_tick = contact_history_at(maker->history, tick);
        const Body *before = contact_history_at(maker->history, tick - 1).bodies;
        for (int i = 0; i < of_tick.contact_count; i++) {
            const Contact *contact = &of_tick.contacts[i];
            if (is_of_touch(maker, contact)) {
                *at = glms_vec2_add(before[touch->a].position, contact->points[0].anchor_a);
                return (int)contact_key_parts(contact->key).first;
            }
        }
    }
    return -1;
}

/// The part of the wall around the contact; where none is kept, around the body.
static bool shape_of_wall(const Maker *maker, uint32_t shown) {
    SceneShape *out = &maker->out->scene.shapes[1];
    const Body *body = &contact_history_at(maker->history, shown - 1).bodies[maker->touch->a];
    vec2s at = body->position;
    int piece = find_contact(maker, shown, &at);
    float reach = piece >= 0 ? WALL_REACH : LOOKS_FAR;
    piece = piece >= 0 ? piece : nearest_piece(maker, body);
    vec2s center = vec2_make(roundf(at.x), roundf(at.y));
    bool made = piece >= 0 && race_wall_shape(&maker->race->data->walls, maker->touch->wall, piece,
                                              center, reach, out);
    out->at = glms_vec2_sub(center, maker->out->origin);
    return made && solid_make(out, NULL, &maker->out->film.solids[1]).fault == SOLID_FINE;
}

/// What the scene says of shapes that are no cars.
static void set_options(Scene *scene, const FilmTick *tick) {
    scene->options = scene_options_default();
    for (int i = 0; i < SCENE_SHAPES; i++) {
        const Body *body = &tick->before[i];
        if (scene->shapes[i].kind == SCENE_CAR) {
            continue;
        }
        scene->options.friction = scene_round((double)body->friction);
        scene->options.restitution = scene_round((double)body->restitution);
        if (body->inverse_mass > 0.0f) {
            scene->options.mass = scene_round(film_mass(body));
        }
    }
}

bool race_contact_make(const ContactHistory *history, const Race *race, const ContactTouch *touch,
                       int number, const char *const cars[RACE_MAX_CARS], const char *track,
                       RaceContact *out) {
    Maker maker = {history, race, touch, cars, out};
    memset(out, 0, sizeof *out);
    if (!set_span(&maker, number)) {
        return false;
    }
    uint32_t shown = (uint32_t)((int)touch->first + out->number);
    vec2s at = contact_history_at(history, shown - 1).bodies[touch->a].position;
    out->origin = vec2_make(roundf(at.x), roundf(at.y));
    Scene *scene = &out->scene;
    Film *film = &out->film;
    scene->panel = SCENE_CONTACT;
    bool made = make_shape(&maker, touch->a, 0) &&
                (of_wall(&maker) ? shape_of_wall(&maker, shown) : make_shape(&maker, touch->b, 1));
    if (!made) {
        return false;
    }
    for (int i = film->first; i <= film->last; i++) {
        film_race_tick(&maker, (uint32_t)((int)touch->first + i), &film->ticks[i - film->first]);
    }
    memcpy(out->solids, film->solids, sizeof out->solids);
    FilmTick *tick = &film->ticks[out->number - film->first];
    for (int i = 0; i < SCENE_SHAPES; i++) {
        place(&scene->shapes[i], &out->solids[i], &tick->before[i]);
    }
    set_options(scene, tick);
    tick->pair = solid_pair(&out->solids[0], &out->solids[1]);
    for (int i = 0; of_wall(&maker) && i < tick->contact_count && i < FILM_CONTACTS_MAX; i++) {
        Contact *contact = &tick->contacts[i]; // named by the pieces of the scene
        contact->key = contact_key_of_wall(contact->a, (uint32_t)tick->pair.b,
                                           contact_key_parts(contact->key).second);
    }
    char of_track[32];
    text_copy(track, of_track, sizeof of_track);
    snprintf(scene->name, sizeof scene->name, "%.12s and %.12s, %s",
             race_contact_name(race, touch->a, cars), race_contact_name(race, touch->b, cars),
             of_track);
    return true;
}

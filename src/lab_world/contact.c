#include "lab_world/contact.h"

#include "race_state/race_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const letters[SCENE_SHAPES] = {"a", "b"};

/// The mass (kg) that a point feels, as if it were alone: 1 over how much a step changes its
/// approach for each N s along the contact's normal.
static double point_mass(const FilmTick *tick, const Contact *contact, int point) {
    const ContactPoint *at = &contact->points[point];
    const vec2s arms[SCENE_SHAPES] = {at->anchor_a, at->anchor_b};
    double inverse = 0.0;
    for (int i = 0; i < SCENE_SHAPES; i++) {
        const Body *body = &tick->before[i];
        double lever = (double)glms_vec2_cross(arms[i], contact->normal);
        inverse += (double)body->inverse_mass + lever * lever * (double)body->inverse_inertia;
    }
    return inverse > 0.0 ? 1.0 / inverse : 0.0;
}

// ---------------------------------------------------------------- contacts

static void work_point(const FilmTick *tick, const Contact *contact, const char *name, int index,
                       Working *working) {
    const ContactPoint *point = &contact->points[index];
    char text[WORKING_NAME_MAX];
    Digits d = {0};
    double mass = point_mass(tick, contact, index);
    snprintf(text, sizeof text, "%s point %d gap", name, index + 1);
    working_number(working, text, (double)point->separation, "m",
                   "before the step; below 0 they overlap there");
    snprintf(text, sizeof text, "%s point %d approach", name, index + 1);
    working_number(working, text, -(double)point->approach, "m/s", "(va - vb) . normal there");
    snprintf(text, sizeof text, "%s point %d mass", name, index + 1);
    working_number(working, text, mass, "kg",
                   "1 / (1 / ma + 1 / mb + (ra x n)^2 / Ia + (rb x n)^2 / Ib), ra = %s",
                   digits_point(&d, point->anchor_a));
    snprintf(text, sizeof text, "%s point %d normal impulse", name, index + 1);
    working_number(
        working, text, (double)point->normal_impulse, "N s",
        "alone and without friction (1 + %s) x %s m/s x %s kg = %s",
        digits_of(&d, (double)contact->restitution, 2), digits_of(&d, -(double)point->approach, 2),
        digits_of(&d, mass, 1),
        digits_of(&d, (1.0 + (double)contact->restitution) * -(double)point->approach * mass, 1));
    snprintf(text, sizeof text, "%s point %d friction impulse", name, index + 1);
    working_number(working, text, (double)point->tangent_impulse, "N s",
                   "along %s, at most %s x %s", digits_point(&d, vec2_left(contact->normal)),
                   digits_of(&d, (double)contact->friction, 3),
                   digits_of(&d, (double)point->normal_impulse, 1));
}

/// The pieces that a contact is of, counted from 1.
static void pieces_of(const Contact *contact, int out[SCENE_SHAPES]) {
    ContactKeyParts parts = contact_key_parts(contact->key);
    bool wall = contact->b == CONTACT_WALL;
    out[0] = 1 + (int)(wall ? parts.second : parts.first);
    out[1] = 1 + (int)(wall ? parts.first : parts.second);
}

static void work_contact(const FilmTick *tick, int number, Working *working) {
    const Contact *contact = &tick->contacts[number - 1];
    const Body *a = &tick->before[0], *b = &tick->before[1];
    char name[16], text[WORKING_NAME_MAX];
    int pieces[SCENE_SHAPES];
    Digits d = {0};
    pieces_of(contact, pieces);
    snprintf(name, sizeof name, "contact %d", number);
    snprintf(text, sizeof text, "%s points", name);
    working_number(working, text, contact->count, "", "piece %s of a and %s of b, normal %s",
                   digits_of(&d, pieces[0], 0), digits_of(&d, pieces[1], 0),
                   digits_point(&d, contact->normal));
    snprintf(text, sizeof text, "%s friction", name);
    working_number(working, text, (double)contact->friction, "", "sqrt(%s x %s)",
                   digits_of(&d, (double)a->friction, 2), digits_of(&d, (double)b->friction, 2));
    snprintf(text, sizeof text, "%s restitution", name);
    working_number(working, text, (double)contact->restitution, "", "max(%s, %s)",
                   digits_of(&d, (double)a->restitution, 2),
                   digits_of(&d, (double)b->restitution, 2));
    for (int i = 0; i < contact->count; i++) {
        work_point(tick, contact, name, i, working);
    }
}

// ---------------------------------------------------------------- motion

static void work_change(Working *working, const char *name, const char *unit, double before,
                        double after) {
    char text[WORKING_NAME_MAX];
    Digits d = {0};
    snprintf(text, sizeof text, "%s before", name);
    working_number(working, text, before, unit, "at the begin of the tick");
    snprintf(text, sizeof text, "%s after", name);
    working_number(working, text, after, unit, "%s + %s", digits_of(&d, before, 3),
                   digits_taken(&d, after - before, 3));
}

static void work_motion(const FilmTick *tick, Working *working) {
    char name[WORKING_NAME_MAX];
    for (int i = 0; i < SCENE_SHAPES; i++) {
        const Body *before = &tick->before[i], *after = &tick->after[i];
        for (int axis = 0; axis < 2; axis++) {
            snprintf(name, sizeof name, "%s velocity %s", letters[i], axis == 0 ? "x" : "y");
            work_change(working, name, "m/s", (double)before->velocity.raw[axis],
                        (double)after->velocity.raw[axis]);
        }
        snprintf(name, sizeof name, "%s turn", letters[i]);
        work_change(working, name, "deg/s", (double)before->spin * 180.0 / (double)TRIG_PI,
                    (double)after->spin * 180.0 / (double)TRIG_PI);
    }
    work_change(working, "momentum x", "N s", film_momentum(tick->before, 0),
                film_momentum(tick->after, 0));
    work_change(working, "momentum y", "N s", film_momentum(tick->before, 1),
                film_momentum(tick->after, 1));
    work_change(working, "energy", "J", film_energy(tick->before), film_energy(tick->after));
}

static void work_bodies(const FilmTick *tick, Working *working) {
    char name[WORKING_NAME_MAX];
    for (int i = 0; i < SCENE_SHAPES; i++) {
        const Body *body = &tick->before[i];
        double mass = film_mass(body), inertia = film_inertia(body);
        if (!(mass > 0.0)) {
            continue; // nothing moves it
        }
        Digits d = {0};
        snprintf(name, sizeof name, "mass of %s", letters[i]);
        working_number(working, name, mass, "kg", "of the car, or the option");
        snprintf(name, sizeof name, "inertia of %s", letters[i]);
        working_number(working, name, inertia, "kgm2", "mass x %s m2, the mean square distance",
                       digits_of(&d, inertia / mass, 3));
    }
}

static void work_wrong(const Film *film, int number, const WrongFilm *wrong, Working *working) {
    const WrongTick *tick = &wrong->ticks[number - film->first];
    const char *name = wrong->response == WRONG_SEPARATE ? "separate" : "velocity";
    char text[WORKING_NAME_MAX];
    snprintf(text, sizeof text, "%s: depth", name);
    working_number(working, text, (double)tick->depth, "m", "after both have moved");
    for (int axis = 0; axis < 2; axis++) {
        snprintf(text, sizeof text, "%s: momentum %s", name, axis == 0 ? "x" : "y");
        working_number(working, text, film_momentum(tick->after, axis), "N s",
                       "at the end of this tick");
    }
    snprintf(text, sizeof text, "%s: energy", name);
    working_number(working, text, film_energy(tick->after), "J", "at the end of this tick");
    snprintf(text, sizeof text, "%s: most energy", name);
    working_number(working, text, wrong->energy_most, "J", "of all ticks up to the last one");
    snprintf(text, sizeof text, "%s: energy at the begin", name);
    working_number(working, text, wrong->energy_begin, "J", "where the scene begins");
}

static void work_film(const Film *film, int number, const WrongFilm *wrong, Working *working) {
    number = film_clamp(film, number);
    const FilmTick *tick = film_tick(film, number);
    Digits d = {0};
    working_truth(working, "touch", film->touched, "%s",
                  film->touched ? "tick 0 is the first in which something pushes or overlaps"
                                : "tick 0 is the one in which they are nearest");
    working_number(working, "tick", number, "", "kept are %s to %s", digits_of(&d, film->first, 0),
                   digits_of(&d, film->last, 0));
    working_number(working, "time", (double)(number - film->started) * (double)RACE_DT, "s",
                   "from the begin of the scene to that of the tick");
    work_bodies(tick, working);
    working_number(working, "depth", -(double)tick->gap.distance, "m",
                   "of piece %s of a and %s of b, below 0 a gap",
                   digits_of(&d, tick->pair.a + 1, 0), digits_of(&d, tick->pair.b + 1, 0));
    working_number(working, "normal x", (double)tick->gap.normal.x, "", "from a to b");
    working_number(working, "normal y", (double)tick->gap.normal.y, "", "likewise");
    if (tick->gap.distance < 0.0f) {
        working_number(working, "MTV x", -(double)(tick->gap.normal.x * tick->gap.distance), "m",
                       "depth x normal: the shortest way for b to part them");
        working_number(working, "MTV y", -(double)(tick->gap.normal.y * tick->gap.distance), "m",
                       "likewise");
    }
    working_number(working, "approach speed", (double)tick->approach, "m/s",
                   "of the nearest point; below 0 they part there");
    working_number(working, "contacts", tick->contact_count, "", "of pieces");
    for (int i = 0; i < tick->contact_count && i < FILM_CONTACTS_MAX; i++) {
        work_contact(tick, i + 1, working);
    }
    working_number(working, "normal impulse", (double)tick->normal_impulse, "N s",
                   "of all contacts in this tick");
    work_motion(tick, working);
    if (wrong) {
        work_wrong(film, number, wrong, working);
    }
}

void contact_study(const Scene *scene, const Solid solids[SCENE_SHAPES], ContactStudy *out) {
    WrongResponse response = (WrongResponse)scene->options.contact_compare;
    film_make(scene, solids, &out->film);
    out->compares = response != WRONG_NOTHING;
    if (out->compares) {
        wrong_film_make(scene, &out->film, response, &out->wrong);
    }
}

void contact_study_working(const Scene *scene, const ContactStudy *study, Working *working) {
    work_film(&study->film, scene->options.tick, study->compares ? &study->wrong : NULL, working);
}

void contact_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working) {
    ContactStudy study;
    contact_study(scene, solids, &study);
    contact_study_working(scene, &study, working);
}

/// A contact over time: two shapes tick by tick around their first touch, with what the world of
/// a race makes of them. The panel of the laboratory steps a world of the two alone.
#pragma once

#include "dynamics/contact.h"
#include "scene/solid.h"

enum {
    FILM_BEFORE = 24, ///< Ticks that are kept before the first touch ...
    FILM_AFTER = 96,  ///< ... and after it.
    FILM_TICKS = FILM_BEFORE + 1 + FILM_AFTER,
    FILM_CONTACTS_MAX = 6, ///< Of one tick; of more the first by key.
    FILM_SEARCH = 5 * 240, ///< Ticks within which they have to touch.
};

/// One tick: from `before` to `after`. A wall is a body that nothing moves.
typedef struct FilmTick {
    Body before[SCENE_SHAPES], after[SCENE_SHAPES];
    Contact contacts[FILM_CONTACTS_MAX]; ///< Of the two with each other.
    int contact_count;                   ///< All that there were, kept or not.
    SolidPair pair;       ///< The pieces that are deepest in each other or nearest ...
    Separation gap;       ///< ... and how they stand to each other, as they stand before.
    float approach;       ///< m/s of the nearest point; below 0 it parts.
    float normal_impulse; ///< N s, of all contacts.
} FilmTick;

typedef struct Film {
    Solid solids[SCENE_SHAPES];
    FilmTick ticks[FILM_TICKS];
    int first, last; ///< Numbers of the first and the last kept tick; 0 is that of the first touch.
    int started;     ///< Number of the tick that begins where the scene has the shapes.
    bool alone;      ///< Nothing else acts on the two: no tyres, no third body.
    bool touched;    ///< Without a touch tick 0 is that in which they are nearest.
} Film;

/// Runs the world of the scene. Same scene, same bits.
void film_make(const Scene *scene, const Solid solids[SCENE_SHAPES], Film *out);

/// Fills `pair`, `gap`, `approach` and `normal_impulse` from the rest of `tick`.
void film_measure(const Solid solids[SCENE_SHAPES], FilmTick *tick);

/// The tick of this number, or the nearest that is kept.
const FilmTick *film_tick(const Film *film, int number);
int film_clamp(const Film *film, int number);

/// Where the shape `index` stands before, or after, a tick.
Transform film_place(const Film *film, const Body *body, int index);

/// The body of the shape `index` as the scene has it. A scene's velocities are those of the shape's
/// origin, a body's those of its centre of gravity.
Body film_body(const Scene *scene, const Solid *solid, int index);

/// kg, and kg m2; 0 for what nothing moves.
double film_mass(const Body *body);
double film_inertia(const Body *body);

/// J, of both together.
double film_energy(const Body bodies[SCENE_SHAPES]);

/// kg m/s, of both together, along x (0) or y (1).
double film_momentum(const Body bodies[SCENE_SHAPES], int axis);

/// Two wrong responses to a contact, run beside the right one, as forums and tutorials write them.
/// Both move the shapes first and look then whether they overlap.
#pragma once

#include "lab_world/contact_film.h"

typedef enum WrongResponse {
    WRONG_NOTHING,
    WRONG_SEPARATE, ///< The MTV parts the shapes, and both velocities are mirrored at its normal.
    WRONG_VELOCITY, ///< The MTV divided by the step is added to the velocities.
} WrongResponse;

/// A tick of a wrong response.
typedef struct WrongTick {
    Body after[SCENE_SHAPES];
    float depth; ///< m: how deep the shapes were in each other after they moved.
} WrongTick;

/// Ticks of the same numbers as those of a film.
typedef struct WrongFilm {
    WrongResponse response;
    WrongTick ticks[FILM_TICKS];
    double energy_begin; ///< J, where the scene begins.
    double energy_most;  ///< J, the most up to the last tick.
} WrongFilm;

/// Runs `response` on the bodies of `film`, from where the scene has them.
void wrong_film_make(const Scene *scene, const Film *film, WrongResponse response, WrongFilm *out);

/// A contact of a race as the laboratory shows it: a film of the two that touched, and the scene
/// that they are.
#pragma once

#include "contacts/contact_history.h"
#include "lab_world/contact_film.h"

/// Lengths in it are measured from `origin`, which is near the contact.
typedef struct RaceContact {
    Scene scene; ///< As both stand at the begin of the shown tick; its panel is that of contacts.
    Solid solids[SCENE_SHAPES]; ///< Likewise.
    Film film;                  ///< Tick 0 is the first in which they touch.
    int number;                 ///< The shown tick of it.
    vec2s origin;               ///< m, in the race.
} RaceContact;

/// Makes the film of `touch`, which `history` holds, and the scene of its tick `number` (or of the
/// nearest that is kept). `cars` are the names of installed cars by car, NULL where it is none: the
/// scene has its outline then. `track`: as people call it. False where no tick of it is kept, where
/// one of the two was put there in the tick of the touch, or where the touched piece of a wall is
/// too thin for a scene; `out` is of no use then.
///
/// Of a wall the scene has what lies within some metres of the contact; a round one has 24 corners
/// there. Numbers of the film are those of the race's own pieces.
bool race_contact_make(const ContactHistory *history, const Race *race, const ContactTouch *touch,
                       int number, const char *const cars[RACE_MAX_CARS], const char *track,
                       RaceContact *out);

/// What a body is called, or CONTACT_WALL: the car's name, "wall", "cone", "mover".
const char *race_contact_name(const Race *race, int body, const char *const cars[RACE_MAX_CARS]);

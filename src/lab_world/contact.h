/// The panel of a contact over time: one tick of a film with all numbers of its contacts, and what
/// depth, approach, impulse and energy do around the touch.
#pragma once

#include "lab_world/contact_film.h"
#include "lab_world/contact_wrong.h"
#include "sheet/sheet.h"
#include "sheet/working.h"

/// The picture of the tick `number` of a film. `wrong` may be NULL.
void contact_film_draw(const Scene *scene, const Film *film, int number, const WrongFilm *wrong,
                       Sheet *sheet);

/// What the panel finds out about a scene: its film and, where it compares, that of a wrong
/// response. Millions of instructions, so it is made once for the working and the picture.
typedef struct ContactStudy {
    Film film;
    WrongFilm wrong;
    bool compares;
} ContactStudy;

void contact_study(const Scene *scene, const Solid solids[SCENE_SHAPES], ContactStudy *out);
void contact_study_working(const Scene *scene, const ContactStudy *study, Working *working);
void contact_study_draw(const Scene *scene, const ContactStudy *study, Sheet *sheet);

/// The same for one of them alone.
void contact_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working);
void contact_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet);

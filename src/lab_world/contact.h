/// The panel of a contact over time: one tick of a film with all numbers of its contacts, and what
/// depth, approach, impulse and energy do around the touch.
#pragma once

#include "lab_world/contact_film.h"
#include "lab_world/contact_wrong.h"
#include "sheet/sheet.h"
#include "sheet/working.h"

/// By how much a step changes the approach of a point for each N s along the contact's normal, as
/// if it were alone: 1 over it is the mass (kg) that the point feels.
double contact_point_mass(const FilmTick *tick, const Contact *contact, int point);

/// The working, and the picture, of the tick `number` of a film. `wrong` may be NULL; `response`
/// says what it is of.
void contact_film_working(const Film *film, int number, const WrongFilm *wrong,
                          WrongResponse response, Working *working);
void contact_film_draw(const Scene *scene, const Film *film, int number, const WrongFilm *wrong,
                       WrongResponse response, Sheet *sheet);

void contact_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working);
void contact_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet);

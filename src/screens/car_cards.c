#include "screens/car_cards.h"

#include "base/directories.h"
#include "geometry/trig.h"
#include "session/load.h"

#include <math.h>
#include <stdio.h>

#define TURN 0.5 // rad/s

/// The best that any car of the list has, for the ends of the bars.
static CarFigures best_of(const Catalogue *catalogue) {
    CarFigures best = {0};
    for (int i = 0; i < catalogue->car_count; i++) {
        const CarFigures *figures = &catalogue->cars[i].figures;
        best.top_kmh = fmaxf(best.top_kmh, figures->top_kmh);
        best.grip_g = fmaxf(best.grip_g, figures->grip_g);
        best.mass_kg = fmaxf(best.mass_kg, figures->mass_kg);
        bool quicker = best.to_100_s <= 0.0f || figures->to_100_s < best.to_100_s;
        best.to_100_s = figures->to_100_s > 0.0f && quicker ? figures->to_100_s : best.to_100_s;
    }
    return best;
}

static float share(float value, float whole) { return whole > 0.0f ? value / whole : 0.0f; }

/// Its character in a word or two, from what moves and holds it.
static const char *word_of(const CarFile *file) {
    const CarParams *params = &file->params;
    float wings = params->lift_area_front + params->lift_area_rear;
    bool rear = params->drive_split_front < 0.3f;
    return params->mass < 300.0f               ? "quick hands"
           : wings > 3.5f                      ? "glued when fast"
           : wings > 1.5f                      ? "planted"
           : rear && params->steer_lock > 0.7f ? "sideways"
           : rear                              ? "lively"
           : params->drive_split_front < 0.7f  ? "surefooted"
                                               : "forgiving";
}

int car_cards_driven(const Game *game, int number, const char **why) {
    const Catalogue *catalogue = &game->catalogue;
    const char *own = game->settings.seats[number].car;
    int of_race = catalogue_car(catalogue, game->choice.car);
    *why = "";
    if (number == 0 || own[0] == '\0') {
        return of_race;
    }
    int car = catalogue_car(catalogue, own);
    if (car < 0 && !directories_is_path(own, LOAD_CAR_SUFFIX)) {
        *why = "The car that was chosen is gone.";
        return of_race;
    }
    bool broken = car >= 0 && catalogue->cars[car].wrong[0];
    *why = broken ? catalogue->cars[car].wrong : "";
    return broken ? of_race : car;
}

CarCard car_card_make(const Game *game, int index, int seat) {
    const Catalogue *catalogue = &game->catalogue;
    const CatalogueCar *car = &catalogue->cars[index];
    bool fine = car->read && !car->wrong[0];
    CarCard card = {.name = fine ? car->file.name : car->path,
                    .word = fine ? word_of(&car->file) : "",
                    .params = fine ? &car->file.params : NULL,
                    .look = &car->file.look,
                    .paint = race_picture_look(0)};
    card.paint.color = race_picture_colors[game_person_color(game, seat)];
    card.paint.number = seat + 1;
    card.paint.pattern = seat % CAR_PATTERNS;
    card.angle = game->settings.display.reduced_motion
                     ? 0.0f
                     : (float)fmod(TURN * game->time, 2.0 * (double)TRIG_PI);
    CarFigures best = best_of(catalogue), figures = car->figures;
    card.bars[0] = (CarBar){"Top speed", "", share(figures.top_kmh, best.top_kmh)};
    card.bars[1] = (CarBar){"0-100", "", share(best.to_100_s, figures.to_100_s)};
    card.bars[2] = (CarBar){"Grip", "", share(figures.grip_g, best.grip_g)};
    card.bars[3] = (CarBar){"Weight", "", share(figures.mass_kg, best.mass_kg)};
    snprintf(card.bars[0].text, sizeof card.bars[0].text, "%.0f km/h", (double)figures.top_kmh);
    snprintf(card.bars[1].text, sizeof card.bars[1].text, "%.1f s", (double)figures.to_100_s);
    if (figures.to_100_s <= 0.0f) {
        snprintf(card.bars[1].text, sizeof card.bars[1].text, "never");
    }
    snprintf(card.bars[2].text, sizeof card.bars[2].text, "%.2f g", (double)figures.grip_g);
    snprintf(card.bars[3].text, sizeof card.bars[3].text, "%.0f kg", (double)figures.mass_kg);
    return card;
}

/// A car as a menu shows it: a picture that turns, its name and character, its numbers as bars.
#pragma once

#include "render/car_picture.h"
#include "ui/canvas.h"

enum {
    CAR_CARD_BARS = 4
};

typedef struct CarBar {
    const char *label;
    char text[24];
    float share; ///< 0 to 1 of the longest.
} CarBar;

typedef struct CarCard {
    const char *name, *word; ///< `word`: its character.
    const CarParams *params; ///< NULL: it is not read yet.
    const Bodywork *look;    ///< Without parts: from its outline.
    CarLook paint;
    float angle; ///< rad, to which it has turned.
    CarBar bars[CAR_CARD_BARS];
} CarCard;

/// Draws it into `area`; parts for which there is no room are left out, bars first.
void car_card_draw(const Canvas *canvas, Area area, float unit, const CarCard *card);

/// The picture alone, in the middle of `area`, as large as it fits at any angle.
void car_card_picture(const Canvas *canvas, Area area, const CarCard *card);

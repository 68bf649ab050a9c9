/// What the cars of a race look like, by who drives each: so that any two can be told apart.
///
/// - A person's car has the colour of the person's seat, the pattern of the seat, and its number:
///   1 for P1 and so on.
/// - The car of an AI driver has that driver's number and colour. The pattern is the one that tells
///   it best from the others.
/// - Numbers: the first car to ask for one gets it; drivers come before people. Whose number is
///   taken gets the next higher one that nobody asked for.
/// - Colours: those of all four seats are kept free, so that who joins changes no other car. A
///   driver whose colour is too close to one that is taken, or hardly seen on asphalt, gets that of
///   the ten usual colours which comes closest to his own and is not.
#pragma once

#include "race_state/race_state.h"
#include "render/race_picture.h"

/// What a driver asks for. The zero value asks for nothing: a usual colour, the number of the car.
typedef struct CarLookWish {
    uint32_t color; ///< 0xRRGGBBFF; 0: none.
    int number;     ///< 1 to 99; 0: none.
} CarLookWish;

/// A person in the game, by seat.
typedef struct CarLookPerson {
    int color; ///< An index of race_picture_colors, other than those of the others.
    int car;   ///< That the person drives, another one than the others; -1 none.
} CarLookPerson;

/// How far apart two cars are at least, CIE76: of one pattern to all eyes, as any two of the usual
/// colours are; of any pattern to usual eyes, as the drivers that come along are from each
/// other and from the four usual seats. Where cars are too many for that, they are as far apart as
/// can be.
#define CAR_LOOKS_APART_TO_ALL 20.0
#define CAR_LOOKS_APART        28.0

/// Sets the looks of all cars. `wishes`: of each car's driver when the AI drives it. A pure
/// function of its arguments; about 1 ms.
void car_looks_make(const CarLookWish wishes[RACE_MAX_CARS],
                    const CarLookPerson people[RACE_PICTURE_SEATS], CarLook out[RACE_MAX_CARS]);

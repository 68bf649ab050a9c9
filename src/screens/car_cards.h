/// The cars of the catalogue as menus show them.
#pragma once

#include "game_state/game_state.h"
#include "pages/car_card.h"

/// The car that person `number` will drive, an index of the catalogue; -1: one that it does not
/// know. `why` gets why it is not the one that he has chosen, "" where it is; it lives as long as
/// the catalogue.
int car_cards_driven(const Game *game, int number, const char **why);

/// The card of car `index`, its bars against the best of all cars. `seat`: the number of the person
/// whose colour it has, 0 to SEATS_MAX - 1.
CarCard car_card_make(const Game *game, int index, int seat);

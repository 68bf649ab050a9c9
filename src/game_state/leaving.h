/// Leaving a seat: whoever pauses with several people and keeps Esc or Start down for a second
/// gives his car to the AI.
#pragma once

#include "game_state/game_state.h"

/// Seat `seat_index` is given to the AI, which is said to all: its view is gone.
void leaving_leave(Game *game, int seat_index);

/// Person `number` leaves, who drives or waits for the next race. Whoever is alone in a race stays.
void leaving_person(Game *game, int number);

/// Notes which press of `input` pauses, and who leaves if it is held on: of the keyboard's people
/// only one who is alone there, for Esc is everybody's. Nobody where there is one person: he goes
/// by the menu.
void leaving_begin(Game *game, const InputFrame *input);

/// To be called each frame of the pause: counts, and lets the seat go when the second is over.
void leaving_frame(Game *game, const InputFrame *input);

/// How much of the second is over, 0 to 1; 0 where nobody is leaving.
float leaving_part(const Game *game);

/// To be called each frame of a menu in which people may join. With several people B goes back when
/// it comes up, and so does Esc where one of them alone is at the keyboard; whoever holds it for a
/// second leaves instead.
void leaving_in_menu(Game *game, InputFrame *input);

/// How much of that second is over for person `number`, 0 to 1.
float leaving_in_menu_part(const Game *game, int number);

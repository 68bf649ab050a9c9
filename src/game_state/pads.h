/// Gamepads that come and go: who has lost his, and who gets which back.
#pragma once

#include "game_state/game_state.h"

/// To be called each frame before the screen. A seat whose gamepad is gone is lost: nothing drives
/// its car. It finds its gamepad again when one of the same model (GUID) that nobody uses is there;
/// the number that the system gives it may be another. Where no race is driven, a notice tells who
/// has lost his, and so for a gamepad that nobody knows. Whoever waits for the next race and loses
/// his waits no longer.
void pads_watch(Game *game, const InputFrame *input);

/// The person with a name who drove by this gamepad, or one like it, before and neither sits nor
/// waits now; -1: nobody.
int pads_known_person(const Game *game, const PadState *pad);

/// Which person somebody becomes who comes with `device`: who is known by the gamepad, else the one
/// with the lowest free number. SEATS_MAX where none is free.
int pads_number_for(const Game *game, const InputFrame *input, int device);

/// Those of Game.waiting behind `index` move up.
void pads_forget_waiting(Game *game, int index);

/// Somebody sits down at `device` and in `car`: the person who waits with that device, else
/// pads_number_for. There is a free seat.
Seat *pads_take_seat(Game *game, const InputFrame *input, int device, int car);

/// The seat is driven by `device` from here on, whatever it was before.
void pads_hand_over(Seat *seat, int device);

/// Makes a mapping (pad_mapping_write) known from now on, and says so or why it is not remembered.
void pads_add_mapping(Game *game, const char *line);

/// The first seat that is lost, -1 none.
int pads_lost_seat(const Game *game);

/// Gives the lost seat `seat_index` to the gamepad, used by nobody, on which something was pressed.
/// Whether there was one.
bool pads_take_over(Game *game, const InputFrame *input, int seat_index);

/// Gives it to the first keys that nobody uses. Whether there were some.
bool pads_drive_by_keys(Game *game, int seat_index);

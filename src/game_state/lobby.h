/// Who is in: those who drive and those who wait for the next race; and whose a press is in menus.
///
/// In menus a person's own gas, brake, left and right are his arrows, and his handbrake is his
/// Enter. On a gamepad these are the d-pad or stick, and A.
#pragma once

#include "game_state/game_state.h"

/// The device of person `number`, DEVICE_NONE where he is not in.
int lobby_device(const Game *game, int number);

/// How many people are in.
int lobby_count(const Game *game);

/// Whether person `number` is in and has a device: his gamepad is not gone.
bool lobby_is_here(const Game *game, int number);

/// The first of them who is here, who decides for all: where everybody's gamepad is gone, the first
/// of all; -1 where nobody is in.
int lobby_first(const Game *game);

/// Whose the press of a key is: his at whose cluster it lies; of one person alone at the keyboard
/// all of them; else the first person's, as is the mouse. -1 where nobody is in.
int lobby_person_of_key(const Game *game, int key);

/// The one person at the keyboard, -1 where there is none or more than one.
int lobby_person_at_keys(const Game *game);

/// Who is at `device`, which may be a cluster or a gamepad; -1 nobody. Whoever has lost his gamepad
/// is at none.
int lobby_person_at(const Game *game, int device);

/// Whoever is at `device` is at `to` from now on, where nobody is.
void lobby_move(Game *game, int device, int to);

/// What person `number` alone presses, as menus take it: his cluster as arrows and Enter.
void lobby_frame_of(const Game *game, const InputFrame *frame, int number, InputFrame *out);

/// Whether person `number` accepts in this frame, by a key, a button or the mouse.
bool lobby_accepts(const Game *game, const InputFrame *frame, int number);

/// The device that joins in a menu now: its gas went down, and nobody sits there. DEVICE_NONE:
/// none.
///
/// Keys that steer menus do not join: the arrows never; W only where somebody is in, who then has
/// arrows, or keys of his own, to steer with. At clusters whose gas steers, the handbrake joins.
int lobby_joining(const Game *game, const InputFrame *frame);

/// The control of the cluster `device` that joins in menus, CONTROL_NONE where none does.
int lobby_join_key(const Game *game, int device);

/// Whether nobody sits at `device`, which may be a cluster or a gamepad.
bool lobby_is_free(const Game *game, int device);

/// Takes the press with which `device` has joined out of `frame`. The A of a gamepad stays where
/// nobody was in before: it chooses too.
void lobby_take_press(const Game *game, int device, bool first, InputFrame *frame);

/// The contacts of a race that stands still: a click or a key picks one, to be looked at tick by
/// tick and saved as a scene of the laboratory.
#pragma once

#include "game_state/game_state.h"

/// A source of contacts and the names that it points to.
typedef struct ContactsOf {
    ContactSource source;
    const char *cars[RACE_MAX_CARS];
} ContactsOf;

/// Fills `out`, which lives as long as the session.
const ContactSource *contacts_of(const Game *game, ContactsOf *out);

/// Whether contacts can be picked in the picture: forces are shown (F4) and time stands, by the
/// pause or in practice.
bool contacts_stand(const Game *game);

/// Takes a frame of a window of this size. The screen that is to open: GAME_CONTACT where a contact
/// was clicked at, GAME_CONTACTS where Ctrl+F4 was pressed, else the one that is shown. Where there
/// is no contact it says so. `of_menu`: the click, if there is one, is at a menu, whose own it is.
GameScreen contacts_open(Game *game, const InputFrame *input, int width, int height, bool of_menu);

/// Whether forces are shown and something has touched in the last seconds; lists it then.
bool contacts_are_there(Game *game);

/// Picks the contact `index` of the list, round and round. Of none it does nothing.
void contacts_pick(Game *game, int index);

/// Appends forces and contacts to a list in metres, where they are shown, and a ring around each
/// contact that can be picked. list->feather: what a pixel covers.
void contacts_picture(const Game *game, DrawList *list);

/// Saves the picked one as a scene, and says where.
void contacts_save(Game *game);

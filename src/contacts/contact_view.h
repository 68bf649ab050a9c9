/// The contacts of the last seconds while time stands still: which one is picked, which of its
/// ticks is shown, and where it goes as a scene of the laboratory.
#pragma once

#include "contacts/race_contact.h"
#include "render/draw_list.h"
#include "sheet/sheet.h"

/// What of a contact is shown: a panel of the laboratory.
typedef enum ContactPage {
    CONTACT_PAGE_TICKS,
    CONTACT_PAGE_AXES,
    CONTACT_PAGE_PIECES,
    CONTACT_PAGE_COUNT,
} ContactPage;

enum {
    CONTACT_NAME_MAX = 64,
    CONTACT_SAVED_MAX = 512,
};

/// An owner; ended by contact_view_destroy. The zero value is empty.
typedef struct ContactView {
    ContactHistory history;
    ContactTouch touches[HISTORY_TOUCHES_MAX]; ///< The latest first.
    int count;
    int picked; ///< Of them.
    ContactPage page;
    RaceContact *contact; ///< The picked one at the shown tick; NULL: it cannot be shown.
    bool narrow;          ///< The window has no room for the sheet beside the rows:
    int figure;           ///< it shows one of its tables and charts, from 0, and the shapes.
    Sheet sheet;          ///< Of it on its page, made by those who change either; else empty.
    char name[CONTACT_NAME_MAX];   ///< Of the picked one: "hatch and wall, 1.2 s ago".
    char saved[CONTACT_SAVED_MAX]; ///< The file that it was saved as, "": it was not.
} ContactView;

/// The race that contacts are of.
typedef struct ContactSource {
    const Race *race;
    const char *const *cars; ///< Names of installed cars by car, NULL where it is none.
    const char *track;       ///< As people call it.
} ContactSource;

void contact_view_destroy(ContactView *view);

/// Forgets all: another race begins, or the track is another.
void contact_view_clear(ContactView *view);

/// Lists the contacts that there are now. The picked one stays picked if it is among them.
void contact_view_look(ContactView *view, const Race *race);

/// Picks a contact, in the tick of its largest impulse.
void contact_view_pick(ContactView *view, const ContactSource *source, int index);

/// Shows tick `number` of the picked one, counted from its first touch, or the nearest that is
/// kept.
void contact_view_show(ContactView *view, const ContactSource *source, int number);

/// Shows it on that page, which it has.
void contact_view_turn(ContactView *view, ContactPage page);

/// Whether the picked one can be seen on that page: the panel of pieces is about shapes with edges.
bool contact_view_has_page(const ContactView *view, ContactPage page);

/// The contact that was nearest to `at` (m), within `reach` m; of equal ones the latest; -1: none.
int contact_view_near(const ContactView *view, vec2s at, float reach);

/// Writes the picked one as a scene, `<user data>/scenes/NAME.scene.yaml`, where NAME holds
/// `stamp`. False, with why in `why`, where that fails or where it goes beyond what scenes can say,
/// as a cone that spins fast does. Else `saved` is the file.
bool contact_view_save(ContactView *view, const char *stamp, char why[CONTACT_SAVED_MAX]);

/// A ring around each contact, in metres; list->feather: what a pixel covers.
void contact_view_rings(const ContactView *view, DrawList *list);

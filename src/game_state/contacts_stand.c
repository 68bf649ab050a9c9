#include "game_state/contacts_stand.h"

#include "base/directories.h"
#include "input/hotkeys.h"
#include "session/load.h"
#include "ui/palette.h"

#include <stdio.h>
#include <time.h>

#define PICK_PX 18.0f // from the mouse, as wide as a ring and a little more

const ContactSource *contacts_of(const Game *game, ContactsOf *out) {
    const Session *session = &game->session;
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        const char *name = session->def.cars[i];
        out->cars[i] = name && !directories_is_path(name, LOAD_CAR_SUFFIX) ? name : NULL;
    }
    out->source = (ContactSource){session->race, out->cars, session->track.name};
    return &out->source;
}

static bool time_stands(const Game *game) {
    GameScreen screen = game_screen(game);
    const Pace *pace = &game->live.pace;
    bool in_practice = screen == GAME_DRIVE && game_is_practice(game) &&
                       pace->level == PACE_STILL && !pace->rewinding;
    return game->seat_count > 0 && (screen == GAME_PAUSE || screen == GAME_CONTACTS || in_practice);
}

bool contacts_stand(const Game *game) { return game->live.forces && time_stands(game); }

/// The contact at the mouse, in whichever view shows it; -1: none.
static int under_mouse(const Game *game, const InputFrame *input, int width, int height) {
    ViewRect views[SEATS_MAX];
    int count = width > 0 && height > 0 ? game_views(game, width, height, views) : 0;
    float x = input->mouse_x, y = input->mouse_y;
    for (int i = 0; i < count && i < game->seat_count; i++) {
        ViewRect rect = views[i];
        float top = (float)(height - rect.y - rect.height);
        Area area = {(float)rect.x, top, (float)rect.width, (float)rect.height};
        const Camera *camera = &game->seats[i].camera;
        if (camera->started && canvas_holds(area, x, y)) {
            float reach = PICK_PX * game->ui_scale / camera_view_scale(camera, rect);
            return contact_view_near(&game->live.contacts, camera_point(camera, rect, height, x, y),
                                     reach);
        }
    }
    return -1;
}

void contacts_pick(Game *game, int index) {
    ContactView *view = &game->live.contacts;
    ContactsOf of;
    if (view->count == 0) {
        return; // the track was read anew
    }
    contact_view_pick(view, contacts_of(game, &of), (index + view->count) % view->count);
}

bool contacts_are_there(Game *game) {
    contact_view_look(&game->live.contacts, game->session.race);
    return game->live.forces && game->live.contacts.count > 0;
}

/// What Ctrl+F4 does.
static GameScreen open_by_key(Game *game) {
    if (!game->live.forces) {
        game->live.forces = true;
        game_say(game, PALETTE_TEXT, "Contacts are kept from now on, while F4 shows forces");
    } else if (contacts_are_there(game)) {
        return GAME_CONTACTS;
    } else {
        game_say(game, PALETTE_TEXT, "Nothing has touched in the last seconds");
    }
    return game_screen(game);
}

GameScreen contacts_open(Game *game, const InputFrame *input, int width, int height, bool of_menu) {
    GameScreen screen = game_screen(game);
    bool drives = game->seat_count > 0 && (screen == GAME_DRIVE || screen == GAME_PAUSE) &&
                  !game->live.pace.rewinding;
    if (drives && hotkey_pressed(HOTKEY_CONTACTS, input)) {
        return open_by_key(game);
    }
    if (!contacts_stand(game) || !contacts_are_there(game)) {
        return screen;
    }
    bool clicks = input->mouse_pressed && !of_menu && !game->designer.open;
    int index = clicks ? under_mouse(game, input, width, height) : -1;
    if (index < 0) {
        return screen;
    }
    contacts_pick(game, index);
    return GAME_CONTACT;
}

void contacts_picture(const Game *game, DrawList *list) {
    if (game->live.forces) {
        force_picture(list, &game->live.marks, game->before, game->session.race, game_alpha(game));
    }
    if (contacts_stand(game)) {
        contact_view_rings(&game->live.contacts, list);
    }
}

void contacts_save(Game *game) {
    char stamp[40] = "contact", why[CONTACT_SAVED_MAX], shown[CONTACT_SAVED_MAX];
    time_t now = time(NULL);
    struct tm date;
    if (localtime_r(&now, &date)) {
        strftime(stamp, sizeof stamp, "contact_%Y-%m-%d_%H-%M-%S", &date);
    }
    if (contact_view_save(&game->live.contacts, stamp, why)) {
        directories_shorten(game->live.contacts.saved, shown, sizeof shown);
        game_say(game, PALETTE_GOOD, "Saved: axle lab %s", shown);
    } else {
        game_say(game, PALETTE_BAD, "The contact is not saved: %s", why);
    }
}

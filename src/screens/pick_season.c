/// The tracks of the next championship: how many, and which.
#include "base/text.h"
#include "game_state/season.h"
#include "screens/menu.h"

#include <stdio.h>

enum {
    COUNT,
    USUAL,
    DONE,
    TRACK ///< The first one; the others follow.
};

/// What people call track `name`.
static const char *title_of(const Game *game, const char *name) {
    int at = catalogue_track(&game->catalogue, name);
    const CatalogueTrack *track = at < 0 ? NULL : &game->catalogue.tracks[at];
    return track && track->title[0] ? track->title : name;
}

/// Its place among those that are installed; 0 where it is gone.
static int index_of(const Game *game, const char *name) {
    int at = text_find(name, (const char *const *)game->tracks, game->track_count);
    return at < 0 ? 0 : at;
}

static void fill(const Game *game, MenuPanel *panel) {
    const RaceChoice *choice = &game->choice;
    char text[MENU_TEXT_MAX];
    panel->title = "Championship";
    snprintf(text, sizeof text, "%d", choice->track_count);
    menu_number(panel, COUNT, "Races", (float)choice->track_count, 1.0f, SEASON_TRACKS_MAX, 1.0f,
                text)
        ->help = "Left and right: more or fewer. Each race brings the same points.";
    for (int i = 0; i < choice->track_count; i++) {
        char label[MENU_LABEL_MAX];
        const char *name = choice->tracks[i];
        int at = catalogue_track(&game->catalogue, name);
        snprintf(label, sizeof label, "Race %d", i + 1);
        snprintf(text, sizeof text, "%.40s", title_of(game, name));
        MenuRow *row = menu_choice(panel, TRACK + i, label, index_of(game, name),
                                   game->track_count > 0 ? game->track_count : 1, text);
        row->help = at >= 0 && game->catalogue.tracks[at].about[0]
                        ? game->catalogue.tracks[at].about
                        : "Left and right choose another track.";
    }
    menu_action(panel, USUAL, "The usual selection")->help =
        "A bit of everything, easy ones first.";
    menu_action(panel, DONE, "Done");
}

static Wish act(Game *game, int id, float value) {
    RaceChoice *choice = &game->choice;
    int whole = (int)value;
    if (id == COUNT) {
        season_choose_count(game, whole);
    } else if (id == USUAL) {
        season_choose_usual(game);
    } else if (id == DONE) {
        return (Wish){.kind = WISH_POP};
    } else if (id - TRACK < choice->track_count && whole < game->track_count) {
        snprintf(choice->tracks[id - TRACK], SETTING_TEXT_MAX, "%s", game->tracks[whole]);
    }
    return (Wish){0};
}

static Wish frame(Game *game, const ScreenInput *input) {
    catalogue_poll(&game->catalogue);
    return menu_frame(game, input);
}

static const Menu menu = {.fill = fill, .act = act, .back = {.kind = WISH_POP}};

const Screen pick_season_screen = {.name = "season",
                                   .lobby = true,
                                   .runs = true,
                                   .menu = &menu,
                                   .frame = frame,
                                   .draw = menu_draw};

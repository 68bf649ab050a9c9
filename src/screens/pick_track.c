/// The grid of tracks, each a picture of itself.
#include "screens/picker.h"
#include "ui/hud.h"
#include "ui/medal_disc.h"

#include <stdio.h>
#include <string.h>

/// The cards of a frame. Their texts live here.
typedef struct Cards {
    CardGrid grid;
    Card cards[CATALOGUE_TRACKS_MAX];
    char lines[CATALOGUE_TRACKS_MAX][64];
} Cards;

/// Length, and how long it is driven or what the best lap is.
static void tell_track(const Catalogue *catalogue, int index, char line[64]) {
    const CatalogueTrack *track = &catalogue->tracks[index];
    const Record *best = catalogue_best(catalogue, index, NULL);
    char length[24] = "arena", time[24];
    if (track->length > 0.0f) {
        snprintf(length, sizeof length, "%.2f km", (double)track->length / 1000.0);
    }
    if (!track->read) {
        snprintf(line, 64, "...");
    } else if (track->wrong[0]) {
        snprintf(line, 64, "cannot be driven");
    } else if (best) {
        snprintf(line, 64, "%s, best %s", length, hud_time_text(best->time_s, time));
    } else if (track->sprint) {
        snprintf(line, 64, "%s, once", length);
    } else {
        snprintf(line, 64, "%s, %d lap%s", length, track->laps, track->laps == 1 ? "" : "s");
    }
}

/// The medal that the best lap in the car of medals earns; the champion's where it also beats every
/// replay in the folder.
static void award(const Game *game, int index, Card *card) {
    const Catalogue *catalogue = &game->catalogue;
    const CatalogueTrack *track = &catalogue->tracks[index];
    const Record *best = catalogue_best(catalogue, index, MEDAL_CAR);
    if (!best) {
        return;
    }
    int disc = (int)medal_of(track->medals, best->time_s);
    double others_s = replay_shelf_best(&game->shelf, track->hash, best->key.car, best->time_s);
    double champion_s = medal_champion(track->medals, others_s);
    if (disc == MEDAL_AUTHOR && champion_s > 0.0 && best->time_s <= champion_s) {
        disc = MEDAL_DISC_CHAMPION;
    } else if (disc == MEDAL_COUNT) {
        return;
    }
    card->badge = medal_disc_initial(disc);
    card->badge_color = medal_disc_colors[disc];
}

static void make_cards(const Game *game, Cards *out) {
    const Catalogue *catalogue = &game->catalogue;
    out->grid = (CardGrid){.title = "Choose a track",
                           .cards = out->cards,
                           .count = catalogue->track_count,
                           .menu = "records"};
    for (int i = 0; i < catalogue->track_count; i++) {
        const CatalogueTrack *track = &catalogue->tracks[i];
        tell_track(catalogue, i, out->lines[i]);
        out->cards[i] = (Card){.title = track->title[0] ? track->title : track->path,
                               .line = out->lines[i],
                               .wrong = track->read && track->wrong[0] ? track->wrong : NULL,
                               .picture = &track->picture,
                               .chosen = strcmp(track->path, game->choice.track) == 0};
        award(game, i, &out->cards[i]);
    }
    picker_shown(game, &out->grid);
    if (out->grid.focus >= 0) {
        out->grid.about = catalogue->tracks[out->grid.focus].about;
    }
}

static void enter(Game *game) {
    if (game->stack[game->depth - 1].screen != GAME_MENU) { // which has done so already
        game_open_choice(game);
    }
    int at = catalogue_track(&game->catalogue, game->choice.track);
    game->stack[game->depth].focus = at < 0 ? 0 : at;
}

static Wish frame(Game *game, const ScreenInput *input) {
    Cards cards;
    if (catalogue_poll(&game->catalogue)) {
        replay_shelf_poll(&game->shelf);
    }
    make_cards(game, &cards);
    int chosen = picker_frame(game, input, &cards.grid);
    if (chosen == PICKER_BACK) {
        return (Wish){.kind = WISH_POP};
    }
    if (chosen == PICKER_MENU) {
        return (Wish){.kind = WISH_PUSH, .screen = GAME_RECORDS};
    }
    if (chosen < 0) {
        return (Wish){0};
    }
    RaceChoice *choice = &game->choice;
    const CatalogueTrack *track = &game->catalogue.tracks[chosen];
    choice->reverse &= strcmp(choice->track, track->path) == 0; // its own way round first
    snprintf(choice->track, sizeof choice->track, "%s", track->path);
    if (choice->mode == DRIVE_CHAMPIONSHIP) { // which has tracks of its own: he wants this one
        choice->mode = DRIVE_RACE;
    }
    return (Wish){.kind = WISH_PUSH, .screen = GAME_SETUP};
}

static void draw(const Game *game, const Canvas *canvas) {
    Cards cards;
    make_cards(game, &cards);
    card_grid_draw(canvas, &cards.grid);
}

const Screen pick_track_screen = {
    .name = "tracks", .lobby = true, .runs = true, .enter = enter, .frame = frame, .draw = draw};

#include "game_state/season.h"

#include "base/assert.h"
#include "base/exit_code.h"
#include "base/text.h"
#include "game_state/ticks.h"

#include <stdio.h>
#include <string.h>

/// What a championship is driven on where nobody has chosen: a bit of everything, easy ones first.
static const char *const usual_tracks[] = {"first-oval", "chicane-club", "ice-harbour",
                                           "lantern-park", "kiln-road"};

enum {
    USUAL_COUNT = sizeof usual_tracks / sizeof usual_tracks[0]
};

static bool is_installed(const Game *game, const char *name) {
    return text_find(name, (const char *const *)game->tracks, game->track_count) >= 0;
}

/// Adds `name` to the `count` that there are, where it can be driven. Returns how many there are.
static int add_track(const Game *game, const char *name, int count,
                     char out[SEASON_TRACKS_MAX][SETTING_TEXT_MAX]) {
    if (count < SEASON_TRACKS_MAX && strlen(name) < SETTING_TEXT_MAX && is_installed(game, name)) {
        snprintf(out[count++], SETTING_TEXT_MAX, "%s", name);
    }
    return count;
}

static int add_usual(const Game *game, char out[SEASON_TRACKS_MAX][SETTING_TEXT_MAX]) {
    int count = 0;
    for (int i = 0; i < USUAL_COUNT; i++) {
        count = add_track(game, usual_tracks[i], count, out);
    }
    for (int i = 0; i < game->track_count && count == 0; i++) { // some other data folder
        count = add_track(game, game->tracks[i], count, out);
    }
    return count;
}

int season_tracks(const Game *game, char out[SEASON_TRACKS_MAX][SETTING_TEXT_MAX]) {
    const char *at = game->settings.race.tracks;
    int count = 0;
    while (*at != '\0') {
        char name[SETTING_TEXT_MAX];
        size_t length = strcspn(at, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        count = length > 0 ? add_track(game, name, count, out) : count;
        at += length + (at[length] == ' ' ? 1 : 0);
    }
    return count > 0 ? count : add_usual(game, out);
}

/// Whether the choice is the usual selection.
static bool is_usual(const Game *game) {
    const RaceChoice *choice = &game->choice;
    char usual[SEASON_TRACKS_MAX][SETTING_TEXT_MAX];
    int count = add_usual(game, usual);
    bool same = count == choice->track_count;
    for (int i = 0; i < count && same; i++) {
        same = strcmp(usual[i], choice->tracks[i]) == 0;
    }
    return same;
}

void season_open_choice(Game *game) {
    if (game->choice.track_count == 0) {
        game->choice.track_count = season_tracks(game, game->choice.tracks);
    }
}

void season_remember_tracks(Game *game) {
    const RaceChoice *choice = &game->choice;
    char text[SETTING_TEXT_MAX] = "";
    size_t used = 0;
    if (choice->track_count == 0) { // nobody has looked
        return;
    }
    for (int i = 0; i < choice->track_count && !is_usual(game); i++) {
        size_t length = strlen(choice->tracks[i]) + (used > 0 ? 1 : 0);
        // A name with a space in it would be read as two.
        if (used + length < sizeof text - 1 && strchr(choice->tracks[i], ' ') == NULL) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? " " : "",
                                     choice->tracks[i]);
        }
    }
    text_copy(text, game->settings.race.tracks, SETTING_TEXT_MAX);
}

void season_choose_usual(Game *game) {
    game->choice.track_count = add_usual(game, game->choice.tracks);
}

/// Whether the choice has the track already.
static bool is_chosen(const RaceChoice *choice, const char *name) {
    for (int i = 0; i < choice->track_count; i++) {
        if (strcmp(choice->tracks[i], name) == 0) {
            return true;
        }
    }
    return false;
}

void season_choose_count(Game *game, int count) {
    RaceChoice *choice = &game->choice;
    ASSERT(count >= 1 && count <= SEASON_TRACKS_MAX);
    for (int i = 0; i < game->track_count && choice->track_count < count; i++) {
        if (!is_chosen(choice, game->tracks[i])) {
            choice->track_count =
                add_track(game, game->tracks[i], choice->track_count, choice->tracks);
        }
    }
    for (int i = 0; choice->track_count < count && choice->track_count > 0; i++) { // a second time
        snprintf(choice->tracks[choice->track_count], SETTING_TEXT_MAX, "%s", choice->tracks[i]);
        choice->track_count++;
    }
    choice->track_count = choice->track_count < count ? choice->track_count : count;
}

void season_begin(Game *game, const char (*tracks)[SETTING_TEXT_MAX], int count, FieldGrid grid) {
    ASSERT(count >= 0 && count <= SEASON_TRACKS_MAX);
    Season *season = &game->season;
    Season begun = {.track_count = count, .grid = grid};
    memcpy(begun.tracks, tracks, (size_t)count * sizeof begun.tracks[0]); // perhaps its own
    *season = begun;
}

bool season_begin_if_due(Game *game) {
    char tracks[SEASON_TRACKS_MAX][SETTING_TEXT_MAX];
    if (game->def.mode != DRIVE_CHAMPIONSHIP || season_is_on(game)) {
        return false;
    }
    int count = season_tracks(game, tracks);
    season_begin(game, (const char(*)[SETTING_TEXT_MAX])tracks, count,
                 (FieldGrid)((int)game->settings.race.grid - (int)SETTING_GRID_MIXED));
    return count > 0;
}

bool season_is_on(const Game *game) { return game->season.track_count > 0; }

bool season_is_over(const Game *game) { return season_is_on(game) && !season_lasts(&game->season); }

bool season_is_to_lose(const Game *game) { return season_lasts(&game->season); }

const char *season_track(const Game *game) { return game->season.tracks[game->season.race]; }

void season_go_on(Game *game) {
    Season *season = &game->season;
    ASSERT(season_is_on(game) && season->counted);
    if (!season_lasts(season)) {
        season_begin(game, (const char(*)[SETTING_TEXT_MAX])season->tracks, season->track_count,
                     season->grid);
        return;
    }
    season->race++;
    season->counted = false;
}

/// Who drives car `car`: the person who sits in it, else the AI whose car it is.
static int entry_at(const Game *game, int car) {
    for (int i = 0; i < game->seat_count; i++) {
        if (game->seats[i].car == car) {
            return SEASON_PERSON(game->seats[i].number);
        }
    }
    return car < RACE_MAX_CARS - SEATS_MAX ? car : -1;
}

void season_set_up_field(const Game *game, const RaceDef *def, FieldDef *field,
                         int cars[RACE_MAX_CARS]) {
    const Season *season = &game->season;
    if (!season_is_on(game)) {
        return;
    }
    bool first = season->standings.race_count == 0;
    bool ranked = season->grid == FIELD_RESULTS || season->grid == FIELD_REVERSE;
    bool known = true; // the user's files of drivers may have become fewer
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        known = known && season->entrants[i] < game->roster.count;
    }
    if (!first && known) {
        field->entrants = season->entrants;
    }
    field->grid = first && ranked ? FIELD_MIXED : season->grid;
    if (!first && ranked) {
        int entry_of[RACE_MAX_CARS];
        for (int i = 0; i < def->car_count; i++) {
            entry_of[i] = entry_at(game, i);
        }
        championship_line_up(&season->standings, season->grid, entry_of, def->car_count, cars);
        field->grid = FIELD_RESULTS;
        field->last = cars;
    }
}

/// Keeps how the entry of car `car` is called and painted.
static void note_entry(Game *game, int car, const char *const *names) {
    int entry = game->season.entry_of[car];
    if (entry >= 0) {
        snprintf(game->season.names[entry], SETTING_TEXT_MAX, "%s", names[car]);
        game->season.looks[entry] = game->looks[car];
    }
}

/// The drivers whom any race of the season may need, however large its grid.
static void draw_entrants(Game *game) {
    DriverParams params[RACE_MAX_CARS];
    const FieldRule rule = {.level = game->def.skill, .seed = game->session.def.race.seed};
    field_draw(&rule, game->roster.params, game->roster.count, RACE_MAX_CARS, params,
               game->season.entrants);
}

void season_race_begins(Game *game) {
    Season *season = &game->season;
    const char *names[RACE_MAX_CARS];
    if (!season_is_on(game)) {
        return;
    }
    if (season->standings.race_count == 0) {
        draw_entrants(game);
    }
    game_driver_names(game, names);
    for (int i = 0; i < game->session.race->car_count; i++) {
        season->entry_of[i] = entry_at(game, i);
        note_entry(game, i, names);
    }
}

/// The car of somebody who sits in it now is his, and no other is.
static void seat_people(Game *game) {
    Season *season = &game->season;
    const char *names[RACE_MAX_CARS];
    game_driver_names(game, names);
    for (int i = 0; i < game->seat_count; i++) {
        int own = SEASON_PERSON(game->seats[i].number);
        for (int car = 0; car < game->session.race->car_count; car++) {
            season->entry_of[car] = season->entry_of[car] == own ? -1 : season->entry_of[car];
        }
        season->entry_of[game->seats[i].car] = own;
        note_entry(game, game->seats[i].car, names);
    }
}

/// What people call the next track, as the menus know it or its file says; its name where that
/// cannot be read, which is told when it is driven.
static void find_next_title(Game *game) {
    Season *season = &game->season;
    const char *name = season->tracks[season->race + 1];
    int at = catalogue_track(&game->catalogue, name);
    if (at >= 0 && game->catalogue.tracks[at].title[0] != '\0') {
        snprintf(season->next_title, sizeof season->next_title, "%s",
                 game->catalogue.tracks[at].title);
        return;
    }
    Track track;
    char path[PATH_LIMIT];
    bool read = load_track(game->def.data, name, false, &track, path) == EXIT_FINE;
    snprintf(season->next_title, sizeof season->next_title, "%s", read ? track.name : name);
    if (read) {
        track_destroy(&track);
    }
}

void season_count(Game *game) {
    Season *season = &game->season;
    if (!season_is_on(game) || season->counted) {
        return;
    }
    ticks_to_the_end(game);
    seat_people(game);
    championship_add(&season->standings, game->session.race, season->entry_of);
    season->counted = true;
    if (season_lasts(season)) {
        find_next_title(game);
    }
}

#include "game/sound_signals.h"

#include "game_state/trial.h"

#include <string.h>

/// Whether a menu lies over the game in which something can be moved.
static bool is_menu(GameScreen screen) { return screen != GAME_DRIVE && screen != GAME_TITLE; }

static bool has_moved(const SoundSignals *last, const Game *game) {
    return last->focus != game->stack[game->depth].focus ||
           !settings_same(&last->settings, &game->settings) ||
           memcmp(&last->choice, &game->choice, sizeof game->choice) != 0 ||
           memcmp(last->pick.focus, game->car_pick.focus, sizeof last->pick.focus) != 0 ||
           memcmp(last->pick.ready, game->car_pick.ready, sizeof last->pick.ready) != 0;
}

static void tell_menus(const SoundSignals *last, const Game *game, CueList *list) {
    GameScreen screen = game_screen(game);
    if (game->depth < last->depth) {
        cue_list_add(list, CUE_MENU_BACK, CUE_FOR_ALL);
    } else if (screen != last->screen && (is_menu(screen) || is_menu(last->screen))) {
        cue_list_add(list, CUE_MENU_ENTER, CUE_FOR_ALL);
    } else if (screen == last->screen && is_menu(screen) && has_moved(last, game)) {
        cue_list_add(list, CUE_MENU_MOVE, CUE_FOR_ALL);
    }
}

static int people_of(const Game *game) { return game->seat_count + game->waiting_count; }

static void tell_people(const SoundSignals *last, const Game *game, CueList *list) {
    if (people_of(game) > last->people) {
        cue_list_add(list, CUE_JOIN, CUE_FOR_ALL);
    } else if (people_of(game) < last->people) {
        cue_list_add(list, CUE_LEAVE, CUE_FOR_ALL);
    }
}

static void tell_records(const SoundSignals *last, const Game *game, CueList *list) {
    for (int i = 0; i < game->seat_count && game->races == last->races; i++) {
        const Seat *seat = &game->seats[i];
        double lap_s = seat->kept_lap.time_s, race_s = seat->kept_race.time_s;
        if (lap_s > 0.0 && lap_s != last->lap_s[i]) {
            bool medal = trial_medal(game, lap_s, last->record_s[i])[0] != '\0';
            cue_list_add(list, medal ? CUE_MEDAL : CUE_RECORD, seat->car);
        } else if (race_s > 0.0 && race_s != last->race_s[i]) {
            cue_list_add(list, CUE_RECORD, seat->car);
        }
    }
}

static void remember(SoundSignals *last, const Game *game) {
    last->begun = true;
    last->depth = game->depth;
    last->focus = game->stack[game->depth].focus;
    last->screen = game_screen(game);
    last->people = people_of(game);
    last->settings = game->settings;
    memcpy(&last->choice, &game->choice, sizeof last->choice); // to compare it by its bytes
    last->pick = game->car_pick;
    last->races = game->races;
    for (int i = 0; i < game->seat_count; i++) {
        last->record_s[i] = game->seats[i].record_s;
        last->lap_s[i] = game->seats[i].kept_lap.time_s;
        last->race_s[i] = game->seats[i].kept_race.time_s;
    }
}

void sound_signals_frame(SoundSignals *last, const Game *game, CueList *list) {
    if (last->begun) {
        tell_menus(last, game, list);
        tell_people(last, game, list);
        tell_records(last, game, list);
    }
    remember(last, game);
}

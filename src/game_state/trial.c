#include "game_state/trial.h"

#include "base/text.h"
#include "input/hotkeys.h"
#include "ui/palette.h"

#include <stdio.h>
#include <string.h>

bool trial_is_on(const Game *game) { return game->def.mode == DRIVE_TRIAL && game->seat_count > 0; }

bool trial_waits(const Game *game) {
    return trial_is_on(game) && game->session.race->tick == 0 && !game->seats[0].moves;
}

bool trial_restarts(const Game *game, const InputFrame *input) {
    return hotkey_pressed(HOTKEY_RESTART, input) && trial_is_on(game) &&
           game->session.race->tick > 0;
}

void trial_forget_attempt(Game *game) {
    const Racer *racer = &race_racers_const(game->session.race)[game->seats[0].car];
    if (racer->lap == 0) {
        recorder_destroy(&game->live.recorder);
    }
}

/// Whether the ghosts are of what is driven now.
static bool is_same(const Ghosts *ghosts, const Session *session) {
    return ghosts->on && hash_equal128(ghosts->def.track_hash, session->track.hash) &&
           hash_equal128(ghosts->def.car_hash, car_model_hash(&session->models[0]));
}

static void make_ghosts(Game *game) {
    const Session *session = &game->session;
    GhostsDef def = {.data = game->def.data,
                     .numbers = session->def.numbers[0],
                     .reverse = game->reverse,
                     .track_hash = session->track.hash,
                     .car_hash = car_model_hash(&session->models[0]),
                     .model = session->models[0],
                     .records = game->records.on ? game->records.path : NULL};
    snprintf(def.track, sizeof def.track, "%s", session->def.track);
    snprintf(def.car, sizeof def.car, "%s", session->def.cars[0]);
    session_medals(session, 0, def.medals);
    memcpy(game->medals, def.medals, sizeof game->medals);
    ghosts_make(&game->ghosts, &def);
    for (int i = 0; i < game->ghost_file_count; i++) {
        ghosts_add_file(&game->ghosts, game->ghost_files[i]);
    }
}

void trial_begin(Game *game) {
    if (!trial_is_on(game)) {
        ghosts_destroy(&game->ghosts);
        return;
    }
    if (!is_same(&game->ghosts, &game->session)) {
        make_ghosts(game);
    }
    ghosts_start(&game->ghosts, game->session.race);
}

void trial_tick(Game *game) {
    if (trial_is_on(game)) {
        ghosts_tick(&game->ghosts, game->session.race, !game->seats[0].lap_spoiled);
    }
}

void trial_frame(Game *game, const InputFrame *input) {
    char text[GHOSTS_TEXT_MAX];
    bool refused;
    if (ghosts_frame(&game->ghosts, text, &refused)) {
        text_mask(text);
        game_say(game, refused ? PALETTE_BAD : PALETTE_GOOD, "%s", text);
    }
    if (trial_is_on(game) && hotkey_pressed(HOTKEY_GHOSTS, input)) {
        game->hides_ghosts = !game->hides_ghosts;
        game_say(game, PALETTE_TEXT, game->hides_ghosts ? "Ghosts are hidden" : "Ghosts are shown");
    }
}

void trial_remember_ghost(Game *game, const char *path) {
    if (strlen(path) >= PATH_LIMIT) {
        return;
    }
    if (game->ghost_file_count == GHOSTS_FRIENDS) { // the oldest gives way
        memmove(game->ghost_files, game->ghost_files + 1,
                (GHOSTS_FRIENDS - 1) * sizeof *game->ghost_files);
        game->ghost_file_count--;
    }
    snprintf(game->ghost_files[game->ghost_file_count++], PATH_LIMIT, "%s", path);
}

void trial_add_ghost(Game *game, const char *path) {
    char name[80];
    trial_remember_ghost(game, path);
    if (trial_is_on(game)) {
        ghosts_add_file(&game->ghosts, path);
        return;
    }
    text_copy(text_file_name(path), name, sizeof name);
    text_mask(name);
    game_say(game, PALETTE_TEXT, "%s: its ghost drives in the next time trial", name);
}

const char *trial_medal(const Game *game, double lap_s, double before_s) {
    static const char *const texts[MEDAL_COUNT] = {": author's medal", ": gold medal",
                                                   ": silver medal", ": bronze medal"};
    const Ghosts *ghosts = &game->ghosts;
    if (!trial_is_on(game)) {
        return "";
    }
    double champion_s = ghosts_champion_s(ghosts);
    if (champion_s > 0.0 && lap_s < champion_s && (before_s <= 0.0 || before_s > champion_s)) {
        return ": the champion's medal";
    }
    Medal medal = medal_of(ghosts->def.medals, lap_s);
    return medal < medal_of(ghosts->def.medals, before_s) ? texts[medal] : "";
}

#include "game_state/trial.h"

#include "base/text.h"
#include "game_state/hot_seat.h"
#include "input/hotkeys.h"
#include "ui/palette.h"

#include <stdio.h>
#include <string.h>

bool trial_is_on(const Game *game) {
    return game_mode_is_alone(game->def.mode) && game->seat_count > 0;
}

bool trial_waits(const Game *game) {
    return trial_is_on(game) && game->session.race->tick == 0 && !game->seats[0].moves;
}

bool trial_restarts(const Game *game, const InputFrame *input) {
    bool over = hot_seat_is_on(game) && hot_seat_laps_left(game) == 0;
    return hotkey_pressed(HOTKEY_RESTART, input) && trial_is_on(game) && !over &&
           game->session.race->tick > 0;
}

void trial_forget_attempt(Game *game) {
    const Racer *racer = &race_racers_const(game->session.race)[game->seats[0].car];
    if (racer->lap == 0) {
        recorder_destroy(&game->live.recorder);
    }
}

/// Whether the ghosts are of what is driven now: in the hot seat whatever the car, for each has
/// his.
static bool is_same(const Game *game) {
    const Ghosts *ghosts = &game->ghosts;
    const Session *session = &game->session;
    bool hot = hot_seat_is_on(game);
    return ghosts->on && ghosts->def.friends_alone == hot &&
           hash_equal128(ghosts->def.track_hash, session->track.hash) &&
           (hot || hash_equal128(ghosts->def.car_hash, car_model_hash(&session->models[0])));
}

/// People who take turns are measured by each other alone.
static void make_turn_ghosts(Game *game) {
    GhostsDef def = {.track_hash = game->session.track.hash, .friends_alone = true};
    ghosts_make(&game->ghosts, &def);
    memset(game->hot_seat.best_s, 0, sizeof game->hot_seat.best_s); // of another track
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
    session_medals(session, game->medals);
    memcpy(def.medals, game->medals[0], sizeof def.medals);
    ghosts_make(&game->ghosts, &def);
}

/// Lets the ghosts of friends be those that are chosen now.
static void take_sources(Game *game) {
    ghosts_drop_friends(&game->ghosts);
    for (int i = 0; i < game->ghost_source_count; i++) {
        ghosts_add(&game->ghosts, &game->ghost_sources[i]);
    }
    game->ghost_sources_changed = false;
}

void trial_begin(Game *game) {
    if (!trial_is_on(game)) {
        ghosts_clear(&game->ghosts);
        return;
    }
    if (!is_same(game)) {
        (hot_seat_is_on(game) ? make_turn_ghosts : make_ghosts)(game);
        game->ghost_sources_changed = true;
    }
    if (game->ghost_sources_changed && !hot_seat_is_on(game)) {
        take_sources(game);
    }
    ghosts_start(&game->ghosts, game->session.race);
}

void trial_tick(Game *game) {
    const Seat *seat = &game->seats[0];
    bool fair = game->seat_count > 0 && !seat->lap_spoiled;
    if (fair) { // the lap that the last frame saw under way
        fair = !lap_is_marked(&race_racers_const(game->session.race)[seat->car], seat->laps_seen);
    }
    bool lap = trial_is_on(game) && ghosts_tick(&game->ghosts, game->session.race, fair);
    if (lap && hot_seat_is_on(game)) {
        hot_seat_lap(game, fair);
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

bool trial_is_same_ghost(const GhostSource *a, const GhostSource *b) {
    return a->record.id == b->record.id && strcmp(a->file, b->file) == 0;
}

/// Which of the chosen ones it is; their count where it is none.
static int find_source(const Game *game, const GhostSource *source) {
    int at = 0;
    while (at < game->ghost_source_count &&
           !trial_is_same_ghost(&game->ghost_sources[at], source)) {
        at++;
    }
    return at;
}

bool trial_has_ghost(const Game *game, const GhostSource *source) {
    return find_source(game, source) < game->ghost_source_count;
}

static void drop_source(Game *game, int at) {
    game->ghost_source_count--;
    memmove(game->ghost_sources + at, game->ghost_sources + at + 1,
            (size_t)(game->ghost_source_count - at) * sizeof *game->ghost_sources);
    game->ghost_sources_changed = true;
}

void trial_drop_ghost(Game *game, const GhostSource *source) {
    if (trial_has_ghost(game, source)) {
        drop_source(game, find_source(game, source));
    }
}

void trial_drop_gone(Game *game) {
    const RecordList *records = &game->catalogue.records;
    if (game->catalogue.records_read == 0 || records->left_out > 0) {
        return; // who knows
    }
    for (int i = game->ghost_source_count - 1; i >= 0; i--) {
        const GhostSource *source = &game->ghost_sources[i];
        bool kept = source->file[0] != '\0';
        for (int k = 0; k < records->count && !kept; k++) {
            kept = records->items[k].id == source->record.id;
        }
        if (!kept) {
            drop_source(game, i);
        }
    }
}

void trial_choose_ghost(Game *game, const GhostSource *source) {
    trial_drop_ghost(game, source); // it becomes the last one that was chosen
    if (game->ghost_source_count == GHOSTS_FRIENDS) {
        drop_source(game, 0); // the oldest gives way
    }
    game->ghost_sources[game->ghost_source_count++] = *source;
    game->ghost_sources_changed = true;
}

void trial_remember_ghost(Game *game, const char *path) {
    GhostSource source = {0};
    if (strlen(path) < PATH_LIMIT) {
        snprintf(source.file, sizeof source.file, "%s", path);
        trial_choose_ghost(game, &source);
    }
}

void trial_add_ghost(Game *game, const char *path) {
    char name[80];
    bool changed = game->ghost_sources_changed;
    trial_remember_ghost(game, path);
    if (trial_is_on(game) && !hot_seat_is_on(game)) {
        GhostSource source = {0};
        snprintf(source.file, sizeof source.file, "%.*s", PATH_LIMIT - 1, path);
        ghosts_add(&game->ghosts, &source);
        game->ghost_sources_changed = changed;
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
    double champion_s = medal_champion(ghosts->def.medals, ghosts_champion_s(ghosts));
    if (champion_s > 0.0 && lap_s < champion_s && (before_s <= 0.0 || before_s > champion_s)) {
        return ": the champion's medal";
    }
    Medal medal = medal_of(ghosts->def.medals, lap_s);
    return medal < medal_of(ghosts->def.medals, before_s) ? texts[medal] : "";
}

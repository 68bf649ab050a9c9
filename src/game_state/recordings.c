#include "game_state/recordings.h"

#include "base/print.h"
#include "game_state/ticks.h"
#include "session/replay_save.h"
#include "ui/palette.h"

#include <stdio.h>
#include <string.h>

/// Also on the terminal: nobody reads the screen of a game that ends.
static void say_failure(Game *game, const char *what, const char *why) {
    game_say(game, PALETTE_BAD, "%s: %s", what, why);
    print_to(stderr, "axle: %s: %s\n", what, why);
}

static bool has_driven(const Game *game) {
    bool driven = false;
    for (int i = 0; i < game->seat_count; i++) {
        driven |= game->seats[i].used_gas;
    }
    return driven;
}

void recordings_save_last(Game *game) {
    Recorder *recorder = &game->live.recorder;
    char text[REPLAY_SAVE_TEXT_MAX];
    ticks_end_rewind(game);
    uint32_t ticks = recorder->replay.info.ticks;
    if (!recorder->begun || ticks == 0 || ticks == recorder->saved_ticks || !has_driven(game)) {
        return;
    }
    if (replay_save_last(recorder, game->session.race, recorder->saved_ticks == 0, text)) {
        recorder->saved_ticks = ticks;
        game->save_failed = false;
    } else if (!game->save_failed) {
        game->save_failed = true;
        say_failure(game, "This drive is not kept", text);
    }
}

void recordings_save(Game *game) {
    Recorder *recorder = &game->live.recorder;
    const Race *race = game->session.race;
    char text[REPLAY_SAVE_TEXT_MAX], end[RECORDER_WHY_MAX + 40] = "";
    ticks_end_rewind(game);
    if (!recorder->begun || recorder->replay.info.ticks == 0) {
        game_say(game, PALETTE_BAD, "There is no replay of this drive yet%s%s",
                 recorder->why[0] ? ": " : "", recorder->why);
        return;
    }
    if (!recorder->on) {
        double seconds = ((double)recorder->replay.info.ticks - (double)race->start_tick) /
                         RACE_TICKS_PER_SECOND;
        int minutes = (int)(seconds / 60.0);
        snprintf(end, sizeof end, " up to %d:%04.1f, where %s", minutes, seconds - 60.0 * minutes,
                 recorder->why);
    }
    if (replay_save_named(recorder, race, game->track_name, text)) {
        game_say(game, PALETTE_TEXT, "Replay saved%s: %s", end, text);
    } else {
        say_failure(game, "Replay not saved", text);
    }
}

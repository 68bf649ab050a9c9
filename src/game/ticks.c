#include "game/ticks.h"

#include "game/laps.h"
#include "game/trial.h"

#include <string.h>

static bool is_practice(const Game *game) {
    return game_is_practice(game) && game_screen(game) == GAME_DRIVE;
}

/// The race goes on from an earlier moment, with the cars as they are now: that is what one wants
/// to try.
static void go_on_rewound(Game *game) {
    recorder_rewound(&game->live.recorder, game->session.race);
    live_restore(&game->live, &game->session, game_first_car(game));
    game->finished_s = -1.0;
}

void ticks_end_rewind(Game *game) {
    PaceInput let_go = {0};
    if (game->live.pace.rewinding) {
        pace_frame(&game->live.pace, &let_go, &game->clock, 0.0, game->session.race, game->before);
        go_on_rewound(game);
    }
}

static void collect_inputs(Game *game, const InputFrame *input, CarInput inputs[RACE_MAX_CARS]) {
    for (int i = 0; i < game->seat_count; i++) {
        Seat *seat = &game->seats[i];
        inputs[seat->car] = device_input(&game->controls, seat->device, input);
        seat->used_gas |= inputs[seat->car].throttle > 0;
        seat->moves |= inputs[seat->car].throttle > 0 || inputs[seat->car].brake > 0;
    }
}

/// How many ticks to step. In practice time may run slower or backwards.
static int pass_time(Game *game, const InputFrame *input, float dt) {
    if (trial_waits(game)) {
        game->clock = (RaceClock){0}; // the lap begins with a whole tick
        return 0;
    }
    if (!is_practice(game)) {
        return race_clock_advance(&game->clock, (double)dt);
    }
    PaceInput wishes = pace_input(input);
    PaceFrame frame = pace_frame(&game->live.pace, &wishes, &game->clock, (double)dt,
                                 game->session.race, game->before);
    if (frame.rewinding || frame.rewound || game->live.pace.level != PACE_WHOLE) {
        laps_spoil(game);
    }
    if (frame.rewound) {
        go_on_rewound(game);
    }
    return frame.ticks;
}

void ticks_run(Game *game, const InputFrame *input, float dt) {
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    collect_inputs(game, input, inputs);
    int ticks = pass_time(game, input, dt);
    Race *race = game->session.race;
    for (int i = 0; i < ticks; i++) {
        if (i == ticks - 1) {
            memcpy(game->before, race, race_state_size(race));
        }
        race_step(race, inputs);
        recorder_step(&game->live.recorder, race, inputs);
        place_history_tick(&game->history, race);
        effects_tick(&game->effects, race);
        force_marks_tick(&game->live.marks, race);
        rematch_follow(&game->live.rematch, race);
        if (is_practice(game)) {
            pace_record(&game->live.pace, race);
        }
    }
    if (ticks > 0 || game->live.pace.level == PACE_WHOLE) {
        effects_frame(&game->effects, dt);
        force_marks_frame(&game->live.marks, dt);
    }
}

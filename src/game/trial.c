#include "game/trial.h"

bool trial_is_on(const Game *game) { return game->def.mode == DRIVE_TRIAL && game->seat_count > 0; }

bool trial_waits(const Game *game) {
    return trial_is_on(game) && game->session.race->tick == 0 && !game->seats[0].moves;
}

bool trial_restarts(const Game *game, const InputFrame *input) {
    bool pressed = window_pressed(input, KEY_ENTER) && !input->alt;
    for (int i = 0; i < WINDOW_PADS; i++) {
        pressed |= input->pads[i].present && input->pads[i].pressed[PAD_BACK];
    }
    return pressed && trial_is_on(game) && game->session.race->tick > 0;
}

void trial_forget_attempt(Game *game) {
    const Racer *racer = &race_racers_const(game->session.race)[game->seats[0].car];
    if (racer->lap == 0) {
        recorder_destroy(&game->live.recorder);
    }
}

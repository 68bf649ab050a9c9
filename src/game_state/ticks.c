#include "game_state/ticks.h"

#include "game_state/laps.h"
#include "game_state/race_notes.h"
#include "game_state/trial.h"
#include "race/elimination.h"
#include "render/battle_effects.h"

#include <string.h>

#define SLOW_S 0.5f // of the player, in which the last hit of a battle is seen slowly

static bool is_practice(const Game *game) {
    return game_is_practice(game) && game_screen(game) == GAME_DRIVE;
}

/// The race goes on from an earlier moment, with the cars as they are now: that is what one wants
/// to try.
static void go_on_rewound(Game *game) {
    recorder_rewound(&game->live.recorder, game->session.race);
    live_restore(&game->live, &game->session);
    game->finished_s = -1.0;
}

void ticks_end_rewind(Game *game) {
    PaceInput let_go = {0};
    if (game->live.pace.rewinding) {
        pace_frame(&game->live.pace, &let_go, &game->clock, 0.0, game->session.race, game->before);
        go_on_rewound(game);
    }
}

/// What the person presses, for a frame of `dt` s. A tap of the rescue key is the horn; held, it
/// rescues. One switch is every key, and has no horn.
static CarInput press(Game *game, Seat *seat, const InputFrame *input, float dt) {
    CarInput pressed = {.flags = CAR_INPUT_KEYS}; // a lost gamepad lets go of everything
    if (!seat->lost) {
        pressed = device_input(&game->controls, seat->device, input);
    }
    bool is_switch = game->settings.seats[seat->number].one_switch;
    bool held = (pressed.flags & CAR_INPUT_RESCUE) != 0 && !is_switch;
    seat->rescue_s = held ? seat->rescue_s + dt : 0.0f;
    bool honks = held && seat->rescue_s < GAME_RESCUE_HOLD;
    if (honks && !seat->honks) {
        effects_horn(&game->effects, race_bodies_const(game->session.race)[seat->car].position,
                     game->looks[seat->car].color);
    }
    seat->honks = honks;
    if (seat->honks) {
        pressed.flags &= (uint8_t)~CAR_INPUT_RESCUE;
    }
    seat->moves |=
        pressed.throttle > 0 || pressed.brake > 0 || (is_switch && helps_switch_down(pressed));
    return pressed;
}

static void collect_presses(Game *game, const InputFrame *input, float dt,
                            CarInput pressed[SEATS_MAX]) {
    for (int i = 0; i < game->seat_count; i++) {
        pressed[i] = press(game, &game->seats[i], input, dt);
    }
}

/// What the cars get in the next step: what is pressed, with everybody's helps.
static void make_inputs(Game *game, const CarInput pressed[SEATS_MAX],
                        CarInput inputs[RACE_MAX_CARS]) {
    for (int i = 0; i < game->seat_count; i++) {
        Seat *seat = &game->seats[i];
        unsigned helps = helps_of(&game->settings.seats[seat->number]);
        inputs[seat->car] =
            helps_apply(&seat->help, helps, pressed[i], game->session.race, seat->car);
        bool brakes = inputs[seat->car].brake > 0; // with it held, firing means something else
        if (!brakes &&
            helps_fire(&game->settings.seats[seat->number], game->session.race, seat->car)) {
            inputs[seat->car].flags |= CAR_INPUT_FIRE;
        }
        seat->used_gas |= inputs[seat->car].throttle > 0; // with automatic gas he presses none
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

/// One step of the race, and all that follows it but for what is seen and felt.
static void step(Game *game, const CarInput inputs[RACE_MAX_CARS]) {
    Race *race = game->session.race;
    int left = elimination_left(race);
    race_step(race, inputs);
    recorder_step(&game->live.recorder, race, inputs);
    place_history_tick(&game->history, race);
    race_notes_tick(game);
    if (race->battle_mode == BATTLE_LAST && left > 1 && elimination_left(race) == 1) {
        game->slow_s = SLOW_S;
    }
}

static void listen(Game *game) {
    uint32_t people = 0;
    for (int i = 0; i < game->seat_count; i++) {
        people |= 1u << game->seats[i].car;
    }
    const EventList *events = game->events ? &game->events->list : NULL;
    sound_watch_tick(&game->sounds, game->session.race, events, people);
}

void ticks_run(Game *game, const InputFrame *input, float dt) {
    CarInput inputs[RACE_MAX_CARS] = {{0}}, pressed[SEATS_MAX];
    collect_presses(game, input, dt, pressed);
    int ticks = pass_time(game, input, dt);
    Race *race = game->session.race;
    for (int i = 0; i < ticks; i++) {
        if (i == ticks - 1) {
            memcpy(game->before, race, race_state_size(race));
        }
        make_inputs(game, pressed, inputs);
        step(game, inputs);
        effects_tick(&game->effects, race, game->looks);
        battle_effects_tick(&game->effects, race, game->looks);
        listen(game);
        force_marks_tick(&game->live.marks, race);
        if (game->live.forces) {
            contact_history_tick(&game->live.contacts.history, race);
        }
        rematch_follow(&game->live.rematch, race);
        trial_tick(game);
        if (is_practice(game)) {
            pace_record(&game->live.pace, race);
        }
    }
    if (ticks > 0 || game->live.pace.level == PACE_WHOLE) {
        effects_frame(&game->effects, dt);
        force_marks_frame(&game->live.marks, dt);
    }
}

void ticks_to_the_end(Game *game) {
    static const CarInput idle[RACE_MAX_CARS];
    Race *race = game->session.race;
    for (int i = 0; i < TICKS_TO_THE_END_MAX && race->phase != RACE_OVER; i++) {
        step(game, idle);
    }
    memcpy(game->before, race, race_state_size(race));
}

#include "game_state/hot_seat.h"

#include "base/assert.h"
#include "race/rescue.h"

#include <string.h>

bool hot_seat_is_on(const Game *game) {
    return game->def.mode == DRIVE_HOT_SEAT && game->seat_count > 0;
}

void hot_seat_begin(Game *game) {
    ASSERT(game->def.people <= SEATS_MAX);
    game->hot_seat = (HotSeat){.people = game_turn_people(game), .laps = game_turn_laps(game)};
    ghosts_clear(&game->ghosts);
}

void hot_seat_go_on(Game *game) { game->hot_seat.turn = 0; }

int hot_seat_laps_left(const Game *game) {
    const HotSeat *hot = &game->hot_seat;
    if (!hot_seat_is_on(game) || !hot->drives) {
        return 0;
    }
    int lap = race_racers_const(game->session.race)[0].lap;
    int left = hot->laps - hot->used - (lap > 0 ? lap : 0);
    return left > 0 ? left : 0;
}

void hot_seat_lap(Game *game, bool fair) {
    HotSeat *hot = &game->hot_seat;
    const Racer *racer = &race_racers_const(game->session.race)[0];
    double lap_s = game->ghosts.last.lap.lap_s, best_s = hot->best_s[hot->turn];
    bool in_turn = hot->drives && hot->used + racer->lap <= hot->laps;
    if (in_turn && fair && lap_s > 0.0 && (best_s <= 0.0 || lap_s < best_s)) {
        hot->best_s[hot->turn] = lap_s;
        ghosts_keep_friend(&game->ghosts, hot->turn, game_person_name(game, hot->turn));
    }
}

void hot_seat_give_up(Game *game) {
    HotSeat *hot = &game->hot_seat;
    if (!hot->drives || game->session.race->tick == 0) {
        return;
    }
    const Race *race = game->session.race;
    const Racer *racer = &race_racers_const(race)[0];
    // Behind the finish of a sprint no lap is under way.
    hot->used += (racer->lap > 0 ? racer->lap : 0) + (rescue_has_driven_sprint(race, 0) ? 0 : 1);
    if (hot->used >= hot->laps) {
        hot_seat_end_turn(game);
    }
}

void hot_seat_end_turn(Game *game) {
    game->hot_seat.drives = false;
    game->hot_seat.turn++;
}

bool hot_seat_is_over(const Game *game) { return game->hot_seat.turn >= game->hot_seat.people; }

/// Whether person `a` stands before person `b`.
static bool is_before(const HotSeat *hot, int a, int b) {
    double of_a = hot->best_s[a], of_b = hot->best_s[b];
    return of_a > 0.0 && (of_b <= 0.0 || of_a < of_b);
}

int hot_seat_order(const Game *game, int numbers[SEATS_MAX]) {
    const HotSeat *hot = &game->hot_seat;
    for (int i = 0; i < hot->people; i++) {
        int at = i;
        for (; at > 0 && is_before(hot, i, numbers[at - 1]); at--) {
            numbers[at] = numbers[at - 1];
        }
        numbers[at] = i;
    }
    return hot->people;
}

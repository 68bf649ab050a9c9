#include "game/laps.h"

#include <string.h>

void laps_spoil(Game *game) {
    for (int i = 0; i < game->seat_count; i++) {
        game->seats[i].lap_spoiled = true;
    }
}

void laps_forget(Game *game, int seat_index) {
    Seat *seat = &game->seats[seat_index];
    const Racer *racer = &race_racers_const(game->session.race)[seat->car];
    if (!seat->lap_dropped) {
        seat->best_lap_s = racer->best_lap_s;
        memcpy(seat->best_sector_s, racer->best_sector_s, sizeof seat->best_sector_s);
    }
    seat->lap_spoiled = seat->lap_dropped = true;
}

/// A lap of which a part was skipped has come to its end: the best one is what it was.
static void take_back_best(Game *game, Seat *seat) {
    Racer *racer = &race_racers(game->session.race)[seat->car];
    racer->best_lap_s = seat->best_lap_s;
    memcpy(racer->best_sector_s, seat->best_sector_s, sizeof seat->best_sector_s);
    seat->lap_dropped = false;
    recorder_best(&game->live.recorder, game->session.race, seat->car);
}

static void watch_seat(Game *game, Seat *seat) {
    const Racer *racer = &race_racers_const(game->session.race)[seat->car];
    double *best =
        game->seat_count == 1 ? &game->live.setups.best_s[game->live.setups.live] : &game->record_s;
    if (racer->lap > seat->laps_seen) {
        double lap_s = racer->lap <= RACE_LAPS_MAX ? racer->lap_times[racer->lap - 1] : 0.0;
        if (!seat->lap_spoiled && lap_s > 0.0 && (*best <= 0.0 || lap_s < *best)) {
            *best = game->record_s = lap_s;
        }
        if (seat->lap_dropped) {
            take_back_best(game, seat);
        }
        seat->lap_spoiled = false;
    }
    seat->laps_seen = racer->lap;
}

void laps_watch(Game *game) {
    for (int i = 0; i < game->seat_count; i++) {
        watch_seat(game, &game->seats[i]);
    }
}

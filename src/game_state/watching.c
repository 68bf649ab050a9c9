#include "game_state/watching.h"

#include "race_state/classification.h"

/// Whether there is something to see of it: it races, or has just come home.
static bool is_seen(const Race *race, const Racer *racer) {
    double since = race_time(race) - (racer->total_s - (double)racer->penalty_s);
    return !classification_stands(racer) || (racer->finished && since < WATCHING_AFTER);
}

int watching_car(const Game *game, int seat) {
    const Race *race = game->session.race;
    const Racer *racers = race_racers_const(race);
    const int own = game->seats[seat].car;
    if (race->mode != RACE_MODE_RACE || is_seen(race, &racers[own])) {
        return own;
    }
    int order[RACE_MAX_CARS];
    race_order(race, order);
    for (int i = 0; i < race->car_count; i++) {
        if (is_seen(race, &racers[order[i]])) {
            return order[i];
        }
    }
    return own;
}

#include "session/championship.h"

#include "base/assert.h"
#include "race_state/classification.h"

/// Whether entry `a` is ahead of entry `b`.
static bool is_ahead(const Championship *championship, int a, int b) {
    const ChampionshipEntry *first = &championship->entries[a], *second = &championship->entries[b];
    if (first->total != second->total) {
        return first->total > second->total;
    }
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        if (first->places[i] != second->places[i]) {
            return first->places[i] > second->places[i];
        }
    }
    if (first->place != second->place) {
        return second->place == 0 || (first->place > 0 && first->place < second->place);
    }
    return a < b;
}

int championship_order(const Championship *championship, int order[RACE_MAX_CARS]) {
    int count = 0;
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        if (championship->entries[i].entered) {
            int at = count++;
            for (; at > 0 && is_ahead(championship, i, order[at - 1]); at--) {
                order[at] = order[at - 1];
            }
            order[at] = i;
        }
    }
    return count;
}

void championship_add(Championship *championship, const Race *race,
                      const int entry_of[RACE_MAX_CARS]) {
    ASSERT(championship->race_count < CHAMPIONSHIP_RACES_MAX);
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        ChampionshipEntry *entry = &championship->entries[i];
        entry->rank_before = entry->rank;
        entry->points = entry->place = 0;
        entry->fastest = false;
    }
    int fastest = classification_fastest(race);
    for (int car = 0; car < race->car_count; car++) {
        int place = race_racers_const(race)[car].place;
        ASSERT(entry_of[car] >= -1 && entry_of[car] < RACE_MAX_CARS);
        if (entry_of[car] < 0) {
            continue;
        }
        ChampionshipEntry *entry = &championship->entries[entry_of[car]];
        ASSERT(entry->place == 0 && place >= 1 && place <= RACE_MAX_CARS);
        entry->entered = true;
        entry->place = place;
        entry->places[place - 1]++;
        entry->fastest = car == fastest;
        entry->points = classification_place_points(place) +
                        (entry->fastest ? CLASSIFICATION_FASTEST_POINTS : 0);
        entry->total += entry->points;
    }
    championship->race_count++;
    int order[RACE_MAX_CARS], count = championship_order(championship, order);
    for (int i = 0; i < count; i++) {
        championship->entries[order[i]].rank = i + 1;
    }
}

/// Smaller: farther ahead on the grid.
static int grid_key(const ChampionshipEntry *entry, FieldGrid grid) {
    if (grid == FIELD_REVERSE) {
        return entry->rank > 0 ? -entry->rank : -RACE_MAX_CARS - 1;
    }
    return entry->place > 0 ? entry->place : RACE_MAX_CARS + 1;
}

void championship_line_up(const Championship *championship, FieldGrid grid,
                          const int entry_of[RACE_MAX_CARS], int car_count,
                          int cars[RACE_MAX_CARS]) {
    ASSERT(championship->race_count > 0 && (grid == FIELD_REVERSE || grid == FIELD_RESULTS));
    int keys[RACE_MAX_CARS];
    for (int car = 0; car < car_count; car++) {
        int at = car, key = grid_key(&championship->entries[entry_of[car]], grid);
        for (; at > 0 && key < keys[at - 1]; at--) {
            keys[at] = keys[at - 1];
            cars[at] = cars[at - 1];
        }
        keys[at] = key;
        cars[at] = car;
    }
}

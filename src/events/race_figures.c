#include "events/race_figures.h"

#include "base/assert.h"
#include "race/elimination.h"
#include "race_state/classification.h"

#include <math.h>

const FigureRow figure_rows[FIGURE_COUNT] = {
#define FIGURE(name, digits, about) {#name, about, digits, FIGURE_##name, FIGURE_##name},
#include "events/race_figures.def"
#undef FIGURE
};

const FigureRow figure_ratios[RATIO_COUNT] = {
#define RATIO(name, of, per, digits, about) {#name, about, digits, FIGURE_##of, FIGURE_##per},
#include "events/race_figures.def"
#undef RATIO
};

int race_winner(const Race *race) {
    for (int i = 0; i < race->car_count; i++) {
        const Racer *racer = &race_racers_const(race)[i];
        if (racer->finished && racer->place == 1) {
            return i;
        }
    }
    return -1;
}

static void add_pass(RaceFigures *figures, const Race *race, const RaceEvent *event) {
    figures->sums[FIGURE_passes]++;
    if (event->lap > 1) {
        figures->sums[FIGURE_later_passes]++;
    }
    if (event->lap > 1 || race->laps == 1) {
        figures->passes_at[event->gate]++;
    }
}

static void add_contact(RaceFigures *figures, const RaceEvent *event) {
    figures->sums[FIGURE_contacts]++;
    figures->sums[FIGURE_hard_contacts] += event_is_hard(event) ? 1.0 : 0.0;
    figures->sums[FIGURE_fault_contacts] += event->shared ? 0.0 : 1.0;
}

static void add_event(RaceFigures *figures, const Race *race, const RaceEvent *event) {
    static const Figure plain[EVENT_COUNT] = {[EVENT_LEAD] = FIGURE_lead_changes,
                                              [EVENT_WALL] = FIGURE_wall_hits,
                                              [EVENT_SPIN] = FIGURE_spins,
                                              [EVENT_MISTAKE] = FIGURE_mistakes,
                                              [EVENT_STOP] = FIGURE_stops,
                                              [EVENT_RESCUE] = FIGURE_rescues,
                                              [EVENT_CUT] = FIGURE_cuts,
                                              [EVENT_PENALTY] = FIGURE_penalties,
                                              [EVENT_ELIMINATED] = FIGURE_eliminated};
    if (event->kind == EVENT_PASS) {
        add_pass(figures, race, event);
    } else if (event->kind == EVENT_CONTACT) {
        add_contact(figures, event);
    } else if (plain[event->kind] != 0) { // the others are in no figure
        figures->sums[plain[event->kind]]++;
    }
}

static void add_laps(RaceFigures *figures, const Race *race, const Racer *racer) {
    figures->sums[FIGURE_car_laps] += racer->lap;
    for (int lap = race->laps > 1 ? 1 : 0; lap < racer->lap && lap < RACE_LAPS_MAX; lap++) {
        double lap_s = racer->lap_times[lap];
        figures->sums[FIGURE_timed_laps]++;
        figures->lap_sum_s += lap_s;
        figures->lap_sum_s2 += lap_s * lap_s;
    }
}

/// Laps of the race: of an elimination by time and where the last car running wins, those that were
/// begun.
static int laps_of(const Race *race) {
    int winner = race_winner(race);
    bool by_time = elimination_is_on(race) && !elimination_by_laps(race);
    bool ends_any_time = (by_time || race->battle_mode == BATTLE_LAST) && winner >= 0;
    int begun = ends_any_time ? race_racers_const(race)[winner].lap + 1 : race->laps;
    return begun < race->laps ? begun : race->laps;
}

/// s of the whole race: of who was flagged with fewer laps, at the pace of those that it drove.
static double time_of_race(const Race *race, const Racer *racer) {
    bool whole = racer->lap == 0 || classification_has_time(race, racer);
    return whole ? racer->total_s : racer->total_s * race->laps / racer->lap;
}

RaceFigures race_figures(const RaceEvents *events, const Race *race) {
    ASSERT(events != NULL && race != NULL && race->mode == RACE_MODE_RACE);
    RaceFigures figures = {.sums = {[FIGURE_races] = 1.0,
                                    [FIGURE_cars] = race->car_count,
                                    [FIGURE_laps] = laps_of(race),
                                    [FIGURE_later_laps] = laps_of(race) - 1,
                                    [FIGURE_events_left_out] = events->list.left_out}};
    for (int i = 0; i < events->list.count; i++) {
        add_event(&figures, race, &events->list.items[i]);
    }
    double first = (double)INFINITY, last = 0.0;
    for (int i = 0; i < race->car_count; i++) {
        const Racer *racer = &race_racers_const(race)[i];
        add_laps(&figures, race, racer);
        figures.sums[FIGURE_standing_s] += events->standing_s[i];
        figures.sums[FIGURE_shots] += race->battle.cars[i].shots;
        figures.sums[FIGURE_shell_hits] += race->battle.cars[i].hits;
        figures.sums[FIGURE_crates] += race->battle.cars[i].crates;
        figures.sums[FIGURE_mines] += race->battle.cars[i].mines;
        figures.sums[FIGURE_mine_hits] += race->battle.cars[i].mine_hits;
        figures.sums[FIGURE_oils] += race->battle.cars[i].oils;
        figures.sums[FIGURE_knockouts] += race->battle.cars[i].knockouts;
        if (racer->finished) {
            figures.sums[FIGURE_finished]++;
            figures.sums[FIGURE_lapped] += classification_has_time(race, racer) ? 0.0 : 1.0;
            first = fmin(first, racer->total_s);
            last = fmax(last, time_of_race(race, racer));
        }
    }
    if (figures.sums[FIGURE_finished] >= 2.0) {
        figures.sums[FIGURE_spread_s] = last - first;
        figures.sums[FIGURE_spread_min] = first / 60.0;
    }
    return figures;
}

void race_figures_add(RaceFigures *sum, const RaceFigures *more) {
    for (int i = 0; i < FIGURE_COUNT; i++) {
        sum->sums[i] += more->sums[i];
    }
    for (int i = 0; i < TRACK_GATES_MAX; i++) {
        sum->passes_at[i] += more->passes_at[i];
    }
    sum->lap_sum_s += more->lap_sum_s;
    sum->lap_sum_s2 += more->lap_sum_s2;
}

static double divided(double count, double by) { return by > 0.0 ? count / by : (double)NAN; }

double race_figures_ratio(const RaceFigures *figures, FigureRatio ratio) {
    ASSERT(ratio < RATIO_COUNT);
    const FigureRow *row = &figure_ratios[ratio];
    return divided(figures->sums[row->of], figures->sums[row->per]);
}

double race_figures_lap_mean(const RaceFigures *figures) {
    return divided(figures->lap_sum_s, figures->sums[FIGURE_timed_laps]);
}

double race_figures_lap_spread(const RaceFigures *figures) {
    double mean = race_figures_lap_mean(figures), count = figures->sums[FIGURE_timed_laps];
    double sum2 = figures->lap_sum_s2 - count * mean * mean;
    return count > 1.0 ? sqrt(fmax(sum2, 0.0) / (count - 1.0)) : (double)NAN;
}

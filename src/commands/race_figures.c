#include "commands/race_figures.h"

#include "base/exit_code.h"
#include "base/print.h"
#include "commands/sweep_progress.h"
#include "formats/json.h"
#include "platform/interrupt.h"
#include "session/race_series.h"
#include "session/waiting.h"

#include <math.h>
#include <stdio.h>

/// The columns of the table.
typedef struct Column {
    const char *head;
    int width;
    Figure figure;
} Column;

static const Column columns[] = {
    {"finished", 9, FIGURE_finished},    {"leads", 6, FIGURE_lead_changes},
    {"passes", 7, FIGURE_passes},        {"later", 6, FIGURE_later_passes},
    {"contacts", 9, FIGURE_contacts},    {"hard", 5, FIGURE_hard_contacts},
    {"fault", 6, FIGURE_fault_contacts}, {"walls", 6, FIGURE_wall_hits},
    {"spins", 6, FIGURE_spins},          {"rescues", 8, FIGURE_rescues},
};

enum {
    COLUMN_COUNT = sizeof columns / sizeof *columns,
    WINNER_WIDTH = 18
};

/// A number; "-" where there is none.
static const char *number(double value, int digits, char out[32]) {
    snprintf(out, 32, isnan(value) ? "-" : "%.*f", digits, value);
    return out;
}

static const char *winner_name(const Session *session, const Roster *roster,
                               const SeriesRace *race) {
    const DriverFile *driver = roster_driver(roster, race->winner_driver);
    return driver ? driver->name : session_driver_name(session, race->winner);
}

static void print_table(const Session *session, const Roster *roster, const RaceSeries *series) {
    print("  seed  %-*s", WINNER_WIDTH, "winner");
    for (int i = 0; i < COLUMN_COUNT; i++) {
        print("%*s", columns[i].width, columns[i].head);
    }
    print("   stood  spread  mean lap\n");
    for (int i = 0; i < series->count; i++) {
        const SeriesRace *race = &series->races[i];
        const RaceFigures *figures = &race->figures;
        char text[32];
        if (!race->done) {
            continue;
        }
        print("%6llu  %-*.*s", (unsigned long long)race->seed, WINNER_WIDTH, WINNER_WIDTH,
              race->winner >= 0 ? winner_name(session, roster, race) : "-");
        for (int k = 0; k < COLUMN_COUNT; k++) {
            print("%*.0f", columns[k].width, figures->sums[columns[k].figure]);
        }
        print(" %7.1f", figures->sums[FIGURE_standing_s]);
        print(" %7s", number(race_figures_ratio(figures, RATIO_spread_s_per_min), 2, text));
        print(" %9s\n", number(race_figures_lap_mean(figures), 3, text));
    }
}

static void print_wins(const RaceSeries *series) {
    print("wins by place on the grid    ");
    const char *before = "";
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        if (series->wins[i] > 0) {
            print("%s %d: %d", before, i + 1, series->wins[i]);
            before = ",";
        }
    }
    print("%s\n", *before ? "" : " none");
}

static void print_sum(const RaceSeries *series) {
    const RaceFigures *sum = &series->sum;
    char text[RATIO_COUNT][32], median[32], mean[32], spread[32];
    for (int i = 0; i < RATIO_COUNT; i++) {
        number(race_figures_ratio(sum, (FigureRatio)i), figure_ratios[i].digits, text[i]);
    }
    print("\nchanges of lead               %s in a race (median), at least %d\n",
          number(series->lead_changes_median, 1, median), series->lead_changes_min);
    print("passes in a lap               %s, after the first lap %s\n", text[RATIO_passes_per_lap],
          text[RATIO_later_passes_per_lap]);
    print("contacts of cars in a car-lap %s, hard %s, one driver's fault %s\n",
          text[RATIO_contacts_per_car_lap], text[RATIO_hard_contacts_per_car_lap],
          text[RATIO_fault_contacts_per_car_lap]);
    print("wall hits in a car-lap        %s, spins %s, mistakes %s\n",
          text[RATIO_wall_hits_per_car_lap], text[RATIO_spins_per_car_lap],
          text[RATIO_mistakes_per_car_lap]);
    print("rescues in a car-lap          %s, standing %s s\n", text[RATIO_rescues_per_car_lap],
          text[RATIO_standing_s_per_car_lap]);
    print("took the flag                 %.0f of %.0f\n", sum->sums[FIGURE_finished],
          sum->sums[FIGURE_cars]);
    print("first to last                 %s s for each minute of race\n",
          text[RATIO_spread_s_per_min]);
    print("lap times                     %s s in the mean, standard deviation %s s\n",
          number(race_figures_lap_mean(sum), 3, mean),
          number(race_figures_lap_spread(sum), 3, spread));
    print_wins(series);
    if (sum->sums[FIGURE_events_left_out] > 0.0) {
        print("%.0f events found no room in the lists and are in no figure\n",
              sum->sums[FIGURE_events_left_out]);
    }
}

static void print_text(const Session *session, const Roster *roster, const PaceReport *pace,
                       const RaceSeries *series) {
    int races = (int)series->sum.sums[FIGURE_races];
    print("%s, %d cars, %d lap%s, %d race%s\n", session->track.name, session->race->car_count,
          session->race->laps, session->race->laps == 1 ? "" : "s", races, races == 1 ? "" : "s");
    pace_report_print(pace);
    print("\n");
    print_table(session, roster, series);
    print_sum(series);
}

static void json_figures(Json *json, const RaceFigures *figures, int gate_count) {
    for (int i = 0; i < FIGURE_COUNT; i++) {
        json_number(json, figure_rows[i].name, figures->sums[i], figure_rows[i].digits);
    }
    for (int i = 0; i < RATIO_COUNT; i++) {
        json_number(json, figure_ratios[i].name, race_figures_ratio(figures, (FigureRatio)i),
                    figure_ratios[i].digits);
    }
    json_number(json, "lap_mean_s", race_figures_lap_mean(figures), 4);
    json_number(json, "lap_spread_s", race_figures_lap_spread(figures), 4);
    json_array(json, "passes_by_gate");
    for (int i = 0; i < gate_count; i++) {
        json_integer(json, NULL, figures->passes_at[i]);
    }
    json_end_array(json);
}

static void json_race(Json *json, const Session *session, const Roster *roster,
                      const SeriesRace *race) {
    char hash[HASH_TEXT_MAX];
    bool won = race->winner >= 0;
    json_object(json, NULL);
    json_integer(json, "seed", (int64_t)race->seed);
    json_text(json, "state_hash", hash_text64(race->hash, hash));
    json_number(json, "winner", won ? race->winner_slot + 1 : (double)NAN, 0);
    json_text(json, "winner_name", won ? winner_name(session, roster, race) : NULL);
    json_figures(json, &race->figures, session->track.gate_count);
    json_end_object(json);
}

static void print_json(const Session *session, const Roster *roster, const PaceReport *pace,
                       const RaceSeries *series) {
    char text[HASH_TEXT_MAX];
    int gate_count = session->track.gate_count;
    Json json = {0};
    json_object(&json, NULL);
    json_integer(&json, "schema", 1);
    json_text(&json, "track", session->track.name);
    json_text(&json, "track_hash", hash_text128(session->track.hash, text));
    pace_report_json(pace, &json);
    json_array(&json, "races");
    for (int i = 0; i < series->count; i++) {
        if (series->races[i].done) {
            json_race(&json, session, roster, &series->races[i]);
        }
    }
    json_end_array(&json);
    json_object(&json, "all");
    json_number(&json, "lead_changes_median", series->lead_changes_median, 1);
    json_integer(&json, "lead_changes_min", series->lead_changes_min);
    json_figures(&json, &series->sum, gate_count);
    json_array(&json, "wins_by_grid");
    for (int i = 0; i < session->race->car_count; i++) {
        json_integer(&json, NULL, series->wins[i]);
    }
    json_end_array(&json);
    json_end_object(&json);
    json_end_object(&json);
    json_print(&json);
}

/// What is shown while races are driven.
typedef struct Shown {
    SweepProgress progress;
    int count;
} Shown;

static bool show(void *context, int done) {
    Shown *shown = context;
    sweep_progress_show(&shown->progress, waiting_now(), done, shown->count);
    return true;
}

int race_figures_print(const SessionDef *def, const FieldDef *field, const Roster *roster,
                       const PaceReport *pace, int races, int jobs, bool json) {
    Session session = {0};
    int code = session_make(&session, def);
    if (code != EXIT_FINE) {
        return code;
    }
    Shown shown = {sweep_progress_make(waiting_now(), 0, 1), races};
    interrupt_hold(); // what was raced is printed
    RaceSeries series = race_series_run(&session.def.race, field, &session.data, session.models,
                                        races, jobs, show, &shown);
    sweep_progress_end(&shown.progress);
    (json ? print_json : print_text)(&session, roster, pace, &series);
    race_series_destroy(&series);
    session_destroy(&session);
    return interrupt_noted() ? EXIT_INTERRUPTED : EXIT_FINE;
}

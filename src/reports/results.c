#include "reports/results.h"

#include "base/print.h"
#include "race_state/classification.h"

#include <stdio.h>

static const char *duration(double seconds, char out[24]) {
    if (seconds <= 0.0) {
        return "-";
    }
    int minutes = (int)(seconds / 60.0);
    snprintf(out, 24, "%d:%06.3f", minutes, seconds - 60.0 * minutes);
    return out;
}

/// People are named by their seats, as the game does; who joined later has the name of the AI.
static const char *driver_name(const Session *session, int car, char out[16]) {
    uint32_t ai_cars = session->def.race.ai_cars;
    if ((ai_cars >> car & 1u) != 0) {
        return session_driver_name(session, car);
    }
    int seat = 1;
    for (int i = 0; i < car; i++) {
        seat += (ai_cars >> i & 1u) == 0;
    }
    snprintf(out, 16, "P%d", seat);
    return out;
}

/// What the rules have done to each car, a line each.
static void print_rulings(const Session *session, const int order[RACE_MAX_CARS]) {
    for (int i = 0; i < session->race->car_count; i++) {
        const Racer *racer = &race_racers_const(session->race)[order[i]];
        char seat[16];
        const char *name = driver_name(session, order[i], seat);
        if (racer->handicap > 0) {
            print("%3d  %s has %d %% less power\n", i + 1, name, racer->handicap);
        }
        if (racer->false_start) {
            print("%3d  %s was held after a false start\n", i + 1, name);
        }
        if (racer->cutting.count > 0) {
            print("%3d  %s gained time beside the road, %d x\n", i + 1, name, racer->cutting.count);
        }
        if (racer->penalty_s > 0.0f) {
            print("%3d  %s has %.1f s of penalty\n", i + 1, name, (double)racer->penalty_s);
        }
    }
}

/// Who has hit and was hit how often, a line each.
static void print_battle(const Session *session, const int order[RACE_MAX_CARS]) {
    print(
        "\n  #  %-18s shots   hits  crates  mines  mine hits  oil  hits taken  spun out  was out\n",
        "driver");
    for (int i = 0; i < session->race->car_count; i++) {
        const BattleCar *car = &session->race->battle.cars[order[i]];
        char name[16], out[16];
        snprintf(out, sizeof out, "%.1f s", (double)car->out_ticks / RACE_TICKS_PER_SECOND);
        print(" %2d  %-18s %5d  %5d  %6d  %5d  %9d  %3d  %10d  %8d  %7s\n", i + 1,
              driver_name(session, order[i], name), car->shots, car->hits, car->crates, car->mines,
              car->mine_hits, car->oils, car->hits_taken, car->knockouts, out);
    }
}

void results_print(const Session *session) {
    const Race *race = session->race;
    const Racer *racers = race_racers_const(race);
    int order[RACE_MAX_CARS];
    race_order(race, order);
    print("  #  %-18s %-12s %14s %11s  hits  off track  rescues\n", "driver", "car", "total",
          "best lap");
    for (int i = 0; i < race->car_count; i++) {
        const Racer *racer = &racers[order[i]];
        char total[CLASSIFICATION_TEXT_MAX], best[24], off[16], name[16], car[CAR_NAME_MAX + 1];
        snprintf(car, sizeof car, "%s%s", session->cars[order[i]].name,
                 session->def.numbers[order[i]] ? "*" : ""); // as `tune test` marks them
        snprintf(off, sizeof off, "%.1f s", (double)racer->off_track_s);
        print(" %2d  %-18s %-12s %14s %11s  %4d  %9s  %7d\n", i + 1,
              driver_name(session, order[i], name), car,
              classification_has_time(race, racer) ? duration(racer->total_s, total)
                                                   : classification_text(race, order[i], total),
              duration(racer->best_lap_s, best), racer->hits, off, racer->respawns);
    }
    print_rulings(session, order);
    if (race_is_battle(race)) {
        print_battle(session, order);
    }
}

/// What a car has done and suffered in a battle.
static void json_battle(Json *json, const BattleCar *car) {
    json_object(json, "battle");
    json_integer(json, "shots", car->shots);
    json_integer(json, "hits", car->hits);
    json_integer(json, "crates", car->crates);
    json_integer(json, "mines", car->mines);
    json_integer(json, "mine_hits", car->mine_hits);
    json_integer(json, "oils", car->oils);
    json_integer(json, "hits_taken", car->hits_taken);
    json_integer(json, "knockouts", car->knockouts);
    json_integer(json, "outs", car->outs);
    json_number(json, "out_s", (double)car->out_ticks / RACE_TICKS_PER_SECOND, 4);
    json_end_object(json);
}

static void json_result(Json *json, const Session *session, int car, int place) {
    const Racer *racer = &race_racers_const(session->race)[car];
    bool race = session->race->mode == RACE_MODE_RACE;
    int lacking = race ? session->race->laps - racer->lap : 0;
    char name[16];
    json_object(json, NULL);
    json_integer(json, "place", place);
    json_text(json, "car", session->def.cars[car]);
    json_text(json, "name", driver_name(session, car, name));
    json_integer(json, "grid", racer->slot + 1);
    json_bool(json, "finished", racer->finished);
    json_number(json, "total_s", racer->total_s, 4);
    json_number(json, "best_lap_s", racer->best_lap_s, 4);
    json_array(json, "laps");
    for (int i = 0; i < racer->lap && i < RACE_LAPS_MAX; i++) {
        json_number(json, NULL, racer->lap_times[i], 4);
    }
    json_end_array(json);
    json_integer(json, "hits", racer->hits);
    json_number(json, "off_track_s", (double)racer->off_track_s, 3);
    json_integer(json, "respawns", racer->respawns);
    json_integer(json, "laps_lacking", lacking > 0 ? lacking : 0);
    json_array(json, "laps_cut");
    for (int i = 0; i < racer->lap && i < RACE_LAPS_MAX; i++) {
        if ((racer->marks[i] & LAP_CUT) != 0) {
            json_integer(json, NULL, i + 1);
        }
    }
    json_end_array(json);
    json_number(json, "penalty_s", (double)racer->penalty_s, 3);
    json_bool(json, "false_start", racer->false_start);
    json_integer(json, "handicap", racer->handicap);
    if (race_is_battle(session->race)) {
        json_battle(json, &session->race->battle.cars[car]);
    }
    json_bool(json, "eliminated", racer->eliminated > 0);
    if (racer->eliminated > 0) {
        uint32_t since_go = racer->eliminated_tick - session->race->start_tick;
        json_number(json, "eliminated_s", (double)since_go / RACE_TICKS_PER_SECOND, 4);
    }
    json_end_object(json);
}

void results_json(Json *json, const Session *session) {
    int order[RACE_MAX_CARS];
    race_order(session->race, order);
    json_array(json, "results");
    for (int i = 0; i < session->race->car_count; i++) {
        json_result(json, session, order[i], i + 1);
    }
    json_end_array(json);
}

void results_rules_json(Json *json, const RaceRules *rules) {
    RaceRules copy = *rules;
    json_object(json, "rules");
    for (int i = 0; i < race_rule_count; i++) {
        const RaceRuleRow *row = &race_rule_rows[i];
        json_text(json, row->name, row->choices[*race_rule_value(row, &copy)]);
    }
    json_end_object(json);
}

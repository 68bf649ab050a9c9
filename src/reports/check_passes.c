#include "reports/check_passes.h"

#include "base/print.h"
#include "session/race_series.h"

// Enough to tell the places where cars pass from the others, in a few seconds on any track.
#define TIME_LIMIT 300.0f ///< s of a race
enum {
    CARS = 6,
    RACES = 4,
    LAPS = 4
};

/// Races on the track; `out` is to be destroyed. False, and nothing to destroy, where none can be.
static bool race_here(const Track *track, const CarFile *car, int *cars, RaceSeries *out) {
    RaceDef def = race_def_default();
    def.car_count = track->slot_count < CARS ? track->slot_count : CARS;
    def.laps = LAPS;
    def.time_limit = TIME_LIMIT;
    CarModel models[CARS];
    for (int i = 0; i < def.car_count; i++) {
        models[i] = car_model_make(&car->params);
        def.drivers[i] = driver_params_of(2 * i < def.car_count ? SKILL_EASY : SKILL_EXPERT);
    }
    RaceData data;
    if (def.car_count < 2 || !race_data_make(&data, track, models, def.car_count)) {
        return false;
    }
    *out = race_series_run(&def, NULL, &data, models, RACES, jobs_default(), NULL, NULL);
    *cars = def.car_count;
    race_data_destroy(&data);
    return true;
}

/// The gates in falling order of their passes, those without any left out. Returns how many.
static int sort_gates(const int *passes, int gate_count, int *out) {
    int count = 0;
    for (int gate = 0; gate < gate_count; gate++) {
        if (passes[gate] == 0) {
            continue;
        }
        int at = count++;
        while (at > 0 && passes[out[at - 1]] < passes[gate]) {
            out[at] = out[at - 1];
            at--;
        }
        out[at] = gate;
    }
    return count;
}

void check_print_passes(const Track *track, const CarFile *car) {
    RaceSeries series;
    int cars, gates[TRACK_GATES_MAX];
    if (!race_here(track, car, &cars, &series)) {
        return;
    }
    const int *passes = series.sum.passes_at;
    int count = sort_gates(passes, track->gate_count, gates), sum = 0;
    for (int i = 0; i < count; i++) {
        sum += passes[gates[i]];
    }
    print("  passes in %d races of %d cars, the fast ones behind: ", RACES, cars);
    print(sum > 0 ? "%d" : "none", sum);
    for (int i = 0; i < count; i++) {
        char text[EVENT_GATE_MAX];
        print("%s %d at %s", i > 0 ? "," : ";", passes[gates[i]],
              event_gate_text(track, gates[i], text));
    }
    print("\n");
    race_series_destroy(&series);
}

void check_json_passes(Json *json, const Track *track, const CarFile *car) {
    RaceSeries series;
    int cars;
    if (!race_here(track, car, &cars, &series)) {
        json_null(json, "passes");
        return;
    }
    json_object(json, "passes");
    json_integer(json, "races", RACES);
    json_integer(json, "cars", cars);
    json_array(json, "by_gate");
    for (int i = 0; i < track->gate_count; i++) {
        json_integer(json, NULL, series.sum.passes_at[i]);
    }
    json_end_array(json);
    json_end_object(json);
    race_series_destroy(&series);
}

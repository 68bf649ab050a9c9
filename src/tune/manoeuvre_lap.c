// Laps of a track.
#include "race/race.h"
#include "tune/manoeuvre.h"
#include "vehicle/steering.h"

#include <math.h>

enum {
    LAP_FLYING = 1, ///< Of two; the first starts from rest.
};

#define SLIDE_SLOPE 0.1405f ///< Tangent of 8 degrees.
#define SLIDE_SPEED 5.0f    ///< m/s

void manoeuvre_lap(const Trial *trial, MetricValues *out) {
    RaceData data;
    if (!trial->track || !race_data_make(&data, trial->track, trial->model, 1)) {
        return;
    }
    RaceDef def = race_def_default();
    def.car_count = 1;
    def.laps = 2;
    def.drivers[0] = driver_params_steady(SKILL_EXPERT);
    Arena arena = {0};
    void *block = arena_alloc(&arena, race_size(trial->track, 1));
    Race *race = race_make(block, &def, &data, trial->model);
    static const CarInput idle[1] = {{0}};
    const Racer *racer = race_racers_const(race);
    const Body *body = race_bodies_const(race);
    int slides = 0;
    while (race->phase != RACE_OVER && !racer->finished) {
        race_step(race, idle);
        CarMotion motion = car_motion(body);
        bool slide =
            motion.along > SLIDE_SPEED && fabsf(motion.across) > SLIDE_SLOPE * motion.along;
        slides += slide && racer->lap == LAP_FLYING ? 1 : 0;
    }
    metric_set(out, METRIC_lap_lap_ideal_s, (double)data.lines[0].lap_s);
    if (racer->finished) {
        double flying = racer->lap_times[LAP_FLYING];
        metric_set(out, METRIC_lap_lap_s, flying);
        metric_set(out, METRIC_lap_lap_ratio, flying / (double)data.lines[0].lap_s);
        metric_set(out, METRIC_lap_lap_slide_s, (double)slides / RACE_TICKS_PER_SECOND);
    }
    metric_set(out, METRIC_lap_lap_off_s, (double)racer->off_track_s);
    metric_set(out, METRIC_lap_lap_hits, (double)racer->hits);
    arena_destroy(&arena);
    race_data_destroy(&data);
}

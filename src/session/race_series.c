#include "session/race_series.h"

#include "base/assert.h"
#include "platform/interrupt.h"
#include "race/race.h"

#include <math.h>
#include <stdlib.h>

enum {
    BLOCK_ALIGNMENT = 64
};

/// What all races of a series share, and where their outcome goes.
typedef struct Work {
    const RaceDef *def;
    const FieldDef *field;
    const RaceData *data;
    const CarModel *models;
    SeriesRace *races;
    JobProgress progress;
    void *context;
} Work;

static void run(void *context, int index) {
    static const CarInput idle[RACE_MAX_CARS];
    const Work *work = context;
    RaceDef def = *work->def;
    int who[RACE_MAX_CARS];
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        who[i] = -1;
    }
    def.seed += (uint64_t)index;
    if (work->field) {
        field_set_up(work->field, &def, who);
    }
    size_t size = race_size(work->data->track, def.car_count);
    size = (size + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT * BLOCK_ALIGNMENT;
    void *block = aligned_alloc(BLOCK_ALIGNMENT, size);
    RaceEvents *events = malloc(sizeof *events);
    ASSERT(block != NULL && events != NULL);
    Race *race = race_make(block, &def, work->data, work->models);
    race_events_begin(events, race);
    while (race->phase != RACE_OVER && !interrupt_noted()) {
        race_step(race, idle);
        race_events_follow(events, race);
    }
    if (race->phase == RACE_OVER) {
        int winner = race_winner(race);
        work->races[index] = (SeriesRace){
            .done = true,
            .seed = def.seed,
            .hash = race_hash(race),
            .winner = winner,
            .winner_driver = winner >= 0 ? who[winner] : -1,
            .winner_slot = winner >= 0 ? race_racers_const(race)[winner].slot : -1,
            .figures = race_figures(events, race),
        };
    }
    free(events);
    free(block);
}

static bool go_on(void *context, int done) {
    const Work *work = context;
    bool wanted = !work->progress || work->progress(work->context, done);
    return wanted && !interrupt_noted();
}

static int compare_integers(const void *a, const void *b) {
    int first = *(const int *)a, second = *(const int *)b;
    return (first > second) - (first < second);
}

static void sum_up(RaceSeries *series) {
    int *changes = calloc((size_t)series->count, sizeof *changes);
    ASSERT(changes != NULL);
    int done = 0;
    for (int i = 0; i < series->count; i++) {
        const SeriesRace *race = &series->races[i];
        if (!race->done) {
            continue;
        }
        race_figures_add(&series->sum, &race->figures);
        changes[done++] = (int)race->figures.sums[FIGURE_lead_changes];
        if (race->winner >= 0) {
            series->wins[race->winner_slot]++;
        }
    }
    series->lead_changes_median = (double)NAN;
    if (done > 0) {
        qsort(changes, (size_t)done, sizeof *changes, compare_integers);
        series->lead_changes_min = changes[0];
        series->lead_changes_median = 0.5 * (changes[(done - 1) / 2] + changes[done / 2]);
    }
    free(changes);
}

RaceSeries race_series_run(const RaceDef *def, const FieldDef *field, const RaceData *data,
                           const CarModel *models, int count, int jobs, JobProgress progress,
                           void *context) {
    ASSERT(count >= 1 && count <= RACE_SERIES_MAX);
    RaceSeries series = {.races = calloc((size_t)count, sizeof *series.races), .count = count};
    ASSERT(series.races != NULL);
    Work work = {def, field, data, models, series.races, progress, context};
    jobs_run(jobs, count, run, go_on, &work);
    sum_up(&series);
    return series;
}

void race_series_destroy(RaceSeries *series) {
    free(series->races);
    *series = (RaceSeries){0};
}

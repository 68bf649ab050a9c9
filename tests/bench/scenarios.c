#include "bench/scenarios.h"

#include <stddef.h>

enum {
    PAIRS = 4096,
    SLOTS = 256, ///< Pairs that are followed through frames.
    SWEEPS = 2048,
    RAYS = 4096,
    POLYGON_POINTS = 2000, ///< Of all polygons of a scenario.
    RACE_STEP_TICKS = 24,
};

const BenchScenario bench_scenarios[BENCH_SCENARIO_COUNT] = {
#define X(name_, kind_, size_, part_, boxes_, rounds_, round_steps_, unit_, about_) \
    {.name = name_,                                                                 \
     .kind = BENCH_##kind_,                                                         \
     .size = size_,                                                                 \
     .part = part_,                                                                 \
     .boxes = boxes_,                                                               \
     .rounds = rounds_,                                                             \
     .round_steps = round_steps_,                                                   \
     .unit = unit_,                                                                 \
     .about = about_},
#include "bench/scenarios.def"
#undef X
};

static void add_answers(BenchWork *work, const AnswerBounds *bounds, int count) {
    work->bounds = bounds;
    work->operations = work->answer_count = count;
}

BenchWork bench_work_make(const BenchScenario *scenario, const char *data_folder) {
    BenchWork work = {.kind = scenario->kind,
                      .size = scenario->size,
                      .boxes = scenario->boxes,
                      .operations = 1,
                      .data_folder = data_folder};
    switch (work.kind) {
    case BENCH_MTV:
    case BENCH_MANIFOLD:
        work.pairs = work.size ? pair_set_make_coherent(7, SLOTS, work.size)
                               : pair_set_make(1, PAIRS, scenario->part, work.boxes);
        add_answers(&work, work.pairs.depths, work.pairs.count);
        break;
    case BENCH_TRANSLATION:
    case BENCH_MOTION:
        work.sweeps = sweep_set_make(5, SWEEPS, work.kind == BENCH_MOTION);
        add_answers(&work, work.sweeps.times, work.sweeps.count);
        break;
    case BENCH_RAY:
        work.course = course_make();
        work.rays = ray_set_make(&work.course, RAYS, (float)scenario->part);
        add_answers(&work, work.rays.distances, work.rays.count);
        break;
    case BENCH_WORLD:
        work.course = course_make();
        break;
    case BENCH_PRESSURE:
        work.steps = pressure_steps((PressureKind)work.size);
        break;
    case BENCH_PARTITION:
        work.operations = POLYGON_POINTS / work.size;
        break;
    case BENCH_CAR:
    case BENCH_RACE:
        work.operations = RACE_STEP_TICKS * work.size;
        break;
    case BENCH_BAKE:
    case BENCH_MIX:
        break;
    }
    return work;
}

void bench_work_destroy(BenchWork *work) {
    pair_set_destroy(&work->pairs);
    sweep_set_destroy(&work->sweeps);
    ray_set_destroy(&work->rays);
    *work = (BenchWork){.bounds = NULL};
}

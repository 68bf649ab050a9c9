#include "bench/runner.h"

#include "base/assert.h"
#include "bench/field.h"
#include "bench/heap.h"

#include <math.h>
#include <stdlib.h>

enum {
    ROUNDS_MAX = 101,
    ROUNDS_QUICK = 3,
    STEPS_UNTIMED = 10,
};

/// One engine's run of the scenario.
typedef struct Run {
    const BenchWay *way;
    void *state;
    double heap; ///< Bytes it holds.
    Figures figures;
    double seconds[ROUNDS_MAX]; ///< Of each round.
} Run;

bool bench_is_timed(void) {
#ifdef BENCH_TIMED
    return true;
#else
    return false;
#endif
}

static int find_ways(const BenchWork *work, const BenchWays *engines, int engine_count, Run *runs) {
    int count = 0;
    for (int i = 0; i < engine_count; i++) {
        for (int k = 0; k < engines[i].count; k++) {
            const BenchWay *way = &engines[i].rows[k];
            if (way->kind != work->kind) {
                continue;
            }
            double before = heap_in_use();
            void *state = way->create(work);
            if (!state) {
                continue;
            }
            ASSERT(count < BENCH_ENGINES_MAX);
            Run *run = &runs[count++];
            *run = (Run){.way = way, .state = state, .heap = heap_in_use() - before};
            for (int f = 0; f < FIGURE_COUNT; f++) {
                run->figures.values[f] = (double)NAN;
            }
        }
    }
    return count;
}

/// Takes `next` into what was gathered in the rounds before.
static void gather(Figures *figures, const Figures *next, int rounds_before) {
    enum {
        LAST,
        MOST,
        MEAN
    };
    static const int gathered[] = {
#define X(name, column, decimals, how) how,
        FIGURE_LIST(X)
#undef X
    };
    for (int i = 0; i < FIGURE_COUNT; i++) {
        double *value = &figures->values[i];
        double last = next->values[i];
        if (isnan(last) || rounds_before == 0 || gathered[i] == LAST) {
            *value = last;
        } else if (gathered[i] == MOST) {
            *value = fmax(*value, last);
        } else {
            *value += (last - *value) / (rounds_before + 1);
        }
    }
    figures->hash = next->hash;
}

/// Each step is timed less what the clock itself took right before it: a system call, and dearer
/// there than in a loop of its own.
static void make_round(Run *run, int round, int steps) {
    const BenchWay *way = run->way;
    double heap = heap_in_use();
    double seconds = 0.0;
    for (int i = 0; i < steps; i++) {
        if (way->prepare) {
            way->prepare(run->state);
        }
        double before = clock_thread_seconds();
        double start = clock_thread_seconds();
        way->step(run->state);
        double end = clock_thread_seconds();
        seconds += (end - start) - (start - before);
    }
    run->seconds[round] = fmax(seconds, 1e-9);
    run->heap += heap_in_use() - heap;
    Figures figures = {.hash = 0};
    for (int i = 0; i < FIGURE_COUNT; i++) {
        figures.values[i] = (double)NAN;
    }
    if (way->measure) {
        way->measure(run->state, &figures);
    }
    gather(&run->figures, &figures, round);
}

/// Counts the answers and how many of them are out of bounds.
static void check_answers(Run *run, const BenchWork *work) {
    if (!run->way->answer || work->answer_count == 0) {
        return;
    }
    float *answers = calloc((size_t)work->answer_count, sizeof *answers);
    ASSERT(answers != NULL);
    run->way->answer(run->state, answers);
    bool is_time = work->kind == BENCH_TRANSLATION || work->kind == BENCH_MOTION;
    bool is_depth = work->kind == BENCH_MTV || work->kind == BENCH_MANIFOLD;
    int hits = 0;
    int wrong = 0;
    float deepest = 0.0f;
    for (int i = 0; i < work->answer_count; i++) {
        hits += is_time ? answers[i] <= 1.0f : answers[i] >= 0.0f;
        wrong += !(answers[i] >= work->bounds[i].low && answers[i] <= work->bounds[i].high);
        deepest = fmaxf(deepest, answers[i]);
    }
    free(answers);
    run->figures.values[FIGURE_HITS] = hits;
    run->figures.values[FIGURE_WRONG] = wrong;
    if (is_depth) {
        run->figures.values[FIGURE_DEEPEST] = (double)deepest;
    }
}

static BenchResult result_of(const BenchScenario *scenario, const BenchWork *work, const Run *run,
                             const Run *peer, int rounds, int steps) {
    BenchResult result = {.scenario = scenario,
                          .engine = run->way->engine,
                          .peer = run->way->peer,
                          .figures = run->figures};
    double values[ROUNDS_MAX];
    for (int i = 0; i < rounds; i++) {
        values[i] = 1e9 * run->seconds[i] / ((double)steps * work->operations);
    }
    result.nanoseconds = quantiles_of(values, rounds);
    if (peer) {
        for (int i = 0; i < rounds; i++) {
            values[i] = run->seconds[i] / peer->seconds[i];
        }
        result.ratio = quantiles_of(values, rounds);
    }
    if (work->kind == BENCH_WORLD && heap_in_use() > 0.0) {
        result.figures.values[FIGURE_HEAP] = (run->heap - field_bytes(work->size)) / 1024.0;
    }
    return result;
}

int bench_run(const BenchScenario *scenario, const BenchWork *work, const BenchWays *engines,
              int engine_count, bool quick, BenchResult *out) {
    static Run runs[BENCH_ENGINES_MAX];
    int count = find_ways(work, engines, engine_count, runs);
    bool fewer = quick && scenario->rounds > ROUNDS_QUICK;
    int rounds = !bench_is_timed() ? 1 : fewer ? ROUNDS_QUICK : scenario->rounds;
    int all = scenario->round_steps ? scenario->round_steps : work->steps;
    int steps = bench_is_timed() ? all : STEPS_UNTIMED;
    ASSERT(rounds <= ROUNDS_MAX);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < count; i++) {
            make_round(&runs[(round + i) % count], round, steps);
        }
    }
    const Run *peer = NULL;
    for (int i = count - 1; i >= 0; i--) {
        peer = runs[i].way->peer ? &runs[i] : peer;
    }
    for (int i = 0; i < count; i++) {
        check_answers(&runs[i], work);
        out[i] = result_of(scenario, work, &runs[i], peer, rounds, steps);
    }
    for (int i = 0; i < count; i++) {
        runs[i].way->destroy(runs[i].state);
    }
    return count;
}

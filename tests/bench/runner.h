/// Runs a scenario with all engines that know a way, turn by turn in one process, so that what
/// slows the machine slows them alike.
#pragma once

#include "bench/clock.h"
#include "bench/scenarios.h"

enum {
    BENCH_ENGINES_MAX = 16, ///< Of one scenario.
};

typedef struct BenchResult {
    const BenchScenario *scenario;
    const char *engine;
    bool peer;
    Quantiles nanoseconds; ///< Of an operation, over the rounds.
    Quantiles ratio;       ///< To the first peer's time of the same round; 0: there is no peer.
    Figures figures;
} BenchResult;

/// Whether this build's times mean anything. Others (debug, sanitizers) take ten steps, to show
/// that they run.
bool bench_is_timed(void);

/// Runs `scenario` on `work`, made for it, with each way of `engines` that fits. `quick` makes
/// three rounds. Returns how many results were written to `out`, room for BENCH_ENGINES_MAX: in the
/// order of the engines.
int bench_run(const BenchScenario *scenario, const BenchWork *work, const BenchWays *engines,
              int engine_count, bool quick, BenchResult *out);

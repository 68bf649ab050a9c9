/// What is measured: the table of scenarios, the work that each hands to every engine, and what an
/// engine brings to do it. Plain C that C++ can include.
#pragma once

#include "bench/course.h"
#include "bench/figures.h"
#include "bench/pressure.h"
#include "bench/sweep_set.h"

#include <stdbool.h>

typedef enum BenchKind {
    BENCH_MTV,         ///< Overlap and the shortest push of each pair of a set.
    BENCH_MANIFOLD,    ///< The full manifold, up to two points, of each pair.
    BENCH_TRANSLATION, ///< When each moving shape meets the other.
    BENCH_MOTION,      ///< The same where it turns too.
    BENCH_RAY,         ///< The first wall on each ray's way.
    BENCH_WORLD,       ///< A frame of 1/60 s in four steps: cars between 400 walls.
    BENCH_PRESSURE,  ///< A step of 1/240 s: bodies that are pressed into each other and into walls.
    BENCH_PARTITION, ///< Polygons into convex pieces.
    BENCH_CAR,       ///< Cars alone: steering, tyres, engine and brakes.
    BENCH_RACE,      ///< AI cars on a shipped track.
    BENCH_BAKE,      ///< The engines of all shipped cars into cycles of sound.
    BENCH_MIX,       ///< The same heard in four views: a block of 512 frames.
} BenchKind;

typedef struct BenchScenario {
    const char *name;
    BenchKind kind;
    int size;         ///< Cars, points of a polygon, frames of pairs that move, or PressureKind.
    double part;      ///< Share of pairs that overlap, or length of rays (m).
    bool boxes;       ///< Pairs of cars and walls alone, as boxes.
    int rounds;       ///< How often each engine has its turn ...
    int round_steps;  ///< ... and how many steps it makes then; 0: all that the work has.
    const char *unit; ///< What one operation is.
    const char *about;
} BenchScenario;

enum {
    BENCH_SCENARIO_COUNT = 0
#define X(...) +1
#include "bench/scenarios.def"
#undef X
};

extern const BenchScenario bench_scenarios[BENCH_SCENARIO_COUNT];

/// The input of one scenario, the same for every engine; what its kind does not need is empty. An
/// owner; ended by bench_work_destroy.
typedef struct BenchWork {
    BenchKind kind;
    int size;
    bool boxes;
    int operations; ///< In a step of the scenario.
    int steps;      ///< Of all the work; 0: it has no end.
    PairSet pairs;
    SweepSet sweeps;
    Course course;
    RaySet rays;
    const AnswerBounds *bounds; ///< Between which each answer (BenchWay.answer) is right.
    int answer_count;           ///< 0: the kind has none.
    const char *data_folder;    ///< That holds tracks/ and cars/.
} BenchWork;

/// `data_folder` outlives what is made.
BenchWork bench_work_make(const BenchScenario *scenario, const char *data_folder);
void bench_work_destroy(BenchWork *work);

/// How one engine does one kind of work.
typedef struct BenchWay {
    BenchKind kind;
    const char *engine; ///< As printed: "Axle".
    bool peer;          ///< Another's engine. Ratios refer to the first of these.
    /// Sets everything up; `work` outlives it. NULL: it cannot do this work, or not here.
    void *(*create)(const BenchWork *work);
    void (*prepare)(void *state); ///< Before each step, not timed; may be NULL.
    void (*step)(void *state);    ///< What is timed.
    /// Gives work->answer_count numbers: the depth of each pair (m, -1: apart), the way along each
    /// ray (m, -1: meets none), the time of each sweep (0 to 1, 2: no contact). May be NULL.
    void (*answer)(void *state, float *answers);
    void (*measure)(void *state, Figures *figures); ///< After each round; may be NULL.
    void (*destroy)(void *state);
} BenchWay;

/// An engine's ways.
typedef struct BenchWays {
    const BenchWay *rows;
    int count;
} BenchWays;

/// Axle's: in engine_axle.c and beside it.
BenchWays bench_ways_axle(void);

/// Axle at work on pairs of shapes.
#include "base/assert.h"
#include "bench/engine_axle.h"
#include "collision/manifold.h"
#include "collision/sat.h"
#include "collision/sweep.h"

#include <math.h>
#include <stdlib.h>

typedef struct PairState {
    Shape shapes[PAIR_KIND_COUNT];
    const PairSet *pairs;
    const SweepSet *sweeps;
    int hits, points;
} PairState;

static Shape shape_of(const PairShape *from) {
    vec2s points[PAIR_POINTS_MAX];
    for (int i = 0; i < from->count; i++) {
        points[i] = vec2_make(from->x[i], from->y[i]);
    }
    Shape shape;
    ASSERT(shape_make(points, from->count, 0.0f, &shape));
    return shape;
}

void *axle_pairs_create(const BenchWork *work) {
    PairState *state = aligned_alloc(_Alignof(PairState), sizeof *state);
    ASSERT(state != NULL);
    *state = (PairState){.sweeps = &work->sweeps};
    bool sweeps = work->kind == BENCH_TRANSLATION || work->kind == BENCH_MOTION;
    state->pairs = sweeps ? &work->sweeps.pairs : &work->pairs;
    for (int i = 0; i < PAIR_KIND_COUNT; i++) {
        state->shapes[i] = shape_of(&state->pairs->shapes[i]);
    }
    return state;
}

static Transform transform_of(PairPose pose) {
    return (Transform){{{pose.x, pose.y}}, {pose.c, pose.s}};
}

static Transform b_in_a(const PairItem *item) {
    return transform_relative(transform_of(item->a), transform_of(item->b));
}

static Overlap mtv_of(const PairState *state, const PairItem *item) {
    return sat_overlap(&state->shapes[item->a_kind], &state->shapes[item->b_kind], b_in_a(item));
}

void axle_mtv_step(void *memory) {
    PairState *state = memory;
    state->hits = 0;
    for (int i = 0; i < state->pairs->count; i++) {
        state->hits += mtv_of(state, &state->pairs->items[i]).hit;
    }
}

void axle_mtv_answer(void *memory, float *answers) {
    PairState *state = memory;
    for (int i = 0; i < state->pairs->count; i++) {
        Overlap overlap = mtv_of(state, &state->pairs->items[i]);
        answers[i] = overlap.hit ? overlap.depth : -1.0f;
    }
}

static Manifold manifold_of(const PairState *state, const PairItem *item) {
    return manifold_make(&state->shapes[item->a_kind], &state->shapes[item->b_kind], b_in_a(item),
                         0.0f, NULL);
}

void axle_manifold_step(void *memory) {
    PairState *state = memory;
    state->points = 0;
    for (int i = 0; i < state->pairs->count; i++) {
        state->points += manifold_of(state, &state->pairs->items[i]).count;
    }
}

void axle_manifold_answer(void *memory, float *answers) {
    PairState *state = memory;
    for (int i = 0; i < state->pairs->count; i++) {
        Manifold manifold = manifold_of(state, &state->pairs->items[i]);
        answers[i] = -1.0f;
        for (int k = 0; k < manifold.count; k++) {
            answers[i] = fmaxf(answers[i], -manifold.points[k].separation);
        }
    }
}

void axle_manifold_measure(void *memory, Figures *figures) {
    const PairState *state = memory;
    figures->values[FIGURE_POINTS] = state->points;
}

static SweepHit translation_of(const PairState *state, int i) {
    const PairItem *item = &state->pairs->items[i];
    const SweepItem *sweep = &state->sweeps->items[i];
    vec2s move =
        rotation_undo(transform_of(item->a).rotation, vec2_make(sweep->move_x, sweep->move_y));
    return sweep_translate(&state->shapes[item->a_kind], move, &state->shapes[item->b_kind],
                           b_in_a(item));
}

void axle_translation_step(void *memory) {
    PairState *state = memory;
    state->hits = 0;
    for (int i = 0; i < state->pairs->count; i++) {
        state->hits += translation_of(state, i).hit;
    }
}

void axle_translation_answer(void *memory, float *answers) {
    PairState *state = memory;
    for (int i = 0; i < state->pairs->count; i++) {
        SweepHit hit = translation_of(state, i);
        answers[i] = hit.hit ? hit.time : 2.0f;
    }
}

static SweepHit motion_of(const PairState *state, int i) {
    const PairItem *item = &state->pairs->items[i];
    const SweepItem *sweep = &state->sweeps->items[i];
    vec2s from = vec2_make(item->a.x, item->a.y);
    Motion motion = {.from = from,
                     .to = glms_vec2_add(from, vec2_make(sweep->move_x, sweep->move_y)),
                     .angle_from = sweep->angle,
                     .angle_to = sweep->angle + sweep->turn};
    return sweep_motion(&state->shapes[item->a_kind], motion, &state->shapes[item->b_kind],
                        transform_of(item->b), SWEEP_TARGET);
}

void axle_motion_step(void *memory) {
    PairState *state = memory;
    state->hits = 0;
    for (int i = 0; i < state->pairs->count; i++) {
        state->hits += motion_of(state, i).hit;
    }
}

void axle_motion_answer(void *memory, float *answers) {
    PairState *state = memory;
    for (int i = 0; i < state->pairs->count; i++) {
        SweepHit hit = motion_of(state, i);
        answers[i] = hit.hit ? hit.time : 2.0f;
    }
}

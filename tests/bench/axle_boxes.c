/// Axle at work on pairs of boxes, many at once.
#include "base/assert.h"
#include "bench/engine_axle.h"
#include "collision/box_pairs.h"
#include "geometry/simd.h"

#include <math.h>
#include <stdlib.h>

enum {
    CHUNK = 128 ///< Pairs that are packed and tested in one go: they stay in the nearest cache.
};

typedef struct BoxesState {
    PlacedBox boxes[2 * CHUNK];
    BoxPair pairs[CHUNK];
    Manifold manifolds[CHUNK];
    float half_length[PAIR_KIND_COUNT], half_width[PAIR_KIND_COUNT];
    const PairSet *set;
    bool avx2;
    int points;
} BoxesState;

static void *create(const BenchWork *work, bool avx2) {
    if (!work->boxes || (avx2 && !simd_has_avx2())) {
        return NULL;
    }
    size_t alignment = _Alignof(BoxesState);
    BoxesState *state = aligned_alloc(alignment, sizeof *state);
    ASSERT(state != NULL);
    *state = (BoxesState){.set = &work->pairs, .avx2 = avx2};
    for (int i = 0; i < PAIR_KIND_COUNT; i++) {
        const PairShape *shape = &work->pairs.shapes[i];
        state->half_length[i] = shape->x[1];
        state->half_width[i] = shape->y[2];
    }
    return state;
}

void *axle_boxes_create(const BenchWork *work) { return create(work, false); }

void *axle_boxes_create_avx2(const BenchWork *work) { return create(work, true); }

static void place(const BoxesState *state, PairPose at, uint8_t kind, PlacedBox *box) {
    box->x = at.x;
    box->y = at.y;
    box->c = at.c;
    box->s = at.s;
    box->half_length = state->half_length[kind];
    box->half_width = state->half_width[kind];
}

/// Packs and tests the pairs from `first` on; returns how many there were.
static int test_chunk(BoxesState *state, int first) {
    int left = state->set->count - first;
    int count = left < CHUNK ? left : CHUNK;
    for (int i = 0; i < count; i++) {
        const PairItem *item = &state->set->items[first + i];
        place(state, item->a, item->a_kind, &state->boxes[2 * i]);
        place(state, item->b, item->b_kind, &state->boxes[2 * i + 1]);
        state->pairs[i] = (BoxPair){(uint16_t)(2 * i), (uint16_t)(2 * i + 1), 0.0f};
    }
    box_pairs_manifold(state->boxes, state->pairs, count, state->avx2, state->manifolds);
    return count;
}

void axle_boxes_step(void *memory) {
    BoxesState *state = memory;
    state->points = 0;
    for (int i = 0; i < state->set->count; i += CHUNK) {
        int count = test_chunk(state, i);
        for (int k = 0; k < count; k++) {
            state->points += state->manifolds[k].count;
        }
    }
}

void axle_boxes_answer(void *memory, float *answers) {
    BoxesState *state = memory;
    for (int i = 0; i < state->set->count; i += CHUNK) {
        int count = test_chunk(state, i);
        for (int k = 0; k < count; k++) {
            const Manifold *manifold = &state->manifolds[k];
            answers[i + k] = -1.0f;
            for (int p = 0; p < manifold->count; p++) {
                answers[i + k] = fmaxf(answers[i + k], -manifold->points[p].separation);
            }
        }
    }
}

void axle_boxes_measure(void *memory, Figures *figures) {
    const BoxesState *state = memory;
    figures->values[FIGURE_POINTS] = state->points;
}

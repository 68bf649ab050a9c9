/// A random pair with what the reference says about it, and the judging of its worst figures: what
/// the tests of exactness share. Each walks over all pairs once and fills a row for each property;
/// each of its tests then judges its rows.
#pragma once

#include "kernels.h"
#include "long_test.h"
#include "random_shapes.h"
#include "reference.h"
#include "test.h"
#include "worst.h"

enum {
    EXACT_SEED = 2026,
    EXACT_COUNT = SANITIZED ? 10000 : 40000, ///< Pairs in every run.
};

/// A pair with what the reference says about it, in the frame of the first shape.
typedef struct Case {
    long index;
    RandomPair pair;
    RefShape a, b;
    RefDifference difference;
    RefGap exact;
    float margin;
    Outline outline;
    Answers answers;
} Case;

static const RefPoint unmoved = {0.0, 0.0};

static inline double length_off_one(vec2s normal) {
    RefPoint n = ref_of(normal);
    return fabs(sqrt(ref_dot(n, n)) - 1.0);
}

/// Any outline serves to compare bits: edges exposed at random, cones of the piece itself.
static inline Outline outline_of(const Shape *shape, long index) {
    Outline outline = {.exposed = (uint8_t)(0xffu >> (index % 5))};
    for (int i = 0; i < shape->count; i++) {
        outline.cone_from[i] = shape_normal(shape, (i + shape->count - 1) % shape->count);
        outline.cone_to[i] = shape_normal(shape, i);
    }
    return outline;
}

/// What the reference and the library say about a pair.
static inline Case case_of(const RandomPair *pair, long index, float margin) {
    Case c = {.index = index, .pair = *pair, .margin = margin};
    c.a = ref_shape_here(&c.pair.a);
    c.b = ref_shape(&c.pair.b, ref_transform(c.pair.b_in_a));
    c.difference = ref_difference(&c.a, &c.b);
    c.exact = ref_gap(&c.difference, unmoved);
    c.outline = outline_of(&c.pair.b, index);
    c.answers = answers_of(&kernels_of_library, &c.pair, c.margin, &c.outline);
    return c;
}

/// m, of the manifold of case `index`.
static inline float margin_of(long index) {
    static const float margins[] = {0.0f, 0.02f, 0.3f};
    return margins[index % 3];
}

static inline Case make_case(long index) {
    RandomPair pair = random_pair(EXACT_SEED, index);
    return case_of(&pair, index, margin_of(index));
}

static inline void note(Worst *row, const Case *c, double figure) {
    worst_note(row, c->index, figure);
}

static inline void print_shape(const char *name, const Shape *shape) {
    print_error("  %s: radius %.9g, points", name, (double)shape->radius);
    for (int i = 0; i < shape->count; i++) {
        print_error(" (%.9g, %.9g)", (double)shape->x[i], (double)shape->y[i]);
    }
    print_error("\n");
}

static inline void print_case(const Case *c) {
    print_shape("a", &c->pair.a);
    print_shape("b", &c->pair.b);
    Transform at = c->pair.b_in_a;
    print_error("  b in a: (%.9g, %.9g), c %.9g s %.9g; margin %g; exact distance %.9g\n",
                (double)at.position.x, (double)at.position.y, (double)at.rotation.c,
                (double)at.rotation.s, (double)c->margin, c->exact.distance);
}

/// Fails where the row is over its limit, and shows its worst case, which `make` makes of its
/// index.
static inline void assert_row_of(const Worst *row, Case (*make)(long index)) {
    assert_true(row->cases > 0);
    if (row->worst > row->limit) {
        print_error("%s: %.9g in case %ld, limit %g; over it: %ld of %ld\n", row->what, row->worst,
                    row->index, row->limit, row->over, row->cases);
        Case worst = make(row->index);
        print_case(&worst);
        fail();
    }
}

static inline void assert_row(const Worst *row) { assert_row_of(row, make_case); }

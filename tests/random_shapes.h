/// Random shapes of every kind and random pairs of them: overlapping, engulfed, with parallel axes,
/// touching, apart; from 4 cm to 40 m long, up to 10 km from the world's origin.
#pragma once

#include "base/random.h"
#include "collision/shape.h"
#include "geometry/trig.h"

#include <math.h>

#include "reference.h"

/// Uniform in 0 .. count - 1.
static inline int random_below(Random *random, int count) {
    return (int)(random_u32(random) % (uint32_t)count);
}

static inline bool random_chance(Random *random, int one_in) {
    return random_below(random, one_in) == 0;
}

/// From 0.02 to 20 m, each power of two as likely as the next.
static inline float random_size(Random *random) {
    return ldexpf(random_range(random, 0.02f, 0.04f), random_below(random, 10));
}

/// From `low` to `low` * 2^doublings, either sign, each power of two as likely as the next.
static inline float random_signed(Random *random, float low, int doublings) {
    float size = ldexpf(random_range(random, low, 2.0f * low), random_below(random, doublings));
    return random_chance(random, 2) ? size : -size;
}

typedef enum ShapeKind {
    SHAPE_KIND_CIRCLE,
    SHAPE_KIND_CAPSULE,
    SHAPE_KIND_BOX,
    SHAPE_KIND_ROUND_BOX,
    SHAPE_KIND_REGULAR, ///< 3 to 8 equal edges, one in two rounded.
    SHAPE_KIND_POLYGON, ///< 3 to 8 points on an ellipse, which may be a needle.
    SHAPE_KIND_ROUND_POLYGON,
    SHAPE_KIND_COUNT
} ShapeKind;

/// `count` points on an ellipse: with equal steps where `jitter` is 0.
static inline void random_ellipse(Random *random, vec2s *points, int count, float length,
                                  float width, float jitter) {
    Rotation turn = rotation_make(random_range(random, -TRIG_PI, TRIG_PI));
    for (int i = 0; i < count; i++) {
        float part = ((float)i + random_range(random, 0.0f, jitter)) / (float)count;
        TrigPair at = trig_sincos(2.0f * TRIG_PI * part);
        points[i] = rotation_apply(turn, vec2_make(length * at.cos, width * at.sin));
    }
}

static inline int random_points(Random *random, ShapeKind kind, float size, vec2s *points) {
    float width = size * random_range(random, 0.2f, 1.0f);
    switch (kind) {
    case SHAPE_KIND_CIRCLE:
        points[0] = vec2_make(0.0f, 0.0f);
        return 1;
    case SHAPE_KIND_CAPSULE:
        random_ellipse(random, points, 2, size, size, 0.0f);
        return 2;
    case SHAPE_KIND_BOX:
    case SHAPE_KIND_ROUND_BOX:
        points[0] = vec2_make(-size, -width);
        points[1] = vec2_make(size, -width);
        points[2] = vec2_make(size, width);
        points[3] = vec2_make(-size, width);
        return 4;
    default:
        break;
    }
    int count = 3 + random_below(random, 6);
    if (kind == SHAPE_KIND_REGULAR) {
        random_ellipse(random, points, count, size, size, 0.0f);
    } else {
        width = random_chance(random, 8) ? 0.05f * width : width;
        random_ellipse(random, points, count, size, width, 0.95f);
    }
    return count;
}

/// A shape of this kind whose points lie within about `size` m of its centre. One in two stands
/// beside its frame's origin. One in 32 circles and capsules has no radius.
static inline Shape random_shape_of(Random *random, ShapeKind kind, float size) {
    bool rounded = kind == SHAPE_KIND_ROUND_BOX || kind == SHAPE_KIND_ROUND_POLYGON ||
                   (kind == SHAPE_KIND_REGULAR && random_chance(random, 2));
    float radius = rounded ? size * random_range(random, 0.01f, 0.6f) : 0.0f;
    if (kind <= SHAPE_KIND_CAPSULE && !random_chance(random, 32)) {
        radius = size * random_range(random, 0.1f, 1.0f);
    }
    Shape shape;
    for (;;) {
        vec2s points[SHAPE_POINTS_MAX];
        int count = random_points(random, kind, size, points);
        float beside = random_chance(random, 2) ? size : 0.0f;
        vec2s shift = vec2_make(random_range(random, -beside, beside), //
                                random_range(random, -beside, beside));
        for (int i = 0; i < count; i++) {
            points[i] = glms_vec2_add(points[i], shift);
        }
        if (shape_make(points, count, radius, &shape)) {
            return shape;
        }
    }
}

static inline Shape random_shape(Random *random, float size) {
    return random_shape_of(random, (ShapeKind)random_below(random, SHAPE_KIND_COUNT), size);
}

typedef enum PairKind {
    PAIR_OVERLAPPING, ///< Mostly: their reaches do.
    PAIR_ENGULFED,    ///< One wholly in the other.
    PAIR_PARALLEL,    ///< Some of their axes are, to the bit or nearly.
    PAIR_TOUCHING,    ///< From 5 cm apart to 5 cm deep, most of them nearer.
    PAIR_SAME,        ///< Equal shapes at one place or mirrored about it: every axis has a tie.
    PAIR_KIND_COUNT
} PairKind;

typedef struct RandomPair {
    PairKind kind;
    Shape a, b;
    Transform a_at, b_at; ///< In the world.
    Transform b_in_a;     ///< What transform_relative makes of them.
} RandomPair;

/// Anywhere up to 10 km from the world's origin; one in three at it.
static inline Transform random_place(Random *random) {
    if (random_chance(random, 3)) {
        return transform_identity();
    }
    float x = random_signed(random, 0.6f, 14);
    float y = random_signed(random, 0.6f, 14);
    return (Transform){vec2_make(x, y), rotation_make(random_range(random, -TRIG_PI, TRIG_PI))};
}

static inline Rotation rotation_turned(Rotation q, Rotation by) {
    return (Rotation){q.c * by.c - q.s * by.s, q.s * by.c + q.c * by.s};
}

/// `q` turned by a quarter so many times, to the bit.
static inline Rotation rotation_quarters(Rotation q, int count) {
    for (int i = 0; i < count; i++) {
        q = (Rotation){-q.s, q.c};
    }
    return q;
}

/// Puts b so that the centroids are `apart` from each other, a turned direction.
static inline void place_centroids(RandomPair *pair, vec2s apart) {
    vec2s a = transform_apply(pair->a_at, pair->a.centroid);
    vec2s b = rotation_apply(pair->b_at.rotation, pair->b.centroid);
    pair->b_at.position = vec2_make(a.x + (apart.x - b.x), a.y + (apart.y - b.y));
}

/// How far the points of `shape` lie from its centroid at most, radius included.
static inline float shape_extent(const Shape *shape) {
    float extent2 = 0.0f;
    for (int i = 0; i < shape->count; i++) {
        vec2s off = glms_vec2_sub(shape_point(shape, i), shape->centroid);
        extent2 = fmaxf(extent2, glms_vec2_norm2(off));
    }
    return sqrtf(extent2) + shape->radius;
}

static inline void make_overlapping(Random *random, RandomPair *pair) {
    float reach = shape_extent(&pair->a) + shape_extent(&pair->b);
    place_centroids(pair, vec2_make(random_range(random, -0.7f, 0.7f) * reach,
                                    random_range(random, -0.7f, 0.7f) * reach));
}

/// The inner one gets a tenth of the outer one's size or less and stands near its centroid.
static inline void make_engulfed(Random *random, RandomPair *pair) {
    float size = fmaxf(random_size(random), 0.5f);
    ShapeKind kind = (ShapeKind)random_below(random, SHAPE_KIND_REGULAR + 1);
    Shape outer = random_shape_of(random, kind == SHAPE_KIND_CAPSULE ? SHAPE_KIND_BOX : kind, size);
    Shape inner = random_shape(random, size * random_range(random, 0.001f, 0.05f));
    bool first = random_chance(random, 2);
    pair->a = first ? outer : inner;
    pair->b = first ? inner : outer;
    float beside = 0.1f * size;
    place_centroids(pair, vec2_make(random_range(random, -beside, beside), //
                                    random_range(random, -beside, beside)));
}

/// Shapes with right angles, or of one kind, at equal angles or quarters, to the bit in three of
/// four.
static inline void make_parallel(Random *random, RandomPair *pair) {
    float size = random_size(random);
    if (random_chance(random, 2)) {
        ShapeKind round = random_chance(random, 3) ? SHAPE_KIND_ROUND_BOX : SHAPE_KIND_BOX;
        pair->a = random_shape_of(random, SHAPE_KIND_BOX, size);
        pair->b = random_shape_of(random, round, size * random_range(random, 0.1f, 2.0f));
    } else {
        pair->b = random_chance(random, 2) ? random_shape_of(random, SHAPE_KIND_CAPSULE, size)
                                           : random_shape_of(random, SHAPE_KIND_REGULAR, size);
        pair->a = pair->b;
    }
    pair->b_at.rotation = rotation_quarters(pair->a_at.rotation, random_below(random, 4));
    if (random_chance(random, 4)) {
        pair->b_at.rotation =
            rotation_turned(pair->b_at.rotation, rotation_make(random_signed(random, 1e-7f, 16)));
    }
    make_overlapping(random, pair);
}

/// Moves b along a random direction until the shapes are the wanted distance apart.
static inline void make_touching(Random *random, RandomPair *pair) {
    make_overlapping(random, pair);
    place_centroids(pair, vec2_make(0.0f, 0.0f));
    double wanted = random_chance(random, 4) ? 0.0 : (double)random_signed(random, 1e-6f, 16);
    TrigPair way = trig_sincos(random_range(random, -TRIG_PI, TRIG_PI));
    RefShape a = ref_shape(&pair->a, ref_transform(pair->a_at));
    RefShape b = ref_shape(&pair->b, ref_transform(pair->b_at));
    RefDifference difference = ref_difference(&a, &b);
    double low = 0.0;
    double high = 1.1 * ((double)shape_extent(&pair->a) + (double)shape_extent(&pair->b)) + 0.1;
    for (int i = 0; i < 40; i++) {
        double middle = 0.5 * (low + high);
        RefPoint shift = {middle * (double)way.cos, middle * (double)way.sin};
        bool nearer = ref_gap_distance(&difference, shift) < wanted;
        low = nearer ? middle : low;
        high = nearer ? high : middle;
    }
    pair->b_at.position.x = (float)((double)pair->b_at.position.x + low * (double)way.cos);
    pair->b_at.position.y = (float)((double)pair->b_at.position.y + low * (double)way.sin);
}

static inline void make_same(Random *random, RandomPair *pair) {
    pair->b = pair->a;
    pair->b_at.rotation = rotation_quarters(pair->a_at.rotation, random_below(random, 4));
    float apart = random_chance(random, 2) ? 0.0f : shape_extent(&pair->a);
    place_centroids(pair, vec2_make(apart, random_chance(random, 2) ? apart : -apart));
}

/// Of 20 pairs 2 are engulfed, 3 have parallel axes, 4 touch, 1 is of equal shapes. The pair is a
/// function of `seed` and `index` alone, so that one can be looked at by itself.
static inline RandomPair random_pair(uint64_t seed, long index) {
    Random random = random_make(seed + 0x9e3779b97f4a7c15u * (uint64_t)index, seed);
    float size = random_size(&random);
    float other = random_chance(&random, 2) ? random_size(&random)
                                            : size * random_range(&random, 0.25f, 2.0f);
    RandomPair pair = {.a = random_shape(&random, size),
                       .b = random_shape(&random, other),
                       .a_at = random_place(&random)};
    pair.b_at.rotation = rotation_make(random_range(&random, -TRIG_PI, TRIG_PI));
    static const PairKind kinds[20] = {PAIR_ENGULFED, PAIR_ENGULFED, PAIR_PARALLEL, PAIR_PARALLEL,
                                       PAIR_PARALLEL, PAIR_TOUCHING, PAIR_TOUCHING, PAIR_TOUCHING,
                                       PAIR_TOUCHING, PAIR_SAME};
    pair.kind = kinds[index % 20];
    switch (pair.kind) {
    case PAIR_ENGULFED:
        make_engulfed(&random, &pair);
        break;
    case PAIR_PARALLEL:
        make_parallel(&random, &pair);
        break;
    case PAIR_TOUCHING:
        make_touching(&random, &pair);
        break;
    case PAIR_SAME:
        make_same(&random, &pair);
        break;
    default:
        make_overlapping(&random, &pair);
        break;
    }
    pair.b_in_a = transform_relative(pair.a_at, pair.b_at);
    return pair;
}

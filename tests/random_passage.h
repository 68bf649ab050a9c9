/// Random fast passages: what moves and turns in one frame of 1/60 s at up to 150 m/s and 10 rad/s,
/// past or into what stands, half of the time a wall 0.2 m thick.
#pragma once

#include "collision/sweep.h"

#include "random_shapes.h"

typedef enum PassageKind {
    PASSAGE_CROSSING, ///< From 30 cm deep to 90 cm apart at some time of the frame, ahead.
    PASSAGE_GRAZING,  ///< Within 5 mm of touching at some time of the frame, ahead.
    PASSAGE_GLANCING, ///< The same, beside it, along one of the wall's edges.
    PASSAGE_LEAVING,  ///< In touch at the start.
    PASSAGE_INSIDE,   ///< Overlapping at the start.
    PASSAGE_KIND_COUNT
} PassageKind;

/// Positions and angles are such that an eighth of the motion is a float to the last bit: then
/// sub-steps divide the motion that they are compared with, not one a millimetre beside it.
typedef struct Passage {
    PassageKind kind;
    Shape mover, wall;
    Motion motion;
    Transform wall_at;
    bool turns;
} Passage;

static inline float passage_snapped(float value, float grid) { return grid * roundf(value / grid); }

static inline Shape passage_mover(Random *random) {
    static const ShapeKind kinds[] = {SHAPE_KIND_CIRCLE,    SHAPE_KIND_CAPSULE,
                                      SHAPE_KIND_BOX,       SHAPE_KIND_POLYGON,
                                      SHAPE_KIND_ROUND_BOX, SHAPE_KIND_ROUND_POLYGON};
    bool tiny = random_chance(random, 8); // 1 cm and less
    float size = tiny ? random_range(random, 0.004f, 0.01f) : random_range(random, 0.1f, 2.5f);
    return random_shape_of(random, kinds[random_below(random, 6)], size);
}

static inline Shape passage_wall(Random *random) {
    static const ShapeKind kinds[] = {SHAPE_KIND_CIRCLE, SHAPE_KIND_CAPSULE, SHAPE_KIND_POLYGON,
                                      SHAPE_KIND_ROUND_POLYGON};
    if (random_chance(random, 2)) {
        return shape_box(vec2_make(0.0f, 0.0f), random_range(random, 0.5f, 20.0f), 0.2f);
    }
    return random_shape_of(random, kinds[random_below(random, 4)],
                           random_range(random, 0.1f, 3.0f));
}

/// Where the mover stands at `time`, relative to the wall's place.
static inline RefTransform passage_place(const Passage *passage, double time) {
    RefPoint from = ref_sub(ref_of(passage->motion.from), ref_of(passage->wall_at.position));
    RefPoint move = ref_sub(ref_of(passage->motion.to), ref_of(passage->motion.from));
    if (!passage->turns) { // as sweep_translate is given it
        Rotation q = rotation_make(passage->motion.angle_from);
        return (RefTransform){ref_moved(from, move, time), (double)q.c, (double)q.s};
    }
    double turn = (double)passage->motion.angle_to - (double)passage->motion.angle_from;
    double angle = (double)passage->motion.angle_from + time * turn;
    return (RefTransform){ref_moved(from, move, time), cos(angle), sin(angle)};
}

static inline RefShape passage_wall_shape(const Passage *passage) {
    return ref_shape(&passage->wall, (RefTransform){{0.0, 0.0},
                                                    (double)passage->wall_at.rotation.c,
                                                    (double)passage->wall_at.rotation.s});
}

/// The gap at `time`, in double.
static inline RefGap passage_gap(const Passage *passage, double time) {
    RefShape mover = ref_shape(&passage->mover, passage_place(passage, time));
    RefShape wall = passage_wall_shape(passage);
    RefDifference difference = ref_difference(&mover, &wall);
    return ref_gap(&difference, (RefPoint){0.0, 0.0});
}

/// Moves the wall along `way` so that at `time` it is `wanted` m from the mover.
static inline void passage_aim(Passage *passage, double time, RefPoint way, double wanted) {
    RefShape mover = ref_shape(&passage->mover, passage_place(passage, time));
    RefShape wall = passage_wall_shape(passage);
    RefDifference difference = ref_difference(&mover, &wall);
    double low = 0.0;
    double high = 40.0;
    for (int i = 0; i < 30; i++) {
        double middle = 0.5 * (low + high);
        bool nearer =
            ref_gap_distance(&difference, (RefPoint){middle * way.x, middle * way.y}) < wanted;
        low = nearer ? middle : low;
        high = nearer ? high : middle;
    }
    passage->wall_at.position.x += (float)(low * way.x);
    passage->wall_at.position.y += (float)(low * way.y);
}

/// Which way the frame's motion leads: along one of the wall's edges within 3 degrees, or any way.
static inline TrigPair passage_way(Random *random, const Passage *passage) {
    float angle = random_range(random, -TRIG_PI, TRIG_PI);
    if (passage->kind == PASSAGE_GLANCING && passage->wall.count > 1) {
        vec2s out =
            rotation_apply(passage->wall_at.rotation,
                           shape_normal(&passage->wall, random_below(random, passage->wall.count)));
        angle = trig_atan2(out.y, out.x) + 0.5f * TRIG_PI + random_range(random, -0.05f, 0.05f);
    }
    return trig_sincos(angle);
}

/// The passage is a function of `seed` and `index` alone, so that one can be looked at by itself.
static inline Passage random_passage(uint64_t seed, long index) {
    Random random = random_make(seed + 0x9e3779b97f4a7c15u * (uint64_t)index, seed);
    static const PassageKind kinds[10] = {
        PASSAGE_CROSSING, PASSAGE_CROSSING, PASSAGE_CROSSING, PASSAGE_CROSSING, PASSAGE_CROSSING,
        PASSAGE_GRAZING,  PASSAGE_GRAZING,  PASSAGE_GLANCING, PASSAGE_LEAVING,  PASSAGE_INSIDE};
    Passage passage = {.kind = kinds[index % 10],
                       .mover = passage_mover(&random),
                       .wall = passage_wall(&random),
                       .turns = random_chance(&random, 2)};
    bool far_out = random_chance(&random, 4); // up to 10 km from the origin of the world
    float grid = far_out ? 0x1p-10f : 0x1p-17f;
    vec2s origin = {{0.0f, 0.0f}};
    if (far_out) {
        origin.x = passage_snapped(random_range(&random, -1e4f, 1e4f), grid);
        origin.y = passage_snapped(random_range(&random, -1e4f, 1e4f), grid);
    }
    passage.wall_at.rotation = rotation_make(random_range(&random, -TRIG_PI, TRIG_PI));
    TrigPair way = passage_way(&random, &passage);
    float speed = random_chance(&random, 4) ? random_range(&random, 0.0f, 20.0f)
                                            : random_range(&random, 20.0f, 150.0f);
    float length = speed / 60.0f;
    vec2s move = vec2_make(passage_snapped(length * way.cos, 8.0f * grid),
                           passage_snapped(length * way.sin, 8.0f * grid));
    passage.motion.from = origin;
    passage.motion.to = vec2_make(origin.x + move.x, origin.y + move.y);
    float angle = passage_snapped(random_range(&random, -3.0f, 3.0f), 0x1p-21f);
    float turn = passage.turns ? random_range(&random, -10.0f / 60.0f, 10.0f / 60.0f) : 0.0f;
    passage.motion.angle_from = angle;
    passage.motion.angle_to = angle + passage_snapped(turn, 0x1p-18f);
    // From the middle of the mover any way, or to the side, or to where it goes within 81 degrees.
    float side = random_range(&random, -TRIG_PI, TRIG_PI);
    TrigPair away = trig_sincos(side);
    double wanted = random_chance(&random, 4) ? 0.0 : (double)random_signed(&random, 1e-6f, 12);
    if (passage.kind == PASSAGE_GLANCING) {
        away = (TrigPair){way.cos, -way.sin};
    } else if (passage.kind == PASSAGE_CROSSING || passage.kind == PASSAGE_GRAZING) {
        TrigPair turned = trig_sincos(0.45f * side);
        away = (TrigPair){way.sin * turned.cos + way.cos * turned.sin,
                          way.cos * turned.cos - way.sin * turned.sin};
    }
    if (passage.kind == PASSAGE_CROSSING) {
        wanted = (double)random_range(&random, -0.3f, 0.9f);
    } else if (passage.kind == PASSAGE_INSIDE) {
        wanted = (double)random_range(&random, -0.2f, 0.0f);
    }
    bool at_start = passage.kind == PASSAGE_LEAVING || passage.kind == PASSAGE_INSIDE;
    double time = at_start ? 0.0 : (double)random_range(&random, 0.1f, 1.0f);
    vec2s middle = transform_apply((Transform){passage.motion.from, rotation_make(angle)},
                                   passage.mover.centroid);
    vec2s standing = rotation_apply(passage.wall_at.rotation, passage.wall.centroid);
    passage.wall_at.position = glms_vec2_sub(middle, standing);
    passage_aim(&passage, time, (RefPoint){(double)away.cos, (double)away.sin}, wanted);
    return passage;
}

#include "bench/passages.h"
#include "collision/sweep.h"
#include "dynamics/world_step.h"
#include "geometry/simd.h"

#include <math.h>
#include <string.h>

#include "long_test.h"
#include "random_passage.h"
#include "test.h"
#include "worst.h"

enum {
    ORDINARY_COUNT = SANITIZED ? 10000 : 40000,
    SUB_STEPS_MAX = 8,
};

/// m: what the issue of tunnelling allows is 1 mm; sweeps are held to a fifth of it.
static const double allowed = 2e-4;

typedef enum Row {
    ROW_MISS,
    ROW_LATE,
    ROW_FALSE,
    ROW_NOT_TOUCHING,
    ROW_PLACE,
    ROW_NORMAL,
    ROW_UNIT,
    ROW_AT_START,
    ROW_BITS,
    ROW_COUNT
} Row;

static Worst rows[ROW_COUNT] = {
    [ROW_MISS] = {.what = "missed passages", .limit = 0.0},
    [ROW_LATE] = {.what = "hits after the shapes have met", .limit = 0.0},
    [ROW_FALSE] = {.what = "distance at a hit (m)", .limit = 2e-4},
    [ROW_NOT_TOUCHING] = {.what = "depth at a hit in the passage (m)", .limit = 2e-4},
    [ROW_PLACE] = {.what = "hit with sub-steps elsewhere (share of the bound)", .limit = 1.0},
    [ROW_NORMAL] = {.what = "gap along the hit's normal off 0 (m)", .limit = 3e-4},
    [ROW_UNIT] = {.what = "length of a normal off 1", .limit = 1e-6},
    [ROW_AT_START] = {.what = "starts inside that are not hits at time 0", .limit = 0.0},
    [ROW_BITS] = {.what = "sweeps that differ in plain C or with AVX2", .limit = 0.0},
};

static TestCount test_passages;

static struct { long passages, hits, far_out, turns, tiny, inside, grazed; } seen;

// ---------------------------------------------------------------- the library's answer

/// Sub-step k of `count` of the passage's motion.
static Motion sub_motion(const Motion *motion, int k, int count) {
    float from = (float)k / (float)count;
    float to = (float)(k + 1) / (float)count;
    vec2s move = glms_vec2_sub(motion->to, motion->from);
    float turn = motion->angle_to - motion->angle_from;
    return (Motion){.from = glms_vec2_add(motion->from, glms_vec2_scale(move, from)),
                    .to = glms_vec2_add(motion->from, glms_vec2_scale(move, to)),
                    .angle_from = motion->angle_from + from * turn,
                    .angle_to = motion->angle_from + to * turn};
}

/// A sweep of the library, or as it is compiled once more (kernel_copy.h).
typedef struct Sweeps {
    SweepHit (*translate)(const Shape *a, vec2s move, const Shape *b, Transform b_in_a);
    SweepHit (*motion)(const Shape *a, Motion motion, const Shape *b, Transform b_at, float target);
} Sweeps;

SweepHit sweep_translate_of_scalar(const Shape *a, vec2s move, const Shape *b, Transform b_in_a);
SweepHit sweep_motion_of_scalar(const Shape *a, Motion motion, const Shape *b, Transform b_at,
                                float target);
static const Sweeps sweeps = {sweep_translate, sweep_motion};
static const Sweeps sweeps_scalar = {sweep_translate_of_scalar, sweep_motion_of_scalar};
#if defined(__x86_64__)
SweepHit sweep_translate_of_sse2(const Shape *a, vec2s move, const Shape *b, Transform b_in_a);
SweepHit sweep_motion_of_sse2(const Shape *a, Motion motion, const Shape *b, Transform b_at,
                              float target);
static const Sweeps sweeps_sse2 = {sweep_translate_of_sse2, sweep_motion_of_sse2};
SweepHit sweep_translate_of_avx2(const Shape *a, vec2s move, const Shape *b, Transform b_in_a);
SweepHit sweep_motion_of_avx2(const Shape *a, Motion motion, const Shape *b, Transform b_at,
                              float target);
static const Sweeps sweeps_avx2 = {sweep_translate_of_avx2, sweep_motion_of_avx2};
#endif

static SweepHit sweep_by(const Sweeps *by, const Passage *passage, const Motion *motion) {
    if (passage->turns) {
        return by->motion(&passage->mover, *motion, &passage->wall, passage->wall_at, 0.0f);
    }
    Transform at = {motion->from, rotation_make(motion->angle_from)};
    vec2s move = rotation_undo(at.rotation, glms_vec2_sub(motion->to, motion->from));
    SweepHit hit = by->translate(&passage->mover, move, &passage->wall,
                                 transform_relative(at, passage->wall_at));
    hit.normal = rotation_apply(at.rotation, hit.normal);
    return hit;
}

/// The first hit of any sub-step, its time as a share of the whole motion, in double.
typedef struct FirstHit {
    bool hit;
    double time;
    vec2s normal;
} FirstHit;

static FirstHit sweep_in_steps(const Passage *passage, int count) {
    for (int k = 0; k < count; k++) {
        Motion motion = sub_motion(&passage->motion, k, count);
        SweepHit hit = sweep_by(&sweeps, passage, &motion);
        if (hit.hit) {
            return (FirstHit){true, ((double)k + (double)hit.time) / (double)count, hit.normal};
        }
    }
    return (FirstHit){.hit = false, .time = 1.0};
}

// ---------------------------------------------------------------- the reference's

/// The widest gap along any edge normal: in double, and never above the true distance.
static RefGap widest_gap(const RefShape *mover, const RefShape *wall) {
    RefGap best = {.distance = -(double)INFINITY};
    for (int way = 0; way < 2; way++) {
        const RefShape *shape = way == 0 ? mover : wall;
        for (int i = 0; shape->count > 1 && i < shape->count; i++) {
            RefPoint along = ref_sub(shape->points[(i + 1) % shape->count], shape->points[i]);
            double length = sqrt(ref_dot(along, along));
            double sign = way == 0 ? 1.0 : -1.0;
            RefPoint normal = {sign * along.y / length, -sign * along.x / length};
            double distance = ref_distance_along(mover, wall, normal);
            if (distance > best.distance) {
                best.distance = distance;
                best.normal = normal;
            }
        }
    }
    return best;
}

/// Whether the shapes overlap by more than `allowed` at any time before `until`. Advances by what
/// the gap's axis, held still, allows: the motion along it and the whole reach of the turning. One
/// that never says no where it should say yes.
static bool meets_before(const Passage *passage, double until) {
    RefShape wall = passage_wall_shape(passage);
    RefPoint move = ref_sub(ref_of(passage->motion.to), ref_of(passage->motion.from));
    double turn = (double)passage->motion.angle_to - (double)passage->motion.angle_from;
    double turning = passage->turns ? fabs(turn) * (double)passage->mover.bounding_radius : 0.0;
    double time = 0.0;
    while (time < until) {
        RefShape mover = ref_shape(&passage->mover, passage_place(passage, time));
        RefGap gap = widest_gap(&mover, &wall);
        if (gap.distance < 0.5 * allowed) {
            RefDifference difference = ref_difference(&mover, &wall);
            gap = ref_gap(&difference, (RefPoint){0.0, 0.0});
        }
        double left = gap.distance + allowed;
        if (left < 0.0) {
            return true;
        }
        double speed = ref_dot(gap.normal, move) + turning;
        if (speed <= 0.0) {
            return false;
        }
        time += fmax(left, 1e-7) / speed; // never stands still; 0.1 um is no miss
    }
    return false;
}

// ---------------------------------------------------------------- the comparison

static void check_hit(const Passage *passage, const FirstHit *hit, long index) {
    RefGap gap = passage_gap(passage, hit->time);
    worst_note(&rows[ROW_FALSE], index, gap.distance);
    if (hit->time > 0.0) {
        worst_note(&rows[ROW_NOT_TOUCHING], index, -gap.distance);
        RefShape mover = ref_shape(&passage->mover, passage_place(passage, hit->time));
        RefShape wall = passage_wall_shape(passage);
        worst_note(&rows[ROW_NORMAL], index,
                   fabs(ref_distance_along(&mover, &wall, ref_of(hit->normal))));
    } else {
        seen.inside += gap.distance < -allowed;
    }
    double length = sqrt(ref_dot(ref_of(hit->normal), ref_of(hit->normal)));
    worst_note(&rows[ROW_UNIT], index, fabs(length - 1.0));
}

static bool same_bits(const SweepHit *a, const SweepHit *b) {
    return a->hit == b->hit && (!a->hit || (memcmp(&a->time, &b->time, sizeof a->time) == 0 &&
                                            memcmp(&a->normal, &b->normal, sizeof a->normal) == 0));
}

static void check_bits(const Passage *passage, long index) {
    SweepHit hit = sweep_by(&sweeps, passage, &passage->motion);
    SweepHit other = sweep_by(&sweeps_scalar, passage, &passage->motion);
    bool same = same_bits(&hit, &other);
#if defined(__x86_64__)
    other = sweep_by(&sweeps_sse2, passage, &passage->motion);
    same = same && same_bits(&hit, &other);
    if (simd_has_avx2()) {
        other = sweep_by(&sweeps_avx2, passage, &passage->motion);
        same = same && same_bits(&hit, &other);
    }
#endif
    worst_note(&rows[ROW_BITS], index, same ? 0.0 : 1.0);
}

/// Sub-steps must find the same place: as far from it, along the way, as the allowed distance is
/// where the way leads in, which is the farther the more it glances.
static void check_place(const Passage *passage, double whole, double divided, long index) {
    double earlier = fmin(whole, divided);
    double later = fmax(whole, divided);
    double closed = passage_gap(passage, earlier).distance - passage_gap(passage, later).distance;
    worst_note(&rows[ROW_PLACE], index, closed / (2.0 * allowed));
}

static void check_passage(long index) {
    Passage passage = random_passage(31, index);
    FirstHit hits[4];
    double latest = 0.0;
    int hit_count = 0;
    for (int i = 0; i < 4; i++) {
        hits[i] = sweep_in_steps(&passage, 1 << i);
        hit_count += hits[i].hit;
        latest = fmax(latest, hits[i].time);
        bool same = i > 0 && hits[i].hit == hits[0].hit && fabs(hits[i].time - hits[0].time) < 1e-7;
        if (hits[i].hit && !same) {
            check_hit(&passage, &hits[i], index);
        }
        if (hits[i].hit && hits[0].hit && !same && i > 0) {
            check_place(&passage, hits[0].time, hits[i].time, index);
        }
    }
    bool met = meets_before(&passage, latest);
    worst_note(&rows[hit_count == 4 ? ROW_LATE : ROW_MISS], index, met ? 1.0 : 0.0);
    bool inside = passage_gap(&passage, 0.0).distance < -allowed;
    worst_note(&rows[ROW_AT_START], index, inside && hits[0].time > 0.0 ? 1.0 : 0.0);
    check_bits(&passage, index);
    seen.passages++;
    seen.hits += hit_count == 4;
    seen.grazed += hit_count > 0 && hit_count < 4;
    seen.turns += passage.turns;
    seen.tiny += passage.mover.bounding_radius < 0.03f;
    seen.far_out += fabsf(passage.motion.from.x) > 1000.0f;
}

static int walk_all_passages(void **state) {
    (void)state;
    for (long i = 0; i < test_passages.cases; i++) {
        check_passage(i);
    }
    if (test_passages.is_long) {
        worst_print(rows, ROW_COUNT);
        fprintf(stderr, "%ld passages, %ld hits, %ld from inside, %ld grazed\n", seen.passages,
                seen.hits, seen.inside, seen.grazed);
    }
    return 0;
}

static void assert_row(Row row) {
    if (rows[row].over > 0) {
        fail_msg("%s: %g, allowed %g, in %ld of %ld; the worst is passage %ld", rows[row].what,
                 rows[row].worst, rows[row].limit, rows[row].over, rows[row].cases,
                 rows[row].index);
    }
    assert_true(rows[row].cases > 0);
}

static void the_passages_are_of_every_kind(void **state) {
    (void)state;
    assert_true(seen.passages == test_passages.cases);
    assert_true(seen.hits > seen.passages / 4 && seen.hits < seen.passages * 4 / 5);
    assert_true(seen.turns > seen.passages / 3 && seen.turns < seen.passages * 2 / 3);
    assert_true(seen.far_out > seen.passages / 8);
    assert_true(seen.tiny > seen.passages / 16);
    assert_true(seen.inside > seen.passages / 20);
    assert_true(seen.grazed < seen.passages / 20);
}

static void no_passage_is_missed(void **state) {
    (void)state;
    assert_row(ROW_MISS);
    assert_row(ROW_LATE);
    assert_row(ROW_AT_START);
}

static void no_hit_is_false(void **state) {
    (void)state;
    assert_row(ROW_FALSE);
    assert_row(ROW_NOT_TOUCHING);
    assert_row(ROW_NORMAL);
    assert_row(ROW_UNIT);
}

static void sub_steps_find_the_same_place(void **state) {
    (void)state;
    assert_row(ROW_PLACE);
}

static void plain_c_sse2_and_avx2_give_the_same_bits(void **state) {
    (void)state;
    assert_row(ROW_BITS);
}

// ---------------------------------------------------------------- static tests and sweeps

static void sweeps_catch_all_and_static_tests_what_theory_says(void **state) {
    (void)state;
    enum {
        PASSAGES = 300
    };
    static PassagesRow table[PASSAGES_ROWS];
    passages_measure(41, PASSAGES, NULL, table);
    double least = 1.0;
    for (int i = 0; i < PASSAGES_ROWS; i++) {
        const PassagesRow *row = &table[i];
        assert_near(row->swept_share, 1.0, 0.0);
        // (thickness + 2 radius) / (speed dt sin(angle)), within five deviations of the count.
        double deep = 0.2 + 2.0 * (double)row->radius;
        double step = (double)row->speed / row->steps_per_second;
        double share =
            fmin(1.0, deep / (step * sin((double)row->angle_deg * (double)TRIG_PI / 180.0)));
        assert_near(row->expected, share, 1e-5);
        double deviation = sqrt(share * (1.0 - share) / PASSAGES);
        assert_near(row->static_share, share, 5.0 * deviation + 1e-4);
        least = fmin(least, row->static_share);
    }
    assert_true(least < 0.1); // 150 m/s at 25 steps a second: 19 of 20 go through
}

// ---------------------------------------------------------------- through the world

/// Throws a car of 4.5 x 1.8 m at a wall 0.2 m thick along y = 0 and steps the world for some
/// frames of 1/60 s, in `ticks` ticks each.
static void throw_at_wall(WorldState *world, WorldCache *cache, const WallGrid *walls,
                          const Hull *hull, Random *random, int ticks) {
    Body *body = world_bodies(world);
    TrigPair way = trig_sincos(random_range(random, 0.02f, 3.12f));
    float speed = random_range(random, 30.0f, 150.0f);
    *body = (Body){.velocity = vec2_make(speed * way.cos, -speed * way.sin),
                   .spin = random_range(random, -10.0f, 10.0f),
                   .inverse_mass = 1.0f / 1200.0f,
                   .inverse_inertia = 1.0f / 2349.0f,
                   .friction = random_range(random, 0.0f, 0.8f),
                   .restitution = random_range(random, 0.0f, 0.5f)};
    body_set_angle(body, random_range(random, -3.0f, 3.0f));
    float height = random_range(random, 0.01f, 2.5f);
    body->position.y = 0.1f + height - hull_bounds(hull, body_at(body)).low.y;
    for (int i = 0; i < 12 * ticks; i++) {
        world_step(world, cache, walls, hull, 1.0f / (60.0f * (float)ticks));
        Box bounds = hull_bounds(hull, body_at(body));
        // Through is through: no part of the car may show behind the wall's far side.
        if (body->position.y < 0.0f || bounds.low.y < -0.1f) {
            fail_msg("%d ticks a frame: at %g m/s it stands at %g m, lowest %g m", ticks,
                     (double)speed, (double)body->position.y, (double)bounds.low.y);
        }
    }
}

static void no_car_goes_beyond_a_thin_wall_at_any_number_of_ticks(void **state) {
    (void)state;
    static _Alignas(32) unsigned char block[1 << 16], cache[1 << 18];
    WallPiece pieces[8];
    const vec2s outline[] = {
        {{-300.0f, -0.1f}}, {{300.0f, -0.1f}}, {{300.0f, 0.1f}}, {{-300.0f, 0.1f}}};
    int count = wall_pieces_of_polygon(outline, 4, 0.6f, 0.2f, 0, pieces, 8);
    assert_true(count > 0);
    Arena arena = {0};
    WallGrid walls = wall_grid_make(pieces, count, &arena);
    Hull hull = hull_box(vec2_make(0.0f, 0.0f), 4.5f, 1.8f);
    assert_true(world_size(1) <= sizeof block && world_cache_size(1) <= sizeof cache);
    Random random = random_make(42, 1);
    for (int i = 0; i < 2000; i++) {
        WorldState *world = world_make(block, 1);
        throw_at_wall(world, (WorldCache *)(void *)cache, &walls, &hull, &random, 1 << (i % 4));
    }
    arena_destroy(&arena);
}

int main(int argc, char **argv) {
    test_passages = test_count(argc, argv, ORDINARY_COUNT);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_passages_are_of_every_kind),
        cmocka_unit_test(no_passage_is_missed),
        cmocka_unit_test(no_hit_is_false),
        cmocka_unit_test(sub_steps_find_the_same_place),
        cmocka_unit_test(plain_c_sse2_and_avx2_give_the_same_bits),
        cmocka_unit_test(sweeps_catch_all_and_static_tests_what_theory_says),
        cmocka_unit_test(no_car_goes_beyond_a_thin_wall_at_any_number_of_ticks),
    };
    return cmocka_run_group_tests(tests, walk_all_passages, NULL);
}

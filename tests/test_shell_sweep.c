#include "base/hash.h"
#include "battle/shell_sweep.h"

#include <math.h>
#include <string.h>

#include "golden.h"
#include "long_test.h"
#include "shell_scene.h"
#include "test.h"
#include "worst.h"

enum {
    ORDINARY_COUNT = 20000,
};

typedef enum Row {
    ROW_MISS,
    ROW_FALSE,
    ROW_TIME,
    ROW_GAP,
    ROW_POINT,
    ROW_NORMAL,
    ROW_DISTANCE,
    ROW_UNIT,
    ROW_NEAREST,
    ROW_FIRER,
    ROW_STAYS,
    ROW_COUNT
} Row;

static Worst rows[ROW_COUNT] = {
    [ROW_MISS] = {.what = "missed targets", .limit = 0.0},
    [ROW_FALSE] = {.what = "false hits", .limit = 0.0},
    [ROW_TIME] = {.what = "time of a hit off (steps of the reference)", .limit = 1.0},
    [ROW_GAP] = {.what = "gap at the time of a hit off 0 (m)", .limit = 5e-6},
    [ROW_POINT] = {.what = "point of a hit off the surface (m)", .limit = 5e-6},
    [ROW_NORMAL] = {.what = "point not the distance along the normal (m)", .limit = 5e-6},
    [ROW_DISTANCE] = {.what = "distance of a hit off (m)", .limit = 5e-6},
    [ROW_UNIT] = {.what = "length of a normal off 1", .limit = 1e-6},
    [ROW_NEAREST] = {.what = "targets touched before the one hit (steps)", .limit = 1.0},
    [ROW_FIRER] = {.what = "firers hit by their fresh shell", .limit = 0.0},
    [ROW_STAYS] = {.what = "shells fresh when they had left, or not when not", .limit = 0.0},
};

static TestCount test_shells;

static struct {
    long touched, at_start, clear, grazed;
    long behind;  ///< Overlap the shell at the start and are not hit, for the muzzle.
    long lightly; ///< Touched before by less than a graze.
    long first[SHELL_TARGET_COUNT]; ///< Of the nearest hits, by kind.
    long passing[SHELL_FORMS + 1];  ///< Hits after the start, by form; then shells.
    long walls_passing;
} seen;

static ShellWorld *world;

// ---- one target against the reference -----------------------------------------------------------

/// What a float coordinate holds at `at`, added to a tolerance for points (m).
static double ulp_at(RefPoint at) { return 1.2e-7 * fmax(fabs(at.x), fabs(at.y)); }

/// A hit where the reference sees a touch too.
static void check_touch(const ShellReference *shell, const ShellOutline *outline,
                        const ShellAnswer *answer, const ShellHit *hit, bool is_wall, long index) {
    double time = (double)hit->time;
    RefPoint center = shell_center(shell, time);
    RefPoint point = ref_of(hit->point);
    RefPoint normal = ref_of(hit->normal);
    double gap = shell_gap(shell, outline, time);
    double off = fabs(time - answer->time) * (double)answer->steps;
    // It may have touched so lightly before that no step saw it.
    bool lightly = time < answer->time && off > 1.0 && fabs(gap) < rows[ROW_GAP].limit;
    seen.lightly += lightly;
    worst_note(&rows[ROW_TIME], index, lightly ? 0.0 : off);
    if (time > 0.0) {
        worst_note(&rows[ROW_GAP], index, fabs(gap));
    }
    RefPoint nearest;
    RefPoint local = shell_into_body(shell_body_at(&outline->motion, time), point);
    double above = shell_distance_to(outline, local, &nearest);
    worst_note(&rows[ROW_POINT], index, fmax(fabs(above) - ulp_at(point), 0.0));
    // From the surface to the centre it is a radius, and less where they overlap at the start.
    double out = (double)hit->distance;
    RefPoint beside = ref_sub(ref_moved(point, normal, out), center);
    double apart = sqrt(ref_dot(beside, beside));
    worst_note(&rows[ROW_NORMAL], index, fmax(apart - 2.0 * ulp_at(point), 0.0));
    // Inside a piece of a wall the nearest edge may be a seam to the next piece.
    double deeper = gap + shell->radius - out;
    worst_note(&rows[ROW_DISTANCE], index,
               is_wall && out < 0.0 ? -fmin(deeper, 0.0) : fabs(deeper));
    worst_note(&rows[ROW_UNIT], index, fabs(sqrt(ref_dot(normal, normal)) - 1.0));
}

/// Compares the answers for one target.
static void check_target(const ShellReference *shell, const ShellOutline *outline,
                         const ShellAnswer *answer, const ShellHit *hit, bool is_wall, long index) {
    seen.grazed += answer->verdict == SHELL_GRAZED;
    seen.clear += answer->verdict == SHELL_CLEAR;
    if (answer->verdict == SHELL_TOUCHED) {
        seen.touched++;
        seen.at_start += answer->step == 0;
        worst_note(&rows[ROW_MISS], index, hit->hit ? 0.0 : 1.0);
        if (hit->hit) {
            check_touch(shell, outline, answer, hit, is_wall, index);
        }
    } else if (answer->verdict == SHELL_CLEAR) {
        seen.behind += shell->fresh && answer->step == 0 && shell_gap(shell, outline, 0.0) < 0.0;
        worst_note(&rows[ROW_FALSE], index, hit->hit ? 1.0 : 0.0);
    }
}

/// Notes where the reference sees a target touched in a step before the one of `time`.
static void check_nearest(const ShellAnswer *answer, double time, long index) {
    if (answer->verdict == SHELL_TOUCHED) {
        worst_note(&rows[ROW_NEAREST], index,
                   fmax((time - answer->time) * (double)answer->steps, 0.0));
    }
}

// ---- walls --------------------------------------------------------------------------------------

/// The pieces that the shell could touch at all.
static bool could_touch(const ShellReference *shell, const ShellOutline *outline) {
    double length = sqrt(ref_dot(shell->move, shell->move));
    RefPoint off = ref_sub(shell->from, ref_of(outline->motion.from));
    return sqrt(ref_dot(off, off)) <= length + outline->reach + shell->radius + 0.01;
}

/// All pieces against the one hit that the sweep gives.
static void check_walls(const ShellYard *yard, const ShellPath *path, const ShellHit *hit,
                        int piece, long index) {
    ShellReference shell = shell_reference_of(path);
    double time = hit->hit ? (double)hit->time : 2.0;
    for (int i = 0; i < yard->count; i++) {
        const ShellOutline *outline = &yard->outlines[i];
        if (!could_touch(&shell, outline)) {
            continue;
        }
        ShellAnswer answer = shell_step_through(&shell, outline);
        ShellHit none = {.hit = false};
        if (i == piece) {
            seen.walls_passing += hit->time > 0.0f;
            check_target(&shell, outline, &answer, hit, true, index);
        } else if (answer.verdict == SHELL_TOUCHED && !hit->hit) {
            check_target(&shell, outline, &answer, &none, true, index);
        } else {
            check_nearest(&answer, time, index);
            seen.clear += answer.verdict == SHELL_CLEAR;
        }
    }
    assert_true(hit->hit == (piece >= 0));
}

/// The same walls 4.6 km away are hit at the same place, within what float coordinates hold there.
static void check_far_walls(const ShellYard *yard, const ShellPath *path, const ShellHit *hit,
                            int piece) {
    ShellPath moved = *path;
    moved.from = glms_vec2_add(path->from, shell_far_off);
    moved.to = glms_vec2_add(path->to, shell_far_off);
    int far_piece;
    ShellHit far = shell_sweep_walls(&moved, &yard->far, &far_piece);
    if (far.hit == hit->hit && far_piece == piece && (!far.hit || far.time == hit->time)) {
        return;
    }
    // Each hit must at least be a near touch of the other's piece.
    ShellReference shell = shell_reference_of(path);
    shell.fresh = false;
    shell.grazing = 1e-3; // a float holds 0.5 mm there
    if (hit->hit && far.hit) {
        double gap = shell_gap(&shell, &yard->outlines[far_piece], (double)far.time);
        assert_true(fabs(gap) < 2e-3 || far.time <= 0.0f);
    } else {
        ShellAnswer answer =
            shell_step_through(&shell, &yard->outlines[hit->hit ? piece : far_piece]);
        assert_true(answer.verdict == SHELL_GRAZED || path->fresh);
    }
}

// ---- scenes -------------------------------------------------------------------------------------

static bool same_bits(const ShellHit *a, const ShellHit *b) {
    return a->hit == b->hit && (!a->hit || (memcmp(&a->time, &b->time, sizeof a->time) == 0 &&
                                            memcmp(&a->normal, &b->normal, sizeof a->normal) == 0));
}

/// Offered the other way round, the same one comes first.
static void check_order(const ShellScene *scene, const ShellHit *hits, const ShellHit *wall,
                        int piece, const ShellFirst *first) {
    ShellFirst other = {.index = -1};
    for (int i = scene->count - 1; i >= 0; i--) {
        const ShellThing *thing = &scene->things[i];
        if (thing->kind != SHELL_TARGET_BODY || shell_may_hit(&scene->path, scene->firer, i)) {
            shell_first_offer(&other, hits[i], thing->kind, i);
        }
    }
    shell_first_offer(&other, *wall, SHELL_TARGET_WALL, piece);
    assert_true(same_bits(&other.hit, &first->hit));
    assert_true(!first->hit.hit || (other.target == first->target && other.index == first->index));
}

static ShellFirst sweep_scene(const ShellScene *scene, ShellHit *hits, ShellHit *wall, int *piece) {
    ShellFirst first = {.index = -1};
    *wall = shell_sweep_walls(&scene->path, &world->yards[scene->yard].grid, piece);
    shell_first_offer(&first, *wall, SHELL_TARGET_WALL, *piece);
    for (int i = 0; i < scene->count; i++) {
        const ShellThing *thing = &scene->things[i];
        hits[i] = shell_sweep_thing(world, &scene->path, thing);
        if (thing->kind != SHELL_TARGET_BODY || shell_may_hit(&scene->path, scene->firer, i)) {
            shell_first_offer(&first, hits[i], thing->kind, i);
        }
    }
    return first;
}

/// Whether the shell is clear of its firer at the end, by the reference.
static void check_firer(const ShellScene *scene, const ShellFirst *first, long index) {
    const ShellThing *firer = &scene->things[scene->firer];
    bool hit = first->hit.hit && first->target == SHELL_TARGET_BODY && first->index == scene->firer;
    worst_note(&rows[ROW_FIRER], index, hit ? 1.0 : 0.0);
    ShellReference shell = shell_reference_of(&scene->path);
    ShellOutline outline = shell_thing_outline(world, firer);
    double gap = shell_gap(&shell, &outline, 1.0);
    bool stays = shell_stays_fresh(&scene->path, &world->forms[firer->form].hull, firer->motion);
    worst_note(&rows[ROW_STAYS], index, fabs(gap) > 5e-6 && stays != (gap <= 0.0) ? 1.0 : 0.0);
}

static void hash_hit(Hash *hash, const ShellFirst *first) {
    hash_u32(hash, first->hit.hit);
    if (first->hit.hit) {
        hash_f32(hash, first->hit.time);
        hash_f32(hash, first->hit.point.x);
        hash_f32(hash, first->hit.point.y);
        hash_f32(hash, first->hit.normal.x);
        hash_f32(hash, first->hit.normal.y);
        hash_u32(hash, (uint32_t)first->target);
        hash_u32(hash, (uint32_t)first->index);
    }
}

static void check_scene(const ShellScene *scene, long index, Hash *hash) {
    ShellHit hits[SHELL_TARGETS_MAX];
    ShellHit wall;
    int piece;
    ShellFirst first = sweep_scene(scene, hits, &wall, &piece);
    check_order(scene, hits, &wall, piece, &first);
    const ShellYard *yard = &world->yards[scene->yard];
    check_walls(yard, &scene->path, &wall, piece, index);
    check_far_walls(yard, &scene->path, &wall, piece);
    ShellReference shell = shell_reference_of(&scene->path);
    for (int i = 0; i < scene->count; i++) {
        if (i == scene->firer) {
            check_firer(scene, &first, index);
            continue;
        }
        ShellOutline outline = shell_thing_outline(world, &scene->things[i]);
        ShellAnswer answer = shell_step_through(&shell, &outline);
        check_target(&shell, &outline, &answer, &hits[i], false, index);
        int form = scene->things[i].form < 0 ? SHELL_FORMS : scene->things[i].form;
        seen.passing[form] += hits[i].hit && hits[i].time > 0.0f;
        check_nearest(&answer, first.hit.hit ? (double)first.hit.time : 2.0, index);
    }
    seen.first[first.target] += first.hit.hit;
    if (index < ORDINARY_COUNT) {
        for (int i = 0; i < scene->count; i++) {
            ShellFirst each = {.hit = hits[i], .target = scene->things[i].kind, .index = i};
            hash_hit(hash, &each);
        }
        hash_hit(hash, &first);
    }
}

static void check_rows(void) {
    for (int i = 0; i < ROW_COUNT; i++) {
        if (rows[i].over > 0) {
            print_error("%s: %g in case %ld, %ld over\n", rows[i].what, rows[i].worst,
                        rows[i].index, rows[i].over);
        }
        assert_int_equal(rows[i].over, 0);
    }
}

/// Every kind of target must have been hit in passing, often enough to mean something.
static void check_kinds(long cases) {
    for (int i = 0; i <= SHELL_FORMS; i++) {
        long least = i < SHELL_CARS || i == SHELL_FORMS ? cases / 40 : cases / 2000;
        if (seen.passing[i] < least) {
            print_error("form %d was hit %ld times\n", i, seen.passing[i]);
        }
        assert_true(seen.passing[i] >= least);
    }
    assert_true(seen.walls_passing >= cases / 20);
    assert_true(seen.at_start >= cases / 10);
    assert_true(seen.behind >= cases / 500);
}

static void shells_hit_what_small_steps_touch_and_nothing_else(void **state) {
    (void)state;
    Random random = random_make(190, 1);
    Hash hash = hash_begin();
    for (long i = 0; i < test_shells.cases; i++) {
        ShellScene scene = shell_scene_make(world, &random);
        check_scene(&scene, i, &hash);
    }
    uint64_t bits = hash_end64(&hash);
    long compared = seen.touched + seen.clear + seen.grazed;
    double share = (double)seen.grazed / (double)compared;
    if (test_shells.is_long) {
        worst_print(rows, ROW_COUNT);
        fprintf(stderr,
                "touched %ld (at the start %ld), clear %ld (behind the muzzle %ld), grazed %ld "
                "(%.3f %%), lightly before %ld; nearest: bodies %ld, walls %ld, shells %ld\n",
                seen.touched, seen.at_start, seen.clear, seen.behind, seen.grazed, 100.0 * share,
                seen.lightly, seen.first[SHELL_TARGET_BODY], seen.first[SHELL_TARGET_WALL],
                seen.first[SHELL_TARGET_SHELL]);
    }
    check_rows();
    assert_true(share < 0.003);
    assert_true(seen.lightly <= 1 + compared / 100000);
    if (test_shells.cases >= ORDINARY_COUNT) {
        check_kinds(test_shells.cases);
        if (bits != golden_shells) {
            print_error("hash of all hits %016llx\n", (unsigned long long)bits);
            fail();
        }
    }
}

// ---- bounds and long ways -----------------------------------------------------------------------

/// Scenes up to 17 km from the origin give the hits of the same scenes at it, to the bit.
static void what_is_far_out_is_hit_as_what_is_inside(void **state) {
    (void)state;
    static const vec2s moves[] = {{{1024, 0}}, {{-2048, 512}}, {{8192, 8192}}, {{-11264, 11264}}};
    Random random = random_make(190, 2);
    for (int i = 0; i < 5000; i++) {
        ShellScene scene = shell_scene_make(world, &random);
        for (size_t k = 0; k < sizeof moves / sizeof moves[0]; k++) {
            ShellScene moved = shell_scene_moved(scene, moves[k]);
            for (int n = 0; n < scene.count; n++) {
                ShellHit hit = shell_sweep_thing(world, &scene.path, &scene.things[n]);
                ShellHit far = shell_sweep_thing(world, &moved.path, &moved.things[n]);
                assert_true(same_bits(&hit, &far));
                vec2s off = glms_vec2_sub(far.point, glms_vec2_add(hit.point, moves[k]));
                assert_true(!hit.hit || sqrtf(glms_vec2_norm2(off)) < 2e-3f);
            }
        }
    }
}

/// From outside a yard across all of its cells in one tick.
static void no_wall_is_missed_on_a_long_way(void **state) {
    (void)state;
    for (int i = 0; i < ROW_COUNT; i++) {
        rows[i] = (Worst){.what = rows[i].what, .limit = rows[i].limit};
    }
    Random random = random_make(190, 3);
    long hits = 0;
    for (int i = 0; i < 2000; i++) {
        const ShellYard *yard = &world->yards[random_below(&random, SHELL_YARDS)];
        float half = 0.5f * shell_yard_size;
        vec2s middle = vec2_make(yard->low.x + half, yard->low.y + half);
        vec2s way = shell_way(&random, 60.0f);
        vec2s beside = vec2_left(glms_vec2_scale(way, random_range(&random, -0.6f, 0.6f)));
        middle = glms_vec2_add(middle, beside);
        ShellPath path = {.from = shell_snap(glms_vec2_sub(middle, way)),
                          .to = shell_snap(glms_vec2_add(middle, way))};
        int piece;
        ShellHit hit = shell_sweep_walls(&path, &yard->grid, &piece);
        check_walls(yard, &path, &hit, piece, i);
        hits += hit.hit;
    }
    check_rows();
    assert_true(hits > 1500 && hits < 2000);
}

// ---- the firer ----------------------------------------------------------------------------------

/// A car that drives on, slides and turns, as no car could worse.
typedef struct Drive {
    vec2s velocity;
    float spin;
    Motion motion; ///< The last tick's.
} Drive;

static void drive_on(Random *random, Drive *drive, float dt) {
    vec2s push = shell_way(random, random_range(random, 0.0f, 40.0f));
    drive->velocity = glms_vec2_add(drive->velocity, glms_vec2_scale(push, dt));
    drive->spin += random_range(random, -60.0f, 60.0f) * dt;
    drive->motion.from = drive->motion.to;
    drive->motion.angle_from = drive->motion.angle_to;
    drive->motion.to = shell_after(drive->motion.from, drive->velocity, dt);
    drive->motion.angle_to += drive->spin * dt;
}

/// From the muzzle on, over many ticks: the firer is spared for as long as its shell is in it, and
/// no longer.
static void a_firer_is_hit_only_by_a_shell_that_has_left_it(void **state) {
    (void)state;
    Random random = random_make(190, 4);
    long slow = 0;
    for (int i = 0; i < 2000; i++) {
        ShellScene scene = {.firer = -1, .dt = 1.0f / random_range(&random, 25.0f, 240.0f)};
        shell_fire(world, &random, &scene, vec2_make(0.0f, 0.0f));
        const Hull *hull = &world->forms[scene.things[0].form].hull;
        Drive drive = {.motion = scene.things[0].motion};
        vec2s step = glms_vec2_sub(drive.motion.to, drive.motion.from);
        drive.velocity = glms_vec2_scale(step, 1.0f / scene.dt);
        ShellPath path = scene.path;
        vec2s flight = glms_vec2_sub(path.to, path.from);
        ShellPath old = path;
        old.fresh = false;
        assert_true(shell_sweep_hull(&old, hull, drive.motion).hit); // but for the rule
        int ticks = 0;
        for (; path.fresh && ticks < 200; ticks++) {
            ShellReference shell = shell_reference_of(&path);
            ShellOutline outline = shell_thing_outline(world, &scene.things[0]);
            outline.motion = drive.motion;
            assert_false(shell_may_hit(&path, 0, 0));
            assert_true(shell_may_hit(&path, 0, 1));
            double gap = shell_gap(&shell, &outline, 1.0);
            bool stays = shell_stays_fresh(&path, hull, drive.motion);
            assert_true(stays == (gap <= 0.0) || fabs(gap) < 5e-6);
            // On a straight line it does not come back within the tick that it leaves in.
            for (int k = 0; stays && k < 50; k++) {
                assert_true(shell_gap(&shell, &outline, (double)k / 50.0) < 5e-6);
            }
            path = (ShellPath){path.to, glms_vec2_add(path.to, flight), stays, path.ahead};
            drive_on(&random, &drive, scene.dt);
        }
        assert_true(ticks < 200);
        slow += ticks > 1;
        // It has left. A firer that drives over it now is hit by it.
        assert_true(shell_may_hit(&path, 0, 0));
        drive.motion.to = path.to;
        assert_true(shell_sweep_hull(&path, hull, drive.motion).hit);
    }
    assert_true(slow > 200);
}

static Motion at_rest(float x, float y, float angle) {
    return (Motion){{{x, y}}, {{x, y}}, angle, angle};
}

static void a_fresh_shell_hits_what_it_overlaps_but_nothing_behind(void **state) {
    (void)state;
    Hull wall = hull_box(vec2_make(0.0f, 0.0f), 0.02f, 6.0f);
    ShellPath path = {.to = {{1.0f, 0.0f}}, .fresh = true, .ahead = {{1.0f, 0.0f}}};
    ShellPath old = path;
    old.fresh = false;
    // Across the way, 5 cm ahead of the muzzle and 5 cm behind it.
    ShellHit hit = shell_sweep_hull(&path, &wall, at_rest(0.05f, 0.0f, 0.0f));
    assert_true(hit.hit);
    assert_near(hit.time, 0.0, 0.0);
    assert_near(hit.point.x, 0.04, 1e-6);
    assert_near(hit.normal.x, -1.0, 1e-6);
    assert_near(hit.distance, 0.04, 1e-6);
    assert_false(shell_sweep_hull(&path, &wall, at_rest(-0.05f, 0.0f, 0.0f)).hit);
    assert_true(shell_sweep_hull(&old, &wall, at_rest(-0.05f, 0.0f, 0.0f)).hit);
    // Askew, so that it crosses the muzzle's line to the left: its nearest point lies behind.
    assert_true(shell_sweep_hull(&path, &wall, at_rest(-0.05f, 0.05f, -0.8f)).hit);
    // Circles: behind, and behind but so wide that it reaches past the line.
    vec2s behind = vec2_make(-0.2f, 0.0f);
    assert_false(shell_sweep_circle(&path, behind, behind, 0.15f).hit);
    assert_true(shell_sweep_circle(&old, behind, behind, 0.15f).hit);
    behind = vec2_make(-0.2f, 0.5f);
    assert_true(shell_sweep_circle(&path, behind, behind, 0.48f).hit);
    // What is faster than the shell and comes up from behind is not hit while it is behind the
    // muzzle, but where it catches up with the shell ahead of it.
    vec2s fast = vec2_make(3.0f, 0.0f);
    assert_false(shell_sweep_circle(&path, vec2_make(-0.3f, 0.0f), fast, 0.15f).hit);
    assert_true(shell_sweep_circle(&old, vec2_make(-0.3f, 0.0f), fast, 0.15f).hit);
    assert_true(shell_sweep_circle(&path, vec2_make(-1.0f, 0.0f), fast, 0.15f).hit);
}

// ---- equal velocities ---------------------------------------------------------------------------

static void equal_velocities_are_no_special_case(void **state) {
    (void)state;
    Hull box = hull_box(vec2_make(0.0f, 0.0f), 1.0f, 1.0f);
    ShellPath path = {.from = {{3.0f, 1.0f}}, .to = {{5.1f, 0.3f}}};
    vec2s move = glms_vec2_sub(path.to, path.from);
    // Beside each other, a hair's breadth apart: neither a hit, nor with the least difference.
    for (int i = -2; i <= 2; i++) {
        vec2s from = vec2_make(path.from.x + 0.2401f, path.from.y);
        vec2s to = glms_vec2_add(from, move);
        to.x += (float)i * 5e-7f;
        assert_false(shell_sweep_circle(&path, from, to, SHELL_RADIUS).hit);
        from.x = path.from.x + 0.6201f;
        to = glms_vec2_add(from, move);
        to.x += (float)i * 5e-7f;
        Motion motion = {from, to, 0.0f, 0.0f};
        assert_false(shell_sweep_hull(&path, &box, motion).hit);
        // And overlapping ones hit at the start.
        from.x = path.from.x + 0.6199f;
        motion = (Motion){from, glms_vec2_add(from, move), 0.0f, 0.0f};
        ShellHit hit = shell_sweep_hull(&path, &box, motion);
        assert_true(hit.hit);
        assert_near(hit.time, 0.0, 0.0);
    }
    // The one on top of the other.
    ShellHit hit = shell_sweep_circle(&path, path.from, path.to, SHELL_RADIUS);
    assert_true(hit.hit);
    assert_near(sqrtf(glms_vec2_norm2(hit.normal)), 1.0, 1e-6);
    // Neither moves.
    path.to = path.from;
    vec2s beside = vec2_make(path.from.x + 0.25f, path.from.y);
    assert_false(shell_sweep_circle(&path, beside, beside, SHELL_RADIUS).hit);
    assert_false(shell_sweep_hull(&path, &box, at_rest(beside.x + 0.5f, beside.y, 0.0f)).hit);
}

static void a_body_turns_the_short_way_between_its_poses(void **state) {
    (void)state;
    Body before = {.position = {{1.0f, 2.0f}}, .angle = 3.0f};
    Body after = {.position = {{1.5f, 2.0f}}, .angle = -3.0f};
    Motion motion = shell_motion_of(&before, &after);
    assert_near(motion.angle_from, 3.0, 0.0);
    assert_near(motion.angle_to - motion.angle_from, 2.0 * 3.14159265 - 6.0, 1e-6);
    assert_near(motion.to.x, 1.5, 0.0);
}

int main(int argc, char **argv) {
    test_shells = test_count(argc, argv, ORDINARY_COUNT);
    world = shell_world_make(7);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shells_hit_what_small_steps_touch_and_nothing_else),
        cmocka_unit_test(what_is_far_out_is_hit_as_what_is_inside),
        cmocka_unit_test(no_wall_is_missed_on_a_long_way),
        cmocka_unit_test(a_firer_is_hit_only_by_a_shell_that_has_left_it),
        cmocka_unit_test(a_fresh_shell_hits_what_it_overlaps_but_nothing_behind),
        cmocka_unit_test(equal_velocities_are_no_special_case),
        cmocka_unit_test(a_body_turns_the_short_way_between_its_poses),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    shell_world_destroy(world);
    return failed;
}

#include "import/road_ease.h"

#include "base/assert.h"
#include "geometry/transform.h"

#include <math.h>
#include <string.h>

enum {
    ROUNDS_MAX = 150,
    SWEEPS = 20, ///< Of one round, between two looks at the spacing.
};

/// Steps for the length of a radius: a quarter turn is then eight.
#define STEPS_PER_RADIUS 5.0f

/// Steps lie between these (m): the first for speed, the second for what the game can tell apart.
#define STEP_MAX 4.0f
#define STEP_MIN 0.5f

/// Bends this much tighter than asked for are left: the last per cent takes most of the time.
#define ENOUGH 0.97f

/// m that a place must have moved by to be called rounded.
#define MOVED_LEAST 0.05f

/// A point on its way.
typedef struct EasePoint {
    vec2s at, home; ///< m: where it is, and where the line was.
} EasePoint;

typedef struct Easing {
    EasePoint *points;
    EasePoint *spare; ///< As much room.
    int count, room;
    bool closed;
    float radius, step;
} Easing;

static float distance_of(vec2s a, vec2s b) { return glms_vec2_norm(glms_vec2_sub(b, a)); }

static float length_of(const vec2s *points, int count, bool closed) {
    float length = closed ? distance_of(points[count - 1], points[0]) : 0.0f;
    for (int i = 1; i < count; i++) {
        length += distance_of(points[i - 1], points[i]);
    }
    return length;
}

/// Puts points between those given, so that none are farther apart than the step.
static void divide(Easing *easing, const vec2s *points, int count) {
    int stretches = easing->closed ? count : count - 1;
    for (int i = 0; i < stretches; i++) {
        vec2s from = points[i];
        vec2s to = points[i + 1 < count ? i + 1 : 0];
        float length = distance_of(from, to);
        int pieces = (int)ceilf(length / easing->step);
        for (int k = 0; k < pieces && easing->count < easing->room - 1; k++) {
            vec2s at = glms_vec2_lerp(from, to, (float)k / (float)pieces);
            const EasePoint *last = easing->count > 0 ? &easing->points[easing->count - 1] : NULL;
            if (!last || distance_of(last->at, at) > 0.4f * easing->step) {
                easing->points[easing->count++] = (EasePoint){at, at};
            }
        }
    }
    if (!easing->closed) {
        easing->points[easing->count++] = (EasePoint){points[count - 1], points[count - 1]};
    }
}

/// Draws point `b` toward the chord from `a` to `c`, and them away, where the circle through the
/// three is too small. An arc of radius R lies |ab| |bc| / (2 R) off that chord. True where it did.
static bool bend_less(const Easing *easing, EasePoint *a, EasePoint *b, EasePoint *c) {
    float before = distance_of(a->at, b->at);
    float after = distance_of(b->at, c->at);
    if (!(before + after > 0.0f)) {
        return false;
    }
    vec2s chord = glms_vec2_lerp(a->at, c->at, before / (before + after));
    vec2s off = glms_vec2_sub(chord, b->at);
    float distance = glms_vec2_norm(off);
    float allowed = before * after / (2.0f * easing->radius);
    if (distance * ENOUGH <= allowed || distance < 1e-3f) {
        return false;
    }
    vec2s move = glms_vec2_scale(off, 0.5f * (distance - allowed) / distance);
    b->at = glms_vec2_add(b->at, move);
    a->at = glms_vec2_sub(a->at, glms_vec2_scale(move, 0.5f));
    c->at = glms_vec2_sub(c->at, glms_vec2_scale(move, 0.5f));
    return true;
}

/// One pass over all points; true where something moved. The ends of an open line stay.
static bool sweep(Easing *easing) {
    bool moved = false;
    int count = easing->count;
    int first = easing->closed ? 0 : 1;
    int end = easing->closed ? count : count - 1;
    for (int i = first; i < end; i++) {
        EasePoint *a = &easing->points[i > 0 ? i - 1 : count - 1];
        EasePoint *c = &easing->points[i + 1 < count ? i + 1 : 0];
        EasePoint ends[2] = {*a, *c};
        moved |= bend_less(easing, a, &easing->points[i], c);
        if (!easing->closed && i == first) {
            *a = ends[0];
        }
        if (!easing->closed && i == end - 1) {
            *c = ends[1];
        }
    }
    return moved;
}

/// Takes out points that came too close to the one before and puts new ones into gaps.
static void space(Easing *easing) {
    int made = 0;
    for (int i = 0; i < easing->count; i++) {
        EasePoint point = easing->points[i];
        bool end = !easing->closed && i == easing->count - 1;
        if (made > 0) {
            const EasePoint *last = &easing->spare[made - 1];
            float gap = distance_of(last->at, point.at);
            if (gap < 0.5f * easing->step && !end) {
                continue;
            }
            if (gap > 1.6f * easing->step && made < easing->room - 2) {
                easing->spare[made++] = (EasePoint){glms_vec2_lerp(last->at, point.at, 0.5f),
                                                    glms_vec2_lerp(last->home, point.home, 0.5f)};
            }
        }
        if (made < easing->room) {
            easing->spare[made++] = point;
        }
    }
    while (easing->closed && made > 4 &&
           distance_of(easing->spare[made - 1].at, easing->spare[0].at) < 0.5f * easing->step) {
        made--;
    }
    EasePoint *kept = easing->points;
    easing->points = easing->spare;
    easing->spare = kept;
    easing->count = made;
}

/// How far `at` is from where the line was near point `i`: its homes there, joined.
static float distance_moved(const Easing *easing, int i) {
    vec2s at = easing->points[i].at;
    float best = INFINITY;
    for (int k = -3; k < 3; k++) {
        int from = i + k;
        int to = from + 1;
        if (!easing->closed && (from < 0 || to >= easing->count)) {
            continue;
        }
        vec2s a = easing->points[(from + easing->count) % easing->count].home;
        vec2s b = easing->points[(to + easing->count) % easing->count].home;
        vec2s along = glms_vec2_sub(b, a);
        float length2 = along.x * along.x + along.y * along.y;
        vec2s way = glms_vec2_sub(at, a);
        float t = length2 > 0.0f ? (way.x * along.x + way.y * along.y) / length2 : 0.0f;
        vec2s foot = glms_vec2_lerp(a, b, fminf(fmaxf(t, 0.0f), 1.0f));
        best = fminf(best, distance_of(foot, at));
    }
    return best;
}

/// Counts the places that moved, and finds the one that moved most.
static void measure(const Easing *easing, EasedLine *out) {
    bool in_corner = false;
    for (int i = 0; i < easing->count; i++) {
        vec2s at = easing->points[i].at;
        vec2s home = easing->points[i].home;
        float moved = at.x == home.x && at.y == home.y ? 0.0f : distance_moved(easing, i);
        if (moved > out->moved) {
            out->moved = moved;
            out->moved_at = at;
        }
        out->corner_count += moved > MOVED_LEAST && !in_corner;
        // A corner seen from above moves inward at its tip and outward beside it.
        in_corner = moved > MOVED_LEAST || (in_corner && moved > 0.0f);
    }
}

EasedLine road_ease(const vec2s *points, int count, bool closed, float radius, Arena *arena) {
    ASSERT(points != NULL && count >= 2 && radius > 0.0f);
    Arena scratch = {0};
    Easing easing = {.closed = closed, .radius = radius};
    float length = length_of(points, count, closed);
    easing.step = fminf(fmaxf(radius / STEPS_PER_RADIUS, STEP_MIN), STEP_MAX);
    easing.step = fmaxf(easing.step, 1.5f * length / (float)ROAD_EASE_POINTS_MAX);
    // Each given point begins a stretch, whose last step may be shorter.
    easing.room = (int)(length / easing.step) + count + 8;
    easing.room += easing.room / 2;
    easing.points = arena_array(&scratch, (size_t)easing.room, sizeof *easing.points);
    easing.spare = arena_array(&scratch, (size_t)easing.room, sizeof *easing.spare);
    divide(&easing, points, count);
    bool moved = easing.count > 3;
    for (int round = 0; round < ROUNDS_MAX && moved; round++) {
        for (int k = 0; k < SWEEPS; k++) {
            moved = sweep(&easing);
        }
        space(&easing);
        moved = moved && easing.count > 3;
    }
    EasedLine out = {.step = easing.step};
    measure(&easing, &out);
    out.points = arena_array(arena, (size_t)easing.count, sizeof *out.points);
    for (int i = 0; i < easing.count; i++) {
        out.points[out.count++] = easing.points[i].at;
    }
    arena_destroy(&scratch);
    return out;
}

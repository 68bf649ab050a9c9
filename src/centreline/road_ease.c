#include "centreline/road_ease.h"

#include "base/assert.h"
#include "geometry/polygon.h"
#include "geometry/spline.h"

#include <math.h>
#include <string.h>

enum {
    ROUNDS_MAX = 150,
    SWEEPS = 20, ///< Of one round, between two looks at the spacing.
    SMOOTH_PASSES = 6,
};

/// Steps for the length of a radius: a quarter turn is then eleven.
#define STEPS_PER_RADIUS 7.0f

/// Steps lie between these (m): the first for speed, the second for what the game can tell apart.
#define STEP_MAX 4.0f
#define STEP_MIN 0.5f

/// Bends this much tighter than asked for are left: the last per cent takes most of the time.
#define ENOUGH 0.97f

/// Part of the half-width, and m, that a bend keeps between its inner edge and folding over.
#define BEND_SPARE       0.06f
#define BEND_SPARE_LEAST 0.25f

/// m that a place must have moved by to be called rounded.
#define MOVED_LEAST 0.05f

/// A point on its way.
typedef struct EasePoint {
    vec2s at, home; ///< m: where it is, and where the line was.
} EasePoint;

typedef struct Easing {
    EasePoint *points;
    EasePoint *spare; ///< As much room.
    bool *stirred;    ///< Whether something moved near a point since it was looked at.
    int count, room;
    bool closed;
    float radius, step;
    int work; ///< Looks at a point that are left; below 0 by up to one round.
} Easing;

static float length_of(const vec2s *points, int count, bool closed) {
    float length = closed ? glms_vec2_distance(points[count - 1], points[0]) : 0.0f;
    for (int i = 1; i < count; i++) {
        length += glms_vec2_distance(points[i - 1], points[i]);
    }
    return length;
}

/// Puts points between those given, so that none are farther apart than the step.
static void divide(Easing *easing, const vec2s *points, int count) {
    int stretches = easing->closed ? count : count - 1;
    for (int i = 0; i < stretches; i++) {
        vec2s from = points[i];
        vec2s to = points[i + 1 < count ? i + 1 : 0];
        float length = glms_vec2_distance(from, to);
        int pieces = (int)ceilf(length / easing->step);
        for (int k = 0; k < pieces && easing->count < easing->room - 1; k++) {
            vec2s at = glms_vec2_lerp(from, to, (float)k / (float)pieces);
            const EasePoint *last = easing->count > 0 ? &easing->points[easing->count - 1] : NULL;
            if (!last || glms_vec2_distance(last->at, at) > 0.4f * easing->step) {
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
    float before = glms_vec2_distance(a->at, b->at);
    float after = glms_vec2_distance(b->at, c->at);
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

/// Marks the point `i` and those whose bends it bears on, to be looked at again.
static void stir(Easing *easing, int i) {
    for (int k = -2; k <= 2; k++) {
        easing->stirred[(i + k + easing->count) % easing->count] = true;
    }
}

/// One pass over all points near which something moved; true where something moves still. The ends
/// of an open line stay.
static bool sweep(Easing *easing) {
    bool moved = false;
    int count = easing->count;
    int first = easing->closed ? 0 : 1;
    int end = easing->closed ? count : count - 1;
    for (int i = first; i < end; i++) {
        if (!easing->stirred[i]) {
            continue;
        }
        easing->work--;
        EasePoint *a = &easing->points[i > 0 ? i - 1 : count - 1];
        EasePoint *c = &easing->points[i + 1 < count ? i + 1 : 0];
        EasePoint ends[2] = {*a, *c};
        easing->stirred[i] = false;
        if (bend_less(easing, a, &easing->points[i], c)) {
            stir(easing, i);
            moved = true;
        }
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
            float gap = glms_vec2_distance(last->at, point.at);
            if (gap < 0.7f * easing->step && !end) {
                continue;
            }
            if (gap > 1.5f * easing->step && made < easing->room - 2) {
                easing->spare[made++] = (EasePoint){glms_vec2_lerp(last->at, point.at, 0.5f),
                                                    glms_vec2_lerp(last->home, point.home, 0.5f)};
            }
        }
        if (made < easing->room) {
            easing->spare[made++] = point;
        }
    }
    while (easing->closed && made > 4 &&
           glms_vec2_distance(easing->spare[made - 1].at, easing->spare[0].at) <
               0.5f * easing->step) {
        made--;
    }
    EasePoint *kept = easing->points;
    easing->points = easing->spare;
    easing->spare = kept;
    easing->count = made;
}

/// Evens out what moved: constraints leave bends that change from one side to the other at once,
/// which a curve through some of the points makes tighter.
static void smooth(Easing *easing) {
    int count = easing->count;
    for (int pass = 0; pass < SMOOTH_PASSES; pass++) {
        memcpy(easing->spare, easing->points, (size_t)count * sizeof *easing->spare);
        for (int i = easing->closed ? 0 : 1; i < (easing->closed ? count : count - 1); i++) {
            const EasePoint *a = &easing->spare[(i + count - 1) % count];
            const EasePoint *c = &easing->spare[(i + 1) % count];
            EasePoint *b = &easing->points[i];
            if (b->at.x != b->home.x || b->at.y != b->home.y) {
                b->at = glms_vec2_lerp(b->at, glms_vec2_lerp(a->at, c->at, 0.5f), 0.5f);
            }
        }
    }
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
        best = fminf(best, segment_distance2(a, b, at, NULL));
    }
    return sqrtf(best);
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

EasedLine road_ease(const vec2s *points, int count, bool closed, float radius, int *work,
                    Arena *arena) {
    ASSERT(points != NULL && count >= 2 && radius > 0.0f);
    Arena scratch = {0};
    int own = ROAD_EASE_WORK;
    work = work ? work : &own;
    Easing easing = {.closed = closed, .radius = radius, .work = *work};
    float length = length_of(points, count, closed);
    easing.step = fminf(fmaxf(radius / STEPS_PER_RADIUS, STEP_MIN), STEP_MAX);
    easing.step = fmaxf(easing.step, 1.5f * length / (float)ROAD_EASE_POINTS_MAX);
    // Each given point begins a stretch, whose last step may be shorter.
    easing.room = (int)(length / easing.step) + count + 8;
    easing.room += easing.room / 2;
    easing.points = arena_array(&scratch, (size_t)easing.room, sizeof *easing.points);
    easing.spare = arena_array(&scratch, (size_t)easing.room, sizeof *easing.spare);
    easing.stirred = arena_array(&scratch, (size_t)easing.room, sizeof *easing.stirred);
    divide(&easing, points, count);
    bool moved = easing.count > 3;
    for (int round = 0; round < ROUNDS_MAX && moved && easing.work > 0; round++) {
        for (int i = 0; i < easing.count; i++) {
            easing.stirred[i] = true; // others stand at their places since space()
        }
        for (int k = 0; k < SWEEPS; k++) {
            moved = sweep(&easing);
        }
        space(&easing);
        moved = moved && easing.count > 3;
    }
    smooth(&easing);
    EasedLine out = {.step = easing.step, .radius = radius};
    measure(&easing, &out);
    out.points = arena_array(arena, (size_t)easing.count, sizeof *out.points);
    for (int i = 0; i < easing.count; i++) {
        out.points[out.count++] = easing.points[i].at;
    }
    *work = easing.work;
    arena_destroy(&scratch);
    return out;
}

float road_ease_radius(float half) { return half + fmaxf(BEND_SPARE * half, BEND_SPARE_LEAST); }

void road_ease_note(MessageCode code, Place place, const EasedLine *line, MessageList *messages) {
    vec2s at = line->moved_at;
    Message *message =
        message_add(messages, code, place, line->corner_count, line->corner_count == 1 ? "" : "s",
                    (double)line->radius, (double)line->moved, (double)at.x, (double)at.y);
    message_at(message, at.x, at.y);
}

// ---- fewer points ---------------------------------------------------------------------------

enum {
    FIRST_GAP = 32, ///< Points of the line between two that are kept at first, halved where needed.
    FIT_ROUNDS = 8, ///< Of easing more, where the curve still bends more than the line.
};

/// Steps that two points of a ribbon are apart at least.
#define GAP_LEAST 1.5f

/// A stretch is at most so many times as long as one beside it.
#define GRADING 2.5f

/// Cosine of 20 degrees: between points that turn more the curve bends more than the line.
#define TURN_COSINE 0.94f

/// A part of the radius more in each such round.
#define FIT_MORE 0.05f

/// m: chord error of roads, as src/track/ samples them.
#define ROAD_CHORD 0.04f

/// m: chord error at which the curve through the kept points is looked at.
#define LOOK_CHORD 0.004f

/// How far (m) `at` is from the samples `from` to `to` of a curve, and the one behind.
static float distance_to(const Curve *curve, int from, int to, vec2s at) {
    float best = INFINITY; // m^2; plain comparisons, as fminf is a call and this is the inmost loop
    for (int i = from; i <= to; i++) {
        vec2s a = curve->samples[i].point;
        vec2s b = curve->samples[i + 1 < curve->count ? i + 1 : 0].point;
        float distance2 = segment_distance2(a, b, at, NULL);
        best = distance2 < best ? distance2 : best;
    }
    return sqrtf(best);
}

static float stretch_length(const EasedLine *line, const int *kept, int count, int i) {
    return glms_vec2_distance(line->points[kept[i % count]], line->points[kept[(i + 1) % count]]);
}

/// Whether the stretch from the kept point `i` is much longer than one beside it: there the curve
/// would bend more than the line.
static bool is_long_beside(const EasedLine *line, bool closed, const int *kept, int count, int i) {
    float own = stretch_length(line, kept, count, i);
    float shorter = own;
    if (closed || i > 0) {
        shorter = fminf(shorter, stretch_length(line, kept, count, i + count - 1));
    }
    if (closed || i + 2 < count) {
        shorter = fminf(shorter, stretch_length(line, kept, count, i + 1));
    }
    return own > GRADING * shorter;
}

/// Whether the kept points turn sharply (20 degrees and more) at point `i`.
static bool turns_at(const EasedLine *line, bool closed, const int *kept, int count, int i) {
    if (!closed && (i == 0 || i >= count - 1)) {
        return false;
    }
    vec2s at = line->points[kept[i % count]];
    vec2s in = glms_vec2_sub(at, line->points[kept[(i + count - 1) % count]]);
    vec2s out = glms_vec2_sub(line->points[kept[(i + 1) % count]], at);
    float cosine = in.x * out.x + in.y * out.y;
    return cosine < TURN_COSINE * glms_vec2_norm(in) * glms_vec2_norm(out);
}

/// Keeps the middle point of every stretch that is off by more than `tolerance`, turns sharply at
/// an end or is much longer than one beside it. `kept` are indices into the line, in order; `more`
/// has room for twice as many. Returns how many there are in it.
static int refine(const EasedLine *line, bool closed, float tolerance, const int *kept, int count,
                  int *more) {
    Arena scratch = {0};
    vec2s *points = arena_array(&scratch, (size_t)count, sizeof *points);
    for (int i = 0; i < count; i++) {
        points[i] = line->points[kept[i]];
    }
    Curve curve =
        curve_sample(CURVE_SMOOTH, points, NULL, count, closed, LOOK_CHORD, 6.0f, &scratch);
    int made = 0;
    int sample = 0;
    for (int i = 0; i < count; i++) {
        int first = sample;
        while (sample < curve.count && curve.samples[sample].from == i) {
            sample++;
        }
        more[made++] = kept[i];
        int end = i + 1 < count ? kept[i + 1] : closed ? line->count : kept[i];
        float off = 0.0f;
        for (int k = kept[i] + 1; k < end; k++) {
            off = fmaxf(off, distance_to(&curve, first, sample - 1, line->points[k]));
        }
        bool uneven = is_long_beside(line, closed, kept, count, i) ||
                      turns_at(line, closed, kept, count, i) ||
                      turns_at(line, closed, kept, count, i + 1);
        bool coarse = off > tolerance || uneven;
        if (coarse && end - kept[i] >= 2) {
            more[made++] = kept[i] + (end - kept[i]) / 2;
        }
    }
    arena_destroy(&scratch);
    return made;
}

/// The points of `line` that are not too near to the one before.
static EasedLine spread(const EasedLine *line, bool closed, Arena *scratch) {
    EasedLine out = *line;
    float gap = GAP_LEAST * line->step;
    out.points = arena_array(scratch, (size_t)line->count + 1, sizeof *out.points);
    out.count = 0;
    for (int i = 0; i < line->count; i++) {
        if (out.count == 0 ||
            glms_vec2_distance(out.points[out.count - 1], line->points[i]) >= gap) {
            out.points[out.count++] = line->points[i];
        }
    }
    if (closed && out.count > 6 &&
        glms_vec2_distance(out.points[out.count - 1], out.points[0]) < gap) {
        out.count--;
    } else if (!closed) {
        vec2s end = line->points[line->count - 1];
        out.count -= out.count > 2 && glms_vec2_distance(out.points[out.count - 1], end) < gap;
        out.points[out.count++] = end;
    }
    return out;
}

/// Leaves as few points of `out` as will do, none so near to the next that what the file rounds
/// would bend the road.
static void thin(EasedLine *out, bool closed, float tolerance, Arena *arena) {
    Arena scratch = {0};
    EasedLine even = spread(out, closed, &scratch);
    const EasedLine *line = &even;
    int *kept = arena_array(&scratch, 2 * (size_t)line->count + 4, sizeof *kept);
    int *more = arena_array(&scratch, 2 * (size_t)line->count + 4, sizeof *more);
    // A closed line needs some points to be a curve at all.
    int gap = FIRST_GAP;
    while (gap > 1 && line->count / gap < 6) {
        gap /= 2;
    }
    int kept_count = 0;
    for (int i = 0; i + gap / 2 < line->count; i += gap) {
        kept[kept_count++] = i;
    }
    if (!closed && kept[kept_count - 1] != line->count - 1) {
        kept[kept_count++] = line->count - 1;
    }
    for (;;) {
        int made = refine(line, closed, tolerance, kept, kept_count, more);
        bool enough = made == kept_count;
        int *other = kept;
        kept = more;
        more = other;
        kept_count = made;
        if (enough) {
            break;
        }
    }
    out->points = arena_array(arena, (size_t)kept_count, sizeof *out->points);
    out->count = kept_count;
    for (int i = 0; i < kept_count; i++) {
        out->points[i] = line->points[kept[i]];
    }
    arena_destroy(&scratch);
}

/// Radius (m) of the tightest bend of the curve through the points, as the check of roads sees it.
static float tightest_bend(const vec2s *points, int count, bool closed) {
    Arena scratch = {0};
    Curve curve =
        curve_sample(CURVE_SMOOTH, points, NULL, count, closed, ROAD_CHORD, 6.0f, &scratch);
    float tightest = INFINITY;
    for (int i = closed ? 0 : 1; i < (closed ? curve.count : curve.count - 1); i++) {
        vec2s a = curve.samples[i > 0 ? i - 1 : curve.count - 1].point;
        vec2s b = curve.samples[i].point;
        vec2s c = curve.samples[i + 1 < curve.count ? i + 1 : 0].point;
        tightest = fminf(tightest, curve_radius(a, b, c));
    }
    arena_destroy(&scratch);
    return tightest;
}

EasedLine road_ease_curve(const vec2s *points, int count, bool closed, float half, float tolerance,
                          int *work, Arena *arena) {
    ASSERT(points != NULL && count >= 2 && half > 0.0f && tolerance > 0.0f);
    int own = ROAD_EASE_WORK;
    work = work ? work : &own;
    EasedLine curve = {.radius = road_ease_radius(half)};
    for (int round = 0; round < FIT_ROUNDS; round++) {
        curve = road_ease(points, count, closed, curve.radius, work, arena);
        thin(&curve, closed, tolerance, arena);
        if (*work <= 0 || tightest_bend(curve.points, curve.count, closed) > half) {
            break;
        }
        curve.radius += FIT_MORE * half;
    }
    return curve;
}

#include "collision/sweep.h"

#include "base/assert.h"
#include "collision/sat.h"

#include <math.h>

enum {
    ADVANCES_MAX = 64, ///< Typical passages need 3 to 8.
};

/// m: how near to its target an advance stops; without it the last advances would be endless.
static const float advance_slack = 1e-4f;

/// m: how far beside an edge two round shapes may still meet at its face.
static const float face_slack = 1e-5f;

/// One moving edge normal: the gap along it is `gap` - `speed` * time.
typedef struct Face {
    vec2s normal;             ///< From the moving shape toward the standing one.
    float gap;                ///< m at the start, radii taken off.
    float speed;              ///< m per whole motion.
    vec2s edge_from, edge_to; ///< Of the shape whose edge it is, at the start.
    bool moves;               ///< Whether that shape is the moving one.
} Face;

/// Everything in the frame of the moving shape at its start.
typedef struct Passage {
    const Shape *a, *b;
    ShapePoints a_points, b_points;
    vec2s move;
    float radius; ///< m, of both together.
    Face faces[2 * SHAPE_POINTS_MAX];
    int face_count;
} Passage;

static vec2s point_of(const ShapePoints *points, int i) {
    return vec2_make(points->x[i], points->y[i]);
}

/// Least position of `points` along `normal`.
static float bottom_along(const ShapePoints *points, vec2s normal) {
    float bottom = INFINITY;
    for (int i = 0; i < points->count; i++) {
        bottom = fminf(bottom, glms_vec2_dot(normal, point_of(points, i)));
    }
    return bottom;
}

static void add_faces(Passage *passage, const Shape *shape, const ShapePoints *own,
                      const ShapePoints *other, Rotation rotation, bool moves) {
    for (int i = 0; shape->count > 1 && i < shape->count; i++) {
        vec2s out = rotation_apply(rotation, shape_normal(shape, i));
        vec2s from = point_of(own, i);
        vec2s normal = moves ? out : vec2_make(-out.x, -out.y);
        passage->faces[passage->face_count++] =
            (Face){.normal = normal,
                   .gap = bottom_along(other, out) - glms_vec2_dot(out, from) - passage->radius,
                   .speed = glms_vec2_dot(normal, passage->move),
                   .edge_from = from,
                   .edge_to = point_of(own, (i + 1) % own->count),
                   .moves = moves};
    }
}

static Passage passage_make(const Shape *a, vec2s move, const Shape *b, Transform b_in_a) {
    Passage passage = {.a = a,
                       .b = b,
                       .a_points = shape_points_at(a, transform_identity()),
                       .b_points = shape_points_at(b, b_in_a),
                       .move = move,
                       .radius = a->radius + b->radius};
    add_faces(&passage, a, &passage.a_points, &passage.b_points, (Rotation){1.0f, 0.0f}, true);
    add_faces(&passage, b, &passage.b_points, &passage.a_points, b_in_a.rotation, false);
    return passage;
}

/// Sharp shapes: they meet when the last gap closes, unless one opens before that.
static SweepHit meet_sharp(const Passage *passage) {
    float enter = -1.0f;
    float leave = 1.0f;
    vec2s normal = {{0.0f, 0.0f}};
    for (int i = 0; i < passage->face_count; i++) {
        const Face *face = &passage->faces[i];
        if (face->gap > 0.0f) {
            if (face->speed <= 0.0f || face->gap > face->speed) {
                return (SweepHit){.hit = false};
            }
            float time = face->gap / face->speed;
            normal = time > enter ? face->normal : normal;
            enter = fmaxf(enter, time);
        } else if (face->speed < 0.0f) {
            leave = fminf(leave, face->gap / face->speed);
        }
    }
    bool hit = enter >= 0.0f && enter <= leave;
    return (SweepHit){.hit = hit, .time = hit ? enter : 0.0f, .normal = normal};
}

static void keep_earlier(SweepHit *best, float time, vec2s normal) {
    if (time >= 0.0f && time <= 1.0f && (!best->hit || time < best->time)) {
        *best = (SweepHit){.hit = true, .time = time, .normal = normal};
    }
}

/// Whether some point of the other shape that touches `face` at `time` lies beside its edge.
static bool face_meets(const Passage *passage, const Face *face, float time) {
    const ShapePoints *other = face->moves ? &passage->b_points : &passage->a_points;
    float sign = face->moves ? -1.0f : 1.0f;
    vec2s shift = vec2_make(sign * time * passage->move.x, sign * time * passage->move.y);
    vec2s out = face->moves ? face->normal : vec2_make(-face->normal.x, -face->normal.y);
    vec2s along = vec2_left(out);
    float from = glms_vec2_dot(along, face->edge_from) - face_slack;
    float to = glms_vec2_dot(along, face->edge_to) + face_slack;
    float bottom = bottom_along(other, out);
    float low = INFINITY;
    float high = -INFINITY;
    for (int i = 0; i < other->count; i++) {
        vec2s point = point_of(other, i);
        if (glms_vec2_dot(out, point) <= bottom + face_slack) {
            float at = glms_vec2_dot(along, point) + glms_vec2_dot(along, shift);
            low = fminf(low, at);
            high = fmaxf(high, at);
        }
    }
    return low <= to && high >= from;
}

/// When corner i of a and corner k of b are first `radius` apart: |gap - move t| = radius, with
/// gap from a to b. Only from outside in: gap.move > 0 and the smaller root.
static void meet_corners(const Passage *passage, int i, int k, SweepHit *best) {
    vec2s gap = glms_vec2_sub(point_of(&passage->b_points, k), point_of(&passage->a_points, i));
    float move2 = glms_vec2_norm2(passage->move);
    float closing = glms_vec2_dot(gap, passage->move);
    if (closing <= 0.0f) {
        return;
    }
    // The least distance of the passage, as an offset from the gap: the discriminant of the plain
    // quadratic loses all digits where the gap is long against the radius.
    float nearest = closing / move2;
    vec2s miss = vec2_make(gap.x - nearest * passage->move.x, gap.y - nearest * passage->move.y);
    float inside2 = passage->radius * passage->radius - glms_vec2_norm2(miss);
    if (inside2 < 0.0f) {
        return;
    }
    float time = nearest - sqrtf(inside2 / move2);
    vec2s between = vec2_make(gap.x - time * passage->move.x, gap.y - time * passage->move.y);
    float length = sqrtf(glms_vec2_norm2(between));
    if (length > 0.0f) {
        keep_earlier(best, time, vec2_make(between.x / length, between.y / length));
    }
}

/// Round shapes: the region that the origin of the motion must not enter is the union of the faces'
/// strips and of circles around all differences of corners; the first of these met is the hit.
static SweepHit meet_round(const Passage *passage) {
    SweepHit best = {.hit = false};
    for (int i = 0; i < passage->face_count; i++) {
        const Face *face = &passage->faces[i];
        if (face->speed > 0.0f && face->gap >= 0.0f && face->gap <= face->speed) {
            float time = face->gap / face->speed;
            if (face_meets(passage, face, time)) {
                keep_earlier(&best, time, face->normal);
            }
        }
    }
    for (int i = 0; i < passage->a->count; i++) {
        for (int k = 0; k < passage->b->count; k++) {
            meet_corners(passage, i, k, &best);
        }
    }
    return best;
}

SweepHit sweep_translate(const Shape *a, vec2s move, const Shape *b, Transform b_in_a) {
    ASSERT(a && b);
    Separation start = sat_separation(a, b, b_in_a);
    if (start.distance <= 0.0f) {
        return (SweepHit){.hit = true, .time = 0.0f, .normal = start.normal};
    }
    Passage passage = passage_make(a, move, b, b_in_a);
    bool sharp = a->count > 2 && b->count > 2 && passage.radius <= 0.0f;
    return sharp ? meet_sharp(&passage) : meet_round(&passage);
}

/// Where `a` stands at `time`, relative to the origin of `b`, so that the distance of both from the
/// world's origin costs no digits.
static Transform place_at(const Motion *motion, vec2s start, float time) {
    vec2s move = glms_vec2_sub(motion->to, motion->from);
    float angle = motion->angle_from + time * (motion->angle_to - motion->angle_from);
    return (Transform){vec2_make(start.x + time * move.x, start.y + time * move.y),
                       rotation_make(angle)};
}

SweepHit sweep_motion(const Shape *a, Motion motion, const Shape *b, Transform b_at, float target) {
    ASSERT(a && b);
    vec2s start = glms_vec2_sub(motion.from, b_at.position);
    Transform b_here = {vec2_make(0.0f, 0.0f), b_at.rotation};
    vec2s move = glms_vec2_sub(motion.to, motion.from);
    float turning = fabsf(motion.angle_to - motion.angle_from) * a->reach;
    SweepHit hit = {.hit = true};
    for (int i = 0; i < ADVANCES_MAX; i++) {
        Transform place = place_at(&motion, start, hit.time);
        Separation gap = sat_signed_distance(a, b, transform_relative(place, b_here));
        hit.normal = rotation_apply(place.rotation, gap.normal);
        float left = gap.distance - target;
        if (left <= advance_slack) {
            return hit;
        }
        // Along the gap's axis, held still, no point of `a` comes nearer than this fast.
        float speed = glms_vec2_dot(move, hit.normal) + turning;
        if (speed <= 0.0f || left > speed * (1.0f - hit.time)) {
            return (SweepHit){.hit = false};
        }
        hit.time += left / speed;
    }
    return hit;
}

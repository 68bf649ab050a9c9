#include "lab/turning.h"

#include "collision/sat.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TOUCHING 1e-4f ///< m: an advance that is this near has arrived, as in sweep_motion.

Transform turning_place(const Turning *turning, float time) {
    const Motion *motion = &turning->motion;
    vec2s move = glms_vec2_sub(motion->to, motion->from);
    float angle = motion->angle_from + time * (motion->angle_to - motion->angle_from);
    return (Transform){glms_vec2_add(motion->from, glms_vec2_scale(move, time)),
                       rotation_make(angle)};
}

/// The gap at `time`, its normal in the scene.
static Separation gap_at(const Turning *turning, float time) {
    Transform at = turning_place(turning, time);
    Separation gap =
        sat_signed_distance(&turning->a, &turning->b, transform_relative(at, turning->b_at));
    gap.normal = rotation_apply(at.rotation, gap.normal);
    return gap;
}

float turning_distance(const Turning *turning, float time) {
    return gap_at(turning, time).distance;
}

/// Finds the two pieces that meet first.
static void choose_pieces(Turning *turning, const Solid solids[SCENE_SHAPES]) {
    SolidPair nearest = solid_pair(&solids[0], &solids[1]);
    turning->piece_a = nearest.a;
    turning->piece_b = nearest.b;
    float first = INFINITY;
    for (int i = 0; i < solids[0].piece_count; i++) {
        for (int k = 0; k < solids[1].piece_count; k++) {
            SweepHit hit = sweep_motion(&solids[0].pieces[i], turning->motion, &solids[1].pieces[k],
                                        solids[1].at, 0.0f);
            if (hit.hit && hit.time < first) {
                first = hit.time;
                turning->piece_a = i;
                turning->piece_b = k;
            }
        }
    }
    turning->a = solids[0].pieces[turning->piece_a];
    turning->b = solids[1].pieces[turning->piece_b];
    turning->b_at = solids[1].at;
}

/// Advances by the plain bound: the speed of the origin along the axis, and the farthest point as
/// if it swung straight at the other shape.
static void advance(Turning *turning) {
    const Motion *motion = &turning->motion;
    vec2s move = glms_vec2_sub(motion->to, motion->from);
    float turn = fabsf(motion->angle_to - motion->angle_from) * turning->a.bounding_radius;
    float time = 0.0f;
    while (turning->count < TURNING_ADVANCES_MAX && time <= 1.0f) {
        Separation gap = gap_at(turning, time);
        TurningAdvance *made = &turning->advances[turning->count++];
        made->time = time;
        made->distance = gap.distance;
        made->closing = glms_vec2_dot(move, gap.normal) + turn;
        made->next = made->closing > 0.0f ? fmaxf(gap.distance, 0.0f) / made->closing : INFINITY;
        turning->advances_hit = gap.distance <= TOUCHING;
        if (turning->advances_hit) {
            return;
        }
        time += made->next;
    }
}

/// The circle around a's piece on a straight line: the capsule that holds the whole motion.
static SweepHit sweep_around(const Turning *turning, bool circle) {
    vec2s move = glms_vec2_sub(turning->motion.to, turning->motion.from);
    Transform from = turning_place(turning, 0.0f);
    if (circle) {
        from.rotation = (Rotation){1.0f, 0.0f};
        Shape around = shape_circle(vec2_make(0.0f, 0.0f), turning->a.bounding_radius);
        return sweep_translate(&around, move, &turning->b, transform_relative(from, turning->b_at));
    }
    return sweep_translate(&turning->a, rotation_undo(from.rotation, move), &turning->b,
                           transform_relative(from, turning->b_at));
}

Turning turning_make(const Scene *scene, const Solid solids[SCENE_SHAPES]) {
    const SceneShape *a = &scene->shapes[0], *b = &scene->shapes[1];
    float duration = scene->options.turning_step;
    Turning turning;
    memset(&turning, 0, sizeof turning);
    vec2s move = glms_vec2_scale(glms_vec2_sub(a->velocity, b->velocity), duration);
    float angle = a->angle_deg * (TRIG_PI / 180.0f);
    turning.motion = (Motion){.from = a->at,
                              .to = glms_vec2_add(a->at, move),
                              .angle_from = angle,
                              .angle_to = angle + a->turn_rate_deg * duration * (TRIG_PI / 180.0f)};
    choose_pieces(&turning, solids);
    advance(&turning);
    turning.hit = sweep_motion(&turning.a, turning.motion, &turning.b, turning.b_at, 0.0f);
    turning.capsule = sweep_around(&turning, true);
    turning.straight = sweep_around(&turning, false);
    return turning;
}

// ---------------------------------------------------------------- the working

static void work_sweep(const char *method, const SweepHit *hit, const char *how, Working *working) {
    char name[WORKING_NAME_MAX];
    snprintf(name, sizeof name, "%s: hit", method);
    working_truth(working, name, hit->hit, "%s", how);
    if (hit->hit) {
        snprintf(name, sizeof name, "%s: time", method);
        working_number(working, name, (double)hit->time, "", "share of the motion");
    }
}

void turning_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working) {
    Turning turning = turning_make(scene, solids);
    const Motion *motion = &turning.motion;
    float turn = motion->angle_to - motion->angle_from;
    working_number(working, "turn", (double)turn, "rad", "over the motion");
    working_number(working, "bounding radius", (double)turning.a.bounding_radius, "m",
                   "from the origin of a to its farthest point");
    for (int i = 0; i < turning.count; i++) {
        const TurningAdvance *made = &turning.advances[i];
        Digits d = {0};
        char name[WORKING_NAME_MAX];
        snprintf(name, sizeof name, "advance %d time", i + 1);
        working_number(working, name, (double)made->time, "", "share of the motion");
        snprintf(name, sizeof name, "advance %d distance", i + 1);
        working_number(working, name, (double)made->distance, "m", "the true one");
        snprintf(name, sizeof name, "advance %d bound", i + 1);
        working_number(working, name, (double)made->closing, "m",
                       "move along the axis + %s rad x %s m", digits_of(&d, fabs((double)turn), 3),
                       digits_of(&d, (double)turning.a.bounding_radius, 3));
    }
    work_sweep("sweep", &turning.hit, "the library, with a bound of second order", working);
    work_sweep("capsule", &turning.capsule, "the circle around a, on a straight line", working);
    work_sweep("straight", &turning.straight, "a without its turn", working);
}

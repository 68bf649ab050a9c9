/// What a shell hits in a tick, by a thousand small steps: each places both sides between the same
/// two poses and measures the plain distance from the shell's centre to every edge of an outline.
/// In double, with the C library's sine and cosine, and without the library's shapes.
#pragma once

#include "collision/sweep.h"

#include <math.h>
#include <stdbool.h>

#include "reference.h"

enum {
    SHELL_STEPS = 1000, ///< In a tick.
    SHELL_OUTLINE_MAX = 64,
};

/// m: by how much a passage must be deeper or wider than a touch, or it is left out as grazing. A
/// tenth of what is asked for.
static const double shell_grazing = 1e-4;

/// m: no step moves the two sides by more, so that a touch deeper than a graze lasts for a step. A
/// shell flies for 9.8 mm with the tip of a corner 0.1 mm deep in it.
static const double shell_step_most = 5e-3;

/// The outline of a target and how it moves. One point: a circle.
typedef struct ShellOutline {
    RefPoint points[SHELL_OUTLINE_MAX]; ///< m, in the body's frame; may be concave.
    int count;
    double radius; ///< m, around the outline.
    double reach;  ///< m, farthest of it from the body's origin.
    Motion motion;
} ShellOutline;

static inline void shell_outline_finish(ShellOutline *outline) {
    outline->reach = 0.0;
    for (int i = 0; i < outline->count; i++) {
        outline->reach =
            fmax(outline->reach, sqrt(ref_dot(outline->points[i], outline->points[i])));
    }
    outline->reach += outline->radius;
}

typedef struct ShellReference {
    RefPoint from, move; ///< m, of the shell.
    double radius;
    bool fresh;
    RefPoint ahead;
    double grazing; ///< m
} ShellReference;

/// What the steps say of one target.
typedef enum ShellVerdict {
    SHELL_CLEAR,
    SHELL_TOUCHED,
    SHELL_GRAZED, ///< Too close to call.
} ShellVerdict;

typedef struct ShellAnswer {
    ShellVerdict verdict;
    int step;    ///< The first at which they touch, of `steps`; 0 is the start.
    int steps;   ///< In the tick.
    double time; ///< Of the touch, bisected in the step before; 0 to 1.
    double most; ///< m by which the two sides move relative to each other in the tick, at most.
} ShellAnswer;

static inline RefPoint shell_center(const ShellReference *shell, double time) {
    return ref_moved(shell->from, shell->move, time);
}

static inline RefTransform shell_body_at(const Motion *motion, double time) {
    RefPoint from = ref_of(motion->from);
    RefPoint move = ref_sub(ref_of(motion->to), from);
    double turn = (double)motion->angle_to - (double)motion->angle_from;
    double angle = (double)motion->angle_from + time * turn;
    return (RefTransform){ref_moved(from, move, time), cos(angle), sin(angle)};
}

static inline RefPoint shell_into_body(RefTransform at, RefPoint p) {
    RefPoint off = ref_sub(p, at.position);
    return (RefPoint){at.c * off.x + at.s * off.y, at.c * off.y - at.s * off.x};
}

/// Signed distance from `p` to the surface, in the outline's frame, and the nearest point of the
/// line through the points.
static inline double shell_distance_to(const ShellOutline *outline, RefPoint p, RefPoint *nearest) {
    double least2 = (double)INFINITY;
    bool inside = false;
    for (int i = 0, before = outline->count - 1; i < outline->count; before = i++) {
        RefPoint a = outline->points[before];
        RefPoint b = outline->points[i];
        RefPoint along = ref_sub(b, a);
        RefPoint to = ref_sub(p, a);
        double length2 = ref_dot(along, along);
        double t = length2 > 0.0 ? ref_dot(to, along) / length2 : 0.0;
        t = fmin(fmax(t, 0.0), 1.0);
        RefPoint off = {to.x - t * along.x, to.y - t * along.y};
        double off2 = ref_dot(off, off);
        if (off2 < least2) {
            least2 = off2;
            *nearest = ref_moved(a, along, t);
        }
        // Crossings of a ray to the right: even outside, odd inside.
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) * along.x / along.y) {
            inside = !inside;
        }
    }
    double distance = sqrt(least2);
    return (inside && outline->count > 2 ? -distance : distance) - outline->radius;
}

/// m between the surfaces of shell and target at `time`; negative where they overlap.
static inline double shell_gap(const ShellReference *shell, const ShellOutline *outline,
                               double time) {
    RefPoint nearest;
    RefPoint p = shell_into_body(shell_body_at(&outline->motion, time), shell_center(shell, time));
    return shell_distance_to(outline, p, &nearest) - shell->radius;
}

/// The point of the target's surface nearest to the shell's centre at `time`, in the world.
static inline RefPoint shell_nearest(const ShellReference *shell, const ShellOutline *outline,
                                     double time) {
    RefPoint nearest = {0.0, 0.0};
    RefTransform at = shell_body_at(&outline->motion, time);
    RefPoint p = shell_into_body(at, shell_center(shell, time));
    shell_distance_to(outline, p, &nearest);
    RefPoint off = ref_sub(p, nearest);
    double length = sqrt(ref_dot(off, off));
    nearest = length > 0.0 ? ref_moved(nearest, off, outline->radius / length) : nearest;
    return (RefPoint){at.position.x + at.c * nearest.x - at.s * nearest.y,
                      at.position.y + at.s * nearest.x + at.c * nearest.y};
}

/// m from the shell's centre to what of a circle lies ahead, which `middle` (from the shell's
/// centre) is the middle of.
static inline double shell_front_of_circle(RefPoint middle, double radius, RefPoint ahead) {
    double distance = sqrt(ref_dot(middle, middle));
    double along = ref_dot(middle, ahead);
    if (along >= 0.0 || distance <= radius) {
        return fmax(distance - radius, 0.0);
    }
    if (-along > radius) {
        return (double)INFINITY;
    }
    return fmax(fabs(ref_cross(middle, ahead)) - sqrt(radius * radius - along * along), 0.0);
}

/// m between the front half of the shell and the target at the start: each edge is cut off at the
/// muzzle's line, and what is left is measured.
static inline double shell_front_gap(const ShellReference *shell, const ShellOutline *outline) {
    RefTransform at = shell_body_at(&outline->motion, 0.0);
    RefPoint center = shell_into_body(at, shell->from);
    RefPoint ahead = {at.c * shell->ahead.x + at.s * shell->ahead.y,
                      at.c * shell->ahead.y - at.s * shell->ahead.x};
    if (outline->count == 1) {
        RefPoint middle = ref_sub(outline->points[0], center);
        return shell_front_of_circle(middle, outline->radius, ahead) - shell->radius;
    }
    RefPoint nearest;
    if (shell_distance_to(outline, center, &nearest) < 0.0) {
        return -shell->radius;
    }
    double least = (double)INFINITY;
    for (int i = 0; i < outline->count; i++) {
        RefPoint a = outline->points[i];
        RefPoint b = outline->points[(i + 1) % outline->count];
        double a_ahead = ref_dot(ref_sub(a, center), ahead);
        double b_ahead = ref_dot(ref_sub(b, center), ahead);
        if (a_ahead < 0.0 && b_ahead < 0.0) {
            continue;
        }
        RefPoint along = ref_sub(b, a);
        RefPoint cut = ref_moved(a, along, a_ahead / (a_ahead - b_ahead));
        a = a_ahead < 0.0 ? cut : a;
        b = b_ahead < 0.0 ? cut : b;
        least = fmin(least, ref_point_to_segment(center, a, b));
    }
    return least - shell->radius;
}

/// The time of the touch between step - 1 and step.
static inline double shell_bisect(const ShellReference *shell, const ShellOutline *outline,
                                  int step, int steps) {
    double apart = (double)(step - 1) / (double)steps;
    double together = (double)step / (double)steps;
    for (int i = 0; i < 30; i++) {
        double middle = 0.5 * (apart + together);
        if (shell_gap(shell, outline, middle) > 0.0) {
            apart = middle;
        } else {
            together = middle;
        }
    }
    return together;
}

/// The least gap around step `step`, by thirds.
static inline double shell_least_around(const ShellReference *shell, const ShellOutline *outline,
                                        int step, int steps) {
    double low = fmax((double)(step - 1) / (double)steps, 0.0);
    double high = fmin((double)(step + 1) / (double)steps, 1.0);
    for (int i = 0; i < 40; i++) {
        double a = low + (high - low) / 3.0;
        double b = high - (high - low) / 3.0;
        if (shell_gap(shell, outline, a) < shell_gap(shell, outline, b)) {
            high = b;
        } else {
            low = a;
        }
    }
    return shell_gap(shell, outline, low);
}

/// A touch at the start or later, as a fresh shell takes it.
static inline ShellVerdict shell_fresh_verdict(const ShellReference *shell,
                                               const ShellOutline *outline,
                                               const ShellAnswer *answer) {
    if (answer->step == 0) {
        double front = shell_front_gap(shell, outline);
        return front < -shell->grazing  ? SHELL_TOUCHED
               : front > shell->grazing ? SHELL_CLEAR
                                        : SHELL_GRAZED;
    }
    RefPoint point = shell_nearest(shell, outline, answer->time);
    double before = ref_dot(ref_sub(point, shell->from), shell->ahead);
    return before > shell->grazing    ? SHELL_TOUCHED
           : before < -shell->grazing ? SHELL_CLEAR
                                      : SHELL_GRAZED;
}

/// Steps through the tick. While the two are farther apart than they can come in n steps, those n
/// steps need no look: no point of either moves faster than `most` a tick.
static inline ShellAnswer shell_step_through(const ShellReference *shell,
                                             const ShellOutline *outline) {
    RefPoint move =
        ref_sub(shell->move, ref_sub(ref_of(outline->motion.to), ref_of(outline->motion.from)));
    double turn = fabs((double)outline->motion.angle_to - (double)outline->motion.angle_from);
    ShellAnswer answer = {.most = sqrt(ref_dot(move, move)) + turn * outline->reach};
    answer.steps = (int)fmax((double)SHELL_STEPS, ceil(answer.most / shell_step_most));
    double each = answer.most / (double)answer.steps;
    int touched = -1;
    int nearest = 0;
    double least = (double)INFINITY;
    for (int k = 0; k <= answer.steps && least >= -shell->grazing;) {
        double gap = shell_gap(shell, outline, (double)k / (double)answer.steps);
        touched = gap <= 0.0 && touched < 0 ? k : touched;
        if (gap < least) {
            least = gap;
            nearest = k;
        }
        double safe = each > 0.0 ? (gap - 2.0 * shell->grazing) / each : 1e9;
        k += safe > 1.0 ? (int)fmin(safe, 1e9) : 1;
    }
    if (least >= -shell->grazing) {
        bool near = least < 2.0 * shell->grazing;
        least =
            near ? fmin(least, shell_least_around(shell, outline, nearest, answer.steps)) : least;
        answer.verdict = least > shell->grazing ? SHELL_CLEAR : SHELL_GRAZED;
        return answer;
    }
    answer.verdict = SHELL_TOUCHED;
    answer.step = touched;
    answer.time = touched > 0 ? shell_bisect(shell, outline, touched, answer.steps) : 0.0;
    if (shell->fresh) {
        answer.verdict = shell_fresh_verdict(shell, outline, &answer);
    }
    return answer;
}

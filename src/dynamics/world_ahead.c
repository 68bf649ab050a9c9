#include "dynamics/world_ahead.h"

#include "base/scalar.h"
#include "collision/sweep.h"

/// m that what passes by may come nearer than its course says, so that rounding does not touch it.
static const float spare = 1e-4f;

/// A piece of body `a` and what is near it.
typedef struct Passage {
    const Shape *of_a, *of_b;
    const Outline *outline_a, *outline_b; ///< NULL for what is no part of something larger.
    Transform b_at;
    vec2s shift;   ///< m, from the centre of gravity of a to where the manifold's frame begins.
    float margin;  ///< m, of the manifold.
    uint16_t a, b; ///< Bodies; b = CONTACT_WALL for a wall.
} Passage;

static Passage passage_of(const Step *step, const Meeting *meeting) {
    MeetingParts parts = meeting_parts(meeting);
    const Hull *a = step_hull(step, meeting->a);
    Passage passage = {
        .shift = meeting->shift, .margin = meeting->margin, .a = meeting->a, .b = meeting->b};
    if (meeting->b == CONTACT_WALL) {
        const WallPiece *wall = &step->walls->pieces[parts.first];
        passage.of_a = &a->pieces[parts.second];
        passage.of_b = &wall->shape;
        passage.outline_a = hull_outline(a, (int)parts.second);
        passage.outline_b = &wall->outline;
        passage.b_at = wall_piece_at(wall);
    } else {
        const Hull *b = step_hull(step, meeting->b);
        passage.of_a = &a->pieces[parts.first];
        passage.of_b = &b->pieces[parts.second];
        passage.outline_a = hull_outline(a, (int)parts.first);
        passage.outline_b = hull_outline(b, (int)parts.second);
        passage.b_at = body_at(&step->bodies[meeting->b]);
    }
    return passage;
}

/// How a moves and turns as b sees it, which turns too.
typedef struct Course {
    Motion motion;
    vec2s move; ///< m
    Drift of_b;
    float spin_b; ///< rad/s
} Course;

static Course course_of(const Step *step, const Passage *passage) {
    const Body *a = &step->bodies[passage->a];
    Course course = {.move = step->cache->drifts[passage->a].move};
    if (passage->b != CONTACT_WALL) {
        course.of_b = step->cache->drifts[passage->b];
        course.spin_b = step->bodies[passage->b].spin;
        course.move = glms_vec2_sub(course.move, course.of_b.move);
    }
    course.motion = (Motion){.from = a->position,
                             .to = glms_vec2_add(a->position, course.move),
                             .angle_from = a->angle,
                             .angle_to = a->angle + a->spin * step->dt};
    return course;
}

/// How far (m) a comes nearer along `normal` in this step, at `anchor` from its centre of gravity
/// and `anchor_b` from that of b.
static float nearing(const Step *step, const Passage *passage, const Course *course, vec2s normal,
                     vec2s anchor, vec2s anchor_b) {
    float turn_a = step->bodies[passage->a].spin * step->dt;
    float turn_b = course->spin_b * step->dt;
    return glms_vec2_dot(normal, course->move) + turn_a * glms_vec2_cross(anchor, normal) -
           turn_b * glms_vec2_cross(anchor_b, normal);
}

/// The manifold at `time` (share of the step), as it is seen when the step begins.
static Manifold manifold_at(const Step *step, const Passage *passage, const Course *course,
                            float time) {
    const Body *a = &step->bodies[passage->a];
    vec2s moved = glms_vec2_scale(course->move, time);
    float turned_a = time * a->spin * step->dt;
    Transform a_at = {glms_vec2_add(a->position, moved), rotation_make(a->angle + turned_a)};
    Transform b_at = passage->b_at;
    // A wall stays to the bit where it is.
    if (passage->b != CONTACT_WALL) {
        b_at.rotation =
            rotation_make(step->bodies[passage->b].angle + time * course->spin_b * step->dt);
    }
    Manifold manifold =
        manifold_of_parts(passage->of_a, passage->outline_a, passage->of_b, passage->outline_b,
                          transform_relative(a_at, b_at), passage->margin);
    // Both bodies have come half of the way to where they touch; a wall none.
    vec2s half = glms_vec2_scale(moved, passage->b != CONTACT_WALL ? 0.5f : 0.0f);
    vec2s normal = rotation_apply(a_at.rotation, manifold.normal);
    for (int k = 0; k < manifold.count; k++) {
        ManifoldPoint *point = &manifold.points[k];
        vec2s anchor = glms_vec2_add(rotation_apply(a_at.rotation, point->point), half);
        vec2s anchor_b = glms_vec2_sub(anchor, glms_vec2_sub(b_at.position, a->position));
        point->separation += time * nearing(step, passage, course, normal, anchor, anchor_b);
        point->point = glms_vec2_sub(rotation_undo(a->rotation, anchor), passage->shift);
    }
    manifold.normal = rotation_undo(a->rotation, normal);
    return manifold;
}

/// Lets what is apart come as near as it does on its course, and no nearer: others may push it yet.
static void let_pass(const Step *step, const Passage *passage, const Course *course,
                     Manifold *manifold) {
    const Body *a = &step->bodies[passage->a];
    vec2s normal = rotation_apply(a->rotation, manifold->normal);
    for (int k = 0; k < manifold->count; k++) {
        ManifoldPoint *point = &manifold->points[k];
        vec2s anchor = rotation_apply(a->rotation, glms_vec2_add(point->point, passage->shift));
        vec2s anchor_b = glms_vec2_sub(anchor, glms_vec2_sub(passage->b_at.position, a->position));
        float nearer = nearing(step, passage, course, normal, anchor, anchor_b);
        point->separation = float_max(point->separation, nearer + CONTACT_SKIN + spare);
    }
}

/// The manifold of where both first touch in this step; without points where they do not.
static Manifold first_touch(const Step *step, const Passage *passage, const Course *course) {
    float target = WORLD_TOUCH + course->of_b.turn;
    SweepHit hit =
        sweep_motion(passage->of_a, course->motion, passage->of_b, passage->b_at, target);
    return hit.hit ? manifold_at(step, passage, course, hit.time) : (Manifold){.count = 0};
}

void world_look_ahead(const Step *step, const Meeting *meeting) {
    Passage passage = passage_of(step, meeting);
    Course course = course_of(step, &passage);
    Manifold ahead = first_touch(step, &passage, &course);
    if (ahead.count > 0) {
        *meeting->manifold = ahead;
    } else {
        let_pass(step, &passage, &course, meeting->manifold);
    }
}

bool world_look_beside(const Step *step, const Meeting *meeting) {
    const WallPiece *wall = &step->walls->pieces[meeting_parts(meeting).first];
    const Drift *drift = &step->cache->drifts[meeting->a];
    if (wall->shape.count > 1 && wall_gap_after(step, meeting->a, drift->move, wall) >
                                     drift->turn + WORLD_TOUCH + WORLD_DOUBT) {
        return false;
    }
    Passage passage = passage_of(step, meeting);
    Course course = course_of(step, &passage);
    *meeting->manifold = first_touch(step, &passage, &course);
    return meeting->manifold->count > 0;
}

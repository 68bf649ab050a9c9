#include "bench/field.h"

#include "geometry/trig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Field field_make(const Course *course, int count) {
    size_t room = (size_t)(count ? count : 1);
    Field field = {.course = course, .count = count};
    field.plans = calloc(room, sizeof *field.plans);
    field.states = calloc(room, sizeof *field.states);
    field.forces = calloc(room, sizeof *field.forces);
    if (!field.plans || !field.states || !field.forces) {
        abort();
    }
    Draws draws = {4242};
    int lanes = count <= 20 ? 2 : count <= 200 ? 4 : 5;
    int rows = (count + lanes - 1) / lanes;
    double gap = fmin(course->length / (rows ? rows : 1), 9.0); // m, from row to row
    for (int i = 0; i < count; i++) {
        double way = (i / lanes) * gap / course->length * COURSE_SEGMENTS;
        int at = (int)way % COURSE_SEGMENTS;
        int next = (at + 1) % COURSE_SEGMENTS;
        double part = way - floor(way);
        double lane = (i % lanes - 0.5 * (lanes - 1)) * 3.6;
        double c = course->along_x[at] * (1.0 - part) + course->along_x[next] * part;
        double s = course->along_y[at] * (1.0 - part) + course->along_y[next] * part;
        double length = hypot(c, s);
        c /= length;
        s /= length;
        double x = course->x[at] * (1.0 - part) + course->x[next] * part - s * lane;
        double y = course->y[at] * (1.0 - part) + course->y[next] * part + c * lane;
        field.states[i].at = (PairPose){(float)x, (float)y, (float)c, (float)s};
        field.plans[i].at = at;
        field.plans[i].phase = (float)draws_range(&draws, 0.0, 6.28);
        field.plans[i].speed = (float)draws_range(&draws, 22.0, 40.0);
        field.plans[i].lane = (float)lane;
    }
    return field;
}

void field_destroy(Field *field) {
    free(field->plans);
    free(field->states);
    free(field->forces);
    *field = (Field){0};
}

double field_bytes(int count) {
    return (double)count * (double)(sizeof(CarPlan) + sizeof(CarState) + sizeof(CarForce));
}

static float clamp(float value, float limit) { return fmaxf(-limit, fminf(value, limit)); }

/// The point of the centre line nearest to `pose`, sought from `at`.
static int locate(const Course *course, int at, PairPose pose) {
    double half = 0.5 * course->length / COURSE_SEGMENTS;
    for (int tries = 0; tries < 8; tries++) {
        double ahead = ((double)pose.x - course->x[at]) * course->along_x[at] +
                       ((double)pose.y - course->y[at]) * course->along_y[at];
        if (fabs(ahead) <= half) {
            break;
        }
        at = (at + (ahead > 0.0 ? 1 : COURSE_SEGMENTS - 1)) % COURSE_SEGMENTS;
    }
    return at;
}

/// m left of the centre line.
static double left_of_centre(const Course *course, int at, PairPose pose) {
    return ((double)pose.y - course->y[at]) * course->along_x[at] -
           ((double)pose.x - course->x[at]) * course->along_y[at];
}

static CarForce drive(const Course *course, CarPlan *plan, const CarState *car, int frame) {
    plan->at = locate(course, plan->at, car->at);
    int ahead = (plan->at + 1) % COURSE_SEGMENTS;
    float c = car->at.c;
    float s = car->at.s;
    float wanted = plan->lane + 5.0f * trig_sin(plan->phase + 0.02f * (float)frame);
    float off = (float)left_of_centre(course, plan->at, car->at);
    float bend = clamp(0.06f * (wanted - off), 0.5f);
    float goal_x = (float)course->along_x[ahead] - bend * (float)course->along_y[ahead];
    float goal_y = (float)course->along_y[ahead] + bend * (float)course->along_x[ahead];
    float turn = c * goal_y - s * goal_x;
    if (c * goal_x + s * goal_y < 0.0f) {
        turn = turn < 0.0f ? -1.0f : 1.0f; // faces the wrong way
    }
    float forward = car->velocity_x * c + car->velocity_y * s;
    float aside = car->velocity_y * c - car->velocity_x * s;
    float push = clamp(2.0f * (plan->speed - forward), 9.0f);
    float hold = clamp(-5.0f * aside, 12.0f);
    return (CarForce){FIELD_MASS * (push * c - hold * s), FIELD_MASS * (push * s + hold * c),
                      FIELD_INERTIA * (25.0f * turn - 8.0f * car->spin)};
}

void field_drive(Field *field) {
    for (int i = 0; i < field->count; i++) {
        field->forces[i] = drive(field->course, &field->plans[i], &field->states[i], field->frame);
    }
    field->frame++;
}

/// FNV-1a over the bits of every car's state.
static uint64_t hash_states(const Field *field) {
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < field->count; i++) {
        const CarState *car = &field->states[i];
        const float values[] = {car->at.x,       car->at.y,       car->at.c, car->at.s,
                                car->velocity_x, car->velocity_y, car->spin};
        unsigned char bytes[sizeof values];
        memcpy(bytes, values, sizeof values);
        for (size_t k = 0; k < sizeof bytes; k++) {
            hash = (hash ^ bytes[k]) * 1099511628211u;
        }
    }
    return hash;
}

void field_measure(const Field *field, Figures *figures) {
    double deepest = 0.0;
    double speed = 0.0;
    int lost = 0;
    for (int i = 0; i < field->count; i++) {
        const CarState *car = &field->states[i];
        int at = locate(field->course, field->plans[i].at, car->at);
        deepest = fmax(deepest, course_depth(field->course, car));
        speed += hypot((double)car->velocity_x, (double)car->velocity_y);
        lost += fabs(left_of_centre(field->course, at, car->at)) > COURSE_HALF_WIDTH + 1.0;
    }
    figures->values[FIGURE_DEEPEST] = deepest;
    figures->values[FIGURE_LOST] = lost;
    figures->values[FIGURE_SPEED] = field->count ? speed / field->count : 0.0;
    figures->hash = hash_states(field);
}

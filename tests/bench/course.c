#include "bench/course.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/// A point of the centre line, `u` of the way round.
static void curve(double u, double *x, double *y) {
    double angle = 2.0 * pi * u;
    double radius = 290.0 * (1.0 + 0.16 * cos(3.0 * angle) + 0.10 * sin(2.0 * angle) +
                             0.04 * cos(5.0 * angle + 1.0));
    *x = radius * cos(angle);
    *y = radius * sin(angle);
}

static double step_length(int i, int steps) {
    double from_x, from_y, to_x, to_y;
    curve((double)i / steps, &from_x, &from_y);
    curve((double)(i + 1) / steps, &to_x, &to_y);
    return hypot(to_x - from_x, to_y - from_y);
}

/// Points at equal lengths along the curve, measured in 20000 steps.
static void place_points(Course *course) {
    const int steps = 20000;
    for (int i = 0; i < steps; i++) {
        course->length += step_length(i, steps);
    }
    int i = 0;
    double behind = 0.0;
    for (int k = 0; k < COURSE_SEGMENTS; k++) {
        double wanted = course->length * k / COURSE_SEGMENTS;
        while (behind + step_length(i, steps) < wanted) {
            behind += step_length(i, steps);
            i++;
        }
        double part = (wanted - behind) / step_length(i, steps);
        curve((i + part) / steps, &course->x[k], &course->y[k]);
    }
}

Course course_make(void) {
    Course course = {.length = 0.0};
    place_points(&course);
    for (int i = 0; i < COURSE_SEGMENTS; i++) {
        int before = (i + COURSE_SEGMENTS - 1) % COURSE_SEGMENTS;
        int after = (i + 1) % COURSE_SEGMENTS;
        double x = course.x[after] - course.x[before];
        double y = course.y[after] - course.y[before];
        double length = hypot(x, y);
        course.along_x[i] = x / length;
        course.along_y[i] = y / length;
    }
    return course;
}

void course_edge(const Course *course, int i, bool right, double out, float at[2]) {
    double aside = right ? COURSE_HALF_WIDTH + out : -COURSE_HALF_WIDTH - out;
    at[0] = (float)(course->x[i] + aside * course->along_y[i]);
    at[1] = (float)(course->y[i] - aside * course->along_x[i]);
}

PairShape course_wall(const Course *course, int wall) {
    int from = wall / 2;
    int to = (from + 1) % COURSE_SEGMENTS;
    bool right = wall & 1;
    // Counter-clockwise: a wall on the right has its outer edge first, in driving direction.
    const double out[4] = {right ? COURSE_WALL : 0.0, right ? COURSE_WALL : 0.0,
                           right ? 0.0 : COURSE_WALL, right ? 0.0 : COURSE_WALL};
    const int at[4] = {from, to, to, from};
    PairShape quad = {.count = 4};
    for (int i = 0; i < 4; i++) {
        float point[2];
        course_edge(course, at[i], right, out[i], point);
        quad.x[i] = point[0];
        quad.y[i] = point[1];
    }
    return quad;
}

double course_depth(const Course *course, const CarState *car) {
    PairSet set = {.count = 1};
    set.shapes[0] = (PairShape){4, {-2.25f, 2.25f, 2.25f, -2.25f}, {-0.95f, -0.95f, 0.95f, 0.95f}};
    double deepest = 0.0;
    for (int i = 0; i < COURSE_WALLS; i++) {
        if (fabs(course->x[i / 2] - (double)car->at.x) +
                fabs(course->y[i / 2] - (double)car->at.y) >
            40.0) {
            continue;
        }
        double normal[2];
        PairItem item = {.a = car->at, .b = {.c = 1.0f}, .a_kind = 0, .b_kind = 1};
        set.shapes[1] = course_wall(course, i);
        deepest = fmax(deepest, -pair_set_separation(&set, &item, normal));
    }
    return deepest;
}

/// Share of the ray from `from` by `along` at which it comes into `quad`; 2 where it does not.
static double enter(const float ray[4], const PairShape *quad) {
    double first = 0.0;
    double last = 1.0;
    bool outside = false;
    for (int i = 0; i < quad->count; i++) {
        int next = (i + 1) % quad->count;
        double edge_x = (double)quad->x[next] - (double)quad->x[i];
        double edge_y = (double)quad->y[next] - (double)quad->y[i];
        double above = edge_y * ((double)ray[0] - (double)quad->x[i]) -
                       edge_x * ((double)ray[1] - (double)quad->y[i]);
        double speed = edge_y * (double)ray[2] - edge_x * (double)ray[3];
        outside = outside || above > 0.0;
        if (above > 0.0 && speed >= 0.0) {
            return 2.0;
        }
        if (speed < 0.0) {
            first = fmax(first, -above / speed);
        } else if (speed > 0.0) {
            last = fmin(last, -above / speed);
        }
    }
    return outside && first <= last ? first : 2.0;
}

RaySet ray_set_make(const Course *course, int count, float length) {
    RaySet set = {.length = length, .count = count};
    set.rays = calloc((size_t)count, sizeof *set.rays);
    set.distances = calloc((size_t)count, sizeof *set.distances);
    if (!set.rays || !set.distances) {
        abort();
    }
    static const float tolerance = 0.01f; // m
    Draws draws = {99};
    for (int i = 0; i < count; i++) {
        int at = (int)(draws_u64(&draws) % COURSE_SEGMENTS);
        double aside = draws_range(&draws, -9.0, 9.0);
        double angle = draws_range(&draws, -pi, pi);
        float *ray = set.rays[i];
        ray[0] = (float)(course->x[at] - aside * course->along_y[at]);
        ray[1] = (float)(course->y[at] + aside * course->along_x[at]);
        ray[2] = (float)((double)length * cos(angle));
        ray[3] = (float)((double)length * sin(angle));
        double nearest = 2.0;
        for (int k = 0; k < COURSE_WALLS; k++) {
            PairShape quad = course_wall(course, k);
            nearest = fmin(nearest, enter(ray, &quad));
        }
        float distance = length * (float)nearest;
        set.distances[i] = nearest > 1.0
                               ? (AnswerBounds){-1.0f, -1.0f}
                               : (AnswerBounds){distance - tolerance, distance + tolerance};
    }
    return set;
}

void ray_set_destroy(RaySet *set) {
    free(set->rays);
    free(set->distances);
    *set = (RaySet){0};
}

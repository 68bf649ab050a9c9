/// A closed course of about 2 km between 400 walls, the cars on it and the rule that drives them:
/// the work of every engine's world. Plain numbers.
#pragma once

#include "bench/pair_set.h"

enum {
    COURSE_SEGMENTS = 200,
    COURSE_WALLS = 2 * COURSE_SEGMENTS,
};

#define COURSE_HALF_WIDTH 10.0 ///< m
#define COURSE_WALL       0.5  ///< m, how thick walls are.

/// The centre line by equal lengths: points (m) and directions (unit).
typedef struct Course {
    double x[COURSE_SEGMENTS], y[COURSE_SEGMENTS];
    double along_x[COURSE_SEGMENTS], along_y[COURSE_SEGMENTS];
    double length; ///< m
} Course;

Course course_make(void);

/// The inner edge at point `i` of the centre line, on its right where `right`; `out` moves it
/// outward (m).
void course_edge(const Course *course, int i, bool right, double out, float at[2]);

/// Wall 0 .. COURSE_WALLS - 1: a quad, m, counter-clockwise.
PairShape course_wall(const Course *course, int wall);

/// Where a car of the course stands and how it moves, m/s and rad/s.
typedef struct CarState {
    PairPose at;
    float velocity_x, velocity_y, spin;
} CarState;

/// How deep (m) a car is inside a wall; 0 where it is in none.
double course_depth(const Course *course, const CarState *car);

/// Rays that start on the road, and where each first meets a wall. An owner; ended by
/// ray_set_destroy.
typedef struct RaySet {
    float (*rays)[4];        ///< m, from x, y by x, y.
    AnswerBounds *distances; ///< m along the ray; -1: it meets none.
    float length;
    int count;
} RaySet;

RaySet ray_set_make(const Course *course, int count, float length);
void ray_set_destroy(RaySet *set);

/// Points and arrows in double: differences of floats are exact in it.
#pragma once

#include <cglm/struct/vec2.h>

typedef struct Double2 {
    double x, y;
} Double2;

static inline Double2 double2_of(vec2s v) { return (Double2){(double)v.x, (double)v.y}; }

static inline Double2 double2_between(vec2s from, vec2s to) {
    return (Double2){(double)to.x - (double)from.x, (double)to.y - (double)from.y};
}

static inline double double2_dot(Double2 a, Double2 b) { return a.x * b.x + a.y * b.y; }

static inline double double2_cross(Double2 a, Double2 b) { return a.x * b.y - a.y * b.x; }

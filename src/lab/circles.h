/// The panel of a moving circle: static tests and how many passages they miss, the quadratic of two
/// circles, and two formulas that are often printed wrong.
#pragma once

#include "collision/circle.h"
#include "geometry/point.h"
#include "sheet/sheet.h"
#include "sheet/working.h"

enum {
    CIRCLES_RATIOS = 4,      ///< 1, 2, 4 and 8 sub-steps.
    CIRCLES_PASSAGES = 1000, ///< Measured for each.
};

/// Two circles over a step, as the quadratic |g - m t|^2 = R^2 in t. Only where the second shape is
/// a circle too.
typedef struct CirclesQuadratic {
    Point gap, move; ///< m: from a to b at the begin; of a less that of b over the step.
    double radius;   ///< m: both together.
    double a, b, c;  ///< a t^2 + b t + c = 0
    double discriminant;
    double roots[2]; ///< No numbers where there are none.
    double nearest;  ///< t of the least distance ...
    double miss;     ///< ... and that distance (m): how far b's centre lies beside the path.
    bool between;    ///< Whether it lies between the tangents of the capsule that a sweeps ...
    bool over;       ///< ... and over the path, not beyond its ends.
} CirclesQuadratic;

/// What the misprinted formulas answer.
typedef struct CirclesMisprints {
    double radii_c, radii_time; ///< With the sum of the squared radii and the root's sign turned.
    bool radii_hit;
    double slope, start;      ///< The path as y = m x + b about the centre of b; may be no numbers.
    double line_discriminant; ///< Of (1 + m^2) x^2 + 2 m b x + b^2 - R^2 ...
    double printed_discriminant; ///< ... and as it is misprinted.
    bool line_hit, printed_hit;  ///< Of the whole, endless line.
} CirclesMisprints;

/// How many of many passages static tests catch.
typedef struct CirclesRatio {
    int substeps;
    double step;      ///< m that the circle moves from test to test.
    double predicted; ///< Share caught: way in contact over step, up to 1.
    double measured;  ///< Share of CIRCLES_PASSAGES that begin at a random part of a step.
} CirclesRatio;

typedef struct Circles {
    vec2s move;       ///< m: of a less that of b over the step.
    bool with_circle; ///< Whether b is a circle too. Then:
    CirclesQuadratic quadratic;
    CirclesMisprints misprints;
    SweepHit hit;                  ///< The library's answer.
    bool static_start, static_end; ///< Whether they overlap at the ends of the step.
    double contact;                ///< m of way on which they touch, on the whole of the line.
    CirclesRatio ratios[CIRCLES_RATIOS];
    double swept; ///< Share of the same passages that sweeps of one step catch.
} Circles;

Circles circles_make(const Scene *scene, const Solid solids[SCENE_SHAPES]);

/// The distance (m) between both at `time` of the step; below 0 they overlap.
float circles_distance(const Circles *circles, const Solid solids[SCENE_SHAPES], float time);

void circles_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working);
void circles_draw(const Scene *scene, const Solid solids[SCENE_SHAPES], Sheet *sheet);

/// Where the course leads at the place of a car: the direction in which one drives there, and how
/// far aside a car is.
#pragma once

#include "race_state/race_state.h"

typedef struct CoursePlace {
    int ribbon;    ///< The road that it counts along; -1: the car's racing line.
    int sample;    ///< Of the road, or point of the line: the hint for the next search.
    vec2s tangent; ///< Unit, in driving direction.
    float offset;  ///< m left of the middle of the road, or of the line.
} CoursePlace;

/// Along the first road, or the branch on which the car is; along its racing line where the lap
/// does not follow the first road. `last` is the place of the same car shortly before, NULL: not
/// known. O(distance moved) on the first road, O(samples) beside it on a track with branches.
CoursePlace course_place(const Race *race, int car, const CoursePlace *last);

/// The road that a driver cannot see yet: where the view is too small for the speed, a braking line
/// in it and the corner beyond its edge say what the picture cannot.
#pragma once

#include "race/race.h"
#include "render/camera.h"
#include "render/draw_list.h"

enum {
    ROAD_AHEAD_POINTS = 24,
};

/// How far a driver sees, and what comes behind that. A value; of the zero value nothing is shown.
typedef struct RoadAhead {
    float seconds; ///< Of road in view along the racing line, at the speed of the moment.
    float alpha;   ///< How much help that asks for: 0 from CAMERA_AHEAD_S on, 1 a quarter s below.
    vec2s leaves;  ///< m, where the line leaves the view.
    vec2s corner[ROAD_AHEAD_POINTS]; ///< m, of the line through the next corner out of view.
    int corner_count;                ///< 0 where none comes soon for which one must brake.
    float corner_m;                  ///< m along the line from the car to the slowest place of it.
    float corner_share;              ///< The speed there over that of the car.
} RoadAhead;

/// Looks along the racing line of `car`, up to 5 s ahead. Nothing below 8 m/s, or where the car is
/// far off its line.
RoadAhead road_ahead_make(const Race *race, int car, const Camera *camera, ViewRect rect);

/// Appends the braking line (m): dashes along the racing line to the edge of the view, each in the
/// colour of the speed that can be driven there over that of the car.
void road_ahead_draw(DrawList *list, const Race *race, int car, const RoadAhead *road);

/// Of a speed over that of the car: as now and more is good, three quarters is bad.
uint32_t road_ahead_color(float share);

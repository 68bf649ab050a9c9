/// Cars as they stand between two ticks: bodies, windows, wheels that turn, lights, numbers,
/// shadows.
#pragma once

#include "race/race.h"
#include "render/draw_list.h"

/// Colours of seats 1 to 4, then of the AI cars, 0xRRGGBBAA.
extern const uint32_t race_picture_colors[8];

typedef struct CarLook {
    uint32_t color;
    int number;  ///< Painted on the roof.
    int pattern; ///< 0 plain, 1 centre stripe, 2 side stripes, 3 chequer
} CarLook;

/// The pose of car `car` at `alpha` (0 to 1) between the ticks `before` and `now`.
typedef struct CarPose {
    vec2s position;
    float angle;
    vec2s velocity;
} CarPose;
CarPose race_picture_pose(const Race *before, const Race *now, int car, float alpha);

/// Appends all cars. `looks` by car.
void race_picture_cars(DrawList *list, const Font *font, const Race *before, const Race *now,
                       float alpha, const CarLook *looks, float sun, float sun_elevation,
                       bool night);

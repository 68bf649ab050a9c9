/// Where a view looks: north-up, ahead of the car, smooth, far enough to see what comes.
#pragma once

#include "geometry/transform.h"

typedef struct Camera {
    vec2s center;   ///< m
    vec2s velocity; ///< m/s, of the spring.
    float span;     ///< m across the smaller side of the view.
    bool started;
} Camera;

/// Moves the camera towards a car at `position` with `velocity`: target = position + 0.6 s *
/// velocity, critically damped spring of 0.25 s, the car kept in the middle 60 %, span so that 2.0
/// s of road ahead stay in view at this speed and a car of `car_length` m is at least 24 px of
/// `smaller_side_px` long, changing over about 1 s. `smaller_side_px`: of the view; `aspect` =
/// width / height of it. A first call (started false) jumps there. All views use the same metres
/// for the smaller side.
void camera_step(Camera *camera, vec2s position, vec2s velocity, float car_length,
                 float smaller_side_px, float aspect, float dt);

/// Pixels per metre.
float camera_scale(const Camera *camera, float smaller_side_px);

typedef struct ViewRect {
    int x, y, width, height; ///< Pixels, origin bottom left.
} ViewRect;

/// Views for `count` (1 to 4) players: among grids of columns x rows the one with the largest
/// smaller side of a view, ties to fewer rows; 4 px between.
int camera_layout(int count, int width_px, int height_px, ViewRect out[4]);

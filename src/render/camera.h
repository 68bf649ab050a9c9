/// Where a view looks: north-up, ahead of the car, smooth, far enough to see what comes.
#pragma once

#include "geometry/transform.h"

#include <stdbool.h>

#define CAMERA_AHEAD_S  2.0f  ///< Road ahead of a car that a view shows, at any speed.
#define CAMERA_LEAD_S   0.6f  ///< How far ahead of its car a view's centre lies.
#define CAMERA_SPAN_MIN 52.0f ///< m: standing cars stay small enough to see a corner.
#define CAMERA_CAR_MIN_PX \
    24.0f ///< Least length of a car, in every layout; wins over CAMERA_AHEAD_S.

typedef struct ViewRect {
    int x, y, width, height; ///< Pixels, origin bottom left.
} ViewRect;

typedef struct Camera {
    vec2s center;        ///< m
    vec2s lead;          ///< m, from the car to the centre: what the spring moves.
    vec2s velocity;      ///< m/s, of `lead`.
    float span;          ///< m across the smaller side of the view.
    float span_velocity; ///< m/s
    bool started;
} Camera;

/// Moves the camera towards a car at `position` with `velocity`.
///
/// The centre wants to be 0.6 s of the velocity ahead of the car, or further where the span cannot
/// grow. A critically damped spring (smooth time 0.25 s) moves this lead. It does not move the
/// centre itself, which would trail behind a fast car and show less of the road ahead. The car
/// stays in the middle 60 % of the view.
///
/// The span depends on the speed alone, not on the direction, so that the picture does not breathe
/// in corners. It shows 2.0 s of road ahead along the smaller side of the view. It grows within 0.3
/// s and shrinks within 1.5 s. A car of `car_length` m stays at least 24 px long in a view with
/// `smaller_side_px`. `aspect` = width / height of the view. A first call (started false) jumps
/// there. Springs are solved exactly, so `dt` may be of any size.
void camera_step(Camera *camera, vec2s position, vec2s velocity, float car_length,
                 float smaller_side_px, float aspect, float dt);

/// Pixels per metre, by the smaller side of a view, and of a whole view.
float camera_scale(const Camera *camera, float smaller_side_px);
float camera_view_scale(const Camera *camera, ViewRect rect);

/// The place (m) at pixel (x, y) of the framebuffer, from the top left, of a view; and back.
vec2s camera_point(const Camera *camera, ViewRect rect, int height_px, float x, float y);
vec2s camera_pixel(const Camera *camera, ViewRect rect, int height_px, vec2s point);

/// GlView.lean that suits a view of `span` m: 0.015 while driving, less in overviews, where towers
/// and trees would fall over.
float camera_lean(float span);

/// Lays out views for `count` (1 to 4) players, the first at the top left, 4 px between them. It
/// takes the grid of columns and rows whose views have the largest smaller side; of equal ones that
/// with fewer rows. Returns `count`.
int camera_layout(int count, int width_px, int height_px, ViewRect out[4]);

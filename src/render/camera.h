/// Where a view looks: ahead of the car, smooth, far enough to see what comes; north-up or
/// heading-up.
#pragma once

#include "geometry/polygon.h"
#include "geometry/transform.h"

#include <stdbool.h>

#define CAMERA_AHEAD_S  2.0f  ///< Road ahead of a car that a view shows, at any speed.
#define CAMERA_LEAD_S   0.6f  ///< How far ahead of its car a view's centre lies.
#define CAMERA_SPAN_MIN 52.0f ///< m: standing cars stay small enough to see a corner.
#define CAMERA_STEADY_MPS \
    30.0f ///< Speed at which a steady view shows CAMERA_AHEAD_S of road: less at more.
#define CAMERA_CAR_MIN_PX \
    24.0f ///< Least length of a car, in every layout; wins over CAMERA_AHEAD_S.

typedef struct ViewRect {
    int x, y, width, height; ///< Pixels, origin bottom left.
} ViewRect;

/// How a player wants to be followed. The zero value is the usual way.
typedef struct CameraStyle {
    bool heading_up; ///< The picture turns with the car, which drives up the screen.
    bool steady;     ///< Reduced motion: the zoom stays, and nothing shakes.
} CameraStyle;

/// The car that a camera follows, and the view that shows it.
typedef struct CameraAim {
    vec2s position, velocity; ///< m, m/s
    float heading;            ///< rad, 0 = +x, counter-clockwise; any turn of it.
    float car_length;         ///< m; the mean of those of all views that are to show as much.
    float smaller_side_px;    ///< Of the view.
    float aspect;             ///< Width / height of the view.
    CameraStyle style;
} CameraAim;

typedef struct Camera {
    vec2s center;        ///< m
    float angle;         ///< rad by which the picture is turned, counter-clockwise; 0 is north-up.
    vec2s lead;          ///< m, from the car to the centre, x right, y up: what the spring moves.
    vec2s velocity;      ///< m/s, of `lead`.
    float span;          ///< m across the smaller side of the view.
    float span_velocity; ///< m/s
    bool started;
} Camera;

/// Moves the camera towards its car by `dt` s.
///
/// The centre wants to be 0.6 s of the velocity ahead of the car, or further where the span cannot
/// grow. A critically damped spring (smooth time 0.25 s) moves this lead. It does not move the
/// centre itself, which would trail behind a fast car and show less of the road ahead. The car
/// stays in the middle 60 % of the view.
///
/// The span depends on the speed alone, not on the direction, so that the picture does not breathe
/// in corners. It shows 2.0 s of road ahead along the smaller side of the view. It grows within 0.3
/// s and shrinks within 1.5 s. A car of `car_length` m stays at least 24 px long in a view with
/// `smaller_side_px`. A steady camera has the span of CAMERA_STEADY_MPS at all speeds.
///
/// With heading_up the picture follows the heading through a low-pass of 0.4 s, so that it does not
/// shake with the steering. It follows less below 6 m/s and not below 3 m/s, where cars turn round.
///
/// A first call (started false) jumps there. Springs are solved exactly, so `dt` may be of any
/// size.
void camera_step(Camera *camera, const CameraAim *aim, float dt);

/// The box (m) around all that a view shows.
Box camera_shown(const Camera *camera, ViewRect rect);

/// Pixels per metre, by the smaller side of a view, and of a whole view.
float camera_scale(const Camera *camera, float smaller_side_px);
float camera_view_scale(const Camera *camera, ViewRect rect);

/// The place (m) at pixel (x, y) of the framebuffer, from the top left, of a view; and back.
vec2s camera_point(const Camera *camera, ViewRect rect, int height_px, float x, float y);
vec2s camera_pixel(const Camera *camera, ViewRect rect, int height_px, vec2s point);

/// GlView.lean that suits a view of `span` m: 0.015 while driving, less in overviews, where towers
/// and trees would fall over.
float camera_lean(float span);

/// How views share the window.
typedef enum CameraLayout {
    CAMERA_LAYOUT_AUTO,    ///< Columns and rows as they leave the largest views.
    CAMERA_LAYOUT_COLUMNS, ///< Side by side.
    CAMERA_LAYOUT_ROWS,    ///< One above the other.
    CAMERA_LAYOUT_COUNT,
} CameraLayout;

/// Lays out views for `count` (1 to 4) players, the first at the top left, 4 px between them. By
/// itself it takes the grid of columns and rows whose views have the largest smaller side; of equal
/// ones that with fewer rows. Returns `count`.
int camera_layout(CameraLayout layout, int count, int width_px, int height_px, ViewRect out[4]);

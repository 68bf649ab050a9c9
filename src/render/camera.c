#include "render/camera.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/trig.h"

#include <math.h>

/// What the camera aims at is more than it promises: springs lag behind a car that speeds up or
/// turns. With 0.2 s the worst moment of the laps of tests/test_camera.c shows 2.02 s, with 0.15
/// s 1.98 s.
#define AIM_AHEAD_S (CAMERA_AHEAD_S + 0.2f)
/// m/s: a GT gains about 9 m/s in a second, so the speed that the zoom has caught up with is this
/// much too low while it pulls away. Without it the laps of tests/test_view.c lose sight of the
/// road there.
#define AIM_FASTER_MPS  3.0f
#define LEAD_SMOOTH_S   0.25f
#define GROW_SMOOTH_S   0.3f
#define SHRINK_SMOOTH_S 1.5f
#define MIDDLE          0.3f ///< Of a view's side: the lead reaches no further (the middle 60 %).

#define TURN_SMOOTH_S  0.4f
#define TURN_FROM_MPS  3.0f ///< Below it the picture does not turn ...
#define TURN_WHOLE_MPS 6.0f ///< ... and from here on as it wants: between them no jerk.

/// A number on a critically damped spring.
typedef struct Spring {
    float value, velocity;
} Spring;

/// Where the spring is after `dt` s on its way to `target`: the closed form of
/// x'' = omega^2 (target - x) - 2 omega x', with omega = 2 / smooth time as in Lowe, "Critically
/// Damped Ease-In/Ease-Out Smoothing", Game Programming Gems 4 (2004), there with an approximated
/// exponential.
static Spring spring_step(Spring spring, float target, float smooth_time, float dt) {
    float omega = 2.0f / smooth_time;
    float decay = expf(-omega * dt);
    float offset = spring.value - target;
    float push = (spring.velocity + omega * offset) * dt;
    return (Spring){target + (offset + push) * decay, (spring.velocity - omega * push) * decay};
}

/// The span that shows what is ahead at `speed`: half of it and the lead make up AIM_AHEAD_S.
static float wanted_span(float speed, float span_max) {
    float span = 2.0f * (AIM_AHEAD_S - CAMERA_LEAD_S) * (speed + AIM_FASTER_MPS);
    return float_clamp(span, CAMERA_SPAN_MIN, span_max);
}

/// Where the centre should lie from the car, for a view of half sizes `half` m.
static vec2s wanted_lead(vec2s velocity, float span, vec2s half) {
    float speed = glms_vec2_norm(velocity);
    if (speed < 1e-3f) {
        return vec2_make(0.0f, 0.0f);
    }
    float length = fmaxf(CAMERA_LEAD_S * speed, AIM_AHEAD_S * speed - 0.5f * span);
    vec2s lead = glms_vec2_scale(velocity, length / speed);
    // shortened as a whole where it does not fit: bent sideways it would show less of the road
    float fit = fminf(2.0f * MIDDLE * half.x / fmaxf(fabsf(lead.x), 1e-3f),
                      2.0f * MIDDLE * half.y / fmaxf(fabsf(lead.y), 1e-3f));
    return glms_vec2_scale(lead, fminf(fit, 1.0f));
}

static vec2s half_sizes(float span, float aspect) {
    return vec2_make(0.5f * span * fmaxf(aspect, 1.0f), 0.5f * span / fminf(aspect, 1.0f));
}

/// The angle of the picture after `dt` s: a low-pass of first order, the shorter way round.
static float turned(float angle, const CameraAim *aim, float dt) {
    float wanted = 0.5f * TRIG_PI - aim->heading;
    float off = trig_wrap(wanted - angle), speed = glms_vec2_norm(aim->velocity);
    float share =
        float_clamp((speed - TURN_FROM_MPS) / (TURN_WHOLE_MPS - TURN_FROM_MPS), 0.0f, 1.0f);
    return trig_wrap(angle + off * (1.0f - expf(-share * dt / TURN_SMOOTH_S)));
}

void camera_step(Camera *camera, const CameraAim *aim, float dt) {
    ASSERT(aim->smaller_side_px > 0.0f && aim->aspect > 0.0f && aim->car_length > 0.0f);
    ASSERT(dt >= 0.0f);
    float span_max = aim->smaller_side_px * aim->car_length / CAMERA_CAR_MIN_PX;
    float speed = glms_vec2_norm(aim->velocity);
    float span = wanted_span(aim->style.steady ? CAMERA_STEADY_MPS : speed, span_max);
    bool starts = !camera->started;
    if (!aim->style.heading_up) {
        camera->angle = 0.0f;
    } else if (starts) {
        camera->angle = trig_wrap(0.5f * TRIG_PI - aim->heading);
    } else {
        camera->angle = turned(camera->angle, aim, dt);
    }
    Rotation turn = rotation_make(camera->angle);
    vec2s velocity = rotation_apply(turn, aim->velocity);
    if (starts) {
        vec2s lead = wanted_lead(velocity, span, half_sizes(span, aim->aspect));
        *camera = (Camera){.angle = camera->angle, .lead = lead, .span = span, .started = true};
    }
    Spring zoom = {camera->span, camera->span_velocity};
    zoom = spring_step(zoom, span, span > zoom.value ? GROW_SMOOTH_S : SHRINK_SMOOTH_S, dt);
    camera->span = fminf(zoom.value, span_max);
    camera->span_velocity = zoom.velocity;

    // the span it goes to, not that of the moment: a fixed aim keeps the spring exact
    vec2s lead = wanted_lead(velocity, span, half_sizes(span, aim->aspect));
    vec2s half = half_sizes(camera->span, aim->aspect);
    Spring x = {camera->lead.x, camera->velocity.x};
    Spring y = {camera->lead.y, camera->velocity.y};
    x = spring_step(x, lead.x, LEAD_SMOOTH_S, dt);
    y = spring_step(y, lead.y, LEAD_SMOOTH_S, dt);
    vec2s most = glms_vec2_scale(half, 2.0f * MIDDLE);
    camera->lead =
        vec2_make(float_clamp(x.value, -most.x, most.x), float_clamp(y.value, -most.y, most.y));
    camera->velocity = vec2_make(x.velocity, y.velocity);
    camera->center = glms_vec2_add(aim->position, rotation_undo(turn, camera->lead));
}

float camera_scale(const Camera *camera, float smaller_side_px) {
    return smaller_side_px / camera->span;
}

float camera_view_scale(const Camera *camera, ViewRect rect) {
    return camera_scale(camera, (float)(rect.width < rect.height ? rect.width : rect.height));
}

/// The middle of a view, px from the top left of the framebuffer.
static vec2s middle_of(ViewRect rect, int height_px) {
    return vec2_make((float)rect.x + 0.5f * (float)rect.width,
                     (float)height_px - (float)rect.y - 0.5f * (float)rect.height);
}

vec2s camera_point(const Camera *camera, ViewRect rect, int height_px, float x, float y) {
    float scale = camera_view_scale(camera, rect);
    vec2s middle = middle_of(rect, height_px);
    vec2s off = vec2_make((x - middle.x) / scale, (middle.y - y) / scale);
    return glms_vec2_add(camera->center, rotation_undo(rotation_make(camera->angle), off));
}

vec2s camera_pixel(const Camera *camera, ViewRect rect, int height_px, vec2s point) {
    float scale = camera_view_scale(camera, rect);
    vec2s middle = middle_of(rect, height_px);
    vec2s off = rotation_apply(rotation_make(camera->angle), glms_vec2_sub(point, camera->center));
    return vec2_make(middle.x + scale * off.x, middle.y - scale * off.y);
}

Box camera_shown(const Camera *camera, ViewRect rect) {
    float scale = camera_view_scale(camera, rect);
    vec2s half = vec2_make(0.5f * (float)rect.width / scale, 0.5f * (float)rect.height / scale);
    half = rotation_box(rotation_make(camera->angle), half);
    return (Box){glms_vec2_sub(camera->center, half), glms_vec2_add(camera->center, half)};
}

float camera_lean(float span) { return 0.015f * fminf(1.0f, 70.0f / fmaxf(span, 1.0f)); }

int camera_layout(CameraLayout layout, int count, int width_px, int height_px, ViewRect out[4]) {
    ASSERT(count >= 1 && count <= 4 && layout < CAMERA_LAYOUT_COUNT);
    enum {
        DIVIDER_PX = 4
    };
    ViewRect best = {0};
    int best_columns = 1;
    int best_side = -1;
    int least = layout == CAMERA_LAYOUT_ROWS ? count : 1;
    int most = layout == CAMERA_LAYOUT_COLUMNS ? 1 : count;
    for (int rows = least; rows <= most; rows++) { // fewer rows first: they win ties
        int columns = (count + rows - 1) / rows;
        int width = (width_px - DIVIDER_PX * (columns - 1)) / columns;
        int height = (height_px - DIVIDER_PX * (rows - 1)) / rows;
        int side = width < height ? width : height;
        if (side > best_side) {
            best_side = side;
            best_columns = columns;
            best = (ViewRect){.width = width > 1 ? width : 1, .height = height > 1 ? height : 1};
        }
    }
    for (int i = 0; i < count; i++) {
        int left = i % best_columns * (best.width + DIVIDER_PX);
        int top = i / best_columns * (best.height + DIVIDER_PX);
        out[i] = (ViewRect){left, height_px - top - best.height, best.width, best.height};
    }
    return count;
}

// Along given paths between cones: double lane changes and a slalom, by one simple driver. As with
// every test on a closed path the driver is part of the figure: it compares cars, it is no limit.
#include "base/scalar.h"
#include "geometry/trig.h"
#include "tune/manoeuvre.h"

#include <math.h>

enum {
    LANES_MAX = 3,
    LOOKS = 3,      ///< Drivers tried at each speed: how far ahead they look.
    MISSES_MAX = 4, ///< Speeds in a row without a clean run that end the search.
};

#define SPEED_STEP_KMH 2.0f
#define SPEED_LOW_KMH  20.0f
#define SPEED_HIGH_KMH 260.0f
#define CONE_RADIUS    0.15f ///< m
#define RUN_UP         20.0f ///< m before the first cone.

static const float looks[LOOKS] = {0.18f, 0.27f, 0.38f}; ///< s

/// A lane between cones: its span along x and its middle and half width across.
typedef struct Lane {
    float from, to, middle, half;
} Lane;

/// A course: lanes, or cones in a row (slalom, `cones` of them `spacing` apart from x = 0 on).
typedef struct Course {
    Lane lanes[LANES_MAX];
    int lane_count;
    int cones;
    float spacing, swing; ///< m
    float length;         ///< m
    float coast_from;     ///< m from where on the foot is off; beyond `length`: never.
} Course;

/// Rises from 0 to 1 with no slope at either end.
static float ease(float t) {
    t = float_clamp(t, 0.0f, 1.0f);
    return t * t * t * (10.0f - 15.0f * t + 6.0f * t * t);
}

/// Where the driver wants to be across the road at `x`.
static float path_at(const Course *course, float x) {
    if (course->cones > 0) {
        float last = course->spacing * ((float)course->cones - 0.5f);
        float half = 0.5f * course->spacing;
        if (x < -half || x > last) {
            return 0.0f;
        }
        return course->swing * trig_cos(TRIG_PI * x / course->spacing);
    }
    float y = course->lanes[0].middle;
    for (int i = 1; i < course->lane_count; i++) {
        const Lane *before = &course->lanes[i - 1];
        const Lane *lane = &course->lanes[i];
        y += (lane->middle - before->middle) * ease((x - before->to) / (lane->from - before->to));
    }
    return y;
}

static bool stays_in_lanes(const Course *course, const CarParams *params, const Body *body) {
    for (int corner = 0; corner < 4; corner++) {
        float forward = corner < 2 ? 0.5f : -0.5f;
        float left = corner % 2 ? 0.5f : -0.5f;
        vec2s at =
            transform_apply(body_at(body), vec2_make(params->body_offset + forward * params->length,
                                                     left * params->width));
        for (int i = 0; i < course->lane_count; i++) {
            const Lane *lane = &course->lanes[i];
            if (at.x >= lane->from && at.x <= lane->to && fabsf(at.y - lane->middle) > lane->half) {
                return false;
            }
        }
    }
    return true;
}

/// Whether the box of the car keeps clear of all cones, each on its side.
static bool passes_cones(const Course *course, const CarParams *params, const Body *body) {
    for (int i = 0; i < course->cones; i++) {
        float x = course->spacing * (float)i;
        vec2s at = transform_undo(body_at(body), vec2_make(x, 0.0f));
        bool clear = fabsf(at.x - params->body_offset) > 0.5f * params->length + CONE_RADIUS ||
                     fabsf(at.y) > 0.5f * params->width + CONE_RADIUS;
        float side = i % 2 ? -1.0f : 1.0f; // The path passes the first on the left.
        bool beside = fabsf(body->position.x - x) < 0.5f;
        if (!clear || (beside && body->position.y * side < 0.0f)) {
            return false;
        }
    }
    return true;
}

/// Pure pursuit of the path `look` seconds ahead, with the yaw rate fed back.
static float steer_along(Rig *rig, const Course *course, float look) {
    const Body *body = rig_body(rig);
    float speed = float_max(rig_along(rig), 3.0f);
    float ahead = 2.0f + look * speed;
    float x = body->position.x + ahead;
    vec2s to =
        rotation_undo(body->rotation, vec2_make(ahead, path_at(course, x) - body->position.y));
    float curvature = 2.0f * to.y / (to.x * to.x + to.y * to.y);
    float wheelbase = rig->model.params.wheelbase;
    float steer = wheelbase * curvature +
                  0.1f * (curvature * speed - body->spin) * wheelbase / float_max(speed, 5.0f);
    return rig_within_peak(rig, steer);
}

/// Whether a run entered at `speed` m/s is clean; `sideslip` gets the largest angle (rad).
static bool run_course(const Trial *trial, const Course *course, float speed, float look,
                       float *sideslip) {
    Rig rig = rig_make(trial, speed, NULL);
    Body *body = rig_body(&rig);
    body->position = vec2_make(-RUN_UP, course->lane_count > 0 ? course->lanes[0].middle : 0.0f);
    *sideslip = 0.0f;
    bool clean = true;
    const CarParams *params = &trial->model->params;
    float tail = 0.5f * params->length;
    int ticks = (int)(3.0f * (course->length + RUN_UP) / speed * (float)RIG_HZ);
    while (clean && body->position.x < course->length + tail && rig.tick < ticks) {
        CarControl control = rig_hold_speed(&rig, speed);
        if (body->position.x > course->coast_from) {
            control = rig_pedals(0.0f, 0.0f);
        }
        control.steer = steer_along(&rig, course, look);
        rig_step(&rig, control);
        *sideslip = float_max(*sideslip, fabsf(rig_sideslip(&rig)));
        clean = stays_in_lanes(course, params, body) && passes_cones(course, params, body) &&
                *sideslip < 1.0f;
    }
    clean = clean && body->position.x >= course->length;
    rig_destroy(&rig);
    return clean;
}

/// The highest entry speed (km/h) with a clean run, 0 for none, and the sideslip (rad) in it.
static float fastest(const Trial *trial, const Course *course, float *sideslip) {
    float best = 0.0f;
    int misses = 0;
    for (float kmh = SPEED_LOW_KMH; kmh <= SPEED_HIGH_KMH && misses < MISSES_MAX;
         kmh += SPEED_STEP_KMH) {
        bool clean = false;
        for (int i = 0; i < LOOKS && !clean; i++) {
            float angle = 0.0f;
            clean = run_course(trial, course, kmh * RIG_KMH, looks[i], &angle);
            if (clean) {
                best = kmh;
                *sideslip = angle;
            }
        }
        misses = clean || best == 0.0f ? 0 : misses + 1;
    }
    return best;
}

static Lane lane_make(float from, float length, float right, float width) {
    return (Lane){from, from + length, right + 0.5f * width, 0.5f * width};
}

void manoeuvre_lanes(const Trial *trial, MetricValues *out) {
    float width = trial->model->params.width, first = 1.1f * width + 0.25f, sideslip = 0.0f;
    // ISO 3888-1: lanes of 15, 25 and 30 m, 30 and 25 m apart, the middle one 3.5 m to the left,
    // right edges measured. Widths 1.1, 1.2 and 1.3 of the car's and 0.25 m.
    Course change = {
        .lanes = {lane_make(0.0f, 15.0f, 0.0f, first),
                  lane_make(45.0f, 25.0f, 3.5f, 1.2f * width + 0.25f),
                  lane_make(95.0f, 30.0f, 0.0f, 1.3f * width + 0.25f)},
        .lane_count = 3,
        .length = 125.0f,
        .coast_from = 1e9f,
    };
    // ISO 3888-2: lanes of 12, 11 and 12 m, 13.5 and 12.5 m apart; the middle one begins 1 m left
    // of the first. The foot comes off 2 m into the first.
    Course avoidance = {
        .lanes = {lane_make(0.0f, 12.0f, 0.0f, first),
                  lane_make(25.5f, 11.0f, first + 1.0f, width + 1.0f),
                  lane_make(49.0f, 12.0f, 0.0f, float_max(3.0f, 1.3f * width + 0.25f))},
        .lane_count = 3,
        .length = 61.0f,
        .coast_from = 2.0f,
    };
    metric_set(out, METRIC_lanes_lanes1_kmh, (double)fastest(trial, &change, &sideslip));
    metric_set(out, METRIC_lanes_lanes2_kmh, (double)fastest(trial, &avoidance, &sideslip));
}

void manoeuvre_slalom(const Trial *trial, MetricValues *out) {
    Course course = {
        .cones = 8,
        .spacing = 18.0f,
        .swing = 0.5f * trial->model->params.width + CONE_RADIUS + 0.3f,
        .length = 7.5f * 18.0f,
        .coast_from = 1e9f,
    };
    float sideslip = 0.0f;
    metric_set(out, METRIC_slalom_slalom_kmh, (double)fastest(trial, &course, &sideslip));
    metric_set(out, METRIC_slalom_slalom_beta_deg, (double)(sideslip * RIG_DEGREES));
}

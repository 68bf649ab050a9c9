#include "bench/passages.h"

#include "base/random.h"
#include "collision/sat.h"
#include "collision/sweep.h"
#include "formats/json.h"
#include "geometry/trig.h"

#include <math.h>

static const float speeds[PASSAGES_SPEEDS] = {5.0f, 15.0f, 30.0f, 60.0f, 100.0f, 150.0f};
static const float radii[PASSAGES_RADII] = {0.05f, 0.25f, 1.0f};
static const int steps_per_second[PASSAGES_STEPS] = {25, 60, 240};
static const float angles_deg[PASSAGES_ANGLES] = {90.0f, 30.0f, 10.0f, 3.0f};

static const float thickness = 0.2f;     ///< m
static const float wall_length = 400.0f; ///< m: no passage comes near its ends.

/// A circle on its way through the wall, which lies along x around the origin.
typedef struct Crossing {
    Shape circle, wall;
    vec2s move;  ///< m a step; y < 0
    float start; ///< m: it touches the wall from above when its centre is as high.
} Crossing;

static Crossing crossing_of(const PassagesRow *row) {
    float step = row->speed / (float)row->steps_per_second;
    TrigPair way = trig_sincos(row->angle_deg * (TRIG_PI / 180.0f));
    return (Crossing){.circle = shape_circle(vec2_make(0.0f, 0.0f), row->radius),
                      .wall = shape_box(vec2_make(0.0f, 0.0f), wall_length, thickness),
                      .move = vec2_make(step * way.cos, -step * way.sin),
                      .start = row->radius + 0.5f * thickness};
}

static Transform wall_from(vec2s position) {
    return (Transform){vec2_make(-position.x, -position.y), {1.0f, 0.0f}};
}

/// Whether any step sees a circle that starts `phase` of a step above touching; adds the steps that
/// were asked to `asked`.
typedef bool (*Catches)(const Crossing *crossing, float phase, long *asked);

/// Looks where the circle stands after each step.
static bool static_catches(const Crossing *crossing, float phase, long *asked) {
    vec2s position = vec2_make(0.0f, crossing->start - phase * crossing->move.y);
    while (position.y >= -crossing->start) {
        position = glms_vec2_add(position, crossing->move);
        ++*asked;
        if (sat_overlap(&crossing->circle, &crossing->wall, wall_from(position)).hit) {
            return true;
        }
    }
    return false;
}

static bool swept_catches(const Crossing *crossing, float phase, long *asked) {
    vec2s position = vec2_make(0.0f, crossing->start - phase * crossing->move.y);
    while (position.y >= -crossing->start) {
        ++*asked;
        if (sweep_translate(&crossing->circle, crossing->move, &crossing->wall, wall_from(position))
                .hit) {
            return true;
        }
        position = glms_vec2_add(position, crossing->move);
    }
    return false;
}

/// The share of `count` passages that is caught; `ns` is what one step's test takes.
static double share_caught(Catches catches, const Crossing *crossing, uint64_t seed, int count,
                           double (*seconds)(void), double *ns) {
    Random random = random_make(seed, 1);
    long caught = 0;
    long asked = 0;
    double from = seconds ? seconds() : 0.0;
    for (int i = 0; i < count; i++) {
        caught += catches(crossing, random_range(&random, 0.0f, 1.0f), &asked);
    }
    double to = seconds ? seconds() : 0.0;
    *ns = asked > 0 ? 1e9 * (to - from) / (double)asked : 0.0;
    return count > 0 ? (double)caught / (double)count : 0.0;
}

static double expected_share(const PassagesRow *row, const Crossing *crossing) {
    double deep = (double)thickness + 2.0 * (double)row->radius;
    return fmin(1.0, deep / -(double)crossing->move.y);
}

static void measure_row(uint64_t seed, int count, double (*seconds)(void), PassagesRow *row) {
    Crossing crossing = crossing_of(row);
    row->expected = expected_share(row, &crossing);
    row->static_share =
        share_caught(static_catches, &crossing, seed, count, seconds, &row->static_ns);
    row->swept_share = share_caught(swept_catches, &crossing, seed, count, seconds, &row->swept_ns);
}

void passages_measure(uint64_t seed, int count, double (*seconds)(void), PassagesRow *rows) {
    for (int i = 0; i < PASSAGES_ROWS; i++) {
        int angle = i % PASSAGES_ANGLES;
        int radius = i / PASSAGES_ANGLES % PASSAGES_RADII;
        int speed = i / (PASSAGES_ANGLES * PASSAGES_RADII) % PASSAGES_SPEEDS;
        int step = i / (PASSAGES_ANGLES * PASSAGES_RADII * PASSAGES_SPEEDS);
        rows[i] = (PassagesRow){.speed = speeds[speed],
                                .radius = radii[radius],
                                .steps_per_second = steps_per_second[step],
                                .angle_deg = angles_deg[angle]};
        measure_row(seed + (uint64_t)i, count, seconds, &rows[i]);
    }
}

/// The rows of one speed and radius, one for each angle, as a line.
static void print_line(const PassagesRow *rows, FILE *out) {
    fprintf(out, "| %.0f | %.2f |", (double)rows->speed, (double)rows->radius);
    double swept = 1.0;
    double static_ns = 0.0;
    double swept_ns = 0.0;
    for (int i = 0; i < PASSAGES_ANGLES; i++) {
        fprintf(out, " %.1f |", 100.0 * rows[i].static_share);
        swept = fmin(swept, rows[i].swept_share);
        static_ns += rows[i].static_ns / PASSAGES_ANGLES;
        swept_ns += rows[i].swept_ns / PASSAGES_ANGLES;
    }
    fprintf(out, " %.1f | %.0f | %.0f |\n", 100.0 * swept, static_ns, swept_ns);
}

void passages_print_markdown(const PassagesRow *rows, FILE *out) {
    for (int i = 0; i < PASSAGES_ROWS; i += PASSAGES_ANGLES) {
        if (i % (PASSAGES_ROWS / PASSAGES_STEPS) == 0) {
            fprintf(out, "%sSteps of 1/%d s: %% of passages caught\n\n", i > 0 ? "\n" : "",
                    rows[i].steps_per_second);
            fprintf(out, "| speed m/s | radius m |");
            for (int k = 0; k < PASSAGES_ANGLES; k++) {
                fprintf(out, " static %.0f\u00b0 |", (double)rows[k].angle_deg);
            }
            fprintf(out, " swept | static ns | swept ns |\n|--:|--:|");
            for (int k = 0; k < PASSAGES_ANGLES + 3; k++) {
                fprintf(out, "--:|");
            }
            fprintf(out, "\n");
        }
        print_line(rows + i, out);
    }
}

void passages_print_csv(const PassagesRow *rows, FILE *out) {
    fprintf(out, "speed_m_s,radius_m,steps_per_second,angle_deg,static_share,swept_share,expected,"
                 "static_ns,swept_ns\n");
    for (int i = 0; i < PASSAGES_ROWS; i++) {
        const PassagesRow *row = &rows[i];
        fprintf(out, "%.0f,%.2f,%d,%.0f,%.4f,%.4f,%.4f,%.1f,%.1f\n", (double)row->speed,
                (double)row->radius, row->steps_per_second, (double)row->angle_deg,
                row->static_share, row->swept_share, row->expected, row->static_ns, row->swept_ns);
    }
}

static void json_figure(Json *json, const char *key, double value) {
    json_number(json, key, value, 4);
}

void passages_print_json(const PassagesRow *rows, FILE *out) {
    Json json = {0};
    json_array(&json, NULL);
    for (int i = 0; i < PASSAGES_ROWS; i++) {
        const PassagesRow *row = &rows[i];
        json_object(&json, NULL);
        json_figure(&json, "speed_m_s", (double)row->speed);
        json_figure(&json, "radius_m", (double)row->radius);
        json_figure(&json, "steps_per_second", (double)row->steps_per_second);
        json_figure(&json, "angle_deg", (double)row->angle_deg);
        json_figure(&json, "static_share", row->static_share);
        json_figure(&json, "swept_share", row->swept_share);
        json_figure(&json, "expected", row->expected);
        json_figure(&json, "static_ns", row->static_ns);
        json_figure(&json, "swept_ns", row->swept_ns);
        json_end_object(&json);
    }
    json_end_array(&json);
    fprintf(out, "%s\n", json.written.text);
    json_destroy(&json);
}

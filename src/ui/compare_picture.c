#include "ui/compare_picture.h"

#include "geometry/transform.h"
#include "render/shade.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>

enum {
    WAY_EVERY = 12, ///< Steps between points of a way.
    CHART_POINTS = 200
};

#define WAY_PX      2.5f
#define CROSS       2.0f  ///< m
#define DELTA_LEAST 0.05f ///< s, of the chart's half height: less is not blown up.

static void draw_way(DrawList *list, const CompareRun *run, uint32_t color) {
    float width = fmaxf(0.15f, WAY_PX * list->feather);
    for (int i = 0; i + 1 < run->count; i += WAY_EVERY) {
        int next = i + WAY_EVERY < run->count ? i + WAY_EVERY : run->count - 1;
        draw_line(list, run->poses[i].position, run->poses[next].position, width, color);
    }
}

static void draw_mishap(DrawList *list, const CompareEvent *event, uint32_t color) {
    if (!event->happened) {
        return;
    }
    float arm = fmaxf(CROSS, 12.0f * list->feather), width = fmaxf(0.4f, 4.0f * list->feather);
    vec2s a = vec2_make(arm, arm), b = vec2_make(arm, -arm);
    draw_line(list, glms_vec2_sub(event->at, a), glms_vec2_add(event->at, a), width, PALETTE_BAD);
    draw_line(list, glms_vec2_sub(event->at, b), glms_vec2_add(event->at, b), width, PALETTE_BAD);
    draw_ring(list, event->at, 1.4f * arm, width, color);
}

static void draw_ghost(DrawList *list, const Hull *hull, const ComparePose *pose, uint32_t color) {
    Transform at = {pose->position, rotation_make(pose->angle)};
    for (int i = 0; i < hull->count; i++) {
        vec2s points[SHAPE_POINTS_MAX];
        const Shape *shape = &hull->pieces[i];
        for (int k = 0; k < shape->count; k++) {
            points[k] = transform_apply(at, shape_point(shape, k));
        }
        draw_convex(list, points, shape->count, shade_fade(color, 0.55f));
    }
}

void compare_picture_world(DrawList *list, const Comparison *comparison, const Hull *hull, double t,
                           const uint32_t colors[2]) {
    for (int i = 0; i < 2; i++) {
        draw_way(list, &comparison->runs[i], shade_fade(colors[i], 0.8f));
    }
    for (int i = 0; i < 2; i++) {
        draw_mishap(list, &comparison->runs[i].off, colors[i]);
        draw_mishap(list, &comparison->runs[i].hit, colors[i]);
        if (comparison->runs[i].count > 0) {
            ComparePose pose = compare_pose(comparison, i, t);
            draw_ghost(list, hull, &pose, colors[i]);
        }
    }
}

static float largest_delta(const Comparison *comparison) {
    float most = DELTA_LEAST;
    for (int i = 0; i < comparison->count; i++) {
        most = fmaxf(most, fabsf((float)comparison->points[i].delta));
    }
    return most;
}

void compare_picture_chart(const Canvas *canvas, const Comparison *comparison, Area area, float s,
                           const uint32_t colors[2]) {
    DrawList *list = canvas->list;
    float x = area.x, y = area.y, width = area.width, unit = canvas->unit;
    float middle = y + 0.5f * area.height, most = largest_delta(comparison);
    canvas_fill(canvas, area, 10.0f * unit, PALETTE_PLATE);
    draw_line(list, vec2_make(x, middle), vec2_make(x + width, middle), 1.0f,
              shade_fade(PALETTE_MUTED, 0.6f));
    if (comparison->count < 2) {
        return;
    }
    float last = comparison->points[comparison->count - 1].s;
    float across = width / fmaxf(last, 1.0f), up = 0.45f * area.height / most;
    vec2s points[CHART_POINTS];
    for (int i = 0; i < CHART_POINTS; i++) {
        const ComparePoint *point =
            &comparison->points[(size_t)i * (size_t)(comparison->count - 1) / (CHART_POINTS - 1)];
        points[i] =
            vec2_make(x + across * fmaxf(point->s, 0.0f), middle - up * (float)point->delta);
    }
    for (int i = 0; i + 1 < CHART_POINTS; i++) { // in the colour of the one that is behind
        uint32_t color = points[i].y < middle ? colors[1] : colors[0];
        draw_line(list, points[i], points[i + 1], 2.5f, color);
    }
    double delta = 0.0;
    char text[48];
    float size = 24.0f * unit, here = x + across * float_clamp(s, 0.0f, last);
    draw_line(list, vec2_make(here, y), vec2_make(here, y + area.height), 1.5f, PALETTE_TEXT);
    if (compare_delta(comparison, s, &delta)) {
        snprintf(text, sizeof text, "B %+.2f s here", delta);
        canvas_text(canvas, x + 10.0f * unit, y + size, size, TEXT_LEFT, PALETTE_TEXT, text);
    }
    snprintf(text, sizeof text, "\u00B1%.2f s", (double)most);
    canvas_text(canvas, x + width - 10.0f * unit, y + size, size, TEXT_RIGHT, PALETTE_MUTED, text);
}

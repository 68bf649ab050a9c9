/// What picture tests share: a ring road with a wall, a race standing on it, a made-up font, and
/// the colour that a draw list shows at a point (a list is data: no window is needed to look at
/// it).
#pragma once

#include "geometry/trig.h"
#include "race/race.h"
#include "render/draw_list.h"
#include "render/race_picture.h"
#include "track/theme.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

enum {
    RIG_SAMPLES = 120,
    RIG_CARS_MAX = 32,
};

#define RIG_RADIUS 50.0f ///< m, of the centre line.
#define RIG_HALF   6.0f  ///< m, half-width of the road.

/// The usual looks of all cars.
static inline void rig_looks(CarLook looks[RIG_CARS_MAX]) {
    for (int i = 0; i < RIG_CARS_MAX; i++) {
        looks[i] = race_picture_look(i);
    }
}

/// A view that shows all.
static inline Box rig_everywhere(void) {
    return (Box){{{-5000.0f, -5000.0f}}, {{5000.0f, 5000.0f}}};
}

typedef struct PictureRig {
    Track track;
    Ribbon ribbon;
    RibbonSample samples[RIG_SAMPLES];
    TrackWall wall;
    vec2s wall_points[4 * RIG_SAMPLES];
    TrackGate gates[2];
    RaceData data;
    Race *race;
    Font font;
} PictureRig;

static inline vec2s rig_on_circle(float radius, float angle) {
    TrigPair at = trig_sincos(trig_wrap(angle));
    return vec2_make(radius * at.cos, radius * at.sin);
}

/// Driven counter-clockwise; left is the inside.
static inline void rig_make_track(PictureRig *rig) {
    Track *track = &rig->track;
    *track = (Track){.laps = 3, .theme = THEME_MEADOW, .sun = 2.356f, .sun_elevation = 0.785f};
    track->colors = theme_colors[THEME_MEADOW];
    track->ground = SURFACE_GRASS;
    memcpy(track->surfaces, surface_built_in, sizeof surface_built_in);
    track->surface_count = SURFACE_BUILT_IN_COUNT;
    memcpy(track->materials, material_built_in, sizeof material_built_in);
    track->material_count = MATERIAL_BUILT_IN_COUNT;
    track->bounds = (Box){{{-90.0f, -90.0f}}, {{90.0f, 90.0f}}};
    rig->wall = (TrackWall){.points = rig->wall_points,
                            .count = 4 * RIG_SAMPLES,
                            .quads = true,
                            .material = MATERIAL_STEEL,
                            .height = 0.8f};
    float step = 2.0f * TRIG_PI / RIG_SAMPLES, wall = RIG_RADIUS + RIG_HALF + 3.0f;
    for (int i = 0; i < RIG_SAMPLES; i++) {
        float angle = step * (float)i;
        RibbonSample *sample = &rig->samples[i];
        *sample = (RibbonSample){.point = rig_on_circle(RIG_RADIUS, angle),
                                 .tangent = rig_on_circle(1.0f, angle + 0.5f * TRIG_PI),
                                 .s = angle * RIG_RADIUS,
                                 .curvature = 1.0f / RIG_RADIUS,
                                 .left = RIG_HALF,
                                 .right = RIG_HALF};
        for (int side = 0; side < 2; side++) {
            float out = side == 0 ? -1.0f : 1.0f;
            sample->side[side] =
                (TrackSide){.shoulder_surface = SURFACE_GRAVEL, .wall = true, .lines = true};
            sample->kerb[side] = side == 0 ? 1.0f : 0.0f;
            sample->shoulder[side] = 3.0f;
            sample->edge[side] = rig_on_circle(RIG_RADIUS + out * RIG_HALF, angle);
            sample->shoulder_edge[side] =
                rig_on_circle(RIG_RADIUS + out * (RIG_HALF + 3.0f), angle);
        }
        vec2s *quad = rig->wall_points + 4 * i;
        quad[0] = rig_on_circle(wall, angle);
        quad[1] = rig_on_circle(wall, angle + step);
        quad[2] = rig_on_circle(wall + 0.5f, angle + step);
        quad[3] = rig_on_circle(wall + 0.5f, angle);
    }
    rig->ribbon = (Ribbon){.closed = true,
                           .length = 2.0f * TRIG_PI * RIG_RADIUS,
                           .samples = rig->samples,
                           .count = RIG_SAMPLES};
    for (int i = 0; i < 2; i++) {
        float angle = i == 0 ? TRIG_PI : 0.0f;
        rig->gates[i] = (TrackGate){.left = rig_on_circle(RIG_RADIUS - 9.0f, angle),
                                    .right = rig_on_circle(RIG_RADIUS + 9.0f, angle),
                                    .s = angle * RIG_RADIUS,
                                    .sector = i == 0};
    }
    track->ribbons = &rig->ribbon;
    track->ribbon_count = 1;
    track->walls = &rig->wall;
    track->wall_count = 1;
    track->gates = rig->gates;
    track->gate_count = 2;
}

/// Cars side by side at the origin's right, heading along +x, 10 m apart; running since 5 s.
static inline void rig_make_race(PictureRig *rig, int cars) {
    size_t racers = (sizeof(Race) + 31) / 32 * 32;
    size_t world = racers + ((size_t)cars * sizeof(Racer) + 31) / 32 * 32;
    size_t size = (world + world_size(cars) + 31) / 32 * 32;
    rig->race = aligned_alloc(32, size);
    assert_non_null(rig->race);
    memset(rig->race, 0, size);
    rig->data.track = &rig->track;
    *rig->race = (Race){.size = (uint32_t)size,
                        .data = &rig->data,
                        .tick = 720 + 1200,
                        .start_tick = 720,
                        .phase = RACE_RUNNING,
                        .car_count = cars,
                        .laps = 3,
                        .racers = (uint32_t)racers,
                        .world = (uint32_t)world};
    world_make(race_world(rig->race), cars);
    CarParams params = car_params_default();
    for (int i = 0; i < cars; i++) {
        Racer *racer = &race_racers(rig->race)[i];
        racer->model = car_model_make(&params);
        racer->car = car_make(&racer->model, 0.0f);
        racer->place = i + 1;
        racer->missed_gate = -1;
        racer->lap_started_tick = 720;
        rig->data.hulls[i] = car_model_hull(&racer->model);
        Body *body = &world_bodies(race_world(rig->race))[i];
        body->position = vec2_make(0.0f, 10.0f * (float)i);
        body_set_angle(body, 0.0f);
    }
}

/// Every glyph but the blank is a box 0.5 em wide.
static inline void rig_make_font(PictureRig *rig) {
    for (int i = 0; i < FONT_GLYPHS; i++) {
        rig->font.glyphs[i] = (FontGlyph){.u1 = 1.0f,
                                          .v1 = 1.0f,
                                          .x0 = 0.05f,
                                          .y0 = -0.7f,
                                          .x1 = 0.45f,
                                          .y1 = 0.0f,
                                          .advance = 0.5f,
                                          .present = true};
    }
    rig->font.glyphs[0].x1 = rig->font.glyphs[0].x0; // a blank draws nothing
    rig->font.digit_advance = 0.5f;
}

static inline PictureRig *rig_make(int cars) {
    PictureRig *rig = calloc(1, sizeof *rig);
    assert_non_null(rig);
    rig_make_track(rig);
    rig_make_race(rig, cars);
    rig_make_font(rig);
    return rig;
}

static inline void rig_free(PictureRig *rig) {
    free(rig->race);
    free(rig);
}

static inline Body *rig_bodies(PictureRig *rig) { return world_bodies(race_world(rig->race)); }

typedef struct Rgb {
    float r, g, b;
} Rgb;

static inline Rgb rgb_of(uint32_t rgba) {
    return (Rgb){(float)(rgba >> 24), (float)((rgba >> 16) & 255u), (float)((rgba >> 8) & 255u)};
}

static inline float rgb_distance(Rgb a, Rgb b) {
    return fmaxf(fabsf(a.r - b.r), fmaxf(fabsf(a.g - b.g), fabsf(a.b - b.b)));
}

/// Blends the triangle `i` over `below` where it covers (x, y). Glyphs are left out.
static inline Rgb rgb_blend(const DrawList *list, int i, double x, double y, Rgb below) {
    const DrawVertex *v[3];
    for (int k = 0; k < 3; k++) {
        v[k] = &list->vertices[list->indices[i + k]];
    }
    double ax = (double)v[0]->x, ay = (double)v[0]->y;
    double bx = (double)v[1]->x - ax, by = (double)v[1]->y - ay;
    double cx = (double)v[2]->x - ax, cy = (double)v[2]->y - ay;
    double area = bx * cy - by * cx;
    if (v[0]->u >= 0.0f || fabs(area) < 1e-12) {
        return below;
    }
    double w1 = ((x - ax) * cy - (y - ay) * cx) / area;
    double w2 = (bx * (y - ay) - by * (x - ax)) / area;
    double w0 = 1.0 - w1 - w2;
    if (w0 < 0.0 || w1 < 0.0 || w2 < 0.0) {
        return below;
    }
    double channels[4] = {0.0, 0.0, 0.0, 0.0};
    double weights[3] = {w0, w1, w2};
    for (int k = 0; k < 3; k++) {
        uint8_t bytes[4];
        memcpy(bytes, &v[k]->color, 4);
        for (int c = 0; c < 4; c++) {
            channels[c] += weights[k] * (double)bytes[c];
        }
    }
    float alpha = (float)(channels[3] / 255.0);
    return (Rgb){below.r + alpha * ((float)channels[0] - below.r),
                 below.g + alpha * ((float)channels[1] - below.g),
                 below.b + alpha * ((float)channels[2] - below.b)};
}

/// What a list shows at a point, over `background`.
static inline Rgb rgb_at(const DrawList *list, float x, float y, uint32_t background) {
    Rgb color = rgb_of(background);
    for (int i = 0; i + 2 < list->index_count; i += 3) {
        // A hair beside the point: shared edges must not count twice.
        color = rgb_blend(list, i, (double)x + 1.3e-5, (double)y + 0.7e-5, color);
    }
    return color;
}

static inline void assert_list_sound(const DrawList *list) {
    for (int i = 0; i < list->vertex_count; i++) {
        assert_true(isfinite(list->vertices[i].x) && isfinite(list->vertices[i].y));
    }
    assert_int_equal(list->index_count % 3, 0);
    for (int i = 0; i < list->index_count; i++) {
        assert_true(list->indices[i] < (uint32_t)list->vertex_count);
    }
}

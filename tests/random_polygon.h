/// Random simple polygons for tests of geometry.
#pragma once

#include "base/random.h"
#include "geometry/polygon.h"
#include "geometry/trig.h"

static inline void reverse_points(vec2s *points, int from, int to) {
    for (; from < to; from++, to--) {
        vec2s kept = points[from];
        points[from] = points[to];
        points[to] = kept;
    }
}

/// Undoes the first crossings found: turning the points between two crossing edges round makes the
/// outline shorter, so that this ends.
static inline bool uncross_points(vec2s *points, int count) {
    bool crossed = false;
    for (int i = 0; i < count; i++) {
        for (int j = i + 2; j < count; j++) {
            if ((j + 1) % count != i && segments_cross(points[i], points[i + 1], points[j],
                                                       points[(j + 1) % count], NULL)) {
                reverse_points(points, i + 1, j);
                crossed = true;
            }
        }
    }
    return crossed;
}

/// `count` random points in a square of `size` m as a simple counter-clockwise polygon.
static inline void random_polygon(Random *random, vec2s *points, int count, float size) {
    for (int i = 0; i < count; i++) {
        points[i].x = random_range(random, 0.0f, size);
        points[i].y = random_range(random, 0.0f, size);
    }
    while (uncross_points(points, count)) {
    }
    if (polygon_area(points, count) < 0.0f) {
        reverse_points(points, 0, count - 1);
    }
}

/// What random polygons look like: an algorithm that does well on one kind may not on the next.
typedef enum PolygonKind {
    POLYGON_TOUR,   ///< random_polygon: uncrossed tours through random points.
    POLYGON_STAR,   ///< Random distances all around a point.
    POLYGON_WAVES,  ///< A circle with sine waves and a little noise.
    POLYGON_COMB,   ///< Teeth of random width and height above and below.
    POLYGON_SPIRAL, ///< A band wound up, its width and bends random.
    POLYGON_WALL,   ///< A thin band along straights and bends, as walls of tracks are.
    POLYGON_KIND_COUNT
} PolygonKind;

/// The point at `angle` (rad) and `radius` (m) around the origin.
static inline vec2s random_polar(float radius, float angle) {
    TrigPair turn = trig_sincos(angle);
    return (vec2s){{radius * turn.cos, radius * turn.sin}};
}

static inline void random_star(Random *random, vec2s *points, int count) {
    float inner = random_range(random, 2.0f, 40.0f);
    for (int i = 0; i < count; i++) {
        float place = (float)i + random_range(random, 0.0f, 0.9f);
        points[i] =
            random_polar(random_range(random, inner, 50.0f), place * 2.0f * TRIG_PI / (float)count);
    }
}

static inline void random_waves(Random *random, vec2s *points, int count) {
    float waves = (float)(3 + (int)(random_u32(random) % 8));
    float height = random_range(random, 2.0f, 25.0f);
    float noise = random_range(random, 0.0f, 4.0f);
    for (int i = 0; i < count; i++) {
        float angle = (float)i * 2.0f * TRIG_PI / (float)count;
        float radius = 40.0f + height * trig_sin(waves * angle);
        points[i] = random_polar(radius + random_range(random, -noise, noise), angle);
    }
}

/// Below from left to right, then above and back: each x is met once on each side.
static inline void random_comb(Random *random, vec2s *points, int count) {
    int below = count / 2;
    float high = random_range(random, 4.0f, 30.0f);
    float low = random_range(random, 1.0f, 4.0f);
    for (int i = 0; i < count; i++) {
        bool up = i >= below;
        int along = up ? count - 1 - i : i;
        float y = along / 2 % 2 == 0 ? high : low;
        y *= random_range(random, 0.7f, 1.0f);
        points[i].x = 2.0f * ((float)along + random_range(random, 0.0f, 0.9f));
        points[i].y = up ? y : -y;
    }
}

/// Both sides of a band around the path that starts at the origin and turns by `turn` every `step`.
static inline void random_band(Random *random, vec2s *points, int count, float half_width) {
    int side = count / 2;
    float angle = random_range(random, 0.0f, 6.0f);
    float bend = random_range(random, -0.4f, 0.4f);
    float first = angle + 0.5f * bend;
    vec2s at = {{0.0f, 0.0f}};
    for (int i = 0; i < side; i++) {
        vec2s across = random_polar(half_width, angle + 0.5f * (bend + TRIG_PI));
        points[i] = glms_vec2_sub(at, across);
        points[2 * side - 1 - i] = glms_vec2_add(at, across);
        if (random_u32(random) % 5 == 0) {
            bend = random_range(random, -0.4f, 0.4f);
        }
        angle += bend;
        at = glms_vec2_add(at, random_polar(random_range(random, 1.0f, 4.0f), angle));
    }
    if (count % 2 != 0) { // an odd point at the end
        points[count - 1] = random_polar(-half_width, first + random_range(random, -0.2f, 0.2f));
    }
}

static inline void random_spiral(Random *random, vec2s *points, int count) {
    float width = random_range(random, 0.5f, 2.5f);
    float step = random_range(random, 0.2f, 0.7f);
    int side = (count + 1) / 2;
    for (int i = 0; i < count; i++) {
        bool inner = i >= side;
        float along = (float)(inner ? count - 1 - i : i) + random_range(random, 0.0f, 0.7f);
        float angle = step * along;
        float radius = 5.0f + 0.8f * angle + random_range(random, 0.0f, 0.6f);
        points[i] = random_polar(inner ? radius - width - 0.6f : radius, angle);
    }
}

/// A simple counter-clockwise polygon of `count` (20 or more) points and the kind wanted, tens of
/// metres in size.
static inline void random_polygon_of(Random *random, PolygonKind kind, vec2s *points, int count) {
    do {
        switch (kind) {
        case POLYGON_STAR:
            random_star(random, points, count);
            break;
        case POLYGON_WAVES:
            random_waves(random, points, count);
            break;
        case POLYGON_COMB:
            random_comb(random, points, count);
            break;
        case POLYGON_SPIRAL:
            random_spiral(random, points, count);
            break;
        case POLYGON_WALL:
            random_band(random, points, count, random_range(random, 0.1f, 0.6f));
            break;
        default:
            random_polygon(random, points, count, 50.0f);
            break;
        }
    } while (polygon_check(points, count).fault != POLYGON_FINE);
    if (polygon_area(points, count) < 0.0f) {
        reverse_points(points, 0, count - 1);
    }
}

/// Random simple polygons for tests of geometry.
#pragma once

#include "base/random.h"
#include "geometry/polygon.h"

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

/// A ray against a convex polygon with sharp corners, SIMD_LANES edges at a time: the heart of
/// every ray cast.
#pragma once

#include "base/bits.h"
#include "collision/shape.h"
#include "geometry/simd.h"

/// Where a ray comes into a polygon.
typedef struct RayClip {
    bool hit;
    float fraction; ///< 0 to 1 of the ray; without a hit anything.
    int edge;       ///< That it comes in by.
} RayClip;

/// Clips the ray from `from` by `along` by the half-plane of each of `count` edges: those whose
/// outward normal . point <= offset. The arrays are aligned and filled up to whole lanes; edges
/// beyond the last repeat the first and change nothing. Source: Cyrus & Beck (1978).
KERNEL RayClip ray_clip(const float *normal_x, const float *normal_y, const float *offset,
                        int count, vec2s from, vec2s along) {
    const Lanes zero = lanes_all(0.0f);
    const Lanes before = lanes_all(-1.0f);
    Lanes from_x = lanes_all(from.x), from_y = lanes_all(from.y);
    Lanes along_x = lanes_all(along.x), along_y = lanes_all(along.y);
    Lanes enters[SHAPE_POINTS_MAX / SIMD_LANES];
    Lanes last_enter = zero;
    Lanes first_leave = before; // Negative, so that the first is the largest.
    for (int i = 0; i < count; i += SIMD_LANES) {
        Lanes x = lanes_load(normal_x + i);
        Lanes y = lanes_load(normal_y + i);
        Lanes above = lanes_sub(lanes_dot(x, y, from_x, from_y), lanes_load(offset + i));
        Lanes speed = lanes_dot(x, y, along_x, along_y);
        // Along an edge this is an infinity, which misses what the ray runs outside of and nothing
        // else; or, on the edge, no number, and lanes_max then takes the other.
        Lanes at = lanes_div(above, lanes_abs(speed));
        LaneMask in = lanes_less(speed, zero);
        enters[i / SIMD_LANES] = lanes_keep(in, at);
        last_enter = lanes_max(enters[i / SIMD_LANES], last_enter);
        first_leave = lanes_max(lanes_select(in, before, at), first_leave);
    }
    float enter = lanes_largest(last_enter);
    unsigned left = mask_bits(lanes_less(lanes_all(-enter), first_leave));
    unsigned bits = 0;
    for (int i = 0; i < count; i += SIMD_LANES) {
        bits |= mask_bits(lanes_equal(enters[i / SIMD_LANES], lanes_all(enter))) << (unsigned)i;
    }
    // Without an edge that it enters by, the ray starts inside.
    return (RayClip){
        .hit = enter > 0.0f && left == 0, .fraction = enter, .edge = bits_lowest(bits)};
}

/// Sine, cosine and arc tangent of several numbers at once: to the bit those of geometry/trig.h.
#pragma once

#include "geometry/simd.h"
#include "geometry/trig.h"

typedef struct TrigLanes {
    Lanes sin, cos;
} TrigLanes;

/// Whole numbers at most as large as the values, which are 0 to 4e6: adding 2^23 rounds to the
/// nearest, and what was rounded up is taken back.
static inline Lanes trig_lanes_floor(Lanes value) {
    Lanes shift = lanes_all(8388608.0f);
    Lanes nearest = lanes_sub(lanes_add(value, shift), shift);
    return lanes_sub(nearest, lanes_keep(lanes_less(value, nearest), lanes_all(1.0f)));
}

/// Sine and cosine of angles in [-4, 4] rad. The same reduction, polynomials and order of
/// operations as in trig.c, where they are explained; quarters are 0 to 3.
static inline TrigLanes trig_lanes_sincos(Lanes angle) {
    Lanes one = lanes_all(1.0f);
    Lanes size = lanes_abs(angle);
    Lanes quarter =
        trig_lanes_floor(lanes_add(lanes_mul(size, lanes_all(2.0f / TRIG_PI)), lanes_all(0.5f)));
    Lanes x = lanes_sub(size, lanes_mul(quarter, lanes_all(1.5703125f)));
    x = lanes_sub(x, lanes_mul(quarter, lanes_all(0.0004837512969970703125f)));
    x = lanes_sub(x, lanes_mul(quarter, lanes_all(7.54979013e-08f)));
    Lanes x2 = lanes_mul(x, x);
    Lanes sine_tail = lanes_add(lanes_all(0.008331977762281895f),
                                lanes_mul(x2, lanes_all(-0.00019495567539706826f)));
    sine_tail = lanes_add(lanes_all(-0.16666650772094727f), lanes_mul(x2, sine_tail));
    Lanes sine = lanes_add(x, lanes_mul(lanes_mul(x, x2), sine_tail));
    Lanes cosine_tail = lanes_add(lanes_all(-0.0013887366512790322f),
                                  lanes_mul(x2, lanes_all(2.4438379114144482e-05f)));
    cosine_tail = lanes_add(lanes_all(0.04166664555668831f), lanes_mul(x2, cosine_tail));
    Lanes cosine = lanes_add(lanes_sub(one, lanes_mul(lanes_all(0.5f), x2)),
                             lanes_mul(lanes_mul(x2, x2), cosine_tail));
    // Odd quarters swap both. Signs: sine + + - -, cosine + - - +.
    LaneMask first = lanes_equal(quarter, one);
    LaneMask swap = mask_or(first, lanes_equal(quarter, lanes_all(3.0f)));
    LaneMask below = lanes_less(one, quarter);
    LaneMask left = mask_or(first, lanes_equal(quarter, lanes_all(2.0f)));
    Lanes up = lanes_select(swap, cosine, sine);
    Lanes along = lanes_select(swap, sine, cosine);
    up = lanes_select(below, lanes_negate(up), up);
    up = lanes_mul(up, lanes_with_sign(one, angle));
    return (TrigLanes){up, lanes_select(left, lanes_negate(along), along)};
}

/// a + x b
static inline Lanes trig_lanes_line(float a, Lanes x, Lanes b) {
    return lanes_add(lanes_all(a), lanes_mul(x, b));
}

/// Arc tangent, with the polynomial of trig.c.
static inline Lanes trig_lanes_atan(Lanes value) {
    Lanes one = lanes_all(1.0f);
    Lanes size = lanes_abs(value);
    LaneMask steep = lanes_less(one, size);
    Lanes x = lanes_select(steep, lanes_div(one, size), size);
    Lanes x2 = lanes_mul(x, x);
    Lanes sum = trig_lanes_line(-0.0151325418f, x2, lanes_all(0.00262224581f));
    sum = trig_lanes_line(0.0411218703f, x2, sum);
    sum = trig_lanes_line(-0.0736670718f, x2, sum);
    sum = trig_lanes_line(0.105739325f, x2, sum);
    sum = trig_lanes_line(-0.141859755f, x2, sum);
    sum = trig_lanes_line(0.199903965f, x2, sum);
    sum = trig_lanes_line(-0.333329856f, x2, sum);
    Lanes angle = lanes_add(x, lanes_mul(lanes_mul(x, x2), sum));
    angle = lanes_select(steep, lanes_sub(lanes_all(0.5f * TRIG_PI), angle), angle);
    return lanes_with_sign(angle, value);
}

#include "ui/hold_ring.h"

#include "base/assert.h"
#include "ui/palette.h"

#include <math.h>

#define TURN 6.2831853f // rad

void hold_ring_draw(const Canvas *canvas, vec2s center, float radius, float part, uint32_t color) {
    enum {
        POINTS = 48
    };
    ASSERT(canvas != NULL);
    if (!(part > 0.0f) || !(radius > 0.0f)) {
        return;
    }
    float width = fmaxf(0.18f * radius, 3.0f);
    draw_ring(canvas->list, center, radius, 1.6f * width, PALETTE_WITH(PALETTE_INK, 0xC8));
    vec2s points[POINTS + 1];
    int count = (int)ceilf(fminf(part, 1.0f) * (float)POINTS);
    for (int i = 0; i <= count; i++) {
        float share = fminf((float)i / (float)POINTS, fminf(part, 1.0f));
        points[i] = draw_circle_point(center, radius, TURN * (share - 0.25f)); // y down: clockwise
    }
    draw_polyline(canvas->list, points, count + 1, false, width, color);
}

#include "track/ground.h"

/// Even-odd rule; a point on the edge of two neighbours belongs to one of them.
static bool quad_holds(const GroundQuad *quad, vec2s point) {
    bool inside = false;
    for (int i = 0; i < 4; i++) {
        int j = (i + 1) & 3;
        float ya = quad->y[i] - point.y;
        float yb = quad->y[j] - point.y;
        if ((ya > 0.0f) != (yb > 0.0f)) {
            float cross = (quad->x[i] - point.x) * yb - (quad->x[j] - point.x) * ya;
            inside ^= (cross > 0.0f) == (yb > ya);
        }
    }
    return inside;
}

/// Whether the way from `from` to `to` crosses the edge. Both ends of the edge are put on one side
/// of the way or the other by the same sum whichever edge asks, so that a way through a corner
/// crosses one of its two edges or none.
static bool crosses(const GroundEdge *edge, vec2s from, vec2s to) {
    float wx = to.x - from.x;
    float wy = to.y - from.y;
    float a = wx * (edge->a.y - from.y) - wy * (edge->a.x - from.x);
    float b = wx * (edge->b.y - from.y) - wy * (edge->b.x - from.x);
    if ((a > 0.0f) == (b > 0.0f)) {
        return false;
    }
    float ex = edge->b.x - edge->a.x;
    float ey = edge->b.y - edge->a.y;
    float c = ex * (from.y - edge->a.y) - ey * (from.x - edge->a.x);
    float d = ex * (to.y - edge->a.y) - ey * (to.x - edge->a.x);
    return (c > 0.0f) != (d > 0.0f);
}

uint8_t ground_surface(const Ground *ground, vec2s point) {
    float x = (point.x - ground->low.x) * ground->per_cell;
    float y = (point.y - ground->low.y) * ground->per_cell;
    if (!(x >= 0.0f && y >= 0.0f && x < (float)ground->columns && y < (float)ground->rows)) {
        return ground->outside;
    }
    int column = (int)x;
    int row = (int)y;
    GroundCell cell = ground->cells[row * ground->columns + column];
    const int32_t *word = ground->words + cell.first;
    const int32_t *end = word + (cell.packed >> 8);
    while (word < end) {
        int32_t head = *word++;
        if (head >= 0) {
            if (quad_holds(&ground->quads[head], point)) {
                return (uint8_t)ground->quads[head].surface;
            }
            continue;
        }
        int zone = ~head;
        bool inside = (zone & 1) != 0;
        vec2s reference = ground_reference(ground, column, row);
        for (int32_t count = *word++; count > 0; count--) {
            inside ^= crosses(&ground->edges[*word++], reference, point);
        }
        if (inside) {
            return ground->zone_surfaces[zone >> 1];
        }
    }
    return (uint8_t)(cell.packed & 0xFF);
}

#include "ground/ground.h"

_Static_assert((int)SIMD_LANES == 4, "one lane an edge, or a point");

/// Even-odd rule; a point on the edge of two neighbours belongs to one of them.
static bool quad_holds(const GroundQuad *quad, vec2s point) {
    const unsigned odd = 0x6996u; // bit k: k has an odd number of bits
    Lanes zero = lanes_all(0.0f);
    Lanes x = lanes_all(point.x);
    Lanes y = lanes_all(point.y);
    Lanes ya = lanes_sub(lanes_load_any(quad->y), y);
    Lanes yb = lanes_sub(lanes_load_any(quad->y + 1), y);
    unsigned straddles = mask_bits(lanes_less(zero, ya)) ^ mask_bits(lanes_less(zero, yb));
    Lanes xa = lanes_sub(lanes_load_any(quad->x), x);
    Lanes xb = lanes_sub(lanes_load_any(quad->x + 1), x);
    unsigned left = mask_bits(lanes_less(zero, lanes_cross(xa, ya, xb, yb)));
    unsigned rises = mask_bits(lanes_less(ya, yb));
    return (odd >> (straddles & ~(left ^ rises)) & 1u) != 0;
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

uint8_t ground_surface_among(const Ground *ground, int column, int row, vec2s point) {
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

void ground_surfaces(const Ground *ground, Lanes x, Lanes y, uint8_t out[4]) {
    Lanes per_cell = lanes_all(ground->per_cell);
    Lanes zero = lanes_all(0.0f);
    Lanes across = lanes_mul(lanes_sub(x, lanes_all(ground->low.x)), per_cell);
    Lanes up = lanes_mul(lanes_sub(y, lanes_all(ground->low.y)), per_cell);
    LaneMask from = mask_and(lanes_at_most(zero, across), lanes_at_most(zero, up));
    LaneMask to = mask_and(lanes_less(across, lanes_all((float)ground->columns)),
                           lanes_less(up, lanes_all((float)ground->rows)));
    LaneMask within = mask_and(from, to);
    unsigned inside = mask_bits(within);
    int32_t columns[SIMD_LANES], rows[SIMD_LANES];
    lanes_store_whole(lanes_keep(within, across), columns);
    lanes_store_whole(lanes_keep(within, up), rows);
    for (int i = 0; i < SIMD_LANES; i++) {
        uint32_t packed = ground->cells[rows[i] * ground->columns + columns[i]].packed;
        out[i] = (uint8_t)packed;
        if ((inside >> i & 1u) == 0) {
            out[i] = ground->outside;
        } else if (packed > UINT8_MAX) {
            float px[SIMD_LANES], py[SIMD_LANES];
            lanes_store(x, px);
            lanes_store(y, py);
            out[i] = ground_surface_among(ground, columns[i], rows[i], (vec2s){{px[i], py[i]}});
        }
    }
}

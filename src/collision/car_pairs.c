#include "collision/car_pairs.h"

#include "base/assert.h"
#include "base/bits.h"
#include "base/scalar.h"
#include "geometry/simd.h"

#include <math.h>

enum {
    TILE = 256,     ///< Boxes side by side at a time: 4 KiB of stack.
    BUCKETS = 1024, ///< Of bodies when pairs are sorted; each holds one of them up to this many.
    FEW_PAIRS = 48, ///< Up to here sorting by insertion alone is quicker.
};

// ---- order along x --------------------------------------------------------------------------

/// Whether box `a` comes before box `b` along x. Equal ones go by index, so that the order is a
/// function of the boxes alone and not of the steps before.
static bool comes_before(const Box *boxes, uint16_t a, uint16_t b) {
    float x_a = boxes[a].low.x;
    float x_b = boxes[b].low.x;
    return x_a < x_b || (!(x_b < x_a) && a < b);
}

static void sort_order(const Box *boxes, int count, uint16_t *order) {
    for (int i = 1; i < count; i++) {
        uint16_t moved = order[i];
        int k = i;
        for (; k > 0 && comes_before(boxes, moved, order[k - 1]); k--) {
            order[k] = order[k - 1];
        }
        order[k] = moved;
    }
}

// ---- sweep ----------------------------------------------------------------------------------

/// Boxes that follow each other in the order. Behind the last come some that nothing overlaps.
typedef struct Tile {
    float low_x[TILE + SIMD_LANES], low_y[TILE + SIMD_LANES];
    float high_x[TILE + SIMD_LANES], high_y[TILE + SIMD_LANES];
    const uint16_t *order;
    int count;
} Tile;

static void tile_fill(Tile *tile, const Box *boxes, const uint16_t *order, int count) {
    tile->order = order;
    tile->count = count;
    for (int i = 0; i < count; i++) {
        const Box *box = &boxes[order[i]];
        tile->low_x[i] = box->low.x;
        tile->low_y[i] = box->low.y;
        tile->high_x[i] = box->high.x;
        tile->high_y[i] = box->high.y;
    }
    for (int i = count; i < count + SIMD_LANES; i++) {
        tile->low_x[i] = tile->low_y[i] = tile->high_x[i] = tile->high_y[i] = NAN;
    }
}

typedef struct PairList {
    CarPair *out;
    int max, found;
} PairList;

static inline void add_pair(PairList *list, uint16_t first, uint16_t second) {
    if (list->found < list->max) {
        list->out[list->found] =
            first < second ? (CarPair){first, second} : (CarPair){second, first};
    }
    list->found++;
}

/// Adds the pairs of box `index` with those of the tile from entry `from` on.
static void sweep_box(const Tile *tile, const Box *boxes, uint16_t index, int from,
                      PairList *list) {
    Box box = boxes[index];
    Lanes low_y = lanes_all(box.low.y);
    Lanes high_x = lanes_all(box.high.x), high_y = lanes_all(box.high.y);
    for (int k = from; k < tile->count && tile->low_x[k] <= box.high.x; k += SIMD_LANES) {
        LaneMask x = lanes_at_most(lanes_load_any(tile->low_x + k), high_x);
        LaneMask y = mask_and(lanes_at_most(lanes_load_any(tile->low_y + k), high_y),
                              lanes_at_most(low_y, lanes_load_any(tile->high_y + k)));
        for (unsigned bits = mask_bits(mask_and(x, y)); bits != 0; bits &= bits - 1) {
            add_pair(list, index, tile->order[k + bits_lowest(bits)]);
        }
    }
}

/// Sweeps tile against tile, so that the copies need no memory but a little stack.
static void sweep(const Box *boxes, int count, const uint16_t *order, PairList *list) {
    for (int first = 0; first < count; first += TILE) {
        int first_end = first + TILE < count ? first + TILE : count;
        float end = -INFINITY;
        for (int i = first; i < first_end; i++) {
            end = float_max(boxes[order[i]].high.x, end);
        }
        for (int second = first; second < count && boxes[order[second]].low.x <= end;
             second += TILE) {
            Tile tile;
            tile_fill(&tile, boxes, order + second, count - second < TILE ? count - second : TILE);
            for (int i = first; i < first_end; i++) {
                sweep_box(&tile, boxes, order[i], second > first ? 0 : i + 1 - first, list);
            }
        }
    }
}

// ---- order of the pairs ---------------------------------------------------------------------

static bool pair_before(CarPair a, CarPair b) { return a.a < b.a || (a.a == b.a && a.b < b.b); }

static void insertion_sort(CarPair *pairs, int count) {
    for (int i = 1; i < count; i++) {
        CarPair moved = pairs[i];
        int k = i;
        for (; k > 0 && pair_before(moved, pairs[k - 1]); k--) {
            pairs[k] = pairs[k - 1];
        }
        pairs[k] = moved;
    }
}

/// Brings pairs of a lower bucket before those of a higher one, in place and in linear time: counts
/// each bucket and swaps every pair to the next free place of its own. Source: McIlroy, Bostic &
/// McIlroy, Engineering Radix Sort (1993).
static void sort_buckets(CarPair *pairs, int count, int shift, int buckets) {
    int next[BUCKETS] = {0};
    int end[BUCKETS];
    for (int i = 0; i < count; i++) {
        next[pairs[i].a >> shift]++;
    }
    int sum = 0;
    for (int k = 0; k < buckets; k++) {
        int size = next[k];
        next[k] = sum;
        sum += size;
        end[k] = sum;
    }
    for (int k = 0; k < buckets; k++) {
        while (next[k] < end[k]) {
            CarPair pair = pairs[next[k]];
            for (int own = pair.a >> shift; own != k; own = pair.a >> shift) {
                CarPair swapped = pairs[next[own]];
                pairs[next[own]++] = pair;
                pair = swapped;
            }
            pairs[next[k]++] = pair;
        }
    }
}

/// Sorts in place, without memory but a little stack.
static void sort_pairs(CarPair *pairs, int count, int bodies) {
    if (count > FEW_PAIRS) {
        int shift = 0;
        while ((bodies - 1) >> shift >= BUCKETS) {
            shift++;
        }
        sort_buckets(pairs, count, shift, ((bodies - 1) >> shift) + 1);
    }
    insertion_sort(pairs, count); // within the buckets
}

int car_pairs_find(const Box *boxes, int count, uint16_t *order, CarPair *out, int max) {
    ASSERT(count >= 0 && count <= UINT16_MAX + 1 && max >= 0);
    sort_order(boxes, count, order);
    PairList list = {.out = out, .max = max};
    sweep(boxes, count, order, &list);
    sort_pairs(out, list.found < max ? list.found : max, count);
    return list.found;
}

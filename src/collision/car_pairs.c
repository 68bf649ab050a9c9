#include "collision/car_pairs.h"

#include "base/assert.h"
#include "base/bits.h"
#include "base/scalar.h"
#include "geometry/simd.h"

#include <math.h>

enum {
    TILE = 256,         ///< Boxes side by side at a time: 4 KiB of stack.
    OVERLAPS_MAX = 256, ///< That wait until they become pairs.
    DIGITS = 256,       ///< By which pairs are sorted.
    FEW_PAIRS = 48,     ///< Up to here sorting by insertion is quicker.
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

/// Boxes of a tile side by side that overlap one box.
typedef struct Overlaps {
    uint16_t box;
    uint16_t entry; ///< Of the first one ...
    unsigned bits;  ///< ... and which: bit i is that of entry + i.
} Overlaps;

/// Overlaps on their way into the list. Which boxes overlap cannot be foreseen: so this takes down
/// without a branch what there is, and few of the branches that then take it out are guessed wrong.
typedef struct OverlapQueue {
    Overlaps at[OVERLAPS_MAX + TILE / SIMD_LANES + 1];
    int count;
} OverlapQueue;

/// Takes down which boxes of the tile overlap box `index`, from entry `from` on.
static inline void sweep_box(const Tile *tile, const Box *boxes, uint16_t index, int from,
                             OverlapQueue *queue) {
    Box box = boxes[index];
    Lanes low_y = lanes_all(box.low.y);
    Lanes high_x = lanes_all(box.high.x), high_y = lanes_all(box.high.y);
    Overlaps *next = queue->at + queue->count;
    for (int k = from; k < tile->count && tile->low_x[k] <= box.high.x; k += SIMD_LANES) {
        LaneMask x = lanes_at_most(lanes_load_any(tile->low_x + k), high_x);
        LaneMask y = mask_and(lanes_at_most(lanes_load_any(tile->low_y + k), high_y),
                              lanes_at_most(low_y, lanes_load_any(tile->high_y + k)));
        *next = (Overlaps){index, (uint16_t)k, mask_bits(mask_and(x, y))};
        next += next->bits != 0;
    }
    queue->count = (int)(next - queue->at);
}

/// Empties the queue into the list.
static inline void add_overlaps(const Tile *tile, OverlapQueue *queue, PairList *list) {
    for (int i = 0; i < queue->count; i++) {
        const Overlaps *overlaps = &queue->at[i];
        const uint16_t *others = tile->order + overlaps->entry;
        for (unsigned bits = overlaps->bits; bits != 0; bits &= bits - 1) {
            add_pair(list, overlaps->box, others[bits_lowest(bits)]);
        }
    }
    queue->count = 0;
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
            OverlapQueue queue;
            queue.count = 0;
            for (int i = first; i < first_end; i++) {
                sweep_box(&tile, boxes, order[i], second > first ? 0 : i + 1 - first, &queue);
                if (queue.count >= OVERLAPS_MAX) {
                    add_overlaps(&tile, &queue, list);
                }
            }
            add_overlaps(&tile, &queue, list);
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

static inline int digit_of(CarPair pair, bool by_b, int shift) {
    return (by_b ? pair.b : pair.a) >> shift & (DIGITS - 1);
}

/// Sorts by eight bits of one body's index, from bit `shift` on; keeps the order of equal ones.
static inline void sort_by_digit(const CarPair *pairs, int count, bool by_b, int shift,
                                 CarPair *out) {
    int next[DIGITS] = {0};
    for (int i = 0; i < count; i++) {
        next[digit_of(pairs[i], by_b, shift)]++;
    }
    int sum = 0;
    for (int k = 0; k < DIGITS; k++) {
        int size = next[k];
        next[k] = sum;
        sum += size;
    }
    for (int i = 0; i < count; i++) {
        out[next[digit_of(pairs[i], by_b, shift)]++] = pairs[i];
    }
}

void car_pairs_sort(CarPair *pairs, int count, int body_count, CarPair *scratch) {
    if (count <= FEW_PAIRS) {
        insertion_sort(pairs, count);
        return;
    }
    // Least significant digit first, from one array to the other and back.
    sort_by_digit(pairs, count, true, 0, scratch);
    if (body_count > DIGITS) {
        sort_by_digit(scratch, count, true, 8, pairs);
        sort_by_digit(pairs, count, false, 0, scratch);
        sort_by_digit(scratch, count, false, 8, pairs);
    } else {
        sort_by_digit(scratch, count, false, 0, pairs);
    }
}

int car_pairs_find(const Box *boxes, int count, uint16_t *order, CarPair *out, int max) {
    ASSERT(count >= 0 && count <= UINT16_MAX + 1 && max >= 0);
    sort_order(boxes, count, order);
    PairList list = {.out = out, .max = max};
    sweep(boxes, count, order, &list);
    return list.found;
}

#include "collision/car_pairs.h"

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

static bool pair_before(CarPair a, CarPair b) { return a.a < b.a || (a.a == b.a && a.b < b.b); }

/// Lets entry `at` of a heap (largest on top) of `count` pairs sink to its place.
static void sink(CarPair *pairs, int count, int at) {
    CarPair moved = pairs[at];
    for (int child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && pair_before(pairs[child], pairs[child + 1])) {
            child++;
        }
        if (!pair_before(moved, pairs[child])) {
            break;
        }
        pairs[at] = pairs[child];
        at = child;
    }
    pairs[at] = moved;
}

/// Sorts in place without memory of its own: by insertion where pairs are few, by heap where many.
static void sort_pairs(CarPair *pairs, int count) {
    if (count <= 32) {
        for (int i = 1; i < count; i++) {
            CarPair moved = pairs[i];
            int k = i;
            for (; k > 0 && pair_before(moved, pairs[k - 1]); k--) {
                pairs[k] = pairs[k - 1];
            }
            pairs[k] = moved;
        }
        return;
    }
    for (int i = count / 2 - 1; i >= 0; i--) {
        sink(pairs, count, i);
    }
    for (int last = count - 1; last > 0; last--) {
        CarPair largest = pairs[0];
        pairs[0] = pairs[last];
        pairs[last] = largest;
        sink(pairs, last, 0);
    }
}

int car_pairs_find(const Box *boxes, int count, uint16_t *order, CarPair *out, int max) {
    sort_order(boxes, count, order);
    int found = 0;
    for (int i = 0; i < count; i++) {
        uint16_t first = order[i];
        for (int k = i + 1; k < count && boxes[order[k]].low.x <= boxes[first].high.x; k++) {
            uint16_t second = order[k];
            if (boxes[first].low.y > boxes[second].high.y ||
                boxes[second].low.y > boxes[first].high.y) {
                continue;
            }
            if (found == max) {
                sort_pairs(out, found);
                return found;
            }
            out[found++] = first < second ? (CarPair){first, second} : (CarPair){second, first};
        }
    }
    sort_pairs(out, found);
    return found;
}

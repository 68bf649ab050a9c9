/// A binary heap of numbered items, the smallest key first; equal keys by item, so that the order
/// is the same everywhere.
#pragma once

#include <stdbool.h>

typedef struct HeapItem {
    float key;
    int item;
} HeapItem;

/// `items` is the caller's, with room for `max`.
typedef struct Heap {
    HeapItem *items;
    int count, max;
} Heap;

static inline bool heap_before(HeapItem a, HeapItem b) {
    return a.key < b.key || (a.key == b.key && a.item < b.item);
}

/// Adds an item; false where there is no room. O(log count).
static inline bool heap_push(Heap *heap, float key, int item) {
    if (heap->count == heap->max) {
        return false;
    }
    HeapItem added = {key, item};
    int at = heap->count++;
    while (at > 0 && heap_before(added, heap->items[(at - 1) / 2])) {
        heap->items[at] = heap->items[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap->items[at] = added;
    return true;
}

/// Takes the first item off a heap that is not empty. O(log count).
static inline HeapItem heap_pop(Heap *heap) {
    HeapItem first = heap->items[0];
    HeapItem last = heap->items[--heap->count];
    int at = 0;
    for (;;) {
        int child = 2 * at + 1;
        if (child >= heap->count) {
            break;
        }
        if (child + 1 < heap->count && heap_before(heap->items[child + 1], heap->items[child])) {
            child++;
        }
        if (!heap_before(heap->items[child], last)) {
            break;
        }
        heap->items[at] = heap->items[child];
        at = child;
    }
    heap->items[at] = last;
    return first;
}

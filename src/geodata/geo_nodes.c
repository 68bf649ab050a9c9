#include "geodata/geo_nodes.h"

#include <stdlib.h>

bool geo_nodes_id(const char *text, int64_t *out) {
    bool minus = *text == '-';
    const char *digits = text + minus;
    int64_t id = 0;
    for (text = digits; *text >= '0' && *text <= '9'; text++) {
        int digit = *text - '0';
        if (id > (INT64_MAX - digit) / 10) {
            return false;
        }
        id = 10 * id + digit;
    }
    if (*text != '\0' || text == digits) {
        return false;
    }
    *out = minus ? -id : id;
    return true;
}

void geo_nodes_add(GeoNodes *nodes, GeoNode node, Arena *arena) {
    nodes->items = arena_grow(arena, nodes->items, nodes->count, sizeof *nodes->items);
    nodes->items[nodes->count++] = node;
}

static int compare(const void *a, const void *b) {
    const GeoNode *first = a;
    const GeoNode *second = b;
    return (first->id > second->id) - (first->id < second->id);
}

void geo_nodes_sort(GeoNodes *nodes) {
    if (nodes->count > 0) {
        qsort(nodes->items, (size_t)nodes->count, sizeof *nodes->items, compare);
    }
}

const GeoNode *geo_nodes_find(const GeoNodes *nodes, int64_t id) {
    const GeoNode wanted = {.id = id};
    return nodes->count > 0
               ? bsearch(&wanted, nodes->items, (size_t)nodes->count, sizeof *nodes->items, compare)
               : NULL;
}

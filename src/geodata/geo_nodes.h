/// Nodes of OpenStreetMap: positions that ways name by their ids.
#pragma once

#include "base/arena.h"
#include "geometry/point.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct GeoNode {
    int64_t id;
    Point at; ///< x longitude, y latitude, in degrees.
} GeoNode;

typedef struct GeoNodes {
    GeoNode *items;
    int count;
} GeoNodes;

/// Reads an id: digits, perhaps with a minus before, as editors number what is new. False where they
/// are none or more than an int64_t holds.
bool geo_nodes_id(const char *text, int64_t *out);

void geo_nodes_add(GeoNodes *nodes, int64_t id, Point at, Arena *arena);

/// Puts the nodes in order, after the last is added.
void geo_nodes_sort(GeoNodes *nodes);

/// The node `id`, any of several that have it; NULL where there is none. O(log count).
const GeoNode *geo_nodes_find(const GeoNodes *nodes, int64_t id);

/// Nodes of OpenStreetMap: positions that ways name by their ids.
#pragma once

#include "formats/yaml.h"
#include "geometry/point.h"

#include <stdint.h>

typedef struct GeoNode {
    int64_t id;
    Point at;             ///< x longitude, y latitude, in degrees; of XML.
    const YamlNode *json; ///< The element, of JSON, with its position in it; NULL: none.
} GeoNode;

typedef struct GeoNodes {
    GeoNode *items;
    int count;
} GeoNodes;

/// What to do where a way names a node that the file does not have.
#define GEO_NODES_HELP "export the ways with all their nodes"

/// Reads an id: digits, perhaps with a minus before, as editors number what is new. False where
/// they are none or more than an int64_t holds.
bool geo_nodes_id(const char *text, int64_t *out);

void geo_nodes_add(GeoNodes *nodes, GeoNode node, Arena *arena);

/// Puts the nodes in order, after the last is added.
void geo_nodes_sort(GeoNodes *nodes);

/// The node `id`, any of several that have it; NULL where there is none. O(log count).
const GeoNode *geo_nodes_find(const GeoNodes *nodes, int64_t id);

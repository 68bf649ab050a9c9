/// Answers of Overpass in JSON whose ways name nodes (`out; >; out skel;`), as its web page asks
/// for by default: gives each way the positions of its nodes, as `out geom` does.
#pragma once

#include "formats/yaml.h"

/// Sets "geometry", a list of nodes, in each way of the list `elements` (may be NULL) that has
/// "nodes" instead. A node that the file does not have is a mistake (E629), told up to
/// GEO_MISTAKES_MAX times; ways of which it has no node at all are left as they are. Of ways beside
/// those of a raceway no node is asked for.
void geo_overpass_place(YamlNode *elements, Arena *arena, MessageList *messages);

/// Joins lines of a map end to end, in any order and direction: to circuits and open roads.
///
/// A road begins with the longest line that is left and goes on at its end, until it is back where
/// it began. Where several lines lead on, those that are no pit lane come first, then those of the
/// same name, then those that turn least. A choice that leads to no circuit is taken back, and the
/// next is tried. Ends that do not touch are joined where they are nearer than three widths of the
/// road, and nothing touches them.
#pragma once

#include "base/arena.h"
#include "geodata/geo_line.h"

/// m: ends nearer than this touch.
#define GEO_TOUCH 1.0

/// Lines joined to one road.
typedef struct GeoRoad {
    int *lines; ///< In driving order.
    bool *back; ///< Whether each is driven against its drawing.
    int count;
    bool closed;
    float length;     ///< m, with gaps that were closed.
    int first;        ///< The least of `lines`: roads are in the order of the file.
    int *ways;        ///< How many lines lead on to each line's beginning, that line with them.
    const char **why; ///< Why it was taken of them; NULL: there is no choice, or the road is open.
} GeoRoad;

typedef struct GeoRoads {
    GeoRoad *items;
    int count;
} GeoRoads;

/// Lines whose order a GeoJSON file does not say. `metres`: positions are metres, not degrees.
typedef struct GeoMap {
    const GeoLine *lines;
    int count;
    bool metres;
    float width; ///< m, of lines that do not say it.
} GeoMap;

/// m between two positions of the map.
double geo_map_distance(const GeoMap *map, Point a, Point b);

/// m: the largest gap between two lines that is closed, three widths of the narrower one.
float geo_map_gap(const GeoMap *map, int a, int b);

/// The end of a line (`end` 1) or its beginning (0).
Point geo_map_end(const GeoMap *map, int line, int end);

/// All roads of the map, those of the lowest lines first. Each line is part of one. Lives in
/// `arena`. At most 4000 lines: it looks at each pair of ends.
GeoRoads geo_join(const GeoMap *map, Arena *arena);

enum {
    GEO_LINES_MAX = 4000
};

/// The surface of the earth as a plane: from degrees to metres.
#pragma once

#include "base/number.h"
#include "geometry/point.h"

#include <stdbool.h>

enum {
    GEO_TEXT_MAX = 2 * NUMBER_TEXT_MAX + 8 ///< Bytes of a position in a message.
};

/// Whether x is a longitude and y a latitude, in degrees. Maps of the poles are for others: beyond
/// 85 degrees of latitude nothing is one.
bool geo_is_position(Point at);

/// "[7.42719, 43.7394]"; `out` is returned.
const char *geo_text(Point at, char out[GEO_TEXT_MAX]);

/// Turns positions into metres about their middle, x east and y north. A circle of latitude is as
/// long as the middle one. Across the date line the short way is taken.
void geo_to_metres(Point *points, int count);

/// m of a degree of latitude.
double geo_degree(void);

/// The way from one position to another, near it, in metres.
Point geo_way(Point from, Point to);

/// m between two positions that are near each other.
double geo_distance(Point a, Point b);

/// Whether the position lies where no circuits are, in an ocean or a desert, while it lies where
/// some are once longitude and latitude are swapped. A guess, by rough boxes.
bool geo_looks_swapped(Point at);

/// Reads GPX, in which receivers and route planners keep tracks and routes.
///
/// Source: https://www.topografix.com/GPX/1/1/
#pragma once

#include "geodata/geo_xml.h"

/// Adds each segment of a track (trkseg) and each route (rte) to the file, with name and type as
/// tags. Heights, times and waypoints are left out.
void geo_gpx_read(const GeoXml *xml, const XmlElement *root);

/// Reads KML, in which Google Earth and My Maps keep what is drawn on a map.
///
/// Source: OGC KML 2.2 and 2.3, https://www.ogc.org/standard/kml/
#pragma once

#include "geodata/geo_xml.h"

/// Adds each line of a Placemark to the file: LineString, LinearRing, the outer edge of a Polygon,
/// gx:Track, alone or in a MultiGeometry. Its tags are its name and its ExtendedData. Heights,
/// times, styles and points are left out.
void geo_kml_read(const GeoXml *xml, const XmlElement *root);

/// The name of the whole document; NULL where it has none.
const char *geo_kml_name(const GeoXml *xml, const XmlElement *root);

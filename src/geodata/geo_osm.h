/// Reads OpenStreetMap's own XML: what its web site exports (.osm), JOSM saves and Overpass
/// answers.
///
/// Source: https://wiki.openstreetmap.org/wiki/OSM_XML
#pragma once

#include "geodata/geo_xml.h"

/// Adds each way to the file, with its tags. Its positions are those of the nodes that it names,
/// wherever they stand in the file, or its own, as Overpass writes them with `out geom`. Where a
/// way is tagged as a raceway, only such are read. A way that names a node which the file does not
/// have is a mistake (E629), unless no way has any. Ways of relations are read where there are no
/// others; what is deleted is left out.
void geo_osm_read(const GeoXml *xml, const XmlElement *root);

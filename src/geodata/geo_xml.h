/// What the readers of geographic XML (KML, GPX, OpenStreetMap) share: positions, tags, lines.
///
/// Mistakes are told one by one, up to GEO_MISTAKES_MAX of a file; what is beside them is read on.
#pragma once

#include "formats/xml.h"
#include "geodata/geo_read.h"

typedef struct GeoXml {
    GeoFile *file;
    Arena *arena;
    MessageList *messages;
    int errors; ///< In `messages` before this file.
} GeoXml;

/// Says E629 at `place`: "<trkpt> has no lat".
void geo_xml_refuse(const GeoXml *xml, Place place, const char *element, const char *what,
                    const char *help);

/// Reads degrees as XML has numbers: blanks around, zeros before, no digit before or behind the
/// point. False where `text`, of `size` bytes, is none; `out` is then as it was.
bool geo_xml_degrees(const char *text, size_t size, double *out);

/// The position in the attributes lat and lon. False, with a message, where they are none.
bool geo_xml_position(const GeoXml *xml, const XmlElement *element, Point *out);

/// Sets a tag of a line; `*properties` may be NULL, which is no tag yet. Tags past YAML_KEYS_MAX
/// are left out. A number is one, as in GeoJSON.
void geo_xml_tag(const GeoXml *xml, YamlNode **properties, const char *key, const char *value,
                 Place place);

void geo_xml_add_point(const GeoXml *xml, GeoLine *line, Point at, Place place);

/// Adds the line to the file, unless it has no point.
void geo_xml_add_line(const GeoXml *xml, const GeoLine *line);

/// The text of `element` (may be NULL) without the blanks around it, in the arena; NULL where there
/// is none.
const char *geo_xml_text(const GeoXml *xml, const XmlElement *element);

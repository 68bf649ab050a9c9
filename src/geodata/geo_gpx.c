#include "geodata/geo_gpx.h"

#include <string.h>

/// The tags of a track or route.
static YamlNode *read_tags(const GeoXml *xml, const XmlElement *element) {
    YamlNode *tags = NULL;
    const XmlElement *name = xml_child(element, "name");
    const char *text = geo_xml_text(xml, name);
    if (text) {
        geo_xml_tag(xml, &tags, "name", text, name->text_place);
    }
    return tags;
}

/// Adds the points of `element` that are called `point` as a line.
static void read_points(const GeoXml *xml, const XmlElement *element, const char *point,
                        const YamlNode *tags) {
    GeoLine line = {
        .recorded = strcmp(point, "trkpt") == 0, .properties = tags, .place = element->place};
    for (const XmlElement *child = element->first; child; child = child->next) {
        Point at = {0.0, 0.0};
        if (xml_is(child, point) && geo_xml_position(xml, child, &at)) {
            geo_xml_add_point(xml, &line, at, child->place);
        }
    }
    geo_xml_add_line(xml, &line);
}

void geo_gpx_read(const GeoXml *xml, const XmlElement *root) {
    for (const XmlElement *child = root->first; child; child = child->next) {
        if (xml_is(child, "rte")) {
            read_points(xml, child, "rtept", read_tags(xml, child));
        } else if (xml_is(child, "trk")) {
            const YamlNode *tags = read_tags(xml, child);
            for (const XmlElement *part = child->first; part; part = part->next) {
                if (xml_is(part, "trkseg")) {
                    read_points(xml, part, "trkpt", tags);
                }
            }
        } else if (xml_is(child, "wpt")) {
            xml->file->other = "waypoint";
        }
    }
}

#include "geodata/geo_kml.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

static const char blanks[] = " \t\r\n";

// ---- positions ------------------------------------------------------------------------------

/// Reads longitude and latitude, parted by one of `marks`, of the `size` bytes at `text`. A height
/// behind them is left out, anything more is a mistake.
static bool read_pair(const char *text, size_t size, const char *marks, Point *out) {
    double numbers[3] = {0.0, 0.0, 0.0};
    int count = 0;
    for (size_t at = 0; at <= size;) {
        size_t end = at + strcspn(text + at, marks);
        end = end < size ? end : size;
        bool height = count == 2;
        if (count > 2 || !(geo_xml_degrees(text + at, end - at, &numbers[count]) ||
                           (height && strspn(text + at, blanks) >= end - at))) {
            return false;
        }
        count++;
        at = end + 1;
    }
    *out = (Point){numbers[0], numbers[1]};
    return count >= 2;
}

static void refuse_pair(const GeoXml *xml, const XmlElement *element, Place place, const char *text,
                        size_t size, const char *help) {
    char what[80];
    snprintf(what, sizeof what, "\"%.*s\", which is no longitude and latitude",
             (int)(size < 32 ? size : 32), text);
    geo_xml_refuse(xml, place, element->name, what, help);
}

/// Moves `place` past `size` bytes of `text`.
static Place place_past(Place place, const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        place.column = text[i] == '\n' ? 1 : place.column + !text_continues(text[i]);
        place.line += text[i] == '\n';
    }
    return place;
}

/// How many bytes the tuple at `text` has. Blanks behind its commas are no part of the standard,
/// but some programs write them: a number alone belongs to the comma before it.
static size_t tuple_size(const char *text) {
    size_t size = strcspn(text, blanks);
    for (int numbers = 1; numbers < 4 && size > 0 && text[size - 1] == ','; numbers++) {
        const char *next = text + size + strspn(text + size, blanks);
        size_t word = strcspn(next, blanks);
        size_t comma = strcspn(next, ",");
        if (word == 0 || comma + 1 < word) {
            break;
        }
        size = (size_t)(next - text) + word;
    }
    return size;
}

/// The tuples of <coordinates>: longitude,latitude[,height], with blanks between them.
static void read_coordinates(const GeoXml *xml, const XmlElement *element, GeoLine *line) {
    const char *text = element->text ? element->text : "";
    Place place = element->text_place;
    for (size_t size = 0;; text += size) {
        size_t gap = strspn(text, blanks);
        place = place_past(place, text, gap);
        text += gap;
        size = tuple_size(text);
        if (size == 0) {
            return;
        }
        Point at = {0.0, 0.0};
        if (read_pair(text, size, ",", &at)) {
            geo_xml_add_point(xml, line, at, place);
        } else {
            refuse_pair(xml, element, place, text, size, "write longitude,latitude: 7.427,43.739");
        }
        place = place_past(place, text, size);
    }
}

/// The points of a gx:Track: one gx:coord each, "longitude latitude height". In KML 2.3 both stand
/// without their prefix.
static void read_track(const GeoXml *xml, const XmlElement *track, GeoLine *line) {
    line->recorded = true;
    for (const XmlElement *child = track->first; child; child = child->next) {
        const char *text =
            xml_is(child, "gx:coord") || xml_is(child, "coord") ? geo_xml_text(xml, child) : NULL;
        Point at = {0.0, 0.0};
        if (text && read_pair(text, strlen(text), blanks, &at)) {
            geo_xml_add_point(xml, line, at, child->place);
        } else if (text) {
            refuse_pair(xml, child, child->place, text, strlen(text),
                        "write longitude and latitude: 7.427 43.739");
        }
    }
}

// ---- placemarks -----------------------------------------------------------------------------

static void set_tag(const GeoXml *xml, YamlNode **tags, const char *key, const XmlElement *value) {
    const char *text = key ? geo_xml_text(xml, value) : NULL;
    if (text) {
        geo_xml_tag(xml, tags, key, text, value->text_place);
    }
}

/// Name, id and ExtendedData of a Placemark.
static YamlNode *read_tags(const GeoXml *xml, const XmlElement *placemark) {
    YamlNode *tags = NULL;
    const char *id = xml_attribute(placemark, "id");
    if (id && id[0]) {
        geo_xml_tag(xml, &tags, "@id", id, placemark->place);
    }
    const XmlElement *extended = xml_child(placemark, "ExtendedData");
    const XmlElement *child = extended ? extended->first : NULL;
    for (; child; child = child->next) {
        if (xml_is(child, "Data")) {
            set_tag(xml, &tags, xml_attribute(child, "name"), xml_child(child, "value"));
        }
        for (const XmlElement *item = child->first; item; item = item->next) {
            if (xml_is(item, "SimpleData")) {
                set_tag(xml, &tags, xml_attribute(item, "name"), item);
            }
        }
    }
    set_tag(xml, &tags, "name", xml_child(placemark, "name"));
    return tags;
}

static void read_geometry(const GeoXml *xml, const XmlElement *element, const YamlNode *tags) {
    GeoLine line = {.properties = tags, .place = element->place};
    const XmlElement *path = element;
    line.polygon = xml_is(element, "Polygon");
    if (line.polygon) {
        path = xml_child(xml_child(element, "outerBoundaryIs"), "LinearRing");
    }
    bool ring = path && xml_is(path, "LinearRing");
    if (xml_is(element, "gx:Track") || xml_is(element, "Track")) {
        read_track(xml, element, &line);
    } else if (path && (ring || xml_is(path, "LineString"))) {
        const XmlElement *coordinates = xml_child(path, "coordinates");
        line.ring = ring;
        if (coordinates) {
            read_coordinates(xml, coordinates, &line);
        }
    } else if (xml_is(element, "MultiGeometry") || xml_is(element, "gx:MultiTrack") ||
               xml_is(element, "MultiTrack")) {
        for (const XmlElement *part = element->first; part; part = part->next) {
            read_geometry(xml, part, tags);
        }
    } else if (xml_is(element, "Point")) {
        xml->file->other = "Point";
    }
    geo_xml_add_line(xml, &line);
}

void geo_kml_read(const GeoXml *xml, const XmlElement *root) {
    for (const XmlElement *child = root->first; child; child = child->next) {
        if (xml_is(child, "Placemark")) {
            const YamlNode *tags = read_tags(xml, child);
            for (const XmlElement *part = child->first; part; part = part->next) {
                read_geometry(xml, part, tags);
            }
        } else if (xml_is(child, "NetworkLink")) {
            xml->file->other = "NetworkLink";
        } else {
            geo_kml_read(xml, child);
        }
    }
}

const char *geo_kml_name(const GeoXml *xml, const XmlElement *root) {
    return geo_xml_text(xml, xml_child(xml_child(root, "Document"), "name"));
}

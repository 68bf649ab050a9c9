#include "geodata/geo_xml.h"

#include "base/number.h"
#include "formats/yaml_build.h"

#include <stdio.h>
#include <string.h>

static const char blanks[] = " \t\r\n";

void geo_xml_refuse(const GeoXml *xml, Place place, const char *element, const char *what,
                    const char *help) {
    if (xml->messages->error_count - xml->errors < GEO_MISTAKES_MAX) {
        char quoted[48];
        snprintf(quoted, sizeof quoted, "<%.40s>", element);
        message_add(xml->messages, MESSAGE_E629, place, quoted, what, help);
    }
}

bool geo_xml_degrees(const char *text, size_t size, double *out) {
    while (size > 0 && strchr(blanks, text[size - 1])) {
        size--;
    }
    for (; size > 0 && strchr(blanks, *text); size--) {
        text++;
    }
    bool minus = size > 0 && *text == '-';
    if (size > 0 && (minus || *text == '+')) {
        text++;
        size--;
    }
    for (; size > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9'; size--) {
        text++;
    }
    char number[NUMBER_TEXT_MAX + 2] = "0";
    size_t used = size > 1 && *text == '.' ? 1 : 0;
    if (size == 0 || size >= NUMBER_TEXT_MAX || *text == '-' || *text == '+') {
        return false;
    }
    memcpy(number + used, text, size);
    used += size;
    number[used - (size > 1 && text[size - 1] == '.' ? 1 : 0)] = '\0';
    double value = 0.0;
    if (!number_parse(number, &value)) {
        return false;
    }
    *out = minus ? -value : value;
    return true;
}

static bool read_angle(const GeoXml *xml, const XmlElement *element, const char *name,
                       double *out) {
    const char *text = xml_attribute(element, name);
    if (text && geo_xml_degrees(text, strlen(text), out)) {
        return true;
    }
    char what[64];
    snprintf(what, sizeof what, text ? "%s=\"%.24s\", which is no number" : "no %s", name, text);
    geo_xml_refuse(xml, element->place, element->name, what,
                   text && strchr(text, ',') ? "write a point, not a comma: 43.739" : "");
    return false;
}

bool geo_xml_position(const GeoXml *xml, const XmlElement *element, Point *out) {
    bool fits = read_angle(xml, element, "lat", &out->y);
    return read_angle(xml, element, "lon", &out->x) && fits;
}

void geo_xml_tag(const GeoXml *xml, YamlNode **properties, const char *key, const char *value,
                 Place place) {
    if (!*properties) {
        *properties = yaml_build_map(xml->arena, place);
    }
    if ((*properties)->count >= YAML_KEYS_MAX || strlen(key) > YAML_KEY_MAX) {
        return;
    }
    YamlNode *tag = yaml_build_text(xml->arena, place, value);
    tag->quoted = !number_is_number(value);
    yaml_build_set(xml->arena, *properties, key, tag);
}

void geo_xml_add_point(const GeoXml *xml, GeoLine *line, Point at, Place place) {
    line->at = arena_grow(xml->arena, line->at, line->count, sizeof *line->at);
    line->places = arena_grow(xml->arena, line->places, line->count, sizeof *line->places);
    line->at[line->count] = at;
    line->places[line->count++] = place;
}

void geo_xml_add_line(const GeoXml *xml, const GeoLine *line) {
    if (line->count > 0) {
        geo_file_add(xml->file, line, xml->arena, xml->messages);
    }
}

const char *geo_xml_text(const GeoXml *xml, const XmlElement *element) {
    const char *text = element ? element->text : NULL;
    if (!text) {
        return NULL;
    }
    text += strspn(text, blanks);
    size_t size = strlen(text);
    while (size > 0 && strchr(blanks, text[size - 1])) {
        size--;
    }
    return size > 0 ? arena_copy(xml->arena, text, size) : NULL;
}

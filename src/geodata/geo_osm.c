#include "geodata/geo_osm.h"

#include "geodata/geo_nodes.h"

#include <stdio.h>
#include <string.h>

static bool is_attribute(const XmlElement *element, const char *name, const char *value) {
    const char *text = xml_attribute(element, name);
    return text && strcmp(text, value) == 0;
}

/// Whether an editor or the history of the map says that it is no more.
static bool is_deleted(const XmlElement *element) {
    return is_attribute(element, "action", "delete") || is_attribute(element, "visible", "false");
}

/// Whether the element is a way that is there.
static bool is_way(const XmlElement *element) {
    return xml_is(element, "way") && !is_deleted(element);
}

// ---- nodes ----------------------------------------------------------------------------------

static void read_nodes(const GeoXml *xml, const XmlElement *root, GeoNodes *nodes) {
    for (const XmlElement *node = root->first; node; node = node->next) {
        if (!xml_is(node, "node") || is_deleted(node)) {
            continue;
        }
        int64_t id = 0;
        Point at = {0.0, 0.0};
        const char *text = xml_attribute(node, "id");
        if (text && geo_nodes_id(text, &id)) {
            if (geo_xml_position(xml, node, &at)) {
                geo_nodes_add(nodes, (GeoNode){.id = id, .at = at}, xml->arena);
            }
        } else {
            geo_xml_refuse(xml, node->place, "node", text ? "an id that is no number" : "no id",
                           "");
        }
    }
    geo_nodes_sort(nodes);
}

// ---- ways -----------------------------------------------------------------------------------

static YamlNode *read_tags(const GeoXml *xml, const XmlElement *element, const char *id) {
    YamlNode *tags = NULL;
    if (id && id[0]) {
        geo_xml_tag(xml, &tags, "@id", id, element->place);
    }
    for (const XmlElement *child = element->first; child; child = child->next) {
        const char *key = xml_is(child, "tag") ? xml_attribute(child, "k") : NULL;
        const char *value = key ? xml_attribute(child, "v") : NULL;
        if (value && strcmp(key, "@id") != 0) {
            geo_xml_tag(xml, &tags, key, value, child->place);
        }
    }
    return tags;
}

/// The node that <nd> names; NULL where the file does not have it.
static const GeoNode *find_node(const XmlElement *nd, const GeoNodes *nodes) {
    const char *ref = xml_attribute(nd, "ref");
    int64_t id = 0;
    return ref && geo_nodes_id(ref, &id) ? geo_nodes_find(nodes, id) : NULL;
}

static bool has_position(const XmlElement *nd) {
    return xml_attribute(nd, "lat") || xml_attribute(nd, "lon");
}

/// The position of <nd>: its own, or that of the node it names.
static bool read_position(const GeoXml *xml, const XmlElement *nd, const GeoNodes *nodes,
                          Point *out) {
    if (has_position(nd)) {
        return geo_xml_position(xml, nd, out);
    }
    const GeoNode *node = find_node(nd, nodes);
    if (node) {
        *out = node->at;
        return true;
    }
    const char *ref = xml_attribute(nd, "ref");
    char what[80];
    snprintf(what, sizeof what, ref ? "ref=\"%.24s\", but no such node is in the file" : "no ref",
             ref);
    geo_xml_refuse(xml, nd->place, "nd", what, ref ? GEO_NODES_HELP : "");
    return false;
}

/// Adds the nodes of a way, or of a member of a relation that is one, as a line.
static void read_way(const GeoXml *xml, const XmlElement *way, const YamlNode *tags,
                     const GeoNodes *nodes) {
    GeoLine line = {.properties = tags, .place = way->place};
    for (const XmlElement *nd = way->first; nd; nd = nd->next) {
        Point at = {0.0, 0.0};
        if (xml_is(nd, "nd") && read_position(xml, nd, nodes, &at)) {
            geo_xml_add_point(xml, &line, at, nd->place);
        }
    }
    geo_xml_add_line(xml, &line);
}

static void read_relation(const GeoXml *xml, const XmlElement *relation, const GeoNodes *nodes) {
    const YamlNode *tags = read_tags(xml, relation, xml_attribute(relation, "id"));
    for (const XmlElement *member = relation->first; member; member = member->next) {
        if (xml_is(member, "member") && is_attribute(member, "type", "way")) {
            read_way(xml, member, tags, nodes);
        }
    }
}

// ---- the whole ------------------------------------------------------------------------------

/// A way as a line that has no positions yet: its place, its tags and what they say.
static GeoLine line_of(const GeoXml *xml, const XmlElement *way) {
    GeoLine line = {.properties = read_tags(xml, way, xml_attribute(way, "id")),
                    .place = way->place};
    geo_line_read_tags(&line);
    return line;
}

/// Whether any position of the way is known.
static bool is_placed(const XmlElement *way, const GeoNodes *nodes) {
    for (const XmlElement *nd = way->first; nd; nd = nd->next) {
        if (xml_is(nd, "nd") && (has_position(nd) || find_node(nd, nodes))) {
            return true;
        }
    }
    return false;
}

void geo_osm_read(const GeoXml *xml, const XmlElement *root) {
    GeoNodes nodes = {0};
    read_nodes(xml, root, &nodes);
    GeoLine *lines = NULL;
    int count = 0;
    int races = 0;
    bool bare = true;
    for (const XmlElement *way = root->first; way; way = way->next) {
        if (is_way(way)) {
            lines = arena_grow(xml->arena, lines, count, sizeof *lines);
            lines[count] = line_of(xml, way);
            races += lines[count++].race;
            bare = bare && !is_placed(way, &nodes);
        }
    }
    xml->file->bare_ways = bare && count > 0;
    xml->file->other_count += races > 0 ? count - races : 0;
    int i = 0;
    for (const XmlElement *way = bare ? NULL : root->first; way; way = way->next) {
        if (is_way(way) && (lines[i++].race || races == 0)) {
            read_way(xml, way, lines[i - 1].properties, &nodes);
        }
    }
    const XmlElement *relation = count == 0 ? root->first : NULL;
    for (; relation; relation = relation->next) {
        if (xml_is(relation, "relation") && !is_deleted(relation)) {
            read_relation(xml, relation, &nodes);
        }
    }
}

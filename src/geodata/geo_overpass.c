#include "geodata/geo_overpass.h"

#include "formats/json_text.h"
#include "formats/yaml_build.h"
#include "geodata/geo_line.h"
#include "geodata/geo_nodes.h"

#include <stdio.h>
#include <string.h>

static bool is_type(const YamlNode *element, const char *type) {
    return strcmp(json_text_string(yaml_find(element, "type")), type) == 0;
}

/// Whether the element is a way that names nodes and has no positions.
static bool is_bare_way(const YamlNode *element) {
    return is_type(element, "way") && json_text_items(element, "nodes") &&
           !yaml_find(element, "geometry");
}

static bool is_raceway(const YamlNode *way) {
    GeoLine line = {.properties = way};
    geo_line_read_tags(&line);
    return line.race;
}

static GeoNodes read_nodes(const YamlNode *elements, Arena *arena) {
    GeoNodes nodes = {0};
    for (const YamlNode *element = elements->first; element; element = element->next) {
        int64_t id = 0;
        if (is_type(element, "node") &&
            geo_nodes_id(json_text_string(yaml_find(element, "id")), &id)) {
            geo_nodes_add(&nodes, (GeoNode){.id = id, .json = element}, arena);
        }
    }
    geo_nodes_sort(&nodes);
    return nodes;
}

static const GeoNode *find_node(const GeoNodes *nodes, const YamlNode *ref) {
    int64_t id = 0;
    return geo_nodes_id(json_text_string(ref), &id) ? geo_nodes_find(nodes, id) : NULL;
}

/// Whether the file has any of the way's nodes.
static bool is_placed(const YamlNode *way, const GeoNodes *nodes) {
    for (const YamlNode *ref = json_text_items(way, "nodes"); ref; ref = ref->next) {
        if (find_node(nodes, ref)) {
            return true;
        }
    }
    return false;
}

static void place_way(YamlNode *way, const GeoNodes *nodes, Arena *arena, MessageList *messages,
                      int errors) {
    YamlNode *geometry = yaml_build_list(arena, way->place);
    for (const YamlNode *ref = json_text_items(way, "nodes"); ref; ref = ref->next) {
        const GeoNode *node = find_node(nodes, ref);
        if (node) {
            YamlNode *copy = arena_alloc(arena, sizeof *copy);
            *copy = *node->json; // its members are shared
            copy->next = NULL;
            yaml_build_add(geometry, copy);
        } else if (messages->error_count - errors < GEO_MISTAKES_MAX) {
            char what[80];
            snprintf(what, sizeof what, "node %.24s, but no such node is in the file",
                     ref->kind == YAML_TEXT ? ref->text : "of a list");
            message_add(messages, MESSAGE_E629, ref->place, "way", what, GEO_NODES_HELP);
        }
    }
    yaml_build_set(arena, way, "geometry", geometry);
}

void geo_overpass_place(YamlNode *elements, Arena *arena, MessageList *messages) {
    int errors = messages->error_count;
    bool races = false;
    bool bare = false;
    for (YamlNode *way = elements ? elements->first : NULL; way; way = way->next) {
        races = races || (is_type(way, "way") && is_raceway(way));
        bare = bare || is_bare_way(way);
    }
    if (!bare) {
        return;
    }
    const GeoNodes nodes = read_nodes(elements, arena);
    for (YamlNode *way = elements->first; way; way = way->next) {
        if (is_bare_way(way) && is_placed(way, &nodes) && (!races || is_raceway(way))) {
            place_way(way, &nodes, arena, messages, errors);
        }
    }
}

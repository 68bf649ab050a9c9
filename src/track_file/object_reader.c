#include "base/text.h"
#include "track_file/track_reader.h"

#include <stdio.h>
#include <string.h>

/// Fences that cannot have holes get told the way out.
static void check_holes(TrackReader *reader, const YamlNode *map) {
    for (const YamlNode *node = map->first; node; node = node->next) {
        if (strcmp(node->key, "holes") == 0) {
            message_add(reader->messages, MESSAGE_E214, node->key_place);
        }
    }
}

/// What stands in the material table, before the wall overrides it.
static void take_material(const TrackReader *reader, WallDef *wall) {
    const Material *material = &reader->def->materials[wall->material];
    wall->height = material->height;
    wall->restitution = material->restitution;
    wall->friction = material->friction;
}

static void read_wall(TrackReader *reader, const YamlNode *map, int number, WallDef *wall) {
    MessageList *messages = reader->messages;
    int errors = messages->error_count;
    *wall = (WallDef){.id = "", .thickness = 0.5f, .place = map->place};
    char label[LABEL_MAX];
    const YamlNode *id = map->kind == YAML_MAP ? yaml_find(map, "id") : NULL;
    reader_label(label, "wall", id && id->kind == YAML_TEXT ? id->text : NULL, number);
    track_keys_check(map, label, TRACK_MAP_wall, NULL, messages);
    if (map->kind != YAML_MAP) {
        return;
    }
    check_holes(reader, map);
    wall->id = reader_id(reader, map);
    wall->material = MATERIAL_CONCRETE;
    reader_material(reader, yaml_find(map, "material"), &wall->material);
    take_material(reader, wall);
    yaml_number(yaml_find(map, "height"), "height", "m", 0.1, 20.0, &wall->height, messages);
    yaml_number(yaml_find(map, "restitution"), "restitution", "", 0.0, 1.0, &wall->restitution,
                messages);
    yaml_number(yaml_find(map, "friction"), "friction", "", 0.0, 2.0, &wall->friction, messages);
    yaml_number(yaml_find(map, "thickness"), "thickness", "m", 0.2, 5.0, &wall->thickness,
                messages);
    yaml_bool(yaml_find(map, "closed"), "closed", &wall->closed, messages);
    yaml_color(yaml_find(map, "color"), "color", &wall->color, messages);
    reader_outline(reader, map, "wall", label, true, &wall->outline);
    wall->valid = messages->error_count == errors;
}

void read_walls(TrackReader *reader, const YamlNode *list) {
    TrackDef *def = reader->def;
    if (!reader_list(reader, list, "walls", TRACK_WALLS_MAX)) {
        return;
    }
    def->walls = arena_array(reader->arena, (size_t)list->count + 1, sizeof *def->walls);
    for (const YamlNode *node = list->first; node; node = node->next) {
        read_wall(reader, node, def->wall_count + 1, &def->walls[def->wall_count]);
        def->wall_count++;
    }
}

static void read_holes(TrackReader *reader, const YamlNode *list, const char *label,
                       ZoneDef *zone) {
    if (!reader_list(reader, list, "holes", TRACK_HOLES_MAX)) {
        return;
    }
    zone->holes = arena_array(reader->arena, (size_t)list->count + 1, sizeof *zone->holes);
    for (const YamlNode *node = list->first; node; node = node->next) {
        if (reader_points(reader, node, label, 3, OUTLINE_POLYGON,
                          &zone->holes[zone->hole_count])) {
            zone->hole_count++;
        }
    }
}

static void read_zone(TrackReader *reader, const YamlNode *map, int number, ZoneDef *zone) {
    MessageList *messages = reader->messages;
    int errors = messages->error_count;
    *zone = (ZoneDef){.id = "", .place = map->place};
    char label[LABEL_MAX];
    const YamlNode *id = map->kind == YAML_MAP ? yaml_find(map, "id") : NULL;
    reader_label(label, "zone", id && id->kind == YAML_TEXT ? id->text : NULL, number);
    track_keys_check(map, label, TRACK_MAP_zone, NULL, messages);
    if (map->kind != YAML_MAP) {
        return;
    }
    zone->id = reader_id(reader, map);
    reader_surface(reader, yaml_require(map, "surface", "surface: gravel", messages),
                   &zone->surface);
    yaml_color(yaml_find(map, "color"), "color", &zone->color, messages);
    reader_outline(reader, map, "zone", label, false, &zone->outline);
    read_holes(reader, yaml_find(map, "holes"), label, zone);
    zone->valid = messages->error_count == errors;
}

void read_zones(TrackReader *reader, const YamlNode *list) {
    TrackDef *def = reader->def;
    if (!reader_list(reader, list, "zones", TRACK_ZONES_MAX)) {
        return;
    }
    def->zones = arena_array(reader->arena, (size_t)list->count + 1, sizeof *def->zones);
    for (const YamlNode *node = list->first; node; node = node->next) {
        read_zone(reader, node, def->zone_count + 1, &def->zones[def->zone_count]);
        def->zone_count++;
    }
}

/// A piece of scenery at one point.
static void place_at(TrackReader *reader, const YamlNode *node, OutlineDef *outline) {
    *outline = (OutlineDef){.kind = OUTLINE_CIRCLE,
                            .points = arena_array(reader->arena, 1, sizeof(vec2s)),
                            .count = 1,
                            .place = node ? node->place : (Place){0}};
    yaml_point(node, outline->points, reader->messages);
}

static void read_tree(TrackReader *reader, const YamlNode *map, SceneryDef *item) {
    item->scenery.kind = SCENERY_TREE;
    item->scenery.radius = 3.0f;
    place_at(reader, yaml_find(map, "tree"), &item->outline);
    yaml_number(yaml_find(map, "radius"), "radius", "m", 0.2, 50.0, &item->scenery.radius,
                reader->messages);
}

static void read_text(TrackReader *reader, const YamlNode *map, SceneryDef *item) {
    const char *text = "";
    item->scenery.kind = SCENERY_TEXT;
    yaml_text(yaml_find(map, "text"), "text", 1, 60, &text, reader->messages);
    // Sixty code points may be more bytes than there is room.
    text_copy(text, item->scenery.text, sizeof item->scenery.text);
    place_at(reader, yaml_require(map, "at", "at: [x, y]", reader->messages), &item->outline);
}

static void read_line(TrackReader *reader, const YamlNode *map, const char *label,
                      SceneryDef *item) {
    item->scenery.kind = SCENERY_LINE;
    item->scenery.width = 0.3f;
    reader_outline(reader, map, "scenery", label, true, &item->outline);
    yaml_number(yaml_find(map, "width"), "width", "m", 0.05, 50.0, &item->scenery.width,
                reader->messages);
    yaml_number(yaml_find(map, "dash"), "dash", "m", 0.0, 50.0, &item->scenery.dash,
                reader->messages);
}

static void read_block(TrackReader *reader, const YamlNode *map, const char *label,
                       SceneryDef *item) {
    if (reader_outline(reader, map, "scenery", label, true, &item->outline)) {
        item->scenery.kind =
            item->outline.kind == OUTLINE_CIRCLE ? SCENERY_CIRCLE : SCENERY_POLYGON;
        item->scenery.radius = item->outline.radius;
    }
    yaml_number(yaml_find(map, "height"), "height", "m", 0.0, 50.0, &item->scenery.height,
                reader->messages);
    yaml_bool(yaml_find(map, "roof"), "roof", &item->scenery.roof, reader->messages);
}

/// The kinds of scenery, by the key that tells each; the last is told by none of them.
static const char *const scenery_kinds[] = {"tree", "text", "arrow", "polyline", "arc", "block"};

static void read_item(TrackReader *reader, const YamlNode *map, int number, SceneryDef *item) {
    enum {
        KINDS = (int)(sizeof scenery_kinds / sizeof *scenery_kinds)
    };
    MessageList *messages = reader->messages;
    int errors = messages->error_count;
    char label[LABEL_MAX];
    reader_label(label, "scenery", NULL, number);
    *item = (SceneryDef){.id = "", .place = map->place};
    if (map->kind != YAML_MAP) {
        track_keys_check(map, label, TRACK_MAP_scenery, NULL, messages);
        return;
    }
    int kind = 0;
    while (kind < KINDS - 1 && !yaml_find(map, scenery_kinds[kind])) {
        kind++;
    }
    track_keys_check(map, label, TRACK_MAP_scenery, scenery_kinds[kind], messages);
    item->id = reader_id(reader, map);
    item->scenery.size = kind == 2 ? 4.0f : 3.0f;
    yaml_color(yaml_find(map, "color"), "color", &item->scenery.color, messages);
    if (kind == 0) {
        read_tree(reader, map, item);
    } else if (kind == 1) {
        read_text(reader, map, item);
    } else if (kind == 2) {
        item->scenery.kind = SCENERY_ARROW;
        place_at(reader, yaml_find(map, "arrow"), &item->outline);
    } else if (kind == KINDS - 1) {
        read_block(reader, map, label, item);
    } else {
        read_line(reader, map, label, item);
    }
    yaml_number(yaml_find(map, "size"), "size", "m", 0.2, 200.0, &item->scenery.size, messages);
    const YamlNode *angle = yaml_find(map, "angle");
    if (angle) {
        reader_angle(reader, angle, "angle", &item->scenery.angle);
    }
    item->valid = messages->error_count == errors;
}

void read_scenery(TrackReader *reader, const YamlNode *list) {
    TrackDef *def = reader->def;
    if (!reader_list(reader, list, "scenery", TRACK_SCENERY_MAX)) {
        return;
    }
    def->scenery = arena_array(reader->arena, (size_t)list->count + 1, sizeof *def->scenery);
    for (const YamlNode *node = list->first; node; node = node->next) {
        read_item(reader, node, def->scenery_count + 1, &def->scenery[def->scenery_count]);
        def->scenery_count++;
    }
}

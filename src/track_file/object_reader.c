#include "base/text.h"
#include "track_file/track_reader.h"

#include <string.h>

void read_wall(TrackReader *reader, const YamlNode *map, int number, void *out) {
    static const ReaderField fields[] = {
        FIELD(wall, WallDef, height),   FIELD(wall, WallDef, restitution),
        FIELD(wall, WallDef, friction), FIELD(wall, WallDef, thickness),
        FIELD(wall, WallDef, closed),   FIELD(wall, WallDef, color),
    };
    int errors = reader->messages->error_count;
    char label[VALIDATE_LABEL_MAX];
    WallDef *wall = out;
    *wall =
        (WallDef){.id = "", .thickness = 0.5f, .material = MATERIAL_CONCRETE, .place = map->place};
    reader_label(label, "wall", map, number);
    if (!reader_is_map(reader, map, label, TRACK_MAP_wall, NULL)) {
        return;
    }
    const YamlNode *holes = yaml_find(map, "holes");
    if (holes) { // fences that cannot have any get told the way out
        message_add(reader->messages, MESSAGE_E214, holes->key_place);
    }
    wall->id = reader_id(reader, map);
    reader_value(reader, map, TRACK_ROW_wall_material, &wall->material);
    // What stands in the material table, before the wall overrides it.
    const Material *material = &reader->def->base.materials[wall->material];
    wall->height = material->height;
    wall->restitution = material->restitution;
    wall->friction = material->friction;
    reader_fields(reader, map, READER_FIELDS(fields), wall);
    reader_outline(reader, map, "wall", label, true, &wall->outline);
    wall->valid = reader->messages->error_count == errors;
}

static void read_holes(TrackReader *reader, const YamlNode *list, const char *label,
                       ZoneDef *zone) {
    if (!reader_list(reader, list, "holes", TRACK_HOLES_MAX)) {
        return;
    }
    zone->holes = arena_array(reader->arena, (size_t)list->count + 1, sizeof *zone->holes);
    for (const YamlNode *node = list->first; node; node = node->next) {
        zone->hole_count +=
            reader_points(reader, node, label, 3, OUTLINE_POLYGON, &zone->holes[zone->hole_count]);
    }
}

void read_zone(TrackReader *reader, const YamlNode *map, int number, void *out) {
    int errors = reader->messages->error_count;
    char label[VALIDATE_LABEL_MAX];
    ZoneDef *zone = out;
    *zone = (ZoneDef){.id = "", .place = map->place};
    reader_label(label, "zone", map, number);
    if (!reader_is_map(reader, map, label, TRACK_MAP_zone, NULL)) {
        return;
    }
    zone->id = reader_id(reader, map);
    reader_required(reader, map, TRACK_ROW_zone_surface, "surface: gravel", &zone->surface);
    reader_value(reader, map, TRACK_ROW_zone_color, &zone->color);
    reader_outline(reader, map, "zone", label, false, &zone->outline);
    read_holes(reader, yaml_find(map, "holes"), label, zone);
    zone->valid = reader->messages->error_count == errors;
}

/// A piece of scenery at one point.
static void place_at(TrackReader *reader, const YamlNode *node, OutlineDef *outline) {
    *outline = (OutlineDef){.kind = OUTLINE_CIRCLE,
                            .points = arena_array(reader->arena, 1, sizeof(vec2s)),
                            .count = 1,
                            .place = node ? node->place : (Place){0}};
    yaml_point(node, outline->points, reader->messages);
}

static void read_text(TrackReader *reader, const YamlNode *map, SceneryDef *item) {
    const char *text = "";
    reader_value(reader, map, TRACK_ROW_scenery_text, &text);
    // Sixty code points may be more bytes than there is room.
    text_copy(text, item->scenery.text, sizeof item->scenery.text);
    place_at(reader, yaml_require(map, "at", "at: [x, y]", reader->messages), &item->outline);
}

static void read_block(TrackReader *reader, const YamlNode *map, const char *label,
                       SceneryDef *item) {
    if (reader_outline(reader, map, "scenery", label, true, &item->outline)) {
        item->scenery.kind =
            item->outline.kind == OUTLINE_CIRCLE ? SCENERY_CIRCLE : SCENERY_POLYGON;
        item->scenery.radius = item->outline.radius;
    }
    reader_value(reader, map, TRACK_ROW_scenery_height, &item->scenery.height);
    reader_value(reader, map, TRACK_ROW_scenery_roof, &item->scenery.roof);
}

/// Reads what a kind of scenery has of its own.
static void read_kind(TrackReader *reader, const YamlNode *map, const char *label,
                      SceneryDef *item) {
    TrackScenery *scenery = &item->scenery;
    switch (scenery->kind) {
    case SCENERY_TREE:
        scenery->radius = 3.0f;
        place_at(reader, yaml_find(map, "tree"), &item->outline);
        reader_value(reader, map, TRACK_ROW_scenery_radius, &scenery->radius);
        break;
    case SCENERY_TEXT:
        read_text(reader, map, item);
        break;
    case SCENERY_ARROW:
        scenery->size = 4.0f;
        place_at(reader, yaml_find(map, "arrow"), &item->outline);
        break;
    case SCENERY_LINE:
        scenery->width = 0.3f;
        reader_outline(reader, map, "scenery", label, true, &item->outline);
        reader_value(reader, map, TRACK_ROW_scenery_width, &scenery->width);
        reader_value(reader, map, TRACK_ROW_scenery_dash, &scenery->dash);
        break;
    default:
        read_block(reader, map, label, item);
    }
}

void read_scenery(TrackReader *reader, const YamlNode *map, int number, void *out) {
    // by the key that tells each; the last is told by none of them
    static const struct {
        const char *form;
        SceneryKind kind;
    } kinds[] = {{"tree", SCENERY_TREE},     {"text", SCENERY_TEXT}, {"arrow", SCENERY_ARROW},
                 {"polyline", SCENERY_LINE}, {"arc", SCENERY_LINE},  {"block", SCENERY_POLYGON}};
    static const ReaderField fields[] = {FIELD(scenery, TrackScenery, color),
                                         FIELD(scenery, TrackScenery, size),
                                         FIELD(scenery, TrackScenery, angle)};
    int errors = reader->messages->error_count;
    int kind = 0;
    while (kind < 5 && !yaml_find(map, kinds[kind].form)) {
        kind++;
    }
    char label[VALIDATE_LABEL_MAX];
    validate_label(label, "scenery", "", number);
    SceneryDef *item = out;
    *item = (SceneryDef){
        .id = "", .place = map->place, .scenery = {.kind = kinds[kind].kind, .size = 3.0f}};
    if (!reader_is_map(reader, map, label, TRACK_MAP_scenery, kinds[kind].form)) {
        return;
    }
    item->id = reader_id(reader, map);
    read_kind(reader, map, label, item);
    reader_fields(reader, map, READER_FIELDS(fields), &item->scenery);
    item->valid = reader->messages->error_count == errors;
}

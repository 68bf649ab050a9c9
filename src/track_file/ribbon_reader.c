#include "track_file/track_reader.h"

#include <stdio.h>
#include <string.h>

static bool is_none(const YamlNode *node) {
    return node && node->kind == YAML_TEXT && strcmp(node->text, "none") == 0;
}

/// Whether `node` is there and a map; says which of its keys `map` does not know.
static bool open_map(TrackReader *reader, const YamlNode *node, const char *what, TrackMap map) {
    if (!node) {
        return false;
    }
    if (node->kind != YAML_MAP) {
        reader_wrong(reader, node, what, "a map or none");
        return false;
    }
    track_keys_check(node, what, map, NULL, reader->messages);
    return true;
}

static void read_shoulder(TrackReader *reader, const YamlNode *node, SidePatch *patch) {
    if (is_none(node)) {
        patch->has |= SIDE_SHOULDER_WIDTH;
        patch->side.shoulder_width = 0.0f;
        return;
    }
    if (!open_map(reader, node, "shoulder", TRACK_MAP_shoulder)) {
        return;
    }
    if (reader_surface(reader, yaml_find(node, "surface"), &patch->side.shoulder_surface)) {
        patch->has |= SIDE_SHOULDER_SURFACE;
    }
    if (yaml_number(yaml_find(node, "width"), "width", "m", 0.0, 60.0, &patch->side.shoulder_width,
                    reader->messages)) {
        patch->has |= SIDE_SHOULDER_WIDTH;
    }
}

static void read_wall(TrackReader *reader, const YamlNode *node, SidePatch *patch) {
    if (is_none(node)) {
        patch->has |= SIDE_WALL;
        patch->side.wall = false;
        return;
    }
    if (!open_map(reader, node, "wall", TRACK_MAP_edge)) {
        return;
    }
    patch->has |= SIDE_WALL;
    patch->side.wall = true;
    if (reader_material(reader, yaml_find(node, "material"), &patch->side.wall_material)) {
        patch->has |= SIDE_WALL_MATERIAL;
    }
    if (yaml_number(yaml_find(node, "thickness"), "thickness", "m", 0.2, 5.0,
                    &patch->side.wall_thickness, reader->messages)) {
        patch->has |= SIDE_WALL_THICKNESS;
    }
    if (yaml_number(yaml_find(node, "gap"), "gap", "m", 0.0, 60.0, &patch->side.wall_gap,
                    reader->messages)) {
        patch->has |= SIDE_WALL_GAP;
    }
}

static void read_kerbs(TrackReader *reader, const YamlNode *node, SidePatch *patch) {
    static const char *const modes[] = {"auto", "always"};
    if (is_none(node)) {
        patch->has |= SIDE_KERB_MODE;
        patch->side.kerb_mode = KERB_NONE;
        return;
    }
    if (!open_map(reader, node, "kerbs", TRACK_MAP_kerbs)) {
        return;
    }
    int mode = 0;
    yaml_choice(yaml_find(node, "mode"), "mode", READER_KEYS(modes), &mode, reader->messages);
    patch->has |= SIDE_KERB_MODE;
    patch->side.kerb_mode = KERB_AUTO + mode;
    if (yaml_number(yaml_find(node, "width"), "width", "m", 0.3, 3.0, &patch->side.kerb_width,
                    reader->messages)) {
        patch->has |= SIDE_KERB_WIDTH;
    }
    if (yaml_number(yaml_find(node, "below"), "below", "m", 5.0, 500.0, &patch->side.kerb_below,
                    reader->messages)) {
        patch->has |= SIDE_KERB_BELOW;
    }
}

/// What `map` (a ribbon, a side or a section) says of the things beside the road.
static SidePatch read_patch(TrackReader *reader, const YamlNode *map) {
    SidePatch patch = {0};
    read_shoulder(reader, yaml_find(map, "shoulder"), &patch);
    read_wall(reader, yaml_find(map, "wall"), &patch);
    read_kerbs(reader, yaml_find(map, "kerbs"), &patch);
    if (yaml_bool(yaml_find(map, "lines"), "lines", &patch.side.lines, reader->messages)) {
        patch.has |= SIDE_LINES;
    }
    return patch;
}

static SidePatch read_side(TrackReader *reader, const YamlNode *node, const char *name) {
    if (!node) {
        return (SidePatch){0};
    }
    if (!track_keys_check(node, name, TRACK_MAP_side, NULL, reader->messages) &&
        node->kind != YAML_MAP) {
        return (SidePatch){0};
    }
    return read_patch(reader, node);
}

/// Width of the road at a point: `width` is symmetric, `left` and `right` are half-widths.
static void read_widths(TrackReader *reader, const YamlNode *map, RibbonPointDef *point) {
    float width = 0.0f;
    if (yaml_number(yaml_find(map, "width"), "width", "m", 3.0, 60.0, &width, reader->messages)) {
        point->left = point->right = 0.5f * width;
    }
    yaml_number(yaml_find(map, "left"), "left", "m", 0.5, 30.0, &point->left, reader->messages);
    yaml_number(yaml_find(map, "right"), "right", "m", 0.5, 30.0, &point->right, reader->messages);
}

/// One point; `point` holds the ribbon's width and radius as defaults.
static void read_point(TrackReader *reader, const YamlNode *node, bool round,
                       RibbonPointDef *point) {
    point->place = node->place;
    if (node->kind != YAML_MAP) {
        yaml_point(node, &point->at, reader->messages);
        return;
    }
    track_keys_check(node, "a ribbon point", TRACK_MAP_point, round ? "round" : "other",
                     reader->messages);
    yaml_point(yaml_require(node, "at", "at: [x, y]", reader->messages), &point->at,
               reader->messages);
    yaml_id(yaml_find(node, "name"), "name", &point->name, reader->messages);
    if (round) {
        const YamlNode *r = yaml_find(node, "r");
        point->radius_given =
            yaml_number(r, "r", "m", 1.0, 2000.0, &point->radius, reader->messages);
    }
    read_widths(reader, node, point);
}

/// Says E210 for names that two points of a ribbon share.
static void check_point_names(TrackReader *reader, const YamlNode *list, const RibbonDef *ribbon) {
    const YamlNode *node = list->first;
    for (int i = 0; i < ribbon->count; i++, node = node->next) {
        const char *name = ribbon->points[i].name;
        for (int j = 0; name && j < i; j++) {
            if (ribbon->points[j].name && strcmp(ribbon->points[j].name, name) == 0) {
                const YamlNode *key = yaml_find(node, "name");
                message_add(reader->messages, MESSAGE_E210, key->place, name,
                            ribbon->points[j].place.line, ribbon->points[j].place.column);
                break;
            }
        }
    }
}

static void read_points(TrackReader *reader, const YamlNode *map, const RibbonPointDef *fallback,
                        RibbonDef *ribbon) {
    const YamlNode *list = yaml_require(map, "points", "points: [[0, 0], ...]", reader->messages);
    if (!reader_list(reader, list, "points", TRACK_POINTS_MAX)) {
        return;
    }
    ribbon->points = arena_array(reader->arena, (size_t)list->count + 1, sizeof *ribbon->points);
    for (const YamlNode *node = list->first; node; node = node->next) {
        RibbonPointDef *point = &ribbon->points[ribbon->count++];
        *point = *fallback;
        read_point(reader, node, ribbon->curve == CURVE_ROUND, point);
    }
    check_point_names(reader, list, ribbon);
}

static void read_section(TrackReader *reader, const YamlNode *map, RibbonDef *ribbon) {
    if (!track_keys_check(map, "a section", TRACK_MAP_section, NULL, reader->messages) &&
        map->kind != YAML_MAP) {
        return;
    }
    SectionDef section = {.surface = -1};
    section.from = reader_point_index(
        reader, yaml_require(map, "from", "from: a point's name", reader->messages), ribbon);
    section.to = reader_point_index(
        reader, yaml_require(map, "to", "to: a point's name", reader->messages), ribbon);
    uint8_t surface = 0;
    if (reader_surface(reader, yaml_find(map, "surface"), &surface)) {
        section.surface = surface;
    }
    SidePatch both = read_patch(reader, map);
    const char *const sides[] = {"left", "right"};
    for (int side = 0; side < 2; side++) {
        SidePatch own = read_side(reader, yaml_find(map, sides[side]), sides[side]);
        section.side[side] = both;
        side_apply(&section.side[side].side, &own);
        section.side[side].has |= own.has;
    }
    if (section.from >= 0 && section.to >= 0) {
        ribbon->sections[ribbon->section_count++] = section;
    }
}

static void read_sections(TrackReader *reader, const YamlNode *list, RibbonDef *ribbon) {
    if (!reader_list(reader, list, "sections", TRACK_POINTS_MAX)) {
        return;
    }
    ribbon->sections =
        arena_array(reader->arena, (size_t)list->count + 1, sizeof *ribbon->sections);
    for (const YamlNode *node = list->first; node; node = node->next) {
        read_section(reader, node, ribbon);
    }
}

static TrackSide default_side(const TrackDef *def) {
    return (TrackSide){.shoulder_surface = def->ground,
                       .shoulder_width = 3.0f,
                       .wall = true,
                       .wall_material = MATERIAL_STEEL,
                       .wall_thickness = 0.5f,
                       .kerb_mode = KERB_AUTO,
                       .kerb_width = 1.0f,
                       .kerb_below = 60.0f,
                       .lines = true};
}

static void read_sides(TrackReader *reader, const YamlNode *map, RibbonDef *ribbon) {
    SidePatch both = read_patch(reader, map);
    const char *const names[] = {"left", "right"};
    for (int side = 0; side < 2; side++) {
        SidePatch own = read_side(reader, yaml_find(map, names[side]), names[side]);
        ribbon->side[side] = default_side(reader->def);
        side_apply(&ribbon->side[side], &both);
        side_apply(&ribbon->side[side], &own);
    }
}

static void read_ribbon(TrackReader *reader, const YamlNode *map, int number, RibbonDef *ribbon) {
    static const char *const curves[] = {"round", "smooth", "sharp"};
    MessageList *messages = reader->messages;
    int errors = messages->error_count;
    char label[LABEL_MAX];
    *ribbon =
        (RibbonDef){.id = "", .curve = CURVE_SMOOTH, .closed = true, .surface = SURFACE_ASPHALT};
    ribbon->place = map->place;
    const char *id = number == 1 ? "main" : "";
    const YamlNode *id_node = map->kind == YAML_MAP ? yaml_find(map, "id") : NULL;
    const char *said = id_node && id_node->kind == YAML_TEXT ? id_node->text : id;
    track_keys_check(map, reader_label(label, "ribbon", said, number), TRACK_MAP_ribbon, NULL,
                     messages);
    if (map->kind != YAML_MAP) {
        return;
    }
    ribbon->id = reader_id(reader, map);
    ribbon->id = ribbon->id[0] ? ribbon->id : id;
    int curve = CURVE_SMOOTH;
    yaml_choice(yaml_find(map, "curve"), "curve", READER_KEYS(curves), &curve, messages);
    ribbon->curve = curve == 0 ? CURVE_ROUND : curve == 1 ? CURVE_SMOOTH : CURVE_SHARP;
    yaml_bool(yaml_find(map, "closed"), "closed", &ribbon->closed, messages);
    RibbonPointDef fallback = {.radius = 20.0f};
    float width = 12.0f;
    yaml_number(yaml_find(map, "width"), "width", "m", 3.0, 60.0, &width, messages);
    yaml_number(yaml_find(map, "radius"), "radius", "m", 1.0, 2000.0, &fallback.radius, messages);
    fallback.left = fallback.right = 0.5f * width;
    reader_surface(reader, yaml_find(map, "surface"), &ribbon->surface);
    read_sides(reader, map, ribbon);
    read_points(reader, map, &fallback, ribbon);
    read_sections(reader, yaml_find(map, "sections"), ribbon);
    ribbon->valid = messages->error_count == errors;
}

void read_ribbons(TrackReader *reader, const YamlNode *list) {
    TrackDef *def = reader->def;
    if (!reader_list(reader, list, "ribbons", TRACK_RIBBONS_MAX)) {
        def->ribbons_lost = list != NULL;
        return;
    }
    def->ribbons = arena_array(reader->arena, (size_t)list->count + 1, sizeof *def->ribbons);
    for (const YamlNode *node = list->first; node; node = node->next) {
        read_ribbon(reader, node, def->ribbon_count + 1, &def->ribbons[def->ribbon_count]);
        def->ribbon_count++;
    }
}

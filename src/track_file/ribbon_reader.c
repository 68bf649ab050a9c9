#include "track_file/track_reader.h"

#include <stdio.h>
#include <string.h>

/// Whether `node` is there and a map; says which of its keys `map` does not know.
static bool open_map(TrackReader *reader, const YamlNode *node, const char *what, TrackMap map) {
    if (node && node->kind != YAML_MAP) {
        reader_wrong(reader, node, what, "a map or none");
        return false;
    }
    return reader_is_map(reader, node, what, map, NULL);
}

/// Marks a member of `patch->side` as set.
#define MARK(patch, member) \
    memset((patch)->has + offsetof(TrackSide, member), true, sizeof(patch)->side.member)

/// Reads `fields` of `map` and marks those that are there.
static void read_members(TrackReader *reader, const YamlNode *map, const ReaderField *fields,
                         int count, SidePatch *patch) {
    for (int i = 0; i < count; i++) {
        char *member = (char *)&patch->side + fields[i].offset;
        if (reader_value(reader, map, fields[i].row, member)) {
            memset(patch->has + fields[i].offset, true, fields[i].size);
        }
    }
}

static void read_shoulder(TrackReader *reader, const YamlNode *node, SidePatch *patch) {
    static const ReaderField fields[] = {
        FIELD_AS(shoulder, surface, TrackSide, shoulder_surface),
        FIELD_AS(shoulder, width, TrackSide, shoulder_width),
    };
    if (reader_is_word(node, "none")) {
        patch->side.shoulder_width = 0.0f;
        MARK(patch, shoulder_width);
    } else if (open_map(reader, node, "shoulder", TRACK_MAP_shoulder)) {
        if (yaml_find(node, "surface") && patch->side.shoulder_width <= 0.0f) {
            patch->side.shoulder_width = 3.0f; // as side_apply has it
        }
        read_members(reader, node, READER_FIELDS(fields), patch);
    }
}

static void read_edge(TrackReader *reader, const YamlNode *node, SidePatch *patch) {
    static const ReaderField fields[] = {
        FIELD_AS(edge, material, TrackSide, wall_material),
        FIELD_AS(edge, thickness, TrackSide, wall_thickness),
        FIELD_AS(edge, gap, TrackSide, wall_gap),
    };
    bool is_none = reader_is_word(node, "none");
    if (is_none || open_map(reader, node, "wall", TRACK_MAP_edge)) {
        patch->side.wall = !is_none;
        MARK(patch, wall);
        read_members(reader, node, READER_FIELDS(fields), patch);
    }
}

static void read_kerbs(TrackReader *reader, const YamlNode *node, SidePatch *patch) {
    static const ReaderField fields[] = {
        FIELD_AS(kerbs, width, TrackSide, kerb_width),
        FIELD_AS(kerbs, below, TrackSide, kerb_below),
    };
    bool is_none = reader_is_word(node, "none");
    if (is_none || open_map(reader, node, "kerbs", TRACK_MAP_kerbs)) {
        int mode = 0;
        reader_value(reader, node, TRACK_ROW_kerbs_mode, &mode);
        patch->side.kerb_mode = is_none ? KERB_NONE : KERB_AUTO + mode;
        MARK(patch, kerb_mode);
        read_members(reader, node, READER_FIELDS(fields), patch);
    }
}

/// Adds to `patch` what `map` (a ribbon, a side or a section) says of the things beside the road.
static void read_patch(TrackReader *reader, const YamlNode *map, SidePatch *patch) {
    static const ReaderField fields[] = {FIELD(side, TrackSide, lines)};
    read_shoulder(reader, yaml_find(map, "shoulder"), patch);
    read_edge(reader, yaml_find(map, "wall"), patch);
    read_kerbs(reader, yaml_find(map, "kerbs"), patch);
    read_members(reader, map, READER_FIELDS(fields), patch);
}

/// What `map` (a ribbon or a section) says of its left and its right.
static void read_sides(TrackReader *reader, const YamlNode *map, SidePatch sides[2]) {
    static const char *const names[] = {"left", "right"};
    SidePatch both = {0};
    read_patch(reader, map, &both);
    for (int side = 0; side < 2; side++) {
        const YamlNode *node = yaml_find(map, names[side]);
        sides[side] = both;
        if (reader_is_map(reader, node, names[side], TRACK_MAP_side, NULL)) {
            read_patch(reader, node, &sides[side]);
        }
    }
}

/// Width of the road at a point: `width` is symmetric, `left` and `right` are half-widths.
static void read_widths(TrackReader *reader, const YamlNode *map, RibbonPointDef *point) {
    float width = 0.0f;
    if (reader_value(reader, map, TRACK_ROW_point_width, &width)) {
        point->left = point->right = 0.5f * width;
    }
    reader_value(reader, map, TRACK_ROW_point_left, &point->left);
    reader_value(reader, map, TRACK_ROW_point_right, &point->right);
}

/// One point; `point` holds the ribbon's width and radius as defaults.
static void read_point(TrackReader *reader, const YamlNode *node, bool round,
                       RibbonPointDef *point) {
    point->place = node->place;
    bool by_letters = yaml_find(node, "x") && yaml_find(node, "y"); // no point of ours
    if (node->kind != YAML_MAP || by_letters) {
        yaml_point(node, &point->at, reader->messages);
        return;
    }
    track_keys_check(node, "a ribbon point", TRACK_MAP_point, round ? "round" : "other",
                     reader->messages);
    reader_required(reader, node, TRACK_ROW_point_at, "at: [x, y]", &point->at);
    yaml_id(yaml_find(node, "name"), "name", &point->name, reader->messages);
    if (round) {
        point->radius_given = reader_value(reader, node, TRACK_ROW_point_r, &point->radius);
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
    if (!reader_list(reader, list, "points", TRACK_POINTS_MAX) ||
        !reader_points_apart(reader, list)) {
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
    if (!reader_is_map(reader, map, "a section", TRACK_MAP_section, NULL)) {
        return;
    }
    SectionDef section = {0};
    section.from = reader_point_index(
        reader, yaml_require(map, "from", "from: a point's name", reader->messages), ribbon);
    section.to = reader_point_index(
        reader, yaml_require(map, "to", "to: a point's name", reader->messages), ribbon);
    uint8_t surface = 0;
    bool has_surface = reader_value(reader, map, TRACK_ROW_section_surface, &surface);
    section.surface = has_surface ? surface : -1;
    read_sides(reader, map, section.side);
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
    return (TrackSide){.shoulder_surface = def->base.ground,
                       .shoulder_width = 3.0f,
                       .wall = true,
                       .wall_material = MATERIAL_STEEL,
                       .wall_thickness = 0.5f,
                       .kerb_mode = KERB_AUTO,
                       .kerb_width = 1.0f,
                       .kerb_below = 60.0f,
                       .lines = true};
}

void read_ribbon(TrackReader *reader, const YamlNode *map, int number, void *out) {
    int errors = reader->messages->error_count;
    RibbonDef *ribbon = out;
    *ribbon = (RibbonDef){.id = "",
                          .curve = CURVE_SMOOTH,
                          .closed = true,
                          .surface = SURFACE_ASPHALT,
                          .place = map->place};
    char label[VALIDATE_LABEL_MAX];
    const YamlNode *id = yaml_find(map, "id");
    const char *unnamed = number == 1 ? "main" : "";
    validate_label(label, "ribbon", id && id->kind == YAML_TEXT ? id->text : unnamed, number);
    if (!reader_is_map(reader, map, label, TRACK_MAP_ribbon, NULL)) {
        return;
    }
    ribbon->id = reader_id(reader, map);
    ribbon->id = ribbon->id[0] ? ribbon->id : unnamed;
    reader_value(reader, map, TRACK_ROW_ribbon_curve, &ribbon->curve);
    reader_value(reader, map, TRACK_ROW_ribbon_closed, &ribbon->closed);
    RibbonPointDef fallback = {.radius = 20.0f};
    float width = 12.0f;
    reader_value(reader, map, TRACK_ROW_ribbon_width, &width);
    reader_value(reader, map, TRACK_ROW_ribbon_radius, &fallback.radius);
    fallback.left = fallback.right = 0.5f * width;
    reader_value(reader, map, TRACK_ROW_ribbon_surface, &ribbon->surface);
    SidePatch sides[2];
    read_sides(reader, map, sides);
    for (int side = 0; side < 2; side++) {
        ribbon->side[side] = default_side(reader->def);
        side_apply(&ribbon->side[side], &sides[side]);
    }
    read_points(reader, map, &fallback, ribbon);
    read_sections(reader, yaml_find(map, "sections"), ribbon);
    ribbon->valid = reader->messages->error_count == errors;
}

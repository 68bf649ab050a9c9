#include "track_file/track_reader.h"

#include <stdio.h>
#include <string.h>

/// The index of the ribbon that `node` names; -1 with E211, or without where no list of ribbons
/// could be read.
static int find_ribbon(TrackReader *reader, const YamlNode *node) {
    if (reader->def->race_lost) {
        return -1;
    }
    const char *names[TRACK_RIBBONS_MAX];
    for (int i = 0; i < reader->def->ribbon_count; i++) {
        names[i] = reader->def->ribbons[i].id;
    }
    return reader_index(reader, node, "ribbon", names, reader->def->ribbon_count);
}

/// A gate `on: ribbon`, at `s` or at `point`.
static bool read_on(TrackReader *reader, const YamlNode *map, const char *noun, GateDef *gate) {
    bool s = yaml_find(map, "s");
    const YamlNode *point = yaml_find(map, "point");
    gate->ribbon = find_ribbon(reader, yaml_find(map, "on"));
    if (s == (point != NULL)) {
        reader_wrong_forms(reader, map, noun, "s, point", s ? 2 : 0);
        return false;
    }
    bool good = gate->ribbon >= 0;
    good &= !s || reader_value(reader, map, TRACK_ROW_gate_s, &gate->s);
    // A ribbon with a mistake in it may have lost its points: nothing to look up then.
    if (point && good && reader->def->ribbons[gate->ribbon].valid) {
        gate->point = reader_point_index(reader, point, &reader->def->ribbons[gate->ribbon]);
        good = gate->point >= 0;
    }
    reader_value(reader, map, TRACK_ROW_gate_span, &gate->span);
    return good;
}

/// Whether a gate is meant to lie on a road that it does not name: `finish: {point: start}`.
static bool lacks_on(const YamlNode *map) {
    return (yaml_find(map, "s") || yaml_find(map, "point")) && !yaml_find(map, "on") &&
           !yaml_find(map, "left") && !yaml_find(map, "right") && !yaml_find(map, "any");
}

/// A gate between two points or on a ribbon; what else it has is up to the caller.
static bool read_line_of_gate(TrackReader *reader, const YamlNode *map, const char *noun,
                              const char *forms, GateDef *gate) {
    bool on = yaml_find(map, "on");
    bool pair = yaml_find(map, "left") || yaml_find(map, "right");
    if (lacks_on(map)) {
        const TrackDef *def = reader->def;
        bool named = def->ribbon_count > 0 && def->ribbons[0].id && def->ribbons[0].id[0];
        char example[YAML_ID_MAX + 8];
        snprintf(example, sizeof example, "on: %s", named ? def->ribbons[0].id : "main");
        yaml_require(map, "on", example, reader->messages);
        return false;
    }
    if (on == pair) {
        reader_wrong_forms(reader, map, noun, forms, on ? 2 : 0);
        return false;
    }
    if (on) {
        return read_on(reader, map, noun, gate);
    }
    bool good = reader_required(reader, map, TRACK_ROW_gate_left, "left: [x, y]", &gate->left);
    good &= reader_required(reader, map, TRACK_ROW_gate_right, "right: [x, y]", &gate->right);
    if (good && glms_vec2_distance(gate->left, gate->right) < 1.0f) {
        reader_wrong(reader, yaml_find(map, "right"), "right", "at least 1 m away from left");
    }
    return good;
}

static void read_gate(TrackReader *reader, const YamlNode *map, TrackMap kind, const char *noun,
                      const char *label, GateDef *gate);

/// `any`: the gates of a place where the way branches.
static bool read_any(TrackReader *reader, const YamlNode *list, const char *label, GateDef *gate) {
    if (!reader_list(reader, list, "any", TRACK_WAYS_MAX)) {
        return false;
    }
    if (list->count < 2) {
        reader_wrong(reader, list, "any", "a list of two gates or more");
        return false;
    }
    gate->ways = arena_array(reader->arena, (size_t)list->count, sizeof *gate->ways);
    bool good = true;
    for (const YamlNode *node = list->first; node; node = node->next) {
        char of[VALIDATE_LABEL_MAX];
        snprintf(of, sizeof of, "branch %d of %.60s", gate->way_count + 1, label);
        read_gate(reader, node, TRACK_MAP_way, "gate", of, &gate->ways[gate->way_count]);
        good &= gate->ways[gate->way_count++].valid;
    }
    return good;
}

/// The finish, a gate, or a branch of one: its `kind` is TRACK_MAP_way, and it has none itself.
static void read_gate(TrackReader *reader, const YamlNode *map, TrackMap kind, const char *noun,
                      const char *label, GateDef *gate) {
    int errors = reader->messages->error_count;
    *gate = (GateDef){.given = true, .ribbon = -1, .point = -1, .name = "", .place = map->place};
    bool branches = kind == TRACK_MAP_gate;
    const YamlNode *any = branches ? yaml_find(map, "any") : NULL;
    bool on = yaml_find(map, "on") || lacks_on(map);
    // `s`, `point` and `span` mean nothing without `on`; what says where a gate lies is said by
    // the branches where there are any.
    if (!reader_is_map(reader, map, label, kind, any ? "any" : on ? "on" : "pair")) {
        return;
    }
    const char *forms = branches ? "left and right, on, any" : "left and right, on";
    bool good = any ? read_any(reader, any, label, gate)
                    : read_line_of_gate(reader, map, noun, forms, gate);
    if (branches) {
        reader_id(reader, map);
        reader_value(reader, map, TRACK_ROW_gate_name, &gate->name);
        reader_value(reader, map, TRACK_ROW_gate_sector, &gate->sector);
    }
    gate->has_respawn = reader_pose(reader, yaml_find(map, "respawn"), "respawn", &gate->respawn,
                                    &gate->respawn_angle);
    gate->valid = good && reader->messages->error_count == errors;
}

void read_finish(TrackReader *reader, const YamlNode *map) {
    if (map) {
        read_gate(reader, map, TRACK_MAP_gate, "finish", "finish", &reader->def->finish);
    }
}

static void read_gate_item(TrackReader *reader, const YamlNode *map, int number, void *out) {
    char label[VALIDATE_LABEL_MAX];
    snprintf(label, sizeof label, "gate %d", number);
    read_gate(reader, map, TRACK_MAP_gate, "gate", label, out);
}

void read_gates(TrackReader *reader, const YamlNode *root) {
    TrackDef *def = reader->def;
    const YamlNode *list = yaml_find(root, "gates");
    if (reader_is_word(list, "auto")) {
        return;
    }
    if (list && list->kind != YAML_LIST) {
        reader_wrong(reader, list, "gates", "a list or auto");
        return;
    }
    def->gates = reader_items(reader, root, TRACK_ROW_track_gates, sizeof *def->gates,
                              read_gate_item, &def->gate_count);
    def->gates_given = def->gates != NULL;
}

static void read_slots(TrackReader *reader, const YamlNode *list, GridDef *grid) {
    if (!reader_list(reader, list, "slots", TRACK_SLOTS_MAX)) {
        return;
    }
    if (list->count == 0) {
        reader_wrong(reader, list, "slots", "a number, or a list of one place or more");
        return;
    }
    grid->slots_given = true;
    grid->count = 0;
    for (const YamlNode *node = list->first; node; node = node->next) {
        TrackSlot *slot = &grid->slots[grid->count++];
        slot->place = node->place;
        reader_pose(reader, node, "slot", &slot->position, &slot->angle);
    }
}

void read_grid(TrackReader *reader, const YamlNode *map) {
    static const ReaderField fields[] = {FIELD(grid, GridDef, columns), FIELD(grid, GridDef, gap),
                                         FIELD(grid, GridDef, stagger),
                                         FIELD(grid, GridDef, behind)};
    GridDef *grid = &reader->def->grid;
    int errors = reader->messages->error_count;
    *grid = (GridDef){
        .count = 8, .columns = 2, .gap = 8.0f, .stagger = 4.0f, .behind = 6.0f, .valid = true};
    if (!map) {
        return;
    }
    grid->given = true;
    grid->place = map->place;
    const YamlNode *slots = yaml_find(map, "slots");
    bool listed = slots && slots->kind == YAML_LIST;
    bool is_map = reader_is_map(reader, map, "grid", TRACK_MAP_grid, listed ? "listed" : "auto");
    if (is_map && listed) {
        read_slots(reader, slots, grid);
    } else if (is_map) {
        yaml_integer(slots, "slots", 1, TRACK_SLOTS_MAX, &grid->count, reader->messages);
        reader_fields(reader, map, READER_FIELDS(fields), grid);
    }
    grid->valid = reader->messages->error_count == errors;
}

/// One point of a racing-line hint: `[x, y]` or `[x, y, km/h]`.
static void read_line_point(TrackReader *reader, const YamlNode *node, vec2s *point, float *speed) {
    static const ReaderNumber numbers[] = {{"x", "m", -10000.0, 10000.0},
                                           {"y", "m", -10000.0, 10000.0},
                                           {"speed", "km/h", 1.0, 500.0}};
    float values[3] = {0};
    if (node->kind != YAML_LIST || node->count != 3) {
        yaml_point(node, point, reader->messages);
        return;
    }
    reader_numbers(reader, node, "point", "", numbers, 3, values);
    *point = (vec2s){{values[0], values[1]}};
    *speed = values[2] / 3.6f;
}

void read_line(TrackReader *reader, const YamlNode *map, int number, void *out) {
    (void)number;
    TrackLine *line = out;
    *line = (TrackLine){.closed = true, .place = map->place};
    if (!reader_is_map(reader, map, "a line", TRACK_MAP_line, NULL)) {
        return;
    }
    reader_id(reader, map);
    const char *name = "";
    reader_value(reader, map, TRACK_ROW_line_name, &name);
    snprintf(line->name, sizeof line->name, "%.32s", name);
    reader_value(reader, map, TRACK_ROW_line_closed, &line->closed);
    const YamlNode *points = yaml_require(map, "points", "points: [[0, 0], ...]", reader->messages);
    if (!reader_list(reader, points, "points", TRACK_POINTS_MAX)) {
        return;
    }
    if (points->count < 2) {
        message_add(reader->messages, MESSAGE_E301, points->place, "line", "polyline",
                    points->count, points->count == 1 ? "" : "s", 2);
        return;
    }
    line->points = arena_array(reader->arena, (size_t)points->count, sizeof *line->points);
    line->speeds = arena_array(reader->arena, (size_t)points->count, sizeof *line->speeds);
    for (const YamlNode *node = points->first; node; node = node->next) {
        read_line_point(reader, node, &line->points[line->count], &line->speeds[line->count]);
        line->count++;
    }
}

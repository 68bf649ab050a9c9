#include "track_file/track_reader.h"

#include <stdio.h>
#include <string.h>

/// The index of the ribbon that `node` names; -1 with E211.
static int find_ribbon(TrackReader *reader, const YamlNode *node) {
    const TrackDef *def = reader->def;
    const char *names[TRACK_RIBBONS_MAX];
    int indices[TRACK_RIBBONS_MAX];
    int count = 0;
    for (int i = 0; i < def->ribbon_count; i++) {
        if (def->ribbons[i].id && def->ribbons[i].id[0]) {
            indices[count] = i;
            names[count++] = def->ribbons[i].id;
        }
    }
    int found = -1;
    return yaml_choice(node, "ribbon", names, count, &found, reader->messages) ? indices[found]
                                                                               : -1;
}

/// A gate `on: ribbon`, at `s` or at `point`.
static bool read_on(TrackReader *reader, const YamlNode *map, const char *noun, GateDef *gate) {
    MessageList *messages = reader->messages;
    const YamlNode *s = yaml_find(map, "s");
    const YamlNode *point = yaml_find(map, "point");
    gate->ribbon = find_ribbon(reader, yaml_find(map, "on"));
    if ((s != NULL) == (point != NULL)) {
        message_add(messages, MESSAGE_E213, map->place, noun, "s, point", s ? 2 : 0);
        return false;
    }
    bool good = gate->ribbon >= 0;
    good &= !s || yaml_number(s, "s", "m", 0.0, 1e6, &gate->s, messages);
    // A ribbon with a mistake in it may have lost its points: nothing to look up then.
    if (point && good && reader->def->ribbons[gate->ribbon].valid) {
        gate->point = reader_point_index(reader, point, &reader->def->ribbons[gate->ribbon]);
        good = gate->point >= 0;
    }
    yaml_number(yaml_find(map, "span"), "span", "m", 2.0, 500.0, &gate->span, messages);
    return good;
}

/// Whether a gate is meant to lie on a road that it does not name: `finish: {point: start}`.
static bool lacks_on(const YamlNode *map) {
    static const char *const others[] = {"on", "left", "right", "any"};
    for (int i = 0; i < 4; i++) {
        if (yaml_find(map, others[i])) {
            return false;
        }
    }
    return yaml_find(map, "s") || yaml_find(map, "point");
}

/// A gate between two points or on a ribbon; what else it has is up to the caller.
static bool read_line_of_gate(TrackReader *reader, const YamlNode *map, const char *noun,
                              const char *forms, GateDef *gate) {
    MessageList *messages = reader->messages;
    bool on = yaml_find(map, "on");
    bool pair = yaml_find(map, "left") || yaml_find(map, "right");
    if (lacks_on(map)) {
        const TrackDef *def = reader->def;
        bool named = def->ribbon_count > 0 && def->ribbons[0].id && def->ribbons[0].id[0];
        char example[YAML_ID_MAX + 8];
        snprintf(example, sizeof example, "on: %s", named ? def->ribbons[0].id : "main");
        message_add(messages, MESSAGE_E202, map->place, "on", example);
        return false;
    }
    if (on == pair) {
        message_add(messages, MESSAGE_E213, map->place, noun, forms, on ? 2 : 0);
        return false;
    }
    if (on) {
        return read_on(reader, map, noun, gate);
    }
    bool good =
        yaml_point(yaml_require(map, "left", "left: [x, y]", messages), &gate->left, messages);
    good &=
        yaml_point(yaml_require(map, "right", "right: [x, y]", messages), &gate->right, messages);
    if (good && glms_vec2_norm(glms_vec2_sub(gate->right, gate->left)) < 1.0f) {
        reader_wrong(reader, yaml_find(map, "right"), "right", "at least 1 m away from left");
    }
    return good;
}

/// One of the gates of `any`, on its branch.
static void read_way(TrackReader *reader, const YamlNode *map, const char *label, GateDef *gate) {
    MessageList *messages = reader->messages;
    int errors = messages->error_count;
    *gate = (GateDef){.given = true, .ribbon = -1, .point = -1, .name = "", .place = map->place};
    bool on = map->kind == YAML_MAP && (yaml_find(map, "on") || lacks_on(map));
    track_keys_check(map, label, TRACK_MAP_way, on ? "on" : "pair", messages);
    if (map->kind != YAML_MAP) {
        return;
    }
    bool good = read_line_of_gate(reader, map, "gate", "left and right, on", gate);
    gate->has_respawn = reader_pose(reader, yaml_find(map, "respawn"), "respawn", &gate->respawn,
                                    &gate->respawn_angle);
    gate->valid = good && messages->error_count == errors;
}

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
        char of[LABEL_MAX];
        snprintf(of, sizeof of, "branch %d of %.60s", gate->way_count + 1, label);
        read_way(reader, node, of, &gate->ways[gate->way_count]);
        good &= gate->ways[gate->way_count++].valid;
    }
    return good;
}

static void read_gate(TrackReader *reader, const YamlNode *map, const char *noun, const char *label,
                      bool branches, GateDef *gate) {
    MessageList *messages = reader->messages;
    int errors = messages->error_count;
    *gate = (GateDef){.given = true, .ribbon = -1, .point = -1, .name = "", .place = map->place};
    bool on = map->kind == YAML_MAP && (yaml_find(map, "on") || lacks_on(map));
    const YamlNode *any = branches && map->kind == YAML_MAP ? yaml_find(map, "any") : NULL;
    // `s`, `point` and `span` mean nothing without `on`; what says where a gate lies is said by
    // the branches where there are any.
    track_keys_check(map, label, TRACK_MAP_gate, any ? "any" : on ? "on" : "pair", messages);
    if (map->kind != YAML_MAP) {
        return;
    }
    reader_id(reader, map);
    bool good =
        any ? read_any(reader, any, label, gate)
            : read_line_of_gate(reader, map, noun,
                                branches ? "left and right, on, any" : "left and right, on", gate);
    yaml_text(yaml_find(map, "name"), "name", 1, 32, &gate->name, messages);
    yaml_bool(yaml_find(map, "sector"), "sector", &gate->sector, messages);
    gate->has_respawn = reader_pose(reader, yaml_find(map, "respawn"), "respawn", &gate->respawn,
                                    &gate->respawn_angle);
    gate->valid = good && messages->error_count == errors;
}

void read_finish(TrackReader *reader, const YamlNode *map) {
    if (map) {
        read_gate(reader, map, "finish", "finish", false, &reader->def->finish);
    }
}

void read_gates(TrackReader *reader, const YamlNode *list) {
    TrackDef *def = reader->def;
    if (list && list->kind == YAML_TEXT && strcmp(list->text, "auto") == 0) {
        return;
    }
    if (list && list->kind != YAML_LIST) {
        reader_wrong(reader, list, "gates", "a list or auto");
        return;
    }
    // One place is the finish's.
    if (!reader_list(reader, list, "gates", TRACK_GATES_MAX - 1)) {
        return;
    }
    def->gates_given = true;
    def->gates = arena_array(reader->arena, (size_t)list->count + 1, sizeof *def->gates);
    for (const YamlNode *node = list->first; node; node = node->next) {
        char label[LABEL_MAX];
        snprintf(label, sizeof label, "gate %d", def->gate_count + 1);
        read_gate(reader, node, "gate", label, true, &def->gates[def->gate_count++]);
    }
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
        TrackSlot *slot = &grid->slots[grid->count];
        grid->slot_places[grid->count++] = node->place;
        reader_pose(reader, node, "slot", &slot->position, &slot->angle);
    }
}

void read_grid(TrackReader *reader, const YamlNode *map) {
    MessageList *messages = reader->messages;
    GridDef *grid = &reader->def->grid;
    int errors = messages->error_count;
    *grid = (GridDef){
        .count = 8, .columns = 2, .gap = 8.0f, .stagger = 4.0f, .behind = 6.0f, .valid = true};
    if (!map) {
        return;
    }
    grid->given = true;
    grid->place = map->place;
    const YamlNode *slots = map->kind == YAML_MAP ? yaml_find(map, "slots") : NULL;
    bool listed = slots && slots->kind == YAML_LIST;
    track_keys_check(map, "grid", TRACK_MAP_grid, listed ? "listed" : "auto", messages);
    if (map->kind == YAML_MAP && listed) {
        read_slots(reader, slots, grid);
    } else if (map->kind == YAML_MAP) {
        yaml_integer(slots, "slots", 1, TRACK_SLOTS_MAX, &grid->count, messages);
        yaml_integer(yaml_find(map, "columns"), "columns", 1, 3, &grid->columns, messages);
        yaml_number(yaml_find(map, "gap"), "gap", "m", 4.0, 20.0, &grid->gap, messages);
        yaml_number(yaml_find(map, "stagger"), "stagger", "m", 0.0, 10.0, &grid->stagger, messages);
        yaml_number(yaml_find(map, "behind"), "behind", "m", 2.0, 50.0, &grid->behind, messages);
    }
    grid->valid = messages->error_count == errors;
}

/// One point of a racing-line hint: `[x, y]` or `[x, y, km/h]`.
static void read_line_point(TrackReader *reader, const YamlNode *node, vec2s *point, float *speed) {
    if (node->kind != YAML_LIST || node->count != 3) {
        yaml_point(node, point, reader->messages);
        return;
    }
    float kmh = 0.0f;
    yaml_number(node->first, "x", "m", -10000.0, 10000.0, &point->x, reader->messages);
    yaml_number(node->first->next, "y", "m", -10000.0, 10000.0, &point->y, reader->messages);
    yaml_number(node->first->next->next, "speed", "km/h", 1.0, 500.0, &kmh, reader->messages);
    *speed = kmh / 3.6f;
}

static void read_line(TrackReader *reader, const YamlNode *map, TrackLine *line) {
    *line = (TrackLine){.closed = true, .place = map->place};
    track_keys_check(map, "a line", TRACK_MAP_line, NULL, reader->messages);
    if (map->kind != YAML_MAP) {
        return;
    }
    reader_id(reader, map);
    const char *name = "";
    yaml_text(yaml_find(map, "name"), "name", 1, 32, &name, reader->messages);
    snprintf(line->name, sizeof line->name, "%.32s", name);
    yaml_bool(yaml_find(map, "closed"), "closed", &line->closed, reader->messages);
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

void read_lines(TrackReader *reader, const YamlNode *list) {
    TrackDef *def = reader->def;
    if (!reader_list(reader, list, "lines", TRACK_LINES_MAX)) {
        return;
    }
    def->lines = arena_array(reader->arena, (size_t)list->count + 1, sizeof *def->lines);
    for (const YamlNode *node = list->first; node; node = node->next) {
        read_line(reader, node, &def->lines[def->line_count++]);
    }
}

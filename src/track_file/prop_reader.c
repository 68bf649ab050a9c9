/// Reads what is loose on a track: props and movers.
#include "geometry/trig.h"
#include "track_file/track_reader.h"

/// `prop "gate"`, `mover #2`: for the prop or mover that `map` is.
static const char *label_of(char out[LABEL_MAX], const char *noun, const YamlNode *map,
                            int number) {
    const YamlNode *id = map->kind == YAML_MAP ? yaml_find(map, "id") : NULL;
    return reader_label(out, noun, id && id->kind == YAML_TEXT ? id->text : NULL, number);
}

/// A shape whose origin is the place where it stands.
static bool read_own_shape(TrackReader *reader, const YamlNode *map, const char *noun,
                           const char *label, OutlineDef *out) {
    reader->around_origin = true;
    bool good = reader_outline(reader, map, noun, label, false, out);
    reader->around_origin = false;
    return good;
}

/// Where a prop stands, or from where to where a row goes.
static bool read_stand(TrackReader *reader, const YamlNode *map, PropDef *prop) {
    MessageList *messages = reader->messages;
    const YamlNode *at = yaml_find(map, "at");
    bool row = yaml_find(map, "from") || yaml_find(map, "to");
    if ((at != NULL) == row) {
        message_add(messages, MESSAGE_E213, map->place, "prop", "at, from and to", row ? 2 : 0);
        return false;
    }
    if (!row) {
        bool good = yaml_point(at, &prop->from, messages);
        prop->to = prop->from;
        return good;
    }
    prop->row = true;
    bool good =
        yaml_point(yaml_require(map, "from", "from: [x, y]", messages), &prop->from, messages);
    good &= yaml_point(yaml_require(map, "to", "to: [x, y]", messages), &prop->to, messages);
    yaml_number(yaml_find(map, "spacing"), "spacing", "m", 0.1, 1000.0, &prop->spacing, messages);
    if (good && glms_vec2_norm(glms_vec2_sub(prop->to, prop->from)) < 0.1f) {
        reader_wrong(reader, yaml_find(map, "to"), "to", "at least 0.1 m away from `from`");
        return false;
    }
    return good;
}

static void check_prop_keys(TrackReader *reader, const YamlNode *map, const char *label,
                            bool custom) {
    track_keys_check(map, label, TRACK_MAP_prop, custom ? "custom" : "ready", reader->messages);
}

static void read_prop(TrackReader *reader, const YamlNode *map, int number, PropDef *prop) {
    MessageList *messages = reader->messages;
    int errors = messages->error_count;
    int kind = PROP_CONE;
    *prop = (PropDef){.id = "", .mass = 20.0f, .material = MATERIAL_WOOD, .place = map->place};
    char label[LABEL_MAX];
    label_of(label, "prop", map, number);
    if (map->kind != YAML_MAP) {
        check_prop_keys(reader, map, label, false);
        return;
    }
    bool known = yaml_choice(yaml_require(map, "kind", "kind: cone", messages), "kind",
                             READER_KEYS(prop_kind_names), &kind, messages);
    check_prop_keys(reader, map, label, !known || kind == PROP_CUSTOM);
    prop->id = reader_id(reader, map);
    prop->kind = (PropKind)kind;
    prop->spacing = prop_kind_spacing(prop->kind);
    read_stand(reader, map, prop);
    const YamlNode *angle = yaml_find(map, "angle");
    if (angle) {
        reader_angle(reader, angle, "angle", &prop->angle);
    } else if (prop->row) {
        vec2s along = glms_vec2_sub(prop->to, prop->from);
        prop->angle = trig_atan2(along.y, along.x);
    }
    if (known && prop->kind == PROP_CUSTOM) {
        reader_material(reader, yaml_find(map, "material"), &prop->material);
        yaml_number(yaml_find(map, "mass"), "mass", "kg", 1.0, 5000.0, &prop->mass, messages);
        read_own_shape(reader, map, "custom prop", label, &prop->outline);
    }
    prop->valid = messages->error_count == errors;
}

void read_props(TrackReader *reader, const YamlNode *list) {
    TrackDef *def = reader->def;
    if (!reader_list(reader, list, "props", TRACK_PROPS_MAX)) {
        return;
    }
    def->props = arena_array(reader->arena, (size_t)list->count + 1, sizeof *def->props);
    for (const YamlNode *node = list->first; node; node = node->next) {
        read_prop(reader, node, def->prop_count + 1, &def->props[def->prop_count]);
        def->prop_count++;
    }
}

static void read_mover(TrackReader *reader, const YamlNode *map, int number, MoverDef *mover) {
    static const char *const modes[] = {"loop", "pingpong"};
    MessageList *messages = reader->messages;
    int errors = messages->error_count;
    *mover = (MoverDef){.id = "", .material = MATERIAL_STEEL, .speed = 3.0f, .place = map->place};
    char label[LABEL_MAX];
    label_of(label, "mover", map, number);
    track_keys_check(map, label, TRACK_MAP_mover, NULL, messages);
    if (map->kind != YAML_MAP) {
        return;
    }
    mover->id = reader_id(reader, map);
    int mode = 1;
    reader_material(reader, yaml_find(map, "material"), &mover->material);
    yaml_number(yaml_require(map, "speed", "speed: 3", messages), "speed", "m/s", 0.1, 30.0,
                &mover->speed, messages);
    yaml_choice(yaml_find(map, "mode"), "mode", READER_KEYS(modes), &mode, messages);
    yaml_number(yaml_find(map, "wait"), "wait", "s", 0.0, 3600.0, &mover->wait, messages);
    yaml_number(yaml_find(map, "phase"), "phase", "", 0.0, 1.0, &mover->phase, messages);
    mover->loop = mode == 0;
    read_own_shape(reader, map, "mover", label, &mover->outline);
    reader_points(reader, yaml_require(map, "path", "path: [[0, 0], [10, 0]]", messages), label, 2,
                  OUTLINE_LINE, &mover->path);
    mover->valid = messages->error_count == errors;
}

void read_movers(TrackReader *reader, const YamlNode *list) {
    TrackDef *def = reader->def;
    if (!reader_list(reader, list, "movers", TRACK_MOVERS_MAX)) {
        return;
    }
    def->movers = arena_array(reader->arena, (size_t)list->count + 1, sizeof *def->movers);
    for (const YamlNode *node = list->first; node; node = node->next) {
        read_mover(reader, node, def->mover_count + 1, &def->movers[def->mover_count]);
        def->mover_count++;
    }
}

/// Reads what is loose on a track: props and movers, and the crates.
#include "geometry/trig.h"
#include "track_file/track_reader.h"

/// A shape whose origin is the place where it stands.
static void read_own_shape(TrackReader *reader, const YamlNode *map, const char *noun,
                           const char *label, OutlineDef *out) {
    reader->around_origin = true;
    reader_outline(reader, map, noun, label, false, out);
    reader->around_origin = false;
}

/// Where a prop stands, or from where to where a row goes.
static void read_stand(TrackReader *reader, const YamlNode *map, PropDef *prop) {
    bool at = yaml_find(map, "at");
    prop->row = yaml_find(map, "from") || yaml_find(map, "to");
    if (at == prop->row) {
        reader_wrong_forms(reader, map, "prop", "at, from and to", at ? 2 : 0);
        return;
    }
    if (at) {
        reader_value(reader, map, TRACK_ROW_prop_at, &prop->from);
        prop->to = prop->from;
        return;
    }
    bool good = reader_required(reader, map, TRACK_ROW_prop_from, "from: [x, y]", &prop->from);
    good &= reader_required(reader, map, TRACK_ROW_prop_to, "to: [x, y]", &prop->to);
    reader_value(reader, map, TRACK_ROW_prop_spacing, &prop->spacing);
    if (good && glms_vec2_distance(prop->from, prop->to) < 0.1f) {
        reader_wrong(reader, yaml_find(map, "to"), "to", "at least 0.1 m away from `from`");
    }
}

void read_prop(TrackReader *reader, const YamlNode *map, int number, void *out) {
    int errors = reader->messages->error_count;
    PropDef *prop = out;
    *prop = (PropDef){.id = "", .mass = 20.0f, .material = MATERIAL_WOOD, .place = map->place};
    char label[VALIDATE_LABEL_MAX];
    reader_label(label, "prop", map, number);
    bool known = reader_value(reader, map, TRACK_ROW_prop_kind, &prop->kind);
    bool ready = known && prop->kind != PROP_CUSTOM;
    if (!reader_is_map(reader, map, label, TRACK_MAP_prop, ready ? "ready" : "custom")) {
        return;
    }
    yaml_require(map, "kind", "kind: cone", reader->messages);
    prop->id = reader_id(reader, map);
    prop->spacing = prop_kind_spacing(prop->kind);
    read_stand(reader, map, prop);
    if (prop->row) {
        vec2s along = glms_vec2_sub(prop->to, prop->from);
        prop->angle = trig_atan2(along.y, along.x);
    }
    reader_value(reader, map, TRACK_ROW_prop_angle, &prop->angle);
    if (known && prop->kind == PROP_CUSTOM) {
        reader_value(reader, map, TRACK_ROW_prop_material, &prop->material);
        reader_value(reader, map, TRACK_ROW_prop_mass, &prop->mass);
        read_own_shape(reader, map, "custom prop", label, &prop->outline);
    }
    prop->valid = reader->messages->error_count == errors;
}

void read_crates(TrackReader *reader, const YamlNode *list) {
    const TrackKey *key = &track_keys[TRACK_ROW_track_crates];
    if (!reader_list(reader, list, key->key, (int)key->max)) {
        return;
    }
    TrackDef *def = reader->def;
    def->crates_given = true;
    for (const YamlNode *point = list->first; point; point = point->next) {
        TrackCrate *crate = &def->crates[def->crate_count];
        crate->place = point->place;
        def->crate_count += yaml_point(point, &crate->position, reader->messages);
    }
}

void read_mover(TrackReader *reader, const YamlNode *map, int number, void *out) {
    static const ReaderField fields[] = {FIELD(mover, MoverDef, material),
                                         FIELD(mover, MoverDef, wait),
                                         FIELD(mover, MoverDef, phase)};
    int errors = reader->messages->error_count;
    MoverDef *mover = out;
    *mover = (MoverDef){.id = "", .material = MATERIAL_STEEL, .speed = 3.0f, .place = map->place};
    char label[VALIDATE_LABEL_MAX];
    reader_label(label, "mover", map, number);
    if (!reader_is_map(reader, map, label, TRACK_MAP_mover, NULL)) {
        return;
    }
    mover->id = reader_id(reader, map);
    reader_required(reader, map, TRACK_ROW_mover_speed, "speed: 3", &mover->speed);
    reader_fields(reader, map, READER_FIELDS(fields), mover);
    int mode = 1;
    reader_value(reader, map, TRACK_ROW_mover_mode, &mode);
    mover->loop = mode == 0;
    read_own_shape(reader, map, "mover", label, &mover->outline);
    reader_points(reader, yaml_require(map, "path", "path: [[0, 0], [10, 0]]", reader->messages),
                  label, 2, OUTLINE_LINE, &mover->path);
    mover->valid = reader->messages->error_count == errors;
}

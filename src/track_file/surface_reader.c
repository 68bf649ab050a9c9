#include "base/text.h"
#include "track_file/track_reader.h"

#include <stdio.h>
#include <string.h>

/// The surfaces or materials of a track, and how a file adds to them.
typedef struct Entries {
    TrackRow row; ///< `surfaces` or `materials`.
    char *items;  ///< Each begins with its name.
    size_t size;  ///< Of an item.
    int *count, max;
    const char **names;
    const void *fresh; ///< A new item, before its keys are read.
    const ReaderField *fields;
    int field_count;
} Entries;

_Static_assert(offsetof(Surface, name) == 0 && offsetof(Material, name) == 0, "names come first");

/// Reads one entry into the item that its key names, or a new one.
static void read_entry(TrackReader *reader, const YamlNode *node, const Entries *entries) {
    const TrackKey *key = &track_keys[entries->row];
    const char *noun = track_map_names[key->of];
    int index = text_find(node->key, entries->names, *entries->count);
    index = index < 0 ? *entries->count : index;
    char *item = entries->items + (size_t)index * entries->size;
    if (index == *entries->count) {
        if (!yaml_check_id(node->key, noun, node->key_place, reader->messages) ||
            index == entries->max) {
            return;
        }
        memcpy(item, entries->fresh, entries->size);
        snprintf(item, YAML_ID_MAX, "%s", node->key);
        entries->names[(*entries->count)++] = item;
    }
    char label[VALIDATE_LABEL_MAX];
    validate_label(label, noun, node->key, 0);
    if (reader_is_map(reader, node, label, key->of, NULL)) {
        reader_fields(reader, node, entries->fields, entries->field_count, item);
    }
}

static void read_entries(TrackReader *reader, const YamlNode *map, const Entries *entries) {
    const TrackKey *key = &track_keys[entries->row];
    for (int i = 0; i < *entries->count; i++) {
        entries->names[i] = entries->items + (size_t)i * entries->size;
    }
    if (!map) {
        return;
    }
    if (map->kind != YAML_MAP) {
        reader_wrong(reader, map, key->key, "a map from names to properties");
    } else if (map->count > (int)key->max) {
        message_add(reader->messages, MESSAGE_E111, map->place, key->key, (int)key->max);
    } else {
        for (const YamlNode *node = map->first; node; node = node->next) {
            read_entry(reader, node, entries);
        }
    }
}

/// Slip at which the tyre peaks on an own surface: looser ground peaks later, as the built-in ones
/// do (1 on tarmac, 1.6 on grass, 2 on sand).
static float peak_scale_of(float grip) {
    float scale = 1.0f + 1.2f * (1.0f - grip);
    return scale < 1.0f ? 1.0f : scale;
}

void read_surfaces(TrackReader *reader, const YamlNode *map) {
    static const ReaderField fields[] = {
        FIELD(surface, Surface, grip),    FIELD(surface, Surface, rolling),
        FIELD(surface, Surface, viscous), FIELD(surface, Surface, bump),
        FIELD(surface, Surface, skid),    FIELD(surface, Surface, respawn),
        FIELD(surface, Surface, color),   FIELD(surface, Surface, dust),
    };
    Track *track = &reader->def->base;
    memcpy(track->surfaces, surface_built_in, sizeof surface_built_in);
    track->surface_count = SURFACE_BUILT_IN_COUNT;
    read_entries(reader, map,
                 &(Entries){.row = TRACK_ROW_track_surfaces,
                            .items = (char *)track->surfaces,
                            .size = sizeof *track->surfaces,
                            .count = &track->surface_count,
                            .max = SURFACES_MAX,
                            .names = reader->surface_names,
                            .fresh = &(Surface){.grip = 1.0f},
                            .fields = fields,
                            .field_count = sizeof fields / sizeof *fields});
    for (int i = SURFACE_BUILT_IN_COUNT; i < track->surface_count; i++) {
        track->surfaces[i].peak_scale = peak_scale_of(track->surfaces[i].grip);
    }
}

void read_materials(TrackReader *reader, const YamlNode *map) {
    static const ReaderField fields[] = {
        FIELD(material, Material, restitution), FIELD(material, Material, friction),
        FIELD(material, Material, height),      FIELD(material, Material, sparks),
        FIELD(material, Material, color),
    };
    Track *track = &reader->def->base;
    memcpy(track->materials, material_built_in, sizeof material_built_in);
    track->material_count = MATERIAL_BUILT_IN_COUNT;
    read_entries(reader, map,
                 &(Entries){.row = TRACK_ROW_track_materials,
                            .items = (char *)track->materials,
                            .size = sizeof *track->materials,
                            .count = &track->material_count,
                            .max = MATERIALS_MAX,
                            .names = reader->material_names,
                            .fresh = &track->materials[MATERIAL_CONCRETE],
                            .fields = fields,
                            .field_count = sizeof fields / sizeof *fields});
}

#include "base/text.h"
#include "track_file/track_reader.h"

#include <stdio.h>
#include <string.h>

/// Where the entry called by the key of `node` stands: its index in `names`, or a new one.
/// -1, with a message, where neither can be.
static int place_entry(TrackReader *reader, const YamlNode *node, const char *noun,
                       const char *const *names, int count, int max) {
    int index = text_find(node->key, names, count);
    if (index >= 0) {
        return index;
    }
    if (!yaml_check_id(node->key, noun, node->key_place, reader->messages)) {
        return -1;
    }
    return count < max ? count : -1;
}

static bool check_map(TrackReader *reader, const YamlNode *map, const char *name, int max) {
    if (!map) {
        return false;
    }
    if (map->kind != YAML_MAP) {
        reader_wrong(reader, map, name, "a map from names to properties");
        return false;
    }
    if (map->count > max) {
        message_add(reader->messages, MESSAGE_E111, map->place, name, max);
        return false;
    }
    return true;
}

static void read_dust(TrackReader *reader, const YamlNode *node, uint32_t *out) {
    if (node && node->kind == YAML_TEXT && strcmp(node->text, "none") == 0) {
        *out = 0;
        return;
    }
    yaml_color(node, "dust", out, reader->messages);
}

static void read_surface(TrackReader *reader, const YamlNode *map, Surface *surface) {
    MessageList *messages = reader->messages;
    char what[LABEL_MAX];
    snprintf(what, sizeof what, "surface \"%s\"", map->key);
    if (!track_keys_check(map, what, TRACK_MAP_surface, NULL, messages) && map->kind != YAML_MAP) {
        return;
    }
    yaml_number(yaml_find(map, "grip"), "grip", "", 0.05, 1.5, &surface->grip, messages);
    yaml_number(yaml_find(map, "rolling"), "rolling", "", 0.0, 0.5, &surface->rolling, messages);
    yaml_number(yaml_find(map, "viscous"), "viscous", "1/s", 0.0, 2.0, &surface->viscous, messages);
    yaml_number(yaml_find(map, "bump"), "bump", "", 0.0, 1.0, &surface->bump, messages);
    yaml_bool(yaml_find(map, "skid"), "skid", &surface->skid, messages);
    yaml_bool(yaml_find(map, "respawn"), "respawn", &surface->respawn, messages);
    yaml_color(yaml_find(map, "color"), "color", &surface->color, messages);
    read_dust(reader, yaml_find(map, "dust"), &surface->dust);
}

/// Slip at which the tyre peaks on an own surface: looser ground peaks later, as the built-in ones
/// do (1 on tarmac, 1.6 on grass, 2 on sand).
static float peak_scale_of(float grip) {
    float scale = 1.0f + 1.2f * (1.0f - grip);
    return scale < 1.0f ? 1.0f : scale;
}

void read_surfaces(TrackReader *reader, const YamlNode *map) {
    TrackDef *def = reader->def;
    memcpy(def->surfaces, surface_built_in, sizeof surface_built_in);
    def->surface_count = SURFACE_BUILT_IN_COUNT;
    for (int i = 0; i < def->surface_count; i++) {
        reader->surface_names[i] = def->surfaces[i].name;
    }
    if (!check_map(reader, map, "surfaces", 32)) {
        return;
    }
    for (const YamlNode *node = map->first; node; node = node->next) {
        int index = place_entry(reader, node, "surface", reader->surface_names, def->surface_count,
                                SURFACES_MAX);
        if (index < 0) {
            continue;
        }
        Surface *surface = &def->surfaces[index];
        bool is_new = index == def->surface_count;
        if (is_new) {
            *surface = (Surface){.grip = 1.0f};
            snprintf(surface->name, sizeof surface->name, "%s", node->key);
            reader->surface_names[def->surface_count++] = surface->name;
        }
        read_surface(reader, node, surface);
        if (is_new) {
            surface->peak_scale = peak_scale_of(surface->grip);
        }
    }
}

static void read_material(TrackReader *reader, const YamlNode *map, Material *material) {
    MessageList *messages = reader->messages;
    char what[LABEL_MAX];
    snprintf(what, sizeof what, "material \"%s\"", map->key);
    if (!track_keys_check(map, what, TRACK_MAP_material, NULL, messages) && map->kind != YAML_MAP) {
        return;
    }
    yaml_number(yaml_find(map, "restitution"), "restitution", "", 0.0, 1.0, &material->restitution,
                messages);
    yaml_number(yaml_find(map, "friction"), "friction", "", 0.0, 2.0, &material->friction,
                messages);
    yaml_number(yaml_find(map, "height"), "height", "m", 0.1, 20.0, &material->height, messages);
    yaml_bool(yaml_find(map, "sparks"), "sparks", &material->sparks, messages);
    yaml_color(yaml_find(map, "color"), "color", &material->color, messages);
}

void read_materials(TrackReader *reader, const YamlNode *map) {
    TrackDef *def = reader->def;
    memcpy(def->materials, material_built_in, sizeof material_built_in);
    def->material_count = MATERIAL_BUILT_IN_COUNT;
    for (int i = 0; i < def->material_count; i++) {
        reader->material_names[i] = def->materials[i].name;
    }
    if (!check_map(reader, map, "materials", 32)) {
        return;
    }
    for (const YamlNode *node = map->first; node; node = node->next) {
        int index = place_entry(reader, node, "material", reader->material_names,
                                def->material_count, MATERIALS_MAX);
        if (index < 0) {
            continue;
        }
        Material *material = &def->materials[index];
        if (index == def->material_count) {
            *material = def->materials[MATERIAL_CONCRETE];
            snprintf(material->name, sizeof material->name, "%s", node->key);
            reader->material_names[def->material_count++] = material->name;
        }
        read_material(reader, node, material);
    }
}

#include "import/object.h"

#include "formats/yaml_build.h"

#include <stdlib.h>
#include <string.h>

enum {
    DECIMALS = 3 ///< Digits behind the point of coordinates and lengths.
};

YamlNode *object_number(const Object *object, double value) {
    return yaml_build_number(object->track->arena, object->map->place, value, DECIMALS);
}

YamlNode *object_point(const Object *object, Point point) {
    return yaml_build_point(object->track->arena, object->map->place, point.x, point.y, DECIMALS);
}

YamlNode *object_points(const Object *object, const Point *points, int count) {
    YamlNode *list = yaml_build_list(object->track->arena, object->map->place);
    for (int i = 0; i < count; i++) {
        yaml_build_add(list, object_point(object, points[i]));
    }
    return list;
}

YamlNode *object_bool(const Object *object, bool value) {
    return yaml_build_bool(object->track->arena, object->map->place, value);
}

void object_set(const Object *object, const char *key, YamlNode *value) {
    yaml_build_set(object->track->arena, object->map, key, value);
}

void object_set_default(const Object *object, const char *key, YamlNode *value) {
    if (!yaml_find(object->map, key)) {
        object_set(object, key, value);
    }
}

static YamlNode *text_node(const Object *object, const char *text) {
    return yaml_build_text(object->track->arena, object->map->place, text);
}

void object_set_word(const Object *object, const char *key) {
    if (object->word) {
        object_set_default(object, key, text_node(object, object->word));
    }
}

void object_set_id(const Object *object, const char *id) {
    ObjectTrack *track = object->track;
    size_t size = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    bool is_id = id[0] >= 'a' && id[0] <= 'z' && size < YAML_ID_MAX && id[size] == '\0' &&
                 track->id_count < track->id_max && !yaml_find(object->map, "id");
    for (int i = 0; i < track->id_count && is_id; i++) {
        is_id = strcmp(track->ids[i], id) != 0;
    }
    if (is_id) {
        track->ids = arena_grow(track->arena, track->ids, track->id_count, sizeof *track->ids);
        track->ids[track->id_count++] = id;
        object_set(object, "id", text_node(object, id));
    }
}

void object_set_circle(const Object *object, Point center, double radius) {
    Object circle = *object;
    circle.map = yaml_build_map(object->track->arena, object->map->place);
    circle.map->flow = true;
    object_set(&circle, "center", object_point(object, center));
    object_set(&circle, "radius", object_number(object, radius));
    object_set(object, "circle", circle.map);
}

void object_append(const Object *object, ObjectKind kind) {
    YamlNode **list = &object->track->lists[kind];
    *list = *list ? *list : yaml_build_list(object->track->arena, object->map->place);
    yaml_build_add(*list, object->map);
}

void object_append_numbered(const Object *object, ObjectList *list, int number, YamlNode *node) {
    list->items = arena_grow(object->track->arena, list->items, list->count, sizeof *list->items);
    list->items[list->count] = (ObjectNumbered){number, list->count, node};
    list->count++;
}

static int compare_numbered(const void *a, const void *b) {
    const ObjectNumbered *first = a;
    const ObjectNumbered *second = b;
    int order = (first->number > second->number) - (first->number < second->number);
    return order != 0 ? order : first->order - second->order;
}

static void set_sorted(ObjectTrack *track, ObjectList *list, YamlNode *map, const char *key) {
    YamlNode *nodes = yaml_build_list(track->arena, list->items[0].node->place);
    qsort(list->items, (size_t)list->count, sizeof *list->items, compare_numbered);
    for (int i = 0; i < list->count; i++) {
        yaml_build_add(nodes, list->items[i].node);
    }
    yaml_build_set(track->arena, map, key, nodes);
}

void object_track_finish(ObjectTrack *track, YamlNode *root) {
    static const char *const keys[OBJECT_KIND_COUNT] = {
        [OBJECT_ROAD] = "ribbons", [OBJECT_WALL] = "walls",   [OBJECT_ZONE] = "zones",
        [OBJECT_PROP] = "props",   [OBJECT_MOVER] = "movers", [OBJECT_SCENERY] = "scenery",
        [OBJECT_LINE] = "lines",
    };
    for (int i = 0; i < OBJECT_KIND_COUNT; i++) {
        if (track->lists[i]) {
            yaml_build_set(track->arena, root, keys[i], track->lists[i]);
        }
    }
    if (track->finish) {
        yaml_build_set(track->arena, root, "finish", track->finish);
    }
    if (track->gates.count > 0) {
        set_sorted(track, &track->gates, root, "gates");
    }
    if (track->slots.count > 0) {
        YamlNode *grid = yaml_build_map(track->arena, track->slots.items[0].node->place);
        set_sorted(track, &track->slots, grid, "slots");
        yaml_build_set(track->arena, root, "grid", grid);
    }
}

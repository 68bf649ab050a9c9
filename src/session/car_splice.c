#include "session/car_splice.h"

#include "base/number.h"
#include "formats/yaml_build.h"
#include "track_file/splice.h"
#include "vehicle/car_write.h"

#include <string.h>

/// A car file as a tree that is changed.
typedef struct Tree {
    Arena arena;
    YamlNode *root;
    const CarParams *from, *to; ///< What the text says, and what it is to say.
} Tree;

static const char *number_of(Tree *tree, float value) {
    char *text = arena_alloc(&tree->arena, NUMBER_TEXT_MAX);
    return car_write_number(value, text);
}

static YamlNode *number_make(Tree *tree, float value) {
    YamlNode *node = yaml_build_number(&tree->arena, tree->root->place, 0.0, 0);
    node->text = number_of(tree, value);
    return node;
}

/// The map called `key`, made where there is none.
static YamlNode *group_of(Tree *tree, const char *key) {
    YamlNode *group = yaml_find(tree->root, key);
    if (!group || group->kind != YAML_MAP) {
        group = yaml_build_map(&tree->arena, tree->root->place);
        yaml_build_set(&tree->arena, tree->root, key, group);
    }
    return group;
}

static void set_name(Tree *tree, const char *name) {
    const YamlNode *node = yaml_find(tree->root, "name");
    if (!node || strcmp(node->text, name) != 0) {
        yaml_build_set(&tree->arena, tree->root, "name",
                       yaml_build_text(&tree->arena, tree->root->place, name));
    }
}

static void set_rows(Tree *tree) {
    for (int i = 0; i < car_param_table.count; i++) {
        const ParamRow *row = &car_param_table.rows[i];
        if (param_get(row, tree->from) != param_get(row, tree->to)) {
            yaml_build_set(&tree->arena, group_of(tree, row->group), row->name,
                           number_make(tree, param_get(row, tree->to)));
        }
    }
}

/// `count` numbers, `width` of them an item (1: the items are the numbers): `from` are those of the
/// file.
typedef struct Numbers {
    const float *from, *to;
    int from_count, count, width;
} Numbers;

/// Changes the items of `list` that differ, so that the others keep their digits.
static void change_items(Tree *tree, YamlNode *list, Numbers numbers) {
    YamlNode *item = list->first;
    for (int i = 0; i < numbers.count; i += numbers.width, item = item->next) {
        YamlNode *number = numbers.width > 1 ? item->first : item;
        for (int k = i; k < i + numbers.width; k++, number = number->next) {
            if (numbers.from[k] != numbers.to[k]) {
                number->text = number_of(tree, numbers.to[k]);
            }
        }
    }
}

static void set_list(Tree *tree, YamlNode *map, const char *key, Numbers numbers) {
    YamlNode *old = yaml_find(map, key);
    if (old && numbers.count == numbers.from_count) {
        change_items(tree, old, numbers);
        return;
    }
    YamlNode *list = yaml_build_list(&tree->arena, tree->root->place);
    for (int i = 0; i < numbers.count; i += numbers.width) {
        YamlNode *item = number_make(tree, numbers.to[i]);
        if (numbers.width > 1) {
            YamlNode *point = yaml_build_list(&tree->arena, tree->root->place);
            yaml_build_add(point, item);
            yaml_build_add(point, number_make(tree, numbers.to[i + 1]));
            item = point;
        }
        yaml_build_add(list, item);
    }
    yaml_build_set(&tree->arena, map, key, list);
}

static void set_lists(Tree *tree) {
    const CarParams *from = tree->from, *to = tree->to;
    if (!car_params_same_torques(from, to)) {
        set_list(tree, group_of(tree, "engine"), "torque_curve",
                 (Numbers){(const float *)(const void *)from->torque_curve,
                           (const float *)(const void *)to->torque_curve, 2 * from->torque_count,
                           2 * to->torque_count, 2});
    }
    if (!car_params_same_gears(from, to)) {
        set_list(tree, group_of(tree, "gearbox"), "gears",
                 (Numbers){from->gears, to->gears, from->gear_count, to->gear_count, 1});
    }
    if (!car_params_same_outline(from, to)) { // whose points may stand in another order there
        set_list(tree, tree->root, "outline",
                 (Numbers){NULL, (const float *)(const void *)to->outline, -1,
                           2 * to->outline_count, 2});
    }
}

/// Whether the text `out` holds from byte `from` on is `car` to the bit.
static bool says(const TextBuffer *out, size_t from, const CarFile *car, const CarParams *base) {
    MessageList messages = {0};
    CarFile read;
    return car_file_read(out->text + from, out->size - from, "", base, &read, &messages) &&
           strcmp(read.name, car->name) == 0 &&
           car_params_differences(&read.params, &car->params) == 0;
}

bool car_splice(const char *text, size_t size, const CarFile *car, const CarParams *base,
                TextBuffer *out) {
    MessageList messages = {0};
    CarFile was;
    if (!car_file_read(text, size, "", base, &was, &messages)) {
        return false;
    }
    Tree tree = {.from = &was.params, .to = &car->params};
    size_t from = out->size;
    tree.root = yaml_build_copy(&tree.arena, yaml_read(text, size, "", &tree.arena, &messages));
    set_name(&tree, car->name);
    set_rows(&tree);
    set_lists(&tree);
    // That saves tracks; of a car it does not know the keys, and leaves values as they are.
    splice_write(text, size, tree.root, out);
    arena_destroy(&tree.arena);
    bool fine = says(out, from, car, base);
    if (!fine) {
        out->size = from;
    }
    return fine;
}

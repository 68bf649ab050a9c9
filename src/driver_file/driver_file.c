#include "driver_file/driver_file.h"

#include "base/assert.h"
#include "base/number.h"

#include <stdio.h>
#include <string.h>

#define COLOR_OF_NONE 0xB4BCC9FFu ///< Of the helmet of a driver without a colour.

static const char *const keys[] = {"format", "name", "number", "color", "note", "face"};

enum {
    KEY_COUNT = sizeof keys / sizeof keys[0],
    ALL_KEYS_MAX = KEY_COUNT + 8, ///< With the groups of numbers.
};

static void read_format(const YamlNode *root, MessageList *messages) {
    const YamlNode *node = yaml_require(root, "format", "format: " DRIVER_FILE_FORMAT, messages);
    const char *text = "";
    if (!yaml_text(node, "format", 1, 40, &text, messages) ||
        strcmp(text, DRIVER_FILE_FORMAT) == 0) {
        return;
    }
    int version = 0;
    if (strncmp(text, "driver/", 7) == 0 && number_parse_integer(text + 7, &version) &&
        version > 1) {
        message_add(messages, MESSAGE_E208, node->place, text, DRIVER_FILE_FORMAT);
    } else {
        message_add(messages, MESSAGE_E840, node->place, text);
    }
}

static void read_name(const YamlNode *root, DriverFile *out, MessageList *messages) {
    const YamlNode *node = yaml_require(root, "name", "name: Robin Ash", messages);
    const char *text = "";
    if (!yaml_text(node, "name", 1, DRIVER_NAME_MAX - 1, &text, messages)) {
        return;
    }
    size_t size = strlen(text);
    if (size >= DRIVER_NAME_MAX) { // few code points, but of many bytes each
        message_add(messages, MESSAGE_E814, node->place, size, DRIVER_NAME_MAX - 1);
        return;
    }
    memcpy(out->name, text, size + 1);
}

static void read_color(const YamlNode *root, DriverFile *out, MessageList *messages) {
    const YamlNode *node = yaml_find(root, "color");
    uint32_t color = 0;
    if (!yaml_color(node, "color", &color, messages)) {
        return;
    }
    if ((color & 0xFFu) != 0xFFu) {
        message_add(messages, MESSAGE_E841, node->place, "color");
        return;
    }
    out->color = color;
}

/// Whether the row is the first of its group.
static bool starts_group(int index) {
    const ParamRow *all = driver_param_table.rows;
    return index == 0 || strcmp(all[index].group, all[index - 1].group) != 0;
}

/// Every key of a driver file: those of its own, then the groups of its numbers.
static int list_keys(const char *names[ALL_KEYS_MAX]) {
    int count = KEY_COUNT;
    memcpy(names, keys, sizeof keys);
    for (int i = 0; i < driver_param_table.count; i++) {
        if (starts_group(i)) {
            ASSERT(count < ALL_KEYS_MAX);
            names[count++] = driver_param_table.rows[i].group;
        }
    }
    return count;
}

static void read_root(const YamlNode *root, DriverFile *out, MessageList *messages) {
    const char *names[ALL_KEYS_MAX];
    int count = list_keys(names);
    yaml_check_keys(root, "the driver", names, count, NULL, 0, messages);
    if (root->kind != YAML_MAP ||
        yaml_refuse_empty(root, "`axle new driver NAME` writes one to begin with", messages)) {
        return;
    }
    read_format(root, messages);
    read_name(root, out, messages);
    yaml_integer(yaml_find(root, "number"), "number", 1, DRIVER_NUMBER_MAX, &out->number, messages);
    read_color(root, out, messages);
    const char *text = "";
    if (yaml_text(yaml_find(root, "note"), "note", 0, DRIVER_NOTE_CHARACTERS, &text, messages)) {
        snprintf(out->note, sizeof out->note, "%s", text);
    }
    const YamlNode *face = yaml_find(root, "face");
    if (face) {
        driver_face_read(face, &out->face, messages);
    } else {
        out->face = driver_face_make(out->color ? out->color : COLOR_OF_NONE);
    }
    for (int i = KEY_COUNT; i < count; i++) {
        param_read(&driver_param_table, names[i], yaml_find(root, names[i]), NULL, 0, &out->params,
                   messages);
    }
}

bool driver_file_read(const char *text, size_t size, const char *file, DriverFile *out,
                      MessageList *messages) {
    int errors_before = messages->error_count;
    Arena arena = {0};
    const YamlNode *root = yaml_read(text, size, file, &arena, messages);
    if (root) {
        DriverFile made;
        memset(&made, 0, sizeof made);
        made.params = driver_params_default();
        read_root(root, &made, messages);
        if (messages->error_count == errors_before) {
            *out = made;
        }
    }
    arena_destroy(&arena);
    return messages->error_count == errors_before;
}

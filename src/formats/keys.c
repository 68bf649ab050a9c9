#include "formats/keys.h"

#include "base/assert.h"
#include "base/text.h"
#include "formats/yaml.h"

#include <stddef.h>

typedef struct KeyRow {
    int code;
    const char *name, *label;
} KeyRow;

static const KeyRow rows[] = {
#define KEYBOARD_KEY(id, glfw, code, name, label) {code, name, label},
#define PAD_CONTROL(id, code, name, label)        {code, name, label},
#include "formats/keys.def"
};

#define KEYBOARD_KEY(id, glfw, code, name, label) \
    _Static_assert(sizeof(name) <= KEY_NAME_MAX, "every name has room");
#define PAD_CONTROL(id, code, name, label) \
    _Static_assert(sizeof(name) <= KEY_NAME_MAX, "every name has room");
#include "formats/keys.def"

enum {
    ROW_COUNT = sizeof rows / sizeof rows[0]
};

static const KeyRow *row_of(int key) {
    for (int i = 0; i < ROW_COUNT; i++) {
        if (rows[i].code == key) {
            return &rows[i];
        }
    }
    return NULL;
}

int key_of_name(const char *name) {
    ASSERT(name != NULL);
    for (int i = 0; i < ROW_COUNT; i++) {
        if (text_equal_any_case(rows[i].name, name)) {
            return rows[i].code;
        }
    }
    return KEY_NONE;
}

const char *key_name(int key) {
    const KeyRow *row = row_of(key);
    return row ? row->name : NULL;
}

const char *key_label(int key) {
    const KeyRow *row = row_of(key);
    return row ? row->label : NULL;
}

const char *key_nearest_name(const char *name) {
    ASSERT(name != NULL);
    const char *names[ROW_COUNT];
    for (int i = 0; i < ROW_COUNT; i++) {
        names[i] = rows[i].name;
    }
    return yaml_nearest(name, names, ROW_COUNT);
}

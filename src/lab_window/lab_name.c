#include "lab_window/lab_name.h"

#include "base/text.h"

#include <string.h>

void lab_name_begin(LabDesk *desk) {
    desk->naming.on = true;
    text_copy(desk->scene.name, desk->naming.text, sizeof desk->naming.text);
}

static int count_letters(const char *text) {
    int count = 0;
    for (; *text; text++) {
        count += !text_continues(*text);
    }
    return count;
}

void lab_name_type(LabDesk *desk, const char *typed) {
    char *name = desk->naming.text;
    while (*typed) {
        int size = 1;
        bool shown = text_is_shown(text_code_point(typed, &size));
        size_t length = strlen(name);
        if (shown && count_letters(name) < SCENE_NAME_CHARACTERS) {
            memcpy(name + length, typed, (size_t)size);
            name[length + (size_t)size] = '\0';
        }
        typed += size;
    }
}

void lab_name_take_back(LabDesk *desk) {
    char *name = desk->naming.text;
    size_t at = strlen(name);
    while (at > 0 && text_continues(name[--at])) {
    }
    name[at] = '\0';
}

void lab_name_done(LabDesk *desk) {
    Scene wanted = desk->scene;
    text_copy(desk->naming.text, wanted.name, sizeof wanted.name);
    if (lab_desk_change(desk, &wanted, LAB_ALONE)) {
        lab_name_cancel(desk);
    }
}

void lab_name_cancel(LabDesk *desk) { desk->naming = (LabNaming){.on = false}; }

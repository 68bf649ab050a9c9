#include "lab_window/lab_keys.h"

const LabKeyRow lab_key_rows[LAB_KEY_COUNT] = {
#define LAB_KEY(id, moment, ctrl, first, second, third, fourth, label) \
    {LAB_WHEN_##moment, ctrl, {first, second, third, fourth}, label},
#include "lab_window/lab_keys.def"
#undef LAB_KEY
};

const char *lab_moment_label(LabMoment moment) {
    static const char *const labels[] = {[LAB_WHEN_DESK] = "The laboratory",
                                         [LAB_WHEN_CORNER] = "While corners are moved",
                                         [LAB_WHEN_PEN] = "While a polygon is drawn",
                                         [LAB_WHEN_NAME] = "While the name is typed"};
    return labels[moment];
}

int lab_key_count(const LabKeyRow *row) {
    int count = 0;
    while (count < LAB_KEY_KEYS && row->keys[count] != KEY_NONE) {
        count++;
    }
    return count;
}

bool lab_keys_shift(const InputFrame *frame) {
    return frame->down[KEY_LEFT_SHIFT] || frame->down[KEY_RIGHT_SHIFT];
}

bool lab_keys_ctrl(const InputFrame *frame) {
    return frame->down[KEY_LEFT_CONTROL] || frame->down[KEY_RIGHT_CONTROL];
}

int lab_key_of(LabKey key, const KeyPress *press) {
    const LabKeyRow *row = &lab_key_rows[key];
    bool arrows = key == LAB_KEY_CHANGE; // Ctrl makes their steps coarse
    for (int i = 0; i < lab_key_count(row) && (press->ctrl == row->ctrl || arrows); i++) {
        if (press->key == row->keys[i]) {
            return i;
        }
    }
    return -1;
}

const KeyPress *lab_key_press(LabKey key, const InputFrame *frame) {
    for (int i = 0; i < frame->press_count; i++) {
        if (lab_key_of(key, &frame->presses[i]) >= 0) {
            return &frame->presses[i];
        }
    }
    return NULL;
}

int lab_key_pressed(LabKey key, const InputFrame *frame) {
    const KeyPress *press = lab_key_press(key, frame);
    return press ? lab_key_of(key, press) : -1;
}

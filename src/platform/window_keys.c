/// Keys of window.h: their names on this keyboard, and their presses.
#include "platform/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#define KEYBOARD_KEY(id, glfw, code, name, label) \
    _Static_assert((int)KEY_##id == GLFW_KEY_##glfw, "codes of keys are GLFW's");
#include "formats/keys.def"

/// All printing characters of ASCII from '!' on, as texts and in upper case.
static const char ascii[][2] = {
    "!", "\"", "#",  "$", "%", "&", "'", "(", ")", "*", "+", ",", "-", ".", "/", "0", "1", "2", "3",
    "4", "5",  "6",  "7", "8", "9", ":", ";", "<", "=", ">", "?", "@", "A", "B", "C", "D", "E", "F",
    "G", "H",  "I",  "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y",
    "Z", "[",  "\\", "]", "^", "_", "`", "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L",
    "M", "N",  "O",  "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z", "{", "|", "}", "~",
};

/// The upper case of U+00E0 to U+00FE, whose UTF-8 is C3 A0 to C3 BE.
static const char latin[][3] = {
    "À", "Á", "Â", "Ã", "Ä", "Å", "Æ", "Ç", "È", "É", "Ê", "Ë", "Ì", "Í", "Î", "Ï",
    "Ð", "Ñ", "Ò", "Ó", "Ô", "Õ", "Ö", "÷", "Ø", "Ù", "Ú", "Û", "Ü", "Ý", "Þ",
};

static const char *upper_case(const char *name) {
    unsigned char first = (unsigned char)name[0];
    unsigned char second = (unsigned char)name[1];
    if (first > ' ' && first < 0x7F && second == '\0') {
        return ascii[first - '!'];
    }
    if (first == 0xC3 && second >= 0xA0 && second <= 0xBE && name[2] == '\0') {
        return latin[second - 0xA0];
    }
    return name;
}

const char *window_key_name(int key) {
    if (key >= WINDOW_KEYS) { // a gamepad's
        return "?";
    }
    const char *label = key_label(key);
    if (!label || label[0]) {
        return label ? label : "?";
    }
    const char *name = glfwGetKeyName(key, 0);
    if (name && name[0] && name[0] != ' ') {
        return upper_case(name);
    }
    // no window yet, or a layout that does not tell: the key of a US keyboard
    return key > ' ' && key < 0x7F ? ascii[key - '!'] : "?";
}

void window_latch_press(InputFrame *frame, KeyPress press) {
    frame->down[press.key] = true;
    if (frame->press_count < WINDOW_PRESSES) {
        frame->presses[frame->press_count++] = press;
    }
}

bool window_pressed(const InputFrame *frame, int key) {
    for (int i = 0; i < frame->press_count; i++) {
        if (frame->presses[i].key == key) {
            return true;
        }
    }
    return false;
}

bool window_press_is_alt(KeyPress press) {
    return press.alt && (press.key == KEY_ENTER || press.key == KEY_TAB);
}

/// Keys of window.h: their names on this keyboard, and their presses.
#include "platform/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

/// Keys that print nothing have the same name everywhere.
static const char *const names[GLFW_KEY_LAST + 1] = {
    [GLFW_KEY_SPACE] = "Space",
    [GLFW_KEY_ESCAPE] = "Esc",
    [GLFW_KEY_ENTER] = "Enter",
    [GLFW_KEY_TAB] = "Tab",
    [GLFW_KEY_BACKSPACE] = "Backspace",
    [GLFW_KEY_INSERT] = "Insert",
    [GLFW_KEY_DELETE] = "Delete",
    [GLFW_KEY_RIGHT] = "→",
    [GLFW_KEY_LEFT] = "←",
    [GLFW_KEY_DOWN] = "↓",
    [GLFW_KEY_UP] = "↑",
    [GLFW_KEY_PAGE_UP] = "Page Up",
    [GLFW_KEY_PAGE_DOWN] = "Page Down",
    [GLFW_KEY_HOME] = "Home",
    [GLFW_KEY_END] = "End",
    [GLFW_KEY_CAPS_LOCK] = "Caps Lock",
    [GLFW_KEY_SCROLL_LOCK] = "Scroll Lock",
    [GLFW_KEY_NUM_LOCK] = "Num Lock",
    [GLFW_KEY_PRINT_SCREEN] = "Print",
    [GLFW_KEY_PAUSE] = "Pause",
    [GLFW_KEY_F1] = "F1",
    [GLFW_KEY_F2] = "F2",
    [GLFW_KEY_F3] = "F3",
    [GLFW_KEY_F4] = "F4",
    [GLFW_KEY_F5] = "F5",
    [GLFW_KEY_F6] = "F6",
    [GLFW_KEY_F7] = "F7",
    [GLFW_KEY_F8] = "F8",
    [GLFW_KEY_F9] = "F9",
    [GLFW_KEY_F10] = "F10",
    [GLFW_KEY_F11] = "F11",
    [GLFW_KEY_F12] = "F12",
    [GLFW_KEY_KP_0] = "Num 0",
    [GLFW_KEY_KP_1] = "Num 1",
    [GLFW_KEY_KP_2] = "Num 2",
    [GLFW_KEY_KP_3] = "Num 3",
    [GLFW_KEY_KP_4] = "Num 4",
    [GLFW_KEY_KP_5] = "Num 5",
    [GLFW_KEY_KP_6] = "Num 6",
    [GLFW_KEY_KP_7] = "Num 7",
    [GLFW_KEY_KP_8] = "Num 8",
    [GLFW_KEY_KP_9] = "Num 9",
    [GLFW_KEY_KP_DECIMAL] = "Num .",
    [GLFW_KEY_KP_DIVIDE] = "Num /",
    [GLFW_KEY_KP_MULTIPLY] = "Num *",
    [GLFW_KEY_KP_SUBTRACT] = "Num -",
    [GLFW_KEY_KP_ADD] = "Num +",
    [GLFW_KEY_KP_ENTER] = "Num Enter",
    [GLFW_KEY_KP_EQUAL] = "Num =",
    [GLFW_KEY_LEFT_SHIFT] = "Left Shift",
    [GLFW_KEY_LEFT_CONTROL] = "Left Ctrl",
    [GLFW_KEY_LEFT_ALT] = "Left Alt",
    [GLFW_KEY_LEFT_SUPER] = "Left Super",
    [GLFW_KEY_RIGHT_SHIFT] = "Right Shift",
    [GLFW_KEY_RIGHT_CONTROL] = "Right Ctrl",
    [GLFW_KEY_RIGHT_ALT] = "Right Alt",
    [GLFW_KEY_RIGHT_SUPER] = "Right Super",
    [GLFW_KEY_MENU] = "Menu",
};

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
    if (key < 0 || key > GLFW_KEY_LAST) {
        return "?";
    }
    if (names[key]) {
        return names[key];
    }
    const char *name = glfwGetKeyName(key, 0);
    if (name && name[0] && name[0] != ' ') {
        return upper_case(name);
    }
    // no window yet, or a layout that does not tell: the key of a US keyboard
    return key > ' ' && key < 0x7F ? ascii[key - '!'] : "?";
}

bool window_pressed(const InputFrame *frame, int key) {
    for (int i = 0; i < frame->press_count; i++) {
        if (frame->presses[i] == key) {
            return true;
        }
    }
    return false;
}

#include "pages/button_row.h"

#include <math.h>
#include <string.h>

#define PAD_SHARE   0.13f ///< At most, of a button, beside its text.
#define PAD_LETTERS 6.0f  ///< Letters that the room beside a button's text is worth.

static float letters_of(const MenuPanel *menu, int button) {
    return PAD_LETTERS + (float)strlen(menu->rows[button].label);
}

void button_row_place(const MenuPanel *menu, Area row, float unit, Area *buttons) {
    float gap = 12.0f * unit, letters = 0.0f, x = row.x;
    for (int i = 0; i < menu->count; i++) {
        letters += letters_of(menu, i);
    }
    float room = row.width - gap * (float)(menu->count - 1);
    for (int i = 0; i < menu->count; i++) {
        float wide = room * letters_of(menu, i) / letters;
        buttons[i] = (Area){x, row.y, wide, row.height};
        x += wide + gap;
    }
}

static const char *text_of(const MenuPanel *menu, int button) {
    return button == menu->asked ? menu->asked_text : menu->rows[button].label;
}

void button_row_draw(const Canvas *canvas, const MenuPanel *menu, float unit, const Area *buttons) {
    float size = 36.0f * unit, pad = 30.0f * unit;
    for (int i = 0; i < menu->count; i++) { // rather room for letters where there is little
        pad = fminf(pad, PAD_SHARE * buttons[i].width);
    }
    for (int i = 0; i < menu->count; i++) {
        size = canvas_fitting(canvas, size, buttons[i].width - 1.5f * pad, text_of(menu, i));
    }
    for (int i = 0; i < menu->count; i++) {
        menu_button_draw(canvas, buttons[i], pad, size, i == menu->focus, text_of(menu, i));
    }
}

int button_row_hit(const MenuPanel *menu, const Area *buttons, float x, float y) {
    for (int i = 0; i < menu->count; i++) {
        if (canvas_holds(buttons[i], x, y)) {
            return i;
        }
    }
    return -1;
}

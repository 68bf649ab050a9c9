#include "game_window/lab_png.h"

#include "base/exit_code.h"
#include "lab/panel.h"
#include "lab_window/laboratory.h"
#include "render/list_png.h"
#include "sheet/sheet_draw.h"

#define PNG_SCALE 2.0f ///< px of a PNG for one of the sheet: letters stay sharp.

int lab_png_write(View *view, const char *path, const Sheet *sheet, MessageList *messages) {
    int width = (int)(PNG_SCALE * sheet->size.x), height = (int)(PNG_SCALE * sheet->size.y);
    DrawList list = {.feather = 1.0f};
    sheet_draw(sheet, &list, &view->font, (vec2s){{0.0f, 0.0f}}, PNG_SCALE);
    int code = list_png_write(view->gl, &list, width, height, SHEET_PAPER, path, messages);
    draw_list_destroy(&list);
    return code;
}

void lab_png_of_game(View *view, Game *game) {
    Laboratory *lab = game->lab;
    if (!lab || lab->png[0] == '\0') {
        return;
    }
    MessageList messages = {.count = 0};
    Sheet sheet = panel_picture(&lab->desk.scene, lab->desk.solids);
    if (lab_png_write(view, lab->png, &sheet, &messages) != EXIT_FINE) {
        lab_desk_note(&lab->desk, true, "No PNG: %s", messages.items[0].text);
    }
    sheet_destroy(&sheet);
    lab->png[0] = '\0';
}

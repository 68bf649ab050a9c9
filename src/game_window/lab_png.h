/// A sheet of the laboratory as PNG.
#pragma once

#include "game/view.h"
#include "sheet/sheet.h"

/// Draws `sheet` into a picture of its own and writes it; then the window is the target again.
/// Returns the exit code, with messages.
int lab_png_write(View *view, const char *path, const Sheet *sheet, MessageList *messages);

/// Writes the picture that the laboratory of `game` wants, if any, and says where that fails.
void lab_png_of_game(View *view, Game *game);

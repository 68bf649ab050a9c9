/// Texts of the laboratory: paragraphs, and keys with what they do.
#pragma once

#include "lab_window/lab_colors.h"
#include "lab_window/lab_keys.h"
#include "lab_window/lab_layout.h"

/// Draws `text` into `area`, one paragraph for each sentence, `size` px large; what does not fit is
/// left out. Returns the height that it took.
float lab_text_draw(const Canvas *canvas, Area area, float size, uint32_t color, const char *text);

/// The height that all of `text` takes in lines of `width`, px.
float lab_text_height(const Canvas *canvas, float width, float size, const char *text);

/// Draws the keys that do something now into `area`. `more`: figures are left that have no room.
void lab_hints_draw(const Canvas *canvas, Area area, const LabColors *colors, const LabDesk *desk,
                    bool more);

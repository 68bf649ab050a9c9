/// The tables and charts of a panel in large letters, as many below each other as have room.
#pragma once

#include "lab_window/lab_layout.h"

/// Draws the figures of `sheet` into the column of `layout`, from its first one on. Their letters
/// are as large as others of the window where the column is wide enough, or larger. Returns how
/// many have room.
int lab_figures_draw(const Canvas *canvas, const Sheet *sheet, const LabLayout *layout);

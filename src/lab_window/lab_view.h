/// The laboratory as a draw list.
#pragma once

#include "lab_window/laboratory.h"

/// Draws all of it; nothing behind it is seen.
void lab_view_draw(const Laboratory *lab, const Canvas *canvas);

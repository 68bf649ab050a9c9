/// A ring that fills while a key is held: around the car that it is about, or on a menu.
#pragma once

#include "ui/canvas.h"

/// Appends the ring around `center` (px, y down), of `radius` px, filled by `part` (0 to 1) from
/// the top clockwise. Nothing at 0.
void hold_ring_draw(const Canvas *canvas, vec2s center, float radius, float part, uint32_t color);

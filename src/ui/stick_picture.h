/// A gamepad's stick as it steers: where it is, its dead zone, and the curve.
#pragma once

#include "ui/canvas.h"

typedef struct StickPicture {
    float x, y;             ///< As the device tells, -1 to 1, right and down positive.
    float rest, end, curve; ///< As in input/bindings.h.
    float steer;            ///< What comes of x, -1 to 1, right positive.
} StickPicture;

/// Appends the stick in a square at the top of `area`, and below it, where there is room, what is
/// steered at each of its places. `unit` px per unit.
void stick_picture_draw(const Canvas *canvas, Area area, float unit, const StickPicture *stick);

/// A polygon drawn point by point, which becomes the selected shape.
#pragma once

#include "lab_window/lab_desk.h"

/// Begins to draw, with the pen at `at` (m).
void lab_pen_begin(LabDesk *desk, vec2s at);

/// Moves the pen.
void lab_pen_move(LabDesk *desk, vec2s at);

/// Sets a point where the pen is. One on the first point closes the polygon, where there are three.
/// Says where it cannot be: too many, or on the point before.
void lab_pen_put(LabDesk *desk, float near_m);

/// Takes the last point back; with none left, ends the drawing.
void lab_pen_take_back(LabDesk *desk);

/// Makes the points the selected shape: its origin at their middle, not turned, as fast as before.
/// Where that cannot be, says why and goes on drawing.
void lab_pen_close(LabDesk *desk);

/// Ends the drawing without a shape.
void lab_pen_cancel(LabDesk *desk);

/// The corners of a polygon or wall, which keys and the mouse move one at a time.
#pragma once

#include "lab_window/lab_desk.h"

/// Whether the selected shape has corners to move.
bool lab_corners_there(const LabDesk *desk);

/// Which of its corners keys move, from 0; -1: none.
int lab_corners_chosen(const LabDesk *desk);

/// Chooses the first corner, or the next one in the direction of `way`, round and round, and says
/// where it is. Says so where the selected shape has none.
void lab_corners_choose(LabDesk *desk, int way);

/// Keys choose no corner any more.
void lab_corners_leave(LabDesk *desk);

/// Where corner `corner` of shape `index` is, m, in the scene.
vec2s lab_corner_place(const LabDesk *desk, int index, int corner);

/// Moves a corner of the selected shape to `place` (m, in the scene), as a change of `gesture`; its
/// coordinates become round ones unless `fine`. A move that would make the polygon cross itself, or
/// too thin, is refused with the reason. Returns whether it was moved.
bool lab_corner_move(LabDesk *desk, int corner, vec2s place, bool fine, int gesture);

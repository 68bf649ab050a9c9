/// The picture of a scene before its answers are shown: the shapes, how they move, and what is
/// asked. Its name is not there, as names tell what happens.
#pragma once

#include "lab_window/lab_desk.h"
#include "sheet/sheet.h"

/// The caller ends it (sheet_destroy). `before` and `keep`: as in panel_picture_after.
Sheet lab_bare_picture(const LabDesk *desk, SheetView before, SheetKeep keep);

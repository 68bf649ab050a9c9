/// The user's own mappings of gamepads: gamecontrollerdb.txt beside his tracks and cars, and the
/// environment's SDL_GAMECONTROLLERCONFIG, which other games read too and which comes last.
#pragma once

#include "base/messages.h"

/// Reads both and makes them known. What is wrong in them is printed and left out.
void pad_files_load(void);

/// Makes `line` (pad_mapping_write) known and puts it into the user's file, in place of one for the
/// same gamepad. False with E901 to E903, or E108 where the file would be too large, and the file
/// as it was where it cannot be saved; it holds for this run all the same.
bool pad_files_add(const char *line, MessageList *messages);

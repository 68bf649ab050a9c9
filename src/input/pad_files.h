/// Mappings of gamepads: gamecontrollerdb.txt of the system folders (directories_shared), then that
/// beside the user's tracks and cars, then SDL_GAMECONTROLLERCONFIG, which other games read too.
/// Later ones hold.
#pragma once

#include "base/messages.h"

/// Reads them and makes them known. What is wrong in them is printed and left out.
void pad_files_load(void);

/// Makes `line` (pad_mapping_write) known and puts it into the user's file, in place of one for the
/// same gamepad. False with E901 to E903, or E108 where the file would be too large, and the file
/// as it was where it cannot be saved; it holds for this run all the same.
bool pad_files_add(const char *line, MessageList *messages);

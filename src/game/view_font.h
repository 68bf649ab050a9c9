/// The font of the game, which the system has.
#pragma once

#include "base/folder.h"
#include "render/font.h"

/// Finds it, bakes it into `font` and writes to `path` where it is. False with messages (E955, ...)
/// where there is none.
bool view_font_load(Font *font, char path[PATH_LIMIT], MessageList *messages);

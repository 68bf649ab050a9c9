/// The head of the panel: its views, undo, what is done with the set-ups, and who drives.
#pragma once

#include "ui/panel_parts.h"

/// Draws it and writes down what is wanted of the caller.
void panel_head(Panel *panel);

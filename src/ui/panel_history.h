/// The set-ups before each change, to go back to: whatever changed them, panel, keys or
/// file. A drag is one change.
#pragma once

#include "ui/panel_parts.h"

/// Takes down what has changed; at the end of each frame, when no slider is held.
void panel_history_follow(Panel *panel);

/// Which set-up the next step in this direction would change, -1 none.
int panel_history_setup(const Panel *panel, PanelWay way);

/// Takes the last change back, or makes it again. Nothing where there is none, or while a slider is
/// held.
void panel_history_go(Panel *panel, PanelWay way);

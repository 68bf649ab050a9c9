/// The set-ups before each change, to go back to: whatever changed them, panel, keys or
/// file. A drag is one change.
#pragma once

#include "ui/panel_parts.h"

/// Takes down what has changed; at the end of each frame, when no slider is held.
void panel_history_follow(Panel *panel);

/// Which set-up the next undo (redo) would change, -1 none.
int panel_history_undo_setup(const Panel *panel);
int panel_history_redo_setup(const Panel *panel);

/// The last change is taken back (made again). Nothing where there is none, or while a slider is
/// held.
void panel_history_undo(Panel *panel);
void panel_history_redo(Panel *panel);

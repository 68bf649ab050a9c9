/// Tells points of a road that somebody wrote, or clicked, out of order.
#pragma once

#include "track/track_def.h"

/// Adds a note to the first of the messages from `first` on that speaks of a bend of `ribbon` or of
/// its overlapping itself (E402, E403, E406), where a straight line from that point to a neighbour
/// crosses another. Where two neighbours in each other's place are the reason, it names them.
/// O(points^2).
void point_order_note(const RibbonDef *ribbon, MessageList *messages, int first);

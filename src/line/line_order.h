/// Which gates a racing line crosses, in their order.
#pragma once

#include "line/racing_line.h"

/// How many gates of `track` the points of `line` cross forwards and in order, one lap from the
/// finish, of a sprint from its start: all of them, of a line of racing_line_make. It may cross
/// them out of turn as well; one that it crosses backwards before the next one counts no longer, as
/// in a race. `s` (may be NULL) gets how far along the line each is crossed in its turn (m), where
/// all are.
int line_order_passed(const RacingLine *line, const Track *track, float *s);

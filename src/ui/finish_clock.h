/// The clock that runs in every view once somebody has finished: who that is, and when the race
/// ends.
#pragma once

#include "ui/hud.h"

enum {
    FINISH_TEXT_MAX = 64,
};

/// "Ada has finished", "Ada and Bo have finished", "Ada and 2 others have finished"; empty while
/// nobody has. `names` by car.
char *finish_clock_who(const Race *race, const char *const *names, char out[FINISH_TEXT_MAX]);

/// "Race ends in 0:42", seconds rounded up; empty where there is nothing to count down: in
/// practice, when the race is over, and while nobody has finished and the time limit is over a
/// minute away.
char *finish_clock_left(const Race *race, char out[FINISH_TEXT_MAX]);

/// "Here is Ada" or "Gas ends it", in place of the lap, for who is out of a battle until one is
/// left and has a view without room for a sign (hud_is_small). NULL: the lap stands there.
const char *finish_clock_watched(const Race *race, const HudView *view, const char *const *names,
                                 char out[FINISH_TEXT_MAX]);

/// Appends both lines on a plate at the rim of a view. Who is home, or out of a battle until one is
/// left, reads his place and whom he watches, and that a press of gas ends the race where it does.
/// The canvas is that of hud_draw; adds the plate to `taken`.
void finish_clock_draw(const Canvas *canvas, const Race *race, const HudView *view,
                       const char *const *names, HudTaken *taken);

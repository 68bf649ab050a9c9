/// Who drops out next in an elimination, and when: a sign of two lines at the rim of each view.
#pragma once

#include "ui/hud_view.h"

enum {
    ELIMINATION_TEXT_MAX = 64
};

/// "Last out in 7 s", or "Last out at the end of lap 3"; "" where nobody drops out any more.
char *elimination_sign_when(const Race *race, char out[ELIMINATION_TEXT_MAX]);

/// For the person of car `own`, who sees `seen` in his view: "Bo is last", or "You are last"; once
/// he is out, what place he has and whom he sees. "" likewise.
char *elimination_sign_who(const Race *race, int own, int seen, const char *const *names,
                           char out[ELIMINATION_TEXT_MAX]);

/// Draws both in the view of the person of car `own` until nobody drops out any more. `names` by
/// car. Adds its plate to `taken` and keeps off those that lie there.
void elimination_sign_draw(const Canvas *canvas, const Race *race, const HudView *view, int own,
                           const char *const *names, HudTaken *taken);

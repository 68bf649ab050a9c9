/// What is told to one driver, for a while, in his own view.
#pragma once

#include "ui/hud_view.h"
#include "ui/signs.h"

/// Appends `notice` on its plate, low in the view, clear of the own `car` (px of the canvas) and of
/// what is `taken`, which it is then itself.
void hud_notice_draw(const Canvas *canvas, const HudView *view, const SignToast *notice, Area car,
                     HudTaken *taken);

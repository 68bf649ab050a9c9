/// What is told to one driver, for a while, in his own view.
#pragma once

#include "ui/hud_view.h"

/// Appends `text` on a plate with a mark of `color`, low in the view, clear of what is `taken`,
/// which it is then itself; `alpha` 0 to 1.
void hud_notice_draw(const Canvas *canvas, const HudView *view, float alpha, uint32_t color,
                     const char *text, HudTaken *taken);

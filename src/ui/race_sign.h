/// A sign of one line or two at the rim of a view, of what concerns all who drive there.
#pragma once

#include "ui/hud_view.h"

/// What it may say. `lines[1]` may be "": then it has one line.
typedef struct RaceSignText {
    const char *lines[2];
    uint32_t colors[2];
} RaceSignText;

/// Draws the sign on a plate between what stands in the upper corners of the view, where there is
/// room to read it, else at the foot, else below the corners. Of `texts` it takes the first that
/// can be read in the better place: the most is to be said first. Nothing where a message leaves it
/// no room. Adds the plate to `taken`, and lies on nothing of it. The canvas is that of hud_draw.
void race_sign_draw(const Canvas *canvas, const HudView *view, const RaceSignText *texts, int count,
                    HudTaken *taken);

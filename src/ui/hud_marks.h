/// What a view says of places in the world: the way to the next gate, who a friend is, which corner
/// comes beyond its edge. It keeps off the plates of the HUD.
#pragma once

#include "ui/hud_view.h"
#include "ui/road_ahead.h"

/// What there is to say besides the race. The zero value is nothing.
typedef struct HudMarks {
    const Race *before;        ///< The race a tick ago, as the picture shows it ...
    float alpha;               ///< ... with this share of the tick.
    const char *const *people; ///< Names by car of those whom people drive, NULL for others.
    RoadAhead road;            ///< Of the view's car; the zero value shows no corner board.
} HudMarks;

/// Appends the marks of one view to the canvas of hud_draw, to be called when all that stands
/// still is drawn and known in `taken`. `looks` by car.
void hud_marks_draw(const Canvas *canvas, const Race *race, const HudView *view,
                    const HudMarks *marks, const CarLook *looks, HudTaken *taken);

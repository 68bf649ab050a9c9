/// A list of drivers by place, a badge and a name each: the grid while the lights count, and how it
/// stands in the pause.
#pragma once

#include "render/race_picture.h"
#include "ui/driver_badge.h"
#include "ui/hud_view.h"

/// Of whom it is. Each by car.
typedef struct LineUp {
    const Race *race;
    const char *const *names;
    const DriverFace *const *faces; ///< NULL entries: not known.
    const CarLook *looks;
    uint32_t people; ///< Bits of the cars that people drive.
    int car;         ///< Its row is shown where not all have room; -1: the first ones are.
} LineUp;

/// The area that `rows` rows ask for at (0, 0), px, and the rows that `height` px hold: no more
/// than there are cars. `unit`: px of a unit.
Area line_up_area(const Canvas *canvas, const LineUp *line_up, float unit, int rows);
int line_up_rows(const LineUp *line_up, float unit, float height);

/// Draws as many rows as `area` holds on a plate of that colour which fills it; names that are too
/// long for it become smaller.
void line_up_draw(const Canvas *canvas, const LineUp *line_up, Area area, float unit,
                  uint32_t plate);

/// Draws it in the upper half of a view, while the lights count, where it hides neither cars nor
/// plates; nothing where five rows (or the whole field) have no room or the view is narrow, nor
/// where four views share a map. The canvas is that of hud_draw; adds its plate to `taken`.
void line_up_draw_in_view(const Canvas *canvas, const LineUp *line_up, const HudView *view,
                          HudTaken *taken);

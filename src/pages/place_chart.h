/// A line chart of places: each car a line in its colour from its place on the grid to its last.
#pragma once

#include "render/race_picture.h"
#include "replay/place_history.h"
#include "ui/canvas.h"

/// Whether there is anything to draw: two cars at least, and a gate passed.
bool place_chart_has(const PlaceHistory *history);

/// Appends the chart to `canvas` in `area`. Laps stand below it, each line ends with the number of
/// its car. The lines of the cars whose bits are set in `people` are thicker and lie on top.
/// `looks` by car.
void place_chart_draw(const Canvas *canvas, Area area, const PlaceHistory *history,
                      const CarLook *looks, uint32_t people);

/// A medal as a disc in its colour with its initial: the medals of a track, and the champion's.
#pragma once

#include "race/medals.h"
#include "ui/canvas.h"

enum {
    MEDAL_DISC_CHAMPION = MEDAL_COUNT, ///< After those of Medal.
    MEDAL_DISC_COUNT
};

extern const uint32_t medal_disc_colors[MEDAL_DISC_COUNT];

/// The letter on it: 'A', 'G', 'S', 'B', 'C'.
char medal_disc_initial(int disc);

/// Around (x, y) px.
void medal_disc_draw(const Canvas *canvas, float x, float y, float radius, int disc);

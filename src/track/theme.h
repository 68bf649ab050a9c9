/// The palettes of the four themes.
#pragma once

#include "track/track.h"

extern const TrackColors theme_colors[THEME_COUNT];

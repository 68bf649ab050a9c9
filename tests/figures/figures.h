/// Every figure of docs/figures: a function that draws it from the answers of the real functions.
/// Those of collisions are pictures of scenes (docs/lab).
#pragma once

#include "canvas.h"

// What engines sound like (sound_figures.c).
Canvas figure_engines(void);

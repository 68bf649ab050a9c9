/// Every figure of docs/figures: a function that draws it from the answers of the real functions.
#pragma once

#include "canvas.h"

// Which pairs to test at all (broad_figures.c).
Canvas figure_pairs(void);
Canvas figure_grid(void);

// What engines sound like (sound_figures.c).
Canvas figure_engines(void);

/// Every figure of docs/figures: a function that draws it from the answers of the real functions.
#pragma once

#include "canvas.h"

// What shapes are, and how outlines become convex pieces (shape_figures.c).
Canvas figure_shapes(void);
Canvas figure_partition(void);

// The separating axis test (axis_figures.c).
Canvas figure_axis(void);
Canvas figure_difference(void);
Canvas figure_corner(void);
Canvas figure_engulfed(void);

// Contact points and the seams of walls (contact_figures.c).
Canvas figure_manifold(void);
Canvas figure_seam(void);
Canvas figure_cones(void);

// Sweeps (motion_figures.c).
Canvas figure_tunnel(void);
Canvas figure_circles(void);
Canvas figure_intervals(void);
Canvas figure_advances(void);

// What the contact solver does under pressure (solve_figures.c).
Canvas figure_queue(void);

// Which pairs to test at all (broad_figures.c).
Canvas figure_pairs(void);
Canvas figure_grid(void);

// What engines sound like (sound_figures.c).
Canvas figure_engines(void);

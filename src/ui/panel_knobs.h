/// The eight sliders of the panel, each for many numbers of the car, for A and for B. C++.
#pragma once

#include "ui/panel_parts.h"

void panel_knobs(Panel *panel);

/// The plots of the panel: inputs and slip angles over ten seconds, the g-g cloud, steer to yaw.
/// C++.
#pragma once

#include "ui/panel_parts.h"

/// All four in what is left of the window; none where that is too small to see anything in.
void panel_plots(Panel *panel);

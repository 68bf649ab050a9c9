/// Every shown number of the car in the panel: search, groups, a slider for A and one for B. C++.
#pragma once

#include "ui/panel_parts.h"

/// In what is left of the window.
void panel_numbers(Panel *panel);

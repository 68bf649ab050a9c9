/// Every shown number of the car in the panel: search, groups, a slider for A and one for B. C++.
#pragma once

#include "ui/panel_parts.h"

/// In what is left of the window. True where the rows leave room for the plots below them.
bool panel_numbers(Panel *panel);
